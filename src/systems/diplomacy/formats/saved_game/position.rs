//! Reads the units, retreats and centres of a state.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use serde_json::value::RawValue;

use super::names::Names;
use crate::model::{Element, Field, Holding, Piece, Position, Seat, TerritoryRef};
use crate::text::json::raw::{self, Members, elements, has_repeated, span};

/// Keys of a state that make up the position.
pub const KEYS: [&str; 3] = ["units", "retreats", "centers"];

/// Status of a unit that has to retreat.
pub const DISLODGED: &str = "dislodged";

/// The position that is read from a state.
#[derive(Default)]
pub struct Stated {
    /// The position, as far as its values were understood.
    pub position: Position,
    /// The powers that units or centres are listed for, in the order of the file.
    pub seats: Vec<Seat>,
    /// Spans of the pieces in the text.
    pub pieces: Vec<Range<usize>>,
    /// Places that are not on the board, with their spans.
    pub strangers: Vec<(TerritoryRef, Range<usize>)>,
    /// Keys whose values were not understood.
    pub odd: Vec<&'static str>,
}

/// Reads the position of a state; values that are not understood are listed in [`Stated::odd`].
pub fn read(members: &Members<'_>, names: &Names, text: &str) -> Stated {
    let mut stated = Stated::default();
    let readers = [units, retreats, centers];
    for (key, read) in KEYS.into_iter().zip(readers) {
        let is_understood = members.get(key).is_none_or(|value| read(value, names, text, &mut stated).is_some());
        if !is_understood {
            stated.odd.push(key);
        }
    }
    stated
}

/// Returns the members of an object whose keys are powers; `None` where a power comes twice or it is no object.
pub fn by_power<'t>(value: &'t RawValue, names: &Names) -> Option<Vec<(Seat, &'t RawValue)>> {
    let members = Members::of(value).filter(|members| members.twice.is_empty())?;
    let seat = |(power, value): (Cow<'_, str>, &'t RawValue)| (names.seat(&power), value);
    let powers: Vec<_> = members.list.into_iter().map(seat).collect();
    (!has_repeated(powers.iter().map(|(seat, _)| seat))).then_some(powers)
}

fn units(value: &RawValue, names: &Names, text: &str, stated: &mut Stated) -> Option<()> {
    let (mut pieces, mut spans, mut seats, mut strangers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (seat, list) in by_power(value, names)? {
        for element in elements(list)? {
            let unit = raw::string(element)?;
            let (status, plain) = match unit.strip_prefix('*') {
                Some(plain) => (Some(DISLODGED.to_owned()), plain),
                None => (None, &*unit),
            };
            let (kind, territory) = names.unit(plain)?;
            let at = span(text, element.get());
            if !names.knows(plain.get(2..).unwrap_or_default()) {
                strangers.push((territory.clone(), at.clone()));
            }
            let player = Some(seat.clone());
            pieces.push(Element::Known(Piece { player, kind: kind.0, territory, status, ..Piece::default() }));
            spans.push(at);
        }
        seats.push(seat);
    }
    stated.position.pieces = pieces;
    stated.pieces = spans;
    stated.seats.append(&mut seats);
    stated.strangers.append(&mut strangers);
    Some(())
}

/// Reads the retreats of dislodged units: of all of them, in the order of the units; otherwise they are not understood.
fn retreats(value: &RawValue, names: &Names, _: &str, stated: &mut Stated) -> Option<()> {
    let mut dislodged: HashMap<&Seat, Vec<usize>> = HashMap::new();
    for (index, piece) in stated.position.pieces.iter().enumerate() {
        let piece = piece.known()?;
        if let (Some(seat), true) = (&piece.player, piece.status.is_some()) {
            dislodged.entry(seat).or_default().push(index);
        }
    }
    let mut found: Vec<(usize, Vec<TerritoryRef>)> = Vec::new();
    for (seat, units) in by_power(value, names)? {
        let units = Members::of(units).filter(|members| members.twice.is_empty())?;
        let indexes = dislodged.remove(&seat).unwrap_or_default();
        if indexes.len() != units.list.len() {
            return None;
        }
        for (index, (unit, places)) in indexes.into_iter().zip(units.list) {
            let piece = stated.position.pieces.get(index)?.known()?;
            let (kind, territory) = names.unit(&unit)?;
            if kind.0 != piece.kind || territory != piece.territory {
                return None;
            }
            let places = elements(places)?.into_iter().map(|place| names.place(&raw::string(place)?));
            found.push((index, places.collect::<Option<_>>()?));
        }
    }
    if !dislodged.is_empty() {
        return None;
    }
    for (index, places) in found {
        if let Some(Element::Known(piece)) = stated.position.pieces.get_mut(index) {
            piece.retreats = places;
        }
    }
    Some(())
}

fn centers(value: &RawValue, names: &Names, text: &str, stated: &mut Stated) -> Option<()> {
    let (mut holdings, mut seats, mut strangers) = (Vec::new(), Vec::new(), Vec::new());
    for (seat, list) in by_power(value, names)? {
        for element in elements(list)? {
            let code = raw::string(element)?;
            let territory = names.place(&code)?;
            if !names.knows(&code) {
                strangers.push((territory.clone(), span(text, element.get())));
            }
            let owner = Field::Known(Some(seat.clone()));
            holdings.push(Holding { owner, ..Holding::of(territory) });
        }
        seats.push(seat);
    }
    stated.position.holdings = holdings;
    stated.seats.append(&mut seats);
    stated.strangers.append(&mut strangers);
    Some(())
}
