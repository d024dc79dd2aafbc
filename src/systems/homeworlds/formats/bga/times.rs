//! Adapts times to those of a log: a time applies to all lines that follow, and has no fractions of seconds.

use chrono::Timelike;
use thin_vec::ThinVec;

use super::clock;
use super::play::{moment, out_at_end};
use super::render::has_end;
use crate::formats::preparation::Preparation;
use crate::model::{Action, ActionKind, Game, Moment, Remark, RemarkAnchor, Turn, When};

/// Gives a time to everything after the first time, in the order of writing.
pub fn prepare(game: &mut Game, preparation: &mut Preparation<'_>) {
    let mut times = Times { now: None, own: None, path: String::new(), preparation };
    for (index, turn) in game.turns.iter_mut().enumerate() {
        times.path = format!("game.turns[{index}]");
        times.turn(turn);
    }
    preparation.emit_tallies();
}

struct Times<'f, 'o> {
    /// The last time that was written.
    now: Option<Moment>,
    /// The time of the turn, if nothing in it has one.
    own: Option<Moment>,
    path: String,
    preparation: &'f mut Preparation<'o>,
}

impl Times<'_, '_> {
    fn turn(&mut self, turn: &mut Turn) {
        let has_end = has_end(turn);
        let own = self.sayable(turn.when.as_ref());
        let is_there = turn.when.take().is_some();
        let mut actions = turn.undone.iter().flatten().chain(&turn.actions);
        let is_for_all = actions.all(|action| action.when.is_none());
        self.own = own.filter(|_| is_for_all);
        self.tally(is_there && !is_for_all && !has_end, "the times of turns that nobody ends");
        self.remarks(&mut turn.remarks, Some(RemarkAnchor::Before));
        turn.undone.iter_mut().for_each(|undone| self.actions(undone));
        let out = if has_end { out_at_end(&turn.actions) } else { 0 };
        let (actions, out) = {
            let at = turn.actions.len() - out;
            turn.actions.split_at_mut(at)
        };
        self.actions(actions);
        self.remarks(&mut turn.remarks, None);
        if has_end {
            turn.when = self.at(own).map(When::Moment);
        }
        self.actions(out);
        self.remarks(&mut turn.remarks, Some(RemarkAnchor::After));
    }

    fn actions(&mut self, actions: &mut [Action]) {
        for action in actions {
            self.remarks(&mut action.remarks, Some(RemarkAnchor::Before));
            if action.kind == ActionKind::Pass {
                action.when = None;
                continue;
            }
            let when = self.sayable(action.when.as_deref());
            action.when = self.at(when).map(When::Moment).map(Box::new);
        }
    }

    /// Sets the times of remarks. A remark with a time but no date is kept only until the log has a date.
    fn remarks(&mut self, remarks: &mut ThinVec<Remark>, place: Option<RemarkAnchor>) {
        remarks.retain_mut(|remark| {
            if remark.place != place {
                return true;
            }
            let is_clock = remark.author.is_none() && clock::read(&remark.text).is_some();
            let is_kept = !is_clock || self.now.is_none();
            self.tally(!is_kept, "remarks");
            if is_kept && !is_clock {
                let when = self.sayable(remark.when.map(When::Moment).as_ref());
                remark.when = self.at(when);
            }
            is_kept
        });
    }

    /// Returns the time that an entry with this time, or without one, will have in the log.
    fn at(&mut self, when: Option<Moment>) -> Option<Moment> {
        // Before the first time, entries may have none.
        let at = when.or(self.now.and(self.own)).or(self.now);
        self.tally(at.is_some() && when.or(self.own).is_none(), "entries without a time");
        self.now = at;
        at
    }

    /// Returns a moment as a log can express it.
    fn sayable(&mut self, when: Option<&When>) -> Option<Moment> {
        let given = moment(when);
        let cut = given.and_then(|moment| Moment::new(moment.date_time().with_nanosecond(0)?));
        let stated = cut.filter(|moment| clock::says(*moment));
        self.tally(when.is_some() && stated.is_none(), "texts that are not the time of a clock");
        self.tally(stated.is_some() && stated != given, "fractions of seconds");
        stated
    }

    fn tally(&mut self, is_there: bool, what: &'static str) {
        let path = &self.path;
        self.preparation.tally(is_there, what, || path.clone());
    }
}
