//! Order files in the notation of `diplomacy-order-notation.txt`.

mod identify;
mod parts;
mod slips;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use identify::{NAMED, identify, may_be};

use super::order::{self, Unwritable};
use super::record::{OrderPart, Part, State, Syntax};
use crate::formats::fitting::Fitting;
use crate::formats::phase::{self, Form};
use crate::model::{Action, ActionKind, Game, Phase, PhaseKind, Seat, Turn};
use crate::rules::RuleSet;
use crate::systems::diplomacy::rules::{Atlas, orders as rules};
use crate::text::Diagnostic;

/// The notation on the board at hand; without one, on the standard board.
#[derive(Default)]
pub struct Orders {
    atlas: Option<Arc<Atlas>>,
}

impl Orders {
    /// On the standard board.
    pub const STANDARD: Orders = Orders { atlas: None };
}

impl Syntax for Orders {
    const POWERS_PERSIST: bool = true;
    const HAS_REMARKS: bool = true;
    const HAS_COMMANDS: bool = false;
    const TARGET: &'static str = "an order file";

    fn on(atlas: Option<Arc<Atlas>>) -> Self {
        Orders { atlas }
    }

    fn at_hand(&self) -> Option<&Arc<Atlas>> {
        self.atlas.as_ref()
    }

    fn parts(&self, line: &str, at: usize, state: &mut State, out: &mut Vec<Part>) {
        parts::parts(self.atlas(), line, at, state, out);
    }

    fn write(&self, order: &ActionKind, out: &mut String) -> Result<(), Unwritable> {
        order::write(order, self.atlas(), out)
    }

    fn phase_line(&self, phase: &Phase, form: Form) -> Option<String> {
        phase::written(phase, form)
    }

    fn power<'s>(&'s self, seat: &'s Seat) -> &'s str {
        self.atlas().power_name(seat)
    }

    fn fit(&self, _: &Turn, _: usize, mut action: Action, path: &str, fitting: &mut Fitting<'_>) -> Option<Action> {
        if let ActionKind::Move { via, by_convoy, .. } = &mut action.kind {
            fitting.tally(via.is_some(), "the routes of convoys, which become VIA", || format!("{path}.via"));
            *by_convoy = (via.take().is_some() || *by_convoy == Some(true)).then_some(true);
        }
        Some(action)
    }

    fn names_units_of(&self, seat: &Seat) -> bool {
        self.atlas().power(seat).is_some()
    }

    fn examine(
        &self,
        order: &OrderPart,
        text: &str,
        phase: Option<PhaseKind>,
        rules: RuleSet,
        said: &mut Vec<Diagnostic>,
    ) {
        match rules {
            RuleSet::Document => slips::by_document(self.atlas(), order, text, said),
            RuleSet::Engine | RuleSet::Program(_) => slips::by_engine(self.atlas(), order, text, phase, said),
        }
    }

    fn read_by_program(&self, text: &str, phase: Option<PhaseKind>) -> Option<ActionKind> {
        order::engine_reading(text, self.atlas(), phase).map(|reading| reading.order)
    }

    fn corrected(&self, game: &Game) -> Option<Game> {
        let mut game = game.clone();
        for turn in &mut game.turns {
            let phase = phase::kind(turn.when.as_ref());
            for action in turn.actions.iter_mut().filter(|action| action.kind == ActionKind::Unknown) {
                let text = action.text.as_deref().unwrap_or_default();
                if let Some(kind) = order::read_past(text, self.atlas(), phase) {
                    (action.kind, action.text) = (kind, None);
                }
            }
        }
        let mut game = rules::corrected(&game, self.atlas());
        for action in game.turns.iter_mut().flat_map(|turn| &mut turn.actions) {
            // The document names no powers inside orders.
            match &mut action.kind {
                ActionKind::Support { supported, .. } => supported.player = None,
                ActionKind::Convoy { convoyed, .. } => convoyed.player = None,
                _ => {}
            }
        }
        Some(game)
    }
}
