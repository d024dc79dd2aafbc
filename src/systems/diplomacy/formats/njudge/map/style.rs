//! The style of a map file.

use std::collections::HashSet;

use crate::systems::diplomacy::formats::njudge::cursor::most_common;
use crate::systems::diplomacy::model::Section;

/// The style of a map file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// Line end.
    pub line_end: &'static str,
    /// Number of its three blocks that end with a `-1`.
    pub terminators: usize,
    /// For the first and the second block, whether its end line is missing.
    pub missing: [bool; 2],
    /// Sections without an end line: the end of the block ends them, or a line after them that is kept as text.
    pub open: Vec<Section>,
    /// Gap between comma and type.
    pub before_type: BeforeType,
    /// Gap between type and abbreviations.
    pub behind_type: String,
    /// Indent of rows of lists and of limits.
    pub indent: String,
    /// Column in which the label of a row of a disaster table ends.
    pub label_end: usize,
    /// Layout of rows of incomes.
    pub income: IncomeStyle,
}

impl Style {
    /// Returns the style with the missing end lines of blocks added.
    pub fn with_all_ends(&self) -> Style {
        let missing = self.missing.iter().filter(|missing| **missing).count();
        Style { missing: [false; 2], terminators: self.terminators + missing, ..self.clone() }
    }

    /// Removes the end line of a block.
    pub fn leave_out_end(&mut self, block: usize) {
        if let Some(missing) = self.missing.get_mut(block) {
            *missing = true;
            self.terminators = self.terminators.saturating_sub(1);
        }
    }
}

/// Gap between the comma and the type of a province.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BeforeType {
    /// The same text in every line.
    Gap(String),
    /// Blanks up to a column, counted from 0; one blank after a name that is too long for it.
    Column(usize),
}

impl BeforeType {
    /// Returns the same gap, unless names of these lengths would hide that the types are in a column; then one blank.
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

/// Layout of rows of incomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncomeStyle {
    /// Indent of the rows.
    pub indent: String,
    /// Columns in which the numbers end, counted from the indent; `None` where they are not aligned.
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

/// Observations about the style of a file while it is read.
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
    /// Records a province line: the gaps after the comma and after the type, and the column of the type.
    pub fn province(&mut self, (before, behind): (&'t str, Option<&'t str>), type_column: usize) {
        self.before_type.push((before, type_column));
        self.behind_type.extend(behind);
    }

    /// Records the indent of a row.
    pub fn indent(&mut self, indent: &'t str) {
        self.indents.push(indent);
    }

    /// Records the column in which a label ends.
    pub fn label_end(&mut self, column: usize) {
        self.label_ends.push(column);
    }

    /// Records a row of incomes: its indent, and the columns in which its numbers end.
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
            // Leaves room for money at the start.
            ends[7] = ends[6] + 5;
        }
        Some(IncomeStyle { indent: self.income_indent?.to_owned(), ends: is_column.then_some(ends) })
    }

    /// Returns the style of the file.
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
