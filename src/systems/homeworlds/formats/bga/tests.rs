//! Tests of logs: their meaning, edits, and records converted from other servers.

use std::path::PathBuf;

use thin_vec::thin_vec;

use super::*;
use crate::formats::TextFormat;
use crate::model::{Action, ActionKind, PieceName, Remark, Turn, When};
use crate::systems::homeworlds::formats::{BGA, SDG};
use crate::text::write_back::Written;

const LOG: &str = "\
Move 7 :5/2/2023 9:00:00 AM
Anna establishes a homeworld with a g3 ship at r1 and b2 binary stars.
Move 8 :9:00:30 AM
Bert establishes a homeworld with a g3 ship at y1 and b3 binary stars.
Move 9 :9:01:00 AM
Anna builds a g1 ship in Homeworld Anna.
Move 10 :9:01:09 AM
Anna ends their turn.
Move 11 :5/3/2023 8:00:00 AM
Bert discovers a g2 system named Halva.
Bert moves a g3 ship from Homeworld Bert to Halva.
Move 12 :8:00:05 AM
Bert restarts their turn.

Move 13 :8:00:30 AM
Bert builds a g1 ship in Homeworld Bert.
Bert offers a draw.
Move 14 :8:00:31 AM
Bert ends their turn.
Move 15 :8:10:00 AM
Anna ends their turn.
";

fn bga() -> &'static dyn TextFormat {
    BGA.text().unwrap()
}

fn read(text: &str) -> Game {
    TextFormat::read(bga(), text, &mut Report::silent()).unwrap()
}

/// Returns the log after an edit, and the messages; asserts that the log reads back as the game without the parts it
/// cannot hold.
fn edited(edit: impl FnOnce(&mut Game)) -> (Result<String, String>, Vec<String>) {
    let mut game = read(LOG);
    edit(&mut game);
    let mut shown = Vec::new();
    let written = TextFormat::write(bga(), &game, Some(LOG), &mut shown);
    let messages = shown.iter().map(|d| d.message.clone()).collect();
    match written {
        Ok(Written::Unchanged) => (Ok(LOG.to_owned()), messages),
        Ok(Written::Patched(text)) => {
            assert_eq!(read(&text), *Bga.prepare(&game, &mut Vec::new()));
            (Ok(text), messages)
        }
        Ok(Written::Canonical(text)) => panic!("the spelling was given up:\n{text}"),
        Err(error) => (Err(error.to_string()), messages),
    }
}

/// Returns the log after an edit that causes no message.
fn after(edit: impl FnOnce(&mut Game)) -> String {
    let (text, shown) = edited(edit);
    assert_eq!(shown, Vec::<String>::new());
    text.unwrap()
}

fn at(text: &str) -> Option<When> {
    Some(When::Moment(text.parse().unwrap()))
}

fn build(piece: &str, place: &str) -> Action {
    Action::of(ActionKind::Build { piece: Some(PieceName(piece.into())), at: place.into() })
}

#[test]
fn an_action_is_edited_in_its_own_line() {
    let text = after(|game| {
        game.turns[2].actions[0] =
            Action { when: at("2023-05-02T09:01").map(Box::new), ..build("g2", "Homeworld Anna") }
    });
    assert_eq!(text, LOG.replace("Anna builds a g1", "Anna builds a g2"));
}

#[test]
fn a_time_is_edited_in_its_own_line_and_keeps_its_number() {
    let text = after(|game| game.turns[2].when = at("2023-05-02T09:01:20"));
    assert_eq!(text, LOG.replace("Move 10 :9:01:09 AM", "Move 10 :9:01:20 AM"));
}

#[test]
fn a_turn_is_deleted_with_its_times_and_the_next_time_says_the_day() {
    let text = after(|game| drop(game.turns.remove(3)));
    let (before, behind) = LOG.split_once("Move 11").unwrap();
    let behind = behind.split_once("Move 15").unwrap().1.replacen(":8:10:00 AM\n", ":5/3/2023 8:10:00 AM\n\n", 1);
    // Blank lines stay.
    assert_eq!(text, format!("{before}Move 15{behind}"));
}

#[test]
fn what_was_undone_is_edited_too() {
    let text = after(|game| game.turns[3].undone.clear());
    let (before, behind) = LOG.split_once("Move 11").unwrap();
    let behind = behind.split_once("Move 13 :8:00:30 AM\n").unwrap().1;
    assert_eq!(text, format!("{before}Move 13 :5/3/2023 8:00:30 AM\n\n{behind}"));
}

#[test]
fn a_turn_is_added_with_the_numbers_that_follow() {
    let turn = Turn {
        player: Some("S".into()),
        when: at("2023-05-04T00:00:01"),
        actions: vec![Action { when: at("2023-05-03T12:00").map(Box::new), ..build("g2", "Homeworld Bert") }],
        ..Turn::default()
    };
    let added = "Move 16 :12:00:00 PM\nBert builds a g2 ship in Homeworld Bert.\nMove 17 :5/4/2023 12:00:01 AM\nBert ends their turn.\n";
    assert_eq!(after(|game| game.turns.push(turn)), format!("{LOG}{added}"));
}

#[test]
fn a_draw_is_offered_by_a_remark_and_nothing_else_is_said() {
    let remark = |text: &str| Remark { author: Some("Anna".into()), text: text.into(), ..Remark::default() };
    let (text, shown) = edited(|game| game.turns[2].remarks.push(remark("offers a draw")));
    assert_eq!(text.unwrap(), LOG.replacen("Move 10 ", "Anna offers a draw.\nMove 10 ", 1));
    assert!(shown[0].contains("entries without a time (1 place)"), "{shown:?}");
    let (text, shown) = edited(|game| game.turns[2].remarks.push(remark("well played")));
    assert_eq!(text.unwrap(), LOG);
    assert!(shown[0].contains("remarks (1 place)"), "{shown:?}");
}

#[test]
fn what_no_log_can_say_is_refused() {
    let colour = edited(|game| game.turns[2].actions[0] = build("g", "Homeworld Anna"));
    assert!(colour.0.is_ok() && colour.1[0].contains("builds of ships that the bank did not have"), "{colour:?}");
    let third = edited(|game| game.players.push(crate::model::Player::at("E".into())));
    assert!(third.0.is_err() && third.1[0].contains("expected a game of two players, found 3"), "{third:?}");
    let half = |text: &str| Action { text: Some(text.into()), ..Action::of(ActionKind::Unknown) };
    let move_there = ActionKind::Move {
        piece: Some(PieceName("g1".into())),
        from: "Homeworld Anna".into(),
        to: "Mars".into(),
        via: None,
        by_convoy: None,
        new_star: None,
    };
    let whole = edited(|game| {
        let when = at("2023-05-03T08:10");
        let half = Action { when: when.clone().map(Box::new), ..half("Anna discovers a y3 system named Mars.") };
        game.turns[4].actions = vec![half, Action { when: when.map(Box::new), ..Action::of(move_there) }];
    });
    assert!(whole.0.unwrap_err().contains("would be read back as something else"));
}

#[test]
fn a_time_that_another_line_gives_its_day_is_of_that_day() {
    let text = "Move 1 :6/1/2022 9:00:00 AM\nMove 2 :9:30:00 AM\nA builds a g1 ship in X.\n";
    assert_eq!(read(text).turns[0].actions[0].when, at("2022-06-01T09:30").map(Box::new));
    let parsed_source = bga().parsed_source(text).unwrap();
    assert_eq!(parsed_source.statements.body(0), "Move 2 :6/1/2022 9:30:00 AM");
    assert_eq!(
        &text[parsed_source.source_spans[0].start..parsed_source.source_spans[0].end],
        "Move 1 :6/1/2022 9:00:00 AM\nMove 2 :9:30:00 AM"
    );
}

#[test]
fn the_line_that_says_when_a_result_came_goes_with_it() {
    let text =
        format!("{LOG}Move 16 :5/4/2023 9:00:00 AM\nThe end of the game: Bert wins!\nMove 17 :9:01:00 AM\nBye\n");
    let mut game = read(&text);
    assert_eq!(game.result.as_ref().unwrap().winners, ["S".into()]);
    // Later actions have the time of the lines before, as they have without those lines.
    assert_eq!(game.turns[5].actions[0].when, at("2023-05-03T09:01").map(Box::new));
    game.result = None;
    let written = TextFormat::write(bga(), &game, Some(&text), &mut Vec::new());
    assert_eq!(written, Ok(Written::Patched(format!("{LOG}Move 17 :9:01:00 AM\nBye\n"))));
}

#[test]
fn a_turn_that_was_begun_anew_with_nothing_done_is_so_written() {
    let text = edited(|game| game.turns[2].undone = thin_vec![Vec::new()]).0.unwrap();
    assert_eq!(text, LOG.replacen("Move 9 ", "Anna restarts their turn.\nMove 9 ", 1));
}

fn corpus() -> Option<PathBuf> {
    let root = std::env::var_os("LUDEX_CORPUS")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"), PathBuf::from);
    let folder = root.join("homeworlds");
    if !folder.is_dir() {
        eprintln!("notice: no corpus at {} (LUDEX_CORPUS); its records are skipped", root.display());
    }
    Some(folder).filter(|folder| folder.is_dir())
}

#[test]
fn a_real_log_is_understood_whole() {
    let Some(folder) = corpus() else { return };
    let text = std::fs::read_to_string(folder.join("other/example_log.bga")).unwrap();
    let mut report = Report::new();
    let game = TextFormat::read(bga(), &text, &mut report).unwrap();
    assert_eq!(report.finish(&text), []);
    let is_of = |kind: &ActionKind, action: &&Action| action.kind == *kind;
    let undone = || game.turns.iter().flat_map(|turn| &turn.undone);
    let times = |line: &&str| line.starts_with("Move ");
    assert_eq!((text.lines().count(), text.lines().filter(times).count()), (367, 176));
    assert_eq!(game.turns.iter().filter(|turn| turn.when.is_some()).count(), 49);
    assert_eq!((undone().count(), undone().flatten().filter(|a| is_of(&ActionKind::Restart, a)).count()), (16, 16));
    let actions = game.turns.iter().flat_map(|turn| &turn.actions);
    assert_eq!(actions.filter(|a| is_of(&ActionKind::Resign, a)).count(), 1);
    let mut shown = Vec::new();
    assert_eq!(*Bga.prepare(&game, &mut shown), game);
    assert_eq!(shown, []);
}

/// Returns a game without the parts that the messages announced as lost.
fn without(mut game: Game, shown: &[String]) -> Game {
    let is_said = |part: &str| shown.iter().any(|message| message.contains(part));
    if is_said("the title") {
        game.title = None;
    }
    if is_said("when it was played") {
        (game.started, game.ended) = (None, None);
    }
    if is_said("the options") {
        game.variants = None;
    }
    let movers: Vec<_> = game.turns.iter().filter_map(|turn| turn.player.clone()).collect();
    if is_said("neither does nor wins") {
        game.players.retain(|player| movers.contains(&player.seat));
    }
    for turn in &mut game.turns {
        if is_said("remarks") {
            turn.remarks.clear();
        }
        if is_said("passes") {
            turn.actions.retain(|action| action.kind != ActionKind::Pass);
        }
        for action in &mut turn.actions {
            if let ActionKind::Setup { overrides, .. } = &mut action.kind
                && is_said("insisted on")
            {
                *overrides = None;
            }
        }
    }
    if let Some(result) = game.result.as_mut().filter(|_| is_said("why the game ended")) {
        result.reason = None;
    }
    game.players.sort_by_key(|player| player.seat.as_str().to_owned());
    game
}

#[test]
fn records_of_another_server_come_back_from_a_log_but_for_what_was_announced() {
    let Some(folder) = corpus() else { return };
    let (sdg, mut same, mut refused) = (SDG.text().unwrap(), 0, Vec::new());
    let files = std::fs::read_dir(folder.join("sdg")).unwrap().flatten().map(|entry| entry.path());
    for path in files.filter(|path| path.extension().is_some_and(|extension| extension == "raw")) {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        let game = TextFormat::read(sdg, &text, &mut Report::silent()).unwrap();
        let mut out = Vec::new();
        let log = TextFormat::write(bga(), &game, None, &mut out);
        let mut shown: Vec<String> = out.iter().map(|d| d.message.clone()).collect();
        let Ok(Written::Canonical(log)) = log else {
            assert!(out.iter().any(Diagnostic::is_error), "{path:?}: {shown:?}");
            refused.push((game.players.len(), shown));
            continue;
        };
        // Homeworlds are renamed.
        assert!(out.iter().any(|d| d.code == "HW008"), "{path:?}: {shown:?}");
        let mut report = Report::new();
        let back = TextFormat::read(bga(), &log, &mut report).unwrap();
        assert_eq!(report.finish(&log), [], "{path:?}");
        let mut out = Vec::new();
        let record = TextFormat::write(sdg, &back, None, &mut out);
        let Ok(Written::Canonical(record)) = record else { panic!("{path:?}: {record:?} {out:?}") };
        shown.extend(out.iter().map(|d| d.message.clone()));
        let again = TextFormat::read(sdg, &record, &mut Report::silent()).unwrap();
        assert_eq!(without(game, &shown), without(again, &shown), "{path:?}: {shown:?}");
        same += 1;
    }
    assert!(same >= 30, "{same}");
    for (players, shown) in refused {
        let is_known = players > 2 && shown.iter().any(|message| message.contains("players"))
            || shown.iter().any(|message| message.contains("two stars"));
        assert!(is_known, "{shown:?}");
    }
}
