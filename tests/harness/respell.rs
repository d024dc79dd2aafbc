//! Random numbers, random edits of a game, and equivalent spellings of a text.

use ludex::internals::model::{Board, Document, Game, System};
use ludex::internals::text::Report;
use serde_json::Value;

use super::data_hooks::{self, DataHooks};
use super::files::Sample;
use super::{global_war, homeworlds, njudge, orders, power, saved_game, war_log};

/// The knowledge about the games and files of a system, or of one of its notations, that tests need.
pub struct Hooks {
    pub formats: &'static [&'static str],
    /// Returns whether the value at a path may be edited by itself.
    pub is_free: fn(&Sample, &Value, &str) -> bool,
    /// Returns another value for the one at a path.
    pub value: fn(&Value, &str, &mut Random) -> Value,
    /// Returns how many lines that value may change.
    pub lines_of: fn(&Sample, &Value, &str, &Value) -> usize,
    /// Returns the text of a file in another spelling with the same meaning.
    pub respell: fn(&Sample, &mut Random) -> String,
}

const HOOKS: [&Hooks; 7] = [
    &global_war::HOOKS,
    &homeworlds::HOOKS,
    &njudge::HOOKS,
    &orders::HOOKS,
    &power::HOOKS,
    &saved_game::HOOKS,
    &war_log::HOOKS,
];

/// The hooks of a format, in code or as data beside its fixtures.
#[derive(Clone, Copy)]
pub enum FormatHooks {
    Code(&'static Hooks),
    Data(&'static DataHooks),
}

/// Returns the hooks of a format.
pub fn hooks(format: &str) -> Result<FormatHooks, String> {
    let in_code = HOOKS.into_iter().filter(|hooks| hooks.formats.contains(&format)).map(FormatHooks::Code);
    let mut found = in_code.chain(data_hooks::of(format)?.map(FormatHooks::Data));
    match (found.next(), found.next()) {
        (Some(hooks), None) => Ok(hooks),
        (None, _) => Err(format!(
            "tell the harness how {format} is edited and respelled: it has no `Hooks`, and no fixtures/{format}/hooks.json"
        )),
        _ => Err(format!("{format} has several `Hooks`")),
    }
}

impl FormatHooks {
    fn is_free(self, sample: &Sample, game: &Value, path: &str) -> bool {
        match self {
            FormatHooks::Code(hooks) => (hooks.is_free)(sample, game, path),
            FormatHooks::Data(hooks) => hooks.is_free(path),
        }
    }

    fn value(self, game: &Value, path: &str, random: &mut Random) -> Value {
        match self {
            FormatHooks::Code(hooks) => (hooks.value)(game, path, random),
            FormatHooks::Data(hooks) => hooks.value(path, random),
        }
    }

    fn lines_of(self, sample: &Sample, game: &Value, path: &str, new: &Value) -> usize {
        match self {
            FormatHooks::Code(hooks) => (hooks.lines_of)(sample, game, path, new),
            FormatHooks::Data(hooks) => hooks.lines,
        }
    }
}

/// A small generator of repeatable random numbers (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// Returns `text` with a few characters and lines lost, repeated, moved or replaced.
pub fn damage(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for _ in 0..1 + random.below(4) {
        let at = random.below(lines.len());
        match random.below(7) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[random.below(lines.len())].clone()),
            2 => lines.truncate(at + 1),
            3 => lines.insert(at, random.pick(&["\n", " \n", "\t\n", "# x\n", "-1\n", "-\n", "é, é é\n"]).to_owned()),
            4 => lines[at].insert_str(0, random.pick(&[" ", "\t", "-", "#", "C", "S", "P", "é", " é ", "x:"])),
            _ => {
                let mut chars: Vec<char> = lines[at].chars().collect();
                let place = random.below(chars.len());
                let odd = random.pick(&[' ', ',', ':', '/', '-', '.', '(', 'é', 'A', 'm', '1', '\u{1b}', '\r']);
                if random.below(2) == 0 {
                    chars.insert(place, odd)
                } else {
                    chars[place] = odd
                }
                lines[at] = chars.into_iter().collect();
            }
        }
        if lines.is_empty() {
            lines.push("\n".into());
        }
    }
    lines.concat()
}

/// Returns a binary file with a few bytes lost, repeated, moved or replaced.
pub fn damage_bytes(text: &str, random: &mut Random) -> String {
    let mut bytes: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(4) {
        let (at, odd) = (random.below(bytes.len()), char::from(random.below(256) as u8));
        match random.below(6) {
            0 => drop(bytes.remove(at)),
            1 => bytes.insert(at, odd),
            2 => bytes.truncate(at + 1),
            3 => bytes.extend_from_within(at..),
            _ => bytes[at] = odd,
        }
        if bytes.is_empty() {
            bytes.push(odd);
        }
    }
    bytes.into_iter().collect()
}

/// Edits the JSON of a game.
pub struct Editor<'s> {
    sample: &'s Sample,
    hooks: FormatHooks,
    system: System,
    document: Value,
    leaves: Vec<String>,
    /// A board that was supplied for reading the game; it is the largest part of the game, and none of its values is
    /// edited.
    given: Option<Board>,
}

impl<'s> Editor<'s> {
    pub fn new(sample: &'s Sample, game: &Game) -> Self {
        let hooks = hooks(sample.format.id).unwrap();
        let document = serde_json::to_value(Document::new(game.clone())).unwrap();
        let leaves = leaves(sample, hooks, &document["game"]);
        let given = game.board.clone().filter(|board| board.from.is_some());
        assert!(given.is_none() || !leaves.iter().any(|path| path.starts_with("/board")), "{leaves:?}");
        Editor { sample, hooks, system: game.system, document, leaves, given }
    }

    /// Returns the game with `count` values replaced, and how many lines that may change; `None` if the result is not a
    /// game.
    pub fn edit(&mut self, count: usize, random: &mut Random) -> Option<(Game, usize)> {
        if self.leaves.is_empty() {
            return None;
        }
        let game = &mut self.document["game"];
        let (mut lines, mut replaced) = (0, Vec::new());
        for _ in 0..count {
            let path = &self.leaves[random.below(self.leaves.len())];
            let new = self.hooks.value(game, path, random);
            lines += self.hooks.lines_of(self.sample, game, path, &new);
            replaced.push((path.clone(), std::mem::replace(game.pointer_mut(path).unwrap(), new)));
        }
        let edited = self.read().map(|game| (game, lines));
        for (path, old) in replaced.into_iter().rev() {
            *self.document["game"].pointer_mut(&path).unwrap() = old;
        }
        edited
    }

    /// Returns the game that the document holds now, if it is one.
    fn read(&mut self) -> Option<Game> {
        let board = self.given.as_ref().map(|_| self.document["game"]["board"].take());
        let read = Document::read_of(self.system, &self.document);
        if let Some(board) = board {
            self.document["game"]["board"] = board;
        }
        let mut game = read.ok()?.game;
        if self.given.is_some() {
            game.board.clone_from(&self.given);
        }
        Some(game)
    }
}

/// Returns pointers to the scalars of a game, except those that identify something or follow from others.
fn leaves(sample: &Sample, hooks: FormatHooks, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(value, "", &mut found);
    let fixed = ["/system", "/seat", "/builtin", "/unknown"];
    found.retain(|p| !fixed.iter().any(|f| p.ends_with(f)) && !p.starts_with("/result"));
    found.retain(|p| !(p.ends_with("/territory") && p.contains("/holdings/")));
    found.retain(|p| hooks.is_free(sample, value, p));
    found
}

fn collect(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(k, v)| collect(v, &format!("{path}/{k}"), found)),
        Value::Array(list) => list.iter().enumerate().for_each(|(i, v)| collect(v, &format!("{path}/{i}"), found)),
        _ => found.push(path.to_owned()),
    }
}

/// Returns the text of a file in another spelling with the same meaning.
pub fn respell(sample: &Sample, random: &mut Random) -> String {
    match hooks(sample.format.id).unwrap() {
        FormatHooks::Code(hooks) => (hooks.respell)(sample, random),
        FormatHooks::Data(_) => respell_by_chance(sample, random),
    }
}

/// Returns the text with some random characters replaced that mean nothing in their places.
fn respell_by_chance(sample: &Sample, random: &mut Random) -> String {
    let format = sample.text_format();
    let game = format.read(&sample.text(), &mut Report::silent());
    let mut chars: Vec<char> = sample.text().chars().collect();
    for _ in 0..60 {
        let at = random.below(chars.len());
        let old = std::mem::replace(&mut chars[at], char::from(random.below(256) as u8));
        if format.read(&chars.iter().collect::<String>(), &mut Report::silent()) != game {
            chars[at] = old;
        }
    }
    chars.into_iter().collect()
}
