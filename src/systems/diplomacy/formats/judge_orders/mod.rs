//! Orders as players mail them to the judge (nJudge).

mod identify;
mod parts;

use std::sync::Arc;

pub use identify::{identify, may_be};

use super::judge_order;
use super::order;
use super::order::Unwritable;
use super::record::{OrderPart, Part, State, Syntax};
use super::{codes, routes};
use crate::formats::fitting::Fitting;
use crate::formats::phase::Form;
use crate::model::{Action, ActionKind, Phase, PhaseKind, Seat, Turn};
use crate::rules::{Finding, RuleSet};
use crate::systems::diplomacy::rules::Atlas;
use crate::systems::diplomacy::rules::orders::{self as rules, WithoutRoute};
use crate::text::Diagnostic;

/// The notation on the board at hand; without one, on the standard board.
pub struct JudgeOrders {
    atlas: Option<Arc<Atlas>>,
}

impl JudgeOrders {
    /// On the standard board.
    pub const STANDARD: JudgeOrders = JudgeOrders { atlas: None };
}

impl Syntax for JudgeOrders {
    const POWERS_PERSIST: bool = false;
    const HAS_REMARKS: bool = false;
    const HAS_COMMANDS: bool = true;
    const TARGET: &'static str = "a mail to the judge";

    fn on(atlas: Option<Arc<Atlas>>) -> Self {
        JudgeOrders { atlas }
    }

    fn at_hand(&self) -> Option<&Arc<Atlas>> {
        self.atlas.as_ref()
    }

    fn parts(&self, line: &str, at: usize, state: &mut State, out: &mut Vec<Part>) {
        parts::parts(self.atlas(), line, at, state, out);
    }

    fn write(&self, order: &ActionKind, out: &mut String) -> Result<(), Unwritable> {
        judge_order::write(order, self.atlas(), out)
    }

    fn phase_line(&self, phase: &Phase, _: Form) -> Option<String> {
        judge_order::phase_line(phase)
    }

    fn power<'s>(&'s self, seat: &'s Seat) -> &'s str {
        seat.as_str()
    }

    fn fit(
        &self,
        turn: &Turn,
        index: usize,
        mut action: Action,
        path: &str,
        fitting: &mut Fitting<'_>,
    ) -> Option<Action> {
        let text = order::written(&action.kind, self.atlas()).unwrap_or_default();
        match &mut action.kind {
            ActionKind::Move { piece, from, via, by_convoy, .. } => {
                let needs_route = via.is_none() && *by_convoy == Some(true);
                *by_convoy = None;
                if needs_route {
                    *via = rules::route(turn, index, self.atlas());
                }
                if needs_route && via.is_none() {
                    match rules::without_route(turn, index, self.atlas()) {
                        WithoutRoute::Unclear => routes::refuse(self.atlas(), turn, index, path, fitting),
                        WithoutRoute::Walks => routes::by_effect(self.atlas(), turn, index, "it walks", path, fitting),
                        WithoutRoute::Stays => {
                            routes::by_effect(self.atlas(), turn, index, "it stays", path, fitting);
                            action.kind = ActionKind::Hold { piece: piece.take(), at: from.clone() };
                        }
                    }
                }
            }
            ActionKind::Support { supported, .. } => {
                if let Some(coast) = routes::default_coast(self.atlas(), supported) {
                    let message = format!("{text}: the support names no coast, and the judge takes {coast}");
                    let path = format!("{path}.supported.to");
                    fitting.warn(&codes::SUPPORT_COAST, path, message, codes::SUPPORT_COAST.advice);
                }
            }
            _ => {}
        }
        Some(action)
    }

    fn examine(&self, order: &OrderPart, _: &str, _: Option<PhaseKind>, _: RuleSet, said: &mut Vec<Diagnostic>) {
        said.extend(order.trouble());
    }

    /// The judge does not need the letters of units.
    fn minds(&self, finding: &Finding) -> bool {
        finding.code.id != rules::codes::LETTER_MISSING.id
    }
}
