//! Looks up a province by name, with its coast, as the judge does (its `get_prov`).

use std::hash::{Hash, Hasher};

use hashbrown::{Equivalent, HashMap};
use smol_str::{SmolStr, SmolStrBuilder};

use crate::model::{Board, Element, Territory, TerritoryRef};

/// Size in bytes of the judge's buffer for a line, with its line end and a NUL. No name is longer.
pub const LINE_BUFFER: usize = 1024;

/// The coasts: suffix and first word.
const COASTS: [(&str, &str); 4] = [("nc", "north"), ("sc", "south"), ("ec", "east"), ("wc", "west")];

/// The names of a board's territories: all spellings in the order of the file, and the ids derived from them.
///
/// Spellings are compared without regard to case, with a run of blanks and dots as one gap, and only match as a whole.
/// The longest match wins, then the first. They are stored as a tree of words.
#[derive(Debug, Clone, Default)]
pub struct Names {
    ids: Vec<TerritoryRef>,
    numbers: HashMap<TerritoryRef, usize>,
    /// Number of territories that asked for the same id, which numbers the later ones.
    asked: HashMap<SmolStr, usize>,
    /// Territory of each spelling.
    spellings: Vec<u32>,
    words: HashMap<Word, u32>,
    /// Spellings that end at each word.
    ends: Vec<Ends>,
    /// Length in bytes of the longest word; longer words are not looked up.
    longest_word: usize,
}

/// Spellings that end at a word, in their order; mostly one or none.
#[derive(Debug, Clone, Default)]
struct Ends {
    first: Option<u32>,
    more: Vec<u32>,
}

/// A word in small letters, after the words on the path to a node of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Word {
    node: u32,
    small: SmolStr,
}

/// A word in its original case, to be looked up without a copy.
struct WrittenWord<'t> {
    node: u32,
    word: &'t str,
}

impl Hash for Word {
    fn hash<H: Hasher>(&self, state: &mut H) {
        WrittenWord { node: self.node, word: &self.small }.hash(state);
    }
}

impl Hash for WrittenWord<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.node);
        let mut small = [0; 16];
        for part in self.word.as_bytes().chunks(small.len()) {
            let small = &mut small[..part.len()];
            small.copy_from_slice(part);
            small.make_ascii_lowercase();
            state.write(small);
        }
    }
}

impl Equivalent<Word> for WrittenWord<'_> {
    fn equivalent(&self, key: &Word) -> bool {
        self.node == key.node && self.word.eq_ignore_ascii_case(&key.small)
    }
}

/// Result of looking up a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Number of the territory, from 0.
    pub territory: usize,
    /// Suffix of the coast after the name; `None` where no coast follows.
    pub coast: Option<&'static str>,
    /// Byte offset of the end of name and coast.
    pub end: usize,
}

impl Names {
    /// Creates an empty index with room for the names of so many territories.
    pub fn with_room_for(territories: usize) -> Names {
        Names {
            ids: Vec::with_capacity(territories),
            numbers: HashMap::with_capacity(territories),
            spellings: Vec::with_capacity(territories * 4),
            words: HashMap::with_capacity(territories * 4),
            ends: Vec::with_capacity(territories * 4),
            ..Names::default()
        }
    }

    /// Indexes the names of the territories that were understood, in their order and with their ids.
    pub fn of(board: &Board) -> Names {
        let mut names = Names::with_room_for(board.territories.len());
        for territory in board.territories.iter().filter_map(Element::known) {
            names.add_as(territory.id.clone(), territory.name.as_deref(), &territory.aliases);
        }
        names
    }

    /// Adds the next territory, and returns its id.
    ///
    /// The id is the first abbreviation in lower case, or else the name; a number makes it unique.
    pub fn add(&mut self, name: Option<&str>, aliases: &[String]) -> TerritoryRef {
        let wanted = match aliases.first() {
            Some(alias) => SmolStr::from(alias.to_lowercase()),
            None => SmolStr::new(name.unwrap_or_default()),
        };
        // Text after a slash would be a coast.
        let wanted = if wanted.contains('/') { SmolStr::from(wanted.replace('/', "_")) } else { wanted };
        let mut id = TerritoryRef::new(&wanted);
        while self.numbers.contains_key(&id) {
            let asked = self.asked.entry(wanted.clone()).or_insert(1);
            *asked += 1;
            id = TerritoryRef::new(&format!("{wanted}-{asked}"));
        }
        self.add_as(id.clone(), name, aliases);
        id
    }

    fn add_as(&mut self, id: TerritoryRef, name: Option<&str>, aliases: &[String]) {
        let number = self.ids.len();
        self.numbers.entry(id.clone()).or_insert(number);
        self.ids.push(id);
        for spelling in name.into_iter().chain(aliases.iter().map(String::as_str)) {
            self.add_spelling(spelling, number);
        }
    }

    fn add_spelling(&mut self, spelling: &str, territory: usize) {
        // A spelling that no line can hold cannot be found, but is counted.
        let entry = self.spellings.len() as u32;
        self.spellings.push(territory as u32);
        if spelling.len() > LINE_BUFFER {
            return;
        }
        if self.ends.is_empty() {
            self.ends.push(Ends::default());
        }
        let mut node = 0;
        let mut rest = spelling;
        loop {
            let (word, gap) = first_word(rest);
            self.longest_word = self.longest_word.max(word.len());
            let next = self.ends.len() as u32;
            node = match self.words.get(&WrittenWord { node, word }) {
                Some(&known) => known,
                None => {
                    self.words.insert(Word { node, small: lower(word) }, next);
                    self.ends.push(Ends::default());
                    next
                }
            };
            if gap == 0 {
                break;
            }
            rest = &rest[word.len() + gap..];
        }
        // Of equal spellings the first counts, unless the judge skips it, which takes a shorter match before each of
        // them.
        if let Some(ends) = self.ends.get_mut(node as usize).filter(|ends| ends.more.len() < spelling.len()) {
            match ends.first {
                None => ends.first = Some(entry),
                Some(_) => ends.more.push(entry),
            }
        }
    }

    /// Returns the number of territories.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Returns whether there are no territories.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Returns the ids, in the order of the territories.
    pub fn ids(&self) -> &[TerritoryRef] {
        &self.ids
    }

    /// Returns the number of the territory with an id, from 0.
    pub fn number(&self, id: &str) -> Option<usize> {
        self.numbers.get(&TerritoryRef::new(id)).copied()
    }

    /// Returns the place of a lookup result.
    pub fn place(&self, found: Found) -> TerritoryRef {
        let id = self.ids.get(found.territory).cloned().unwrap_or_else(|| TerritoryRef::new(""));
        match found.coast {
            Some(coast) => TerritoryRef::new(&format!("{id}/{coast}")),
            None => id,
        }
    }

    /// Looks up the territory, with its coast if one follows, at the beginning of `text`; blanks before it are skipped.
    pub fn find(&self, text: &str) -> Option<Found> {
        let blanks = text.len() - text.trim_start_matches([' ', '\t']).len();
        let (spelling, end) = self.longest(text, blanks)?;
        // Full stops after a name are a gap, as blanks are.
        let end = end + text[end..].bytes().take_while(|&b| b == b'.').count();
        let territory = *self.spellings.get(spelling as usize)? as usize;
        match coast(text, end) {
            Some((coast, end)) => Some(Found { territory, coast: Some(coast), end }),
            None => Some(Found { territory, coast: None, end }),
        }
    }

    /// Looks up the place that the whole of `text` names.
    pub fn find_whole(&self, text: &str) -> Option<Found> {
        self.find(text).filter(|found| text[found.end..].trim_matches([' ', '\t']).is_empty())
    }

    /// Returns the spelling that the judge accepts at `start`, and its end.
    fn longest(&self, text: &str, start: usize) -> Option<(u32, usize)> {
        // The limit keeps a hostile line from being scanned to its end for each of its words.
        let text = &text[..text.floor_char_boundary(start + LINE_BUFFER)];
        let bytes = text.as_bytes();
        let mut matches = Matches::default();
        let (mut node, mut at) = (0, start);
        loop {
            let rest = text.get(at..)?;
            // The beginning of a longer word may also be a name: `par-bur`.
            let (word, _) = first_word(&rest[..rest.floor_char_boundary(self.longest_word + 1)]);
            for (end, _) in word.bytes().enumerate().filter(|&(_, b)| is_delimiter(b)) {
                if let Some(next) = self.words.get(&WrittenWord { node, word: &word[..end] }) {
                    self.ending(*next, at + end, &mut matches);
                }
            }
            let Some(&next) = self.words.get(&WrittenWord { node, word }) else { break };
            let end = at + word.len();
            if end >= bytes.len() || matches!(bytes[end], b' ' | b'\t' | b'.') {
                self.ending(next, end, &mut matches);
            }
            let gap = gap_of(&rest[word.len()..]);
            if gap == 0 {
                break;
            }
            (node, at) = (next, end + gap);
        }
        matches.taken()
    }

    /// Adds the spellings that end at a node and at byte `end` of the text.
    fn ending(&self, node: u32, end: usize, matches: &mut Matches) {
        let Some(ends) = self.ends.get(node as usize) else { return };
        ends.first.iter().chain(&ends.more).for_each(|&spelling| matches.add(spelling, end));
    }

    /// Returns the spelling of each territory that writers use: the first in the order of `order` that leads to it.
    /// `None` where all of its spellings lead elsewhere.
    pub fn written<'b>(&self, board: &'b Board, order: fn(&'b Territory) -> Vec<&'b str>) -> Vec<Option<&'b str>> {
        let territories = board.territories.iter().filter_map(Element::known);
        let spelling = |(number, territory): (usize, &'b Territory)| {
            let leads =
                |s: &&str| self.find_whole(s).is_some_and(|found| found.territory == number && found.coast.is_none());
            order(territory).into_iter().find(leads)
        };
        territories.enumerate().map(spelling).collect()
    }

    /// Returns where a spelling of territory `number` leads to instead; `None` where it leads to its own territory.
    pub fn off_board(&self, spelling: &str, number: usize) -> Option<OffBoard> {
        match self.find_whole(spelling) {
            Some(found) if found.territory == number => None,
            Some(found) => Some(OffBoard::To(found.territory)),
            None => Some(OffBoard::Nowhere),
        }
    }
}

/// Result of a spelling that does not lead to its own territory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OffBoard {
    /// To another territory.
    To(usize),
    /// To no territory: the judge ignores it.
    Nowhere,
}

/// Returns the abbreviations, then the name: the order for moves and tables.
pub fn short_first(territory: &Territory) -> Vec<&str> {
    territory.aliases.iter().map(String::as_str).chain(territory.name.as_deref()).filter(is_plain).collect()
}

/// Returns the name, then the abbreviations: the order for units.
pub fn name_first(territory: &Territory) -> Vec<&str> {
    territory.name.as_deref().into_iter().chain(territory.aliases.iter().map(String::as_str)).filter(is_plain).collect()
}

/// Returns whether a spelling begins with a character that a line or a place may begin with.
fn is_plain(spelling: &&str) -> bool {
    spelling.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric)
}

/// Spellings at the beginning of a text, each with its end; mostly one.
#[derive(Default)]
struct Matches {
    first: Option<(u32, usize)>,
    more: Vec<(u32, usize)>,
}

impl Matches {
    fn add(&mut self, spelling: u32, end: usize) {
        match self.first {
            None => self.first = Some((spelling, end)),
            Some(_) => self.more.push((spelling, end)),
        }
    }

    /// Returns the match that wins. After each match that it accepts, the judge skips the next spelling in the file.
    fn taken(mut self) -> Option<(u32, usize)> {
        if self.more.is_empty() {
            return self.first;
        }
        self.more.extend(self.first);
        self.more.sort_unstable();
        let mut best: Option<(u32, usize)> = None;
        let mut passed_over = None;
        for (spelling, end) in self.more {
            if passed_over != Some(spelling) && best.is_none_or(|(_, longest)| end > longest) {
                best = Some((spelling, end));
                passed_over = Some(spelling + 1);
            }
        }
        best
    }
}

/// Returns the first word of `text`, and the length of the gap after it.
fn first_word(text: &str) -> (&str, usize) {
    let end = text.bytes().position(is_gap).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (word, gap_of(rest))
}

/// Returns the length of the gap at the beginning of `text`.
fn gap_of(text: &str) -> usize {
    text.bytes().take_while(|&b| is_gap(b)).count()
}

fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'.')
}

fn lower(word: &str) -> SmolStr {
    if !word.bytes().any(|b| b.is_ascii_uppercase()) {
        return SmolStr::new(word);
    }
    let mut lower = SmolStrBuilder::new();
    word.chars().for_each(|c| lower.push(c.to_ascii_lowercase()));
    lower.finish()
}

/// Returns whether a byte may follow a name without a blank.
fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'(' | b'-' | b'/' | b')' | b';' | b',')
}

/// Returns the coast at `at`, after blanks or not, and its end; `None` where there is none.
fn coast(text: &str, at: usize) -> Option<(&'static str, usize)> {
    let rest = text.get(at..)?.trim_start_matches([' ', '\t']);
    let (close, inner) = match rest.as_bytes().first()? {
        b'/' => ("", &rest[1..]),
        b'(' => (")", &rest[1..]),
        _ => return None,
    };
    let without_case =
        |text: &str, prefix: &str| text.get(..prefix.len()).is_some_and(|t| t.eq_ignore_ascii_case(prefix));
    for (short, long) in COASTS {
        let end = if without_case(inner, long) {
            let after = inner[long.len()..].trim_start_matches([' ', '\t']);
            if !without_case(after, "coast") {
                continue;
            }
            inner.len() - after.len() + "coast".len()
        } else if without_case(inner, short) {
            short.len()
        } else {
            continue;
        };
        let after = &inner[end..];
        let goes_on = after.bytes().next().is_some_and(|b| b.is_ascii_alphanumeric());
        if after.starts_with(close) && (!close.is_empty() || !goes_on) {
            return Some((short, text.len() - after.len() + close.len()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(territories: &[&[&str]]) -> Names {
        let mut names = Names::default();
        for spellings in territories {
            let aliases: Vec<String> = spellings[1..].iter().map(|&s| s.to_owned()).collect();
            names.add(Some(spellings[0]), &aliases);
        }
        names
    }

    fn found(names: &Names, text: &str) -> Option<(String, usize)> {
        names.find(text).map(|f| (names.place(f).to_string(), f.end))
    }

    #[test]
    fn case_and_gaps_do_not_matter_and_whole_spellings_do() {
        let names = names(&[&["St. Petersburg", "stp"], &["Laos", "lao"], &["Mid-Atlantic Ocean", "mao", "mid-atl"]]);
        for text in ["St Petersburg", "st.petersburg", "ST .  PETERSBURG x", "  stp", "STP-mv", "stp/q", "stp;"] {
            assert_eq!(found(&names, text).map(|f| f.0), Some("stp".into()), "{text}");
        }
        for text in ["stpetersburg", "st", "stp:", "st. petersburgh", "lao s", "Petersburg", ""] {
            let expected = (text == "lao s").then(|| ("lao".to_owned(), 3));
            assert_eq!(found(&names, text), expected, "{text}");
        }
        assert_eq!(found(&names, "mid-atlantic ocean"), Some(("mao".into(), 18)));
        assert_eq!(found(&names, "mid-atl rest"), Some(("mao".into(), 7)));
        assert_eq!(found(&names, "stp. mao"), Some(("stp".into(), 4)), "a full stop is a gap");
    }

    #[test]
    fn the_longest_wins_then_the_first() {
        let names = names(&[&["Off Board", "ob"], &["X", "x"], &["Off Board A", "oba"], &["Other", "ob", "oth"]]);
        assert_eq!(found(&names, "off board a"), Some(("oba".into(), 11)));
        assert_eq!(found(&names, "off board b"), Some(("ob".into(), 9)));
        assert_eq!(found(&names, "ob"), Some(("ob".into(), 2)));
        assert_eq!(names.ids()[3].as_str(), "ob-2");
    }

    #[test]
    fn the_spelling_behind_an_accepted_one_is_passed_over() {
        let names = names(&[&["Newfie", "nfl", "new"], &["New York", "nyc"]]);
        assert_eq!(found(&names, "New York"), Some(("nfl".into(), 3)));
        assert_eq!(names.off_board("New York", 1), Some(OffBoard::Nowhere));
    }

    #[test]
    fn coasts_are_read_in_every_form() {
        let names = names(&[&["St Petersburg", "stp"]]);
        for text in ["stp/sc", "stp (sc)", "St Petersburg/south coast", "stp /SC", "stp(South Coast)"] {
            let f = names.find(text).unwrap();
            assert_eq!((f.coast, f.end), (Some("sc"), text.len()), "{text}");
        }
        for text in ["stp/s", "stp/scx", "stp(sc", "stp/south", "stp/mx"] {
            assert_eq!(names.find(text).unwrap().coast, None, "{text}");
        }
    }

    #[test]
    fn ids_are_unique_and_never_empty_of_a_name() {
        let names = names(&[&["Foo", "a"], &["Bar", "A"], &["Baz", "a-2"], &["No Abbreviation"]]);
        let ids: Vec<&str> = names.ids().iter().map(TerritoryRef::as_str).collect();
        assert_eq!(ids, ["a", "a-2", "a-2-2", "No Abbreviation"]);
    }
}
