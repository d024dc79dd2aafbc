//! Folders that people or spreadsheets edited.

use std::io;

use super::*;
use crate::model::{Field, Player, PlayerKind};
use crate::systems::global_war::model::{GlobalWarDetails, Interruption, InterruptionState};
use crate::text::codes;

#[test]
fn spreadsheets_may_add_a_byte_order_mark_and_crlf_and_sort_columns() {
    let document = small();
    let mut folder = folder(&document);
    let holdings = "\u{feff}armies,territory,continent,owner,owner_name\r\n3,Peru,South America,1,ANN\r\n\
                    -4,Brazil,South America,,\r\n\r\n";
    folder.insert("holdings.csv".into(), holdings.into());
    assert_eq!(read_folder(&folder).0, Some(document));
    let notes = ["it begins with a byte order mark", "its columns stand in another order"];
    assert_eq!(said(&folder).into_iter().map(|d| d.3).collect::<Vec<_>>(), notes);
}

#[test]
fn rows_may_come_in_another_order() {
    let mut document = small();
    let folder = edit(&folder(&document), "players.csv", "1,ANN\n2,\n", "2,\n1,ANN\n");
    document.game.players.reverse();
    assert_eq!(read_folder(&folder), (Some(document), vec![]));
}

#[test]
fn sorted_rows_that_do_not_fit_their_unknowns_are_refused() {
    let mut document = small();
    document.game.players[0].name = Field::unknown("?");
    document.game.players[1].name = Field::Known(Some("BOB".into()));
    let folder = folder(&document);
    assert_eq!(text(&folder, "unknowns.csv"), "in_table,in_row,in_column,text\nplayers,1,name,?\n");
    let sorted = edit(&folder, "players.csv", "1,\n2,BOB\n", "2,BOB\n1,\n");
    says(&sorted, &codes::BAD_CELL, "players.csv", Some(2), "row 1, column name: \"BOB\" is here");
    for (place, message) in [
        ("players,7,name", "players has no row 7 with a column name"),
        ("players,0,name", "players has no row 0 with a column name"),
        ("turns,1,name", "turns has no row 1 with a column name"),
        ("games,1,title", "games has no row 1 with a column title"),
        ("holdings,2,owner_name", "holdings has no row 2 with a column owner_name"),
    ] {
        let gone = edit(&folder, "unknowns.csv", "players,1,name", place);
        says(&gone, &codes::BAD_CELL, "unknowns.csv", None, message);
    }
    let twice = edit(&folder, "unknowns.csv", "players,1,name,?\n", "players,1,name,?\nplayers,1,name,x\n");
    says(&twice, &codes::TWICE, "unknowns.csv", None, "row 1, column name");
    let misplaced = edit(&folder, "unknowns.csv", "players,1,name,?", "players,1,name,?\ngames,1,position,x");
    says(&misplaced, &codes::BAD_CELL, "games.csv", Some(2), "column position");
}

#[test]
fn only_columns_that_can_hold_it_hold_text_that_was_not_understood() {
    let mut document = small();
    document.game.players[0].kind = Some(PlayerKind::Neutral);
    document.game.players[0].name = Field::unknown("?");
    let folder = edit(&folder(&document), "unknowns.csv", "?\n", "?\nplayers,2,kind,?\n");
    says(&folder, &codes::BAD_CELL, "players.csv", Some(3), "column kind: expected a value that is understood");
}

#[test]
fn bad_cells_are_named_with_their_line() {
    let mut document = small();
    document.game.title = Some("a\r\nb".into());
    document.redacted = true;
    let folder = folder(&document);
    let bad = edit(&folder, "holdings.csv", "-4", "many");
    says(
        &bad,
        &codes::BAD_CELL,
        "holdings.csv",
        Some(3),
        "row 2, column armies: expected a whole number, found \"many\"",
    );
    let bad = edit(&folder, "holdings.csv", "-4", "3000000000");
    says(&bad, &codes::BAD_CELL, "holdings.csv", Some(3), "expected a whole number from -2147483648 to 2147483647");
    let crlf = text(&bad, "holdings.csv").replace('\n', "\r\n");
    let bad = Folder::from_iter(bad.into_iter().chain([("holdings.csv".into(), crlf.into_bytes())]));
    says(&bad, &codes::BAD_CELL, "holdings.csv", Some(3), "row 2, column armies");
    let bad = edit(&folder, "games.csv", "global-war", "chess");
    says(&bad, &codes::BAD_CELL, "games.csv", Some(2), "expected one of global-war, diplomacy, homeworlds, power");
    let bad = edit(&folder, "players.csv", "1,ANN", ",ANN");
    says(&bad, &codes::BAD_CELL, "players.csv", Some(2), "expected a value, found an empty cell");
    let bad = edit(&folder, "games.csv", "true", "yes");
    says(&bad, &codes::BAD_CELL, "games.csv", Some(2), "expected true or false, found \"yes\"");
    let both = edit(&edit(&folder, "holdings.csv", "-4", "many"), "games.csv", "true", "yes");
    assert_eq!(said(&both).len(), 2, "all errors are said");
    let newer = edit(&folder, "games.csv", "\n1,", "\n2,");
    says(&newer, &codes::NEWER_VERSION, "games.csv", None, "version 2");
}

#[test]
fn values_of_another_system_are_refused() {
    let details = GlobalWarDetails { hidden_names: Some(true), ..Default::default() };
    let folder = edit(&folder(&game_of(details)), "games.csv", "global-war", "power");
    says(&folder, &codes::OTHER_SYSTEM, "global_war_games.csv", None, "this table is of Global War");
}

#[test]
fn the_row_of_an_interrupted_game_is_the_first() {
    let state = Some(Box::new(InterruptionState { players: vec![Player::at("1".into())], ..Default::default() }));
    let interruption = Some(Interruption { state, ..Default::default() });
    let folder = folder(&game_of(GlobalWarDetails { interruption, ..Default::default() }));
    let other = edit(&folder, "interrupted_games.csv", "number\n1\n", "number\n7\n");
    let message = "row 1, column number: expected 1, found \"7\"";
    says(&other, &codes::BAD_CELL, "interrupted_games.csv", Some(2), message);
    let two = edit(&folder, "interrupted_games.csv", "number\n1\n", "number\n1\n2\n");
    says(&two, &codes::BAD_TABLE, "interrupted_games.csv", None, "2 rows");
    let none = edit(&folder, "interrupted_games.csv", "number\n1\n", "number\n");
    says(&none, &codes::NO_SUCH_REFERENCE, "interrupted_players.csv", None, "interrupted_games has no row");
}

#[test]
fn passwords_have_no_gaps() {
    let team_passwords = Some(vec!["a".into(), "b".into()]);
    let folder = folder(&game_of(GlobalWarDetails { team_passwords, ..Default::default() }));
    let folder = edit(&folder, "global_war_games.csv", "a,b", ",b");
    says(
        &folder,
        &codes::BAD_CELL,
        "global_war_games.csv",
        Some(2),
        "column team_password_2: expected an empty cell, as the cell before it is empty (\\ is an empty text), found (hidden)",
    );
}

#[test]
fn a_document_is_one_game() {
    let folder = folder(&small());
    let two = edit(&folder, "games.csv", "1,global-war\n", "1,global-war\n1,power\n");
    says(&two, &codes::BAD_TABLE, "games.csv", None, "2 rows");
    let none = edit(&folder, "games.csv", "1,global-war\n", "");
    says(&none, &codes::BAD_TABLE, "games.csv", None, "0 rows");
}

#[test]
fn more_lines_are_in_the_order_of_their_numbers() {
    let more_lines = vec!["a".into(), "b".into()];
    let document = game_of(GlobalWarDetails { more_lines, ..Default::default() });
    let folder = folder(&document);
    let sorted = edit(&folder, "more_lines.csv", "1,a\n2,b\n", "2,b\n1,a\n");
    assert_eq!(read_folder(&sorted), (Some(document), vec![]));
    let twice = edit(&folder, "more_lines.csv", "2,b", "1,b");
    says(
        &twice,
        &codes::TWICE,
        "more_lines.csv",
        Some(3),
        "row 2, column number: expected a number that no other row has, found \"1\"",
    );
}

#[test]
fn missing_tables_and_columns_are_errors() {
    let folder = folder(&small());
    let mut gone = folder.clone();
    gone.remove("players.csv");
    gone.remove("holdings.csv");
    assert_eq!(said(&gone).iter().map(|d| d.0.as_str()).collect::<Vec<_>>(), [codes::TABLE_MISSING.id; 2]);
    let mut gone = folder.clone();
    gone.remove("datapackage.json");
    says(&gone, &codes::TABLE_MISSING, "datapackage.json", None, "no datapackage.json");
    let gone = edit(&folder, "players.csv", "name\n1,ANN\n2,\n", "nmae\n1,ANN\n2,\n");
    let emitted = said(&gone);
    assert_eq!(
        emitted.iter().map(|d| d.0.as_str()).collect::<Vec<_>>(),
        [codes::UNKNOWN_COLUMN.id, codes::COLUMN_MISSING.id]
    );
    assert_eq!(emitted[1].3, "the column \"name\" is missing");
    let unlisted = edit(&folder, "datapackage.json", "\"name\":\"games\"", "\"name\":\"plays\"");
    let codes: Vec<_> = self::said(&unlisted).into_iter().map(|d| d.0).collect();
    assert_eq!(codes, [codes::UNKNOWN_COLUMN.id, codes::TABLE_MISSING.id]);
}

#[test]
fn what_is_not_known_is_a_warning() {
    let folder = folder(&small());
    let more = edit(&folder, "players.csv", "seat,name\n1,ANN\n2,\n", "seat,name,note\n1,ANN,x\n2,,\n");
    says(&more, &codes::UNKNOWN_COLUMN, "players.csv", Some(1), "unknown column \"note\"");
    let table = edit(&folder, "datapackage.json", "\"resources\":[", "\"resources\":[{\"name\": \"mine\"},");
    says(&table, &codes::UNKNOWN_COLUMN, "datapackage.json", None, "unknown table \"mine\"");
    let mut unlisted = folder.clone();
    unlisted.insert("diagnostics.csv".into(), b"code".to_vec());
    says(&unlisted, &codes::UNKNOWN_COLUMN, "diagnostics.csv", None, "does not list it");
}

#[test]
fn a_derived_column_that_disagrees_is_a_warning() {
    let folder = folder(&small());
    let other = edit(&folder, "holdings.csv", "ANN", "BOB");
    let message = "row 1, column owner_name: \"BOB\" is here, and owner gives \"ANN\"";
    says(&other, &codes::DERIVED_DISAGREES, "holdings.csv", Some(2), message);
    assert_eq!(read_folder(&other).0, Some(small()));
}

#[test]
fn a_derived_column_that_still_says_what_the_original_said_contradicts_nothing() {
    let folder = folder(&war("WAR04.REC", &recovery()));
    let count = text(&folder, "holdings.csv").matches("J\u{f6}RG").count();
    assert!(count > 1);
    let renamed = edit(&folder, "players.csv", "J\u{f6}RG", "ANN");
    assert_eq!(said(&renamed), []);
    // Another owner, and rows that moved.
    let other = edit(&renamed, "holdings.csv", ",1,J\u{f6}RG", ",2,J\u{f6}RG");
    assert_eq!(said(&other), []);
    let rows: Vec<_> = text(&other, "holdings.csv").lines().skip(1).take(2).map(|row| format!("{row}\n")).collect();
    let moved = edit(&other, "holdings.csv", &rows.concat(), &format!("{}{}", rows[1], rows[0]));
    assert_eq!(said(&moved), []);
    // Without an original nothing is known about the derived cells, and a single warning says so.
    let mut lost = renamed.clone();
    lost.insert("sources.csv".into(), text(&folder, "sources.csv").replace("originals/WAR04.REC", "").into_bytes());
    let more = format!("and in {} more rows: \"J\u{f6}RG\" is here, and owner gives \"ANN\"", count - 1);
    says(&lost, &codes::DERIVED_DISAGREES, "holdings.csv", Some(3), &more);
    // A value that the original did not have was edited in the wrong place.
    let edited = edit(&renamed, "holdings.csv", "J\u{f6}RG", "EVE");
    says(&edited, &codes::DERIVED_DISAGREES, "holdings.csv", Some(3), "\"EVE\" is here, and owner gives \"ANN\"");
}

#[test]
fn malformed_tables_are_refused() {
    let folder = folder(&small());
    let bad = edit(&folder, "holdings.csv", "1,ANN,3", "1,ANN");
    says(&bad, &codes::BAD_TABLE, "holdings.csv", Some(2), "row 1 has 4 cells, and the first line 5");
    let open = edit(&folder, "players.csv", "1,ANN", "1,\"ANN");
    says(&open, &codes::BAD_TABLE, "players.csv", Some(2), "a quotation mark is not closed");
    let twice = edit(&folder, "players.csv", "seat,name", "seat,seat");
    assert!(said(&twice).iter().any(|d| d.0 == codes::BAD_TABLE.id && d.3.contains("two columns")));
    for (bytes, line, message) in [(b"seat,name\n1,A\xD6\n".to_vec(), 2, "not UTF-8"), (vec![], 1, "is empty")] {
        let mut folder = folder.clone();
        folder.insert("players.csv".into(), bytes);
        says(&folder, &codes::BAD_TABLE, "players.csv", Some(line), message);
    }
}

#[test]
fn descriptors_that_are_not_ours_are_refused() {
    let folder = folder(&small());
    for (json, code) in [
        ("{\"ludex\": 1,\n x}", &codes::NOT_JSON),
        ("", &codes::NOT_JSON),
        ("{\"name\": \"x\"}", &codes::NOT_OURS),
        ("[]", &codes::NOT_OURS),
        ("{\"ludex\": 2}", &codes::NEWER_VERSION),
        ("{\"ludex\": \"1\"}", &codes::NEWER_VERSION),
    ] {
        let mut folder = folder.clone();
        folder.insert("datapackage.json".into(), json.into());
        let emitted = said(&folder);
        assert_eq!(emitted.iter().map(|d| d.0.as_str()).collect::<Vec<_>>(), [code.id], "{json}");
    }
    let listed = edit(&folder, "datapackage.json", "\"path\":\"games.csv\"", "\"path\":[\"games.csv\"]");
    assert!(said(&listed).iter().any(|d| d.0 == codes::BAD_TABLE.id));
    let outside = edit(&folder, "datapackage.json", "\"path\":\"players.csv\"", "\"path\":\"../players.csv\"");
    says(&outside, &codes::TABLE_MISSING, "../players.csv", None, "not a file of this folder");
    let twice = edit(&folder, "datapackage.json", "\"resources\":[", "\"resources\":[{\"name\":\"games\"},");
    says(&twice, &codes::TWICE, "datapackage.json", None, "listed twice");
}

#[test]
fn originals_are_looked_after() {
    let folder = folder(&war("WAR04.REC", &recovery()));
    let mut gone = folder.clone();
    gone.remove("originals/WAR04.REC");
    says(&gone, &codes::TABLE_MISSING, "originals/WAR04.REC", None, "is not there");
    let mut changed = folder.clone();
    changed.get_mut("originals/WAR04.REC").unwrap().push(b'x');
    says(&changed, &codes::TEXT_CHANGED, "originals/WAR04.REC", None, "its SHA-256 differs");
    let wrong = edit(&folder, "sources.csv", "cp437", "utf-8");
    says(&wrong, &codes::WRONG_ENCODING, "originals/WAR04.REC", None, "is not utf-8");
    let unknown = edit(&folder, "sources.csv", "cp437", "klingon");
    says(&unknown, &codes::WRONG_ENCODING, "originals/WAR04.REC", None, "unknown encoding \"klingon\"");
    let outside = edit(&folder, "sources.csv", "originals/WAR04.REC", "/etc/passwd");
    says(&outside, &codes::TABLE_MISSING, "/etc/passwd", None, "not a file of this folder");
}

#[test]
fn a_file_that_cannot_be_read_is_said_to_be() {
    let folder = folder(&small());
    let files = |path: &str| match path {
        "games.csv" => Err(io::ErrorKind::PermissionDenied.into()),
        _ => folder.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into()),
    };
    let (document, _, diagnostics) = read(&files, &original_game);
    assert_eq!(document, None);
    assert_eq!(diagnostics.iter().map(|d| &*d.code).collect::<Vec<_>>(), [codes::CANNOT_READ.id]);
}
