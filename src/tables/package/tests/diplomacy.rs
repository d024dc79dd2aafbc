//! Games of Diplomacy: maps, seeds and position files.

use serde_json::Value as Json;

use super::*;
use crate::model::{Board, Element, Moment, When};
use crate::systems::diplomacy::model::{DiplomacyDetails, Ownership};
use crate::tables::{Cell, Places};
use crate::text::codes;

/// A document with a value in every column that only Diplomacy has.
fn rich() -> Document {
    crate::formats::json::read(include_str!("diplomacy.json")).unwrap()
}

fn details(document: &mut Document) -> &mut DiplomacyDetails {
    let Details::Diplomacy(details) = &mut document.game.details else { panic!() };
    details
}

#[test]
fn a_map_and_its_position_come_back() {
    let folder = comes_back(&rich());
    let adjacencies = "line,from_territory,move,to_territory,understood\n1,pru,mv,war,\n1,pru,mv,sil,\n2,pru,mv,ber,\n3,,,,false\n\
                       4,Norwegian Sea,xc,,\n5,con,xc,bul/sc,\n5,con,xc,,\n6,pru,mv,war,\n";
    assert_eq!(text(&folder, "adjacencies.csv"), adjacencies);
    assert!(text(&folder, "unknowns.csv").contains("adjacencies,4,whole_row,ets: psa/cc pio"));
    assert!(text(&folder, "unknowns.csv").contains("adjacencies,7,to_territory,???"));
    assert!(text(&folder, "territories.csv").contains("ank,Ankara,ank ankar Ank\\_Ara,ANK,land,water,true,T,"));
    assert!(text(&folder, "pieces.csv").contains("R,fleet,F1,stp/nc,2,dislodged,mercenary,nwy Norwegian\\_Sea stp/sc"));
    assert_eq!(text(&folder, "loans.csv"), "account,amount,interest\n1,100,50\n1,-3,0\n3,25,25\n");
    let orders = "list,line,territory\ncity_order,1,avi\ncity_order,1,mar\ncity_order,2,\ncity_order,3,\n\
                  centre_order,1,\ncentre_order,2,ven\n";
    assert_eq!(text(&folder, "report_orders.csv"), orders);
}

/// Returns the paths that lead to no cell; all other paths lead to cells that hold their values.
pub fn unplaced(document: &Document) -> Vec<String> {
    let folder = folder(document);
    let json = serde_json::to_value(document).unwrap();
    let mut leaves = Vec::new();
    collect(&json["game"], "game".into(), &mut leaves);
    let places = Places::new(&document.game, leaves.iter().map(|(path, _)| path.as_str()));
    leaves
        .into_iter()
        .filter_map(|(path, value)| {
            let Some((table, row, column)) = places.of(&path) else { return Some(path) };
            let cell = cell(&folder, table, row, column);
            let is_there = match &value {
                Json::Null => cell.is_empty() || cell.split(' ').any(|element| element == "\\-"),
                Json::String(text) => {
                    let text = Cell::Text(text.into());
                    cell == text.to_csv() || cell.split(' ').any(|element| element == text.to_list_element())
                }
                Json::Object(unknown) => {
                    let note = format!("{table},{row},{column},{}\n", unknown["unknown"].as_str().unwrap());
                    cell.is_empty() && text(&folder, "unknowns.csv").contains(&note)
                }
                other => {
                    let other = other.to_string();
                    cell.split(' ').any(|element| element == other)
                }
            };
            assert!(is_there, "{path}: {table}, row {row}, column {column} has {cell:?}, not {value}");
            None
        })
        .collect()
}

#[test]
fn every_value_has_its_place() {
    let document = rich();
    let whole_rows = [
        "game.board.adjacencies[2]",
        "game.board.passages[2]",
        "game.board.territories[4]",
        "game.details.accounts[1]",
        "game.details.extra_centres[1]",
        "game.details.game_block.members[1]",
        "game.details.game_block.settings[1]",
        "game.details.hong_kong[1]",
        "game.details.income[1]",
        "game.details.limits[1]",
        "game.details.standings[1]",
        "game.position.pieces[1]",
    ];
    assert_eq!(unplaced(&document), whole_rows);
    for path in ["game.board.adjacencies[3].from", "game.board.passages[0].between[1]", "game.details.game_block.name"]
    {
        assert!(Places::new(&document.game, [path].into_iter()).of(path).is_some(), "{path}");
    }
}

/// Collects the values of a JSON tree with their paths.
fn collect(json: &Json, path: String, leaves: &mut Vec<(String, Json)>) {
    match json {
        Json::Object(map) if !map.contains_key("unknown") => {
            map.iter().for_each(|(key, value)| collect(value, format!("{path}.{key}"), leaves));
        }
        Json::Array(list) => {
            list.iter().enumerate().for_each(|(index, value)| collect(value, format!("{path}[{index}]"), leaves));
        }
        leaf => leaves.push((path, leaf.clone())),
    }
}

fn cell(folder: &Folder, table: &str, row: usize, column: &str) -> String {
    let mut reader = csv::Reader::from_reader(&folder[&format!("{table}.csv")][..]);
    let index = reader.headers().unwrap().iter().position(|name| name == column).unwrap();
    reader.records().nth(row - 1).unwrap().unwrap()[index].to_owned()
}

#[test]
fn parts_that_are_there_with_nothing_in_them_come_back() {
    let mut document = Document::new(Game::new(System::Diplomacy));
    document.game.details = Details::Diplomacy(Box::default());
    comes_back(&document);
    *details(&mut document) = DiplomacyDetails {
        famine: Some(vec![]),
        plague: Some(vec![]),
        storms: Some(vec![]),
        income: Some(vec![]),
        city_order: Some(vec![]),
        centre_order: Some(vec![vec![]]),
        hong_kong: Some(vec![]),
        limits: Some(vec![]),
        extra_centres: Some(vec![]),
        ownership: Some(Ownership::Groups(vec![])),
        standings: Some(vec![]),
        ..Default::default()
    };
    document.game.position = Some(Position { when: Some(When::Phase(Box::default())), ..Position::default() });
    comes_back(&document);
    document.game.position.as_mut().unwrap().when = Some(When::Moment("1989-07-16T22:41".parse::<Moment>().unwrap()));
    details(&mut document).ownership = Some(Ownership::Flat(String::new()));
    comes_back(&document);
    details(&mut document).ownership = Some(Ownership::Groups(vec![Default::default()]));
    document.game.board = Some(Board { territories: vec![Element::unknown("")], ..Board::default() });
    let folder = comes_back(&document);
    assert_eq!(text(&folder, "territories.csv"), "id,understood\n,false\n");
    // A row that was not understood need not have an id.
    let json: Json = serde_json::from_slice(&folder["datapackage.json"]).unwrap();
    assert_eq!(json["resources"][1]["schema"]["fields"][0].get("constraints"), None);
}

#[test]
fn lines_may_come_in_another_order_and_may_not_contradict_themselves() {
    let folder = folder(&rich());
    let sorted = edit(
        &folder,
        "adjacencies.csv",
        "1,pru,mv,war,\n1,pru,mv,sil,\n2,pru,mv,ber,\n",
        "2,pru,mv,ber,\n1,pru,mv,war,\n1,pru,mv,sil,\n",
    );
    assert_eq!(read_folder(&sorted), (Some(rich()), vec![]));
    let other = edit(&folder, "adjacencies.csv", "1,pru,mv,sil", "1,pru,xc,sil");
    says(&other, &codes::BAD_TABLE, "adjacencies.csv", None, "the rows of line 1 say different things");
    let unknown = edit(&folder, "adjacencies.csv", "2,pru,mv,ber", "3,pru,mv,ber");
    says(&unknown, &codes::TWICE, "adjacencies.csv", None, "line 3 was not understood");
    let empty = edit(&folder, "adjacencies.csv", "2,pru,mv,ber", "2,,mv,ber");
    says(
        &empty,
        &codes::BAD_CELL,
        "adjacencies.csv",
        Some(4),
        "row 3, column from_territory: expected a value, found an empty cell",
    );
    let twice = edit(&folder, "ownership.csv", "\n2,", "\n1,");
    says(
        &twice,
        &codes::TWICE,
        "ownership.csv",
        Some(3),
        "row 2, column number: expected a number that no other row has, found \"1\"",
    );
}

#[test]
fn rows_that_were_not_understood_have_no_values_and_a_text() {
    let folder = folder(&rich());
    let both = edit(&folder, "adjacencies.csv", "3,,,,", "3,,mv,,");
    says(
        &both,
        &codes::BAD_CELL,
        "adjacencies.csv",
        Some(5),
        "row 4, column move: expected an empty cell, as the rest of the row has no place for it, found \"mv\"",
    );
    let marked = edit(&folder, "adjacencies.csv", "6,pru,mv,war,", "6,pru,mv,war,false");
    says(&marked, &codes::DERIVED_DISAGREES, "adjacencies.csv", Some(9), "and whole_row gives \"\"");
    let textless = edit(&folder, "unknowns.csv", "whole_row,ets: psa/cc pio", "whole_row,");
    says(&textless, &codes::BAD_CELL, "adjacencies.csv", Some(5), "row 4, column whole_row");
    let nowhere = edit(&folder, "unknowns.csv", "adjacencies,4,whole_row", "loans,1,whole_row");
    assert!(said(&nowhere).iter().any(|d| d.3 == "loans has no row 1 with a column whole_row"));
}

#[test]
fn rows_of_other_tables_must_be_there() {
    let folder = folder(&rich());
    for (row, path, line, to) in [
        ("3,25,25", "loans.csv", 4, "2,25,25"),
        ("3,25,25", "loans.csv", 4, "0,25,25"),
        ("1,between,egy", "passage_steps.csv", 2, "3,between,egy"),
    ] {
        let message = "that was understood";
        says(&edit(&folder, path, row, to), &codes::NO_SUCH_REFERENCE, path, Some(line), message);
    }
    let block = text(&folder, "game_blocks.csv").split_once('\n').unwrap().1;
    let none = edit(&folder, "game_blocks.csv", block, "");
    let diagnostics: Vec<_> = said(&none).into_iter().map(|d| (d.0, d.1)).collect();
    let code = codes::NO_SUCH_REFERENCE.id.to_owned();
    assert_eq!(diagnostics, [(code.clone(), "settings.csv".into()), (code, "members.csv".into())]);
    let two = edit(&folder, "game_blocks.csv", block, &block.repeat(2));
    says(&two, &codes::BAD_TABLE, "game_blocks.csv", None, "2 rows");
}

#[test]
fn values_that_exclude_each_other_are_refused() {
    let mut document = rich();
    let folder = folder(&document);
    let when = edit(
        &edit(&folder, "games.csv", ",when_season", ",moment,when_season"),
        "games.csv",
        ",spring",
        ",1901-01-01T00:00,spring",
    );
    let diagnostics: Vec<_> = said(&when).into_iter().map(|d| (d.0, d.2)).collect();
    assert_eq!(diagnostics, vec![(codes::BAD_CELL.id.to_owned(), Some(2)); 3]);
    let city = edit(&folder, "territories.csv", ",3,true,true,true", ",,true,false,false");
    assert!(self::said(&city).iter().all(|d| d.0 == codes::BAD_CELL.id && d.3.contains("column city_")));
    let list = edit(&folder, "pieces.csv", "Norwegian\\_Sea", "Norwegian\\-Sea");
    says(&list, &codes::BAD_CELL, "pieces.csv", Some(2), "column retreats");
    let other = edit(&folder, "games.csv", "diplomacy", "homeworlds");
    let tables = self::said(&other).into_iter().filter(|d| d.0 == codes::OTHER_SYSTEM.id).count();
    assert_eq!(tables, 15, "{:?}", self::said(&other));
    details(&mut document).ownership = Some(Ownership::Flat("..A".into()));
    let mut both = self::folder(&document);
    both.insert("ownership.csv".into(), folder["ownership.csv"].clone());
    both.insert("datapackage.json".into(), folder["datapackage.json"].clone());
    says(&both, &codes::TWICE, "ownership.csv", None, "in the table diplomacy_games as well");
}

#[test]
fn what_no_row_goes_without_is_not_empty() {
    let folder = folder(&rich());
    for (table, column) in [
        ("sections.csv", "section"),
        ("disasters.csv", "territory"),
        ("incomes.csv", "territory"),
        ("passages.csv", "at_territory"),
        ("passage_steps.csv", "territory"),
        ("standings.csv", "player"),
    ] {
        let mut lines = text(&folder, table).lines().map(|line| line.split(',').collect::<Vec<_>>());
        let place = lines.next().unwrap().iter().position(|name| *name == column).unwrap();
        let row = lines.next().unwrap();
        let mut emptied = row.clone();
        emptied[place] = "";
        let hole = edit(&folder, table, &row.join(","), &emptied.join(","));
        says(&hole, &codes::BAD_CELL, table, Some(2), &format!("row 1, column {column}: expected a value"));
    }
}

#[test]
fn places_refer_to_territories_where_they_are_ids() {
    let mut document = rich();
    let json: Json = serde_json::from_slice(&folder(&document)["datapackage.json"]).unwrap();
    assert!(!json.to_string().contains(r#""resource":"territories""#), "the id of one is there twice");
    let board = document.game.board.as_mut().unwrap();
    board.territories.truncate(4);
    board.adjacencies.retain(|a| {
        a.known().is_some_and(|a| board.territories.iter().flat_map(Element::known).any(|t| t.id == a.from))
    });
    let folder = comes_back(&document);
    let json: Json = serde_json::from_slice(&folder["datapackage.json"]).unwrap();
    let resource = |name: &str| json["resources"].as_array().unwrap().iter().find(|r| r["name"] == name).unwrap();
    let from =
        serde_json::json!({"fields": "from_territory", "reference": {"resource": "territories", "fields": "id"}});
    assert_eq!(resource("adjacencies")["schema"]["foreignKeys"], serde_json::json!([from]));
    assert_eq!(resource("disasters")["schema"].get("foreignKeys"), None, "pro is no territory here");
}
