//! Index of a board for its checks: provinces by id, and the moves between them.

use std::collections::HashMap;

use crate::model::{Adjacency, Board, Element, Field, Territory, TerritoryRef};
use crate::text::printable::quoted;
use crate::text::suggestion::did_you_mean;

use super::{Findings, codes};

/// Number of findings after which unknown names get no suggestions, which take long to look up.
const MAX_SUGGESTIONS: usize = 1_000;

/// Kind of move. The judge only reads its first letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::systems::diplomacy) enum Way {
    Army,
    Fleet,
    North,
    South,
    East,
    West,
    Conduit,
}

impl Way {
    pub(super) fn of(kind: &str) -> Option<Way> {
        Some(match kind.bytes().next()? {
            b'm' => Way::Army,
            b'x' => Way::Fleet,
            b'n' => Way::North,
            b's' => Way::South,
            b'e' => Way::East,
            b'w' => Way::West,
            b'c' => Way::Conduit,
            _ => return None,
        })
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Way::Army => "mv",
            Way::Fleet => "xc",
            Way::North => "nc",
            Way::South => "sc",
            Way::East => "ec",
            Way::West => "wc",
            Way::Conduit => "cc",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Kind of move that must lead back from a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::systems::diplomacy) enum Back {
    Any,
    By(Way),
}

impl Back {
    /// Returns the way back that a target with a suffix requires, in a line of moves by `way`; `None` where the suffix
    /// is unknown.
    pub(super) fn of(way: Way, suffix: Option<&str>) -> Option<Back> {
        match suffix {
            None if way == Way::Army => Some(Back::By(Way::Army)),
            None => Some(Back::By(Way::Fleet)),
            Some(s) if s.starts_with(['m', 'h', 'l']) => Some(Back::Any),
            Some(s) => Way::of(s).map(Back::By),
        }
    }
}

/// A target of a line of moves, where both ends are on the board.
#[derive(Debug)]
pub(in crate::systems::diplomacy) struct Target {
    /// Index of the line in the board's list, and of the target in the line.
    pub(super) line: usize,
    pub(super) slot: usize,
    pub(in crate::systems::diplomacy) from: usize,
    pub(in crate::systems::diplomacy) to: usize,
    pub(super) back: Back,
    /// Whether the target is the gatekeeper of a conduit, which it follows in the line.
    pub(in crate::systems::diplomacy) is_gatekeeper: bool,
}

/// The provinces of a board by number, with the moves between them.
#[derive(Default)]
pub(in crate::systems::diplomacy) struct BoardIndex<'g> {
    pub(super) board: Option<&'g Board>,
    pub(in crate::systems::diplomacy) territories: Vec<&'g Territory>,
    /// Index of each territory in the board's list, which also has elements that were not understood.
    indexes: Vec<usize>,
    numbers: HashMap<&'g str, usize>,
    pub(in crate::systems::diplomacy) targets: Vec<Target>,
    /// Kinds of lines that each territory has, as bits.
    ways: Vec<u8>,
    /// For each territory, whether a move leads from it to another.
    leaves: Vec<bool>,
    /// Kinds of lines that lead from one territory to another, as bits.
    links: HashMap<(usize, usize), u8>,
}

impl<'g> BoardIndex<'g> {
    pub(in crate::systems::diplomacy) fn of(board: Option<&'g Board>) -> BoardIndex<'g> {
        let mut board_index = BoardIndex { board, ..BoardIndex::default() };
        for (index, element) in board.iter().flat_map(|b| b.territories.iter().enumerate()) {
            if let Element::Known(territory) = element {
                board_index.numbers.entry(territory.id.as_str()).or_insert(board_index.territories.len());
                board_index.territories.push(territory);
                board_index.indexes.push(index);
            }
        }
        board_index.ways = vec![0; board_index.territories.len()];
        board_index.leaves = vec![false; board_index.territories.len()];
        for (line, adjacency) in board_index.lines() {
            board_index.add_line(line, adjacency);
        }
        board_index
    }

    fn add_line(&mut self, line: usize, adjacency: &'g Adjacency) {
        let (Some((from, _)), Some(way)) = (self.locate(&adjacency.from), Way::of(&adjacency.movement)) else { return };
        self.ways[from] |= way.bit();
        let mut is_gatekeeper = false;
        for (slot, place) in adjacency.to.iter().enumerate() {
            let located = place.known().and_then(|place| self.locate(place));
            let back = located.and_then(|(_, suffix)| Back::of(way, suffix));
            if let (Some((to, _)), Some(back)) = (located, back) {
                self.targets.push(Target { line, slot, from, to, back, is_gatekeeper });
                self.leaves[from] |= to != from;
                *self.links.entry((from, to)).or_default() |= way.bit();
            }
            is_gatekeeper = back == Some(Back::By(Way::Conduit));
        }
    }

    /// Returns the lines of moves that were understood, with their indexes in the board's list.
    pub(in crate::systems::diplomacy) fn lines(&self) -> impl Iterator<Item = (usize, &'g Adjacency)> + use<'g> {
        let lines = self.board.into_iter().flat_map(|b| b.adjacencies.iter().enumerate());
        lines.filter_map(|(i, line)| Some((i, line.known()?)))
    }

    /// Returns whether the board has no territories, so that names cannot be resolved.
    pub(super) fn is_bare(&self) -> bool {
        self.board.is_none_or(|b| b.territories.is_empty())
    }

    /// Returns the number of a place's territory, and the suffix of the place; `None` where the board does not have it.
    pub(in crate::systems::diplomacy) fn locate<'p>(
        &self,
        place: &'p TerritoryRef,
    ) -> Option<(usize, Option<&'p str>)> {
        self.numbers.get(place.territory()).map(|&number| (number, place.coast()))
    }

    /// Resolves a place as [`BoardIndex::locate`] does, and reports one that the board does not have.
    pub(super) fn find<'p>(
        &self,
        place: &'p TerritoryRef,
        found: &mut Findings,
        path: impl FnOnce() -> String,
    ) -> Option<(usize, Option<&'p str>)> {
        let located = self.locate(place);
        if located.is_none() && !self.is_bare() {
            found.error(&codes::NO_SUCH_PROVINCE, path(), self.unknown(place.as_str(), found));
        }
        located
    }

    /// Resolves the place in a field, and reports one that the board does not have.
    pub(super) fn resolve<'p>(
        &self,
        field: &'p Field<TerritoryRef>,
        found: &mut Findings,
        path: impl FnOnce() -> String,
    ) -> Option<(usize, Option<&'p str>)> {
        match field {
            Field::Known(place) => self.find(place, found, path),
            Field::Unknown(text) if !self.is_bare() => {
                found.error(&codes::NO_SUCH_PROVINCE, path(), self.unknown(&text.unknown, found));
                None
            }
            _ => None,
        }
    }

    /// Returns the message for an unknown province, which suggests a similar name.
    fn unknown(&self, text: &str, found: &Findings) -> String {
        let mut message = format!("unknown province {}", quoted(text));
        if found.0.len() < MAX_SUGGESTIONS {
            let names = self.territories.iter().flat_map(|t| t.name.iter().chain(&t.aliases).map(String::as_str));
            let names = self.territories.iter().map(|t| t.id.as_str()).chain(names);
            let meant = did_you_mean(text.split('/').next().unwrap_or(text), names);
            message.extend(meant.map(|question| format!("; {question}")));
        }
        message
    }

    pub(super) fn id(&self, number: usize) -> &'g str {
        self.territories.get(number).map_or("", |t| t.id.as_str())
    }

    pub(super) fn path(&self, number: usize) -> String {
        format!("game.board.territories[{}]", self.indexes.get(number).copied().unwrap_or_default())
    }

    /// Returns whether a territory has a line of this kind.
    pub(super) fn has(&self, number: usize, way: Way) -> bool {
        self.ways.get(number).is_some_and(|ways| ways & way.bit() != 0)
    }

    /// Returns whether a territory has any line.
    pub(super) fn has_moves(&self, number: usize) -> bool {
        self.ways.get(number).is_some_and(|&ways| ways != 0)
    }

    /// Returns whether a move leads from a territory to another.
    pub(super) fn leaves(&self, number: usize) -> bool {
        self.leaves.get(number).copied().unwrap_or_default()
    }

    /// Returns whether a line of this kind leads from one territory to another.
    pub(super) fn leads(&self, from: usize, to: usize, by: Back) -> bool {
        let ways = self.links.get(&(from, to)).copied().unwrap_or_default();
        match by {
            Back::Any => ways != 0,
            Back::By(way) => ways & way.bit() != 0,
        }
    }
}
