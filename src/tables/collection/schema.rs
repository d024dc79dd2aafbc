//! The schema of a collection's tables, defined once for all targets.

use std::sync::LazyLock;

use crate::tables::column::{Column, Origin};
use crate::tables::{Empty, Kind, PLAN, Reference, Table};

/// The name of the column with the number of a row's game.
pub const GAME_ID: &str = "game_id";

/// The name of the column that numbers the rows of one game.
pub const ROW_NUMBER: &str = "row_number";

/// The name of the table of games.
pub const GAMES: &str = "games";

/// The name of the table of files.
pub const SOURCES: &str = "sources";

/// The name of the table of diagnostics.
pub const DIAGNOSTICS: &str = "diagnostics";

/// The content of a column that is not part of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    /// The number of the game.
    Game,
    /// The number of the row among those of its game.
    Row,
    /// The number of the file.
    Source,
    /// The place of the file's original.
    Original,
    /// The CRC-32 of its bytes.
    Crc32,
    /// The confidence in the file's format.
    Confidence,
    /// The outcome of the input.
    Outcome,
    /// A description of what a file of no known format looks like.
    Looks,
    /// The document that names the file.
    Input,
    /// The SHA-256 of that document.
    InputSha256,
}

/// The source of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnOrigin {
    /// A column of the table of one document, by its index.
    Document(usize),
    /// A fact that is not part of the document.
    Beside(Beside),
}

/// A column of a collection's table.
pub struct CollectedColumn {
    /// The name of the column.
    pub name: &'static str,
    /// The source of its values.
    pub origin: ColumnOrigin,
    /// The kind of its values.
    pub kind: Kind,
    /// The kind of a list's elements; `None` if the column holds no lists.
    pub items: Option<Kind>,
    /// Whether every row has a value.
    pub is_required: bool,
    /// The description for readers.
    pub meaning: String,
    /// The unit of its numbers.
    pub unit: Option<&'static str>,
    /// The column that its values refer to, among the rows of the same game.
    pub refers_to: Option<Reference>,
    /// The column that this one is derived from; `None` if it is not derived. Derived columns are only for readers.
    pub derived_from: Option<&'static str>,
}

/// A table of a collection.
pub struct CollectedTable {
    /// The table of one document that it is made of.
    pub table: &'static Table,
    /// The index of that table in the plan.
    pub index: usize,
    /// The columns in their order.
    pub columns: Vec<CollectedColumn>,
    /// The columns that identify a row; empty if none do.
    pub key: &'static [&'static str],
}

/// All tables of a collection, in the order of those of one document.
pub static SCHEMA: LazyLock<Vec<CollectedTable>> =
    LazyLock::new(|| PLAN.iter().enumerate().map(|(index, table)| CollectedTable::new(index, table)).collect());

impl CollectedTable {
    fn new(index: usize, table: &'static Table) -> CollectedTable {
        let before: &[(Beside, bool)] = match table.name {
            GAMES => &[(Beside::Game, true)],
            SOURCES => &[(Beside::Source, true), (Beside::Game, false), (Beside::Outcome, true)],
            DIAGNOSTICS => &[(Beside::Game, false), (Beside::Source, false)],
            _ => &[(Beside::Game, true), (Beside::Row, true)],
        };
        let behind: &[(Beside, bool)] = match table.name {
            SOURCES => &[
                (Beside::Crc32, false),
                (Beside::Confidence, false),
                (Beside::Looks, false),
                (Beside::Input, false),
                (Beside::InputSha256, false),
            ],
            _ => &[],
        };
        let may_be_unread = [SOURCES, DIAGNOSTICS].contains(&table.name);
        let of_document = table.columns.iter().enumerate().map(|(place, column)| {
            if column.origin == Origin::Beside {
                CollectedColumn::beside(Beside::Original, false)
            } else {
                CollectedColumn::of_document(place, column, may_be_unread || table.may_be_unknown)
            }
        });
        let beside = |columns: &'static [(Beside, bool)]| {
            columns.iter().map(|&(what, is_required)| CollectedColumn::beside(what, is_required))
        };
        let columns = beside(before).chain(of_document).chain(beside(behind)).collect();
        let key: &[&str] = match table.name {
            GAMES => &[GAME_ID],
            SOURCES => &["source_id"],
            DIAGNOSTICS => &[],
            _ => &[GAME_ID, ROW_NUMBER],
        };
        CollectedTable { table, index, columns, key }
    }

    /// Returns the name of the table.
    pub fn name(&self) -> &'static str {
        self.table.name
    }

    /// Returns the column with a name.
    pub fn column(&self, name: &str) -> Option<&CollectedColumn> {
        self.columns.iter().find(|column| column.name == name)
    }
}

impl CollectedColumn {
    fn of_document(place: usize, column: &'static Column, may_be_empty: bool) -> CollectedColumn {
        CollectedColumn {
            name: column.name,
            origin: ColumnOrigin::Document(place),
            kind: column.kind.clone(),
            items: column.items.clone().filter(|_| column.kind == Kind::List),
            is_required: column.empty == Empty::Refused && !may_be_empty,
            meaning: column.meaning.clone(),
            unit: column.unit,
            refers_to: column.refers_to,
            derived_from: column.derived_from(),
        }
    }

    fn beside(what: Beside, is_required: bool) -> CollectedColumn {
        let (name, kind, meaning) = match what {
            Beside::Game => (GAME_ID, Kind::Integer, "Number of the game, from 1; empty for a file without a game."),
            Beside::Row => (
                ROW_NUMBER,
                Kind::Integer,
                "Number of the row among those of its game, from 1, to which the table `unknowns` refers.",
            ),
            Beside::Source => ("source_id", Kind::Integer, "Number of the file, from 1."),
            Beside::Original => ("original", Kind::Text, "Path of the original file; empty if it is left out."),
            Beside::Crc32 => ("crc32", Kind::Text, "CRC-32 of the file's bytes, in hexadecimal."),
            Beside::Confidence => {
                ("confidence", Kind::Integer, "Confidence that the file has this format, from 1 to 100.")
            }
            Beside::Outcome => (
                "outcome",
                Kind::Text,
                "Outcome for the file: `converted`; `identical`, for a file of the same game as an earlier one with the same \
                 bytes; or another outcome as in a report, for a file without a game.",
            ),
            Beside::Looks => ("looks_like", Kind::Text, "Kind of a file in no format that Ludex reads; else empty."),
            Beside::Input => {
                ("input", Kind::Text, "Ludex document that names the file; empty if the file itself was read.")
            }
            Beside::InputSha256 => ("input_sha256", Kind::Text, "SHA-256 of that document, in hexadecimal."),
        };
        CollectedColumn {
            name,
            origin: ColumnOrigin::Beside(what),
            kind,
            items: None,
            is_required,
            meaning: meaning.to_owned(),
            unit: None,
            refers_to: None,
            derived_from: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_column_has_a_name_of_its_own() {
        for table in &*SCHEMA {
            let names: HashSet<&str> = table.columns.iter().map(|column| column.name).collect();
            assert_eq!(names.len(), table.columns.len(), "{}", table.name());
            assert!(table.key.iter().all(|name| table.column(name).is_some()), "{}", table.name());
            assert!(table.columns.iter().all(|column| !column.meaning.is_empty()), "{}", table.name());
        }
    }
}
