//! The list of formats and of diagnostic codes.

use crate::conversion::{ReadOptions, is_shared};
use crate::formats::{self, Format, Kind, Probe};
use crate::text::suggestion::with_suggestion;
use crate::text::{Code, Diagnostic, codes};

/// A file format that Ludex knows.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormatInfo {
    /// Id in functions and documents, such as `war-dat`.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Usual file names, as patterns such as `map.*`; case does not matter.
    pub file_names: &'static [&'static str],
    /// Extension of a new file.
    pub extension: &'static str,
    /// Whether files of this format are read and written; if `false`, they are only recognised.
    pub is_read: bool,
    /// Whether the same bytes always give the same document, independent of the file's name and of the files beside it.
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

/// Returns the error of a format id that does not exist.
pub(super) fn unknown_format(id: &str) -> Diagnostic {
    let message = with_suggestion(format!("no format {id:?}"), id, formats::FORMATS.iter().map(|format| format.id));
    Diagnostic::error(&codes::UNKNOWN_FORMAT, message).help("`ludex::formats` lists them")
}

/// A format that a file may have.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Guess {
    /// The format.
    pub format: FormatInfo,
    /// Confidence, from 1 to 100.
    pub confidence: u8,
    /// Evidence for the format.
    pub reasons: Vec<String>,
}

/// Returns the formats that the bytes of a file called `name` may have, the most likely first; empty if it is no game
/// file.
pub fn identify(name: &str, bytes: &[u8]) -> Vec<Guess> {
    let probe = Probe { name, bytes: &bytes[..bytes.len().min(crate::conversion::PROBE_LENGTH)], board: None };
    let guess = |(format, evidence): (&Format, formats::Evidence)| Guess {
        format: FormatInfo::of(format),
        confidence: evidence.confidence,
        reasons: evidence.reasons,
    };
    formats::identify(&probe).into_iter().map(|(format, evidence)| guess((format, evidence))).collect()
}

/// Returns the explanation of a [`Diagnostic`](crate::Diagnostic)'s code, such as `GW001`; case does not matter.
pub fn explain(code: &str) -> Option<&'static Code> {
    let of_formats = formats::FORMATS.iter().flat_map(|format| format.codes).copied().flatten();
    codes::CODES.iter().chain(of_formats).find(|known| known.id.eq_ignore_ascii_case(code))
}
