//! Blank lines between turns: mostly nothing at all, but a turn in which nothing is done may be written as an empty line.
//! Whose ships act behind them tells, once for the whole file.

use super::Row;
use super::board::Board;
use super::command;
use super::parts;
use crate::model::Player;

/// Whether blank lines between turns are turns: only where ships act out of turn if they are not, and fewer if they are.
pub fn are_turns(text: &str, rows: &[Row], players: &[Player]) -> bool {
    if rows.iter().all(|row| !row.is_blank()) {
        return false;
    }
    let without = out_of_turn(text, rows, players, false);
    without > 0 && out_of_turn(text, rows, players, true) < without
}

/// How many commands are not the mover's.
fn out_of_turn(text: &str, rows: &[Row], players: &[Player], with_blanks: bool) -> usize {
    let mut board = Board::new(players.iter().map(|player| player.seat.clone()).collect());
    let mut count = 0;
    for row in rows.iter().filter(|row| with_blanks || !row.is_blank()) {
        let mover = board.mover();
        for part in parts(text, &row.line) {
            let part = &text[part.start..part.end];
            let Ok(command) = command::parse(part, players, board.of_each()) else { continue };
            count += usize::from(board.is_of_another(&command, mover));
            // What cannot be played counts for nothing, here as there.
            let _ = board.play(&command, mover);
        }
        board.end_turn(mover);
    }
    count
}
