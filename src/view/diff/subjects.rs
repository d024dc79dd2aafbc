//! The subject of a difference: the part of the game, the element, and its field.

use serde_json::Value;

use super::masking::{is_masked, shown_text};
use super::words::{Words, key_in_words};

/// The thing that a path leads to, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The part of the game.
    pub part: Part,
    /// The element, with those that contain it; empty outside of lists.
    pub element: String,
    /// The field of the element, or the list of texts or numbers; empty for the element itself.
    pub field: String,
    /// The kind of thing that the path leads to.
    kind: SubjectKind,
    /// The key that determines how values are worded.
    key: String,
    /// The index of the turn that contains it, from 0; `None` outside of turns.
    pub turn: Option<usize>,
}

/// The kinds of things that a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SubjectKind {
    /// The value of a key.
    Field,
    /// An element with fields or elements of its own.
    Element,
    /// A text or a number in a list.
    Item,
}

/// The parts of a game, in the order in which they are reported.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The title, dates, state and settings of the game.
    Game,
    /// A part of the details, by its key.
    Details(String),
    /// The players.
    Players,
    /// The territories of the board, and other properties of it.
    Territories,
    /// The moves that are possible between territories.
    Moves,
    /// Gateways and railways.
    Passages,
    /// The holdings: who holds which territory.
    Holdings,
    /// The pieces: what is in which territory.
    Pieces,
    /// The rest of the position.
    Position,
    /// The record of turns.
    Turns,
}

/// A step of a path.
enum Step<'p> {
    Key(&'p str),
    Index(usize),
}

/// Returns the steps of a path after `game`.
fn steps(path: &str) -> Vec<Step<'_>> {
    let parts = path.split(['.', '[']).skip(1);
    let step = |part: &'_ str| part.strip_suffix(']').and_then(|number| number.parse().ok());
    parts.map(|part| step(part).map_or(Step::Key(part), Step::Index)).collect()
}

impl Subject {
    /// Describes what a path leads to in the first game, `game`; `value` is the value there, that of the second game if
    /// only that has one. Items that replace others are numbered.
    pub fn of(path: &str, game: &Value, value: Option<&Value>, is_replaced: bool, words: &Words<'_>) -> Subject {
        let steps = steps(path);
        let part = part_of(&steps);
        let mut elements: Vec<String> = Vec::new();
        let mut keys: Vec<&str> = Vec::new();
        let (mut kind, mut turn, mut list) = (SubjectKind::Field, None, "");
        let mut number = None;
        let mut there = Some(game);
        for (at, step) in steps.iter().enumerate() {
            let is_last = at + 1 == steps.len();
            match step {
                Step::Key(key) => {
                    list = key;
                    keys.push(key);
                    there = there.and_then(|value| value.get(key));
                }
                Step::Index(index) => {
                    let own = there.and_then(|value| value.get(index));
                    there = if is_last { value.or(own) } else { own };
                    if at == 1 && list == "turns" {
                        turn = Some(*index);
                    }
                    if is_last && there.is_some_and(is_item) {
                        (kind, number) = (SubjectKind::Item, is_replaced.then_some(index + 1));
                        break;
                    }
                    if is_last {
                        kind = SubjectKind::Element;
                    }
                    let is_in_row = keys.is_empty() && !elements.is_empty();
                    elements.push(element_in_words(if is_in_row { "row" } else { list }, *index, there, words));
                    keys.clear();
                }
            }
        }
        if let Some(Step::Key("details" | "board" | "position")) = steps.first()
            && elements.is_empty()
            && keys.len() > 1
        {
            keys.remove(0);
            let is_heading = matches!(&part, Part::Details(own) if keys.first() == Some(&own.as_str()));
            if is_heading && kind == SubjectKind::Field {
                keys.remove(0);
            }
        }
        let mut field = keys.into_iter().map(key_in_words).collect::<Vec<_>>().join(" ");
        if let Some(number) = number {
            field = if field.is_empty() { number.to_string() } else { format!("{} {number}", singular(&field)) };
        }
        Subject { part, element: elements.join(", "), field, kind, key: list.to_owned(), turn }
    }

    /// Describes the change; `names` are the names of the two games.
    pub fn change(&self, change: &Sides<'_>, names: [&str; 2], words: &Words<'_>) -> String {
        let value = |value: &Value| words.value(&self.key, value);
        let (own, name, sign, is_first) = match *change {
            Sides::Moved if self.kind == SubjectKind::Item => return "in another order".to_owned(),
            Sides::Moved => return "stands elsewhere in the list".to_owned(),
            Sides::Both(before, after) if masks(before, after) => return "differs, and is not shown".to_owned(),
            Sides::Both(before, after) => return format!("{} → {}", value(before), value(after)),
            Sides::First(own) => (own, names[0], '−', true),
            Sides::Second(own) => (own, names[1], '+', false),
        };
        match self.kind {
            SubjectKind::Item => format!("{sign}{}", value(own)),
            SubjectKind::Element if own.is_object() => format!("only in {name}"),
            _ if own.is_object() || own.is_array() => format!("only in {name} ({})", value(own)),
            _ if is_first => format!("{} → not stated", value(own)),
            _ => format!("not stated → {}", value(own)),
        }
    }

    /// Returns the field and the change in one phrase.
    pub fn field_and(&self, change: &str) -> String {
        if self.field.is_empty() { change.to_owned() } else { format!("{} {change}", self.field) }
    }
}

/// Returns whether an element of a list is a text, a number, or a value that was not understood.
fn is_item(element: &Value) -> bool {
    match element {
        Value::Object(fields) => fields.len() == 1 && fields.contains_key("unknown"),
        Value::Array(_) => false,
        _ => true,
    }
}

/// The values of a difference.
pub enum Sides<'v> {
    /// Both games have a value.
    Both(&'v Value, &'v Value),
    /// Only the first game has a value.
    First(&'v Value),
    /// Only the second game has a value.
    Second(&'v Value),
    /// Both games have the value, in different positions.
    Moved,
}

/// Returns whether two masked texts look the same when they are shown.
fn masks(before: &Value, after: &Value) -> bool {
    let text = |value: &Value| value.as_str().filter(|text| is_masked(text)).map(shown_text);
    text(before).is_some_and(|before| text(after) == Some(before))
}

fn part_of(steps: &[Step<'_>]) -> Part {
    let key = |at: usize| match steps.get(at) {
        Some(Step::Key(key)) => *key,
        _ => "",
    };
    match (key(0), key(1)) {
        ("players", _) => Part::Players,
        ("board", "adjacencies") => Part::Moves,
        ("board", "passages") => Part::Passages,
        ("board", _) => Part::Territories,
        ("position", "holdings") => Part::Holdings,
        ("position", "pieces") => Part::Pieces,
        ("position", _) => Part::Position,
        ("turns", _) => Part::Turns,
        ("details", own) if steps.len() > 2 || own == "interruption" => Part::Details(own.to_owned()),
        _ => Part::Game,
    }
}

/// Describes an element of a list by what distinguishes it from others.
fn element_in_words(list: &str, index: usize, element: Option<&Value>, words: &Words<'_>) -> String {
    let number = index + 1;
    let text = |key: &str| element.and_then(|element| element.get(key)).and_then(Value::as_str);
    let value = |key: &str| {
        let value = element.and_then(|element| element.get(key))?;
        Some(words.value(key, value))
    };
    match (list, element) {
        ("players", _) => text("seat").map(|seat| words.player(seat)),
        ("holdings", _) => value("territory"),
        ("territories", Some(Value::Object(_))) => text("id").map(|id| words.territory(id)),
        ("adjacencies", _) => value("from").map(|from| {
            let movement = value("move").map(|movement| format!(" by {movement}")).unwrap_or_default();
            format!("moves from {from}{movement}")
        }),
        ("passages", _) => value("kind").map(|kind| format!("{kind} {}", value("at").unwrap_or_default())),
        ("pieces", _) => value("kind").map(|kind| {
            let player = value("player").map(|player| format!("{player}: ")).unwrap_or_default();
            format!("{player}{kind} in {}", value("territory").unwrap_or_default())
        }),
        ("turns", _) => Some(turn_in_words(number, element, &value)),
        ("actions" | "undone", Some(Value::Object(fields))) if fields.contains_key("type") => {
            Some(format!("action {number} ({})", words.action(fields)))
        }
        _ => ["territory", "player", "key", "seat", "name"].iter().find_map(|key| value(key)),
    }
    .unwrap_or_else(|| format!("{} {number}", singular(list)))
}

/// Describes a turn: its number, its phase or moment, and the player who moves.
fn turn_in_words(number: usize, turn: Option<&Value>, value: &dyn Fn(&str) -> Option<String>) -> String {
    let own = turn.and_then(|turn| turn.get("number")).and_then(Value::as_u64);
    let phase = turn.and_then(|turn| turn.get("when")).filter(|when| when.is_object()).and_then(|_| value("when"));
    let name = match (own, phase) {
        (Some(own), _) => format!("turn {own}"),
        (None, Some(phase)) => phase,
        (None, None) => format!("turn {number}"),
    };
    value("player").map_or(name.clone(), |player| format!("{name} of {player}"))
}

/// Returns the word for one element of a list, derived from the name of the list.
fn singular(list: &str) -> String {
    let word = key_in_words(list);
    match (word.strip_suffix("ies"), word.strip_suffix("ses")) {
        (Some(stem), _) => format!("{stem}y"),
        (None, Some(stem)) => format!("{stem}s"),
        (None, None) => word.strip_suffix('s').map_or(word.clone(), str::to_owned),
    }
}
