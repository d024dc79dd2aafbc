//! Diplomacy: orders in the notations in use, and the saved games of the Python engine.

pub mod codes;
mod hints;
pub mod judge_order;
mod judge_orders;
mod likely;
pub mod order;
mod orders;
pub mod phase;
mod record;
mod report;
mod routes;
mod saved_game;

use super::{Format, Kind};
use crate::rules::diplomacy::orders as rules;
use crate::text::Encoding;

pub use report::REPORT;
pub use saved_game::GAME;

/// A file of 50,000 orders has 1 MB.
const LARGEST: usize = 1 << 20;

/// Orders in the document's notation.
pub static ORDERS: Format = Format {
    id: "diplomacy-orders",
    name: "Diplomacy orders (A PAR - BUR)",
    family: "diplomacy",
    file_names: &["*.orders"],
    extension: "orders",
    largest: LARGEST,
    most_statements: 200_000,
    encoding: Encoding::UTF_8,
    codes: &[codes::CODES, rules::codes::CODES],
    json_keys: &[],
    may_be_text: orders::may_be,
    identify: orders::identify,
    kind: Kind::Text(&record::Records(orders::Orders::STANDARD)),
    joins: None,
    variant_of: None,
    board_beside: None,
};

/// Orders as players mail them to the judge.
pub static JUDGE_ORDERS: Format = Format {
    id: "njudge-orders",
    name: "Diplomacy orders mailed to nJudge (F: a par-bur)",
    family: "diplomacy",
    file_names: &["*.njudge"],
    extension: "njudge",
    largest: LARGEST,
    most_statements: 200_000,
    encoding: Encoding::UTF_8,
    codes: &[judge_order::codes::CODES],
    json_keys: &[],
    may_be_text: judge_orders::may_be,
    identify: judge_orders::identify,
    kind: Kind::Text(&record::Records(judge_orders::JudgeOrders::STANDARD)),
    joins: None,
    variant_of: None,
    board_beside: None,
};
