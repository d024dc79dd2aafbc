//! The header: the lines before the first turn.

use chrono::{Datelike, NaiveDate};

use crate::model::{Field, Game, GameResult, Player, Seat};
use crate::systems::homeworlds::formats::slots;

/// The beginning of the title.
pub const TITLE: &str = "Homeworlds Online (SDG# ";
/// The beginning of the line with the players.
pub const PLAYERS: &str = "Participants: ";
const VARIANTS: &str = "Variants: \"";
const WINNER: &str = "Winner: ";
const STARTED: &str = "Started: ";
const ENDED: &str = "Ended: ";

/// A kind of header line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// The server and the number of the game.
    Title,
    /// The options.
    Variants,
    /// The dates on which the game began and ended.
    Dates,
    /// The players.
    Players,
    /// The winner.
    Winner,
    /// A line that was not understood.
    Unknown,
}

impl slots::Slot for Slot {
    const USUAL: &'static [Slot] = &[Slot::Title, Slot::Variants, Slot::Dates, Slot::Players, Slot::Winner];
    const UNKNOWN: Option<Slot> = Some(Slot::Unknown);

    fn label(self) -> &'static str {
        match self {
            Slot::Title => "title",
            Slot::Variants => "variants",
            Slot::Dates => "dates",
            Slot::Players => "players",
            Slot::Winner => "winner",
            Slot::Unknown => "header.action",
        }
    }

    fn text(self, game: &Game) -> Option<String> {
        match self {
            Slot::Title => game.title.as_ref().map(|title| format!("{TITLE}{title})")),
            Slot::Variants => game.variants.as_ref().map(|list| format!("{VARIANTS}{}\"", list.join(", "))),
            Slot::Dates => {
                let part = |key: &str, iso: &Option<String>| Some(format!("{key}{}", day(iso.as_deref()?)?));
                let parts = [part(STARTED, &game.started), part(ENDED, &game.ended)];
                let parts: Vec<String> = parts.into_iter().flatten().collect();
                (!parts.is_empty()).then(|| parts.join(", "))
            }
            Slot::Players => {
                let player = |player: &Player| format!("{} ({})", player.name().unwrap_or_default(), player.seat);
                let players: Vec<String> = game.players.iter().map(player).collect();
                (!players.is_empty()).then(|| format!("{PLAYERS}{}", players.join(", ")))
            }
            Slot::Winner => {
                let seat = game.result.as_ref()?.winners.first()?;
                let winner = game.players.iter().find(|player| player.seat == *seat)?;
                Some(format!("{WINNER}{}", winner.name()?))
            }
            Slot::Unknown => None,
        }
    }
}

/// Stores the value of a header line in the game. `None` if the line is not part of the header, or repeats what an
/// earlier line said.
pub fn read(line: &str, game: &mut Game) -> Option<Slot> {
    if let Some(rest) = line.strip_prefix(TITLE) {
        let title = rest.strip_suffix(')').filter(|_| game.title.is_none())?;
        game.title = Some(title.to_owned());
        return Some(Slot::Title);
    }
    if let Some(rest) = line.strip_prefix(VARIANTS) {
        let list = rest.strip_suffix('"').filter(|_| game.variants.is_none())?;
        game.variants = Some(list.split(", ").map(str::to_owned).collect());
        return Some(Slot::Variants);
    }
    if line.starts_with(STARTED) || line.starts_with(ENDED) {
        if game.started.is_some() || game.ended.is_some() {
            return None;
        }
        (game.started, game.ended) = dates(line)?;
        return Some(Slot::Dates);
    }
    if let Some(rest) = line.strip_prefix(PLAYERS) {
        let players: Option<Vec<Player>> = rest.split(", ").map(player).collect();
        game.players = players.filter(|_| game.players.is_empty())?;
        return Some(Slot::Players);
    }
    let name = line.strip_prefix(WINNER).filter(|_| game.result.is_none())?;
    let winner = game.players.iter().find(|player| player.name() == Some(name))?;
    game.result = Some(GameResult { winners: vec![winner.seat.clone()], reason: None, stated: true });
    Some(Slot::Winner)
}

fn dates(line: &str) -> Option<(Option<String>, Option<String>)> {
    let (started, ended) = match line.split_once(", ") {
        Some((started, ended)) => (Some(started), Some(ended)),
        None if line.starts_with(STARTED) => (Some(line), None),
        None => (None, Some(line)),
    };
    let day = |part: Option<&str>, key: &str| match part {
        Some(part) => part.strip_prefix(key).and_then(day_of).map(Some),
        None => Some(None),
    };
    Some((day(started, STARTED)?, day(ended, ENDED)?))
}

/// Converts `2007.12.6` to `2007-12-06`.
fn day_of(text: &str) -> Option<String> {
    let mut parts = text.split('.').map(|part| part.parse::<u32>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let date = NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)?;
    (parts.next().is_none()).then(|| date.format("%Y-%m-%d").to_string())
}

/// Formats a date of the model as the server writes it.
pub fn day(iso: &str) -> Option<String> {
    let date = NaiveDate::parse_from_str(iso, "%Y-%m-%d").ok()?;
    (date.format("%Y-%m-%d").to_string() == iso).then(|| written(date))
}

fn written(date: NaiveDate) -> String {
    format!("{}.{}.{}", date.year(), date.month(), date.day())
}

fn player(text: &str) -> Option<Player> {
    let (name, seat) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let is_seat = matches!(seat, "N" | "E" | "S" | "W");
    let known = Player { name: Field::Known(Some(name.to_owned())), ..Player::at(Seat::new(seat)) };
    (is_seat && !name.is_empty()).then_some(known)
}
