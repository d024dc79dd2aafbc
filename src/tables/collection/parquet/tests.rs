//! Reads back what was written, cell by cell.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::{Field, Row};
use parquet::schema::types::Type;
use walkdir::WalkDir;

use super::partition::write_column;
use super::schema::FileSchema;
use super::*;
use crate::archive::Protected;
use crate::conversion::{ReadOptions, read};
use crate::model::{Moment, Source};
use crate::tables::Cell;
use crate::tables::Kind;
use crate::tables::collection::columns::{ColumnBuffer, Holds, ORIGINAL_DATA};
use crate::tables::collection::{ColumnOrigin, EntryOptions, EntryTable, Ids, InputFacts, Numbering, SCHEMA};
use crate::text::{Encoding, codes};

/// Returns the entry of a file, placed at `place`.
fn entry(path: &Path, place: &str, format: &str, keeps_original: bool) -> Entry {
    entry_of(&fs::read(path).unwrap(), place, format, keeps_original)
}

fn entry_of(bytes: &[u8], place: &str, format: &str, keeps_original: bool) -> Entry {
    let name = place.rsplit('/').next().unwrap();
    let options = ReadOptions { format: Some(format.to_owned()), ..ReadOptions::default() };
    let outcome = read(name, bytes, &options);
    let document = outcome.document.unwrap_or_else(|| panic!("{place}: {:?}", outcome.diagnostics));
    let facts =
        InputFacts { place: place.to_owned(), name: name.to_owned(), outcome: "converted".into(), ..<_>::default() };
    let original = |source: &Source| {
        let encoding = Encoding::named(&source.encoding)?;
        let bytes = source.original().and_then(|text| encoding.encode(text).ok().map(std::borrow::Cow::into_owned));
        bytes.filter(|_| keeps_original)
    };
    Entry::of_document(&document, facts, EntryOptions::default(), &original)
        .unwrap_or_else(|left| panic!("{place}: {}", left.len()))
}

/// Returns all good fixtures except containers, as paths with their formats.
fn fixtures() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let files = WalkDir::new(&root).min_depth(3).max_depth(3).sort_by_file_name();
    let good = files
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.is_file() && path.parent().is_some_and(|parent| parent.ends_with("good")));
    good.map(|path| {
        let format = path.parent().and_then(Path::parent).and_then(Path::file_name).unwrap();
        (path.clone(), format.to_str().unwrap().to_owned())
    })
    .collect()
}

fn unread(place: &str, bytes: Option<Vec<u8>>) -> Entry {
    let facts =
        InputFacts { place: place.to_owned(), name: place.to_owned(), outcome: "unknown".into(), ..<_>::default() };
    Entry::of_unread(facts, vec![Diagnostic::warning(&codes::UNKNOWN_FORMAT, "what is this")], bytes)
}

fn begin(path: &Path) -> Box<ParquetFolder> {
    Box::new(ParquetFolder::create(path, &Arc::default()).unwrap())
}

fn rows_of(path: &Path) -> Vec<Row> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    reader.get_row_iter(None).unwrap().map(Result::unwrap).collect()
}

/// Formats a field as a text that is different for every value.
fn shown(field: &Field) -> String {
    match field {
        Field::Null => "null".into(),
        Field::Bool(value) => value.to_string(),
        Field::Long(number) => number.to_string(),
        Field::Str(text) => format!("{text:?}"),
        Field::Bytes(bytes) => format!("{:?}", bytes.data()),
        Field::TimestampMillis(at) => format!("{at} ms"),
        Field::ListInternal(list) => format!("[{}]", list.elements().iter().map(shown).collect::<Vec<_>>().join(", ")),
        other => panic!("{other:?}"),
    }
}

/// Formats a cell of an entry in the same way.
fn expected(table: &EntryTable<'_>, row: usize, column: &super::super::CollectedColumn) -> String {
    let cell = match table.is_used(column) {
        true => table.cell(row, column).into_owned(),
        false => Cell::Null,
    };
    let one = |cell: &Cell| match cell {
        Cell::Null => "null".into(),
        Cell::Text(text) => format!("{text:?}"),
        Cell::Integer(number) => number.get().to_string(),
        Cell::Boolean(value) => value.to_string(),
        Cell::Moment(at) => panic!("{at} as text is expected"),
    };
    match (&cell, column.origin, &column.kind) {
        (Cell::Text(text), ColumnOrigin::Document(place), Kind::List) => {
            let elements = table.schema.table.columns[place].elements(text).map(|element| one(&element.unwrap()));
            format!("[{}]", elements.collect::<Vec<_>>().join(", "))
        }
        (Cell::Text(text), _, Kind::Moment) => {
            let at: Moment = text.parse().unwrap();
            format!("{} ms", at.since(chrono::NaiveDate::from_ymd_opt(1970, 1, 1).unwrap()))
        }
        (cell, ..) => one(cell),
    }
}

type Rows = BTreeMap<String, Vec<Vec<(String, String)>>>;

/// Adds the rows that the files should hold for an entry.
fn expect(rows: &mut Rows, entry: &Entry, ids: &Ids) {
    for table in entry.tables(ids) {
        let system = entry.system.as_deref().unwrap_or("none");
        let rows = rows.entry(format!("{}/system={system}/part-0.parquet", table.schema.name())).or_default();
        for row in 0..table.length() {
            let mut cells = Vec::new();
            for column in &table.schema.columns {
                if column.name == SYSTEM {
                    assert_eq!(expected(&table, row, column), format!("{system:?}"));
                    continue;
                }
                cells.push((column.name.to_owned(), expected(&table, row, column)));
                if column.name == "original" {
                    let bytes = entry.originals[row].bytes.as_ref();
                    cells.push((ORIGINAL_DATA.to_owned(), bytes.map_or("null".into(), |bytes| format!("{bytes:?}"))));
                }
            }
            rows.push(cells);
        }
    }
}

fn found(folder: &Path) -> Rows {
    let mut rows = Rows::new();
    for entry in WalkDir::new(folder).min_depth(2).sort_by_file_name() {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            let cells =
                |row: Row| row.get_column_iter().map(|(name, field)| (name.clone(), shown(field))).collect::<Vec<_>>();
            let place = entry.path().strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
            rows.insert(place, rows_of(entry.path()).into_iter().map(cells).collect());
        }
    }
    rows
}

#[test]
fn every_cell_of_every_fixture_is_read_back_in_order() {
    let above = tempfile::tempdir().unwrap();
    let path = above.path().join("games.parquet");
    let mut folder = begin(&path);
    // These limits are so small that most files have several row groups.
    folder.limits = Limits { group_rows: 60, group_size: 20_000, size: 200_000 };
    let mut numbering = Numbering::default();
    let mut rows = Rows::new();
    let mut add = |folder: &mut ParquetFolder, make: &dyn Fn() -> Entry| {
        let entry = make();
        let ids = numbering.number(&entry).unwrap();
        expect(&mut rows, &entry, &ids);
        assert_eq!(folder.add(make()).unwrap(), Added::New);
    };
    for (index, (path, format)) in fixtures().iter().enumerate() {
        let place = format!("{format}/{}", path.file_name().unwrap().to_str().unwrap());
        add(&mut folder, &|| entry(path, &place, format, index % 3 > 0));
        if index % 7 == 0 {
            add(&mut folder, &|| unread(&format!("unread {index}"), Some(vec![0xff; index])));
        }
    }
    assert!(folder.columns.parts().filter(|(_, part)| part.total() > 60).count() > 10);
    assert_eq!(folder.finish().unwrap(), Saved::Written);
    let found = found(&path);
    let is_there = |text: &str| rows.values().flatten().flatten().any(|(_, cell)| cell == text);
    for text in ["null", "[]", "true", "false", "\"\""] {
        assert!(is_there(text), "no fixture has {text}");
    }
    for start in ["[1, ", "[\""] {
        assert!(rows.values().flatten().flatten().any(|(_, cell)| cell.starts_with(start)), "no fixture has {start}");
    }
    assert!(rows.values().flatten().flatten().any(|(_, cell)| cell.ends_with(" ms")));
    let systems: BTreeSet<&str> = rows.keys().filter_map(|place| place.split('/').nth(1)).collect();
    assert_eq!(systems.len(), crate::model::System::ALL.len() + 1, "{systems:?}");
    assert_eq!(rows.keys().collect::<Vec<_>>(), found.keys().collect::<Vec<_>>());
    for (place, rows) in &rows {
        assert_eq!(rows.len(), found[place].len(), "{place}");
        for (row, (expected, found)) in rows.iter().zip(&found[place]).enumerate() {
            assert_eq!(expected, found, "{place}, row {}", row + 1);
        }
    }
}

#[test]
fn all_systems_have_one_schema_and_only_games_leave_a_column_to_their_folders() {
    for (table, typed) in SCHEMA.iter().zip(&*TYPED) {
        let left_out = table.columns.iter().filter(|column| column.name == SYSTEM).count();
        assert_eq!(left_out, usize::from(table.name() == "games"), "{}", table.name());
        let added = usize::from(table.name() == "sources");
        assert_eq!(typed.columns.len(), table.columns.len() - left_out + added);
        let required: BTreeSet<_> = table.columns.iter().filter(|column| column.is_required).map(|c| c.name).collect();
        for field in FileSchema::new(typed).unwrap().parquet.get_fields() {
            assert_eq!(field.is_optional(), !required.contains(field.name()), "{}.{}", table.name(), field.name());
        }
    }
}

#[test]
fn lists_that_are_empty_or_missing_and_elements_that_are_missing_are_kept_apart() {
    let lists = TYPED.iter().flat_map(|table| &table.columns).filter_map(|column| Some((column, column.list_of?)));
    let (mut integers, mut with_missing) = (0, 0);
    let folder = tempfile::tempdir().unwrap();
    for (index, (column, list)) in lists.enumerate() {
        let are_integers = column.holds == Holds::Integers;
        let (mut cells, mut wanted) = match are_integers {
            true => (vec!["", "4", "-1 0 9223372036854775807"], vec!["[]", "[4]", "[-1, 0, 9223372036854775807]"]),
            false => (vec!["", "a", r"\ a\_b ä"], vec!["[]", "[\"a\"]", "[\"\", \"a b\", \"ä\"]"]),
        };
        if list.items_may_be_missing {
            cells.extend([r"\-", if are_integers { r"\- 1 \-" } else { r"\- b \-" }]);
            wanted.extend(["[null]", if are_integers { "[null, 1, null]" } else { "[null, \"b\", null]" }]);
        }
        let mut cells: Vec<Cell> = cells.into_iter().map(|text| Cell::Text(text.into())).collect();
        if !column.is_required {
            cells.insert(1, Cell::Null);
            wanted.insert(1, "null");
        }
        let mut buffer = ColumnBuffer::new(column);
        for cell in &cells {
            buffer.push(cell, column).unwrap();
        }
        let path = folder.path().join(index.to_string());
        let parquet = Type::group_type_builder("t").with_fields(vec![Arc::new(column.parquet().unwrap())]).build();
        let mut writer = SerializedFileWriter::new(
            File::create(&path).unwrap(),
            Arc::new(parquet.unwrap()),
            Arc::new(WriterProperties::new()),
        )
        .unwrap();
        let mut group = writer.next_row_group().unwrap();
        write_column(group.next_column().unwrap().unwrap(), column, buffer.take(column)).unwrap();
        group.close().unwrap();
        writer.close().unwrap();
        let found: Vec<_> = rows_of(&path).iter().map(|row| shown(row.get_column_iter().next().unwrap().1)).collect();
        assert_eq!(found, wanted, "{}", column.name);
        integers += usize::from(are_integers);
        with_missing += usize::from(list.items_may_be_missing);
    }
    assert!(integers > 0 && with_missing > 0, "{integers} lists of integers, {with_missing} with missing elements");
}

#[test]
fn a_number_of_more_than_64_bits_is_refused_and_nothing_of_its_game_is_written() {
    let game = |count: u64| {
        let text = format!(
            r#"{{"ludex": 1, "game": {{"system": "homeworlds", "turns": [{{"actions": [
                {{"type": "exchange", "at": "1", "gives": [{{"piece": "r1", "count": {count}}}], "becomes": "g1"}}]}}]}}}}"#
        );
        entry_of(text.as_bytes(), &format!("{count}.json"), "json", false)
    };
    let above = tempfile::tempdir().unwrap();
    let path = above.path().join("games");
    let mut folder = begin(&path);
    let refused = folder.add(game(u64::MAX)).unwrap_err();
    assert_eq!(refused.code, "JS004");
    assert_eq!(refused.message, "action_gives, row 1, count: a column of Parquet cannot hold 18446744073709551615");
    assert_eq!(folder.add(game(i64::MAX as u64)).unwrap(), Added::New);
    folder.finish().unwrap();
    let found = found(&path);
    let rows: BTreeMap<&str, usize> = found.iter().map(|(place, rows)| (place.as_str(), rows.len())).collect();
    let place = |table: &str| format!("{table}/system=homeworlds/part-0.parquet");
    let tables = ["action_gives", "actions", "games", "sources", "turns"].map(place);
    assert_eq!(rows, tables.iter().map(|place| (place.as_str(), 1)).collect());
    for place in &tables {
        let game = found[place][0].iter().find(|(name, _)| name == "game_id").unwrap();
        assert_eq!(game.1, "1", "{place}: the number was not taken by what was refused");
    }
    let count = found[&tables[0]][0].iter().find(|(name, _)| name == "count").unwrap();
    assert_eq!(count.1, i64::MAX.to_string());
}

/// Creates a folder with originals of several systems, of files of none, and without bytes; returns the originals that
/// should be reported.
fn with_originals(above: &Path) -> (PathBuf, Vec<(String, Vec<u8>)>) {
    let path = above.join("games");
    let mut folder = begin(&path);
    folder.limits.group_rows = 3;
    let mut originals = Vec::new();
    for (index, (file, format)) in fixtures().iter().enumerate().filter(|(index, _)| index % 5 == 0) {
        let place = format!("{index}/{}", file.file_name().unwrap().to_str().unwrap());
        let made = entry(file, &place, format, index % 15 > 0);
        let with_bytes = made.originals.iter().filter_map(|original| original.bytes.clone());
        originals.extend(with_bytes.map(|bytes| (file.file_name().unwrap().to_str().unwrap().to_owned(), bytes)));
        folder.add(made).unwrap();
        folder.add(unread(&format!("{index}/empty"), Some(Vec::new()))).unwrap();
        originals.push((format!("{index}/empty"), Vec::new()));
        folder.add(unread(&format!("{index}/gone"), None)).unwrap();
    }
    folder.finish().unwrap();
    (path, originals)
}

type Told = Vec<(OriginalSource, io::Result<Vec<u8>>)>;

fn told(folder: &Path) -> Result<Told, Diagnostic> {
    let mut told = Vec::new();
    originals_of_parquet(folder, &mut |source, bytes| {
        told.push((source, bytes));
        Ok(())
    })?;
    Ok(told)
}

#[test]
fn originals_come_back_in_the_order_of_their_numbers() {
    let above = tempfile::tempdir().unwrap();
    let (path, originals) = with_originals(above.path());
    let told = told(&path).unwrap();
    let bytes: Vec<_> = told.iter().map(|(_, bytes)| bytes.as_ref().unwrap()).collect();
    assert_eq!(bytes, originals.iter().map(|(_, bytes)| bytes).collect::<Vec<_>>());
    let places: BTreeSet<_> = told.iter().map(|(told, _)| told.place.as_str()).collect();
    assert_eq!(places.len(), told.len());
    let names: Vec<_> = told.iter().map(|(told, _)| told.source.name.as_str()).collect();
    assert_eq!(names, originals.iter().map(|(name, _)| name).collect::<Vec<_>>());
    assert!(bytes.iter().filter(|bytes| bytes.is_empty()).count() > 10);
    assert!(bytes.iter().filter(|bytes| !bytes.is_empty()).count() > 10);
}

#[test]
fn damaged_files_are_named_and_nothing_panics() {
    let above = tempfile::tempdir().unwrap();
    let (path, _) = with_originals(above.path());
    for entry in fs::read_dir(path.join("sources")).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name() != "system=none" {
            fs::remove_dir_all(entry.path()).unwrap();
        }
    }
    let place = "sources/system=none/part-0.parquet";
    let whole = fs::read(path.join(place)).unwrap();
    let mut refused = 0;
    let mut tell = |bytes: &[u8]| {
        fs::write(path.join(place), bytes).unwrap();
        if let Err(error) = told(&path) {
            assert_eq!((error.code.as_ref(), error.member.as_deref()), ("JS015", Some(place)));
            refused += 1;
        }
        refused
    };
    assert_eq!(tell(&whole), 0);
    for at in (0..whole.len()).step_by(whole.len() / 300 + 1) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        tell(&bytes);
    }
    let flipped = tell(&whole);
    assert!(flipped > 50, "{flipped}");
    for (count, length) in (1..).zip((0..whole.len()).step_by(whole.len() / 30 + 1)) {
        assert_eq!(tell(&whole[..length]), flipped + count);
    }
}

#[test]
fn a_folder_is_overwritten_by_force_only_and_one_of_other_files_never() {
    let above = tempfile::tempdir().unwrap();
    let path = above.path().join("games");
    let write = |force: bool, place: &str| {
        let overwriting = Arc::new(Overwriting::new(force, false, Protected::default()));
        let mut folder = Box::new(ParquetFolder::create(&path, &overwriting)?);
        folder.add(unread(place, None))?;
        folder.finish()
    };
    assert_eq!(write(false, "a").unwrap(), Saved::Written);
    assert_eq!(write(false, "a").unwrap(), Saved::AlreadyThere);
    assert_eq!(write(false, "b").unwrap_err().code, "IO005");
    assert_eq!(write(true, "b").unwrap(), Saved::Written);
    let marker: Json = serde_json::from_slice(&fs::read(path.join(PARQUET_MARKER)).unwrap()).unwrap();
    let tables: Vec<_> = marker["tables"].as_array().unwrap().iter().map(|table| &table["name"]).collect();
    assert_eq!(tables, ["diagnostics", "sources"]);
    assert_eq!((&marker["tables"][1]["systems"], &marker["tables"][1]["rows"]), (&json!(["none"]), &json!(1)));
    fs::remove_file(path.join(PARQUET_MARKER)).unwrap();
    assert_eq!(write(true, "c").unwrap_err().code, "IO005");
}
