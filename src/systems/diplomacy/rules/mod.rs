//! The rules of Diplomacy and Machiavelli, as the judge applies them.

mod board;
pub(in crate::systems::diplomacy) mod board_index;
pub mod codes;
mod moves;
mod named_board;
pub mod names;
pub mod orders;
mod position;
pub mod powers;
mod sections;
pub mod variants;

#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashSet};

use crate::model::{ActionKind, Board, Element, Field, Game, Player, PlayerKind, Position, Seat};
use crate::rules::parts::Part;
use crate::rules::{Finding, SystemRules};
use crate::text::{Code, Severity};

use board_index::BoardIndex;
pub use named_board::{COASTS, Lookup, NamedBoard};
use variants::Variant;

/// Parts and actions that games of Diplomacy have.
pub static SYSTEM: SystemRules = SystemRules {
    parts: &[
        Part::Board,
        Part::Holdings,
        Part::Owners,
        Part::CityOwners,
        Part::Homes,
        Part::Centres,
        Part::Flags,
        Part::Held,
        Part::NewOwners,
        Part::NewCityOwners,
        Part::Pieces,
        Part::UnitStatus,
        Part::SpecialUnits,
        Part::Retreats,
        Part::Results,
        Part::Convoys,
    ],
    has_action: |kind| {
        matches!(
            kind,
            ActionKind::Unknown
                | ActionKind::Hold { .. }
                | ActionKind::NoOrder { .. }
                | ActionKind::Move { .. }
                | ActionKind::Support { .. }
                | ActionKind::Convoy { .. }
                | ActionKind::Retreat { .. }
                | ActionKind::Disband { .. }
                | ActionKind::Build { .. }
                | ActionKind::Remove { .. }
                | ActionKind::Waive { .. }
                | ActionKind::Condition
                | ActionKind::Command
        )
    },
    lists_players: true,
    programs: &[],
    region_of: |_| None,
};

/// Checks a game as the judge would: its position, and its board unless that only serves to resolve names.
pub fn check(game: &Game) -> Vec<Finding> {
    let is_own = game.board.as_ref().is_some_and(|board| board.from.is_none());
    let mut findings = if is_own { check_board(game) } else { Vec::new() };
    findings.extend(check_position(game));
    findings
}

/// Checks the board and the sections of its map.
pub fn check_board(game: &Game) -> Vec<Finding> {
    let board_index = BoardIndex::of(game.board.as_ref());
    let (powers, mut found) = (Powers::of(game), Findings::default());
    board::check(&board_index, &powers, &mut found);
    moves::check(&board_index, &mut found);
    sections::passages(&board_index, &powers, &mut found);
    if let Some(details) = game.details.diplomacy() {
        sections::check(details, &board_index, &powers, &mut found);
    }
    found.0
}

/// Checks the units, the ownership and the accounts.
pub fn check_position(game: &Game) -> Vec<Finding> {
    let (powers, mut found) = (Powers::of(game), Findings::default());
    if let Some(position) = &game.position {
        position::check(position, &BoardIndex::of(game.board.as_ref()), &powers, &mut found);
        position::start(game, position, &powers, &mut found);
    }
    if let Some(details) = game.details.diplomacy() {
        position::accounts(details, &powers, &mut found);
    }
    found.0
}

/// Returns the players that own homes, provinces, units or money, or have a line in a position file: powers with
/// letters in their order, those with digits, then owners that are no powers.
pub fn players(game: &Game) -> Vec<Player> {
    let position = game.position.as_ref();
    let mut seats: BTreeSet<(u8, &Seat)> = BTreeSet::new();
    let mut add = |seat| _ = seats.insert((rank(seat), seat));
    game.board.iter().flat_map(homes).for_each(&mut add);
    for holding in position.iter().flat_map(|p| &p.holdings) {
        let owners = [&holding.owner, &holding.city_owner, &holding.home, &holding.new_owner, &holding.new_city_owner];
        owners.into_iter().filter_map(seat).for_each(&mut add);
    }
    let pieces = position.iter().flat_map(|p| &p.pieces).filter_map(Element::known);
    pieces.filter_map(|piece| piece.player.as_ref()).for_each(&mut add);
    if let Some(details) = game.details.diplomacy() {
        details.accounts.iter().filter_map(|account| Some(&account.known()?.player)).for_each(&mut add);
        let standings = details.standings.iter().flatten().filter_map(Element::known);
        standings.filter_map(|standing| standing.player.known()).for_each(&mut add);
        let members = details.game_block.iter().flat_map(|block| &block.members);
        members.filter_map(|member| Some(&member.known()?.player)).for_each(&mut add);
    }
    let player = |(_, seat): (u8, &Seat)| Player {
        kind: (!is_letter_or_digit(seat)).then_some(PlayerKind::Neutral),
        ..Player::at(seat.clone())
    };
    seats.into_iter().map(player).collect()
}

fn rank(seat: &Seat) -> u8 {
    match seat.as_str().as_bytes() {
        [b'A'..=b'Z'] => 0,
        [b'0'..=b'9'] => 1,
        _ => 2,
    }
}

fn is_letter_or_digit(seat: &Seat) -> bool {
    matches!(seat.as_str().as_bytes(), [b] if b.is_ascii_alphanumeric())
}

fn seat(field: &Field<Option<Seat>>) -> Option<&Seat> {
    field.known()?.as_ref()
}

/// Returns the power of each home on a board.
fn homes(board: &Board) -> impl Iterator<Item = &Seat> {
    board.territories.iter().filter_map(|territory| seat(&territory.known()?.home))
}

/// The powers of a game: those of the variant where the judge knows it, otherwise those that have a home, on the board
/// or by the position.
struct Powers {
    homes: HashSet<String>,
    variant: Option<&'static Variant>,
}

impl Powers {
    fn of(game: &Game) -> Powers {
        let holdings = game.position.iter().flat_map(|p: &Position| &p.holdings);
        let homes = game.board.iter().flat_map(homes).chain(holdings.filter_map(|h| seat(&h.home)));
        let homes = homes.map(|seat| seat.as_str().to_ascii_uppercase()).collect();
        Powers { homes, variant: variants::of(game) }
    }

    /// Returns why `seat` is no power; `None` where it is one, or was met before. Without a variant and without homes,
    /// every seat may be a power.
    fn stranger(&self, seat: &Seat, met: &mut HashSet<Seat>) -> Option<String> {
        // Observers and masters are accepted.
        let is_other = matches!(seat.as_str().as_bytes(), [b] if b.is_ascii_punctuation() || matches!(b, b'O' | b'M'));
        let (is_power, why) = match self.variant {
            Some(variant) => {
                let is_power = variant.power(seat).is_some() || is_other;
                (is_power, format!("the variant {} has no power {seat}", variant.name))
            }
            None => {
                let is_neutral = matches!(seat.as_str().as_bytes(), [b] if b.is_ascii_punctuation());
                let has_home = self.homes.contains(&seat.as_str().to_ascii_uppercase());
                (self.homes.is_empty() || is_neutral || has_home, format!("no province is a home of the power {seat}"))
            }
        };
        (!is_power && met.insert(seat.clone())).then_some(why)
    }
}

/// Findings in the order in which they were made.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, code: &'static Code, severity: Severity, path: String, message: String) {
        self.0.push(Finding::new(code, severity, &path, &message));
    }

    fn error(&mut self, code: &'static Code, path: String, message: String) {
        self.add(code, Severity::Error, path, message);
    }

    fn warning(&mut self, code: &'static Code, path: String, message: String) {
        self.add(code, Severity::Warning, path, message);
    }

    fn note(&mut self, code: &'static Code, path: String, message: String) {
        self.add(code, Severity::Note, path, message);
    }
}
