//! One order as a player mails it to the judge (nJudge), and what else stands in lines of such mails.
//!
//! What is accepted here, and what the judge makes of it, was observed by running the judge: names are found by its
//! own lookup, case does not matter, and verbs are the beginnings of words. What it rejects, or reads in another way
//! than it is meant, is a [`Trouble`]; what it passes over or guesses without harm to the order is a [`Slip`].

pub mod codes;
mod line;
mod read;
mod special;
mod trouble;
mod words;
mod write;

#[cfg(test)]
mod round_trip;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::text::Code;
use crate::text::printable::quoted;

pub use super::order::{Trouble, Unwritable};
pub use line::{Item, line, line_for};
pub use read::{Order, read};
pub use special::{Special, phase_line, special};
pub use write::write;

/// What the judge reads out of a text in another way than a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// What it is.
    pub kind: SlipKind,
    /// Where in the text.
    pub span: Range<usize>,
}

/// What the judge may read in another way than a person, so that the order is still the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlipKind {
    /// A coast in a form that it passes over: `spa sc`. The order is the one without a coast.
    Coast,
    /// Letters glued to a verb: `holding`.
    Verb,
    /// A verb behind the unit, in an adjustment: `A PAR B`.
    VerbBehind,
    /// A power's letter that is not at the beginning of its line.
    Letter,
}

impl Slip {
    /// Its diagnostic, whose advice says how to write it right.
    pub fn code(&self) -> &'static Code {
        match self.kind {
            SlipKind::Coast => &codes::LOST_COAST,
            SlipKind::Verb => &codes::GLUED_VERB,
            SlipKind::VerbBehind => &codes::VERB_BEHIND,
            SlipKind::Letter => &codes::POWER_LETTER,
        }
    }

    /// What the judge does, with the words of the text that the slip is in.
    pub fn message(&self, text: &str) -> String {
        let word = quoted(text.get(self.span.clone()).unwrap_or_default());
        match self.kind {
            SlipKind::Coast => format!("the judge does not see a coast in {word}, and takes the first in its map"),
            SlipKind::Verb => format!("the judge reads only the beginning of {word} as the verb"),
            SlipKind::VerbBehind => format!("the judge passes over {word}, and builds or removes as is due"),
            SlipKind::Letter => {
                format!("the judge knows {word} at the beginning of a line only, and rejects the order")
            }
        }
    }
}
