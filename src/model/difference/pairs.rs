//! Pairs the elements of two lists.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};
use std::ops::Range;

use gix_imara_diff::{Algorithm, Diff, InternedInput, Interner};
use serde_json::Value;

use super::elements::Elements;
use super::packed::unpacked;

/// Successive elements of a list.
pub struct Part<'v, E: ?Sized> {
    pub elements: &'v E,
    pub start: usize,
    pub len: usize,
}

impl<'v, E: Elements + ?Sized> Part<'v, E> {
    fn with<R>(&self, index: usize, of: impl FnOnce(&Value) -> R) -> R {
        self.elements.with(self.start + index, of)
    }

    fn keys(&self, state: &RandomState) -> Vec<Keys> {
        (0..self.len).map(|index| self.with(index, |value| Keys::of(value, state))).collect()
    }
}

/// The pairing of the elements of two lists.
pub struct Pairs<'v, E: ?Sized> {
    before: Part<'v, E>,
    after: Part<'v, E>,
    /// For each element of the first list, the index of its partner in the second.
    pub of_before: Vec<Option<usize>>,
    /// For each element of the first list, whether it says the same as its partner, and both are in the same order as
    /// the others.
    pub in_order: Vec<bool>,
    /// For each element of the second list, whether it has a partner.
    pub is_taken: Vec<bool>,
}

impl<'v, E: Elements + ?Sized> Pairs<'v, E> {
    /// Pairs elements by the longest common subsequence of those with the same values, then by what identifies them,
    /// then by their order.
    pub fn of(before: Part<'v, E>, after: Part<'v, E>) -> Self {
        let (of_before, is_taken) = (vec![None; before.len], vec![false; after.len]);
        let state = RandomState::new();
        let [keys, other_keys] = [&before, &after].map(|part| part.keys(&state));
        let mut pairs = Pairs { before, after, of_before, in_order: Vec::new(), is_taken };
        pairs.keep_order(&keys, &other_keys);
        pairs.in_order = pairs.of_before.iter().map(Option::is_some).collect();
        pairs.anywhere(&keys, &other_keys, |keys| Some(keys.whole));
        pairs.anywhere(&keys, &other_keys, |keys| keys.identity);
        pairs.between_neighbours();
        pairs
    }

    fn pair(&mut self, i: usize, j: usize) {
        self.of_before[i] = Some(j);
        self.is_taken[j] = true;
    }

    /// Pairs elements that say the same in the same order: the longest common subsequence.
    fn keep_order(&mut self, keys: &[Keys], other_keys: &[Keys]) {
        let mut input = InternedInput { before: Vec::new(), after: Vec::new(), interner: Interner::new(0) };
        input.update_before(keys.iter().map(|keys| keys.said));
        input.update_after(other_keys.iter().map(|keys| keys.said));
        let diff = Diff::compute(Algorithm::Myers, &input);
        let mut j = 0;
        for i in 0..self.before.len {
            if diff.is_removed(i as u32) {
                continue;
            }
            while diff.is_added(j as u32) {
                j += 1;
            }
            self.pair(i, j);
            j += 1;
        }
    }

    /// Pairs the remaining elements with the same key, regardless of their positions.
    fn anywhere(&mut self, keys: &[Keys], other_keys: &[Keys], key: fn(&Keys) -> Option<u64>) {
        let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
        for (j, keys) in other_keys.iter().enumerate().rev().filter(|(j, _)| !self.is_taken[*j]) {
            if let Some(key) = key(keys) {
                places.entry(key).or_default().push(j);
            }
        }
        for (i, keys) in keys.iter().enumerate() {
            if self.of_before[i].is_none()
                && let Some(j) = key(keys).and_then(|key| places.get_mut(&key)?.pop())
            {
                self.pair(i, j);
            }
        }
    }

    /// Pairs the elements that remain between the same neighbours: in order if there are as many on both sides, else
    /// those that are most alike.
    fn between_neighbours(&mut self) {
        let mut free = (0..self.after.len).filter(|&j| !self.is_taken[j]).collect::<Vec<_>>().into_iter().peekable();
        let mut i = 0;
        while i < self.before.len {
            if self.of_before[i].is_some() {
                i += 1;
                continue;
            }
            let run = (i..self.before.len).take_while(|&i| self.of_before[i].is_none()).count();
            let from = i.checked_sub(1).and_then(|i| self.of_before[i]).map_or(0, |j| j + 1);
            let to = self.of_before.get(i + run).copied().flatten().unwrap_or(self.after.len);
            while free.next_if(|&j| j < from).is_some() {}
            let mut others = Vec::new();
            while let Some(j) = free.next_if(|&j| j < to) {
                others.push(j);
            }
            let pairs = if others.len() == run {
                (i..i + run).zip(others).collect()
            } else {
                self.most_alike(i..i + run, &others)
            };
            pairs.into_iter().for_each(|(i, j)| self.pair(i, j));
            i += run;
        }
    }

    /// Pairs each element of a run with the most similar one of `others`, among those after the partner of the element
    /// before it; elements that share less than half of their values stay unpaired.
    fn most_alike(&self, run: Range<usize>, others: &[usize]) -> Vec<(usize, usize)> {
        let leaves = |value: &Value| {
            let mut found = HashSet::new();
            collect_leaves("", value, &mut found);
            found
        };
        let others: Vec<(usize, HashSet<String>)> =
            others.iter().take(MAX_COMPARED).map(|&j| (j, self.after.with(j, leaves))).collect();
        let mut next = 0;
        let mut pairs = Vec::new();
        for i in run.take(MAX_COMPARED) {
            let own = self.before.with(i, leaves);
            let shared = |other: &HashSet<String>| own.intersection(other).count();
            let best = (next..others.len()).rev().max_by_key(|&at| shared(&others[at].1));
            if let Some(at) = best.filter(|&at| 2 * shared(&others[at].1) >= own.len().min(others[at].1.len()).max(1)) {
                pairs.push((i, others[at].0));
                next = at + 1;
            }
        }
        pairs
    }
}

/// Maximum number of elements of a run that are compared each with each.
const MAX_COMPARED: usize = 100;

/// Collects the scalar values in an element, each with its key.
fn collect_leaves(key: &str, value: &Value, found: &mut HashSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| collect_leaves(key, value, found)),
        Value::Array(list) => list.iter().for_each(|value| collect_leaves(key, value, found)),
        value => match unpacked(value) {
            Some(value) => collect_leaves(key, &value, found),
            None => drop(found.insert(format!("{key} {value}"))),
        },
    }
}

/// Hashes to pair an element by. Elements with the same hash are compared, so hardly likely collisions do no harm.
struct Keys {
    /// Of everything except `inferred`: turns with the same actions say the same.
    said: u64,
    /// Of everything.
    whole: u64,
    /// Of what identifies the element: the first of the keys that other values refer to. `None` if it has none of them.
    identity: Option<u64>,
}

impl Keys {
    fn of(value: &Value, state: &RandomState) -> Keys {
        if let Some(value) = unpacked(value) {
            return Keys::of(&value, state);
        }
        let hash = |write: &dyn Fn(&mut DefaultHasher)| {
            let mut hasher = state.build_hasher();
            write(&mut hasher);
            hasher.finish()
        };
        let identity =
            ["seat", "id", "territory", "key"].iter().find_map(|key| Some((key, value.as_object()?.get(*key)?)));
        Keys {
            said: hash(&|hasher| hash_value(value, false, hasher)),
            whole: hash(&|hasher| hash_value(value, true, hasher)),
            identity: identity.map(|(key, value)| {
                hash(&|hasher| {
                    key.hash(hasher);
                    hash_value(value, true, hasher);
                })
            }),
        }
    }
}

fn hash_value(value: &Value, with_inferred: bool, hasher: &mut impl Hasher) {
    if let Some(value) = unpacked(value) {
        return hash_value(&value, with_inferred, hasher);
    }
    std::mem::discriminant(value).hash(hasher);
    match value {
        Value::Object(map) => {
            for (key, value) in map.iter().filter(|(key, _)| with_inferred || *key != "inferred") {
                key.hash(hasher);
                hash_value(value, with_inferred, hasher);
            }
            hasher.write_u8(0);
        }
        Value::Array(list) => {
            list.len().hash(hasher);
            list.iter().for_each(|value| hash_value(value, with_inferred, hasher));
        }
        Value::String(text) => text.hash(hasher),
        Value::Number(number) => number.hash(hasher),
        Value::Bool(value) => value.hash(hasher),
        Value::Null => {}
    }
}
