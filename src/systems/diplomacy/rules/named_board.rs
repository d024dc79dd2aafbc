//! The names on a board that orders use: three-letter codes, abbreviations, full names, powers.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use smol_str::SmolStr;

use super::names::{Names, short_first};
use super::orders::graph::MoveGraph;
use super::powers::{self, Power};
use crate::model::{Board, Element, Field, Player, Seat, Territory, TerritoryKind, TerritoryRef};
use crate::text::suggestion::set_of_letters;

/// The coasts: the suffix of a place, and its word.
pub const COASTS: [(&str, &str); 4] = [("nc", "north"), ("sc", "south"), ("ec", "east"), ("wc", "west")];

/// A board with an index of its names.
pub struct NamedBoard {
    board: Board,
    /// The places of the territories that were understood in the list of the board.
    places: Vec<usize>,
    names: Names,
    /// Code of each territory, in capitals; `None` where no code leads to it.
    codes: Vec<Option<SmolStr>>,
    /// Territory of each three-letter word, counted from 1; 0 for none or several.
    by_letters: Vec<u16>,
    /// The spellings of the territories, sorted, with their numbers.
    spellings: Vec<(String, u16)>,
    /// The letters of each spelling.
    letters: Vec<u64>,
    /// The length of the longest spelling, in bytes.
    longest_spelling: usize,
    homes: BTreeSet<Seat>,
    /// Name of each territory in orders to the judge; computed on first use.
    judged: OnceLock<Vec<Option<SmolStr>>>,
    has_standard_powers: bool,
    /// Moves between the territories; computed on first use.
    graph: OnceLock<MoveGraph>,
}

/// Result of looking up a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lookup {
    /// A single territory, by its number from 0.
    Territory(usize),
    /// Several territories, by their numbers.
    Several(Vec<usize>),
    /// No territory.
    Nothing,
}

impl NamedBoard {
    /// Indexes the names of a board. Territories after the first 65,535 have no names here.
    pub fn new(board: &Board) -> NamedBoard {
        let known = |(place, territory): (usize, &Element<Territory>)| territory.known().map(|_| place);
        let places: Vec<usize> = board.territories.iter().enumerate().filter_map(known).collect();
        let mut named_board = NamedBoard {
            board: board.clone(),
            names: Names::of(board),
            codes: Vec::with_capacity(places.len()),
            by_letters: vec![0; LETTERS * LETTERS * LETTERS],
            spellings: Vec::with_capacity(3 * places.len()),
            letters: Vec::new(),
            longest_spelling: 0,
            homes: board.territories.iter().filter_map(|t| t.known()?.home.known()?.clone()).collect(),
            judged: OnceLock::new(),
            has_standard_powers: false,
            graph: OnceLock::new(),
            places,
        };
        named_board.has_standard_powers =
            named_board.homes.iter().map(Seat::as_str).eq(powers::STANDARD.iter().map(|p| p.letter));
        for (territory, number) in board.territories.iter().filter_map(Element::known).zip(0..u16::MAX) {
            named_board.spellings.extend(spellings(territory).map(|spelling| (compared(spelling), number)));
        }
        named_board.spellings.sort_unstable();
        named_board.spellings.dedup();
        named_board.letters = named_board.spellings.iter().map(|(spelling, _)| set_of_letters(spelling)).collect();
        named_board.longest_spelling = named_board.spellings.iter().map(|(s, _)| s.len()).max().unwrap_or_default();
        for of_spelling in named_board.spellings.chunk_by(|one, other| one.0 == other.0) {
            if let [(spelling, number)] = of_spelling
                && let Some(letters) = letters(spelling.as_bytes())
            {
                named_board.by_letters[letters] = number + 1;
            }
        }
        let code = |(number, territory): (usize, &Territory)| {
            let own = territory.code.as_deref().into_iter().chain(territory.aliases.iter().map(String::as_str));
            let is_code = |word: &&str| named_board.code_word(word.as_bytes()) == Some(number);
            own.filter(|word| word.len() == 3).find(is_code).map(|word| word.to_ascii_uppercase().into())
        };
        named_board.codes = named_board.territories().enumerate().map(code).collect();
        named_board
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the moves between the territories, by kind of unit and coast.
    pub(super) fn graph(&self) -> &MoveGraph {
        self.graph.get_or_init(|| MoveGraph::of(&self.board))
    }

    /// Returns the names as the judge looks them up.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Returns the territories that were understood, in their order.
    pub fn territories(&self) -> impl Iterator<Item = &Territory> {
        self.board.territories.iter().filter_map(Element::known)
    }

    /// Returns the number of these territories.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// Returns the territory with a number.
    pub fn territory(&self, number: usize) -> Option<&Territory> {
        self.board.territories.get(*self.places.get(number)?)?.known()
    }

    /// Returns the number of a place's territory; `None` where the board does not have it.
    pub fn number(&self, place: &TerritoryRef) -> Option<usize> {
        self.names.number(place.territory())
    }

    /// Returns the territory that a word of three letters in any case leads to; `None` for none or several.
    pub fn code_word(&self, word: &[u8]) -> Option<usize> {
        let number = *self.by_letters.get(letters(word)?)?;
        usize::from(number).checked_sub(1)
    }

    /// Returns the code of a territory; `None` where no code leads to it.
    pub fn code(&self, number: usize) -> Option<&str> {
        self.codes.get(number)?.as_deref()
    }

    /// Returns a place in the order notation, such as `STP/SC`; `None` where its territory has no code.
    pub fn code_of(&self, place: &TerritoryRef) -> Option<String> {
        let code = self.code(self.number(place)?)?;
        Some(match place.coast() {
            Some(coast) => format!("{code}/{}", coast.to_uppercase()),
            None => code.to_owned(),
        })
    }

    /// Returns a place for messages: its code, or else its id.
    pub fn called(&self, place: &TerritoryRef) -> String {
        self.code_of(place).unwrap_or_else(|| place.to_string())
    }

    /// Returns the name of a territory, or its id where it has none.
    pub fn name(&self, number: usize) -> &str {
        self.territory(number).map_or("", |t| t.name.as_deref().unwrap_or(t.id.as_str()))
    }

    /// Returns the name of a territory in orders to the judge: the first abbreviation that leads the judge to it, or
    /// else its name; `None` where neither does.
    pub fn judge_name(&self, number: usize) -> Option<&str> {
        let names = self.judged.get_or_init(|| {
            let written = self.names.written(&self.board, ordered);
            written.into_iter().map(|name| name.map(SmolStr::new)).collect()
        });
        names.get(number)?.as_deref()
    }

    /// Looks up a whole name: a code, abbreviation or full name in any case. Blanks, dots and hyphens are equal.
    ///
    /// Words that are one word on the board may be written apart, as in `Mid-Atlantic` for `midatlantic`. They are not one
    /// if each of them is a name itself, or if one is as short as the letter of an order: `A Mar S` is not `A Mars`.
    pub fn find(&self, name: &str) -> Lookup {
        // Letters and digits are compared as they are: what has more of them is several words of some other text.
        if name.bytes().filter(u8::is_ascii_alphanumeric).count() > self.longest_spelling {
            return Lookup::Nothing;
        }
        let name = compared(name);
        let found = self.spelled(&name);
        if found != Lookup::Nothing || !name.contains(' ') || name.split(' ').any(|word| word.len() < 3) {
            return found;
        }
        match self.spelled(&name.replace(' ', "")) {
            Lookup::Nothing => Lookup::Nothing,
            _ if name.split(' ').all(|word| self.spelled(word) != Lookup::Nothing) => Lookup::Nothing,
            found => found,
        }
    }

    /// Looks up a spelling in the form in which it is compared.
    fn spelled(&self, name: &str) -> Lookup {
        let mut numbers = self.spelled_from(name).take_while(|(spelling, _)| spelling == name).map(number);
        match (numbers.next(), numbers.next()) {
            (None, _) => Lookup::Nothing,
            (Some(number), None) => Lookup::Territory(number),
            (Some(first), Some(second)) => Lookup::Several([first, second].into_iter().chain(numbers).collect()),
        }
    }

    /// Returns the territories with a name that a misspelt word may stand for: those that begin with the word, or else
    /// those that differ from it by one letter.
    pub fn like(&self, word: &str) -> Vec<usize> {
        let word = compared(word);
        let begins =
            self.spelled_from(&word).take_while(|(spelling, _)| !word.is_empty() && spelling.starts_with(&word));
        let begin: BTreeSet<usize> = begins.map(number).collect();
        if !begin.is_empty() || word.len() <= 2 {
            return begin.into_iter().collect();
        }
        let letters = set_of_letters(&word);
        // Comparing sets of letters first spares comparing most of the words.
        let alike = self.letters.iter().enumerate().filter(|(_, others)| (*others ^ letters).count_ones() <= 2);
        let near =
            alike.filter_map(|(at, _)| self.spellings.get(at)).filter(|(spelling, _)| differ_by_one(spelling, &word));
        near.map(number).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns the spellings that do not come before a word, with their territories.
    fn spelled_from(&self, word: &str) -> impl Iterator<Item = &(String, u16)> {
        self.spellings[self.spellings.partition_point(|(spelling, _)| &**spelling < word)..].iter()
    }

    /// Returns the coasts from which a territory has moves of fleets, as suffixes.
    #[cfg(test)]
    pub fn coasts(&self, number: usize) -> Vec<&'static str> {
        let id = self.names.ids().get(number);
        let lines = self.board.adjacencies.iter().filter_map(Element::known).filter(|line| Some(&line.from) == id);
        let kinds: BTreeSet<&str> = lines.map(|line| line.movement.get(..1).unwrap_or_default()).collect();
        COASTS.iter().map(|(coast, _)| *coast).filter(|coast| kinds.contains(&coast[..1])).collect()
    }

    /// Returns the coast of a territory that comes first in the judge's map; `None` where it has no coasts of its own.
    pub fn first_coast(&self, number: usize) -> Option<&'static str> {
        let id = self.names.ids().get(number)?;
        let lines = self.board.adjacencies.iter().filter_map(Element::known).filter(|line| line.from == *id);
        let mut coasts = lines.filter_map(|line| {
            COASTS
                .iter()
                .map(|(coast, _)| *coast)
                .find(|coast| line.movement.starts_with(&coast[..1]) && line.movement != "mv")
        });
        coasts.next()
    }

    /// Returns whether a territory is only water.
    pub fn is_sea(&self, number: usize) -> bool {
        let kind = |t: &Territory| (t.kind.known().copied(), t.second_kind);
        let kind = self.territory(number).map(kind);
        matches!(kind, Some((Some(TerritoryKind::Water | TerritoryKind::HighSea | TerritoryKind::Ice), None)))
    }

    /// Returns the seat of a power by its name, adjective or letter in any case; `None` where the board has no such
    /// power.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        let by_name = self.has_standard_powers.then(|| powers::called(name)).flatten();
        match by_name {
            Some(power) => Some(Seat::new(power.letter)),
            None => self.homes.iter().find(|seat| seat.as_str().eq_ignore_ascii_case(name)).cloned(),
        }
    }

    /// Returns whether the powers of this board have names, not only letters.
    pub fn has_named_powers(&self) -> bool {
        self.has_standard_powers
    }

    /// Returns the names of the powers, or their letters.
    pub fn power_names(&self) -> Vec<&str> {
        self.homes.iter().map(|seat| self.power_name(seat)).collect()
    }

    /// Returns the power of a seat; `None` where the powers of the board have no names.
    pub fn power(&self, seat: &Seat) -> Option<&'static Power> {
        if self.has_standard_powers { powers::of(seat) } else { None }
    }

    /// Returns the name of a seat in orders.
    pub fn power_name<'s>(&self, seat: &'s Seat) -> &'s str {
        self.power(seat).map_or(seat.as_str(), |power| power.name)
    }

    /// Returns the players: the powers of the board, then those of `seats` that it does not have, sorted.
    pub fn players<'s>(&self, seats: impl Iterator<Item = &'s Seat>) -> Vec<Player> {
        let strangers: BTreeSet<&Seat> = seats.filter(|seat| !self.homes.contains(*seat)).collect();
        let player = |seat: &Seat| Player {
            name: self.power(seat).map_or(Field::Absent, |power| Field::Known(Some(power.name.to_owned()))),
            ..Player::at(seat.clone())
        };
        self.homes.iter().chain(strangers).map(player).collect()
    }
}

/// Returns the spellings of a territory that orders may use. One that begins like a unit would be read as its kind.
fn ordered(territory: &Territory) -> Vec<&str> {
    let kinds = ["a", "army", "f", "fleet", "w", "wing"];
    let is_kind = |name: &&str| {
        let word = name.split([' ', '\t', '.', '(', ';', '/', ',']).next().unwrap_or_default();
        kinds.iter().any(|kind| kind.eq_ignore_ascii_case(word))
    };
    short_first(territory).into_iter().filter(|name| !is_kind(name)).collect()
}

const LETTERS: usize = 26;

/// Returns the index of a three-letter word among all of them; `None` for other words.
fn letters(word: &[u8]) -> Option<usize> {
    let &[a, b, c] = word else { return None };
    let place = |letter: u8| letter.is_ascii_alphabetic().then(|| usize::from(letter.to_ascii_lowercase() - b'a'));
    Some((place(a)? * LETTERS + place(b)?) * LETTERS + place(c)?)
}

fn spellings(territory: &Territory) -> impl Iterator<Item = &str> {
    let Territory { code, aliases, name, .. } = territory;
    code.as_deref().into_iter().chain(aliases.iter().map(String::as_str)).chain(name.as_deref())
}

/// Returns a spelling in the form in which it is compared: small letters, one blank for blanks, dots, hyphens and
/// underscores, no apostrophes.
fn compared(spelling: &str) -> String {
    let mut text = String::with_capacity(spelling.len());
    for c in spelling.chars() {
        match c {
            ' ' | '\t' | '\u{A0}' | '.' | '-' | '_' if text.is_empty() || text.ends_with(' ') => {}
            ' ' | '\t' | '\u{A0}' | '.' | '-' | '_' => text.push(' '),
            '\'' | '’' => {}
            c if c.is_ascii() => text.push(c.to_ascii_lowercase()),
            c => text.extend(c.to_lowercase()),
        }
    }
    text.truncate(text.trim_end().len());
    text
}

/// Returns the territory of a spelling.
fn number((_, number): &(String, u16)) -> usize {
    usize::from(*number)
}

fn behind_first(text: &str) -> &str {
    let mut chars = text.chars();
    chars.next();
    chars.as_str()
}

/// Returns whether two words differ by one letter that is added, missing or changed, or by two that are swapped.
fn differ_by_one(a: &str, b: &str) -> bool {
    let same = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).map(|(x, _)| x.len_utf8()).sum();
    let (Some(a), Some(b)) = (a.get(same..), b.get(same..)) else { return false };
    let first = |text: &str| text.chars().next();
    let (rest_a, rest_b) = (behind_first(a), behind_first(b));
    let are_swapped =
        || first(a) == first(rest_b) && first(b) == first(rest_a) && behind_first(rest_a) == behind_first(rest_b);
    rest_a == rest_b || a == rest_b || rest_a == b || are_swapped()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Lookup, compared, differ_by_one, set_of_letters, spellings};
    use crate::systems::diplomacy::boards::standard;

    #[test]
    fn a_word_that_is_written_apart_is_the_same_name_unless_its_parts_are_names() {
        let board = standard();
        let mut count = 0;
        for (number, territory) in board.territories().enumerate() {
            for spelling in spellings(territory).filter(|spelling| spelling.bytes().all(|b| b.is_ascii_alphabetic())) {
                for at in 1..spelling.len() {
                    let parts = [&spelling[..at], &spelling[at..]];
                    let apart = parts.join("-");
                    let are_names = parts.iter().all(|part| board.find(part) != Lookup::Nothing);
                    let is_one = parts.iter().all(|part| part.len() > 2) && !are_names;
                    let expected = if is_one { Lookup::Territory(number) } else { Lookup::Nothing };
                    assert_eq!(board.find(&apart), expected, "{apart}");
                    count += usize::from(is_one);
                }
            }
        }
        assert!(count > 100, "{count}");
    }

    proptest! {
        #[test]
        fn words_are_like_names_that_begin_with_them_or_else_differ_by_one_letter(word in "[A-Za-z]{0,3}|[bnsweap]{3}|[a-z]{2,5} [SO]") {
            let wanted = compared(&word);
            let numbers = |is_such: &dyn Fn(&str) -> bool| -> Vec<usize> {
                let territories = standard().territories().enumerate();
                let such = territories.filter(|(_, territory)| spellings(territory).any(|s| is_such(&compared(s))));
                such.map(|(number, _)| number).collect()
            };
            let begin = numbers(&|spelling| !wanted.is_empty() && spelling.starts_with(&wanted));
            let near = numbers(&|spelling| wanted.len() > 2 && differ_by_one(spelling, &wanted));
            prop_assert_eq!(standard().like(&word), if begin.is_empty() { near } else { begin });
        }

        #[test]
        fn words_that_differ_by_one_letter_have_like_sets_of_letters(a in "[a-cü ]{0,4}", b in "[a-cü ]{0,4}") {
            let differing = (set_of_letters(&a) ^ set_of_letters(&b)).count_ones();
            prop_assert!(!differ_by_one(&a, &b) || differing <= 2, "{} {}", a, b);
        }
    }
}
