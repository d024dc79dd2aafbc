//! Builds the game that a log narrates line by line: turns, remarks, and actions that were taken back.

use thin_vec::ThinVec;

use super::sentences::END;
use super::turns::is_last;
use crate::model::{
    Action, ActionKind, Field, Game, GameResult, Moment, Player, Remark, RemarkAnchor, Seat, System, TerritoryRef,
    Turn, When,
};
use crate::systems::homeworlds::formats::systems::Systems;
use crate::systems::homeworlds::formats::{passes, prepare};

/// A game under construction.
pub struct Play {
    pub game: Game,
    pub systems: Systems,
    /// Whether a player's elimination is written before the end of the turn; `None` until a line shows it.
    pub out_before_end: Option<bool>,
    /// The turn in progress.
    turn: Option<Turn>,
    /// The number of systems created before the turn in progress.
    births: usize,
    /// Whether the last turn has ended explicitly and none has begun since.
    has_ended: bool,
    /// Remarks that will be placed before the next action.
    remarks: ThinVec<Remark>,
}

impl Play {
    pub fn new() -> Play {
        Play {
            game: Game::new(System::Homeworlds),
            systems: Systems::default(),
            out_before_end: None,
            turn: None,
            births: 0,
            has_ended: false,
            remarks: ThinVec::new(),
        }
    }

    /// Returns the seat of a player; a new name gets the next free seat.
    pub fn seat(&mut self, name: &str) -> Seat {
        if let Some(player) = self.game.players.iter().find(|player| player.name() == Some(name)) {
            return player.seat.clone();
        }
        let place = self.game.players.len();
        let seat = prepare::seats(2).get(place).cloned().unwrap_or_default();
        self.game.players.push(Player { name: Field::Known(Some(name.to_owned())), ..Player::at(seat.clone()) });
        seat
    }

    /// Adds a remark, which belongs to the next action or to the end of the turn.
    pub fn add_remark(&mut self, remark: Remark) {
        self.remarks.push(remark);
    }

    /// Adds an action of a player; another player's turn in progress is left unfinished.
    pub fn act(&mut self, name: &str, action: Action) {
        let is_last = is_last(&action);
        self.begin_turn(name);
        self.add(action);
        if is_last {
            self.close(false);
        }
    }

    /// Adds a system that a player creates; returns its id, and the name if it differs from the id.
    pub fn born(&mut self, player: &str, name: &str) -> (TerritoryRef, Option<Box<str>>) {
        self.begin_turn(player);
        self.systems.born(name)
    }

    /// Adds an action that does not show whose turn it is.
    pub fn add(&mut self, mut action: Action) {
        if self.turn.is_none() {
            self.open(None);
        }
        let Some(turn) = &mut self.turn else { return };
        let mut remarks = std::mem::take(&mut self.remarks);
        remarks.iter_mut().for_each(|remark| remark.place = Some(RemarkAnchor::Before));
        if turn.actions.is_empty() && turn.undone.is_empty() {
            turn.remarks.extend(remarks);
            turn.actions.reserve_exact(1);
        } else {
            action.remarks = remarks;
        }
        turn.actions.push(action);
    }

    /// Restarts the player's turn: its actions so far become undone.
    pub fn restart(&mut self, name: &str, when: Option<When>) {
        self.act(name, Action { when: when.map(Box::new), ..Action::of(ActionKind::Restart) });
        if let Some(turn) = &mut self.turn {
            let undone = std::mem::take(&mut turn.actions);
            turn.undone.push(undone);
        }
        self.systems.go_back(self.births);
    }

    /// Ends the player's turn. If it cannot end here, returns the line, to be kept as text.
    pub fn end(&mut self, name: &str, when: Option<When>) -> Option<String> {
        let is_out = |turn: &Turn| turn.actions.last().is_some_and(|action| action.kind == ActionKind::Eliminate);
        if self.turn.as_ref().is_some_and(is_out) && !*self.out_before_end.get_or_insert(true) {
            return Some(format!("{name} {END}."));
        }
        self.begin_turn(name);
        if let Some(turn) = &mut self.turn {
            turn.when = when;
            turn.remarks.append(&mut self.remarks);
            infer_passes(turn);
        }
        self.close(true);
        None
    }

    /// Eliminates a player: in the turn in progress, or else as the last action of the turn that has ended.
    pub fn eliminate(&mut self, name: &str, when: Option<When>) {
        let mut action =
            Action { when: when.map(Box::new), player: Some(self.seat(name)), ..Action::of(ActionKind::Eliminate) };
        let is_behind = self.turn.is_none() && self.has_ended && self.out_before_end != Some(true);
        match self.game.turns.last_mut().filter(|_| is_behind) {
            Some(turn) => {
                self.out_before_end = Some(false);
                action.remarks.append(&mut self.remarks);
                action.remarks.iter_mut().for_each(|remark| remark.place = Some(RemarkAnchor::Before));
                turn.actions.push(action);
            }
            None => self.add(action),
        }
    }

    /// Ends the game; without a winner it is a tie.
    pub fn win(&mut self, winner: Option<&str>) {
        let winners = winner.map(|name| self.seat(name)).into_iter().collect();
        self.game.result = Some(GameResult { winners, reason: None, stated: true });
    }

    /// Completes the game at the end of the log.
    pub fn finish(&mut self) {
        let mut remarks = std::mem::take(&mut self.remarks);
        if let Some(turn) = &mut self.turn {
            turn.remarks.append(&mut remarks);
            turn.unset.extend(turn.player.clone());
            self.close(false);
        } else if let Some(turn) = self.game.turns.last_mut() {
            remarks.iter_mut().for_each(|remark| remark.place = Some(RemarkAnchor::After));
            turn.remarks.append(&mut remarks);
        } else if !remarks.is_empty() {
            self.game.turns.push(Turn { remarks, ..Turn::default() });
        }
    }

    fn begin_turn(&mut self, name: &str) {
        let seat = self.seat(name);
        match &mut self.turn {
            Some(turn) if turn.player.is_none() => turn.player = Some(seat),
            Some(turn) if turn.player.as_ref() == Some(&seat) => {}
            Some(turn) => {
                turn.unset.extend(turn.player.clone());
                self.close(false);
                self.open(Some(seat));
            }
            None => self.open(Some(seat)),
        }
    }

    fn open(&mut self, player: Option<Seat>) {
        self.turn = Some(Turn { player, ..Turn::default() });
        self.births = self.systems.births();
        self.has_ended = false;
    }

    fn close(&mut self, has_ended: bool) {
        self.game.turns.extend(self.turn.take());
        self.has_ended = has_ended;
    }
}

/// Returns the number of eliminations at the end of a turn.
pub fn out_at_end(actions: &[Action]) -> usize {
    actions.iter().rev().take_while(|action| action.kind == ActionKind::Eliminate).count()
}

/// Adds the passes that the end of a turn implies, if nothing was done or a sacrifice was not used up.
pub fn infer_passes(turn: &mut Turn) {
    let out = turn.actions.split_off(turn.actions.len() - out_at_end(&turn.actions));
    if turn.actions.iter().all(|action| matches!(action.kind, ActionKind::Catastrophe { .. })) {
        turn.actions.push(passes::pass());
    } else {
        passes::infer(turn);
    }
    turn.actions.extend(out);
}

/// Returns the moment of an event; `None` if it has none.
pub fn moment(when: Option<&When>) -> Option<Moment> {
    match when {
        Some(When::Moment(moment)) => Some(*moment),
        Some(When::Phase(_)) | None => None,
    }
}
