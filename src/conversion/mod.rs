//! The one road: bytes are identified, read into a document, and written to bytes again.
//!
//! Nothing here opens a file but through `archive`, and what lies beside one is looked for in its `Store`.

mod changes;
mod correcting;
mod files;
mod game_lines;
mod hiding;
mod joining;
mod judging;
mod limits;
mod originals;
mod outside;
mod positions;
mod redacting;
mod repairing;
mod rereading;
mod sources;
mod unreadable;
mod verifying;

pub use changes::changes;
pub use correcting::correct;
pub use files::{
    FileReader, Skipped, advise, board_in, bytes_of, join_by_themselves, make_strict, name_file, positions_in, skipped,
};
pub use game_lines::{GameLine, LineFile, line_files};
pub use hiding::{Secrecy, hidden_in, hide, shown};
pub use joining::join;
pub use judging::{judge, judge_values};
pub use originals::{Original, originals, originals_of_package};
pub use positions::Positions;
pub use sources::write_sources;
pub use verifying::{first_difference, line_of, verify_document, verify_text};

use std::borrow::Cow;
use std::sync::Arc;

use crate::archive::FolderFile;
use crate::formats::{self, Format, Kind, Probe, TextFormat};
use crate::model::{Board, BoardSource, Document, Game, Source};
use crate::tables::{self, package};
use crate::text::hidden::Hidden;
use crate::text::spelling::Written;
use crate::text::{Diagnostic, Encoding, Report, Severity, codes};
use joining::{said_by, said_by_none};

/// How to read.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// The format's id; without it the bytes tell.
    pub format: Option<String>,
    /// The encoding of a text; without it the format's usual one.
    pub encoding: Option<Encoding>,
    /// The most bytes that a file may have; without it the format's own limit counts.
    pub max_size: Option<usize>,
    /// Whether what is left of a damaged file is taken.
    pub salvage: bool,
    /// The board that names are of, where a file refers to one.
    pub board: Option<Arc<Board>>,
    /// The positions that orders are judged and completed by.
    pub positions: Option<Arc<Positions>>,
}

/// What was read.
pub struct Reading {
    /// The format it was taken for.
    pub format: Option<&'static Format>,
    /// The document; with an error among the diagnostics what is left of it, for looking at only.
    pub document: Option<Document>,
    /// What could not be read or understood.
    pub diagnostics: Vec<Diagnostic>,
    /// The decoded text, which positions refer to.
    pub text: Option<String>,
    /// The version of the tables that it was read from; that of today for what is no tables.
    pub tables: u32,
}

impl Reading {
    fn failed(format: Option<&'static Format>, diagnostic: Diagnostic) -> Self {
        Reading { format, document: None, diagnostics: vec![diagnostic], text: None, tables: tables::VERSION }
    }

    /// Whether something could not be read.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Reads the bytes of a file called `name` (without folders).
pub fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> Reading {
    if bytes.is_empty() {
        let d = Diagnostic::error(&codes::EMPTY_FILE, "the file is empty");
        return Reading::failed(None, d.help("there is nothing to read; look for another copy"));
    }
    let named = options.format.as_deref().and_then(formats::format);
    let Some(format) = named.or_else(|| identify(name, bytes, options.board.as_deref())) else {
        return Reading::failed(None, unknown_format(bytes));
    };
    if let Some(d) = limits::refused(bytes, format, options.max_size) {
        return Reading::failed(Some(format), d);
    }
    let misnamed = misnamed(name, format);
    let mut reading = match &format.kind {
        Kind::Text(text_format) => read_text(name, bytes, format, *text_format, options),
        Kind::Json => read_json(bytes, format),
        Kind::NotRead(say) => Reading::failed(Some(format), say()),
        Kind::Csv => {
            let message = "csv is a folder of tables, and this is a file";
            let d = Diagnostic::error(&codes::UNKNOWN_FORMAT, message);
            Reading::failed(Some(format), d.help("give the folder that holds datapackage.json"))
        }
    };
    if let (Some(d), true) = (misnamed, reading.document.is_some()) {
        reading.diagnostics.insert(0, d);
    }
    if let (Some(positions), Some(document)) = (&options.positions, &mut reading.document) {
        reading.diagnostics.extend(positions.give(&mut document.game));
    }
    reading
}

/// The format that the bytes of a file called `name` are most likely of, its names perhaps those of a board.
pub fn identify(name: &str, bytes: &[u8], board: Option<&Board>) -> Option<&'static Format> {
    let probe = Probe { name, bytes: &bytes[..bytes.len().min(PROBE_LENGTH)], board };
    formats::identify(&probe).first().map(|(format, _)| *format)
}

/// Warns of a file whose name says that it is another of its family.
fn misnamed(name: &str, format: &Format) -> Option<Diagnostic> {
    let is_other = |other: &&&Format| other.family == format.family && other.is_telling_name(name);
    let other = formats::FORMATS.iter().find(is_other).filter(|_| !format.is_usual_name(name))?;
    let message = format!("by its name this is a {}, by its content a {}", other.id, format.id);
    let help = format!("it is read as {}; look whether the file was renamed or put in the place of another", format.id);
    Some(Diagnostic::warning(&codes::MISNAMED, message).help(help))
}

/// How many bytes `identify` looks at.
pub const PROBE_LENGTH: usize = 64 * 1024;

/// Before what a file looks like that is of no format.
const UNKNOWN: &str = "no format that Ludex reads: it looks like ";

/// What a file that is of no format looks like, by what reading it said.
pub fn looks_of(diagnostic: &Diagnostic) -> Option<&str> {
    diagnostic.message.strip_prefix(UNKNOWN).filter(|_| diagnostic.code == codes::UNKNOWN_FORMAT.id)
}

fn unknown_format(bytes: &[u8]) -> Diagnostic {
    let message = format!("{UNKNOWN}{}", formats::looks_like(bytes));
    Diagnostic::error(&codes::UNKNOWN_FORMAT, message)
        .help("`ludex formats` lists what is read; if you know better, name the format with -f")
}

/// Reads a folder of tables, given a way to its files; `max_size` allows more rows than usual.
pub fn read_package(files: &dyn Fn(&str) -> std::io::Result<Vec<u8>>, max_size: Option<usize>) -> Reading {
    let files = limits::counted(files, max_size);
    let (document, tables, diagnostics) = package::read(&files, &changes::original_game);
    Reading { format: Some(&formats::CSV), document, diagnostics, text: None, tables }
}

fn read_json(bytes: &[u8], format: &'static Format) -> Reading {
    let text = match decode_json(bytes) {
        Ok(text) => text.into_owned(),
        Err(d) => return Reading::failed(Some(format), d),
    };
    let (document, diagnostics) = match formats::json::read(&text) {
        Ok(document) => (Some(document), Vec::new()),
        Err(d) => {
            let mut report = Report::new();
            report.add(d);
            (None, report.finish(&text))
        }
    };
    let mut reading =
        Reading { format: Some(format), document, diagnostics, text: Some(text), tables: tables::VERSION };
    if let Some(document) = &reading.document {
        reading.diagnostics.extend(changed_texts(document));
    }
    reading
}

/// JSON is UTF-8; what Windows shells write when they redirect is UTF-16 with a byte order mark.
fn decode_json(bytes: &[u8]) -> Result<Cow<'_, str>, Diagnostic> {
    let wide = match bytes {
        [0xFF, 0xFE, ..] => Some(encoding_rs::UTF_16LE),
        [0xFE, 0xFF, ..] => Some(encoding_rs::UTF_16BE),
        _ => None,
    };
    if let Some(encoding) = wide {
        let (text, malformed) = encoding.decode_with_bom_removal(bytes);
        return if malformed {
            Err(Diagnostic::error(&codes::NOT_JSON, "not JSON: malformed UTF-16"))
        } else {
            Ok(text)
        };
    }
    let not_utf8 = |e: crate::text::encoding::Undecodable| {
        Diagnostic::error(&codes::NOT_JSON, format!("not JSON: {e}")).help("JSON is UTF-8; save it as such")
    };
    Encoding::UTF_8.decode(bytes).map_err(not_utf8)
}

/// Warns of originals that are not the text that was read.
fn changed_texts(document: &Document) -> impl Iterator<Item = Diagnostic> {
    document.sources.iter().enumerate().filter_map(|(i, source)| {
        let (text, sha256) = (source.text.as_ref()?, source.sha256.as_ref()?);
        let encoding = Encoding::named(&source.encoding)?;
        let same = encoding.encode(text).is_ok_and(|bytes| Source::sha256_of(&bytes) == *sha256);
        let message = format!("the text of {} is not the one that was read: its SHA-256 differs", source.name);
        (!same).then(|| {
            Diagnostic::warning(&codes::TEXT_CHANGED, message)
                .on(format!("sources[{i}].text"))
                .help("the text only gives the spelling: what is written is the game")
        })
    })
}

fn read_text(
    name: &str,
    bytes: &[u8],
    format: &'static Format,
    text_format: &'static dyn TextFormat,
    options: &ReadOptions,
) -> Reading {
    let mut report = if options.salvage { Report::salvaging() } else { Report::new() };
    let encoding = options.encoding.unwrap_or(format.encoding);
    let (text, encoding) = match encoding.decode(bytes) {
        Ok(text) => (text, encoding),
        Err(error) if options.encoding.is_some() => {
            let d = Diagnostic::error(&codes::WRONG_ENCODING, error.to_string());
            let help = "nothing may be lost, so the file is not read in this encoding; give another one, or none";
            return Reading::failed(Some(format), d.help(help));
        }
        Err(error) => {
            let message = format!("{error}; the file is read as ISO-8859-1");
            let help = "give the right encoding with --encoding, if you know it";
            report.add(Diagnostic::warning(&codes::ENCODING_FALLBACK, message).help(help));
            // Every byte is a character there, so this cannot fail.
            (Encoding::ISO_8859_1.decode(bytes).unwrap_or_default(), Encoding::ISO_8859_1)
        }
    };
    let on_board = options.board.as_ref().and_then(|board| text_format.on_board(board));
    let game = on_board.as_deref().unwrap_or(text_format).read(&text, &mut report);
    let mut found = report.into_found();
    if game.is_none() && !found.iter().any(Diagnostic::is_error) {
        // There is nothing to salvage.
        found.iter_mut().for_each(|d| d.severity = Severity::Error);
    }
    if let Some(game) = &game {
        // An error is one of the file as a whole.
        let mut named = found.clone();
        text_format.name_turns(&mut named, &text, game);
        found = found.into_iter().zip(named).map(|(d, named)| if d.is_error() { d } else { named }).collect();
    }
    let mut diagnostics = Report::of(found).finish(&text);
    for d in &mut diagnostics {
        d.file = Some(name.to_owned());
    }
    let text = text.into_owned();
    let document = game.map(|mut game| {
        // What the text says goes before what its name tells.
        if let Some(variant_of) = format.variant_of.filter(|_| game.variant.is_none()) {
            game.variant = variant_of(name);
        }
        let mut document = Document::new(game);
        document.sources.push(Source {
            format: format.id.to_owned(),
            name: name.to_owned(),
            path: None,
            line: None,
            lines: None,
            encoding: encoding.name().to_owned(),
            bytes: bytes.len() as u64,
            sha256: Some(Source::sha256_of(bytes)),
            text: Some(text.clone()),
        });
        document
    });
    let mut reading =
        Reading { format: Some(format), document, diagnostics, text: Some(text), tables: tables::VERSION };
    // What a document stores is printed sooner or later, its originals are not.
    let mut stored = reading.diagnostics.clone();
    reading.hidden(&stored).hide(&mut stored, reading.text.as_deref());
    if let Some(document) = &mut reading.document {
        document.diagnostics = stored;
    }
    reading
}

/// The board of a document that was read from a file called `name`, to resolve names of other files with.
pub fn board_of(document: &Document, name: &str) -> Option<Board> {
    let board = document.game.board.as_ref().filter(|board| !board.territories.is_empty())?;
    let sha256 = document.sources.first().and_then(|source| source.sha256.clone()).unwrap_or_default();
    let from = BoardSource { name: name.to_owned(), sha256, content_sha256: None };
    let board = Board { from: None, ..board.clone() };
    let from = document.game.board.as_ref().and_then(|board| board.from.clone()).or_else(|| Some(from.of(&board)));
    Some(Board { from, ..board })
}

/// Places what is said about paths of a document in the file or the tables that it was read from, which may be of an
/// older version; rows of tables are counted in its `game`.
pub fn locate_in_source(
    diagnostics: &mut [Diagnostic],
    format: Option<&Format>,
    text: Option<&str>,
    version_of_tables: u32,
    game: Option<&Game>,
) {
    let mut unplaced: Vec<&mut Diagnostic> = diagnostics.iter_mut().filter(|d| d.line.is_none()).collect();
    match (format.map(|f| f.kind), text) {
        (Some(Kind::Json), Some(text)) => {
            let paths: Vec<&str> = unplaced.iter().map(|d| d.path.as_deref().unwrap_or_default()).collect();
            let places = crate::text::json::places(text, &paths);
            for (d, place) in unplaced.iter_mut().zip(places) {
                d.span = place.filter(|_| d.path.is_some());
            }
            unplaced.sort_by_key(|d| d.span.as_ref().map(|span| span.start));
            let positions = crate::text::diagnostic::Positions::new(text);
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

/// How to write.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// Whether text is written in canonical form instead of the source's spelling.
    pub canonical: bool,
    /// The encoding of a text; without it that of the source, or of its family, or the format's usual one.
    pub encoding: Option<Encoding>,
    /// Whether cells of tables are written so that spreadsheets and databases leave them as they are.
    pub guard: bool,
    /// Whether original texts are left out of JSON and tables.
    pub no_originals: bool,
    /// The most bytes that an output may have, so that it can be read again; without it the format's own limit.
    pub max_size: Option<usize>,
    /// Whether passwords and addresses are taken out.
    pub redact: bool,
    /// Whether text that was once read in the wrong encoding is mended.
    pub repair_text: bool,
    /// Whether messages may quote passwords, addresses, and what may be one.
    pub reveal: bool,
}

/// What is to be written.
#[derive(Debug)]
pub struct Output {
    /// The name that the source had, for a text that is written back.
    pub name: Option<String>,
    /// The path that the source had below the folder that was converted.
    pub path: Option<String>,
    /// Which game of a file with a game a line it is, and of how many.
    pub line: Option<(u64, u64)>,
    /// The bytes.
    pub content: Content,
}

/// A file, or a folder of files.
#[derive(Debug)]
pub enum Content {
    /// The bytes of a file.
    File(Vec<u8>),
    /// The files of a folder.
    Folder(Vec<FolderFile>),
}

/// Writes a document in a format. Without an error among the diagnostics there is at least one output.
pub fn write(mut document: Document, format: &Format, options: &WriteOptions) -> (Vec<Output>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    if options.redact {
        match redacting::redact(&mut document) {
            Ok(said) => diagnostics.extend(said),
            Err(error) => return (Vec::new(), vec![error]),
        }
    }
    if options.repair_text {
        diagnostics.extend(repairing::repair(&mut document));
    }
    let had_originals = document.sources.iter().any(|s| s.text.is_some());
    if options.no_originals || options.redact {
        document.sources.iter_mut().for_each(|s| s.text = None);
        if had_originals && format.text().is_none() {
            let message = "the original text is left out; only canonical text can be written back from this";
            diagnostics.push(Diagnostic::note(&codes::NO_ORIGINAL, message));
        }
    }
    let outputs = match &format.kind {
        Kind::Text(text_format) => write_texts(&document, format, *text_format, options, &mut diagnostics),
        Kind::NotRead(say) => {
            diagnostics.push(say());
            Vec::new()
        }
        Kind::Json => match formats::json::write(&document) {
            Ok(bytes) => vec![Output { name: None, path: None, line: None, content: Content::File(bytes) }],
            Err(error) => {
                diagnostics.push(Diagnostic::error(&codes::BAD_VALUE, error.to_string()));
                Vec::new()
            }
        },
        Kind::Csv => match package::write(&document, &original, options.guard) {
            Ok((files, warning)) => {
                diagnostics.extend(warning);
                vec![Output { name: None, path: None, line: None, content: Content::Folder(files) }]
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
    if diagnostics.iter().any(Diagnostic::is_error) {
        return (Vec::new(), diagnostics);
    }
    (outputs, diagnostics)
}

/// The bytes of a source.
fn original(source: &Source) -> Option<Vec<u8>> {
    let text = source.text.as_ref()?;
    Encoding::named(&source.encoding)?.encode(text).ok().map(Cow::into_owned)
}

fn write_texts(
    document: &Document,
    format: &Format,
    text_format: &dyn TextFormat,
    options: &WriteOptions,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Output> {
    let mut sources: Vec<Option<&Source>> = document.sources_of(format.id).map(Some).collect();
    if sources.is_empty() {
        sources.push(None);
    }
    if sources.iter().any(Option::is_some) {
        outside::say_edits(&document.game, diagnostics);
    }
    let companion = source_of_family(document, format).and_then(|source| source.text.as_deref());
    let held = held_by_others(document, format);
    let mut outputs = Vec::new();
    for source in sources {
        let game = match source {
            Some(source) => said_by(document, source, diagnostics),
            None => said_by_none(document, format),
        };
        let encoding = source.map_or_else(|| family_encoding(document, format), |s| known_encoding(s, format));
        let mut said = Vec::new();
        let text = write_text(&game, text_format, source, companion, options, &mut said);
        diagnostics.extend(said.into_iter().filter(|d| d.code != codes::LEFT_OUT.id || !held(d)));
        let file =
            text.and_then(|text| encode(&text, text_format, &game, options.encoding.unwrap_or(encoding), diagnostics));
        let (name, path) = (source.map(|s| s.name.clone()), source.and_then(|s| s.path.clone()));
        let line = source.and_then(|source| source.line.zip(source.lines));
        outputs.extend(file.map(|bytes| Output { name, path, line, content: Content::File(bytes) }));
    }
    outputs
}

/// Whether what is left out of one source that is written back is in another source of the same document.
fn held_by_others<'d>(document: &'d Document, format: &Format) -> impl Fn(&Diagnostic) -> bool + 'd {
    let is_one_of_several = document.sources_of(format.id).next().is_some();
    let others = document.sources.iter().filter(move |source| is_one_of_several && source.format != format.id);
    let others = others.filter_map(|source| formats::format(&source.format)?.text());
    let left_out: Vec<Vec<String>> = others.map(|other| other.left_out(&document.game)).collect();
    move |d: &Diagnostic| {
        let is_left_out = |paths: &Vec<String>| d.path.as_ref().is_some_and(|path| paths.contains(path));
        !left_out.iter().all(is_left_out)
    }
}

fn known_encoding(source: &Source, format: &Format) -> Encoding {
    Encoding::named(&source.encoding).unwrap_or(format.encoding)
}

/// A board writes all its files in one encoding.
fn family_encoding(document: &Document, format: &Format) -> Encoding {
    source_of_family(document, format).map_or(format.encoding, |source| known_encoding(source, format))
}

/// The first source that is of the format's family.
fn source_of_family<'d>(document: &'d Document, format: &Format) -> Option<&'d Source> {
    let of_family = |source: &&Source| formats::format(&source.format).is_some_and(|f| f.family == format.family);
    document.sources.iter().find(of_family)
}

fn write_text<'d>(
    game: &Game,
    format: &dyn TextFormat,
    source: Option<&'d Source>,
    companion: Option<&str>,
    options: &WriteOptions,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Cow<'d, str>> {
    let original = source.and_then(|s| s.text.as_deref()).filter(|_| !options.canonical);
    let mut said = Vec::new();
    let companion = companion.filter(|_| source.is_none() && !options.canonical);
    let written = match companion.and_then(|text| format.write_like(game, text, &mut said)) {
        Some(written) => written,
        None => format.write(game, original, &mut said),
    };
    let failed = said.iter().any(Diagnostic::is_error);
    diagnostics.append(&mut said);
    if let (false, Ok(Written::Woven(text) | Written::Canonical(text))) = (failed, &written)
        && !text.is_empty()
        && let Some(d) = unreadable::doubt(text, original, format, game)
    {
        let is_refused = d.is_error();
        diagnostics.push(d);
        if is_refused {
            return None;
        }
    }
    match written {
        _ if failed => None,
        Ok(Written::Woven(text) | Written::Canonical(text)) if text.is_empty() => {
            let d = Diagnostic::error(&codes::VALUES_MISSING, "there is nothing to write: the file would be empty");
            diagnostics.push(d.on("game").help("give the game what a file of this format holds"));
            None
        }
        Ok(Written::Unchanged) => original.map(Cow::Borrowed),
        Ok(Written::Woven(text)) => Some(Cow::Owned(text)),
        Ok(Written::Canonical(text)) => {
            if original.is_some() {
                let message = "the spelling of the source could not be kept; all of it is written in canonical form";
                diagnostics.push(Diagnostic::warning(&codes::SPELLING_LOST, message));
            } else if source.is_some() && !options.canonical {
                let message = "the document carries no original text, so the file is written in canonical form";
                diagnostics.push(Diagnostic::note(&codes::NO_ORIGINAL, message));
            }
            Some(Cow::Owned(text))
        }
        Err(error) => {
            let message = format!("not written: {error}");
            diagnostics.push(Diagnostic::error(&codes::READS_BACK_DIFFERENTLY, message).help("change that value"));
            None
        }
    }
}

fn encode(
    text: &str,
    format: &dyn TextFormat,
    game: &Game,
    encoding: Encoding,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<u8>> {
    let error = match encoding.encode(text) {
        Ok(bytes) => return Some(bytes.into_owned()),
        Err(error) => error,
    };
    // The input's line is that of the value.
    let mut placed = [Diagnostic::error(&codes::CANNOT_ENCODE, "").at(error.offset..error.offset)];
    let [mut d] = placed.clone();
    format.place_on_paths(&mut placed, text, game);
    crate::text::diagnostic::Positions::new(text).locate(&mut d);
    let place = format.anatomy(text).and_then(|a| {
        let index = a.claims.iter().position(|c| (c.start..c.end).contains(&error.offset))?;
        Some(format!(" ({})", a.statements.label(index)))
    });
    let (line, column) = (d.line.take().unwrap_or(1), d.column.take().unwrap_or(1));
    let place = place.unwrap_or_default();
    d.message = format!("{error}, in line {line}, column {column} of what is written{place}");
    d.path = placed[0].path.take();
    d.length = None;
    let able: Vec<&str> = Encoding::able_to_write(text).map(Encoding::name).take(4).collect();
    let able = if able.is_empty() { "no encoding can write the whole text".into() } else { able.join(", ") };
    diagnostics.push(d.help(format!("change the text, or give an encoding that can write it: {able}")));
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn what_is_not_of_the_usual_encoding_is_read_as_latin1_with_a_warning() {
        let utf8_war: &Format =
            Box::leak(Box::new(Format { encoding: Encoding::UTF_8, ..crate::systems::global_war::formats::WAR_DAT }));
        let bytes = [b"1\r\n1657.9458\r\nJ\x94RG\r\nT\r\n".as_slice(), &b"0\r\n".repeat(122)].concat();
        let Kind::Text(text_format) = utf8_war.kind else { return };
        let reading = read_text("WAR01.DAT", &bytes, utf8_war, text_format, &ReadOptions::default());
        assert!(reading.diagnostics.iter().any(|d| d.code == "CV008"), "{:?}", reading.diagnostics);
        let document = reading.document.unwrap();
        assert_eq!(document.sources[0].encoding, "iso-8859-1");
        assert_eq!(document.game.players[0].name(), Some("J\u{94}RG"));
    }
}
