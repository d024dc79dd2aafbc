//! The habits of a map file.

use std::collections::HashSet;

use crate::systems::diplomacy::formats::njudge::cursor::most_common;
use crate::systems::diplomacy::model::Section;

/// How a map file writes things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// The line end.
    pub line_end: &'static str,
    /// How many of its three blocks end in a `-1`.
    pub terminators: usize,
    /// Whether the first and the second block go over into the next without an end.
    pub missing: [bool; 2],
    /// Sections without an end line: the end of the block ends them, or a line that is kept behind them.
    pub open: Vec<Section>,
    /// What stands between comma and type.
    pub before_type: BeforeType,
    /// What stands between type and abbreviations.
    pub behind_type: String,
    /// What rows of lists and of limits begin with.
    pub indent: String,
    /// The column that the label of a row of a disaster table ends in.
    pub label_end: usize,
    /// How rows of incomes are laid out.
    pub income: IncomeStyle,
}

impl Style {
    /// The same with the ends that are missing between blocks.
    pub fn with_all_ends(&self) -> Style {
        let missing = self.missing.iter().filter(|missing| **missing).count();
        Style { missing: [false; 2], terminators: self.terminators + missing, ..self.clone() }
    }

    /// Leaves out the end of a block.
    pub fn leave_out_end(&mut self, block: usize) {
        if let Some(missing) = self.missing.get_mut(block) {
            *missing = true;
            self.terminators = self.terminators.saturating_sub(1);
        }
    }
}

/// What stands between the comma and the type of a province.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BeforeType {
    /// The same in every line.
    Gap(String),
    /// Blanks up to a column, counted from 0; a name that is too long for it has one blank.
    Column(usize),
}

impl BeforeType {
    /// The same, where names with those lengths would be seen to stand in the column again; else one blank.
    pub fn for_names(&self, lengths: impl Iterator<Item = usize>) -> BeforeType {
        let BeforeType::Column(column) = self else { return self.clone() };
        let (mut preparation, mut all) = (0, 0);
        for length in lengths {
            all += 1;
            preparation += usize::from(length + 1 < *column);
        }
        if is_most(preparation, all) { self.clone() } else { BeforeType::Gap(" ".into()) }
    }
}

fn is_most(part: usize, all: usize) -> bool {
    part > 2 && part * 2 > all
}

/// How rows of incomes are laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncomeStyle {
    /// What they begin with.
    pub indent: String,
    /// The columns behind the indent that their numbers end in; nothing where they end in no columns.
    pub ends: Option<[usize; 8]>,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            line_end: "\n",
            terminators: 3,
            missing: [false; 2],
            open: Vec::new(),
            before_type: BeforeType::Gap(" ".into()),
            behind_type: " ".into(),
            indent: "  ".into(),
            label_end: 6,
            income: IncomeStyle { indent: " ".repeat(18), ends: Some([15, 21, 24, 27, 30, 33, 36, 41]) },
        }
    }
}

/// What is seen of a file's habits while it is read.
#[derive(Default)]
pub struct Survey<'t> {
    before_type: Vec<(&'t str, usize)>,
    behind_type: Vec<&'t str>,
    indents: Vec<&'t str>,
    label_ends: Vec<usize>,
    income_indent: Option<&'t str>,
    income_ends: [HashSet<usize>; 8],
    income_has_tabs: bool,
}

impl<'t> Survey<'t> {
    /// Sees a province line: the gaps behind the comma and behind the type, and the column of the type.
    pub fn province(&mut self, (before, behind): (&'t str, Option<&'t str>), type_column: usize) {
        self.before_type.push((before, type_column));
        self.behind_type.extend(behind);
    }

    /// Sees what a row begins with.
    pub fn indent(&mut self, indent: &'t str) {
        self.indents.push(indent);
    }

    /// Sees the column that a label ends in.
    pub fn label_end(&mut self, column: usize) {
        self.label_ends.push(column);
    }

    /// Sees a row of incomes: its indent, and the columns that its numbers end in.
    pub fn income(&mut self, indent: &'t str, ends: impl Iterator<Item = usize>, has_tabs: bool) {
        self.income_indent.get_or_insert(indent);
        self.income_has_tabs |= has_tabs;
        ends.zip(&mut self.income_ends).for_each(|(end, seen)| _ = seen.insert(end - indent.len()));
    }

    fn income_style(&self) -> Option<IncomeStyle> {
        let mut ends = [0; 8];
        let mut is_column = !self.income_has_tabs;
        for (end, seen) in ends.iter_mut().zip(&self.income_ends) {
            is_column &= seen.len() < 2;
            *end = seen.iter().next().copied().unwrap_or_default();
        }
        if ends[7] == 0 {
            // Room for money at the start.
            ends[7] = ends[6] + 5;
        }
        Some(IncomeStyle { indent: self.income_indent?.to_owned(), ends: is_column.then_some(ends) })
    }

    /// The style of the file.
    pub fn style(self, line_end: &'static str, terminators: usize, open: Vec<Section>) -> Style {
        let usual = Style::default();
        let before_type = match self.before_type.split_first() {
            None => usual.before_type.clone(),
            Some(((gap, _), rest)) if rest.iter().all(|(other, _)| other == gap) => BeforeType::Gap((*gap).into()),
            Some(_) => {
                let column = most_common(self.before_type.iter().map(|&(_, column)| column)).unwrap_or_default();
                let lines = self.before_type.iter().filter(|&&(_, other)| other == column).count();
                if is_most(lines, self.before_type.len()) && !self.before_type.iter().any(|(gap, _)| gap.contains('\t'))
                {
                    BeforeType::Column(column)
                } else {
                    let gap = most_common(self.before_type.iter().map(|&(gap, _)| gap)).unwrap_or(" ");
                    BeforeType::Gap(gap.into())
                }
            }
        };
        let income = self.income_style();
        let text = |gap: Option<&str>, usual: String| gap.map_or(usual, str::to_owned);
        Style {
            line_end,
            terminators,
            missing: usual.missing,
            open,
            before_type,
            behind_type: text(most_common(self.behind_type.into_iter()), usual.behind_type),
            indent: text(most_common(self.indents.into_iter()), usual.indent),
            label_end: most_common(self.label_ends.into_iter()).unwrap_or(usual.label_end),
            income: income.unwrap_or(usual.income),
        }
    }
}
