//! Gives the systems of a game the names that a target uses.

use std::collections::HashMap;

use smol_str::SmolStr;

use super::prepare::report_changed;
use super::systems::Systems;
use crate::formats::preparation::Preparation;
use crate::model::{Action, ActionKind, Element, Game, Position, Seat, TerritoryRef, Turn};
use crate::text::codes as cv;
use crate::text::printable::quoted;

/// A new system, for which the target chooses a name.
pub enum Birth<'b> {
    /// The homeworld of a seat, and the system's current name.
    Home(Option<&'b Seat>, &'b str),
    /// A system that a ship discovered, and its current name.
    System(&'b str),
}

/// Renames every system. `name` returns the name of a new system, given the systems named so far. All changes are
/// reported in one diagnostic.
pub fn rename(game: &mut Game, preparation: &mut Preparation<'_>, mut name: impl FnMut(Birth<'_>, &Systems) -> String) {
    let mut renamer = Renamer {
        systems: Systems::default(),
        ids: HashMap::new(),
        births: Vec::new(),
        changed: Vec::new(),
        stale: None,
    };
    if let Some(position) = &mut game.position {
        renamer.position(position, &mut name);
    }
    let mut turns = std::mem::take(&mut game.turns);
    renamer.turns(&mut turns, "game.turns", &mut name);
    game.turns = turns;
    if let Some((path, place)) = renamer.stale {
        let message = format!("{} is gone: a later system has its name", quoted(&place));
        preparation.refuse(&cv::NO_SUCH_REFERENCE, path, message, "refer to the later system by its own id");
    }
    report_changed("systems", "game.turns", renamer.changed, preparation);
}

struct Renamer {
    systems: Systems,
    ids: HashMap<TerritoryRef, TerritoryRef>,
    /// Every new system: its old id, and the new id that this old id stood for before.
    births: Vec<(TerritoryRef, Option<TerritoryRef>)>,
    changed: Vec<(String, String)>,
    /// The path and the id of a reference to a system whose name a later system has taken.
    stale: Option<(String, String)>,
}

impl Renamer {
    fn birth(&mut self, old: &TerritoryRef, old_name: &str, new_name: String) -> (TerritoryRef, Option<Box<str>>) {
        if old_name != new_name {
            self.changed.push((old_name.to_owned(), new_name.clone()));
        }
        self.add_birth(old.clone(), &new_name)
    }

    fn add_birth(&mut self, old: TerritoryRef, new_name: &str) -> (TerritoryRef, Option<Box<str>>) {
        let (id, name) = self.systems.born(new_name);
        let before = self.ids.insert(old.clone(), id.clone());
        self.births.push((old, before));
        (id, name)
    }

    fn refer(&mut self, place: &mut TerritoryRef, path: &str) {
        if let Some(new) = self.ids.get(place) {
            *place = new.clone();
        }
        if self.systems.name_of(place).is_none() && self.stale.is_none() {
            self.stale = Some((path.to_owned(), place.as_str().to_owned()));
        }
    }

    fn position(&mut self, position: &mut Position, name: &mut impl FnMut(Birth<'_>, &Systems) -> String) {
        let homes: HashMap<TerritoryRef, Seat> = position
            .holdings
            .iter()
            .filter_map(|holding| Some((holding.territory.clone(), holding.home.known()?.clone()?)))
            .collect();
        let mut places: Vec<&mut TerritoryRef> = Vec::new();
        places.extend(position.holdings.iter_mut().map(|holding| &mut holding.territory));
        for piece in position.pieces.iter_mut() {
            if let Element::Known(piece) = piece {
                places.push(&mut piece.territory);
            }
        }
        for place in places {
            if let Some(new) = self.ids.get(place) {
                *place = new.clone();
                continue;
            }
            let new = match homes.get(place) {
                Some(seat) => name(Birth::Home(Some(seat), place.as_str()), &self.systems),
                None => name(Birth::System(place.as_str()), &self.systems),
            };
            *place = self.birth(&place.clone(), place.clone().as_str(), new).0;
        }
    }

    fn turns(&mut self, turns: &mut [Turn], path: &str, name: &mut impl FnMut(Birth<'_>, &Systems) -> String) {
        for (index, turn) in turns.iter_mut().enumerate() {
            let path = format!("{path}[{index}]");
            // Systems that only an alternative or an undone action created do not exist for the actions that follow.
            let births = (self.systems.births(), self.births.len());
            for (list, undone) in turn.undone.iter_mut().enumerate() {
                self.actions(undone, turn.player.as_ref(), &format!("{path}.undone[{list}]"), name);
                self.take_back(births);
            }
            self.actions(&mut turn.actions, turn.player.as_ref(), &format!("{path}.actions"), name);
            if !turn.alternatives.is_empty() {
                let own = self.take_back(births);
                for (list, turns) in turn.alternatives.iter_mut().enumerate() {
                    self.turns(turns, &format!("{path}.alternatives[{list}]"), name);
                    self.take_back(births);
                }
                own.into_iter().for_each(|(old, name)| drop(self.add_birth(old, &name)));
            }
        }
    }

    /// Takes back all new systems after the given numbers of [`Systems::births`] and of `births`. Returns their old ids
    /// and new names; with [`Renamer::add_birth`] they get the same new ids again.
    fn take_back(&mut self, births: (usize, usize)) -> Vec<(TerritoryRef, SmolStr)> {
        let names = self.systems.go_back(births.0);
        let taken_back = self.births.split_off(births.1);
        for (old, before) in taken_back.iter().rev() {
            match before {
                Some(before) => drop(self.ids.insert(old.clone(), before.clone())),
                None => drop(self.ids.remove(old)),
            }
        }
        taken_back.into_iter().map(|(old, _)| old).zip(names).collect()
    }

    fn actions(
        &mut self,
        actions: &mut [Action],
        mover: Option<&Seat>,
        path: &str,
        wanted: &mut impl FnMut(Birth<'_>, &Systems) -> String,
    ) {
        for (index, action) in actions.iter_mut().enumerate() {
            let path = format!("{path}[{index}]");
            match &mut action.kind {
                ActionKind::Setup { at, name, .. } => {
                    let old = name.as_deref().unwrap_or(at.as_str()).to_owned();
                    let new = wanted(Birth::Home(mover, &old), &self.systems);
                    (*at, *name) = self.birth(&at.clone(), &old, new);
                }
                ActionKind::Discover { from, to, name, .. } => {
                    self.refer(from, &path);
                    let old = name.as_deref().unwrap_or(to.as_str()).to_owned();
                    let new = wanted(Birth::System(&old), &self.systems);
                    (*to, *name) = self.birth(&to.clone(), &old, new);
                }
                ActionKind::Move { from, to, .. } => {
                    self.refer(from, &path);
                    self.refer(to, &path);
                }
                ActionKind::Build { at, .. }
                | ActionKind::Exchange { at, .. }
                | ActionKind::Capture { at, .. }
                | ActionKind::Sacrifice { at, .. }
                | ActionKind::Catastrophe { at, .. } => self.refer(at, &path),
                _ => {}
            }
        }
    }
}
