//! nJudge (the Diplomacy and Machiavelli e-mail judge): map files `map.VARIANT`, seed files `seed.VARIANT` and
//! position files `G###`.
//!
//! The formats are those of `njudge-map-howto.txt` (version 1.5), where the judge's own compiler and reader do not
//! differ from it; where they do, they take precedence.

mod choose;
pub mod codes;
mod cursor;
mod identify;
mod ids;
mod join;
mod map;
mod seed;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::formats::{BoardLookup, Facts, Format, GamePart, GameSyntax, Join, Kind, SourceLint};
use crate::model::{Board, Game};
use crate::rules::{Finding, RuleSet};
use crate::systems::diplomacy::rules;
use crate::text::write_back::{ParseOutput, Statements, Syntax};
use crate::text::{Diagnostic, Encoding, Report};
use seed::OnBoard;

/// Largest file that is read, in bytes. Real files have 500 to 15,000; one of 200 provinces with all their moves cannot
/// have many more.
const MAX_FILE_SIZE: usize = 8 << 20;

/// Map files, `map.VARIANT`.
pub static MAP: Format = Format {
    id: "njudge-map",
    name: "nJudge map (map.VARIANT)",
    facts: Facts {
        about: "A map of nJudge, the e-mail judge for Diplomacy and Machiavelli: its provinces, which of them adjoin for which units, homes and supply centres, and for Machiavelli also incomes, cities and disasters.",
        holds: &[GamePart::Players, GamePart::Board, GamePart::Sections],
        needs: &[GamePart::Board],
        ..Facts::NONE
    },
    family: "njudge",
    file_names: &["map", "map.*"],
    extension: "map",
    max_file_size: MAX_FILE_SIZE,
    most_statements: 100_000,
    encoding: Encoding::UTF_8,
    codes: &[codes::CODES, rules::codes::CODES],
    json_keys: &[],
    may_be_text: identify::may_be_map,
    identify: identify::map,
    kind: Kind::Text(&Map),
    joins: None,
    variant_of: Some(|name| variant(name, "map")),
    board_lookup: None,
};

/// Seed files, `seed.VARIANT`, and position files, `G###`.
pub static SEED: Format = Format {
    id: "njudge-seed",
    name: "nJudge seed or position (seed.VARIANT, G###)",
    facts: Facts {
        about: "A position of nJudge, the e-mail judge for Diplomacy and Machiavelli: a seed, which new games start from, or the state of a game. It says who has which units where, and who owns what.",
        holds: &[GamePart::Players, GamePart::Position, GamePart::Accounts],
        needs: &[GamePart::Position],
        ..Facts::NONE
    },
    family: "njudge",
    file_names: &["seed", "seed.*", "seed_?.*", "G[0-9][0-9][0-9]", "G[0-9][0-9][0-9].*"],
    extension: "seed",
    max_file_size: MAX_FILE_SIZE,
    most_statements: 100_000,
    encoding: Encoding::UTF_8,
    codes: &[],
    json_keys: &[],
    may_be_text: identify::may_be_seed,
    identify: identify::seed,
    kind: Kind::Text(&Seed { board: None }),
    joins: Some(Join::With { to: &["njudge-map"], games: join::join, part: None, doubts: None, by_name: true }),
    variant_of: Some(|name| variant(name, "seed")),
    board_lookup: Some(&BoardLookup {
        format: &MAP,
        names: map_names,
        fits: seed::is_of_board,
        choose: choose::choose,
    }),
};

/// Returns the variant in the name of a file: the part after the dot, or `standard` without one. `None` where the name
/// has another stem.
fn variant(name: &str, stem: &str) -> Option<String> {
    let (before, variant) = name.split_once('.').unwrap_or((name, "standard"));
    let is_named = before == stem || before.strip_prefix(stem).is_some_and(|rest| rest.starts_with('_'));
    is_named.then(|| variant.to_owned())
}

/// Returns the names that the map of a seed may have.
fn map_names(name: &str) -> Vec<String> {
    match variant(name, "seed") {
        Some(variant) if variant == "standard" => vec!["map.standard".into(), "map".into()],
        Some(variant) => vec![format!("map.{variant}")],
        None => Vec::new(),
    }
}

/// The notation of maps.
struct Map;

impl Syntax for Map {
    type Meaning = Game;
    type Style = map::Style;

    fn read(&self, text: &str, report: &mut Report) -> Option<ParseOutput<Game, map::Style>> {
        map::read(text, report)
    }

    fn render(&self, game: &Game, style: &map::Style, out: &mut Statements) {
        map::render(game, style, out);
    }
}

impl GameSyntax for Map {
    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        map::prepare(game, out)
    }

    fn derived(&self) -> &'static [&'static str] {
        &OF_MAPS
    }

    fn may_leave_out(&self) -> &'static [&'static str] {
        map::MAY_LEAVE_OUT
    }

    fn comment_mark(&self) -> Option<&'static str> {
        Some("#")
    }

    fn statements_in(&self, text: &str) -> usize {
        // A line of up to four words is one; behind them each place of a list takes as much memory as a line.
        text.split_ascii_whitespace().skip(3).count().max(1)
    }

    fn validate(&self, game: &Game, _: RuleSet) -> Vec<Finding> {
        rules::check_board(game)
    }

    fn lint_source(&self, text: &str, paths: &[&str], _: Option<RuleSet>) -> SourceLint {
        map::lint_source(text, paths)
    }
}

/// Values of a map that follow from others: its powers are those that have homes; ids are the first abbreviations, as
/// are references to territories; tables and passages are in the order of their rows and sections.
static OF_MAPS: [&str; 19] = [
    "game.players",
    "game.board.territories[].id",
    "game.board.adjacencies[].from",
    "game.board.adjacencies[].to[]",
    "game.board.passages[].at",
    "game.board.passages[].controlled_from",
    "game.board.passages[].between[]",
    "game.board.passages[].path[]",
    "order of game.board.passages",
    "game.details.famine[].territory",
    "game.details.plague[].territory",
    "game.details.storms[].territory",
    "order of game.details.famine",
    "order of game.details.plague",
    "order of game.details.storms",
    "game.details.income[].territory",
    "game.details.hong_kong[].territories[]",
    "game.details.city_order[][]",
    "game.details.centre_order[][]",
];

/// The notation of seed and position files, whose names are resolved on the board at hand.
struct Seed {
    board: Option<Arc<OnBoard>>,
}

impl Syntax for Seed {
    type Meaning = Game;
    type Style = seed::Style;

    fn read(&self, text: &str, report: &mut Report) -> Option<ParseOutput<Game, seed::Style>> {
        seed::read(text, self.board.as_deref(), report)
    }

    fn render(&self, game: &Game, style: &seed::Style, out: &mut Statements) {
        seed::render(game, self.board.as_deref(), style, out);
    }
}

impl GameSyntax for Seed {
    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        seed::prepare(game, self.board.as_deref(), out)
    }

    fn derived(&self) -> &'static [&'static str] {
        &["game.players", "game.variant", "order of game.position.holdings"]
    }

    fn validate(&self, game: &Game, _: RuleSet) -> Vec<Finding> {
        rules::check_position(game)
    }

    fn lint_source(&self, text: &str, paths: &[&str], _: Option<RuleSet>) -> SourceLint {
        seed::lint_source(text, self.board.as_deref(), paths)
    }

    fn secrets(&self, text: &str) -> Vec<Range<usize>> {
        seed::secrets(text)
    }

    fn on_board(&self, board: &Board) -> Option<Self> {
        OnBoard::new(board).map(|board| Seed { board: Some(Arc::new(board)) })
    }
}
