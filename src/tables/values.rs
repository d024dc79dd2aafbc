//! The values of one column.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::cell::Value;

/// The values of a column from top to bottom. Values at the end that are absent need not be stored.
///
/// A long column keeps a value that comes again soon only once: most columns of a long table hold but a few players,
/// territories or small numbers, and the tables of a document are all in memory together.
#[derive(Debug, Default)]
pub struct Values {
    /// The values of a short column.
    short: Vec<Value>,
    long: Option<Box<Shared>>,
}

/// The values of a long column.
#[derive(Debug)]
struct Shared {
    /// The values, each but once among as many as are remembered.
    values: Vec<Value>,
    /// For each row the place of its value.
    places: Vec<u32>,
    /// The places of the values that are remembered: those that were added last.
    recent: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

/// Number of values from which on a column is long.
const LONG: usize = 4096;

/// Number of different values that are remembered.
const RECENT: usize = 1024;

impl Values {
    /// Creates a column without values.
    pub const fn new() -> Values {
        Values { short: Vec::new(), long: None }
    }

    /// Returns the number of values.
    #[inline]
    pub fn len(&self) -> usize {
        self.long.as_ref().map_or(self.short.len(), |long| long.places.len())
    }

    /// Returns whether there are no values.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value of a row; `None` behind the last one.
    #[inline]
    pub fn get(&self, row: usize) -> Option<&Value> {
        match &self.long {
            None => self.short.get(row),
            Some(long) => long.values.get(*long.places.get(row)? as usize),
        }
    }

    /// Returns the values from top to bottom.
    pub fn iter(&self) -> impl Iterator<Item = &Value> {
        (0..self.len()).filter_map(|row| self.get(row))
    }

    /// Adds a value at the end.
    #[inline]
    pub fn push(&mut self, value: Value) {
        if let Some(long) = &mut self.long {
            let place = long.place(value);
            return long.places.push(place);
        }
        self.short.push(value);
        if self.short.len() == LONG {
            self.long = Some(Box::new(Shared::of(std::mem::take(&mut self.short))));
        }
    }

    /// Sets the value of a row; rows that are missing before it have none.
    #[inline]
    pub fn set(&mut self, row: usize, value: Value) {
        while self.len() < row {
            self.push(Value::Absent);
        }
        if self.len() == row {
            return self.push(value);
        }
        match &mut self.long {
            None => self.short[row] = value,
            Some(long) => {
                let place = long.place(value);
                long.places[row] = place;
            }
        }
    }

    /// Makes room for as many values in a column that has none yet.
    pub fn reserve(&mut self, count: usize) {
        self.short.reserve_exact(count.min(LONG));
    }

    /// Frees the room for values that did not come.
    pub fn shrink(&mut self) {
        self.short.shrink_to_fit();
        if let Some(long) = &mut self.long {
            long.values.shrink_to_fit();
            long.places.shrink_to_fit();
        }
    }

    /// Returns the bytes that the values take, without texts that are stored elsewhere.
    pub fn size(&self) -> usize {
        let long = self.long.as_ref();
        size_of_val(self.short.as_slice())
            + long.map_or(0, |long| size_of_val(long.values.as_slice()) + size_of_val(long.places.as_slice()))
    }
}

impl FromIterator<Value> for Values {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Values {
        let mut all = Values::default();
        values.into_iter().for_each(|value| all.push(value));
        all
    }
}

impl Shared {
    fn of(values: Vec<Value>) -> Shared {
        let mut shared = Shared {
            values: Vec::new(),
            places: Vec::with_capacity(2 * values.len()),
            recent: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        };
        for value in values {
            let place = shared.place(value);
            shared.places.push(place);
        }
        shared
    }

    /// Returns the place of a value, which is added unless it came lately.
    fn place(&mut self, value: Value) -> u32 {
        let Shared { values, recent, hasher, .. } = self;
        let hash = hasher.hash_one(&value);
        if let Some(place) = recent.find(hash, |&place| values[place as usize] == value) {
            return *place;
        }
        if recent.len() == RECENT {
            recent.clear();
        }
        // A table has fewer rows than that, as its file has no more than 256 MiB.
        let place = u32::try_from(values.len()).unwrap_or(u32::MAX);
        values.push(value);
        recent.insert_unique(hash, place, |&place| hasher.hash_one(&values[place as usize]));
        place
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tables::cell::Cell;

    fn value(number: usize) -> Value {
        match number % 5 {
            0 => Value::Absent,
            1 => Value::Unknown(format!("what {number}").into()),
            2 => Value::Known(Cell::Text(format!("a text that is longer than its place {number}").into())),
            _ => Value::Known(Cell::integer(number as u64)),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_column_of_any_length_has_the_values_that_were_set(
            length in prop_oneof![0..40usize, LONG - 2..LONG + 3, LONG..3 * LONG],
            different in prop_oneof![1..10usize, 1..10_000usize],
            changes in prop::collection::vec((0..4 * LONG, any::<usize>()), 0..20),
        ) {
            let mut expected: Vec<Value> = (0..length).map(|row| value(row % different)).collect();
            let mut values: Values = expected.iter().cloned().collect();
            for (row, number) in changes {
                if expected.len() <= row {
                    expected.resize(row + 1, Value::Absent);
                }
                expected[row] = value(number);
                values.set(row, value(number));
            }
            values.shrink();
            prop_assert_eq!(values.len(), expected.len());
            prop_assert!(values.iter().eq(&expected));
            prop_assert_eq!(values.get(expected.len()), None);
        }
    }

    #[test]
    fn a_long_column_of_few_values_is_small_and_one_of_many_not_much_larger() {
        let of = |different: usize| {
            let mut values: Values =
                (0..100_000).map(|row| Value::Known(Cell::integer((row % different) as u64))).collect();
            values.shrink();
            values.size()
        };
        assert!(of(40) < 500_000, "{}", of(40));
        assert!(of(100_000) < 3_000_000, "{}", of(100_000));
    }
}
