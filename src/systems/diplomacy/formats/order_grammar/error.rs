//! Errors for texts that are no orders.

use std::borrow::Cow;
use std::ops::Range;

use super::read::{Parser, verb_of, verb_words};
use super::write::unit_of;
use super::{OrderError, Purpose};
use crate::formats::phase;
use crate::model::TerritoryRef;
use crate::systems::diplomacy::formats::{codes, hints};
use crate::text::Code;
use crate::text::printable::quoted;
use crate::text::suggestion::{did_you_mean, nearest};

impl Parser<'_> {
    pub(super) fn expected(&self, expected: &str, code: &'static Code) -> OrderError {
        if self.purpose == Purpose::Identifying {
            return OrderError::without_text(code);
        }
        let span = self.here();
        let found = self.text.get(span.clone()).filter(|word| !word.is_empty());
        let message = match found {
            Some(word) => format!("expected {expected}, found {}", quoted(word)),
            None => format!("expected {expected}, found the end of the order"),
        };
        OrderError { code, span, message, help: code.advice.into() }
    }

    /// Creates the error for a unit without a verb after it.
    pub(super) fn no_verb(&self) -> OrderError {
        let error = self.expected("a verb (-, H, S, C, R, D or B)", &codes::NO_VERB);
        let word = self.peek_word().filter(|_| self.purpose == Purpose::ReadOutcome);
        let meant = word.and_then(|word| nearest(word, verb_words()));
        match meant.and_then(|meant| Some((meant, verb_of(meant)?.1))) {
            Some((meant, letter)) => OrderError { help: format!("did you mean {letter} ({meant})?").into(), ..error },
            None => error,
        }
    }

    /// Creates the error for a convoy without a destination, which suggests the coasts that its sea touches.
    pub(super) fn no_destination(&self, sea: &TerritoryRef) -> OrderError {
        if self.purpose == Purpose::Identifying {
            return OrderError::without_text(&codes::NO_DESTINATION);
        }
        let end = self.text.trim_end().len();
        let message = "the convoy has no destination".to_owned();
        let help =
            format!("add where the army goes, such as - {}", hints::one_of(&hints::landings(self.named_board, sea)));
        OrderError { code: &codes::NO_DESTINATION, span: end..end, message, help: help.into() }
    }

    pub(super) fn no_place(&self, expected: &str) -> OrderError {
        let Some(word) = self.peek_word() else { return self.expected(expected, &codes::NO_ORDER) };
        if self.purpose == Purpose::Identifying {
            return OrderError::without_text(&codes::NO_SUCH_PLACE);
        }
        let message = format!("unknown province {}", quoted(word));
        let help = hints::meant(self.named_board, word);
        let help = help.map_or("write the code of a province of this board".into(), Cow::Owned);
        OrderError { code: &codes::NO_SUCH_PLACE, span: self.here(), message, help }
    }

    /// Turns an error at the first word into one for a text that is no order, unless the word is similar to a province.
    pub(super) fn no_order(&self, error: OrderError) -> OrderError {
        let word = self.text.get(error.span.clone()).unwrap_or_default();
        let is_said = self.purpose == Purpose::ReadOutcome;
        // A single letter is taken for a mistyped unit.
        let is_letter =
            word.chars().count() == 1 && unit_of(word).is_none() && error.code.id == codes::NO_SUCH_PLACE.id;
        let is_like_a_place = || !is_letter && !self.named_board.like(word).is_empty();
        if !is_said || error.span.start > 0 || word.is_empty() || is_like_a_place() {
            return error;
        }
        let message = format!("expected a unit (such as A PAR), found {}", quoted(word));
        let help = match did_you_mean(word, FIRST_WORDS) {
            _ if is_letter => "the units are A (army) and F (fleet)".into(),
            Some(question) => question.into(),
            None => match phase::meant(self.text).and_then(|meant| phase::written(&meant, phase::Form::Short)) {
                Some(phase) => format!("did you mean the phase `{phase}`?").into(),
                None => codes::NO_ORDER.advice.into(),
            },
        };
        OrderError { code: &codes::NO_ORDER, message, help, ..error }
    }

    pub(super) fn several(&self, numbers: &[usize], span: Range<usize>) -> OrderError {
        if self.purpose == Purpose::Identifying {
            return OrderError::without_text(&codes::AMBIGUOUS_PLACE);
        }
        let word = self.text.get(span.clone()).unwrap_or_default();
        let message = format!("ambiguous province {}", quoted(word));
        let help = format!("write {}", hints::one_of_these(self.named_board, numbers));
        OrderError { code: &codes::AMBIGUOUS_PLACE, span, message, help: help.into() }
    }
}

/// Words that an order may begin with, other than provinces and the letters of units.
const FIRST_WORDS: [&str; 6] = ["army", "fleet", "build", "remove", "disband", "waive"];

/// Creates the error for text after an order, from byte `at` on, that is no remark.
pub fn more_behind(text: &str, at: usize) -> OrderError {
    let rest = text.get(at..).unwrap_or_default().trim_end();
    let message = format!("expected the end of the order, found {}", quoted(rest));
    OrderError { code: &codes::MORE_BEHIND, span: at..at + rest.len(), message, help: codes::MORE_BEHIND.advice.into() }
}
