//! The habits of a seed or position file.

use super::ownership::Layout;

/// How a seed or position file writes things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// The line end.
    pub line_end: &'static str,
    /// How many of its end lines are there.
    pub terminators: usize,
    /// The labels of end lines that are missing before a block that is there.
    pub missing: Vec<&'static str>,
    /// How ownership is laid out.
    pub layout: Layout,
}

impl Default for Style {
    fn default() -> Self {
        Style { line_end: "\n", terminators: 3, missing: Vec::new(), layout: Layout::None }
    }
}
