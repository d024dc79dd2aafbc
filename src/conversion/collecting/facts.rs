//! What is told of an input beside what it is read as.

use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::archive::{Contents, Input, InputKind, Opened, hash_reader};
use crate::conversion::{Ending, PROBE_LENGTH, ReadOptions, contents_of_opened, may_be_ours};
use crate::formats::{self, Evidence, Format, Probe};
use crate::tables::collection::InputFacts;
use crate::text::Diagnostic;
use crate::text::printable::hex;

/// What a report tells of an input that its record does not.
#[derive(Debug, Default)]
pub struct Facts {
    /// Its length in bytes.
    pub size: Option<u64>,
    /// The SHA-256 of its bytes.
    pub sha256: Option<[u8; 32]>,
    /// How sure its format is, from 1 to 100.
    pub confidence: Option<u8>,
    /// Why it is that.
    pub evidence: Vec<String>,
    /// The SHA-256 of its output, where that is one file.
    pub output_sha256: Option<[u8; 32]>,
}

impl Facts {
    /// Those of bytes.
    pub fn of(bytes: &[u8]) -> Facts {
        Facts { size: Some(bytes.len() as u64), sha256: Some(sha256(bytes)), ..Facts::default() }
    }

    /// Those of bytes as they come.
    pub fn of_reader(reader: impl Read) -> io::Result<Facts> {
        let (size, hash) = hash_reader::<Sha256>(reader)?;
        Ok(Facts { size: Some(size), sha256: Some(hash.into()), ..Facts::default() })
    }

    /// Adds how sure it is that the input is of its format, and why.
    pub fn take_evidence(&mut self, evidence: Evidence) {
        self.confidence = Some(evidence.confidence);
        self.evidence = evidence.reasons;
    }

    /// Adds how sure it is that the input is of a format that was given.
    pub fn name_format(&mut self, input: &Input, bytes: &[u8], format: Option<&Format>) {
        let Some(format) = format else { return };
        let probe = Probe { name: &input.name(), bytes: &bytes[..bytes.len().min(PROBE_LENGTH)], board: None };
        if let Some((_, evidence)) = formats::identify(&probe).into_iter().find(|(of, _)| of.id == format.id) {
            self.take_evidence(evidence);
        }
    }
}

/// The SHA-256 of bytes.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// What an input holds, or the first bytes of it where these tell that it is none of ours; and of a file that may be ours
/// what a collection tells of it: others are not read.
pub fn contents_and_facts_of_ours(
    input: &Input,
    opened: Option<Opened<'_>>,
    options: &ReadOptions,
) -> (Result<Contents, Diagnostic>, Facts) {
    let Some(opened) = opened else { return (Ok(Contents::default()), Facts::default()) };
    if !may_be_ours(input, opened.block(), options) {
        let size = input.member.is_none().then(|| std::fs::metadata(&input.path).ok()).flatten();
        let facts = Facts { size: size.map(|there| there.len()), ..Facts::default() };
        return (Ok(Contents::whole(opened.block().to_vec())), facts);
    }
    let contents = contents_of_opened(input, opened, options);
    let facts = contents.as_ref().map_or_else(|_| Facts::default(), |contents| Facts::of(&contents.bytes));
    (contents, facts)
}

/// The place of an input in a collection.
pub fn place_of(input: &Input) -> String {
    match input.kind {
        InputKind::Package => with_slashes(&input.relative),
        _ => input.path_in_folder().unwrap_or_else(|| input.source_name()),
    }
}

/// A path as collections have it.
pub fn with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

/// Which game of its file an input is, and of how many.
pub fn lines_of(input: &Input) -> Option<(u64, u64)> {
    match input.kind {
        InputKind::Line(line) => Some((line.game, line.games)),
        _ => None,
    }
}

/// What a collection tells of an input.
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
        // It would tell what was taken out.
        sha256: facts.sha256.as_ref().map(hex).filter(|_| !is_redacted),
        is_redacted,
        format,
        confidence: facts.confidence,
        outcome: outcome.as_str(),
        looks_like: None,
    }
}

/// Whether the same bytes give the same document of a format wherever they lie.
pub fn is_shared(format: &Format, options: &ReadOptions) -> bool {
    let is_alone = format.board_lookup.is_none() && format.variant_of.is_none() && format.text().is_some();
    is_alone && options.board.is_none() && options.positions.is_none()
}
