//! Tests of damaged files of Global War, and of a `.REC` beside a `.DAT`.

use serde_json::Value;

use super::{Desk, changed_lines, good};

/// Returns `bytes` with line `number` (from 1) changed by `edit`.
fn with_line(bytes: &[u8], number: usize, edit: impl Fn(&str) -> Vec<String>) -> Vec<u8> {
    let text: String = bytes.iter().map(|&b| char::from(b)).collect();
    let lines = text.split_inclusive("\r\n").enumerate().flat_map(|(at, line)| match at + 1 == number {
        true => edit(line),
        false => vec![line.to_owned()],
    });
    lines.collect::<String>().chars().map(|c| c as u8).collect()
}

#[test]
fn a_lost_or_doubled_line_is_named_and_read_around() {
    let desk = Desk::new();
    let whole = good("playing.DAT");
    for (damaged, says) in [
        (with_line(&whole, 60, |_| Vec::new()), "a line is missing"),
        (with_line(&whole, 60, |line| vec![line.to_owned(); 2]), "too many"),
    ] {
        desk.put("WAR04.DAT", &damaged);
        desk.ludex("convert WAR04.DAT -t json").is_refused(&["GW019", says, "--salvage"]);
        desk.ludex("inspect WAR04.DAT").ends(1).says(&["GW019", says]);
        desk.ludex("convert WAR04.DAT -o s.json --salvage --force").ends(0).says(&["warning[GW019]"]);
        assert_eq!(desk.ludex("convert s.json -t war-dat").ends(0).output.stdout, desk.get("WAR04.DAT"));
        let salvaged: Value = serde_json::from_str(&desk.text("s.json")).unwrap();
        let sound: Value = serde_json::from_slice(&desk.ludex_with("convert - -t json", &whole).output.stdout).unwrap();
        assert_eq!(salvaged["game"]["position"]["holdings"][41], sound["game"]["position"]["holdings"][41]);
        assert_eq!(salvaged["game"]["players"], sound["game"]["players"]);
    }
}

#[test]
fn a_damaged_head_is_no_stranger() {
    let desk = Desk::new();
    let whole = good("playing.DAT");
    for number in 1..=4 {
        desk.put("in/WAR04.DAT", with_line(&whole, number, |_| Vec::new()));
        desk.ludex("convert in -t json -o out/ --force").ends(1).says(&["GW019", "WAR04.DAT"]);
        desk.ludex("identify in/WAR04.DAT").ends(0).shows(&["war-dat", "lines are missing or too many"]);
        let shown = desk.ludex("inspect in/WAR04.DAT");
        // The third and the fourth line belong to a player.
        let is_whole = !shown.ends(1).out().contains("Read:") || number >= 3;
        assert!(is_whole, "all players and countries: {}", shown.out());
    }
    let in_front = [b"GAME FOUR\r\n".as_slice(), &whole].concat();
    desk.put("in/WAR04.DAT", in_front);
    desk.ludex("convert in/WAR04.DAT -f war-dat -o x.json --salvage").ends(0).says(&["line 1 is one too many"]);
}

#[test]
fn a_file_that_is_named_like_one_and_is_none_is_an_error() {
    let desk = Desk::new();
    desk.put("in/WAR04.DAT", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").put("in/x.txt", "nothing");
    desk.ludex("convert in -t json -o out/").ends(1).says(&["error[IO004]", "WAR04.DAT"]);
    desk.put("WAR05.DAT", good("deploying.REC"));
    desk.ludex("check WAR05.DAT").ends(0).says(&["IO030", "war-dat", "war-rec"]);
}

#[test]
fn two_games_in_one_file_are_said() {
    let desk = Desk::new();
    let both = [good("playing.DAT"), good("team-playing.DAT")].concat();
    desk.put("WAR04.DAT", &both);
    let run = desk.ludex("convert WAR04.DAT -t json");
    run.is_refused(&["GW021", "WAR04.DAT:127:1"]);
    desk.ludex("convert WAR04.DAT -o s.json --salvage").ends(0);
    let salvaged: Value = serde_json::from_str(&desk.text("s.json")).unwrap();
    assert!(salvaged["game"]["details"]["fortifications"].is_null());
    assert!(salvaged["game"]["details"]["more_lines"].is_null());
    assert_eq!(desk.ludex("convert s.json -t war-dat").ends(0).output.stdout, both);
}

#[test]
fn a_recovery_of_another_game_is_noticed() {
    let desk = Desk::new();
    desk.fixture("deploying.REC", "WAR04.REC").fixture("playing.DAT", "WAR04.DAT");
    assert!(!desk.ludex("check WAR04.REC").ends(0).err().contains("GW114"));
    for (fixture, why) in [("team-playing.DAT", "another name"), ("finished.DAT", "finished"), ("signup.DAT", "begun")]
    {
        desk.fixture(fixture, "WAR04.DAT");
        for command in
            ["check WAR04.REC", "inspect WAR04.REC", "convert WAR04.DAT WAR04.REC --together -o b.json --force"]
        {
            desk.ludex(command).says(&["GW114"]);
        }
        let _ = why;
    }
}

#[test]
fn a_whole_recovery_is_named_beside_a_damaged_game() {
    let desk = Desk::new();
    desk.fixture("deploying.REC", "WAR04.REC").put("WAR04.DAT", &good("playing.DAT")[..300]);
    desk.ludex("convert WAR04.DAT -t json").is_refused(&["GW001", "GW022", "WAR04.REC", "-t war-dat"]);
}

#[test]
fn edited_values_keep_the_spelling_of_their_column() {
    let desk = Desk::new();
    desk.fixture("columns.DAT", "WAR04.DAT");
    desk.ludex("convert WAR04.DAT -o x.json").ends(0);
    let mut json: Value = serde_json::from_str(&desk.text("x.json")).unwrap();
    let game = &mut json["game"];
    let vote = game["players"][0]["vote"] == true;
    game["players"][0]["vote"] = (!vote).into();
    game["players"][1]["commendations"]["king"] = 7.into();
    game["position"]["holdings"][0]["armies"] = 12.into();
    game["position"]["holdings"][1]["owner"] = "1".into();
    game["details"]["team_passwords"][0] = "sesame".into();
    game["players"][2]["last_moved"] = "1984-12-28T12:00".into();
    desk.put("x.json", json.to_string());
    let written = desk.ludex("convert x.json -t war-dat").ends(0).output.stdout.clone();
    let text = String::from_utf8(written).unwrap();
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert_eq!(lines[3], if vote { "False" } else { "True" });
    assert_eq!(lines[12], "+7");
    assert_eq!(lines[39], "012");
    assert_eq!(lines[42], "   1");
    assert_eq!(lines[123], "sesame           ");
    assert_eq!(lines[16], "-3.5000000000E+00");
}

#[test]
fn a_dat_made_of_a_rec_is_spelled_as_its_board_does() {
    let desk = Desk::new();
    desk.fixture("spaces-and-fixed.REC", "WAR04.REC");
    let made = desk.ludex("convert WAR04.REC -t war-dat").ends(0).output.stdout.clone();
    let rec = desk.get("WAR04.REC");
    let behind: Vec<&[u8]> = rec.split_inclusive(|&b| b == b'\n').skip(4).collect();
    let end = made.len().min(behind.concat().len());
    assert_eq!(changed_lines(&made[..end], &behind.concat()[..end]), Vec::<usize>::new());
}

#[test]
fn names_are_shown_as_they_are_written() {
    let desk = Desk::new();
    let whole = good("finished.DAT");
    desk.put("WAR06.DAT", with_line(&whole, 15, |_| vec!["o'Neil\r\n".to_owned()]));
    desk.ludex("inspect WAR06.DAT").ends(0).shows(&["o'Neil (player 3) has won"]);
}

#[test]
fn a_team_game_in_which_all_hold_land_has_no_winner() {
    let desk = Desk::new();
    let json = desk.ludex_with("convert - -t json", &good("team-playing.DAT")).out();
    let mut json: Value = serde_json::from_str(&json).unwrap();
    json["game"]["state"] = "finished".into();
    for (at, holding) in json["game"]["position"]["holdings"].as_array_mut().unwrap().iter_mut().enumerate() {
        holding["owner"] = (1 + at % 6).to_string().into();
    }
    desk.put("x.json", json.to_string());
    desk.ludex("convert x.json -o WAR09.DAT").ends(0);
    desk.ludex("check WAR09.DAT").says(&["GW106", "no team"]);
    assert!(!desk.ludex("inspect WAR09.DAT").out().contains("have won."));
}

#[test]
fn the_board_is_shown_with_what_an_interrupted_turn_changed() {
    let desk = Desk::new();
    for name in ["WAR01.DAT", "WAR02.DAT", "WAR02.REC"] {
        desk.put(name, good(&format!("global-war-disk/{name}")));
    }
    let row = "Africa           8  Zaire         3 CAPTAIN BISCUIT        1\n";
    let board = desk.ludex("inspect WAR02.DAT --board").ends(0).shows(&[row]).out();
    assert!(!board.contains("in the .DAT"), "{board}");
    assert_eq!(desk.ludex("inspect --board WAR02.DAT").ends(0).out(), board);
    let row = "                12  Libya         3 CAPTAIN BISCUIT        5  7\n";
    desk.ludex("inspect WAR02.REC --board").ends(0).shows(&[row, "By the .REC 4 countries had changed", "in the .DAT"]);
    // Without its .DAT, or beside that of another game, it is unknown what it changed.
    desk.put("WAR01.REC", desk.get("WAR02.REC"));
    let alone = "What the turn changed cannot be told without its .DAT.";
    desk.ludex("inspect WAR01.REC --board").ends(0).shows(&[alone]);
    desk.ludex("inspect --board").ends(2).says(&["error: name the file whose board is to be shown"]);
}
