//! Saved games of the Python engine (the package `diplomacy`): one game as JSON.

pub mod codes;
mod identify;
mod messages;
mod names;
mod position;
mod prepare;
mod prepare_turn;
mod read;
mod render;
mod results;
mod spans;
mod style;
mod turn;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;

use crate::formats::{Facts, Format, GamePart, GameSyntax, Kind, SourceLint, numbered};
use crate::model::secrets::is_secret_key;
use crate::model::{Board, Game};
use crate::rules::{Finding, RuleSet};
use crate::systems::diplomacy::boards;
use crate::systems::diplomacy::formats::order_grammar::{self, Purpose};
use crate::systems::diplomacy::rules::orders;
use crate::text::json::secret_values;
use crate::text::write_back::{ParseOutput, Statements, Syntax};
use crate::text::{Diagnostic, Encoding, Report};
use names::{Names, OnBoard};
use read::TurnPlaces;
use style::Style;

/// Saved games of the Python engine.
pub static GAME: Format = Format {
    id: "diplomacy-game",
    name: "Saved game of the Python engine (JSON)",
    facts: Facts {
        about: "A game saved by the Python package `diplomacy`: each phase with its position, orders, results and messages. A file holds one game, or one game a line (.jsonl).",
        holds: &[
            GamePart::Title,
            GamePart::Options,
            GamePart::Players,
            GamePart::Turns,
            GamePart::TurnPositions,
            GamePart::Results,
            GamePart::Remarks,
            GamePart::Extras,
        ],
        needs: &[GamePart::Turns, GamePart::Position],
        ..Facts::NONE
    },
    family: "diplomacy",
    // Documents are *.json too; the contents tell them apart.
    file_names: &["game*.json", "*.game.json"],
    extension: "json",
    max_file_size: 16 << 20,
    most_statements: 1_000_000,
    encoding: Encoding::UTF_8,
    codes: &[codes::CODES],
    json_keys: &["phases", "id", "map", "rules"],
    may_be_text: |_| false,
    identify: identify::identify,
    kind: Kind::Text(&SavedGame { board: None }),
    joins: None,
    variant_of: None,
    board_lookup: None,
};

/// The notation of saved games. Where the map of a game is not built in, names are resolved on the board at hand.
struct SavedGame {
    board: Option<OnBoard>,
}

impl Syntax for SavedGame {
    type Meaning = Game;
    type Style = Style;

    fn read(&self, text: &str, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
        read::read(text, self.board.as_ref(), report)
    }

    fn read_meaning(&self, text: &str, report: &mut Report) -> Option<Game> {
        read::read_game(text, self.board.as_ref(), report)
    }

    fn render(&self, game: &Game, style: &Style, out: &mut Statements) {
        render::render(game, &Names::of(game.variant.as_deref(), self.board.as_ref()), style, out);
    }
}

impl GameSyntax for SavedGame {
    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        prepare::prepare(game, self.board.as_ref(), out)
    }

    fn derived(&self) -> &'static [&'static str] {
        &["game.variant"]
    }

    fn validate(&self, game: &Game, rules: RuleSet) -> Vec<Finding> {
        let named_board = boards::atlas_of(game);
        named_board.map(|named_board| orders::check(game, &named_board, rules)).unwrap_or_default()
    }

    fn secrets(&self, text: &str) -> Vec<Range<usize>> {
        secret_values(text, is_secret_key, false)
    }

    fn lint_source(&self, text: &str, paths: &[&str], _: Option<RuleSet>) -> SourceLint {
        if paths.is_empty() {
            return SourceLint::default();
        }
        let parts = read::places(text, self.board.as_ref());
        let place = |path: &&str| parts.as_ref().and_then(|(turns, names)| place(path, text, turns, names));
        SourceLint { diagnostics: Vec::new(), places: paths.iter().map(place).collect() }
    }

    fn on_board(&self, board: &Board) -> Option<Self> {
        OnBoard::new(board).map(|board| SavedGame { board: Some(board) })
    }
}

/// Returns the span that a path such as `game.turns[3].actions[7].to` leads to: the words in an order or all of it, a
/// unit, or the name of the phase.
fn place(path: &str, text: &str, turns: &[TurnPlaces], names: &Names) -> Option<Range<usize>> {
    let (turn, rest) = numbered(path, "game.turns[")?;
    let turn = turns.get(turn)?;
    if let Some((action, field)) = numbered(rest, ".actions[")
        && let Some(span) = turn.actions.get(action)
    {
        return Some(words(field, text, span, names).unwrap_or_else(|| span.clone()));
    }
    let piece = numbered(rest, ".position.pieces[").and_then(|(piece, _)| turn.pieces.get(piece));
    Some(piece.unwrap_or(&turn.name).clone())
}

/// Returns the span of the words that a path leads to in an order quoted at `span`; `None` where the order cannot be
/// read, or has escapes.
fn words(field: &str, text: &str, span: &Range<usize>, names: &Names) -> Option<Range<usize>> {
    let start = span.start + 1;
    let order = text.get(start..span.end.checked_sub(1)?).filter(|order| !order.contains('\\'))?;
    let named_board = names.named_board()?;
    let kind = order_grammar::read_for(Purpose::Identifying, order, named_board, None).ok()?.kind;
    let words = order_grammar::words_of(field.strip_prefix('.')?, &kind, order, named_board)?;
    Some(start + words.start..start + words.end)
}
