//! Describes the inputs of a run in PREMIS 3: objects, and the events that concern them.
//!
//! <https://www.loc.gov/standards/premis/v3/>

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::tally::{Outcome, Record};
use crate::archive::{OutputFile, Overwriting};
use crate::conversion::Facts;
use crate::text::Diagnostic;
use crate::text::printable::{hex, printable};

/// The program, as the agent of all events.
const AGENT: &str = "ludex";

/// The type of identifiers of events, of agents, and of objects that are not files of the bag.
const LOCAL: &str = "local";

/// The type of identifiers of files of the bag.
const PATH: &str = "path in the bag";

/// A PREMIS file that is being written.
pub struct Premis {
    objects: Writer<OutputFile>,
    /// The events, in a temporary file, since all of them follow the objects.
    events: Writer<BufWriter<File>>,
    inputs: u64,
    happened: u64,
}

/// An event that concerns objects.
struct Happened<'h> {
    kind: &'static str,
    outcome: &'static str,
    note: Option<&'h str>,
    /// The objects concerned: type and value of the identifier, and role.
    objects: &'h [(&'static str, &'h str, &'static str)],
}

impl Premis {
    /// Creates the file.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub fn create(path: &Path, overwriting: &Overwriting) -> Result<Premis, Diagnostic> {
        let file = OutputFile::create_or_compare(path, overwriting)?;
        let events = tempfile::tempfile().map_err(|error| file.refused(&error))?;
        let mut premis = Premis {
            objects: Writer::new_with_indent(file, b' ', 1),
            events: Writer::new_with_indent(BufWriter::new(events), b' ', 1),
            inputs: 0,
            happened: 0,
        };
        premis.begin().map_err(|error| premis.refused(&error))?;
        Ok(premis)
    }

    fn begin(&mut self) -> io::Result<()> {
        self.objects.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let start = BytesStart::new("premis").with_attributes([
            ("xmlns", "http://www.loc.gov/premis/v3"),
            ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
            ("version", "3.0"),
        ]);
        self.objects.write_event(Event::Start(start))
    }

    /// Returns the error for a file that cannot be written.
    pub fn refused(&self, error: &io::Error) -> Diagnostic {
        self.objects.get_ref().refused(error)
    }

    /// Adds an input by its place among all inputs, with its outcome. `outputs` are files of the bag, and folders with
    /// a slash at the end.
    pub fn add_input(&mut self, place: &str, record: &Record, facts: &Facts, outputs: &[String]) -> io::Result<()> {
        self.inputs += 1;
        let id = format!("input-{}", self.inputs);
        let format = record.format.unwrap_or("unknown");
        object(&mut self.objects, (LOCAL, &id), facts.sha256.as_ref(), facts.size, format, Some(place))?;
        let ending = record.outcome.ending().as_str();
        let (outcome, note) = match &record.outcome {
            Outcome::Done | Outcome::Identical => ("success", ending.to_owned()),
            Outcome::Opened(kind) => ("success", format!("{ending}: {kind}")),
            Outcome::Failed(_, code) => ("fail", format!("{ending}: {code}")),
            Outcome::Skipped(_, kind) => ("warning", format!("{ending}: {kind}")),
        };
        let source = (LOCAL, &*id, "source");
        self.event(&Happened { kind: "ingestion", outcome, note: Some(&note), objects: &[source] })?;
        if outputs.is_empty() {
            return Ok(());
        }
        let mut objects = vec![source];
        // Files are objects, folders are not.
        let (folders, files): (Vec<&String>, Vec<&String>) = outputs.iter().partition(|output| output.ends_with('/'));
        objects.extend(files.into_iter().map(|output| (PATH, &**output, "outcome")));
        let mut notes: Vec<String> = folders.into_iter().map(|folder| format!("tables in {folder}")).collect();
        notes.extend((record.left_out > 0).then(|| format!("{} left out", record.left_out)));
        let outcome = if record.left_out > 0 { "warning" } else { "success" };
        let note = Some(notes.join("; ")).filter(|note| !note.is_empty());
        self.event(&Happened { kind: "migration", outcome, note: note.as_deref(), objects: &objects })
    }

    /// Adds a file of the bag; `is_checked` if its bytes were compared with those that were to be written.
    pub fn add_file(&mut self, path: &str, size: u64, sha256: &[u8; 32], is_checked: bool) -> io::Result<()> {
        object(&mut self.objects, (PATH, path), Some(sha256), Some(size), media_type(path), None)?;
        let kind = if is_checked { "fixity check" } else { "message digest calculation" };
        let objects = [(PATH, path, "source")];
        self.event(&Happened { kind, outcome: "success", note: None, objects: &objects })
    }

    fn event(&mut self, happened: &Happened<'_>) -> io::Result<()> {
        self.happened += 1;
        let id = format!("event-{}", self.happened);
        let now = DateTime::<Utc>::from(SystemTime::now()).format("%Y-%m-%dT%H:%M:%SZ").to_string();
        let xml = &mut self.events;
        within(xml, "event", |xml| {
            identifier(xml, "eventIdentifier", LOCAL, &id, None)?;
            element(xml, "eventType", happened.kind)?;
            element(xml, "eventDateTime", &now)?;
            within(xml, "eventOutcomeInformation", |xml| {
                element(xml, "eventOutcome", happened.outcome)?;
                match happened.note {
                    Some(note) => within(xml, "eventOutcomeDetail", |xml| element(xml, "eventOutcomeDetailNote", note)),
                    None => Ok(()),
                }
            })?;
            identifier(xml, "linkingAgentIdentifier", LOCAL, AGENT, Some("executing program"))?;
            for (kind, value, role) in happened.objects {
                identifier(xml, "linkingObjectIdentifier", kind, value, Some(role))?;
            }
            Ok(())
        })
    }

    /// Completes the file and moves it to its place.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub fn finish(mut self, overwriting: &Overwriting) -> Result<(), Diagnostic> {
        self.end().map_err(|error| self.refused(&error))?;
        self.objects.into_inner().finish(overwriting).map(drop)
    }

    fn end(&mut self) -> io::Result<()> {
        let events = self.events.get_mut();
        events.flush()?;
        events.get_mut().seek(SeekFrom::Start(0))?;
        self.objects.get_mut().write_all(b"\n")?;
        io::copy(events.get_mut(), self.objects.get_mut())?;
        within(&mut self.objects, "agent", |xml| {
            identifier(xml, "agentIdentifier", LOCAL, AGENT, None)?;
            element(xml, "agentName", "Ludex")?;
            element(xml, "agentType", "software")?;
            element(xml, "agentVersion", env!("CARGO_PKG_VERSION"))
        })?;
        self.objects.write_event(Event::End(BytesEnd::new("premis")))?;
        self.objects.get_mut().write_all(b"\n")
    }
}

/// Writes an object: a file with its identifier, digest, size, format and name.
fn object(
    xml: &mut Writer<OutputFile>,
    (kind, id): (&str, &str),
    sha256: Option<&[u8; 32]>,
    size: Option<u64>,
    format: &str,
    name: Option<&str>,
) -> io::Result<()> {
    xml.write_event(Event::Start(BytesStart::new("object").with_attributes([("xsi:type", "file")])))?;
    identifier(xml, "objectIdentifier", kind, id, None)?;
    within(xml, "objectCharacteristics", |xml| {
        if let Some(sha256) = sha256 {
            within(xml, "fixity", |xml| {
                element(xml, "messageDigestAlgorithm", "SHA-256")?;
                element(xml, "messageDigest", &hex(sha256))
            })?;
        }
        if let Some(size) = size {
            element(xml, "size", &size.to_string())?;
        }
        within(xml, "format", |xml| within(xml, "formatDesignation", |xml| element(xml, "formatName", format)))
    })?;
    if let Some(name) = name {
        element(xml, "originalName", name)?;
    }
    xml.write_event(Event::End(BytesEnd::new("object")))
}

/// Writes an identifier, whose parts are named after it.
fn identifier<W: Write>(
    xml: &mut Writer<W>,
    name: &str,
    kind: &str,
    value: &str,
    role: Option<&str>,
) -> io::Result<()> {
    within(xml, name, |xml| {
        element(xml, &format!("{name}Type"), kind)?;
        element(xml, &format!("{name}Value"), value)?;
        match role {
            Some(role) => element(xml, &name.replace("Identifier", "Role"), role),
            None => Ok(()),
        }
    })
}

fn within<W: Write>(
    xml: &mut Writer<W>,
    name: &str,
    inside: impl FnOnce(&mut Writer<W>) -> io::Result<()>,
) -> io::Result<()> {
    xml.write_event(Event::Start(BytesStart::new(name)))?;
    inside(xml)?;
    xml.write_event(Event::End(BytesEnd::new(name)))
}

fn element<W: Write>(xml: &mut Writer<W>, name: &str, text: &str) -> io::Result<()> {
    // XML allows neither control characters nor these two noncharacters.
    let text = printable(text).replace(['\u{FFFE}', '\u{FFFF}'], "\u{FFFD}");
    within(xml, name, |xml| xml.write_event(Event::Text(BytesText::new(&text))))
}

/// Returns the media type of a file that Ludex writes.
fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("json") => "application/json",
        Some("jsonl") => "application/jsonl",
        Some("csv") => "text/csv",
        Some("sqlite") => "application/vnd.sqlite3",
        Some("parquet") => "application/vnd.apache.parquet",
        _ => "application/octet-stream",
    }
}
