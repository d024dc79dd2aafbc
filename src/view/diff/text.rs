//! The text of a comparison: differences grouped by the parts of the game, with one line for what only one game has.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::subjects::Part;
use super::words::key_in_words;
use super::{GameDiff, GameDifference};
use crate::model::{ancestors, pattern_of};
use crate::text::columns::wrap;
use crate::text::english::{capital, counted, listed};

/// Minimum number of columns for a line's text; less would be hard to read.
const MIN_ROOM: usize = 20;
/// Maximum number of lines of a part, unless all are asked for.
const MAX_LINES: usize = 60;

impl GameDiff {
    /// Returns whether both games are the same.
    pub fn is_empty(&self) -> bool {
        self.differences.is_empty()
    }

    /// Returns the differences in lines of at most `width` columns, each with its line end: all of each part, or the
    /// first 60.
    pub fn text(&self, width: usize, all: bool) -> String {
        let [first, second] = &self.names;
        let system = self.system.name();
        let mut page = Page { width, text: String::new() };
        if self.is_empty() {
            page.line(&format!("{first} and {second} hold the same game of {system}."));
            return page.text;
        }
        let count = counted(self.differences.len(), "value differs", "values differ");
        page.line(&format!("{first} and {second}, {system}: {count}."));
        let (only, told): (Vec<&GameDifference>, Vec<_>) = self.differences.iter().partition(|d| self.is_folded(d));
        let mut parts: BTreeMap<&Part, Vec<&GameDifference>> = BTreeMap::new();
        for difference in told {
            parts.entry(&difference.subject.part).or_default().push(difference);
        }
        for (part, differences) in parts {
            page.line("");
            page.line(&self.heading(part));
            if *part == Part::Turns {
                page.indented(&self.first_turn(&differences));
            }
            let lines = lines_of(&differences, all);
            let most = if all { lines.len() } else { MAX_LINES };
            lines.iter().take(most).for_each(|line| page.indented(line));
            if let Some(more) = lines.len().checked_sub(most).filter(|more| *more > 0) {
                page.indented(&format!("and {more} more (--verbose lists all)"));
            }
        }
        let mut is_first = true;
        for (own, name) in self.names.iter().enumerate() {
            let items = items_of(only.iter().filter(|difference| difference.own == Some(own)).copied());
            if items.is_empty() {
                continue;
            }
            if std::mem::take(&mut is_first) {
                page.line("");
            }
            page.line(&format!("Only {name} has: {}.", items.join(", ")));
        }
        page.text
    }

    /// Returns whether a value is of a kind that only one game has, so that one line reports all of them: a whole part
    /// of the game, or a field that no element of the other game has.
    fn is_folded(&self, difference: &GameDifference) -> bool {
        let Some(own) = difference.own else { return false };
        let is_whole = !difference.path.contains('[') && difference.is_many();
        is_whole || self.only.binary_search(&(pattern_of(&difference.path), own)).is_ok()
    }

    fn heading(&self, part: &Part) -> String {
        match part {
            Part::Game => "Game".to_owned(),
            Part::Details(key) => capital(&key_in_words(key)),
            Part::Players => "Players".to_owned(),
            Part::Territories => "Board".to_owned(),
            Part::Moves => "Moves of the board".to_owned(),
            Part::Passages => "Passages".to_owned(),
            Part::Holdings => self.terms.holdings.to_owned(),
            Part::Pieces => self.terms.pieces.to_owned(),
            Part::Position => "Position".to_owned(),
            Part::Turns => "Turns".to_owned(),
        }
    }

    /// Returns a sentence about the first turn that differs; empty if there is none, or if a game has no turns.
    fn first_turn(&self, differences: &[&GameDifference]) -> String {
        let first = differences.iter().filter_map(|d| Some((d.subject.turn?, d))).min_by_key(|(turn, _)| *turn);
        let Some((_, first)) = first.filter(|_| !self.turns.contains(&0)) else { return String::new() };
        let name = first.subject.element.split(", ").next().unwrap_or_default();
        let [before, after] = self.turns;
        let of = if before == after { before.to_string() } else { format!("{before} and {after}") };
        format!("The first turn that differs is {name}; there are {of}.")
    }
}

impl GameDifference {
    /// Returns whether the value is a list or contains one.
    fn is_many(&self) -> bool {
        let value = self.before.as_ref().or(self.after.as_ref());
        let fields = value.and_then(|value| value.as_object());
        value.is_some_and(|value| value.is_array())
            || fields.is_some_and(|fields| fields.values().any(|v| v.is_array()))
    }

    /// Describes the size of the value by the number of its elements.
    fn size(&self) -> String {
        let value = self.before.as_ref().or(self.after.as_ref());
        match (value.and_then(|value| value.as_array().map(Vec::as_slice)), value.and_then(|value| value.as_object())) {
            (Some([]), _) => " (empty)".to_owned(),
            (Some(list), _) => format!(" ({})", list.len()),
            (None, Some(fields)) => {
                let part = |(key, value): (&String, &Value)| match value {
                    Value::Array(list) => format!("{} {}", list.len(), key_in_words(key)),
                    _ => key_in_words(key),
                };
                format!(" ({})", listed(&fields.iter().map(part).collect::<Vec<_>>()))
            }
            (None, None) => String::new(),
        }
    }
}

/// The fields that are reported before others.
const FIRST_FIELDS: [&str; 5] = ["name", "owner", "type", "player", "territory"];

/// Returns one line for each element with all of its differences; of very many only the first ones.
fn lines_of(differences: &[&GameDifference], all: bool) -> Vec<String> {
    let is_same = |a: &&GameDifference, b: &&GameDifference| {
        !a.subject.element.is_empty() && a.subject.element == b.subject.element
    };
    let line = |of_one: &[&GameDifference]| {
        let most = if all { of_one.len() } else { MAX_LINES };
        let more = of_one.len().saturating_sub(most);
        let mut of_one: Vec<&GameDifference> = of_one.iter().take(most).copied().collect();
        let rank = |field: &str| FIRST_FIELDS.iter().position(|first| *first == field).unwrap_or(FIRST_FIELDS.len());
        of_one.sort_by_key(|difference| rank(&difference.subject.field));
        let mut changes: Vec<String> = of_one
            .chunk_by(|a, b| a.subject.field == b.subject.field)
            .filter_map(|of_field| {
                // A change in the order of items is reported once.
                let mut seen = HashSet::new();
                let changes = of_field.iter().map(|difference| difference.change.as_str());
                let changes: Vec<&str> = changes.filter(|change| seen.insert(*change)).collect();
                Some(of_field.first()?.subject.field_and(&changes.join(", ")))
            })
            .collect();
        if more > 0 {
            changes.push(format!("and {more} more"));
        }
        let element = of_one.first().map_or("", |difference| &difference.subject.element);
        if element.is_empty() { changes.join(", ") } else { format!("{element}: {}", changes.join(", ")) }
    };
    differences.chunk_by(is_same).map(line).collect()
}

/// Describes what only one game has: its parts, and the number of each field of their elements.
fn items_of<'d>(only: impl Iterator<Item = &'d GameDifference>) -> Vec<String> {
    let mut counts: BTreeMap<String, (usize, &GameDifference)> = BTreeMap::new();
    for difference in only {
        counts.entry(pattern_of(&difference.path)).or_insert((0, difference)).0 += 1;
    }
    let item = |(pattern, (count, first)): (String, (usize, &GameDifference))| {
        let key = pattern.rsplit('.').next().unwrap_or_default();
        if !pattern.contains('[') {
            return format!("{}{}", key_in_words(key), first.size());
        }
        let list = ancestors(&pattern).find_map(|path| path.strip_suffix("[]").or_else(|| path.strip_suffix('[')));
        let list = list.and_then(|list| list.rsplit('.').next()).unwrap_or_default();
        format!("{} of {} ({count})", key_in_words(key), key_in_words(list))
    };
    counts.into_iter().map(item).collect()
}

/// A text made of lines of limited width.
struct Page {
    width: usize,
    text: String,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.wrapped(line, "");
    }

    /// Adds a line of a part; an empty one is left out.
    fn indented(&mut self, line: &str) {
        if !line.is_empty() {
            self.wrapped(line, "  ");
        }
    }

    /// Adds a line behind an indent, wrapped if it is too long.
    fn wrapped(&mut self, line: &str, indent: &str) {
        let room = self.width.saturating_sub(indent.len() + 2).max(MIN_ROOM);
        let mut lines = wrap(line, room).into_iter();
        self.text += &format!("{indent}{}\n", lines.next().unwrap_or_default());
        lines.for_each(|line| self.text += &format!("{indent}  {line}\n"));
    }
}
