//! Infers values that the moves omit from the board: the size of a built ship, and the player of a turn.

use smol_str::SmolStr;
use thin_vec::thin_vec;

use crate::model::{Action, ActionKind, Game, PieceName, Seat, Turn};
use crate::systems::homeworlds::rules::codes::SETUP_ADVICE;
use crate::systems::homeworlds::rules::{Colour, Piece, RuleViolation, Server, State};
use crate::text::Severity;

/// A game while it is played.
pub struct Table {
    /// The position.
    pub state: State,
    /// The number of violations so far that are errors.
    errors: usize,
    players: usize,
    violations: Vec<RuleViolation>,
}

impl Table {
    /// Returns the state before the first turn.
    pub fn of(game: &Game) -> Table {
        let state = State::of(game, Server::AbstractPlay);
        Table { state, errors: 0, players: game.players.len(), violations: Vec::new() }
    }

    /// Begins a turn.
    pub fn begin(&mut self, mover: &Seat) {
        // A player who is out moves all the same if the record says so.
        let _ = self.state.begin_turn(mover);
    }

    /// Infers the omitted values of an action and plays it; returns whether the server advises against a homeworld.
    pub fn act(&mut self, action: &mut Action, mover: &Seat) -> bool {
        match &mut action.kind {
            ActionKind::Build { piece, .. } => {
                if let Some(built) = piece.as_ref().and_then(|piece| self.built(piece)) {
                    *piece = Some(built);
                    action.inferred = thin_vec!["piece".into()];
                }
            }
            ActionKind::Capture { piece, at, owner: owner @ None } if self.players > 2 => {
                let seat = Piece::parse(&piece.0).and_then(|piece| self.state.owner_of(piece, at, mover));
                if let Some(seat) = seat {
                    *owner = Some(seat.clone());
                    action.inferred = thin_vec!["owner".into()];
                }
            }
            _ => {}
        }
        self.state.act_noting(action, &mut self.violations);
        let is_advised = self.violations.iter().any(|violation| violation.code.id == SETUP_ADVICE.id);
        self.errors += self.violations.drain(..).filter(|violation| violation.severity == Severity::Error).count();
        is_advised
    }

    /// Returns the smallest piece of a colour in the bank.
    fn built(&self, piece: &PieceName) -> Option<PieceName> {
        let colour = Colour::parse(piece.0.get(..1)?)?;
        self.state.smallest(colour).map(|piece| PieceName(SmolStr::new_static(piece.as_str())))
    }
}

/// Infers the omitted values of a game whose turns have their players.
pub fn fill(game: &mut Game) {
    let mut table = Table::of(game);
    for turn in &mut game.turns {
        play(turn, &mut table);
    }
}

/// Infers the omitted values of a record whose rounds may skip players who are out. Skipping begins with the first turn
/// whose player is out, if the next player in the game could have played that turn instead.
pub fn fill_in_rounds(game: &mut Game) {
    let mut table = Table::of(game);
    let mut rotates = false;
    for turn in &mut game.turns {
        rotates = rotates || skips(turn, &table);
        if let Some(seat) = table.state.to_move().filter(|_| rotates) {
            turn.player = Some(seat.clone());
        }
        play(turn, &mut table);
    }
}

/// Returns whether a game whose turns have their players would be read as one with other players.
pub fn rotates(game: &Game) -> bool {
    let mut filled = game.clone();
    fill_in_rounds(&mut filled);
    filled.turns.iter().zip(&game.turns).any(|(turn, other)| turn.player != other.player)
}

/// Returns whether the player of a turn is out and could not have played it, while the next player in the game could.
fn skips(turn: &Turn, table: &Table) -> bool {
    let (Some(mover), Some(next)) = (&turn.player, table.state.to_move()) else { return false };
    let is_playable = |seat: &Seat| {
        let mut tried = Table { state: table.state.clone(), errors: 0, players: table.players, violations: Vec::new() };
        let mut turn = Turn { player: Some(seat.clone()), ..turn.clone() };
        play(&mut turn, &mut tried);
        tried.errors == 0
    };
    !table.state.is_alive(mover) && mover != next && is_playable(next) && !is_playable(mover)
}

/// Infers the omitted values and the player of each turn: players alternate, and in a game of more than two those who
/// are out are skipped.
pub fn fill_in_rotation(game: &mut Game) {
    let mut table = Table::of(game);
    let seats: Vec<Seat> = game.players.iter().map(|player| player.seat.clone()).collect();
    for (index, turn) in game.turns.iter_mut().enumerate() {
        let next = seats.get(index % seats.len().max(1));
        turn.player = if seats.len() == 2 { next } else { table.state.to_move().or(next) }.cloned();
        play(turn, &mut table);
    }
}

fn play(turn: &mut Turn, table: &mut Table) {
    let Some(mover) = turn.player.clone() else { return };
    table.begin(&mover);
    for action in &mut turn.actions {
        table.act(action, &mover);
    }
    table.state.end_turn();
}
