//! Keeps the order of the members of objects.

/// Keys in the order of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Keys(Vec<String>);

/// A place among the written members of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot<'k> {
    /// A member that the model holds.
    Known(&'k str),
    /// The extra with this index.
    Extra(usize),
}

impl Keys {
    /// Creates the order of these keys.
    pub fn of(keys: &[&str]) -> Keys {
        Keys(keys.iter().map(|&key| key.to_owned()).collect())
    }

    /// Adds a new key after the others.
    pub fn add(&mut self, key: &str) {
        // Objects usually have few keys; one with thousands is written in the usual order.
        if self.0.len() < MAX_KEYS && !self.has(key) {
            self.0.push(key.to_owned());
        }
    }

    /// Adds the keys of an object; each new key goes after the key that it follows in the object.
    pub fn merge<'k>(&mut self, keys: impl Iterator<Item = &'k str>) {
        let mut place = 0;
        for key in keys {
            let known = self.0.iter().position(|other| other == key);
            if known.is_none() && self.0.len() < MAX_KEYS {
                self.0.insert(place, key.to_owned());
            }
            place = known.map_or(self.0.len().min(place + 1), |at| at + 1);
        }
    }

    /// Returns whether the key is included.
    pub fn has(&self, key: &str) -> bool {
        self.0.iter().any(|other| other == key)
    }

    /// Returns the members of an object in order: the `known` ones that are needed or usual, and the extras, which keep
    /// their own order. An extra with a known key takes that key's place.
    pub fn arrange<'k>(&self, known: &[(&'k str, bool)], extras: &[&str]) -> Vec<Slot<'k>> {
        let odd = |key: &str| extras.iter().position(|extra| *extra == key).map(Slot::Extra);
        let is_wanted = |(key, is_needed): (&'k str, bool)| {
            let slot = odd(key).or_else(|| (is_needed || self.has(key)).then_some(Slot::Known(key)))?;
            Some((key, slot))
        };
        let mut wanted: Vec<(&'k str, Slot<'k>)> = known.iter().copied().filter_map(is_wanted).collect();
        let is_other = |(_, extra): &(usize, &&str)| known.iter().all(|(key, _)| key != *extra);
        let mut others = extras.iter().enumerate().filter(is_other).peekable();
        let mut slots = Vec::with_capacity(wanted.len() + extras.len());
        for key in &self.0 {
            if let Some(at) = wanted.iter().position(|(wanted, _)| wanted == key) {
                slots.push(wanted.remove(at).1);
            } else if let Some((index, _)) = others.next_if(|(_, extra)| *extra == key) {
                slots.push(Slot::Extra(index));
            }
        }
        slots.extend(wanted.into_iter().map(|(_, slot)| slot));
        slots.extend(others.map(|(index, _)| Slot::Extra(index)));
        slots
    }
}

/// Limit of keys whose order is kept.
const MAX_KEYS: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_some_objects_stand_where_they_stand_there() {
        let mut keys = Keys::default();
        for list in [&["name", "units", "map"][..], &["name", "units", "homes", "map"], &["id", "map", "rules"]] {
            keys.merge(list.iter().copied());
        }
        assert_eq!(keys, Keys::of(&["id", "name", "units", "homes", "map", "rules"]));
    }

    #[test]
    fn members_stand_in_the_order_of_the_file_and_extras_in_their_own() {
        let keys = Keys::of(&["x", "name", "y", "state"]);
        let known = [("name", true), ("state", false), ("orders", true), ("results", false)];
        let slots = keys.arrange(&known, &["y", "x"]);
        assert_eq!(
            slots,
            [Slot::Known("name"), Slot::Extra(0), Slot::Known("state"), Slot::Known("orders"), Slot::Extra(1)]
        );
        let odd = keys.arrange(&known, &["z", "orders"]);
        assert_eq!(odd, [Slot::Known("name"), Slot::Known("state"), Slot::Extra(1), Slot::Extra(0)]);
    }
}
