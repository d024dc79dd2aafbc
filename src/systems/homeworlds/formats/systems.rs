//! Resolves names to systems. Names are matched without case, and a name may be given again once its system is gone.
//! Each system has its own id: the name as it was written when the system was created (the second system of a name is
//! `Mars#2`).

use std::cell::RefCell;
use std::hash::{Hash, Hasher};

use hashbrown::{Equivalent, HashMap};
use smol_str::{SmolStr, format_smolstr};

use crate::model::TerritoryRef;

/// The systems of a record up to the action that is being read or written.
#[derive(Debug, Clone, Default)]
pub struct Systems {
    /// The latest system with each name, and the number of systems that have had it.
    bearers: HashMap<Folded, (TerritoryRef, u32)>,
    /// The name of each id, if it differs.
    names: HashMap<TerritoryRef, SmolStr>,
    births: Vec<Birth>,
    /// The number of all births, those that were taken back too.
    all_births: u64,
    /// For the start of numbered names, how far its numbers were taken after which births: thousands of names may have
    /// one start.
    tried: RefCell<HashMap<SmolStr, Vec<Tried>>>,
}

/// How far the numbers behind a start are taken.
#[derive(Debug, Clone, Copy)]
struct Tried {
    /// All numbers below this one are taken.
    next: u32,
    /// The number of births when that was found, and the last of them.
    births: usize,
    last: u64,
}

/// A system that was created.
#[derive(Debug, Clone)]
struct Birth {
    name: SmolStr,
    id: TerritoryRef,
    /// The system that had the name before, and the number of systems that had had it.
    before: Option<(TerritoryRef, u32)>,
    /// Its number among all births.
    number: u64,
}

impl Systems {
    /// Adds a new system. Returns its id, and the name if it differs from the id.
    pub fn born(&mut self, name: &str) -> (TerritoryRef, Option<Box<str>>) {
        let Some((latest, count)) = self.bearers.get_mut(&Lookup(name)) else {
            let id = self.free_id(name, 1);
            self.bearers.insert(Folded(name.into()), (id.clone(), 1));
            let written = (id.as_str() != name).then(|| name.into());
            self.name(&id, name);
            self.add_birth(name, &id, None);
            return (id, written);
        };
        let before = (latest.clone(), *count);
        *count += 1;
        let count = *count;
        *latest = TerritoryRef::default();
        let id = self.free_id(name, count);
        if let Some((latest, _)) = self.bearers.get_mut(&Lookup(name)) {
            *latest = id.clone();
        }
        self.name(&id, name);
        self.add_birth(name, &id, Some(before));
        (id, Some(name.into()))
    }

    fn add_birth(&mut self, name: &str, id: &TerritoryRef, before: Option<(TerritoryRef, u32)>) {
        self.all_births += 1;
        self.births.push(Birth { name: name.into(), id: id.clone(), before, number: self.all_births });
    }

    /// Returns the number of systems created so far, for [`Systems::go_back`].
    pub fn births(&self) -> usize {
        self.births.len()
    }

    /// Takes back all systems after the first `births`. Returns their names; passed to [`Systems::born`], they get the
    /// same ids again.
    pub fn go_back(&mut self, births: usize) -> Vec<SmolStr> {
        let taken_back = self.births.split_off(births.min(self.births.len()));
        for Birth { name, id, before, .. } in taken_back.iter().rev() {
            self.names.remove(id);
            match (before, self.bearers.get_mut(&Lookup(name))) {
                (Some(before), Some(bearer)) => *bearer = before.clone(),
                _ => drop(self.bearers.remove(&Lookup(name))),
            }
        }
        taken_back.into_iter().map(|birth| birth.name).collect()
    }

    /// Returns the system that a name means; an unknown name means itself.
    pub fn resolve(&self, name: &str) -> TerritoryRef {
        self.bearers.get(&Lookup(name)).map_or_else(|| TerritoryRef::new(name), |(id, _)| id.clone())
    }

    /// Returns whether a system has or had that name.
    pub fn knows(&self, name: &str) -> bool {
        self.bearers.contains_key(&Lookup(name))
    }

    /// Returns the name of a system; `None` if a later system has taken it.
    pub fn name_of<'s>(&'s self, id: &'s TerritoryRef) -> Option<&'s str> {
        let name = self.names.get(id).map_or(id.as_str(), SmolStr::as_str);
        match self.bearers.get(&Lookup(name)) {
            Some((latest, _)) => (latest == id).then_some(name),
            None => Some(name),
        }
    }

    fn name(&mut self, id: &TerritoryRef, name: &str) {
        if id.as_str() != name {
            self.names.insert(id.clone(), name.into());
        }
    }

    /// Returns an id for a new system that no other system has; a player may have chosen a name such as `Mars#2`.
    fn free_id(&self, name: &str, count: u32) -> TerritoryRef {
        if count == 1 && !self.names.contains_key(&TerritoryRef::new(name)) {
            return TerritoryRef::new(name);
        }
        let is_taken = |id: &str| self.names.contains_key(&TerritoryRef::new(id)) || self.knows(id);
        TerritoryRef::new(&self.first_free(&format_smolstr!("{name}#"), count.max(2), is_taken, |_| false))
    }

    /// Returns the first of the names `stem_2`, `stem_3`, ... that no system has or had and that is not forbidden.
    pub fn numbered(&self, stem: &str, is_forbidden: impl Fn(&str) -> bool) -> SmolStr {
        self.first_free(&format_smolstr!("{stem}_"), 2, |name| self.knows(name), is_forbidden)
    }

    /// Returns the first name of a start with a number from `first` on that is neither taken, which it is until births
    /// are taken back, nor forbidden.
    fn first_free(
        &self,
        start: &SmolStr,
        first: u32,
        is_taken: impl Fn(&str) -> bool,
        is_forbidden: impl Fn(&str) -> bool,
    ) -> SmolStr {
        let last = |births: usize| births.checked_sub(1).map_or(Some(0), |last| Some(self.births.get(last)?.number));
        let mut all = self.tried.borrow_mut();
        let mut known = first;
        if let Some(tried) = all.get_mut(start) {
            while tried.pop_if(|tried| last(tried.births) != Some(tried.last)).is_some() {}
            known = tried.last().map_or(first, |tried| tried.next.max(first));
        }
        let (mut next, mut number) = (known, known);
        loop {
            let name = format_smolstr!("{start}{number}");
            let is_name_taken = is_taken(&name);
            if is_name_taken && number == next {
                next += 1;
            } else if !is_name_taken && !is_forbidden(&name) {
                if next > known {
                    let births = self.births.len();
                    all.entry_ref(start).or_default().push(Tried { next, births, last: last(births).unwrap_or(0) });
                }
                return name;
            }
            number += 1;
        }
    }
}

/// A name that is compared without case.
#[derive(Debug, Clone)]
struct Folded(SmolStr);

impl PartialEq for Folded {
    fn eq(&self, other: &Folded) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for Folded {}

impl Hash for Folded {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Lookup(&self.0).hash(state);
    }
}

/// A borrowed name to look up, compared without case.
struct Lookup<'n>(&'n str);

impl Hash for Lookup<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mut bytes = [0; 16];
        for chunk in self.0.as_bytes().chunks(bytes.len()) {
            let folded = &mut bytes[..chunk.len()];
            folded.copy_from_slice(chunk);
            folded.make_ascii_lowercase();
            state.write(folded);
        }
    }
}

impl Equivalent<Folded> for Lookup<'_> {
    fn equivalent(&self, key: &Folded) -> bool {
        self.0.eq_ignore_ascii_case(&key.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_means_its_latest_bearer_without_case() {
        let mut systems = Systems::default();
        assert_eq!(systems.born("Mars"), (TerritoryRef::new("Mars"), None));
        assert_eq!(systems.resolve("mARS"), TerritoryRef::new("Mars"));
        assert_eq!(systems.born("mars"), (TerritoryRef::new("mars#2"), Some("mars".into())));
        assert_eq!(systems.resolve("Mars"), TerritoryRef::new("mars#2"));
        assert_eq!(systems.name_of(&TerritoryRef::new("mars#2")), Some("mars"));
        assert_eq!(systems.name_of(&TerritoryRef::new("Mars")), None);
        assert_eq!(systems.resolve("Venus"), TerritoryRef::new("Venus"));
        assert_eq!(systems.name_of(&TerritoryRef::new("Venus")), Some("Venus"));
    }

    #[test]
    fn births_are_taken_back() {
        let mut systems = Systems::default();
        systems.born("Mars");
        let before = systems.births();
        systems.born("Venus");
        systems.born("mars");
        systems.go_back(before);
        assert!(!systems.knows("Venus"));
        assert_eq!(systems.name_of(&TerritoryRef::new("Mars")), Some("Mars"));
        assert_eq!(systems.born("mars"), (TerritoryRef::new("mars#2"), Some("mars".into())));
    }

    #[test]
    fn numbers_are_the_first_that_are_free() {
        let mut systems = Systems::default();
        for name in ["A_2", "a_3", "A_5"] {
            systems.born(name);
        }
        for _ in 0..2 {
            assert_eq!(systems.numbered("A", |_| false), "A_4");
            assert_eq!(systems.numbered("A", |name| name == "A_4"), "A_6");
        }
        let before = systems.births();
        for name in ["A_4", "A_6", "A_7", "Mars#2", "Mars", "Mars"] {
            systems.born(name);
        }
        assert_eq!(systems.numbered("A", |_| false), "A_8");
        assert_eq!(systems.born("Mars").0.as_str(), "Mars#4");
        systems.go_back(before);
        assert_eq!(systems.numbered("A", |_| false), "A_4");
        for id in ["Mars", "Mars#2", "Mars#3"] {
            assert_eq!(systems.born("Mars").0.as_str(), id);
        }
    }

    #[test]
    fn a_name_that_looks_like_an_id_takes_no_id_away() {
        let mut systems = Systems::default();
        for (name, id) in [("Mars", "Mars"), ("Mars", "Mars#2"), ("Mars#2", "Mars#2#2"), ("Mars", "Mars#3")] {
            assert_eq!(systems.born(name).0.as_str(), id);
        }
        let mut systems = Systems::default();
        for (name, id) in [("Mars#2", "Mars#2"), ("Mars", "Mars"), ("Mars", "Mars#3")] {
            assert_eq!(systems.born(name).0.as_str(), id);
        }
    }
}
