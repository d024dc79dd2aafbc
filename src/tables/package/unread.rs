//! Says of rows that belong to nothing which reference is wrong.

use std::collections::HashSet;

use crate::tables::column::Origin;
use crate::tables::plan::{PLAN, Scope, Table};
use crate::tables::{Refusal, Rowset, Unread, key_part};
use crate::text::codes;

/// Refuses the rows that are part of nothing that was read.
pub fn refuse_unread(sets: &[Rowset], unread: &Unread, refused: &mut Vec<Refusal>) {
    let rows: HashSet<(usize, usize)> = refused.iter().filter_map(|r| Some((r.table, r.row?))).collect();
    let numbers = unread.numbers(sets);
    for (table, read) in unread.read.iter().enumerate().filter(|(_, read)| read.contains(&false)) {
        let mut refuse = |refusal: Refusal| {
            if refusal.row.is_some() || !refused.contains(&refusal) {
                refused.push(refusal);
            }
        };
        if let Some(parent) = PLAN[table].part_of().filter(|&parent| unread.is_of_other_system(parent)) {
            refuse(of_other_system(table, &PLAN[parent]));
            continue;
        }
        let places = KnownPlaces::new(&unread.scopes, table);
        // If a row belongs to one that is refused here itself, the message about that one is enough.
        let is_of_unread = |row: usize| {
            let own = |&(column, number): &(usize, usize)| (number, key_part(sets, table, row, column));
            places.numbers.iter().map(own).any(|number| numbers.contains(&number))
        };
        let is_alone = |row: &usize| !read[*row] && !rows.contains(&(table, *row)) && !is_of_unread(*row);
        (0..read.len()).filter(is_alone).for_each(|row| refuse(places.refusal(sets, table, row)));
    }
}

fn of_other_system(table: usize, of: &Table) -> Refusal {
    Refusal::of_table(table, &codes::OTHER_SYSTEM, of.nowhere(), "take the table out, or correct the system in games")
}

impl Unread {
    /// Returns the numbers of unread rows that rows of other tables refer to, each plus one.
    fn numbers(&self, sets: &[Rowset]) -> HashSet<(usize, u64)> {
        let of_table = |(table, plan): (usize, &Table)| {
            let column = plan.index.filter(|_| plan.own_column.is_some())?;
            let Origin::Number(number) = plan.columns[column].origin else { return None };
            let rows = (0..self.read[table].len()).filter(|&row| !self.read[table][row]);
            Some(rows.map(|row| (number, key_part(sets, table, row, column))).collect::<Vec<_>>())
        };
        PLAN.iter().enumerate().filter_map(of_table).flatten().collect()
    }

    /// Returns whether the game has no place for a table that belongs to one system.
    fn is_of_other_system(&self, table: usize) -> bool {
        let is_unread = !self.read[table].is_empty() && !self.read[table].contains(&true);
        is_unread && PLAN[table].nowhere() != PLAN[0].nowhere()
    }
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
        let number = |column: usize| match PLAN[table].columns[column].origin {
            Origin::Number(number) => Some((column, number)),
            _ => None,
        };
        let numbers: Vec<(usize, usize)> = PLAN[table].common.iter().filter_map(|&c| number(c)).collect();
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
