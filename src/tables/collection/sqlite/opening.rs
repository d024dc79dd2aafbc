//! Opens a database of Ludex or creates a new one, and refuses all others.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, Error, OpenFlags, TransactionBehavior};

use super::refused;
use super::schema::{
    APPLICATION_ID, ARCHIVE, INPUTS, TABLES, USER_VERSION, described_columns, described_tables, objects, row_id,
};
use crate::formats::is_database;
use crate::tables::collection::{InputKey, Numbering};
use crate::text::{Diagnostic, codes};

/// Maximum row id of any table.
const MAX_ROWS: i64 = 1 << 48;

/// Time to wait while other programs lock the database.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// An open database.
pub struct OpenDatabase {
    /// The connection to the database.
    pub connection: Connection,
    /// Whether the database was created by this call.
    pub is_new: bool,
}

/// Opens a database to add to.
pub fn open(path: &Path) -> Result<OpenDatabase, Diagnostic> {
    if is_of_others(path)? {
        return Err(not_ours(path));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let failed = |error: Error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => not_ours(path),
        _ => refused(path, &error),
    };
    let mut connection = Connection::open_with_flags(plain_path(path), flags).map_err(failed)?;
    prepare(&connection).map_err(failed)?;
    let number = |name: &str| connection.query_row(&format!("PRAGMA {name}"), (), |row| row.get::<_, i32>(0));
    let (application, version) = (number("application_id").map_err(failed)?, number("user_version").map_err(failed)?);
    let there = statements(&connection).map_err(failed)?;
    if there.is_empty() && application == 0 && version == 0 {
        create(&mut connection).map_err(failed)?;
        return Ok(OpenDatabase { connection, is_new: true });
    }
    if application != APPLICATION_ID {
        return Err(not_ours(path));
    }
    if version != USER_VERSION {
        let message = format!(
            "{} is a database of version {version}, and this Ludex knows version {USER_VERSION}",
            path.display()
        );
        let d = Diagnostic::error(&codes::NEWER_VERSION, message);
        return Err(d.help("use a later Ludex, or convert into a new database"));
    }
    if let Some(table) = objects()
        .iter()
        .filter_map(|object| Some((object.table?, &object.sql)))
        .find_map(|(table, sql)| (there.get(table) != Some(sql)).then_some(table))
    {
        let message = format!("{} has another table {table} than this Ludex makes", path.display());
        let d = Diagnostic::error(&codes::OUTPUT_EXISTS, message);
        return Err(d.help("another version of Ludex made it, or it was edited: convert into a new database"));
    }
    // If other programs set another journal mode, the database has more files beside it.
    connection.query_row("PRAGMA journal_mode = DELETE", (), |_| Ok(())).map_err(failed)?;
    Ok(OpenDatabase { connection, is_new: false })
}

/// Returns whether a file is that of another program and must not be touched, as far as its first bytes show.
fn is_of_others(path: &Path) -> Result<bool, Diagnostic> {
    let cannot_read = |error: std::io::Error| {
        let message = format!("{} cannot be read: {}", path.display(), crate::archive::reason(&error));
        Diagnostic::error(&codes::CANNOT_READ, message)
    };
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(cannot_read(error)),
        Ok(metadata) if !metadata.is_file() => return Ok(true),
        Ok(_) => {}
    }
    // An interrupted write of a killed run is rolled back when the database is opened; until then its first bytes may
    // be anything.
    let mut journal = path.as_os_str().to_owned();
    journal.push("-journal");
    if PathBuf::from(journal).exists() {
        return Ok(false);
    }
    let mut head = Vec::new();
    File::open(path).and_then(|file| file.take(100).read_to_end(&mut head)).map_err(cannot_read)?;
    Ok(!head.is_empty() && !is_database(&head))
}

/// Returns a path that SQLite does not take for a special name, such as `:memory:` or `file:games.db`.
pub fn plain_path(path: &Path) -> PathBuf {
    if path.is_absolute() { path.to_owned() } else { Path::new(".").join(path) }
}

fn not_ours(path: &Path) -> Diagnostic {
    let message = format!("{} exists, and is no database of Ludex", path.display());
    let d = Diagnostic::error(&codes::OUTPUT_EXISTS, message);
    d.help("choose another name: only what `convert -t sqlite` wrote is added to, and nothing is overwritten by it")
}

/// Sets the options of an open connection. The database may come from anybody.
fn prepare(connection: &Connection) -> Result<(), Error> {
    connection.busy_timeout(PATIENCE)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    // No constraint needs checking: columns have the kinds of their values, and references are made from existing rows.
    // `PRAGMA integrity_check` and `foreign_key_check` prove it for every fixture.
    connection.execute_batch(
        "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA cache_size = -8000; \
         PRAGMA analysis_limit = 1000;",
    )
}

/// Returns the statements that created each object of the database, by its name.
fn statements(connection: &Connection) -> Result<HashMap<String, String>, Error> {
    let mut statement = connection.prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")?;
    statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

fn create(connection: &mut Connection) -> Result<(), Error> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
    transaction
        .execute_batch(&format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {USER_VERSION};"))?;
    for object in objects() {
        transaction.execute_batch(&object.sql)?;
    }
    let mut insert = transaction.prepare("INSERT INTO tables (name, kind, question, meaning) VALUES (?, ?, ?, ?)")?;
    for table in described_tables() {
        insert.execute(table)?;
    }
    drop(insert);
    let mut insert = transaction.prepare(
        "INSERT INTO columns (table_name, column_name, type, unit, meaning, refers_to) VALUES (?, ?, ?, ?, ?, ?)",
    )?;
    for column in described_columns() {
        let super::schema::Described { table, name, kind, unit, meaning, refers_to } = column;
        insert.execute((table, name, kind, unit, meaning, refers_to))?;
    }
    drop(insert);
    transaction.commit()
}

/// Returns the numbering of the games, files and inputs that are in the database.
pub fn numbering(connection: &Connection) -> Result<Numbering, Error> {
    let last = |table: &str, key: &str| {
        let sql = format!("SELECT coalesce(max({key}), 0) FROM {table}");
        connection.query_row(&sql, (), |row| row.get::<_, u64>(0))
    };
    let mut numbering = Numbering::default();
    numbering.games = last("games", "game_id")?;
    numbering.sources = last("sources", "source_id")?;
    let mut places = connection.prepare(&format!("SELECT name FROM {ARCHIVE}"))?;
    let mut rows = places.query(())?;
    while let Some(row) = rows.next()? {
        numbering.places.take(row.get_ref(0)?.as_str()?);
    }
    let mut inputs = connection.prepare(&format!(
        "SELECT input_key, content_key, game_id FROM {INPUTS} JOIN sources USING (source_id) ORDER BY source_id"
    ))?;
    let mut rows = inputs.query(())?;
    while let Some(row) = rows.next()? {
        let (key, content, game): ([u8; 16], Option<[u8; 16]>, Option<u64>) = (row.get(0)?, row.get(1)?, row.get(2)?);
        numbering.take(InputKey(key), content.zip(game));
    }
    Ok(numbering)
}

/// Returns the next row id of each table, by its index in the schema.
pub fn next_rows(connection: &Connection) -> Result<Vec<i64>, Error> {
    let next = |table: &super::schema::SqlTable| {
        let sql = format!("SELECT coalesce(max({}), 0) + 1 FROM {}", row_id(table.schema), table.schema.name());
        let next: i64 = connection.query_row(&sql, (), |row| row.get(0))?;
        // No real database has that many rows, but the file may come from anybody.
        if next < MAX_ROWS { Ok(next) } else { Err(Error::IntegralValueOutOfRange(0, next)) }
    };
    TABLES.iter().map(next).collect()
}
