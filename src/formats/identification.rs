//! What formats a file may be of: those that its first block leaves open prove themselves on more of it.

use super::{Block, FORMATS, Format};
use crate::model::Board;

/// What `identify` looks at.
pub struct Probe<'b> {
    /// The file's name, without folders.
    pub name: &'b str,
    /// The bytes, or the first 64 KiB of them.
    pub bytes: &'b [u8],
    /// The board at hand, that names may be of.
    pub board: Option<&'b Board>,
}

/// Why a file is of a format, and how sure that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// 1 to 100; where formats are equally sure, the first in the registry wins.
    pub confidence: u8,
    /// What speaks for it.
    pub reasons: Vec<String>,
}

impl Evidence {
    /// `certain`, `likely` or `possible`.
    pub fn word(&self) -> &'static str {
        match self.confidence {
            90.. => "certain",
            60.. => "likely",
            _ => "possible",
        }
    }
}

/// Whether the first block of a file leaves it open that it is of a format of ours.
pub fn may_be_known(block: &Block<'_>) -> bool {
    FORMATS.iter().any(|format| format.may_be(block))
}

/// The formats that a file could be of, the surest first.
pub fn identify(probe: &Probe<'_>) -> Vec<(&'static Format, Evidence)> {
    let block = Block::from(probe);
    let mut found: Vec<(&'static Format, Evidence)> = Vec::new();
    for format in FORMATS.iter().filter(|format| format.may_be(&block)) {
        found.extend((format.identify)(probe).map(|evidence| (*format, evidence)));
        if found.last().is_some_and(|(_, evidence)| evidence.confidence >= SURE) {
            break;
        }
    }
    found.sort_by_key(|(_, evidence)| std::cmp::Reverse(evidence.confidence));
    found
}

/// No other format is looked for behind one that is as sure.
const SURE: u8 = 95;
