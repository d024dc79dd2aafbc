//! Joins the files of a game to one document: a history of each colour, and one of boards.

use thin_vec::thin_vec;

use super::codes;
use super::infer;
use crate::formats::{Joined, PlayerFile};
use crate::model::{Action, ActionKind, Game, Player, System, Turn};
use crate::systems::power::rules::Colour;
use crate::text::english::counted;
use crate::text::printable::printable;
use crate::text::{Diagnostic, codes as cv};

/// Content of a player file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Of {
    Colour(Colour),
    Boards,
}

impl Of {
    fn word(self) -> &'static str {
        match self {
            Of::Colour(colour) => colour.word(),
            Of::Boards => "the boards",
        }
    }
}

/// Returns the content of a player file: by its commands or boards, or else by its name, such as `game1-Y.txt`. `None`
/// if neither shows it.
fn of(row: &PlayerFile<'_>) -> Option<Of> {
    let by_name = || {
        let stem = row.name.rsplit_once('.').map_or(row.name, |(stem, _)| stem);
        let mut last = stem.chars().rev();
        let letter = last.next()?.to_ascii_uppercase();
        match letter {
            _ if last.next().is_some_and(char::is_alphanumeric) => None,
            'Z' => Some(Of::Boards),
            letter => Colour::of_letter(letter).map(Of::Colour),
        }
    };
    let Some(game) = row.game else { return by_name() };
    let is_of_boards = game.position.is_some() || game.turns.iter().any(|turn| turn.position.is_some());
    if is_of_boards {
        return Some(Of::Boards);
    }
    infer::only_colour(&game.turns).map(Of::Colour).or_else(by_name)
}

/// Joins player files to one game: turns by round, in each round in the order Y, K, R, A, with its board before them.
pub fn join(rows: &[PlayerFile<'_>]) -> Result<Joined, Diagnostic> {
    let refused = |message: String| Err(Diagnostic::error(&codes::NO_ROW, message).help(codes::NO_ROW.advice));
    let mut known: Vec<(Of, &PlayerFile<'_>, usize)> = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let name = printable(row.name);
        let Some(game) = row.game.filter(|game| game.system == System::Power) else {
            return Err(Diagnostic::error(&cv::CANNOT_JOIN, format!("{name} holds no game of Power")));
        };
        let Some(of) = of(row) else {
            return refused(format!("neither the commands nor the name of {name} say which colour it is of"));
        };
        if of == Of::Boards && game.turns.iter().any(|turn| turn.actions.iter().any(is_understood)) {
            return refused(format!("{name} has both commands and boards"));
        }
        if let Some((_, other, _)) = known.iter().find(|(other, ..)| *other == of) {
            return refused(format!("{} and {name} are both of {}", printable(other.name), of.word()));
        }
        known.push((of, row, place));
    }
    let mut joined = Game::new(System::Power);
    joined.board = Some(infer::board());
    joined.players = Colour::ALL.into_iter().map(|colour| Player::at(colour.seat())).collect();
    known.sort_by_key(|(of, ..)| *of);
    let mut boards = None;
    for (of, game) in known.iter().filter_map(|(of, row, _)| Some((*of, row.game?))) {
        match of {
            Of::Colour(colour) => joined.turns.extend((1..).zip(&game.turns).map(|(round, turn)| Turn {
                number: Some(round),
                player: Some(colour.seat()),
                inferred: thin_vec!["player".into()],
                ..turn.clone()
            })),
            Of::Boards => boards = Some(game),
        }
    }
    joined.turns.sort_by_key(|turn| turn.number);
    if let Some(boards) = boards {
        put_boards(&mut joined, boards);
    }
    let diagnostics = hazards(&known);
    Ok(Joined { game: joined, order: known.into_iter().map(|(.., place)| place).collect(), diagnostics })
}

fn is_understood(action: &Action) -> bool {
    action.kind != ActionKind::Unknown
}

/// Puts each board before the first turn of its round, and the latest at the end.
fn put_boards(joined: &mut Game, boards: &Game) {
    joined.position.clone_from(&boards.position);
    let mut turns = std::mem::take(&mut joined.turns).into_iter().peekable();
    for (round, own) in (1..).zip(&boards.turns) {
        let is_of_round = |turn: &Turn| turn.number == Some(round);
        match turns.peek_mut().filter(|turn| is_of_round(turn)) {
            Some(first) if own.actions.is_empty() => first.position.clone_from(&own.position),
            // A board that was not understood, or a round in which nobody has a turn.
            _ => joined.turns.push(Turn { number: Some(round), ..own.clone() }),
        }
        while let Some(turn) = turns.next_if(is_of_round) {
            joined.turns.push(turn);
        }
    }
    joined.turns.extend(turns);
}

/// Returns warnings about rounds that may not match between the files.
fn hazards(rows: &[(Of, &PlayerFile<'_>, usize)]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let lengths = rows.iter().filter_map(|(of, row, _)| Some((*of, row.game?)));
    let turns: Vec<(Of, usize)> =
        lengths.clone().filter(|(of, _)| *of != Of::Boards).map(|(of, game)| (of, game.turns.len())).collect();
    let rounds = turns.iter().map(|(_, turns)| *turns).max().unwrap_or_default();
    if turns.iter().any(|(_, turns)| *turns != rounds) {
        let list: Vec<String> = turns.iter().map(|(of, turns)| format!("{} {turns}", of.word())).collect();
        let message = format!(
            "the colours have different numbers of turns ({}); turn 1 of each is taken for round 1",
            list.join(", ")
        );
        diagnostics
            .push(Diagnostic::warning(&codes::ALIGNMENT, message).on("game.turns").help(codes::ALIGNMENT.advice));
    }
    for boards in lengths.filter(|(of, _)| *of == Of::Boards).map(|(_, game)| game) {
        let count = boards.turns.len() + usize::from(boards.position.is_some());
        if !turns.is_empty() && count != rounds + 1 {
            let (rounds, expected) = (counted(rounds, "round", "rounds"), counted(rounds + 1, "board", "boards"));
            let message = format!("expected {expected} for {rounds}, found {count}");
            diagnostics.push(Diagnostic::warning(&codes::ROUNDS, message).on("game.turns").help(codes::ROUNDS.advice));
        }
    }
    diagnostics
}

/// Returns the part of a joined game that one of its player files holds: the one at index `place` of `count` in the
/// order of the document.
pub fn part(joined: &Game, row: &PlayerFile<'_>, place: usize, count: usize) -> Game {
    let of = of(row).or_else(|| by_order(joined, place, count));
    let mut part = Game { turns: Vec::new(), position: None, ..joined.clone() };
    match of {
        Some(Of::Boards) => {
            part.position.clone_from(&joined.position);
            part.turns = joined.turns.iter().filter_map(board_of).collect();
        }
        Some(Of::Colour(colour)) => {
            let own = joined.turns.iter().filter(|turn| turn.player.as_ref() == Some(&colour.seat()));
            part.turns = filled(own.map(|turn| Turn { position: None, ..turn.clone() }));
        }
        None => {}
    }
    // Values that can be inferred from the file alone are inferred; preparing for the format reports the others.
    let numbers: Vec<Option<u32>> = part.turns.iter().map(|turn| turn.number).collect();
    infer::infer(&mut part);
    part.board.clone_from(&joined.board);
    for player in &mut part.players {
        if let Some(known) = joined.players.iter().find(|known| known.seat == player.seat) {
            player.clone_from(known);
        }
    }
    for (turn, number) in part.turns.iter_mut().zip(numbers) {
        if turn.number.is_some() {
            turn.number = number;
        }
    }
    part
}

/// Returns the turns of a colour, with empty ones for the rounds without a turn, as only its position gives a turn its
/// round.
fn filled(own: impl Iterator<Item = Turn>) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for turn in own {
        let next = |turns: &[Turn]| u32::try_from(turns.len() + 1).unwrap_or(u32::MAX);
        let missing = turn.number.unwrap_or_default().saturating_sub(next(&turns));
        for _ in 0..missing.min(MAX_MISSING) {
            turns.push(Turn { number: Some(next(&turns)), ..Turn::default() });
        }
        turns.push(turn);
    }
    turns
}

/// The most rounds in a row that a colour may sit out.
const MAX_MISSING: u32 = 1000;

/// Returns a turn of the file of boards; `None` if it has neither a board nor actions without a player.
fn board_of(turn: &Turn) -> Option<Turn> {
    let position = turn.position.clone().filter(|position| position.from.is_none());
    let actions = if turn.player.is_none() { turn.actions.clone() } else { Vec::new() };
    let number = turn.number;
    (position.is_some() || !actions.is_empty()).then(|| Turn { number, position, actions, ..Turn::default() })
}

/// Returns the content of a player file without text: the files are in the order of the colours, with the boards last.
fn by_order(joined: &Game, place: usize, count: usize) -> Option<Of> {
    let has_turns = |of: &Of| match of {
        Of::Colour(colour) => joined.turns.iter().any(|turn| turn.player == Some(colour.seat())),
        Of::Boards => joined.position.is_some() || joined.turns.iter().any(|turn| turn.position.is_some()),
    };
    let all = Colour::ALL.into_iter().map(Of::Colour).chain([Of::Boards]);
    let there: Vec<Of> = all.filter(has_turns).collect();
    if there.len() == count { there.get(place).copied() } else { None }
}
