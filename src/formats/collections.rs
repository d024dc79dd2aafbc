//! What holds many documents: files and folders that all inputs of a run go to.

/// A target for many documents.
#[derive(Debug)]
pub struct Collection {
    /// The id that `-t` takes.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its usual file names, as patterns without regard to case; none of a folder.
    pub file_names: &'static [&'static str],
    /// The extension that its file or folder has.
    pub extension: &'static str,
    /// What is done with it beside writing it.
    pub ability: &'static str,
    /// Whether it is an input of every command as a file of any format is.
    pub is_read: bool,
    /// The feature that a build needs for it; none where every build has it.
    pub feature: Option<&'static str>,
    /// Whether this build has it.
    pub is_built: bool,
}

/// A document a line.
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

/// A database.
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

/// All of them. Tables of many documents as CSV are the format `csv`, with `--merge`.
pub static COLLECTIONS: &[&Collection] = &[&JSONL, &SQLITE, &PARQUET];

/// The collection of that id.
pub fn collection(id: &str) -> Option<&'static Collection> {
    COLLECTIONS.iter().copied().find(|collection| collection.id == id)
}
