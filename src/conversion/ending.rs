//! How inputs end, of which each ends in exactly one way.

use crate::text::codes;

/// How an input ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Ending {
    /// It was converted, or what else the command does was done.
    Converted,
    /// Its output was there already, with the same bytes.
    Identical,
    /// Its output was there already, with others, and was not overwritten.
    Exists,
    /// It is a document or a package of Ludex.
    Own,
    /// It is of a certain kind that is not read, such as a picture.
    Known,
    /// It is of no kind that Ludex can tell.
    Unknown,
    /// It is of a format of ours, or an archive, and damaged.
    Damaged,
    /// It was read, and the output refused.
    Refused,
    /// It cannot be read: for the permissions, the disk, a password.
    Unreadable,
    /// It is larger than is read, or lies deeper, or there are too many.
    OverLimit,
    /// The user does not want it.
    Excluded,
    /// It was read as a part of another input.
    Companion,
    /// It is a container: what is in it has endings of its own.
    Opened,
}

impl Ending {
    /// All of them, in the order in which they are told.
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

    /// As reports have it.
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

    /// That of an input that the error of this code ended.
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
