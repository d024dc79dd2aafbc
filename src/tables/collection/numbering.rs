//! The numbers that games and files have, and the places of originals.

use std::collections::{HashMap, HashSet};

use super::InputKey;
use super::entry::Entry;
use crate::archive::Places;

/// What an entry is numbered by.
#[derive(Debug)]
pub struct Ids {
    /// Its game, where it is of one.
    pub game: Option<u64>,
    /// Whether that is new, and its rows are to be written: else it is that of a file before it with the same bytes.
    pub is_new: bool,
    /// The first of its files.
    pub first_source: u64,
    /// The place of the original of each file, where it has one.
    pub originals: Vec<Option<String>>,
}

/// What stands for the numbers of an entry that has none yet: all its tables are to be written.
#[cfg(any(feature = "arrow", feature = "parquet", feature = "sqlite"))]
pub static UNNUMBERED: Ids = Ids { game: None, is_new: true, first_source: 0, originals: Vec::new() };

/// Counts games and files.
#[derive(Debug, Default)]
pub struct Numbering {
    /// How many games there are.
    pub games: u64,
    /// How many files there are.
    pub sources: u64,
    /// The places of originals.
    pub places: Places,
    /// The game of each content that is the same wherever it lies, by its SHA-256 in brief.
    shared: HashMap<[u8; 16], u64>,
    /// The inputs that were added.
    known: HashSet<InputKey>,
}

impl Numbering {
    /// The inputs that were added.
    pub fn known(&self) -> &HashSet<InputKey> {
        &self.known
    }

    /// Takes an input that an earlier run added, and the game of its content, where that is the same wherever it lies.
    pub fn take(&mut self, key: InputKey, shared: Option<([u8; 16], u64)>) {
        self.known.insert(key);
        if let Some((content, game)) = shared {
            self.shared.entry(content).or_insert(game);
        }
    }

    /// Numbers an entry; nothing where it is there already.
    pub fn number(&mut self, entry: &Entry) -> Option<Ids> {
        if !self.known.insert(entry.key) {
            return None;
        }
        let there = entry.content.and_then(|content| self.shared.get(&content)).copied();
        let is_new = entry.has_game && there.is_none();
        let game = entry.has_game.then(|| {
            there.unwrap_or_else(|| {
                self.games += 1;
                self.games
            })
        });
        if let (Some(content), Some(game)) = (entry.content, game) {
            self.shared.insert(content, game);
        }
        let first_source = self.sources + 1;
        self.sources += entry.originals.len() as u64;
        let place = |original: &super::entry::EntryOriginal| {
            original.bytes.as_ref().map(|_| self.places.place_of(&original.place))
        };
        let originals = entry.originals.iter().map(place).collect();
        Some(Ids { game, is_new, first_source, originals })
    }
}
