//! JSON as a notation: its raw parts, its spacing, and its statements.

mod emitter;
mod fault;
mod keys;
mod lexer;
mod matcher;
mod places;
pub mod raw;
mod spacing;

pub use emitter::Emitter;
pub use fault::{Fault, syntax_message};
pub use keys::{Keys, Slot};
pub use lexer::{object_at_start, secret_values, unescaped};
pub use matcher::{Matcher, whole};
pub use places::places;
pub use spacing::Spacing;
