//! Facts about an input beside the document that it is read as.

use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::archive::{Contents, Input, InputKind, Opened, hash_reader};
use crate::conversion::{Ending, PROBE_LENGTH, ReadOptions, may_be_ours};
use crate::formats::{self, Evidence, Format, Probe};
use crate::tables::collection::InputFacts;
use crate::text::Diagnostic;
use crate::text::printable::hex;

/// Facts about an input that a report has beyond the input's record.
#[derive(Debug, Default)]
pub struct Facts {
    /// Length in bytes.
    pub size: Option<u64>,
    /// SHA-256 of the bytes.
    pub sha256: Option<[u8; 32]>,
    /// Confidence in the detected format, from 1 to 100.
    pub confidence: Option<u8>,
    /// Reasons for the detected format.
    pub evidence: Vec<String>,
    /// SHA-256 of the output, if it is a single file.
    pub output_sha256: Option<[u8; 32]>,
}

impl Facts {
    /// Returns the size and hash of bytes.
    pub fn of(bytes: &[u8]) -> Facts {
        Facts { size: Some(bytes.len() as u64), sha256: Some(sha256(bytes)), ..Facts::default() }
    }

    /// Returns the size and hash of bytes while it reads them.
    pub fn of_reader(reader: impl Read) -> io::Result<Facts> {
        let (size, hash) = hash_reader::<Sha256>(reader)?;
        Ok(Facts { size: Some(size), sha256: Some(hash.into()), ..Facts::default() })
    }

    /// Adds the confidence and the reasons for the input's format.
    pub fn take_evidence(&mut self, evidence: Evidence) {
        self.confidence = Some(evidence.confidence);
        self.evidence = evidence.reasons;
    }

    /// Adds the confidence and the reasons for a format that was given, as far as the content supports it.
    pub fn name_format(&mut self, input: &Input, bytes: &[u8], format: Option<&Format>) {
        let Some(format) = format else { return };
        let probe = Probe { name: &input.name(), bytes: &bytes[..bytes.len().min(PROBE_LENGTH)], board: None };
        if let Some((_, evidence)) = formats::identify(&probe).into_iter().find(|(of, _)| of.id == format.id) {
            self.take_evidence(evidence);
        }
    }
}

/// Returns the SHA-256 of bytes.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Returns the contents of an input and its facts. If the first bytes show that the file is of no known format, the rest
/// is not read, and only they are returned.
pub fn contents_and_facts_of_ours(
    input: &Input,
    opened: Option<Opened<'_>>,
    options: &ReadOptions,
) -> (Result<Contents, Diagnostic>, Facts) {
    let Some(opened) = opened else { return (Ok(Contents::default()), Facts::default()) };
    if !opened.is_read() && !may_be_ours(input, opened.block(), options) {
        let size = input.member.is_none().then(|| std::fs::metadata(&input.path).ok()).flatten();
        let facts = Facts { size: size.map(|there| there.len()), ..Facts::default() };
        return (Ok(Contents::foreign(opened.block())), facts);
    }
    contents_and_facts(opened, options)
}

/// Returns the contents of an opened input, or the error that they cannot be read, and the facts about its bytes, which
/// are empty then.
pub fn contents_and_facts(opened: Opened<'_>, options: &ReadOptions) -> (Result<Contents, Diagnostic>, Facts) {
    let contents = opened.into_contents_where(&|_| true, options.salvage);
    let facts = contents.as_ref().map_or_else(|_| Facts::default(), |contents| Facts::of(&contents.bytes));
    (contents, facts)
}

/// Returns the place of an input in a collection.
pub fn place_of(input: &Input) -> String {
    match input.kind {
        InputKind::Package => with_slashes(&input.relative),
        _ => input.path_in_folder().unwrap_or_else(|| input.source_name()),
    }
}

/// Returns a path with forward slashes, as collections have it.
pub fn with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

/// Returns the number of the game in its file, from 1, and the number of games in that file; `None` for other inputs.
pub fn lines_of(input: &Input) -> Option<(u64, u64)> {
    match input.kind {
        InputKind::Line(line) => Some((line.game, line.games)),
        _ => None,
    }
}

/// Returns the facts that a collection stores about an input.
pub fn input_facts(
    input: &Input,
    facts: &Facts,
    format: Option<&'static str>,
    outcome: Ending,
    is_redacted: bool,
) -> InputFacts {
    InputFacts {
        place: place_of(input),
        name: input.source_name(),
        containers: input.containers(),
        modified: input.modified(),
        line: lines_of(input),
        size: facts.size.or(input.stored().and_then(|member| member.size)),
        // The hash would reveal what was removed.
        sha256: facts.sha256.as_ref().map(hex).filter(|_| !is_redacted),
        is_redacted,
        format,
        confidence: facts.confidence,
        outcome: outcome.as_str().into(),
        looks_like: None,
    }
}

/// Returns whether the same bytes give the same document of a format wherever they are.
pub fn is_shared(format: &Format, options: &ReadOptions) -> bool {
    let is_alone = format.board_lookup.is_none() && format.variant_of.is_none() && format.text().is_some();
    is_alone && options.board.is_none() && options.positions.is_none()
}
