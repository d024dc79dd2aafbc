//! The registry of formats: each system lists its own.

use std::sync::LazyLock;

use super::block::Block;
use super::contract::{Evidence, Format, Kind, Probe};
use super::csv::CSV;
use super::facts::GamePart;
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

/// The system whose games a format is of; none for those of Ludex, which hold games of every system.
pub fn system_of(format: &Format) -> Option<System> {
    System::ALL.iter().copied().find(|system| system.def().formats.iter().any(|f| f.id == format.id))
}

/// What is left out of games of one format that are written in another; nothing where none can be.
///
/// It says what whole parts the other has no room for. What of a single value cannot be written is known when a file is
/// converted, and said then.
pub fn left_out(from: &Format, to: &Format) -> Option<Vec<GamePart>> {
    let is_handled = |format: &Format| !matches!(format.kind, Kind::NotRead(_));
    let (source, target) = (system_of(from), system_of(to));
    let can_be = from.id != to.id && is_handled(from) && is_handled(to) && to.facts.take(from.facts.holds);
    if !can_be || source.is_some() && target.is_some() && source != target {
        return None;
    }
    // A document holds what the formats of its system do.
    let is_of_system = |part: &GamePart| match (source, target) {
        (None, Some(system)) => system.def().formats.iter().any(|format| format.facts.holds.contains(part)),
        _ => true,
    };
    let parts = from.facts.holds.iter().copied().filter(is_of_system);
    Some(parts.filter(|part| !to.facts.keep(*part)).collect())
}

/// What a format converts into, and what is left out.
pub fn conversions_from(format: &Format) -> Vec<(&'static Format, Vec<GamePart>)> {
    FORMATS.iter().filter_map(|to| Some((*to, left_out(format, to)?))).collect()
}

/// What converts into a format, and what is left out.
pub fn conversions_into(format: &Format) -> Vec<(&'static Format, Vec<GamePart>)> {
    FORMATS.iter().filter_map(|from| Some((*from, left_out(from, format)?))).collect()
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
