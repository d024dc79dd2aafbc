//! The position of every piece, from which the values that a command omits are inferred, and the player to move.

use smol_str::format_smolstr;

use super::command::{self, Command, CommandError, Pyramid, serials};
use crate::model::{Action, ActionKind, PieceName, Seat, TerritoryRef};
use crate::systems::homeworlds::formats::words::given;
use crate::systems::homeworlds::rules::{Colour, Piece};

/// Maximum number of pieces of a kind: one more than the maximum number of players.
const MAX_OF_EACH: usize = 5;

/// The pieces of a game on the board, and the order of turns.
#[derive(Debug, Clone)]
pub struct Board {
    seats: Vec<Seat>,
    /// The number of the system that each piece is in, by kind and letter; `None` for a piece in the bank.
    places: [[Option<u32>; MAX_OF_EACH]; Piece::KINDS],
    /// The systems on the board; never more than there are pieces.
    systems: Vec<System>,
    /// The number of the next new system.
    next_number: u32,
    /// The index of the player whose turn is next, unless that player is out by then.
    next: usize,
    out: Vec<bool>,
}

#[derive(Debug, Clone)]
struct System {
    number: u32,
    home_of: Option<usize>,
    stars: Vec<Pyramid>,
    ships: Vec<(Pyramid, usize)>,
}

impl Board {
    /// Returns an empty board for players in the order of their turns.
    pub fn new(seats: Vec<Seat>) -> Board {
        Board {
            places: Default::default(),
            systems: Vec::new(),
            next_number: 1,
            next: 0,
            out: vec![false; seats.len()],
            seats,
        }
    }

    /// Returns the number of pieces of each kind.
    pub fn of_each(&self) -> u8 {
        (self.seats.len() + 1).min(MAX_OF_EACH) as u8
    }

    /// Returns the number of the next new system.
    pub fn next_number(&self) -> u32 {
        self.next_number
    }

    /// Returns the index of the player to move; in a game of more than two, players who are out are skipped.
    pub fn mover(&self) -> usize {
        let count = self.seats.len();
        let mut order = (self.next..count).chain(0..self.next);
        order.find(|&player| self.plays(player)).unwrap_or(self.next)
    }

    /// Returns whether a player gets further turns; in a game of two both always do.
    pub fn plays(&self, player: usize) -> bool {
        self.seats.len() == 2 || self.out.get(player) == Some(&false)
    }

    /// Returns the index of a seat in the order of turns.
    pub fn player(&self, seat: &Seat) -> Option<usize> {
        self.seats.iter().position(|own| own == seat)
    }

    /// Returns the seat of a player.
    pub fn seat(&self, player: usize) -> Seat {
        self.seats.get(player).cloned().unwrap_or_default()
    }

    /// Ends a turn of `player`: players without a ship at home are out. A resignation out of turn does not use up a
    /// turn.
    pub fn end_turn(&mut self, player: usize) {
        if player == self.mover() {
            self.next = (player + 1) % self.seats.len().max(1);
        }
        let is_empty = |system: &System, owner: usize| {
            system.stars.is_empty() || system.ships.iter().all(|(_, other)| *other != owner)
        };
        let left: Vec<(u32, usize)> = self
            .systems
            .iter()
            .filter_map(|system| Some((system.number, system.home_of.filter(|&owner| is_empty(system, owner))?)))
            .collect();
        for (number, owner) in left {
            self.out[owner] = true;
            if let Some(system) = self.system_mut(number) {
                system.home_of = None;
            }
            self.settle(Some(number));
        }
    }

    /// Returns the piece of that kind in the bank with the first or the last free letter, other than those in `taken`.
    pub fn free(&self, kind: Piece, is_first: bool, taken: &[Pyramid]) -> Option<Pyramid> {
        let mut letters = (0..self.of_each()).map(|letter| Pyramid { kind, letter });
        let is_free = |piece: &Pyramid| !self.is_on_board(*piece) && !taken.contains(piece);
        if is_first { letters.find(is_free) } else { letters.rfind(is_free) }
    }

    /// Returns whether a piece is on the board, and so not in the bank.
    pub fn is_on_board(&self, piece: Pyramid) -> bool {
        self.places[piece.kind.index()][usize::from(piece.letter)].is_some()
    }

    /// Returns the pieces that a command takes from the bank although they are on the board.
    pub fn doubled(&self, command: &Command) -> Vec<Pyramid> {
        let pieces = command.pieces().into_iter();
        pieces.filter(|(piece, from_bank)| *from_bank && self.is_on_board(*piece)).map(|(piece, _)| piece).collect()
    }

    /// Returns the ships of that kind in a system with the indices of their owners, in the order of their letters.
    pub fn ships(&self, kind: Piece, number: u32) -> Vec<(Pyramid, usize)> {
        let system = self.systems.iter().find(|system| system.number == number);
        let ships = system.into_iter().flat_map(|system| &system.ships).filter(|(ship, _)| ship.kind == kind);
        let mut ships: Vec<_> = ships.copied().collect();
        ships.sort_by_key(|(ship, _)| ship.letter);
        ships
    }

    /// Plays a command, and returns the action with all values that the command omits. A piece that should come from
    /// the bank but is on the board is taken off it: its return to the bank is missing in the record.
    pub fn play(&mut self, command: &Command, mover: usize) -> Result<Action, CommandError> {
        let mut pieces: Vec<Pyramid> = Vec::new();
        let mut inferred: &[&str] = &[];
        let mut player = None;
        let kind = match command {
            Command::Setup { stars: [first, second], ship, number } => {
                if let Some(number) = number.filter(|number| *number != self.next_number) {
                    return Err(CommandError::OtherNumber(number, self.next_number));
                }
                pieces.extend([*first, *second, *ship]);
                if first == second || [first, second].contains(&ship) {
                    return Err(CommandError::Twice(if first == second { *first } else { *ship }));
                }
                inferred = if number.is_none() { &["at"] } else { &[] };
                let at = self.create(&[*first, *second], *ship, mover, Some(mover));
                let stars = vec![Some(name(*first)), Some(name(*second))];
                ActionKind::Setup { stars, piece: name(*ship), at, name: None, overrides: None }
            }
            Command::Build { ship, at } => {
                self.system_mut(*at).ok_or(CommandError::NoSystem(*at))?;
                pieces.push(*ship);
                let before = self.lift(*ship);
                self.put(*ship, mover, *at);
                self.settle(before);
                ActionKind::Build { piece: Some(name(*ship)), at: place(*at) }
            }
            Command::Trade { old, new } => {
                let (at, owner) = self.find(*old)?;
                pieces.extend([*old, *new]);
                inferred = &["at"];
                let before = self.lift(*new);
                self.lift(*old);
                self.put(*new, owner, at);
                self.settle(before);
                ActionKind::Exchange { at: place(at), gives: given(name(*old)), becomes: name(*new) }
            }
            Command::Discover { ship, star } => {
                let (from, owner) = self.find(*ship)?;
                if ship == star {
                    return Err(CommandError::Twice(*ship));
                }
                pieces.extend([*ship, *star]);
                inferred = &["from", "to"];
                let to = self.create(&[*star], *ship, owner, None);
                let star = Box::new(name(*star));
                ActionKind::Discover { piece: name(*ship), from: place(from), star, to, name: None }
            }
            Command::Move { ship, to } => {
                let (from, owner) = self.find(*ship)?;
                self.system_mut(*to).ok_or(CommandError::NoSystem(*to))?;
                pieces.push(*ship);
                inferred = &["from"];
                self.lift(*ship);
                self.put(*ship, owner, *to);
                self.settle(Some(from));
                let (piece, from, to) = (Some(name(*ship)), place(from), place(*to));
                ActionKind::Move { piece, from, to, via: None, by_convoy: None, new_star: None }
            }
            Command::Capture { ship } => {
                let (at, owner) = self.find(*ship)?;
                pieces.push(*ship);
                self.lift(*ship);
                self.put(*ship, mover, at);
                // In a game of two the owner is the opponent, and is omitted.
                let is_said = self.seats.len() > 2;
                inferred = if is_said { &["at", "owner"] } else { &["at"] };
                let owner = is_said.then(|| self.seat(owner));
                ActionKind::Capture { piece: name(*ship), at: place(at), owner }
            }
            Command::Sacrifice { ship } => {
                let (at, _) = self.find(*ship)?;
                pieces.push(*ship);
                inferred = &["at"];
                self.lift(*ship);
                self.settle(Some(at));
                ActionKind::Sacrifice { piece: name(*ship), at: place(at) }
            }
            Command::Catastrophe { colour, at } => {
                self.destroy(*colour, *at)?;
                ActionKind::Catastrophe { at: place(*at), colour: PieceName(colour.letter().into()) }
            }
            Command::Resign { player: seat } => {
                if let Some(player) = self.player(seat) {
                    self.out[player] = true;
                }
                player = Some(seat.clone());
                ActionKind::Resign
            }
            Command::Pass => ActionKind::Pass,
        };
        let serial = (!pieces.is_empty()).then(|| serials(&pieces));
        let inferred = inferred.iter().map(|field| (*field).to_owned()).collect();
        Ok(Action { player, serial, inferred, ..Action::of(kind) })
    }

    /// Accounts for a command that cannot be played: a system that it should have created still uses up a number, or
    /// all later numbers would mean other systems.
    pub fn miss(&mut self, text: &str, error: &CommandError) {
        let is_birth = matches!(command::verb(text), Some('h' | 'd'));
        if is_birth && !matches!(error, CommandError::OtherNumber(..)) {
            self.next_number += 1;
        }
    }

    /// Returns whether a command cannot be this player's, because the ship belongs to another or no ship could carry it
    /// out.
    pub fn is_of_another(&self, command: &Command, player: usize) -> bool {
        match command {
            Command::Trade { old: ship, .. }
            | Command::Discover { ship, .. }
            | Command::Move { ship, .. }
            | Command::Sacrifice { ship } => self.find(*ship).is_ok_and(|(_, owner)| owner != player),
            Command::Capture { ship } => self.find(*ship).is_ok_and(|(_, owner)| owner == player),
            Command::Build { at, .. } => {
                let system = self.systems.iter().find(|system| system.number == *at);
                system.is_some_and(|system| system.ships.iter().all(|(_, owner)| *owner != player))
            }
            _ => false,
        }
    }

    fn create(&mut self, stars: &[Pyramid], ship: Pyramid, owner: usize, home_of: Option<usize>) -> TerritoryRef {
        let number = self.next_number;
        self.next_number += 1;
        let before: Vec<Option<u32>> = stars.iter().chain([&ship]).map(|piece| self.lift(*piece)).collect();
        for star in stars {
            *self.place_mut(*star) = Some(number);
        }
        self.systems.push(System { number, home_of, stars: stars.to_vec(), ships: Vec::new() });
        self.put(ship, owner, number);
        before.into_iter().for_each(|system| self.settle(system));
        place(number)
    }

    fn destroy(&mut self, colour: Colour, number: u32) -> Result<(), CommandError> {
        let system = self.system_mut(number).ok_or(CommandError::NoSystem(number))?;
        let mut gone: Vec<Pyramid> = system.stars.extract_if(.., |star| star.kind.colour() == colour).collect();
        gone.extend(system.ships.extract_if(.., |(ship, _)| ship.kind.colour() == colour).map(|(ship, _)| ship));
        gone.into_iter().for_each(|piece| *self.place_mut(piece) = None);
        self.settle(Some(number));
        Ok(())
    }

    /// Removes a system that has no star or no ship left; a homeworld stays until the end of the turn.
    fn settle(&mut self, number: Option<u32>) {
        let is_gone = |system: &System| {
            Some(system.number) == number
                && system.home_of.is_none()
                && (system.stars.is_empty() || system.ships.is_empty())
        };
        let Some(index) = self.systems.iter().position(is_gone) else { return };
        let system = self.systems.swap_remove(index);
        let pieces = system.stars.into_iter().chain(system.ships.into_iter().map(|(ship, _)| ship));
        pieces.for_each(|piece| *self.place_mut(piece) = None);
    }

    /// Takes a piece off the board, and returns the number of its system, which the caller may have to remove.
    fn lift(&mut self, piece: Pyramid) -> Option<u32> {
        let number = self.place_mut(piece).take()?;
        if let Some(system) = self.system_mut(number) {
            system.stars.retain(|star| *star != piece);
            system.ships.retain(|(ship, _)| *ship != piece);
        }
        Some(number)
    }

    fn put(&mut self, ship: Pyramid, owner: usize, number: u32) {
        *self.place_mut(ship) = Some(number);
        if let Some(system) = self.system_mut(number) {
            system.ships.push((ship, owner));
        }
    }

    /// Returns the number of the system that a ship is in, and the index of its owner.
    pub fn find(&self, ship: Pyramid) -> Result<(u32, usize), CommandError> {
        let number = self.places[ship.kind.index()][usize::from(ship.letter)];
        let system = self.systems.iter().find(|system| Some(system.number) == number);
        let found =
            system.and_then(|system| Some((system.number, system.ships.iter().find(|(own, _)| *own == ship)?.1)));
        found.ok_or(CommandError::NoShip(ship))
    }

    fn system_mut(&mut self, number: u32) -> Option<&mut System> {
        self.systems.iter_mut().find(|system| system.number == number)
    }

    fn place_mut(&mut self, piece: Pyramid) -> &mut Option<u32> {
        &mut self.places[piece.kind.index()][usize::from(piece.letter)]
    }
}

fn name(piece: Pyramid) -> PieceName {
    PieceName(piece.kind.as_str().into())
}

fn place(number: u32) -> TerritoryRef {
    TerritoryRef::new(&format_smolstr!("{number}"))
}
