//! The bank: the pieces left in the box, in a column for each colour and a line for each size.

use super::cell::{Cell, GAP, fleet_columns, row};
use crate::systems::homeworlds::rules::{Colour, Piece, State};
use crate::view::layout::Page;

/// Shows the bank.
pub fn show(page: &mut Page, state: &State, colour: bool) {
    let per_kind = state.players().count() + 1;
    let left: usize = Piece::all().map(|piece| usize::from(state.in_bank(piece))).sum();
    page.paragraph(&format!("Bank, {left} of {} pieces:", per_kind * Piece::KINDS));
    page.line("");
    let columns = fleet_columns(per_kind);
    let is_drawn = (columns + GAP) * Colour::ALL.len() < page.width();
    let widths = [if is_drawn { columns } else { "G3 x12".len() }; 4];
    for size in 1..=3 {
        let kinds = Colour::ALL.into_iter().filter_map(|colour| Piece::new(colour, size));
        let cell = |piece: Piece| match usize::from(state.in_bank(piece)) {
            0 => Cell::text("-"),
            count if is_drawn => Cell::pieces(&vec![piece; count], colour),
            count => Cell::stack(piece, count, colour),
        };
        let cells: Vec<Vec<Cell>> = kinds.map(|piece| vec![cell(piece)]).collect();
        row(page, "    ", &cells, &widths);
    }
}
