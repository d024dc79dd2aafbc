//! What of a game concerns its players alone: said here once, for what is printed and for `--redact`.

use std::mem;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thin_vec::ThinVec;

use super::action::Action;
use super::board::{Adjacency, Board, Passage};
use super::commands::{is_like_an_order, password_in};
use super::game::{Game, Turn};
use super::position::Position;
use super::value::{Element, Field, TerritoryRef};
use super::visit::{Visit, visit};
use crate::systems::System;
use crate::text::address::{addresses, has_address};

/// The text that takes the place of one that was taken out. Every notation can write it as text that is not understood:
/// no section of a map and no command begins like it.
pub const TAKEN_OUT: &str = "withheld";

/// The reasons to keep a text back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secret {
    /// It is a password.
    Password,
    /// It is an e-mail address.
    Address,
    /// Text that nobody understands. `suspicious`: where it stands, it may be a password or an address, as in a file
    /// that is out of step.
    NotUnderstood {
        /// True where it may be a password or an address.
        suspicious: bool,
    },
}

impl Secret {
    /// True for what is not shown: a password, an address, or what may be one.
    pub fn is_hidden(self) -> bool {
        self != (Secret::NotUnderstood { suspicious: false })
    }
}

/// Decides on a secret text: gives the text that takes its place, or nothing where it stays.
pub type Replace<'f> = dyn FnMut(Secret, &str) -> Option<String> + 'f;

/// The values in the games of a system that concern their players alone.
pub struct SystemSecrets {
    /// The keys whose values are passwords.
    pub passwords: &'static [&'static str],
    /// The keys of addresses, of which other texts may have some too.
    pub addresses: &'static [&'static str],
    /// The keys of lines that nobody understands.
    pub lines: &'static [&'static str],
    /// The texts that were not understood and may be secret in a game, of which `head` has all but the lists.
    pub suspects: fn(head: &Value, has: Lists) -> Suspects,
    /// The text that takes the place of a password.
    pub no_password: &'static str,
    /// The beginning that a replaced text needs, where the row at that key is known by it.
    pub row_of: for<'t> fn(key: &str, text: &'t str) -> Option<&'t str>,
}

impl SystemSecrets {
    /// Those of a system without passwords, in which players are known by their names alone.
    pub const NONE: SystemSecrets = SystemSecrets {
        passwords: &[],
        addresses: &[],
        lines: &[],
        suspects: |_, _| Suspects::None,
        no_password: TAKEN_OUT,
        row_of: |_, _| None,
    };

    /// The keys whose texts are secret, or may be.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        [self.passwords, self.addresses, self.lines].into_iter().flatten().copied()
    }
}

/// Which lists a game has.
#[derive(Debug, Clone, Copy)]
pub struct Lists {
    /// Whether it has players.
    pub players: bool,
    /// Whether it has turns.
    pub turns: bool,
}

impl Lists {
    fn of(game: &Game) -> Lists {
        Lists { players: !game.players.is_empty(), turns: !game.turns.is_empty() }
    }
}

/// Goes through the secrets of a game, given as the JSON of a document has it.
pub fn replace_secrets(game: &mut Value, replace: &mut Replace<'_>) {
    let lists = Lists { players: game["players"].is_array(), turns: game["turns"].is_array() };
    Walk::of(game, lists, replace).value(game, "");
}

/// Goes through the secrets of a game. Its players and actions, and what is in the lists of its board and position,
/// become JSON one at a time, as all together would take many times their memory. `head_of` reads a game without these.
/// Returns `None` if a value is not valid once its secrets are replaced; then some may be replaced and others not.
pub fn replace_secrets_of(
    game: &mut Game,
    head_of: impl FnOnce(Value) -> Option<Game>,
    replace: &mut Replace<'_>,
) -> Option<()> {
    let mut head = serde_json::to_value(game.without_lists()).ok()?;
    let mut walk = Walk::of(&head, Lists::of(game), replace);
    if walk.replaces(&mut head, "") {
        let old = mem::replace(game, head_of(head)?);
        (game.players, game.turns) = (old.players, old.turns);
        if let (Some(new), Some(old)) = (&mut game.board, old.board) {
            *new = Board { builtin: new.builtin, from: new.from.take(), ..old };
        }
        if let (Some(new), Some(old)) = (&mut game.position, old.position) {
            *new = Position { when: new.when.take(), from: new.from.take(), ..old };
        }
    }
    game.players.iter_mut().try_for_each(|player| walk.replace_in(player, "players"))?;
    if let Some(board) = &mut game.board {
        board.territories.iter_mut().try_for_each(|territory| walk.replace_in(territory, "territories"))?;
        board.adjacencies.iter_mut().try_for_each(|adjacency| walk.replace_in_adjacency(adjacency))?;
        board.passages.iter_mut().try_for_each(|passage| walk.replace_in_passage(passage))?;
    }
    if let Some(position) = &mut game.position {
        position.holdings.iter_mut().try_for_each(|holding| walk.replace_in(holding, "holdings"))?;
        position.pieces.iter_mut().try_for_each(|piece| walk.replace_in(piece, "pieces"))?;
    }
    game.turns.iter_mut().try_for_each(|turn| walk.replace_in_turn(turn))
}

/// Tells the secrets of a game, which stays as it is.
pub fn each_secret(game: &Game, mut emit: impl FnMut(Secret, &str)) {
    let mut replace = |secret, text: &str| {
        emit(secret, text);
        None
    };
    // Games have no keys that are not text, so this cannot fail.
    let mut head = serde_json::to_value(game.without_lists()).unwrap_or_default();
    let mut walk = Walk::of(&head, Lists::of(game), &mut replace);
    walk.value(&mut head, "");
    game.players.iter().for_each(|player| walk.part(player, "players"));
    if let Some(board) = &game.board {
        board.territories.iter().for_each(|territory| walk.part(territory, "territories"));
        // Nothing is replaced in the copies, so this cannot fail.
        let _ = board.adjacencies.iter().try_for_each(|adjacency| walk.replace_in_adjacency(&mut adjacency.clone()));
        let _ = board.passages.iter().try_for_each(|passage| walk.replace_in_passage(&mut passage.clone()));
    }
    if let Some(position) = &game.position {
        position.holdings.iter().for_each(|holding| walk.part(holding, "holdings"));
        position.pieces.iter().for_each(|piece| walk.part(piece, "pieces"));
    }
    game.turns.iter().for_each(|turn| walk.turn(turn));
}

/// The texts that were not understood and may be passwords.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suspects {
    /// All: in a file of lines in a fixed order, any line may be one that is out of its place.
    All,
    /// Those that do not look like what is usual in their place.
    Unlikely,
    /// None: the system has no passwords.
    None,
}

struct Walk<'f, 'r> {
    secrets: &'static SystemSecrets,
    suspects: Suspects,
    replace: &'r mut Replace<'f>,
    /// Whether some text was replaced or value taken out.
    has_replaced: bool,
}

impl<'f, 'r> Walk<'f, 'r> {
    fn of(head: &Value, has: Lists, replace: &'r mut Replace<'f>) -> Walk<'f, 'r> {
        let system = System::deserialize(&head["system"]).ok();
        let secrets = system.map_or(&SystemSecrets::NONE, System::secrets);
        Walk { secrets, suspects: (secrets.suspects)(head, has), replace, has_replaced: false }
    }

    /// Visits the values of a turn, each of its remarks and actions by itself.
    fn turn(&mut self, turn: &Turn) {
        self.part(&turn.without_lists(), "turns");
        turn.remarks.iter().for_each(|remark| self.part(remark, "remarks"));
        turn.actions.iter().for_each(|action| self.action(action, "actions"));
        turn.undone.iter().flatten().for_each(|action| self.action(action, "undone"));
        turn.alternatives.iter().flatten().for_each(|turn| self.turn(turn));
    }

    /// Visits the values of an action, each of its remarks by itself.
    fn action(&mut self, action: &Action, key: &str) {
        if action.remarks.len() <= 1 {
            return self.part(action, key);
        }
        self.part(&Action { remarks: ThinVec::new(), ..action.clone() }, key);
        action.remarks.iter().for_each(|remark| self.part(remark, "remarks"));
    }

    /// Visits the values of a part of a game.
    fn part<T: Serialize>(&mut self, part: &T, key: &str) {
        // Parts of a game have no keys that are not text, so this cannot fail.
        self.value(&mut serde_json::to_value(part).unwrap_or_default(), key);
    }

    /// Replaces the secrets of a turn: those of its remarks, of its actions, of its alternatives, and of its other values.
    fn replace_in_turn(&mut self, turn: &mut Turn) -> Option<()> {
        let remarks = mem::take(&mut turn.remarks);
        let actions = mem::take(&mut turn.actions);
        let undone = mem::take(&mut turn.undone);
        let alternatives = mem::take(&mut turn.alternatives);
        let replaced = self.replace_in(turn, "turns");
        (turn.remarks, turn.actions, turn.undone, turn.alternatives) = (remarks, actions, undone, alternatives);
        replaced?;
        turn.remarks.iter_mut().try_for_each(|remark| self.replace_in(remark, "remarks"))?;
        turn.actions.iter_mut().try_for_each(|action| self.replace_in_action(action, "actions"))?;
        turn.undone.iter_mut().flatten().try_for_each(|action| self.replace_in_action(action, "undone"))?;
        turn.alternatives.iter_mut().flatten().try_for_each(|turn| self.replace_in_turn(turn))
    }

    /// Replaces the secrets of an action, and of its remarks.
    fn replace_in_action(&mut self, action: &mut Action, key: &str) -> Option<()> {
        let remarks = mem::take(&mut action.remarks);
        let replaced = self.replace_in(action, key);
        action.remarks = remarks;
        replaced?;
        action.remarks.iter_mut().try_for_each(|remark| self.replace_in(remark, "remarks"))
    }

    /// Replaces the secrets of an adjacency, and of the places it leads to.
    fn replace_in_adjacency(&mut self, adjacency: &mut Element<Adjacency>) -> Option<()> {
        self.replace_with_places(adjacency, "adjacencies", ["to"], |adjacency| [&mut adjacency.to])
    }

    /// Replaces the secrets of a passage, and of its places.
    fn replace_in_passage(&mut self, passage: &mut Element<Passage>) -> Option<()> {
        let keys = ["between", "path"];
        self.replace_with_places(passage, "passages", keys, |passage| [&mut passage.between, &mut passage.path])
    }

    /// Replaces the secrets of an element and of the places in its lists, which may be very many, one at a time.
    fn replace_with_places<T: Serialize + DeserializeOwned, const N: usize>(
        &mut self,
        element: &mut Element<T>,
        key: &str,
        list_keys: [&str; N],
        lists_of: impl Fn(&mut T) -> [&mut Vec<Field<TerritoryRef>>; N],
    ) -> Option<()> {
        let Element::Known(known) = element else { return self.replace_in(element, key) };
        let mut lists = lists_of(known).map(mem::take);
        let replaced = self.replace_in(known, key);
        let mut places =
            lists.iter_mut().zip(list_keys).flat_map(|(list, key)| list.iter_mut().map(move |at| (at, key)));
        let places_replaced = replaced.and_then(|()| places.try_for_each(|(place, key)| self.replace_in(place, key)));
        lists_of(known).into_iter().zip(lists).for_each(|(list, places)| *list = places);
        places_replaced
    }

    /// Replaces the secrets of a part of a game, which stays as it is if it has none.
    fn replace_in<T: Serialize + DeserializeOwned>(&mut self, part: &mut T, key: &str) -> Option<()> {
        let mut value = serde_json::to_value(&*part).ok()?;
        if self.replaces(&mut value, key) {
            *part = serde_json::from_value(value).ok()?;
        }
        Some(())
    }

    /// Replaces the secrets of a value; returns whether it has any that were replaced.
    fn replaces(&mut self, value: &mut Value, key: &str) -> bool {
        self.has_replaced = false;
        self.value(value, key);
        self.has_replaced
    }

    fn value(&mut self, value: &mut Value, key: &str) {
        visit(value, key, &mut |value, key| self.meet(value, key));
    }

    fn meet(&mut self, value: &mut Value, key: &str) -> Visit {
        if key == "extras" && value.is_object() && self.takes_out(value) {
            return Visit::TakeOut;
        }
        match value {
            Value::String(text) => match self.secrets {
                secrets if secrets.passwords.contains(&key) => self.text(Secret::Password, text),
                secrets if secrets.addresses.contains(&key) => self.text(Secret::Address, text),
                secrets if secrets.lines.contains(&key) => self.not_understood(text, key, |_| true),
                _ => self.addresses(text),
            },
            Value::Object(fields) => {
                if let (1, Some(Value::String(text))) = (fields.len(), fields.get_mut("unknown")) {
                    self.not_understood(text, key, is_like_a_player);
                    return Visit::Pass;
                }
                let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
                if let Some(Value::String(text)) = fields.get_mut("text").filter(|_| !kind.is_empty()) {
                    match &*kind {
                        "command" => self.command(text),
                        "condition" => self.addresses(text),
                        _ if is_made_of_codes(text) => {}
                        _ => self.not_understood(text, key, |text| !is_like_an_order(text)),
                    }
                    // Results belong to the unit that the text named.
                    let is_taken_out = text == TAKEN_OUT;
                    if is_taken_out && kind == "unknown" && fields.contains_key("player") {
                        fields.remove("results");
                    }
                    fields.iter_mut().filter(|(key, _)| *key != "text").for_each(|(key, value)| self.value(value, key));
                    return Visit::Pass;
                }
            }
            Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
        Visit::Enter
    }

    fn text(&mut self, secret: Secret, text: &mut String) {
        if !text.is_empty()
            && text != TAKEN_OUT
            && let Some(new) = (self.replace)(secret, text)
        {
            *text = new;
            self.has_replaced = true;
        }
    }

    fn not_understood(&mut self, text: &mut String, key: &str, is_suspicious: impl Fn(&str) -> bool) {
        // Without a letter or a figure it says nothing.
        if !text.chars().any(char::is_alphanumeric) || text.ends_with(TAKEN_OUT) && text.len() <= TAKEN_OUT.len() + 3 {
            return;
        }
        let suspicious = match self.suspects {
            // A number out of range is no password.
            Suspects::All => text.len() > 3 || !is_number(&text.as_str()),
            Suspects::Unlikely => is_suspicious(text) || has_address(text) || password_in(text).is_some(),
            Suspects::None => false,
        };
        let row = (self.secrets.row_of)(key, text).map(|row| format!("{row} ")).unwrap_or_default();
        let before = text.clone();
        self.text(Secret::NotUnderstood { suspicious }, text);
        if *text != before {
            text.insert_str(0, &row);
        }
        self.addresses(text);
    }

    fn command(&mut self, text: &mut String) {
        if let Some(range) = password_in(text) {
            let mut password = text[range.clone()].to_owned();
            self.text(Secret::Password, &mut password);
            text.replace_range(range, &password);
        }
        self.addresses(text);
    }

    fn addresses(&mut self, text: &mut String) {
        let found: Vec<_> = addresses(text).collect();
        for range in found.into_iter().rev() {
            let mut address = text[range.clone()].to_owned();
            self.text(Secret::Address, &mut address);
            text.replace_range(range, &address);
        }
    }

    /// True where a value of a source in JSON is taken out: a key that is not known says nothing of its value.
    fn takes_out(&mut self, extra: &Value) -> bool {
        let text = |key: &str| extra[key].as_str().unwrap_or_default();
        if is_harmless(text("key"), text("json")) {
            return false;
        }
        let suspicious = self.suspects != Suspects::None && is_secret_key(text("key"));
        let secret = if suspicious { Secret::Password } else { Secret::NotUnderstood { suspicious } };
        let is_taken_out = (self.replace)(secret, text("json")).is_some();
        self.has_replaced |= is_taken_out;
        is_taken_out
    }
}

/// True for a line that may be that of a player in a position file, which has a password and an address among numbers.
pub fn is_like_a_player(text: &str) -> bool {
    has_address(text) || text.split_whitespace().filter(is_number).count() > 2
}

fn is_number(word: &&str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit() || b == b'-')
}

/// True for an order that was not understood and holds only units, codes of provinces and verbs, in capitals.
fn is_made_of_codes(text: &str) -> bool {
    let is_code = |word: &str| {
        word.split('/').all(|part| part.len() <= 3 && part.bytes().all(|b| b.is_ascii_uppercase() || b == b'-'))
    };
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    words.len() > 2 && matches!(words.first(), Some(&("A" | "F" | "W"))) && words.iter().all(|word| is_code(word))
}

/// True for a key of a JSON object that names a secret, by its words.
pub fn is_secret_key(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    ["password", "passwd", "address", "mail", "secret", "token", "phone"].iter().any(|word| key.contains(word))
}

/// Keys of saved games and records whose values tell nothing of a person, in the programs that write them.
const HARMLESS_KEYS: [&str; 24] = [
    "builds",
    "centers",
    "civil_disorder",
    "date-end",
    "date-generated",
    "date-start",
    "homes",
    "influence",
    "is_ai",
    "is_full_press",
    "map",
    "note",
    "orders",
    "results",
    "retreats",
    "rules",
    "score",
    "time_sent",
    "timestamp",
    "units",
    "unrated",
    "version",
    "win",
    "zobrist_hash",
];

/// Words of their values, beside the powers of the standard board and what has three letters, as provinces do.
const HARMLESS_WORDS: [&str; 26] = [
    "austria",
    "england",
    "france",
    "germany",
    "italy",
    "russia",
    "turkey",
    "count",
    "homes",
    "standard",
    "true",
    "false",
    "null",
    "press",
    "ignore",
    "errors",
    "power",
    "choice",
    "real",
    "time",
    "build",
    "always",
    "wait",
    "solitaire",
    "proc",
    "check",
];

/// True for a value that the model has no field for and that is known to tell nothing of a person.
fn is_harmless(key: &str, json: &str) -> bool {
    let is_known = HARMLESS_KEYS.contains(&key.rsplit('.').next().unwrap_or(key)) && !is_secret_key(key);
    let is_number =
        |word: &str| word.bytes().any(|b| b.is_ascii_digit()) && word.bytes().all(|b| b.is_ascii_hexdigit());
    let is_word = |word: &str| {
        word.chars().count() <= 3
            || is_number(word.trim_end_matches(['Z', 'z']))
            || word.split_once(['T', 't']).is_some_and(|(day, time)| is_number(day) && is_number(time))
            || HARMLESS_WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
    };
    is_known && json.split(|c: char| !c.is_alphanumeric()).all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{PassageKind, System};

    /// Returns a game with lists of places, and an address at the end of each.
    fn game_with(count: usize) -> Game {
        let places = || -> Vec<Field<TerritoryRef>> {
            let texts = (0..count).map(|number| number.to_string()).chain(["ann@example.org".to_owned()]);
            texts.map(Field::unknown).collect()
        };
        let adjacency = Adjacency { from: "a".into(), movement: "mv".into(), to: places() };
        let passage = Passage {
            kind: PassageKind::Railway,
            at: TerritoryRef::from("R").into(),
            controlled_from: Field::Absent,
            between: places(),
            powers: Vec::new(),
            path: places(),
        };
        let (adjacencies, passages) = (vec![Element::Known(adjacency)], vec![Element::Known(passage)]);
        Game { board: Some(Board { adjacencies, passages, ..Board::default() }), ..Game::new(System::Diplomacy) }
    }

    #[test]
    fn addresses_in_lists_of_places_are_found_and_replaced() {
        let mut game = game_with(2);
        let mut found = Vec::new();
        each_secret(&game, |secret, text| found.extend((secret == Secret::Address).then(|| text.to_owned())));
        assert_eq!(found, ["ann@example.org"; 3]);
        let mut replace = |secret, _: &str| (secret == Secret::Address).then(|| "(hidden)".to_owned());
        replace_secrets_of(&mut game, |_| None, &mut replace).unwrap();
        let expected = serde_json::to_string(&game_with(2)).unwrap().replace("ann@example.org", "(hidden)");
        assert_eq!(serde_json::to_string(&game).unwrap(), expected);
    }

    #[test]
    fn places_of_a_long_list_become_json_one_at_a_time() {
        const COUNT: usize = 10_000;
        let mut game = game_with(COUNT);
        let read = allocation_counter::measure(|| each_secret(&game, |_, _| {}));
        let replaced = allocation_counter::measure(|| {
            replace_secrets_of(&mut game, |_| None, &mut |_, _| None).unwrap();
        });
        // Both lists of a passage are copied to be read.
        for (name, memory, count) in [("read", read, 2 * COUNT), ("replaced", replaced, COUNT)] {
            let by_place = memory.bytes_max / count as u64;
            assert!(by_place < 100, "{name}: {by_place} bytes a place");
        }
    }
}
