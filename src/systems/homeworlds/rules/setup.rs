//! Sets up homeworlds, and reports where a setup is against the servers' advice.

use smol_str::SmolStr;

use super::act::Act;
use super::codes;
use super::piece::{Colour, Piece};
use super::state::{Budget, PlayerStatus, Ship, World, illegal, remark};
use crate::model::{PieceName, TerritoryRef};
use crate::text::english::counted;

impl Act<'_> {
    pub(super) fn setup(
        &mut self,
        stars: &[Option<PieceName>],
        piece: &PieceName,
        at: &TerritoryRef,
        name: Option<&str>,
        insists: bool,
    ) {
        if !matches!(self.budget(), Budget::Untouched | Budget::Unclear) {
            let message = format!("{} has no action left in this turn", self.mover_name());
            self.emit(illegal(&codes::TOO_MANY_ACTIONS, message));
        }
        self.set_budget(Budget::Spent);
        if self.state.standings.get(self.mover) != Some(&PlayerStatus::Waiting) {
            let message = format!("{} already has a homeworld", self.mover_name());
            return self.emit(illegal(&codes::SETUP_TWICE, message));
        }
        if let Some(number) = self.state.number(at) {
            return self.taken(number);
        }
        let named = stars.iter().flatten().count();
        if !(1..=2).contains(&named) {
            let message = format!("the homeworld of {} has {}", self.mover_name(), counted(named, "star", "stars"));
            self.emit(illegal(&codes::HOME_STARS, message));
        }
        let stars: Vec<Piece> = stars.iter().flatten().take(2).filter_map(|star| self.draw(star)).collect();
        let ship = self.draw(piece);
        let (Some(ship), false) = (ship, stars.is_empty()) else {
            // A homeworld without a star or a ship would be lost when the turn ends.
            return stars.into_iter().chain(ship).for_each(|piece| self.state.give_back(piece));
        };
        if !insists {
            self.advise(&stars, ship);
        }
        self.state.worlds_mut().push(World {
            id: at.clone(),
            name: name.map(SmolStr::new),
            stars,
            ships: vec![Ship { piece: ship, owner: self.mover }],
            home: Some(self.mover),
        });
        if let Some(standing) = self.state.standings.get_mut(self.mover) {
            *standing = PlayerStatus::Playing;
        }
        self.same_name();
    }

    fn draw(&mut self, name: &PieceName) -> Option<Piece> {
        let piece = self.piece(Some(name))?;
        if !self.state.take(piece) {
            self.not_in_bank(piece, None);
            return None;
        }
        Some(piece)
    }

    fn advise(&mut self, stars: &[Piece], ship: Piece) {
        let has = |colour: Colour| stars.iter().chain([&ship]).any(|piece| piece.colour() == colour);
        let colours = Colour::ALL.into_iter().filter(|colour| has(*colour)).count();
        let neighbour = self.neighbour_sizes();
        let advice = [
            (stars.len() < 2, "it has one star"),
            (ship.size() < 3, "its ship is not large"),
            (colours < 3, "it has fewer than three colours"),
            (!has(Colour::Green), "it has nothing green"),
            (!has(Colour::Blue), "it has nothing blue"),
            (neighbour == Some(sizes(stars)), "its stars are of the sizes of the neighbour's on the right"),
            (
                neighbour.is_some_and(|neighbour| neighbour & sizes(stars) == 0),
                "it is connected with that of the neighbour on the right",
            ),
        ];
        let against: Vec<&str> = advice.into_iter().filter_map(|(is_so, what)| is_so.then_some(what)).collect();
        if !against.is_empty() {
            let message =
                format!("the homeworld of {} is against the advice: {}", self.mover_name(), against.join(", "));
            self.emit(remark(&codes::SETUP_ADVICE, message));
        }
    }

    /// Returns the star sizes of the neighbour on the right, who set up before; `None` if that neighbour has no
    /// homeworld.
    fn neighbour_sizes(&self) -> Option<u8> {
        let right = self.state.table.behind(self.mover).next_back()?;
        Some(sizes(&self.state.home_of(right)?.stars))
    }
}

/// Returns the sizes of the stars as a set of bits.
fn sizes(stars: &[Piece]) -> u8 {
    stars.iter().fold(0, |sizes, star| sizes | 1 << star.size())
}
