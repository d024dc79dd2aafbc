//! Reads a phase of a saved game.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::value::RawValue;

use super::codes;
use super::messages;
use super::names::Names;
use super::position;
use super::read::{Reader, TurnPlaces, key_place, kind_of};
use super::results;
use super::style::{self, PHASE_KEYS, STATE_KEYS};
use crate::formats::phase;
use crate::model::{Action, ActionKind, Field, Game, Phase, PhaseKind, Remark, Seat, Turn, When};
use crate::systems::diplomacy::formats::{codes as shared, hints, order_grammar};
use crate::systems::diplomacy::rules::NamedBoard;
use crate::text::json::raw::{self, Members, elements, span};
use crate::text::json::unescaped;
use crate::text::printable::quoted;

/// Prefix of the keys of extras that come from a state.
pub const STATE: &str = "state.";

/// Returns the phase with a name. A name that is no phase becomes an unknown season.
pub fn when(name: &str) -> When {
    let read = phase::read(name).map(|(phase, _)| phase);
    let known = read.filter(|read| phase::written(read, phase::Form::Short).as_deref() == Some(name));
    let unknown = || Phase { season: Field::unknown(name), ..Phase::default() };
    When::Phase(Box::new(known.unwrap_or_else(unknown)))
}

/// Returns the name of a phase; `None` where it cannot be written.
pub fn name_of(when: Option<&When>) -> Option<String> {
    let Some(When::Phase(phase)) = when else { return None };
    match &phase.season {
        Field::Unknown(unknown) => Some(unknown.unknown.clone()),
        _ => phase::written(phase, phase::Form::Short),
    }
}

/// A value in the state of a phase that only repeats what the game says elsewhere.
pub enum Repeated<'g> {
    /// The title, or the name of a phase or map.
    Text(&'g str),
    /// The rules of the game.
    Texts(&'g [String]),
}

/// Returns the value that a key of a state repeats; `None` where it repeats none.
pub fn repeated<'g>(key: &str, game: &'g Game, name: Option<&'g str>) -> Option<Repeated<'g>> {
    match key {
        "name" => name.map(Repeated::Text),
        "game_id" => game.title.as_deref().map(Repeated::Text),
        "map" => game.variant.as_deref().map(Repeated::Text),
        "rules" => game.variants.as_deref().map(Repeated::Texts),
        _ => None,
    }
}

impl Repeated<'_> {
    /// Returns whether a JSON value is the same.
    pub fn is(&self, json: &str) -> bool {
        match self {
            Repeated::Text(text) => unescaped(json).as_deref() == Some(text),
            Repeated::Texts(texts) => serde_json::from_str::<Vec<String>>(json).is_ok_and(|list| list == *texts),
        }
    }
}

impl<'t> Reader<'t, '_> {
    /// Reads a phase; `None` where the value is not an object.
    pub(super) fn turn(&mut self, value: &'t RawValue, game: &Game, names: &Names) -> Option<Turn> {
        let Some(members) = Members::of(value) else {
            let message = format!("expected an object as a phase, found {}", kind_of(value.get()));
            self.unreadable(&codes::NOT_A_PHASE, span(self.text, value.get()), message);
            return None;
        };
        self.twice(&members);
        self.style.phase.merge(members.list.iter().map(|(key, _)| &**key));
        let name = members.get("name").and_then(raw::string);
        if name.is_none() {
            let message = "missing \"name\" of this phase, such as \"S1901M\"";
            let start = span(self.text, value.get()).start;
            self.unreadable(&codes::NOT_A_PHASE, start..start + 1, message);
        }
        let mut turn = Turn { when: name.as_deref().map(when), ..Turn::default() };
        let name_place = members.get("name").map_or(0..0, |name| span(self.text, name.get()));
        let mut places = TurnPlaces { name: name_place, ..TurnPlaces::default() };
        if let Some(state) = members.get("state") {
            match Members::of(state) {
                Some(state) => places.pieces = self.state(&state, name.as_deref(), game, names, &mut turn),
                None => turn.extras.push(self.odd("state", state)),
            }
        }
        let mut others = Vec::new();
        self.orders(members.get("orders"), names, &mut turn, &mut places, &mut others);
        if let Some(value) = members.get("results") {
            match results::read(value, names, &mut turn, self.text, &mut places.actions) {
                Some(odd) => odd.into_iter().for_each(|place| {
                    let message = "expected results of a unit".to_owned();
                    self.warn(&codes::ODD_VALUE, place, message, codes::ODD_VALUE.advice);
                }),
                None => others.push("results"),
            }
        }
        let mut times = None;
        if let Some(value) = members.get("messages") {
            match messages::read(value, name.as_deref()) {
                Some((remarks, inexact)) => (turn.remarks, times) = (remarks, inexact),
                None => others.push("messages"),
            }
        }
        for member in &members.list {
            let value = member.1;
            match &*member.0 {
                key if others.contains(&key) => turn.extras.push(self.odd(key, value)),
                key if PHASE_KEYS.contains(&key) => {}
                key if key.starts_with(STATE) => {
                    let message = format!("unexpected key {}: Ludex uses it for values of the state", quoted(key));
                    self.unreadable(&codes::KEY_TWICE, key_place(self.text, member), message);
                }
                key => turn.extras.push(self.unknown(key, member, &PHASE_KEYS)),
            }
        }
        turn.extras.extend(times);
        style::sort(&mut turn.extras, &PHASE_KEYS);
        if let Some(all) = &mut self.places {
            all.push(places);
        }
        Some(turn)
    }

    /// Reads a state: its position into `turn`, other keys into its extras. Returns the spans of the pieces.
    fn state(
        &mut self,
        members: &Members<'t>,
        name: Option<&str>,
        game: &Game,
        names: &Names,
        turn: &mut Turn,
    ) -> Vec<Range<usize>> {
        self.twice(members);
        let stated = position::read(members, names, self.text);
        for (place, span) in stated.strangers {
            let message = format!("unknown province {}", quoted(place.as_str()));
            let meant = names.named_board().and_then(|named_board| hints::meant(named_board, place.territory()));
            let help = meant.map_or(codes::NOT_ON_BOARD.advice.into(), Cow::Owned);
            self.warn(&codes::NOT_ON_BOARD, span, message, help);
        }
        let is_position = !stated.position.pieces.is_empty() || !stated.position.holdings.is_empty();
        turn.position = is_position.then(|| Box::new(stated.position));
        if turn.position.is_some() {
            stated.seats.iter().for_each(|seat| self.name(seat));
        }
        self.style.state.merge(members.list.iter().map(|(key, _)| &**key));
        for member in &members.list {
            let (key, value) = member;
            let dotted = format!("{STATE}{key}");
            if stated.odd.contains(&&**key) {
                turn.extras.push(self.odd(&dotted, value));
            } else if !position::KEYS.contains(&&**key)
                && repeated(key, game, name).is_none_or(|repeated| !repeated.is(value.get()))
            {
                turn.extras.push(self.unknown(&dotted, member, &STATE_KEYS));
            }
        }
        stated.pieces
    }

    /// Reads the orders of the powers.
    fn orders(
        &mut self,
        value: Option<&'t RawValue>,
        names: &Names,
        turn: &mut Turn,
        places: &mut TurnPlaces,
        odd: &mut Vec<&str>,
    ) {
        let Some(value) = value else { return };
        let Some(orders) = texts_by_power(value, names) else { return odd.push("orders") };
        let kind = phase::kind(turn.when.as_ref());
        self.fewest_orders = Some(self.fewest_orders.map_or(orders.len(), |fewest| fewest.min(orders.len())));
        for (seat, texts) in orders {
            if texts.as_ref().is_none_or(|texts| !texts.is_empty()) {
                self.name(&seat);
            }
            let Some(texts) = texts else {
                turn.unset.push(seat);
                continue;
            };
            for (text, raw) in texts {
                let span = span(self.text, raw.get());
                let action = self.order(&text, &seat, kind, names, &span);
                turn.actions.push(action);
                places.actions.push(span);
            }
        }
    }

    fn order(&mut self, text: &str, seat: &Seat, kind: Option<PhaseKind>, names: &Names, at: &Range<usize>) -> Action {
        let read = names.named_board().map(|named_board| read_order(text, seat, named_board, kind));
        match read {
            Some(Ok((kind, remarks))) => {
                let remarks = remarks.into_iter().map(|text| Remark { text, ..Remark::default() }).collect();
                Action { remarks, ..action(kind, Some(seat.clone())) }
            }
            other => {
                if let Some(Err(error)) = other {
                    let help = error.help;
                    // With escapes, offsets in the order are not those in the text.
                    let inside = at.start + 1 + error.span.start..at.start + 1 + error.span.end;
                    let is_plain = self.text.get(at.start + 1..at.end - 1) == Some(text);
                    let span = if is_plain { inside } else { at.clone() };
                    self.warn(error.code, span, format!("{}; the order is kept as text", error.message), help);
                }
                Action { text: Some(text.into()), ..action(ActionKind::Unknown, Some(seat.clone())) }
            }
        }
    }
}

/// Reads an order and the bracketed remarks after it. Refuses the name of another power before it, which would be lost.
fn read_order(
    whole: &str,
    seat: &Seat,
    named_board: &NamedBoard,
    kind: Option<PhaseKind>,
) -> Result<(ActionKind, Vec<String>), order_grammar::OrderError> {
    let mut text = whole;
    if let Some((name, order)) = text.split_once(':')
        && let Some(other) = named_board.seat(name.trim())
    {
        if other != *seat {
            let message = format!(
                "unexpected power {}: the order is listed under {}",
                quoted(name.trim()),
                named_board.power_name(seat)
            );
            let help = "leave the power out, or list the order under it".to_owned();
            return Err(order_grammar::OrderError {
                code: &shared::NATIONALITY,
                span: 0..name.len(),
                message,
                help: help.into(),
            });
        }
        text = order;
    }
    let read = order_grammar::read(text, named_board, kind).and_then(|read| {
        let rest = text.get(read.end..).unwrap_or_default();
        let remarks = order_grammar::remarks(rest).ok_or_else(|| order_grammar::more_behind(text, read.end))?;
        Ok((read.kind, remarks))
    });
    let before = whole.len() - text.len();
    read.map_err(|error| order_grammar::OrderError {
        span: error.span.start + before..error.span.end + before,
        ..error
    })
}

/// Creates an action with a kind and a player, all other values being absent.
pub fn action(kind: ActionKind, player: Option<Seat>) -> Action {
    Action { player, ..Action::of(kind) }
}

/// The texts of a power with their JSON values; `None` for null.
type Texts<'t> = (Seat, Option<Vec<(Cow<'t, str>, &'t RawValue)>>);

fn texts_by_power<'t>(value: &'t RawValue, names: &Names) -> Option<Vec<Texts<'t>>> {
    let texts = |(seat, value): (Seat, &'t RawValue)| {
        if value.get() == "null" {
            return Some((seat, None));
        }
        let texts = elements(value)?.into_iter().map(|element| Some((raw::string(element)?, element)));
        Some((seat, Some(texts.collect::<Option<Vec<_>>>()?)))
    };
    position::by_power(value, names)?.into_iter().map(texts).collect()
}
