//! Limits on the size of files that are read, and of outputs, which must be readable again.

use std::cell::Cell;
use std::{io, iter};

use super::unreadable::not_written;
use super::{Content, Output};
use crate::archive::MAX_FILE_SIZE;
use crate::formats::{CSV, Format, Kind};
use crate::model::Document;
use crate::text::{Diagnostic, codes};

/// Returns an error if a file is too large for a format, placed at the first line beyond the limit; `max_size` is the
/// user's limit in bytes in place of the format's.
pub fn refused(bytes: &[u8], format: &Format, max_size: Option<usize>) -> Option<Diagnostic> {
    let max_file_size = max_size.unwrap_or(format.max_file_size);
    let (message, help, beyond) = if bytes.len() > max_file_size {
        let message =
            format!("the file has {} bytes, and the limit for a {} is {max_file_size}", bytes.len(), format.id);
        let help = format!(
            "in a copy, cut off what does not belong to the file; if all of it does, \
             --max-size {}M reads it, which may take a hundred times its size in memory",
            bytes.len().div_ceil(1 << 20)
        );
        (message, help, max_file_size)
    } else if let Some((most, beyond)) = too_many(bytes, format).filter(|_| max_size.is_none()) {
        let length = bytes.len();
        let message =
            format!("the file has more than {most} statements, the limit for a {} of {length} bytes", format.id);
        let help = format!(
            "in a copy, cut off what does not belong to the file; --max-size {}M reads it as it is, which may take \
             some kilobytes of memory for each",
            bytes.len().div_ceil(1 << 20)
        );
        (message, help, beyond)
    } else {
        return None;
    };
    let mut d = Diagnostic::error(&codes::TOO_LARGE, message).help(help);
    d.line = (!format.is_binary()).then(|| line_of(bytes, beyond));
    Some(d)
}

/// Returns the number of the line, from 1, that contains a byte.
fn line_of(bytes: &[u8], place: usize) -> usize {
    let end = if memchr::memchr(b'\n', bytes).is_some() { b'\n' } else { b'\r' };
    1 + memchr::memchr_iter(end, &bytes[..place]).count()
}

/// Returns the limit of statements and the offset of the first one beyond it, if a text has too many: a statement takes
/// far more memory than a short one has bytes.
fn too_many(bytes: &[u8], format: &Format) -> Option<(usize, usize)> {
    /// Five times the statements of the longest real file.
    const ALWAYS_ALLOWED: usize = 10_000;
    /// Bytes of a short statement with its separator; longer files have no shorter ones on average.
    const SHORT: usize = 4;
    // Records have a fixed length, so the length of the file limits their number.
    if format.is_binary() || bytes.len() <= ALWAYS_ALLOWED.min(format.most_statements) {
        return None;
    }
    let is_json = matches!(format.kind, Kind::Json);
    let most = if is_json { usize::MAX } else { ALWAYS_ALLOWED + bytes.len() / SHORT }.min(format.most_statements);
    let count = |part: &str| format.text().map_or(1, |text| text.statements_in(part));
    let beyond = if is_json { memchr::memchr_iter(b'{', bytes).nth(most) } else { statements(bytes, count).nth(most) };
    beyond.map(|beyond| (most, beyond))
}

/// Returns the offsets of the parts of a text between separators, each as often as it has statements by `count`.
fn statements(bytes: &[u8], count: impl Fn(&str) -> usize) -> impl Iterator<Item = usize> {
    let texts = bytes.split(|byte| matches!(byte, b'\n' | b'\r' | b';' | b','));
    let begun = texts.scan(0, |next, text| {
        let begin = *next;
        *next += text.len() + 1;
        Some((begin, text))
    });
    // A comma behind nothing is a move of .hwl that is not understood; several in a row are no more than one.
    let is_lone_comma = move |at: usize| bytes.get(at) == Some(&b',') && (at == 0 || bytes[at - 1] != b',');
    let some = begun.filter(move |(begin, text)| !text.is_empty() || is_lone_comma(*begin));
    some.flat_map(move |(begin, text)| {
        // A byte of another encoding may be a blank: the one that does not break is 0xA0 or 0xFF.
        let count = match str::from_utf8(text) {
            Ok(text) => count(text),
            Err(_) => count(&String::from_utf8_lossy(text).replace(char::REPLACEMENT_CHARACTER, " ")),
        };
        iter::repeat_n(begin, count)
    })
}

/// Returns the number of rows in a file of a package.
fn rows(path: &str, bytes: &[u8]) -> usize {
    if path.ends_with(".csv") { memchr::memchr_iter(b'\n', bytes).count() } else { 0 }
}

/// Wraps `files` to count the rows of the tables that are read, and to refuse the file that exceeds the limit.
pub fn counted<'f>(
    files: &'f dyn Fn(&str) -> io::Result<Vec<u8>>,
    max_size: Option<usize>,
) -> impl Fn(&str) -> io::Result<Vec<u8>> + 'f {
    let all = Cell::new(0);
    move |path| {
        let bytes = files(path)?;
        all.set(all.get() + rows(path, &bytes));
        if max_size.is_none() && all.get() > CSV.most_statements {
            let message = format!("more than {} rows with those before; --max-size 1G reads them", CSV.most_statements);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        Ok(bytes)
    }
}

/// Refuses an output that would be too large to be read again.
pub fn too_large(output: &Output, format: &Format, max_size: Option<usize>) -> Option<Diagnostic> {
    let most = max_size.unwrap_or(format.max_file_size).min(usize::try_from(MAX_FILE_SIZE).unwrap_or(usize::MAX));
    let (table, length, too_many, each) = match &output.content {
        Content::File(bytes) => (None, bytes.len(), too_many(bytes, format).map(|(most, _)| most), "statements"),
        Content::Folder(files) => {
            let max_file_size = files.iter().max_by_key(|file| file.bytes.len())?;
            let count: usize = files.iter().map(|file| rows(&file.path, &file.bytes)).sum();
            let too_many = (count > format.most_statements).then_some(format.most_statements);
            (Some(&max_file_size.path), max_file_size.bytes.len(), too_many, "rows in all tables")
        }
    };
    let too_much = if length > most {
        let what = table.cloned().unwrap_or_else(|| format!("the {}", format.id));
        format!("{what} would have {length} bytes, and at most {most} are read")
    } else if let Some(most) = too_many.filter(|_| max_size.is_none()) {
        format!("it would have more than {most} {each}, which are not read")
    } else {
        return None;
    };
    let help = match format.kind {
        Kind::Json => {
            "-t csv writes tables, which are read one by one; --no-originals leaves out the original text; --max-size SIZE writes the document, and reads it again"
        }
        Kind::Csv => {
            "-t json writes one file; --max-size SIZE writes more rows, and reads them again; or divide the game, and convert its parts"
        }
        Kind::Text(_) | Kind::NotRead(_) => {
            "--max-size SIZE writes it, and reads it again; or divide the game in the document, and convert its parts"
        }
    };
    Some(Diagnostic::error(&codes::TOO_LARGE, not_written(too_much)).help(help))
}

/// Refuses to compare documents that have very many objects: all are in memory at once, and a difference takes more of
/// it than what differs.
pub fn too_large_to_compare(documents: &[&Document], max_size: Option<usize>) -> Option<Diagnostic> {
    /// Far more than two of the longest real games have.
    const MOST: usize = 500_000;
    let count: usize = documents.iter().map(|document| objects(document)).sum();
    if max_size.is_some() || count <= MOST {
        return None;
    }
    let message = format!("{count} objects would be compared, and the limit is {MOST}");
    let help = "--max-size 1G compares them, which may take some kilobytes of memory for each object";
    Some(Diagnostic::error(&codes::TOO_LARGE, message).help(help))
}

/// Returns the number of objects of a game: players, turns, actions, and everything else that has keys.
fn objects(document: &Document) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += memchr::memchr_iter(b'{', bytes).count();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // Counting cannot fail.
    let _ = serde_json::to_writer(&mut count, &document.game);
    count.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::FolderFile;
    use crate::conversion::{WriteOptions, write};
    use crate::formats;
    use crate::model::{Game, System, Turn};

    #[test]
    fn what_could_not_be_read_again_is_refused() {
        let output = |content| Output { name: None, path: None, line: None, content, left_out: 0 };
        let file = |length| output(Content::File(vec![b' '; length]));
        let refused = |output: &Output, format: &Format| too_large(output, format, None).map(|d| (d.code, d.help));
        let most = crate::systems::global_war::formats::WAR_DAT.max_file_size;
        assert_eq!(refused(&file(most), &crate::systems::global_war::formats::WAR_DAT), None);
        assert!(
            refused(&file(most + 1), &crate::systems::global_war::formats::WAR_DAT)
                .is_some_and(|(code, _)| code == "IO007")
        );
        let small = Format { max_file_size: 9, ..formats::json::JSON };
        let (_, help) = refused(&file(10), &small).unwrap();
        assert!(help.is_some_and(|help| help.contains("--no-originals")));
        let tables = |lengths: [usize; 2]| {
            let files = lengths.map(|length| FolderFile { path: length.to_string(), bytes: vec![b' '; length] });
            output(Content::Folder(files.into()))
        };
        let small = Format { max_file_size: 9, ..formats::CSV };
        assert_eq!(refused(&tables([9, 5]), &small), None);
        let few = Format { most_statements: 2, ..formats::CSV };
        let table = |rows: usize| FolderFile { path: "a.csv".into(), bytes: "x\n".repeat(rows).into() };
        assert_eq!(refused(&output(Content::Folder(vec![table(1), table(1)])), &few), None);
        let d = too_large(&output(Content::Folder(vec![table(1), table(2)])), &few, None).unwrap();
        assert!(
            d.message.ends_with("it would have more than 2 rows in all tables, which are not read"),
            "{}",
            d.message
        );
        let few = Format { most_statements: 2, ..formats::json::JSON };
        assert!(refused(&output(Content::File(b"{\"a\":[{},{}]}".to_vec())), &few).is_some());
        assert_eq!(too_large(&output(Content::File(b"{\"a\":[{},{}]}".to_vec())), &few, Some(99)), None);
        let d = too_large(&tables([5, 10]), &small, None).unwrap();
        assert!(d.message.contains(": 10 would have 10 bytes"), "{}", d.message);
    }

    #[test]
    fn documents_of_very_many_objects_are_not_compared() {
        let document = |turns| Document::new(Game { turns: vec![Turn::default(); turns], ..Game::new(System::Power) });
        let [small, large] = [document(1), document(499_997)];
        assert_eq!(too_large_to_compare(&[&small, &large], None), None);
        assert_eq!(too_large_to_compare(&[&large, &large], Some(1)), None);
        let d = too_large_to_compare(&[&document(2), &large], None).unwrap();
        assert_eq!(d.message, "500001 objects would be compared, and the limit is 500000");
    }

    #[test]
    fn statements_are_short_in_short_files_only() {
        let refused =
            |text: &str| refused(text.as_bytes(), &crate::systems::power::formats::POWER, None).map(|d| d.message);
        assert_eq!(refused(&"I-Y4-Y6\n".repeat(200_000)), None);
        assert_eq!(refused(&"x\n".repeat(10_000)), None);
        assert_eq!(refused(&"\r\n; ,".repeat(10_000)), None, "blanks cost little");
        let message = refused(&"x\n".repeat(40_000)).unwrap_or_default();
        assert_eq!(message, "the file has more than 30000 statements, the limit for a power of 80000 bytes");
    }

    #[test]
    fn statements_count_whatever_separates_them() {
        let is_refused = |part: &[u8], count: usize, format: &Format| {
            super::refused(&[&part.repeat(count), &b"\xFF"[..]].concat(), format, None).is_some()
        };
        let homeworlds = &crate::systems::homeworlds::formats::TEXT;
        for part in ["p\n", "p ", "p,", "p;", "p/", "p\\", "p\u{B}", "p\u{A0}", "PASS "] {
            assert!(is_refused(part.as_bytes(), 101_000, homeworlds), "{part:?}");
        }
        assert!(is_refused(b"p ", 40_000, homeworlds) && is_refused(b"p,p p\n", 10_000, homeworlds));
        assert!(is_refused(b"p\xA0", 101_000, homeworlds) && is_refused(b"p\xFF", 101_000, homeworlds));
        assert!(is_refused(b"a b c d ", 101_000, homeworlds) && !is_refused(b"a b c d ", 99_000, homeworlds));
        let braced = format!("{{{}", "p\n".repeat(101_000));
        assert!(super::refused(braced.as_bytes(), homeworlds, None).is_some(), "a brace does not make it JSON");
        assert!(!is_refused(b"build g1 Alpha ", 40_000, homeworlds) && !is_refused(b"word ", 100_000, homeworlds));
        let orders = &crate::systems::diplomacy::formats::ORDERS;
        for part in ["x|", "A: ", "A:\u{A0}", "WAIVE ", "waive|"] {
            assert!(is_refused(part.as_bytes(), 201_000, orders), "{part:?}");
        }
        assert!(is_refused(b"A: ", 50_000, orders) && !is_refused(b"A PAR - BUR ", 40_000, orders));
        assert!(!is_refused(b"word ", 100_000, orders));
        let map = &crate::systems::diplomacy::formats::njudge::MAP;
        assert!(is_refused(b"bre ", 101_000, map) && !is_refused(b"bre-mv: gas par pic\n", 99_000, map));
        let hwl = &crate::systems::homeworlds::formats::HWL;
        assert!(is_refused(b",\n", 30_000, hwl) && is_refused(b";,", 50_000, hwl) && !is_refused(b";\n", 99_000, hwl));
    }

    #[test]
    fn the_line_that_goes_beyond_a_limit_is_named() {
        let small = Format { max_file_size: 10, ..crate::systems::global_war::formats::log::WAR_LOG };
        let line = |text: &str, format: &Format| refused(text.as_bytes(), format, None).and_then(|d| d.line);
        assert_eq!(line("abc\ndef\nghi\n", &small), Some(3));
        assert_eq!(line("abc\r\ndef\r\ngh\r\n", &small), Some(3));
        assert_eq!(line("abc\rdef\rghi\r", &small), Some(3));
        assert_eq!(line("abcdefghij\nk", &small), Some(1), "its end is the first byte that is too much");
        assert_eq!(line("abcdefghij", &small), None);
        assert_eq!(line(&"x\n".repeat(40_000), &crate::systems::power::formats::POWER), Some(30_001));
        let objects = format!("{{\"a\": [\n{}{{}}]}}", "{},\n".repeat(99));
        let few = Format { most_statements: 50, ..formats::json::JSON };
        assert_eq!(line(&objects, &few), Some(51), "the first object is that of line 1");
    }

    #[test]
    fn a_document_that_could_not_be_read_again_is_not_written() {
        let document = Document::new(Game::new(System::GlobalWar));
        let written = |max_size| {
            let options = WriteOptions { max_size, ..WriteOptions::default() };
            write(&document, &formats::json::JSON, &options)
        };
        let (outputs, diagnostics) = written(Some(10));
        assert!(outputs.is_empty());
        let [d] = &diagnostics[..] else { panic!("{diagnostics:?}") };
        assert!(d.is_error() && d.code == codes::TOO_LARGE.id && d.message.contains("at most 10 are read"));
        assert_eq!(written(None).0.len(), 1);
    }
}
