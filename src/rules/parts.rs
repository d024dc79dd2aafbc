//! Whether all that a game has is of its system: the model holds the parts of all systems, and a document may have any
//! of them.

use std::collections::HashSet;

use super::Finding;
use crate::model::{
    Action, ActionKind, Element, Field, Game, Holding, Piece, Player, Position, Seat, System, Turn, is_day,
};
use crate::text::printable::quoted;
use crate::text::{Code, Severity, codes};

/// What of a game its system does not have, the days that are none, and the seats that nobody is at.
pub fn check(game: &Game) -> Vec<Finding> {
    let seats = game.players.iter().map(|player| &player.seat).collect();
    let mut parts = Parts { system: game.system, seats, found: Vec::new() };
    for (day, path) in [(&game.started, "game.started"), (&game.ended, "game.ended")] {
        if let Some(day) = day.as_ref().filter(|day| !is_day(day)) {
            let message = format!("{} is no day such as 1989-07-30", quoted(day));
            parts.say(&codes::BAD_VALUE, path.to_owned(), message);
        }
    }
    parts.foreign(game.board.is_some(), &[System::GlobalWar, System::Diplomacy, System::Power], "a board", || {
        "game.board".to_owned()
    });
    for (index, player) in game.players.iter().enumerate() {
        parts.player(player, &format!("game.players[{index}]"));
    }
    if let Some(position) = &game.position {
        parts.position(position, "game.position");
    }
    parts.turns(&game.turns, "game.turns");
    for (index, seat) in game.result.iter().flat_map(|result| &result.winners).enumerate() {
        parts.seat(Some(seat), || format!("game.result.winners[{index}]"));
    }
    parts.found
}

struct Parts<'g> {
    system: System,
    seats: HashSet<&'g Seat>,
    found: Vec<Finding>,
}

impl Parts<'_> {
    fn say(&mut self, code: &'static Code, path: String, message: String) {
        self.found.push(Finding { code, severity: Severity::Error, path, message });
    }

    /// Refuses a part that is there, unless the game is of one of the systems that have it.
    fn foreign(&mut self, is_there: bool, systems: &[System], what: &str, path: impl FnOnce() -> String) {
        if is_there && !systems.contains(&self.system) {
            let message = format!("a game of {} has no place for {what}", self.system.name());
            self.say(&codes::NOT_OF_SYSTEM, path(), message);
        }
    }

    /// Refuses a seat that no player has, where players are listed. Who sits at a table of Homeworlds is its rules' to
    /// say.
    fn seat(&mut self, seat: Option<&Seat>, path: impl FnOnce() -> String) {
        let is_listed = self.seats.is_empty() || self.system == System::Homeworlds;
        if let Some(seat) = seat.filter(|seat| !is_listed && !self.seats.contains(seat)) {
            let message = format!("no player has the seat {}", quoted(seat.as_str()));
            self.say(&codes::NO_SUCH_REFERENCE, path(), message);
        }
    }

    fn player(&mut self, player: &Player, path: &str) {
        let Player { seat: _, name: _, kind: _, vote, last_moved, commendations } = player;
        let of_global_war = [
            (!vote.is_absent(), "vote", "a vote to start"),
            (!last_moved.is_absent(), "last_moved", "when a player last moved"),
            (commendations.is_some(), "commendations", "commendations"),
        ];
        for (is_there, key, what) in of_global_war {
            self.foreign(is_there, &[System::GlobalWar], what, || format!("{path}.{key}"));
        }
    }

    fn position(&mut self, position: &Position, path: &str) {
        let Position { when: _, from: _, holdings, pieces } = position;
        for (index, holding) in holdings.iter().enumerate() {
            self.holding(holding, &format!("{path}.holdings[{index}]"));
        }
        for (index, piece) in pieces.iter().enumerate() {
            if let Element::Known(piece) = piece {
                self.piece(piece, &format!("{path}.pieces[{index}]"));
            }
        }
    }

    fn holding(&mut self, holding: &Holding, path: &str) {
        let Holding { territory: _, owner, armies, city_owner, home, centre, flags, held, new_owner, new_city_owner } =
            holding;
        if self.system == System::Power {
            return self.foreign(true, &[], "who holds what", || path.to_owned());
        }
        const OWNED: [System; 2] = [System::GlobalWar, System::Diplomacy];
        const JUDGED: [System; 1] = [System::Diplomacy];
        let parts: [(bool, &[System], &str, &str); 9] = [
            (!owner.is_absent(), &OWNED, "owner", "the owner of a territory"),
            (!armies.is_absent(), &[System::GlobalWar], "armies", "armies of a territory"),
            (!city_owner.is_absent(), &JUDGED, "city_owner", "the owner of a city"),
            (!home.is_absent(), &[System::Diplomacy, System::Homeworlds], "home", "whose home it is"),
            (centre.is_some(), &JUDGED, "centre", "supply centres"),
            (!flags.is_absent(), &JUDGED, "flags", "flags of a territory"),
            (!held.is_absent(), &JUDGED, "held", "whether a territory is held"),
            (!new_owner.is_absent(), &JUDGED, "new_owner", "an owner after retreats"),
            (!new_city_owner.is_absent(), &JUDGED, "new_city_owner", "the owner of a city after retreats"),
        ];
        for (is_there, systems, key, what) in parts {
            self.foreign(is_there, systems, what, || format!("{path}.{key}"));
        }
        let owners = [("owner", owner), ("city_owner", city_owner), ("home", home), ("new_owner", new_owner)];
        for (key, owner) in owners {
            self.seat(seat_of(owner), || format!("{path}.{key}"));
        }
        self.seat(seat_of(new_city_owner), || format!("{path}.new_city_owner"));
    }

    fn piece(&mut self, piece: &Piece, path: &str) {
        let Piece { player, kind: _, serial, territory: _, count, status, special, retreats } = piece;
        if self.system == System::GlobalWar {
            return self.foreign(true, &[], "pieces", || path.to_owned());
        }
        let parts: [(bool, &[System], &str, &str); 5] = [
            (serial.is_some(), &[System::Homeworlds], "serial", "letters that tell pieces apart"),
            (count.is_some(), &[System::Power], "count", "stacks of pieces"),
            (status.is_some(), &[System::Diplomacy], "status", "the status of a unit"),
            (special.is_some(), &[System::Diplomacy], "special", "special units"),
            (!retreats.is_empty(), &[System::Diplomacy], "retreats", "retreats"),
        ];
        for (is_there, systems, key, what) in parts {
            self.foreign(is_there, systems, what, || format!("{path}.{key}"));
        }
        self.seat(player.as_ref(), || format!("{path}.player"));
    }

    fn turns(&mut self, turns: &[Turn], path: &str) {
        for (index, turn) in turns.iter().enumerate() {
            self.turn(turn, &format!("{path}[{index}]"));
        }
    }

    fn turn(&mut self, turn: &Turn, path: &str) {
        let Turn {
            number: _,
            player,
            when: _,
            position,
            actions,
            unset,
            remarks: _,
            extras: _,
            undone,
            inferred: _,
            tag,
            alternatives,
        } = turn;
        self.seat(player.as_ref(), || format!("{path}.player"));
        if let Some(position) = position {
            self.position(position, &format!("{path}.position"));
        }
        self.actions(actions, &format!("{path}.actions"));
        for (index, seat) in unset.iter().enumerate() {
            self.seat(Some(seat), || format!("{path}.unset[{index}]"));
        }
        let of_homeworlds = [
            (!undone.is_empty(), "undone", "turns that are taken back"),
            (tag.is_some(), "tag", "tags of turns"),
            (!alternatives.is_empty(), "alternatives", "alternatives"),
        ];
        for (is_there, key, what) in of_homeworlds {
            self.foreign(is_there, &[System::Homeworlds], what, || format!("{path}.{key}"));
        }
        for (index, actions) in undone.iter().enumerate() {
            self.actions(actions, &format!("{path}.undone[{index}]"));
        }
        for (index, turns) in alternatives.iter().enumerate() {
            self.turns(turns, &format!("{path}.alternatives[{index}]"));
        }
    }

    fn actions(&mut self, actions: &[Action], path: &str) {
        for (index, action) in actions.iter().enumerate() {
            self.action(action, &format!("{path}[{index}]"));
        }
    }

    fn action(&mut self, action: &Action, path: &str) {
        let Action { kind, player, when: _, serial, results, inferred: _, text: _, remarks: _ } = action;
        if !systems_of(kind).contains(&self.system) {
            let message = format!("a game of {} has no {}", self.system.name(), type_of(kind));
            self.say(&codes::NOT_OF_SYSTEM, format!("{path}.type"), message);
        }
        self.seat(player.as_ref(), || format!("{path}.player"));
        self.foreign(serial.is_some(), &[System::Homeworlds], "letters that tell pieces apart", || {
            format!("{path}.serial")
        });
        self.foreign(results.is_some(), &[System::Diplomacy], "results of an action", || format!("{path}.results"));
        if let ActionKind::Move { via, by_convoy, new_star, .. } = kind {
            self.foreign(via.is_some(), &[System::Diplomacy], "convoys", || format!("{path}.via"));
            self.foreign(by_convoy.is_some(), &[System::Diplomacy], "convoys", || format!("{path}.by_convoy"));
            self.foreign(new_star.is_some(), &[System::Homeworlds], "stars", || format!("{path}.new_star"));
        }
    }
}

fn seat_of(owner: &Field<Option<Seat>>) -> Option<&Seat> {
    owner.known()?.as_ref()
}

/// The type of an action, as documents have it.
fn type_of(kind: &ActionKind) -> String {
    let value = serde_json::to_value(kind).unwrap_or_default();
    value.get("type").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned()
}

/// The systems in which something like this is done.
fn systems_of(kind: &ActionKind) -> &'static [System] {
    use System::{Diplomacy, GlobalWar, Homeworlds, Power};
    match kind {
        ActionKind::Unknown => &[GlobalWar, Diplomacy, Homeworlds, Power],
        ActionKind::Move { .. } => &[Diplomacy, Homeworlds, Power],
        ActionKind::Build { .. } => &[Diplomacy, Homeworlds],
        ActionKind::Exchange { .. } | ActionKind::Resign => &[Homeworlds, Power],
        ActionKind::Hold { .. }
        | ActionKind::NoOrder { .. }
        | ActionKind::Support { .. }
        | ActionKind::Convoy { .. }
        | ActionKind::Retreat { .. }
        | ActionKind::Disband { .. }
        | ActionKind::Remove { .. }
        | ActionKind::Waive { .. }
        | ActionKind::Condition
        | ActionKind::Command => &[Diplomacy],
        ActionKind::Setup { .. }
        | ActionKind::Discover { .. }
        | ActionKind::Capture { .. }
        | ActionKind::Sacrifice { .. }
        | ActionKind::Catastrophe { .. }
        | ActionKind::Pass
        | ActionKind::Restart => &[Homeworlds],
        // Somebody is out of a game of Homeworlds too.
        ActionKind::Eliminate => &[GlobalWar, Homeworlds],
        ActionKind::Deploy { .. }
        | ActionKind::Attack { .. }
        | ActionKind::Losses { .. }
        | ActionKind::Conquer { .. }
        | ActionKind::Fortify { .. }
        | ActionKind::Win
        | ActionKind::TakeContinent { .. }
        | ActionKind::CashSet { .. }
        | ActionKind::TakeCommendations { .. }
        | ActionKind::Swap { .. }
        | ActionKind::Give { .. }
        | ActionKind::CarrierLost
        | ActionKind::Resume => &[GlobalWar],
    }
}
