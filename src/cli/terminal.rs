//! Properties of the terminal: its width, and whether it shows colours.

use std::io::{self, IsTerminal};

use crate::view::layout::MIN_WIDTH;

/// Maximum width of tables and pages, in columns, on the widest terminal.
const MAX_WIDTH: usize = 200;

/// Width of pages that are not written to a terminal, in columns.
pub const USUAL_WIDTH: usize = 80;

/// Returns the number of columns, from 40 to 200: that of the variable `COLUMNS`, or else of the terminal on standard
/// output; `None` if standard output is not a terminal.
pub fn width() -> Option<usize> {
    let diagnostics =
        std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|&columns| columns > 0);
    let width = diagnostics.or_else(|| {
        let (width, _) = terminal_size::terminal_size_of(io::stdout()).filter(|_| io::stdout().is_terminal())?;
        Some(usize::from(width.0))
    })?;
    Some(width.clamp(MIN_WIDTH, MAX_WIDTH))
}

/// Returns whether a stream is coloured by default, according to the variables that programs agree on (no-color.org,
/// bixense.com/clicolors).
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
