//! Puts values into words: players and territories by their names, dates, and actions.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::Terms;
use super::masking::{MARK_LENGTH, shown_text};
use crate::model::{Game, Moment};
use crate::text::columns::clip;
use crate::text::english::counted;
use crate::text::printable::printable;

/// Maximum width of a value, in columns.
const MAX_VALUE: usize = 60;
/// Maximum width of a name, in columns.
const MAX_NAME: usize = 40;
/// Maximum number of a list's items that are named.
const MAX_ITEMS: usize = 12;

/// Keys whose texts are seats.
const SEATS: [&str; 12] = [
    "city_owner",
    "defender",
    "home",
    "new_city_owner",
    "new_owner",
    "owner",
    "player",
    "powers",
    "seat",
    "to_move",
    "unset",
    "winners",
];
/// Keys whose texts are ids of territories.
const TERRITORIES: [&str; 13] = [
    "at",
    "between",
    "centre_order",
    "city_order",
    "controlled_from",
    "for",
    "from",
    "path",
    "retreats",
    "territories",
    "territory",
    "to",
    "via",
];
/// The fields of an action, in the order in which they are named; other fields follow.
const FIELDS: [&str; 12] =
    ["piece", "stars", "from", "star", "at", "to", "via", "supported", "convoyed", "gives", "becomes", "armies"];

/// The names that two games use for players and territories.
pub struct Words<'t> {
    players: HashMap<String, String>,
    territories: HashMap<String, String>,
    terms: &'t Terms,
}

impl<'t> Words<'t> {
    /// Collects the names of two games, given as JSON with secrets masked.
    pub fn new(values: &[Value; 2], games: [&Game; 2], terms: &'t Terms, hides_names: bool) -> Words<'t> {
        let mut words = Words { players: HashMap::new(), territories: HashMap::new(), terms };
        for (value, game) in values.iter().zip(games) {
            if !hides_names {
                words.add_players(value);
            }
            words.add_territories(value, game);
        }
        words
    }

    fn add_players(&mut self, game: &Value) {
        for player in elements(&game["players"]) {
            if let (Some(seat), Some(name)) = (player["seat"].as_str(), player["name"].as_str())
                && !name.is_empty()
            {
                let seat_word = short(&(self.terms.seat)(seat), MAX_NAME);
                let player = format!("{} ({seat_word})", short(name, MAX_NAME));
                // A player whose name differs between the games is called by the seat.
                let known = self.players.entry(seat.to_owned()).or_insert_with(|| player.clone());
                if *known != player {
                    *known = seat_word;
                }
            }
        }
    }

    fn add_territories(&mut self, value: &Value, game: &Game) {
        let board = &value["board"];
        let has_own = board["territories"].is_array();
        let builtin = game.system.def().documents.standard_board.filter(|_| !has_own && !board["builtin"].is_null());
        let builtin = builtin.and_then(|builtin| serde_json::to_value(&*builtin()).ok());
        for territory in elements(&builtin.as_ref().unwrap_or(board)["territories"]) {
            if let (Some(id), Some(name)) = (territory["id"].as_str(), territory["name"].as_str())
                && !name.is_empty()
                && name != id
                && !self.territories.contains_key(id)
            {
                let name = format!("{} ({})", short(name, MAX_NAME), short(id, MAX_NAME));
                self.territories.insert(id.to_owned(), name);
            }
        }
    }

    /// Returns the name and the seat of a player.
    pub fn player(&self, seat: &str) -> String {
        match self.players.get(seat) {
            Some(player) => player.clone(),
            None => (self.terms.seat)(&short(seat, MAX_NAME)),
        }
    }

    /// Returns the name and the id or number of a territory, perhaps with a coast.
    pub fn territory(&self, id: &str) -> String {
        let known = (self.terms.territory)(id).or_else(|| self.territories.get(id).cloned());
        known.unwrap_or_else(|| short(id, MAX_NAME))
    }

    /// Returns the value of a key in words.
    pub fn value(&self, key: &str, value: &Value) -> String {
        match value {
            Value::Null if SEATS.contains(&key) => "nobody".to_owned(),
            Value::Null => "none".to_owned(),
            Value::Bool(true) => "yes".to_owned(),
            Value::Bool(false) => "no".to_owned(),
            Value::Number(number) => number.to_string(),
            Value::String(text) if SEATS.contains(&key) => self.player(text),
            Value::String(text) if TERRITORIES.contains(&key) => self.territory(text),
            Value::String(text) => text_in_words(text),
            Value::Array(list) => self.list(key, list),
            Value::Object(fields) => self.object(fields),
        }
    }

    fn list(&self, key: &str, list: &[Value]) -> String {
        if list.is_empty() {
            return "an empty list".to_owned();
        }
        let is_simple = list.len() <= MAX_ITEMS && list.iter().all(|value| !value.is_array() && !value.is_object());
        if !is_simple {
            return counted(list.len(), "element", "elements");
        }
        clip(&list.iter().map(|value| self.value(key, value)).collect::<Vec<_>>().join(", "), MAX_VALUE)
    }

    fn object(&self, fields: &Map<String, Value>) -> String {
        if let (1, Some(Value::String(text))) = (fields.len(), fields.get("unknown")) {
            return format!("{}, not understood", quoted(text));
        }
        if fields.contains_key("type") {
            return self.action(fields);
        }
        if ["season", "year", "phase"].iter().any(|key| fields.contains_key(*key)) && fields.len() <= 3 {
            let parts = ["season", "year", "phase"].iter().filter_map(|key| Some(self.value(key, fields.get(*key)?)));
            return parts.collect::<Vec<_>>().join(" ");
        }
        let field = |key: &str| Some(format!("{} {}", key_in_words(key), self.value(key, fields.get(key)?)));
        let others = fields.keys().map(String::as_str).filter(|key| *key != "player");
        let text =
            ["player"].into_iter().chain(others).take(MAX_ITEMS).filter_map(field).collect::<Vec<_>>().join(", ");
        clip(&text, 2 * MAX_VALUE)
    }

    /// Describes an action: who does what, from where to where.
    pub fn action(&self, fields: &Map<String, Value>) -> String {
        let mut text = String::new();
        if let Some(player) = fields.get("player") {
            text += &format!("{}: ", self.value("player", player));
        }
        text += &key_in_words(fields.get("type").and_then(Value::as_str).unwrap_or_default());
        let told = |key: &&str| !["type", "player"].contains(key);
        let others = fields.keys().map(String::as_str).filter(|key| !FIELDS.contains(key));
        for key in FIELDS.into_iter().chain(others).filter(told) {
            let Some(value) = fields.get(key) else { continue };
            let is_bare = ["piece", "supported", "convoyed"].contains(&key);
            let value = if let ("supported" | "convoyed", Value::Object(unit)) = (key, value) {
                format!("({})", self.unit(unit))
            } else {
                self.value(key, value)
            };
            text += &if is_bare { format!(" {value}") } else { format!(" {} {value}", key_in_words(key)) };
        }
        clip(&text, 2 * MAX_VALUE)
    }

    fn unit(&self, unit: &Map<String, Value>) -> String {
        let part = |key: &str| Some((key.to_owned(), self.value(key, unit.get(key)?)));
        let parts = ["player", "piece", "from", "to"].into_iter().filter_map(part);
        let parts = parts.map(|(key, value)| if key == "to" { format!("to {value}") } else { value });
        parts.collect::<Vec<_>>().join(" ")
    }
}

/// Returns the elements of a list; empty if the value is no list.
pub fn elements(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns a key of the document as people would write it.
pub fn key_in_words(key: &str) -> String {
    key.replace('_', " ")
}

fn text_in_words(text: &str) -> String {
    // No moment is longer; parsing a longer text would be a waste.
    if text.len() <= MAX_VALUE && text.parse::<Moment>().is_ok() {
        return text.replace('T', " ");
    }
    let is_word = !text.is_empty() && !text.starts_with(char::is_whitespace) && !text.ends_with(char::is_whitespace);
    if is_word { short(text, MAX_VALUE) } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", short(text, MAX_VALUE))
}

/// Returns the beginning of a text, printable and with at most `columns` columns. The rest is never looked at: the text
/// may be a megabyte long, and belong to an element with many differences.
fn short(text: &str, columns: usize) -> String {
    let end = text.char_indices().nth(columns * 2 + MARK_LENGTH).map_or(text.len(), |(end, _)| end);
    clip(&printable(&shown_text(text.get(..end).unwrap_or(text))), columns)
}
