//! Where in a game a saved position belongs.

use chrono::TimeDelta;

use super::track::given_values;
use super::{Replay, replay};
use crate::model::{Game, Moment, Turn, When};

/// Where a saved game stands in a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// The place of the turn that it stands before; as many as there are turns is the end.
    pub before: usize,
    /// How many owners and numbers of armies are the same in the log.
    pub agree: usize,
    /// How many are not.
    pub disagree: usize,
}

/// A day number is in steps of 8.64 seconds, and the clock of a log in minutes.
const CLOCK_STEP: TimeDelta = TimeDelta::seconds(60);

/// Finds where a saved game belongs among the turns of a log: where its last moves say so, and if the countries are not
/// as they should be there, where they are most so. Nothing where it has no position, or nothing tells.
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

/// The place behind the last turn that began no later than the last move of the saved game.
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
