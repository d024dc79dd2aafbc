//! Orders as players mail them to the judge (nJudge).

mod identify;
mod parts;

use std::borrow::Cow;
use std::sync::Arc;

pub use identify::identify;

use super::judge_order;
use super::order;
use super::order::{Slip, Unwritable};
use super::orders::{atlas_or_standard, board_of, own_atlas};
use super::phase::Form;
use super::record::{self, Part, State, Style, Syntax};
use super::{codes, routes};
use crate::formats::fitting::Fitting;
use crate::formats::{Examination, GameNotation};
use crate::model::{Action, ActionKind, Board, Game, Phase, Seat, Turn};
use crate::rules::diplomacy::{Atlas, orders as rules};
use crate::rules::{Finding, RuleSet};
use crate::text::spelling::{Notation, Reading, Statements};
use crate::text::{Code, Diagnostic, Report, Severity};

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

    fn atlas(&self) -> &Atlas {
        atlas_or_standard(&self.atlas)
    }

    fn board(&self) -> Board {
        board_of(&self.atlas)
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
}

impl Notation for JudgeOrders {
    /// A line that a power's letter begins may hold several orders.
    const OWN_LINES: bool = true;
    type Meaning = Game;
    type Style = Style;

    fn read(&self, text: &str, report: &mut Report) -> Option<Reading<Game, Style>> {
        Some(record::read(self, text, report))
    }

    fn render(&self, game: &Game, style: &Style, out: &mut Statements) {
        record::render(self, game, style, out);
    }
}

impl GameNotation for JudgeOrders {
    fn fit<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        record::fit(self, game, out)
    }

    fn judge(&self, game: &Game, rules: RuleSet) -> Vec<Finding> {
        // The judge does not need the letters of units.
        let is_said = |finding: &Finding| finding.code.id != rules::codes::LETTER_MISSING.id;
        rules::check(game, self.atlas(), rules).into_iter().filter(is_said).collect()
    }

    fn examine(&self, text: &str, paths: &[&str], rules: RuleSet) -> Examination {
        record::examine(self, text, paths, rules)
    }

    fn on_board(&self, board: &Board) -> Option<Self> {
        own_atlas(board).map(|atlas| JudgeOrders { atlas: Some(atlas) })
    }
}
