//! Says of rows that belong to nothing which reference is wrong.

use std::collections::HashSet;

use crate::tables::column::{Column, Origin};
use crate::tables::plan::{NO_SCOPE, Node, PLAN, Scope, Table};
use crate::tables::{Cell, Refusal, Rowset, key_part};
use crate::text::codes;

/// The rows of all tables, and which of them were read.
struct Rows<'r> {
    sets: &'r [Rowset],
    /// For each table, whether each of its rows was read.
    read: &'r [Vec<bool>],
}

/// Refuses the rows that are part of nothing that was read; `read` says for each table which of its rows were.
pub fn refuse_unread(sets: &[Rowset], read: &[Vec<bool>], refused: &mut Vec<Refusal>) {
    if read.iter().flatten().all(|is_read| *is_read) {
        return;
    }
    let all = Rows { sets, read };
    let (numbers, scopes) = (all.numbers(), all.scopes());
    let rows: HashSet<(usize, usize)> = refused.iter().filter_map(|r| Some((r.table, r.row?))).collect();
    for (table, read) in read.iter().enumerate().filter(|(_, read)| read.contains(&false)) {
        if let Some(parent) = PLAN[table].part_of().filter(|&parent| all.is_of_other_system(parent)) {
            refused.push(of_other_system(table, &PLAN[parent]));
            continue;
        }
        let places = KnownPlaces::new(&scopes, table);
        // If a row belongs to one that is refused here itself, the message about that one is enough.
        let is_of_unread = |row: usize| {
            let own = |&(column, number): &(usize, usize)| (number, key_part(sets, table, row, column));
            places.numbers.iter().map(own).any(|number| numbers.contains(&number))
        };
        let is_alone = |row: &usize| !read[*row] && !rows.contains(&(table, *row)) && !is_of_unread(*row);
        // What is wrong with the table as a whole is said once.
        let mut is_told = false;
        for refusal in (0..read.len()).filter(is_alone).map(|row| places.refusal(sets, table, row)) {
            if refusal.row.is_some() || !std::mem::replace(&mut is_told, true) {
                refused.push(refusal);
            }
        }
    }
}

fn of_other_system(table: usize, of: &Table) -> Refusal {
    Refusal::of_table(table, &codes::OTHER_SYSTEM, of.nowhere(), "take the table out, or correct the system in games")
}

impl Rows<'_> {
    /// Returns the numbers of unread rows that rows of other tables refer to, each plus one.
    fn numbers(&self) -> HashSet<(usize, u64)> {
        let of_table = |(table, plan): (usize, &Table)| {
            let column = plan.index.filter(|_| plan.own_column.is_some())?;
            let number = number_of(&plan.columns[column])?;
            let rows = (0..self.read[table].len()).filter(|&row| !self.read[table][row]);
            Some(rows.map(|row| (number, key_part(self.sets, table, row, column))).collect::<Vec<_>>())
        };
        PLAN.iter().enumerate().filter_map(of_table).flatten().collect()
    }

    /// Returns the scopes that rows can belong to: those of the rows that were read, and of lists that cells count.
    fn scopes(&self) -> HashSet<Scope> {
        let mut scopes = HashSet::from([NO_SCOPE]);
        for (table, plan) in PLAN.iter().enumerate() {
            let own = plan.places.first().and_then(|place| place.rows.lists.last());
            let mut counting = Vec::new();
            add_counting(&plan.row, &mut counting);
            for row in (0..self.read[table].len()).filter(|&row| self.read[table][row]) {
                let part = |column| key_part(self.sets, table, row, column);
                let mut scope = NO_SCOPE;
                for &column in &plan.common {
                    number_of(&plan.columns[column]).into_iter().for_each(|number| scope[number] = part(column));
                }
                // Rows without a number are counted from the top.
                own.into_iter().for_each(|own| scope[*own] = plan.index.map_or(row as u64 + 2, part));
                scopes.insert(scope);
                for &(column, number) in &counting {
                    let Cell::Text(text) = self.sets[table].value(row, column).cell() else { continue };
                    for element in plan.columns[column].elements(text) {
                        let Ok(Cell::Integer(element)) = element else { continue };
                        let mut scope = scope;
                        scope[number] = u64::try_from(element.get()).map_or(0, |element| element.saturating_add(1));
                        scopes.insert(scope);
                    }
                }
            }
        }
        scopes
    }

    /// Returns whether the game has no place for a table that belongs to one system.
    fn is_of_other_system(&self, table: usize) -> bool {
        let is_unread = !self.read[table].is_empty() && !self.read[table].contains(&true);
        is_unread && PLAN[table].nowhere() != PLAN[0].nowhere()
    }
}

/// Returns the number that a column holds.
fn number_of(column: &Column) -> Option<usize> {
    match column.origin {
        Origin::Number(number) => Some(number),
        _ => None,
    }
}

/// Adds the columns at and below a node whose cells number lists of rows, each with the number that counts these.
fn add_counting(node: &Node, counting: &mut Vec<(usize, usize)>) {
    let number = node.element.as_ref().and(node.rows.as_ref()).and_then(|rows| rows.lists.first());
    counting.extend(node.cell.zip(number.copied()));
    node.fields.iter().for_each(|field| add_counting(field, counting));
}

/// The keys that rows of a table could have had, in their columns of numbers.
struct KnownPlaces {
    /// The columns of numbers, each with its number.
    numbers: Vec<(usize, usize)>,
    /// All prefixes of existing keys.
    known: HashSet<Vec<Option<u64>>>,
    /// The prefixes of keys that some key continues with a number.
    numbered: HashSet<Vec<Option<u64>>>,
}

impl KnownPlaces {
    fn new(scopes: &HashSet<Scope>, table: usize) -> Self {
        let number = |&column: &usize| Some((column, number_of(&PLAN[table].columns[column])?));
        let numbers: Vec<(usize, usize)> = PLAN[table].common.iter().filter_map(number).collect();
        let (mut known, mut numbered) = (HashSet::new(), HashSet::new());
        for scope in scopes {
            let key: Vec<Option<u64>> = numbers.iter().map(|&(_, number)| scope[number].checked_sub(1)).collect();
            for (place, value) in key.iter().enumerate() {
                known.insert(key[..=place].to_vec());
                if value.is_some() {
                    numbered.insert(key[..place].to_vec());
                }
            }
        }
        KnownPlaces { numbers, known, numbered }
    }

    /// Returns what is wrong with a row that belongs to nothing.
    fn refusal(&self, sets: &[Rowset], table: usize, row: usize) -> Refusal {
        let plan = &PLAN[table];
        let name = |place: usize| plan.columns[self.numbers[place].0].name;
        let key: Vec<Option<u64>> =
            self.numbers.iter().map(|&(column, _)| key_part(sets, table, row, column).checked_sub(1)).collect();
        if key.iter().all(Option::is_none) {
            // No list of this game has rows in the table.
            return match plan.part_of() {
                Some(_) => {
                    let help = "give that table its row";
                    Refusal::of_table(table, &codes::NO_SUCH_REFERENCE, plan.nowhere(), help)
                }
                None => of_other_system(table, plan),
            };
        }
        let wrong = (0..key.len()).find(|&place| !self.known.contains(&key[..=place])).unwrap_or(key.len() - 1);
        let before = wrong.checked_sub(1).filter(|&before| key[before].is_none() && key[wrong].is_some());
        match before.filter(|_| !self.numbered.contains(&key[..wrong])) {
            Some(before) => {
                let expected = format!("an empty cell, as {} is empty", name(before));
                Refusal::of_cell((table, row), name(wrong), &codes::BAD_CELL, expected)
            }
            None => {
                let expected = plan.expected_of(name(wrong));
                Refusal::of_cell((table, row), name(wrong), &codes::NO_SUCH_REFERENCE, expected)
            }
        }
    }
}
