//! How the model lies in tables: what no type says. Meanings and kinds of values come from the model itself.
//!
//! A place is the path of the rows of a table, below the document or below a row of another table (`turns:actions`).
//! Each pair of brackets is a list; a name in it is what rows are numbered by. `{famine|plague}` is one of several keys.
//!
//! A place with a type behind it, in round brackets, is that of the one row of an object that is of one of several types.
//! The other places below it are parts of such an object, and do not need the row: where nothing stands in it, it is left
//! out.
//!
//! Columns are `name=path`, the path below the row's own, which is the name where it is left out. `path.:` begins a part
//! whose paths are below that, and `:` ends it. Behind them may stand `(unit)` and `>table.column`, which the values
//! refer to. Other columns hold no value of the row:
//! - `name#number` a number that the row or what it is in goes by; `name#` is the row's own number in the table
//! - `name@` the key of the place
//! - `name*=path` one of a list: an element with several has as many rows
//! - `name!base` what only people look at, which follows from `base`
//! - `name?` a value that is false where it is not said
//! - `name+` a value beside the document
//! - `-path` a value that is written elsewhere

pub mod renamed;
mod shared;
mod view;

use std::sync::LazyLock;

use crate::model::System;
pub use view::View;

/// Why rows have no place in a game, where nothing more is to be said.
pub const NOWHERE: &str = "the game has no place for this table";

/// A table as the layout describes it.
pub struct Layout {
    /// Its name.
    pub name: &'static str,
    /// What one row is.
    pub meaning: &'static str,
    /// The places of its rows.
    pub places: &'static [&'static str],
    /// The columns that tell its rows apart, separated by blanks.
    pub key: &'static str,
    /// Its columns, separated by blanks.
    pub columns: &'static str,
    /// The parts of a row, by their paths, that may be there with nothing in them, and what that means.
    pub groups: &'static [(&'static str, &'static str, &'static str)],
    /// What columns mean that hold no value of the model.
    pub meanings: &'static [(&'static str, &'static str)],
    /// What columns of numbers are expected to hold.
    pub references: &'static [(&'static str, &'static str)],
    /// Why its rows have no place in some games.
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

/// What that column means.
pub const UNDERSTOOD: (&str, &str) =
    ("understood", "false where the row was not understood: its text is in the table unknowns");
/// What that column means.
pub const NUMBER: (&str, &str) = ("number", "its place, from 1");
/// What that column means.
pub const ALWAYS_1: (&str, &str) = ("number", "always 1");
const TURN_OF_POSITION: (&str, &str) =
    ("turn", "the turn that starts from this position; empty is the game's own position");

/// Every table there is, that of the game first: those that several systems have, then those of each system alone, then
/// what stands beside the game.
pub static LAYOUTS: LazyLock<Vec<&'static Layout>> = LazyLock::new(|| {
    let of_systems = System::ALL.iter().flat_map(|system| system.def().tables);
    shared::OF_THE_GAME.iter().chain(of_systems).chain(shared::BESIDE_THE_GAME).collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::PLAN;

    /// What SQLite 3.40, DuckDB 2.0 or PostgreSQL 18 refuses as the name of a table or of a column that is not quoted:
    /// each keyword of `sqlite3_keyword_name`, of `duckdb_keywords()` and of PostgreSQL's `kwlist.h` was tried in
    /// CREATE TABLE, INSERT, UPDATE and SELECT, alone and behind the name of the table, PostgreSQL's by its own parser.
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
            // Else it would not be known which of the two is meant.
            assert_eq!(was_in.place(renamed.was), None, "{renamed:?}");
            let before = renamed.since - 1;
            assert_eq!(renamed::name_in(before, is_in.name, renamed.is), (renamed.was_in, renamed.was));
            assert_eq!(renamed::name_in(renamed.since, is_in.name, renamed.is), (is_in.name, renamed.is));
        }
        let newest = renamed::renamings().map(|renamed| renamed.since).max();
        assert_eq!(newest, Some(renamed::VERSION));
    }
}
