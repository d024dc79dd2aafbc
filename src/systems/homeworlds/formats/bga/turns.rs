//! Arranges turns as a log has them: which lines end a turn, and where actions and remarks are written.

use thin_vec::ThinVec;

use super::play::{infer_passes, out_at_end};
use super::render::has_end;
use crate::formats::preparation::Preparation;
use crate::model::{Action, ActionKind, Game, Remark, RemarkAnchor, Seat, Turn};
use crate::text::codes as cv;

/// Gives a turn with actions but without a player to the next player.
pub fn name_movers(game: &mut Game) {
    let mut order: Vec<Seat> = game.turns.iter().filter_map(|turn| turn.player.clone()).take(1).collect();
    let others: Vec<Seat> = game.players.iter().map(|p| p.seat.clone()).filter(|seat| !order.contains(seat)).collect();
    order.extend(others);
    let mut last: Option<Seat> = None;
    for turn in &mut game.turns {
        if turn.player.is_none() && !(turn.undone.is_empty() && turn.actions.iter().all(says_nothing)) {
            let place = last.as_ref().and_then(|seat| order.iter().position(|other| other == seat));
            turn.player = order.get(place.map_or(0, |place| (place + 1) % order.len())).cloned();
        }
        last = turn.player.clone().or(last);
    }
}

/// Arranges the turns so that a log shows where each ends.
pub fn shape(game: &mut Game, preparation: &mut Preparation<'_>) {
    let turns = std::mem::take(&mut game.turns);
    let mut shaped = Shaped { turns: Vec::with_capacity(turns.len()), path: String::new(), preparation };
    let mut places = Vec::with_capacity(turns.len());
    for (index, turn) in turns.into_iter().enumerate() {
        shaped.path = format!("game.turns[{index}]");
        shaped.turn(turn);
        places.resize(shaped.turns.len(), index);
    }
    shaped.finish();
    places.truncate(shaped.turns.len());
    game.turns = shaped.turns;
    preparation.turns_come_from(places);
}

struct Shaped<'f, 'o> {
    turns: Vec<Turn>,
    path: String,
    preparation: &'f mut Preparation<'o>,
}

impl Shaped<'_, '_> {
    fn turn(&mut self, mut turn: Turn) {
        self.gather_undone(&mut turn);
        if let Some(end) = turn.actions.iter().position(is_last) {
            let behind: Vec<Action> = turn.actions.drain(end + 1..).collect();
            let behind = self.without_passes(behind);
            if behind.iter().any(|action| !matches!(action.kind, ActionKind::Eliminate | ActionKind::Unknown)) {
                let message = "in a log nothing follows a homeworld or giving up in the same turn";
                let path = format!("{}.actions", self.path);
                self.preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, "make it a turn of its own");
            }
            let behind = Turn { actions: behind, ..Turn::default() };
            self.resigned(turn);
            self.push(behind);
        } else {
            self.push(turn);
        }
    }

    /// Adds a turn that ends with a homeworld, or with a resignation, which may be by a player whose turn it is not.
    fn resigned(&mut self, mut turn: Turn) {
        let own = turn
            .actions
            .last()
            .and_then(|action| action.player.clone())
            .filter(|own| turn.player.as_ref() != Some(own));
        let Some(own) = own else { return self.push(turn) };
        let actions = turn.actions.split_off(turn.actions.len() - 1);
        let is_nothing = turn.actions.is_empty() && turn.undone.is_empty();
        self.tally(is_nothing, "the player of a turn in which another player gives up");
        if !is_nothing {
            turn.unset.extend(turn.player.clone().filter(|_| turn.unset.is_empty()));
            self.push(turn);
        }
        self.push(Turn { player: Some(own), actions, ..Turn::default() });
    }

    /// Splits undone actions so that every list ends in a restart, and every restart ends a list.
    fn gather_undone(&mut self, turn: &mut Turn) {
        let is_restart = |action: &Action| action.kind == ActionKind::Restart;
        let is_gathered = |list: &Vec<Action>| list.iter().position(is_restart).is_some_and(|at| at + 1 == list.len());
        if !turn.undone.iter().all(is_gathered) || turn.actions.iter().any(is_restart) {
            let mut undone = Vec::new();
            for list in turn.undone.drain(..) {
                undone.extend(list.split_inclusive(is_restart).map(<[Action]>::to_vec));
                if list.is_empty() {
                    undone.push(list);
                }
            }
            for list in undone.iter_mut().filter(|list| !list.last().is_some_and(is_restart)) {
                list.push(Action::of(ActionKind::Restart));
            }
            while let Some(end) = turn.actions.iter().position(is_restart) {
                let behind = turn.actions.split_off(end + 1);
                undone.push(std::mem::replace(&mut turn.actions, behind));
            }
            turn.undone = undone.into();
        }
        for list in &mut turn.undone {
            *list = self.without_passes(std::mem::take(list));
            if list.iter().any(is_last) {
                let path = format!("{}.undone", self.path);
                let message = "a homeworld or giving up ends a turn and cannot be undone";
                self.preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, "leave it out");
            }
        }
    }

    /// Adds a turn after the others.
    fn push(&mut self, mut turn: Turn) {
        self.settle(&mut turn);
        if turn.player.is_none() && turn.actions.is_empty() && turn.remarks.is_empty() {
            return;
        }
        let Some(mut last) = self.turns.pop() else { return self.turns.push(turn) };
        if last.player.is_none() && turn.player.is_none() && turn.undone.is_empty() {
            // A long row of these is arranged once, when a turn of a player follows.
            mark_before(&mut last.remarks);
            last.actions.extend(turn.actions);
            last.remarks.extend(turn.remarks);
            return self.turns.push(last);
        }
        if last.player.is_none() {
            // Actions of no player are moved into the next player's turn.
            let first = turn.undone.first_mut().unwrap_or(&mut turn.actions);
            first.splice(0..0, last.actions);
            take_remarks(&mut turn, last.remarks);
            return self.push(turn);
        }
        if !last.unset.is_empty() && turn.player.is_none() {
            last.actions.extend(turn.actions);
            last.remarks.extend(turn.remarks);
            return self.turns.push(last);
        }
        if !last.unset.is_empty() {
            place_remarks(&mut last);
        }
        let first = turn.undone.first().unwrap_or(&turn.actions).first();
        let is_told = first.is_none_or(|action| !says_nothing(action) && turn.player != last.player);
        if !last.unset.is_empty() && (!is_told || turn.player == last.player) {
            self.tally(true, "unfinished turns");
            last.unset.clear();
            self.settle(&mut last);
        }
        let has_said = turn.remarks.iter().any(|remark| remark.place == Some(RemarkAnchor::Before));
        if has_end(&last) && turn.undone.is_empty() && !has_said {
            let out = turn.actions.iter().take_while(|action| action.kind == ActionKind::Eliminate).count();
            last.actions.extend(turn.actions.drain(..out));
        }
        let is_behind = |remark: &mut Remark| {
            remark.place == Some(RemarkAnchor::After) || !last.unset.is_empty() && remark.place.is_none()
        };
        let behind: ThinVec<Remark> = last.remarks.extract_if(.., is_behind).collect();
        take_remarks(&mut turn, behind);
        self.turns.push(last);
        if turn.player.is_some() || !turn.actions.is_empty() || !turn.remarks.is_empty() {
            self.turns.push(turn);
        }
    }

    /// Arranges the last turn, to which others may have been added.
    fn finish(&mut self) {
        let Some(mut last) = self.turns.pop() else { return };
        if last.player.is_none() {
            return self.push(last);
        }
        place_remarks(&mut last);
        self.turns.push(last);
    }

    /// Adds the passes that the end of a turn implies, and arranges its actions and remarks.
    fn settle(&mut self, turn: &mut Turn) {
        let is_there = !turn.undone.is_empty() || !turn.actions.iter().all(says_nothing);
        let is_open = !turn.unset.is_empty() && is_there && turn.actions.last().is_none_or(|action| !is_last(action));
        self.tally(!turn.unset.is_empty() && !is_open, "unfinished turns");
        if !turn.unset.is_empty() && !is_there {
            turn.player = None;
        }
        turn.unset = turn.player.iter().filter(|_| is_open).cloned().collect();
        let before: Vec<ActionKind> = turn.actions.iter().map(|action| action.kind.clone()).collect();
        turn.actions.retain(|action| action.kind != ActionKind::Pass);
        if has_end(turn) {
            infer_passes(turn);
        }
        let is_same = turn.actions.iter().map(|action| &action.kind).eq(&before);
        let had_passes = before.contains(&ActionKind::Pass);
        self.tally(!is_same && had_passes, "passes other than the last of a turn");
        place_remarks(turn);
    }

    fn without_passes(&mut self, mut actions: Vec<Action>) -> Vec<Action> {
        let count = actions.len();
        actions.retain(|action| action.kind != ActionKind::Pass);
        self.tally(actions.len() < count, "passes other than the last of a turn");
        actions
    }

    fn tally(&mut self, is_there: bool, what: &'static str) {
        let path = &self.path;
        self.preparation.tally(is_there, what, || path.clone());
    }
}

/// Returns whether the line of an action does not show whose turn it is.
fn says_nothing(action: &Action) -> bool {
    matches!(action.kind, ActionKind::Unknown | ActionKind::Eliminate)
}

/// Returns whether an action ends a turn by itself.
pub fn is_last(action: &Action) -> bool {
    matches!(action.kind, ActionKind::Setup { .. } | ActionKind::Resign)
}

/// Moves remarks of the turn before to the beginning of this turn.
fn take_remarks(turn: &mut Turn, mut remarks: ThinVec<Remark>) {
    remarks.iter_mut().for_each(|remark| remark.place = Some(RemarkAnchor::Before));
    turn.remarks.splice(0..0, remarks);
    place_remarks(turn);
}

/// Marks remarks as written before a turn; those before a marked one are marked already.
fn mark_before(remarks: &mut [Remark]) {
    let is_marked = |remark: &&mut Remark| remark.place == Some(RemarkAnchor::Before);
    remarks.iter_mut().rev().take_while(|remark| !is_marked(remark)).for_each(|r| r.place = Some(RemarkAnchor::Before));
}

/// Places remarks where reading finds them: before the turn, before an action, at the end of the turn, or after it.
fn place_remarks(turn: &mut Turn) {
    let mut of_passes = ThinVec::new();
    for action in turn.undone.iter_mut().flatten().chain(&mut turn.actions) {
        action.remarks.iter_mut().for_each(|remark| remark.place = Some(RemarkAnchor::Before));
        if action.kind == ActionKind::Pass {
            of_passes.append(&mut action.remarks);
        }
    }
    let out = if has_end(turn) { out_at_end(&turn.actions) } else { 0 };
    let done = turn.actions.len() - out;
    let mut first = turn.undone.iter_mut().flatten().chain(&mut turn.actions[..done]);
    let first = first.find(|action| action.kind != ActionKind::Pass);
    let has_events = first.is_some();
    let of_first = first.map(|action| std::mem::take(&mut action.remarks)).unwrap_or_default();
    let before = turn.remarks.iter().rposition(|remark| remark.place == Some(RemarkAnchor::Before));
    let at = before.map_or(0, |before| before + 1);
    turn.remarks.splice(at..at, of_first);
    of_passes.iter_mut().for_each(|remark| remark.place = None);
    turn.remarks.append(&mut of_passes);
    let is_last = turn.actions.last().is_some_and(is_last);
    let is_over = has_end(turn) || is_last;
    for remark in &mut turn.remarks {
        remark.place = match remark.place {
            Some(RemarkAnchor::Before | RemarkAnchor::UnderHeading) => {
                Some(RemarkAnchor::Before).filter(|_| has_events)
            }
            Some(RemarkAnchor::After) => Some(RemarkAnchor::After).filter(|_| is_over),
            None => Some(RemarkAnchor::After).filter(|_| is_last),
        };
    }
    turn.remarks.sort_by_key(|remark| match remark.place {
        Some(RemarkAnchor::Before | RemarkAnchor::UnderHeading) => 0,
        None => 1,
        Some(RemarkAnchor::After) => 2,
    });
}
