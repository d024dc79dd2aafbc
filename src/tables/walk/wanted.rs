//! Paths of a document whose rows a caller asks for.

use hashbrown::HashMap;
use smol_str::SmolStr;

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Step {
    /// Into a field of an object.
    Field(SmolStr),
    /// Into an element of a list, by its index from 0.
    Index(usize),
}

/// Splits a path such as `game.players[3].name` into its steps.
fn steps(path: &str) -> Vec<Step> {
    let parts = path.split(['.', '[']).map(|part| part.trim_end_matches(']')).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().map_or_else(|_| Step::Field(part.into()), Step::Index)).collect()
}

/// The place of a row.
#[derive(Debug, Clone, Copy)]
pub struct RowPlace {
    /// Index of the table in the plan.
    pub table: usize,
    /// Index of the row in the table, from 0.
    pub row: usize,
    /// Whether the row is one of several that the elements of an exploded list are spread over.
    pub is_exploded: bool,
}

/// The wanted paths and all their prefixes, each with its row once the walk has met it. Only a few of a million rows
/// are wanted, so only these are kept.
#[derive(Debug, Default)]
pub struct Wanted(HashMap<Vec<Step>, Option<RowPlace>>);

impl Wanted {
    /// Creates the set of wanted paths, for which no rows are known yet.
    pub fn new<'p>(paths: impl Iterator<Item = &'p str>) -> Self {
        let mut wanted = HashMap::new();
        for steps in paths.map(steps) {
            for end in 1..=steps.len() {
                wanted.entry_ref(&steps[..end]).or_insert(None);
            }
        }
        Wanted(wanted)
    }

    /// Returns the row that a path leads to or into, `None` if there is none, and the rest of the path below that row.
    pub fn row_of(&self, path: &str) -> (Option<RowPlace>, Vec<Step>) {
        let mut steps = steps(path);
        let row_at = |end: &usize| self.0.get(&steps[..*end]).copied().flatten();
        let end = (1..=steps.len()).rev().find(|end| row_at(end).is_some()).unwrap_or(0);
        (row_at(&end), steps.split_off(end))
    }

    /// Notes the row that the walk has reached, if its path is wanted.
    pub(super) fn note(&mut self, path: &[Step], row: RowPlace) {
        if !self.0.is_empty()
            && let Some(place) = self.0.get_mut(path)
        {
            *place = Some(row);
        }
    }

    /// Updates the noted rows of a table after it was sorted; `places` has the new index of each row.
    pub(super) fn move_rows(&mut self, table: usize, places: &[usize]) {
        let of_table = self.0.values_mut().flatten().filter(|row| row.table == table);
        of_table.for_each(|row| row.row = places.get(row.row).copied().unwrap_or(row.row));
    }
}
