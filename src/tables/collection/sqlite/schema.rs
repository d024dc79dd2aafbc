//! The tables, indexes and views of a database, in SQL.

use std::sync::LazyLock;

use super::search::{SEARCHED, Searched};
use super::views::views;
use crate::tables::Kind;
use crate::tables::collection::schema::{DIAGNOSTICS, GAME_ID, GAMES, SOURCES};
use crate::tables::collection::{Beside, CollectedColumn, CollectedTable, ColumnOrigin, SCHEMA};

/// `Ludx`, the application id by which our databases are told from those of other programs.
pub const APPLICATION_ID: i32 = i32::from_be_bytes(*b"Ludx");

/// The version of the schema.
pub const USER_VERSION: i32 = 1;

/// The key column of tables other than those of games and files.
const ROW_ID: &str = "row_id";

/// The key column of the table of files.
const SOURCE_ID: &str = "source_id";

/// The table in which the `sqlite3` shell keeps files.
pub const ARCHIVE: &str = "sqlar";

/// The table by which later runs recognize inputs.
pub const INPUTS: &str = "ludex_inputs";

/// Columns that are indexed because people search by them; those that refer to other tables are indexed anyway.
const INDEXED: &[(&str, &str)] = &[
    (GAMES, "system, variant"),
    ("players", "name"),
    ("actions", "type"),
    ("unknowns", "in_table, in_column"),
    (DIAGNOSTICS, "code"),
    (SOURCES, "sha256"),
    (SOURCES, "path"),
    (SOURCES, "name"),
    (SOURCES, "outcome, format"),
];

/// A table of the collection, in SQL.
pub struct SqlTable {
    /// The table in the schema.
    pub schema: &'static CollectedTable,
    /// The parameters of each column.
    pub parameters: Vec<Parameters>,
    /// The columns of all parameters; the first one is the id of the row.
    names: Vec<String>,
}

/// The numbers of a column's parameters among those of a row, from 1.
pub struct Parameters {
    /// The parameter of the value.
    pub value: usize,
    /// The parameter of the row that the value refers to; `None` if the column refers to nothing.
    pub reference: Option<usize>,
}

/// The tables of the collection, in the order of the schema.
pub static TABLES: LazyLock<Vec<SqlTable>> = LazyLock::new(|| SCHEMA.iter().map(SqlTable::new).collect());

/// An object of a database: a table, index or view.
pub struct Object {
    /// The statement that creates it, as the database keeps it.
    pub sql: String,
    /// The name, if it is a table without which nothing can be added.
    pub table: Option<&'static str>,
}

/// The description of a column in the table `columns`.
pub struct Described {
    /// The table or view of the column.
    pub table: &'static str,
    /// The name of the column.
    pub name: String,
    /// The kind of its values.
    pub kind: Option<&'static str>,
    /// The unit of its numbers.
    pub unit: Option<&'static str>,
    /// The description for readers.
    pub meaning: String,
    /// The table and column that it refers to.
    pub refers_to: Option<String>,
}

impl SqlTable {
    fn new(schema: &'static CollectedTable) -> SqlTable {
        let mut names = vec![row_id(schema).to_owned()];
        let parameters = schema.columns.iter().map(|column| {
            if column.name == row_id(schema) {
                return Parameters { value: 1, reference: None };
            }
            names.push(column.name.to_owned());
            let value = names.len();
            let reference = column.refers_to.map(|_| {
                names.push(reference_name(column));
                names.len()
            });
            Parameters { value, reference }
        });
        let parameters = parameters.collect();
        SqlTable { schema, parameters, names }
    }

    /// Returns the number of parameters of a row.
    pub fn width(&self) -> usize {
        self.names.len()
    }

    /// Returns the statement that inserts a row, with its parameters.
    pub fn insert(&self) -> String {
        insert(self.schema.name(), &self.names, 1)
    }

    /// Returns the statement that inserts so many rows after the last one, each with its parameters except the row id.
    pub fn append(&self, rows: usize) -> String {
        insert(self.schema.name(), &self.names[1..], rows)
    }
}

/// Returns the statement that inserts so many rows, each with a value for each of these columns. If it fails, some of
/// them may stay, as the whole transaction is undone then.
pub fn insert(table: &str, columns: &[impl AsRef<str>], rows: usize) -> String {
    let names: Vec<&str> = columns.iter().map(AsRef::as_ref).collect();
    let row = format!("({})", vec!["?"; names.len()].join(", "));
    format!("INSERT OR FAIL INTO {table} ({}) VALUES {}", names.join(", "), vec![row; rows].join(", "))
}

/// Returns the key column of a table.
pub fn row_id(schema: &CollectedTable) -> &'static str {
    match schema.name() {
        GAMES => GAME_ID,
        SOURCES => SOURCE_ID,
        _ => ROW_ID,
    }
}

/// Returns the name of the column for the row that the values of a column refer to.
fn reference_name(column: &CollectedColumn) -> String {
    format!("{}_ref", column.name)
}

/// Returns all objects of a database, in the order in which they are created.
pub fn objects() -> Vec<Object> {
    let mut objects: Vec<Object> = SCHEMA.iter().map(|schema| table(schema.name(), create(schema))).collect();
    objects.push(table(ARCHIVE, format!("CREATE TABLE {ARCHIVE}({ARCHIVE_COLUMNS})")));
    objects.push(table(INPUTS, format!("CREATE TABLE {INPUTS} (\n{INPUTS_COLUMNS}\n) STRICT")));
    objects.push(table("tables", format!("CREATE TABLE tables (\n{TABLES_COLUMNS}\n) STRICT")));
    objects.push(table("columns", format!("CREATE TABLE columns (\n{COLUMNS_COLUMNS}\n) STRICT")));
    objects.extend(SEARCHED.iter().map(|searched| table(searched.name, searched.create())));
    let other = |sql: String| Object { sql, table: None };
    objects.extend(SCHEMA.iter().flat_map(indexes).map(other));
    objects.extend(views().map(|view| other(format!("CREATE VIEW {} AS\n{}", view.name, view.sql.trim()))));
    objects
}

fn table(name: &'static str, sql: String) -> Object {
    Object { sql, table: Some(name) }
}

/// The columns as the `sqlite3` shell itself creates them.
const ARCHIVE_COLUMNS: &str = "
  name TEXT PRIMARY KEY,
  mode INT,
  mtime INT,
  sz INT,
  data BLOB
";

const INPUTS_COLUMNS: &str = "  source_id INTEGER PRIMARY KEY REFERENCES sources(source_id),
  input_key BLOB NOT NULL,
  content_key BLOB";

const TABLES_COLUMNS: &str = "  name TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('table', 'view', 'search')),
  question TEXT,
  meaning TEXT NOT NULL";

const COLUMNS_COLUMNS: &str = "  table_name TEXT NOT NULL REFERENCES tables(name),
  column_name TEXT NOT NULL,
  type TEXT,
  unit TEXT,
  meaning TEXT NOT NULL,
  refers_to TEXT,
  PRIMARY KEY (table_name, column_name)";

fn create(schema: &CollectedTable) -> String {
    let mut columns = vec![format!("{} INTEGER PRIMARY KEY", row_id(schema))];
    for column in schema.columns.iter().filter(|column| column.name != row_id(schema)) {
        let type_of = if matches!(column.kind, Kind::Integer | Kind::Boolean) { "INTEGER" } else { "TEXT" };
        let mut definition = format!("{} {type_of}", column.name);
        if column.is_required {
            definition += " NOT NULL";
        }
        if let Some(words) = words(column) {
            definition += &format!(" CHECK ({} IN ({words}))", column.name);
        }
        match column.origin {
            ColumnOrigin::Beside(Beside::Game) => definition += &format!(" REFERENCES {GAMES}({GAME_ID})"),
            ColumnOrigin::Beside(Beside::Source) => definition += &format!(" REFERENCES {SOURCES}({SOURCE_ID})"),
            _ => {}
        }
        columns.push(definition);
        if let Some(to) = column.refers_to {
            columns.push(format!("{} INTEGER REFERENCES {}({ROW_ID})", reference_name(column), to.table));
        }
    }
    format!("CREATE TABLE {} (\n  {}\n) STRICT", schema.name(), columns.join(",\n  "))
}

/// Returns the values that a column may hold, in SQL; `None` if they are not enumerated.
fn words(column: &CollectedColumn) -> Option<String> {
    match &column.kind {
        Kind::Boolean => Some("0, 1".to_owned()),
        Kind::Word(words) => {
            Some(words.iter().map(|word| format!("'{}'", word.replace('\'', "''"))).collect::<Vec<_>>().join(", "))
        }
        _ => None,
    }
}

fn indexes(schema: &'static CollectedTable) -> impl Iterator<Item = String> {
    let table = schema.name();
    let indexed = move |columns: &str, only: String| {
        let name = columns.replace(", ", "_");
        format!("CREATE INDEX {table}_{name} ON {table}({columns}){only}")
    };
    let beside = schema.columns.iter().filter(|column| column.name != row_id(schema)).filter_map(move |column| {
        let refers = matches!(column.origin, ColumnOrigin::Beside(Beside::Game | Beside::Source));
        refers.then(|| indexed(column.name, String::new()))
    });
    // Most columns that refer to other tables have values in few rows.
    let references = schema.columns.iter().filter(|column| column.refers_to.is_some()).map(move |column| {
        let name = reference_name(column);
        indexed(&name, format!(" WHERE {name} IS NOT NULL"))
    });
    let asked = INDEXED.iter().filter(move |(of, _)| *of == table);
    beside.chain(references).chain(asked.map(move |(_, columns)| indexed(columns, String::new())))
}

/// Returns all tables and views: name, kind, the question that a view answers, and what one row stands for.
pub fn described_tables() -> Vec<(&'static str, &'static str, Option<&'static str>, String)> {
    let mut all: Vec<_> =
        SCHEMA.iter().map(|schema| (schema.name(), "table", None, schema.table.meaning.to_owned())).collect();
    let own = [
        (ARCHIVE, "the original files, as `sqlite3 -A` keeps them: `sqlite3 games.db -Ax` writes them all"),
        (INPUTS, "the keys of the inputs, by which a later run recognises them and adds only new ones"),
        ("tables", "the tables and views of this database"),
        ("columns", "the columns of these tables and views"),
    ];
    all.extend(own.map(|(name, meaning)| (name, "table", None, meaning.to_owned())));
    all.extend(SEARCHED.iter().map(|searched| (searched.name, "search", None, searched.meaning())));
    all.extend(views().map(|view| (view.name, "view", Some(view.question), view.meaning.to_owned())));
    all
}

/// Returns the columns of all tables and views.
pub fn described_columns() -> Vec<Described> {
    let mut all = Vec::new();
    for schema in &*SCHEMA {
        let table = schema.name();
        if schema.column(row_id(schema)).is_none() {
            all.push(Described {
                kind: Some("integer"),
                ..Described::of(table, ROW_ID, "Number of the row in the table, from 1.")
            });
        }
        for column in &schema.columns {
            let beside = match column.origin {
                ColumnOrigin::Beside(Beside::Game) if table != GAMES => Some(format!("{GAMES}.{GAME_ID}")),
                ColumnOrigin::Beside(Beside::Source) if table != SOURCES => Some(format!("{SOURCES}.{SOURCE_ID}")),
                _ => None,
            };
            let refers_to = column.refers_to.map(|to| format!("{}.{}", to.table, to.column));
            all.push(Described {
                kind: Some(kind_word(&column.kind)),
                unit: column.unit,
                refers_to: beside.or(refers_to),
                ..Described::of(table, column.name, &column.meaning)
            });
            if let Some(to) = column.refers_to {
                let meaning = format!(
                    "Row of the table `{}` that `{}` refers to; empty if there is none.",
                    to.table, column.name
                );
                all.push(Described {
                    kind: Some("integer"),
                    refers_to: Some(format!("{}.{ROW_ID}", to.table)),
                    ..Described::of(table, &reference_name(column), &meaning)
                });
            }
        }
    }
    let of_own = |&(table, name, kind, meaning): &(&'static str, &str, &'static str, &str)| Described {
        kind: Some(kind),
        ..Described::of(table, name, meaning)
    };
    all.extend(OWN_COLUMNS.iter().map(of_own));
    all.extend(SEARCHED.iter().flat_map(Searched::described));
    let of_views =
        views().flat_map(|view| view.columns.iter().map(|(name, meaning)| Described::of(view.name, name, meaning)));
    all.extend(of_views);
    all
}

/// The columns of the tables that are not part of the collection: table, name, kind and meaning.
const OWN_COLUMNS: &[(&str, &str, &str, &str)] = &[
    (ARCHIVE, "name", "text", "Path of the file, as in the column `original` of the table `sources`."),
    (ARCHIVE, "mode", "integer", "Kind and permissions of the file, as a Unix mode."),
    (
        ARCHIVE,
        "mtime",
        "integer",
        "Modification time, in seconds since 1970; 0 if unknown. Local times are taken for UTC.",
    ),
    (ARCHIVE, "sz", "integer", "Length of the file, in bytes."),
    (ARCHIVE, "data", "blob", "Bytes of the file, compressed by zlib if there are fewer than `sz`."),
    (INPUTS, SOURCE_ID, "integer", "Number of the input's first file."),
    (INPUTS, "input_key", "blob", "First bytes of the SHA-256 of the input's path and bytes."),
    (
        INPUTS,
        "content_key",
        "blob",
        "First bytes of the SHA-256 of the input's bytes, for inputs that are the same game wherever they are found.",
    ),
    ("tables", "name", "text", "Name of the table or view."),
    ("tables", "kind", "text", "`table`, `view`, or `search` for a table of words to search."),
    ("tables", "question", "text", "Name of a view in `ludex query`; empty for tables."),
    ("tables", "meaning", "text", "Meaning of one row."),
    ("columns", "table_name", "text", "Name of the table or view."),
    ("columns", "column_name", "text", "Name of the column."),
    (
        "columns",
        "type",
        "text",
        "Type of its values. A list is a JSON array; a day and a moment are ISO 8601, without a time zone; a boolean is 0 or 1.",
    ),
    ("columns", "unit", "text", "Unit of its numbers; empty if they have none."),
    ("columns", "meaning", "text", "Meaning of the column."),
    (
        "columns",
        "refers_to",
        "text",
        "Table and column that its values refer to, among the rows of the same game; empty if they refer to none.",
    ),
];

impl Described {
    /// Creates the description of a column that has only a meaning.
    pub fn of(table: &'static str, name: &str, meaning: &str) -> Described {
        Described { table, name: name.to_owned(), kind: None, unit: None, meaning: meaning.to_owned(), refers_to: None }
    }
}

fn kind_word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Day => "day",
        Kind::List => "list",
        Kind::Word(_) => "word",
        Kind::Integer => "integer",
        Kind::Boolean => "boolean",
        Kind::Moment => "moment",
    }
}
