//! Diplomacy: orders in the notations in use, and the saved games of the Python engine.

pub mod codes;
mod hints;
pub mod judge_grammar;
mod judge_mail;
mod likely;
pub mod njudge;
mod order_files;
mod order_frame;
pub mod order_grammar;
mod report;
mod routes;
mod saved_game;

use std::sync::Arc;

use crate::formats::{Facts, Format, GamePart, Kind, SystemDocuments};
use crate::model::{Document, Game, Position, Turn};
use crate::rules::{Finding, RuleSet};
use crate::systems::diplomacy::boards;
use crate::systems::diplomacy::rules::{self, orders as order_rules};
use crate::text::Encoding;

pub use report::REPORT;
pub use saved_game::GAME;

/// Checks and completes documents of Diplomacy, those of the judge's maps and positions included.
pub static SYSTEM: SystemDocuments = SystemDocuments {
    check,
    has_rules,
    leaves_out_what_others_say: true,
    standard_board: Some(|| Arc::new(boards::standard().board().clone())),
    positions_of_turns,
    ..SystemDocuments::PLAIN
};

/// Returns the position of each turn, completed by the homes that the judge and the engines derive from the whole game.
fn positions_of_turns(game: &Game) -> Vec<Option<Position>> {
    let named_board = boards::atlas_of(game);
    let of_turn = |turn: &Turn| {
        let own = turn.position.as_deref()?;
        Some(
            named_board
                .as_ref()
                .map_or_else(|| own.clone(), |named_board| order_rules::with_homes(game, turn, own, named_board)),
        )
    };
    game.turns.iter().map(of_turn).collect()
}

/// Checks a game; its orders are resolved by the names of its board.
fn check(document: &Document, rules: RuleSet) -> Vec<Finding> {
    let game = &document.game;
    let mut found = rules::check(game);
    if let Some(named_board) = boards::atlas_of(game) {
        found.extend(order_rules::check(game, &named_board, rules));
    }
    found
}

/// Returns whether a document can be checked by a rule set. Those of the notation document apply to orders, unless they
/// are mailed to the judge.
fn has_rules(document: &Document, rules: RuleSet) -> bool {
    let has_orders = || document.game.turns.iter().any(|turn| !turn.actions.is_empty());
    let is_mail = || document.sources_of(JUDGE_ORDERS.id).next().is_some();
    match rules {
        RuleSet::Engine => true,
        RuleSet::Document => has_orders() && !is_mail(),
        RuleSet::Program(_) => false,
    }
}

/// Largest order file that is read, in bytes. A file of 50,000 orders has 1 MB.
const MAX_FILE_SIZE: usize = 1 << 20;

/// Orders in the notation of `diplomacy-order-notation.txt`.
pub static ORDERS: Format = Format {
    id: "diplomacy-orders",
    name: "Diplomacy orders (A PAR - BUR)",
    facts: Facts {
        about: "Orders of Diplomacy as people write them, by phase and power, with comments.",
        holds: &[GamePart::Players, GamePart::Turns, GamePart::Remarks],
        needs: &[GamePart::Turns],
        ..Facts::NONE
    },
    family: "diplomacy",
    file_names: &["*.orders"],
    extension: "orders",
    max_file_size: MAX_FILE_SIZE,
    most_statements: 200_000,
    encoding: Encoding::UTF_8,
    codes: &[codes::CODES, order_rules::codes::CODES],
    json_keys: &[],
    may_be_text: order_files::may_be,
    identify: order_files::identify,
    kind: Kind::Text(&order_frame::Records(order_files::Orders::STANDARD)),
    joins: None,
    variant_of: None,
    board_lookup: None,
};

/// Orders as players mail them to the judge.
pub static JUDGE_ORDERS: Format = Format {
    id: "njudge-orders",
    name: "Diplomacy orders mailed to nJudge (F: a par-bur)",
    facts: Facts {
        about: "Orders of Diplomacy as players mail them to nJudge, the e-mail judge. A mail may hold commands to the judge too.",
        holds: &[GamePart::Players, GamePart::Turns],
        needs: &[GamePart::Turns],
        ..Facts::NONE
    },
    family: "diplomacy",
    file_names: &["*.njudge"],
    extension: "njudge",
    max_file_size: MAX_FILE_SIZE,
    most_statements: 200_000,
    encoding: Encoding::UTF_8,
    codes: &[judge_grammar::codes::CODES],
    json_keys: &[],
    may_be_text: judge_mail::may_be,
    identify: judge_mail::identify,
    kind: Kind::Text(&order_frame::Records(judge_mail::JudgeOrders::STANDARD)),
    joins: None,
    variant_of: None,
    board_lookup: None,
};
