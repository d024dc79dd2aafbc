//! Seed files, and the judge's position files `G###`, which begin alike.

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

use ownership::{Layout, name_row};

use crate::model::{Board, Field, Game, Player, Seat, TerritoryRef};
use crate::systems::diplomacy::model::{DiplomacyDetails, Ownership, OwnershipGroup, PlayerRow};
use crate::systems::diplomacy::rules::names::{Names, name_first};
use crate::systems::diplomacy::rules::variants::{self, Variant};

/// A board at hand: the map that a file's names are of.
pub struct OnBoard {
    /// The board.
    pub board: Board,
    /// How its territories are found.
    pub names: Names,
    /// How each is written, in their order; none where no name leads to it.
    spellings: Vec<Option<String>>,
}

impl OnBoard {
    /// A board with territories.
    pub fn new(board: &Board) -> Option<OnBoard> {
        let names = Names::of(board);
        let spellings = names.written(board, name_first).into_iter().map(|s| s.map(str::to_owned)).collect();
        (!names.is_empty()).then(|| OnBoard { board: board.clone(), names, spellings })
    }

    /// A place as it is written: by its territory's name, where it is one of the board.
    fn spelled(&self, place: &TerritoryRef) -> String {
        place.renamed(self.spelling(place).unwrap_or(place.territory())).to_string()
    }

    /// What a place's territory is written as, without the coast.
    fn spelling(&self, place: &TerritoryRef) -> Option<&str> {
        self.spellings.get(self.names.number(place.territory())?)?.as_deref()
    }
}

/// Whether a game read without a board has the letters of names in records.
pub fn has_names(game: &Game) -> bool {
    let ownership = game.details.diplomacy().and_then(|details| details.ownership.as_ref());
    matches!(ownership, Some(Ownership::Groups(groups)) if groups.iter().any(|group| !group.names.is_empty()))
}

/// Whether the territories of a board are those that a game read without one counts in its records.
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

/// Whether the letters of names in records are those of the board's territories.
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

/// The variant that the game block of a position file tells.
fn variant_of(details: &DiplomacyDetails) -> Option<&'static Variant> {
    details.game_block.as_ref().and_then(|block| variants::numbered(block.variant))
}

/// How many characters the judge writes of a power's name.
const NAME_LENGTH: usize = 9;

/// A name as the judge writes it.
fn short_name(name: &str) -> String {
    name.replace(' ', "_").chars().take(NAME_LENGTH).collect()
}

/// The name that a power has in its variant, where it is the one that a line has, perhaps cut short.
fn full_name(variant: Option<&Variant>, seat: &Seat, written: &str) -> Option<&'static str> {
    let power = variant?.power(seat)?;
    let is_short = block::is_same_power(written, &short_name(power.name));
    (is_short || block::is_same_power(written, power.name)).then_some(power.name)
}

/// The name that a power has in a position file: one word, cut short as the judge does it where the variant tells the
/// rest.
fn name_of(players: &[Player], seat: &Seat, variant: Option<&Variant>) -> String {
    let player = players.iter().find(|player| player.seat == *seat);
    let name = player.and_then(Player::name).unwrap_or(seat.as_str());
    match variant.and_then(|variant| variant.power(seat)) {
        Some(power) if power.name == name => short_name(name),
        _ => name.replace(' ', "_"),
    }
}

/// The name that a row is written under.
fn standing_name(players: &[Player], standing: &PlayerRow, variant: Option<&Variant>) -> String {
    match &standing.player {
        Field::Known(seat) => name_of(players, seat, variant),
        Field::Unknown(name) => name.unknown.clone(),
        Field::Absent => String::new(),
    }
}

/// The players of a game, with the names that its file gives them.
fn named_players(game: &Game, named: &[Player]) -> Vec<Player> {
    let mut players = crate::systems::diplomacy::rules::players(game);
    for player in &mut players {
        if let Some(named) = named.iter().find(|named| named.seat == player.seat) {
            player.name = named.name.clone();
        }
    }
    players
}
