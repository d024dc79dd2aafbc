//! Diplomacy: orders in the notations in use, and the saved games of the Python engine.

pub mod codes;
pub mod order;
mod orders;
pub mod phase;
mod record;
mod report;

use super::{Format, Kind};
use crate::rules::diplomacy::orders as rules;
use crate::text::Encoding;

pub use report::REPORT;

/// A file of 100,000 orders has 2 MB.
const LARGEST: usize = 64 << 20;

/// Orders in the document's notation.
pub static ORDERS: Format = Format {
    id: "diplomacy-orders",
    name: "Diplomacy orders (A PAR - BUR)",
    family: "diplomacy",
    file_names: &["*.orders"],
    extension: "orders",
    largest: LARGEST,
    encoding: Encoding::UTF_8,
    codes: &[codes::CODES, rules::codes::CODES],
    identify: orders::identify,
    kind: Kind::Text(&orders::Orders::STANDARD),
    joins: None,
    variant_of: None,
    board_beside: None,
};
