//! What can be searched by words: FTS5 tables that index the texts of others.

use super::schema::{Described, TABLES, row_id};
use crate::tables::collection::schema::GAMES;

/// A table that indexes texts of another.
pub struct Searched {
    /// Its name, as Datasette expects it.
    pub name: &'static str,
    /// The table of the texts.
    pub table: &'static str,
    /// The columns of the texts.
    pub columns: &'static [&'static str],
}

/// What can be searched.
pub const SEARCHED: &[Searched] = &[
    Searched { name: "remarks_fts", table: "remarks", columns: &["text", "author", "recipient"] },
    Searched { name: "players_fts", table: "players", columns: &["name"] },
    Searched { name: "games_fts", table: GAMES, columns: &["title", "variant", "variants", "reason"] },
    Searched { name: "unknowns_fts", table: "unknowns", columns: &["text"] },
];

impl Searched {
    /// The statement that creates it. The texts stay where they are, and sizes are not kept: most texts are names.
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

    /// The statement that takes in rows from that of the first parameter on.
    pub fn add(&self) -> String {
        let (columns, key) = (self.columns.join(", "), self.key());
        format!(
            "INSERT INTO {} (rowid, {columns}) SELECT {key}, {columns} FROM {} WHERE {key} >= ?1",
            self.name, self.table
        )
    }

    /// The key of the rows of the table of the texts.
    pub fn key(&self) -> &'static str {
        TABLES.iter().find(|table| table.schema.name() == self.table).map_or("rowid", |table| row_id(table.schema))
    }

    /// What one row is.
    pub fn meaning(&self) -> String {
        format!("the words of {} in the table {}, for MATCH", self.columns.join(", "), self.table)
    }

    /// Its columns.
    pub fn described(&self) -> impl Iterator<Item = Described> {
        let describe = |&name: &&'static str| Described {
            refers_to: Some(format!("{}.{name}", self.table)),
            ..Described::of(self.name, name, &format!("The words of the column {name} of the table {}.", self.table))
        };
        self.columns.iter().map(describe)
    }
}
