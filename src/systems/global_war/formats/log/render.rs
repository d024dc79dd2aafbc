//! Renders a log as canonical text.

use std::fmt::Write as _;

use super::Style;
use super::date;
use super::read::{BLANK, begins_turn};
use super::token;
use crate::model::{Action, ActionKind, Field, Game, Seat, Turn, When};
use crate::text::write_back::Statements;

/// The label of the first line.
const START: &str = "start";
/// The label of a line that begins a turn.
const TURN: &str = "turn";

/// Renders a game that [`prepare`](super::prepare) has accepted.
pub fn render(game: &Game, style: &Style, out: &mut Statements) {
    let end = style.line_end();
    match game.details.global_war().map(|details| &details.log_started) {
        Some(Field::Known(moment)) => out.push(START, date::Written(*moment), end),
        Some(Field::Unknown(unknown)) => out.push_text(START, &unknown.unknown, end),
        _ => {}
    }
    let mut line = String::new();
    let last = game.turns.last().and_then(|turn| turn.actions.last());
    for turn in &game.turns {
        if has_first_line(turn) || turn.actions.first().is_some_and(begins_turn) {
            out.layout(BLANK);
            out.layout(end);
        }
        if let (true, Some(When::Moment(moment))) = (has_first_line(turn), &turn.when) {
            line.clear();
            // Writing to a String cannot fail.
            let player = turn.player.as_ref().map_or("", Seat::as_str);
            let _ = write!(line, "B {player} {}", date::Written(*moment));
            out.push_text(TURN, &line, end);
        }
        for action in &turn.actions {
            line.clear();
            token::write(action, &mut line);
            // A last line that may have lost digits is written without a line end, because with one it would be taken
            // as complete.
            let is_doubted = || {
                let is_last = last.is_some_and(|last| std::ptr::eq(last, action));
                is_last && action.kind == ActionKind::Unknown && token::parse(&line, |_| {}).is_ok()
            };
            let end = if is_doubted() { "" } else { end };
            out.push_text(if begins_turn(action) { TURN } else { label(action) }, &line, end);
        }
    }
}

/// Returns whether the first line of a turn was understood.
pub fn has_first_line(turn: &Turn) -> bool {
    turn.when.is_some()
}

/// Returns the label of an action: its kind, which most edits do not change.
fn label(action: &Action) -> &'static str {
    match action.kind {
        ActionKind::Deploy { .. } => "turn.deploy",
        ActionKind::Attack { .. } => "turn.attack",
        ActionKind::Losses { .. } => "turn.losses",
        ActionKind::Conquer { .. } => "turn.conquer",
        ActionKind::Eliminate => "turn.eliminate",
        ActionKind::Fortify { .. } => "turn.fortify",
        ActionKind::Win => "turn.win",
        ActionKind::TakeContinent { .. } => "turn.take_continent",
        ActionKind::CashSet { .. } => "turn.cash_set",
        ActionKind::TakeCommendations { .. } => "turn.take_commendations",
        ActionKind::Swap { .. } => "turn.swap",
        ActionKind::Give { .. } => "turn.give",
        ActionKind::CarrierLost => "turn.carrier_lost",
        ActionKind::Resume => "turn.resume",
        _ => "turn.unknown",
    }
}
