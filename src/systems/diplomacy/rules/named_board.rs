//! The names on a board as orders use them: three-letter codes, abbreviations, full names, powers.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use smol_str::SmolStr;

use super::names::{Names, short_first};
use super::orders::graph::MoveGraph;
use super::powers::{self, Power};
use crate::model::{Board, Element, Field, Player, Seat, Territory, TerritoryKind, TerritoryRef};

/// The coasts: the suffix of a place, and the word that is written out.
pub const COASTS: [(&str, &str); 4] = [("nc", "north"), ("sc", "south"), ("ec", "east"), ("wc", "west")];

/// A board and the names on it.
pub struct NamedBoard {
    board: Board,
    territories: Vec<Territory>,
    names: Names,
    /// The code of each territory, in capitals, where it has one that leads to it.
    codes: Vec<Option<SmolStr>>,
    /// The territory of each three-letter word, counted from 1; 0 is none or several.
    by_letters: Vec<u16>,
    /// The territories of each spelling.
    spellings: HashMap<String, Vec<u16>>,
    homes: BTreeSet<Seat>,
    /// How orders to the judge write each territory, once that is asked for.
    judged: OnceLock<Vec<Option<SmolStr>>>,
    has_standard_powers: bool,
    /// The moves, once they are asked for.
    graph: OnceLock<MoveGraph>,
}

/// What a name leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lookup {
    /// A territory, by its number from 0.
    Territory(usize),
    /// Several, by their numbers.
    Several(Vec<usize>),
    /// None.
    Nothing,
}

impl NamedBoard {
    /// Of a board with territories. More than 65,535 have no names here.
    pub fn new(board: &Board) -> NamedBoard {
        let territories: Vec<Territory> = board.territories.iter().filter_map(Element::known).cloned().collect();
        let mut named_board = NamedBoard {
            board: board.clone(),
            names: Names::of(board),
            codes: Vec::with_capacity(territories.len()),
            by_letters: vec![0; LETTERS * LETTERS * LETTERS],
            spellings: HashMap::new(),
            homes: territories.iter().filter_map(|t| t.home.known()?.clone()).collect(),
            judged: OnceLock::new(),
            has_standard_powers: false,
            graph: OnceLock::new(),
            territories,
        };
        named_board.has_standard_powers =
            named_board.homes.iter().map(Seat::as_str).eq(powers::STANDARD.iter().map(|p| p.letter));
        for (territory, number) in named_board.territories.iter().zip(0..u16::MAX) {
            for spelling in spellings(territory) {
                let numbers: &mut Vec<u16> = named_board.spellings.entry(compared(spelling)).or_default();
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
        }
        for (spelling, numbers) in &named_board.spellings {
            if let ([number], Some(letters)) = (&numbers[..], letters(spelling.as_bytes())) {
                named_board.by_letters[letters] = number + 1;
            }
        }
        let code = |(number, territory): (usize, &Territory)| {
            let own = territory.code.as_deref().into_iter().chain(territory.aliases.iter().map(String::as_str));
            let is_code = |word: &&str| named_board.code_word(word.as_bytes()) == Some(number);
            own.filter(|word| word.len() == 3).find(is_code).map(|word| word.to_ascii_uppercase().into())
        };
        named_board.codes = named_board.territories.iter().enumerate().map(code).collect();
        named_board
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves, as orders ask for them.
    pub(super) fn graph(&self) -> &MoveGraph {
        self.graph.get_or_init(|| MoveGraph::of(&self.board))
    }

    /// The names as the judge looks them up.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The territories that are understood, in their order.
    pub fn territories(&self) -> &[Territory] {
        &self.territories
    }

    /// The number of the territory that a place is in.
    pub fn number(&self, place: &TerritoryRef) -> Option<usize> {
        self.names.number(place.territory())
    }

    /// The territory that a word of three letters leads to, in any case.
    pub fn code_word(&self, word: &[u8]) -> Option<usize> {
        let number = *self.by_letters.get(letters(word)?)?;
        usize::from(number).checked_sub(1)
    }

    /// The code of a territory.
    pub fn code(&self, number: usize) -> Option<&str> {
        self.codes.get(number)?.as_deref()
    }

    /// A place in the order notation, `STP/SC`; nothing where its territory has no code.
    pub fn code_of(&self, place: &TerritoryRef) -> Option<String> {
        let code = self.code(self.number(place)?)?;
        Some(match place.coast() {
            Some(coast) => format!("{code}/{}", coast.to_uppercase()),
            None => code.to_owned(),
        })
    }

    /// A place for messages: by its code, else by its name.
    pub fn called(&self, place: &TerritoryRef) -> String {
        self.code_of(place).unwrap_or_else(|| place.to_string())
    }

    /// The name of a territory.
    pub fn name(&self, number: usize) -> &str {
        self.territories.get(number).map_or("", |t| t.name.as_deref().unwrap_or(t.id.as_str()))
    }

    /// How an order to the judge writes a territory: by the first abbreviation, else the name, that leads the judge to
    /// it; nothing where none does.
    pub fn judge_name(&self, number: usize) -> Option<&str> {
        let names = self.judged.get_or_init(|| {
            let written = self.names.written(&self.board, ordered);
            written.into_iter().map(|name| name.map(SmolStr::new)).collect()
        });
        names.get(number)?.as_deref()
    }

    /// What the whole of a name leads to: a code, abbreviation or full name in any case, blanks, dots and hyphens
    /// being alike.
    pub fn find(&self, name: &str) -> Lookup {
        match self.spellings.get(&compared(name)).map(Vec::as_slice) {
            None => Lookup::Nothing,
            Some([number]) => Lookup::Territory(usize::from(*number)),
            Some(numbers) => Lookup::Several(numbers.iter().map(|&n| usize::from(n)).collect()),
        }
    }

    /// Territories whose name a word may be meant for, the likeliest first: those that begin with it, then those that
    /// differ by a letter.
    pub fn like(&self, word: &str) -> Vec<usize> {
        let word = compared(word);
        let begin = self.spelled(|spelling| !word.is_empty() && spelling.starts_with(&word));
        if begin.is_empty() && word.len() > 2 { self.spelled(|s| differ_by_one(s, &word)) } else { begin }
    }

    /// The territories that have such a spelling, in their order.
    fn spelled(&self, is_such: impl Fn(&str) -> bool) -> Vec<usize> {
        let numbers = self.spellings.iter().filter(|(spelling, _)| is_such(spelling)).flat_map(|(_, numbers)| numbers);
        let sorted: BTreeSet<usize> = numbers.map(|&number| usize::from(number)).collect();
        sorted.into_iter().collect()
    }

    /// The coasts that a territory has fleets' moves of, as suffixes.
    #[cfg(test)]
    pub fn coasts(&self, number: usize) -> Vec<&'static str> {
        let id = self.names.ids().get(number);
        let lines = self.board.adjacencies.iter().filter_map(Element::known).filter(|line| Some(&line.from) == id);
        let kinds: BTreeSet<&str> = lines.map(|line| line.movement.get(..1).unwrap_or_default()).collect();
        COASTS.iter().map(|(coast, _)| *coast).filter(|coast| kinds.contains(&coast[..1])).collect()
    }

    /// The first coast of a territory with several, in the order of the judge's map.
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

    /// Whether a territory is water and nothing else.
    pub fn is_sea(&self, number: usize) -> bool {
        let kind = |t: &Territory| (t.kind.known().copied(), t.second_kind);
        let kind = self.territories.get(number).map(kind);
        matches!(kind, Some((Some(TerritoryKind::Water | TerritoryKind::HighSea | TerritoryKind::Ice), None)))
    }

    /// The seat of a power by its name, its adjective, or its letter.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        let by_name = self.has_standard_powers.then(|| powers::called(name)).flatten();
        match by_name {
            Some(power) => Some(Seat::new(power.letter)),
            None => self.homes.iter().find(|seat| seat.as_str().eq_ignore_ascii_case(name)).cloned(),
        }
    }

    /// Whether the powers of this board have names, and not only letters.
    pub fn has_named_powers(&self) -> bool {
        self.has_standard_powers
    }

    /// The names of the powers, or their letters.
    pub fn power_names(&self) -> Vec<&str> {
        self.homes.iter().map(|seat| self.power_name(seat)).collect()
    }

    /// The power of a seat, where the board says which it is.
    pub fn power(&self, seat: &Seat) -> Option<&'static Power> {
        if self.has_standard_powers { powers::of(seat) } else { None }
    }

    /// The name of a seat in orders.
    pub fn power_name<'s>(&self, seat: &'s Seat) -> &'s str {
        self.power(seat).map_or(seat.as_str(), |power| power.name)
    }

    /// Who may play: the powers of the board, then those seats that are none of it, in their order.
    pub fn players<'s>(&self, seats: impl Iterator<Item = &'s Seat>) -> Vec<Player> {
        let strangers: BTreeSet<&Seat> = seats.filter(|seat| !self.homes.contains(*seat)).collect();
        let player = |seat: &Seat| Player {
            name: self.power(seat).map_or(Field::Absent, |power| Field::Known(Some(power.name.to_owned()))),
            ..Player::at(seat.clone())
        };
        self.homes.iter().chain(strangers).map(player).collect()
    }
}

/// The spellings of a territory for an order; one that begins like a unit would be taken for its kind.
fn ordered(territory: &Territory) -> Vec<&str> {
    let kinds = ["a", "army", "f", "fleet", "w", "wing"];
    let is_kind = |name: &&str| {
        let word = name.split([' ', '\t', '.', '(', ';', '/', ',']).next().unwrap_or_default();
        kinds.iter().any(|kind| kind.eq_ignore_ascii_case(word))
    };
    short_first(territory).into_iter().filter(|name| !is_kind(name)).collect()
}

const LETTERS: usize = 26;

/// The place of a word of three letters among all of them.
fn letters(word: &[u8]) -> Option<usize> {
    let &[a, b, c] = word else { return None };
    let place = |letter: u8| letter.is_ascii_alphabetic().then(|| usize::from(letter.to_ascii_lowercase() - b'a'));
    Some((place(a)? * LETTERS + place(b)?) * LETTERS + place(c)?)
}

fn spellings(territory: &Territory) -> impl Iterator<Item = &str> {
    let Territory { code, aliases, name, .. } = territory;
    code.as_deref().into_iter().chain(aliases.iter().map(String::as_str)).chain(name.as_deref())
}

/// A spelling as it is compared: small letters, and one blank for blanks, dots, hyphens and apostrophes.
fn compared(spelling: &str) -> String {
    let mut text = String::with_capacity(spelling.len());
    for c in spelling.chars() {
        match c {
            ' ' | '\t' | '\u{A0}' | '.' | '-' | '_' if text.is_empty() || text.ends_with(' ') => {}
            ' ' | '\t' | '\u{A0}' | '.' | '-' | '_' => text.push(' '),
            '\'' | '’' => {}
            c => text.extend(c.to_lowercase()),
        }
    }
    text.truncate(text.trim_end().len());
    text
}

fn behind_first(text: &str) -> &str {
    let mut chars = text.chars();
    chars.next();
    chars.as_str()
}

/// Whether one word comes from the other by a letter more, less or other, or by two that changed places.
fn differ_by_one(a: &str, b: &str) -> bool {
    let same = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).map(|(x, _)| x.len_utf8()).sum();
    let (Some(a), Some(b)) = (a.get(same..), b.get(same..)) else { return false };
    let first = |text: &str| text.chars().next();
    let (rest_a, rest_b) = (behind_first(a), behind_first(b));
    let are_swapped =
        || first(a) == first(rest_b) && first(b) == first(rest_a) && behind_first(rest_a) == behind_first(rest_b);
    rest_a == rest_b || a == rest_b || rest_a == b || are_swapped()
}
