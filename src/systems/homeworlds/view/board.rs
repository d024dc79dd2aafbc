//! The board: a row for each system, with its stars and the ships of each player in a column.

use super::cell::{Cell, GAP, PIECE_COLUMNS, fleet_columns, lines, row};
use super::names::{Names, short};
use crate::model::{Seat, TerritoryRef};
use crate::systems::homeworlds::rules::{Colour, Piece, State, System};
use crate::view::layout::{Page, listed, width};

/// Maximum width in columns of a system's name in a game of two, and in a larger game.
const NAME_COLUMNS: [usize; 2] = [22, 15];
/// The number of stars side by side; no homeworld of a real game has more.
const STARS_ABREAST: usize = 2;
/// The fewest ships side by side in a player's column; with less room, fleets get lines of their own.
const MIN_ABREAST: usize = 3;
/// The columns of an owner's name in front of a fleet on a line of its own.
const OWNER_COLUMNS: usize = 20;
/// The number of pieces of one colour in a system that allows a catastrophe.
const TOO_MANY: usize = 4;

/// Shows the systems; `touched` are those that the turn changed.
pub fn show(page: &mut Page, state: &State, names: &Names<'_>, touched: &[&TerritoryRef], colour: bool) {
    page.blank();
    if state.systems().next().is_none() {
        return page.line("  No system is on the board.");
    }
    let board = Board::of(page.width(), state, names, touched, colour);
    if let Some(abreast) = board.abreast {
        board.head(page, abreast);
    }
    for (number, group) in groups(state).into_iter().filter(|group| !group.is_empty()).enumerate() {
        if number > 0 && board.abreast.is_some() {
            page.line("");
        }
        group.into_iter().for_each(|system| board.system(page, system));
    }
    let home = state.systems().any(|system| system.home().is_some()).then(|| "* a homeworld".to_owned());
    let acted = state.systems().any(|system| touched.contains(&system.id())).then(|| "> where the turn acted".into());
    let legend: Vec<String> = home.into_iter().chain(acted).collect();
    if !legend.is_empty() {
        page.blank();
        page.line(&format!("  {}", legend.join("   ")));
    }
}

/// Returns a sentence that names the possible catastrophes; empty if there are none.
pub fn overpopulated(state: &State, names: &Names<'_>) -> String {
    let of_colour = |system: System<'_>, colour: Colour| {
        let all = system.stars().iter().copied().chain(system.ships().map(|(ship, _)| ship));
        let count = all.filter(|piece| piece.colour() == colour).count();
        (count >= TOO_MANY).then(|| format!("{count} {} pieces at {}", colour.word(), names.of(system)))
    };
    let all = state.systems().flat_map(|system| Colour::ALL.into_iter().filter_map(move |c| of_colour(system, c)));
    let all: Vec<String> = all.collect();
    if all.is_empty() { String::new() } else { format!("A catastrophe can be called: {}.", listed(&all)) }
}

/// Groups the systems by player, the homeworld first. Systems that several players are in form a group of their own:
/// between those of two players, or after those of more.
fn groups(state: &State) -> Vec<Vec<System<'_>>> {
    let seats: Vec<&Seat> = state.players().map(|(seat, _)| seat).collect();
    let mut groups: Vec<Vec<System<'_>>> = vec![Vec::new(); seats.len() + 1];
    let contested = if seats.len() == 2 { 1 } else { seats.len() };
    for system in state.systems() {
        let holder = system.home().or_else(|| only_owner(system));
        let place = holder.and_then(|holder| seats.iter().position(|seat| *seat == holder));
        let group = match place {
            Some(place) if place >= contested => place + 1,
            Some(place) => place,
            None => contested,
        };
        if let Some(group) = groups.get_mut(group) {
            let place = if system.home().is_some() { 0 } else { group.len() };
            group.insert(place, system);
        }
    }
    groups
}

/// Returns the only owner of ships in a system; `None` if there are several owners or no ships.
fn only_owner(system: System<'_>) -> Option<&Seat> {
    let first = system.ships().next()?.1;
    system.ships().all(|(_, owner)| owner == first).then_some(first)
}

/// Returns the ships of a player in a system: by colour, the largest first.
fn fleet(system: System<'_>, seat: &Seat) -> Vec<Piece> {
    let mut fleet: Vec<Piece> = system.ships().filter(|(_, owner)| *owner == seat).map(|(ship, _)| ship).collect();
    fleet.sort_by_key(|piece| (piece.colour() as usize, 3 - piece.size()));
    fleet
}

/// The layout of the systems on a page.
struct Board<'s, 'n, 'g> {
    names: &'n Names<'g>,
    touched: &'n [&'g TerritoryRef],
    seats: Vec<&'s Seat>,
    name_columns: usize,
    /// The number of ships side by side in the column of each player; `None` without room for such columns.
    abreast: Option<usize>,
    page_columns: usize,
    colour: bool,
}

impl<'s, 'n, 'g> Board<'s, 'n, 'g> {
    fn of(
        page_columns: usize,
        state: &'s State,
        names: &'n Names<'g>,
        touched: &'n [&'g TerritoryRef],
        colour: bool,
    ) -> Self {
        // A player who is out and has no ship left needs no column.
        let has_ships = |seat: &Seat| state.systems().any(|system| system.ships().any(|(_, owner)| owner == seat));
        let seats = state.players().map(|(seat, _)| seat).filter(|seat| state.is_alive(seat) || has_ships(seat));
        let seats: Vec<&Seat> = seats.collect();
        let most = NAME_COLUMNS[usize::from(seats.len() > 2)];
        let longest = state.systems().map(|system| width(&short(system.name(), most))).max().unwrap_or_default();
        let name_columns = longest.max("System".len());
        let taken = "> * ".len() + name_columns + GAP + fleet_columns(STARS_ABREAST);
        let room = page_columns.saturating_sub(taken) / seats.len().max(1);
        let most = (room.saturating_sub(GAP) + 1) / PIECE_COLUMNS;
        // The widest fleet, or the name above the column, limits the width.
        let fleets = state.systems().flat_map(|system| seats.iter().map(move |seat| fleet(system, seat).len()));
        let heads = seats.iter().map(|seat| (width(&names.who(seat)) + 1).div_ceil(PIECE_COLUMNS));
        let wanted = fleets.chain(heads).max().unwrap_or_default();
        let abreast = (most >= MIN_ABREAST).then(|| most.min(wanted.max(MIN_ABREAST)));
        Board { names, touched, seats, name_columns, abreast, page_columns, colour }
    }

    /// Writes the names of the players above their columns.
    fn head(&self, page: &mut Page, abreast: usize) {
        let mut cells = vec![vec![Cell::text("System")], vec![Cell::text("Stars")]];
        let head = |seat: &&Seat| self.names.head(seat, fleet_columns(abreast)).into_iter().map(Cell::text).collect();
        cells.extend(self.seats.iter().map(head));
        row(page, "    ", &cells, &self.widths(abreast));
    }

    fn widths(&self, abreast: usize) -> Vec<usize> {
        let fleets = self.seats.iter().map(|_| fleet_columns(abreast));
        [self.name_columns, fleet_columns(STARS_ABREAST)].into_iter().chain(fleets).collect()
    }

    fn system(&self, page: &mut Page, system: System<'_>) {
        let touched = if self.touched.contains(&system.id()) { '>' } else { ' ' };
        let home = if system.home().is_some() { '*' } else { ' ' };
        let start = format!("{touched} {home} ");
        let name = Cell::text(short(system.name(), self.name_columns));
        let mut cells = vec![vec![name], lines(system.stars(), STARS_ABREAST, self.colour)];
        match self.abreast {
            Some(abreast) => {
                cells.extend(self.seats.iter().map(|seat| lines(&fleet(system, seat), abreast, self.colour)));
                row(page, &start, &cells, &self.widths(abreast));
            }
            None => {
                row(page, &start, &cells, &self.widths(0));
                self.seats.iter().for_each(|seat| self.fleet(page, system, seat));
            }
        }
    }

    /// Writes the ships of a player on lines of their own.
    fn fleet(&self, page: &mut Page, system: System<'_>, seat: &Seat) {
        let fleet = fleet(system, seat);
        if fleet.is_empty() {
            return;
        }
        let start = format!("      {} ", self.names.head(seat, OWNER_COLUMNS).join(" "));
        let abreast = self.page_columns.saturating_sub(width(&start)) / PIECE_COLUMNS;
        row(page, &start, &[lines(&fleet, abreast, self.colour)], &[0]);
    }
}
