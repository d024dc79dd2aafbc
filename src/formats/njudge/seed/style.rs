//! The habits of a seed or position file.

use super::ownership::Layout;

/// How a seed or position file writes things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// The line end.
    pub line_end: &'static str,
    /// How many digits a year has.
    pub year_digits: usize,
    /// How many of its end lines are there.
    pub terminators: usize,
    /// How ownership is laid out.
    pub layout: Layout,
}

impl Default for Style {
    fn default() -> Self {
        Style { line_end: "\n", year_digits: 4, terminators: 3, layout: Layout::None }
    }
}
