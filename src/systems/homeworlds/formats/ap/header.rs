//! The header of a record: the values that the model has, and the keys of all others among the extras.

use chrono::NaiveDate;

use crate::model::{Extra, Game, GameResult, Seat};
use crate::text::json::unescaped;

/// The name of the game in records.
pub const NAME: &str = "Homeworlds";

/// An object of the record that has values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The record itself.
    Root,
    /// The header.
    Header,
    /// The game in the header.
    Game,
    /// The site in the header.
    Site,
    /// The player with that index.
    Player(usize),
}

/// The keys that the model has values for, by object.
pub const ROOT_KEYS: [&str; 2] = ["header", "moves"];
pub const HEADER_KEYS: [&str; 5] = ["game", "site", "date-start", "date-end", "players"];
pub const GAME_KEYS: [&str; 2] = ["name", "variants"];
pub const SITE_KEYS: [&str; 1] = ["gameid"];
pub const PLAYER_KEYS: [&str; 2] = ["name", "result"];

impl Part {
    fn keys(self) -> &'static [&'static str] {
        match self {
            Part::Root => &ROOT_KEYS,
            Part::Header => &HEADER_KEYS,
            Part::Game => &GAME_KEYS,
            Part::Site => &SITE_KEYS,
            Part::Player(_) => &PLAYER_KEYS,
        }
    }

    /// Returns the prefix of the object's keys among the extras.
    pub fn prefix(self, game: &Game) -> String {
        match self {
            Part::Root => String::new(),
            Part::Header => "header.".to_owned(),
            Part::Game => "header.game.".to_owned(),
            Part::Site => "header.site.".to_owned(),
            Part::Player(index) => {
                let seat = game.players.get(index).map_or("", |player| player.seat.as_str());
                format!("header.players.{seat}.")
            }
        }
    }

    /// Returns whether a key would be mistaken for one of another object.
    pub fn is_reserved(self, key: &str) -> bool {
        match self {
            Part::Root => key.starts_with("header."),
            Part::Header => ["game.", "site.", "players."].iter().any(|prefix| key.starts_with(prefix)),
            _ => false,
        }
    }
}

/// Returns the object that an extra belongs to, and its key in that object.
pub fn part_of<'k>(key: &'k str, game: &Game) -> (Part, &'k str) {
    let Some(rest) = key.strip_prefix("header.") else { return (Part::Root, key) };
    if let Some(key) = rest.strip_prefix("game.") {
        return (Part::Game, key);
    }
    if let Some(key) = rest.strip_prefix("site.") {
        return (Part::Site, key);
    }
    let player = rest.strip_prefix("players.").and_then(|rest| rest.split_once('.')).and_then(|(seat, key)| {
        let index = game.players.iter().position(|player| player.seat.as_str() == seat)?;
        Some((Part::Player(index), key))
    });
    player.unwrap_or((Part::Header, rest))
}

/// Sorts extras into the order of the model: by object, and within each the known keys last.
pub fn sort(extras: &mut [Extra], game: &Game) {
    extras.sort_by_cached_key(|extra| {
        let (part, key) = part_of(&extra.key, game);
        (part, part.keys().iter().position(|known| *known == key).map_or(0, |place| place + 1))
    });
}

/// Returns the date of a text such as `2024-05-01` or `2024-05-01T12:30:00.000Z`, and whether a time follows it.
pub fn day(text: &str) -> Option<(&str, bool)> {
    let (day, rest) = text.split_at_checked(10)?;
    let date = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()?;
    let is_day = date.format("%Y-%m-%d").to_string() == day && (rest.is_empty() || rest.starts_with('T'));
    is_day.then_some((day, !rest.is_empty()))
}

/// Returns the date of an extra with the time at which a game began or ended; `None` if it has no time.
pub fn day_of(extra: &Extra) -> Option<String> {
    let text = unescaped(&extra.json)?;
    day(&text).filter(|(_, is_more)| *is_more).map(|(day, _)| day.to_owned())
}

/// Returns a player's result in a game with this result.
pub fn result_of(seat: &Seat, result: &GameResult) -> &'static str {
    match &result.winners[..] {
        winners if !winners.contains(seat) => "0",
        [_] => "1",
        _ => "0.5",
    }
}

/// Returns the result of a game from the results of its players; `None` if they contradict each other.
pub fn result(results: &[(Seat, &str)]) -> Option<GameResult> {
    let points: Option<Vec<(&Seat, f64)>> =
        results.iter().map(|(seat, text)| Some((seat, text.parse::<f64>().ok()?))).collect();
    let winners = points?.into_iter().filter(|(_, points)| *points != 0.0).map(|(seat, _)| seat.clone()).collect();
    let result = GameResult { winners, reason: None, stated: true };
    let is_it = |(seat, text): &(Seat, &str)| text.parse() == result_of(seat, &result).parse::<f64>();
    (!results.is_empty() && results.iter().all(is_it)).then_some(result)
}
