//! What the terminal is like: how wide, and whether it shows colours.

use std::io::{self, IsTerminal};

use anstream::{AutoStream, ColorChoice};

use crate::view::layout::MIN_WIDTH;

/// Lines of tables and pages are no longer than this on the widest terminal.
const MAX_WIDTH: usize = 200;

/// The width of pages that go to no terminal.
pub const USUAL_WIDTH: usize = 80;

/// How many columns there are, from 40 to 200: those of the variable `COLUMNS`, else of the terminal that results go to;
/// none where they go to none.
pub fn width() -> Option<usize> {
    let diagnostics = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|&columns| columns > 0);
    let width = diagnostics.or_else(|| {
        let (width, _) = terminal_size::terminal_size_of(io::stdout()).filter(|_| io::stdout().is_terminal())?;
        Some(usize::from(width.0))
    })?;
    Some(width.clamp(MIN_WIDTH, MAX_WIDTH))
}

/// Whether a stream is written in colour unless the user says otherwise: `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and
/// `TERM` are looked at.
pub fn shows_colours(stream: &impl anstream::stream::RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}
