//! Queries a database, and reads the originals that it carries. It is never written.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use flate2::read::ZlibDecoder;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Error, ErrorCode, OpenFlags};
use serde_json::Value as Json;

use super::opening::{PATIENCE, plain_path};
use super::schema::{ARCHIVE, USER_VERSION};
use super::search::SEARCHED;
use crate::archive::{MAX_FILE_SIZE, reason};
use crate::formats::is_database;
use crate::tables::collection::OriginalSource;
use crate::text::diagnostic::LineIndex;
use crate::text::suggestion::with_suggestion;
use crate::text::{Diagnostic, codes};

/// Maximum length of a text or a file, in bytes.
const MAX_LENGTH: i32 = 300 << 20;

/// Maximum memory that a query may use, in bytes.
const MAX_MEMORY: i64 = 1 << 30;

/// Offset in the header of the version of writing; 2 stands for changes in a file beside the database.
const WRITE_VERSION_AT: usize = 18;

/// A database opened for reading.
pub struct DatabaseReader {
    connection: Connection,
}

/// A table or view that can be queried by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedTable {
    /// The name of the table or view.
    pub name: String,
    /// `table`, `view`, or `search` for a table of full-text search.
    pub kind: String,
    /// The question that a view answers; `None` for other kinds.
    pub question: Option<String>,
    /// A description of what one row stands for.
    pub meaning: String,
}

/// Receives the answer to a query.
pub trait Answer {
    /// Receives the names of the columns, before the first row.
    ///
    /// # Errors
    ///
    /// Returns an error if they cannot be printed.
    fn columns(&mut self, names: Vec<String>) -> io::Result<()>;

    /// Receives a row.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be printed.
    fn row(&mut self, values: &[Json]) -> io::Result<()>;
}

/// The reason why a query is not answered completely.
#[derive(Debug)]
pub enum QueryError {
    /// The query cannot be answered.
    Refused(Box<Diagnostic>),
    /// The answer cannot be printed.
    Output(io::Error),
}

impl From<io::Error> for QueryError {
    fn from(error: io::Error) -> QueryError {
        QueryError::Output(error)
    }
}

impl DatabaseReader {
    /// Opens a database of games for reading.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not such a database, or cannot be read.
    pub fn open(path: &Path) -> Result<DatabaseReader, Diagnostic> {
        let label = path.display().to_string();
        let cannot_read = |what: String| Diagnostic::error(&codes::CANNOT_READ, what).in_file(label.clone());
        let failed = |error: io::Error| cannot_read(format!("the database cannot be read: {}", reason(&error)));
        if !fs::metadata(path).map_err(failed)?.is_file() {
            return Err(cannot_read("expected a database of games, found a folder or a device".into()));
        }
        let mut head = Vec::new();
        File::open(path).and_then(|file| file.take(100).read_to_end(&mut head)).map_err(failed)?;
        if !is_database(&head) {
            let d = Diagnostic::error(&codes::UNKNOWN_FORMAT, "this is no database of games").in_file(label);
            return Err(d.help("`ludex convert INPUT -t sqlite -o games.db` makes one"));
        }
        if head.get(WRITE_VERSION_AT) == Some(&2) {
            let d = cannot_read("another program has set the database to write-ahead logging".into());
            return Err(d.help("reading it so would write files beside it; `PRAGMA journal_mode = DELETE` ends that"));
        }
        let reader = DatabaseReader::connect(path).map_err(|error| cannot_open(&error).in_file(label.clone()))?;
        let version =
            reader.number("PRAGMA user_version").map_err(|error| cannot_open(&error).in_file(label.clone()))?;
        if version != i64::from(USER_VERSION) {
            let message = format!("the database is of version {version}, and this Ludex knows version {USER_VERSION}");
            return Err(Diagnostic::error(&codes::NEWER_VERSION, message).in_file(label).help("use a later Ludex"));
        }
        Ok(reader)
    }

    fn connect(path: &Path) -> Result<DatabaseReader, Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(plain_path(path), flags)?;
        connection.busy_timeout(PATIENCE)?;
        // The database may come from anybody, and a query may take long.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_LENGTH)?;
        // Nothing may be written, so sorting stays in memory, which is limited.
        connection.execute_batch("PRAGMA query_only = ON; PRAGMA temp_store = MEMORY")?;
        connection.query_row(&format!("PRAGMA hard_heap_limit = {MAX_MEMORY}"), (), |_| Ok(()))?;
        Ok(DatabaseReader { connection })
    }

    fn number(&self, sql: &str) -> Result<i64, Error> {
        self.connection.query_row(sql, (), |row| row.get(0))
    }

    /// Returns the tables and views that can be queried by name, those that answer questions first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database cannot be queried for them.
    pub fn named(&self) -> Result<Vec<NamedTable>, Diagnostic> {
        let sql = "SELECT name, kind, question, meaning FROM tables ORDER BY question IS NULL, kind <> 'table', rowid";
        let named = |row: &rusqlite::Row<'_>| {
            let (name, kind, question, meaning) = row.try_into()?;
            Ok(NamedTable { name, kind, question, meaning })
        };
        let all = || self.connection.prepare(sql)?.query_map((), named)?.collect::<Result<_, _>>();
        all().map_err(|error| cannot_open(&error))
    }

    /// Returns whether the rows of a table or view have a `game_id`.
    ///
    /// # Errors
    ///
    /// Returns an error if the database cannot be queried for it.
    pub fn is_by_game(&self, table: &str) -> Result<bool, Diagnostic> {
        let sql = "SELECT count(*) FROM pragma_table_info(?) WHERE name = 'game_id'";
        let count = self.connection.query_row(sql, [table], |row| row.get::<_, i64>(0));
        Ok(count.map_err(|error| cannot_open(&error))? > 0)
    }

    /// Runs a query with the given values of its parameters.
    ///
    /// # Errors
    ///
    /// Returns an error if it is no query, or if the answer cannot be printed.
    pub fn ask(&self, sql: &str, parameters: &[Value], answer: &mut dyn Answer) -> Result<(), QueryError> {
        let refused = |error: Error| QueryError::Refused(Box::new(self.refused(sql, &error)));
        let mut statement = self.connection.prepare(sql).map_err(refused)?;
        if !statement.readonly() || statement.column_count() == 0 {
            let d = Diagnostic::error(&codes::NO_ANSWER, "expected a question, found what writes or selects nothing");
            return Err(QueryError::Refused(Box::new(
                d.in_file(SQL).help("`ludex query` only reads; a question begins with SELECT, WITH or VALUES"),
            )));
        }
        for (number, value) in (1..).zip(parameters) {
            statement.raw_bind_parameter(number, value).map_err(refused)?;
        }
        answer.columns(unique(statement.column_names()))?;
        let count = statement.column_count();
        let mut rows = statement.raw_query();
        let mut values = Vec::with_capacity(count);
        while let Some(row) = rows.next().map_err(refused)? {
            values.clear();
            for column in 0..count {
                values.push(json(row.get_ref(column).map_err(refused)?));
            }
            answer.row(&values)?;
        }
        Ok(())
    }

    /// Returns the error for a query that cannot be answered, with its position in the query.
    fn refused(&self, sql: &str, error: &Error) -> Diagnostic {
        let (message, offset) = match error {
            Error::SqlInputError { msg, offset, .. } => (msg.clone(), usize::try_from(*offset).ok()),
            Error::SqliteFailure(_, Some(message)) => (message.clone(), None),
            Error::MultipleStatement => ("expected one question, found several".to_owned(), None),
            other => (other.to_string(), None),
        };
        let mut d = Diagnostic::error(&codes::NO_ANSWER, self.with_suggestion(message)).in_file(SQL);
        if let Some(start) = offset.filter(|&start| sql.is_char_boundary(start)) {
            let rest = &sql[start..];
            let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            d = d.at(start..start + word.max(rest.chars().next().map_or(0, char::len_utf8)));
            LineIndex::new(sql).locate(&mut d);
        }
        if error.sqlite_error_code() == Some(ErrorCode::OutOfMemory) {
            d = d.help("the answer is larger than 1 GiB before it can be sorted: ask for less");
        }
        d
    }

    /// Adds to a message the table or column that was perhaps meant.
    fn with_suggestion(&self, message: String) -> String {
        let candidates = |sql: &str| -> Vec<String> {
            let all = || self.connection.prepare(sql)?.query_map((), |row| row.get(0))?.collect::<Result<_, _>>();
            all().unwrap_or_default()
        };
        let (word, candidates) = match message.split_once(": ") {
            Some(("no such table", word)) => (word, candidates("SELECT name FROM tables")),
            Some(("no such column", word)) => (word, candidates("SELECT DISTINCT column_name FROM columns ORDER BY 1")),
            _ => return message,
        };
        let word = word.rsplit('.').next().unwrap_or(word).to_owned();
        with_suggestion(message, &word, candidates.iter().map(String::as_str))
    }
}

/// The name of the query in messages.
const SQL: &str = "the question";

/// Returns the query that searches for rows with some words; if it is limited to one game, that is its second
/// parameter.
pub fn search(is_of_game: bool) -> String {
    let part = |searched: &super::search::Searched| {
        let (fts, table, key) = (searched.name, searched.table, searched.key());
        let of_game = if is_of_game { " AND t.game_id = ?2" } else { "" };
        format!(
            "SELECT '{table}' AS found_in, t.game_id, (SELECT coalesce(s.path, s.name) FROM sources s \
             WHERE s.game_id = t.game_id ORDER BY s.source_id LIMIT 1) AS file, snippet({fts}, -1, '', '', '…', 20) AS text \
             FROM {fts} JOIN {table} t ON t.{key} = {fts}.rowid WHERE {fts} MATCH ?1{of_game}"
        )
    };
    SEARCHED.iter().map(part).collect::<Vec<_>>().join(" UNION ALL ")
}

/// Returns words in the form of a search for all of them, in any order; one with an asterisk at its end is a prefix.
pub fn words(words: &[String]) -> String {
    let quoted = words.iter().flat_map(|words| words.split_whitespace()).map(|word| {
        let (word, star) = word.strip_suffix('*').map_or((word, ""), |word| (word, "*"));
        format!("\"{}\"{star}", word.replace('"', "\"\""))
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// Returns the names of columns, with numbers added to those that occur again.
fn unique<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let unique = names.map(|name| {
        let mut other = name.to_owned();
        while !taken.insert(other.clone()) {
            let number = numbers.entry(name).or_insert(1);
            *number += 1;
            other = format!("{name}_{number}");
        }
        other
    });
    unique.collect()
}

fn json(value: ValueRef<'_>) -> Json {
    match value {
        ValueRef::Null => Json::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into(),
        ValueRef::Blob(bytes) => format!("({} bytes)", bytes.len()).into(),
    }
}

fn cannot_open(error: &Error) -> Diagnostic {
    let what = error.sqlite_error().map_or_else(|| error.to_string(), |error| error.to_string());
    let d = Diagnostic::error(&codes::CANNOT_READ, format!("the database cannot be read: {what}"));
    match error.sqlite_error_code() {
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => {
            d.help("a run that wrote to it was ended; run that again, which puts it right")
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            d.help("another program is writing to it: try again")
        }
        _ => d.help("it is damaged, or was edited: convert into a new one"),
    }
}

/// Calls `tell` for each original that a database carries, in its order.
///
/// # Errors
///
/// Returns an error if they cannot be listed, and any error of `tell`.
pub fn originals_of_database(
    path: &Path,
    tell: &mut dyn FnMut(OriginalSource, io::Result<Vec<u8>>) -> Result<(), Diagnostic>,
) -> Result<(), Diagnostic> {
    let reader = DatabaseReader::open(path)?;
    let failed = |error: Error| cannot_open(&error);
    let sql = format!(
        "SELECT s.original, s.name, s.path, s.sha256, s.line, s.lines, a.sz, a.data \
         FROM sources s LEFT JOIN {ARCHIVE} a ON a.name = s.original WHERE s.original IS NOT NULL ORDER BY s.source_id"
    );
    let mut statement = reader.connection.prepare(&sql).map_err(failed)?;
    let mut rows = statement.query(()).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let original = || {
            let lines: (Option<u64>, Option<u64>) = (row.get(4)?, row.get(5)?);
            let source = OriginalSource::new(row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, lines.0.zip(lines.1));
            Ok((source, row.get(6)?, row.get_ref(7)?))
        };
        let (source, size, data) = original().map_err(failed)?;
        tell(source, unpacked(size, data))?;
    }
    Ok(())
}

/// Returns the bytes of a file that `sqlite3 -A` keeps.
fn unpacked(size: Option<i64>, data: ValueRef<'_>) -> io::Result<Vec<u8>> {
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let (Some(size), ValueRef::Blob(data)) = (size, data) else { return Err(wrong("the archive does not have it")) };
    let size = u64::try_from(size).map_err(|_| wrong("its length is none"))?;
    if size > MAX_FILE_SIZE {
        return Err(wrong("it is larger than any file that Ludex reads"));
    }
    if data.len() as u64 == size {
        return Ok(data.to_vec());
    }
    let mut bytes = Vec::new();
    let unpacking = ZlibDecoder::new(data).take(size + 1).read_to_end(&mut bytes);
    // Bytes that are not compressed are no zlib stream either.
    let is_whole = unpacking.is_ok() && bytes.len() as u64 == size;
    if is_whole { Ok(bytes) } else { Err(wrong("it does not have the length that is said of it")) }
}
