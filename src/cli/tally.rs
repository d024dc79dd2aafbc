//! Counts the outcomes of inputs, and writes the summary at the end of a run.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use serde_json::{Value as Json, json};

use crate::archive::Overwriting;
use crate::conversion::Ending;
use crate::formats::Format;
use crate::text::english::counted;
use crate::text::printable::{printable, printable_json};
use crate::text::{Diagnostic, codes};

use super::Status;
use super::console::Console;
use super::explain;

/// Maximum number of files listed for each code at the end, unless all are asked for.
const MAX_LISTED: usize = 20;

/// The outcome of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The work of the command was done.
    Done,
    /// It had been done before: the output exists with the same bytes.
    Identical,
    /// The input is a container of this kind and was opened: its members are inputs of their own.
    Opened(&'static str),
    /// The work failed with the error of this code.
    Failed(Ending, Cow<'static, str>),
    /// The input is not a file for this command, but of this kind.
    Skipped(Ending, String),
}

impl Outcome {
    /// Returns the failure for the first error, or `Done` if there is none.
    pub fn of(diagnostics: &[Diagnostic]) -> Outcome {
        diagnostics.iter().find(|d| d.is_error()).map_or(Outcome::Done, |d| Outcome::failed(d.code.clone()))
    }

    /// Returns the failure for an error with this code.
    pub fn failed(code: Cow<'static, str>) -> Outcome {
        Outcome::Failed(Ending::of_error(&code), code)
    }

    /// Returns the failure for an error with this code that occurred when the output was made or written.
    pub fn refused(code: Cow<'static, str>) -> Outcome {
        let ending = if Ending::of_error(&code) == Ending::Exists { Ending::Exists } else { Ending::Refused };
        Outcome::Failed(ending, code)
    }

    /// Returns how the input ended.
    pub fn ending(&self) -> Ending {
        match self {
            Outcome::Done => Ending::Converted,
            Outcome::Identical => Ending::Identical,
            Outcome::Opened(_) => Ending::Opened,
            Outcome::Failed(ending, _) | Outcome::Skipped(ending, _) => *ending,
        }
    }
}

/// An input and its outcome.
#[derive(Debug)]
pub struct Record {
    /// The name of the input in messages.
    pub file: String,
    /// The id of the format that it was read as; `None` if that is not known.
    pub format: Option<&'static str>,
    /// The outcome.
    pub outcome: Outcome,
    /// The files and folders that were written, or existed already with the same content.
    pub outputs: Vec<PathBuf>,
    /// The codes of the diagnostics on it, without duplicates.
    pub codes: Vec<Cow<'static, str>>,
    /// Number of parts that were left out of the output, each of them an error.
    pub left_out: usize,
}

impl Record {
    /// Returns whether the input is of no format that Ludex reads.
    pub fn is_foreign(&self) -> bool {
        matches!(self.outcome.ending(), Ending::Known | Ending::Unknown)
    }

    /// Notes the codes of diagnostics on the input.
    pub fn note(&mut self, diagnostics: &[Diagnostic]) {
        for d in diagnostics {
            if !self.codes.contains(&d.code) {
                self.codes.push(d.code.clone());
            }
        }
    }

    /// Creates the record of an input without outputs.
    pub fn new(file: String, format: Option<&'static Format>, outcome: Outcome) -> Self {
        let format = format.map(|format| format.id);
        Record { file, format, outcome, outputs: Vec::new(), codes: Vec::new(), left_out: 0 }
    }
}

/// The stream for records in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Records {
    /// Standard output: the records are the result of the command.
    Result,
    /// Standard error, among the messages.
    Messages,
    /// No stream; records are not written.
    None,
}

/// Counts the outcomes of the inputs of a run.
pub struct Tally<'c> {
    console: &'c Console,
    /// The word for inputs that were done, such as `converted`.
    done_word: &'static str,
    records: Records,
    done: usize,
    /// Number of inputs that were done with parts left out, and number of these parts.
    left_out: (usize, usize),
    endings: BTreeMap<Ending, usize>,
    skipped: BTreeMap<String, usize>,
    failed: BTreeMap<Cow<'static, str>, Vec<String>>,
}

impl<'c> Tally<'c> {
    /// Creates a tally without any counts.
    pub fn new(console: &'c Console, done_word: &'static str, records: Records) -> Self {
        Tally {
            console,
            done_word,
            records,
            done: 0,
            left_out: (0, 0),
            endings: BTreeMap::new(),
            skipped: BTreeMap::new(),
            failed: BTreeMap::new(),
        }
    }

    /// Counts an input, and writes its record if records are wanted.
    pub fn add(&mut self, record: Record) -> io::Result<()> {
        self.add_with(record, &Json::Null)
    }

    /// Counts an input whose record has additional members.
    pub fn add_with(&mut self, record: Record, more: &Json) -> io::Result<()> {
        if self.console.is_json() && self.records != Records::None {
            self.write(&self.as_json(&record, more))?;
        }
        *self.endings.entry(record.outcome.ending()).or_default() += 1;
        self.left_out.0 += usize::from(record.left_out > 0);
        self.left_out.1 += record.left_out;
        match record.outcome {
            Outcome::Done | Outcome::Identical => self.done += 1,
            Outcome::Opened(_) => {}
            Outcome::Failed(_, code) => self.failed.entry(code).or_default().push(record.file),
            Outcome::Skipped(_, kind) => *self.skipped.entry(kind).or_default() += 1,
        }
        Ok(())
    }

    /// Counts what came up in the search for inputs: those that could not be found, and others that were passed over,
    /// such as links. The latter do not count as skipped, but are part of the endings.
    pub fn add_found(&mut self, diagnostics: &[Diagnostic]) -> io::Result<()> {
        let passed_over = diagnostics.iter().filter(|d| !d.is_error()).count();
        if passed_over > 0 {
            *self.endings.entry(Ending::Excluded).or_default() += passed_over;
        }
        self.add_diagnostics(diagnostics)
    }

    /// Counts inputs that could not even be found.
    pub fn add_diagnostics(&mut self, diagnostics: &[Diagnostic]) -> io::Result<()> {
        for d in diagnostics.iter().filter(|d| d.is_error()) {
            let file = d.file.clone().unwrap_or_default();
            let mut record = Record::new(file, None, Outcome::failed(d.code.clone()));
            record.note(std::slice::from_ref(d));
            self.add(record)?;
        }
        Ok(())
    }

    /// Makes sure that the outputs of the run are on the disk, and reports where they may not be.
    pub fn sync(&mut self, overwriting: &Overwriting) -> io::Result<()> {
        let emitted: Vec<Diagnostic> = overwriting.finish().err().into_iter().collect();
        self.console.emit(&self.console.rendered(&emitted, None));
        self.add_diagnostics(&emitted)
    }

    /// Returns a record as an object with additional members.
    pub fn as_json(&self, record: &Record, more: &Json) -> Json {
        let mut object = json!({
            "record": "input",
            "file": record.file,
            "format": record.format,
            "outcome": match &record.outcome {
                Outcome::Done | Outcome::Identical => self.done_word,
                Outcome::Opened(_) => "opened",
                Outcome::Failed(..) => "failed",
                Outcome::Skipped(..) => "skipped",
            },
        });
        if self.records == Records::Messages {
            let mut outputs = record.outputs.iter().map(|path| json!(path.to_string_lossy()));
            object["output"] = outputs.next().unwrap_or_default();
            let others: Vec<Json> = outputs.collect();
            if !others.is_empty() {
                object["more_outputs"] = others.into();
            }
        }
        if record.left_out > 0 {
            object["left_out"] = json!(record.left_out);
        }
        match &record.outcome {
            Outcome::Done | Outcome::Identical => {}
            Outcome::Opened(kind) => object["kind"] = json!(kind),
            Outcome::Failed(_, code) => object["code"] = json!(code),
            Outcome::Skipped(_, kind) => object["kind"] = json!(kind),
        }
        for (key, value) in more.as_object().into_iter().flatten() {
            object[key] = value.clone();
        }
        object
    }

    fn write(&self, record: &Json) -> io::Result<()> {
        let line = printable_json(&record.to_string()).into_owned() + "\n";
        match self.records {
            Records::Result => self.console.print(line.as_bytes()),
            Records::Messages => {
                self.console.emit(&line);
                Ok(())
            }
            Records::None => Ok(()),
        }
    }

    /// Returns the number of inputs that were done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Returns the number of inputs that failed.
    pub fn failed(&self) -> usize {
        self.failed.values().map(Vec::len).sum()
    }

    /// Returns the number of inputs that were skipped.
    pub fn skipped(&self) -> usize {
        self.skipped.values().sum()
    }

    /// Returns the number of inputs that were skipped as files of this kind.
    pub fn skipped_as(&self, kind: &str) -> usize {
        self.skipped.get(kind).copied().unwrap_or_default()
    }

    /// Returns the exit status of the run: parts that are left out count as errors.
    pub fn status(&self) -> Status {
        if self.failed.is_empty() && self.left_out.0 == 0 { Status::Done } else { Status::Errors }
    }

    /// Returns the counts: `2 converted, 1 with 3 things left out, 1 failed, 3 skipped`.
    pub fn counts(&self) -> String {
        let left_out = match self.left_out {
            (0, _) => String::new(),
            (inputs, things) => format!(", {inputs} with {} left out", counted(things, "thing", "things")),
        };
        let done = format!("{} {}{left_out}", self.done, self.done_word);
        let counts = format!("{done}, {} failed, {} skipped", self.failed(), self.skipped());
        match self.endings.get(&Ending::Opened) {
            Some(opened) => format!("{counts}, {} opened", counted(*opened, "archive", "archives")),
            None => counts,
        }
    }

    /// Returns the number of inputs for each ending.
    fn endings(&self) -> Json {
        self.endings.iter().map(|(ending, count)| (self.word(*ending).to_owned(), json!(count))).collect()
    }

    /// Returns this command's word for an ending.
    fn word(&self, ending: Ending) -> &'static str {
        if ending == Ending::Converted { self.done_word } else { ending.as_str() }
    }

    /// Reports the kinds of files that were skipped. In JSON each record says so itself.
    pub fn emit_skipped(&self) {
        if self.skipped.is_empty() || self.console.is_json() {
            return;
        }
        let kinds: Vec<String> = self.skipped.iter().map(|(kind, count)| format!("{kind} ({count})")).collect();
        let files = counted(self.skipped(), "input", "inputs");
        let d = Diagnostic::note(&codes::SKIPPED, format!("skipped {files}: {}", kinds.join("; ")));
        let d = if self.console.is_verbose() { d } else { d.help("--verbose lists each") };
        self.console.emit(&self.console.rendered(&[d], None));
    }

    /// Lists the failed inputs again, by code.
    pub fn emit_failed(&self) {
        for (code, files) in &self.failed {
            let most = if self.console.is_verbose() { usize::MAX } else { MAX_LISTED };
            let title = explain::code(code).map_or("", |code| code.title);
            let mut lines = format!("failed with {code} ({title}): {}", files.len());
            for file in files.iter().take(most) {
                lines += &format!("\n  {}", printable(file));
            }
            if files.len() > most {
                lines += &format!("\n  and {} more; --verbose lists all", files.len() - most);
            }
            self.console.remark(&lines);
        }
    }

    /// Writes the summary of a run over several inputs, with the counts in words.
    pub fn finish(&self, counts: &str) -> io::Result<()> {
        self.finish_with(counts, &Json::Null)
    }

    /// Writes the summary of a run over several inputs, with additional members in JSON.
    pub fn finish_with(&self, counts: &str, more: &Json) -> io::Result<()> {
        self.emit_skipped();
        if self.console.is_json() {
            let mut summary = json!({
                "record": "summary",
                self.done_word: self.done,
                "failed": self.failed(),
                "skipped": self.skipped(),
                "failed_by_code": self.failed,
                "skipped_by_kind": self.skipped,
                "outcomes": self.endings(),
            });
            if self.left_out.0 > 0 {
                summary["left_out"] = json!(self.left_out.1);
            }
            for (key, value) in more.as_object().into_iter().flatten() {
                summary[key] = value.clone();
            }
            return self.write(&summary);
        }
        if self.records == Records::Result && !self.console.is_quiet() {
            self.console.print(format!("{counts}\n").as_bytes())?;
        } else {
            self.console.remark(counts);
        }
        if self.endings.contains_key(&Ending::Opened) || self.console.is_verbose() {
            let endings = self.endings.iter().map(|(ending, count)| format!("{count} {}", self.word(*ending)));
            self.console.remark(&format!("outcomes: {}", endings.collect::<Vec<_>>().join(", ")));
        }
        self.emit_failed();
        Ok(())
    }
}
