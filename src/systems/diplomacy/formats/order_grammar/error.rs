//! What is said of a text that is no order.

use std::ops::Range;

use super::read::Parser;
use super::{OrderError, Purpose};
use crate::model::TerritoryRef;
use crate::systems::diplomacy::formats::{codes, hints};
use crate::text::Code;
use crate::text::printable::quoted;

impl Parser<'_> {
    pub(super) fn expected(&self, expected: &str, code: &'static Code) -> OrderError {
        if self.purpose == Purpose::Identifying {
            return OrderError::without_text(code);
        }
        let span = self.here();
        let found = self.text.get(span.clone()).filter(|word| !word.is_empty());
        let message = match found {
            Some(word) => format!("{expected} is expected, not {}", quoted(word)),
            None => format!("{expected} is expected, and the line ends"),
        };
        OrderError { code, span, message, help: code.advice.to_owned() }
    }

    /// A convoy without a destination: the coasts that its sea touches are where the army may land first.
    pub(super) fn no_destination(&self, sea: &TerritoryRef) -> OrderError {
        if self.purpose == Purpose::Identifying {
            return OrderError::without_text(&codes::NO_DESTINATION);
        }
        let end = self.text.trim_end().len();
        let message = "the convoy does not say where the army goes".to_owned();
        let help = format!("add it, such as - {}", hints::one_of(&hints::landings(self.named_board, sea)));
        OrderError { code: &codes::NO_DESTINATION, span: end..end, message, help }
    }

    pub(super) fn no_place(&self, expected: &str) -> OrderError {
        let Some(word) = self.peek_word() else { return self.expected(expected, &codes::NO_ORDER) };
        if self.purpose == Purpose::Identifying {
            return OrderError::without_text(&codes::NO_SUCH_PLACE);
        }
        let message = format!("no province is called {}", quoted(word));
        let help = hints::meant(self.named_board, word);
        let help = help.unwrap_or_else(|| "use the code of a province of this board".to_owned());
        OrderError { code: &codes::NO_SUCH_PLACE, span: self.here(), message, help }
    }

    /// What does not begin with a unit, or a place, is no order.
    pub(super) fn no_order(&self, error: OrderError) -> OrderError {
        let word = self.text.get(error.span.clone()).unwrap_or_default();
        let is_said = self.purpose == Purpose::ReadOutcome;
        if !is_said || error.span.start > 0 || word.is_empty() || !self.named_board.like(word).is_empty() {
            return error;
        }
        let message = format!("a unit (such as A PAR) is expected, not {}", quoted(word));
        OrderError { code: &codes::NO_ORDER, message, help: codes::NO_ORDER.advice.to_owned(), ..error }
    }

    pub(super) fn several(&self, numbers: &[usize], span: Range<usize>) -> OrderError {
        if self.purpose == Purpose::Identifying {
            return OrderError::without_text(&codes::AMBIGUOUS_PLACE);
        }
        let word = self.text.get(span.clone()).unwrap_or_default();
        let message = format!("{} is the name of several provinces", quoted(word));
        let help = format!("write {}", hints::one_of_these(self.named_board, numbers));
        OrderError { code: &codes::AMBIGUOUS_PLACE, span, message, help }
    }
}

/// Something stands behind an order, from byte `at` on, that is no remark.
pub fn more_behind(text: &str, at: usize) -> OrderError {
    let rest = text.get(at..).unwrap_or_default().trim_end();
    let message = format!("the end of the order is expected, not {}", quoted(rest));
    OrderError {
        code: &codes::MORE_BEHIND,
        span: at..at + rest.len(),
        message,
        help: codes::MORE_BEHIND.advice.to_owned(),
    }
}
