//! Round trips: documents that are written and read again stay the same.

use serde_json::Value as Json;

use super::*;
use crate::model::{
    Adjacency, Board, Commendations, Details, Element, Field, GameResult, Player, PlayerKind, Position, Seat, Source,
    System, TerritoryRef, Unknown,
};
use crate::systems::diplomacy::model::{DiplomacyDetails, HongKong};
use crate::systems::global_war::model::{GlobalWarDetails, Interruption, InterruptionState};
use crate::text::{Diagnostic, Encoding, Report, Severity, codes};

#[test]
fn a_game_comes_back() {
    let folder = comes_back(&war("WAR04.REC", &recovery()));
    assert_eq!(folder["originals/WAR04.REC"], &*Encoding::CP437.encode(&recovery()).unwrap());
    assert!(text(&folder, "unknowns.csv").contains("players,2,vote,?"));
}

#[test]
fn a_file_that_is_cut_off_anywhere_comes_back() {
    let whole = recovery();
    for (end, _) in whole.char_indices().skip(90) {
        comes_back(&war("WAR04.REC", &whole[..end]));
    }
    for lines in 8..whole.lines().count() {
        let text: String = whole.split_inclusive("\r\n").take(lines).collect();
        comes_back(&war("WAR04.REC", &text));
    }
}

#[test]
fn every_fixture_comes_back() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/");
    let folders =
        ["war-dat/good", "war-dat/bad", "war-rec/good", "war-rec/bad"].map(|folder| format!("{root}{folder}"));
    let files = folders.iter().flat_map(walkdir::WalkDir::new).filter_map(Result::ok);
    for file in files.filter(|file| file.file_type().is_file()) {
        let name = file.file_name().to_string_lossy().into_owned();
        let bytes = std::fs::read(file.path()).unwrap();
        let Ok(text) = Encoding::CP437.decode(&bytes) else { continue };
        let id = if name.ends_with(".REC") { "war-rec" } else { "war-dat" };
        let format = crate::formats::format(id).unwrap().text().unwrap();
        if format.read(&text, &mut Report::salvaging()).is_some() {
            comes_back(&war(&name, &text));
        }
    }
}

#[test]
fn odd_texts_come_back() {
    let texts = [
        "", "\\", "\\\\x", "\"", "a,b", "a\r\nb", "\r", "\n", "\0", " x ", "\u{feff}", "true", "7", "ä日", "'", "'7",
        "=1", "007",
    ];
    let mut document = small();
    document.game.title = Some(String::new());
    document.game.variant = Some("\\".into());
    for (name, number) in texts.iter().zip(10..) {
        let seat = Seat::new(&format!("{number}{name}"));
        document.game.players.push(Player { name: Field::Known(Some((*name).into())), ..Player::at(seat) });
        document.game.players.push(Player { name: Field::unknown(*name), ..Player::at(Seat::new(name)) });
    }
    let more_lines: Vec<String> = texts.iter().map(|&text| text.into()).collect();
    let team_passwords = Some(vec!["\\".into(), String::new()]);
    let details = GlobalWarDetails { more_lines, team_passwords, ..Default::default() };
    document.game.details = Details::GlobalWar(Box::new(details));
    comes_back(&document);
    comes_back_guarded(&document);
}

#[test]
fn absent_null_and_empty_parts_are_told_apart() {
    let mut document = small();
    let commendations =
        [None, Some(Commendations::default()), Some(Commendations { king: 3.into(), ..Default::default() })];
    let names = [Field::Absent, Field::Known(None), Field::Known(Some(String::new())), Field::unknown("")];
    document.game.players.clear();
    for (name, seat) in names.iter().zip(1..) {
        for (commendations, part) in commendations.iter().zip(["a", "b", "c"]) {
            let mut player = Player::at(Seat::new(&format!("{seat}{part}")));
            (player.name, player.commendations) = (name.clone(), commendations.clone());
            player.kind = (seat == 1).then_some(PlayerKind::Neutral);
            document.game.players.push(player);
        }
    }
    comes_back(&document);

    for passwords in [None, Some(vec![]), Some(vec![String::new()])] {
        for interruption in [None, Some(Interruption::default())] {
            for (board, position) in [(None, None), (Some(Board::default()), Some(Position::default()))] {
                let team_passwords = passwords.clone();
                let interruption = interruption.clone();
                let mut document = game_of(GlobalWarDetails { team_passwords, interruption, ..Default::default() });
                (document.game.board, document.game.position) = (board, position);
                comes_back(&document);
            }
        }
    }
}

#[test]
fn every_column_of_the_details_comes_back() {
    let details = GlobalWarDetails {
        event: Some(Unknown { unknown: "37".into() }),
        hidden_names: Some(true),
        flag_1000: true,
        players_min: Some(3),
        players_max: Some(255),
        event_day: Field::unknown("never"),
        commendation_sets: Field::Known(i32::MIN),
        fortifications: Field::unknown("-"),
        ..Default::default()
    };
    let mut document = game_of(details);
    document.redacted = true;
    document.game.result = Some(GameResult {
        winners: vec!["3".into(), "a b".into(), "".into(), "\\".into()],
        reason: Some("all".into()),
        stated: true,
    });
    comes_back(&document);
    document.game.result = Some(GameResult { winners: vec![], reason: None, stated: false });
    comes_back(&document);
}

#[test]
fn machiavelli_holdings_come_back() {
    let mut document = small();
    let holding = document.game.position.as_mut().unwrap().holdings.get_mut(1).unwrap();
    holding.city_owner = Field::Known(None);
    holding.home = Field::Known(Some("1".into()));
    holding.flags = Field::unknown("x");
    holding.held = Field::Known(false);
    holding.new_owner = Field::unknown("\r\n");
    holding.new_city_owner = Field::Known(Some("9".into()));
    document.game.system = System::Diplomacy;
    document.game.details = Details::Diplomacy(Box::default());
    let folder = comes_back(&document);
    // There is no player in seat 9.
    assert!(!text(&folder, "datapackage.json").contains(r#""fields":"new_city_owner""#));
}

#[test]
fn several_sources_and_redacted_ones_come_back() {
    let mut document = war("WAR04.REC", &recovery());
    let mut source = document.sources[0].clone();
    source.name = "../war04.rec".into();
    document.sources.push(source.clone());
    source.name = "WAR04.REC".into();
    source.text = Some("J\u{f6}rg \u{2500}\u{feff}".into());
    source.encoding = "utf-8".into();
    source.sha256 = Some(Source::sha256_of(&original(&source).unwrap()));
    document.sources.push(source.clone());
    document.sources.push(Source {
        path: Some("a b/WAR04.REC".into()),
        containers: vec!["a b/GAMES.ZIP".into(), r"\".into()],
        modified: Some("1989-07-30T14:29:36".parse().unwrap()),
        line: Some(2),
        lines: Some(u64::MAX),
        text: None,
        sha256: None,
        bytes: u64::MAX,
        ..source
    });
    let mut binary = Source { encoding: "binary".into(), name: "TOY.DAT".into(), ..document.sources[0].clone() };
    binary.set_original("\0\u{1a}\r\n\u{ef}\u{bb}\u{bf}\u{ff}".into());
    binary.sha256 = Some(Source::sha256_of(&original(&binary).unwrap()));
    assert!(binary.text.is_none() && binary.base64.is_some());
    document.sources.push(binary);
    let folder = comes_back(&document);
    assert_eq!(folder["originals/TOY.DAT"], b"\0\x1a\r\n\xef\xbb\xbf\xff");
    let originals: Vec<&String> = folder.keys().filter(|path| path.starts_with("originals/")).collect();
    assert_eq!(
        originals,
        ["originals/2-WAR04.REC", "originals/TOY.DAT", "originals/WAR04.REC", "originals/_.._war04.rec"]
    );
    document.sources.iter_mut().for_each(|source| {
        source.drop_original();
        source.sha256 = None;
    });
    document.redacted = true;
    assert!(comes_back(&document).keys().all(|path| !path.starts_with("originals/")));
}

#[test]
fn stored_diagnostics_come_back() {
    let mut document = small();
    let mut d = Diagnostic::new(&codes::TWICE, Severity::Note, "a,\n\"b\"").on("").in_file("\\").help("h");
    (d.line, d.column, d.length) = (Some(usize::MAX), Some(1), Some(0));
    let mut binary = Diagnostic::warning(&codes::TWICE, "");
    (binary.offset, binary.length) = (Some(7), Some(2));
    document.diagnostics = vec![d, binary, Diagnostic::error(&codes::TWICE, "")];
    comes_back(&document);
}

#[test]
fn columns_and_tables_without_values_are_left_out() {
    let folder = folder(&small());
    assert_eq!(folder.keys().collect::<Vec<_>>(), ["datapackage.json", "games.csv", "holdings.csv", "players.csv"]);
    assert_eq!(text(&folder, "players.csv"), "seat,name\n1,ANN\n2,\n");
    let holdings =
        "territory,continent,owner,owner_name,armies\nPeru,South America,1,ANN,3\nBrazil,South America,,,-4\n";
    assert_eq!(text(&folder, "holdings.csv"), holdings);
    assert_eq!(text(&folder, "games.csv"), "ludex,system\n1,global-war\n");
}

#[test]
fn the_descriptor_states_keys_where_they_hold() {
    let mut document = small();
    let json: Json = serde_json::from_slice(&folder(&document)["datapackage.json"]).unwrap();
    assert_eq!(json["resources"][1]["schema"]["primaryKey"], serde_json::json!(["seat"]));
    assert_eq!(json["resources"][2]["schema"]["foreignKeys"][0]["reference"]["resource"], "players");
    document.game.players.remove(0);
    let json: Json = serde_json::from_slice(&folder(&document)["datapackage.json"]).unwrap();
    assert_eq!(json["resources"][2]["schema"].get("foreignKeys"), None);
}

#[test]
fn what_has_no_table_is_refused() {
    let mut document = small();
    let to = vec![Field::from(TerritoryRef::new("bur")), Field::Absent];
    let adjacency = Adjacency { from: "par".into(), movement: "mv".into(), to };
    document.game.board =
        Some(Board { adjacencies: vec![Element::unknown("?"), Element::Known(adjacency)], ..Board::default() });
    let Details::GlobalWar(details) = &mut document.game.details else { panic!() };
    details.team_passwords = Some(vec![String::new(); 4]);
    details.interruption =
        Some(Interruption { state: Some(Box::<InterruptionState>::default()), ..Default::default() });
    let source = Source {
        format: "war-dat".into(),
        name: "a".into(),
        path: None,
        containers: Vec::new(),
        modified: None,
        line: None,
        lines: None,
        encoding: "cp437".into(),
        bytes: 0,
        sha256: None,
        text: Some("Ł".into()),
        base64: None,
    };
    document.sources.push(source);
    let errors = refused(&document);
    assert!(errors.iter().all(|d| d.code == codes::LEFT_OUT.id && d.is_error()));
    let paths: Vec<&str> = errors.iter().filter_map(|d| d.path.as_deref()).collect();
    let parts = ["game.board.adjacencies[1].to[1]", "game.details.team_passwords[3]", "sources[0].text"];
    assert_eq!(paths, parts);
    document = small();
    document.game.system = System::Power;
    assert_eq!(refused(&document)[0].path.as_deref(), Some("game.details"));
    document.game.system = System::Diplomacy;
    document.game.details = Details::Diplomacy(Box::new(DiplomacyDetails {
        centre_order: Some(vec![vec![], vec![Field::Absent]]),
        hong_kong: Some(vec![Element::Known(HongKong { player: "C".into(), territories: vec![Field::Absent] })]),
        ..Default::default()
    }));
    let errors = refused(&document);
    let paths: Vec<&str> = errors.iter().filter_map(|d| d.path.as_deref()).collect();
    assert_eq!(paths, ["game.details.centre_order[1][0]", "game.details.hong_kong[0].territories[0]"]);
    document.game.system = System::GlobalWar;
    assert_eq!(refused(&document)[0].path.as_deref(), Some("game.details"));
}
