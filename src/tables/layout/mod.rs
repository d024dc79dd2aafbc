//! The layout of the model in tables, as far as the types do not determine it. Meanings and kinds of values come from
//! the model itself.
//!
//! A place is the path of a table's rows, below the document or below a row of another table (`turns:actions`). Each
//! pair of brackets is a list; a name in it is the number that rows are counted by. `{famine|plague}` is one of several
//! keys.
//!
//! A place with a type behind it, in round brackets, is that of the one row of an object that has one of several types.
//! The other places below it are parts of such an object and do not need the row, which is left out if it has no
//! values.
//!
//! Columns are `name=path`, the path below the row's own; without a path it is the name. `path.:` begins a part whose
//! paths are below that, and `:` ends it. A column may be followed by `(unit)` and by `>table.column`, which its values
//! refer to. Other columns hold no value of the row:
//! - `name#number` a number of the row or of one that it is part of; `name#` is the row's own number in the table
//! - `name@` the key in the path of the place
//! - `name*=path` one element of a list: a row is repeated for each of its elements
//! - `name!base` a value for people to look at, derived from `base`
//! - `name?` a value that is false if it is absent
//! - `name+` a value that is not part of the document
//! - `-path` a value that is written elsewhere

pub mod renamed;
mod shared;
mod view;

use std::sync::LazyLock;

use crate::model::System;
pub use view::View;

/// The general message for rows that a game has no place for.
pub const NOWHERE: &str = "the game has no place for this table";

/// A table as the layout describes it.
pub struct Layout {
    /// The name of the table.
    pub name: &'static str,
    /// A description of what one row stands for.
    pub meaning: &'static str,
    /// The places of its rows.
    pub places: &'static [&'static str],
    /// The columns that identify a row, separated by blanks.
    pub key: &'static str,
    /// The columns, separated by blanks, in the notation that the module describes.
    pub columns: &'static str,
    /// The parts of a row that may be present without values: name, path and meaning.
    pub groups: &'static [(&'static str, &'static str, &'static str)],
    /// Meanings of the columns that hold no value of the model.
    pub meanings: &'static [(&'static str, &'static str)],
    /// Texts for messages: for each column of numbers, what it is expected to hold.
    pub references: &'static [(&'static str, &'static str)],
    /// The message for rows that some games have no place for.
    pub nowhere: &'static str,
}

impl Layout {
    /// A table without a name, without places and without columns.
    pub const BLANK: Layout = Layout {
        name: "",
        meaning: "",
        places: &[],
        key: "",
        columns: "",
        groups: &[],
        meanings: &[],
        references: &[],
        nowhere: NOWHERE,
    };
}

const TURN: (&str, &str) = ("turn", "the number of a row of the table turns");
const UNDONE: (&str, &str) = ("undone", "a number in the cell undone of that turn");
const ACTION: (&str, &str) = ("action", "the number of an action of that turn or list");

/// The meaning of the column `understood`.
pub const UNDERSTOOD: (&str, &str) =
    ("understood", "False if the row was not understood; its text is in the table `unknowns`.");
/// The meaning of a column `number` that counts from 1.
pub const NUMBER: (&str, &str) = ("number", "Number of the row, from 1.");
/// The meaning of a column `number` in a table with a single row.
pub const ALWAYS_1: (&str, &str) = ("number", "Always 1.");
const TURN_OF_POSITION: (&str, &str) =
    ("turn", "Turn that starts from this position; empty for the position of the game itself.");

/// All tables, that of the game first: the ones that several systems share, those of each system, and those beside the
/// game.
pub static LAYOUTS: LazyLock<Vec<&'static Layout>> = LazyLock::new(|| {
    let of_systems = System::ALL.iter().flat_map(|system| system.def().tables);
    shared::OF_THE_GAME.iter().chain(of_systems).chain(shared::BESIDE_THE_GAME).collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::PLAN;

    /// Words that SQLite 3.40, DuckDB 2.0 or PostgreSQL 18 refuses as an unquoted name of a table or column: each
    /// keyword of `sqlite3_keyword_name`, of `duckdb_keywords()` and of PostgreSQL's `kwlist.h` was tried in CREATE
    /// TABLE, INSERT, UPDATE and SELECT, alone and behind the name of the table, PostgreSQL's by its own parser.
    const REFUSED: &str = include_str!("refused_words.txt");

    #[test]
    fn databases_take_every_name_without_quotation_marks() {
        let refused: Vec<&str> = REFUSED.split_whitespace().collect();
        assert!(refused.is_sorted() && refused.contains(&"when") && refused.len() > 100);
        for table in &PLAN.tables {
            for name in table.columns.iter().map(|column| column.name).chain([table.name]) {
                let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                assert!(name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_plain), "{name}");
                assert!(!refused.contains(&name), "{}: {name}", table.name);
            }
        }
    }

    #[test]
    fn older_names_lead_to_names_of_today() {
        for renamed in renamed::renamings() {
            let table = |name: &str| &PLAN.tables[PLAN.table(name).unwrap()];
            let (was_in, is_in) = (table(renamed.was_in), table(renamed.is_in));
            let is_part = is_in.groups.iter().any(|(part, ..)| *part == renamed.is);
            assert!(is_in.place(renamed.is).is_some() || is_part, "{renamed:?}");
            // Otherwise it would be ambiguous which of the two is meant.
            assert_eq!(was_in.place(renamed.was), None, "{renamed:?}");
            let before = renamed.since - 1;
            assert_eq!(renamed::name_in(before, is_in.name, renamed.is), (renamed.was_in, renamed.was));
            assert_eq!(renamed::name_in(renamed.since, is_in.name, renamed.is), (is_in.name, renamed.is));
        }
        let newest = renamed::renamings().map(|renamed| renamed.since).max();
        assert_eq!(newest, Some(renamed::VERSION));
    }
}
