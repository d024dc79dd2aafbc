//! Which lines may hold orders, by their words: it rules out nearly all lines of other files before any is read.

use std::mem::replace;
use std::num::NonZeroU32;
use std::sync::OnceLock;

use super::order_grammar;
use crate::formats::{Block, phase};
use crate::model::{Board, Element};
use crate::systems::diplomacy::boards;
use crate::systems::diplomacy::rules::powers::STANDARD;

/// The words that the names of provinces and powers begin with, in any case; a few others are taken for one of them.
pub struct Beginnings {
    /// Which three letters they begin with, a bit each: that rules out most words.
    letters: Vec<u64>,
    /// Their hashes, each at the first free place from the one that it names on; there are four times as many places.
    hashes: Vec<Option<NonZeroU32>>,
}

impl Beginnings {
    /// Those of a board with territories of its own, else of the standard board and what engines call its provinces.
    pub fn with_board<T>(board: Option<&Board>, act: impl FnOnce(&Beginnings) -> T) -> T {
        static STANDARD: OnceLock<Beginnings> = OnceLock::new();
        match board.filter(|board| !board.territories.is_empty()) {
            Some(board) => act(&Beginnings::of(board, std::iter::empty())),
            None => {
                act(STANDARD.get_or_init(|| Beginnings::of(boards::standard().board(), order_grammar::engine_names())))
            }
        }
    }

    fn of<'n>(board: &'n Board, others: impl Iterator<Item = &'n str>) -> Beginnings {
        let territories = board.territories.iter().filter_map(Element::known);
        let names = territories.flat_map(|territory| {
            let names = territory.name.iter().chain(&territory.code).chain(&territory.aliases);
            names.map(String::as_str).chain([territory.id.as_str()])
        });
        let powers = STANDARD.iter().flat_map(|power| [power.name, power.adjective]);
        let words: Vec<Vec<u8>> = names.chain(powers).chain(others).flat_map(words_of).collect();
        let places = (words.len() * 4).next_power_of_two();
        let mut beginnings = Beginnings { letters: vec![0; LETTERS / 64], hashes: vec![None; places] };
        for word in words {
            let (place, bit) = letters_of(&word);
            beginnings.letters[place] |= bit;
            let place = beginnings.place(hash_of(&word));
            beginnings.hashes[place] = NonZeroU32::new(hash_of(&word));
        }
        beginnings
    }

    /// Where a hash stands, or would.
    fn place(&self, hash: u32) -> usize {
        let from = (hash ^ (hash >> 15)) as usize;
        let mut places = (from..).map(|place| place & (self.hashes.len() - 1));
        let is_it = |place: &usize| self.hashes[*place].is_none_or(|known| known.get() == hash);
        places.find(is_it).unwrap_or_default()
    }

    fn has(&self, word: &[u8]) -> bool {
        let (place, bit) = letters_of(word);
        self.letters[place] & bit != 0 && self.hashes[self.place(hash_of(word))].is_some()
    }

    /// How many texts between separators a line holds, where its words tell that none of them can be read.
    pub fn others_in(&self, line: &str, separators: [u8; 2]) -> Option<usize> {
        let text = line.trim();
        // A remark, a comment or a power, which is one word, may have the line to itself.
        let is_power = text.ends_with(':') && !text.contains(' ');
        let is_other =
            !text.starts_with(['#', '(']) && !is_power && !self.may_be_order(text.as_bytes()) && !may_be_phase(text);
        is_other.then(|| texts(line, separators).filter(|text| !text.trim_ascii().is_empty()).count())
    }

    /// Whether a line may hold an order: among the first words of one of its parts is one that a name begins with.
    pub fn may_be_order(&self, line: &[u8]) -> bool {
        const WORDS: usize = 5;
        let (mut words, mut at) = (0, 0);
        while let Some(&byte) = line.get(at) {
            let length = line[at..].iter().take_while(|&&byte| class(byte) > 0).count();
            let word = &line[at..at + length];
            at += length.max(1);
            match length {
                0 if matches!(byte, b';' | b'|' | b',' | b':') => words = 0,
                0 => {}
                _ if words == WORDS => {}
                _ if self.has(word) || self.has_number(word) || is_waive(word) && words < 2 => return true,
                _ => words += 1,
            }
        }
        false
    }

    /// `a12` is the army in 12.
    fn has_number(&self, word: &[u8]) -> bool {
        matches!(word, [_, rest @ ..] if rest.first().is_some_and(u8::is_ascii_digit) && self.has(rest))
    }
}

/// The texts of a line that may be orders.
fn texts(line: &str, [one, other]: [u8; 2]) -> impl Iterator<Item = &[u8]> {
    let line = line.as_bytes();
    let mut start = 0;
    memchr::memchr2_iter(one, other, line).chain([line.len()]).map(move |end| &line[replace(&mut start, end + 1)..end])
}

/// Whether a word is `waive` in one of its forms, or the judge's letter for it.
fn is_waive(word: &[u8]) -> bool {
    matches!(word, [b'w' | b'W']) || word.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"waiv"))
}

/// Whether a file in which these stand so far is given up: the rest of it can hardly be orders alone.
pub fn is_hopeless(orders: usize, others: usize) -> bool {
    others > MAX_FRUITLESS && orders * 4 < others
}

/// What counts of each byte: the letter whatever its case, the digit; 0 for what stands between words.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            letter @ (b'a'..=b'z' | b'A'..=b'Z') => letter & 31,
            digit @ b'0'..=b'9' => digit,
            // Capital and small letters beyond ASCII are not told apart.
            0x80.. => 28,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

fn class(byte: u8) -> u8 {
    CLASSES[usize::from(byte)]
}

/// The hash of a word: FNV-1a of its classes.
fn hash_of(word: &[u8]) -> u32 {
    word.iter().fold(0x811C_9DC5, |hash, &byte| (hash ^ u32::from(class(byte))).wrapping_mul(0x0100_0193))
}

/// How many bits tell the first three letters of a word, of five bits each.
const LETTERS: usize = 1 << 15;

/// The place of the bit of a word's first letters, and the bit.
fn letters_of(word: &[u8]) -> (usize, u64) {
    let letters = word.iter().take(3).fold(0, |letters, &byte| letters << 5 | usize::from(class(byte) & 31));
    (letters / 64, 1 << (letters % 64))
}

/// What a name may begin with: people leave out blanks, dots and hyphens. A single letter before a blank says little.
fn words_of(name: &str) -> impl Iterator<Item = Vec<u8>> {
    let whole: Vec<u8> = name.bytes().filter(|&byte| class(byte) > 0).collect();
    let words = name.as_bytes().split(|&byte| class(byte) == 0).filter(|word| !word.is_empty());
    let first = words.into_iter().enumerate().find(|(at, word)| *at > 0 || word.len() > 1 || word.len() == whole.len());
    [Some(whole), first.map(|(_, word)| word.to_vec())].into_iter().flatten()
}

/// Whether a file may be of orders: one of its first lines may be one or a phase, before there are too many that are
/// not. `others_in` says how many texts a line holds that can be no orders, and nothing where one may be; how long a
/// message is does not count.
pub fn may_be_orders(
    block: &Block<'_>,
    separators: [u8; 2],
    others_in: impl Fn(&Beginnings, &str) -> Option<usize>,
    begins_message: impl Fn(&str) -> bool,
) -> bool {
    Beginnings::with_board(block.board, |names| {
        let (mut orders, mut others, mut is_open) = (0, 0, false);
        for line in block.text_lines() {
            match others_in(names, line) {
                Some(texts) => others += texts,
                None if line.trim_start().starts_with('#') => {}
                None if begins_message(line) => return true,
                None => {
                    orders += texts(line, separators).count();
                    is_open = true;
                }
            }
            if is_hopeless(orders, others) {
                return false;
            }
            // What is not given up by now is read.
            if orders + others > 2 * MAX_FRUITLESS {
                break;
            }
        }
        is_open
    })
}

/// How many texts without an order are looked at.
const MAX_FRUITLESS: usize = 32;

/// Whether a line may be a phase: it has a year.
pub fn may_be_phase(line: &str) -> bool {
    line.bytes().any(|byte| byte.is_ascii_digit())
        && phase::read(
            line.split(['(', '#'])
                .next()
                .unwrap_or_default()
                .trim_matches(order_grammar::is_blank)
                .trim_end_matches(':'),
        )
        .is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Territory;

    fn may_be_order(line: &str) -> bool {
        Beginnings::with_board(None, |names| names.may_be_order(line.as_bytes()))
    }

    #[test]
    fn an_order_of_any_name_is_likely() {
        let territories = boards::standard().board().territories.iter().filter_map(Element::known);
        let aliases = territories.flat_map(|territory| territory.name.iter().chain(&territory.aliases).cloned());
        for name in
            aliases.chain(order_grammar::engine_names().map(str::to_owned)).filter(|name| !name.starts_with('('))
        {
            let small = name.to_lowercase();
            let together = small.replace([' ', '.', '-'], "");
            for line in [format!("A {name} H"), format!("F: f {small}-xxx"), format!("fleet {together} holds")] {
                assert!(may_be_order(&line), "{line:?}");
            }
        }
        for line in ["w", "F: waive", "FRANCE w", "A: a12-13"] {
            let twelve = Territory { id: "12".into(), ..Territory::default() };
            let board = Board { territories: vec![Element::Known(twelve)], ..Board::default() };
            assert!(Beginnings::with_board(Some(&board), |names| names.may_be_order(line.as_bytes())), "{line:?}");
        }
    }

    #[test]
    fn lines_of_others_are_not() {
        for line in [
            "",
            "static int w = 3;",
            "    use std::sync::OnceLock;",
            "Copyright (C) 1993, the authors",
            "#include <n.h>",
        ] {
            assert!(!may_be_order(line), "{line:?}");
        }
    }
}
