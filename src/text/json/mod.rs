//! JSON as a notation: its parts as they stand, how a file sets it, and statements of it.

mod emitter;
mod keys;
mod lexer;
mod matcher;
pub mod raw;
mod spacing;

pub use emitter::Emitter;
pub use keys::{Keys, Slot};
pub use lexer::unescaped;
pub use matcher::{Matcher, whole};
pub use spacing::Spacing;
