//! Parses a CSV file into rows.

use std::borrow::Cow;

use csv::StringRecord;

use super::lenient::{Leniencies, Leniency};
use crate::text::{Diagnostic, codes};

/// A parsed CSV file.
pub struct CsvFile {
    /// The names of the columns, from the first row.
    pub header: StringRecord,
    /// The rows below the header, each with its line number; `None` for a row with too many or too few cells.
    pub rows: Vec<(usize, Option<StringRecord>)>,
    /// The deviations of other programs that were accepted.
    pub leniencies: Leniencies,
}

/// Parses the bytes of the file `name`; `is_column` tells whether a name is that of a known column.
pub fn parse(bytes: &[u8], name: &str, is_column: &dyn Fn(&str) -> bool, out: &mut Vec<Diagnostic>) -> Option<CsvFile> {
    let mut leniencies = Leniencies::default();
    let bad = |line: usize, message: String| {
        let mut d = Diagnostic::error(&codes::BAD_TABLE, message);
        d.member = Some(name.to_owned());
        d.line = Some(line);
        d
    };
    let bytes = match decoded(bytes, &mut leniencies) {
        Ok(bytes) => bytes,
        Err((line, encoding)) => {
            out.push(bad(line, format!("{name} is not {encoding}")).help("save it as CSV in UTF-8"));
            return None;
        }
    };
    let (named, head) = separator_line(&bytes);
    let separator = named.unwrap_or_else(|| likeliest_separator(&bytes, is_column));
    if let Some(separator) = named {
        leniencies.take(Leniency::SeparatorLine, Some(1), || format!("{:?}", char::from(separator)));
    } else if separator != b',' {
        leniencies.take(Leniency::Separator, Some(1), || format!("{:?} does", char::from(separator)));
    }
    let (body, mut lines) = (bytes.get(head..).unwrap_or_default(), Lines::new(&bytes));
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(body);
    let mut file: Option<CsvFile> = None;
    let mut record = StringRecord::new();
    loop {
        let start = offset(reader.position());
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                out.push(bad(lines.line_at(head + start), format!("{name} cannot be read: {error}")));
                return None;
            }
        }
        let line = lines.line_at(head + start);
        let raw = body.get(start..offset(reader.position())).unwrap_or_default();
        if raw.iter().filter(|&&byte| byte == b'"').count() % 2 == 1 {
            // Everything that follows could be part of the cell.
            let help = "write a quotation mark in a cell twice, and the cell in quotation marks";
            out.push(bad(line, "a quotation mark is not closed".to_owned()).help(help));
            return None;
        }
        let Some(file) = &mut file else {
            file = Some(CsvFile {
                header: fitted(&record),
                rows: Vec::new(),
                leniencies: std::mem::take(&mut leniencies),
            });
            continue;
        };
        let fits = file.fits(&record, line);
        if !fits {
            let row = file.rows.len() + 1;
            let (has, needs) = (record.len(), file.header.len());
            out.push(bad(line, format!("row {row} has {has} cells, and the first line {needs}")));
        }
        file.rows.push((line, fits.then(|| fitted(&record))));
    }
    if file.is_none() {
        out.push(bad(1, format!("{name} is empty")).help("its first line names its columns"));
    }
    file
}

/// Returns a copy in no more room than it needs, as that which a reader fills grows in steps and stays as large as the
/// longest row.
fn fitted(record: &StringRecord) -> StringRecord {
    let mut fitted = StringRecord::with_capacity(record.as_slice().len(), record.len());
    fitted.extend(record);
    fitted
}

impl CsvFile {
    /// Returns whether a row has a cell for each column with a name, and no values behind the last column.
    fn fits(&mut self, record: &StringRecord, line: usize) -> bool {
        let named = (0..self.header.len()).rev().find(|&i| !self.header.get(i).unwrap_or_default().trim().is_empty());
        let named = named.map_or(0, |last| last + 1);
        let surplus = record.iter().skip(self.header.len());
        if record.len() > self.header.len() && surplus.clone().all(str::is_empty) {
            self.leniencies.take(Leniency::EmptyColumns, Some(line), String::new);
        }
        record.len() >= named && surplus.clone().all(str::is_empty)
    }

    /// Returns the cells of a column from top to bottom.
    pub fn column(&self, index: usize) -> impl Iterator<Item = &str> {
        self.rows.iter().map(move |(_, cells)| cells.as_ref().and_then(|cells| cells.get(index)).unwrap_or_default())
    }
}

/// Returns the text in UTF-8 without a byte order mark.
///
/// # Errors
///
/// The line that is not in the encoding, and the name of the encoding.
fn decoded<'b>(bytes: &'b [u8], leniencies: &mut Leniencies) -> Result<Cow<'b, [u8]>, (usize, &'static str)> {
    let wide = match bytes {
        [0xFF, 0xFE, ..] => Some(encoding_rs::UTF_16LE),
        [0xFE, 0xFF, ..] => Some(encoding_rs::UTF_16BE),
        _ => None,
    };
    if let Some(encoding) = wide {
        let (text, is_malformed) = encoding.decode_with_bom_removal(bytes);
        leniencies.take(Leniency::Utf16, None, String::new);
        return if is_malformed { Err((1, "UTF-16")) } else { Ok(text.into_owned().into_bytes().into()) };
    }
    let rest = bytes.strip_prefix(b"\xEF\xBB\xBF");
    if rest.is_some() {
        leniencies.take(Leniency::ByteOrderMark, None, String::new);
    }
    let bytes = rest.unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(_) => Ok(bytes.into()),
        Err(error) => Err((Lines::new(bytes).line_at(error.valid_up_to()), "UTF-8")),
    }
}

/// Returns the separator that a first line such as `sep=;` names, and the offset of the next line.
fn separator_line(bytes: &[u8]) -> (Option<u8>, usize) {
    let end = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| end + 1);
    let line = bytes.get(..end).unwrap_or_default();
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match line {
        [name @ .., separator @ (b',' | b';' | b'\t' | b'|')] if name.eq_ignore_ascii_case(b"sep=") => {
            (Some(*separator), end)
        }
        _ => (None, 0),
    }
}

/// Returns the separator that yields the most known columns in the first line; a comma if none is better.
fn likeliest_separator(bytes: &[u8], is_column: &dyn Fn(&str) -> bool) -> u8 {
    let known = |separator: &u8| {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).delimiter(*separator).from_reader(bytes);
        let mut record = StringRecord::new();
        let is_read = matches!(reader.read_record(&mut record), Ok(true));
        if is_read { record.iter().filter(|name| is_column(name)).count() } else { 0 }
    };
    // `max_by_key` returns the last of equal candidates.
    [b'\t', b';', b','].into_iter().max_by_key(known).unwrap_or(b',')
}

fn offset(position: &csv::Position) -> usize {
    usize::try_from(position.byte()).unwrap_or(usize::MAX)
}

/// Counts lines up to offsets that only increase; the csv crate's own count is behind where lines end in CRLF.
struct Lines<'b> {
    bytes: &'b [u8],
    at: usize,
    line: usize,
}

impl<'b> Lines<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        Lines { bytes, at: 0, line: 1 }
    }

    /// Returns the line that `offset` is on; line ends at the offset are skipped first.
    fn line_at(&mut self, offset: usize) -> usize {
        while let Some(&byte) = self.bytes.get(self.at)
            && (self.at < offset || matches!(byte, b'\r' | b'\n'))
        {
            self.at += 1;
            let ends = byte == b'\n' || byte == b'\r' && self.bytes.get(self.at) != Some(&b'\n');
            self.line += usize::from(ends);
        }
        self.line
    }
}
