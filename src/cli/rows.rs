//! Prints the rows of a result: as a table for people, or as JSON, JSON Lines or CSV for scripts.

use std::io;

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::Value;

use crate::text::columns::{width, wrap};
use crate::text::printable::{printable, printable_json};

use super::console::Console;
use super::terminal;

/// The forms in which rows are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RowFormat {
    /// A table for people
    Table,
    /// One JSON array
    Json,
    /// One JSON object per line
    Jsonl,
    /// Comma-separated values with a header line
    Csv,
}

/// The option of every command that prints rows.
#[derive(Args)]
#[command(next_help_heading = "Output options")]
pub struct RowArguments {
    /// Output format of the rows
    #[arg(long, value_enum, value_name = "FORM")]
    pub format: Option<RowFormat>,
}

/// Number of rows of a table that are laid out together.
const LAID_OUT_TOGETHER: usize = 512;

/// Minimum width of a cell, in columns; where there is less, each row becomes a paragraph.
const MIN_CELL: usize = 12;

/// Number of blanks between two columns.
const GAP: usize = 2;

/// Prints rows in one of the forms.
pub struct Rows<'c> {
    console: &'c Console,
    format: RowFormat,
    /// The keys of the objects, which are the columns of CSV.
    keys: Vec<String>,
    table: Table,
    printed: usize,
}

impl<'c> Rows<'c> {
    /// Creates a printer. `keys` are those of the objects, `header` the headings of a table.
    pub fn new(
        console: &'c Console,
        format: RowFormat,
        keys: &'static [&'static str],
        header: &'static [&'static str],
    ) -> Self {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Rows::with_columns(console, format, owned(keys), owned(header))
    }

    /// Creates a printer of columns that become known only at run time.
    #[cfg(feature = "sqlite")]
    pub fn of_columns(console: &'c Console, format: RowFormat, names: Vec<String>) -> Self {
        let header = names.iter().map(|name| printable(&name.to_uppercase()).into_owned()).collect();
        Rows::with_columns(console, format, names, header)
    }

    fn with_columns(console: &'c Console, format: RowFormat, keys: Vec<String>, header: Vec<String>) -> Self {
        let table = Table { header, columns: terminal::width(), rows: Vec::new(), widths: Vec::new() };
        Rows { console, format, keys, table, printed: 0 }
    }

    /// Prints a row: `object` for scripts, or `cells` in a table for people.
    pub fn add(&mut self, object: &Value, cells: impl FnOnce() -> Vec<String>) -> io::Result<()> {
        match self.format {
            RowFormat::Table => self.add_cells(cells()),
            RowFormat::Json | RowFormat::Jsonl => self.add_json(&json(object)),
            RowFormat::Csv => self.add_csv(self.keys.iter().map(|key| cell(&object[key])).collect()),
        }
    }

    /// Prints many small rows at once. Each is an object whose keys are those of the columns, in their order, and whose
    /// texts have no control characters.
    pub fn add_all<T: Serialize>(&mut self, rows: &[T], cells: impl Fn(&T) -> Vec<String>) -> io::Result<()> {
        match self.format {
            RowFormat::Table => rows.iter().try_for_each(|row| self.add_cells(cells(row))),
            RowFormat::Json | RowFormat::Jsonl => {
                let mut text = String::new();
                for row in rows {
                    self.put_json(&serde_json::to_string(row)?, &mut text);
                }
                self.console.print(text.as_bytes())
            }
            RowFormat::Csv => {
                let head = if self.printed == 0 { self.csv_head() } else { String::new() };
                let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(head.into_bytes());
                for row in rows {
                    writer.serialize(row).map_err(io::Error::other)?;
                }
                self.printed += rows.len();
                self.console.print(&writer.into_inner().map_err(|error| io::Error::other(error.to_string()))?)
            }
        }
    }

    /// Prints a row with a value for each column, in their order.
    #[cfg(feature = "sqlite")]
    pub fn add_values(&mut self, values: &[Value]) -> io::Result<()> {
        let cells = || values.iter().map(cell).collect::<Vec<_>>();
        match self.format {
            RowFormat::Table => self.add_cells(cells()),
            RowFormat::Json | RowFormat::Jsonl => self.add_json(&ordered_json(&self.keys, values)),
            RowFormat::Csv => self.add_csv(cells()),
        }
    }

    fn add_cells(&mut self, cells: Vec<String>) -> io::Result<()> {
        self.printed += 1;
        self.table.rows.push(cells.iter().map(|cell| printable(cell).into_owned()).collect());
        if self.table.rows.len() < LAID_OUT_TOGETHER { Ok(()) } else { self.print_table() }
    }

    fn add_json(&mut self, object: &str) -> io::Result<()> {
        let mut text = String::new();
        self.put_json(object, &mut text);
        self.console.print(text.as_bytes())
    }

    fn put_json(&mut self, object: &str, out: &mut String) {
        let (before, behind) = match (self.format, self.printed) {
            (RowFormat::Json, 0) => ("[\n  ", ""),
            (RowFormat::Json, _) => (",\n  ", ""),
            _ => ("", "\n"),
        };
        self.printed += 1;
        out.push_str(before);
        out.push_str(object);
        out.push_str(behind);
    }

    fn add_csv(&mut self, cells: Vec<String>) -> io::Result<()> {
        let head = if self.printed == 0 { self.csv_head() } else { String::new() };
        self.printed += 1;
        self.console.print((head + &csv_line(cells.into_iter())).as_bytes())
    }

    fn csv_head(&self) -> String {
        csv_line(self.keys.iter().map(|key| printable(key).into_owned()))
    }

    /// Returns the number of rows so far.
    #[cfg(feature = "sqlite")]
    pub fn count(&self) -> usize {
        self.printed
    }

    /// Prints the remaining rows and the end of the output.
    pub fn finish(mut self) -> io::Result<()> {
        match self.format {
            RowFormat::Table => self.print_table(),
            RowFormat::Json => self.console.print(if self.printed == 0 { b"[]\n" } else { b"\n]\n" }),
            RowFormat::Csv if self.printed == 0 => self.console.print(self.csv_head().as_bytes()),
            RowFormat::Jsonl | RowFormat::Csv => Ok(()),
        }
    }

    fn print_table(&mut self) -> io::Result<()> {
        let text = self.table.lay_out();
        self.console.print(text.as_bytes())
    }
}

fn json(object: &Value) -> String {
    printable_json(&object.to_string()).into_owned()
}

/// Returns an object with its keys in the given order.
#[cfg(feature = "sqlite")]
fn ordered_json(keys: &[String], values: &[Value]) -> String {
    let members = keys.iter().zip(values).map(|(key, value)| format!("{}:{value}", Value::from(key.as_str())));
    let object = format!("{{{}}}", members.collect::<Vec<_>>().join(","));
    printable_json(&object).into_owned()
}

pub fn csv_line(cells: impl Iterator<Item = String>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(cells);
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// Returns a value as the text of a cell, with visible signs for control characters.
pub fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => printable(text).into_owned(),
        Value::Array(values) => values.iter().map(cell).collect::<Vec<_>>().join("; "),
        other => other.to_string(),
    }
}

/// A table that is printed in pieces, all with the same columns.
struct Table {
    header: Vec<String>,
    /// The width of the terminal; `None` if there is none, and no cell is wrapped.
    columns: Option<usize>,
    rows: Vec<Vec<String>>,
    /// The widths of the columns, set when the first rows are printed; zeros if rows are paragraphs.
    widths: Vec<usize>,
}

impl Table {
    /// Lays out the rows so far, with the header before the first of all.
    fn lay_out(&mut self) -> String {
        let rows = std::mem::take(&mut self.rows);
        let mut text = String::new();
        if rows.is_empty() {
            return text;
        }
        if self.widths.is_empty() {
            self.widths = self.widths_for(&rows);
            if !self.are_paragraphs() {
                text += &self.row(&self.header);
            }
        }
        for row in rows {
            text += &if self.are_paragraphs() { self.paragraph(&row) } else { self.row(&row) };
        }
        text
    }

    fn are_paragraphs(&self) -> bool {
        self.widths.contains(&0)
    }

    /// Returns widths of columns that hold these rows. If the terminal is too narrow, the widest columns give way, but
    /// no word is broken. Zeros mean that the terminal is too narrow for a table.
    fn widths_for(&self, rows: &[Vec<String>]) -> Vec<usize> {
        let widest = |i: usize, measure: fn(&str) -> usize| {
            let header = [width(&self.header[i]), 1];
            rows.iter().filter_map(|row| row.get(i)).map(|cell| measure(cell)).chain(header).max().unwrap_or_default()
        };
        let longest_word = |cell: &str| cell.split(' ').map(width).max().unwrap_or_default();
        let mut widths: Vec<usize> = (0..self.header.len()).map(|i| widest(i, width)).collect();
        let least: Vec<usize> = (0..self.header.len()).map(|i| widest(i, longest_word).max(MIN_CELL)).collect();
        let Some(columns) = self.columns else { return widths };
        let room = columns.saturating_sub(GAP * (widths.len() - 1));
        let mut too_many = widths.iter().sum::<usize>().saturating_sub(room);
        while too_many > 0 {
            let breakable = widths.iter_mut().zip(&least).filter(|(width, least)| **width > **least);
            let Some((widest, _)) = breakable.max_by_key(|(width, _)| **width) else {
                return vec![0; self.header.len()];
            };
            *widest -= 1;
            too_many -= 1;
        }
        widths
    }

    fn row(&self, cells: &[String]) -> String {
        let broken: Vec<Vec<String>> = match self.columns {
            Some(_) => cells.iter().zip(&self.widths).map(|(cell, &width)| wrap(cell, width)).collect(),
            None => cells.iter().map(|cell| vec![cell.clone()]).collect(),
        };
        let height = broken.iter().map(Vec::len).max().unwrap_or_default();
        let line = |number: usize| {
            let mut line = String::new();
            let mut end = 0;
            for (lines, &width_of_column) in broken.iter().zip(&self.widths) {
                let part = lines.get(number).map_or("", String::as_str);
                if !part.is_empty() {
                    let missing = usize::saturating_sub(end, width(&line));
                    line.extend(std::iter::repeat_n(' ', missing));
                    line += part;
                }
                end += width_of_column + GAP;
            }
            line + "\n"
        };
        (0..height).map(line).collect()
    }

    /// Returns a row as a paragraph: the first cell, and below it the others with the names of their columns.
    fn paragraph(&self, cells: &[String]) -> String {
        let columns = self.columns.unwrap_or(terminal::USUAL_WIDTH);
        let mut lines = Vec::new();
        for (i, (name, cell)) in self.header.iter().zip(cells).enumerate().filter(|(_, (_, cell))| !cell.is_empty()) {
            let text = if i == 0 { cell.clone() } else { format!("{}: {cell}", name.to_lowercase()) };
            let indents = if i == 0 { ["", "    "] } else { ["  ", "    "] };
            let parts = wrap(&text, columns.saturating_sub(indents[1].len()).max(1));
            lines.extend(parts.iter().enumerate().map(|(n, part)| format!("{}{part}", indents[n.min(1)])));
        }
        lines.join("\n") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(columns: Option<usize>, rows: &[[&str; 3]]) -> String {
        let rows = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
        let header = ["FILE", "FORMAT", "WHY"].map(str::to_owned).to_vec();
        Table { header, columns, rows, widths: Vec::new() }.lay_out()
    }

    const ROWS: &[[&str; 3]] = &[
        ["disk/WAR01.DAT", "war-dat", "6 of 6 votes stand where they should; WAR01.DAT is a usual name"],
        ["a", "", "b"],
    ];

    #[test]
    fn a_table_without_a_terminal_has_a_line_a_row() {
        let text = table(None, ROWS);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0], "FILE            FORMAT   WHY");
        assert_eq!(lines[2], "a                        b");
    }

    #[test]
    fn a_table_has_the_width_of_its_terminal() {
        for columns in 40..=200 {
            let text = table(Some(columns), ROWS);
            assert!(text.lines().all(|line| width(line) <= columns && line.trim_end() == line), "{columns}:\n{text}");
            for word in ["disk/WAR01.DAT", "war-dat", "votes", "usual"] {
                assert!(text.contains(word), "{columns}: {word} is missing or broken\n{text}");
            }
        }
        assert_eq!(table(Some(200), ROWS), table(None, ROWS));
    }

    #[test]
    fn in_too_few_columns_each_row_is_a_paragraph() {
        assert_eq!(
            table(Some(30), ROWS),
            "disk/WAR01.DAT\n  format: war-dat\n  why: 6 of 6 votes stand\n    where they should;\n    WAR01.DAT is a usual name\na\n  \
             why: b\n"
        );
    }
}
