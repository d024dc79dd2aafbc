//! Tests of edits of documents: whatever a person changes is written, refused or reported.

use serde_json::{Value, json};

use super::{Desk, json};

/// Converts `name` to JSON, edits it, and converts it back to `format`.
fn edited(desk: &Desk, name: &str, format: &str, edit: impl FnOnce(&mut Value)) -> super::Run {
    desk.ludex(&format!("convert {name} -f {format} -o whole.json --force")).ends(0);
    let mut document = json(&desk.get("whole.json"));
    edit(&mut document["game"]);
    desk.put("edited.json", document.to_string());
    desk.ludex(&format!("convert edited.json -t {format} -o edited.out --force"))
}

#[test]
fn what_is_appended_is_never_passed_over() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR04.DAT");
    let append = |list: &str, value: Value| {
        let run = edited(&desk, "WAR04.DAT", "war-dat", |game| {
            game.pointer_mut(list).and_then(Value::as_array_mut).unwrap().push(value);
        });
        run.ends(1).says(&["edited.json"]);
        desk.ludex("check edited.json").ends(1);
    };
    append("/position/holdings", json!({"territory": "Brazil", "owner": "1", "armies": 3}));
    append("/position/holdings", json!({"territory": "Atlantis", "owner": "1", "armies": 3}));
    append("/players", json!({"seat": "7", "name": "EVE", "vote": true, "last_moved": null}));
    append("/players", json!({"seat": "1", "name": "EVE", "vote": true, "last_moved": null}));
}

#[test]
fn a_recovery_file_alone_has_no_saved_game_to_differ_from() {
    let desk = Desk::new();
    desk.fixture("attacking.REC", "WAR04.REC");
    for state in [json!({}), json!({"players": []}), json!({"state": "finished"})] {
        let run = edited(&desk, "WAR04.REC", "war-rec", |game| game["details"]["interruption"]["state"] = state);
        run.ends(0).says(&["CV001", "game.details.interruption.state"]);
    }
}

#[test]
fn what_has_no_place_is_left_out_with_a_word() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR04.DAT");
    let run = edited(&desk, "WAR04.DAT", "war-dat", |game| game["players"][0]["kind"] = json!("neutral"));
    run.ends(0).says(&["CV001", "players[0]"]);
}

#[test]
fn what_follows_from_others_cannot_be_edited_alone() {
    let desk = Desk::new();
    desk.put("game.homeworlds", "homeworld y1 b2 g3 Anna\nhomeworld r1 b3 g3 Ben\nbuild g1 Anna\npass\n");
    let run = edited(&desk, "game.homeworlds", "homeworlds", |game| game["turns"][2]["number"] = json!(9));
    run.ends(0).says(&["CV015", "turns[2].number"]);
}

#[test]
fn the_variant_is_in_the_name() {
    let desk = Desk::new();
    desk.put("seed.test", "S1901M\nE: F lon\n-1\n");
    let run = edited(&desk, "seed.test", "njudge-seed", |game| game["variant"] = json!("other"));
    run.ends(0).says(&["CV015", "\"other\"", "seed.test"]);
}
