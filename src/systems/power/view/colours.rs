//! Shows a table of the colours: who plays each, and what it has.

use crate::model::{Game, Seat};
use crate::systems::power::rules::{Board, BoardAfterRound, Colour, Kind, Sector};
use crate::view::layout::{Column, Page, capital, name_text, seat_text};

/// The most rows of the table, because a document may have seats that are not colours.
const MAX_ROWS: usize = 8;

/// Returns the colours that have turns with numbers, in the order of [`Colour::ALL`].
pub fn of_turns(game: &Game) -> Vec<Colour> {
    let is_there = |colour: &Colour| {
        let of = |seat: &Seat| Colour::of_seat(seat) == Some(*colour);
        game.turns.iter().any(|turn| turn.number.is_some() && turn.player.as_ref().is_some_and(of))
    };
    Colour::ALL.into_iter().filter(is_there).collect()
}

/// Shows the table of the colours.
pub fn table(page: &mut Page, game: &Game, scene: Option<&BoardAfterRound>) {
    let board = scene.map(|scene| &scene.board);
    let has = |seat: &Seat| {
        let colour = Colour::of_seat(seat);
        let has_pieces = colour.zip(board).is_some_and(|(colour, board)| has_any(board, colour));
        has_pieces || game.players.iter().any(|player| player.seat == *seat) || turns_of(game, seat).next().is_some()
    };
    let mut seats: Vec<Seat> = Colour::ALL.map(Colour::seat).into_iter().filter(has).collect();
    let others = game.players.iter().map(|player| &player.seat).filter(|seat| Colour::of_seat(seat).is_none());
    seats.extend(others.cloned());
    seats.truncate(MAX_ROWS);
    if seats.is_empty() {
        return;
    }
    let has_names = game.players.iter().any(|player| player.name().is_some());
    let has_turns = game.turns.iter().any(|turn| turn.player.is_some());
    let mut columns = vec![Column::text("Colour")];
    if has_names {
        columns.push(Column::text("Name"));
    }
    if has_turns {
        columns.extend([Column::number("Turns"), Column::number("Commands")]);
    }
    if board.is_some() {
        columns.extend([Column::number("Points"), Column::text("Flag"), Column::text("Pieces")]);
    }
    if columns.len() == 1 {
        return;
    }
    let row = |seat: &Seat| {
        let colour = Colour::of_seat(seat);
        let mut cells = vec![colour.map_or_else(|| seat_text(seat), |colour| capital(colour.word()))];
        if has_names {
            let name = game.players.iter().find(|player| player.seat == *seat).and_then(|player| player.name());
            cells.push(name.map_or_else(String::new, name_text));
        }
        if has_turns {
            let commands: usize = turns_of(game, seat).map(|turn| turn.actions.len()).sum();
            cells.extend([turns_of(game, seat).count().to_string(), commands.to_string()]);
        }
        if let Some(board) = board {
            cells.extend(colour.map_or_else(<[String; 3]>::default, |colour| {
                [points(board, colour).to_string(), flag(board, colour), pieces(board, colour)]
            }));
        }
        cells
    };
    let rows: Vec<Vec<String>> = seats.iter().map(row).collect();
    page.table(&columns, &rows);
}

fn turns_of<'g>(game: &'g Game, seat: &'g Seat) -> impl Iterator<Item = &'g crate::model::Turn> {
    game.turns.iter().filter(move |turn| turn.player.as_ref() == Some(seat))
}

/// Returns whether a colour has a piece anywhere.
pub fn has_any(board: &Board, colour: Colour) -> bool {
    Sector::all().any(|at| board.total(at, colour) > 0)
}

/// Returns the points of a colour.
pub fn points(board: &Board, colour: Colour) -> u64 {
    Sector::all().map(|at| board.points(at, colour)).sum()
}

/// Returns the code of the sector with the flag, or `none`.
pub fn flag(board: &Board, colour: Colour) -> String {
    let at = Sector::all().find(|at| board.count(*at, colour, Kind::Flag) > 0);
    at.map_or_else(|| "none".to_owned(), |at| at.code().to_owned())
}

/// Returns the number of pieces of a colour, without its flag.
pub fn pieces_of(board: &Board, colour: Colour) -> u64 {
    let total: u64 = Sector::all().map(|at| board.total(at, colour)).sum();
    let flags: u64 = Sector::all().map(|at| u64::from(board.count(at, colour, Kind::Flag))).sum();
    total - flags
}

/// Returns the number of pieces of each kind, without the flag: `2I 2T`.
fn pieces(board: &Board, colour: Colour) -> String {
    let count = |kind| Sector::all().map(|at| u64::from(board.count(at, colour, kind))).sum::<u64>();
    let kinds = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Flag);
    let there = kinds.map(|kind| (kind, count(kind))).filter(|(_, count)| *count > 0);
    let texts: Vec<String> = there.map(|(kind, count)| format!("{count}{}", kind.letter())).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
}
