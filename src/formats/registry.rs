//! The registry of formats: each system lists its own.

use std::sync::LazyLock;

use super::block::Block;
use super::contract::{Evidence, Format, Probe};
use super::csv::CSV;
use super::json;
use crate::model::System;

/// Every format that Ludex reads or writes: those of each system, and its own.
pub static FORMATS: LazyLock<Vec<&'static Format>> = LazyLock::new(|| {
    let of_systems = System::ALL.iter().flat_map(|system| system.def().formats.iter().copied());
    of_systems.chain([&json::JSON, &CSV]).collect()
});

/// The format of that id.
pub fn format(id: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|f| f.id == id)
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
