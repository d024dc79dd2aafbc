use std::collections::HashSet;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use serde_json::{Value, json};

use super::graph::Graph;
use super::map::Map;
use super::open;
use crate::conversion::{self, ReadOptions};
use crate::formats::json as documents;
use crate::model::{Document, System};
use crate::systems::diplomacy::boards::standard;
use crate::text::tries::stride;
use crate::view::ViewOptions;
use crate::view::picture::{
    Album, EventKind, Level, MomentName, NoPicture, Paint, Part, Picture, Point, Shape, SvgOptions, missing_glyphs,
    write_svg,
};

fn game(value: Value) -> Document {
    documents::read(&json!({"ludex": 1, "game": value}).to_string()).unwrap()
}

fn album(document: &Document) -> Box<dyn Album + '_> {
    open(document, &ViewOptions::default()).unwrap()
}

/// Reads the files of a folder that are games of Diplomacy; returns none if there is no such folder.
fn files(folder: &Path) -> Vec<(String, Document)> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        let document = conversion::read(&name, &std::fs::read(&path).ok()?, &ReadOptions::default()).document?;
        (document.game.system == System::Diplomacy).then_some((name, document))
    };
    paths.into_iter().filter_map(read).collect()
}

fn real() -> Vec<(String, Document)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = std::env::var_os("LUDEX_CORPUS").map_or_else(|| root.join("../shared/corpus"), PathBuf::from);
    if !corpus.is_dir() {
        eprintln!("notice: no corpus at {} (LUDEX_CORPUS); its boards are skipped", corpus.display());
    }
    let fixtures = ["njudge-map", "njudge-seed", "diplomacy-game", "diplomacy-orders", "njudge-orders"];
    let folders = fixtures.map(|name| root.join("fixtures").join(name).join("good"));
    let folders = folders.into_iter().chain([corpus.join("njudge"), corpus.join("diplomacy")]);
    folders.flat_map(|folder| files(&folder)).collect()
}

/// Asserts that the keys of a picture's parts are unique, that its labels do not overlap, and that its numbers are
/// finite.
fn assert_sound(name: &str, picture: &Picture) {
    let keys: HashSet<&str> = picture.parts.iter().map(|part| part.key.as_str()).collect();
    assert_eq!(keys.len(), picture.parts.len(), "{name}");
    let labels: Vec<_> =
        picture.parts.iter().filter(|part| part.level == Level::Names || part.level == Level::Legend).collect();
    let labels: Vec<_> = labels.into_iter().flat_map(|part| part.shapes.iter().flat_map(Shape::labels)).collect();
    for (i, (text, one)) in labels.iter().enumerate() {
        for (other, two) in &labels[..i] {
            let overlap = one.overlap(two);
            assert!(overlap <= 0.1, "{name}: {text} and {other} overlap by {overlap}");
        }
    }
    let svg = write_svg(picture, &SvgOptions::default());
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");
}

/// Asserts that each adjacency is drawn as a border or as a line, that no other provinces have a border, and that each
/// province has cells.
fn assert_drawn(name: &str, graph: &Graph<'_>) {
    let map = Map::of(graph);
    let links: HashSet<(usize, usize)> = map.links.iter().copied().collect();
    let shared: HashSet<(usize, usize)> =
        map.regions.borders.iter().filter_map(|border| Some((border.region, border.other?))).collect();
    let id = |number: usize| graph.provinces.get(number).map_or("nobody", |province| province.id);
    for pair in graph.pairs() {
        assert!(shared.contains(&pair) != links.contains(&pair), "{name}: {} and {}", id(pair.0), id(pair.1));
    }
    let count = graph.provinces.len();
    for (one, other) in shared {
        let is_open = other < count && !graph.is_closed(one) && !graph.is_closed(other);
        assert!(!is_open || graph.touch(one, other), "{name}: {} and {} do not touch", id(one), id(other));
    }
    assert!((0..count).all(|number| map.regions.regions[number].cells > 0), "{name}");
}

#[test]
fn every_board_and_position_there_is_is_drawn() {
    let real = real();
    assert!(real.len() > 80, "{}", real.len());
    let real: Vec<_> = real.into_iter().step_by(stride(3)).collect();
    let mut drawn = 0;
    let mut boards: Vec<&crate::model::Board> = Vec::new();
    for (name, document) in &real {
        let album = match open(document, &ViewOptions::default()) {
            Ok(album) => album,
            Err(NoPicture::Nothing(_)) => continue,
            Err(error) => panic!("{name}: {error}"),
        };
        drawn += 1;
        let last = album.moments().len() - 1;
        for index in [0, last] {
            assert_sound(name, &album.picture(index));
        }
        if let Some(board) = document.game.board.as_ref().filter(|board| !board.territories.is_empty())
            && !boards.contains(&board)
        {
            boards.push(board);
            assert_drawn(name, &Graph::of(Some(board), std::iter::empty()));
        }
    }
    assert!(drawn * 10 > real.len() * 8, "{drawn} of {}", real.len());
}

fn year() -> Document {
    let position = json!({
        "holdings": [{"territory": "par", "owner": "F"}, {"territory": "ber", "owner": "G"}, {"territory": "mun", "owner": "G"}],
        "pieces": [
            {"player": "F", "kind": "army", "territory": "bur"},
            {"player": "F", "kind": "fleet", "territory": "spa/sc"},
            {"player": "G", "kind": "army", "territory": "mun", "status": "dislodged", "retreats": ["tyr"]},
        ],
    });
    let mut next = position.clone();
    next["holdings"][2]["owner"] = json!("F");
    next["pieces"][0]["territory"] = json!("mun");
    game(json!({
        "system": "diplomacy", "title": "Test", "board": {"builtin": "standard"},
        "players": [{"seat": "F", "name": "France"}, {"seat": "G", "name": "Germany"}],
        "turns": [
            {"when": {"season": "spring", "year": 1905, "phase": "movement"}, "position": position, "actions": [
                {"type": "move", "piece": "army", "from": "bur", "to": "mun", "player": "F", "results": []},
                {"type": "hold", "piece": "fleet", "at": "spa/sc", "player": "F", "results": []},
                {"type": "support", "piece": "army", "at": "mun", "supported": {"from": "bur"}, "player": "G", "results": ["cut"]},
            ]},
            {"when": {"season": "fall", "year": 1905, "phase": "movement"}, "position": next, "actions": []},
        ],
    }))
}

fn part<'p>(picture: &'p Picture, key: &str) -> &'p Part {
    picture.parts.iter().find(|part| part.key == key).unwrap_or_else(|| panic!("{key}"))
}

#[test]
fn a_saved_game_has_a_picture_of_each_phase_with_its_orders() {
    let document = year();
    let album = album(&document);
    let names: Vec<&str> = album.moments().iter().map(|moment| moment.name.as_str()).collect();
    assert_eq!(names, ["S1905M", "F1905M"]);
    assert_eq!(MomentName::Named("s1905m".into()).find(album.moments()), Some(0));
    let (spring, fall) = (album.picture(0), album.picture(1));
    assert_eq!(spring.title, "Test: Spring 1905, movement");
    assert!(spring.description.contains("France: 1 centre; army Burgundy, fleet Spain/sc."), "{}", spring.description);
    for key in ["order.1", "order.2", "order.3", "unit.bur", "unit.spa", "dislodged.mun"] {
        part(&spring, key);
    }
    // Parts that did not change are identical, and those that did keep their keys.
    assert_eq!(part(&spring, "province.par"), part(&fall, "province.par"));
    assert_ne!(part(&spring, "province.mun"), part(&fall, "province.mun"));
    assert!(fall.parts.iter().all(|part| part.level != Level::Orders));
    // A support that was cut is dashed and crossed.
    let svg = |key: &str| {
        let parts = vec![part(&spring, key).clone()];
        write_svg(&Picture { parts, ..spring.clone() }, &SvgOptions::default())
    };
    assert!(svg("order.3").contains("stroke-dasharray") && svg("order.3").contains("failed"));
    assert!(!svg("order.1").contains("stroke-dasharray") && !svg("order.1").contains("failed"));
}

#[test]
fn what_happened_is_told_and_counted() {
    let document = year();
    let album = album(&document);
    let events = album.events(0);
    let told: Vec<(&str, EventKind)> = events.iter().map(|event| (event.text.as_str(), event.kind)).collect();
    assert_eq!(
        told,
        [
            ("France: army Burgundy to Munich", EventKind::Done),
            ("France: fleet Spain/sc holds", EventKind::Done),
            ("Germany: army Munich supports Burgundy in its place (cut)", EventKind::Failed),
            ("France takes Munich from Germany", EventKind::Result),
        ]
    );
    let series = album.series(0);
    assert_eq!(series.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["Supply centres", "Units"]);
    assert_eq!(series[0].players[0], ("France".to_owned(), Paint::Player(0), vec![Some(1), Some(2)]));
    assert_eq!(series[1].players[1], ("Germany".to_owned(), Paint::Player(1), vec![Some(1), Some(1)]));
}

#[test]
fn arrows_leave_names_and_fleets_free_and_show_what_is_supported() {
    let document = game(json!({
        "system": "diplomacy", "board": {"builtin": "standard"}, "players": [{"seat": "T"}],
        "turns": [{"actions": [
            {"type": "move", "piece": "army", "from": "con", "to": "bul", "player": "T", "results": []},
            {"type": "convoy", "piece": "fleet", "at": "aeg", "convoyed": {"from": "con", "to": "bul"}, "player": "T", "results": []},
            {"type": "support", "piece": "army", "at": "smy", "supported": {"from": "ank", "to": "arm"}, "player": "T", "results": []},
        ]}],
    }));
    let album = album(&document);
    let picture = album.picture(0);
    let svg = |key: &str| {
        let parts = vec![part(&picture, key).clone()];
        write_svg(&Picture { parts, ..picture.clone() }, &SvgOptions::default())
    };
    // The line of the army goes by the ring of the fleet, and through neither the fleet nor a name.
    let lines = svg("order.1");
    let Some(Shape::Group { shapes, .. }) = part(&picture, "order.1").shapes.first() else { panic!("{lines}") };
    let Some(Shape::Path { data, .. }) = shapes.first() else { panic!("{lines}") };
    let points: Vec<Point> = data.points().collect();
    let graph = Graph::of(Some(standard().board()), std::iter::empty());
    let map = Map::of(&graph);
    let spots = super::base::spots(&graph, &map);
    let fleet = spots[graph.number("aeg").unwrap()].unit;
    let near = points.iter().map(|point| point.distance(fleet)).fold(f64::INFINITY, f64::min);
    assert!((15.0..23.0).contains(&near), "{near}");
    for id in ["con", "bul"] {
        let number = graph.number(id).unwrap();
        let name = spots[number].name(&graph.provinces[number]).unwrap();
        assert!(points.iter().all(|point| !name.contains(*point)), "{id}: {points:?}");
    }
    // Nobody ordered the supported move: it is drawn in grey.
    assert!(svg("order.3").contains("class=\"fn sm\"") && !lines.contains("class=\"fn sm\""));
}

#[test]
fn names_of_a_file_are_text_that_the_font_has() {
    let hostile = "<script>alert(1)</script>";
    let document = game(json!({
        "system": "diplomacy", "title": hostile,
        "board": {"territories": [
            {"id": "a", "name": hostile, "kind": "land"}, {"id": "a", "name": "again"}, {"id": "b", "name": "N".repeat(300)},
        ], "adjacencies": [{"from": "a", "move": "mv", "to": ["a", "b", "zzz"]}, {"from": "b", "move": "mv", "to": ["a"]}]},
        "position": {"holdings": [], "pieces": [
            {"player": "\u{1}", "kind": "army", "territory": "a"}, {"kind": "", "territory": "nowhere"},
        ]},
    }));
    let picture = album(&document).picture(7);
    assert_sound("hostile", &picture);
    let svg = write_svg(&picture, &SvgOptions::default());
    assert!(!svg.contains("<script"));
    let texts = picture.parts.iter().flat_map(|part| part.shapes.iter().flat_map(Shape::labels));
    texts.for_each(|(text, _)| assert_eq!(missing_glyphs(text), [], "{text}"));
}

#[test]
fn boards_without_moves_and_of_too_many_provinces() {
    let territories =
        |count: usize| (0..count).map(|i| json!({"id": format!("p{i}"), "kind": "land"})).collect::<Vec<_>>();
    let board = |count: usize| game(json!({"system": "diplomacy", "board": {"territories": territories(count)}}));
    let alone = board(2_000);
    assert_sound("alone", &album(&board(40)).picture(0));
    assert_eq!(album(&alone).picture(0).parts.iter().filter(|part| part.level == Level::Places).count(), 2_000);
    let message = open(&board(2_001), &ViewOptions::default()).err().unwrap().to_string();
    assert!(message.contains("2001 provinces"), "{message}");
    assert!(open(&game(json!({"system": "diplomacy"})), &ViewOptions::default()).is_err());
}

#[test]
fn a_ring_and_everything_beside_everything_are_drawn() {
    let count = 60;
    let territories: Vec<_> = (0..count).map(|i| json!({"id": format!("p{i}"), "kind": "land"})).collect();
    let lines = |targets: &dyn Fn(usize) -> Vec<usize>| -> Vec<Value> {
        let of = |i: usize| targets(i).into_iter().map(|to| format!("p{to}")).collect::<Vec<_>>();
        (0..count).map(|i| json!({"from": format!("p{i}"), "move": "mv", "to": of(i)})).collect()
    };
    for lines in [lines(&|i| vec![(i + 1) % count]), lines(&|_| (0..count).collect())] {
        let document =
            game(json!({"system": "diplomacy", "board": {"territories": territories, "adjacencies": lines}}));
        assert_sound("made", &album(&document).picture(0));
        assert_drawn("made", &Graph::of(document.game.board.as_ref(), std::iter::empty()));
    }
}

#[test]
fn the_standard_board_is_drawn_as_europe() {
    let graph = Graph::of(Some(standard().board()), std::iter::empty());
    let map = Map::of(&graph);
    assert!(map.is_sea_around && map.links.is_empty());
    assert_drawn("standard", &graph);
    // Fleets on the coasts of Spain stand apart.
    let spain = graph.number("spa").unwrap();
    let coast = |name: &str| map.beside(spain, &graph.shore(&graph.provinces[spain], name)).unwrap();
    assert!(coast("nc").distance(coast("sc")) > 20.0);
    assert_eq!(map.regions.at(coast("nc")), Some(spain));
}

fn place() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (0..9_usize).prop_map(|i| format!("p{i}")),
        1 => (0..9_usize).prop_map(|i| format!("p{i}/nc")),
        1 => "\\PC{0,3}",
    ]
}

fn action() -> impl Strategy<Value = Value> {
    let results = prop_oneof![Just(json!([])), Just(json!(["bounce"]))];
    (0..8_usize, place(), place(), place(), results).prop_map(|(kind, a, b, c, results)| {
        let mut action = match kind {
            0 => json!({"type": "move", "piece": "army", "from": a, "to": b, "via": [c]}),
            1 => json!({"type": "move", "from": a, "to": b}),
            2 => json!({"type": "support", "at": a, "supported": {"from": b, "to": c}}),
            3 => json!({"type": "support", "at": a, "supported": {"from": b}}),
            4 => json!({"type": "convoy", "at": a, "convoyed": {"from": b, "to": c}}),
            5 => json!({"type": "retreat", "from": a, "to": b}),
            6 => json!({"type": "build", "piece": "fleet", "at": a}),
            _ => json!({"type": "remove", "at": a}),
        };
        action["results"] = results;
        action
    })
}

#[test]
fn a_province_that_others_leave_no_cell_is_drawn() {
    let kind = |number: usize| if [0, 6].contains(&number) { "water" } else { "land" };
    let territories: Vec<Value> = (0..9).map(|i| json!({"id": format!("p{i}"), "kind": kind(i)})).collect();
    let armies = [(0, 1), (7, 1), (5, 7), (2, 8), (5, 8), (1, 6), (8, 7), (0, 5), (7, 2), (2, 0)];
    let coasts = [(7, 0), (1, 5)];
    let line =
        |(a, b): (usize, usize), kind: &str| json!({"from": format!("p{a}"), "move": kind, "to": [format!("p{b}")]});
    let mut adjacencies = Vec::from(armies.map(|pair| line(pair, "mv")));
    adjacencies.extend(coasts.map(|pair| line(pair, "nc")));
    let document =
        game(json!({"system": "diplomacy", "board": {"territories": territories, "adjacencies": adjacencies}}));
    assert_drawn("crowded", &Graph::of(document.game.board.as_ref(), std::iter::empty()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_games_are_drawn_the_same_on_every_run(
        kinds in prop::collection::vec(any::<bool>(), 9),
        moves in prop::collection::vec((0..9_usize, 0..9_usize, any::<bool>()), 0..24),
        pieces in prop::collection::vec((place(), any::<bool>(), any::<bool>()), 0..9),
        actions in prop::collection::vec(action(), 0..9),
    ) {
        let kind = |sea: &bool| if *sea { "water" } else { "land" };
        let territories = kinds.iter().enumerate().map(|(i, sea)| json!({"id": format!("p{i}"), "kind": kind(sea), "centre": i % 2 == 0}));
        let lines = moves.iter().map(|(a, b, coast)| {
            json!({"from": format!("p{a}"), "move": if *coast { "nc" } else { "mv" }, "to": [format!("p{b}")]})
        });
        let pieces = pieces.iter().map(|(place, is_fleet, is_out)| {
            let status = if *is_out { "dislodged" } else { "maintained" };
            json!({"player": "A", "kind": if *is_fleet { "fleet" } else { "army" }, "territory": place, "status": status})
        });
        let document = game(json!({
            "system": "diplomacy",
            "board": {"territories": territories.collect::<Vec<_>>(), "adjacencies": lines.collect::<Vec<_>>()},
            "turns": [{"position": {"holdings": [], "pieces": pieces.collect::<Vec<_>>()}, "actions": actions}],
        }));
        let picture = album(&document).picture(0);
        assert_sound("random", &picture);
        prop_assert_eq!(&album(&document).picture(0), &picture);
        assert_drawn("random", &Graph::of(document.game.board.as_ref(), std::iter::empty()));
    }
}
