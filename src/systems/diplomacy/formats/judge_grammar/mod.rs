//! One order as a player mails it to the judge (nJudge), and what else stands in lines of such mails.
//!
//! What is accepted here, and what the judge makes of it, was observed by running the judge: names are found by its
//! own lookup, case does not matter, and verbs are the beginnings of words. What it rejects, or reads in another way
//! than it is meant, is a [`OrderError`]; what it passes over or guesses without harm to the order is a [`Deviation`].

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

/// What the judge reads out of a text in another way than a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deviation {
    /// What it is.
    pub kind: DeviationKind,
    /// Where in the text.
    pub span: Range<usize>,
}

/// What the judge may read in another way than a person, so that the order is still the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviationKind {
    /// A coast in a form that it passes over: `spa sc`. The order is the one without a coast.
    Coast,
    /// Letters glued to a verb: `holding`.
    Verb,
    /// A verb behind the unit, in an adjustment: `A PAR B`.
    VerbBehind,
    /// A power's letter that is not at the beginning of its line.
    Letter,
}

impl Deviation {
    /// Its diagnostic, whose advice says how to write it right.
    pub fn code(&self) -> &'static Code {
        match self.kind {
            DeviationKind::Coast => &codes::LOST_COAST,
            DeviationKind::Verb => &codes::GLUED_VERB,
            DeviationKind::VerbBehind => &codes::VERB_BEHIND,
            DeviationKind::Letter => &codes::POWER_LETTER,
        }
    }

    /// What the judge does, with the words of the text that the deviation is in.
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
