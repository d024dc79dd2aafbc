//! Lays out paragraphs and tables for a terminal, and the texts of files that are in them.

use std::borrow::Cow;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Row, Table, presets};

pub use crate::text::columns::{clip, stack, width, wrap};
pub use crate::text::english::{capital, counted, listed};

use crate::model::{Moment, Seat};
use crate::text::printable::printable;

/// Minimum width that is supported, in columns; narrower terminals are not provided for.
pub const MIN_WIDTH: usize = 40;

/// Maximum width of a name wherever it is shown, in columns.
pub const LONG_NAME_COLUMNS: usize = 40;
/// Maximum width of a text that was not understood, in columns.
const RAW_COLUMNS: usize = 20;

/// Number of blanks between two columns.
const GAP: usize = 2;

/// Minimum room of the last cell of a row, in columns, for that cell alone to be wrapped.
const ROOM: usize = 12;

/// A text that is built of paragraphs and tables.
pub struct Page {
    width: usize,
    text: String,
}

impl Page {
    /// Creates an empty page of a width, in columns.
    pub fn new(width: usize) -> Self {
        Page { width, text: String::new() }
    }

    /// Returns the width, in columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Adds the first line, in bold if that is asked for.
    pub fn heading(&mut self, text: &str, bold: bool) {
        for line in wrap(text, self.width) {
            let line = if bold { format!("\x1b[1m{line}\x1b[0m") } else { line };
            self.line(&line);
        }
    }

    /// Adds a paragraph behind a blank line; an empty one is left out.
    pub fn paragraph(&mut self, text: &str) {
        if !text.is_empty() {
            self.blank();
            self.continued(text);
        }
    }

    /// Adds a paragraph without a blank line before it; an empty one is left out.
    pub fn continued(&mut self, text: &str) {
        for line in wrap(text, self.width) {
            self.line(&line);
        }
    }

    /// Adds paragraphs without blank lines between them; empty ones are left out.
    pub fn paragraphs(&mut self, texts: &[String]) {
        let mut there = texts.iter().filter(|text| !text.is_empty());
        if let Some(first) = there.next() {
            self.paragraph(first);
            there.for_each(|text| self.continued(text));
        }
    }

    /// Adds a table behind a blank line.
    pub fn table(&mut self, columns: &[Column], rows: &[Vec<String>]) {
        self.blank();
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(self.width).unwrap_or(u16::MAX));
        table.set_header(Row::from(columns.iter().map(|c| &c.name)));
        table.add_rows(rows.iter().map(|cells| Row::from(cells.iter())));
        let last = columns.len().saturating_sub(1);
        let only_last_is_broken = room_beside(&columns[..last], rows, self.width) >= ROOM;
        for (i, (column, laid)) in columns.iter().zip(table.column_iter_mut()).enumerate() {
            if i < last && only_last_is_broken {
                laid.set_constraint(ColumnConstraint::ContentWidth);
            }
            laid.set_padding((0, if i == last { 0 } else { GAP as u16 }));
            laid.set_cell_alignment(if column.is_number { CellAlignment::Right } else { CellAlignment::Left });
        }
        for line in table.lines() {
            self.line(line.trim_end());
        }
    }

    /// Returns the whole text.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Adds a blank line, except at the beginning of the page.
    pub fn blank(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// Adds a line that has been laid out already.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// A column of a table.
pub struct Column {
    /// The heading.
    pub name: Cow<'static, str>,
    /// Whether it is aligned to the right.
    pub is_number: bool,
}

impl Column {
    /// Creates a column of texts.
    pub fn text(name: impl Into<Cow<'static, str>>) -> Self {
        Column { name: name.into(), is_number: false }
    }

    /// Creates a column of numbers.
    pub fn number(name: impl Into<Cow<'static, str>>) -> Self {
        Column { name: name.into(), is_number: true }
    }
}

/// Returns the number of columns that remain for the last cell of each row.
pub fn room_beside(columns: &[Column], rows: &[Vec<String>], width_of_page: usize) -> usize {
    let widest = |i: usize, column: &Column| {
        rows.iter().filter_map(|row| row.get(i)).map(|cell| width(cell)).fold(width(&column.name), usize::max) + GAP
    };
    let taken: usize = columns.iter().enumerate().map(|(i, column)| widest(i, column)).sum();
    width_of_page.saturating_sub(taken)
}

/// Returns at most `most` of the items, and how many more there are.
pub fn few<T>(items: &[T], most: usize, show: impl Fn(&T) -> String) -> Vec<String> {
    let more = items.len().saturating_sub(most);
    let more = (more > 0).then(|| format!("{more} more"));
    items.iter().take(most).map(show).chain(more).collect()
}

/// Returns a seat for a narrow column.
pub fn seat_text(seat: &Seat) -> String {
    clip(&printable(seat.as_str()), 8)
}

/// Returns a name, in quotes if it is empty or begins or ends with blanks.
pub fn name_text(name: &str) -> String {
    let shown = clip(&printable(name), LONG_NAME_COLUMNS);
    if name.trim() == name && !name.is_empty() { shown } else { format!("\"{shown}\"") }
}

/// Returns a text that was not understood, in quotes.
pub fn raw(text: &str) -> String {
    format!("\"{}\"", clip(&printable(text), RAW_COLUMNS))
}

/// Returns a date and time, to the minute.
pub fn moment_text(moment: Moment) -> String {
    moment.date_time().format("%Y-%m-%d %H:%M").to_string()
}
