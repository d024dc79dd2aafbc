//! Finds rows that belong to no other row, and rows of one element that contradict each other.

use std::collections::HashSet;

use super::Build;
use crate::tables::cell::Expected;
use crate::tables::column::Origin;
use crate::tables::plan::{PLAN, Table};
use crate::text::codes;

impl Build<'_> {
    /// Refuses the rows that are part of nothing that was read, and says which reference is wrong.
    pub fn refuse_unread(&self) {
        let refused: HashSet<(usize, usize)> =
            self.refused.borrow().iter().filter_map(|refusal| Some((refusal.table, refusal.row?))).collect();
        let unread = self.unread_numbers();
        let read = self.read.borrow();
        for (table, read) in read.iter().enumerate().filter(|(_, read)| read.contains(&false)) {
            let plan = &PLAN.tables[table];
            if let Some(parent) = plan.part_of().filter(|_| self.is_of_other_system(table)) {
                let help = "take the table out, or correct the system in games";
                self.refuse_whole(table, PLAN.tables[parent].nowhere().to_owned(), &codes::OTHER_SYSTEM, help);
                continue;
            }
            let places = KnownPlaces::new(self, table);
            // If a row belongs to one that is refused here itself, the message about that one is enough.
            let is_of_unread = |row: usize| {
                let numbers =
                    places.numbers.iter().map(|&(column, number)| (number, self.key_part(table, row, column)));
                numbers.into_iter().any(|number| unread.contains(&number))
            };
            let rows = (0..read.len()).filter(|&row| !read[row] && !refused.contains(&(table, row)));
            rows.filter(|&row| !is_of_unread(row)).for_each(|row| self.refuse_reference(table, row, &places));
        }
    }

    /// Returns the numbers of unread rows that rows of other tables refer to, each plus one.
    fn unread_numbers(&self) -> HashSet<(usize, u64)> {
        let read = self.read.borrow();
        let of_table = |(table, plan): (usize, &Table)| {
            let column = plan.index.filter(|_| plan.own_column.is_some())?;
            let Origin::Number(number) = plan.columns[column].origin else { return None };
            let rows = (0..read[table].len()).filter(|&row| !read[table][row]);
            Some(rows.map(|row| (number, self.key_part(table, row, column))).collect::<Vec<_>>())
        };
        PLAN.tables.iter().enumerate().filter_map(of_table).flatten().collect()
    }

    fn refuse_reference(&self, table: usize, row: usize, places: &KnownPlaces) {
        let plan = &PLAN.tables[table];
        let name = |place: usize| plan.columns[places.numbers[place].0].name;
        let key: Vec<Option<u64>> =
            places.numbers.iter().map(|&(column, _)| self.key_part(table, row, column).checked_sub(1)).collect();
        if key.iter().all(Option::is_none) {
            return self.refuse_table(table);
        }
        let wrong = (0..key.len()).find(|&place| !places.known.contains(&key[..=place])).unwrap_or(key.len() - 1);
        let before = wrong.checked_sub(1).filter(|&before| key[before].is_none() && key[wrong].is_some());
        match before.filter(|_| !places.numbered.contains(&key[..wrong])) {
            Some(before) => {
                let expected = format!("an empty cell, as {} is empty", name(before));
                self.refuse(table, row, name(wrong), &codes::BAD_CELL, Expected(expected.into()));
            }
            None => {
                let name = name(wrong);
                self.refuse(table, row, name, &codes::NO_SUCH_REFERENCE, plan.expected_of(name));
            }
        }
    }

    /// Refuses a table as a whole, because no list of this game has rows in it.
    fn refuse_table(&self, table: usize) {
        let plan = &PLAN.tables[table];
        let (code, help) = match plan.part_of() {
            Some(_) => (&codes::NO_SUCH_REFERENCE, "give that table its row"),
            None => (&codes::OTHER_SYSTEM, "take the table out, or correct the system in games"),
        };
        self.refuse_whole(table, plan.nowhere().to_owned(), code, help);
    }

    /// Returns whether a table is part of another one that the game has no place for.
    fn is_of_other_system(&self, table: usize) -> bool {
        let read = self.read.borrow();
        let is_unread = |parent: usize| !read[parent].is_empty() && !read[parent].contains(&true);
        PLAN.tables[table]
            .part_of()
            .is_some_and(|parent| PLAN.tables[parent].nowhere() != PLAN.tables[0].nowhere() && is_unread(parent))
    }

    /// Refuses rows of one element that differ in more than the exploded column.
    pub fn agree(&self, table: usize, rows: &[usize]) {
        let (plan, set) = (&PLAN.tables[table], &self.sets[table]);
        let [first, rest @ ..] = rows else { return };
        if rest.is_empty() {
            return;
        }
        let line = plan.index.map_or(0, |column| self.key_part(table, *first, column).saturating_sub(1));
        if rows.iter().any(|&row| set.unknown_text(row).is_some()) {
            let message = format!("line {line} was not understood, and other rows are of the same line");
            return self.refuse_whole(table, message, &codes::TWICE, "give one of them another line");
        }
        let is_other =
            |&column: &usize| Some(column) != plan.exploded && matches!(plan.columns[column].origin, Origin::Path(_));
        let differs = |column: usize| rest.iter().any(|row| set.value(*row, column) != set.value(*first, column));
        if (0..plan.columns.len()).filter(is_other).any(differs) {
            let message = format!("the rows of line {line} say different things beside their territories");
            self.refuse_whole(table, message, &codes::BAD_TABLE, "give them different lines");
        }
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
    fn new(build: &Build<'_>, table: usize) -> Self {
        let number = |column: usize| match PLAN.tables[table].columns[column].origin {
            Origin::Number(number) => Some((column, number)),
            _ => None,
        };
        let numbers: Vec<(usize, usize)> = PLAN.tables[table].common.iter().filter_map(|&c| number(c)).collect();
        let (mut known, mut numbered) = (HashSet::new(), HashSet::new());
        for scope in build.visited.borrow().iter().flatten() {
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
}
