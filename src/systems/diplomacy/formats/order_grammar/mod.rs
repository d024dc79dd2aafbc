//! Reads and writes single orders in the order notation (`diplomacy-order-notation.txt`).
//!
//! The canonical text is that of the notation document: `A PAR - BUR`, single blanks, capitals, codes of three letters.
//! Any text is read that means exactly one order to a person or to an engine; each difference from the canonical text
//! is a [`Deviation`].

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

use std::borrow::Cow;
use std::ops::Range;

use crate::text::Code;

pub use engine::{EngineReading, engine_names, engine_reading};
pub use error::more_behind;
pub use lexer::is_blank;
pub use read::{Purpose, read, read_for, read_past};
pub use remarks::{brackets, is_remark, remarks};
pub use words::words_of;
pub use write::{UnwritableOrder, letter_of, unit_of, write, write_unit, written};

/// The error for a text that is no order.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderError {
    /// Code of the diagnostic.
    pub code: &'static Code,
    /// Span in the text of the order.
    pub span: Range<usize>,
    /// Message, which quotes the text.
    pub message: String,
    /// Advice on what to do.
    pub help: Cow<'static, str>,
}

impl OrderError {
    /// Creates an error without message and span, for callers that only need to know that there is one.
    pub fn without_text(code: &'static Code) -> OrderError {
        OrderError { code, span: 0..0, message: String::new(), help: Cow::default() }
    }
}

/// A difference of an order's text from the canonical one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deviation {
    /// Kind of difference.
    pub kind: DeviationKind,
    /// Span in the text of the order.
    pub span: Range<usize>,
}

/// Kind of difference from the canonical text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviationKind {
    /// Too many or too few blanks, tabs, or blanks of another kind.
    Spacing,
    /// Small letters.
    Case,
    /// A name or abbreviation in place of the code.
    Name,
    /// A verb that is written out, or in another position.
    Verb,
    /// Another dash, or an arrow.
    Dash,
    /// A coast in another form.
    Coast,
    /// A full stop after the order.
    Stop,
    /// Words that only engines accept for the order.
    Words,
    /// A power before the unit that is supported or convoyed.
    Nationality,
}
