//! Graph of the moves between provinces, by the kind of unit, and for fleets by the coast.

use super::sea_components::SeaComponents;
use crate::model::{Board, Element, PassageKind, TerritoryKind};
use crate::systems::diplomacy::rules::COASTS;
use crate::systems::diplomacy::rules::board_index::{Back, BoardIndex, Way};

/// Kind of unit in the order notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Army,
    Fleet,
}

impl Kind {
    pub(super) fn of(piece: &str) -> Option<Kind> {
        match piece {
            "army" => Some(Kind::Army),
            "fleet" => Some(Kind::Fleet),
            _ => None,
        }
    }

    pub(super) fn piece(self) -> &'static str {
        match self {
            Kind::Army => "army",
            Kind::Fleet => "fleet",
        }
    }

    pub(super) fn letter(self) -> &'static str {
        match self {
            Kind::Army => "A",
            Kind::Fleet => "F",
        }
    }
}

/// Set of shores of a territory, one bit each: [`OPEN`] where no coast is named, then [`COASTS`] in their order.
pub(super) type Shores = u8;

/// The shore of a place without a named coast.
pub(super) const OPEN: Shores = 1;

/// The shore of a suffix that is no coast.
pub(super) const ODD: Shores = 1 << 5;

/// Returns the shore of a suffix. The suffixes of moves (`/mx`, `/cc`, ...) name no coast.
pub(super) fn shore(suffix: Option<&str>) -> Shores {
    let Some(suffix) = suffix else { return OPEN };
    match COASTS.iter().position(|(coast, _)| *coast == suffix) {
        Some(coast) => 2 << coast,
        None if suffix.starts_with(['m', 'h', 'l', 'c']) => OPEN,
        None => ODD,
    }
}

/// Returns the suffixes of the coasts in `shores`.
pub(super) fn suffixes(shores: Shores) -> impl Iterator<Item = &'static str> {
    COASTS.iter().enumerate().filter(move |(i, _)| shores & (2 << i) != 0).map(|(_, (coast, _))| *coast)
}

/// Moves from one territory to another.
#[derive(Debug, Clone, Copy)]
struct Link {
    to: usize,
    army: bool,
    /// By the shore that a fleet leaves from, the shores that it can reach.
    fleet: [Shores; 5],
}

impl Link {
    fn any_fleet(&self) -> Shores {
        self.fleet.iter().fold(0, |all, shores| all | shores)
    }
}

/// Properties of a territory for units.
#[derive(Debug, Clone, Copy, Default)]
struct Area {
    /// Whether the territory is only water.
    is_sea: bool,
    /// Whether fleets can convoy in the territory.
    convoys: bool,
    /// Whether the territory may hold any number of fleets.
    holds_many: bool,
    /// Shores that fleets can leave from.
    shores: Shores,
}

/// The moves of a board.
#[derive(Debug)]
pub(in crate::systems::diplomacy::rules) struct MoveGraph {
    areas: Vec<Area>,
    /// Links from each territory, sorted by target.
    links: Vec<Vec<Link>>,
    /// All waters in which fleets can convoy.
    pub(super) sea_components: SeaComponents,
    /// Whether armies may travel on railways.
    pub(super) has_railways: bool,
    /// Whether provinces have cities, as in Machiavelli, where builds follow other rules.
    pub(super) has_cities: bool,
}

impl MoveGraph {
    pub(in crate::systems::diplomacy::rules) fn of(board: &Board) -> MoveGraph {
        let board_index = BoardIndex::of(Some(board));
        let mut graph = MoveGraph {
            areas: board_index.territories.iter().map(|t| area(t.kind.known().copied(), t.second_kind)).collect(),
            links: vec![Vec::new(); board_index.territories.len()],
            sea_components: SeaComponents::default(),
            has_railways: board.passages.iter().any(|p| p.known().is_some_and(|p| p.kind == PassageKind::Railway)),
            has_cities: board_index.territories.iter().any(|t| t.city.is_some()),
        };
        for target in &board_index.targets {
            let line = board.adjacencies.get(target.line).and_then(Element::known);
            if let Some(way) = line.and_then(|line| Way::of(&line.movement)) {
                graph.links[target.from].push(link(target.to, way, target.back));
            }
        }
        for (links, area) in graph.links.iter_mut().zip(&mut graph.areas) {
            merge(links);
            for (i, shores) in links.iter().flat_map(|link| link.fleet.iter().enumerate()) {
                area.shores |= if *shores == 0 { 0 } else { 1 << i };
            }
        }
        let seas = (0..graph.areas.len()).filter(|&number| graph.areas[number].convoys).collect();
        graph.sea_components = SeaComponents::of(&graph, seas);
        graph
    }

    fn area(&self, number: usize) -> Area {
        self.areas.get(number).copied().unwrap_or_default()
    }

    fn links(&self, number: usize) -> &[Link] {
        self.links.get(number).map_or(&[], Vec::as_slice)
    }

    fn link(&self, from: usize, to: usize) -> Option<&Link> {
        let links = self.links(from);
        links.binary_search_by_key(&to, |link| link.to).ok().map(|i| &links[i])
    }

    /// Returns whether an army may walk from one territory to another.
    pub(super) fn army_goes(&self, from: usize, to: usize) -> bool {
        self.link(from, to).is_some_and(|link| link.army)
    }

    /// Returns the shores of `to` that a fleet may sail to from a shore of `from`, or from any of them where none is
    /// named.
    pub(super) fn fleet_goes(&self, from: usize, shore: Shores, to: usize) -> Shores {
        let Some(link) = self.link(from, to) else { return 0 };
        match link.fleet.get(shore.trailing_zeros() as usize) {
            Some(shores) if shore != OPEN => *shores,
            _ => link.any_fleet(),
        }
    }

    /// Returns the targets of an army.
    pub(super) fn army_targets(&self, from: usize) -> impl Iterator<Item = usize> {
        self.links(from).iter().filter(|link| link.army).map(|link| link.to)
    }

    /// Returns the targets of a fleet on a shore, each with the shores that it can reach there.
    pub(super) fn fleet_targets(&self, from: usize, shore: Shores) -> impl Iterator<Item = (usize, Shores)> {
        let targets = self.links(from).iter().map(move |link| (link.to, self.fleet_goes(from, shore, link.to)));
        targets.filter(|(_, shores)| *shores != 0)
    }

    /// Returns the territories that a fleet may sail to from any shore.
    pub(super) fn by_water(&self, from: usize) -> impl Iterator<Item = usize> {
        self.links(from).iter().filter(|link| link.any_fleet() != 0).map(|link| link.to)
    }

    pub(super) fn is_sea(&self, number: usize) -> bool {
        self.area(number).is_sea
    }

    pub(super) fn convoys(&self, number: usize) -> bool {
        self.area(number).convoys
    }

    pub(super) fn holds_many(&self, number: usize) -> bool {
        self.area(number).holds_many
    }

    /// Returns whether a unit of this kind can be in a territory at all.
    pub(super) fn admits(&self, kind: Kind, number: usize) -> bool {
        let area = self.area(number);
        match kind {
            Kind::Army => !area.is_sea,
            Kind::Fleet => area.convoys || area.shores != 0,
        }
    }

    /// Returns whether an army may embark or land in a territory.
    pub(super) fn is_coastal(&self, number: usize) -> bool {
        !self.is_sea(number) && self.by_water(number).any(|to| self.convoys(to))
    }

    /// Returns the named coasts of a territory; 0 where it has none.
    pub(super) fn coasts(&self, number: usize) -> Shores {
        self.area(number).shores & !OPEN
    }

    /// Returns whether a fleet in a territory must be on a named coast.
    pub(super) fn asks_for_coast(&self, number: usize) -> bool {
        let shores = self.area(number).shores;
        shores & OPEN == 0 && shores != 0
    }
}

fn area(kind: Option<TerritoryKind>, second: Option<TerritoryKind>) -> Area {
    let is_water = |kind| matches!(kind, Some(TerritoryKind::Water | TerritoryKind::HighSea | TerritoryKind::Ice));
    Area {
        is_sea: is_water(kind) && second.is_none(),
        convoys: is_water(kind) || is_water(second),
        holds_many: kind == Some(TerritoryKind::HighSea),
        shores: 0,
    }
}

fn link(to: usize, way: Way, back: Back) -> Link {
    let mut link = Link { to, army: way == Way::Army, fleet: [0; 5] };
    let place = |way| match way {
        Way::Army | Way::Fleet | Way::Conduit => 0,
        Way::North => 1,
        Way::South => 2,
        Way::East => 3,
        Way::West => 4,
    };
    if way != Way::Army {
        link.fleet[place(way)] = match back {
            Back::Any => OPEN,
            Back::By(way) => 1 << place(way),
        };
    }
    link
}

/// Sorts the links of a territory, and merges those with the same target.
fn merge(links: &mut Vec<Link>) {
    links.sort_by_key(|link| link.to);
    links.dedup_by(|next, kept| {
        let is_same = next.to == kept.to;
        if is_same {
            kept.army |= next.army;
            kept.fleet.iter_mut().zip(next.fleet).for_each(|(kept, next)| *kept |= next);
        }
        is_same
    });
}
