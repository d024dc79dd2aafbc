//! Spellings of other programs that are accepted, and their values.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::tables::{Cell, Expected, Kind};
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes};

/// A deviation of other programs in the spelling of a table, which is accepted and reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leniency {
    /// The file is UTF-16.
    Utf16,
    /// The file begins with a byte order mark.
    ByteOrderMark,
    /// The first line is `sep=;`.
    SeparatorLine,
    /// Semicolons or tabs separate the cells.
    Separator,
    /// A column's name has other capitals, or blanks.
    Header,
    /// The columns are in another order.
    ColumnOrder,
    /// A derived column is missing.
    DerivedColumn,
    /// Columns without names and values, or cells without values behind the last column.
    EmptyColumns,
    /// A column without a name counts the rows.
    IndexColumn,
    /// Rows without values at the end.
    EmptyRows,
    /// A value has blanks around it.
    Blanks,
    /// A whole number has decimals.
    Decimals,
    /// A truth value is another word, or a number.
    Boolean,
    /// A date and time has a blank instead of the T, more decimals, or a comma before them.
    Moment,
    /// A day has a time.
    Day,
    /// A text of digits became a number with decimals.
    Digits,
}

impl Leniency {
    /// Describes the deviation, which occurred `count` times.
    fn met(self, count: usize) -> String {
        let (one, many) = match self {
            Leniency::Utf16 => return "it is UTF-16".into(),
            Leniency::ByteOrderMark => return "it begins with a byte order mark".into(),
            Leniency::SeparatorLine => return "its first line names the separator".into(),
            Leniency::Separator => return "commas do not separate its cells".into(),
            Leniency::ColumnOrder => return "its columns stand in another order".into(),
            Leniency::IndexColumn => return "a column without a name that counts the rows is not read".into(),
            Leniency::EmptyColumns => return "empty columns without a name are not read".into(),
            Leniency::Header => ("column has another spelling", "columns have another spelling"),
            Leniency::DerivedColumn => ("derived column is missing", "derived columns are missing"),
            Leniency::EmptyRows => ("empty row at the end is not read", "empty rows at the end are not read"),
            Leniency::Blanks => ("value has blanks around it", "values have blanks around them"),
            Leniency::Decimals => ("whole number has decimals", "whole numbers have decimals"),
            Leniency::Boolean => ("truth value is spelled otherwise", "truth values are spelled otherwise"),
            Leniency::Moment => ("date and time is spelled otherwise", "dates and times are spelled otherwise"),
            Leniency::Day => ("day has a time", "days have times"),
            Leniency::Digits => ("text of digits has decimals", "texts of digits have decimals"),
        };
        format!("{count} {}", if count == 1 { one } else { many })
    }
}

/// The deviations accepted in one table, each with its count, and the line and the text of its first example.
#[derive(Default)]
pub struct Leniencies(BTreeMap<Leniency, (usize, Option<usize>, String)>);

impl Leniencies {
    /// Counts a deviation; `example` is called only for the first of its kind.
    pub fn take(&mut self, kind: Leniency, line: Option<usize>, example: impl FnOnce() -> String) {
        let entry = self.0.entry(kind).or_insert_with(|| (0, line, example()));
        entry.0 += 1;
    }

    /// Returns a note for each kind of deviation.
    pub fn notes(self, path: &str) -> impl Iterator<Item = Diagnostic> {
        self.0.into_iter().map(move |(kind, (count, line, example))| {
            let colon = if example.is_empty() { "" } else { ": " };
            let mut d = Diagnostic::note(&codes::LENIENT_TABLE, format!("{}{colon}{example}", kind.met(count)));
            (d.member, d.line) = (Some(path.to_owned()), line);
            d
        })
    }
}

/// Parses the text of a cell, and returns the deviation that was accepted if it is not spelled as Ludex does.
pub fn parse(kind: &Kind, text: &str) -> Result<(Cell, Option<Leniency>), Expected> {
    if let Kind::Day = kind
        && let Some(day) = midnight(text)
    {
        return Ok((Cell::Text(day.into()), Some(Leniency::Day)));
    }
    let trimmed = match kind {
        Kind::Text | Kind::Day => text,
        // Other kinds of whitespace may belong to elements.
        Kind::List => text.trim_matches(' '),
        Kind::Word(_) | Kind::Integer | Kind::Boolean | Kind::Moment => text.trim(),
    };
    if trimmed.len() == text.len() {
        return parse_trimmed(kind, text);
    }
    let (cell, leniency) = parse_trimmed(kind, trimmed)?;
    Ok((cell, leniency.or(Some(Leniency::Blanks))))
}

fn parse_trimmed(kind: &Kind, text: &str) -> Result<(Cell, Option<Leniency>), Expected> {
    let expected = match kind.parse(text) {
        Ok(cell) => return Ok((cell, None)),
        Err(expected) => expected,
    };
    let taken = match kind {
        Kind::Integer => {
            whole(text).and_then(|text| text.parse::<i128>().ok()).map(|n| (Cell::integer(n), Leniency::Decimals))
        }
        Kind::Boolean => truth(text).map(|truth| (Cell::Boolean(truth), Leniency::Boolean)),
        Kind::Moment => iso(text).parse().ok().map(|moment| (Cell::Moment(moment), Leniency::Moment)),
        Kind::Text | Kind::Day | Kind::List | Kind::Word(_) => None,
    };
    taken.map(|(cell, leniency)| (cell, Some(leniency))).ok_or(expected)
}

/// Returns the digits of a number whose decimals are zeros: `2.0`, `-3,00`. Three zeros may as well be the end of a
/// thousand.
pub fn whole(text: &str) -> Option<&str> {
    let (whole, decimals) = text.split_once(['.', ','])?;
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    let are_zeros = !decimals.is_empty() && decimals.len() != 3 && decimals.bytes().all(|byte| byte == b'0');
    (are_zeros && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(whole)
}

/// Parses the words for true and false that databases, and spreadsheets in many languages, write.
fn truth(text: &str) -> Option<bool> {
    const TRUE: &[&str] = &[
        "true",
        "t",
        "1",
        "wahr",
        "vrai",
        "vero",
        "verdadero",
        "verdadeiro",
        "waar",
        "sant",
        "sand",
        "sann",
        "tosi",
        "prawda",
        "pravda",
        "igaz",
        "истина",
    ];
    const FALSE: &[&str] = &[
        "false", "f", "0", "falsch", "faux", "falso", "onwaar", "falskt", "falsk", "usann", "epätosi", "fałsz",
        "nepravda", "hamis", "ложь",
    ];
    let word = whole(text).unwrap_or(text).to_lowercase();
    let is_in = |words: &[&str]| words.contains(&&*word);
    if is_in(TRUE) { Some(true) } else { is_in(FALSE).then_some(false) }
}

/// Returns a date and time in the form of ISO 8601: with a T, and at most milliseconds if the further decimals are
/// zeros.
fn iso(text: &str) -> Cow<'_, str> {
    let (date, time) = match text.split_once(' ') {
        Some((date, time)) => (date, time.trim_start()),
        None => match text.split_once('T') {
            Some(both) => both,
            None => return text.into(),
        },
    };
    // A comma is the decimal mark in some languages.
    let time = time.replacen(',', ".", 1);
    let cut = match time.split_once('.') {
        Some((_, decimals)) if decimals.len() > 3 && decimals.is_ascii() => {
            let surplus = decimals.get(3..).unwrap_or_default();
            if surplus.bytes().all(|byte| byte == b'0') { surplus.len() } else { 0 }
        }
        _ => 0,
    };
    format!("{date}T{}", time.get(..time.len() - cut).unwrap_or(&time)).into()
}

/// Returns the day of a midnight, which a database made of a day; `None` for any other text.
fn midnight(text: &str) -> Option<&str> {
    let (day, time) = text.trim().split_once([' ', 'T'])?;
    let is_day = day.len() == 10 && day.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let (time, decimals) = time.trim_start().split_once(['.', ',']).unwrap_or((time.trim_start(), ""));
    let is_nothing = matches!(time, "00:00" | "00:00:00") && decimals.bytes().all(|byte| byte == b'0');
    (is_day && is_nothing).then_some(day)
}

/// Returns the text of an example that shows a cell and the value that was read.
pub fn read_as(row: usize, column: &str, text: &str, cell: &Cell) -> String {
    format!("row {}, column {column}, {} is read as {}", row + 1, quoted(text), quoted(&cell.to_csv()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_other_programs_write_is_taken() {
        let moment = |text: &str| Cell::Moment(text.parse().unwrap());
        for (kind, text, cell, leniency) in [
            (Kind::Integer, "2", Cell::integer(2), None),
            (Kind::Integer, "2.0", Cell::integer(2), Some(Leniency::Decimals)),
            (Kind::Integer, "-3,00", Cell::integer(-3), Some(Leniency::Decimals)),
            (Kind::Integer, " 4\u{a0}", Cell::integer(4), Some(Leniency::Blanks)),
            (Kind::Integer, "  ", Cell::Null, Some(Leniency::Blanks)),
            (Kind::Boolean, "TRUE", Cell::Boolean(true), Some(Leniency::Boolean)),
            (Kind::Boolean, "0", Cell::Boolean(false), Some(Leniency::Boolean)),
            (Kind::Boolean, "1.0", Cell::Boolean(true), Some(Leniency::Boolean)),
            (Kind::Boolean, "FALSCH", Cell::Boolean(false), Some(Leniency::Boolean)),
            (Kind::Moment, "1989-07-30 14:29:36.96", moment("1989-07-30T14:29:36.960"), Some(Leniency::Moment)),
            (Kind::Moment, "1989-07-30 14:29:36.960000", moment("1989-07-30T14:29:36.960"), Some(Leniency::Moment)),
            (Kind::Moment, "1989-07-30T14:29:36,960", moment("1989-07-30T14:29:36.960"), Some(Leniency::Moment)),
            (Kind::Moment, "1989-07-30 00:00:00", moment("1989-07-30T00:00"), Some(Leniency::Moment)),
            (Kind::Day, "1989-07-30 00:00:00", Cell::Text("1989-07-30".into()), Some(Leniency::Day)),
            (Kind::Day, "1989-07-30 00:00:00,000", Cell::Text("1989-07-30".into()), Some(Leniency::Day)),
            (Kind::Day, "1989-07-30", Cell::Text("1989-07-30".into()), None),
            (Kind::List, " a b ", Cell::Text("a b".into()), Some(Leniency::Blanks)),
            (Kind::Text, " a ", Cell::Text(" a ".into()), None),
            (Kind::Text, "NULL", Cell::Text("NULL".into()), None),
        ] {
            assert_eq!(parse(&kind, text), Ok((cell, leniency)), "{text}");
        }
    }

    #[test]
    fn what_could_mean_something_else_is_not() {
        for (kind, text) in [
            (Kind::Integer, "NULL"),
            (Kind::Integer, "1.000"),
            (Kind::Integer, "1,000"),
            (Kind::Integer, "1.5"),
            (Kind::Integer, "1E5"),
            (Kind::Integer, "."),
            (Kind::Integer, ".0"),
            (Kind::Boolean, "yes"),
            (Kind::Boolean, "2"),
            (Kind::Moment, "1989-07-30"),
            (Kind::Moment, "30.07.1989 14:29"),
            (Kind::Moment, "1989-07-30 14:29:36.9601"),
            (Kind::Moment, "1989-07-30 14:29:36+00:00"),
        ] {
            assert!(parse(&kind, text).is_err(), "{text}");
        }
    }
}
