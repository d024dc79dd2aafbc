//! The position during a game: bank, systems, players, and what is left of the turn.

use std::sync::Arc;

use smol_str::SmolStr;

use super::piece::{Colour, Piece};
use super::table::{Server, Table, clipped};
use super::{codes, start};
use crate::model::{Game, Seat, TerritoryRef};
use crate::text::suggestion::with_suggestion;
use crate::text::{Code, Severity};

/// Something that the rules have against an action or a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleViolation {
    /// What it is.
    pub code: &'static Code,
    /// Whether it is illegal (an error), odd (a warning) or only worth knowing (a note).
    pub severity: Severity,
    /// Why, in one sentence.
    pub message: String,
}

/// The position at one moment of a game, for replay.
///
/// A turn is played by [`begin_turn`](State::begin_turn), [`act`](State::act) for each action, and
/// [`end_turn`](State::end_turn). What is illegal is refused only in so far as it cannot be done at all, so that one
/// wrong line does not make all that follow it wrong; the pieces in the bank and on the board are always those of the
/// box. To try a reading of a line and take it back, try it on a clone: it is cheap, also in the middle of a turn.
///
/// ```
/// use ludex::model::{Action, ActionKind, Game, PieceName, Seat, System, TerritoryRef};
/// use ludex::internals::systems::homeworlds::rules::{Server, State};
///
/// let mut state = State::of(&Game::new(System::Homeworlds), Server::Sdg);
/// state.begin_turn(&Seat::new("N")).unwrap();
/// let piece = |text: &str| PieceName(text.into());
/// let setup = ActionKind::Setup {
///     stars: vec![Some(piece("g2")), Some(piece("y1"))],
///     piece: piece("b3"),
///     at: TerritoryRef::new("Mars"),
///     name: None,
///     overrides: None,
/// };
/// assert!(state.act(&Action::of(setup)).is_ok());
/// assert_eq!(state.unspent(), 0);
/// assert!(state.end_turn().is_empty());
/// assert_eq!(state.to_move(), Some(&Seat::new("S")));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub(super) table: Arc<Table>,
    pub(super) bank: [u8; Piece::KINDS],
    /// In the order of their birth.
    pub(super) worlds: Vec<World>,
    pub(super) standings: Vec<PlayerStatus>,
    pub(super) turn: Option<Turn>,
    /// Who is next, if they still play.
    pub(super) next: usize,
    /// Who has won, where the game is decided; several in a draw.
    pub(super) won: Option<Vec<usize>>,
    /// Whether the record plays on, so that the turn wins in no variant.
    pub(super) plays_on: bool,
}

/// A system on the board.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct World {
    pub(super) id: TerritoryRef,
    /// Where its name is not its id.
    pub(super) name: Option<SmolStr>,
    pub(super) stars: Vec<Piece>,
    pub(super) ships: Vec<Ship>,
    pub(super) home: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ship {
    pub(super) piece: Piece,
    pub(super) owner: usize,
}

/// How it stands with a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerStatus {
    /// No homeworld is set up yet.
    Waiting,
    /// The player plays.
    Playing,
    /// The homeworld was lost, or the record says that the player is out.
    Eliminated,
    /// The player has resigned.
    Resigned,
}

/// A turn that is being played.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Turn {
    pub(super) mover: usize,
    pub(super) budget: Budget,
    /// Whether it cannot be told how many actions there were.
    pub(super) unclear: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Budget {
    Untouched,
    Spent,
    Sacrifice {
        colour: Colour,
        left: u8,
    },
    /// Something was done that nobody understands: what it paid for cannot be told.
    Unclear,
}

impl State {
    /// Before the first turn of a game, with its start position if it has one.
    pub fn of(game: &Game, server: Server) -> State {
        start::load(game, server, |_, _| {})
    }

    pub(super) fn empty(table: Table) -> State {
        // A table has no more than `MAX_PLAYERS`.
        let per_kind = u8::try_from(table.len() + 1).unwrap_or(u8::MAX);
        State {
            bank: [per_kind; Piece::KINDS],
            worlds: Vec::new(),
            standings: vec![PlayerStatus::Waiting; table.len()],
            turn: None,
            next: 0,
            won: None,
            plays_on: false,
            table: Arc::new(table),
        }
    }

    /// How many of a piece the bank has.
    pub fn in_bank(&self, piece: Piece) -> u8 {
        self.bank.get(piece.index()).copied().unwrap_or(0)
    }

    /// The smallest piece of a colour in the bank, which a build takes.
    pub fn smallest(&self, colour: Colour) -> Option<Piece> {
        (1..=3).filter_map(|size| Piece::new(colour, size)).find(|piece| self.in_bank(*piece) > 0)
    }

    /// The systems on the board, in the order of their birth.
    pub fn systems(&self) -> impl Iterator<Item = System<'_>> {
        self.worlds.iter().map(|world| System { table: &self.table, world })
    }

    /// The system of that id.
    pub fn system(&self, id: &TerritoryRef) -> Option<System<'_>> {
        self.systems().find(|system| system.id() == id)
    }

    /// The players in the order of play, and how it stands with each.
    pub fn players(&self) -> impl Iterator<Item = (&Seat, PlayerStatus)> {
        let standing = |(player, standing): (usize, &PlayerStatus)| Some((self.table.seat(player)?, *standing));
        self.standings.iter().enumerate().filter_map(standing)
    }

    /// Whether a player is in the game: at the table, not eliminated, not resigned.
    pub fn is_alive(&self, seat: &Seat) -> bool {
        self.table.number(seat).is_some_and(|player| self.plays(player))
    }

    /// Who has the turn next: who is at it, or before a turn begins the next in the order of play who is in the game.
    pub fn to_move(&self) -> Option<&Seat> {
        self.table.seat(self.mover_now()?)
    }

    /// The next behind a seat, in the order of play, who is in the game.
    pub fn next_mover(&self, after: &Seat) -> Option<&Seat> {
        let after = self.table.number(after)?;
        let next = self.table.behind(after).chain([after]).find(|player| self.plays(*player))?;
        self.table.seat(next)
    }

    /// The only opponent of `mover` who has such a ship in that system; nobody where none or several have.
    pub fn owner_of(&self, piece: Piece, at: &TerritoryRef, mover: &Seat) -> Option<&Seat> {
        let mover = self.table.number(mover)?;
        let mut owners = self.world(at)?.owners_of(piece, mover);
        let owner = owners.next()?;
        if owners.any(|other| other != owner) {
            return None;
        }
        self.table.seat(owner)
    }

    /// Who has won, where that is decided: several in a draw.
    pub fn winners(&self) -> Option<Vec<Seat>> {
        let won = self.won.as_ref()?;
        Some(won.iter().filter_map(|player| self.table.seat(*player)).cloned().collect())
    }

    pub(super) fn plays(&self, player: usize) -> bool {
        matches!(self.standings.get(player), Some(PlayerStatus::Waiting | PlayerStatus::Playing))
    }

    pub(super) fn mover_now(&self) -> Option<usize> {
        match &self.turn {
            Some(turn) => Some(turn.mover),
            None => [self.next].into_iter().chain(self.table.behind(self.next)).find(|player| self.plays(*player)),
        }
    }

    pub(super) fn number(&self, id: &TerritoryRef) -> Option<usize> {
        self.worlds.iter().position(|world| world.id == *id)
    }

    pub(super) fn world(&self, id: &TerritoryRef) -> Option<&World> {
        self.worlds.iter().find(|world| world.id == *id)
    }

    /// Takes a piece out of the bank, if it is there.
    pub(super) fn take(&mut self, piece: Piece) -> bool {
        match self.bank.get_mut(piece.index()) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    pub(super) fn give_back(&mut self, piece: Piece) {
        if let Some(count) = self.bank.get_mut(piece.index()) {
            *count += 1;
        }
    }

    /// Lets a system vanish that has no star or no ship left. Homeworlds stay until the turn ends, but some servers
    /// clear those of the opponents at once.
    pub(super) fn settle(&mut self, number: usize) {
        let Some(world) = self.worlds.get(number) else { return };
        let stays = world.home.is_some_and(|home| {
            !self.table.server.clears_opponents_homes_at_once() || self.turn.as_ref().is_none_or(|t| t.mover == home)
        });
        if !stays && (world.stars.is_empty() || world.ships.is_empty()) {
            self.clear(number);
        }
    }

    /// Takes a system off the board.
    pub(super) fn clear(&mut self, number: usize) {
        let world = self.worlds.remove(number);
        world.stars.into_iter().chain(world.ships.into_iter().map(|ship| ship.piece)).for_each(|p| self.give_back(p));
    }

    /// The home of a player who has one on the board.
    pub(super) fn home_of(&self, player: usize) -> Option<&World> {
        self.worlds.iter().find(|world| world.home == Some(player))
    }

    pub(super) fn name(&self, player: usize) -> &str {
        self.table.name(player)
    }
}

impl World {
    /// The opponents of `mover` who have such a ship here, one for each.
    pub(super) fn owners_of(&self, piece: Piece, mover: usize) -> impl Iterator<Item = usize> {
        self.ships.iter().filter(move |ship| ship.piece == piece && ship.owner != mover).map(|ship| ship.owner)
    }

    pub(super) fn ship(&self, piece: Piece, owner: usize) -> Option<usize> {
        self.ships.iter().position(|ship| *ship == Ship { piece, owner })
    }

    pub(super) fn has_colour(&self, colour: Colour, owner: usize) -> bool {
        self.ships_of(owner).any(|piece| piece.colour() == colour)
    }

    pub(super) fn ships_of(&self, owner: usize) -> impl Iterator<Item = Piece> {
        self.ships.iter().filter(move |ship| ship.owner == owner).map(|ship| ship.piece)
    }

    /// A star size that it shares with those stars.
    pub(super) fn shared_size(&self, stars: &[Piece]) -> Option<u8> {
        let sizes = || stars.iter().map(|star| star.size());
        self.stars.iter().map(|star| star.size()).find(|size| sizes().any(|other| other == *size))
    }

    /// Its name, as messages show it.
    pub(super) fn label(&self) -> &str {
        clipped(self.full_name())
    }

    pub(super) fn full_name(&self) -> &str {
        self.name.as_deref().unwrap_or(self.id.as_str())
    }
}

/// A system on the board.
#[derive(Debug, Clone, Copy)]
pub struct System<'s> {
    table: &'s Table,
    world: &'s World,
}

impl<'s> System<'s> {
    /// Its id, which actions refer to it by.
    pub fn id(self) -> &'s TerritoryRef {
        &self.world.id
    }

    /// Its name, which may be that of another system that has vanished.
    pub fn name(self) -> &'s str {
        self.world.full_name()
    }

    /// Its stars; none only in a homeworld, before the turn ends.
    pub fn stars(self) -> &'s [Piece] {
        &self.world.stars
    }

    /// Its ships and their owners, in the order that they came.
    pub fn ships(self) -> impl Iterator<Item = (Piece, &'s Seat)> {
        self.world.ships.iter().filter_map(move |ship| Some((ship.piece, self.table.seat(ship.owner)?)))
    }

    /// Whose homeworld it is.
    pub fn home(self) -> Option<&'s Seat> {
        self.table.seat(self.world.home?)
    }
}

/// A violation that is an error: the action is illegal.
pub(super) fn illegal(code: &'static Code, message: String) -> RuleViolation {
    RuleViolation { code, severity: Severity::Error, message }
}

/// A violation that is only odd: what is only odd.
pub(super) fn odd(code: &'static Code, message: String) -> RuleViolation {
    RuleViolation { code, severity: Severity::Warning, message }
}

/// A violation that is none to speak of.
pub(super) fn remark(code: &'static Code, message: String) -> RuleViolation {
    RuleViolation { code, severity: Severity::Note, message }
}

/// What says that there is no such system; `worlds` are those on the board.
pub(super) fn no_system(id: &TerritoryRef, worlds: &[World]) -> RuleViolation {
    let message = format!("there is no system {}", clipped(id.as_str()));
    let message = with_suggestion(message, id.as_str(), worlds.iter().map(World::label));
    illegal(&codes::NO_SUCH_SYSTEM, message)
}
