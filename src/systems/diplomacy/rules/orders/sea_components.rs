//! Sea routes over the waters in which fleets can convoy: all of the board, or those with fleets.

use std::ops::ControlFlow;

use super::graph::MoveGraph;

/// Greatest number of steps of a search for routes; the standard map needs a few hundred.
const MAX_STEPS: u32 = 10_000;

/// Waters, grouped into connected components.
#[derive(Debug, Default)]
pub(super) struct SeaComponents {
    /// Territories of the waters, sorted.
    seas: Vec<usize>,
    /// Component of each water.
    parts: Vec<usize>,
}

impl SeaComponents {
    pub(super) fn of(graph: &MoveGraph, mut seas: Vec<usize>) -> SeaComponents {
        seas.sort_unstable();
        seas.dedup();
        let mut sea_components = SeaComponents { parts: vec![usize::MAX; seas.len()], seas };
        let mut open = Vec::new();
        for part in 0..sea_components.seas.len() {
            if sea_components.parts[part] == usize::MAX {
                sea_components.parts[part] = part;
                open.push(sea_components.seas[part]);
            }
            while let Some(sea) = open.pop() {
                for next in graph.by_water(sea) {
                    if let Some(place) =
                        sea_components.place(next).filter(|&place| sea_components.parts[place] == usize::MAX)
                    {
                        sea_components.parts[place] = part;
                        open.push(next);
                    }
                }
            }
        }
        sea_components
    }

    fn place(&self, sea: usize) -> Option<usize> {
        self.seas.binary_search(&sea).ok()
    }

    /// Returns the components that a coast adjoins.
    fn parts(&self, graph: &MoveGraph, coast: usize) -> impl Iterator<Item = usize> {
        graph.by_water(coast).filter_map(|sea| Some(self.parts[self.place(sea)?]))
    }

    /// Returns whether a route leads from one coast to another.
    pub(super) fn connect(&self, graph: &MoveGraph, from: usize, to: usize) -> bool {
        self.parts(graph, from).any(|part| self.parts(graph, to).any(|other| other == part))
    }

    /// Returns whether a fleet in `sea` takes part in carrying an army from one coast to another: whether there is a
    /// route through `sea` on which no fleet can be spared. The Python engine 1.1.2 has this rule. A search that takes
    /// too long is decided in favour of the order.
    pub(super) fn is_on_route(&self, graph: &MoveGraph, from: usize, to: usize, sea: usize) -> bool {
        if from == to || !self.connect(graph, from, to) {
            return false;
        }
        let mut search = Search { sea_components: self, graph, from, to, route: Vec::new(), steps: MAX_STEPS };
        let through = |route: &[usize]| match route.contains(&sea) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        search.run(through).is_break() || search.steps == 0
    }

    /// Returns the route from one coast to another; `None` unless there is exactly one on which no fleet can be spared.
    pub(super) fn only_route(&self, graph: &MoveGraph, from: usize, to: usize) -> Option<Vec<usize>> {
        let mut search = Search { sea_components: self, graph, from, to, route: Vec::new(), steps: MAX_STEPS };
        let mut only = None;
        let outcome = search.run(|route| match only.replace(route.to_vec()) {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        });
        only.filter(|_| outcome.is_continue() && search.steps > 0)
    }
}

/// Search over the routes between two coasts on which no sea can be spared.
struct Search<'w> {
    sea_components: &'w SeaComponents,
    graph: &'w MoveGraph,
    from: usize,
    to: usize,
    route: Vec<usize>,
    steps: u32,
}

impl Search<'_> {
    fn run(&mut self, mut visit: impl FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
        let graph = self.graph;
        graph.by_water(self.from).try_for_each(|sea| self.enter(sea, &mut visit))
    }

    fn enter(&mut self, sea: usize, visit: &mut impl FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
        // A port can convoy as well, but not where the army embarks or lands.
        let is_end = sea == self.from || sea == self.to;
        if is_end || self.sea_components.place(sea).is_none() || self.could_be_shorter(sea) {
            return ControlFlow::Continue(());
        }
        if self.steps == 0 {
            return ControlFlow::Break(());
        }
        self.steps -= 1;
        self.route.push(sea);
        let graph = self.graph;
        let outcome = if graph.by_water(sea).any(|next| next == self.to) {
            visit(&self.route)
        } else {
            graph.by_water(sea).try_for_each(|next| self.enter(next, visit))
        };
        self.route.pop();
        outcome
    }

    /// Returns whether `sea` could be reached with fewer of the seas before it.
    fn could_be_shorter(&self, sea: usize) -> bool {
        let Some((_, earlier)) = self.route.split_last() else { return false };
        self.route.contains(&sea) || self.graph.by_water(sea).any(|next| next == self.from || earlier.contains(&next))
    }
}
