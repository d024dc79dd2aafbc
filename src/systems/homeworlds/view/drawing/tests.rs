//! Tests of the pictures of Homeworlds games.

use serde_json::{Value, json};

use super::super::tests::made;
use super::*;

/// Returns a document with one turn for each player and list of actions in `turns`.
fn document(seats: &[&str], turns: &[(&str, Value)]) -> Document {
    let players: Vec<Value> = seats.iter().map(|seat| json!({"seat": seat})).collect();
    let turn = |(index, (seat, actions)): (usize, &(&str, Value))| json!({"number": index + 1, "player": seat, "actions": actions});
    let turns: Vec<Value> = turns.iter().enumerate().map(turn).collect();
    made(json!({"players": players, "turns": turns}))
}

fn setup(at: &str, stars: [&str; 2], ship: &str) -> Value {
    json!([{"type": "setup", "stars": stars, "piece": ship, "at": at}])
}

/// Returns a game with two homeworlds, builds, a discovery, a trade, a move back, and an action that the rules forbid.
fn game() -> Document {
    document(
        &["N", "S"],
        &[
            ("N", setup("Ann", ["y1", "b2"], "g3")),
            ("S", setup("Ben", ["r2", "y3"], "g3")),
            ("N", json!([{"type": "build", "piece": "g1", "at": "Ann"}])),
            ("S", json!([{"type": "build", "piece": "g1", "at": "Ben"}])),
            ("N", json!([{"type": "discover", "piece": "g1", "from": "Ann", "star": "y3", "to": "Far"}])),
            ("S", json!([{"type": "exchange", "at": "Ben", "gives": [{"piece": "g1", "count": 1}], "becomes": "r1"}])),
            ("N", json!([{"type": "move", "piece": "g1", "from": "Far", "to": "Ann"}])),
            ("S", json!([{"type": "capture", "piece": "g3", "at": "Ann"}])),
        ],
    )
}

fn drawn(document: &Document) -> Vec<Picture> {
    let album = open(document, &ViewOptions::default()).unwrap();
    (0..album.moments().len()).map(|index| album.picture(index)).collect()
}

/// Returns the titles of the pieces in a picture, without those of the bank.
fn names(picture: &Picture) -> Vec<String> {
    let pieces = picture.parts.iter().filter(|part| part.key.starts_with("pieces."));
    let groups = pieces.flat_map(|part| &part.shapes).filter_map(|shape| match shape {
        Shape::Group { title, .. } => Some(title.clone()),
        _ => None,
    });
    groups.collect()
}

fn ground(picture: &Picture, number: usize) -> &Shape {
    let key = format!("system.{number}");
    picture.parts.iter().find(|part| part.key == key).and_then(|part| part.shapes.first()).unwrap()
}

fn middle(shape: &Shape) -> (f64, f64) {
    let Shape::Rectangle { at, width, height, .. } = shape else { panic!("{shape:?}") };
    (at.x + width / 2.0, at.y + height / 2.0)
}

#[test]
fn every_turn_has_a_picture_and_its_actions_in_words() {
    let document = game();
    let album = open(&document, &ViewOptions::default()).unwrap();
    let moments: Vec<(&str, &str)> = album.moments().iter().map(|m| (m.name.as_str(), m.title.as_str())).collect();
    assert_eq!((moments.len(), moments[0], moments[5]), (9, ("0", "Before the first turn"), ("5", "Turn 5: N")));
    let texts = |index| album.events(index).into_iter().map(|event| (event.kind, event.text)).collect::<Vec<_>>();
    assert_eq!(texts(5), [(EventKind::Done, "N discovers Far (star Y3) with G1 from Ann.".to_owned())]);
    let off = (EventKind::Result, "Far is off the board.".to_owned());
    assert_eq!(texts(7), [(EventKind::Done, "N moves G1 from Far to Ann.".to_owned()), off]);
    assert_eq!(texts(8), [(EventKind::Failed, "S captures G3 at Ann, against the rules.".to_owned())]);
    let series = album.series(0);
    assert_eq!((series[0].name.as_str(), series[0].players[0].2[4]), ("Ships", Some(2)));
    assert_eq!(series[1].players[1].2.iter().flatten().copied().collect::<Vec<_>>(), [0, 0, 3, 3, 4, 4, 4, 4, 7]);
}

#[test]
fn what_a_turn_did_is_marked() {
    let pictures = drawn(&game());
    assert!(names(&pictures[0]).is_empty());
    assert_eq!(names(&pictures[1]), ["star y1", "star b2", "g3 of N, new"]);
    assert!(names(&pictures[3]).contains(&"g1 of N, new".to_owned()));
    assert!(names(&pictures[5]).contains(&"g1 of N, moved".to_owned()));
    assert!(names(&pictures[6]).contains(&"r1 of S, traded".to_owned()));
    // A system that the turn removes is shown one last time.
    assert!(names(&pictures[7]).contains(&"star y3, lost".to_owned()));
    assert!(!names(&pictures[8]).iter().any(|name| name.contains("lost")));
    let ways = |picture: &Picture| picture.parts.iter().filter(|part| part.level == Level::Orders).count();
    assert_eq!(pictures.iter().map(ways).collect::<Vec<_>>(), [0, 0, 0, 0, 0, 1, 0, 1, 0]);
}

#[test]
fn a_catastrophe_is_shown_with_what_it_took() {
    let mut document = game();
    let position = json!({"holdings": [{"territory": "Ann", "home": "N"}, {"territory": "Ben", "home": "S"}], "pieces": [
        {"territory": "Ann", "kind": "y1"}, {"territory": "Ann", "kind": "g2", "count": 3, "player": "N"},
        {"territory": "Ann", "kind": "g1", "count": 1, "player": "S"}, {"territory": "Ann", "kind": "r1", "player": "N"},
        {"territory": "Ben", "kind": "y3"}, {"territory": "Ben", "kind": "b1", "player": "S"}]});
    document.game.position = Some(serde_json::from_value(position).unwrap());
    document.game.turns.truncate(1);
    document.game.turns[0].actions =
        serde_json::from_value(json!([{"type": "catastrophe", "at": "Ann", "colour": "g"}, {"type": "pass"}])).unwrap();
    let names = names(&drawn(&document)[1]);
    assert_eq!(names.iter().filter(|name| name.ends_with(", lost")).count(), 4, "{names:?}");
    assert!(names.contains(&"r1 of N".to_owned()));
}

#[test]
fn systems_keep_their_places() {
    let pictures = drawn(&game());
    let of = |number: usize| -> Vec<(f64, f64)> {
        let has = |picture: &&Picture| picture.parts.iter().any(|part| part.key == format!("system.{number}"));
        pictures.iter().filter(has).map(|picture| middle(ground(picture, number))).collect()
    };
    for number in 0..3 {
        let places = of(number);
        let is_same = |place: &(f64, f64)| (place.0 - places[0].0).abs() < 1e-9 && (place.1 - places[0].1).abs() < 1e-9;
        assert!(places.len() >= 3 && places.iter().all(is_same), "{number}: {places:?}");
    }
    // Homeworlds are opposite each other, and the other systems are between them.
    assert!(of(0)[0].1 < of(2)[0].1 && of(2)[0].1 < of(1)[0].1);
    let size = |picture: &Picture| (picture.width, picture.height);
    assert!(pictures.iter().all(|picture| size(picture) == size(&pictures[0])));
}

#[test]
fn four_players_sit_at_four_sides() {
    let home = |seat: &'static str, at: &str| (seat, setup(at, ["y1", "b2"], "g3"));
    let document = document(&["N", "E", "S", "W"], &[home("N", "A"), home("E", "B"), home("S", "C"), home("W", "D")]);
    let picture = drawn(&document).pop().unwrap();
    let [north, east, south, west] = [0, 1, 2, 3].map(|number| middle(ground(&picture, number)));
    assert!(north.1 < east.1 && east.1 < south.1 && west.0 < north.0 && north.0 < east.0);
    assert!((north.0 - south.0).abs() < 1e-9 && (east.1 - west.1).abs() < 1e-9);
}

#[test]
fn a_long_game_is_drawn_from_what_is_kept() {
    let mut turns = vec![("N", setup("Ann", ["y1", "b2"], "g3")), ("S", setup("Ben", ["r2", "y3"], "g3"))];
    for index in 0..3 * STEP {
        let (seat, at) = if index % 2 == 0 { ("N", "Ann") } else { ("S", "Ben") };
        turns.push((seat, json!([{"type": "build", "at": at, "piece": "g1"}])));
    }
    let document = document(&["N", "S"], &turns);
    let record = Record::of(&document);
    assert_eq!(record.kept.len(), 4);
    for index in [0, 1, STEP - 1, STEP, STEP + 1, 2 * STEP, 3 * STEP + 2] {
        let after = crate::systems::homeworlds::rules::after(&document.game, server_of(&document), index);
        assert_eq!(record.scene(index).after, Some(after), "{index}");
    }
    assert_eq!(record.picture(usize::MAX), record.picture(3 * STEP + 2));
}

#[test]
fn a_document_without_turns_is_not_drawn() {
    let refused = open(&document(&["N", "S"], &[]), &ViewOptions::default()).err().unwrap().to_string();
    assert_eq!(refused, "there is no board in this that could be drawn: it is a document without turns");
}
