//! Databases of fixtures, read back by SQLite.

mod answers;

use std::fs;

use rusqlite::types::Value as Sql;
use serde_json::Value as Json;

use super::schema::{TABLES, described_columns, described_tables, objects};
use super::*;
use crate::library::Session;
use crate::model::{Document, Game, Player, Seat, Source, System};
use crate::tables::collection::{ColumnOrigin, EntryOptions, InputFacts, SCHEMA};
use crate::tables::{Cell, Kind};
use crate::text::Encoding;

/// A file that was read as a document.
struct Read {
    place: String,
    bytes: Vec<u8>,
    document: Document,
}

/// Returns the files of a folder that are games.
fn files(folder: &str) -> Vec<Read> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder);
    let session = Session::new();
    let mut files: Vec<Read> = session.walk(&root).iter().filter_map(|entry| read(&session, entry)).collect();
    files.sort_by(|one, other| one.place.cmp(&other.place));
    assert!(!files.is_empty(), "{folder}");
    files
}

fn read(session: &Session, entry: &crate::library::FolderEntry) -> Option<Read> {
    let document = session.read_entry(entry).ok()?.document;
    let bytes = fs::read(entry.path()).ok()?;
    let place = document.sources.first()?.path.clone()?;
    Some(Read { place, bytes, document })
}

fn original(source: &Source) -> Option<Vec<u8>> {
    let encoding = Encoding::named(&source.encoding)?;
    encoding.encode(source.original()?).ok().map(|bytes| bytes.into_owned())
}

fn entry(place: &str, bytes: &[u8], document: &Document) -> Entry {
    let facts = InputFacts {
        place: place.to_owned(),
        name: place.to_owned(),
        sha256: Some(Source::sha256_of(bytes)),
        outcome: "converted".into(),
        confidence: Some(90),
        ..InputFacts::default()
    };
    let made = Entry::of_document(
        document,
        facts,
        EntryOptions { is_shared: true, with_references: true, ..EntryOptions::default() },
        &original,
    );
    made.unwrap_or_else(|_| panic!("{place}: no table holds it"))
}

impl Read {
    fn entry(&self) -> Entry {
        entry(&self.place, &self.bytes, &self.document)
    }
}

struct Temporary {
    folder: tempfile::TempDir,
}

impl Temporary {
    fn new() -> Temporary {
        Temporary { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("games.db")
    }

    fn open(&self) -> Result<Database, Diagnostic> {
        Database::open(&self.path(), &Arc::default())
    }

    /// Adds entries; returns the result for each of them, and for all together.
    fn add(&self, entries: impl IntoIterator<Item = Entry>) -> (Vec<Added>, Saved) {
        let mut database = self.open().unwrap();
        let added = entries.into_iter().map(|entry| database.add(entry).unwrap()).collect();
        (added, Box::new(database).finish().unwrap())
    }

    fn connection(&self) -> Connection {
        Connection::open(self.path()).unwrap()
    }

    fn texts(&self, sql: &str) -> Vec<String> {
        texts_of(&self.connection(), sql)
    }

    /// Returns every row of every table, in order; views are left out.
    fn dump(&self) -> Vec<String> {
        let connection = self.connection();
        let tables = texts_of(&connection, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
        let dump = |table: &String| {
            let rows = rows_of(&connection, &format!("SELECT * FROM {table} ORDER BY 1"));
            rows.into_iter().map(move |row| format!("{table}: {row:?}")).collect::<Vec<_>>()
        };
        tables.iter().flat_map(dump).collect()
    }

    #[track_caller]
    fn is_sound(&self) {
        assert_eq!(self.texts("PRAGMA integrity_check"), ["ok"]);
        assert_eq!(self.texts("PRAGMA foreign_key_check"), [""; 0]);
        assert_eq!(self.texts("PRAGMA journal_mode"), ["delete"]);
        let beside: Vec<_> =
            fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(beside, ["games.db"]);
    }
}

/// Returns the value that a database should hold for a cell.
fn expected(cell: &Cell, column: &crate::tables::collection::CollectedColumn, elements: Vec<Cell>) -> Sql {
    match cell {
        Cell::Null => Sql::Null,
        Cell::Boolean(is_true) => Sql::Integer((*is_true).into()),
        Cell::Integer(number) => Sql::Integer(i64::try_from(number.get()).unwrap()),
        Cell::Text(_) if column.kind == Kind::List => {
            let elements = elements.into_iter().map(|cell| match cell {
                Cell::Text(text) => Json::from(text.as_str()),
                Cell::Integer(number) => Json::from(i64::try_from(number.get()).unwrap()),
                Cell::Moment(moment) => Json::from(moment.to_string()),
                Cell::Boolean(is_true) => Json::from(is_true),
                Cell::Null => Json::Null,
            });
            Sql::Text(Json::from(elements.collect::<Vec<_>>()).to_string())
        }
        Cell::Text(text) => Sql::Text(text.to_string()),
        Cell::Moment(moment) => Sql::Text(moment.to_string()),
    }
}

/// Returns the rows of a query. A connection that was just opened reads the definitions of all tables first.
fn rows_of(connection: &Connection, sql: &str) -> Vec<Vec<Sql>> {
    let mut statement = connection.prepare(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
    let count = statement.column_count();
    let row = |row: &rusqlite::Row<'_>| (0..count).map(|column| row.get(column)).collect();
    statement.query_map((), row).unwrap().map(Result::unwrap).collect()
}

/// Returns the rows of a query as text.
fn texts_of(connection: &Connection, sql: &str) -> Vec<String> {
    let text = |value: &Sql| match value {
        Sql::Null => "-".to_owned(),
        Sql::Integer(number) => number.to_string(),
        Sql::Text(text) => text.clone(),
        other => format!("{other:?}"),
    };
    rows_of(connection, sql).iter().map(|row| row.iter().map(text).collect::<Vec<_>>().join("|")).collect()
}

/// Compares all values of a database with the entries that it was made from; returns the number of cells.
fn compare(connection: &Connection, entries: &[(Entry, Ids)]) -> usize {
    let mut count = 0;
    for schema in &*SCHEMA {
        let names: Vec<&str> = schema.columns.iter().map(|column| column.name).collect();
        let sql = format!("SELECT {} FROM {} ORDER BY rowid", names.join(", "), schema.name());
        let there = rows_of(connection, &sql);
        let mut there = there.into_iter();
        for (entry, ids) in entries {
            for table in entry.tables(ids).filter(|table| table.schema.index == schema.index) {
                for row in 0..table.length() {
                    let cells = there.next().unwrap_or_else(|| panic!("{} has too few rows", schema.name()));
                    for (column, cell) in schema.columns.iter().zip(cells) {
                        let was = table.cell(row, column);
                        let elements = match (&*was, column.origin) {
                            (Cell::Text(text), ColumnOrigin::Document(place)) if column.kind == Kind::List => {
                                schema.table.columns[place].elements(text).map(Result::unwrap).collect()
                            }
                            _ => Vec::new(),
                        };
                        assert_eq!(cell, expected(&was, column, elements), "{}.{}", schema.name(), column.name);
                        count += usize::from(cell != Sql::Null);
                    }
                }
            }
        }
        assert_eq!(there.next(), None, "{} has too many rows", schema.name());
    }
    count
}

#[test]
fn every_fixture_is_in_its_database_cell_by_cell() {
    for folder in [
        "war-dat",
        "war-rec",
        "njudge-map",
        "njudge-seed",
        "njudge-archive",
        "diplomacy-orders",
        "power",
        "diplomacy-game",
        "njudge-orders",
        "homeworlds",
        "homeworlds-sdg",
        "homeworlds-bga",
        "homeworlds-hwl",
        "homeworlds-ap",
    ] {
        let files = files(folder);
        let temporary = Temporary::new();
        temporary.add(files.iter().map(Read::entry));
        temporary.is_sound();
        let mut numbering = Numbering::default();
        let number = |file: &Read| {
            let entry = file.entry();
            let ids = numbering.number(&entry)?;
            Some((entry, ids))
        };
        let entries: Vec<(Entry, Ids)> = files.iter().filter_map(number).collect();
        let connection = temporary.connection();
        assert!(compare(&connection, &entries) > 20, "{folder}");
        for (entry, ids) in &entries {
            for (original, place) in entry.originals.iter().zip(&ids.originals) {
                let (bytes, place) = (original.bytes.as_deref().unwrap(), place.as_deref().unwrap());
                assert!(unpacked(&connection, place) == bytes, "{place}");
            }
        }
    }
}

/// Returns an original as the `sqlite3` shell would unpack it.
fn unpacked(connection: &Connection, name: &str) -> Vec<u8> {
    use std::io::Read as _;
    let sql = "SELECT mode, sz, data FROM sqlar WHERE name = ?";
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let (mode, size, data): (i64, usize, Vec<u8>) = connection.query_row(sql, [name], row).unwrap();
    assert_eq!(mode, 0o100_644);
    if data.len() == size {
        return data;
    }
    let mut bytes = Vec::new();
    flate2::read::ZlibDecoder::new(&data[..]).read_to_end(&mut bytes).unwrap();
    assert_eq!(bytes.len(), size);
    bytes
}

#[test]
fn originals_come_back_and_what_is_wrong_with_one_is_told() {
    let (files, temporary) = (files("war-dat"), Temporary::new());
    temporary.add(files.iter().map(Read::entry));
    let back = || {
        let mut back = Vec::new();
        let mut tell = |source: crate::tables::collection::OriginalSource, bytes: std::io::Result<Vec<u8>>| {
            back.push((source.source.path.unwrap_or_default(), bytes.map_err(|error| error.to_string())));
            Ok(())
        };
        originals_of_database(&temporary.path(), &mut tell).unwrap();
        back
    };
    let whole: Vec<_> = files.iter().map(|file| (file.place.clone(), Ok(file.bytes.clone()))).collect();
    assert!(back() == whole);
    for (edit, error) in [
        ("DELETE FROM sqlar", "the archive does not have it"),
        ("UPDATE sqlar SET sz = -1", "its length is none"),
        ("UPDATE sqlar SET sz = 1 << 40", "it is larger than any file that Ludex reads"),
        ("UPDATE sqlar SET sz = sz + 1", "it does not have the length that is said of it"),
        ("UPDATE sqlar SET data = 'text'", "the archive does not have it"),
    ] {
        let was = fs::read(temporary.path()).unwrap();
        temporary.connection().execute_batch(edit).unwrap();
        let (place, found) = back().swap_remove(0);
        assert_eq!((place, found), (files[0].place.clone(), Err(error.to_owned())), "{edit}");
        fs::write(temporary.path(), was).unwrap();
    }
}

#[test]
fn references_lead_to_the_rows_of_the_same_game() {
    let temporary = Temporary::new();
    temporary.add(files("njudge-archive").iter().chain(&files("homeworlds-sdg")).map(Read::entry));
    let mut checked = 0;
    for table in SCHEMA.iter() {
        for column in &table.columns {
            let Some(to) = column.refers_to else { continue };
            let (table, column) = (table.name(), column.name);
            let wrong = temporary.texts(&format!(
                "SELECT f.row_id FROM {table} f LEFT JOIN {0} t ON t.row_id = f.{column}_ref
                 WHERE CASE WHEN f.{column}_ref IS NULL
                       THEN EXISTS (SELECT 1 FROM {0} o WHERE o.game_id = f.game_id AND o.{1} = f.{column})
                       ELSE t.game_id <> f.game_id OR t.{1} IS NOT f.{column} END",
                to.table, to.column
            ));
            assert_eq!(wrong, [""; 0], "{table}.{column}");
            checked += temporary.texts(&format!("SELECT 1 FROM {table} WHERE {column}_ref IS NOT NULL")).len();
        }
    }
    // The crate's package has no goldens, which are documents too.
    assert!(checked > 400, "{checked}");
}

#[test]
fn names_are_those_of_one_thing() {
    let connection = Connection::open_in_memory().unwrap();
    for object in objects() {
        connection.execute_batch(&object.sql).unwrap_or_else(|error| panic!("{error}: {}", object.sql));
    }
    let described: HashSet<(&str, String)> =
        described_columns().into_iter().map(|column| (column.table, column.name)).collect();
    assert_eq!(described.len(), described_columns().len());
    let mut there = HashSet::new();
    for (table, kind, question, meaning) in described_tables() {
        assert!(!meaning.is_empty() && (kind == "view") == question.is_some(), "{table}");
        let mut columns = connection.prepare("SELECT name FROM pragma_table_info(?)").unwrap();
        let names = columns.query_map([table], |row| row.get::<_, String>(0)).unwrap();
        there.extend(names.map(|name| (table, name.unwrap())));
    }
    assert_eq!(there, described);
    // All tables are described, except those in which SQLite keeps its full-text indexes.
    let sql = "SELECT count(*) FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\'";
    let count: usize = connection.query_row(sql, (), |row| row.get(0)).unwrap();
    assert_eq!(count, described_tables().len());
}

#[test]
fn what_is_there_is_not_added_again() {
    let mut files = files("war-dat");
    files.sort_by(|one, other| one.bytes.cmp(&other.bytes));
    files.dedup_by(|one, other| one.bytes == other.bytes);
    let temporary = Temporary::new();
    let (added, saved) = temporary.add(files.iter().take(3).map(Read::entry));
    assert_eq!((added, saved), (vec![Added::New; 3], Saved::Written));
    let before = fs::read(temporary.path()).unwrap();
    let (added, saved) = temporary.add(files.iter().take(3).map(Read::entry));
    assert_eq!((added, saved), (vec![Added::Known; 3], Saved::AlreadyThere));
    assert_eq!(fs::read(temporary.path()).unwrap(), before);
    let known = temporary.open().unwrap().known();
    assert_eq!(known, files.iter().take(3).map(|file| file.entry().key).collect());
    // The same bytes elsewhere are the same game; the same place with other bytes is a separate file.
    let moved = entry("elsewhere/WAR.DAT", &files[1].bytes, &files[1].document);
    let changed = entry(&files[0].place, &files[3].bytes, &files[3].document);
    let (added, _) = temporary.add([moved, changed]);
    assert_eq!(added, [Added::Same, Added::New]);
    assert_eq!(
        temporary.texts("SELECT game_id, outcome FROM sources ORDER BY source_id"),
        ["1|converted", "2|converted", "3|converted", "2|identical", "4|converted"]
    );
    assert_eq!(temporary.texts("SELECT count(*), count(DISTINCT name) FROM sqlar"), ["5|5"]);
    temporary.is_sound();
}

#[test]
fn words_are_found() {
    let temporary = Temporary::new();
    temporary.add(files("homeworlds-sdg").iter().map(Read::entry));
    let all: usize = temporary.texts("SELECT count(*) FROM remarks")[0].parse().unwrap();
    assert!(all > 0);
    let word = temporary.texts("SELECT author FROM remarks WHERE author IS NOT NULL LIMIT 1").remove(0);
    let found = temporary.texts(&format!(
        "SELECT count(*) FROM remarks WHERE row_id IN (SELECT rowid FROM remarks_fts WHERE remarks_fts MATCH '\"{word}\"')"
    ));
    assert_ne!(found, ["0"]);
}

/// Returns `count` different games.
fn many(count: usize) -> impl Iterator<Item = Entry> {
    (0..count).map(|number| {
        let mut document =
            Document::new(Game { title: Some(format!("game {number}")), ..Game::new(System::Homeworlds) });
        document.game.players = vec![Player::at(Seat::new("N")), Player::at(Seat::new("S"))];
        entry(&format!("{number}"), number.to_string().as_bytes(), &document)
    })
}

#[test]
fn a_run_that_was_ended_is_gone_on_with() {
    let count = 2 * MAX_BATCH + 3;
    let whole = Temporary::new();
    whole.add(many(count));
    assert_eq!(whole.texts("SELECT count(*) FROM games"), [count.to_string()]);
    let dump = whole.dump();
    for ended in [1, MAX_BATCH, MAX_BATCH + 1, 2 * MAX_BATCH + 2] {
        let temporary = Temporary::new();
        let mut database = temporary.open().unwrap();
        for entry in many(ended) {
            database.add(entry).unwrap();
        }
        drop(database);
        temporary.is_sound();
        let there: usize = temporary.texts("SELECT count(*) FROM games")[0].parse().unwrap();
        assert!(there <= ended && there.is_multiple_of(MAX_BATCH), "{there}");
        // Inputs that are known need not be added again.
        let known = temporary.open().unwrap().known();
        temporary.add(many(count).filter(|entry| !known.contains(&entry.key)));
        temporary.is_sound();
        assert!(temporary.dump() == dump, "{ended}");
    }
}

#[test]
fn a_batch_is_written_whole_or_not_at_all() {
    let temporary = Temporary::new();
    let mut database = temporary.open().unwrap();
    for entry in many(3) {
        database.add(entry).unwrap();
    }
    // Another program writes in the meantime.
    temporary.connection().execute_batch("CREATE TABLE mine (a)").unwrap();
    let d = Box::new(database).finish().unwrap_err();
    assert!(d.message.ends_with("was changed by another program meanwhile"), "{}", d.message);
    assert_eq!(temporary.texts("SELECT count(*) FROM players"), ["0"]);
}

#[test]
fn a_row_that_cannot_be_inserted_leaves_nothing_of_its_batch() {
    let temporary = Temporary::new();
    temporary.add(many(30));
    // An index of somebody's own, which a row far behind the first new one violates.
    temporary.connection().execute_batch("CREATE UNIQUE INDEX mine ON players (game_id % 57, seat)").unwrap();
    let before = temporary.dump();
    let mut database = temporary.open().unwrap();
    for entry in many(70) {
        database.add(entry).unwrap();
    }
    let d = Box::new(database).finish().unwrap_err();
    assert!(d.message.ends_with("constraint failed") && d.code == codes::CANNOT_WRITE.id, "{d:?}");
    assert!(temporary.dump() == before);
    temporary.is_sound();
}

#[test]
fn rows_are_numbered_in_order_whatever_somebody_added() {
    let trigger = "CREATE TRIGGER mine AFTER INSERT ON players WHEN new.seat = 'N'
        BEGIN INSERT INTO players (game_id, row_number, seat) VALUES (1, 3, 'W'); END";
    let rows = "INSERT INTO players VALUES (1000, 1, 4, 'E', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
        DELETE FROM players WHERE row_id = 60";
    for (mine, last) in [(trigger, 140), (rows, 1080)] {
        let temporary = Temporary::new();
        temporary.add(many(30));
        temporary.connection().execute_batch(mine).unwrap();
        temporary.add(many(70));
        temporary.is_sound();
        assert_eq!(temporary.texts("SELECT count(*), max(row_id) FROM players"), [format!("140|{last}")]);
        let of_last = "SELECT seat FROM players WHERE game_id = 70 ORDER BY row_id";
        assert_eq!(temporary.texts(of_last), ["N", "S"]);
    }
}

#[test]
fn games_whose_numbers_have_gaps_keep_them() {
    let temporary = Temporary::new();
    let mut database = temporary.open().unwrap();
    let mut batch: Vec<(Entry, Ids)> = Vec::new();
    for entry in many(40) {
        let mut ids = database.numbering.number(&entry).unwrap();
        ids.game = ids.game.map(|game| 3 * game);
        batch.push((entry, ids));
    }
    let transaction = database.connection.transaction().unwrap();
    Writer::new(&transaction, &mut database.next_rows, &mut database.packer).write(&batch).unwrap();
    transaction.commit().unwrap();
    drop(database);
    temporary.is_sound();
    let as_numbered = "SELECT count(*), max(game_id) FROM games WHERE title = 'game ' || (game_id / 3 - 1)";
    assert_eq!(temporary.texts(as_numbered), ["40|120"]);
    assert_eq!(temporary.texts("SELECT count(*) FROM players JOIN games USING (game_id)"), ["80"]);
}

#[test]
fn numbers_that_no_database_holds_are_refused_whole() {
    let temporary = Temporary::new();
    let mut document = Document::new(Game::new(System::Power));
    let gives = serde_json::json!([{"piece": "tank", "count": 3}, {"piece": "tank", "count": u64::MAX}]);
    let json = serde_json::json!({"type": "exchange", "at": "Y2", "gives": gives, "becomes": "heavy-tank"});
    let turn = serde_json::json!({"actions": [json]});
    document.game.turns = vec![serde_json::from_value(turn).unwrap()];
    let mut database = temporary.open().unwrap();
    let d = database.add(entry("a", b"a", &document)).unwrap_err();
    assert_eq!(d.code, "JS004");
    assert!(d.message.starts_with("count in row 2 of the table action_gives is 18446744073709551615"), "{}", d.message);
    assert_eq!(database.add(entry("b", b"b", &Document::new(Game::new(System::Power)))), Ok(Added::New));
    Box::new(database).finish().unwrap();
    assert_eq!(temporary.texts("SELECT game_id, path FROM sources"), ["1|b"]);
}

#[test]
fn databases_and_files_of_others_are_refused_and_left_alone() {
    let refused = |make: &dyn Fn(&Temporary)| {
        let temporary = Temporary::new();
        make(&temporary);
        let before = fs::read(temporary.path()).ok();
        let d = temporary.open().err().unwrap_or_else(|| panic!("it is taken"));
        assert_eq!(fs::read(temporary.path()).ok(), before);
        (d.code.into_owned(), d.message)
    };
    let is = |(code, message): (String, String), expected: &str, end: &str| {
        assert!(code == expected && message.ends_with(end), "{code}: {message}");
    };
    let not_ours = "exists, and is no database of Ludex";
    is(refused(&|temporary| fs::write(temporary.path(), "text").unwrap()), "IO005", not_ours);
    is(refused(&|temporary| fs::write(temporary.path(), "text ".repeat(100)).unwrap()), "IO005", not_ours);
    is(refused(&|temporary| fs::create_dir(temporary.path()).unwrap()), "IO005", not_ours);
    let with = |sql: &str| refused(&|temporary: &Temporary| temporary.connection().execute_batch(sql).unwrap());
    is(with("CREATE TABLE a (b)"), "IO005", not_ours);
    let ours = |sql: &str| {
        refused(&|temporary: &Temporary| {
            temporary.add(many(1));
            temporary.connection().execute_batch(sql).unwrap();
        })
    };
    is(ours("PRAGMA user_version = 2"), "JS003", "is a database of version 2, and this Ludex knows version 1");
    is(ours("PRAGMA application_id = 7"), "IO005", not_ours);
    let another = "has another table players than this Ludex makes";
    is(ours("ALTER TABLE players ADD COLUMN mine TEXT"), "IO005", another);
    is(ours("PRAGMA foreign_keys = OFF; DROP TABLE players"), "IO005", another);
    let (code, _) = ours("UPDATE players SET row_id = 9223372036854775806 WHERE seat = 'S'");
    assert_eq!(code, "IO006");
}

#[test]
fn empty_files_are_filled_and_what_was_added_by_hand_stays() {
    let temporary = Temporary::new();
    fs::write(temporary.path(), "").unwrap();
    temporary.add(many(1));
    temporary.connection().execute_batch("CREATE TABLE mine (a); CREATE INDEX titles ON games(title)").unwrap();
    temporary.connection().execute_batch("PRAGMA journal_mode = WAL").unwrap();
    temporary.add(many(2));
    assert_eq!(temporary.texts("SELECT title FROM games"), ["game 0", "game 1"]);
    temporary.is_sound();
}

#[test]
fn inputs_are_never_overwritten() {
    let temporary = Temporary::new();
    temporary.add(many(1));
    let inputs = crate::archive::Protected::new([temporary.path()], []);
    let overwriting = Arc::new(Overwriting::new(true, false, inputs));
    let d = Database::open(&temporary.path(), &overwriting).err().unwrap();
    assert_eq!(d.code, "IO014");
}

#[test]
fn names_that_sqlite_takes_for_something_else_are_files() {
    for name in [":memory:", "file:x.db?mode=memory", ""] {
        let path = opening::plain_path(Path::new(name));
        assert!(path.starts_with("."), "{name}");
    }
    assert_eq!(TABLES.len(), SCHEMA.len());
}
