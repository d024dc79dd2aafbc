//! Owners of home provinces, where a position or a saved game differs from the board.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::model::{Field, Game, Holding, Position, Seat, Turn};
use crate::systems::diplomacy::rules::NamedBoard;

/// Key of the extra that lists homes by powers in a turn of a saved game.
const STATE_HOMES: &str = "state.homes";

/// Rule of the engine that lets powers build in every centre that they own.
const BUILD_ANY: &str = "BUILD_ANY";

/// Owners of home provinces.
#[derive(Debug, Default)]
pub(super) struct Homes {
    /// Owners that differ from the board, by territory; `None` for a home of nobody.
    stated_homes: HashMap<usize, Option<Seat>>,
    /// Whether every centre counts as a home of its owner.
    pub(super) is_any: bool,
}

impl Homes {
    pub(super) fn of(game: &Game, turn: &Turn, position: &Position, named_board: &NamedBoard) -> Homes {
        let mut homes = Homes { stated_homes: HashMap::new(), is_any: builds_anywhere(game) };
        homes.stated_homes = stated(turn, named_board);
        for holding in &position.holdings {
            if let (Some(number), Field::Known(home)) = (named_board.number(&holding.territory), &holding.home) {
                homes.stated_homes.insert(number, home.clone());
            }
        }
        homes
    }

    /// Returns the power whose home a province is.
    pub(super) fn owner<'a>(&'a self, number: usize, named_board: &'a NamedBoard) -> Option<&'a Seat> {
        match self.stated_homes.get(&number) {
            Some(home) => home.as_ref(),
            None => named_board.territory(number)?.home.known()?.as_ref(),
        }
    }
}

/// Returns whether powers may build in every centre that they own.
fn builds_anywhere(game: &Game) -> bool {
    game.variants.iter().flatten().any(|rule| rule == BUILD_ANY)
}

/// Returns the homes that a saved game lists. A home on the board is nobody's where its power is listed without it.
fn stated(turn: &Turn, named_board: &NamedBoard) -> HashMap<usize, Option<Seat>> {
    let extra = turn.extras.iter().find(|extra| extra.key == STATE_HOMES);
    let listed = extra.and_then(|extra| serde_json::from_str::<BTreeMap<String, Vec<String>>>(&extra.json).ok());
    let mut homes = HashMap::new();
    let Some(listed) = listed else { return homes };
    let seats: Vec<_> = listed.iter().filter_map(|(power, codes)| Some((named_board.seat(power)?, codes))).collect();
    for (number, territory) in named_board.territories().enumerate() {
        let Some(home) = territory.home.known().and_then(Option::as_ref) else { continue };
        if seats.iter().any(|(seat, _)| seat == home) {
            homes.insert(number, None);
        }
    }
    for (seat, codes) in &seats {
        homes.extend(
            codes.iter().filter_map(|code| Some((named_board.code_word(code.as_bytes())?, Some(seat.clone())))),
        );
    }
    homes
}

/// Returns a turn's position with the homes of a saved game that differ from the board, for use outside of these
/// checks.
pub fn with_homes(game: &Game, turn: &Turn, position: &Position, named_board: &NamedBoard) -> Position {
    let homes = Homes::of(game, turn, position, named_board);
    let mut position = position.clone();
    for holding in &mut position.holdings {
        let (Some(number), Some(Some(owner))) = (named_board.number(&holding.territory), holding.owner.known()) else {
            continue;
        };
        let of_board = named_board.territory(number).and_then(|territory| territory.home.known()?.as_ref());
        let home = if homes.is_any { Some(owner) } else { homes.owner(number, named_board) };
        if home != of_board {
            holding.home = Field::Known(home.cloned());
        }
    }
    // Homes on the board that are none in this game.
    let listed: HashSet<usize> = position.holdings.iter().filter_map(|h| named_board.number(&h.territory)).collect();
    let lost = homes.stated_homes.iter().filter(|(number, home)| home.is_none() && !listed.contains(number));
    let mut lost: Vec<usize> = lost.map(|(number, _)| *number).collect();
    lost.sort_unstable();
    let places = lost.into_iter().filter_map(|number| named_board.names().ids().get(number).cloned());
    position.holdings.extend(places.map(|place| Holding { home: Field::Known(None), ..Holding::of(place) }));
    position
}
