//! The provinces of a board that are drawn, and their adjacencies.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::model::{Board, City, Field, Seat, Territory, TerritoryKind};
use crate::systems::diplomacy::rules::board_index::BoardIndex;

/// The provinces of a board, and the moves between them.
#[derive(Default)]
pub struct Graph<'d> {
    /// Provinces in the order of the board, without notional ones such as railways.
    pub provinces: Vec<Province<'d>>,
    /// For each province, the sorted numbers of those that a move leads to or from.
    pub neighbours: Vec<Vec<usize>>,
    numbers: HashMap<&'d str, usize>,
}

/// A province as it is drawn.
pub struct Province<'d> {
    pub id: &'d str,
    /// The board's entry for the province; `None` if the board does not know it.
    pub territory: Option<&'d Territory>,
    pub is_sea: bool,
    /// For each of its coasts, the numbers of the provinces that fleets can reach from it.
    pub coasts: BTreeMap<&'d str, Vec<usize>>,
}

impl<'d> Province<'d> {
    /// Returns the board's name of the province, or its id if there is none.
    pub fn name(&self) -> &'d str {
        let name = self.territory.and_then(|t| t.name.as_deref()).map(str::trim);
        name.filter(|name| !name.is_empty()).unwrap_or(self.id)
    }

    /// Returns the label of a small province: the abbreviation, seas in capitals.
    pub fn short(&self) -> String {
        let short = if self.id.chars().count() <= 6 { self.id } else { self.name() };
        let mut chars = short.chars();
        match chars.next() {
            Some(_) if self.is_sea => short.to_uppercase(),
            Some(first) => first.to_uppercase().chain(chars).collect(),
            None => String::new(),
        }
    }

    pub fn is_centre(&self) -> bool {
        self.territory.is_some_and(|t| t.centre == Some(true) || t.home.known().is_some_and(Option::is_some))
    }

    pub fn home(&self) -> Option<&'d Seat> {
        self.territory?.home.known()?.as_ref()
    }

    /// Returns the city of the province if it has an income or walls.
    pub fn city(&self) -> Option<&'d City> {
        self.territory?.city.as_ref().filter(|city| city.income > 0 || city.fortified)
    }
}

impl<'d> Graph<'d> {
    /// Collects the provinces of a board, followed by those among `others` that the board does not know.
    pub fn of(board: Option<&'d Board>, others: impl Iterator<Item = &'d str>) -> Graph<'d> {
        let index = BoardIndex::of(board);
        let mut graph = Graph::default();
        let mut numbers: Vec<Option<usize>> = Vec::with_capacity(index.territories.len());
        for territory in &index.territories {
            let id = territory.id.as_str();
            let is_notional = matches!(territory.kind.known(), Some(TerritoryKind::Gateway | TerritoryKind::Railway));
            // An id that occurs twice means the first of the two.
            let is_drawn = !is_notional && !graph.numbers.contains_key(id);
            numbers.push(is_drawn.then_some(graph.provinces.len()));
            if is_drawn {
                graph.add(id, Some(territory));
            }
        }
        let number = |place: usize| numbers.get(place).copied().flatten();
        let mut touching: BTreeSet<(usize, usize)> = BTreeSet::new();
        for target in index.targets.iter().filter(|target| !target.is_gatekeeper) {
            if let (Some(from), Some(to)) = (number(target.from), number(target.to))
                && from != to
            {
                touching.extend([(from, to), (to, from)]);
            }
        }
        for (_, line) in index.lines() {
            let from = index.locate(&line.from).and_then(|(from, _)| number(from));
            let coast = line.movement.get(..2).filter(|way| matches!(*way, "nc" | "sc" | "ec" | "wc"));
            let Some((province, coast)) = from.and_then(|from| graph.provinces.get_mut(from)).zip(coast) else {
                continue;
            };
            let targets = line.to.iter().filter_map(Field::known).filter_map(|to| number(index.locate(to)?.0));
            province.coasts.entry(coast).or_default().extend(targets);
        }
        let is_water = |kind: Option<&TerritoryKind>| {
            matches!(kind, Some(TerritoryKind::Water | TerritoryKind::HighSea | TerritoryKind::Ice))
        };
        graph.provinces.iter_mut().for_each(|p| p.is_sea = is_water(p.territory.and_then(|t| t.kind.known())));
        for other in others {
            if !index.territories.iter().any(|t| t.id.as_str() == other) && !graph.numbers.contains_key(other) {
                graph.add(other, None);
            }
        }
        graph.neighbours = vec![Vec::new(); graph.provinces.len()];
        for (from, to) in touching {
            if let Some(list) = graph.neighbours.get_mut(from) {
                list.push(to);
            }
        }
        graph
    }

    fn add(&mut self, id: &'d str, territory: Option<&'d Territory>) {
        self.numbers.insert(id, self.provinces.len());
        self.provinces.push(Province { id, territory, is_sea: false, coasts: BTreeMap::new() });
    }

    /// Returns the number of a province by its id.
    pub fn number(&self, id: &str) -> Option<usize> {
        self.numbers.get(id).copied()
    }

    pub fn touch(&self, one: usize, other: usize) -> bool {
        self.neighbours.get(one).is_some_and(|list| list.binary_search(&other).is_ok())
    }

    /// Returns the provinces that tell a coast from the others of its province: the seas that fleets reach from this
    /// coast only, or else all provinces that they reach from it only, or else all that they reach from it.
    pub fn shore(&self, province: &Province<'_>, coast: &str) -> Vec<usize> {
        let all = province.coasts.get(coast).cloned().unwrap_or_default();
        let others = || province.coasts.iter().filter(|(other, _)| **other != coast).flat_map(|(_, targets)| targets);
        let alone: Vec<usize> = all.iter().copied().filter(|to| !others().any(|other| other == to)).collect();
        let is_sea = |to: &usize| self.provinces.get(*to).is_some_and(|province| province.is_sea);
        let seas: Vec<usize> = alone.iter().copied().filter(is_sea).collect();
        [seas, alone, all].into_iter().find(|targets| !targets.is_empty()).unwrap_or_default()
    }

    /// Returns the pairs of provinces that touch, each once, the lower number first.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let of = |(from, list): (usize, &'_ Vec<usize>)| list.iter().map(move |to| (from, *to)).collect::<Vec<_>>();
        self.neighbours.iter().enumerate().flat_map(of).filter(|(from, to)| from < to)
    }

    /// Returns whether no unit can enter or leave a province, on a board where others can be entered.
    pub fn is_closed(&self, number: usize) -> bool {
        let is_alone = |list: &Vec<usize>| list.is_empty();
        self.neighbours.get(number).is_some_and(is_alone) && !self.neighbours.iter().all(is_alone)
    }
}
