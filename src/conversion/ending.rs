//! The endings of inputs: each input has exactly one.

use serde::{Deserialize, Serialize};

use crate::text::codes;

/// The ending of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Ending {
    /// The input was converted, or the command's other work on it was done.
    Converted,
    /// The output existed already, with the same bytes.
    Identical,
    /// The output existed already with different bytes, and was not overwritten.
    Exists,
    /// The input is a document or a package of Ludex.
    Own,
    /// The input is of a recognized kind that Ludex does not read, such as a picture.
    Known,
    /// The kind of the input is unknown to Ludex.
    Unknown,
    /// The input is a damaged archive, or a damaged file of a known format.
    Damaged,
    /// The input was read, but the output was refused.
    Refused,
    /// The input cannot be read, because of permissions, the disk, or a password.
    Unreadable,
    /// The input exceeds a limit of size, depth or number.
    OverLimit,
    /// The user excluded the input.
    Excluded,
    /// The input was read as part of another input.
    Companion,
    /// The input is a container, whose members have endings of their own.
    Opened,
}

impl Ending {
    /// All endings, in the order of reports.
    pub const ALL: [Ending; 13] = [
        Ending::Converted,
        Ending::Identical,
        Ending::Exists,
        Ending::Own,
        Ending::Known,
        Ending::Unknown,
        Ending::Damaged,
        Ending::Refused,
        Ending::Unreadable,
        Ending::OverLimit,
        Ending::Excluded,
        Ending::Companion,
        Ending::Opened,
    ];

    /// Returns the name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Ending::Converted => "converted",
            Ending::Identical => "identical",
            Ending::Exists => "exists",
            Ending::Own => "own",
            Ending::Known => "known",
            Ending::Unknown => "unknown",
            Ending::Damaged => "damaged",
            Ending::Refused => "refused",
            Ending::Unreadable => "unreadable",
            Ending::OverLimit => "over-limit",
            Ending::Excluded => "excluded",
            Ending::Companion => "companion",
            Ending::Opened => "opened",
        }
    }

    /// Returns the ending of an input that failed with this error code.
    pub fn of_error(code: &str) -> Ending {
        let is_one_of = |all: &[&crate::text::Code]| all.iter().any(|one| one.id == code);
        if code == codes::OUTPUT_EXISTS.id {
            Ending::Exists
        } else if is_one_of(&[&codes::CANNOT_READ, &codes::NOT_A_FILE, &codes::LEADS_OUT, &codes::CLOSED_CONTAINER]) {
            Ending::Unreadable
        } else if is_one_of(&[&codes::TOO_LARGE, &codes::OVER_LIMIT]) {
            Ending::OverLimit
        } else if is_one_of(&[&codes::EMPTY_FILE, &codes::UNKNOWN_FORMAT]) {
            Ending::Unknown
        } else if code == codes::DAMAGED_CONTAINER.id || !(code.starts_with("IO") || code.starts_with("CV")) {
            Ending::Damaged
        } else {
            Ending::Refused
        }
    }
}
