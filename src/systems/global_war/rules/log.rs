//! A log and the `.DAT` of its game: what speaks against the two belonging together as they are.

use std::collections::HashSet;

use super::replay::{self, is_undone};
use super::{LOG_ENDS_EARLY, LOG_GOES_ON, LOG_WITHOUT_WINNER, PLAYER_NOT_IN_LOG};
use crate::model::{ActionKind, Game, Moment, Player, Seat, State, When};
use crate::text::Diagnostic;
use crate::text::english::{counted, listed};

/// A turn takes a call, which is shorter than this many days; a day is stored in steps of 8.64 seconds, and a log has
/// minutes.
const LONGEST_CALL: f64 = 1.0;
const CLOCK_STEP: f64 = 1.0 / 1440.0;

/// What is odd about a log beside a saved game, which is called `name`. Each is placed in the log.
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

fn moment(turn: &crate::model::Turn) -> Option<Moment> {
    match turn.when {
        Some(When::Moment(moment)) => Some(moment),
        _ => None,
    }
}

/// Where the log ends against the saved game.
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
    let message = format!("the log goes on for {later} after the last move in {name}, on {last_moved}");
    let d = Diagnostic::warning(&LOG_GOES_ON, message).on(format!("game.turns[{first}].when"));
    Some(d.help(LOG_GOES_ON.advice))
}

/// Who has moved by the saved game, and not by the log.
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
