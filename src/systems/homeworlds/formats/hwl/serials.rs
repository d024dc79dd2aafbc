//! Letters for pieces that have none, and numbers for systems: actions as they will be read.

use std::collections::HashMap;

use super::board::Board;
use super::command::{self, Command, Pyramid};
use crate::model::{Action, ActionKind, Game, PieceName, Player, Seat, TerritoryRef};
use crate::systems::homeworlds::formats::words::ship_given;
use crate::systems::homeworlds::rules::{Colour, Piece};
use crate::text::printable::quoted;

/// Why an action cannot be written, and what helps.
type Refusal = (String, &'static str);

const HELP_PIECES: &str = "the action must be possible after the turns before it";
const HELP_SERIAL: &str = "give one letter for each piece that the action names, or leave `serial` out";

/// Gives letters to pieces and numbers to systems.
///
/// What has a letter keeps it. A ship that is built gets the first letter that is free; the pieces of a homeworld, a new
/// star and what is traded for get the last one, as on the site. Of equal ships in a system, the one with the first letter
/// acts.
pub struct Lettering {
    players: Vec<Player>,
    board: Board,
    /// The numbers of the systems that have other names in the game.
    numbers: HashMap<TerritoryRef, u32>,
    changed: Vec<(String, String)>,
    /// How many ships are elsewhere, or another's, than actions say in what they mark as inferred.
    followed: usize,
}

/// Why what cannot be written is not.
pub enum SerialError {
    /// It would be read as something else, whatever is on the board.
    Unwritable(String, &'static str),
    /// It cannot be done with what is on the board.
    Impossible(String, &'static str),
}

impl Lettering {
    /// For a game whose players stand in the order of their turns.
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

    /// How many ships are elsewhere, or another's, than actions say in what they mark as inferred.
    pub fn followed(&self) -> usize {
        self.followed
    }

    /// What systems are called otherwise, with the numbers.
    pub fn changed(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.changed)
    }

    /// The seat of a player.
    pub fn seat(&self, player: usize) -> Seat {
        self.board.seat(player)
    }

    /// Ends a turn.
    pub fn end_turn(&mut self, player: usize) {
        self.board.end_turn(player);
    }

    /// Whose turn the next line is.
    pub fn next_mover(&self) -> usize {
        self.board.mover()
    }

    /// The place of a seat in the order of turns.
    pub fn player(&self, seat: &Seat) -> Option<usize> {
        self.board.player(seat)
    }

    /// Whether a player gets a turn some time.
    pub fn plays(&self, player: usize) -> bool {
        self.board.plays(player)
    }

    /// The action as it will be read, and those pieces that it takes from the board instead of the bank.
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

    /// Text that was not understood stays as long as it is not understood.
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
                    // Of a colour alone the smallest is built.
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

    /// The ship that is meant in a system; of equals that of `owner` with the first letter. Where its system is said to
    /// follow, that of the ship with the letter counts.
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

    /// The ship that is taken over: of two players the other one's, of more it must be clear whose.
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

    /// The piece that comes from the bank.
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

/// The letters that an action gives its pieces, if it does.
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
