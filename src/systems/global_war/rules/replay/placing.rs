//! Finds the moment in a log to which a saved position belongs.

use chrono::TimeDelta;

use super::track::given_values;
use super::{Replay, replay};
use crate::model::{Game, Moment, Turn, When};

/// The place of a saved game in a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// Index of the turn that the saved game precedes; the number of turns if it follows the last one.
    pub before: usize,
    /// Number of owners and numbers of armies that are the same in the log.
    pub agree: usize,
    /// Number of owners and numbers of armies that differ.
    pub disagree: usize,
}

/// The tolerance in comparing dates: a daynum has steps of 8.64 seconds, and the clock of a log has minutes.
const CLOCK_STEP: TimeDelta = TimeDelta::seconds(60);

/// Finds the place of a saved game among the turns of a log: by the date of its last move or, if the countries differ
/// there, where they agree best. Returns `None` if the saved game has no position, or if nothing indicates a place.
pub fn place(turns: &[Turn], saved: &Game) -> Option<Placement> {
    let position = saved.position.as_ref()?;
    let alone = replay(turns, &[]);
    let values = given_values(position);
    let compared = |before: usize| {
        let (mut agree, mut disagree) = (0, 0);
        for ((owner, armies), (owner_there, armies_there)) in values.iter().zip(alone.values(before)) {
            for is_same in [same(owner_there, *owner), same(armies_there, *armies)].into_iter().flatten() {
                *(if is_same { &mut agree } else { &mut disagree }) += 1;
            }
        }
        Placement { before, agree, disagree }
    };
    let by_date = before_by_date(turns, saved).map(compared);
    if let Some(dated) = by_date
        && dated.disagree == 0
    {
        return by_date;
    }
    let distance = |before: usize| by_date.map_or(0, |dated| dated.before.abs_diff(before));
    let best = (0..Replay::moments(&alone))
        .map(compared)
        .min_by_key(|at| (at.disagree, distance(at.before), usize::MAX - at.agree));
    best.filter(|best| by_date.is_some() || best.agree > 0)
}

fn same<T: PartialEq>(one: Option<T>, other: Option<T>) -> Option<bool> {
    Some(one? == other?)
}

/// Returns the index after the last turn that began no later than the last move of the saved game.
fn before_by_date(turns: &[Turn], saved: &Game) -> Option<usize> {
    let moves = saved.players.iter().filter_map(|player| player.last_moved.known());
    let mut is_known = false;
    let last = moves.inspect(|_| is_known = true).flatten().max().copied();
    if !is_known {
        return None;
    }
    let began = |turn: &Turn| match turn.when {
        Some(When::Moment(moment)) => Some(moment),
        _ => None,
    };
    let is_over = |began: Moment| {
        last.is_some_and(|last| last.date_time().signed_duration_since(began.date_time()) > -CLOCK_STEP)
    };
    Some(turns.iter().rposition(|turn| began(turn).is_some_and(is_over)).map_or(0, |turn| turn + 1))
}
