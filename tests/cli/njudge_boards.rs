//! Tests of the map that a seed or position file is read with, and of other values that are not in its text.

use super::njudge::archive;
use super::*;

fn fixture_text(name: &str) -> String {
    String::from_utf8(good(&format!("njudge-{name}"))).unwrap()
}

/// A position file with long names and its map, and the map under the names of other variants.
fn long_names() -> Desk {
    let desk = Desk::new();
    desk.put("map.african2", good("njudge-map/good/map.african2"));
    desk.put("G005", good("njudge-seed/good/G005.african2"));
    desk
}

#[test]
fn the_number_in_the_game_block_picks_the_map() {
    let desk = long_names();
    let other = desk.text("map.african2").replace("Zanzibar, x zan", "Zanzibar, A zan");
    desk.put("map.asia", &other).put("map.zzz", &other);
    let document = |desk: &Desk| json(&desk.ludex("convert G005").ends(0).output.stdout);
    desk.ludex("check G005").ends(0).says(&["note[NJ027]", "map.african2", "variant 25"]);
    let read = document(&desk);
    assert_eq!(read["game"]["board"]["from"]["name"], "map.african2");
    assert_eq!(read["game"]["variant"], "african2");
    assert_eq!(read["game"]["state"], "finished");
    let names: Vec<&str> =
        read["game"]["players"].as_array().unwrap().iter().filter_map(|p| p["name"].as_str()).collect();
    assert_eq!(names, ["South-Africa", "Ivory-Coast", "Saudi-Arabia"]);
    desk.ludex("inspect G005").ends(0).shows(&["I Ivory-Coast", "The game is over.", "variant african2"]);
    // The map of another variant is not used, although it has the same names; a map of an unknown variant is.
    fs::remove_file(desk.path("map.african2")).unwrap();
    fs::remove_file(desk.path("map.zzz")).unwrap();
    desk.ludex("check G005").ends(0).says(&["note[NJ030]", "map.asia", "another variant", "note[NJ026]"]);
    assert!(document(&desk)["game"]["board"].is_null());
    desk.put("map.zzz", &other);
    assert_eq!(document(&desk)["game"]["board"]["from"]["name"], "map.zzz");
}

#[test]
fn several_maps_that_fit_are_a_warning_with_the_list() {
    let desk = long_names();
    let text = desk.text("G005").replace(" 1 25 1 ", " 1 99 1 ");
    let other = desk.text("map.african2").replace("Zanzibar, x zan", "Zanzibar, A zan");
    desk.put("G009", &text).put("G009.first", &text).put("map.first", &other).put("map.second", &other);
    let boards = |file: &str| {
        let run = desk.ludex(&format!("convert {file}"));
        run.ends(0).says(&["warning[NJ030]", "map.african2", "map.first", "map.second"]);
        json(&run.output.stdout)["game"]["board"]["from"]["name"].as_str().map(str::to_owned)
    };
    assert_eq!(boards("G009"), None);
    assert_eq!(boards("G009.first"), Some("map.first".into()), "its name tells");
    // If all maps give the same result, any of them will do.
    desk.put("map.first", desk.get("map.african2")).put("map.second", desk.get("map.african2"));
    assert!(boards("G009").is_some());
}

/// Returns the messages of a run, except those about defects of `G008.missing-ends` itself.
fn said_of_edits(run: &Run) -> String {
    let is_of_ends = |said: &&str| !said.starts_with("warning[NJ029]");
    run.err().split_inclusive("Add the line at that place.\n").filter(is_of_ends).collect()
}

#[test]
fn a_position_of_powers_with_long_names_comes_back_and_only_edits_change_it() {
    let desk = long_names();
    for file in ["G005.african2", "G006.whole-names", "G007.unknown-variant", "G008.missing-ends"] {
        desk.put("G005", good(&format!("njudge-seed/good/{file}")));
        desk.ludex("convert map.african2 G005 --together -o both.json --force").ends(0);
        desk.ludex("convert G005 --board map.african2 -o on.json --force").ends(0);
        for input in ["both.json", "on.json"] {
            let back = desk.ludex(&format!("convert {input} -t njudge-seed"));
            assert_eq!(
                (said_of_edits(back.ends(0)), back.out()),
                (String::new(), desk.text("G005")),
                "{input} of {file}"
            );
            let mut document = json(&desk.get(input));
            document["game"]["details"]["game_block"]["settings"][1]["text"] = "a short one".into();
            desk.put("edited.json", document.to_string());
            let back = desk.ludex("convert edited.json -t njudge-seed");
            let expected = desk.text("G005").replace("a game of long names", "a short one");
            assert_eq!(back.ends(0).says(&["CV020"]).out(), expected, "{input} of {file}");
        }
        let map = desk.ludex("convert both.json -t njudge-map");
        assert_eq!((said_of_edits(map.ends(0)), map.out()), (String::new(), desk.text("map.african2")), "{file}");
    }
    desk.put("G005", good("njudge-seed/good/G005.african2"));
    let canonical = desk.ludex("convert G005 -t njudge-seed --canonical").ends(0).out();
    assert!(
        canonical.starts_with("F1907MX\n") && canonical.contains("\nIvory-Coa ") && canonical.contains("\naouth-afr ")
    );
}

#[test]
fn what_is_known_from_outside_does_not_make_a_damaged_file_another() {
    let desk = archive();
    let damaged = "S190\n-\nO:\nH:AB\nO:.\n";
    desk.put("seed.lakes", damaged);
    for line in
        ["convert seed.lakes", "convert seed.lakes map.lakes --together", "convert seed.lakes --board map.lakes"]
    {
        desk.ludex(&format!("{line} -o d.json --force -q")).ends(0);
        assert_eq!(desk.ludex("convert d.json -t njudge-seed").ends(0).out(), damaged, "{line}");
    }
}

#[test]
fn homes_and_owners_are_read_as_the_judge_reads_them() {
    let desk = long_names();
    desk.put("seed.african2", good("njudge-seed/good/seed.lower-case-owners"));
    let document = json(&desk.ludex("convert seed.african2").ends(0).output.stdout);
    let holdings = &document["game"]["position"]["holdings"];
    assert_eq!((&holdings[0]["owner"], &holdings[4]["owner"]), (&"I".into(), &"A".into()));
    let none = serde_json::Value::Null;
    assert_eq!(holdings[2], serde_json::json!({"territory": "riy", "owner": "S", "home": none}));
    assert_eq!(holdings[3], serde_json::json!({"territory": "lac", "owner": none, "home": none, "centre": true}));
    assert_eq!(holdings[4], serde_json::json!({"territory": "zan", "owner": "A", "home": none}));
    let canonical = desk.ludex("convert seed.african2 -t njudge-seed --canonical").ends(0).out();
    assert!(canonical.contains("O:IAS.A\nH:IA.x.\n"), "{canonical}");
}

#[test]
fn prose_in_a_folder_is_no_map() {
    let desk = archive();
    let prose =
        "However, I think that it was so,\nand, as I said, l and w were there.\n\nIn May, A man came.\n".repeat(30);
    desk.put("folder/letter.txt", prose).put("folder/map.lakes", desk.get("map.lakes"));
    let run = desk.ludex("check folder");
    run.ends(0);
    assert!(!run.err().contains("NJ0") && !run.out().contains("letter.txt: njudge"), "{}{}", run.out(), run.err());
}

#[test]
fn a_seed_is_checked_by_the_table_of_variants() {
    let desk = Desk::new();
    desk.put("seed.sailho", fixture_text("seed/good/seed.sailho"));
    let run = desk.ludex("check seed.sailho");
    run.ends(1).says(&["error[NJ127]", "sailho has no power Q", "warning[NJ136]", "S1901M"]);
}

#[test]
fn an_edited_board_of_another_file_is_said_to_be_left_out() {
    let desk = archive();
    desk.ludex("convert seed.lakes -o s.json").ends(0);
    let unedited = desk.ludex("convert s.json -t njudge-seed");
    assert_eq!((unedited.ends(0).err(), unedited.out()), (String::new(), desk.text("seed.lakes")));
    for (pointer, value) in [
        ("/game/board/adjacencies/0/to/0", "cot".into()),
        ("/game/board/territories/9/home", serde_json::Value::from("B")),
        ("/game/board/from/name", "map.other".into()),
    ] {
        let mut document = json(&desk.get("s.json"));
        *document.pointer_mut(pointer).unwrap() = value;
        desk.put("edited.json", document.to_string());
        let run = desk.ludex("convert edited.json -t njudge-seed -o edited.seed --force");
        run.ends(0).says(&["warning[CV001]", "game.board", "left out"]);
        assert_eq!(desk.get("edited.seed"), desk.get("seed.lakes"), "{pointer}");
    }
    // The tables keep the values that came from outside.
    desk.ludex("convert seed.lakes -t csv -o s").ends(0);
    let back = desk.ludex("convert s -t njudge-seed");
    assert_eq!((back.ends(0).err(), back.out()), (String::new(), desk.text("seed.lakes")));
}
