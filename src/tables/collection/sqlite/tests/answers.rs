//! The answers of views about games whose answers are known.

use serde_json::json;

use super::*;

fn of(folders: &[&str]) -> Temporary {
    let temporary = Temporary::new();
    temporary.add(folders.iter().flat_map(|folder| files(folder)).map(|file| file.entry()));
    temporary
}

#[test]
fn standings_of_global_war() {
    let wars = of(&["war-dat/good"]);
    let standings = |columns: &str, file: &str| {
        wars.texts(&format!("SELECT {columns} FROM global_war_standings WHERE file = '{file}' ORDER BY place, seat"))
    };
    // The player who holds all countries must hold each continent, whose number of countries is part of the view.
    assert_eq!(
        standings("place, seat, name, won, countries, armies, continents", "finished.DAT"),
        [
            "1|3|UNCLE FERRIS|1|42|282|Africa, Asia, Australia, Europe, North America, South America",
            "2|1|HORACE BLEWITT|0|0|0|-",
            "2|2|NADIA STORK|0|0|0|-",
            "2|4|CLEM ARBUTHNOT|0|0|0|-",
        ]
    );
    assert_eq!(
        standings("place, seat, won, countries, continents", "team-finished.DAT")[..3],
        ["1|1|1|25|Africa, Asia, Australia", "2|4|1|17|North America, South America", "3|2|0|0|-"]
    );
    let sizes = wars.texts(
        "SELECT DISTINCT continent, count(*) FROM holdings WHERE turn IS NULL AND continent IS NOT NULL
         GROUP BY game_id, continent HAVING (SELECT count(*) FROM holdings h WHERE h.game_id = holdings.game_id) = 42",
    );
    assert_eq!(sizes, ["Africa|6", "Asia|12", "Australia|4", "Europe|7", "North America|9", "South America|4"]);
    assert_eq!(wars.texts("SELECT count(*) FROM global_war_standings WHERE state = 'signup'"), ["0"]);
}

#[test]
fn powers_of_diplomacy_by_phase() {
    let games = of(&["diplomacy-game/good", "njudge-archive"]);
    let powers = |phase: &str| {
        games.texts(&format!(
            "SELECT power, units, dislodged, centres FROM diplomacy_powers
             WHERE file = 'game.retreats.json' AND year || season || phase = '{phase}' AND power IN ('A', 'R', 'T') ORDER BY power"
        ))
    };
    assert_eq!(powers("1901springmovement"), ["A|3|0|3", "R|4|0|4", "T|3|0|3"]);
    assert_eq!(powers("1901fallretreat"), ["A|3|1|3", "R|4|0|4", "T|3|0|3"]);
    assert_eq!(powers("1901winteradjustment"), ["A|3|0|5", "R|4|0|5", "T|3|0|4"]);
    assert_eq!(powers("1902springmovement"), ["A|4|0|5", "R|5|0|5", "T|3|0|4"]);
    // If the position does not say who owns which centre, the number of centres is unknown, not 0.
    let unsaid = games.texts("SELECT count(*) FROM diplomacy_powers WHERE centres IS NULL AND units > 0");
    assert_ne!(unsaid, ["0"]);
}

#[test]
fn openings_of_homeworlds_by_server() {
    let games = of(&["homeworlds-sdg/good", "homeworlds-bga/good"]);
    let sdg = "SELECT opening, games, won, lost, undecided, placed_first, won_placed_first FROM homeworlds_openings
         WHERE server = 'SuperDuperGames' AND games > 1 ORDER BY games DESC";
    assert_eq!(games.texts(sdg), ["g3+y1 b3|8|3|3|2|8|3", "b1+y2 g3|7|3|2|2|0|0", "b2+r1 g3|2|1|1|0|1|1"]);
    let setups = "SELECT placed, seat, name, opening, result FROM homeworlds_setups WHERE file = ";
    assert_eq!(
        games.texts(&format!("{setups} 'four.raw'")),
        ["1|N|Cara|b3+g1 y3|won", "2|E|Dora|b2+y1 g3|lost", "3|S|Anton|g2+y3 b3|lost", "4|W|Bea|b2+r1 g3|lost"]
    );
    // A missing star sorts last; a draw is not a win.
    assert_eq!(games.texts(&format!("{setups} 'crlf.raw'"))[1], "2|S|Ito|b1+- g3|lost");
    let draw = "SELECT DISTINCT server, result FROM homeworlds_setups WHERE file = 'draws.bga'";
    assert_eq!(games.texts(draw), ["Board Game Arena|no winner"]);
}

#[test]
fn who_beat_whom() {
    let temporary = Temporary::new();
    let game = |number: u8, game: Json| {
        let document = Document::read_of(System::GlobalWar, json!({"ludex": 1, "game": game})).unwrap();
        entry(&number.to_string(), &[number], &document)
    };
    let players = json!([{"seat": "1", "name": "ANN"}, {"seat": "2", "name": "BOB"}, {"seat": "3", "name": null}]);
    let actions = json!([
        {"type": "conquer", "at": "Peru", "armies": 3},
        {"type": "eliminate", "player": "2"},
        {"type": "eliminate", "player": "1"},
    ]);
    temporary.add([
        game(1, json!({"system": "global-war", "players": players, "turns": [{"player": "1", "actions": actions}]})),
        game(2, json!({"system": "global-war", "players": players, "result": {"winners": ["2"], "stated": false}})),
        game(3, json!({"system": "global-war", "players": players, "result": {"winners": [], "stated": true}})),
    ]);
    assert_eq!(
        temporary
            .texts("SELECT game_id, how, turn, winner, winner_name, loser, loser_name FROM defeats ORDER BY game_id"),
        ["1|eliminated|1|1|ANN|2|BOB", "2|won|-|2|BOB|1|ANN"]
    );
    assert_eq!(
        temporary.texts("SELECT winner, loser, won, eliminated FROM who_beat_whom ORDER BY winner"),
        ["ANN|BOB|0|1", "BOB|ANN|1|0"]
    );
    assert_eq!(temporary.texts("SELECT name, games, won, known FROM people ORDER BY name"), ["ANN|3|0|1", "BOB|3|1|1"]);
    assert_eq!(
        temporary.texts("SELECT turns, players, winners FROM game_list"),
        [r#"1|["ANN","BOB"]|-"#, r#"0|["ANN","BOB"]|["BOB"]"#, r#"0|["ANN","BOB"]|-"#]
    );
    assert_eq!(temporary.texts("SELECT games FROM variant_list"), ["3"]);
}

#[test]
fn what_was_not_understood_and_what_became_of_files() {
    let temporary = of(&["war-dat/good"]);
    let mut database = temporary.open().unwrap();
    let facts =
        InputFacts { place: "NOTES.TXT".into(), size: Some(7), outcome: "not ours".into(), ..InputFacts::default() };
    let facts = InputFacts { looks_like: Some("text".into()), name: "NOTES.TXT".into(), ..facts };
    let damaged = InputFacts {
        place: "a".into(),
        name: "a".into(),
        format: Some("war-dat"),
        outcome: "damaged".into(),
        ..InputFacts::default()
    };
    let error = Diagnostic::error(&codes::EMPTY_FILE, "the file is empty");
    database.add(Entry::of_unread(facts, Vec::new(), None)).unwrap();
    database.add(Entry::of_unread(damaged, vec![error], None)).unwrap();
    Box::new(database).finish().unwrap();
    temporary.is_sound();
    let values = "SELECT place, number, files FROM not_understood WHERE format = 'war-dat' AND code IS NULL ORDER BY 1";
    assert_eq!(
        temporary.texts(values),
        [
            "global_war_games.event|1|1",
            "holdings.armies|1|1",
            "holdings.owner|2|1",
            "players.last_moved|1|1",
            "players.vote|2|1"
        ]
    );
    let messages = "SELECT severity, number, files, example FROM not_understood WHERE format = 'war-dat' AND code = ";
    assert_eq!(temporary.texts(&format!("{messages} 'IO003'")), ["error|1|1|the file is empty"]);
    assert_eq!(temporary.texts(&format!("{messages} 'GW009'"))[0].split('|').next(), Some("warning"));
    assert_eq!(
        temporary
            .texts("SELECT outcome, format, looks_like, files, size, games FROM outcomes WHERE outcome <> 'converted'"),
        ["damaged|war-dat|-|1|-|0", "not ours|-|text|1|7|0"]
    );
}
