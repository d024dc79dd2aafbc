//! Assigns letters to pieces that have none, and numbers to systems, so that actions can be written and read back.

use std::collections::HashMap;

use super::board::Board;
use super::command::{self, Command, Pyramid};
use crate::model::{Action, ActionKind, Game, PieceName, Player, Seat, TerritoryRef};
use crate::systems::homeworlds::formats::words::ship_given;
use crate::systems::homeworlds::rules::{Colour, Piece};
use crate::text::printable::quoted;

/// The reason why an action cannot be written, and help.
type Refusal = (String, &'static str);

const HELP_PIECES: &str = "the action must be possible after the turns before it";
const HELP_SERIAL: &str = "give one letter for each piece that the action names, or leave `serial` out";

/// Assigns letters to pieces and numbers to systems.
///
/// A piece with a letter keeps it. A built ship gets the first free letter; the pieces of a homeworld, a new star and a
/// traded ship get the last free letter, as on the site. Of several ships of a kind in a system, the one with the first
/// letter acts.
pub struct Lettering {
    players: Vec<Player>,
    board: Board,
    /// The numbers of the systems, by their ids in the game.
    numbers: HashMap<TerritoryRef, u32>,
    changed: Vec<(String, String)>,
    /// The number of ships whose inferred system or owner in the game was wrong.
    followed: usize,
}

/// The reason why an action cannot be written.
pub enum SerialError {
    /// The text would be read as something else, whatever is on the board.
    Unwritable(String, &'static str),
    /// The action is not possible on the board.
    Impossible(String, &'static str),
}

impl Lettering {
    /// Creates the lettering for a game whose players are in the order of their turns.
    pub fn new(game: &Game) -> Lettering {
        let seats = game.players.iter().map(|player| player.seat.clone()).collect();
        Lettering {
            players: game.players.clone(),
            board: Board::new(seats),
            numbers: HashMap::new(),
            changed: Vec::new(),
            followed: 0,
        }
    }

    /// Returns the number of ships whose inferred system or owner in the game was wrong.
    pub fn followed(&self) -> usize {
        self.followed
    }

    /// Returns the systems whose names change, each with its number.
    pub fn changed(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.changed)
    }

    /// Returns the seat of a player.
    pub fn seat(&self, player: usize) -> Seat {
        self.board.seat(player)
    }

    /// Ends a turn.
    pub fn end_turn(&mut self, player: usize) {
        self.board.end_turn(player);
    }

    /// Returns the player of the next line.
    pub fn next_mover(&self) -> usize {
        self.board.mover()
    }

    /// Returns the index of a seat in the order of turns.
    pub fn player(&self, seat: &Seat) -> Option<usize> {
        self.board.player(seat)
    }

    /// Returns whether a player gets further turns.
    pub fn plays(&self, player: usize) -> bool {
        self.board.plays(player)
    }

    /// Returns the action as it will be read back, and the pieces that it should take from the bank but finds on the
    /// board.
    pub fn action(&mut self, action: Action, mover: usize) -> Result<(Action, Vec<Pyramid>), SerialError> {
        if action.kind == ActionKind::Unknown {
            return self.unknown(action, mover).map(|action| (action, Vec::new()));
        }
        let impossible = |(message, help)| SerialError::Impossible(message, help);
        let command = self.command(&action, mover).map_err(impossible)?;
        let doubled = self.board.doubled(&command);
        let next = self.board.next_number();
        let played = self.board.play(&command, mover).map_err(|error| impossible((error.to_string(), HELP_PIECES)))?;
        if let ActionKind::Setup { at: born, name, .. } | ActionKind::Discover { to: born, name, .. } = &action.kind {
            self.born(born, name.as_deref(), next);
        }
        Ok((played, doubled))
    }

    /// Keeps text that was not understood, unless it would now be read as an action.
    fn unknown(&mut self, action: Action, mover: usize) -> Result<Action, SerialError> {
        let text = action.text.unwrap_or_default();
        let command = command::parse(&text, &self.players, self.board.of_each());
        match command.and_then(|command| self.board.clone().play(&command, mover)) {
            Ok(_) => {
                let message = format!("{} would be read as an action", quoted(&text));
                let help = "give the action in the place of the text";
                Err(SerialError::Unwritable(message, help))
            }
            Err(error) => {
                self.board.miss(&text, &error);
                Ok(Action { text: Some(text), ..Action::of(ActionKind::Unknown) })
            }
        }
    }

    fn born(&mut self, place: &TerritoryRef, name: Option<&str>, number: u32) {
        let (old, new) = (name.unwrap_or(place.as_str()), number.to_string());
        if old != new {
            self.changed.push((old.to_owned(), new));
        }
        self.numbers.insert(place.clone(), number);
    }

    fn number(&self, place: &TerritoryRef) -> Result<u32, Refusal> {
        let number = self.numbers.get(place).copied();
        number.ok_or_else(|| (format!("there is no system {}", quoted(place.as_str())), HELP_PIECES))
    }

    fn command(&mut self, action: &Action, mover: usize) -> Result<Command, Refusal> {
        let mut letters = Letters::new(action, self.board.of_each())?;
        let follows = |field: &str| action.inferred.iter().any(|inferred| inferred == field);
        let command = match &action.kind {
            ActionKind::Setup { stars, piece, at, .. } => {
                let [Some(first), Some(second)] = &stars[..] else {
                    return Err(("a homeworld has two stars here".into(), "give both stars"));
                };
                let first = self.fresh(first, false, &[], &mut letters)?;
                let second = self.fresh(second, false, &[first], &mut letters)?;
                let ship = self.fresh(piece, false, &[first, second], &mut letters)?;
                let next = self.board.next_number();
                let is_said = at.as_str() == next.to_string() && !follows("at");
                Command::Setup { stars: [first, second], ship, number: is_said.then_some(next) }
            }
            ActionKind::Build { piece: Some(piece), at } => {
                let at = self.number(at)?;
                let ship = match Colour::parse(&piece.0) {
                    // If only the colour is known, the smallest ship is built.
                    Some(colour) => (1..=3)
                        .find_map(|size| self.board.free(Piece::new(colour, size)?, true, &[]))
                        .ok_or_else(|| none_left(piece))?,
                    None => self.fresh(piece, true, &[], &mut letters)?,
                };
                Command::Build { ship, at }
            }
            ActionKind::Exchange { at, gives, becomes } => {
                let old = ship_given(gives).ok_or_else(|| no_action("gives"))?;
                let old = self.ship(old, (at, follows("at")), Some(mover), &mut letters)?;
                Command::Trade { old, new: self.fresh(becomes, false, &[], &mut letters)? }
            }
            ActionKind::Discover { piece, from, star, .. } => {
                let ship = self.ship(piece, (from, follows("from")), Some(mover), &mut letters)?;
                Command::Discover { ship, star: self.fresh(star, false, &[], &mut letters)? }
            }
            ActionKind::Move { piece: Some(piece), from, to, .. } => {
                let ship = self.ship(piece, (from, follows("from")), Some(mover), &mut letters)?;
                Command::Move { ship, to: self.number(to)? }
            }
            ActionKind::Capture { piece, at, owner } => {
                let (at, owner) = ((at, follows("at")), (owner.as_ref(), follows("owner")));
                Command::Capture { ship: self.target(piece, at, owner, mover, &mut letters)? }
            }
            ActionKind::Sacrifice { piece, at } => {
                Command::Sacrifice { ship: self.ship(piece, (at, follows("at")), Some(mover), &mut letters)? }
            }
            ActionKind::Catastrophe { at, colour } => {
                let colour = Colour::parse(&colour.0).ok_or_else(|| no_action("colour"))?;
                Command::Catastrophe { colour, at: self.number(at)? }
            }
            ActionKind::Resign => {
                let player = action.player.clone().unwrap_or_else(|| self.board.seat(mover));
                if self.board.player(&player).is_none() {
                    return Err((format!("there is no player {}", quoted(player.as_str())), "give one of the seats"));
                }
                Command::Resign { player }
            }
            ActionKind::Pass => Command::Pass,
            _ => return Err(no_action("type")),
        };
        Ok(command)
    }

    /// Returns the ship in a system that an action means; of several of a kind, that of `owner` with the first letter.
    /// If the system is inferred, a ship with the given letter is used wherever it is.
    fn ship(
        &mut self,
        piece: &PieceName,
        (at, follows): (&TerritoryRef, bool),
        owner: Option<usize>,
        letters: &mut Letters<'_>,
    ) -> Result<Pyramid, Refusal> {
        let (kind, letter) = (kind(piece)?, letters.next());
        if let Some(letter) = letter.filter(|_| follows) {
            let ship = Pyramid { kind, letter };
            let (number, _) = self.board.find(ship).map_err(|error| (error.to_string(), HELP_PIECES))?;
            self.followed += usize::from(self.numbers.get(at) != Some(&number));
            return Ok(ship);
        }
        let ships = self.board.ships(kind, self.number(at)?);
        let is_meant = |(ship, own): &&(Pyramid, usize)| match letter {
            Some(letter) => ship.letter == letter,
            None => owner.is_none_or(|owner| owner == *own),
        };
        ships.iter().find(is_meant).map(|(ship, _)| *ship).ok_or_else(|| {
            let letter = letter.map(|letter| Pyramid { kind, letter }.serial()).map(String::from).unwrap_or_default();
            let whose = if letter.is_empty() { owner.map(|owner| format!(" of {}", self.seat(owner))) } else { None };
            let at = quoted(at.as_str());
            (format!("no ship {kind}{letter}{} is in {at}", whose.unwrap_or_default()), HELP_PIECES)
        })
    }

    /// Returns the captured ship: in a game of two the opponent's; in a larger game the owner must be clear.
    fn target(
        &mut self,
        piece: &PieceName,
        at: (&TerritoryRef, bool),
        (owner, follows): (Option<&Seat>, bool),
        mover: usize,
        letters: &mut Letters<'_>,
    ) -> Result<Pyramid, Refusal> {
        if self.players.len() == 2 {
            return self.ship(piece, at, Some(1 - mover), letters);
        }
        let owner = owner.and_then(|seat| self.board.player(seat));
        let is_lettered = letters.are_given();
        let ship = self.ship(piece, at, owner, letters)?;
        let (number, owned_by) = self.board.find(ship).map_err(|error| (error.to_string(), HELP_PIECES))?;
        if let Some(owner) = owner {
            return match owner == owned_by {
                true => Ok(ship),
                false if follows => {
                    self.followed += 1;
                    Ok(ship)
                }
                false => Err((format!("{ship} belongs to somebody else"), "leave out the owner or the letter")),
            };
        }
        if is_lettered {
            return Ok(ship);
        }
        let others = self.board.ships(ship.kind, number);
        let mut targets = others.iter().filter(|(_, owner)| *owner != mover);
        let first = targets.next().ok_or_else(|| (format!("no opponent has a {} there", ship.kind), HELP_PIECES))?;
        if targets.any(|(_, owner)| *owner != first.1) {
            return Err((format!("more than one player has {} there", ship.kind), "give the owner"));
        }
        Ok(first.0)
    }

    /// Returns the piece that comes from the bank.
    fn fresh(
        &self,
        piece: &PieceName,
        is_first: bool,
        taken: &[Pyramid],
        letters: &mut Letters<'_>,
    ) -> Result<Pyramid, Refusal> {
        let kind = kind(piece)?;
        match letters.next() {
            Some(letter) => Ok(Pyramid { kind, letter }),
            None => self.board.free(kind, is_first, taken).ok_or_else(|| none_left(piece)),
        }
    }
}

fn kind(piece: &PieceName) -> Result<Piece, Refusal> {
    Piece::parse(&piece.0).ok_or_else(|| no_action("piece"))
}

fn none_left(piece: &PieceName) -> Refusal {
    (format!("no {} is left in the bank", piece.0), HELP_PIECES)
}

fn no_action(field: &str) -> Refusal {
    (format!("`{field}` is missing or wrong"), "give the action all values that it needs")
}

/// The letters that an action gives its pieces; without them letters are assigned.
struct Letters<'a> {
    given: Option<std::slice::Iter<'a, u8>>,
    of_each: u8,
}

impl<'a> Letters<'a> {
    fn new(action: &'a Action, of_each: u8) -> Result<Letters<'a>, Refusal> {
        let count = match &action.kind {
            ActionKind::Setup { .. } => 3,
            ActionKind::Exchange { .. } | ActionKind::Discover { .. } => 2,
            ActionKind::Build { .. } | ActionKind::Move { .. } => 1,
            ActionKind::Capture { .. } | ActionKind::Sacrifice { .. } => 1,
            _ => 0,
        };
        let given = action.serial.as_deref().map(str::as_bytes);
        let is_whole = |letters: &[u8]| {
            letters.len() == count && letters.iter().all(|letter| command::index(*letter, of_each).is_some())
        };
        if let Some(letters) = given.filter(|letters| !is_whole(letters)) {
            let letters = quoted(&String::from_utf8_lossy(letters));
            let last = (b'A' + of_each - 1) as char;
            return Err((
                format!("expected the letters of {count} pieces (A to {last}), found {letters}"),
                HELP_SERIAL,
            ));
        }
        Ok(Letters { given: given.map(<[u8]>::iter), of_each })
    }

    fn are_given(&self) -> bool {
        self.given.is_some()
    }

    fn next(&mut self) -> Option<u8> {
        command::index(*self.given.as_mut()?.next()?, self.of_each)
    }
}
