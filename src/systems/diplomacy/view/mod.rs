//! Shows a game of Diplomacy or Machiavelli: the position, the judge's blocks, and the map.

mod block;
mod board;
mod history;
pub(in crate::systems::diplomacy) mod orders;
mod passages;
pub(in crate::systems::diplomacy) mod position;
mod sections;
mod terms;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::model::{
    Board, BuiltinBoard, Document, Element, Field, Game, Player, PlayerKind, Seat, Territory, TerritoryRef,
};
use crate::systems::diplomacy::boards::standard;
use crate::systems::diplomacy::model::DiplomacyDetails;
use crate::systems::diplomacy::rules::variants::{self, Variant};
use crate::text::printable::printable;
use crate::view::layout::{Page, clip, counted, name_text, raw, seat_text};
use crate::view::{SystemView, ViewOptions};
use terms::TERMS;

/// Greatest width of the name of a province or power.
const NAME_COLUMNS: usize = 30;
/// Greatest width of a coast; without a map, a coast is shown as the file has it.
const COAST_COLUMNS: usize = 12;
/// Greatest number of names in a sentence.
const MAX_NAMES: usize = 8;
/// Greatest number of names in a cell of a table.
const MAX_IN_CELL: usize = 40;
/// Greatest number of powers, and so of rows, in a table.
const MAX_POWERS: usize = 36;
/// Greatest width of the name of a variant or game.
const TITLE_COLUMNS: usize = 24;

/// The view of games of Diplomacy.
pub static SYSTEM: SystemView = SystemView {
    what,
    show,
    board: Some(history::board),
    terms: &TERMS,
    album: Some(crate::systems::diplomacy::picture::open),
    after_turn: Some(history::phase),
};

/// Returns a phrase for the kind of game or file.
pub(in crate::systems::diplomacy) fn what(game: &Game) -> String {
    let details = game.details.diplomacy();
    let has_blocks = details.is_some_and(|d| !d.accounts.is_empty() || d.standings.is_some() || d.game_block.is_some());
    let position = match &game.position {
        Some(_) if has_blocks || game.variant.is_none() => Some("position"),
        Some(_) => Some("seed"),
        None => None,
    };
    let what = match (own_board(game), position) {
        _ if !game.turns.is_empty() && game.turns.iter().all(|turn| turn.position.is_none()) => "orders".to_owned(),
        _ if !game.turns.is_empty() => "game".to_owned(),
        (Some(_), Some(position)) => format!("map and {position}"),
        (Some(_), None) => "map".to_owned(),
        (None, Some(position)) => position.to_owned(),
        (None, None) => "game".to_owned(),
    };
    let system = if is_machiavelli(game) { "Machiavelli" } else { game.system.name() };
    match &game.variant {
        Some(variant) => format!("{system} {what}, variant {}", clip(&printable(variant), TITLE_COLUMNS)),
        None => format!("{system} {what}"),
    }
}

/// Shows the game: the position first, then the map.
fn show(page: &mut Page, document: &Document, options: &ViewOptions) {
    let game = &document.game;
    let nothing = DiplomacyDetails::default();
    let details = game.details.diplomacy().unwrap_or(&nothing);
    let view = View::of(game, details, options.reveal);
    if let Some(title) = &game.title {
        page.paragraph(&format!("{}.", name_text(title)));
    }
    let board = own_board(game);
    if let Some(position) = &game.position {
        view.position(page, position);
    }
    view.blocks(page, document.redacted);
    if let Some(board) = board {
        view.board(page, board);
    }
    if !game.turns.is_empty() {
        view.orders(page, &game.turns);
    }
    if game.position.is_none() && board.is_none() && game.turns.is_empty() {
        page.paragraph(&format!("No map and no position; {}.", counted(game.players.len(), "power", "powers")));
    }
    let lines = view.not_understood();
    if lines > 0 {
        page.paragraph(&format!("Not understood: {}.", counted(lines, "line", "lines")));
    }
}

/// Returns the board; `None` where it is a built-in one, only serves to resolve names, or is empty.
fn own_board(game: &Game) -> Option<&Board> {
    let says_something = |b: &&Board| !b.territories.is_empty() || !b.adjacencies.is_empty() || !b.passages.is_empty();
    game.board.as_ref().filter(|board| board.from.is_none() && board.builtin.is_none()).filter(says_something)
}

/// Returns whether a game has cities, money, garrisons or disasters.
fn is_machiavelli(game: &Game) -> bool {
    let mut territories = game.board.iter().flat_map(|b| &b.territories).filter_map(Element::known);
    let has_tables = game.details.diplomacy().is_some_and(|d| {
        let has_disasters = d.famine.is_some() || d.plague.is_some() || d.storms.is_some();
        has_disasters || d.income.is_some() || d.limits.is_some() || !d.accounts.is_empty()
    });
    let is_garrisoned = game.position.as_ref().is_some_and(|position| {
        let mut pieces = position.pieces.iter().filter_map(Element::known);
        let has_city = position.holdings.iter().any(|h| !h.city_owner.is_absent());
        has_city || pieces.any(|piece| piece.kind == "garrison")
    });
    has_tables || is_garrisoned || territories.any(|t| t.city.is_some())
}

/// A game with indexes of its territories and players, to be shown.
pub(in crate::systems::diplomacy) struct View<'d> {
    game: &'d Game,
    details: &'d DiplomacyDetails,
    reveal: bool,
    territories: HashMap<&'d str, &'d Territory>,
    players: HashMap<&'d Seat, (usize, &'d Player)>,
    variant: Option<&'static Variant>,
}

impl<'d> View<'d> {
    pub(in crate::systems::diplomacy) fn of(game: &'d Game, details: &'d DiplomacyDetails, reveal: bool) -> View<'d> {
        let mut territories = HashMap::new();
        let builtin = game.board.as_ref().and_then(|board| board.builtin);
        let builtin = (builtin == Some(BuiltinBoard::Standard)).then(|| standard().board());
        for territory in game.board.iter().chain(builtin).flat_map(|b| &b.territories).filter_map(Element::known) {
            territories.entry(territory.id.as_str()).or_insert(territory);
        }
        let players = game.players.iter().enumerate().map(|(i, player)| (&player.seat, (i, player))).collect();
        View { game, details, reveal, territories, players, variant: variants::of(game) }
    }

    /// Returns a place by its name, with the coast.
    pub(in crate::systems::diplomacy) fn place(&self, place: &TerritoryRef) -> String {
        let name = match self.territories.get(place.territory()) {
            Some(territory) => territory_name(territory),
            None => clip(&printable(place.territory()), NAME_COLUMNS),
        };
        match place.coast() {
            Some(coast) => format!("{name}/{}", clip(&printable(coast), COAST_COLUMNS)),
            None => name,
        }
    }

    /// Returns the territory of a place by its name, without the coast.
    fn territory(&self, field: &Field<TerritoryRef>) -> String {
        match field {
            Field::Known(place) => self.place(&TerritoryRef::new(place.territory())),
            Field::Unknown(text) => raw(&text.unknown),
            Field::Absent => "?".into(),
        }
    }

    fn name_of(&self, seat: &Seat) -> Option<String> {
        let (_, player) = self.players.get(seat)?;
        let of_variant = self.variant.and_then(|variant| variant.power(seat)).map(|power| power.name);
        match player.name().or(of_variant) {
            Some(name) => Some(clip(&name_text(name), NAME_COLUMNS)),
            None if player.kind == Some(PlayerKind::Neutral) && seat.as_str() == "&" => Some("autonomous".into()),
            None => None,
        }
    }

    /// Returns a power for a sentence: its name, or else its letter.
    pub(in crate::systems::diplomacy) fn power(&self, seat: &Seat) -> String {
        self.name_of(seat).unwrap_or_else(|| seat_text(seat))
    }

    /// Returns a power for a table: its letter, and its name where that is known.
    fn power_cell(&self, seat: &Seat) -> String {
        match self.name_of(seat) {
            Some(name) => format!("{} {name}", seat_text(seat)),
            None => seat_text(seat),
        }
    }

    /// Returns an owner for a sentence.
    fn owner(&self, owner: &Field<Option<Seat>>) -> String {
        match owner {
            Field::Known(Some(seat)) => seat_text(seat),
            Field::Known(None) | Field::Absent => "nobody".into(),
            Field::Unknown(text) => raw(&text.unknown),
        }
    }

    /// Returns the rank of a power among the others: players in their order, then other letters, then digits.
    fn rank(&self, seat: &Seat) -> usize {
        let is_letter = seat.as_str().starts_with(|c: char| c.is_ascii_alphabetic());
        self.players.get(seat).map_or(usize::MAX - usize::from(is_letter), |(rank, _)| *rank)
    }

    /// Returns the number of lines of the file that are kept as text.
    fn not_understood(&self) -> usize {
        let (game, details) = (self.game, self.details);
        let of_board = own_board(game).map_or(0, |b| {
            let passages = known(&b.passages).into_iter().filter(|p| passages::is_no_passage(p)).count();
            unknown(&b.territories) + unknown(&b.adjacencies) + unknown(&b.passages) + passages
        });
        let of_position = game.position.as_ref().map_or(0, |p| unknown(&p.pieces));
        let of_block = details.game_block.as_ref().map_or(0, |b| unknown(&b.settings) + unknown(&b.members));
        let of_tables = unknown(details.income.as_deref().unwrap_or_default())
            + unknown(details.hong_kong.as_deref().unwrap_or_default())
            + unknown(details.limits.as_deref().unwrap_or_default())
            + unknown(details.extra_centres.as_deref().unwrap_or_default())
            + details.sections.iter().filter(|section| section.is_unknown()).count();
        let standings = unknown(details.standings.as_deref().unwrap_or_default());
        of_board + of_position + of_block + of_tables + standings + unknown(&details.accounts)
    }
}

fn unknown<T>(elements: &[Element<T>]) -> usize {
    elements.iter().filter(|element| element.known().is_none()).count()
}

fn known<T>(elements: &[Element<T>]) -> Vec<&T> {
    elements.iter().filter_map(Element::known).collect()
}

/// Returns the number of rows of a table for so many powers.
fn clipped_powers(powers: usize) -> usize {
    powers.min(MAX_POWERS)
}

fn territory_name(territory: &Territory) -> String {
    let name = territory.name.as_deref().filter(|name| !name.trim().is_empty());
    clip(&printable(name.unwrap_or(territory.id.as_str())), NAME_COLUMNS)
}

fn builtin_name(board: BuiltinBoard) -> &'static str {
    match board {
        BuiltinBoard::GlobalWar => "Global War",
        BuiltinBoard::Standard => "standard",
        BuiltinBoard::Power => "Power",
    }
}
