//! The ground that every format stands on: encodings, lines, spelling and diagnostics.
//!
//! Nothing here knows a game or a format.

pub mod address;
pub mod code;
pub mod codes;
pub mod columns;
pub mod diagnostic;
mod display;
pub mod encoding;
pub mod english;
pub mod hidden;
pub mod json;
pub mod lines;
pub mod mojibake;
pub mod occurrences;
pub mod printable;
pub mod render;
#[cfg(test)]
pub(crate) mod tested;
pub mod write_back;

pub use code::Code;
pub use diagnostic::{Diagnostic, Report, Severity};
pub use encoding::Encoding;
