//! Joins a log with the `.DAT` or `.REC` of its game in one document.

use crate::model::{Details, Game, Moment, State, When};
use crate::systems::global_war::formats::join::interrupted_game;
use crate::systems::global_war::rules::replay::{Placement, place};
use crate::systems::global_war::rules::{self as rules};
use crate::text::Diagnostic;
use crate::text::english::counted;
use crate::view::layout::moment_text;

/// Returns the saved game with the turns of its log; `None` if it already has turns or the date of a log.
pub fn join(saved: &Game, log: &Game) -> Option<Game> {
    let (details, other) = (saved.details.global_war()?, log.details.global_war()?);
    if !saved.turns.is_empty() || !details.log_started.is_absent() {
        return None;
    }
    let mut details = details.clone();
    details.log_started.clone_from(&other.log_started);
    Some(Game { turns: log.turns.clone(), details: Details::GlobalWar(Box::new(details)), ..saved.clone() })
}

/// Returns the reasons to doubt that a log belongs to `saved`, called `name`: a saved game, an interrupted one, or both
/// joined.
pub fn doubts(saved: &Game, log: &Game, name: &str) -> Vec<Diagnostic> {
    let reasons = foreign_because(saved, log);
    if reasons.is_empty() {
        let mut all = rules::log::doubts(saved, log, name);
        let joined = interrupted_game(saved);
        all.extend(rules::log::doubts_of_interrupted(joined.as_ref().unwrap_or(saved), log, name));
        return all;
    }
    let message = format!("this log is not of the game in {name}: {}", reasons.join(", "));
    vec![Diagnostic::error(&rules::FOREIGN_LOG, message).help(rules::FOREIGN_LOG.advice)]
}

/// The tolerance in comparing the dates of a log and its game, in days: the clock may have been set in between.
const CLOCK_DAYS: f64 = 1.0;

/// The fewest owners and numbers of armies that must be compared to decide whether they are of the same game.
const MIN_COMPARED: usize = 6;

/// Returns the reasons why a log cannot be of the saved game; empty if it may be.
fn foreign_because(saved: &Game, log: &Game) -> Vec<String> {
    let mut reasons = Vec::new();
    let is_empty = |seat: &crate::model::Seat| {
        saved.players.iter().any(|player| player.seat == *seat && player.name.known() == Some(&None))
    };
    let mut absent: Vec<&str> = log
        .turns
        .iter()
        .filter_map(|turn| turn.player.as_ref())
        .filter(|seat| is_empty(seat))
        .map(|s| s.as_str())
        .collect();
    absent.sort_unstable();
    absent.dedup();
    reasons
        .extend(absent.iter().map(|seat| format!("player {seat} takes turns in it, and seat {seat} is empty there")));
    if saved.state == Some(State::Signup) && !log.turns.is_empty() {
        reasons.push("the game there has not begun".to_owned());
    }
    let last = saved.players.iter().filter_map(|player| *player.last_moved.known()?).max();
    if let (Some(began), Some(last)) = (began(log), last)
        && began.days_since(last) > CLOCK_DAYS
    {
        let (began, last) = (moment_text(began), moment_text(last));
        reasons.push(format!("it begins on {began}, after the last move there, on {last}"));
    }
    // The saved game matches the log at no place: it may be edited or damaged, but hardly that much.
    if let Some(Placement { agree, disagree, .. }) = place(&log.turns, saved)
        && disagree > agree
        && agree + disagree >= MIN_COMPARED
    {
        let all = agree + disagree;
        let known = counted(all, "owner or number of armies", "owners and numbers of armies");
        reasons.push(format!("of {known} that it tells {disagree} are others there"));
    }
    reasons
}

fn began(log: &Game) -> Option<Moment> {
    let started = log.details.global_war().and_then(|details| details.log_started.known().copied());
    let first = log.turns.iter().find_map(|turn| match turn.when {
        Some(When::Moment(moment)) => Some(moment),
        _ => None,
    });
    started.or(first)
}
