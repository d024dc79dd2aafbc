//! Reads the original files that a folder of Parquet files carries.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use parquet::basic::Type as Physical;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use walkdir::WalkDir;

use super::OriginalSource;
use crate::tables::collection::columns::ORIGINAL_DATA;
use crate::tables::collection::schema::SOURCES;
use crate::text::{Diagnostic, codes};

/// Number of rows read at a time.
const ROWS_AT_ONCE: usize = 64;

/// Maximum number of rows of one file; a few bytes may claim any number.
const MAX_ROWS: usize = 100_000_000;

/// Calls `tell` for each original that a folder carries, in the order of `source_id`, with its bytes.
///
/// # Errors
///
/// Returns an error if a file of the table of sources cannot be read, and any error of `tell`.
pub fn originals_of_parquet(
    folder: &Path,
    tell: &mut dyn FnMut(OriginalSource, io::Result<Vec<u8>>) -> Result<(), Diagnostic>,
) -> Result<(), Diagnostic> {
    let mut files = Vec::new();
    // A link may lead anywhere, so links are skipped.
    for entry in WalkDir::new(folder.join(SOURCES)).min_depth(2).max_depth(2).sort_by_file_name() {
        let entry = entry.map_err(|error| damaged(SOURCES.to_owned(), &error))?;
        let is_table = entry.path().extension().is_some_and(|extension| extension == "parquet");
        if entry.file_type().is_file() && is_table {
            let member = entry.path().strip_prefix(folder).unwrap_or(entry.path()).to_owned();
            let file = guarded(|| SourceFile::open(entry.path(), &member));
            files.push(file.map_err(|error| damaged(shown(&member), &error))?);
        }
    }
    // Each file is sorted by its numbers, so the least number that comes next in any file is the next of all.
    let mut next = BinaryHeap::new();
    for (index, file) in files.iter_mut().enumerate() {
        if let Some(id) = file.next_id()? {
            next.push(Reverse((id, index)));
        }
    }
    while let Some(Reverse((_, index))) = next.pop() {
        let Some(file) = files.get_mut(index) else { continue };
        if let Some((source, bytes)) = file.rows.pop_front().and_then(SourceRow::original) {
            tell(source, bytes)?;
        }
        if let Some(id) = file.next_id()? {
            next.push(Reverse((id, index)));
        }
    }
    Ok(())
}

fn shown(member: &Path) -> String {
    member.to_string_lossy().replace('\\', "/")
}

fn damaged(member: String, error: &dyn std::error::Error) -> Diagnostic {
    let mut d = Diagnostic::error(&codes::BAD_TABLE, format!("the Parquet file cannot be read: {error}"));
    d.member = Some(member);
    d.help("look for another copy, or convert the files again")
}

/// Calls the parquet crate, which panics on some damaged files, such as those with negative offsets.
fn guarded<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    let done = catch_unwind(AssertUnwindSafe(read));
    done.unwrap_or_else(|_| Err(ParquetError::General("what it says of itself cannot be".into())))
}

/// A file of the table of sources.
struct SourceFile {
    member: PathBuf,
    reader: SerializedFileReader<File>,
    /// Number of row groups begun.
    groups: usize,
    group: Option<Group>,
    count: usize,
    /// Rows read ahead.
    rows: VecDeque<SourceRow>,
}

/// The columns of a row group; a missing one has only nulls.
struct Group {
    id: Column<Int64Type>,
    name: Column<ByteArrayType>,
    path: Column<ByteArrayType>,
    original: Column<ByteArrayType>,
    original_data: Column<ByteArrayType>,
    sha256: Column<ByteArrayType>,
    line: Column<Int64Type>,
    lines: Column<Int64Type>,
}

struct Column<T: DataType>(Option<ColumnReaderImpl<T>>);

#[derive(Default)]
struct SourceRow {
    id: i64,
    name: Option<String>,
    path: Option<String>,
    original: Option<String>,
    original_data: Option<ByteArray>,
    sha256: Option<String>,
    line: Option<u64>,
    lines: Option<u64>,
}

impl SourceRow {
    /// Returns the original of the row and its bytes; `None` if the row has no original.
    fn original(self) -> Option<(OriginalSource, io::Result<Vec<u8>>)> {
        let place = self.original?;
        let (name, line) = (self.name.unwrap_or_default(), self.line.zip(self.lines));
        let source = OriginalSource::new(place, name, self.path, self.sha256, line);
        let missing = || io::Error::new(io::ErrorKind::NotFound, format!("its bytes are not in {ORIGINAL_DATA}"));
        Some((source, self.original_data.map(|bytes| bytes.data().to_vec()).ok_or_else(missing)))
    }
}

impl SourceFile {
    fn open(path: &Path, member: &Path) -> Result<SourceFile, ParquetError> {
        let reader = SerializedFileReader::new(File::open(path)?)?;
        let member = member.to_owned();
        Ok(SourceFile { member, reader, groups: 0, group: None, count: 0, rows: VecDeque::new() })
    }

    /// Returns the number of the next row; `None` at the end.
    fn next_id(&mut self) -> Result<Option<i64>, Diagnostic> {
        if self.rows.is_empty() {
            guarded(|| self.read()).map_err(|error| damaged(shown(&self.member), &error))?;
        }
        Ok(self.rows.front().map(|row| row.id))
    }

    /// Reads some rows ahead; none at the end.
    fn read(&mut self) -> Result<(), ParquetError> {
        while self.rows.is_empty() {
            if let Some(group) = &mut self.group {
                self.rows = group.read()?;
                self.count += self.rows.len();
                if self.count > MAX_ROWS {
                    return Err(ParquetError::General(format!("it has more than {MAX_ROWS} rows")));
                }
            }
            if self.rows.is_empty() {
                if self.groups == self.reader.num_row_groups() {
                    return Ok(());
                }
                self.group = Some(Group::open(&self.reader, self.groups)?);
                self.groups += 1;
            }
        }
        Ok(())
    }
}

impl Group {
    fn open(reader: &SerializedFileReader<File>, index: usize) -> Result<Group, ParquetError> {
        let group = reader.get_row_group(index)?;
        let find = |name: &str, physical: Physical| {
            let columns = reader.metadata().file_metadata().schema_descr().columns();
            let Some(place) = columns.iter().position(|column| column.path().string() == name) else { return Ok(None) };
            let column = &columns[place];
            if column.physical_type() != physical || column.max_rep_level() > 0 || column.max_def_level() > 1 {
                return Err(ParquetError::General(format!("expected a column `{name}` of type {physical}")));
            }
            group.get_column_reader(place).map(Some)
        };
        let integers = |name: &str| match find(name, Physical::INT64)? {
            Some(ColumnReader::Int64ColumnReader(column)) => Ok(Column(Some(column))),
            _ => Ok::<_, ParquetError>(Column(None)),
        };
        let texts = |name: &str| match find(name, Physical::BYTE_ARRAY)? {
            Some(ColumnReader::ByteArrayColumnReader(column)) => Ok(Column(Some(column))),
            _ => Ok::<_, ParquetError>(Column(None)),
        };
        let id = integers("source_id")?;
        if id.0.is_none() {
            return Err(ParquetError::General("it has no column `source_id`".into()));
        }
        Ok(Group {
            id,
            name: texts("name")?,
            path: texts("path")?,
            original: texts("original")?,
            original_data: texts(ORIGINAL_DATA)?,
            sha256: texts("sha256")?,
            line: integers("line")?,
            lines: integers("lines")?,
        })
    }

    /// Reads the next rows; none at the end.
    fn read(&mut self) -> Result<VecDeque<SourceRow>, ParquetError> {
        let ids = self.id.read(ROWS_AT_ONCE)?;
        let mut rows: VecDeque<SourceRow> =
            ids.into_iter().map(|id| SourceRow { id: id.unwrap_or_default(), ..SourceRow::default() }).collect();
        let count = rows.len();
        let number = |number: Option<i64>| number.and_then(|number| u64::try_from(number).ok());
        self.name.fill(count, &mut rows, |row, name| row.name = text(name))?;
        self.path.fill(count, &mut rows, |row, path| row.path = text(path))?;
        self.original.fill(count, &mut rows, |row, original| row.original = text(original))?;
        self.original_data.fill(count, &mut rows, |row, bytes| row.original_data = bytes)?;
        self.sha256.fill(count, &mut rows, |row, sha256| row.sha256 = text(sha256))?;
        self.line.fill(count, &mut rows, |row, line| row.line = number(line))?;
        self.lines.fill(count, &mut rows, |row, lines| row.lines = number(lines))?;
        Ok(rows)
    }
}

fn text(bytes: Option<ByteArray>) -> Option<String> {
    bytes.map(|bytes| String::from_utf8_lossy(bytes.data()).into_owned())
}

impl<T: DataType> Column<T> {
    /// Sets the value of each row.
    fn fill(
        &mut self,
        count: usize,
        rows: &mut VecDeque<SourceRow>,
        mut put: impl FnMut(&mut SourceRow, Option<T::T>),
    ) -> Result<(), ParquetError> {
        for (row, value) in rows.iter_mut().zip(self.read(count)?) {
            put(row, value);
        }
        Ok(())
    }

    /// Reads up to `count` values.
    fn read(&mut self, count: usize) -> Result<Vec<Option<T::T>>, ParquetError> {
        let Some(reader) = &mut self.0 else { return Ok(Vec::new()) };
        let (mut definition, mut values, mut read) = (Vec::new(), Vec::new(), 0);
        while read < count {
            let (records, _, _) = reader.read_records(count - read, Some(&mut definition), None, &mut values)?;
            if records == 0 {
                break;
            }
            read += records;
        }
        if values.len() == read {
            return Ok(values.into_iter().map(Some).collect());
        }
        let mut values = values.into_iter();
        Ok(definition.into_iter().map(|level| if level > 0 { values.next() } else { None }).collect())
    }
}
