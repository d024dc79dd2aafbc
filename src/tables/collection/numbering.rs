//! Numbers games and files, and gives originals their places.

use std::collections::{HashMap, HashSet};

use super::InputKey;
use super::entry::Entry;
use crate::archive::Places;

/// The numbers of an entry.
#[derive(Debug)]
pub struct Ids {
    /// The number of its game; `None` if it has no game.
    pub game: Option<u64>,
    /// Whether the game is new, so that its rows are written; otherwise an earlier file had the same bytes.
    pub is_new: bool,
    /// The number of its first file.
    pub first_source: u64,
    /// For each file, the place of its original; `None` if it has none.
    pub originals: Vec<Option<String>>,
}

/// Placeholder for the numbers of an entry that has none yet; all of its tables are to be written.
#[cfg(any(feature = "arrow", feature = "parquet", feature = "sqlite"))]
pub static UNNUMBERED: Ids = Ids { game: None, is_new: true, first_source: 0, originals: Vec::new() };

/// Counters of games and files, and the inputs that were numbered.
#[derive(Debug, Default)]
pub struct Numbering {
    /// Number of games so far.
    pub games: u64,
    /// Number of files so far.
    pub sources: u64,
    /// The places of originals, no two of them the same.
    pub places: Places,
    /// The game of each content that is the same wherever it lies, by the first bytes of its SHA-256.
    shared: HashMap<[u8; 16], u64>,
    /// The inputs that were added.
    known: HashSet<InputKey>,
}

impl Numbering {
    /// Returns the inputs that were added.
    pub fn known(&self) -> &HashSet<InputKey> {
        &self.known
    }

    /// Registers an input that an earlier run added, and the game of its content if that is the same wherever it lies.
    pub fn take(&mut self, key: InputKey, shared: Option<([u8; 16], u64)>) {
        self.known.insert(key);
        if let Some((content, game)) = shared {
            self.shared.entry(content).or_insert(game);
        }
    }

    /// Numbers an entry; `None` if its input was added before.
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
