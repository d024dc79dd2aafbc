//! Results, which a saved game lists by the units that they are of.

use std::ops::Range;

use hashbrown::HashMap;
use serde_json::value::RawValue;

use super::names::Names;
use super::position::DISLODGED;
use super::turn::action;
use crate::formats::phase;
use crate::model::{Action, ActionKind, PhaseKind, Piece, Position, Seat, TerritoryRef, Turn};
use crate::text::json::raw::{self, Members, span};

/// Reads the results of a phase into its actions; units without an order get an action that says so, and what is no
/// unit one that is not understood. Gives the places of the latter, or nothing where no results can be read; then the
/// turn is as it was.
pub fn read(
    value: &RawValue,
    names: &Names,
    turn: &mut Turn,
    text: &str,
    places: &mut Vec<Range<usize>>,
) -> Option<Vec<Range<usize>>> {
    let members = Members::of(value).filter(|members| members.twice.is_empty())?;
    let mut by_unit: HashMap<String, usize> = HashMap::with_capacity(turn.actions.len());
    for (index, action) in turn.actions.iter().enumerate() {
        if let Some(unit) = unit(action, names) {
            by_unit.entry(unit).or_insert(index);
        }
    }
    let pieces = Pieces::of(turn.position.as_deref());
    let (mut given, mut others, mut odd) = (Vec::new(), Vec::new(), Vec::new());
    for (key, value) in &members.list {
        let results = raw::strings(value)?;
        let place = span(text, value.get());
        if let Some(index) = by_unit.remove(&**key) {
            given.push((index, results));
            continue;
        }
        let (rank, mut action) = match names.unit(key) {
            Some((piece, at)) => {
                let (rank, player) = pieces.find(&piece.0, &at).unwrap_or((usize::MAX, None));
                (rank, action(ActionKind::NoOrder { piece: Some(piece), at }, player.cloned()))
            }
            None => {
                odd.extend((key != WAIVE).then(|| place.clone()));
                (usize::MAX, Action { text: Some(key.to_string()), ..action(ActionKind::Unknown, None) })
            }
        };
        // A unit that is written in another way than the engine writes it, may be one that has an order.
        let is_canonical = unit(&action, names).is_some_and(|unit| unit == **key);
        is_canonical.then_some(())?;
        action.results = Some(results);
        others.push((rank, action, place));
    }
    others.sort_by_key(|(rank, ..)| *rank);
    for (index, results) in given {
        turn.actions[index].results = Some(results);
    }
    for (_, action, place) in others {
        turn.actions.push(action);
        places.push(place);
    }
    Some(odd)
}

/// What the engine files the results of waived builds under.
const WAIVE: &str = "WAIVE";

/// Whether an action is an order, and not there for results alone.
pub fn is_order(action: &Action) -> bool {
    match action.kind {
        ActionKind::NoOrder { .. } => false,
        ActionKind::Unknown => action.player.is_some(),
        _ => true,
    }
}

/// The unit that an action is for, as results name it.
pub fn unit(action: &Action, names: &Names) -> Option<String> {
    let (piece, at) = match &action.kind {
        ActionKind::Move { piece, from: at, .. }
        | ActionKind::Retreat { piece, from: at, .. }
        | ActionKind::Hold { piece, at }
        | ActionKind::NoOrder { piece, at }
        | ActionKind::Support { piece, at, .. }
        | ActionKind::Convoy { piece, at, .. }
        | ActionKind::Build { piece, at }
        | ActionKind::Disband { piece, at }
        | ActionKind::Remove { piece, at } => (piece, at),
        ActionKind::Waive { .. } => return Some(WAIVE.to_owned()),
        ActionKind::Unknown if !is_order(action) => return action.text.clone(),
        ActionKind::Unknown => {
            let mut words = action.text.as_deref()?.split_whitespace();
            return Some(format!("{} {}", words.next()?, words.next()?));
        }
        _ => return None,
    };
    let mut unit = String::with_capacity(8);
    names.write_unit(piece, at, &mut unit);
    Some(unit)
}

/// The results of a turn in their order: in a movement phase that of the units, else that of the actions.
pub fn in_order<'m>(turn: &'m Turn, names: &Names) -> Vec<(String, &'m [String])> {
    let pieces = Pieces::of(turn.position.as_deref());
    let is_movement = phase::kind(turn.when.as_ref()) == Some(PhaseKind::Movement);
    let mut all: Vec<(usize, String, &[String])> = Vec::new();
    for action in &turn.actions {
        let (Some(results), Some(unit)) = (&action.results, unit(action, names)) else { continue };
        let rank = match names.unit(&unit).filter(|_| is_movement) {
            Some((piece, at)) => pieces.find(&piece.0, &at).map_or(usize::MAX, |(rank, _)| rank),
            None if is_movement => usize::MAX,
            None => 0,
        };
        all.push((rank, unit, results));
    }
    all.sort_by_key(|(rank, ..)| *rank);
    all.into_iter().map(|(_, unit, results)| (unit, results)).collect()
}

/// The pieces of a position, to be found by where they stand; of two the one that is dislodged.
pub struct Pieces<'m>(HashMap<(&'m str, &'m TerritoryRef), (usize, &'m Piece)>);

impl<'m> Pieces<'m> {
    /// Of a position.
    pub fn of(position: Option<&'m Position>) -> Pieces<'m> {
        let pieces = position.into_iter().flat_map(|position| &position.pieces);
        let mut found: HashMap<(&str, &TerritoryRef), (usize, &Piece)> = HashMap::new();
        for (rank, piece) in pieces.enumerate().filter_map(|(rank, piece)| Some((rank, piece.known()?))) {
            let place = found.entry((&piece.kind, &piece.territory)).or_insert((rank, piece));
            if piece.status.as_deref() == Some(DISLODGED) && place.1.status.is_none() {
                *place = (rank, piece);
            }
        }
        Pieces(found)
    }

    /// The number of the piece of a kind in a place, and whose it is.
    pub fn find(&self, kind: &str, at: &TerritoryRef) -> Option<(usize, Option<&'m Seat>)> {
        self.0.get(&(kind, at)).map(|(rank, piece)| (*rank, piece.player.as_ref()))
    }
}
