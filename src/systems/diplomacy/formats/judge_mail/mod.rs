//! Mails of orders from players to the judge (nJudge).

mod identify;
mod parts;

use std::sync::Arc;

pub use identify::{identify, may_be};

use super::judge_grammar;
use super::order_frame::{OrderPart, OrderSyntax, Part, State, TurnOrders};
use super::order_grammar;
use super::order_grammar::UnwritableOrder;
use super::{codes, routes};
use crate::formats::phase::Form;
use crate::formats::preparation::Preparation;
use crate::model::{Action, ActionKind, Phase, PhaseKind, Seat};
use crate::rules::{Finding, RuleSet};
use crate::systems::diplomacy::rules::NamedBoard;
use crate::systems::diplomacy::rules::orders::{self as rules, Way};
use crate::text::Diagnostic;

/// The syntax of orders on the board at hand, or on the standard board without one.
pub struct JudgeOrders {
    named_board: Option<Arc<NamedBoard>>,
}

impl JudgeOrders {
    /// The syntax on the standard board.
    pub const STANDARD: JudgeOrders = JudgeOrders { named_board: None };
}

impl OrderSyntax for JudgeOrders {
    const POWERS_PERSIST: bool = false;
    const HAS_REMARKS: bool = false;
    const HAS_COMMANDS: bool = true;
    const TARGET: &'static str = "a mail to the judge";

    fn on(named_board: Option<Arc<NamedBoard>>) -> Self {
        JudgeOrders { named_board }
    }

    fn at_hand(&self) -> Option<&Arc<NamedBoard>> {
        self.named_board.as_ref()
    }

    fn parts(&self, line: &str, at: usize, state: &mut State, out: &mut Vec<Part>) {
        parts::parts(self.named_board(), line, at, state, out);
    }

    fn write(&self, order: &ActionKind, out: &mut String) -> Result<(), UnwritableOrder> {
        judge_grammar::write(order, self.named_board(), out)
    }

    fn phase_line(&self, phase: &Phase, _: Form) -> Option<String> {
        judge_grammar::phase_line(phase)
    }

    fn power<'s>(&'s self, seat: &'s Seat) -> &'s str {
        seat.as_str()
    }

    fn prepare(
        &self,
        orders: &TurnOrders<'_>,
        index: usize,
        mut action: Action,
        path: &str,
        preparation: &mut Preparation<'_>,
    ) -> Option<Action> {
        let (turn, named_board) = (orders.turn, self.named_board());
        let text = order_grammar::written(&action.kind, named_board).unwrap_or_default();
        match &mut action.kind {
            ActionKind::Move { piece, from, via, by_convoy, .. } => {
                let needs_route = via.is_none() && *by_convoy == Some(true);
                *by_convoy = None;
                if let Some(convoyed) = turn.actions.get(index).filter(|_| needs_route) {
                    match orders.convoys(named_board).way(convoyed, named_board) {
                        Way::Route(seas) => *via = Some(seas.into()),
                        Way::Unclear => routes::refuse(named_board, turn, index, path, preparation),
                        Way::Walks => routes::by_effect(named_board, turn, index, "a move by land", path, preparation),
                        Way::Stays => {
                            routes::by_effect(named_board, turn, index, "a hold", path, preparation);
                            action.kind = ActionKind::Hold { piece: piece.take(), at: from.clone() };
                        }
                    }
                }
            }
            ActionKind::Support { supported, .. } => {
                if let Some(coast) = routes::default_coast(named_board, supported) {
                    let message = format!("{text}: the support names no coast, so the judge assumes {coast}");
                    let path = format!("{path}.supported.to");
                    preparation.warn(&codes::SUPPORT_COAST, path, message, codes::SUPPORT_COAST.advice);
                }
            }
            _ => {}
        }
        Some(action)
    }

    fn lint_source(
        &self,
        order: &OrderPart,
        _: &str,
        _: Option<PhaseKind>,
        _: RuleSet,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        diagnostics.extend(order.error());
    }

    /// Returns whether a finding applies; missing letters of units do not, as the judge does not need them.
    fn minds(&self, finding: &Finding) -> bool {
        finding.code.id != rules::codes::LETTER_MISSING.id
    }
}
