//! `ludex verify`

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde_json::{Value as Json, json};

use crate::archive::bag::{self, PAYLOAD, is_bag};
use crate::archive::{Contents, Input, InputKind, Opened};
use crate::conversion::collections::{self, CollectionInput};
use crate::conversion::{self, Facts, FileReader, Original, ReadOptions, sha256};
use crate::formats::Format;
use crate::model::Document;
use crate::text::printable::printable;
use crate::text::{Diagnostic, Severity};

use super::Status;
use super::against::{Against, Carrier, Proofs};
use super::console::Console;
use super::foreign;
use super::input::{InputArguments, Inputs, ReadArguments};
use super::opening;
use super::rows::{RowArguments, Rows};
use super::tally::{Outcome, Record, Records, Tally};
use super::work::{Command, Instead, Worked};

/// Prove that files convert back byte for byte: directly, through JSON and through CSV
///
/// Nothing is written to disk. For a file that does not come back, the first different byte is named. In a Ludex
/// document, the originals are compared with their SHA-256, and the document must come back equal. In a database or
/// another collection of games, each original is compared with its SHA-256. A BagIt bag is compared with its manifests,
/// and then verified like any other folder.
///
/// With --against, each file in a format that Ludex reads must be present, byte for byte, in the output of a
/// conversion. The converted files can then be deleted.
#[derive(Args)]
pub struct Arguments {
    /// Prove that each file is also in this output of `convert`, before the files are deleted
    ///
    /// PATH is a database, a folder of tables, Parquet or documents, or a .jsonl. It is read completely, and the bytes
    /// of its originals are compared with those of the files, including files in archives. If the option is given more
    /// than once, each file must be in one of the outputs. Damaged files and files in other formats are present only if
    /// `convert` was given --all-originals; they then count as proved, and so does everything in an archive that is
    /// present. Missing files in other formats are counted at the end; --strict makes them an error.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    against: Vec<PathBuf>,
    #[command(flatten)]
    rows: RowArguments,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    read: ReadArguments,
    /// Prove it for the readable parts of damaged files, too, as read by `convert --salvage`
    #[arg(long, help_heading = "Input options")]
    salvage: bool,
}

struct Verified {
    record: Record,
    messages: String,
    /// The path that carries it.
    carrier: Option<Carrier>,
    /// The code of the error because of which it could not be read, if it is carried nevertheless.
    damage: Option<String>,
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    if arguments.against.iter().any(|path| path.as_os_str() == "-") {
        return Ok(console.usage("--against names a file or a folder, and not standard input"));
    }
    let options = match arguments.read.options(arguments.salvage, console) {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let inputs = match arguments.input.find(None, console) {
        Ok(inputs) => inputs,
        Err(status) => return Ok(status),
    };
    let many = inputs.are_many();
    let files = FileReader::default();
    let (keys, header) = match arguments.against[..] {
        [] => (&KEYS[..KEYS.len() - 1], &HEADER[..HEADER.len() - 1]),
        _ => (KEYS, HEADER),
    };
    let mut rows = arguments.rows.format.map(|format| Rows::new(console, format, keys, header));
    let mut tally = Tally::new(console, "verified", if rows.is_some() { Records::None } else { Records::Result });
    tally.add_found(&inputs.diagnostics)?;
    let Inputs { mut list, walk, .. } = inputs;
    let bags: Vec<&Path> = arguments.input.inputs.iter().map(PathBuf::as_path).filter(|path| is_bag(path)).collect();
    // Files beside the payload are checked as part of the bag.
    list.retain(|input| {
        !bags.iter().any(|bag| input.path.strip_prefix(bag).is_ok_and(|in_it| !in_it.starts_with(PAYLOAD)))
    });
    let work = walk.work(&arguments.input.selection, arguments.read.from.is_some());
    let against = match arguments.against[..] {
        [] => None,
        ref paths => match Against::read(paths, work.limits, console, &mut tally)? {
            Some(against) => Some(against),
            None => return Ok(Status::Errors),
        },
    };
    let against = against.as_ref();
    let mut proofs = Proofs::default();
    let verify = Verify { options, arguments, many, files, against, console };
    let mut tell = |verified: Verified| {
        console.emit(&verified.messages);
        let more = verified.more(against);
        if let Some(rows) = &mut rows {
            let object = tally.as_json(&verified.record, &more);
            let cell = |key: &str| object[key].as_str().unwrap_or_default().to_owned();
            let cells = || {
                let cells = [cell("file"), cell("format"), cell("outcome"), cell("code") + &cell("kind")];
                cells.into_iter().chain(against.map(|_| cell("against"))).collect()
            };
            rows.add(&object, cells)?;
        } else if verified.record.outcome == Outcome::Done && !console.is_json() && !console.is_quiet() {
            console.print(verified.line(against).as_bytes())?;
        }
        // A bag counts by its payload.
        if verified.record.format != Some(BAG) {
            proofs.add(&verified.record, verified.carrier);
        }
        anyhow::Ok(tally.add_with(verified.record, &more)?)
    };
    for bag in bags {
        let found = bag::validate(bag);
        let record = Record { format: Some(BAG), ..Record::new(bag.display().to_string(), None, Outcome::of(&found)) };
        tell(Verified::new(record, console.rendered(&found, None)))?;
    }
    work.on(list, &verify, |_, verified| walk.progress.suspended(|| tell(verified)))?;
    drop(walk);
    if let Some(rows) = rows {
        rows.finish()?;
    }
    if let Some(mut d) = against.and_then(|against| proofs.missing_others(against)) {
        if arguments.read.strict {
            d.severity = Severity::Error;
        }
        let found = [d.in_file(arguments.input.as_typed())];
        console.emit(&console.rendered(&found, None));
        tally.add_diagnostics(&found)?;
    }
    match against {
        Some(against) => {
            let counts = format!("{}; {}", tally.counts(), proofs.counts(against));
            tally.finish_with(&counts, &json!({"against": proofs.as_json()}))?;
        }
        None if many || console.is_json() => tally.finish(&tally.counts())?,
        None => {}
    }
    Ok(tally.status())
}

/// The format of a bag in records.
const BAG: &str = "bag";

/// The keys of a row; the last one only if inputs are compared with other paths.
const KEYS: &[&str] = &["file", "format", "outcome", "code", "kind", "against"];
const HEADER: &[&str] = &["FILE", "FORMAT", "OUTCOME", "WHY", "IS IN"];

struct Verify<'a> {
    options: ReadOptions,
    arguments: &'a Arguments,
    many: bool,
    files: FileReader,
    against: Option<&'a Against>,
    console: &'a Console,
}

impl Worked for Verified {
    fn is_foreign(&self) -> bool {
        self.record.is_foreign()
    }
}

impl Verified {
    fn new(record: Record, messages: String) -> Verified {
        Verified { record, messages, carrier: None, damage: None }
    }

    /// Returns the additional members of a record for scripts.
    fn more(&self, against: Option<&Against>) -> Json {
        let Some(against) = against else { return Json::Null };
        let mut more = json!({"against": self.carrier.map(|carrier| against.path(carrier))});
        if let Some(code) = &self.damage {
            more["code"] = json!(code);
        }
        more
    }

    /// Returns the line for people.
    fn line(&self, against: Option<&Against>) -> String {
        let file = printable(&self.record.file);
        let format = self.record.format.map(|format| format!("{format}: ")).unwrap_or_default();
        let carrier = against.zip(self.carrier).map(|(against, carrier)| against.path(carrier));
        match (&self.damage, carrier) {
            (Some(_), Some(path)) => format!("{file}: {format}cannot be read, and is in {}\n", printable(&path)),
            (_, Some(path)) => format!("{file}: {format}verified, and is in {}\n", printable(&path)),
            (_, None) => format!("{file}: {format}verified\n"),
        }
    }
}

impl Command for Verify<'_> {
    type Worked = Verified;

    fn salvages(&self) -> bool {
        self.options.salvage
    }

    fn work(&self, input: &Input, opened: Option<Opened<'_>>) -> Verified {
        match CollectionInput::of_opened(input, opened.as_ref()) {
            Some(collection) => self.verify_collection(input, collection),
            None => self.verify(input, opened),
        }
    }

    fn instead(&self, input: &Input, instead: Instead<'_>) -> Verified {
        let container = match &instead {
            Instead::Container(container) => Some(container.kind().title),
            Instead::Failed(_) => None,
            Instead::Skipped(_) => {
                let (record, _, messages) = opening::record(input, instead, self.console);
                return Verified::new(record, messages);
            }
        };
        let (record, mut diagnostics, messages) = opening::record(input, instead, self.console);
        let mut verified = Verified::new(record, messages);
        let Some(against) = self.against else { return verified };
        let (carrier, is_known) = against.carrier_unread(input);
        if let (Some(_), Some(carrier)) = (container, carrier) {
            against.add_container(input, carrier);
        }
        verified.carrier = carrier;
        if matches!(verified.record.outcome, Outcome::Failed(..)) {
            if carrier.is_none() && is_known {
                diagnostics.push(against.missing("this file").help(CARRIES_UNREAD).in_file(input.label()));
            }
            verified.damage = self.forgive(carrier, &mut diagnostics);
            if verified.damage.is_some() {
                verified.record.outcome = container.map_or(Outcome::Done, Outcome::Opened);
            }
            verified.messages = self.console.rendered(&diagnostics, None);
        }
        verified
    }
}

/// The advice for a file that cannot be read.
const CARRIES_UNREAD: &str = "keep the file; `convert --all-originals` carries files that cannot be read, too";

impl Verify<'_> {
    /// Turns errors in reading a file into warnings if the file is carried, since nothing is lost then. Returns the
    /// code of the first one.
    fn forgive(&self, carrier: Option<Carrier>, found: &mut [Diagnostic]) -> Option<String> {
        if carrier.is_none() || self.arguments.read.strict {
            return None;
        }
        let code = found.iter().find(|d| d.is_error()).map(|d| d.code.to_string());
        found.iter_mut().filter(|d| d.is_error()).for_each(|d| d.severity = Severity::Warning);
        code
    }

    fn verify(&self, input: &Input, opened: Option<Opened<'_>>) -> Verified {
        let Verify { options, arguments, console, .. } = self;
        let (contents, facts) = match self.against {
            Some(_) => opening::contents_and_facts(input, opened, options),
            None => (opening::contents(input, opened, options), Facts::default()),
        };
        let mut carrier = self.against.and_then(|against| against.carrier(input, facts.sha256));
        let mut reading = self.files.read_contents(input, contents.as_ref(), options, arguments.read.strict);
        let passed_over = foreign::passed_over(input, &reading, &arguments.input.selection, self.many, console);
        if let Some((record, messages)) = passed_over {
            return Verified { carrier, ..Verified::new(record, messages) };
        }
        let Contents { bytes, .. } = contents.unwrap_or_default();
        conversion::advise(input, &mut reading);
        // Oddities of a file are for `check`; here only errors count.
        let mut found = std::mem::take(&mut reading.diagnostics);
        found.retain(Diagnostic::is_error);
        found.shrink_to_fit();
        let mut damage = None;
        if found.is_empty() {
            if let (Some(document), Some(format)) = (&reading.document, reading.format) {
                let originals = if format.text().is_some() { Ok(Vec::new()) } else { originals(input, &bytes) };
                found = losses(document, format, &bytes, &originals, arguments.read.max_size_of_outputs());
                if let (Some(against), None) = (self.against, carrier) {
                    match missing(against, document, format, &originals) {
                        Ok(by_originals) => carrier = Some(by_originals),
                        Err(d) => found.push(d),
                    }
                }
            }
        } else if let Some(against) = self.against {
            damage = self.forgive(carrier, &mut found);
            if carrier.is_none() {
                found.push(against.missing("this file").help(CARRIES_UNREAD));
            }
        }
        conversion::name_file(&mut found, input);
        let record = Record::new(input.label(), reading.format, Outcome::of(&found));
        let hidden = conversion::hide(&mut found, &reading, arguments.read.secrecy());
        let messages = console.rendered(&found, reading.text.as_deref().map(|text| (text, &hidden)));
        Verified { record, messages, carrier, damage }
    }

    /// Compares each original in a collection with its SHA-256.
    fn verify_collection(&self, input: &Input, collection: CollectionInput) -> Verified {
        let (mut found, mut files, mut carrier) = (Vec::new(), 0, None);
        let told = collection.originals(&input.path, &mut |carried, bytes| {
            files += 1;
            let (original, place) = collections::original(carried, bytes);
            let checked = original.bytes.and_then(|bytes| match self.against {
                Some(against) => match against.carrier(input, Some(sha256(&bytes))) {
                    Some(found) => Ok(Some(found)),
                    None => Err(against.missing("this original")),
                },
                None => Ok(None),
            });
            match checked {
                Ok(of_it) => carrier = carrier.or(of_it),
                Err(mut d) => {
                    d.member = Some(place);
                    found.push(d);
                }
            }
            Ok(())
        });
        found.extend(told.err());
        if files == 0 && found.is_empty() {
            found.push(collections::no_originals(collection.words()));
        }
        conversion::name_file(&mut found, input);
        let mut record = Record::new(input.label(), None, Outcome::of(&found));
        record.format = Some(collection.format());
        let carrier = carrier.filter(|_| record.outcome == Outcome::Done);
        Verified { carrier, ..Verified::new(record, self.console.rendered(&found, None)) }
    }
}

/// Returns the original files that a document carries.
fn originals(input: &Input, bytes: &[u8]) -> Result<Vec<Original>, Vec<Diagnostic>> {
    match input.kind {
        InputKind::Package => conversion::originals_of_package(&|path| input.table(path)),
        _ => conversion::originals(bytes).map_err(|d| vec![d]),
    }
}

/// Returns the errors for everything that does not come back from an input.
fn losses(
    document: &Document,
    format: &'static Format,
    bytes: &[u8],
    originals: &Result<Vec<Original>, Vec<Diagnostic>>,
    max_size: Option<usize>,
) -> Vec<Diagnostic> {
    if format.text().is_some() {
        return conversion::verify_text(document, format, bytes, max_size);
    }
    let mut found = match originals {
        // A document may lack originals.
        Ok(all) => {
            let there = all.iter().filter(|original| original.is_there());
            there.filter_map(|original| original.bytes.as_ref().err().cloned()).collect()
        }
        Err(diagnostics) => diagnostics.clone(),
    };
    found.extend(conversion::verify_document(document, max_size));
    found
}

/// Returns the path that carries a file by the originals of its document, if its own bytes are not carried; or else the
/// error.
fn missing(
    against: &Against,
    document: &Document,
    format: &Format,
    originals: &Result<Vec<Original>, Vec<Diagnostic>>,
) -> Result<Carrier, Diagnostic> {
    if format.text().is_some() {
        return Err(against.missing("this file").help("convert it once more, or keep the file"));
    }
    let originals = originals.as_deref().unwrap_or_default();
    against.carrier_of_document(originals, conversion::changes(document, false).is_some())
}
