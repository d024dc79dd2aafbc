//! The formats and codes that there are.

use crate::conversion::{ReadOptions, is_shared};
use crate::formats::{self, Format, Kind, Probe};
use crate::text::{Code, codes};

/// A format that Ludex knows.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormatInfo {
    /// The id that functions and documents name it by, such as `war-dat`.
    pub id: &'static str,
    /// Its name, for people.
    pub name: &'static str,
    /// The usual names of its files, as patterns such as `map.*`; case does not matter.
    pub file_names: &'static [&'static str],
    /// The extension of a new file.
    pub extension: &'static str,
    /// Whether its files are read and written. Else they are only recognised.
    pub is_read: bool,
    /// Whether the same bytes are the same document wherever they lie: what lies beside them, and their name, is nothing to
    /// them.
    pub stands_alone: bool,
}

impl FormatInfo {
    fn of(format: &Format) -> FormatInfo {
        FormatInfo {
            id: format.id,
            name: format.name,
            file_names: format.file_names,
            extension: format.extension,
            is_read: !matches!(format.kind, Kind::NotRead(_)),
            stands_alone: is_shared(format, &ReadOptions::default()),
        }
    }
}

/// Lists every format.
pub fn formats() -> Vec<FormatInfo> {
    formats::FORMATS.iter().map(|format| FormatInfo::of(format)).collect()
}

/// What a file may be.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Guess {
    /// The format.
    pub format: FormatInfo,
    /// How sure that is, from 1 to 100.
    pub confidence: u8,
    /// What speaks for it.
    pub reasons: Vec<String>,
}

/// Says which formats the bytes of a file called `name` could be of, the surest first; none where it is no game file.
pub fn identify(name: &str, bytes: &[u8]) -> Vec<Guess> {
    let probe = Probe { name, bytes: &bytes[..bytes.len().min(crate::conversion::PROBE_LENGTH)], board: None };
    let guess = |(format, evidence): (&Format, formats::Evidence)| Guess {
        format: FormatInfo::of(format),
        confidence: evidence.confidence,
        reasons: evidence.reasons,
    };
    formats::identify(&probe).into_iter().map(|(format, evidence)| guess((format, evidence))).collect()
}

/// Explains a code of a [`Diagnostic`](crate::Diagnostic), such as `GW001`, in any case.
pub fn explain(code: &str) -> Option<&'static Code> {
    let of_formats = formats::FORMATS.iter().flat_map(|format| format.codes).copied().flatten();
    codes::CODES.iter().chain(of_formats).find(|known| known.id.eq_ignore_ascii_case(code))
}
