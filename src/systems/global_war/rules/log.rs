//! Checks a log against the `.DAT` or `.REC` of its game.

use std::collections::HashSet;

use super::replay::{self, is_undone};
use super::{
    COUNTRIES, LOG_ENDS_EARLY, LOG_GOES_ON, LOG_OF_ANOTHER_TURN, LOG_WITHOUT_WINNER, PLAYER_NOT_IN_LOG, STALE_RECOVERY,
};
use crate::model::{ActionKind, Game, Moment, Player, Seat, State, Turn, When};
use crate::text::Diagnostic;
use crate::text::english::{counted, listed};
use crate::view::layout::moment_text;

/// The longest duration of a call, and so of a turn, and the tolerance in comparing dates (`CLOCK_STEP`), both in days:
/// a daynum has steps of 8.64 seconds, and a log has minutes.
const LONGEST_CALL: f64 = 1.0;
const CLOCK_STEP: f64 = 1.0 / 1440.0;

/// Returns warnings for whatever in a log does not fit the saved game called `name`. All of them are about the log.
pub fn doubts(saved: &Game, log: &Game, name: &str) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    all.extend(ends(saved, log, name));
    let wins = || log.turns.iter().flat_map(|turn| &turn.actions).any(|a| matches!(a.kind, ActionKind::Win));
    if saved.state == Some(State::Finished) && !log.turns.is_empty() && !wins() {
        let message = format!("the game in {name} is finished, but nobody wins in this log");
        all.push(Diagnostic::warning(&LOG_WITHOUT_WINNER, message).help(LOG_WITHOUT_WINNER.advice));
    }
    all.extend(players(saved, log, name));
    all
}

/// Returns warnings for whatever in a log does not fit the interrupted turn in the file called `name`. All of them are
/// about the log.
pub fn doubts_of_interrupted(interrupted: &Game, log: &Game, name: &str) -> Vec<Diagnostic> {
    let details = interrupted.details.global_war();
    let seat = details.and_then(|details| details.interruption.as_ref()?.player.known());
    let (Some(seat), Some(last)) = (seat, log.turns.len().checked_sub(1)) else { return Vec::new() };
    let number = |turn: usize| log.turns.get(turn).and_then(|turn| turn.number).map_or(turn + 1, |n| n as usize);
    let other = |message: String| {
        let d = Diagnostic::warning(&LOG_OF_ANOTHER_TURN, message).on(format!("game.turns[{last}].when"));
        vec![d.help(LOG_OF_ANOTHER_TURN.advice)]
    };
    let whose = |turn: &Turn| turn.player.as_ref().map_or(String::new(), |player| format!(" of player {player}"));
    let Some(turn) = replay::cut_off(&log.turns).and_then(|turn| log.turns.get(turn)) else {
        let moved = interrupted.players.iter().filter_map(|player| player.last_moved.known().copied().flatten()).max();
        let is_later = |turn: &usize| {
            let began = log.turns.get(*turn).and_then(moment);
            !is_undone(&log.turns, *turn)
                && began.zip(moved).is_some_and(|(began, moved)| began.days_since(moved) > CLOCK_STEP)
        };
        let later = (0..log.turns.len()).rev().find(is_later);
        let is_resumed = |turn: &Turn| turn.actions.iter().any(|action| matches!(action.kind, ActionKind::Resume));
        let is_it = |turn: &&Turn| turn.player.as_ref() == Some(seat) && !is_resumed(turn);
        if later == Some(last) && log.turns.get(last).filter(is_it).is_some() {
            let number = number(last);
            return other(format!(
                "in {name} turn {number} ends in the loss of the carrier (-), and in this log it does not"
            ));
        }
        if let Some(later) = later {
            let message =
                format!("the turn in {name} no longer counts: by this log turn {} was played since", number(later));
            let d = Diagnostic::warning(&STALE_RECOVERY, message).on(format!("game.turns[{later}].when"));
            return vec![d.help(STALE_RECOVERY.advice)];
        }
        let ends = log.turns.get(last).map(whose).unwrap_or_default();
        return other(format!(
            "the turn of player {seat} in {name} is not in this log, which ends with turn {}{ends}",
            number(last)
        ));
    };
    if turn.player.as_ref().is_some_and(|player| player != seat) {
        let whose = whose(turn);
        return other(format!(
            "this log ends in a turn{whose} that was cut off, and {name} is of one of player {seat}"
        ));
    }
    let differing = differing_countries(interrupted, &log.turns);
    if differing.is_empty() {
        return Vec::new();
    }
    other(format!("where turn {} is cut off, {} in {name}", number(last), listed(&differing)))
}

/// Describes the countries whose owner or armies at the end of a log with a cut-off last turn differ from the
/// interrupted game.
fn differing_countries(interrupted: &Game, turns: &[Turn]) -> Vec<String> {
    const SHOWN: usize = 3;
    let Some(position) = &interrupted.position else { return Vec::new() };
    // A replay ignores a turn that ends in the loss of the carrier.
    let mut turns = turns.to_vec();
    if let Some(last) = turns.last_mut() {
        last.actions.pop();
    }
    let replay = replay::replay(&turns, &[]);
    let mut all = Vec::new();
    let values = replay.values(turns.len()).zip(replay::given_values(position));
    for (country, (by_log, in_file)) in COUNTRIES.iter().zip(values) {
        let other = |by_log: Option<i32>, in_file: Option<i32>| by_log.zip(in_file).filter(|(a, b)| a != b);
        if let Some((by_log, in_file)) = other(by_log.0.map(i32::from), in_file.0.map(i32::from)) {
            all.push(format!("{} is player {by_log}'s by this log, and player {in_file}'s", country.name));
        } else if let Some((by_log, in_file)) = other(by_log.1, in_file.1) {
            all.push(format!("{} has {by_log} by this log, and {in_file}", country.name));
        }
    }
    if all.len() > SHOWN {
        let more = counted(all.len() - SHOWN, "more country differs", "more countries differ");
        all.truncate(SHOWN);
        all.push(more);
    }
    all
}

fn moment(turn: &Turn) -> Option<Moment> {
    match turn.when {
        Some(When::Moment(moment)) => Some(moment),
        _ => None,
    }
}

/// Returns a warning if the log ends before the last move of the saved game, or goes on after it.
fn ends(saved: &Game, log: &Game, name: &str) -> Option<Diagnostic> {
    let moved = |player: &Player| player.last_moved.known().copied().flatten();
    let (last_moved, mover) =
        saved.players.iter().filter_map(|p| Some((moved(p)?, &p.seat))).max_by_key(|(at, _)| *at)?;
    let counts = |place: &usize| !is_undone(&log.turns, *place) && replay::cut_off(&log.turns) != Some(*place);
    let last = (0..log.turns.len()).rev().find(counts)?;
    let turn = log.turns.get(last)?;
    let began = moment(turn)?;
    let days = last_moved.days_since(began);
    let is_same_player = turn.player.as_ref() == Some(mover);
    if days > if is_same_player { LONGEST_CALL } else { CLOCK_STEP } {
        let (began, last_moved) = (moment_text(began), moment_text(last_moved));
        let message = format!("the log ends with a turn of {began}, before the last move in {name}, on {last_moved}");
        let d = Diagnostic::warning(&LOG_ENDS_EARLY, message).on(format!("game.turns[{last}].when"));
        return Some(d.help(LOG_ENDS_EARLY.advice));
    }
    let is_later = |place: usize| {
        let began = log.turns.get(place).and_then(moment);
        counts(&place) && began.is_some_and(|began| began.days_since(last_moved) > CLOCK_STEP)
    };
    let first = (0..log.turns.len()).find(|&place| is_later(place))?;
    let later = counted((first..log.turns.len()).filter(|&place| is_later(place)).count(), "turn", "turns");
    let last_moved = moment_text(last_moved);
    let message = format!("the log goes on for {later} after the last move in {name}, on {last_moved}");
    let d = Diagnostic::warning(&LOG_GOES_ON, message).on(format!("game.turns[{first}].when"));
    Some(d.help(LOG_GOES_ON.advice))
}

/// Returns a warning about players who have moved according to the saved game, but not according to the log.
fn players(saved: &Game, log: &Game, name: &str) -> Option<Diagnostic> {
    let seen: HashSet<&Seat> = log.turns.iter().filter_map(|turn| turn.player.as_ref()).collect();
    let first = log.turns.first().and_then(moment);
    let has_moved = |player: &&Player| {
        let moved = player.last_moved.known().copied().flatten();
        moved.zip(first).is_some_and(|(moved, first)| moved.days_since(first) > -CLOCK_STEP)
    };
    let missing = saved.players.iter().filter(|player| player.name().is_some() && !seen.contains(&player.seat));
    let missing: Vec<String> = missing.filter(has_moved).map(|player| format!("player {}", player.seat)).collect();
    let message = format!("by {name} {} moved since this log began, but has no turn in it", listed(&missing));
    let d = Diagnostic::warning(&PLAYER_NOT_IN_LOG, message).help(PLAYER_NOT_IN_LOG.advice);
    (!missing.is_empty()).then_some(d)
}
