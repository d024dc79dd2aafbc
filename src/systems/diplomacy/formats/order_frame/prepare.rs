//! Reduces a game to what an order file can hold, and reports what is left out or refused.

use std::borrow::Cow;
use std::collections::HashSet;

use thin_vec::ThinVec;

use super::read::seats;
use super::render::is_bracketed;
use super::{OrderSyntax, Part, State, TurnOrders, What, has_own_text};
use crate::formats::phase::{self, Form};
use crate::formats::preparation::{ActionPart, Preparation, TurnPart};
use crate::model::{Action, ActionKind, Board, Details, Game, Remark, RemarkAnchor, Seat, System, Turn, When};
use crate::systems::diplomacy::formats::codes;
use crate::systems::diplomacy::formats::order_grammar::UnwritableOrder;
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes as cv};

/// Returns the part of `game` that an order file can hold, in the order in which it is written.
pub fn prepare<'g, S: OrderSyntax>(syntax: &S, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
    let mut preparation = Preparation::new(S::TARGET, out);
    let details = preparation.details(game, System::Diplomacy, Details::diplomacy);
    let Some(details) = details else { return Cow::Borrowed(game) };
    preparation.common(game, true);
    preparation.leave_out(game.state.is_some(), "game.state", "the state of the game");
    preparation.leave_out(game.variant.is_some(), "game.variant", "the name of the variant");
    preparation.leave_out(game.board.as_ref().is_some_and(is_own), "game.board", "the board");
    let is_aid = game.position.as_ref().is_some_and(|position| position.from.is_some());
    preparation.leave_out(game.position.is_some() && !is_aid, "game.position", "the position");
    preparation.leave_out(
        *details != Default::default(),
        "game.details",
        "the details of maps, positions and saved games",
    );
    let mut prepared = Game::new(game.system);
    prepared.details = Details::Diplomacy(Box::default());
    prepared.board = Some(syntax.board());
    let mut orders = OrderPreparation { syntax, preparation, state: State::default() };
    for (index, turn) in game.turns.iter().enumerate() {
        // For example COMPLETED, after the last phase of a saved game.
        if orders.is_no_phase(turn) && turn.actions.is_empty() && turn.remarks.is_empty() {
            orders.preparation.tally(true, "texts in place of phases", || format!("game.turns[{index}].when"));
        } else {
            let turn = orders.turn(index, turn);
            prepared.turns.push(turn);
        }
    }
    // A turn without a phase and without orders leaves nothing to write.
    prepared.turns.retain(|turn| turn.when.is_some() || !turn.actions.is_empty() || !turn.remarks.is_empty());
    orders.powers(&prepared.turns);
    move_last_remarks(&mut prepared.turns);
    prepared.players = syntax.named_board().players(seats(&prepared.turns));
    let is_said = |player: &crate::model::Player| prepared.players.contains(player);
    if let Some(index) = game.players.iter().position(|player| player.name().is_some() && !is_said(player)) {
        orders.preparation.leave_out(true, &format!("game.players[{index}].name"), "the names of players");
    }
    orders.preparation.emit_tallies();
    Cow::Owned(prepared)
}

/// Returns whether a board has territories of its own, and does not only serve to resolve names.
fn is_own(board: &Board) -> bool {
    board.from.is_none() && !board.territories.is_empty()
}

struct OrderPreparation<'s, 'o, S> {
    syntax: &'s S,
    preparation: Preparation<'o>,
    /// State of parsing after the orders that were prepared so far.
    state: State,
}

/// Parts of turns that an order file cannot hold, and how messages name them.
const OF_TURNS: &[(TurnPart, &str)] = &[
    (TurnPart::Number, "numbers of turns"),
    (TurnPart::Player, "the players of turns"),
    (TurnPart::Position, "positions"),
    (TurnPart::Unset, "the players without orders"),
    (TurnPart::Extras, "the extras of a saved game"),
    (TurnPart::Undone, "orders that were taken back"),
    (TurnPart::Alternatives, "alternatives"),
];

/// Parts of orders that an order file cannot hold, and how messages name them.
const OF_ACTIONS: &[(ActionPart, &str)] = &[
    (ActionPart::When, "times of orders"),
    (ActionPart::Serial, "serials of pieces"),
    (ActionPart::Results, "results"),
    (ActionPart::Inferred, "the list of inferred values"),
];

impl<S: OrderSyntax> OrderPreparation<'_, '_, S> {
    fn turn(&mut self, index: usize, turn: &Turn) -> Turn {
        let path = format!("game.turns[{index}]");
        self.phase(index, turn, &path);
        self.state.phase = phase::kind(turn.when.as_ref());
        self.preparation.parts_of_turn(turn, &path, OF_TURNS);
        let mut prepared = Turn { when: turn.when.clone(), ..Turn::default() };
        prepared.remarks = self.remarks(&turn.remarks, &format!("{path}.remarks"));
        let mut is_conditional = false;
        let orders = TurnOrders::of(turn);
        prepared.actions.reserve_exact(turn.actions.len());
        for (number, action) in turn.actions.iter().enumerate() {
            let path = format!("{path}.actions[{number}]");
            if action.kind == ActionKind::Condition && !S::HAS_COMMANDS {
                let text = action.text.as_deref().unwrap_or_default();
                is_conditional = !text.trim_start().to_ascii_uppercase().starts_with("ENDIF");
            }
            if !S::HAS_COMMANDS && action.kind == ActionKind::Command {
                self.preparation.tally(true, "commands to the judge", || path);
                continue;
            }
            if !S::HAS_COMMANDS && (is_conditional || action.kind == ActionKind::Condition) {
                self.preparation.tally(true, "conditions and the orders under them", || path);
                continue;
            }
            prepared.actions.extend(self.action(&orders, number, action, &path));
        }
        prepared
    }

    /// Returns whether the phase of a turn cannot be written, or is a moment instead of a phase.
    fn is_no_phase(&self, turn: &Turn) -> bool {
        match &turn.when {
            None => false,
            Some(When::Phase(phase)) => self.syntax.phase_line(phase, Form::Short).is_none(),
            Some(When::Moment(_)) => true,
        }
    }

    /// Refuses a turn without a phase that can be written; only the first turn may have none.
    fn phase(&mut self, index: usize, turn: &Turn, path: &str) {
        if self.is_no_phase(turn) || turn.when.is_none() && index > 0 {
            let message = "expected a phase for this turn";
            let help = "give it a season, a year from 0 to 99999 and a phase";
            self.preparation.refuse(&cv::VALUES_MISSING, format!("{path}.when"), message, help);
        }
    }

    fn action(&mut self, orders: &TurnOrders<'_>, number: usize, action: &Action, path: &str) -> Option<Action> {
        let Action { kind, player, results, text, remarks, .. } = action;
        self.preparation.parts_of_action(action, path, OF_ACTIONS);
        // Results of a unit that has no order, in a saved game.
        if *kind == ActionKind::Unknown && player.is_none() && results.is_some() {
            self.preparation.tally(true, "actions that are not orders", || path.to_owned());
            return None;
        }
        let is_text = has_own_text(kind);
        self.preparation.tally(text.is_some() && !is_text, "the original texts of orders", || format!("{path}.text"));
        let mut prepared = Action { player: player.clone(), ..Action::of(kind.clone()) };
        prepared.text = text.clone().filter(|_| is_text);
        prepared.remarks = self.remarks(remarks, &format!("{path}.remarks"));
        self.without_extras(&mut prepared.kind, path);
        let prepared = self.syntax.prepare(orders, number, prepared, path, &mut self.preparation)?;
        self.comes_back(&prepared, path).then_some(prepared)
    }

    /// Removes the parts of an order that no notation of order files can write.
    fn without_extras(&mut self, order: &mut ActionKind, path: &str) {
        let is_written = |player: &Option<Seat>| player.as_ref().is_some_and(|seat| self.syntax.names_units_of(seat));
        let (is_lost, what, key) = match order {
            ActionKind::Support { supported, .. } if !is_written(&supported.player) => {
                (supported.player.take().is_some(), "the owners of supported units", "supported.player")
            }
            ActionKind::Convoy { convoyed, .. } if !is_written(&convoyed.player) => {
                (convoyed.player.take().is_some(), "the owners of convoyed armies", "convoyed.player")
            }
            ActionKind::Waive { at } => (at.take().is_some(), "the places of waived builds", "at"),
            _ => return,
        };
        self.preparation.tally(is_lost, what, || format!("{path}.{key}"));
    }

    /// Returns whether an action can be written; otherwise leaves it out or refuses it.
    fn comes_back(&mut self, action: &Action, path: &str) -> bool {
        let mut text = String::new();
        let written = match &action.text {
            Some(own) if own.trim().is_empty() => Err(UnwritableOrder::NoOrder),
            Some(own) => {
                text.push_str(own);
                Ok(())
            }
            None => self.syntax.write(&action.kind, &mut text),
        };
        match written {
            Ok(()) => {}
            Err(UnwritableOrder::NoOrder | UnwritableOrder::NoPower(_)) => {
                self.preparation.tally(true, "actions that are not orders", || path.to_owned());
                return false;
            }
            Err(UnwritableOrder::NoRoute) => return true,
            Err(UnwritableOrder::NoKind) => {
                let help = "add whether it is an army or a fleet";
                let message = "expected the kind of the unit that is built";
                self.preparation.refuse(&cv::VALUES_MISSING, format!("{path}.piece"), message, help);
                return true;
            }
            Err(UnwritableOrder::Misread) => {
                let message = "the order would be read back as another one in this phase";
                let help = "check that the kind of order belongs to the phase";
                self.preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, help);
                return true;
            }
            Err(UnwritableOrder::NoCode(place) | UnwritableOrder::NoName(place)) => {
                let message = format!("province {} has no name in this notation", quoted(place.as_str()));
                let help =
                    "give the territory a code or abbreviation of three letters of its own, or use another board";
                self.preparation.refuse(&codes::NO_CODE, path, message, help);
                return true;
            }
            Err(UnwritableOrder::NoLetter(piece)) => {
                let message = format!("this notation has no letter for the unit {}", quoted(&piece));
                self.preparation.refuse(&cv::BAD_VALUE, format!("{path}.piece"), message, "name an army or a fleet");
                return true;
            }
        }
        if text.contains(['\n', '\r']) || !self.syntax.reads_as(&text, action, &mut self.state) {
            let message = format!("{} would be read back as another order in this phase", quoted(&text));
            let help = "check that the kind of order belongs to the phase";
            self.preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, help);
        }
        true
    }

    /// Returns the remarks that can be written, in the order of their anchors.
    fn remarks(&mut self, remarks: &[Remark], path: &str) -> ThinVec<Remark> {
        let mut prepared: ThinVec<Remark> = ThinVec::with_capacity(remarks.len());
        for (number, remark) in remarks.iter().enumerate() {
            let Remark { author, recipient, text, when, place } = remark;
            let is_lost = !S::HAS_REMARKS || author.is_some() || recipient.is_some() || when.is_some();
            let what = if S::HAS_REMARKS { "messages and remarks with an author" } else { "remarks" };
            self.preparation.tally(is_lost, what, || format!("{path}[{number}]"));
            if is_lost {
                continue;
            }
            let is_kept = text.trim() == text
                && !text.contains(['\n', '\r'])
                && (place.is_some() || number + 1 == remarks.len() || is_bracketed(text));
            if !is_kept {
                let message = format!("the remark {} cannot be written on a line", quoted(text));
                let help =
                    "a remark is one line without blanks around it, and only the last one after an order has brackets";
                self.preparation.refuse(&cv::READS_BACK_DIFFERENTLY, format!("{path}[{number}].text"), message, help);
            }
            prepared.push(super::remark(text.clone(), *place));
        }
        prepared.sort_by_key(|remark| match remark.place {
            Some(RemarkAnchor::Before) => 0,
            Some(RemarkAnchor::UnderHeading) => 1,
            None => 2,
            Some(RemarkAnchor::After) => 3,
        });
        prepared
    }

    /// Refuses seats whose name would be read back as something else.
    fn powers(&mut self, turns: &[Turn]) {
        let mut met = HashSet::new();
        for (turn, index) in turns.iter().zip(0..) {
            for (action, number) in turn.actions.iter().zip(0..) {
                let Some(seat) = action.player.as_ref().filter(|seat| met.insert((*seat).clone())) else { continue };
                let mut parts = Vec::new();
                self.syntax.parts(&format!("{}: WAIVE", self.syntax.power(seat)), 0, &mut State::default(), &mut parts);
                let comes_back =
                    matches!(parts.first(), Some(Part { what: What::Power(Some(read), _), .. }) if read == seat);
                if !comes_back {
                    let message = format!("power {} would be read back as something else", quoted(seat.as_str()));
                    let path = format!("game.turns[{index}].actions[{number}].player");
                    let help = "name a power of the board by its letter, or another by a word";
                    self.preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, help);
                }
            }
        }
    }
}

/// Moves remarks after an order to the order that follows, where there is one: they are read back there.
fn move_last_remarks(turns: &mut [Turn]) {
    let mut waiting: ThinVec<Remark> = ThinVec::new();
    let mut take_over = |remarks: &mut ThinVec<Remark>, is_last: bool| {
        waiting.iter_mut().for_each(|remark| remark.place = Some(RemarkAnchor::Before));
        remarks.splice(0..0, waiting.drain(..));
        if !is_last {
            let (after, kept) = remarks.drain(..).partition(|remark| remark.place == Some(RemarkAnchor::After));
            (waiting, *remarks) = (after, kept);
        }
    };
    let last = turns.len();
    for (turn, number) in turns.iter_mut().zip(1..) {
        let actions = turn.actions.len();
        take_over(&mut turn.remarks, number == last && actions == 0);
        for (action, count) in turn.actions.iter_mut().zip(1..) {
            take_over(&mut action.remarks, number == last && count == actions);
        }
    }
}
