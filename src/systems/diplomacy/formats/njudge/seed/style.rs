//! The style of a seed or position file.

use super::ownership::Layout;

/// The style of a seed or position file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// Line end.
    pub line_end: &'static str,
    /// Number of end lines that the file has.
    pub terminators: usize,
    /// Labels of end lines that are missing before a block that is there.
    pub missing: Vec<&'static str>,
    /// Layout of ownership.
    pub layout: Layout,
}

impl Default for Style {
    fn default() -> Self {
        Style { line_end: "\n", terminators: 3, missing: Vec::new(), layout: Layout::None }
    }
}
