//! Order files in the notation of `diplomacy-order-notation.txt`.

mod identify;
mod parts;
mod slips;

use std::sync::Arc;

pub use identify::identify;

use super::order::{self, Slip, Unwritable};
use super::phase::{self, Form};
use super::record::{Part, State, Syntax};
use crate::formats::fitting::Fitting;
use crate::model::{Action, ActionKind, Game, Phase, Seat, Turn};
use crate::rules::RuleSet;
use crate::rules::diplomacy::{Atlas, orders as rules};
use crate::text::printable::quoted;
use crate::text::{Code, Severity};

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
        parts::parts(self.atlas(), line, at, state.phase, out);
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

    fn slip(
        &self,
        slip: &Slip,
        word: &str,
        canonical: &str,
        rules: RuleSet,
    ) -> Option<(&'static Code, Severity, String)> {
        let (code, message) = slips::said(self.atlas(), slip, word, canonical);
        match rules {
            RuleSet::Document => Some((code, Severity::Error, message)),
            RuleSet::Engine | RuleSet::Server(_) => slips::is_refused(slip, word)
                .then(|| (code, Severity::Error, format!("{}: engines refuse the order", quoted(word)))),
        }
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
        let mut game = rules::completed(&game, self.atlas());
        // What was filled in is written, so nothing is inferred any more.
        game.turns.iter_mut().flat_map(|turn| &mut turn.actions).for_each(|action| action.inferred.clear());
        Some(game)
    }
}
