//! How the judge finds a province by a name (its `get_prov`), coast included.

use std::hash::{Hash, Hasher};

use hashbrown::{Equivalent, HashMap};
use smol_str::{SmolStr, SmolStrBuilder};

use crate::model::{Board, Element, Territory, TerritoryRef};

/// The judge's buffer for a line, in bytes, its line end and a NUL included: no name is longer.
pub const LINE_BUFFER: usize = 1024;

/// The coasts, by their suffix and their first word.
const COASTS: [(&str, &str); 4] = [("nc", "north"), ("sc", "south"), ("ec", "east"), ("wc", "west")];

/// The names of a board's territories: every spelling in the order of the file, and the ids that follow from them.
///
/// Spellings are compared without regard to case, a run of blanks and dots being one gap, and only whole ones count.
/// The longest match wins, then the first. They are kept as a tree of words.
#[derive(Debug, Clone, Default)]
pub struct Names {
    ids: Vec<TerritoryRef>,
    numbers: HashMap<TerritoryRef, usize>,
    /// How many territories have asked for an id, to number them.
    asked: HashMap<SmolStr, usize>,
    /// The territory of each spelling.
    spellings: Vec<u32>,
    words: HashMap<Word, u32>,
    /// The spellings that end at each word.
    ends: Vec<Ends>,
    /// The bytes of the longest word: nothing longer is looked up.
    longest_word: usize,
}

/// The spellings that end at a word, in their order; in most cases one or none.
#[derive(Debug, Clone, Default)]
struct Ends {
    first: Option<u32>,
    more: Vec<u32>,
}

/// A word in small letters, behind the words that lead to a node of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Word {
    node: u32,
    small: SmolStr,
}

/// A word as it is written, to be looked up without a copy.
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

/// A name that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The territory, counted from 0.
    pub territory: usize,
    /// The coast behind the name.
    pub coast: Option<&'static str>,
    /// Byte offset behind name and coast.
    pub end: usize,
}

impl Names {
    /// No names yet, with room for those of so many territories.
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

    /// The names of the territories that are understood, in their order and with the ids that they have.
    pub fn of(board: &Board) -> Names {
        let mut names = Names::with_room_for(board.territories.len());
        for territory in board.territories.iter().filter_map(Element::known) {
            names.add_as(territory.id.clone(), territory.name.as_deref(), &territory.aliases);
        }
        names
    }

    /// Adds the next territory, and gives its id.
    ///
    /// The id is the first abbreviation in lower case, or else the name; made unique by a number.
    pub fn add(&mut self, name: Option<&str>, aliases: &[String]) -> TerritoryRef {
        let wanted = match aliases.first() {
            Some(alias) => SmolStr::from(alias.to_lowercase()),
            None => SmolStr::new(name.unwrap_or_default()),
        };
        // What stands behind a slash is a coast.
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
        // What no line can hold is no spelling, but counts as one.
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
        // Of equal spellings the first counts, unless it is passed over; that takes a shorter one for each.
        if let Some(ends) = self.ends.get_mut(node as usize).filter(|ends| ends.more.len() < spelling.len()) {
            match ends.first {
                None => ends.first = Some(entry),
                Some(_) => ends.more.push(entry),
            }
        }
    }

    /// How many territories there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The ids, in the order of the territories.
    pub fn ids(&self) -> &[TerritoryRef] {
        &self.ids
    }

    /// The number of the territory with that id, from 0.
    pub fn number(&self, id: &str) -> Option<usize> {
        self.numbers.get(&TerritoryRef::new(id)).copied()
    }

    /// The place that was found.
    pub fn place(&self, found: Found) -> TerritoryRef {
        let id = self.ids.get(found.territory).cloned().unwrap_or_else(|| TerritoryRef::new(""));
        match found.coast {
            Some(coast) => TerritoryRef::new(&format!("{id}/{coast}")),
            None => id,
        }
    }

    /// The territory, and perhaps the coast, that `text` begins with; blanks before it are passed over.
    pub fn find(&self, text: &str) -> Option<Found> {
        let blanks = text.len() - text.trim_start_matches([' ', '\t']).len();
        let (spelling, end) = self.longest(text, blanks)?;
        // A full stop behind a name is a gap as a blank is.
        let end = end + text[end..].bytes().take_while(|&b| b == b'.').count();
        let territory = *self.spellings.get(spelling as usize)? as usize;
        match coast(text, end) {
            Some((coast, end)) => Some(Found { territory, coast: Some(coast), end }),
            None => Some(Found { territory, coast: None, end }),
        }
    }

    /// The place that the whole of `text` names.
    pub fn find_whole(&self, text: &str) -> Option<Found> {
        self.find(text).filter(|found| text[found.end..].trim_matches([' ', '\t']).is_empty())
    }

    /// The spelling that the judge takes at `start`, and where it ends.
    fn longest(&self, text: &str, start: usize) -> Option<(u32, usize)> {
        // A hostile line must not be looked at to its end for each of its words.
        let text = &text[..text.floor_char_boundary(start + LINE_BUFFER)];
        let bytes = text.as_bytes();
        let mut matches = Matches::default();
        let (mut node, mut at) = (0, start);
        loop {
            let rest = text.get(at..)?;
            // Of a longer word its beginning may be a name all the same: `par-bur`.
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

    /// Notes the spellings that end at a node, at byte `end` of the text.
    fn ending(&self, node: u32, end: usize, matches: &mut Matches) {
        let Some(ends) = self.ends.get(node as usize) else { return };
        ends.first.iter().chain(&ends.more).for_each(|&spelling| matches.add(spelling, end));
    }

    /// The spelling of each territory that a writer uses: the first that leads to it, in the order that `order` gives.
    /// There is none where all of them lead elsewhere.
    pub fn written<'b>(&self, board: &'b Board, order: fn(&'b Territory) -> Vec<&'b str>) -> Vec<Option<&'b str>> {
        let territories = board.territories.iter().filter_map(Element::known);
        let spelling = |(number, territory): (usize, &'b Territory)| {
            let leads =
                |s: &&str| self.find_whole(s).is_some_and(|found| found.territory == number && found.coast.is_none());
            order(territory).into_iter().find(leads)
        };
        territories.enumerate().map(spelling).collect()
    }

    /// The other territory that a spelling of territory `number` leads to, and the reason why it is not its own.
    pub fn off_board(&self, spelling: &str, number: usize) -> Option<OffBoard> {
        match self.find_whole(spelling) {
            Some(found) if found.territory == number => None,
            Some(found) => Some(OffBoard::To(found.territory)),
            None => Some(OffBoard::Nowhere),
        }
    }
}

/// Where a spelling leads that does not lead to its own territory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OffBoard {
    /// To another territory.
    To(usize),
    /// Nowhere: the judge passes it over.
    Nowhere,
}

/// The abbreviations, then the name: how moves and tables are written.
pub fn short_first(territory: &Territory) -> Vec<&str> {
    territory.aliases.iter().map(String::as_str).chain(territory.name.as_deref()).filter(is_plain).collect()
}

/// The name, then the abbreviations: how units are written.
pub fn name_first(territory: &Territory) -> Vec<&str> {
    territory.name.as_deref().into_iter().chain(territory.aliases.iter().map(String::as_str)).filter(is_plain).collect()
}

/// Whether a spelling begins as a line or a place may begin.
fn is_plain(spelling: &&str) -> bool {
    spelling.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric)
}

/// The spellings that a text begins with, each with its end; in most cases one.
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

    /// The match that wins. After one that is accepted, the judge passes over the spelling that is next in the file.
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

/// The first word of `text`, and the length of the gap behind it.
fn first_word(text: &str) -> (&str, usize) {
    let end = text.bytes().position(is_gap).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (word, gap_of(rest))
}

/// The length of the gap that `text` begins with.
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

/// What may stand behind a name without a blank.
fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'(' | b'-' | b'/' | b')' | b';' | b',')
}

/// The coast that stands at `at`, perhaps behind blanks, and where it ends.
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
