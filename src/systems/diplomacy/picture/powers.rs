//! The powers of a game, and their colours.

use std::collections::HashMap;

use crate::model::{Element, Game, PlayerKind, Position, Seat};

/// The powers of a game in the order of the document, which their colours follow.
#[derive(Default)]
pub struct Powers<'d> {
    pub seats: Vec<&'d Seat>,
    indexes: HashMap<&'d Seat, usize>,
    /// Owners that are not powers.
    neutral: Vec<&'d Seat>,
}

impl<'d> Powers<'d> {
    /// Collects the powers: those that the game lists, then those with homes on the board, then those with pieces,
    /// holdings or orders. Owners that are not powers come last.
    pub fn of(game: &'d Game) -> Powers<'d> {
        let mut powers = Powers::default();
        let is_neutral = |seat: &Seat| {
            let listed = game.players.iter().find(|player| player.seat == *seat);
            listed.map_or(seat.as_str() == "&", |player| player.kind == Some(PlayerKind::Neutral))
        };
        let (neutral, listed): (Vec<&Seat>, Vec<&Seat>) =
            game.players.iter().map(|player| &player.seat).partition(|seat| is_neutral(seat));
        listed.into_iter().for_each(|seat| powers.add(seat));
        let territories = game.board.iter().flat_map(|board| &board.territories).filter_map(Element::known);
        territories.filter_map(|t| t.home.known()?.as_ref()).for_each(|seat| powers.add(seat));
        let positions = game.turns.iter().filter_map(|turn| turn.position.as_deref()).chain(&game.position);
        positions.flat_map(seats).filter(|seat| !is_neutral(seat)).for_each(|seat| powers.add(seat));
        let actions = game.turns.iter().flat_map(|turn| &turn.actions);
        actions.filter_map(|action| action.player.as_ref()).for_each(|seat| powers.add(seat));
        neutral.iter().for_each(|seat| powers.add(seat));
        powers.neutral = neutral;
        let positions = game.turns.iter().filter_map(|turn| turn.position.as_deref()).chain(&game.position);
        positions.flat_map(seats).for_each(|seat| powers.add(seat));
        powers
    }

    fn add(&mut self, seat: &'d Seat) {
        if !self.indexes.contains_key(seat) {
            self.indexes.insert(seat, self.seats.len());
            self.seats.push(seat);
        }
    }

    /// Returns the index of the colour of a power's pieces; `None` for an owner that is not a power.
    pub fn colour(&self, seat: &Seat) -> Option<usize> {
        self.index(seat).filter(|_| !self.neutral.contains(&seat))
    }

    /// Returns the index of a power in the list, which is that of its colour; `None` if it is not listed.
    pub fn index(&self, seat: &Seat) -> Option<usize> {
        self.indexes.get(seat).copied()
    }
}

fn seats(position: &Position) -> impl Iterator<Item = &Seat> {
    let pieces = position.pieces.iter().filter_map(Element::known).filter_map(|piece| piece.player.as_ref());
    let owners = position.holdings.iter().flat_map(|holding| [&holding.owner, &holding.city_owner]);
    pieces.chain(owners.filter_map(|owner| owner.known()?.as_ref()))
}
