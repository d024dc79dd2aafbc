//! Values of cells, and their form in CSV.

use std::borrow::Cow;

use serde_json::{Value as Json, json};
use smol_str::{SmolStr, ToSmolStr};

use crate::model::Moment;

/// The kind of value that a column holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Kind {
    /// Any text.
    #[default]
    Text,
    /// A day, such as `1989-07-30`; if a cell holds any other text, the column is one of texts.
    Day,
    /// Texts separated by single blanks; `\_` stands for a blank within one of them.
    List,
    /// One of these words.
    Word(Vec<String>),
    /// A whole number.
    Integer,
    /// `true` or `false`.
    Boolean,
    /// A local date and time without a zone.
    Moment,
}

/// A whole number; 128 bits are wide enough for every integer of the model. It is aligned as 64 bits are, so that a cell
/// takes no more room than its text: tables of a million cells are moved and kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(Rust, packed(8))]
pub struct Integer(i128);

/// The content of one cell.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Cell {
    /// An empty cell.
    #[default]
    Null,
    /// A text, a list or a word.
    Text(SmolStr),
    /// A whole number.
    Integer(Integer),
    /// A truth value.
    Boolean(bool),
    /// A date and time.
    Moment(Moment),
}

/// The value of a row in a column.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Value {
    /// The row has no value in this column.
    #[default]
    Absent,
    /// A known value, which may be null: [`Cell::Null`].
    Known(Cell),
    /// Text that was not understood.
    Unknown(Box<str>),
}

/// A description of what a cell should have held instead, such as `a whole number`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Expected(pub Cow<'static, str>);

impl From<&'static str> for Expected {
    fn from(what: &'static str) -> Self {
        Expected(Cow::Borrowed(what))
    }
}

impl From<String> for Expected {
    fn from(what: String) -> Self {
        Expected(Cow::Owned(what))
    }
}

impl Integer {
    /// Returns the number.
    pub fn get(self) -> i128 {
        self.0
    }
}

impl<N: Into<i128>> From<N> for Integer {
    fn from(number: N) -> Integer {
        Integer(number.into())
    }
}

impl Value {
    /// Returns the cell for this value: empty if it is absent or was not understood.
    pub fn cell(&self) -> &Cell {
        match self {
            Value::Known(cell) => cell,
            Value::Absent | Value::Unknown(_) => &Cell::Null,
        }
    }
}

impl Cell {
    /// Creates a cell with a whole number.
    pub fn integer(number: impl Into<Integer>) -> Cell {
        Cell::Integer(number.into())
    }

    /// Formats the cell for a CSV file: null is empty, `\` is the empty text, and a leading backslash is doubled.
    pub fn to_csv(&self) -> SmolStr {
        match self {
            Cell::Null => SmolStr::default(),
            Cell::Text(text) if text.is_empty() => SmolStr::new_static("\\"),
            Cell::Text(text) if text.starts_with('\\') => smol_str::format_smolstr!("\\{text}"),
            Cell::Text(text) => text.clone(),
            Cell::Integer(number) => number.get().to_smolstr(),
            Cell::Boolean(true) => SmolStr::new_static("true"),
            Cell::Boolean(false) => SmolStr::new_static("false"),
            Cell::Moment(moment) => moment.to_smolstr(),
        }
    }

    /// Formats the cell as an element of a list, without blanks: `\_` stands for a blank, `\\` for a backslash, and `\`
    /// alone for the empty text.
    pub fn to_list_element(&self) -> SmolStr {
        match self {
            Cell::Text(text) if text.is_empty() => SmolStr::new_static("\\"),
            Cell::Text(text) => text.replace('\\', r"\\").replace(' ', r"\_").into(),
            other => other.to_csv(),
        }
    }
}

impl From<Cell> for Json {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Null => Json::Null,
            Cell::Text(text) => text.as_str().into(),
            Cell::Integer(number) => {
                i64::try_from(number.get()).map_or_else(|_| json!(u64::try_from(number.get()).ok()), Json::from)
            }
            Cell::Boolean(value) => value.into(),
            Cell::Moment(moment) => moment.to_string().into(),
        }
    }
}

impl Kind {
    /// Parses the text of a cell in a CSV file.
    pub fn parse(&self, text: &str) -> Result<Cell, Expected> {
        if text.is_empty() {
            return Ok(Cell::Null);
        }
        match self {
            Kind::Text | Kind::Day | Kind::List | Kind::Word(_) => match text.strip_prefix('\\') {
                None => Ok(Cell::Text(text.into())),
                Some(rest) if rest.is_empty() || rest.starts_with('\\') => Ok(Cell::Text(rest.into())),
                Some(_) => Err("a text whose leading backslash is doubled".into()),
            },
            Kind::Integer => text.parse::<i128>().map(Cell::integer).map_err(|_| "a whole number".into()),
            Kind::Boolean => text.parse().map(Cell::Boolean).map_err(|_| "true or false".into()),
            Kind::Moment => match text.parse() {
                Ok(moment) => Ok(Cell::Moment(moment)),
                Err(_) => Err("a date and time without a zone, such as 1989-07-30T14:29:36.960".into()),
            },
        }
    }

    /// Parses an element of a list cell.
    pub fn parse_list_element(&self, text: &str) -> Result<Cell, Expected> {
        match self {
            Kind::Text if text == "\\" => Ok(Cell::Text(SmolStr::default())),
            Kind::Text => unescaped(text).map(Cell::Text),
            other => other.parse(text),
        }
    }
}

fn unescaped(text: &str) -> Result<SmolStr, Expected> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let escaped = if c == '\\' { rest.next() } else { None };
        out.push(match (c, escaped) {
            ('\\', Some('_')) => ' ',
            ('\\', Some('\\')) => '\\',
            ('\\', _) => return Err(r"a list with \\ for a backslash, and \_ for a blank in an element,".into()),
            (c, _) => c,
        });
    }
    Ok(out.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn null_the_empty_text_and_a_backslash_are_told_apart() {
        for (cell, csv) in [
            (Cell::Null, ""),
            (Cell::Text("".into()), "\\"),
            (Cell::Text("\\".into()), "\\\\"),
            (Cell::Text("\\\\a".into()), "\\\\\\a"),
            (Cell::Text("a\\".into()), "a\\"),
        ] {
            assert_eq!((cell.to_csv().as_str(), Kind::Text.parse(csv)), (csv, Ok(cell)));
        }
    }

    #[test]
    fn what_is_not_of_the_kind_is_refused() {
        for (kind, text) in [
            (Kind::Integer, "many"),
            (Kind::Integer, "1.5"),
            (Kind::Integer, " 1"),
            (Kind::Boolean, "yes"),
            (Kind::Moment, "1989-07-30"),
            (Kind::Moment, "1989-07-30T14:29Z"),
            (Kind::Text, "\\a"),
        ] {
            assert!(kind.parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn elements_of_lists_have_no_blanks() {
        for (text, element) in [
            ("", r"\"),
            ("\\", r"\\"),
            ("a b", r"a\_b"),
            (r"\_", r"\\_"),
            (" ", r"\_"),
            ("a_b", "a_b"),
            ("ä\tb", "ä\tb"),
        ] {
            let cell = Cell::Text(text.into());
            assert_eq!(cell.to_list_element(), element);
            assert_eq!(Kind::Text.parse_list_element(element), Ok(cell));
        }
        assert!(Kind::Text.parse_list_element(r"a\").is_err());
        assert!(Kind::Text.parse_list_element(r"\n").is_err());
        assert_eq!(Kind::Integer.parse_list_element("-4"), Ok(Cell::integer(-4)));
    }

    #[test]
    fn a_value_takes_no_more_room_than_a_text() {
        assert_eq!(size_of::<Value>(), size_of::<SmolStr>());
    }

    fn cells() -> impl Strategy<Value = (Kind, Cell)> {
        let moment = (0i64..4_000_000_000_000).prop_map(|ms| {
            let day = chrono::NaiveDate::from_ymd_opt(1985, 1, 1).unwrap();
            (Kind::Moment, Cell::Moment(Moment::after(day, ms).unwrap()))
        });
        prop_oneof![
            "[\\\\\" ,;\r\n\0\u{feff}a-cäŁ]{0,8}".prop_map(|t| (Kind::Text, Cell::Text(t.into()))),
            any::<i128>().prop_map(|n| (Kind::Integer, Cell::integer(n))),
            any::<bool>().prop_map(|b| (Kind::Boolean, Cell::Boolean(b))),
            moment,
            Just((Kind::Text, Cell::Null)),
        ]
    }

    proptest! {
        #[test]
        fn every_cell_reads_back((kind, cell) in cells()) {
            prop_assert_eq!(kind.parse(&cell.to_csv()), Ok(cell));
        }
    }
}
