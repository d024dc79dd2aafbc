//! Tests of the map against the list of borders, and of pictures of games made line by line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::world::World;
use super::*;
use crate::formats::{Join, format};
use crate::model::Document;
use crate::systems::global_war::rules::{BORDERS, Continent};
use crate::text::{Encoding, Report};
use crate::view::picture::regions::{Grid, Regions};
use crate::view::picture::{Level, Part, Point, Shape, SvgOptions, write_svg};

/// Returns the cells of the map, with the indices of countries in place of letters.
fn cells() -> Grid {
    let text = include_str!("world.txt");
    let (lines, cells) = text.split_once("\ncells\n").unwrap();
    let (mut grid, letters) = Grid::parse(cells).unwrap();
    let letter = |place: usize| {
        let line = lines.lines().find(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words.first() == Some(&"country") && words[2..words.len() - 2].join(" ") == COUNTRIES[place].name
        });
        line.and_then(|line| line.split_whitespace().nth(1)?.chars().next()).unwrap()
    };
    let places: BTreeMap<char, usize> = (0..COUNTRIES.len()).map(|place| (letter(place), place)).collect();
    assert_eq!((places.len(), letters.len()), (42, 42));
    for (y, x) in (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (y, x))).collect::<Vec<_>>() {
        grid.set(x, y, grid.get(x, y).map(|region| places[&letters[region]]));
    }
    grid
}

fn pair(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

/// Returns the pairs of countries whose cells touch: at a side, and at a corner only.
fn touching(grid: &Grid) -> [BTreeSet<(usize, usize)>; 2] {
    let mut found = [BTreeSet::new(), BTreeSet::new()];
    for (y, x) in (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (y, x))) {
        let beside = |x: usize, y: usize| grid.get(x, y);
        for (kind, other) in [
            (0, beside(x + 1, y)),
            (0, beside(x, y + 1)),
            (1, beside(x + 1, y + 1)),
            (1, x.checked_sub(1).and_then(|x| beside(x, y + 1))),
        ] {
            if let (Some(a), Some(b)) = (grid.get(x, y), other)
                && a != b
            {
                found[kind].insert(pair(a, b));
            }
        }
    }
    found
}

#[test]
fn borders_and_ways_over_the_sea_are_those_of_the_rules_exactly() {
    let [sides, corners] = touching(&cells());
    let routes: BTreeSet<_> =
        World::get().routes.iter().map(|route| pair(route.between[0], route.between[1])).collect();
    assert_eq!(sides.intersection(&routes).collect::<Vec<_>>(), Vec::<&(usize, usize)>::new());
    let drawn: BTreeSet<_> = sides.union(&routes).copied().collect();
    let of_rules: BTreeSet<_> =
        BORDERS.iter().enumerate().flat_map(|(a, all)| all.iter().map(move |b| pair(a, b - 1))).collect();
    assert_eq!(drawn, of_rules);
    assert_eq!(drawn.len(), 83);
    // Two countries that meet at a corner look as if they share a border.
    assert!(corners.is_subset(&of_rules), "{corners:?}");
    // Each border is listed at both of its countries.
    for (a, all) in BORDERS.iter().enumerate() {
        all.iter().for_each(|b| assert!(BORDERS[b - 1].contains(&(a + 1)), "{a} {b}"));
    }
}

#[test]
fn ways_over_the_sea_cross_no_third_country() {
    let world = World::get();
    let regions = Regions::of(cells(), world.corners().0, 8.0);
    for route in &world.routes {
        let [from, to] = route.between;
        let ends = [route.points[0], *route.points.last().unwrap()].map(|end| regions.at(end));
        // The route around the world leaves the map in the middle of it.
        let is_half = (from, to) == (1, 19) || (from, to) == (19, 1);
        assert_eq!(ends, if is_half { [Some(from), None] } else { [Some(from), Some(to)] }, "{}", route.title());
        for leg in route.points.windows(2) {
            let crossed = (0..=200).filter_map(|step| regions.at(leg[0].towards(leg[1], f64::from(step) / 200.0)));
            let crossed: Vec<usize> = crossed.filter(|place| *place != from && *place != to).collect();
            assert!(crossed.is_empty(), "{} crosses {}", route.title(), COUNTRIES[crossed[0]].name);
        }
    }
}

#[test]
fn every_country_has_a_place_for_its_armies_and_its_name() {
    let world = World::get();
    let (corner, end) = world.corners();
    let regions = Regions::of(cells(), corner, 8.0);
    for (place, land) in world.countries.iter().enumerate() {
        assert_eq!(regions.at(land.armies), Some(place), "{}", COUNTRIES[place].name);
        assert!(land.outline.points().count() > 10, "{}", COUNTRIES[place].name);
        // A name is on its country, on a sea, or next to the armies of its own country.
        let inside = |p: Point| p.x > corner.x && p.x < end.x && p.y > corner.y && p.y < end.y;
        assert!(inside(land.name) && land.name.distance(land.armies) < 100.0, "{}", COUNTRIES[place].name);
    }
    for continent in Continent::ALL {
        assert_eq!(regions.at(world.continent(continent).unwrap()), None, "{}", continent.name());
    }
}

fn read(id: &str, path: &str) -> Document {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(path);
    read_bytes(id, &fs::read(path).unwrap())
}

fn read_bytes(id: &str, bytes: &[u8]) -> Document {
    let text = Encoding::CP437.decode(bytes).unwrap();
    let format = format(id).and_then(|format| format.text()).unwrap();
    Document::new(format.read(&text, &mut Report::salvaging()).unwrap())
}

fn joined(saved: &Document, id: &str, other: &Document) -> Document {
    let Some(Join::With { games, .. }) = format(id).and_then(|format| format.joins) else { panic!("{id} joins") };
    Document::new(games(&saved.game, &other.game).unwrap())
}

fn open_plain(document: &Document) -> Box<dyn Album + '_> {
    open(document, &ViewOptions::default()).unwrap()
}

fn svg(picture: &Picture) -> String {
    write_svg(picture, &SvgOptions::default())
}

fn part<'p>(picture: &'p Picture, key: &str) -> &'p Part {
    picture.parts.iter().find(|part| part.key == key).unwrap_or_else(|| panic!("no part {key}"))
}

/// Returns the texts of a part, joined.
fn texts(picture: &Picture, key: &str) -> String {
    let labels = part(picture, key).shapes.iter().flat_map(Shape::labels);
    labels.map(|(text, _)| text).collect::<Vec<_>>().join(" ")
}

fn title(picture: &Picture, key: &str) -> String {
    match part(picture, key).shapes.first() {
        Some(Shape::Group { title, .. }) => title.clone(),
        other => panic!("{key}: {other:?}"),
    }
}

const DISK: &str = "global-war-over-time";

fn over_time(name: &str) -> Document {
    read(if name.ends_with("LOG") { "war-log" } else { "war-dat" }, &format!("{DISK}/{name}"))
}

#[test]
fn a_game_with_its_log_has_a_moment_for_the_deal_and_for_each_turn() {
    let document = joined(&over_time("WAR04.DAT"), "war-log", &over_time("WAR04.LOG"));
    let album = open_plain(&document);
    let names: Vec<&str> = album.moments().iter().map(|moment| moment.name.as_str()).collect();
    assert_eq!(names, (0..=30).map(|turn| turn.to_string()).collect::<Vec<_>>());
    let turn = &album.moments()[6];
    assert_eq!((turn.title.as_str(), turn.turn), ("Turn 6: Quill Harrow (player 2), 1991-09-03 22:11", Some(5)));
    let picture = album.picture(6);
    assert_eq!(title(&picture, "armies.25"), "W. Africa (25): player 2 Quill Harrow, 5 armies");
    assert_eq!([texts(&picture, "armies.9"), texts(&picture, "deployed.9")], ["2 2", "+3"]);
    assert_eq!(title(&picture, "attack.6.11"), "Mexico takes E. US");
    assert_eq!(title(&picture, "attack.25.35"), "W. Africa attacks, but does not take Italy");
    assert_eq!(title(&picture, "fortify.12.25"), "Libya fortifies W. Africa");
    assert!(album.picture(0).parts.iter().all(|part| part.level != Level::Orders));
    // The descriptions are those of `inspect --turn`.
    let options = ViewOptions { turn: "6".parse().ok(), width: 200, ..ViewOptions::default() };
    let shown = crate::systems::show(&document, "a", &options).unwrap();
    let events = album.events(6);
    assert!(events.len() > 10 && events.iter().all(|event| shown.contains(&event.text)), "{events:?}\n{shown}");
    let actions: Vec<_> = events.iter().filter_map(|event| event.action).collect();
    assert_eq!(actions, (0..document.game.turns[5].actions.len()).collect::<Vec<_>>());
    assert!(events.iter().any(|event| event.kind == EventKind::Failed && event.text.contains("attacks Italy")));
    assert!(events.iter().any(|event| event.kind == EventKind::Done && event.text.contains("attacks China")));
}

#[test]
fn series_follow_the_countries_of_each_player() {
    let document = joined(&over_time("WAR04.DAT"), "war-log", &over_time("WAR04.LOG"));
    let series = open_plain(&document).series(0);
    assert_eq!(
        series.iter().map(|series| series.name.as_str()).collect::<Vec<_>>(),
        ["Countries", "Armies", "Continents"]
    );
    let countries = &series[0].players;
    assert_eq!(
        countries.iter().map(|(name, paint, _)| (name.as_str(), *paint)).collect::<Vec<_>>(),
        [("Quill Harrow", 1), ("THE BARON", 2), ("Sysop", 3), ("Pia \"Ace\" Lund", 4), ("Wim 42", 5)]
            .map(|(name, index)| (name, Paint::Player(index)))
    );
    for moment in 0..=30 {
        let sum: Option<i64> = countries.iter().map(|(_, _, counts)| counts[moment]).sum();
        assert_eq!(sum, Some(42), "{moment}");
    }
    assert_eq!(
        (countries[0].2[6], series[1].players[0].2[6], series[2].players[0].2[29]),
        (Some(14), Some(25), Some(1))
    );
}

#[test]
fn only_what_changed_is_drawn_anew() {
    let document = joined(&over_time("WAR04.DAT"), "war-log", &over_time("WAR04.LOG"));
    let album = open_plain(&document);
    let pictures: Vec<Picture> = (0..=30).map(|turn| album.picture(turn)).collect();
    for picture in &pictures {
        let keys: BTreeSet<&str> = picture.parts.iter().map(|part| part.key.as_str()).collect();
        assert_eq!(keys.len(), picture.parts.len());
    }
    for (before, after) in pictures.iter().zip(&pictures[1..]) {
        for key in ["sea", "borders", "routes", "names"] {
            assert_eq!(part(before, key), part(after, key));
        }
        for (number, kind) in (1..=42).flat_map(|number| [(number, "country"), (number, "armies")]) {
            let key = format!("{kind}.{number}");
            let (then, now) = (texts(before, &key), texts(after, &key));
            let is_same = title(before, &key) == title(after, &key);
            // Whether the value follows from one side of the log only may change too.
            assert!(kind == "armies" && is_same && then == now || (part(before, &key) == part(after, &key)) == is_same);
        }
    }
}

#[test]
fn an_interrupted_turn_shows_what_it_changed() {
    let document = joined(&over_time("WAR04.DAT"), "war-rec", &read("war-rec", &format!("{DISK}/WAR04.REC")));
    let album = open_plain(&document);
    assert_eq!(album.moments().len(), 1);
    let picture = album.picture(0);
    assert_eq!(texts(&picture, "armies.40"), "3 1 → 2 1");
    assert_eq!(texts(&picture, "armies.41"), "2 3 → 2 10");
    assert_eq!(
        title(&picture, "armies.40"),
        "Spain (40): player 2 Quill Harrow, 1 army; before: player 3 THE BARON, 1 army"
    );
    assert_eq!(texts(&picture, "armies.1"), "6 2");
    assert!(texts(&picture, "key").contains("changed since the .DAT"));
    let events: Vec<String> = album.events(0).into_iter().map(|event| event.text).collect();
    assert!(events[0].starts_with("Quill Harrow (player 2) lost carrier while attacking"), "{events:?}");
    assert!(
        events.contains(&"Spain: player 2 Quill Harrow, 1 army; before: player 3 THE BARON, 1 army".to_owned()),
        "{events:?}"
    );
    assert_eq!(events.len(), 6);
}

#[test]
fn a_log_with_a_recovery_ends_in_the_interrupted_turn() {
    let saved = joined(&over_time("WAR04.DAT"), "war-rec", &read("war-rec", &format!("{DISK}/WAR04.REC")));
    let document = joined(&saved, "war-log", &over_time("WAR04.LOG"));
    let album = open_plain(&document);
    let last = album.moments().last().unwrap();
    assert_eq!((last.name.as_str(), album.moments().len()), ("interrupted", 32));
    assert_eq!(texts(&album.picture(31), "armies.40"), "3 1 → 2 1");
    assert_eq!(texts(&album.picture(30), "armies.40"), "3 1");
    // An index past the last moment means the last one.
    assert_eq!(album.picture(99), album.picture(31));
}

#[test]
fn what_a_log_alone_does_not_tell_is_marked() {
    let mut document = over_time("WAR04.LOG");
    document.game.turns.truncate(1);
    let album = open_plain(&document);
    let picture = album.picture(0);
    assert_eq!(title(&picture, "armies.1"), "Afghanistan (1): an owner who is not known, armies not known");
    assert_eq!(texts(&picture, "armies.1"), "? ?");
    assert_eq!([texts(&picture, "player.1"), texts(&picture, "rest.not-known")], ["player 2 2", "not known"]);
    let key = texts(&picture, "key");
    assert!(key.contains("owner not known") && key.contains("by one side of the log alone"), "{key}");
    assert_eq!(album.series(0)[0].players[0].2[0], None);
}

#[test]
fn who_is_out_is_marked() {
    let document = joined(&over_time("WAR04.DAT"), "war-log", &over_time("WAR04.LOG"));
    let album = open_plain(&document);
    assert_eq!(texts(&album.picture(30), "player.4"), "† Pia \"Ace\" Lund 5");
    assert_eq!(texts(&album.picture(30), "player.4.countries"), "out");
    assert_eq!(texts(&album.picture(5), "player.4"), "Pia \"Ace\" Lund 5");
    assert_eq!(texts(&album.picture(30), "continent.Africa"), "Africa 2 +3");
    assert_eq!(texts(&album.picture(5), "continent.Africa"), "Africa +3");
}

#[test]
fn hidden_names_stay_hidden() {
    let document = read("war-dat", "war-dat/good/hidden-names.DAT");
    let names: Vec<String> =
        document.game.players.iter().filter_map(|player| player.name()).map(str::to_owned).collect();
    assert!(names.len() > 2);
    let shown = |reveal| {
        let options = ViewOptions { reveal, ..ViewOptions::default() };
        let album = open(&document, &options).unwrap();
        let words: Vec<String> = album.events(0).into_iter().map(|event| event.text).collect();
        let series = album.series(0).into_iter().flat_map(|series| series.players).map(|(name, ..)| name);
        svg(&album.picture(0)) + &words.concat() + &series.collect::<String>() + &album.moments()[0].title
    };
    for name in &names {
        let escaped = quick_xml::escape::escape(name.as_str()).into_owned();
        assert!(shown(true).contains(&escaped), "{name}");
        assert!(!shown(false).contains(&escaped), "{name}");
    }
    assert!(shown(false).contains("The game hides the names"));
}

#[test]
fn a_hostile_name_is_a_text_in_its_place() {
    let mut document = over_time("WAR04.DAT");
    let name = format!("<script>alert(1)</script>]]>\u{202E}{}", "W".repeat(300));
    document.game.players[1].name = Field::Known(Some(name));
    let picture = open_plain(&document).picture(0);
    let svg = svg(&picture);
    assert!(!svg.contains("<script") && !svg.contains("]]>") && !svg.contains('\u{202E}'), "{svg}");
    let Some(Shape::Rectangle { at, width, .. }) = part(&picture, "players").shapes.first() else { panic!("a card") };
    let rows = picture.parts.iter().filter(|part| part.key.starts_with("player"));
    let labels: Vec<_> = rows.flat_map(|part| part.shapes.iter().flat_map(Shape::labels)).collect();
    for (text, covered) in &labels {
        assert!(covered.left >= at.x && covered.right <= at.x + width, "{text}");
    }
    assert!(labels.iter().any(|(text, _)| text.starts_with("<script>")));
}

#[test]
fn what_has_no_board_is_refused() {
    let empty = Document::new(Game::new(crate::model::System::GlobalWar));
    let refused = open(&empty, &ViewOptions::default()).err().map(|why| why.to_string());
    assert_eq!(refused.as_deref(), Some("there is no board in this that could be drawn: it is Global War, a game"));
    let signup = read("war-dat", "war-dat/good/team-signup.DAT");
    let picture = open_plain(&signup).picture(0);
    assert!(picture.parts.iter().all(|part| !part.key.starts_with("armies.") && part.level != Level::Orders));
}

#[test]
fn numbers_in_signs_are_short_and_whole_in_names() {
    let mut document = over_time("WAR04.DAT");
    let holdings = &mut document.game.position.as_mut().unwrap().holdings;
    (holdings[0].armies, holdings[1].armies) = (Field::Known(i32::MIN), Field::Known(1_234_567));
    holdings[2].owner = Field::Known(Some(Seat::new("nobody's")));
    let picture = open_plain(&document).picture(0);
    assert_eq!([texts(&picture, "armies.1"), texts(&picture, "armies.2")], ["6 -2G", "6 1M"]);
    assert!(title(&picture, "armies.2").ends_with("1234567 armies"));
    assert_eq!(texts(&picture, "player.6"), "player nobody's n…");
}
