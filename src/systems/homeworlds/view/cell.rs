//! Text cells that are laid out side by side, with pieces in their colours.

use super::names::piece_text;
use crate::systems::homeworlds::rules::{Colour, Piece};
use crate::view::layout::{Page, width};

/// The columns of a piece with the blank after it.
pub const PIECE_COLUMNS: usize = 3;
/// The blanks between two cells.
pub const GAP: usize = 3;

/// A text with its width in columns.
#[derive(Debug, Clone, Default)]
pub struct Cell {
    text: String,
    columns: usize,
}

impl Cell {
    /// Returns a cell with text that contains no escape sequences.
    pub fn text(text: impl Into<String>) -> Cell {
        let text = text.into();
        Cell { columns: width(&text), text }
    }

    /// Returns a cell with pieces side by side.
    pub fn pieces(pieces: &[Piece], colour: bool) -> Cell {
        let texts: Vec<String> = pieces.iter().map(|piece| painted(*piece, colour)).collect();
        Cell { text: texts.join(" "), columns: fleet_columns(pieces.len()) }
    }

    /// Returns a cell with a piece and a count.
    pub fn stack(piece: Piece, count: usize, colour: bool) -> Cell {
        let times = format!(" x{count}");
        Cell { columns: fleet_columns(1) + times.len(), text: painted(piece, colour) + &times }
    }
}

/// Arranges pieces in lines of at most `abreast`.
pub fn lines(pieces: &[Piece], abreast: usize, colour: bool) -> Vec<Cell> {
    pieces.chunks(abreast.max(1)).map(|line| Cell::pieces(line, colour)).collect()
}

/// Returns the columns that this many pieces take side by side.
pub fn fleet_columns(pieces: usize) -> usize {
    (pieces * PIECE_COLUMNS).saturating_sub(1)
}

/// Writes a row of cells, each of several lines, in columns of the given widths after `start`.
pub fn row(page: &mut Page, start: &str, cells: &[Vec<Cell>], widths: &[usize]) {
    let height = cells.iter().map(Vec::len).max().unwrap_or_default().max(1);
    for number in 0..height {
        let mut line = if number == 0 { start.to_owned() } else { " ".repeat(width(start)) };
        for (lines, columns) in cells.iter().zip(widths) {
            let nothing = Cell::default();
            let cell = lines.get(number).unwrap_or(&nothing);
            line.push_str(&cell.text);
            line.push_str(&" ".repeat(columns.saturating_sub(cell.columns) + GAP));
        }
        page.line(line.trim_end());
    }
}

/// Formats a piece: its letter and size, on a background of its colour that shows on dark and light terminals.
fn painted(piece: Piece, colour: bool) -> String {
    let text = piece_text(piece);
    let ground = match piece.colour() {
        Colour::Red => "97;41",
        Colour::Yellow => "30;43",
        Colour::Green => "30;42",
        Colour::Blue => "97;44",
    };
    if colour { format!("\x1b[{ground}m{text}\x1b[0m") } else { text }
}
