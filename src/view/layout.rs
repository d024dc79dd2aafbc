//! Paragraphs and tables of a width, and texts of a file in them.

use comfy_table::{CellAlignment, ContentArrangement, Row, Table, presets};

use crate::model::{Moment, Seat};
use crate::text::printable::printable;

/// A narrower terminal is not provided for.
pub const LEAST_WIDTH: usize = 40;

/// Longest name that is shown anywhere.
pub const LONG_NAME_COLUMNS: usize = 40;
/// Longest text of the file that was not understood.
const RAW_COLUMNS: usize = 20;

/// Blanks between two columns.
const GAP: usize = 2;

/// A text that grows by paragraphs and tables.
pub struct Page {
    width: usize,
    text: String,
}

impl Page {
    /// An empty page of that width, in columns.
    pub fn new(width: usize) -> Self {
        Page { width, text: String::new() }
    }

    /// The width, in columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The first line, in bold where that is wanted.
    pub fn heading(&mut self, text: &str, bold: bool) {
        for line in wrap(text, self.width) {
            let line = if bold { format!("\x1b[1m{line}\x1b[0m") } else { line };
            self.line(&line);
        }
    }

    /// A paragraph behind a blank line; an empty one is left out.
    pub fn paragraph(&mut self, text: &str) {
        if !text.is_empty() {
            self.blank();
            self.continued(text);
        }
    }

    /// A paragraph that follows the last one without a blank line; an empty one is left out.
    pub fn continued(&mut self, text: &str) {
        for line in wrap(text, self.width) {
            self.line(&line);
        }
    }

    /// Paragraphs without blank lines between them; empty ones are left out.
    pub fn paragraphs(&mut self, texts: &[String]) {
        let mut there = texts.iter().filter(|text| !text.is_empty());
        if let Some(first) = there.next() {
            self.paragraph(first);
            there.for_each(|text| self.continued(text));
        }
    }

    /// A table behind a blank line.
    pub fn table(&mut self, columns: &[Column], rows: &[Vec<String>]) {
        self.blank();
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(self.width).unwrap_or(u16::MAX));
        table.set_header(Row::from(columns.iter().map(|c| c.name)));
        table.add_rows(rows.iter().map(|cells| Row::from(cells.iter())));
        let last = columns.len().saturating_sub(1);
        for (i, (column, laid)) in columns.iter().zip(table.column_iter_mut()).enumerate() {
            laid.set_padding((0, if i == last { 0 } else { GAP as u16 }));
            laid.set_cell_alignment(if column.is_number { CellAlignment::Right } else { CellAlignment::Left });
        }
        for line in table.lines() {
            self.line(line.trim_end());
        }
    }

    /// The whole text.
    pub fn into_text(self) -> String {
        self.text
    }

    /// A blank line, but not before everything else.
    pub fn blank(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// A line that is laid out already.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// A column of a table.
pub struct Column {
    /// What stands above it.
    pub name: &'static str,
    /// Whether it is set to the right.
    pub is_number: bool,
}

impl Column {
    /// A column of texts.
    pub fn text(name: &'static str) -> Self {
        Column { name, is_number: false }
    }

    /// A column of numbers.
    pub fn number(name: &'static str) -> Self {
        Column { name, is_number: true }
    }
}

/// The columns that are left for the last cell of each row.
pub fn room_beside(columns: &[Column], rows: &[Vec<String>], width_of_page: usize) -> usize {
    let widest = |i: usize, column: &Column| {
        rows.iter().filter_map(|row| row.get(i)).map(|cell| width(cell)).fold(width(column.name), usize::max) + GAP
    };
    let taken: usize = columns.iter().enumerate().map(|(i, column)| widest(i, column)).sum();
    width_of_page.saturating_sub(taken)
}

/// How many columns `text` takes on a terminal, as the tables count them.
pub fn width(text: &str) -> usize {
    if text.bytes().all(|b| (b' '..=b'~').contains(&b)) {
        return text.len();
    }
    if text.is_empty() {
        return 0;
    }
    let mut table = Table::new();
    table.add_row([text]);
    table.column_max_content_widths().first().copied().map_or(0, usize::from)
}

/// `text`, or as much of it as `columns` hold and an ellipsis.
pub fn clip(text: &str, columns: usize) -> String {
    // Characters that take no column are not let through without end.
    let most = columns * 2;
    if text.chars().nth(most).is_none() && width(text) <= columns {
        return text.to_owned();
    }
    let mut clipped = String::new();
    for c in text.chars().take(most) {
        clipped.push(c);
        if width(&clipped) + 1 > columns {
            clipped.pop();
            break;
        }
    }
    clipped.push('…');
    clipped
}

/// `text` in lines of at most `columns`, broken at blanks and, where a word is too long, inside it.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && width(&line) + 1 + width(word) > columns {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        while width(&line) > columns {
            let rest = line.split_off(fitting(&line, columns));
            lines.push(std::mem::replace(&mut line, rest));
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// How many bytes of `text` fit, one character at least.
fn fitting(text: &str, columns: usize) -> usize {
    let ends = text.char_indices().map(|(start, c)| start + c.len_utf8());
    ends.take_while(|&end| width(&text[..end]) <= columns)
        .last()
        .unwrap_or_else(|| text.chars().next().map_or(0, char::len_utf8))
}

/// Items joined by commas, with a line break where the next would not fit.
pub fn stack(items: &[impl AsRef<str>], columns: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    for (i, item) in items.iter().map(AsRef::as_ref).enumerate() {
        let comma = usize::from(i + 1 < items.len());
        if i > 0 {
            let fits = used + 1 + item.len() + comma <= columns;
            out.push(if fits { ' ' } else { '\n' });
            used = if fits { used + 1 } else { 0 };
        }
        out.push_str(item);
        if comma > 0 {
            out.push(',');
        }
        used += item.len() + comma;
    }
    out
}

/// `1 player`, `2 players`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// `text` with its first letter as a capital.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// At most so many of the items, and how many more there are.
pub fn few<T>(items: &[T], most: usize, show: impl Fn(&T) -> String) -> Vec<String> {
    let more = items.len().saturating_sub(most);
    let more = (more > 0).then(|| format!("{more} more"));
    items.iter().take(most).map(show).chain(more).collect()
}

/// A seat in a narrow column.
pub fn seat_text(seat: &Seat) -> String {
    clip(&printable(seat.as_str()), 8)
}

/// A name, in quotes where it would not be seen otherwise.
pub fn name_text(name: &str) -> String {
    let shown = clip(&printable(name), LONG_NAME_COLUMNS);
    if name.trim() == name && !name.is_empty() { shown } else { format!("\"{shown}\"") }
}

/// A text that was not understood, in quotes.
pub fn raw(text: &str) -> String {
    format!("\"{}\"", clip(&printable(text), RAW_COLUMNS))
}

/// A date and time, to the minute.
pub fn moment_text(moment: Moment) -> String {
    moment.date_time().format("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_clipped_by_columns() {
        assert_eq!(clip("JöRG MÜLLER", 11), "JöRG MÜLLER");
        assert_eq!(clip("JöRG MÜLLER", 10), "JöRG MÜLL…");
        assert_eq!(clip("日本日本", 5), "日本…");
        assert!(clip(&"e\u{301}".repeat(1000), 10).chars().count() <= 21);
    }

    #[test]
    fn a_paragraph_is_broken_at_blanks_and_a_long_word_inside() {
        assert_eq!(wrap("one two  three", 8), ["one two", "three"]);
        assert_eq!(wrap("a bbbbbbbbbbbb c", 5), ["a", "bbbbb", "bbbbb", "bb c"]);
        assert_eq!(wrap("日本日本", 5), ["日本", "日本"]);
        assert!(wrap("", 5).is_empty());
    }

    #[test]
    fn items_are_stacked_whole() {
        assert_eq!(stack(&["N. America", "Asia", "Europe"], 12), "N. America,\nAsia, Europe");
        assert_eq!(stack(&[""; 0], 12), "");
    }

    #[test]
    fn lists_read_as_sentences() {
        let items = |n: usize| (1..=n).map(|i| i.to_string()).collect::<Vec<_>>();
        assert_eq!([0, 1, 2, 3].map(|n| listed(&items(n))), ["", "1", "1 and 2", "1, 2 and 3"]);
    }
}
