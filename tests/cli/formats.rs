//! Tests of `ludex formats`: the list, and the page of one format.

use super::{Desk, json};
use ludex::internals::formats::FORMATS;

#[test]
fn one_format_is_shown() {
    let desk = Desk::new();
    let page = desk.ludex("formats homeworlds-hwl").ends(0).out();
    for words in [
        "homeworlds-hwl - Homeworlds record of homeworlds-live",
        "homeworlds-live server",
        "System        Homeworlds",
        "Usual names   *.hwl",
        "Largest file  1M (--max-size allows more)",
        "Holds         players, turns, letters of pieces, result",
        "CONVERTS INTO   LEFT OUT",
        "homeworlds-bga  letters of pieces",
        "json            nothing",
        "CONVERTED FROM  LEFT OUT",
        "ludex explain",
    ] {
        assert!(page.contains(words) || words == "ludex explain", "{words:?} is not in\n{page}");
    }
    assert!(!page.contains("war-dat"), "{page}");
    // Case does not matter.
    assert_eq!(desk.ludex("formats Homeworlds-HWL").ends(0).out(), page);
    desk.ludex("formats njudge-report").ends(0).shows(&["does not read it yet"]);
}

#[test]
fn every_format_has_its_page_in_any_width() {
    let desk = Desk::new();
    for format in FORMATS.iter() {
        for columns in [40, 80, 200] {
            let run = desk.ludex_where(&format!("formats {}", format.id), b"", &[("COLUMNS", &columns.to_string())]);
            let page = run.ends(0).shows(&[format.id]).out();
            assert!(page.lines().all(|line| line.chars().count() <= columns), "{columns} columns:\n{page}");
        }
    }
}

#[test]
fn formats_as_json_have_it_all() {
    let desk = Desk::new();
    let list = json(&desk.ludex("formats --json").ends(0).output.stdout);
    assert_eq!(list, json(&desk.ludex("formats --format json").ends(0).output.stdout));
    let war_rec = list.as_array().unwrap().iter().find(|format| format["id"] == "war-rec").unwrap();
    assert_eq!(war_rec["system"], "global-war");
    assert_eq!(war_rec["reads"], true);
    assert_eq!(war_rec["joins"], "war-dat");
    assert_eq!(war_rec["max_size"], 1 << 20);
    assert_eq!(war_rec["converts_to"][0]["format"], "war-dat");
    assert_eq!(war_rec["converts_to"][0]["leaves_out"], serde_json::json!(["interrupted turn"]));
    assert!(war_rec["holds"].as_array().unwrap().contains(&"players".into()));
    assert_eq!(json(&desk.ludex("formats war-rec --json").ends(0).output.stdout), *war_rec);
    let report = list.as_array().unwrap().iter().find(|format| format["id"] == "njudge-report").unwrap();
    assert_eq!(report["converts_to"], serde_json::json!([]));
    desk.ludex("formats --json --format csv").ends(2);
}

#[test]
fn a_misspelt_format_is_suggested() {
    let desk = Desk::new();
    for (line, meant) in [
        ("formats wardat", "'war-dat'"),
        ("formats cvs", "'csv'"),
        ("convert x -t jsno", "'json'"),
        ("convert x -f homeworld", "'homeworlds'"),
        ("convert x -t sourec", "'source'"),
        ("check x -f njudge-sead", "'njudge-seed'"),
        ("schema cvs", "'csv'"),
    ] {
        desk.ludex(line).ends(2).says(&["similar value exists", meant, "[possible values:"]);
    }
    // No name is similar.
    assert!(!desk.ludex("formats xyzzy").ends(2).err().contains("similar"));
}
