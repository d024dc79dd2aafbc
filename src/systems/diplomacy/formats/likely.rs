//! Tests quickly, by their words, whether lines may hold orders. This rules out nearly all lines of other files before
//! any is parsed.

use std::cell::RefCell;
use std::mem::replace;
use std::num::NonZeroU32;
use std::sync::OnceLock;

use super::judge_grammar::Special;
use super::order_grammar;
use crate::formats::{Block, phase};
use crate::model::{Board, Element};
use crate::systems::diplomacy::boards;
use crate::systems::diplomacy::rules::powers::STANDARD;

/// The words that names of provinces and powers begin with, in any case. A few other words have the same hash as one of
/// them and pass as well.
pub struct Beginnings {
    /// One bit for each combination of first three letters; tested first, as it rules out most words.
    letters: Vec<u64>,
    /// Hash table of the words with linear probing: a hash stands in the first free slot from the one that it selects.
    /// There are at least four times as many slots as words.
    hashes: Vec<Option<NonZeroU32>>,
}

impl Beginnings {
    /// Calls `act` with the words of a board with territories of its own, else of the standard board and the engine's
    /// names for its provinces.
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

    /// Returns the slot that holds a hash, or the free one where it would go.
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

    /// Returns the number of non-empty texts between separators in a line of which none can be an order by its words;
    /// `None` where one may be.
    pub fn others_in(&self, line: &str, separators: [u8; 2]) -> Option<usize> {
        self.is_other(line).then(|| texts_in(line, separators))
    }

    /// Returns whether no part of a line can be an order, a phase, a power or a comment by its words.
    fn is_other(&self, line: &str) -> bool {
        let text = line.trim();
        // A remark, a comment or a power in one word may have a line to itself.
        let is_power = text.ends_with(':') && !text.contains(' ');
        !text.starts_with(['#', '(']) && !is_power && !self.may_be_order(text.as_bytes()) && !may_be_phase(text)
    }

    /// Returns whether a line may hold an order: whether a name begins with one of the first words of one of its parts.
    pub fn may_be_order(&self, line: &[u8]) -> bool {
        const WORDS: usize = 5;
        let (mut words, mut at) = (0, 0);
        while let Some(&byte) = line.get(at) {
            if words == WORDS {
                // The rest of the part has no say.
                let Some(rest) = line[at..].iter().position(|&byte| is_separator(byte)) else { return false };
                at += rest + 1;
                words = 0;
                continue;
            }
            let length = line[at..].iter().take_while(|&&byte| class(byte) > 0).count();
            let word = &line[at..at + length];
            at += length.max(1);
            match length {
                0 if is_separator(byte) => words = 0,
                0 => {}
                _ if self.has(word) || self.has_number(word) || is_waive(word) && words < 2 => return true,
                _ => words += 1,
            }
        }
        false
    }

    /// Returns whether a word is the letter of a unit before the number of a province, as in `a12`.
    fn has_number(&self, word: &[u8]) -> bool {
        matches!(word, [_, rest @ ..] if rest.first().is_some_and(u8::is_ascii_digit) && self.has(rest))
    }
}

/// Returns whether a byte ends a part of a line that may be an order of its own.
fn is_separator(byte: u8) -> bool {
    matches!(byte, b';' | b'|' | b',' | b':')
}

/// Splits a line at two separators.
fn texts(line: &str, [one, other]: [u8; 2]) -> impl Iterator<Item = &[u8]> {
    let line = line.as_bytes();
    let mut start = 0;
    memchr::memchr2_iter(one, other, line).chain([line.len()]).map(move |end| &line[replace(&mut start, end + 1)..end])
}

/// Returns the number of non-empty texts between separators.
fn texts_in(line: &str, separators: [u8; 2]) -> usize {
    texts(line, separators).filter(|text| !text.trim_ascii().is_empty()).count()
}

/// Returns whether a word is a form of `waive`, or the judge's letter for it.
fn is_waive(word: &[u8]) -> bool {
    matches!(word, [b'w' | b'W']) || word.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"waiv"))
}

/// Returns whether to stop testing a file after so many texts that may be orders, and so many others: it is hardly an
/// order file.
pub fn is_hopeless(orders: usize, others: usize) -> bool {
    others > MAX_FRUITLESS && orders * 4 < others
}

/// Class of each byte: equal for a letter in either case, the digit itself, 0 for bytes between words.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            letter @ (b'a'..=b'z' | b'A'..=b'Z') => letter & 31,
            digit @ b'0'..=b'9' => digit,
            // Letters beyond ASCII are not compared by case.
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

/// Returns the hash of a word: FNV-1a over the classes of its bytes.
fn hash_of(word: &[u8]) -> u32 {
    word.iter().fold(0x811C_9DC5, |hash, &byte| (hash ^ u32::from(class(byte))).wrapping_mul(0x0100_0193))
}

/// Number of combinations of the first three letters of a word, five bits each.
const LETTERS: usize = 1 << 15;

/// Returns the index of the bit set word for the first letters of a word, and the mask of its bit.
fn letters_of(word: &[u8]) -> (usize, u64) {
    let letters = word.iter().take(3).fold(0, |letters, &byte| letters << 5 | usize::from(class(byte) & 31));
    (letters / 64, 1 << (letters % 64))
}

/// Returns the words that a name may begin with: the whole name in one word, as people leave out blanks, dots and
/// hyphens, and its first word, or the second after a single letter, which says little.
fn words_of(name: &str) -> impl Iterator<Item = Vec<u8>> {
    let whole: Vec<u8> = name.bytes().filter(|&byte| class(byte) > 0).collect();
    let words = name.as_bytes().split(|&byte| class(byte) == 0).filter(|word| !word.is_empty());
    let first = words.into_iter().enumerate().find(|(at, word)| *at > 0 || word.len() > 1 || word.len() == whole.len());
    [Some(whole), first.map(|(_, word)| word.to_vec())].into_iter().flatten()
}

/// Whether each of the first lines of a block is none of orders; the formats of orders share it.
#[derive(Default)]
struct Others(RefCell<Vec<bool>>);

/// Returns whether a file may hold orders: one of its first lines may be an order or a phase, before there are too many
/// that are neither.
///
/// A line that is `special` is none of the others. At one that begins a message the answer is yes, as the length of a
/// message does not count.
pub fn may_be_orders(block: &Block<'_>, separators: [u8; 2], special: impl Fn(&str) -> Option<Special<'_>>) -> bool {
    let shared = block.shared::<Others>();
    let mut known = shared.0.borrow_mut();
    Beginnings::with_board(block.board, |names| {
        let (mut orders, mut others, mut is_open) = (0, 0, false);
        for (at, line) in block.text_lines().enumerate() {
            if at == known.len() {
                known.push(names.is_other(line));
            }
            match special(line) {
                None if known[at] => others += texts_in(line, separators),
                _ if line.trim_start().starts_with('#') => {}
                Some(Special::Message) => return true,
                _ => {
                    orders += texts(line, separators).count();
                    is_open = true;
                }
            }
            if is_hopeless(orders, others) {
                return false;
            }
            // A file that still may hold orders after so many texts is read.
            if orders + others > 2 * MAX_FRUITLESS {
                break;
            }
        }
        is_open
    })
}

/// Number of texts without an order that are tested before a file is given up.
const MAX_FRUITLESS: usize = 32;

/// Returns whether a line may be a phase: whether it has a year and is read as one.
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
