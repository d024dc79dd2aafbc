//! Which lines may hold orders, by their words: it rules out nearly all lines of other files before any is read.

use std::sync::OnceLock;

use super::{order, phase};
use crate::formats::{Block, boards};
use crate::model::{Board, Element};
use crate::rules::diplomacy::powers::STANDARD;

/// The words that the names of provinces and powers begin with, in any case; a few others are taken for one of them.
pub struct Beginnings(Vec<u64>);

impl Beginnings {
    /// Those of a board with territories of its own, else of the standard board and what engines call its provinces.
    pub fn with_board<T>(board: Option<&Board>, act: impl FnOnce(&Beginnings) -> T) -> T {
        static STANDARD: OnceLock<Beginnings> = OnceLock::new();
        match board.filter(|board| !board.territories.is_empty()) {
            Some(board) => act(&Beginnings::of(board)),
            None => act(STANDARD.get_or_init(|| {
                let mut standard = Beginnings::of(boards::standard().board());
                order::engine_names().for_each(|name| standard.add(name));
                standard
            })),
        }
    }

    fn of(board: &Board) -> Beginnings {
        let mut beginnings = Beginnings(vec![0; BITS / 64]);
        for territory in board.territories.iter().filter_map(Element::known) {
            beginnings.add(territory.id.as_str());
            let names = territory.name.iter().chain(&territory.code).chain(&territory.aliases);
            names.for_each(|name| beginnings.add(name));
        }
        let powers = STANDARD.iter().flat_map(|power| [power.name, power.adjective]);
        powers.for_each(|name| beginnings.add(name));
        beginnings
    }

    fn add(&mut self, name: &str) {
        // People leave out blanks, dots and hyphens.
        let whole: Vec<u8> = name.bytes().filter(|&byte| class(byte) > 0).collect();
        let first = name.as_bytes().split(|&byte| class(byte) == 0).find(|word| !word.is_empty());
        for word in [Some(&whole[..]), first].into_iter().flatten() {
            let (place, bit) = place_of(word);
            self.0[place] |= bit;
        }
    }

    fn has(&self, word: &[u8]) -> bool {
        let (place, bit) = place_of(word);
        self.0[place] & bit != 0
    }

    /// How many texts between separators a line holds, where its words tell that none of them can be read.
    pub fn others_in(&self, line: &str, separators: [char; 2]) -> Option<usize> {
        let text = line.trim();
        // A remark, a comment or a power, which is one word, may have the line to itself.
        let is_power = text.ends_with(':') && !text.contains(' ');
        let is_other =
            !text.starts_with(['#', '(']) && !is_power && !self.may_be_order(text.as_bytes()) && !may_be_phase(text);
        is_other.then(|| line.split(separators).filter(|text| !text.trim().is_empty()).count())
    }

    /// Whether a line may hold an order: among the first words of one of its parts is one that a name begins with.
    pub fn may_be_order(&self, line: &[u8]) -> bool {
        const WORDS: usize = 5;
        let is_end = |byte: &u8| matches!(byte, b';' | b'|' | b',' | b':');
        line.split(is_end).any(|part| {
            let words = part.split(|&byte| class(byte) == 0).filter(|word| !word.is_empty()).take(WORDS);
            words.into_iter().any(|word| {
                // `a12` is the army in 12.
                let is_number = |rest: &[u8]| rest.first().is_some_and(u8::is_ascii_digit) && self.has(rest);
                self.has(word) || word.get(1..).is_some_and(is_number) || is_waive(word)
            })
        })
    }
}

/// Whether a word is `waive` in one of its forms, or the judge's letter for it.
fn is_waive(word: &[u8]) -> bool {
    matches!(word, [b'w' | b'W']) || word.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"waiv"))
}

/// Whether a file in which these stand so far is given up: the rest of it can hardly be orders alone.
pub fn is_hopeless(orders: usize, others: usize) -> bool {
    others > FEW && orders * 4 < others
}

/// How many bits there are; a board has a few hundred words.
const BITS: usize = 1 << 15;

/// What counts of a byte of a word: the letter whatever its case, the digit; 0 for what stands between words.
fn class(byte: u8) -> u32 {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' => u32::from(byte & 31),
        b'0'..=b'9' => u32::from(byte),
        // Capital and small letters beyond ASCII are not told apart.
        0x80.. => 28,
        _ => 0,
    }
}

/// The place of a word's bit, and the bit.
fn place_of(word: &[u8]) -> (usize, u64) {
    // FNV-1a, folded.
    let hash = word.iter().fold(0x811C_9DC5_u32, |hash, &byte| (hash ^ class(byte)).wrapping_mul(0x0100_0193));
    let bit = (hash ^ (hash >> 15)) as usize % BITS;
    (bit / 64, 1 << (bit % 64))
}

/// Whether a file may be of orders: one of its first statements may be one, or they begin with a phase.
pub fn may_be_orders(block: &Block<'_>) -> bool {
    let statements = || block.statements().filter(|line| !line.starts_with(b"#"));
    let is_phase = |line: &[u8]| std::str::from_utf8(line).is_ok_and(may_be_phase);
    statements().next().is_some_and(is_phase)
        || Beginnings::with_board(block.board, |names| statements().take(FEW).any(|line| names.may_be_order(line)))
}

/// How many statements without an order are looked at.
const FEW: usize = 32;

/// Whether a line may be a phase: it has a year.
pub fn may_be_phase(line: &str) -> bool {
    line.bytes().any(|byte| byte.is_ascii_digit())
        && phase::read(
            line.split(['(', '#']).next().unwrap_or_default().trim_matches(order::is_blank).trim_end_matches(':'),
        )
        .is_some()
}
