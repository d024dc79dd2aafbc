//! What the terminal is like: how wide, and whether it shows colours.

use std::io::{self, IsTerminal};

use crate::view::layout::MIN_WIDTH;

/// Lines of tables and pages are no longer than this on the widest terminal.
const MAX_WIDTH: usize = 200;

/// The width of pages that go to no terminal.
pub const USUAL_WIDTH: usize = 80;

/// How many columns there are, from 40 to 200: those of the variable `COLUMNS`, else of the terminal that results go to;
/// none where they go to none.
pub fn width() -> Option<usize> {
    let diagnostics =
        std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|&columns| columns > 0);
    let width = diagnostics.or_else(|| {
        let (width, _) = terminal_size::terminal_size_of(io::stdout()).filter(|_| io::stdout().is_terminal())?;
        Some(usize::from(width.0))
    })?;
    Some(width.clamp(MIN_WIDTH, MAX_WIDTH))
}

/// Whether a stream is written in colour unless the user says otherwise, by the variables that programs agree on
/// (no-color.org, bixense.com/clicolors).
pub fn shows_colours(stream: &impl IsTerminal) -> bool {
    let value = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let is_set = |name: &str| value(name).is_some_and(|value| value != "0");
    let is_off = value("CLICOLOR").is_some_and(|value| value == "0");
    let can_be = cfg!(windows) || value("TERM").is_some_and(|term| term != "dumb");
    match value("NO_COLOR") {
        Some(_) => false,
        None => is_set("CLICOLOR_FORCE") || !is_off && can_be && stream.is_terminal(),
    }
}
