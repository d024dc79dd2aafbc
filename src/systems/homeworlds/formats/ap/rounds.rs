//! Moves in rounds: a list with a place for each player, in which null stands for a player who does not move.
//!
//! Brackets and nulls between two moves are the terminator of the first move, so that a file may mark the players in
//! another way than the usual one and keep it.

use std::collections::HashMap;

use super::infer;
use crate::model::{Game, Seat};
use crate::text::json::Spacing;

/// Writes the text between moves.
pub struct Rounds<'s> {
    spacing: &'s Spacing,
    /// The nesting depth of a round.
    depth: usize,
}

impl<'s> Rounds<'s> {
    /// Creates a writer for rounds at that depth.
    pub fn new(spacing: &'s Spacing, depth: usize) -> Self {
        Rounds { spacing, depth }
    }

    /// Returns the text before the first move.
    pub fn begin(&self, place: usize) -> String {
        let mut out = String::new();
        self.spacing.line(self.depth, &mut out);
        self.open(place, &mut out);
        out
    }

    /// Returns the text between moves in these places.
    pub fn between(&self, place: usize, next: usize) -> String {
        let mut out = String::new();
        if next > place {
            self.spacing.comma(self.depth + 1, &mut out);
            self.nulls(next - place - 1, &mut out);
        } else {
            self.spacing.line(self.depth, &mut out);
            out.push(']');
            self.spacing.comma(self.depth, &mut out);
            self.open(next, &mut out);
        }
        out
    }

    /// Returns the text after the last move. If the moves would be read as rounds that skip players who are out, a null
    /// shows that all players have a place.
    pub fn end(&self, game: &Game) -> String {
        let mut out = String::new();
        if game.players.len() > 2 && !has_nulls(game) && infer::rotates(game) {
            self.spacing.comma(self.depth + 1, &mut out);
            out.push_str("null");
        }
        self.spacing.line(self.depth, &mut out);
        out.push(']');
        self.spacing.line(self.depth.saturating_sub(1), &mut out);
        out
    }

    fn open(&self, place: usize, out: &mut String) {
        out.push('[');
        self.spacing.line(self.depth + 1, out);
        self.nulls(place, out);
    }

    fn nulls(&self, count: usize, out: &mut String) {
        for _ in 0..count {
            out.push_str("null");
            self.spacing.comma(self.depth + 1, out);
        }
    }
}

/// Returns the place of each turn's player in a round.
pub fn places(game: &Game) -> Vec<usize> {
    let seats: HashMap<&Seat, usize> =
        game.players.iter().zip(0..).map(|(player, place)| (&player.seat, place)).collect();
    let place = |seat: &Seat| seats.get(seat).copied();
    game.turns.iter().map(|turn| turn.player.as_ref().and_then(place).unwrap_or_default()).collect()
}

/// Returns whether a player does not move in a round before the last.
fn has_nulls(game: &Game) -> bool {
    let places = places(game);
    places.iter().enumerate().any(|(index, place)| *place != index % game.players.len().max(1))
}
