//! Draws the board in text, as the document does, with the pieces in the sectors.

use crate::systems::power::rules::{Area, BoardAfterRound, Colour, Sector};
use crate::view::layout::{Page, wrap};

/// The number of rows and of columns of cells.
pub const SIDE: usize = 9;
/// The sector of each cell; a lane has three cells.
const CELLS: [[&str; SIDE]; SIDE] = [
    ["YQ", "L06", "L06", "L06", "N", "L07", "L07", "L07", "KQ"],
    ["L05", "Y8", "Y6", "Y3", "L01", "K5", "K7", "K8", "L08"],
    ["L05", "Y7", "Y4", "Y1", "L01", "K2", "K4", "K6", "L08"],
    ["L05", "Y5", "Y2", "Y0", "L01", "K0", "K1", "K3", "L08"],
    ["W", "L04", "L04", "L04", "X", "L02", "L02", "L02", "E"],
    ["L12", "R3", "R1", "R0", "L03", "A0", "A2", "A5", "L09"],
    ["L12", "R6", "R4", "R2", "L03", "A1", "A4", "A7", "L09"],
    ["L12", "R8", "R7", "R5", "L03", "A3", "A6", "A8", "L09"],
    ["RQ", "L11", "L11", "L11", "S", "L10", "L10", "L10", "AQ"],
];
/// Corners of four sectors that are crossed by sea: the row of the lines, then columns with the sign to draw.
pub const DIAGONALS: [(usize, [(usize, char); 4]); 4] = [
    (1, [(1, '/'), (4, '\\'), (5, '/'), (8, '\\')]),
    (4, [(1, '\\'), (4, '/'), (5, '\\'), (8, '/')]),
    (5, [(1, '/'), (4, '\\'), (5, '/'), (8, '\\')]),
    (8, [(1, '\\'), (4, '/'), (5, '\\'), (8, '/')]),
];
/// The least and the greatest width of a cell: the least is that of the document.
const NARROWEST: usize = 3;
const WIDEST: usize = 11;
/// The width from which cells have a blank on both sides.
const PADDED: usize = 9;
/// The least width that holds one or two stacks side by side.
const USEFUL: usize = 7;

/// Draws the board; on a narrow page the pieces are listed below it.
pub fn show(page: &mut Page, scene: &BoardAfterRound) {
    let width = page.width().saturating_sub(SIDE + 1) / SIDE;
    let width = if width < USEFUL { NARROWEST } else { width.min(WIDEST) };
    let picture = Picture { scene, width, holds_pieces: width >= USEFUL };
    page.blank();
    if SIDE * (width + 1) < page.width() {
        picture.draw(page);
    }
    if !picture.holds_pieces {
        let sectors = Sector::all().filter(|at| scene.board.stacks(*at).next().is_some());
        sectors.for_each(|at| page.continued(&format!("{} {}", at.code(), stacks(scene, at).join(" "))));
    }
}

/// Returns the pieces on a sector, as `2YI` and `YV`.
fn stacks(scene: &BoardAfterRound, at: Sector) -> Vec<String> {
    let field = scene.board.field(at, None);
    field.split(',').filter(|stack| !stack.is_empty()).map(str::to_owned).collect()
}

struct Picture<'s> {
    scene: &'s BoardAfterRound,
    /// The width of a cell.
    width: usize,
    /// Whether the cells show the pieces; otherwise a star shows that there are some.
    holds_pieces: bool,
}

impl Picture<'_> {
    fn draw(&self, page: &mut Page) {
        let rows = self.rows();
        self.reserves(page, [Colour::Yellow, Colour::Black]);
        for row in 0..=SIDE {
            page.line(&self.border(row, &rows));
            let height = rows.get(row).copied().unwrap_or_default();
            for line in 0..height {
                page.line(&self.line(row, line, &rows));
            }
        }
        self.reserves(page, [Colour::Red, Colour::White]);
    }

    /// Returns the lines of a sector: its name and its pieces.
    fn lines(&self, at: Sector, columns: usize) -> Vec<String> {
        let padding = if self.width >= PADDED { 2 } else { 0 };
        let has_pieces = self.scene.board.stacks(at).next().is_some();
        let name = name(at);
        let uncertainty = if self.scene.uncertain.contains(&at) { "?" } else { "" };
        let mut words = vec![format!("{name}{uncertainty}")];
        if self.holds_pieces {
            words.extend(stacks(self.scene, at));
        } else if has_pieces {
            words = vec![format!("{name}*")];
        }
        wrap(&words.join(" "), columns.saturating_sub(padding))
    }

    /// Returns the width of a sector: a lane along a row takes three cells and the lines between them.
    fn columns(&self, at: Sector) -> usize {
        let cells = CELLS.iter().map(|row| row.iter().filter(|code| **code == at.code()).count()).max();
        let cells = cells.unwrap_or(1).max(1);
        cells * (self.width + 1) - 1
    }

    /// Returns the number of text lines of each row of cells.
    fn rows(&self) -> [usize; SIDE] {
        let mut rows = [1; SIDE];
        let cells = || (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)));
        let height = |at| self.lines(at, self.columns(at)).len();
        for (row, column) in cells() {
            if let Some(at) = sector(row, column).filter(|at| !is_upright(*at))
                && let Some(lines) = rows.get_mut(row)
            {
                *lines = (*lines).max(height(at));
            }
        }
        // A lane along a column has three rows and the lines between them; if it needs more lines, its last row is made
        // higher.
        for (row, column) in cells() {
            let is_last = |at: &Sector| is_upright(*at) && sector(row + 1, column) != Some(*at);
            if let Some(at) = sector(row, column).filter(is_last) {
                let there: usize = rows.iter().take(row + 1).rev().take(3).sum::<usize>() + 2;
                let more = height(at).saturating_sub(there);
                rows.get_mut(row).into_iter().for_each(|lines| *lines += more);
            }
        }
        rows
    }

    /// Returns the line above a row of cells.
    fn border(&self, row: usize, rows: &[usize; SIDE]) -> String {
        let mut line = String::new();
        for column in 0..=SIDE {
            line.push(corner(row, column));
            if column == SIDE {
                break;
            }
            if is_line_above(row, column) {
                line.push_str(&"-".repeat(self.width));
            } else {
                // The cell belongs to a lane that continues across this line.
                let before: usize = rows.iter().take(row).rev().take(rows_above(row, column)).map(|r| r + 1).sum();
                line.push_str(&self.text(row, column, before.saturating_sub(1)));
            }
        }
        line
    }

    /// Returns one text line of a row of cells.
    fn line(&self, row: usize, number: usize, rows: &[usize; SIDE]) -> String {
        let mut line = String::new();
        let mut column = 0;
        while column < SIDE {
            line.push('|');
            let before: usize = rows.iter().take(row).rev().take(rows_above(row, column)).map(|r| r + 1).sum();
            line.push_str(&self.text(row, column, before + number));
            column += 1;
            while column < SIDE && sector(row, column) == sector(row, column - 1) {
                column += 1;
            }
        }
        line.push('|');
        line
    }

    /// Returns one text line of the sector of a cell, padded to its width.
    fn text(&self, row: usize, column: usize, number: usize) -> String {
        let Some(at) = sector(row, column) else { return String::new() };
        let columns = self.columns(at);
        let line = self.lines(at, columns).into_iter().nth(number).unwrap_or_default();
        let is_narrow = columns == NARROWEST && line.len() < NARROWEST;
        let padding = if self.width >= PADDED || is_narrow { " " } else { "" };
        format!("{:columns$}", format!("{padding}{line}"))
    }

    /// Draws the reserves of two countries, next to their headquarters.
    fn reserves(&self, page: &mut Page, colours: [Colour; 2]) {
        let width = SIDE * (self.width + 1) + 1;
        let half = width / 2;
        let sides = colours.map(|colour| {
            let at = Sector::reserve(colour);
            let uncertainty = if self.scene.uncertain.contains(&at) { "?" } else { "" };
            let mut words = vec![format!("{}{uncertainty}", at.code())];
            if self.holds_pieces {
                words.extend(stacks(self.scene, at));
            }
            wrap(&words.join(" "), half.saturating_sub(1))
        });
        let [left, right] = &sides;
        for number in 0..left.len().max(right.len()) {
            let side = |side: &[String]| side.get(number).cloned().unwrap_or_default();
            page.line(format!("{:half$}{:>rest$}", side(left), side(right), rest = width - half).trim_end());
        }
    }
}

/// Returns the name of a sector within its country.
pub fn name(at: Sector) -> String {
    match at.area() {
        Area::Headquarters(_) => "Q".to_owned(),
        Area::Reserve(_) => "U".to_owned(),
        Area::Land(_, number) => number.to_string(),
        Area::Island | Area::Lane(_) => at.code().to_owned(),
    }
}

/// Returns the sector of a cell; `None` if there is no such cell, or it has no sector.
pub fn sector(row: usize, column: usize) -> Option<Sector> {
    CELLS.get(row)?.get(column).and_then(|code| Sector::parse(code))
}

/// Returns whether a sector is a lane along a column.
fn is_upright(at: Sector) -> bool {
    CELLS.iter().filter(|row| row.contains(&at.code())).nth(1).is_some()
}

/// Returns the number of rows above this one that the sector of a cell has.
fn rows_above(row: usize, column: usize) -> usize {
    let own = sector(row.min(SIDE - 1), column);
    (0..row).rev().take_while(|above| sector(*above, column) == own).count()
}

/// Returns whether there is a line above a cell.
fn is_line_above(row: usize, column: usize) -> bool {
    row == 0 || row == SIDE || sector(row - 1, column) != sector(row, column)
}

/// Returns whether there is a line to the left of a cell.
fn is_line_beside(row: usize, column: usize) -> bool {
    column == 0 || column == SIDE || sector(row, column - 1) != sector(row, column)
}

fn corner(row: usize, column: usize) -> char {
    let diagonals = DIAGONALS.iter().filter(|(at, _)| *at == row).flat_map(|(_, diagonals)| diagonals);
    if let Some((_, diagonal)) = diagonals.into_iter().find(|(at, _)| *at == column) {
        return *diagonal;
    }
    let along = (column > 0 && is_line_above(row, column - 1)) || (column < SIDE && is_line_above(row, column));
    let up = row > 0 && is_line_beside(row - 1, column);
    let down = row < SIDE && is_line_beside(row, column);
    match (along, up || down) {
        (true, true) => '+',
        (true, false) => '-',
        (false, _) => '|',
    }
}
