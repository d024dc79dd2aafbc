//! The header: the lines before the first turn.

use super::command::{name_of, seat_named};
use crate::model::{Field, Game, GameResult, Player};
use crate::systems::homeworlds::formats::prepare::seats;
use crate::systems::homeworlds::formats::slots;

/// The beginning of the line with the players.
const PLAYERS: &str = "Players:";
const WINNER: &str = "Winner:";
/// The value for a game without a winner.
pub const NOBODY: &str = "none";

/// A kind of header line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// The players.
    Players,
    /// The winner.
    Winner,
    /// A line that was not understood.
    Unknown,
}

impl slots::Slot for Slot {
    const USUAL: &'static [Slot] = &[Slot::Players, Slot::Winner];
    const UNKNOWN: Option<Slot> = Some(Slot::Unknown);

    fn label(self) -> &'static str {
        match self {
            Slot::Players => "players",
            Slot::Winner => "winner",
            // In the model such a line is an action.
            Slot::Unknown => "header.action",
        }
    }

    fn text(self, game: &Game) -> Option<String> {
        match self {
            Slot::Players => {
                let names: Vec<&str> = game.players.iter().map(name_of).collect();
                let is_there = game.players.iter().any(|player| player.name().is_some());
                is_there.then(|| format!("{PLAYERS} {}", names.join(",")))
            }
            Slot::Winner => {
                let winner = game.result.as_ref()?.winners.first();
                let winner = winner.and_then(|seat| game.players.iter().find(|player| player.seat == *seat));
                Some(format!("{WINNER} {}", winner.map_or(NOBODY, name_of)))
            }
            Slot::Unknown => None,
        }
    }
}

/// Returns whether a line looks like a line of the header.
pub fn begins(line: &[u8]) -> bool {
    line.starts_with(PLAYERS.as_bytes()) || line.starts_with(WINNER.as_bytes())
}

/// Parses the line of the players; `None` unless it names two to four.
pub fn players(line: &str) -> Option<Vec<Player>> {
    let list = line.strip_prefix(PLAYERS)?;
    let names: Vec<&str> = list.split(',').take(5).map(|name| name.trim_matches([' ', '\t'])).collect();
    let is_whole = (2..=4).contains(&names.len()) && names.iter().all(|name| !name.is_empty());
    let player = |(seat, name): (_, &&str)| Player { name: Field::Known(Some((*name).to_owned())), ..Player::at(seat) };
    is_whole.then(|| seats(names.len()).into_iter().zip(&names).map(player).collect())
}

/// Parses the line of the winner; `None` unless the winner is one of the players or `none`.
pub fn result(line: &str, players: &[Player]) -> Option<GameResult> {
    let name = line.strip_prefix(WINNER)?.trim_matches([' ', '\t']);
    let winners = if name == NOBODY { Vec::new() } else { vec![seat_named(players, name)?.clone()] };
    Some(GameResult { winners, reason: None, stated: true })
}
