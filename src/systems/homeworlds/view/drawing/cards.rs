//! The systems at one moment: the pieces in each, and the effects of the turn on them.

use super::pieces::{Mark, Side};
use crate::model::{Action, ActionKind, PieceName, Seat, TerritoryRef, TradeInput, Turn};
use crate::systems::homeworlds::rules::{Piece, State, System};

/// Maximum number of players at the table; further players are not drawn.
const MAX_SEATS: usize = 8;

/// The players in the order of play, and the sides that they sit at.
pub struct Table {
    seats: Vec<Seat>,
    is_compass: bool,
}

impl Table {
    /// Returns the table of a game.
    pub fn of(state: &State) -> Table {
        let seats: Vec<Seat> = state.players().map(|(seat, _)| seat.clone()).take(MAX_SEATS).collect();
        let is_compass = seats.iter().all(|seat| compass(seat).is_some());
        Table { seats, is_compass }
    }

    /// Returns the seats in the order of play.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Returns the index of a player in the order of play; `None` if the player is not at the table.
    pub fn number(&self, seat: &Seat) -> Option<usize> {
        self.seats.iter().position(|other| other == seat)
    }

    /// Returns the side that a player sits at: by the compass if all seats are named so, else two opposite each other
    /// and more clockwise.
    pub fn side(&self, player: usize) -> Side {
        let clockwise = |index: usize| Side::ALL.get(index % Side::ALL.len()).copied().unwrap_or(Side::Top);
        match self.seats.get(player).and_then(compass).filter(|_| self.is_compass) {
            Some(side) => side,
            None if self.seats.len() == 2 => clockwise(player * 2),
            None => clockwise(player),
        }
    }
}

fn compass(seat: &Seat) -> Option<Side> {
    match seat.as_str() {
        "N" => Some(Side::Top),
        "E" => Some(Side::Right),
        "S" => Some(Side::Bottom),
        "W" => Some(Side::Left),
        _ => None,
    }
}

/// A ship in a system.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ship {
    /// The piece.
    pub piece: Piece,
    /// The index of its owner in the order of play.
    pub owner: usize,
    /// The effect of the turn on it.
    pub mark: Mark,
}

/// A system, with the effects of the turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Card<'s> {
    /// The id of the system.
    pub id: &'s TerritoryRef,
    /// The name of the system.
    pub name: &'s str,
    /// The stars; those that the turn removed come last.
    pub stars: Vec<(Piece, Mark)>,
    /// The ships by owner, then by colour, the largest first; an owner's lost ships come last.
    pub ships: Vec<Ship>,
    /// The index of the player whose homeworld it is; `None` for an ordinary system.
    pub home: Option<usize>,
    /// Whether the turn removed the system, which is then shown as it was before the turn.
    pub is_gone: bool,
    /// Whether the turn created the system.
    pub is_new: bool,
}

/// Returns the systems after a turn, followed by those that it removed.
pub fn cards<'s>(table: &Table, before: Option<&'s State>, after: &'s State, turn: Option<&Turn>) -> Vec<Card<'s>> {
    let mut causes = Causes::of(turn);
    let was = |id: &TerritoryRef| before.and_then(|before| before.system(id));
    let mut cards: Vec<Card<'s>> =
        after.systems().map(|system| card(table, was(system.id()), system, before.is_some(), &mut causes)).collect();
    let gone = before.into_iter().flat_map(State::systems).filter(|system| after.system(system.id()).is_none());
    for system in gone {
        let stars = system.stars().iter().map(|star| (*star, Mark::Lost)).collect();
        let all = ships(table, system);
        let mut left = Vec::new();
        for ship in all {
            if !causes.explains_loss(system.id(), ship.piece) {
                left.push(Ship { mark: Mark::Lost, ..ship });
            }
        }
        cards.push(Card { is_gone: true, stars, ships: left, ..bare(table, system) });
    }
    cards
}

fn bare<'s>(table: &Table, system: System<'s>) -> Card<'s> {
    let home = system.home().and_then(|seat| table.number(seat));
    let (id, name) = (system.id(), system.name());
    Card { id, name, stars: Vec::new(), ships: Vec::new(), home, is_gone: false, is_new: false }
}

fn ships(table: &Table, system: System<'_>) -> Vec<Ship> {
    let ship = |(piece, owner): (Piece, &Seat)| Some(Ship { piece, owner: table.number(owner)?, mark: Mark::None });
    let mut ships: Vec<Ship> = system.ships().filter_map(ship).collect();
    ships.sort_by_key(|ship| (ship.owner, ship.piece.colour() as usize, 3 - ship.piece.size()));
    ships
}

fn card<'s>(
    table: &Table,
    was: Option<System<'_>>,
    system: System<'s>,
    has_before: bool,
    causes: &mut Causes<'_>,
) -> Card<'s> {
    let mut old: Vec<Ship> = was.map_or_else(Vec::new, |was| ships(table, was));
    let mut now = ships(table, system);
    let mut old_stars: Vec<Piece> = was.map_or_else(Vec::new, |was| was.stars().to_vec());
    let id = system.id();
    for ship in &mut now {
        let same = old.iter().position(|other| (other.piece, other.owner) == (ship.piece, ship.owner));
        match same {
            Some(same) => {
                old.swap_remove(same);
            }
            None if has_before => ship.mark = causes.of_gain(id, ship.piece),
            None => {}
        }
    }
    let lost = old.into_iter().filter(|ship| !causes.explains_loss(id, ship.piece));
    now.extend(lost.map(|ship| Ship { mark: Mark::Lost, ..ship }).collect::<Vec<_>>());
    now.sort_by_key(|ship| ship.owner);
    let mut stars = Vec::new();
    for star in system.stars() {
        if let Some(same) = old_stars.iter().position(|other| other == star) {
            old_stars.swap_remove(same);
        }
        stars.push((*star, Mark::None));
    }
    stars.extend(old_stars.into_iter().map(|star| (star, Mark::Lost)));
    Card { stars, ships: now, is_new: has_before && was.is_none(), ..bare(table, system) }
}

/// The actions of a turn, which explain the origins and destinations of pieces. Each action explains at most one piece
/// gained and one lost.
struct Causes<'t> {
    actions: &'t [Action],
    has_given: Vec<bool>,
    has_taken: Vec<bool>,
}

impl<'t> Causes<'t> {
    fn of(turn: Option<&'t Turn>) -> Self {
        let actions = turn.map_or(&[][..], |turn| &turn.actions);
        Causes { actions, has_given: vec![false; actions.len()], has_taken: vec![false; actions.len()] }
    }

    /// Returns how a ship came into a system, by the last action that explains it and no other ship; `Built` without
    /// such an action.
    fn of_gain(&mut self, at: &TerritoryRef, piece: Piece) -> Mark {
        let is = |name: &PieceName| Piece::parse(&name.0) == Some(piece);
        for (action, used) in self.actions.iter().zip(&mut self.has_given).rev() {
            let mark = match &action.kind {
                ActionKind::Setup { at: to, .. } if to == at => Mark::Built,
                ActionKind::Build { piece: built, at: to } if to == at && built.as_ref().is_none_or(is) => Mark::Built,
                ActionKind::Exchange { at: to, becomes, .. } if to == at && is(becomes) => Mark::Traded,
                ActionKind::Capture { piece: taken, at: to, .. } if to == at && is(taken) => Mark::Captured,
                ActionKind::Move { piece: moved, to, .. } if to == at && moved.as_ref().is_none_or(is) => Mark::Arrived,
                ActionKind::Discover { piece: moved, to, .. } if to == at && is(moved) => Mark::Arrived,
                _ => continue,
            };
            if !std::mem::replace(used, true) {
                return mark;
            }
        }
        Mark::Built
    }

    /// Returns whether an action that explains no other loss traded, moved or captured a ship that is missing from a
    /// system.
    fn explains_loss(&mut self, at: &TerritoryRef, piece: Piece) -> bool {
        let is = |name: &PieceName| Piece::parse(&name.0) == Some(piece);
        for (action, used) in self.actions.iter().zip(&mut self.has_taken) {
            let explains = match &action.kind {
                ActionKind::Exchange { at: from, gives: TradeInput::Pieces(given), .. } => {
                    from == at && given.iter().any(|stack| is(&stack.piece))
                }
                ActionKind::Exchange { at: from, gives: TradeInput::Word(_), .. } => from == at,
                ActionKind::Capture { piece: taken, at: from, .. } => from == at && is(taken),
                ActionKind::Move { piece: moved, from, .. } => from == at && moved.as_ref().is_none_or(is),
                ActionKind::Discover { piece: moved, from, .. } => from == at && is(moved),
                _ => false,
            };
            if explains && !std::mem::replace(used, true) {
                return true;
            }
        }
        false
    }
}
