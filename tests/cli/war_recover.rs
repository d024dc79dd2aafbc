//! Tests of `ludex timeline` and `ludex recover`, with the disk of a made-up game.

use super::*;

fn board() -> Desk {
    let desk = Desk::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/global-war-over-time");
    for name in
        ["WAR04.DAT", "WAR04.LOG", "WAR04.REC", "backup/03/WAR04.DAT", "backup/05/WAR04.DAT", "backup/07/WAR04.DAT"]
    {
        desk.put(name, fs::read(root.join(name)).unwrap());
    }
    desk
}

/// Returns the lines of a file.
fn lines(bytes: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect()
}

#[test]
fn a_timeline_has_a_row_a_turn_and_player() {
    let desk = board();
    let csv = desk.ludex("timeline WAR04.LOG -t csv").ends(0).out();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(
        rows[0],
        "turn,when,player,name,moves,counts,countries,armies,continents,deployed,attacks,won,lost,killed,armies_lost,days_since_last_call"
    );
    assert_eq!(rows.len(), 1 + 30 * 5);
    // Values that the log alone does not tell are empty.
    assert_eq!(rows[1], "1,1991-08-30T20:22,2,,true,true,12,,0,3,5,3,0,6,3,");
    let with_dat = desk.ludex("timeline WAR04.DAT WAR04.LOG --format csv").ends(0).out();
    let rows: Vec<&str> = with_dat.lines().collect();
    assert!(rows[1].starts_with("1,1991-08-30T20:22,2,Quill Harrow,true,true,12,"), "{}", rows[1]);
    assert!(rows[1..].iter().all(|row| !row.split(',').nth(7).unwrap().is_empty()), "{with_dat}");
    let json = desk.ludex("timeline WAR04.LOG -t json").ends(0).out();
    let all: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 30 * 5);
    assert_eq!(all[0]["armies"], serde_json::Value::Null);
    assert_eq!(all[0]["deployed"], 3);
    let undone: Vec<&serde_json::Value> = all.as_array().unwrap().iter().filter(|row| row["counts"] == false).collect();
    assert_eq!(undone.len(), 5);
    assert_eq!(undone[0]["turn"], 28);
    assert!(desk.ludex("timeline WAR04.LOG").ends(0).out().starts_with("TURN"));
    let refused = desk.ludex("timeline WAR04.DAT");
    refused.ends(1);
    refused.says(&["error[CV025]"]);
}

#[test]
fn a_timeline_of_several_games_names_them() {
    let desk = board();
    let (log, dat) = (desk.get("WAR04.LOG"), desk.get("WAR04.DAT"));
    desk.put("disk/WAR04.LOG", &log).put("disk/WAR04.DAT", &dat).put("disk/two/war05.log", &log);
    desk.put("disk/WAR09.DAT", &dat).put("disk/README.TXT", "a disk");
    let csv = desk.ludex("timeline disk -t csv").ends(0).out();
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].starts_with("game,turn,when,"), "{}", rows[0]);
    assert_eq!(rows.len(), 1 + 2 * 30 * 5);
    // The .DAT beside a log is joined with it, and one without a log has nothing to tell.
    assert!(rows[1].starts_with("disk/WAR04,1,1991-08-30T20:22,2,Quill Harrow,"), "{}", rows[1]);
    assert!(rows[151].starts_with("disk/two/WAR05,1,1991-08-30T20:22,2,,"), "{}", rows[151]);
    let named = desk.ludex("timeline WAR04.DAT WAR04.LOG disk/two/war05.log -t jsonl").ends(0).out();
    let first: serde_json::Value = serde_json::from_str(named.lines().next().unwrap()).unwrap();
    assert_eq!((&first["game"], &first["name"]), (&"WAR04".into(), &"Quill Harrow".into()));
    assert_eq!(named.lines().count(), 2 * 30 * 5);
    assert!(desk.ludex("timeline disk").ends(0).out().starts_with("GAME "));
    // What is wrong with one game leaves the others as they are; a file that was named must have turns.
    desk.put("disk/WAR04.REC", good("attacking.REC"));
    let csv = desk.ludex("timeline disk -t csv");
    assert_eq!(csv.ends(1).out().lines().count(), 1 + 30 * 5);
    csv.says(&["disk/WAR04"]);
    let named = desk.ludex("timeline WAR04.LOG disk/two/war05.log disk/WAR09.DAT");
    named.ends(1);
    named.says(&["error[CV025]", "disk/WAR09"]);
    desk.put("dats/WAR09.DAT", &dat);
    desk.ludex("timeline dats").ends(1).says(&["error[CV025]"]);
}

#[test]
fn the_sums_of_a_timeline_are_those_of_the_board() {
    let desk = board();
    let json = desk.ludex("timeline WAR04.DAT WAR04.LOG -t json").ends(0).out();
    let rows: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    for turn in 1..=30 {
        let of_turn = rows.iter().filter(|row| row["turn"] == turn);
        let countries: i64 = of_turn.clone().map(|row| row["countries"].as_i64().unwrap()).sum();
        let (won, lost): (i64, i64) = of_turn
            .clone()
            .map(|row| (row["won"].as_i64().unwrap(), row["lost"].as_i64().unwrap()))
            .fold((0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
        let killed: i64 = of_turn.clone().map(|row| row["killed"].as_i64().unwrap()).sum();
        let died: i64 = of_turn.map(|row| row["armies_lost"].as_i64().unwrap()).sum();
        assert_eq!((countries, won, killed), (42, lost, died), "turn {turn}");
    }
}

#[test]
fn an_interrupted_turn_is_told_and_ended() {
    let desk = board();
    let run = desk.ludex("recover WAR04.DAT WAR04.REC WAR04.LOG -o NEW.DAT");
    run.ends(0);
    let out = run.out();
    for line in [
        "  player 2 (Quill Harrow) began turn 30 on 1991-09-26 09:24  (WAR04.LOG:359)\n",
        "  the player was attacking, and had earned a commendation  (WAR04.REC:2)\n",
        "  done: 7 armies deployed, 3 attacks, 2 countries won, 0 armies lost, 2 armies killed  (WAR04.LOG:360, WAR04.LOG:369)\n",
        "  China: player 6, 1 army → player 2, 3 armies  (WAR04.LOG:364, WAR04.DAT:52, WAR04.REC:56)\n",
        "  it still counts: nobody has called since  (WAR04.LOG:369)\n",
    ] {
        assert!(out.contains(line), "{line}{out}");
    }
    run.says(&["warning[CV028]", "had earned a commendation"]);
    // The new file has the board of the .REC, the date of the log and the style of the .DAT.
    let (new, rec, dat) = (lines(&desk.get("NEW.DAT")), lines(&desk.get("WAR04.REC")), lines(&desk.get("WAR04.DAT")));
    assert_eq!(new.len(), dat.len());
    let other: Vec<usize> = (0..new.len()).filter(|&n| new[n] != rec[n + 4]).collect();
    assert_eq!(other, [10]);
    assert_ne!(new[10], dat[10]);
    // The output exists already with the same bytes; one with other bytes is not overwritten.
    desk.ludex("recover WAR04.DAT WAR04.REC WAR04.LOG -o NEW.DAT").ends(0);
    desk.put("NEW.DAT", "something else");
    let refused = desk.ludex("recover WAR04.DAT WAR04.REC WAR04.LOG -o NEW.DAT");
    refused.ends(1);
    refused.says(&["error[IO005]"]);
    desk.ludex("recover WAR04.DAT WAR04.REC WAR04.LOG -o NEW.DAT --force").ends(0);
    let refused = desk.ludex("recover WAR04.DAT WAR04.REC WAR04.LOG -o WAR04.DAT --force");
    refused.ends(1);
    assert!(refused.err().contains("input"), "{}", refused.err());
}

#[test]
fn a_dry_run_says_what_would_be_written() {
    let desk = board();
    let run = desk.ludex("recover WAR04.DAT WAR04.REC WAR04.LOG -o NEW.DAT --dry-run");
    assert!(run.ends(0).err().contains("would write NEW.DAT: the turn of player 2"), "{}", run.err());
    let run = desk.ludex("recover WAR04.LOG backup/03/WAR04.DAT -o NEW.DAT --dry-run");
    assert!(run.ends(1).err().contains("NEW.DAT.json would list them"), "{}", run.err());
    assert!(!desk.path("NEW.DAT").exists() && !desk.path("NEW.DAT.json").exists());
    // With --dry-run, an output that would be refused is refused too.
    desk.put("NEW.DAT", "something else");
    desk.ludex("recover WAR04.DAT WAR04.REC WAR04.LOG -o NEW.DAT --dry-run").says(&["error[IO005]"]);
    desk.ludex("recover WAR04.LOG --dry-run").ends(2);
}

#[test]
fn a_turn_that_no_longer_counts_is_not_ended() {
    let desk = board();
    // Player 6 moved after the turn began.
    let mut dat = lines(&desk.get("WAR04.DAT"));
    dat[34] = "2460.9".into();
    desk.put("WAR04.DAT", dat.join("\r\n") + "\r\n");
    let run = desk.ludex("recover WAR04.DAT WAR04.REC -o NEW.DAT");
    run.ends(1);
    assert!(run.out().contains("it no longer counts: by WAR04.DAT player 6 moved since"), "{}", run.out());
    run.says(&["error[CV026]"]);
    assert!(!desk.path("NEW.DAT").exists());
}

#[test]
fn copies_are_placed_in_the_game() {
    let desk = board();
    let copies = "backup/03/WAR04.DAT backup/05/WAR04.DAT backup/07/WAR04.DAT";
    let out = desk.ludex(&format!("recover WAR04.LOG {copies}")).ends(0).out();
    for line in [
        "  backup/03/WAR04.DAT: after turn 12, ",
        "  backup/05/WAR04.DAT: between turns 20 and 21: edited by hand: Japan 3 in the log, 30 in the file  (WAR04.LOG:165, backup/05/WAR04.DAT:76)\n",
        "  backup/07/WAR04.DAT: another game: ",
    ] {
        assert!(out.contains(line), "{line}{out}");
    }
    // In a folder, and in an archive, copies are found below the log.
    let out = desk.ludex("recover .").ends(0).out();
    assert!(out.contains("backup/05/WAR04.DAT: between turns 20 and 21: edited by hand"), "{out}");
    assert_eq!(out.lines().filter(|line| !line.starts_with(' ')).filter(|line| line.contains("WAR04")).count(), 1);
}

#[cfg(feature = "archives")]
#[test]
fn games_are_told_apart_in_folders_and_archives() {
    use std::io::Write;

    let desk = board();
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["WAR04.DAT", "WAR04.REC", "WAR04.LOG", "backup/03/WAR04.DAT"] {
        archive.start_file(format!("OTHER/{name}"), zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(&desk.get(name)).unwrap();
    }
    desk.put("disk/OLD.ZIP", archive.finish().unwrap().into_inner());
    for name in ["WAR04.DAT", "WAR04.REC", "WAR04.LOG"] {
        desk.put(&format!("disk/board1/{name}"), desk.get(name));
    }
    desk.put("disk/board1/WAR05.DAT", desk.get("backup/07/WAR04.DAT"));
    let run = desk.ludex("recover disk -o out/");
    run.ends(0);
    let games: Vec<String> = run.out().lines().filter(|line| line.starts_with("disk")).map(str::to_owned).collect();
    assert_eq!(games, ["disk/OLD.ZIP!/OTHER/WAR04", "disk/board1/WAR04"]);
    assert!(run.out().contains("OLD.ZIP!/OTHER/backup/03/WAR04.DAT: after turn 12"), "{}", run.out());
    let mut written: Vec<String> = walkdir::WalkDir::new(desk.path("out"))
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| entry.path().strip_prefix(desk.path("out")).unwrap().display().to_string())
        .collect();
    written.sort();
    assert_eq!(written.len(), 2, "{written:?}");
    let refused = desk.ludex("recover disk -o NEW.DAT");
    refused.ends(2);
    assert!(refused.err().contains("add -o FOLDER/"), "{}", refused.err());
}

#[test]
fn a_damaged_game_is_put_together_where_all_is_known() {
    let desk = board();
    let whole = desk.get("WAR04.DAT");
    // Only the head with the players is left; the board comes from the log and a copy.
    let head: Vec<u8> = whole.split_inclusive(|byte| *byte == b'\n').take(60).flatten().copied().collect();
    desk.put("WAR04.DAT", head);
    let run = desk.ludex("recover WAR04.DAT WAR04.LOG backup/03/WAR04.DAT -o NEW.DAT");
    run.ends(0);
    assert!(run.out().contains("The recovered game: the game after turn 29\n"), "{}", run.out());
    assert!(run.out().contains("  Japan: player 6, 1 army  ("), "{}", run.out());
    let values = |bytes: &[u8]| lines(bytes).iter().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    assert_eq!(values(&desk.get("NEW.DAT")), values(&whole));
}

#[test]
fn what_cannot_be_known_is_a_hole_that_is_named() {
    let desk = board();
    let run = desk.ludex("recover WAR04.LOG backup/03/WAR04.DAT -o NEW.DAT");
    run.ends(1);
    assert!(run.out().contains("\nWhat cannot be known\n  the commendations of player 2: "), "{}", run.out());
    run.says(&["error[CV027]", "NEW.DAT.json"]);
    assert!(!desk.path("NEW.DAT").exists());
    let document: serde_json::Value = serde_json::from_slice(&desk.get("NEW.DAT.json")).unwrap();
    assert_eq!(document["game"]["position"]["holdings"][18]["owner"], "6");
    let holes: Vec<&str> =
        document["diagnostics"].as_array().unwrap().iter().flat_map(|d| d["path"].as_str()).collect();
    assert!(holes.contains(&"game.players[1].commendations.general"), "{holes:?}");
    // Once the missing values are added, the file is written.
    let refused = desk.ludex("convert NEW.DAT.json -o NEW.DAT");
    refused.ends(1);
    assert!(refused.err().contains("commendations"), "{}", refused.err());
    let mut given = document;
    for player in given["game"]["players"].as_array_mut().unwrap() {
        for kind in ["general", "king", "queen"] {
            if player["commendations"].get(kind).is_none() {
                player["commendations"][kind] = 1.into();
            }
        }
    }
    desk.put("given.json", given.to_string());
    desk.ludex("convert given.json -o NEW.DAT").ends(0);
    let same = lines(&desk.get("NEW.DAT")).into_iter().zip(lines(&desk.get("WAR04.DAT"))).skip(39);
    same.for_each(|(new, old)| assert_eq!(new, old));
}

#[test]
fn rows_of_a_recovery_name_the_lines_that_values_are_from() {
    let desk = board();
    let json = desk.ludex("recover WAR04.DAT WAR04.REC WAR04.LOG --format json").ends(0).out();
    let rows: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    let japan = rows.iter().find(|row| row["part"] == "value" && row["path"] == "game.position.holdings[6].owner");
    let japan = japan.unwrap();
    assert_eq!((&japan["value"], &japan["origins"][0]), (&"2".into(), &"WAR04.LOG:364".into()));
    assert!(rows.iter().any(|row| row["part"] == "interrupted-turn"), "{json}");
}

#[test]
fn a_document_of_all_three_is_taken_apart() {
    let desk = board();
    desk.ludex("convert WAR04.DAT WAR04.REC WAR04.LOG -o g.json").ends(0);
    let out = desk.ludex("recover g.json -o NEW.DAT").ends(0).out();
    assert!(out.contains("(WAR04.LOG in g.json:359)"), "{out}");
    desk.ludex("recover WAR04.DAT WAR04.REC WAR04.LOG -o OTHER.DAT").ends(0);
    assert_eq!(desk.get("NEW.DAT"), desk.get("OTHER.DAT"));
}

#[test]
fn a_file_that_a_document_has_too_is_no_other_file() {
    let desk = board();
    desk.ludex("convert WAR04.DAT WAR04.LOG WAR04.REC -o g.json").ends(0);
    desk.ludex("convert backup/03/WAR04.DAT -o old.json").ends(0);
    desk.ludex("convert WAR04.LOG -o edited.json").ends(0);
    let edited = String::from_utf8(desk.get("edited.json")).unwrap();
    let edited = edited.replacen("\"attacker_lost\": 1", "\"attacker_lost\": 2", 1);
    desk.put("edited.json", edited);
    let out = desk.ludex("recover WAR04.DAT WAR04.LOG WAR04.REC g.json old.json edited.json").ends(0).out();
    for name in ["WAR04.DAT", "WAR04.REC", "WAR04.LOG"] {
        let line = format!("  {name} in g.json says the same as {name}\n");
        assert!(out.contains(&line), "{line}{out}");
    }
    assert!(out.contains("  WAR04.DAT in old.json: after turn 12, "), "{out}");
    assert!(out.contains("  WAR04.LOG in edited.json is another war-log, and is not used\n"), "{out}");
}

#[test]
fn check_says_where_a_log_and_its_game_do_not_go_together() {
    let desk = board();
    assert_eq!(desk.ludex("check WAR04.LOG").ends(0).err(), "");
    let check = |code: &str| {
        desk.ludex("check WAR04.LOG").says(&[code]);
    };
    let log = lines(&desk.get("WAR04.LOG"));
    let dat = lines(&desk.get("WAR04.DAT"));
    let text = |lines: &[String]| lines.join("\r\n") + "\r\n";
    // A log that ends earlier, goes on longer, has no winner, or lacks a player.
    desk.put("WAR04.LOG", text(&log[..300]));
    check("warning[GW117]");
    desk.put("WAR04.LOG", text(&log)).put("WAR04.DAT", desk.get("backup/03/WAR04.DAT"));
    check("warning[GW118]");
    let mut finished = dat.clone();
    finished[0] = "2".into();
    desk.put("WAR04.DAT", text(&finished));
    check("warning[GW119]");
    let mut more = dat;
    (more[2], more[4]) = ("Ada".into(), "2456.0".into());
    desk.put("WAR04.DAT", text(&more));
    check("warning[GW120]");
}

#[test]
fn check_says_where_a_log_and_an_interrupted_turn_do_not_go_together() {
    let desk = board();
    let check = |code: &str, message: &str| {
        desk.ludex("check WAR04.LOG").ends(0).says(&[code, message]);
    };
    let log = lines(&desk.get("WAR04.LOG"));
    let rec = lines(&desk.get("WAR04.REC"));
    let text = |lines: &[String]| lines.join("\r\n") + "\r\n";
    desk.put("WAR04.LOG", text(&log[..368]));
    check("warning[GW121]", "in WAR04.REC turn 30 ends in the loss of the carrier (-), and in this log it does not");
    desk.put("WAR04.LOG", text(&log[..358]));
    check(
        "warning[GW121]",
        "the turn of player 2 in WAR04.REC is not in this log, which ends with turn 29 of player 6",
    );
    let more = ["B 3 Thu Sep 26, 1991 10:00 pm", "D 3 15 9"].map(str::to_owned);
    desk.put("WAR04.LOG", text(&[&log[..], &more].concat()));
    check("warning[GW113]", "the turn in WAR04.REC no longer counts: by this log turn 31 was played since");
    desk.put("WAR04.LOG", text(&[&log[..], &more, &["-".to_owned()]].concat()));
    check(
        "warning[GW121]",
        "this log ends in a turn of player 3 that was cut off, and WAR04.REC is of one of player 2",
    );
    desk.put("WAR04.LOG", text(&log));
    let mut edited = rec.clone();
    edited[55] = "8".into();
    desk.put("WAR04.REC", text(&edited));
    check("warning[GW121]", "where turn 30 is cut off, China has 3 by this log, and 8 in WAR04.REC");
    desk.put("WAR04.REC", text(&rec));
    assert!(!desk.ludex("check WAR04.LOG WAR04.REC WAR04.DAT").ends(0).err().contains("warning["));
}

#[test]
fn files_that_are_named_together_are_one_game_whatever_they_are_called() {
    let desk = board();
    desk.ludex("recover WAR04.DAT WAR04.REC WAR04.LOG -o USUAL.DAT").ends(0);
    for (name, called) in [("WAR04.DAT", "SAVED.DAT"), ("WAR04.REC", "turn/LOST.REC"), ("WAR04.LOG", "WAR11.LOG")] {
        desk.put(called, desk.get(name));
    }
    let run = desk.ludex("recover SAVED.DAT turn/LOST.REC WAR11.LOG -o NEW.DAT");
    assert!(run.ends(0).out().contains("SAVED.DAT is whole, and is the game at the end of the log"), "{}", run.out());
    assert_eq!(desk.get("NEW.DAT"), desk.get("USUAL.DAT"));
    let out = desk.ludex("recover SAVED.DAT turn/LOST.REC").ends(0).out();
    assert!(out.contains("it still counts: by SAVED.DAT nobody has moved since"), "{out}");
    // Without a log, nobody can tell which of two copies is the newer one.
    let out = desk.ludex("recover SAVED.DAT backup/03/WAR04.DAT turn/LOST.REC").ends(0).out();
    assert!(out.contains("  SAVED.DAT: it cannot be placed without a log\n"), "{out}");
}

#[test]
fn an_older_game_goes_on_to_the_end_of_the_log() {
    let desk = board();
    desk.put("WAR07.DAT", desk.get("backup/03/WAR04.DAT")).put("WAR07.LOG", desk.get("WAR04.LOG"));
    let run = desk.ludex("recover WAR07.DAT WAR07.LOG -o NEW.DAT");
    let out = run.ends(1).out();
    assert!(out.contains("The recovered game: the game after turn 29\n"), "{out}");
    run.says(&["error[CV027]", "12 values of the game after turn 29 cannot be known"]);
    let document: serde_json::Value = serde_json::from_slice(&desk.get("NEW.DAT.json")).unwrap();
    desk.ludex("convert WAR04.DAT -o whole.json").ends(0);
    let whole: serde_json::Value = serde_json::from_slice(&desk.get("whole.json")).unwrap();
    assert_eq!(document["game"]["position"], whole["game"]["position"]);
}

#[test]
fn players_are_not_called_as_those_of_another_game() {
    let desk = board();
    let out = desk.ludex("recover WAR04.LOG backup/07/WAR04.DAT").ends(0).out();
    assert!(out.contains("turn 28 of player 4 does not count"), "{out}");
    desk.put("WAR07.DAT", desk.get("backup/07/WAR04.DAT")).put("WAR07.LOG", desk.get("WAR04.LOG"));
    let out = desk.ludex("recover WAR07.DAT WAR07.LOG").ends(0).out();
    assert!(out.contains("does not belong to the log") && !out.contains("NONE SUCH"), "{out}");
}

#[test]
fn nothing_of_what_is_hidden_is_told() {
    let desk = board();
    let mut dat = lines(&desk.get("WAR04.DAT"));
    dat[0] = "101".into();
    let mut rec = lines(&desk.get("WAR04.REC"));
    rec[4] = "101".into();
    desk.put("WAR04.DAT", dat.join("\r\n") + "\r\n").put("WAR04.REC", rec.join("\r\n") + "\r\n");
    let run = desk.ludex("recover WAR04.DAT WAR04.REC WAR04.LOG -o NEW.DAT");
    run.ends(0);
    let csv = desk.ludex("timeline WAR04.DAT WAR04.LOG -t csv").ends(0).out();
    assert!(!run.out().contains("Quill") && !run.err().contains("Quill") && !csv.contains("Quill"), "{}", run.out());
    let run = desk.ludex("recover WAR04.DAT WAR04.REC WAR04.LOG --reveal");
    run.ends(0);
    assert!(run.out().contains("Quill Harrow"), "{}", run.out());
}
