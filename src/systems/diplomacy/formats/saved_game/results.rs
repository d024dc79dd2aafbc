//! Results of orders, which a saved game lists by unit.

use std::ops::Range;

use hashbrown::HashMap;
use serde_json::value::RawValue;
use thin_vec::ThinVec;

use super::names::Names;
use super::position::DISLODGED;
use super::turn::action;
use crate::formats::phase;
use crate::model::{Action, ActionKind, PhaseKind, Piece, Position, Seat, TerritoryRef, Turn};
use crate::text::json::raw::{self, Members, span};

/// Reads the results of a phase into its actions. A unit without an order gets an action of kind `NoOrder`, and a key
/// that is no unit an action of kind `Unknown`. Returns the spans of the latter keys, or `None` where the results
/// cannot be read; the turn is then unchanged.
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
        let results = ThinVec::from(raw::strings(value)?);
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
                (usize::MAX, Action { text: Some((&**key).into()), ..action(ActionKind::Unknown, None) })
            }
        };
        // A unit that is not in the engine's form may be the same as one that has an order.
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

/// Key of the results of waived builds.
const WAIVE: &str = "WAIVE";

/// Returns whether an action is an order, and not only listed for its results.
pub fn is_order(action: &Action) -> bool {
    match action.kind {
        ActionKind::NoOrder { .. } => false,
        ActionKind::Unknown => action.player.is_some(),
        _ => true,
    }
}

/// Returns the seats with orders in a turn, and those that have given none yet.
pub fn orders_of(turn: &Turn) -> impl Iterator<Item = &Seat> {
    let orders = turn.actions.iter().filter(|action| is_order(action));
    orders.filter_map(|action| action.player.as_ref()).chain(&turn.unset)
}

/// Returns the unit that an action is for, in the form that results name it in; `None` for an action without a unit.
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
        ActionKind::Unknown if !is_order(action) => return action.text.clone().map(String::from),
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

/// Returns the results of a turn in the order in which they are written: of the units in a movement phase, else of the
/// actions.
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

/// The pieces of a position by kind and place; of two in one place, the dislodged one.
pub struct Pieces<'m>(HashMap<(&'m str, &'m TerritoryRef), (usize, &'m Piece)>);

impl<'m> Pieces<'m> {
    /// Indexes the pieces of a position.
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

    /// Returns the index of the piece of a kind in a place, and its owner.
    pub fn find(&self, kind: &str, at: &TerritoryRef) -> Option<(usize, Option<&'m Seat>)> {
        self.0.get(&(kind, at)).map(|(rank, piece)| (*rank, piece.player.as_ref()))
    }
}
