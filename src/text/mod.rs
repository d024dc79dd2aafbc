//! The foundation of all formats: encodings, lines, write-back and diagnostics.
//!
//! Nothing here depends on a game or a format.

pub(crate) mod address;
pub(crate) mod code;
pub mod codes;
pub(crate) mod columns;
pub(crate) mod diagnostic;
mod display;
pub(crate) mod encoding;
pub(crate) mod english;
pub mod hidden;
pub(crate) mod json;
pub(crate) mod lines;
pub(crate) mod mojibake;
pub(crate) mod occurrences;
pub mod printable;
pub mod render;
pub mod suggestion;
#[cfg(test)]
pub(crate) mod tested;
#[cfg(test)]
pub(crate) mod tries;
pub mod write_back;

pub use code::Code;
pub use diagnostic::{Diagnostic, Report, Severity};
pub use encoding::Encoding;
