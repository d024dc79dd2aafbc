//! Reduces a turn to what a saved game can hold.

use std::borrow::Cow;
use std::collections::HashSet;

use thin_vec::ThinVec;

use super::messages::{self, TIMES, Times};
use super::names::Names;
use super::position::DISLODGED;
use super::render::order_text;
use super::results::{Pieces, is_order, unit};
use super::style::{self, PHASE_KEYS};
use super::turn::{STATE, name_of, repeated, when};
use crate::formats::extras::prepared as prepared_extras;
use crate::formats::phase;
use crate::formats::preparation::Preparation;
use crate::model::{
    Action, ActionKind, Element, Extra, Field, Game, Holding, Piece, PieceName, Position, Remark, Seat, TerritoryRef,
    Turn,
};
use crate::systems::diplomacy::formats::order_grammar::{self, UnwritableOrder, letter_of};
use crate::systems::diplomacy::rules::Lookup;
use crate::text::codes as cv;
use crate::text::printable::quoted;

/// Prepares a turn for a saved game.
pub struct TurnPreparation<'a, 'o> {
    /// The game that the turn belongs to, as far as it is prepared.
    pub game: &'a Game,
    /// The names on the board of the game.
    pub names: &'a Names,
    /// Collects the diagnostics.
    pub preparation: &'a mut Preparation<'o>,
    /// Path of the turn in the document.
    pub path: String,
}

impl TurnPreparation<'_, '_> {
    /// Returns the turn as it is written. `start` is its position, where the game has it instead of the turn.
    pub fn turn(mut self, turn: &Turn, start: Option<&Position>) -> Turn {
        self.left_out(turn);
        let mut prepared = Turn::default();
        match name_of(turn.when.as_ref()) {
            Some(name) => prepared.when = Some(when(&name)),
            None => {
                let help = "add it, such as {\"season\": \"spring\", \"year\": 1901, \"phase\": \"movement\"}";
                self.refuse(&cv::VALUES_MISSING, "when", "expected a season, a year and a phase", help);
            }
        }
        let position = turn.position.as_deref().or(start).map(|position| self.position(position, turn));
        prepared.position = position.filter(|p| !p.pieces.is_empty() || !p.holdings.is_empty()).map(Box::new);
        self.actions(turn, &mut prepared);
        for (index, remark) in turn.remarks.iter().enumerate() {
            prepared.remarks.extend(self.remark(remark, &format!("remarks[{index}]")));
        }
        prepared.extras = self.extras(turn, &prepared).into();
        prepared
    }

    fn left_out(&mut self, turn: &Turn) {
        for (is_there, name, what) in [
            (turn.number.is_some(), "number", "the number of a turn"),
            (turn.player.is_some(), "player", "the player of a turn"),
            (!turn.undone.is_empty(), "undone", "orders that were taken back"),
            (!turn.alternatives.is_empty() || turn.tag.is_some(), "alternatives", "alternatives"),
        ] {
            self.leave_out(is_there, name, what);
        }
    }

    fn refuse(
        &mut self,
        code: &crate::text::Code,
        name: &str,
        message: impl Into<String>,
        help: impl Into<Cow<'static, str>>,
    ) {
        self.preparation.refuse(code, format!("{}.{name}", self.path), message, help);
    }

    fn leave_out(&mut self, is_there: bool, name: &str, what: &str) {
        if is_there {
            self.preparation.leave_out(true, &format!("{}.{name}", self.path), what);
        }
    }

    fn position(&mut self, position: &Position, turn: &Turn) -> Position {
        let is_other = position.when.is_some() && position.when != turn.when;
        self.leave_out(is_other, "position.when", "another time of the position");
        let mut prepared = Position::default();
        for (index, element) in position.pieces.iter().enumerate() {
            let name = format!("position.pieces[{index}]");
            match element {
                Element::Known(piece) => prepared.pieces.extend(self.piece(piece, &name).map(Element::Known)),
                Element::Unknown(_) => self.leave_out(true, &name, "a line that was not understood"),
            }
        }
        let mut has_more = false;
        for (index, holding) in position.holdings.iter().enumerate() {
            let Field::Known(Some(owner)) = &holding.owner else { continue };
            let territory = self.place(&holding.territory, &format!("position.holdings[{index}].territory"));
            let bare = Holding { owner: Field::Known(Some(owner.clone())), ..Holding::of(territory) };
            has_more |= Holding { territory: holding.territory.clone(), ..bare.clone() } != *holding;
            prepared.holdings.push(bare);
        }
        self.leave_out(has_more, "position.holdings", "more than the owners of supply centres");
        prepared
    }

    fn piece(&mut self, piece: &Piece, name: &str) -> Option<Piece> {
        if piece.player.is_none() {
            self.refuse(
                &cv::BAD_VALUE,
                &format!("{name}.player"),
                "missing owner of a unit",
                "add the seat of a player",
            );
        }
        if letter_of(&piece.kind).is_none() {
            let message = format!("{} has no letter in a saved game", quoted(&piece.kind));
            self.refuse(&cv::BAD_VALUE, &format!("{name}.kind"), message, "write army, fleet or wing");
            return None;
        }
        if piece.count.is_some_and(|count| count != 1) {
            let help = "write a piece for each unit";
            self.refuse(
                &cv::BAD_VALUE,
                &format!("{name}.count"),
                "expected a single unit, as a saved game lists each",
                help,
            );
        }
        let is_dislodged = piece.status.as_deref() == Some(DISLODGED);
        self.leave_out(piece.status.is_some() && !is_dislodged, &format!("{name}.status"), "the status of a unit");
        self.leave_out(piece.special.is_some(), &format!("{name}.special"), "special units");
        self.leave_out(piece.serial.is_some(), &format!("{name}.serial"), "the serial letter of a piece");
        let has_retreats = !piece.retreats.is_empty() && !is_dislodged;
        self.leave_out(has_retreats, &format!("{name}.retreats"), "retreats of a unit that is not dislodged");
        let mut prepared = Piece { player: piece.player.clone(), kind: piece.kind.clone(), ..Piece::default() };
        prepared.territory = self.place(&piece.territory, &format!("{name}.territory"));
        if is_dislodged {
            prepared.status = piece.status.clone();
            let places = piece.retreats.iter().enumerate();
            prepared.retreats = places.map(|(i, place)| self.place(place, &format!("{name}.retreats[{i}]"))).collect();
        }
        Some(prepared)
    }

    /// Returns a place as it is read back: by its id, or resolved from a name that the board has.
    fn place(&mut self, place: &TerritoryRef, name: &str) -> TerritoryRef {
        let comes_back = |place: &TerritoryRef| {
            let mut code = String::new();
            self.names.write_place(place, &mut code);
            self.names.place(&code).as_ref() == Some(place)
        };
        if comes_back(place) {
            return place.clone();
        }
        let found = self.names.named_board().and_then(|named_board| match named_board.find(place.territory()) {
            Lookup::Territory(number) => named_board.names().ids().get(number).map(|id| place.renamed(id.as_str())),
            _ => None,
        });
        if let Some(found) = found.filter(comes_back) {
            return found;
        }
        let message = format!("{} has no code on this board", quoted(place.as_str()));
        self.refuse(&cv::NO_SUCH_REFERENCE, name, message, "write the id of a territory of the board");
        place.clone()
    }

    fn actions(&mut self, turn: &Turn, prepared: &mut Turn) {
        let mut units: HashSet<String> = HashSet::new();
        for (index, action) in turn.actions.iter().enumerate() {
            let name = format!("actions[{index}]");
            let Some(action) = self.action(action, &name, prepared) else { continue };
            let is_new = unit(&action, self.names).is_none_or(|unit| units.insert(unit));
            if !is_new && action.results.is_some() {
                let message = "duplicate order of a unit that has results";
                self.refuse(&cv::TWICE, &format!("{name}.results"), message, "remove one of the two");
            }
            prepared.actions.push(action);
        }
        let ordered: HashSet<&Seat> = prepared.actions.iter().filter_map(|action| action.player.as_ref()).collect();
        let (kept, dropped): (Vec<&Seat>, Vec<&Seat>) = turn.unset.iter().partition(|seat| !ordered.contains(*seat));
        self.leave_out(!dropped.is_empty(), "unset", "players in the list without orders that have some");
        let mut seen = HashSet::new();
        prepared.unset = kept.into_iter().filter(|seat| seen.insert(*seat)).cloned().collect();
    }

    fn action(&mut self, action: &Action, name: &str, turn: &Turn) -> Option<Action> {
        // Engines ignore text in brackets after an order.
        let is_kept = |remark: &&Remark| {
            is_order(action)
                && action.kind != ActionKind::Unknown
                && order_grammar::is_remark(&remark.text)
                && Remark { text: String::new(), ..(*remark).clone() } == Remark::default()
        };
        let remarks: ThinVec<Remark> = action.remarks.iter().filter(is_kept).cloned().collect();
        let is_lost = remarks.len() < action.remarks.len();
        self.leave_out(is_lost, &format!("{name}.remarks"), "remarks on an order");
        self.leave_out(action.when.is_some(), &format!("{name}.when"), "the time of an order");
        self.leave_out(action.serial.is_some(), &format!("{name}.serial"), "the serial letter of a piece");
        if action.kind == ActionKind::Condition {
            self.leave_out(true, name, "a condition");
            return None;
        }
        let kind = self.kind(&action.kind, name);
        let mut prepared = super::turn::action(kind, action.player.clone());
        prepared.results = action.results.clone();
        prepared.remarks = remarks;
        if action.kind == ActionKind::Unknown {
            prepared.text = action.text.clone();
        }
        if let ActionKind::NoOrder { .. } = prepared.kind {
            return self.no_order(prepared, name, turn);
        }
        prepared.player = prepared.player.or_else(|| owner(action, self.names, turn));
        if is_order(&prepared) || prepared.results.is_none() {
            self.order(&mut prepared, name, turn);
        }
        Some(prepared)
    }

    /// Returns the kind of an action without the values that a saved game does not hold.
    fn kind(&mut self, kind: &ActionKind, name: &str) -> ActionKind {
        let mut kind = kind.clone();
        match &mut kind {
            ActionKind::Move { via, by_convoy, .. } => {
                self.leave_out(via.is_some(), &format!("{name}.via"), "the route of a convoy");
                *by_convoy = (via.take().is_some() || *by_convoy == Some(true)).then_some(true);
            }
            ActionKind::Support { supported, .. } if !self.names_units_of(&supported.player) => {
                let player = supported.player.take();
                self.leave_out(
                    player.is_some(),
                    &format!("{name}.supported.player"),
                    "the owner of the supported unit",
                );
            }
            ActionKind::Convoy { convoyed, .. } if !self.names_units_of(&convoyed.player) => {
                let player = convoyed.player.take();
                self.leave_out(player.is_some(), &format!("{name}.convoyed.player"), "the owner of the convoyed army");
            }
            ActionKind::Waive { at } => {
                let at = at.take();
                self.leave_out(at.is_some(), &format!("{name}.at"), "the place of a waived build");
            }
            _ => {}
        }
        kind
    }

    /// Returns whether an order can name this power as the owner of the unit that it supports or convoys.
    fn names_units_of(&self, player: &Option<Seat>) -> bool {
        let power = player.as_ref().and_then(|seat| self.names.named_board()?.power(seat));
        power.is_some()
    }

    /// Prepares a unit without an order, which is listed for the sake of its results; `None` where it has none.
    fn no_order(&mut self, mut action: Action, name: &str, turn: &Turn) -> Option<Action> {
        if action.results.is_none() {
            self.leave_out(true, name, "a unit without an order and without results");
            return None;
        }
        let ActionKind::NoOrder { piece: Some(PieceName(piece)), at } = &action.kind else {
            self.refuse(
                &cv::VALUES_MISSING,
                &format!("{name}.piece"),
                "missing kind of the unit that has results",
                "add army or fleet",
            );
            return None;
        };
        let at = self.place(at, &format!("{name}.at"));
        action.player = Pieces::of(turn.position.as_deref()).find(piece, &at).and_then(|(_, player)| player.cloned());
        action.kind = ActionKind::NoOrder { piece: Some(PieceName(piece.clone())), at };
        Some(action)
    }

    /// Replaces an order by what is read back from its text.
    fn order(&mut self, action: &mut Action, name: &str, turn: &Turn) {
        let text = match (&action.kind, self.names.named_board()) {
            (ActionKind::Unknown, _) => action.text.clone().map(String::from).ok_or(UnwritableOrder::NoOrder),
            (kind, Some(named_board)) => order_grammar::written(kind, named_board),
            (_, None) => Err(UnwritableOrder::NoOrder),
        };
        match text {
            Ok(text) => {
                let kind = phase::kind(turn.when.as_ref());
                let read =
                    self.names.named_board().and_then(|named_board| order_grammar::read(&text, named_board, kind).ok());
                if let Some(read) = read.filter(|read| read.end == text.len()) {
                    (action.kind, action.text) = (read.kind, None);
                }
            }
            Err(UnwritableOrder::NoCode(place) | UnwritableOrder::NoName(place)) => {
                let message = format!("{} has no code on this board", quoted(place.as_str()));
                self.refuse(&cv::NO_SUCH_REFERENCE, name, message, "write the id of a territory of the board");
            }
            Err(UnwritableOrder::NoLetter(piece)) => {
                let message = format!("{} has no letter in orders", quoted(&piece));
                self.refuse(&cv::BAD_VALUE, name, message, "write army, fleet or wing");
            }
            Err(_) => {
                let help = "write an order of Diplomacy, give its board with --board, or write its text";
                self.refuse(&cv::BAD_VALUE, name, "this action cannot be written as an order", help);
            }
        }
        if action.player.is_none() {
            let message = format!("missing player of the order {}", quoted(&order_text(action, self.names)));
            let help = "add the player, or give the position that the orders start from with --position";
            self.refuse(&cv::VALUES_MISSING, &format!("{name}.player"), message, help);
        }
    }

    fn remark(&mut self, remark: &Remark, name: &str) -> Option<Remark> {
        if remark.author.is_none() || remark.recipient.is_none() {
            self.leave_out(true, name, "a remark that is not a message between two players");
            return None;
        }
        Some(Remark { place: None, ..remark.clone() })
    }

    /// Returns the extras: of the state first, then of the phase, then the times of messages.
    fn extras(&mut self, turn: &Turn, prepared: &Turn) -> Vec<Extra> {
        let has_results = prepared.actions.iter().any(|action| action.results.is_some());
        let holds = |key: &str| match key.strip_prefix(STATE) {
            Some("units") => prepared.position.as_ref().is_some_and(|p| !p.pieces.is_empty()),
            Some("centers") => prepared.position.as_ref().is_some_and(|p| !p.holdings.is_empty()),
            Some(_) => false,
            None => match key {
                "state" => prepared.position.is_some(),
                "orders" => prepared.actions.iter().any(is_order) || !prepared.unset.is_empty(),
                "results" => has_results,
                "messages" => !prepared.remarks.is_empty(),
                _ => key == "name",
            },
        };
        let given: Vec<Extra> = turn.extras.iter().filter(|extra| extra.key != TIMES).cloned().collect();
        let mut all = prepared_extras(&given, &format!("{}.extras", self.path), holds, self.preparation);
        let name = name_of(prepared.when.as_ref());
        all.retain(|extra| {
            let key = extra.key.strip_prefix(STATE).unwrap_or_default();
            repeated(key, self.game, name.as_deref()).is_none_or(|repeated| !repeated.is(&extra.json))
        });
        let times = Times::of(&turn.extras);
        if times.is_none() {
            let message = "expected a list of microseconds since 1970 as the times of messages";
            self.refuse(&cv::BAD_VALUE, "extras", message, "correct it, or remove it");
        }
        let mut times = times.unwrap_or_default();
        let written: Vec<i64> = prepared.remarks.iter().filter_map(|r| Some(times.next(r.when?))).collect();
        all.extend(messages::extra(&written));
        style::sort(&mut all, &PHASE_KEYS);
        all
    }
}

/// Returns the owner of the unit that an order is for, by the position; `None` where there is no such unit.
fn owner(action: &Action, names: &Names, turn: &Turn) -> Option<Seat> {
    let (piece, at) = names.unit(&unit(action, names)?)?;
    Pieces::of(turn.position.as_deref()).find(&piece.0, &at)?.1.cloned()
}
