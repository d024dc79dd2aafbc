//! Pictures of games of Power.

use super::super::tests::{game, turn, two_rounds};
use super::*;

fn album(game: &Game, see: impl FnOnce(&dyn Album)) {
    let document = Document::new(game.clone());
    see(&*open(&document, &ViewOptions::default()).unwrap());
}

fn part<'p>(picture: &'p Picture, key: &str) -> &'p Part {
    picture.parts.iter().find(|part| part.key == key).unwrap_or_else(|| panic!("no part {key}"))
}

/// Returns the texts of a part, and the titles of its groups.
fn texts(part: &Part) -> Vec<String> {
    let groups = part.shapes.iter().filter_map(|shape| match shape {
        Shape::Group { title, .. } => Some(title.clone()),
        _ => None,
    });
    let labels = part.shapes.iter().flat_map(Shape::labels).map(|(text, _)| text.to_owned());
    groups.chain(labels).collect()
}

#[test]
fn every_round_has_a_picture_and_its_commands_in_words() {
    album(&two_rounds(), |album| {
        let names: Vec<&str> = album.moments().iter().map(|moment| moment.name.as_str()).collect();
        assert_eq!(names, ["0", "1", "2"]);
        assert_eq!(album.moments()[2].title, "Round 2");
        assert!(album.events(0).is_empty());
        let events = album.events(1);
        assert_eq!(events.len(), 13);
        assert_eq!(events[4].text, "Black: tank KQ to K8.");
        assert!(events.iter().all(|event| event.kind == EventKind::Done));
        // Only the actions of the moment's own turn have an index.
        assert_eq!((events[4].action, events[12].action), (None, Some(2)));
        let picture = album.picture(1);
        assert_eq!(picture.title, "Power: Round 1");
        assert_eq!(texts(part(&picture, "pieces.K8")), ["1 black tank on K8", "KT"]);
        assert_eq!(texts(part(&picture, "command.1.0")), ["black: tank KQ to K8"]);
        assert_eq!(
            texts(part(&album.picture(0), "pieces.YQ"))[..2],
            ["2 yellow infantry on YQ", "2 yellow tank on YQ"]
        );
        assert_eq!(album.picture(2), album.picture(99));
        let series = album.series(0);
        let (name, paint, counts) = &series[0].players[1];
        assert_eq!((series[0].name.as_str(), name.as_str(), *paint), ("Power points", "Black", Paint::Piece(5)));
        assert_eq!(counts, &[Some(40), Some(40), Some(40)]);
        assert_eq!(series[1].players[3].2, [Some(8), Some(8), Some(8)]);
    });
}

#[test]
fn what_is_refused_or_not_certain_is_marked() {
    let mut game = two_rounds();
    game.turns[0].actions = turn(1, "Y", "YI-Y8-Y6 3YT-YQ->YH YF-YQ-X").actions;
    album(&game, |album| {
        let kinds: Vec<EventKind> = album.events(1).iter().take(4).map(|event| event.kind).collect();
        assert_eq!(kinds, [EventKind::Failed, EventKind::Failed, EventKind::Done, EventKind::Done]);
        assert_eq!(album.events(1)[0].text, "Yellow: infantry Y8 to Y6, which the rules refuse.");
        let picture = album.picture(1);
        assert_eq!(texts(part(&picture, "command.0.1")), ["yellow: 3 tanks on YQ for a heavy tank", "×"]);
        // Two colours meet in the middle.
        assert_eq!(texts(part(&picture, "name.X")), ["X", "?"]);
        assert_eq!(texts(part(&picture, "name.Y8")), ["8"]);
    });
}

#[test]
fn what_has_no_board_is_not_drawn() {
    let refused = |game: Game| open(&Document::new(game), &ViewOptions::default()).err().unwrap().to_string();
    let is = "there is no board in this that could be drawn: it is";
    assert_eq!(refused(game(vec![turn(0, "", "YI-Y4-X")])), format!("{is} commands without a board"));
    assert_eq!(refused(game(Vec::new())), format!("{is} a document without pieces"));
}

#[test]
fn boards_behind_what_cannot_be_played_are_drawn() {
    // The first round moves a piece that the usual setup does not have.
    let mut late = two_rounds();
    late.turns[0].position = None;
    late.turns[0].actions = turn(1, "Y", "YI-Y8-Y6").actions;
    late.turns[4].position = Some(Board::standard().position().into());
    album(&late, |album| {
        let names: Vec<&str> = album.moments().iter().map(|moment| moment.name.as_str()).collect();
        assert_eq!(names, ["1", "2"]);
        assert_eq!(texts(part(&album.picture(0), "pieces.YQ"))[0], "2 yellow infantry on YQ");
        assert_eq!((album.events(0).len(), album.events(1).len()), (0, 9));
        assert_eq!(album.series(0)[0].players[0].2, [Some(40), Some(40)]);
    });
}

#[test]
fn however_many_pieces_there_are_they_have_room() {
    let mut board = Board::default();
    for at in Sector::all() {
        for (colour, kind) in Colour::ALL.into_iter().flat_map(|c| rules::Kind::ALL.map(|kind| (c, kind))) {
            board.add(at, colour, kind, u32::MAX);
        }
    }
    let mut full = game(Vec::new());
    full.position = Some(board.position());
    album(&full, |album| {
        let picture = album.picture(0);
        let field = |text: &str| picture.parts.iter().filter(|part| part.key.starts_with(text)).count();
        assert_eq!((field("pieces."), field("sector.")), (Sector::COUNT, Sector::COUNT));
        let labels: Vec<_> = picture.parts.iter().flat_map(|part| &part.shapes).flat_map(Shape::labels).collect();
        let inside = |label: &crate::view::picture::BoundingBox| {
            label.left >= 0.0 && label.top >= 0.0 && label.right <= picture.width && label.bottom <= picture.height
        };
        assert!(labels.len() > Sector::COUNT * 45 && labels.iter().all(|(_, label)| inside(label)));
        for (i, (text, one)) in labels.iter().enumerate() {
            for (other_text, other) in &labels[..i] {
                assert!(one.overlap(other) <= 0.1, "{text} and {other_text}");
            }
        }
    });
}
