//! Random numbers, random edits of a game, and random spellings of a text.

use ludex::formats::json;
use ludex::model::{Document, Game, System};
use serde_json::Value;

use super::files::Sample;
use super::{homeworlds, njudge, orders, power, saved_game};

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

/// `text` with a few characters and lines lost, repeated, moved or made something else.
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

/// `game` with `count` values replaced, as an edit of its JSON would, and how many lines that may change; nothing where
/// the result is no game.
pub fn edit(sample: &Sample, game: &Game, count: usize, random: &mut Random) -> Option<(Game, usize)> {
    let is_list = sample.format.id == "njudge-orders";
    let is_saved = sample.format.id == "diplomacy-game";
    let mut value = serde_json::to_value(Document::new(game.clone())).ok()?;
    let mut lines = 0;
    let leaves = leaves(sample, &value["game"]);
    if leaves.is_empty() {
        return None;
    }
    for _ in 0..count {
        let path = leaves[random.below(leaves.len())].clone();
        let new = match game.system {
            System::Diplomacy if is_saved => saved_game::value(&value["game"], &path, random),
            System::Diplomacy if path.starts_with("/turns") => orders::value(&value["game"], &path, random),
            System::Homeworlds => homeworlds::value(&value["game"], &path, random),
            System::Power => power::value(&value["game"], &path, random),
            System::Diplomacy => njudge::value(&value["game"], &path, random),
            _ => war_value(&value["game"], &path, random),
        };
        lines += match path.rsplit('/').next() {
            _ if is_saved => saved_game::lines_of(&value["game"], &path, &new),
            // Who edits how a territory is spelled, edits all lines that spell it so.
            _ if path.contains("/aliases/") => usize::MAX / 2 / count,
            Some("name") => usize::MAX / 2 / count,
            // A power has other letters cut off in another variant.
            Some("variant") => usize::MAX / 2 / count,
            // Lines of empty passwords before it may have been left out.
            _ if path.contains("/team_passwords/") => 3,
            Some("text") if game.system == System::Homeworlds => homeworlds::lines_of(&value["game"], &path),
            Some(_) if game.system == System::Power => power::lines_of(&value["game"], &path),
            // An order of another power may need a heading, and the one behind it too.
            Some("player") if path.starts_with("/turns") => 3,
            // Each order of a line of several gets a line to itself.
            Some(_) if is_list => 4,
            _ => 1,
        };
        *value["game"].pointer_mut(&path)? = new;
    }
    json::read(&value.to_string()).ok().map(|d| (d.game, lines))
}

fn war_value(game: &Value, path: &str, random: &mut Random) -> Value {
    match game.pointer(path).cloned().unwrap_or_default() {
        Value::Bool(b) => Value::Bool(!b),
        Value::Number(_) => Value::from(random.below(40) as i64 - 2),
        Value::Null if path.ends_with("owner") => Value::from(format!("{}", 1 + random.below(6))),
        Value::Null if path.ends_with("name") => Value::from(name(random)),
        Value::Null | Value::String(_) if path.ends_with("last_moved") || path.ends_with("event_day") => moment(random),
        Value::String(_) if path.ends_with("owner") => Value::from(format!("{}", 1 + random.below(6))),
        Value::String(_) if path.ends_with("name") || path.contains("password") || path.contains("more_lines") => {
            Value::from(name(random))
        }
        other => other,
    }
}

fn name(random: &mut Random) -> String {
    random
        .pick(&["JoAN", " leading", "NONE SUCH", "0", "", "Über-Müller", "a,b \"c\"", "\\", "1671.6039", "T"])
        .to_owned()
}

fn moment(random: &mut Random) -> Value {
    let (day, hour, minute, second) = (1 + random.below(28), random.below(24), random.below(60), random.below(60));
    Value::from(format!(
        "19{:02}-03-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}",
        86 + random.below(13),
        random.below(1000)
    ))
}

/// Pointers to the scalars of a game, but for those that identify or follow from others.
fn leaves(sample: &Sample, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(value, "", &mut found);
    let fixed = ["/system", "/seat", "/builtin", "/unknown"];
    found.retain(|p| !fixed.iter().any(|f| p.ends_with(f)) && !p.starts_with("/result"));
    found.retain(|p| !(p.ends_with("/territory") && p.contains("/holdings/")));
    if sample.format.id == "diplomacy-game" {
        found.retain(|p| saved_game::is_free(value, p));
        return found;
    }
    if value["system"] == "power" {
        found.retain(|p| power::is_free(value, p));
        return found;
    }
    if value["system"] == "homeworlds" {
        found.retain(|p| homeworlds::is_free(sample, value, p));
        return found;
    }
    found.retain(|p| !p.starts_with("/turns") || orders::is_free(p));
    if value["system"] == "diplomacy" {
        // A board that only resolves names is no part of the file.
        let has_own_board = value["board"]["from"].is_null();
        found.retain(|p| njudge::is_free(p) && (has_own_board || !p.starts_with("/board")));
    }
    found
}

fn collect(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(k, v)| collect(v, &format!("{path}/{k}"), found)),
        Value::Array(list) => list.iter().enumerate().for_each(|(i, v)| collect(v, &format!("{path}/{i}"), found)),
        _ => found.push(path.to_owned()),
    }
}

/// The text of a file spelled in another way that means the same.
pub fn respell(sample: &Sample, random: &mut Random) -> String {
    match sample.format.id {
        "war-dat" | "war-rec" => respell_war(&sample.text(), random),
        "njudge-map" | "njudge-seed" => njudge::respell(sample, random),
        "diplomacy-game" => saved_game::respell(sample, random),
        format if format.starts_with("homeworlds") => homeworlds::respell(sample, random),
        "power" => power::respell(sample, random),
        "diplomacy-orders" | "njudge-orders" => orders::respell(sample, random),
        format => panic!("tell the harness how {format} may be respelled"),
    }
}

/// Blanks round numbers and votes and behind names, votes in another case, other line ends.
fn respell_war(text: &str, random: &mut Random) -> String {
    if text.find('\n') < text.find('\r') && text.contains("\n\r") {
        // LF CR: other line ends beside it would be lines of their own.
        return text.to_owned();
    }
    let end = text.find('\u{1A}').unwrap_or(text.trim_end_matches('\0').len());
    let before = if text.lines().nth(3).is_some_and(|line| line.trim().parse::<i32>().is_ok()) { 4 } else { 0 };
    let mut out = String::new();
    for (number, line) in text[..end].split_inclusive('\n').enumerate() {
        let content = line.trim_end_matches(['\r', '\n']);
        let is_text = |n: usize| (2..38).contains(&n) && (n - 2).is_multiple_of(6) || (123..126).contains(&n);
        match number.checked_sub(before) {
            // A byte order mark begins the file.
            Some(0) if !content.is_ascii() => out.push_str(content),
            // Lines beyond 127 are kept as they are, blanks included.
            Some(127..) => out.push_str(content),
            // Blanks behind a name are padding; before it they belong to it.
            Some(n) if is_text(n) => out.push_str(&(content.to_owned() + &" ".repeat(random.below(3)))),
            _ => {
                let value = match content.trim() {
                    "T" => random.pick(&["T", "t", "TRUE", "true"]),
                    "F" => random.pick(&["F", "f", "FALSE", "False"]),
                    number => number,
                };
                out.push_str(&format!(
                    "{:lead$}{value}{:trail$}",
                    "",
                    "",
                    lead = random.below(3),
                    trail = random.below(3)
                ));
            }
        }
        if line.ends_with('\n') {
            out.push_str(random.pick(&["\n", "\r\n", "\r\n", "\r\r\n"]));
        }
    }
    out + &text[end..]
}
