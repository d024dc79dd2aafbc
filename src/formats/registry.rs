//! The registry of formats, collected from the list of each system.

use std::sync::LazyLock;

use super::block::Block;
use super::contract::{Evidence, Format, Kind, Probe};
use super::csv::CSV;
use super::facts::GamePart;
use super::json;
use crate::model::System;

/// All formats that Ludex reads or writes: those of each system, and its own.
pub static FORMATS: LazyLock<Vec<&'static Format>> = LazyLock::new(|| {
    let of_systems = System::ALL.iter().flat_map(|system| system.def().formats.iter().copied());
    of_systems.chain([&json::JSON, &CSV]).collect()
});

/// Returns the format with this id.
pub fn format(id: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|f| f.id == id)
}

/// Returns the system of a format's games; `None` for Ludex's own formats, which hold games of every system.
pub fn system_of(format: &Format) -> Option<System> {
    System::ALL.iter().copied().find(|system| system.def().formats.iter().any(|f| f.id == format.id))
}

/// Returns the parts that are left out when games of one format are written in another; `None` if they cannot be.
///
/// These are whole parts that the other format has no room for. Single values that cannot be written are only known,
/// and reported, when a file is converted.
pub fn left_out(from: &Format, to: &Format) -> Option<Vec<GamePart>> {
    let is_handled = |format: &Format| !matches!(format.kind, Kind::NotRead(_));
    let (source, target) = (system_of(from), system_of(to));
    let can_be = from.id != to.id && is_handled(from) && is_handled(to) && to.facts.take(from.facts.holds);
    if !can_be || source.is_some() && target.is_some() && source != target {
        return None;
    }
    // A document holds the parts that the formats of its system hold.
    let is_of_system = |part: &GamePart| match (source, target) {
        (None, Some(system)) => system.def().formats.iter().any(|format| format.facts.holds.contains(part)),
        _ => true,
    };
    let parts = from.facts.holds.iter().copied().filter(is_of_system);
    Some(parts.filter(|part| !to.facts.keep(*part)).collect())
}

/// Returns the formats that a format converts into, each with the parts that are left out.
pub fn conversions_from(format: &Format) -> Vec<(&'static Format, Vec<GamePart>)> {
    FORMATS.iter().filter_map(|to| Some((*to, left_out(format, to)?))).collect()
}

/// Returns the formats that convert into a format, each with the parts that are left out.
pub fn conversions_into(format: &Format) -> Vec<(&'static Format, Vec<GamePart>)> {
    FORMATS.iter().filter_map(|from| Some((*from, left_out(from, format)?))).collect()
}

/// Returns whether a file may be of a known format, by its first block.
pub fn may_be_known(block: &Block<'_>) -> bool {
    FORMATS.iter().any(|format| format.may_be(block))
}

/// Returns the formats that a file may have, the most likely first.
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

/// Confidence at which no further formats are tried.
const SURE: u8 = 95;
