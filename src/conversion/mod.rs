//! The single path of every conversion: bytes are identified, read into a document, and written to bytes again.
//!
//! Files are opened only through `archive`, and the files beside an input are found in its `Store`.

mod carried;
mod changes;
mod collecting;
pub mod collections;
mod comments;
mod correcting;
mod encodings;
mod ending;
mod files;
mod game_lines;
mod hiding;
mod joining;
mod leaving_out;
mod limits;
mod originals;
mod outside;
mod own;
mod positions;
mod redacting;
mod removal;
mod repairing;
mod repeated;
mod rereading;
mod sources;
mod texts;
mod unreadable;
mod validating;
mod verifying;
mod visiting;

pub use changes::changes;
pub use collecting::{
    Facts, collected, contents_and_facts, contents_and_facts_of_ours, entry_of, input_facts, is_shared,
    line_of_document, lines_of, place_of, sha256, with_slashes,
};
pub use correcting::correct;
pub use ending::Ending;
pub use files::{
    AN_EMPTY_FILE, FileReader, Skipped, advise, board_in, contents_of, contents_of_opened, ending_of_looks,
    is_named_as_ours, join_by_themselves, make_strict, may_be_ours, name_file, positions_in, skipped,
};
pub use game_lines::{GameLine, LineFile, line_files};
pub use hiding::{Secrecy, has_secrets, hidden_in, hide, mask, shown, shown_text};
pub use joining::{join, own_part};
pub use limits::too_large_to_compare;
pub use originals::{Original, originals, originals_of_package};
pub use own::{is_json_document, may_be_json, skipped_beside_its_file, skipped_collection};
pub use positions::GivenPositions;
pub use sources::write_sources;
pub use validating::{validate, validate_values};
pub use verifying::{first_difference, line_of, verify_document, verify_text};
pub use visiting::{Command, Everything, Instead, Visited, Wanted, Worked, open_container, told_of_container, visit};

use std::borrow::Cow;
use std::sync::Arc;

use crate::archive::{FolderFile, PARQUET_MARKER};
use crate::formats::{self, Evidence, Format, Kind, Probe, TextFormat};
use crate::model::{Board, BoardSource, Document, Game, Source};
use crate::tables::{self, collection, package};
use crate::text::hidden::Hidden;
use crate::text::{Diagnostic, Encoding, Report, Severity, codes};

/// Options of reading.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// Id of the format; `None` to detect it.
    pub format: Option<String>,
    /// Encoding of a text; `None` for the format's default.
    pub encoding: Option<Encoding>,
    /// Limit of a file's size in bytes; `None` for the format's own.
    pub max_size: Option<usize>,
    /// Whether the rest of a damaged file is read.
    pub salvage: bool,
    /// Board that names refer to, if the file needs one.
    pub board: Option<Arc<Board>>,
    /// Positions to check and complete orders with.
    pub positions: Option<Arc<GivenPositions>>,
}

/// The result of reading a file.
pub struct ReadOutcome {
    /// Format that the file was read as.
    pub format: Option<&'static Format>,
    /// Evidence for the format; `None` if the format was given.
    pub evidence: Option<Evidence>,
    /// The document; if a diagnostic is an error, the readable rest, which is only for display.
    pub document: Option<Document>,
    /// Diagnostics, such as those of text that could not be read or understood.
    pub diagnostics: Vec<Diagnostic>,
    /// Decoded text, which the places of diagnostics refer to.
    pub text: Option<String>,
    /// Version of the tables that it was read from; the current one for other inputs.
    pub tables: u32,
}

impl ReadOutcome {
    /// Creates the outcome for an input that is, or was said to be, of a format.
    pub fn of(format: Option<&'static Format>, document: Option<Document>, diagnostics: Vec<Diagnostic>) -> Self {
        ReadOutcome { format, evidence: None, document, diagnostics, text: None, tables: tables::VERSION }
    }

    fn failed(format: Option<&'static Format>, diagnostic: Diagnostic) -> Self {
        ReadOutcome::of(format, None, vec![diagnostic])
    }

    /// Returns whether something could not be read.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Reads the bytes of a file called `name` (without folders).
pub fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> ReadOutcome {
    if bytes.is_empty() {
        let d = Diagnostic::error(&codes::EMPTY_FILE, "the file is empty");
        return ReadOutcome::failed(None, d.help("there is nothing to read; look for another copy"));
    }
    let named = options.format.as_deref().and_then(formats::format);
    let likely = || most_likely(name, bytes, options.board.as_deref());
    let Some((format, evidence)) = named.map(|format| (format, None)).or_else(likely) else {
        return ReadOutcome::failed(None, unknown_format(bytes));
    };
    if let Some(d) = limits::refused(bytes, format, options.max_size) {
        return ReadOutcome::failed(Some(format), d);
    }
    let misnamed = misnamed(name, format);
    let mut reading = match &format.kind {
        Kind::Text(text_format) => read_text(name, bytes, format, *text_format, options),
        Kind::Json => read_json(bytes, format, options.max_size),
        Kind::NotRead(describe) => ReadOutcome::failed(Some(format), describe()),
        Kind::Csv => {
            let message = "csv is a folder of tables, and this is a file";
            let d = Diagnostic::error(&codes::UNKNOWN_FORMAT, message);
            ReadOutcome::failed(Some(format), d.help("give the folder that holds datapackage.json"))
        }
    };
    if let (Some(d), true) = (misnamed, reading.document.is_some()) {
        reading.diagnostics.insert(0, d);
    }
    reading.evidence = evidence;
    if let (Some(positions), Some(document)) = (&options.positions, &mut reading.document) {
        reading.diagnostics.extend(positions.give(&mut document.game));
    }
    reading
}

/// Returns the most likely format of the bytes of a file called `name`; names in it may refer to a board.
pub fn identify(name: &str, bytes: &[u8], board: Option<&Board>) -> Option<&'static Format> {
    most_likely(name, bytes, board).map(|(format, _)| format)
}

fn most_likely(name: &str, bytes: &[u8], board: Option<&Board>) -> Option<(&'static Format, Option<Evidence>)> {
    let probe = Probe { name, bytes: &bytes[..bytes.len().min(PROBE_LENGTH)], board };
    let (format, evidence) = formats::identify(&probe).into_iter().next()?;
    Some((format, Some(evidence)))
}

/// Warns of a file whose name indicates another format of its family.
fn misnamed(name: &str, format: &Format) -> Option<Diagnostic> {
    if format.is_usual_name(name) {
        return None;
    }
    let is_other = |other: &&&Format| other.family == format.family && other.is_telling_name(name);
    let other = formats::FORMATS.iter().find(is_other)?;
    let message = format!("by its name this is a {}, by its content a {}", other.id, format.id);
    let help =
        format!("it is read as {}; check whether the file was renamed or put in the place of another", format.id);
    Some(Diagnostic::warning(&codes::MISNAMED, message).help(help))
}

/// Number of bytes that `identify` examines.
pub const PROBE_LENGTH: usize = 64 * 1024;

/// Beginning of the message about a file of no known format, before its description.
const UNKNOWN: &str = "no format that Ludex reads: it looks like ";

/// Returns the description of a file of no known format, from the error of reading it.
pub fn looks_of(diagnostic: &Diagnostic) -> Option<&str> {
    diagnostic.message.strip_prefix(UNKNOWN).filter(|_| diagnostic.code == codes::UNKNOWN_FORMAT.id)
}

fn unknown_format(bytes: &[u8]) -> Diagnostic {
    if formats::is_database(bytes) {
        return many_games("this is a database of many games");
    }
    let message = format!("{UNKNOWN}{}", formats::looks_like(bytes));
    Diagnostic::error(&codes::UNKNOWN_FORMAT, message)
        .help("`ludex formats` lists what is read; if you know better, name the format with -f")
}

/// Reads a folder of tables through a function that returns its files; `max_size` allows more rows than usual.
pub fn read_package(files: &dyn Fn(&str) -> std::io::Result<Vec<u8>>, max_size: Option<usize>) -> ReadOutcome {
    if files(package::DESCRIPTOR).is_ok_and(|descriptor| collection::is_collection(&descriptor)) {
        return ReadOutcome::failed(Some(&formats::CSV), many_games("these are the tables of many games"));
    }
    if files(PARQUET_MARKER).is_ok() {
        return ReadOutcome::failed(None, many_games("these are the Parquet files of many games"));
    }
    let files = limits::counted(files, max_size);
    let (mut document, tables, mut diagnostics) = package::read(&files, &changes::original_game);
    let refused = |document: &Document| {
        carried::refused(&document.sources).or_else(|| repeated::refused(&document.game, 0, max_size))
    };
    if let Some(d) = document.as_ref().and_then(refused) {
        document = None;
        diagnostics.push(d);
    }
    ReadOutcome { tables, ..ReadOutcome::of(Some(&formats::CSV), document, diagnostics) }
}

/// Makes the error that a collection is not a document.
pub fn many_games(what: &str) -> Diagnostic {
    Diagnostic::error(&codes::UNKNOWN_FORMAT, format!("{what}, and no document"))
        .help("`ludex restore` gives the original files, which can be converted again")
}

fn read_json(bytes: &[u8], format: &'static Format, max_size: Option<usize>) -> ReadOutcome {
    match decode_json(bytes) {
        Ok(text) => read_json_text(text.into_owned(), format, max_size),
        Err(d) => ReadOutcome::failed(Some(format), d),
    }
}

fn read_json_text(text: String, format: &'static Format, max_size: Option<usize>) -> ReadOutcome {
    let refused = |document: &Document| {
        let carried = carried::refused(&document.sources).map(|d| carried::placed(d, &text));
        carried.or_else(|| repeated::refused(&document.game, text.len(), max_size))
    };
    let (document, diagnostics) = match formats::json::read(&text) {
        Ok(document) => match refused(&document) {
            None => (Some(document), Vec::new()),
            Some(d) => (None, vec![d]),
        },
        Err(d) => (None, vec![carried::placed(d, &text)]),
    };
    let mut reading = ReadOutcome { text: Some(text), ..ReadOutcome::of(Some(format), document, diagnostics) };
    if let Some(document) = &reading.document {
        reading.diagnostics.extend(carried::changed(document));
    }
    reading
}

/// Decodes JSON: it is UTF-8, or UTF-16 with a byte order mark, which Windows shells write when they redirect.
fn decode_json(bytes: &[u8]) -> Result<Cow<'_, str>, Diagnostic> {
    let wide = match bytes {
        [0xFF, 0xFE, ..] => Some(encoding_rs::UTF_16LE),
        [0xFE, 0xFF, ..] => Some(encoding_rs::UTF_16BE),
        _ => None,
    };
    if let Some(encoding) = wide {
        let (text, malformed) = encoding.decode_with_bom_removal(bytes);
        return if malformed {
            Err(Diagnostic::error(&codes::NOT_JSON, "not JSON: the text is malformed UTF-16"))
        } else {
            Ok(text)
        };
    }
    let not_utf8 = |e: crate::text::encoding::Undecodable| {
        Diagnostic::error(&codes::NOT_JSON, format!("not JSON: {e}")).help("JSON is UTF-8; save it as such")
    };
    Encoding::UTF_8.decode(bytes).map_err(not_utf8)
}

fn read_text(
    name: &str,
    bytes: &[u8],
    format: &'static Format,
    text_format: &'static dyn TextFormat,
    options: &ReadOptions,
) -> ReadOutcome {
    let mut report = if options.salvage { Report::salvaging() } else { Report::new() };
    let (text, encoding) = match encodings::decode(bytes, format, options.encoding, &mut report) {
        Ok(decoded) => decoded,
        Err(d) => return ReadOutcome::failed(Some(format), d),
    };
    let on_board = options.board.as_ref().and_then(|board| text_format.on_board(board));
    let game = on_board.as_deref().unwrap_or(text_format).read(&text, &mut report);
    if let Some(d) = game.as_ref().and_then(|game| repeated::refused(game, bytes.len(), options.max_size)) {
        return ReadOutcome::failed(Some(format), d);
    }
    let mut found = report.into_found();
    if game.is_none() && !found.iter().any(Diagnostic::is_error) {
        // There is nothing to salvage.
        found.iter_mut().for_each(|d| d.severity = Severity::Error);
    }
    if let Some(game) = &game {
        // An error concerns the file as a whole.
        let errors: Vec<_> =
            found.iter().enumerate().filter(|(_, d)| d.is_error()).map(|(index, d)| (index, d.clone())).collect();
        text_format.name_turns(&mut found, &text, game);
        errors.into_iter().for_each(|(index, error)| found[index] = error);
    }
    let mut diagnostics = Report::of(found).finish_in(&text, format.is_binary());
    for d in &mut diagnostics {
        d.file = Some(name.to_owned());
    }
    let text = text.into_owned();
    let document = game.map(|mut game| {
        // The document is kept, without the room for turns that did not come.
        game.turns.shrink_to_fit();
        // The variant in the text has priority over the one in the file name.
        if let Some(variant_of) = format.variant_of.filter(|_| game.variant.is_none()) {
            game.variant = variant_of(name);
        }
        let mut document = Document::new(game);
        let mut source = Source {
            format: format.id.to_owned(),
            name: name.to_owned(),
            path: None,
            containers: Vec::new(),
            modified: None,
            line: None,
            lines: None,
            encoding: encoding.name().to_owned(),
            bytes: bytes.len() as u64,
            sha256: Some(Source::sha256_of(bytes)),
            text: None,
            base64: None,
        };
        source.set_original(text.clone());
        document.sources.push(source);
        document
    });
    let mut reading = ReadOutcome { text: Some(text), ..ReadOutcome::of(Some(format), document, diagnostics) };
    // Stored diagnostics are printed sooner or later, unlike the originals.
    let mut stored = reading.diagnostics.clone();
    reading.hidden(&stored).hide(&mut stored, reading.text.as_deref());
    if let Some(document) = &mut reading.document {
        document.diagnostics = stored;
    }
    reading
}

/// Returns the board of a document that was read from a file called `name`, to resolve names in other files.
pub fn board_of(document: &Document, name: &str) -> Option<Board> {
    let board = document.game.board.as_ref().filter(|board| !board.territories.is_empty())?;
    let sha256 = document.sources.first().and_then(|source| source.sha256.clone()).unwrap_or_default();
    let from = BoardSource { name: name.to_owned(), sha256, content_sha256: None };
    let board = Board { from: None, ..board.clone() };
    let from = document.game.board.as_ref().and_then(|board| board.from.clone()).or_else(|| Some(from.of(&board)));
    Some(Board { from, ..board })
}

/// Places diagnostics about paths of a document in the file or tables that it was read from, which may be of an older
/// version; rows of tables are counted in `game`.
pub fn locate_in_source(
    diagnostics: &mut [Diagnostic],
    format: Option<&Format>,
    text: Option<&str>,
    version_of_tables: u32,
    game: Option<&Game>,
) {
    let is_unplaced = |d: &&mut Diagnostic| d.line.is_none() && d.offset.is_none();
    let mut unplaced: Vec<&mut Diagnostic> = diagnostics.iter_mut().filter(is_unplaced).collect();
    match (format.map(|f| f.kind), text) {
        (Some(Kind::Json), Some(text)) => {
            let paths: Vec<&str> = unplaced.iter().map(|d| d.path.as_deref().unwrap_or_default()).collect();
            let places = crate::text::json::places(text, &paths);
            for (d, place) in unplaced.iter_mut().zip(places) {
                d.span = place.filter(|_| d.path.is_some());
            }
            unplaced.sort_by_key(|d| d.span.as_ref().map(|span| span.start));
            let positions = crate::text::diagnostic::LineIndex::new(text);
            unplaced.into_iter().for_each(|d| positions.locate(d));
        }
        (Some(Kind::Csv), _) => {
            let Some(game) = game.filter(|_| !unplaced.is_empty()) else { return };
            let places = tables::Places::new(game, unplaced.iter().filter_map(|d| d.path.as_deref()));
            for d in unplaced {
                let place = |path: &str| places.in_version(version_of_tables, path);
                if let Some((table, row, column)) = d.path.as_deref().and_then(place) {
                    d.member = Some(format!("{table}.csv"));
                    d.message = format!("row {row}, column {column}: {}", d.message);
                }
            }
        }
        _ => {}
    }
}

/// Options of writing.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// Whether text is written in canonical form instead of the style of the source.
    pub canonical: bool,
    /// Encoding of a text; `None` for that of the source, of its family, or the format's default.
    pub encoding: Option<Encoding>,
    /// Whether cells of tables are written so that spreadsheets and databases do not change them.
    pub guard: bool,
    /// Whether original texts are left out of JSON and tables.
    pub no_originals: bool,
    /// Limit of an output's size in bytes, so that it can be read again; `None` for the format's own.
    pub max_size: Option<usize>,
    /// Whether passwords and addresses are removed.
    pub redact: bool,
    /// Whether text that was once decoded with the wrong encoding is repaired.
    pub repair_text: bool,
    /// Whether elements that the format cannot hold are left out, so that the rest of the game is written.
    pub leave_out: bool,
    /// Whether messages may quote passwords, addresses, and what may be one.
    pub reveal: bool,
}

impl WriteOptions {
    /// Returns whether anything of a document is left out or changed before it is written.
    fn excludes_anything(&self) -> bool {
        self.no_originals || self.redact || self.repair_text
    }
}

/// A file or folder to be written.
#[derive(Debug)]
pub struct Output {
    /// Name of the source, for a text that is written back.
    pub name: Option<String>,
    /// Path of the source below the folder that was converted.
    pub path: Option<String>,
    /// Number of the game in a file with a game on each line, from 1, and the number of games there.
    pub line: Option<(u64, u64)>,
    /// Content of the output.
    pub content: Content,
    /// Number of elements left out because the format cannot hold them; each has an error among the diagnostics.
    pub left_out: usize,
}

/// The content of an output: a file, or a folder of files.
#[derive(Debug)]
pub enum Content {
    /// The bytes of a file.
    File(Vec<u8>),
    /// The files of a folder.
    Folder(Vec<FolderFile>),
}

/// Removes from a document what the options exclude; the diagnostics report what was done.
///
/// # Errors
///
/// If the document cannot be redacted.
fn prepare_document(
    document: &mut Document,
    carries_originals: bool,
    options: &WriteOptions,
) -> Result<Vec<Diagnostic>, Diagnostic> {
    let mut diagnostics = Vec::new();
    if options.redact {
        diagnostics.extend(redacting::redact(document)?);
    }
    if options.repair_text {
        diagnostics.extend(repairing::repair(document));
    }
    let had_originals = document.sources.iter().any(|s| s.original().is_some());
    if options.no_originals || options.redact {
        document.sources.iter_mut().for_each(Source::drop_original);
        if had_originals && carries_originals {
            let message = "the original text is left out; only canonical text can be written back from this";
            diagnostics.push(Diagnostic::note(&codes::NO_ORIGINAL, message));
        }
    }
    Ok(diagnostics)
}

/// Writes a document in a format. Without an error among the diagnostics there is at least one output; with errors
/// there is none, unless each error is about an element that was to be left out and is.
pub fn write(document: &Document, format: &Format, options: &WriteOptions) -> (Vec<Output>, Vec<Diagnostic>) {
    write_borrowed_or_own(Cow::Borrowed(document), format, options)
}

/// Writes a document that is not used further, as [`write`] does, without a copy where the options change it.
pub fn write_own(document: Document, format: &Format, options: &WriteOptions) -> (Vec<Output>, Vec<Diagnostic>) {
    write_borrowed_or_own(Cow::Owned(document), format, options)
}

/// Returns the files of a folder with a document's tables.
fn tables(
    document: &mut Cow<'_, Document>,
    options: &WriteOptions,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Vec<FolderFile>, Vec<Diagnostic>> {
    let mut tables = package::Tables::of(document, &carried::original, options.guard)?;
    diagnostics.extend(tables.warning.take());
    // A document of one's own is freed before there are its files; with diagnostics it is still asked for its secrets.
    if let (Cow::Owned(document), true) = (document, diagnostics.is_empty()) {
        document.game = Game::new(document.game.system);
    }
    tables.into_files()
}

fn write_borrowed_or_own(
    mut document: Cow<'_, Document>,
    format: &Format,
    options: &WriteOptions,
) -> (Vec<Output>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    if options.excludes_anything() {
        match prepare_document(document.to_mut(), format.text().is_none(), options) {
            Ok(said) => diagnostics = said,
            Err(error) => return (Vec::new(), vec![error]),
        }
    }
    if format.text().is_none()
        && let Some(mut error) = carried::refused(&document.sources)
    {
        error.message = unreadable::not_written(error.message);
        diagnostics.push(error);
        return (Vec::new(), diagnostics);
    }
    let outputs = match &format.kind {
        Kind::Text(text_format) => texts::write(&document, format, *text_format, options, &mut diagnostics),
        Kind::NotRead(describe) => {
            diagnostics.push(describe());
            Vec::new()
        }
        Kind::Json => match formats::json::write(&document) {
            Ok(bytes) => {
                vec![Output { name: None, path: None, line: None, content: Content::File(bytes), left_out: 0 }]
            }
            Err(error) => {
                diagnostics.push(Diagnostic::error(&codes::BAD_VALUE, error.to_string()));
                Vec::new()
            }
        },
        Kind::Csv => match tables(&mut document, options, &mut diagnostics) {
            Ok(files) => {
                vec![Output { name: None, path: None, line: None, content: Content::Folder(files), left_out: 0 }]
            }
            Err(errors) => {
                diagnostics.extend(errors);
                Vec::new()
            }
        },
    };
    diagnostics.extend(outputs.iter().filter_map(|output| limits::too_large(output, format, options.max_size)));
    formats::turns::name_turns(&mut diagnostics, &document.game);
    if !options.reveal {
        let mut hidden = Hidden::default();
        hiding::hide_quotes(&diagnostics, &document, &mut hidden);
        hidden.hide(&mut diagnostics, None);
    }
    let left_out = outputs.iter().map(|output| output.left_out).sum();
    if diagnostics.iter().filter(|d| d.is_error()).count() > left_out {
        return (Vec::new(), diagnostics);
    }
    (outputs, diagnostics)
}
