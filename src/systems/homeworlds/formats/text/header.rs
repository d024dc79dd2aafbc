//! `# key: value` lines at the top of a record, for values of our own canonical text beside the turns.

use std::collections::HashMap;

use super::scan::{Item, Kind};
use crate::model::{Field, Game, GameResult, Player, Seat, is_day};
use crate::systems::homeworlds::formats::prepare::repeated;
use crate::systems::homeworlds::formats::slots::{self, Slot as _};

/// A kind of header line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// The title.
    Title,
    /// The options.
    Variants,
    /// The day on which the game began.
    Started,
    /// The day on which the game ended.
    Ended,
    /// The players.
    Players,
    /// The winners; `none` if nobody won.
    Winner,
    /// The reason for the result.
    Reason,
}

impl slots::Slot for Slot {
    const USUAL: &'static [Slot] =
        &[Slot::Title, Slot::Variants, Slot::Started, Slot::Ended, Slot::Players, Slot::Winner, Slot::Reason];
    const UNKNOWN: Option<Slot> = None;

    fn label(self) -> &'static str {
        match self {
            Slot::Title => "title",
            Slot::Variants => "variants",
            Slot::Started => "started",
            Slot::Ended => "ended",
            Slot::Players => "players",
            Slot::Winner => "winner",
            Slot::Reason => "reason",
        }
    }

    fn text(self, game: &Game) -> Option<String> {
        let value = match self {
            Slot::Title => game.title.clone()?,
            Slot::Variants => game.variants.as_ref()?.join(", "),
            Slot::Started => game.started.clone()?,
            Slot::Ended => game.ended.clone()?,
            Slot::Players => {
                let player = |player: &Player| Some(format!("{} ({})", player.name()?, player.seat));
                let players: Vec<String> = game.players.iter().filter_map(player).collect();
                Some(players.join(", ")).filter(|list| !list.is_empty())?
            }
            Slot::Winner => {
                let result = game.result.as_ref()?;
                let names: HashMap<&Seat, Option<&str>> =
                    game.players.iter().rev().map(|player| (&player.seat, player.name())).collect();
                let winners: Vec<&str> = result.winners.iter().filter_map(|seat| *names.get(seat)?).collect();
                if result.winners.is_empty() { NONE.to_owned() } else { winners.join(", ") }
            }
            Slot::Reason => game.result.as_ref()?.reason.clone()?,
        };
        Some(format!("# {}: {value}", self.label()))
    }
}

/// The value of `# winner:` if nobody won.
const NONE: &str = "none";

/// Returns the kind of a header line, given the lines before it; `None` if it is an ordinary comment, as is a second
/// line of one kind.
pub fn slot(line: &str, before: &[Item]) -> Option<Slot> {
    let (key, _) = split(line)?;
    let slot = Slot::USUAL.iter().copied().find(|slot| slot.label() == key)?;
    let is_there = before.iter().any(|item| matches!(item.kind, Kind::Header(there) if there == slot));
    (!is_there).then_some(slot)
}

fn split(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("# ")?.split_once(": ")
}

/// Stores the value of a header line in the game; returns whether the value is valid.
pub fn read(slot: Slot, line: &str, game: &mut Game) -> bool {
    let Some((_, value)) = split(line) else { return false };
    let known =
        |seat: &Seat, name: &str| Player { name: Field::Known(Some(name.to_owned())), ..Player::at(seat.clone()) };
    match slot {
        Slot::Title => game.title = Some(value.to_owned()),
        Slot::Variants => game.variants = Some(value.split(", ").map(str::to_owned).collect()),
        Slot::Started if is_day(value) => game.started = Some(value.to_owned()),
        Slot::Ended if is_day(value) => game.ended = Some(value.to_owned()),
        Slot::Started | Slot::Ended => return false,
        Slot::Players => {
            let player = |text: &str| {
                let (name, seat) = text.strip_suffix(')')?.rsplit_once(" (")?;
                (!seat.is_empty() && !name.is_empty()).then(|| known(&Seat::new(seat), name))
            };
            let Some(players) = value.split(", ").map(player).collect::<Option<Vec<Player>>>() else { return false };
            if repeated(players.iter().map(|player| &player.seat)).contains(&true) {
                return false;
            }
            game.players = players;
        }
        Slot::Winner => {
            let named: HashMap<Option<&str>, &Seat> =
                game.players.iter().rev().map(|player| (player.name(), &player.seat)).collect();
            let winner = |name| named.get(&Some(name)).map(|seat| (*seat).clone());
            let winners = if value == NONE { Some(Vec::new()) } else { value.split(", ").map(winner).collect() };
            let Some(winners) = winners else { return false };
            game.result = Some(GameResult { winners, reason: None, stated: true });
        }
        Slot::Reason => match &mut game.result {
            Some(result) => result.reason = Some(value.to_owned()),
            None => return false,
        },
    }
    true
}

/// Returns whether any player has a name, so that remarks can have authors.
pub fn names_players(players: &[Player]) -> bool {
    players.iter().any(|player| player.name().is_some())
}
