//! Start positions: `<1>; Andy(0,b3y2)g3g2r1-; A(g1)-y3b2`. The number is the index of the player to move. Each system
//! has in brackets the index of the player whose homeworld it is and its stars, followed by the ships of each player
//! with `-` between the players.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use smol_str::SmolStr;

use crate::model::{Element, Holding, Piece, Position, Seat, TerritoryRef};
use crate::systems::homeworlds::formats::prepare::seats;
use crate::systems::homeworlds::rules::Piece as Kind;

/// Maximum number of pieces of a start position; text with more is not one. The bank for two players has 36 pieces.
pub const MAX_PIECES: usize = 1000;

/// The numbers of players that a start position may be for.
pub const PLAYERS: RangeInclusive<usize> = 2..=8;

/// A start position as written.
#[derive(Debug)]
pub struct Start {
    /// The index of the player to move, from 0.
    pub to_move: usize,
    /// The number of players.
    pub players: usize,
    systems: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    name: String,
    home_of: Option<usize>,
    stars: Vec<Kind>,
    ships: Vec<Vec<Kind>>,
}

/// Returns whether a line continues a start position.
pub fn is_entries(line: &str) -> bool {
    line.trim().split(';').map(str::trim).filter(|part| !part.is_empty()).all(|part| entry(part).is_some())
}

/// Returns whether a line that begins with `<` may be a start position, or the first line of one.
pub fn may_be(line: &str) -> bool {
    let number = line.strip_prefix('<').and_then(|rest| rest.split_once('>')).map(|(number, _)| number.trim());
    number.is_some_and(|number| number.parse::<usize>().is_ok()) || line.trim_end().ends_with(';')
}

/// Parses a start position; `None` if the text is not one.
pub fn read(text: &str) -> Option<Start> {
    let (number, rest) = text.trim().strip_prefix('<')?.split_once('>')?;
    let to_move: usize = number.trim().parse().ok()?;
    let entries = rest.split([';', '\n', '\r']).map(str::trim).filter(|part| !part.is_empty());
    let systems: Vec<Entry> = entries.map(entry).collect::<Option<_>>()?;
    let players = systems.iter().map(|system| system.ships.len()).max()?;
    let is_whole =
        systems.iter().all(|system| system.ships.len() == players && system.home_of.is_none_or(|home| home < players));
    let pieces: usize = systems.iter().map(|system| system.stars.len() + system.ships.iter().flatten().count()).sum();
    (is_whole && pieces <= MAX_PIECES && PLAYERS.contains(&players) && to_move < players).then_some(Start {
        to_move,
        players,
        systems,
    })
}

fn entry(text: &str) -> Option<Entry> {
    let (name, rest) = text.split_once('(')?;
    let (inside, ships) = rest.split_once(')')?;
    let (home_of, stars) = match inside.split_once(',') {
        Some((home, stars)) => (Some(home.trim().parse().ok()?), stars),
        None => (None, inside),
    };
    let name = name.trim();
    let is_name = !name.is_empty() && !name.contains(char::is_whitespace);
    let ships: Vec<Vec<Kind>> = ships.split('-').map(pieces).collect::<Option<_>>()?;
    is_name.then_some(Entry { name: name.to_owned(), home_of, stars: pieces(stars)?, ships })
}

fn pieces(text: &str) -> Option<Vec<Kind>> {
    let text = text.trim();
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Kind::parse(std::str::from_utf8(pair).ok()?)).collect()
}

impl Start {
    /// Converts to a position of the model; `born` returns the id of a system with that name.
    pub fn position(&self, mut born: impl FnMut(&str) -> TerritoryRef) -> Position {
        let seats = seats(self.players);
        let mut position = Position::default();
        let piece = |kind: &Kind, player: Option<&Seat>, territory: &TerritoryRef| {
            Element::Known(Piece {
                player: player.cloned(),
                kind: SmolStr::new_static(kind.as_str()),
                territory: territory.clone(),
                ..Piece::default()
            })
        };
        for system in &self.systems {
            let id = born(&system.name);
            if let Some(home) = system.home_of {
                let mut holding = Holding::of(id.clone());
                holding.home = seats.get(home).cloned().into();
                position.holdings.push(holding);
            }
            position.pieces.extend(system.stars.iter().map(|star| piece(star, None, &id)));
            for (ships, seat) in system.ships.iter().zip(&seats) {
                position.pieces.extend(ships.iter().map(|ship| piece(ship, Some(seat), &id)));
            }
        }
        position
    }
}

/// Formats a position.
pub fn text(position: &Position, to_move: Option<&Seat>, players: usize) -> String {
    let seats = seats(players);
    let number = to_move.and_then(|seat| seats.iter().position(|own| own == seat)).unwrap_or_default();
    let mut out = format!("<{number}>");
    // If a system has two homes, the first counts.
    let homes: HashMap<&TerritoryRef, &Holding> =
        position.holdings.iter().rev().map(|holding| (&holding.territory, holding)).collect();
    let mut pieces: HashMap<(&TerritoryRef, Option<&Seat>), String> = HashMap::new();
    for piece in position.pieces.iter().filter_map(Element::known) {
        pieces.entry((&piece.territory, piece.player.as_ref())).or_default().push_str(&piece.kind);
    }
    for place in places(position) {
        let home = homes.get(place).and_then(|holding| holding.home.known()?.as_ref());
        let home = home.and_then(|seat| seats.iter().position(|own| own == seat));
        // Writing to a String cannot fail.
        let _ = write!(out, "; {}(", place.as_str());
        if let Some(home) = home {
            let _ = write!(out, "{home},");
        }
        let stars = pieces.get(&(place, None)).map_or("", String::as_str);
        let ships = seats.iter().map(|seat| pieces.get(&(place, Some(seat))).map_or("", String::as_str));
        let _ = write!(out, "{stars}){}", ships.collect::<Vec<_>>().join("-"));
    }
    out
}

/// Returns the systems of a position, in the order of their first mention.
pub fn places(position: &Position) -> Vec<&TerritoryRef> {
    let pieces = position.pieces.iter().filter_map(Element::known).map(|piece| &piece.territory);
    let mut seen = HashSet::new();
    pieces
        .chain(position.holdings.iter().map(|holding| &holding.territory))
        .filter(|place| seen.insert(*place))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Game, Player, System};
    use crate::systems::homeworlds::formats::text::prepare::prepare;
    use crate::text::Diagnostic;

    #[test]
    fn systems_are_written_in_the_order_of_their_first_mention() {
        let start = read("<1>; Bo(1,g1)-y3b1; Andy(0,b3y2)g3-; Cy(r1)y1-y2").unwrap();
        let mut position = start.position(TerritoryRef::new);
        let written = "<1>; Bo(1,g1)-y3b1; Andy(0,b3y2)g3-; Cy(r1)y1-y2";
        assert_eq!(text(&position, Some(&Seat::new("S")), 2), written);
        // Of two homes in a system, the first counts; a system may have nothing but its home.
        for (system, seat) in [("Bo", "N"), ("Dee", "S")] {
            let mut holding = Holding::of(TerritoryRef::new(system));
            holding.home = Some(Seat::new(seat)).into();
            position.holdings.push(holding);
        }
        assert_eq!(text(&position, Some(&Seat::new("S")), 2), format!("{written}; Dee(1,)-"));
    }

    #[test]
    fn a_position_for_more_players_than_are_read_is_refused() {
        for players in [2, 4, 8, 9, 500] {
            let mut game = Game::new(System::Homeworlds);
            game.players = seats(players).into_iter().map(Player::at).collect();
            game.position = read("<0>; Andy(0,b3y2)g3-").map(|start| start.position(TerritoryRef::new));
            let mut said = Vec::new();
            let prepared = prepare(&game, &mut said);
            assert_eq!(prepared.position.is_some(), players <= 8, "{players}");
            assert_eq!(said.iter().any(Diagnostic::is_error), players > 8, "{said:?}");
        }
    }
}
