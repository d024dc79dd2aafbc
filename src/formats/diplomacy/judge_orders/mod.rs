//! Orders as players mail them to the judge (nJudge).

mod identify;
mod parts;

use std::sync::Arc;

pub use identify::identify;

use super::judge_order;
use super::order;
use super::order::{Slip, Unwritable};
use super::phase::Form;
use super::record::{Part, State, Syntax};
use super::{codes, routes};
use crate::formats::fitting::Fitting;
use crate::model::{Action, ActionKind, Phase, Seat, Turn};
use crate::rules::diplomacy::{Atlas, orders as rules};
use crate::rules::{Finding, RuleSet};
use crate::text::{Code, Severity};

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
            ActionKind::Move { via, by_convoy, .. } => {
                if via.is_none() && *by_convoy == Some(true) {
                    *via = rules::route(turn, index, self.atlas());
                    if via.is_none() {
                        routes::refuse(self.atlas(), turn, index, path, fitting);
                    }
                }
                *by_convoy = None;
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

    fn slip(&self, _: &Slip, _: &str, _: &str, _: RuleSet) -> Option<(&'static Code, Severity, String)> {
        None
    }

    /// The judge does not need the letters of units.
    fn minds(&self, finding: &Finding) -> bool {
        finding.code.id != rules::codes::LETTER_MISSING.id
    }
}
