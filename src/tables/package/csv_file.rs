//! A CSV file, taken apart.

use csv::StringRecord;

use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes};

/// The rows of a CSV file, below its first line.
pub struct CsvFile {
    /// The names of the columns.
    pub header: StringRecord,
    /// The rows, each with the line it begins on; nothing where it has too many or too few cells.
    pub rows: Vec<(usize, Option<StringRecord>)>,
}

/// Takes the bytes of the file `name` apart; a byte order mark is passed over.
pub fn parse(bytes: &[u8], name: &str, out: &mut Vec<Diagnostic>) -> Option<CsvFile> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let bad = |line: usize, message: String| {
        let mut d = Diagnostic::error(&codes::BAD_TABLE, message);
        d.member = Some(name.to_owned());
        d.line = Some(line);
        d
    };
    if let Err(error) = std::str::from_utf8(bytes) {
        let line = Lines::new(bytes).line_at(error.valid_up_to());
        out.push(bad(line, format!("{name} is not UTF-8")).help("save it as CSV in UTF-8"));
        return None;
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    let mut lines = Lines::new(bytes);
    let mut file: Option<CsvFile> = None;
    loop {
        let start = offset(reader.position());
        let mut record = StringRecord::new();
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                out.push(bad(lines.line_at(start), format!("{name} cannot be read: {error}")));
                return None;
            }
        }
        let line = lines.line_at(start);
        let raw = bytes.get(start..offset(reader.position())).unwrap_or_default();
        if raw.iter().filter(|&&byte| byte == b'"').count() % 2 == 1 {
            // Whatever follows could be part of the cell.
            let help = "write a quotation mark in a cell twice, and the cell in quotation marks";
            out.push(bad(line, "a quotation mark is not closed".to_owned()).help(help));
            return None;
        }
        let Some(file) = &mut file else {
            let names = record.iter().next().filter(|first| record.len() == 1 && first.contains([';', '\t']));
            if let Some(names) = names {
                let message = format!("the cells of the first line are not separated by commas: {}", quoted(names));
                out.push(bad(line, message).help("save it with commas between the cells"));
                return None;
            }
            file = Some(CsvFile { header: record, rows: Vec::new() });
            continue;
        };
        let fits = record.len() == file.header.len();
        if !fits {
            let row = file.rows.len() + 1;
            let (has, needs) = (record.len(), file.header.len());
            out.push(bad(line, format!("row {row} has {has} cells, and the first line {needs}")));
        }
        file.rows.push((line, fits.then_some(record)));
    }
    if file.is_none() {
        out.push(bad(1, format!("{name} is empty")).help("its first line names its columns"));
    }
    file
}

fn offset(position: &csv::Position) -> usize {
    usize::try_from(position.byte()).unwrap_or(usize::MAX)
}

/// Counts lines up to places that only move forward; the csv crate's own count is behind where lines end in CRLF.
struct Lines<'b> {
    bytes: &'b [u8],
    at: usize,
    line: usize,
}

impl<'b> Lines<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        Lines { bytes, at: 0, line: 1 }
    }

    /// The line of what stands at `offset`, or behind the line ends there.
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
