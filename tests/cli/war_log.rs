//! Tests of the log of a game of Global War, alone and with the `.DAT` and the `.REC` of its game.

use super::{Desk, good};

const TRIO: [&str; 3] = ["WAR04.DAT", "WAR04.REC", "WAR04.LOG"];

/// A desk with the three files of a game.
fn trio() -> Desk {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR04.DAT");
    desk.fixture("attacking.REC", "WAR04.REC");
    desk.fixture("playing.LOG", "WAR04.LOG");
    desk
}

#[test]
fn a_game_its_interrupted_turn_and_its_log_are_one_document_in_any_combination() {
    let [dat, rec, log] = TRIO;
    for names in [vec![dat, log, rec], vec![log, rec, dat], vec![rec, dat], vec![dat, log], vec![log, rec]] {
        let desk = trio();
        let named = names.join(" ");
        let run = desk.ludex(&format!("convert {named} -o g.json"));
        assert!(!run.ends(0).err().contains("warning"), "{named}: {}", run.err());
        desk.ludex("restore g.json -o back").ends(0);
        assert_eq!(desk.ludex("convert g.json -t source -o written/").ends(0).err().matches("warning").count(), 0);
        desk.ludex("convert g.json -t csv -o tables").ends(0);
        desk.ludex("convert tables -t source -o again/").ends(0);
        desk.ludex("verify g.json tables").ends(0);
        for name in names {
            for folder in ["back", "written", "again"] {
                assert_eq!(desk.get(&format!("{folder}/{name}")), desk.get(name), "{named}: {folder}/{name}");
            }
        }
        assert_eq!(desk.ludex("check g.json").ends(0).err(), desk.ludex("check tables").ends(0).err());
    }
}

#[test]
fn an_edit_of_one_of_three_changes_its_own_line() {
    let desk = trio();
    desk.ludex("convert WAR04.DAT WAR04.REC WAR04.LOG -o g.json").ends(0);
    let edited = desk.text("g.json").replacen("\"total\": 13", "\"total\": 14", 1);
    assert_ne!(edited, desk.text("g.json"));
    desk.put("g.json", edited);
    desk.ludex("convert g.json -t source -o back/").ends(0);
    assert_eq!(super::changed_lines(&desk.get("WAR04.LOG"), &desk.get("back/WAR04.LOG")).len(), 1);
    for name in ["WAR04.DAT", "WAR04.REC"] {
        assert_eq!(desk.get(&format!("back/{name}")), desk.get(name));
    }
    desk.ludex("check g.json").ends(0).says(&["GW115"]);
}

#[test]
fn what_is_not_of_one_game_is_refused_with_the_reason() {
    let desk = trio();
    for (fixture, code, why) in [
        ("signup.DAT", "GW116", "has not begun"),
        ("hidden-names.DAT", "GW116", "seat 6 is empty there"),
        ("team-playing.DAT", "GW116", "are others there"),
    ] {
        desk.fixture(fixture, "WAR04.DAT");
        desk.ludex("convert WAR04.DAT WAR04.LOG -o g.json").is_refused(&[code, why]);
        desk.ludex("check WAR04.LOG").ends(0).says(&[&format!("warning[{code}]"), why]);
    }
    let early = good("playing.DAT");
    let early: String = early.iter().map(|&b| char::from(b)).collect();
    desk.put("WAR04.DAT", early.replace("E+03", "E+02").into_bytes());
    desk.ludex("convert WAR04.DAT WAR04.LOG -o g.json").is_refused(&["GW116", "after the last move there"]);
    desk.fixture("finished.DAT", "WAR04.DAT");
    desk.ludex("convert WAR04.DAT WAR04.REC -o g.json").is_refused(&["GW114", "another name"]);
}

#[test]
fn a_position_that_the_log_contradicts_is_named() {
    let desk = trio();
    let text: String = good("playing.DAT").iter().map(|&b| char::from(b)).collect();
    let mut lines: Vec<&str> = text.split("\r\n").collect();
    // The line of Italy, country 35.
    lines[39 + 2 * 34] = "30";
    desk.put("WAR04.DAT", lines.join("\r\n"));
    desk.ludex("convert WAR04.DAT WAR04.LOG -o g.json").ends(0);
    desk.ludex("check g.json")
        .ends(0)
        .says(&["GW115", "Italy has 30 armies in the position, but 17 by the lines before"]);
}

#[test]
fn a_folder_keeps_the_files_of_a_game_apart() {
    let desk = trio();
    desk.ludex("convert . -o out/").ends(0);
    for name in TRIO {
        assert!(desk.text(&format!("out/{name}.json")).contains(name));
    }
}

#[test]
fn a_log_is_shown_turn_by_turn_and_the_board_behind_any_of_them() {
    let desk = trio();
    let shown = desk.ludex("inspect WAR04.LOG").ends(0).out();
    for line in [
        "19 turns in 15 days: the log begins on 1990-04-09 06:30",
        "The saved position is that behind turn 18, 1 turn before the log ends.",
        "  14  1990-04-23 00:07  4              3    1     0     1       3  Australia",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    let deal = desk.ludex("inspect WAR04.LOG --turn 0").ends(0).out();
    assert!(deal.contains("The deal") && deal.contains("Kamchatka     4 IVY LARKSPUR       19"), "{deal}");
    let turn = desk.ludex("inspect WAR04.LOG --turn 15").ends(0).out();
    assert!(turn.contains("4 armies on E. Africa, which then has 5"), "{turn}");
    assert!(turn.contains("Brazil        5 Bram de Groot       2  1"), "{turn}");
    let last = desk.ludex("inspect WAR04.LOG --turn last").ends(0).out();
    assert_eq!(last, desk.ludex("inspect WAR04.LOG --turn 19").ends(0).out());
    assert!(last.contains("carrier is lost") && last.contains("Nothing of it counts"), "{last}");
    desk.ludex("inspect WAR04.LOG --turn 20").is_refused(&["IO012", "the last is turn 19"]);
    desk.ludex("inspect WAR04.LOG --turn x").is_refused(&["IO012", "the record has no turn called x"]);
    desk.ludex("inspect WAR04.LOG --turn 1.5")
        .ends(2)
        .says(&["the number of a turn, a phase such as S1905M, or `last`"]);
    // Without the position beside it, the log alone shows what it can.
    desk.put("ALONE.LOG", desk.get("WAR04.LOG"));
    let alone = desk.ludex("inspect ALONE.LOG --turn 0").ends(0).out();
    assert!(alone.contains("not known in full"), "{alone}");
}

#[test]
fn a_saved_game_says_where_its_turns_would_be() {
    let desk = trio();
    desk.ludex("inspect WAR04.DAT --turn 3")
        .is_refused(&["IO012", "its turns would be in its war-log: name WAR04.LOG"]);
    desk.ludex("inspect WAR04.DAT --turn last").is_refused(&[
        "there are no turns in it",
        "--board shows the board as it is; its turns would be in its war-log: name WAR04.LOG",
    ]);
}

#[test]
fn a_last_line_that_may_have_lost_digits_is_kept_and_taken_for_no_action() {
    let desk = trio();
    let whole = desk.get("WAR04.LOG");
    let line = b"\r\nV 40 1";
    let end = whole.windows(line.len()).rposition(|bytes| bytes == line).unwrap() + line.len();
    desk.put("CUT.LOG", &whole[..end]);
    let run = desk.ludex("convert CUT.LOG -o cut.json");
    run.ends(0).says(&["warning[GW211]", "its last number may have lost digits"]);
    let json = desk.text("cut.json");
    let document: serde_json::Value = serde_json::from_str(&json).unwrap();
    let last = document["game"]["turns"].as_array().unwrap().last().unwrap()["actions"].as_array().unwrap().last();
    assert_eq!(last.unwrap()["type"], "unknown");
    // It comes back without a line end, with another line edited, and in the usual spelling.
    desk.ludex("convert cut.json -t war-log -o back.LOG").ends(0);
    assert_eq!(desk.get("back.LOG"), &whole[..end]);
    desk.put("edited.json", json.replacen("\"total\": 13", "\"total\": 14", 1));
    desk.ludex("convert edited.json -t war-log -o edited.LOG").ends(0);
    assert_eq!(super::changed_lines(&desk.get("edited.LOG"), &whole[..end]).len(), 1);
    desk.ludex("convert CUT.LOG --canonical -o usual.LOG").ends(0);
    assert!(desk.get("usual.LOG").ends_with(&whole[end - 4..end]));
    // With a line end it is whole.
    desk.put("WHOLE.LOG", [&whole[..end], b"\r\n"].concat());
    assert_eq!(desk.ludex("convert WHOLE.LOG -o whole.json").ends(0).err(), "");
}
