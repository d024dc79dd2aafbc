//! Decides whether blank lines between turns have a meaning. Mostly they have none, but a turn without actions may be
//! written as an empty line. The owners of the ships that act after blank lines tell, once for the whole file.

use super::Row;
use super::board::Board;
use super::command;
use super::parts;
use crate::model::Player;

/// Maximum number of blank lines for each other line, if they are turns: nobody passes so often.
const MOST_BLANK: usize = 10;

/// Returns whether blank lines between turns are turns: this is so only if ships act out of turn without them, and
/// fewer do with them.
pub fn are_turns(text: &str, rows: &[Row], players: &[Player]) -> bool {
    let blank = rows.iter().filter(|row| row.is_blank()).count();
    if blank == 0 || blank > MOST_BLANK * (rows.len() - blank) {
        return false;
    }
    let without = out_of_turn(text, rows, players, false);
    without > 0 && out_of_turn(text, rows, players, true) < without
}

/// Returns the number of commands that cannot be the mover's.
fn out_of_turn(text: &str, rows: &[Row], players: &[Player], with_blanks: bool) -> usize {
    let mut board = Board::new(players.iter().map(|player| player.seat.clone()).collect());
    let mut count = 0;
    for row in rows.iter().filter(|row| with_blanks || !row.is_blank()) {
        let mover = board.mover();
        for part in parts(text, &row.line) {
            let part = &text[part.start..part.end];
            let Ok(command) = command::parse(part, players, board.of_each()) else { continue };
            count += usize::from(board.is_of_another(&command, mover));
            // A command that cannot be played is not counted, with or without blank lines.
            let _ = board.play(&command, mover);
        }
        board.end_turn(mover);
    }
    count
}
