//! The layout of the model in tables, as far as the types do not determine it. Meanings and kinds of values come from
//! the model itself.
//!
//! It is a text with one paragraph a table, which begins with its name, the places of its rows, and what one row stands
//! for. Each other line of the paragraph has one of these forms:
//! - `part name=path: meaning`: a part of a row that may be present without values
//! - `column: meaning`: the meaning of a column that has none in the model
//! - `column> text`: what the column of a number is expected to hold, for messages
//! - `nowhere> text`: the message for rows that some games have no place for
//! - any other line: columns, separated by blanks
//!
//! A paragraph with the name `*` has texts for all tables below it, also in the layouts that follow, which have a text
//! for `nowhere` of their own.
//!
//! A place is the path of a table's rows, below the document or below a row of another table (`turns:actions`). Each
//! pair of brackets is a list; a name in it is the number that rows are counted by. `{famine|plague}` is one of several
//! keys.
//!
//! A place with a type behind it, in round brackets, is that of the one row of an object that has one of several types.
//! The other places below it are parts of such an object and do not need the row, which is left out if it has no
//! values.
//!
//! Columns are `name=path`, the path below the row's own; without a name it is the path, with `_` for each dot. The path
//! of a value that is the whole row is a dot. Columns between `path.{` and `}` have paths below that one. A column may be
//! followed by `(unit)` and by `>table.column`, which its values refer to. Before it may stand:
//! - `^` if it is one of those that identify a row
//! - `*` if it holds one element of a list: a row is repeated for each of its elements
//! - `?` if rows may lack it: a number that not every place has, or else a value that is then false
//! - `-` if its value is written elsewhere, and it is no column
//!
//! Other columns hold no value of the row:
//! - `name#number` a number of the row or of one that it is part of; `name#` is the row's own number in the table
//! - `name@` the key in the path of the place
//! - `name!base` a value for people to look at, derived from `base`
//! - `name+` a value that is not part of the document
//!
//! A table whose rows may be texts that were not understood has a last column `understood`, derived from `whole_row`.

use crate::model::System;

/// Returns the layouts of the tables: those that several systems share, those of each system, and those beside the
/// game.
pub fn layouts() -> impl Iterator<Item = &'static str> {
    let of_systems = System::ALL.iter().map(|system| system.def().tables).filter(|tables| !tables.is_empty());
    [include_str!("game.txt")].into_iter().chain(of_systems).chain([include_str!("beside.txt")])
}

#[cfg(test)]
mod tests {
    use crate::tables::PLAN;

    /// Words that SQLite 3.40, DuckDB 2.0 or PostgreSQL 18 refuses as an unquoted name of a table or column: each
    /// keyword of `sqlite3_keyword_name`, of `duckdb_keywords()` and of PostgreSQL's `kwlist.h` was tried in CREATE
    /// TABLE, INSERT, UPDATE and SELECT, alone and behind the name of the table, PostgreSQL's by its own parser.
    const REFUSED: &str = include_str!("refused_words.txt");

    #[test]
    fn databases_take_every_name_without_quotation_marks() {
        let refused: Vec<&str> = REFUSED.split_whitespace().collect();
        assert!(refused.is_sorted() && refused.contains(&"when") && refused.len() > 100);
        for table in PLAN.iter() {
            for name in table.columns.iter().map(|column| column.name).chain([table.name]) {
                let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                assert!(name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_plain), "{name}");
                assert!(!refused.contains(&name), "{}: {name}", table.name);
            }
        }
    }
}
