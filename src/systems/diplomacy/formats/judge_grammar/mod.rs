//! Reads and writes single orders as players mail them to the judge (nJudge), and the other lines of such mails.
//!
//! The syntax and its meaning were observed by running the judge: names are resolved by its own lookup, case does not
//! matter, and verbs are recognized by the beginnings of words. Text that it rejects, or reads in another way than it
//! is meant, is an [`OrderError`]; text that it ignores or guesses without harm to the order is a [`Deviation`].

pub mod codes;
mod error;
mod line;
mod read;
mod special;
mod words;
mod write;

#[cfg(test)]
mod round_trip;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::text::Code;
use crate::text::printable::quoted;

pub use super::order_grammar::{OrderError, UnwritableOrder};
pub use line::line_for;
#[cfg(test)]
pub use line::{Item, line};
pub use read::{Order, read};
pub use special::{Special, phase_line, special};
pub use write::write;

/// A part of a text that the judge reads in another way than a person, without another order as the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deviation {
    /// Kind of deviation.
    pub kind: DeviationKind,
    /// Span in the text.
    pub span: Range<usize>,
}

/// Kind of text that the judge may read in another way than a person, without another order as the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviationKind {
    /// A coast in a form that the judge ignores: `spa sc`. The order is read without a coast.
    Coast,
    /// Letters glued to a verb: `holding`.
    Verb,
    /// A verb after the unit, in an adjustment phase: `A PAR B`.
    VerbBehind,
    /// A power's letter that is not at the beginning of its line.
    Letter,
}

impl Deviation {
    /// Returns the code of its diagnostic, whose advice says how to write the text correctly.
    pub fn code(&self) -> &'static Code {
        match self.kind {
            DeviationKind::Coast => &codes::LOST_COAST,
            DeviationKind::Verb => &codes::GLUED_VERB,
            DeviationKind::VerbBehind => &codes::VERB_BEHIND,
            DeviationKind::Letter => &codes::POWER_LETTER,
        }
    }

    /// Returns the message about what the judge does, which quotes the words of `text` that deviate.
    pub fn message(&self, text: &str) -> String {
        let word = quoted(text.get(self.span.clone()).unwrap_or_default());
        match self.kind {
            DeviationKind::Coast => format!("the judge ignores the coast {word}, and takes the first one in its map"),
            DeviationKind::Verb => format!("the judge reads only the beginning of {word} as the verb"),
            DeviationKind::VerbBehind => {
                format!("the judge ignores {word} after the unit, and builds or removes as is due")
            }
            DeviationKind::Letter => {
                format!("expected {word} at the beginning of a line: the judge rejects the order")
            }
        }
    }
}
