//! The report of a run, with a row for each input and each member of a container.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use super::rows::{cell, csv_line};
use super::tally::{Outcome, Record};
use crate::archive::{Input, InputKind, OutputFile, Overwriting};
use crate::conversion::Facts;
use crate::text::Diagnostic;
use crate::text::printable::{hex, printable_json};

/// The columns in their order.
const COLUMNS: [&str; 15] = [
    "path",
    "containers",
    "name",
    "size",
    "sha256",
    "modified",
    "format",
    "confidence",
    "evidence",
    "outcome",
    "kind",
    "output",
    "output_sha256",
    "same_as",
    "codes",
];

/// A row of the report.
#[derive(Serialize)]
struct Row<'r> {
    path: &'r str,
    containers: &'r [Box<str>],
    name: String,
    size: Option<u64>,
    sha256: Option<String>,
    modified: Option<String>,
    format: Option<&'r str>,
    confidence: Option<u8>,
    evidence: &'r [String],
    outcome: &'r str,
    kind: Option<String>,
    #[serde(serialize_with = "one_or_many")]
    output: Vec<String>,
    output_sha256: Option<String>,
    same_as: Option<Box<str>>,
    codes: Vec<Cow<'static, str>>,
}

/// Serializes a single text as a text, and several as an array.
fn one_or_many<S: Serializer>(all: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    match all {
        [] => serializer.serialize_none(),
        [one] => serializer.serialize_str(one),
        all => serializer.collect_seq(all),
    }
}

/// A report that is being written.
pub struct Report {
    file: OutputFile,
    is_csv: bool,
    /// The first input with each SHA-256.
    first: HashMap<[u8; 32], Box<str>>,
    /// Number of inputs with the same bytes as an earlier one.
    same: usize,
}

impl Report {
    /// Creates the report in a file: as CSV if its extension says so, else as JSON Lines.
    ///
    /// # Errors
    ///
    /// Returns an error if the file exists and may not be overwritten, or cannot be written.
    pub fn create(path: &Path, overwriting: &Overwriting) -> Result<Report, Diagnostic> {
        let is_csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
        let mut report =
            Report { file: OutputFile::create(path, overwriting)?, is_csv, first: HashMap::new(), same: 0 };
        if is_csv {
            let header = csv_line(COLUMNS.iter().map(|&column| column.to_owned()));
            report.file.write_all(header.as_bytes()).map_err(|error| report.file.refused(&error))?;
        }
        Ok(report)
    }

    /// Adds the row of an input.
    pub fn add(&mut self, input: &Input, record: &Record, facts: &Facts) -> io::Result<()> {
        let stored = input.stored().filter(|_| input.kind == InputKind::File);
        let same_as = facts.sha256.filter(|_| facts.size != Some(0)).and_then(|hash| {
            let first = self.first.get(&hash).cloned();
            first.or_else(|| {
                self.first.insert(hash, record.file.as_str().into());
                None
            })
        });
        self.same += usize::from(same_as.is_some());
        let kind = match &record.outcome {
            Outcome::Skipped(_, kind) => Some(kind.clone()),
            Outcome::Opened(kind) => Some((*kind).to_owned()),
            _ => None,
        };
        self.write(&Row {
            path: &record.file,
            containers: input.member.as_ref().map_or(&[], |member| member.container.chain()),
            name: input.name(),
            size: facts.size.or(stored.and_then(|member| member.size)),
            sha256: facts.sha256.as_ref().map(hex),
            modified: stored
                .and_then(|member| member.modified)
                .map(|date| date.format("%Y-%m-%dT%H:%M:%S").to_string()),
            format: record.format,
            confidence: facts.confidence,
            evidence: &facts.evidence,
            outcome: record.outcome.ending().as_str(),
            kind,
            output: record.outputs.iter().map(|path| path.to_string_lossy().into_owned()).collect(),
            output_sha256: facts.output_sha256.as_ref().map(hex),
            same_as,
            codes: {
                let mut codes = record.codes.clone();
                codes.sort_unstable();
                codes
            },
        })
    }

    /// Adds the row of an input that was not opened.
    pub fn add_unopened(&mut self, path: &Path, record: &Record) -> io::Result<()> {
        self.add(&Input::companion(path.to_owned()), record, &Facts::default())
    }

    fn write(&mut self, row: &Row<'_>) -> io::Result<()> {
        let line = if self.is_csv {
            let row = serde_json::to_value(row)?;
            csv_line(COLUMNS.iter().map(|&column| match (column, &row[column]) {
                ("containers", Json::Array(all)) => joined(all, "!/"),
                ("evidence", Json::Array(all)) => joined(all, "; "),
                (_, Json::Array(all)) => joined(all, " "),
                (_, value) => cell(value),
            }))
        } else {
            printable_json(&serde_json::to_string(row)?).into_owned() + "\n"
        };
        self.file.write_all(line.as_bytes())
    }

    /// Returns the number of inputs with the same bytes as an earlier one.
    pub fn same(&self) -> usize {
        self.same
    }

    /// Completes the report and moves it to its place.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub fn finish(self, overwriting: &Overwriting) -> Result<(), Diagnostic> {
        self.file.finish(overwriting).map(drop)
    }
}

fn joined(all: &[Json], between: &str) -> String {
    all.iter().map(cell).collect::<Vec<_>>().join(between)
}
