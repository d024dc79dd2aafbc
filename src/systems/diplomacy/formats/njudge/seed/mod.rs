//! Seed files, and the judge's position files `G###`, which begin in the same way.

mod block;
mod ownership;
mod phase;
mod players;
mod prepare;
mod read;
mod records;
mod render;
mod secrets;
mod style;
mod unit;

pub use phase::is_phase;
pub use prepare::prepare;
pub use read::{lint_source, read};
pub use render::render;
pub use secrets::secrets;
pub use style::Style;
pub use unit::unit;

use std::collections::HashMap;

use ownership::{Layout, name_row};

use crate::model::{Board, Field, Game, Player, Seat, TerritoryRef, by_seat};
use crate::systems::diplomacy::model::{DiplomacyDetails, Ownership, OwnershipGroup, PlayerRow};
use crate::systems::diplomacy::rules::names::{Names, name_first};
use crate::systems::diplomacy::rules::variants::{self, Variant};

/// A board at hand: the map on which the names in a file are resolved.
pub struct OnBoard {
    /// The board.
    pub board: Board,
    /// Lookup of its territories by name.
    pub names: Names,
    /// Spelling that each territory is written with, in their order; `None` where no name leads to it.
    spellings: Vec<Option<String>>,
}

impl OnBoard {
    /// Creates a board at hand; `None` where the board has no territories.
    pub fn new(board: &Board) -> Option<OnBoard> {
        let names = Names::of(board);
        let spellings = names.written(board, name_first).into_iter().map(|s| s.map(str::to_owned)).collect();
        (!names.is_empty()).then(|| OnBoard { board: board.clone(), names, spellings })
    }

    /// Returns a place as it is written: with the name of its territory, where the board has it.
    fn spelled(&self, place: &TerritoryRef) -> String {
        place.renamed(self.spelling(place).unwrap_or(place.territory())).to_string()
    }

    /// Returns the spelling of a place's territory, without the coast; `None` where no name leads to it.
    fn spelling(&self, place: &TerritoryRef) -> Option<&str> {
        self.spellings.get(self.names.number(place.territory())?)?.as_deref()
    }
}

/// Returns whether a game that was read without a board has initials of names in its records.
pub fn has_names(game: &Game) -> bool {
    let ownership = game.details.diplomacy().and_then(|details| details.ownership.as_ref());
    matches!(ownership, Some(Ownership::Groups(groups)) if groups.iter().any(|group| !group.names.is_empty()))
}

/// Returns whether a board has as many territories, with the same initials, as the records of a game that was read
/// without one.
pub fn is_of_board(game: &Game, board: &Board) -> bool {
    let Some(details) = game.details.diplomacy() else { return false };
    let Some(Ownership::Groups(groups)) = &details.ownership else { return false };
    let Some(board) = OnBoard::new(board) else { return false };
    let width = |group: &OwnershipGroup| group.names.first().map_or(0, |row| row.chars().count());
    let layout = |group| ownership::GroupLayout { rows: Vec::new(), width: width(group) };
    let layouts: Vec<_> = groups.iter().map(layout).collect();
    layouts.iter().map(|layout| layout.width).sum::<usize>() == board.names.len()
        && names_agree(groups, &Layout::Records(layouts), &board)
}

/// Returns whether the letters of names in records are those of the board's territories.
fn names_agree(groups: &[OwnershipGroup], layout: &Layout, board: &OnBoard) -> bool {
    let Layout::Records(layouts) = layout else { return false };
    let mut base = 0;
    groups.iter().zip(layouts).all(|(group, layout)| {
        let range = base..base + layout.width;
        base = range.end;
        let agrees = |(letter, row): (usize, &String)| {
            row.trim_end().eq_ignore_ascii_case(name_row(board, range.clone(), letter).trim_end())
        };
        group.names.iter().enumerate().all(agrees)
    })
}

/// Returns the variant in the game block of a position file.
fn variant_of(details: &DiplomacyDetails) -> Option<&'static Variant> {
    details.game_block.as_ref().and_then(|block| variants::numbered(block.variant))
}

/// Characters of a power's name that the judge writes.
const NAME_LENGTH: usize = 9;

/// Returns a name as the judge writes it: one word, cut short.
fn short_name(name: &str) -> String {
    name.replace(' ', "_").chars().take(NAME_LENGTH).collect()
}

/// Returns the name of a power in its variant, where `written` is that name, perhaps cut short.
fn full_name(variant: Option<&Variant>, seat: &Seat, written: &str) -> Option<&'static str> {
    let power = variant?.power(seat)?;
    let is_short = block::is_same_power(written, &short_name(power.name));
    (is_short || block::is_same_power(written, power.name)).then_some(power.name)
}

/// The names of powers in a position file: one word each, cut short as the judge does it where the variant gives the rest.
struct WrittenNames<'g> {
    /// The players by their seats; of two on one seat, the first.
    players: HashMap<&'g Seat, &'g Player>,
    variant: Option<&'static Variant>,
}

impl<'g> WrittenNames<'g> {
    fn new(game: &'g Game, details: &DiplomacyDetails) -> Self {
        WrittenNames { players: by_seat(&game.players), variant: variant_of(details) }
    }

    /// Returns the name of the power on a seat.
    fn of(&self, seat: &Seat) -> String {
        let player = self.players.get(seat).copied();
        let name = player.and_then(Player::name).unwrap_or(seat.as_str());
        match self.variant.and_then(|variant| variant.power(seat)) {
            Some(power) if power.name == name => short_name(name),
            _ => name.replace(' ', "_"),
        }
    }

    /// Returns the name that a row of the players' block is written under.
    fn of_standing(&self, standing: &PlayerRow) -> String {
        match &standing.player {
            Field::Known(seat) => self.of(seat),
            Field::Unknown(name) => name.unknown.clone(),
            Field::Absent => String::new(),
        }
    }
}

/// Returns the players of a game, with the names that its file gives them.
fn named_players(game: &Game, named: &[Player]) -> Vec<Player> {
    let mut players = crate::systems::diplomacy::rules::players(game);
    let named = by_seat(named);
    for player in &mut players {
        if let Some(named) = named.get(&player.seat) {
            player.name = named.name.clone();
        }
    }
    players
}
