//! What the moves leave unsaid follows from the board: the size of a ship that is built, whose turn it is.

use smol_str::SmolStr;

use crate::model::{Action, ActionKind, Game, PieceName, Seat, Turn};
use crate::systems::homeworlds::rules::codes::SETUP_ADVICE;
use crate::systems::homeworlds::rules::{Colour, Piece, RuleViolation, Server, State};
use crate::text::Severity;

/// A game while it is played.
pub struct Table {
    /// The position.
    pub state: State,
    /// What there was against the actions so far, that is an error.
    errors: usize,
    players: usize,
    violations: Vec<RuleViolation>,
}

impl Table {
    /// Before the first turn.
    pub fn of(game: &Game) -> Table {
        let state = State::of(game, Server::AbstractPlay);
        Table { state, errors: 0, players: game.players.len(), violations: Vec::new() }
    }

    /// Begins a turn.
    pub fn begin(&mut self, mover: &Seat) {
        // Who is out moves all the same, if the record says so.
        let _ = self.state.begin_turn(mover);
    }

    /// Fills in what follows from the board, and does the action; gives whether the server advises against a homeworld.
    pub fn act(&mut self, action: &mut Action, mover: &Seat) -> bool {
        match &mut action.kind {
            ActionKind::Build { piece, .. } => {
                if let Some(built) = piece.as_ref().and_then(|piece| self.built(piece)) {
                    *piece = Some(built);
                    action.inferred = vec!["piece".into()];
                }
            }
            ActionKind::Capture { piece, at, owner: owner @ None } if self.players > 2 => {
                let seat = Piece::parse(&piece.0).and_then(|piece| self.state.owner_of(piece, at, mover));
                if let Some(seat) = seat {
                    *owner = Some(seat.clone());
                    action.inferred = vec!["owner".into()];
                }
            }
            _ => {}
        }
        self.state.act_noting(action, &mut self.violations);
        let is_advised = self.violations.iter().any(|violation| violation.code.id == SETUP_ADVICE.id);
        self.errors += self.violations.drain(..).filter(|violation| violation.severity == Severity::Error).count();
        is_advised
    }

    /// The smallest piece of a colour in the bank.
    fn built(&self, piece: &PieceName) -> Option<PieceName> {
        let colour = Colour::parse(piece.0.get(..1)?)?;
        self.state.smallest(colour).map(|piece| PieceName(SmolStr::new_static(piece.as_str())))
    }
}

/// Fills in what is left unsaid, by the movers that the turns have.
pub fn fill(game: &mut Game) {
    let mut table = Table::of(game);
    for turn in &mut game.turns {
        play(turn, &mut table);
    }
}

/// Fills in the same where the rounds may leave out who is out of the game: from the first turn on whose player is out,
/// and which the next one in the game could have played instead.
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

/// Whether a game whose turns have their movers would be read as one with others.
pub fn rotates(game: &Game) -> bool {
    let mut filled = game.clone();
    fill_in_rounds(&mut filled);
    filled.turns.iter().zip(&game.turns).any(|(turn, other)| turn.player != other.player)
}

/// Whether the player of a turn is out and could not have played it, as the next one in the game could.
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

/// Fills in the same, and whose turn it is: players take turns, and of more than two those who are out take none.
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
