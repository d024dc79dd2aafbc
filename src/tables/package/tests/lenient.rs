//! Folders whose tables were written by other programs.

use super::*;
use crate::systems::global_war::model::GlobalWarDetails;
use crate::text::{Severity, codes};

/// A document with players with votes, dates and an empty seat, and with holdings, days and options.
fn document() -> Document {
    let mut document = small();
    document.game.started = Some("2007-12-06".into());
    document.game.variants = Some(vec!["a".into(), "b c".into()]);
    document.game.players[0].vote = Field::Known(true);
    document.game.players[1].vote = Field::Known(false);
    document.game.players[0].last_moved = Field::Known(Some("1989-07-30T14:29:36.960".parse().unwrap()));
    document.game.players[1].last_moved = Field::Known(Some("1989-07-30T00:00".parse().unwrap()));
    document
}

/// Replaces the file of a table, and expects the same document with these notes about the table.
#[track_caller]
fn is_read_with(path: &str, bytes: impl Into<Vec<u8>>, notes: &[&str]) {
    let document = document();
    let mut folder = folder(&document);
    folder.insert(path.into(), bytes.into());
    let (read, diagnostics) = read_folder(&folder);
    assert_eq!(diagnostics.iter().map(|d| d.message.as_str()).collect::<Vec<_>>(), notes);
    assert!(diagnostics.iter().all(|d| d.severity == Severity::Note && d.code == codes::LENIENT_TABLE.id));
    assert!(diagnostics.iter().all(|d| d.member.as_deref() == Some(path)));
    assert_eq!(read, Some(document));
}

const PLAYERS: &str = "seat,name,vote,last_moved\n1,ANN,true,1989-07-30T14:29:36.960\n2,,false,1989-07-30T00:00\n";
const HOLDINGS: &str =
    "territory,continent,owner,owner_name,armies\nPeru,South America,1,ANN,3\nBrazil,South America,,,-4\n";

#[test]
fn the_tables_are_those_that_are_written() {
    is_read_with("players.csv", PLAYERS, &[]);
    is_read_with("holdings.csv", HOLDINGS, &[]);
}

#[test]
fn other_separators_are_told_by_the_header() {
    is_read_with("players.csv", PLAYERS.replace(',', ";"), &["commas do not separate its cells: ';' does"]);
    is_read_with("players.csv", PLAYERS.replace(',', "\t"), &["commas do not separate its cells: '\\t' does"]);
    let named = "its first line names the separator: ';'";
    is_read_with("players.csv", format!("sep=;\r\n{}", PLAYERS.replace(',', ";")), &[named]);
    is_read_with("players.csv", format!("\"sep=,\"\n{PLAYERS}"), &["its first line names the separator: ','"]);
}

#[test]
fn lines_are_counted_behind_the_line_that_names_the_separator() {
    let mut folder = folder(&document());
    let table = format!("sep=;\n{}", PLAYERS.replace(',', ";").replace("true", "yes"));
    folder.insert("players.csv".into(), table.into_bytes());
    let errors: Vec<_> = said(&folder).into_iter().filter(|d| d.0 == codes::BAD_CELL.id).collect();
    assert_eq!(errors[0].2, Some(3));
}

#[test]
fn other_encodings_are_told_by_their_mark() {
    let utf16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(PLAYERS.encode_utf16()).flat_map(bytes).collect()
    };
    is_read_with("players.csv", utf16(u16::to_le_bytes), &["it is UTF-16"]);
    is_read_with("players.csv", utf16(u16::to_be_bytes), &["it is UTF-16"]);
    is_read_with("players.csv", format!("\u{feff}{PLAYERS}"), &["it begins with a byte order mark"]);
}

#[test]
fn values_of_databases_and_spreadsheets_are_understood_and_said_once_a_kind() {
    let databases = PLAYERS.replace("36.960", "36.96").replace("00:00\n", "00:00:00\n").replace('T', " ");
    let example = "row 1, column last_moved, \"1989-07-30 14:29:36.96\" is read as \"1989-07-30T14:29:36.960\"";
    is_read_with("players.csv", databases, &[&format!("2 dates and times are spelled otherwise: {example}")]);
    let example = "row 1, column vote, \"WAHR\" is read as \"true\"";
    let german = PLAYERS.replace("true", "WAHR").replace("false", "FALSCH");
    is_read_with("players.csv", german, &[&format!("2 truth values are spelled otherwise: {example}")]);
    let numbers = PLAYERS.replace("true", "1").replace("false", "0.0");
    let example = "row 1, column vote, \"1\" is read as \"true\"";
    is_read_with("players.csv", numbers, &[&format!("2 truth values are spelled otherwise: {example}")]);
    let example = "row 1, column armies, \"3.0\" is read as \"3\"";
    let floats = HOLDINGS.replace(",3\n", ",3.0\n").replace("-4", "-4.0");
    is_read_with("holdings.csv", floats, &[&format!("2 whole numbers have decimals: {example}")]);
    let blanks = HOLDINGS.replace(",3\n", ", 3\t\n");
    let example = "row 1, column armies, \" 3\\t\" is read as \"3\"";
    is_read_with("holdings.csv", blanks, &[&format!("1 value has blanks around it: {example}")]);
    let example = "row 1, column owner, \"1.0\" is read as \"1\"";
    let owners = HOLDINGS.replace(",1,", ",1.0,");
    is_read_with("holdings.csv", owners, &[&format!("1 text of digits has decimals: {example}")]);
    let games = text(&folder(&document()), "games.csv").replace("2007-12-06", "2007-12-06 00:00:00");
    let example = "row 1, column started, \"2007-12-06 00:00:00\" is read as \"2007-12-06\"";
    is_read_with("games.csv", games, &[&format!("1 day has a time: {example}")]);
}

#[test]
fn null_is_a_text_or_an_error() {
    let folder = edit(&folder(&document()), "players.csv", "2,,", "2,NULL,");
    let document = read_folder(&folder).0.unwrap();
    assert_eq!(document.game.players[1].name(), Some("NULL"));
    let folder = edit(&folder, "holdings.csv", "-4", "NULL");
    says(
        &folder,
        &codes::BAD_CELL,
        "holdings.csv",
        Some(3),
        "row 2, column armies: expected a whole number, found \"NULL\"",
    );
}

#[test]
fn empty_rows_and_columns_at_the_end_are_not_read() {
    let rows = format!("{PLAYERS},,,\n,,,\n");
    is_read_with("players.csv", rows, &["2 empty rows at the end are not read"]);
    let columns = PLAYERS.replace('\n', ",,\n");
    is_read_with("players.csv", columns, &["empty columns without a name are not read"]);
    let cells = PLAYERS.replace("60\n", "60,,\n").replace(":00\n", ":00,\n");
    is_read_with("players.csv", cells, &["empty columns without a name are not read"]);
    let ragged = PLAYERS.replace("last_moved\n", "last_moved,,\n");
    is_read_with("players.csv", ragged, &["empty columns without a name are not read"]);
    let index = ",seat,name,vote,last_moved\n0,1,ANN,true,1989-07-30T14:29:36.960\n1,2,,false,1989-07-30T00:00\n";
    is_read_with("players.csv", index, &["a column without a name that counts the rows is not read"]);
    let mut filled = folder(&document());
    filled.insert("players.csv".into(), PLAYERS.replace("60\n", "60,x\n").into_bytes());
    says(&filled, &codes::BAD_TABLE, "players.csv", Some(2), "row 1 has 5 cells, and the first line 4");
}

#[test]
fn an_empty_row_that_something_is_said_of_stays() {
    let mut document = game_of(GlobalWarDetails::default());
    document.game.system = System::Diplomacy;
    document.game.details = Details::Diplomacy(Box::default());
    let mut board = crate::model::Board::default();
    board.territories.push(crate::model::Element::unknown("?"));
    document.game.board = Some(board);
    let mut folder = folder(&document);
    assert_eq!(read_folder(&folder).0.as_ref(), Some(&document));
    folder.insert("territories.csv".into(), b"id,name\n,\n,\n".to_vec());
    let (read, emitted) = read_folder(&folder);
    assert_eq!(read, Some(document));
    let messages = ["1 derived column is missing: understood", "1 empty row at the end is not read"];
    assert_eq!(emitted.iter().map(|d| d.message.as_str()).collect::<Vec<_>>(), messages);
}

#[test]
fn headers_may_be_spelled_otherwise() {
    let header = PLAYERS.replace("last_moved", "Last Moved ").replace("seat", "SEAT");
    is_read_with("players.csv", header, &["2 columns have another spelling: \"SEAT\" is taken for seat"]);
    let mut twice = folder(&document());
    twice.insert("players.csv".into(), PLAYERS.replace("name", "Seat").into_bytes());
    assert!(said(&twice).iter().any(|d| d.3 == "two columns are called \"Seat\""));
    let order = "last_moved,vote,name,seat\n1989-07-30T14:29:36.960,true,ANN,1\n1989-07-30T00:00,false,,2\n";
    is_read_with("players.csv", order, &["its columns stand in another order"]);
}

#[test]
fn a_derived_column_may_be_gone() {
    let without = HOLDINGS.replace("owner,owner_name", "owner").replace("1,ANN", "1").replace(",,,", ",,");
    is_read_with("holdings.csv", without, &["1 derived column is missing: owner_name"]);
}
