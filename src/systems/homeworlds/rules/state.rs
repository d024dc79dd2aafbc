//! The position during a game: the bank, the systems, the players, and the actions left in the turn.

use std::sync::Arc;

use smol_str::SmolStr;

use super::piece::{Colour, Piece};
use super::table::{Server, Table, clipped};
use super::{codes, start};
use crate::model::{Game, Seat, TerritoryRef};
use crate::text::suggestion::with_suggestion;
use crate::text::{Code, Severity};

/// A violation of the rules by an action or a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleViolation {
    /// The code of the violation.
    pub code: &'static Code,
    /// An error for an illegal action, a warning for an odd one, a note for one that is only worth knowing.
    pub severity: Severity,
    /// The reason, in one sentence.
    pub message: String,
}

/// The position at one moment of a game, for replay.
///
/// A turn is played by [`begin_turn`](State::begin_turn), [`act`](State::act) for each action, and
/// [`end_turn`](State::end_turn). An illegal action is refused only as far as it cannot be applied at all, so that one
/// wrong line does not invalidate all lines after it; the pieces in the bank and on the board always add up to those of
/// the box. To try a reading of a line and take it back, try it on a clone: cloning is cheap, also in the middle of a
/// turn.
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
    /// The systems on the board, in order of creation. Clones share them until one of them is changed.
    pub(super) worlds: Arc<Vec<World>>,
    pub(super) standings: Vec<PlayerStatus>,
    pub(super) turn: Option<Turn>,
    /// The index of the player whose turn is next, if that player is still in the game.
    pub(super) next: usize,
    /// The indices of the winners, several in a draw; `None` while the game is undecided.
    pub(super) won: Option<Vec<usize>>,
    /// Whether more turns follow in the record; then the turn cannot have won by a variant's rule.
    pub(super) plays_on: bool,
}

/// A system on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct World {
    pub(super) id: TerritoryRef,
    /// The name; `None` if it is the same as the id.
    pub(super) name: Option<SmolStr>,
    pub(super) stars: Vec<Piece>,
    pub(super) ships: Vec<Ship>,
    pub(super) home: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ship {
    pub(super) piece: Piece,
    pub(super) owner: usize,
}

/// The status of a player in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerStatus {
    /// The player has not set up a homeworld yet.
    Waiting,
    /// The player has a homeworld.
    Playing,
    /// The player lost the homeworld, or the record says that the player is out.
    Eliminated,
    /// The player has resigned.
    Resigned,
}

/// The turn in progress.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Turn {
    pub(super) mover: usize,
    pub(super) budget: Budget,
    /// Whether the number of actions in the turn is unknown.
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
    /// An action was not understood, so that the number of actions left is unknown.
    Unclear,
}

impl State {
    /// Returns the state before the first turn of a game, with its start position if it has one.
    pub fn of(game: &Game, server: Server) -> State {
        start::load(game, server, |_, _| {})
    }

    pub(super) fn empty(table: Table) -> State {
        // Cannot overflow: a table has at most `MAX_PLAYERS` players.
        let per_kind = u8::try_from(table.len() + 1).unwrap_or(u8::MAX);
        State {
            bank: [per_kind; Piece::KINDS],
            worlds: Arc::default(),
            standings: vec![PlayerStatus::Waiting; table.len()],
            turn: None,
            next: 0,
            won: None,
            plays_on: false,
            table: Arc::new(table),
        }
    }

    /// Returns the number of pieces of this kind in the bank.
    pub fn in_bank(&self, piece: Piece) -> u8 {
        self.bank.get(piece.index()).copied().unwrap_or(0)
    }

    /// Returns the smallest piece of a colour in the bank, which a build takes; `None` if the bank has none.
    pub fn smallest(&self, colour: Colour) -> Option<Piece> {
        (1..=3).filter_map(|size| Piece::new(colour, size)).find(|piece| self.in_bank(*piece) > 0)
    }

    /// Returns the systems on the board, in order of creation.
    pub fn systems(&self) -> impl Iterator<Item = System<'_>> {
        self.worlds.iter().map(|world| System { table: &self.table, world })
    }

    /// Returns the system with that id; `None` if it is not on the board.
    pub fn system(&self, id: &TerritoryRef) -> Option<System<'_>> {
        self.systems().find(|system| system.id() == id)
    }

    /// Returns the players in the order of play, each with its status.
    pub fn players(&self) -> impl Iterator<Item = (&Seat, PlayerStatus)> {
        let standing = |(player, standing): (usize, &PlayerStatus)| Some((self.table.seat(player)?, *standing));
        self.standings.iter().enumerate().filter_map(standing)
    }

    /// Returns whether a player is in the game: at the table, not eliminated, not resigned.
    pub fn is_alive(&self, seat: &Seat) -> bool {
        self.table.number(seat).is_some_and(|player| self.plays(player))
    }

    /// Returns the player to move: the mover of the turn in progress, or else the next player in the order of play who
    /// is in the game.
    pub fn to_move(&self) -> Option<&Seat> {
        self.table.seat(self.mover_now()?)
    }

    /// Returns the next player after a seat, in the order of play, who is in the game.
    pub fn next_mover(&self, after: &Seat) -> Option<&Seat> {
        let after = self.table.number(after)?;
        let next = self.table.behind(after).chain([after]).find(|player| self.plays(*player))?;
        self.table.seat(next)
    }

    /// Returns the only opponent of `mover` with such a ship in that system; `None` if no opponent or several have one.
    pub fn owner_of(&self, piece: Piece, at: &TerritoryRef, mover: &Seat) -> Option<&Seat> {
        let mover = self.table.number(mover)?;
        let mut owners = self.world(at)?.owners_of(piece, mover);
        let owner = owners.next()?;
        if owners.any(|other| other != owner) {
            return None;
        }
        self.table.seat(owner)
    }

    /// Returns the winners, several in a draw; `None` while the game is undecided.
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

    /// Takes a piece out of the bank; returns `false` if the bank has none.
    pub(super) fn take(&mut self, piece: Piece) -> bool {
        match self.bank.get_mut(piece.index()) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    /// Returns the systems, to be changed.
    pub(super) fn worlds_mut(&mut self) -> &mut Vec<World> {
        Arc::make_mut(&mut self.worlds)
    }

    pub(super) fn give_back(&mut self, piece: Piece) {
        if let Some(count) = self.bank.get_mut(piece.index()) {
            *count += 1;
        }
    }

    /// Removes a system that has no star or no ship left. Homeworlds stay until the turn ends, but some servers clear
    /// those of opponents at once.
    pub(super) fn settle(&mut self, number: usize) {
        let Some(world) = self.worlds.get(number) else { return };
        let stays = world.home.is_some_and(|home| {
            !self.table.server.clears_opponents_homes_at_once() || self.turn.as_ref().is_none_or(|t| t.mover == home)
        });
        if !stays && (world.stars.is_empty() || world.ships.is_empty()) {
            self.clear(number);
        }
    }

    /// Removes a system from the board and returns its pieces to the bank.
    pub(super) fn clear(&mut self, number: usize) {
        let world = self.worlds_mut().remove(number);
        world.stars.into_iter().chain(world.ships.into_iter().map(|ship| ship.piece)).for_each(|p| self.give_back(p));
    }

    /// Returns the homeworld of a player; `None` if it is not on the board.
    pub(super) fn home_of(&self, player: usize) -> Option<&World> {
        self.worlds.iter().find(|world| world.home == Some(player))
    }

    pub(super) fn name(&self, player: usize) -> &str {
        self.table.name(player)
    }
}

impl World {
    /// Returns the owners of such ships here other than `mover`, one entry a ship.
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

    /// Returns a size that a star of this system has in common with those stars.
    pub(super) fn shared_size(&self, stars: &[Piece]) -> Option<u8> {
        let sizes = || stars.iter().map(|star| star.size());
        self.stars.iter().map(|star| star.size()).find(|size| sizes().any(|other| other == *size))
    }

    /// Returns the name, clipped for messages.
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
    /// Returns the id, by which actions refer to the system.
    pub fn id(self) -> &'s TerritoryRef {
        &self.world.id
    }

    /// Returns the name, which an earlier system that has vanished may have had too.
    pub fn name(self) -> &'s str {
        self.world.full_name()
    }

    /// Returns the stars. Only a homeworld can have none, until the turn ends.
    pub fn stars(self) -> &'s [Piece] {
        &self.world.stars
    }

    /// Returns the ships with their owners, in the order of their arrival.
    pub fn ships(self) -> impl Iterator<Item = (Piece, &'s Seat)> {
        self.world.ships.iter().filter_map(move |ship| Some((ship.piece, self.table.seat(ship.owner)?)))
    }

    /// Returns the player whose homeworld this is; `None` for an ordinary system.
    pub fn home(self) -> Option<&'s Seat> {
        self.table.seat(self.world.home?)
    }
}

/// Returns a violation of severity error: the action is illegal.
pub(super) fn illegal(code: &'static Code, message: String) -> RuleViolation {
    RuleViolation { code, severity: Severity::Error, message }
}

/// Returns a violation of severity warning: the action is legal but odd.
pub(super) fn odd(code: &'static Code, message: String) -> RuleViolation {
    RuleViolation { code, severity: Severity::Warning, message }
}

/// Returns a violation of severity note.
pub(super) fn remark(code: &'static Code, message: String) -> RuleViolation {
    RuleViolation { code, severity: Severity::Note, message }
}

/// Returns the violation for an unknown system; a similar name among `worlds`, the systems on the board, is suggested.
pub(super) fn no_system(id: &TerritoryRef, worlds: &[World]) -> RuleViolation {
    let message = format!("there is no system {}", clipped(id.as_str()));
    let message = with_suggestion(message, id.as_str(), worlds.iter().map(World::label));
    illegal(&codes::NO_SUCH_SYSTEM, message)
}
