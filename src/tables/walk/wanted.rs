//! Paths whose rows somebody wants to know.

use hashbrown::HashMap;
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

/// The rows of paths that are wanted, and of what they are in: of a million rows a few are.
#[derive(Debug, Default)]
pub struct Wanted(HashMap<Vec<Step>, Option<RowPlace>>);

impl Wanted {
    /// These paths.
    pub fn new<'p>(paths: impl Iterator<Item = &'p str>) -> Self {
        let mut wanted = HashMap::new();
        for steps in paths.map(steps) {
            for end in 1..=steps.len() {
                wanted.entry_ref(&steps[..end]).or_insert(None);
            }
        }
        Wanted(wanted)
    }

    /// The row that a path leads to or into, and the rest of the path.
    pub fn row_of(&self, path: &str) -> (Option<RowPlace>, Vec<Step>) {
        let mut steps = steps(path);
        let row_at = |end: &usize| self.0.get(&steps[..*end]).copied().flatten();
        let end = (1..=steps.len()).rev().find(|end| row_at(end).is_some()).unwrap_or(0);
        (row_at(&end), steps.split_off(end))
    }

    /// Takes the row that the walk is at.
    pub(super) fn note(&mut self, path: &[Step], row: RowPlace) {
        if !self.0.is_empty()
            && let Some(place) = self.0.get_mut(path)
        {
            *place = Some(row);
        }
    }

    /// Takes the new places of a table's rows.
    pub(super) fn move_rows(&mut self, table: usize, places: &[usize]) {
        let of_table = self.0.values_mut().flatten().filter(|row| row.table == table);
        of_table.for_each(|row| row.row = places.get(row.row).copied().unwrap_or(row.row));
    }
}
