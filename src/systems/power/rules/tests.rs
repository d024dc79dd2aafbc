//! Tests of each rule, on games in a short notation.

mod commands;
mod play;
mod random;
mod sectors;

use super::{Board, Colour, Kind, Sector, check};
use crate::model::{
    Action, ActionKind, Element, Game, Piece, PieceName, Position, Seat, Stack, System, TerritoryRef, TradeInput,
    TradeInputWord, Turn,
};
use crate::rules::{Finding, RuleSet};
use crate::text::Severity;
use crate::text::tested::saw;

fn at(code: &str) -> Sector {
    Sector::parse(code).unwrap()
}

/// Reads a stack, `2YI` or `T`: count, colour, kind.
fn stack(text: &str) -> (u64, Option<Colour>, PieceName) {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap();
    let (count, rest) = text.split_at(digits);
    let colour = rest.chars().next().and_then(Colour::of_letter);
    let letter = rest.chars().last().unwrap();
    // A letter that is not a piece becomes an invalid name, so that tests can write nonsense.
    let name = Kind::of_letter(letter).map_or("army", Kind::name);
    (if count.is_empty() { 1 } else { count.parse().unwrap() }, colour, PieceName(name.into()))
}

/// Reads a command in the notation; `?` is text that was not understood, `!` an action of another game.
fn action(text: &str) -> Action {
    let parts: Vec<&str> = text.split('-').collect();
    let (colour, kind) = match parts.as_slice() {
        ["?"] => (None, ActionKind::Unknown),
        ["!"] => (None, ActionKind::Waive { at: None }),
        [gives, place, becomes] if becomes.starts_with('>') => {
            let (_, had, becomes) = stack(&becomes[1..]);
            let (colour, gives) = if gives.ends_with('Z') {
                (gives.chars().next().and_then(Colour::of_letter), TradeInput::Word(TradeInputWord::AsNeeded))
            } else {
                let all: Vec<_> = gives.split(',').map(stack).collect();
                let first = all[0].1;
                let of = |(count, colour, piece): &(u64, Option<Colour>, PieceName)| Stack {
                    piece: piece.clone(),
                    count: *count,
                    player: colour.filter(|_| *colour != first || (had.is_some() && had != first)).map(Colour::seat),
                };
                (first, TradeInput::Pieces(all.iter().map(of).collect()))
            };
            (had.or(colour), ActionKind::Exchange { at: TerritoryRef::new(place), gives, becomes })
        }
        [piece, from, to] => {
            let (_, colour, piece) = stack(piece);
            let (from, to) = (TerritoryRef::new(from), TerritoryRef::new(to));
            (colour, ActionKind::Move { piece: Some(piece), from, to, via: None, by_convoy: None, new_star: None })
        }
        _ => panic!("{text}"),
    };
    Action { player: colour.map(Colour::seat), ..Action::of(kind) }
}

/// Reads commands between blanks.
fn actions(text: &str) -> Vec<Action> {
    text.split_whitespace().map(action).collect()
}

/// Reads a board from sectors with their fields: `YQ 2YI,YV; K0 KT`.
fn position(text: &str) -> Position {
    let mut position = Position::default();
    for field in text.split("; ").filter(|field| !field.is_empty()) {
        let (code, stacks) = field.split_once(' ').unwrap();
        for piece in stacks.split(',') {
            let (count, colour, kind) = stack(piece);
            position.pieces.push(Element::Known(Piece {
                player: colour.map(Colour::seat),
                kind: kind.0,
                territory: TerritoryRef::new(code),
                count: (count != 1).then_some(count as u32),
                ..Piece::default()
            }));
        }
    }
    position
}

/// Reads a game of turns: `1Y YI-Y4-X` with number and colour before the commands, and `1Y [YQ YV] ...` with a board.
/// Commands that stand alone have neither. A line that begins with `=` is the latest board.
fn game(lines: &[&str]) -> Game {
    let mut game = Game::new(System::Power);
    for line in lines {
        if let Some(board) = line.strip_prefix("= ") {
            game.position = Some(position(board));
            continue;
        }
        let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
        let digits: String = head.chars().take_while(char::is_ascii_digit).collect();
        let is_head = !head.contains('-') && !digits.is_empty();
        let rest = if is_head { rest } else { line };
        let (board, commands) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((board, commands)) => (Some(position(board)), commands),
            None => (None, rest),
        };
        game.turns.push(Turn {
            number: if is_head { digits.parse().ok() } else { None },
            player: head.get(digits.len()..).filter(|seat| is_head && !seat.is_empty()).map(Seat::new),
            position: board.map(Box::new),
            actions: actions(commands),
            ..Turn::default()
        });
    }
    game
}

/// Formats a finding in a line: `PW101 error turns[0].actions[0]: ...`.
fn line(finding: &Finding) -> String {
    let severity = match finding.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    format!("{} {severity} {}: {}", finding.code.id, finding.path.trim_start_matches("game."), finding.message)
}

fn lines(turns: &[&str]) -> Vec<String> {
    check(&game(turns), RuleSet::Engine).iter().map(line).collect()
}

/// Asserts the number of findings, and the beginning of each.
fn assert_found(turns: &[&str], expected: &[&str]) {
    let found = lines(turns);
    let begin = found.iter().zip(expected).all(|(found, expected)| found.starts_with(expected));
    assert!(found.len() == expected.len() && begin, "{turns:?}\nfound {found:#?}\nnot {expected:#?}");
    found.iter().for_each(|line| saw(line));
}
