//! Order files in the notation of `diplomacy-order-notation.txt`.

mod deviations;
mod identify;
mod parts;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use identify::{NAMED, identify, may_be};

use super::order_frame::{OrderPart, OrderSyntax, Part, State, TurnOrders};
use super::order_grammar::{self, UnwritableOrder};
use crate::formats::phase::{self, Form};
use crate::formats::preparation::Preparation;
use crate::model::{Action, ActionKind, Game, Phase, PhaseKind, Seat};
use crate::rules::RuleSet;
use crate::systems::diplomacy::rules::{NamedBoard, orders as rules};
use crate::text::Diagnostic;

/// The syntax of orders on the board at hand, or on the standard board without one.
#[derive(Default)]
pub struct Orders {
    named_board: Option<Arc<NamedBoard>>,
}

impl Orders {
    /// The syntax on the standard board.
    pub const STANDARD: Orders = Orders { named_board: None };
}

impl OrderSyntax for Orders {
    const POWERS_PERSIST: bool = true;
    const HAS_REMARKS: bool = true;
    const HAS_COMMANDS: bool = false;
    const TARGET: &'static str = "an order file";

    fn on(named_board: Option<Arc<NamedBoard>>) -> Self {
        Orders { named_board }
    }

    fn at_hand(&self) -> Option<&Arc<NamedBoard>> {
        self.named_board.as_ref()
    }

    fn parts(&self, line: &str, at: usize, state: &mut State, out: &mut Vec<Part>) {
        parts::parts(self.named_board(), line, at, state, out);
    }

    fn write(&self, order: &ActionKind, out: &mut String) -> Result<(), UnwritableOrder> {
        order_grammar::write(order, self.named_board(), out)
    }

    fn phase_line(&self, phase: &Phase, form: Form) -> Option<String> {
        phase::written(phase, form)
    }

    fn power<'s>(&'s self, seat: &'s Seat) -> &'s str {
        self.named_board().power_name(seat)
    }

    fn prepare(
        &self,
        _: &TurnOrders<'_>,
        _: usize,
        mut action: Action,
        path: &str,
        preparation: &mut Preparation<'_>,
    ) -> Option<Action> {
        if let ActionKind::Move { via, by_convoy, .. } = &mut action.kind {
            preparation.tally(via.is_some(), "the routes of convoys, which become VIA", || format!("{path}.via"));
            *by_convoy = (via.take().is_some() || *by_convoy == Some(true)).then_some(true);
        }
        Some(action)
    }

    fn names_units_of(&self, seat: &Seat) -> bool {
        self.named_board().power(seat).is_some()
    }

    fn lint_source(
        &self,
        order: &OrderPart,
        text: &str,
        phase: Option<PhaseKind>,
        rules: RuleSet,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        match rules {
            RuleSet::Document => deviations::by_document(self.named_board(), order, text, diagnostics),
            RuleSet::Engine | RuleSet::Program(_) => {
                deviations::by_engine(self.named_board(), order, text, phase, diagnostics)
            }
        }
    }

    fn read_by_program(&self, text: &str, phase: Option<PhaseKind>) -> Option<ActionKind> {
        order_grammar::engine_reading(text, self.named_board(), phase).map(|reading| reading.order)
    }

    fn corrected(&self, game: &Game) -> Option<Game> {
        let mut game = game.clone();
        for turn in &mut game.turns {
            let phase = phase::kind(turn.when.as_ref());
            for action in turn.actions.iter_mut().filter(|action| action.kind == ActionKind::Unknown) {
                let text = action.text.as_deref().unwrap_or_default();
                if let Some(kind) = order_grammar::read_past(text, self.named_board(), phase) {
                    (action.kind, action.text) = (kind, None);
                }
            }
        }
        let mut game = rules::corrected(&game, self.named_board());
        for action in game.turns.iter_mut().flat_map(|turn| &mut turn.actions) {
            // The document has no powers inside orders.
            match &mut action.kind {
                ActionKind::Support { supported, .. } => supported.player = None,
                ActionKind::Convoy { convoyed, .. } => convoyed.player = None,
                _ => {}
            }
        }
        Some(game)
    }
}
