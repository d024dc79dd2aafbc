//! Checks `recover` with made-up games of Global War whose `.DAT` is cut off: no recovered value is wrong.

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, ReadOptions};
use ludex::internals::model::{Game, Moment, State as GameState, System};
use ludex::internals::rules::recovery::{GameFile, Part, Recovery};

use super::trial;
use super::war_games::{Board, Random, State, Style, WarGame};
use super::war_replays::{board_of, each_game};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("war_games::cut_games_are_recovered_without_a_wrong_value".into(), || each_game(cut_games)),
        trial("war_games::interrupted_turns_are_ended".into(), || each_game(interrupted_turns)),
        trial("war_games::copies_are_placed".into(), || each_game(copies)),
    ]
}

/// A file as it is read, whatever is left of it.
struct Read {
    label: &'static str,
    format: &'static str,
    game: Game,
    is_damaged: bool,
    is_unreliable: bool,
    is_end_doubtful: bool,
    is_copy: bool,
}

impl Read {
    fn of(label: &'static str, format: &'static str, bytes: &[u8]) -> Option<Read> {
        let options = ReadOptions { format: Some(format.to_owned()), ..ReadOptions::default() };
        let outcome = conversion::read(label, bytes, &options);
        let is_damaged = outcome.has_errors();
        let mut errors = outcome.diagnostics.iter().filter(|d| d.is_error());
        let is_unreliable = errors.any(|d| !["GW001", "GW002"].contains(&&*d.code));
        let is_end_doubtful = outcome.diagnostics.iter().any(|d| d.code == "GW003");
        Some(Read {
            label,
            format,
            game: outcome.document?.game,
            is_damaged,
            is_unreliable,
            is_end_doubtful,
            is_copy: false,
        })
    }

    fn file(&self) -> GameFile<'_> {
        GameFile {
            label: self.label,
            format: self.format,
            game: &self.game,
            is_damaged: self.is_damaged,
            is_unreliable: self.is_unreliable,
            is_end_doubtful: self.is_end_doubtful,
            is_copy: self.is_copy,
        }
    }
}

fn recover(files: &[&Read]) -> Recovery {
    let files: Vec<GameFile<'_>> = files.iter().map(|read| read.file()).collect();
    let system = System::GlobalWar.def().documents.recovery.unwrap();
    (system.recover)(&files, true)
}

fn log(game: &WarGame, style: &Style) -> Result<Read, String> {
    let read = Read::of("WAR04.LOG", "war-log", &game.log(style)).ok_or("the log is not read")?;
    if read.is_damaged { Err("the log is read with errors".into()) } else { Ok(read) }
}

fn copy(game: &WarGame, moment: usize, style: &Style) -> Result<Read, String> {
    let bytes = game.dat_of(&game.states[moment], style);
    let read = Read::of("backup/WAR04.DAT", "war-dat", &bytes).ok_or("the copy is not read")?;
    Ok(Read { is_copy: true, ..read })
}

/// Number of places at which each `.DAT` is cut off.
const CUTS: usize = 20;

fn cut_games(game: &WarGame, style: &Style) -> Result<(), String> {
    let mut random = Random::new(game.turns.len() as u64);
    let (log, whole) = (log(game, style)?, game.dat(style));
    let end = game.turns.len() - usize::from(game.interrupted().is_some());
    let older = copy(game, random.below(end + 1), style)?;
    for cut in 0..CUTS {
        let length = if cut == 0 { 0 } else { random.below(whole.len()) };
        let damaged = Read::of("WAR04.DAT", "war-dat", &whole[..length]);
        let damaged = damaged.as_ref().filter(|damaged| damaged.is_damaged);
        let with =
            |others: &[&Read]| recover(&damaged.iter().copied().chain(others.iter().copied()).collect::<Vec<_>>());
        for (name, recovery) in
            [("the log", with(&[&log])), ("the log and a copy", with(&[&log, &older])), ("a copy", with(&[&older]))]
        {
            let Some(recovered) = recovery.recovered else { continue };
            compare(game, &recovered.game, game.last(), &game.last().board)
                .map_err(|why| format!("cut at {length} of {}, with {name}: {why}", whole.len()))?;
            let is_whole = conversion::write(
                &ludex::internals::model::Document::new(recovered.game),
                ludex::internals::formats::format("war-dat").unwrap(),
                &conversion::WriteOptions::default(),
            );
            let is_written = !is_whole.1.iter().any(|d| d.is_error());
            if is_written != recovered.holes.is_empty() {
                return Err(format!("with {name}: {} holes, written: {is_written}", recovered.holes.len()));
            }
        }
    }
    Ok(())
}

/// Compares every recovered value with the game that was played.
fn compare(game: &WarGame, recovered: &Game, known: &State, board: &Board) -> Result<(), String> {
    let wrong = |what: &str, is: String, was: String| Err(format!("{what} is {is}, and was {was}"));
    for ((n, (owner, armies)), country) in (1..).zip(board_of(recovered)).zip(board) {
        let is_known = recovered.position.as_ref().unwrap().holdings[n - 1].owner.known().is_some();
        if is_known && owner != country.owner || armies >= 0 && armies != country.armies {
            return wrong(&format!("country {n}"), format!("{owner}, {armies}"), format!("{country:?}"));
        }
    }
    let minutes = |a: Moment, b: Moment| (a.days_since(b) * 1440.0).abs();
    for (n, player) in recovered.players.iter().enumerate() {
        if let Some(name) = player.name.known()
            && *name != game.names[n]
        {
            return wrong("a name", format!("{name:?}"), format!("{:?}", game.names[n]));
        }
        if let Some(moved) = player.last_moved.known() {
            let was = known.moved[n].and_then(|minute| Moment::new(minute.date_time()));
            let is_same = match (moved, was) {
                (Some(moved), Some(was)) => minutes(*moved, was) <= 1.0,
                (moved, was) => moved.is_none() && was.is_none(),
            };
            if !is_same {
                return wrong(&format!("the last move of {}", n + 1), format!("{moved:?}"), format!("{was:?}"));
            }
        }
        if let Some(vote) = player.vote.known()
            && *vote != game.names[n].is_some()
        {
            return wrong("a vote", vote.to_string(), "the other".into());
        }
        let counts = player.commendations.clone().unwrap_or_default();
        for (k, count) in [&counts.general, &counts.king, &counts.queen].into_iter().enumerate() {
            if count.known().is_some_and(|count| *count != known.commendations[n][k]) {
                return wrong("a commendation", format!("{count:?}"), format!("{:?}", known.commendations[n]));
            }
        }
    }
    let details = recovered.details.global_war().ok_or("no details")?;
    if details.commendation_sets.known().is_some_and(|sets| *sets != known.sets) {
        return wrong("sets", format!("{:?}", details.commendation_sets), known.sets.to_string());
    }
    let day = Moment::new(known.event_day.date_time()).unwrap();
    if details.event_day.known().is_some_and(|is| minutes(*is, day) > 1.0) {
        return wrong("the event day", format!("{:?}", details.event_day), day.to_string());
    }
    if recovered.state.is_some_and(|is| is != state_of(known.event)) {
        return wrong("the state", format!("{:?}", recovered.state), known.event.to_string());
    }
    if details.hidden_names.is_some_and(|hidden| hidden != (known.event >= 100)) {
        return wrong("hidden names", "another".into(), known.event.to_string());
    }
    for (is, was) in details.team_passwords.iter().flatten().zip(&game.passwords) {
        if is != was {
            return wrong("a password", is.clone(), was.clone());
        }
    }
    Ok(())
}

fn state_of(event: i32) -> GameState {
    if matches!(event % 100, 2 | 5) { GameState::Finished } else { GameState::Playing }
}

fn interrupted_turns(game: &WarGame, style: &Style) -> Result<(), String> {
    let Some(turn) = game.interrupted() else { return Ok(()) };
    let step = *turn.steps.last().unwrap();
    let rec = Read::of("WAR04.REC", "war-rec", &game.rec(turn, &step, game.last(), style)).ok_or("no .REC")?;
    let dat = Read::of("WAR04.DAT", "war-dat", &game.dat(style)).ok_or("no .DAT")?;
    let log = log(game, style)?;
    let mut ended = State { commendations: step.commendations, sets: step.sets, ..*game.last() };
    for (name, files, has_log) in [
        ("all three", vec![&dat, &rec, &log], true),
        ("the log", vec![&rec, &log], true),
        ("the .DAT", vec![&dat, &rec], false),
    ] {
        let recovered = recover(&files).recovered.ok_or_else(|| format!("with {name} nothing is recovered"))?;
        let index = usize::from(turn.player) - 1;
        ended.moved = game.last().moved;
        let is_told =
            recovered.values.iter().any(|value| value.path.as_deref().is_some_and(|p| p.ends_with("last_moved")));
        if is_told {
            ended.moved[index] = Some(turn.at);
        }
        if is_told && !has_log {
            return Err(format!("with {name}, when the turn began is made up"));
        }
        compare(game, &recovered.game, &ended, &step.board).map_err(|why| format!("with {name}: {why}"))?;
    }
    // The turn is over if another player has moved since.
    let other = game.turns.iter().rev().find(|other| other.player != turn.player);
    if let Some(other) = other {
        let mut later = *game.last();
        later.moved[usize::from(other.player) - 1] = Some(super::war_games::Minute(turn.at.0 + 60));
        let later = Read::of("WAR04.DAT", "war-dat", &game.dat_of(&later, style)).ok_or("no .DAT")?;
        let recovery = recover(&[&later, &rec]);
        let is_gone = |text: &str| text.starts_with("it no longer counts");
        if recovery.recovered.is_some() || !recovery.statements.iter().any(|statement| is_gone(&statement.text)) {
            return Err("a stale .REC is taken for one that counts".into());
        }
    }
    Ok(())
}

/// Returns the statements about copies.
fn placed(recovery: &Recovery) -> Vec<&str> {
    let backups = recovery.statements.iter().filter(|statement| statement.part == Part::Backup);
    backups.map(|statement| statement.text.as_str()).collect()
}

fn copies(game: &WarGame, style: &Style) -> Result<(), String> {
    let mut random = Random::new(7 + game.turns.len() as u64);
    let (log, dat) = (log(game, style)?, Read::of("WAR04.DAT", "war-dat", &game.dat(style)).ok_or("no .DAT")?);
    let end = game.turns.len() - usize::from(game.interrupted().is_some());
    for _ in 0..3 {
        let moment = random.below(end + 1);
        let older = copy(game, moment, style)?;
        let recovery = recover(&[&dat, &log, &older]);
        // A turn that does not count leaves the game as it was.
        let same = (0..=end).filter(|&other| game.states[other] == game.states[moment]);
        let expected: Vec<String> = same
            .map(|moment| match moment {
                0 => "backup/WAR04.DAT: the deal, before turn 1".to_owned(),
                n => format!("backup/WAR04.DAT: after turn {n},"),
            })
            .collect();
        let placed = placed(&recovery);
        if !expected.iter().any(|expected| placed[0].starts_with(expected)) {
            return Err(format!("expected one of {expected:?}, found {placed:?}"));
        }
        let mut edited = game.states[moment];
        let country = random.below(42);
        edited.board[country].armies += 27;
        let bytes = game.dat_of(&edited, style);
        let edited = Read::of("backup/WAR04.DAT", "war-dat", &bytes).ok_or("the copy is not read")?;
        let edited = Read { is_copy: true, ..edited };
        let recovery = recover(&[&dat, &log, &edited]);
        let placed = self::placed(&recovery);
        let armies = game.states[moment].board[country].armies;
        let difference = format!("{armies} in the log, {} in the file", armies + 27);
        if !placed[0].contains("edited by hand") || !placed[0].ends_with(&difference) {
            return Err(format!("edited at {moment}, country {}: {placed:?}", country + 1));
        }
    }
    Ok(())
}
