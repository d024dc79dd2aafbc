//! Full-text search: FTS5 tables that index the texts of other tables.

use super::schema::{Described, TABLES, row_id};
use crate::tables::collection::schema::GAMES;

/// A table that indexes texts of another one.
pub struct Searched {
    /// The name, as Datasette expects it.
    pub name: &'static str,
    /// The table with the texts.
    pub table: &'static str,
    /// The columns of that table that are indexed.
    pub columns: &'static [&'static str],
}

/// All tables of full-text search.
pub const SEARCHED: &[Searched] = &[
    Searched { name: "remarks_fts", table: "remarks", columns: &["text", "author", "recipient"] },
    Searched { name: "players_fts", table: "players", columns: &["name"] },
    Searched { name: "games_fts", table: GAMES, columns: &["title", "variant", "variants", "reason"] },
    Searched { name: "unknowns_fts", table: "unknowns", columns: &["text"] },
];

impl Searched {
    /// Returns the statement that creates the table. The texts stay where they are, and sizes are not kept, since most
    /// texts are names.
    pub fn create(&self) -> String {
        format!(
            "CREATE VIRTUAL TABLE {} USING fts5({}, content=\"{}\", content_rowid=\"{}\", columnsize=0, \
             tokenize='unicode61 remove_diacritics 2')",
            self.name,
            self.columns.join(", "),
            self.table,
            self.key(),
        )
    }

    /// Returns the statement that indexes rows, from the id in the first parameter on.
    pub fn add(&self) -> String {
        let (columns, key) = (self.columns.join(", "), self.key());
        format!(
            "INSERT INTO {} (rowid, {columns}) SELECT {key}, {columns} FROM {} WHERE {key} >= ?1",
            self.name, self.table
        )
    }

    /// Returns the key column of the table with the texts.
    pub fn key(&self) -> &'static str {
        TABLES.iter().find(|table| table.schema.name() == self.table).map_or("rowid", |table| row_id(table.schema))
    }

    /// Returns the description of what one row stands for.
    pub fn meaning(&self) -> String {
        format!("the words of {} in the table `{}`, for MATCH", self.columns.join(", "), self.table)
    }

    /// Returns the descriptions of the columns.
    pub fn described(&self) -> impl Iterator<Item = Described> {
        let describe = |&name: &&'static str| Described {
            refers_to: Some(format!("{}.{name}", self.table)),
            ..Described::of(self.name, name, &format!("Words of the column `{name}` of the table `{}`.", self.table))
        };
        self.columns.iter().map(describe)
    }
}
