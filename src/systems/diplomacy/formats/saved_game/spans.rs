//! Finds the source spans of the statements of a saved game.

use super::names::Names;
use super::render::render;
use super::style::{StatementGranularity, Style};
use crate::model::Game;
use crate::text::json::{Matcher, whole};
use crate::text::write_back::{SourceSpan, Statements};

/// Returns the source spans of a game that was read from `text`, as fine as the text allows, and sets the granularity
/// of `style` accordingly.
///
/// In its own style a text is canonical, but for blanks and escapes, the wording of orders and the order of results:
/// then each statement is where canonical text has it. Where keys are in another order or missing, each phase is a
/// statement; where the text is damaged, the whole text is one.
pub fn source_spans(text: &str, game: &Game, names: &Names, style: &mut Style, is_damaged: bool) -> Vec<SourceSpan> {
    if !is_damaged && !is_disproportionate(text, game) {
        for granularity in [StatementGranularity::Value, StatementGranularity::Phase] {
            style.granularity = granularity;
            let mut statements = Statements::default();
            render(game, names, style, &mut statements);
            if let Some(source_spans) = Matcher::new(text).source_spans(&statements, is_free) {
                return source_spans;
            }
        }
    }
    style.granularity = StatementGranularity::Whole;
    vec![whole(text)]
}

/// Returns whether a statement is independent of others, so that any value that reads the same may stand in its place.
fn is_free(label: &str) -> bool {
    matches!(
        label,
        "phase"
            | "phase.units.unit"
            | "phase.retreats.unit"
            | "phase.centers.center"
            | "phase.orders.order"
            | "phase.results"
            | "phase.messages.message"
    )
}

/// Returns whether canonical text may be far longer than the text, as each power that one phase names is listed in all.
fn is_disproportionate(text: &str, game: &Game) -> bool {
    let names: usize = game.players.iter().map(|player| player.seat.as_str().len() + 12).sum();
    names.saturating_mul(game.turns.len()).saturating_mul(LISTS) > text.len().saturating_mul(MAX_GROWTH)
}

/// Number of lists in a phase that name all powers.
const LISTS: usize = 4;

const MAX_GROWTH: usize = 40;
