//! Targets that hold many documents: files and folders that collect all inputs of a run.

/// A target for many documents.
#[derive(Debug)]
pub struct Collection {
    /// Id for `-t`.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Description in full sentences.
    pub about: &'static str,
    /// Usual file names, as patterns in which case is ignored; empty for a folder.
    pub file_names: &'static [&'static str],
    /// Extension of the file or folder.
    pub extension: &'static str,
    /// Abilities of Ludex with it, such as `reads, writes, restores`.
    pub ability: &'static str,
    /// Whether every command reads it as an input, like a file of any format.
    pub is_read: bool,
    /// Cargo feature that a build needs for it; `None` if every build has it.
    pub feature: Option<&'static str>,
    /// Whether this build supports it.
    pub is_built: bool,
}

/// One document on each line.
pub static JSONL: Collection = Collection {
    id: "jsonl",
    name: "Ludex documents, one a line (JSON Lines)",
    about: "All documents in one file or stream, each on a line of its own, as `json` has them. Ludex reads it as any other input.",
    file_names: &["*.jsonl", "*.ndjson"],
    extension: "jsonl",
    ability: "reads, writes, restores",
    is_read: true,
    feature: None,
    is_built: true,
};

/// An SQLite database.
pub static SQLITE: Collection = Collection {
    id: "sqlite",
    name: "SQLite database of games",
    about: "All documents in one database that needs no server, with questions that are ready to be asked, and with every original. More inputs can be added to it later.",
    file_names: &["*.sqlite", "*.db", "*.sqlite3"],
    extension: "sqlite",
    ability: "writes, queries, restores",
    is_read: false,
    feature: Some("sqlite"),
    is_built: cfg!(feature = "sqlite"),
};

/// A folder of Parquet files.
pub static PARQUET: Collection = Collection {
    id: "parquet",
    name: "Parquet files, a folder a table",
    about: "All documents as typed columns, divided by the systems of their games, for DuckDB, pandas, Polars and Spark.",
    file_names: &[],
    extension: "parquet",
    ability: "writes, restores",
    is_read: false,
    feature: Some("parquet"),
    is_built: cfg!(feature = "parquet"),
};

/// All collections. Tables of many documents as CSV are the format `csv` with `--merge`.
pub static COLLECTIONS: &[&Collection] = &[&JSONL, &SQLITE, &PARQUET];

/// Returns the collection with this id.
pub fn collection(id: &str) -> Option<&'static Collection> {
    COLLECTIONS.iter().copied().find(|collection| collection.id == id)
}
