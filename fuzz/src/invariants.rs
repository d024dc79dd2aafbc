//! The invariants that must hold for every input.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use ludex::internals::archive::containers::{Limits, Trust};
use ludex::internals::archive::{Input, InputKind, Opened};
use ludex::internals::conversion::{self, Content, ReadOptions, ReadOutcome, WriteOptions};
use ludex::internals::formats::{self, CSV, Format, Kind, Probe, json};
use ludex::internals::model::{Board, Change, Difference, Document, Game, differences_beside, pattern_of};
use ludex::internals::rules::RuleSet;
use ludex::internals::systems;
use ludex::internals::systems::homeworlds::rules::Server;
use ludex::internals::text::{Diagnostic, Encoding, codes};
use ludex::internals::view::ViewOptions;
use ludex::internals::view::picture::{SvgOptions, write_svg};

use crate::package;
use crate::random::hash;
use crate::steps::timed;

/// A violation of an invariant.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The kind of violation, the same for inputs that fail alike.
    pub class: String,
    pub detail: String,
}

impl Failure {
    pub fn new(class: impl Into<String>, detail: impl Into<String>) -> Self {
        Failure { class: class.into(), detail: detail.into() }
    }
}

pub type Outcome = Result<(), Failure>;

fn expect(holds: bool, class: &str, detail: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(Failure::new(class, detail())) }
}

const RULES: [RuleSet; 3] = [RuleSet::Engine, RuleSet::Document, RuleSet::Program(Server::AbstractPlay.id())];

/// Checks a file of a text format: it can be read, judged and shown, and comes back; in other formats it has the same
/// content, except for what is reported.
pub fn text(format: &'static Format, bytes: &[u8], board: Option<&Arc<Board>>) -> Outcome {
    // Half of the inputs are read with the names of a board.
    let board = board.filter(|_| format.board_lookup.is_some() && hash(bytes).is_multiple_of(2)).cloned();
    let options = |salvage| ReadOptions {
        format: Some(format.id.into()),
        salvage,
        board: board.clone(),
        ..ReadOptions::default()
    };
    let name = format!("fuzz.{}", format.extension);
    // Only the document is kept, as a command does not read a file twice.
    let (is_whole, strict) = {
        let mut reading = timed("read", || conversion::read(&name, bytes, &options(false)));
        for error in reading.diagnostics.iter().filter(|d| d.is_error()) {
            expect(error.help.is_some(), "an error without help", || format!("{error:?}"))?;
            expect(bytes.is_empty() || error.line.is_some() || is_of_file(error), "an error without a place", || {
                format!("{error:?}")
            })?;
        }
        judged(&mut reading);
        (!reading.has_errors(), reading.document)
    };
    let salvaged = timed("salvage", || conversion::read(&name, bytes, &options(true)));
    let _ = timed("correct", || conversion::correct(&salvaged));
    expect(salvaged.has_errors() == salvaged.document.is_none(), "salvaged, but still an error", || {
        format!("{:?}", salvaged.diagnostics)
    })?;
    let Some(document) = salvaged.document else { return Ok(()) };
    expect(!is_whole || strict.as_ref() == Some(&document), "salvaging changes a sound file", String::new)?;
    drop(strict);
    // As `verify` does before it reads anything back.
    drop(salvaged.diagnostics);
    if let Some(d) = timed("verify", || conversion::verify_text(&document, format, bytes, None)).first() {
        return Err(Failure::new(
            format!("does not come back {}", d.message.split(", ").next().unwrap_or("")),
            &d.message,
        ));
    }
    comes_back(&document)?;
    let changes = timed("changes", || conversion::changes(&document, true));
    expect(changes.is_none(), "nobody edited it, and it is changed", || format!("{changes:?}"))?;
    shown(&document);
    let encoding = document.sources.first().and_then(|source| Encoding::named(&source.encoding));
    let bare = Document { sources: Vec::new(), diagnostics: Vec::new(), ..document };
    for target in targets_of(&bare) {
        let encoding = encoding.filter(|_| target.family == format.family);
        written_anew(&bare, target, WriteOptions { encoding, ..WriteOptions::default() }, !is_whole)?;
    }
    Ok(())
}

/// Returns whether an error is about the file as a whole.
fn is_of_file(error: &Diagnostic) -> bool {
    error.code == codes::EMPTY_FILE.id || error.code == codes::TOO_LARGE.id
}

/// Checks a document in JSON.
pub fn document(bytes: &[u8]) -> Outcome {
    let options = ReadOptions { format: Some("json".into()), ..ReadOptions::default() };
    holds(timed("read", || conversion::read("fuzz.json", bytes, &options)))
}

/// Checks a document with long lists, also when what cannot be written is left out of texts.
pub fn lists(bytes: &[u8]) -> Outcome {
    document(bytes)?;
    let Some(document) = conversion::read("fuzz.json", bytes, &ReadOptions::default()).document else { return Ok(()) };
    let options = WriteOptions { leave_out: true, ..WriteOptions::default() };
    for target in targets_of(&document) {
        timed("leave out", || conversion::write(&document, target, &options));
    }
    Ok(())
}

/// Checks a folder of tables.
pub fn package(input: &[u8]) -> Outcome {
    let files = package::files(input);
    let file = |path: &str| files.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into());
    let _ = timed("originals", || conversion::originals_of_package(&file));
    holds(timed("read", || conversion::read_package(&file, None)))
}

/// Checks a document that was read from JSON or tables: it is judged, shown, written, and read again.
fn holds(mut reading: ReadOutcome) -> Outcome {
    judged(&mut reading);
    let Some(document) = reading.document.filter(|_| !reading.diagnostics.iter().any(Diagnostic::is_error)) else {
        return Ok(());
    };
    comes_back(&document)?;
    shown(&document);
    timed("changes", || conversion::changes(&document, false));
    let redacted = WriteOptions { redact: true, ..WriteOptions::default() };
    timed("redact", || conversion::write(&document, &json::JSON, &redacted));
    for target in targets_of(&document) {
        written_anew(&document, target, WriteOptions::default(), false)?;
    }
    Ok(())
}

/// Checks a container: its members stay below it, each at a place of its own, and are read within the limits.
pub fn container(bytes: &[u8]) -> Outcome {
    let limits = Limits { member_size: 1 << 20, members: 500, depth: 2, ..Limits::default() };
    let input = Input::whole("disk", bytes);
    let Ok(mut opened) = input.open() else { return Ok(()) };
    let Some(kind) = opened.container(Trust::Certain).or_else(|| opened.container(Trust::Last)) else { return Ok(()) };
    let Ok(opened) = opened.into_container(kind, &limits) else { return Ok(()) };
    let (mut places, mut count) = (HashSet::new(), 0);
    for member in Arc::new(opened).inputs() {
        count += 1;
        let place = member.relative.to_string_lossy().to_lowercase();
        let is_below = member.relative.starts_with("disk!")
            && member.relative.components().all(|step| matches!(step, std::path::Component::Normal(_)));
        expect(is_below, "a member leads out", || format!("{}: {place:?}", kind.id))?;
        let is_package = member.kind == InputKind::Package;
        expect(places.insert(place.clone()) || is_package, "two members at one place", || {
            format!("{}: {place:?}", kind.id)
        })?;
        if let Ok(bytes) = member.open().and_then(Opened::into_bytes) {
            expect(bytes.len() <= 1 << 20, "a member over the limit", || format!("{}: {}", kind.id, bytes.len()))?;
        }
    }
    expect(count <= 501, "more members than are allowed", || format!("{}: {count}", kind.id))
}

/// Checks that a file is identified under any name, that the formats found are in order, and that a format that is
/// certain can read it.
pub fn identification(bytes: &[u8]) -> Outcome {
    const NAMES: [&str; 8] =
        ["", "x", "WAR01.DAT", "map.lakes", "G003.lakes", "a.raw", "orders.txt", "datapackage.json"];
    let start = &bytes[..bytes.len().min(conversion::PROBE_LENGTH)];
    for name in NAMES {
        let found = timed("identify", || formats::identify(&Probe { name, bytes: start, board: None }));
        let sure: Vec<u8> = found.iter().map(|(_, evidence)| evidence.confidence).collect();
        expect(sure.is_sorted_by(|a, b| a >= b), "formats are out of order", || format!("{sure:?}"))?;
        expect(sure.iter().all(|sure| (1..=100).contains(sure)), "no percentage", || format!("{sure:?}"))?;
        let Some((format, _)) = found.first().filter(|(_, evidence)| evidence.confidence >= 96) else { continue };
        let options = ReadOptions { format: Some(format.id.into()), salvage: true, ..ReadOptions::default() };
        let reading = timed("read", || conversion::read(name, bytes, &options));
        // What is longer than its format is named all the same.
        let is_too_large = reading.diagnostics.iter().any(|d| d.code == codes::TOO_LARGE.id);
        let is_readable =
            reading.document.is_some() || is_too_large || matches!(format.kind, Kind::Json | Kind::NotRead(_));
        expect(is_readable, "certain, and not read", || format!("as {} {:?}", format.id, reading.diagnostics))?;
    }
    Ok(())
}

fn judged(reading: &mut ReadOutcome) {
    for rules in RULES {
        timed("validate", || conversion::validate(reading, rules));
    }
    let mut said = timed("validate", || conversion::validate_values(reading));
    let game = reading.document.as_ref().map(|document| &document.game);
    let text = reading.text.as_deref();
    timed("locate", || conversion::locate_in_source(&mut said, reading.format, text, reading.tables, game));
}

fn shown(document: &Document) {
    for turn in [None, Some("0"), Some("1"), Some("S1901M"), Some("last")] {
        let mut options = ViewOptions::default();
        options.turn = turn.and_then(|turn| turn.parse().ok());
        let _ = timed("show", || systems::show(document, "fuzz", &options));
    }
    let Ok(album) = timed("album", || systems::album(document, &ViewOptions::default())) else { return };
    let count = album.moments().len();
    for at in [0, 1, count / 2, count] {
        timed("picture", || write_svg(&album.picture(at), &SvgOptions::default()));
        timed("events", || album.events(at));
    }
    timed("series", || album.series(count / 2));
}

/// Returns the text formats of the game's system.
fn targets_of(document: &Document) -> impl Iterator<Item = &'static Format> {
    let formats = document.game.system.def().formats.iter().copied();
    formats.filter(|format| format.text().is_some())
}

/// Checks that a document stays the same through JSON and through tables.
fn comes_back(document: &Document) -> Outcome {
    let name = |what: &str, way: &Format| format!("{what} {}", way.id);
    for (target, guard) in [(&json::JSON, false), (&CSV, false), (&CSV, true)] {
        let options = WriteOptions { guard, ..WriteOptions::default() };
        let (outputs, said) = timed(target.id, || conversion::write(document, target, &options));
        let again = match outputs.into_iter().next().map(|output| output.content) {
            Some(Content::File(bytes)) => {
                timed("read back", || conversion::read("fuzz.json", &bytes, &ReadOptions::default()))
            }
            Some(Content::Folder(files)) => {
                let file = |path: &str| files.iter().find(|file| file.path == path).map(|file| file.bytes.clone());
                let file = |path: &str| file(path).ok_or_else(|| io::ErrorKind::NotFound.into());
                timed("read back", || conversion::read_package(&file, None))
            }
            // Tables do not hold everything, but report the parts that they cannot hold.
            None => {
                let is_named = said.iter().any(|d| d.is_error() && d.help.is_some());
                expect(is_named, &name("refused without a reason by", target), || format!("{said:?}"))?;
                continue;
            }
        };
        if let Some(error) = again.diagnostics.iter().find(|d| d.is_error()) {
            return Err(Failure::new(
                format!("written, and not read: {} {}", target.id, error.code),
                format!("{error:?}"),
            ));
        }
        let game = again.document.as_ref().map(|again| &again.game);
        let left_out: HashSet<&str> = said.iter().flat_map(Diagnostic::places).collect();
        let differs = game.and_then(|game| differences_beside(&document.game, game, &left_out, 1).into_iter().next());
        if let Some(difference) = differs {
            let class = format!("{} {}", name("differs through", target), pattern_of(&difference.path));
            return Err(Failure::new(class, format!("{difference:?}")));
        }
        let same = again.document.as_ref() == Some(document) || !left_out.is_empty();
        expect(same, &name("differs through", target), || format!("{document:?}\n{:?}", again.document))?;
    }
    Ok(())
}

/// Checks that a document written in a format can be read again with the same content, except for what is reported, or
/// is refused with the place. A damaged one may still need salvaging.
fn written_anew(document: &Document, target: &'static Format, options: WriteOptions, salvage: bool) -> Outcome {
    let class = |what: &str| format!("{what} {}", target.id);
    let (outputs, said) = timed(target.id, || conversion::write(document, target, &options));
    let errors: Vec<&Diagnostic> = said.iter().filter(|d| d.is_error()).collect();
    for error in &errors {
        let is_named = error.path.as_deref().is_some_and(|path| path != "game") || error.code != "JS007";
        expect(is_named && error.help.is_some(), &class("JS007 without a name:"), || format!("{error:?}"))?;
    }
    expect(outputs.is_empty() != errors.is_empty(), &class("neither written nor refused:"), || format!("{said:?}"))?;
    let is_one = outputs.len() == 1 && document.sources.len() <= 1;
    for output in outputs {
        let Content::File(bytes) = output.content else { continue };
        let read = |bytes: &[u8]| {
            let source = document.sources.iter().find(|source| source.format == target.id);
            let encoding =
                options.encoding.or_else(|| Encoding::named(&source?.encoding)).or(family_encoding(document, target));
            let options = ReadOptions {
                format: Some(target.id.into()),
                encoding,
                salvage,
                // A board that is left out is read from its own file.
                board: document.game.board.clone().map(Arc::new),
                ..ReadOptions::default()
            };
            timed("read anew", || conversion::read("fuzz", bytes, &options))
        };
        let again = read(&bytes);
        let shown = || String::from_utf8_lossy(&bytes).chars().take(2000).collect::<String>();
        let has_source = document.sources_of(target.id).next().is_some();
        if said.iter().any(|d| d.code == codes::VALUES_MISSING.id) {
            continue;
        }
        if let Some(error) = again.diagnostics.iter().find(|d| d.is_error() && !has_source) {
            let class = format!("{} {}", class("written, and not read:"), error.code);
            return Err(Failure::new(class, format!("{error:?}\n{}", shown())));
        }
        let Some(again) = again.document else { continue };
        let given = of_other_files(&document.game);
        let known: HashSet<&str> = said.iter().flat_map(Diagnostic::places).chain(given.iter().copied()).collect();
        let derived = target.text().map_or(&[][..], |text| text.derived());
        let is_unsaid = |difference: &Difference| {
            // Values that are derived from the rest when the file is read are no loss.
            !matches!(difference.change, Change::Added(_)) && !formats::is_derived(difference, derived)
        };
        let differs = differences_beside(&document.game, &again.game, &known, usize::MAX).into_iter().find(is_unsaid);
        if let Some(difference) = differs.filter(|_| is_one || document.sources.is_empty()) {
            let class = format!("{} {}", class("written otherwise, and not said:"), pattern_of(&difference.path));
            return Err(Failure::new(class, format!("{difference:?}\n{}", shown())));
        }
        // A document with sources takes its style from them.
        if document.sources.is_empty() {
            let bare = Document { sources: Vec::new(), diagnostics: Vec::new(), ..again };
            let (outputs, said) = timed(target.id, || conversion::write(&bare, target, &options));
            let is_fixed = matches!(outputs.first().map(|o| &o.content), Some(Content::File(twice)) if *twice == bytes);
            expect(is_fixed, &class("canonical text is no fixed point:"), || {
                let twice = outputs.first().map(|o| match &o.content {
                    Content::File(bytes) => String::from_utf8_lossy(bytes).into_owned(),
                    Content::Folder(_) => String::new(),
                });
                format!("{}\n--- becomes\n{}\n{said:?}", shown(), twice.unwrap_or_default())
            })?;
        }
    }
    Ok(())
}

/// Returns the paths of the values that a game has from the file's name and from companion files.
fn of_other_files(game: &Game) -> Vec<&'static str> {
    let board = game.board.as_ref().map(|_| "game.board");
    let position = game.position.as_ref().filter(|position| position.from.is_some()).map(|_| "game.position");
    ["game.variant"].into_iter().chain(board).chain(position).collect()
}

/// Returns the encoding of the first source of the same family, which is used for new files of that family.
fn family_encoding(document: &Document, target: &Format) -> Option<Encoding> {
    let of_family = document
        .sources
        .iter()
        .find(|source| formats::format(&source.format).is_some_and(|format| format.family == target.family));
    of_family.and_then(|source| Encoding::named(&source.encoding))
}
