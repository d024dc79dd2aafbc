//! One order as text, in the order notation (`diplomacy-order-notation.txt`).
//!
//! The canonical text is that of the document: `A PAR - BUR`, single blanks, capitals, codes of three letters. Any
//! text is read that means one such order to a person or to an engine; what differs in it from the canonical text is
//! a [`Deviation`].

mod canonical;
mod engine;
mod error;
mod lexer;
mod read;
mod remarks;
mod words;
mod write;

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::text::Code;

pub use engine::{EngineReading, engine_names, engine_reading};
pub use error::more_behind;
pub use lexer::is_blank;
pub use read::{Purpose, read, read_for, read_past};
pub use remarks::{brackets, is_remark, remarks};
pub use words::words_of;
pub use write::{UnwritableOrder, letter_of, unit_of, write, write_unit, written};

/// Why a text is no order.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderError {
    /// What is wrong.
    pub code: &'static Code,
    /// Where in the text.
    pub span: Range<usize>,
    /// What is wrong, with the words of the text.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl OrderError {
    /// For who only asks whether there is any.
    pub fn without_text(code: &'static Code) -> OrderError {
        OrderError { code, span: 0..0, message: String::new(), help: String::new() }
    }
}

/// How a text differs from the canonical one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deviation {
    /// What differs.
    pub kind: DeviationKind,
    /// Where in the text.
    pub span: Range<usize>,
}

/// What may differ from the canonical text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviationKind {
    /// Blanks too many or too few, tabs, blanks of another kind.
    Spacing,
    /// Small letters.
    Case,
    /// A name or abbreviation in the place of the code.
    Name,
    /// A verb that is written out or stands elsewhere.
    Verb,
    /// Another dash, or an arrow.
    Dash,
    /// A coast that is written in another way.
    Coast,
    /// A full stop.
    Stop,
    /// Words that only engines take for the order.
    Words,
    /// A power before the unit that is supported or convoyed.
    Nationality,
}
