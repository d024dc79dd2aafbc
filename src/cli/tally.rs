//! What became of each input, and the summary at the end of a run.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use serde_json::{Value as Json, json};

use crate::archive::Overwriting;
use crate::formats::Format;
use crate::text::english::counted;
use crate::text::printable::{printable, printable_json};
use crate::text::{Diagnostic, codes};

use super::Status;
use super::console::Console;
use super::explain;

/// Files of one code that are listed again at the end, unless all are wanted.
const MAX_LISTED: usize = 20;

/// What became of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// What the command is for was done.
    Done,
    /// It was not, for the error of this code.
    Failed(Cow<'static, str>),
    /// It is no file for this command, but of this kind.
    Skipped(String),
}

impl Outcome {
    /// Failed with the first error, or done where there is none.
    pub fn of(diagnostics: &[Diagnostic]) -> Outcome {
        diagnostics.iter().find(|d| d.is_error()).map_or(Outcome::Done, |d| Outcome::Failed(d.code.clone()))
    }
}

/// An input and what became of it.
#[derive(Debug)]
pub struct Record {
    /// The input, as it is called in messages.
    pub file: String,
    /// The id of the format it was read as, where that is known.
    pub format: Option<&'static str>,
    /// What became of it.
    pub outcome: Outcome,
    /// The files and folders that were written, or were there already.
    pub outputs: Vec<PathBuf>,
}

impl Record {
    /// A record of an input that nothing was written of.
    pub fn new(file: String, format: Option<&'static Format>, outcome: Outcome) -> Self {
        Record { file, format: format.map(|format| format.id), outcome, outputs: Vec::new() }
    }
}

/// Where records go that are wanted as JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Records {
    /// To standard output: they are the result of the command.
    Result,
    /// To standard error, among the messages.
    Messages,
    /// Nowhere.
    None,
}

/// Counts what became of the inputs of a run.
pub struct Tally<'c> {
    console: &'c Console,
    /// How what was done is called: `converted`.
    done_word: &'static str,
    records: Records,
    done: usize,
    skipped: BTreeMap<String, usize>,
    failed: BTreeMap<Cow<'static, str>, Vec<String>>,
}

impl<'c> Tally<'c> {
    /// Nothing was done yet.
    pub fn new(console: &'c Console, done_word: &'static str, records: Records) -> Self {
        Tally { console, done_word, records, done: 0, skipped: BTreeMap::new(), failed: BTreeMap::new() }
    }

    /// Counts an input, and writes its record where records are wanted.
    pub fn add(&mut self, record: Record) -> io::Result<()> {
        self.add_with(record, &Json::Null)
    }

    /// Counts an input whose record has these members too.
    pub fn add_with(&mut self, record: Record, more: &Json) -> io::Result<()> {
        if self.console.is_json() && self.records != Records::None {
            self.write(&self.as_json(&record, more))?;
        }
        match record.outcome {
            Outcome::Done => self.done += 1,
            Outcome::Failed(code) => self.failed.entry(code).or_default().push(record.file),
            Outcome::Skipped(kind) => *self.skipped.entry(kind).or_default() += 1,
        }
        Ok(())
    }

    /// Counts what could not even be found.
    pub fn add_diagnostics(&mut self, diagnostics: &[Diagnostic]) -> io::Result<()> {
        for d in diagnostics.iter().filter(|d| d.is_error()) {
            let file = d.file.clone().unwrap_or_default();
            self.add(Record::new(file, None, Outcome::Failed(d.code.clone())))?;
        }
        Ok(())
    }

    /// Sees to it that the outputs of the run are on the disk, and says where they may not be.
    pub fn sync(&mut self, overwriting: &Overwriting) -> io::Result<()> {
        let emitted: Vec<Diagnostic> = overwriting.finish().err().into_iter().collect();
        self.console.emit(&self.console.rendered(&emitted, None));
        self.add_diagnostics(&emitted)
    }

    /// A record as an object, with these members too.
    pub fn as_json(&self, record: &Record, more: &Json) -> Json {
        let mut object = json!({
            "record": "input",
            "file": record.file,
            "format": record.format,
            "outcome": match &record.outcome {
                Outcome::Done => self.done_word,
                Outcome::Failed(_) => "failed",
                Outcome::Skipped(_) => "skipped",
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
        match &record.outcome {
            Outcome::Done => {}
            Outcome::Failed(code) => object["code"] = json!(code),
            Outcome::Skipped(kind) => object["kind"] = json!(kind),
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

    /// How many inputs were done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// How many failed.
    pub fn failed(&self) -> usize {
        self.failed.values().map(Vec::len).sum()
    }

    /// How many were skipped.
    pub fn skipped(&self) -> usize {
        self.skipped.values().sum()
    }

    /// How many were skipped as files of that kind.
    pub fn skipped_as(&self, kind: &str) -> usize {
        self.skipped.get(kind).copied().unwrap_or_default()
    }

    /// The exit status of the run.
    pub fn status(&self) -> Status {
        if self.failed.is_empty() { Status::Done } else { Status::Errors }
    }

    /// `2 converted, 1 failed, 3 skipped`
    pub fn counts(&self) -> String {
        format!("{} {}, {} failed, {} skipped", self.done, self.done_word, self.failed(), self.skipped())
    }

    /// Says what was skipped, by kind. As JSON each record says so.
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

    /// Lists again, by code, what failed.
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

    /// The summary of a run over many inputs, whose counts are `counts`.
    pub fn finish(&self, counts: &str) -> io::Result<()> {
        self.finish_with(counts, &Json::Null)
    }

    /// The summary of a run over many inputs, with more members where it is wanted as JSON.
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
            });
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
        self.emit_failed();
        Ok(())
    }
}
