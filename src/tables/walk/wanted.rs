//! Paths whose rows somebody wants to know.

use std::collections::HashMap;

use smol_str::SmolStr;

/// A step of a path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Step {
    /// To the field of an object.
    Field(SmolStr),
    /// To the element of a list.
    Index(usize),
}

/// The steps of a path such as `game.players[3].name`.
fn steps(path: &str) -> Vec<Step> {
    let parts = path.split(['.', '[']).map(|part| part.trim_end_matches(']')).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().map_or_else(|_| Step::Field(part.into()), Step::Index)).collect()
}

/// Where a row stands.
#[derive(Debug, Clone, Copy)]
pub struct RowPlace {
    /// The table, by its place in the plan.
    pub table: usize,
    /// The row, from 0.
    pub row: usize,
    /// Whether it is one of the list that has a row an element.
    pub is_exploded: bool,
}

/// Paths whose rows are wanted, as a tree of their steps: of a million rows a few are.
#[derive(Debug, Default)]
pub struct Wanted {
    nodes: Vec<Node>,
    /// Where the walk is: the node of each step, as long as there is one.
    at: Vec<Option<usize>>,
}

#[derive(Debug, Default)]
struct Node {
    children: HashMap<Step, usize>,
    row: Option<RowPlace>,
}

impl Wanted {
    /// These paths.
    pub fn new<'p>(paths: impl Iterator<Item = &'p str>) -> Self {
        let mut nodes = vec![Node::default()];
        for path in paths {
            let mut at = 0;
            for step in steps(path) {
                let new = nodes.len();
                let Some(node) = nodes.get_mut(at) else { break };
                at = *node.children.entry(step).or_insert(new);
                if at == new {
                    nodes.push(Node::default());
                }
            }
        }
        Wanted { nodes, at: vec![Some(0)] }
    }

    /// The row that a path leads to or into, and the rest of the path.
    pub fn row_of(&self, path: &str) -> (Option<RowPlace>, Vec<Step>) {
        let steps = steps(path);
        let (mut node, mut found) = (self.nodes.first(), (None, 0));
        for (place, step) in steps.iter().enumerate() {
            node = node.and_then(|node| self.nodes.get(*node.children.get(step)?));
            if let Some(row) = node.and_then(|node| node.row) {
                found = (Some(row), place + 1);
            }
        }
        (found.0, steps.into_iter().skip(found.1).collect())
    }

    pub(super) fn enter(&mut self, step: &Step) {
        let node = self.at.last().copied().flatten().and_then(|node| self.nodes.get(node));
        let next = node.and_then(|node| node.children.get(step)).copied();
        self.at.push(next);
    }

    pub(super) fn leave(&mut self) {
        self.at.pop();
    }

    pub(super) fn note(&mut self, row: RowPlace) {
        let node = self.at.last().copied().flatten().and_then(|node| self.nodes.get_mut(node));
        node.into_iter().for_each(|node| node.row = Some(row));
    }

    /// Takes the new places of a table's rows.
    pub(super) fn move_rows(&mut self, table: usize, places: &[usize]) {
        let of_table = self.nodes.iter_mut().filter_map(|node| node.row.as_mut()).filter(|row| row.table == table);
        of_table.for_each(|row| row.row = places.get(row.row).copied().unwrap_or(row.row));
    }
}
