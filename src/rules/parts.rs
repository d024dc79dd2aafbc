//! Checks that a game only has parts that its system knows: the model holds the parts of all systems, and an edited
//! document may have any of them.

use std::collections::HashSet;

use super::contract::{Finding, SystemRules};
use crate::model::{
    Action, ActionKind, Element, Field, Game, Holding, Piece, Player, Position, Seat, System, Turn, is_day,
};
use crate::text::printable::quoted;
use crate::text::suggestion::nearest;
use crate::text::{Code, Severity, codes};

/// Declares the parts of the model, each with its name in messages.
macro_rules! parts {
    ($($part:ident = $what:literal;)*) => {
        /// A part of the model that not every system has.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Part {
            $(#[doc = $what] $part,)*
        }

        impl Part {
            fn what(self) -> &'static str {
                match self {
                    $(Part::$part => $what,)*
                }
            }
        }
    };
}

parts! {
    Board = "a board";
    Votes = "a vote to start";
    LastMoves = "the last move of a player";
    Commendations = "commendations";
    Holdings = "holdings";
    Owners = "the owner of a territory";
    Armies = "armies of a territory";
    CityOwners = "the owner of a city";
    Homes = "homes";
    Centres = "supply centres";
    Flags = "flags of a territory";
    Held = "held territories";
    NewOwners = "an owner after retreats";
    NewCityOwners = "the owner of a city after retreats";
    Pieces = "pieces";
    Serials = "serial letters of pieces";
    Stacks = "stacks of pieces";
    UnitStatus = "the status of a unit";
    SpecialUnits = "special units";
    Retreats = "retreats";
    UndoneTurns = "turns that were taken back";
    Tags = "tags of turns";
    Alternatives = "alternatives";
    Results = "results of an action";
    Convoys = "convoys";
    Stars = "stars";
}

/// Maximum number of seats that are searched for the one probably meant; a document may list any number of players.
const MAX_SEATS_TO_SUGGEST: usize = 32;

/// Finds the parts of a game that its system does not have according to `rules`, days that are not dates, and seats
/// that no player has.
pub fn check(game: &Game, rules: &SystemRules) -> Vec<Finding> {
    let seats = game.players.iter().map(|player| &player.seat).collect();
    let mut parts = Parts { system: game.system, rules, players: &game.players, seats, found: Vec::new() };
    for (day, path) in [(&game.started, "game.started"), (&game.ended, "game.ended")] {
        if let Some(day) = day.as_ref().filter(|day| !is_day(day)) {
            let message = format!("expected a day such as 1989-07-30, found {}", quoted(day));
            parts.emit(&codes::BAD_VALUE, path.to_owned(), message);
        }
    }
    parts.only(Part::Board, game.board.is_some(), || "game.board".to_owned());
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
    rules: &'g SystemRules,
    players: &'g [Player],
    /// The seats of the players.
    seats: HashSet<&'g Seat>,
    found: Vec<Finding>,
}

impl Parts<'_> {
    fn emit(&mut self, code: &'static Code, path: String, message: String) {
        self.found.push(Finding::new(code, Severity::Error, &path, &message));
    }

    fn has(&self, part: Part) -> bool {
        self.rules.parts.contains(&part)
    }

    /// Reports a part that is present although the system does not have it.
    fn only(&mut self, part: Part, is_there: bool, path: impl FnOnce() -> String) {
        if is_there && !self.has(part) {
            let message = format!("a game of {} has no place for {}", self.system.name(), part.what());
            self.emit(&codes::NOT_OF_SYSTEM, path(), message);
        }
    }

    /// Reports a seat that no player has, unless the game lists no players or its rules say who plays.
    fn seat(&mut self, seat: Option<&Seat>, path: impl FnOnce() -> String) {
        let is_listed = self.seats.is_empty() || !self.rules.lists_players;
        if let Some(seat) = seat.filter(|seat| !is_listed && !self.seats.contains(seat)) {
            let mut message = format!("no player has the seat {}", quoted(seat.as_str()));
            if let Some(meant) = self.seat_meant(seat.as_str()) {
                message += &format!("; did you mean `{meant}`?");
            }
            self.emit(&codes::NO_SUCH_REFERENCE, path(), message);
        }
    }

    /// Returns the seat most similar to `word`, or else that of the player whose name is most similar; `None` if
    /// neither is similar enough.
    fn seat_meant(&self, word: &str) -> Option<&Seat> {
        let players = || self.players.iter().take(MAX_SEATS_TO_SUGGEST);
        let seat = nearest(word, players().map(|player| player.seat.as_str()));
        let name = || nearest(word, players().filter_map(name_of));
        let meant = match seat {
            Some(seat) => players().find(|player| player.seat.as_str() == seat),
            None => name().and_then(|name| players().find(|player| name_of(player) == Some(name))),
        };
        meant.map(|player| &player.seat)
    }

    fn player(&mut self, player: &Player, path: &str) {
        let Player { seat: _, name: _, kind: _, vote, last_moved, commendations } = player;
        self.only(Part::Votes, !vote.is_absent(), || format!("{path}.vote"));
        self.only(Part::LastMoves, !last_moved.is_absent(), || format!("{path}.last_moved"));
        self.only(Part::Commendations, commendations.is_some(), || format!("{path}.commendations"));
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
        if !self.has(Part::Holdings) {
            return self.only(Part::Holdings, true, || path.to_owned());
        }
        let parts = [
            (Part::Owners, !owner.is_absent(), "owner"),
            (Part::Armies, !armies.is_absent(), "armies"),
            (Part::CityOwners, !city_owner.is_absent(), "city_owner"),
            (Part::Homes, !home.is_absent(), "home"),
            (Part::Centres, centre.is_some(), "centre"),
            (Part::Flags, !flags.is_absent(), "flags"),
            (Part::Held, !held.is_absent(), "held"),
            (Part::NewOwners, !new_owner.is_absent(), "new_owner"),
            (Part::NewCityOwners, !new_city_owner.is_absent(), "new_city_owner"),
        ];
        for (part, is_there, key) in parts {
            self.only(part, is_there, || format!("{path}.{key}"));
        }
        let owners = [("owner", owner), ("city_owner", city_owner), ("home", home), ("new_owner", new_owner)];
        for (key, owner) in owners {
            self.seat(seat_of(owner), || format!("{path}.{key}"));
        }
        self.seat(seat_of(new_city_owner), || format!("{path}.new_city_owner"));
    }

    fn piece(&mut self, piece: &Piece, path: &str) {
        let Piece { player, kind: _, serial, territory: _, count, status, special, retreats } = piece;
        if !self.has(Part::Pieces) {
            return self.only(Part::Pieces, true, || path.to_owned());
        }
        self.only(Part::Serials, serial.is_some(), || format!("{path}.serial"));
        self.only(Part::Stacks, count.is_some(), || format!("{path}.count"));
        self.only(Part::UnitStatus, status.is_some(), || format!("{path}.status"));
        self.only(Part::SpecialUnits, special.is_some(), || format!("{path}.special"));
        self.only(Part::Retreats, !retreats.is_empty(), || format!("{path}.retreats"));
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
        self.only(Part::UndoneTurns, !undone.is_empty(), || format!("{path}.undone"));
        self.only(Part::Tags, tag.is_some(), || format!("{path}.tag"));
        self.only(Part::Alternatives, !alternatives.is_empty(), || format!("{path}.alternatives"));
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
        if !(self.rules.has_action)(kind) {
            let message = format!("a game of {} has no {}", self.system.name(), type_of(kind));
            self.emit(&codes::NOT_OF_SYSTEM, format!("{path}.type"), message);
        }
        self.seat(player.as_ref(), || format!("{path}.player"));
        self.only(Part::Serials, serial.is_some(), || format!("{path}.serial"));
        self.only(Part::Results, results.is_some(), || format!("{path}.results"));
        if let ActionKind::Move { via, by_convoy, new_star, .. } = kind {
            self.only(Part::Convoys, via.is_some(), || format!("{path}.via"));
            self.only(Part::Convoys, by_convoy.is_some(), || format!("{path}.by_convoy"));
            self.only(Part::Stars, new_star.is_some(), || format!("{path}.new_star"));
        }
    }
}

fn name_of(player: &Player) -> Option<&str> {
    player.name.known()?.as_deref()
}

fn seat_of(owner: &Field<Option<Seat>>) -> Option<&Seat> {
    owner.known()?.as_ref()
}

/// Returns the `type` of an action as documents spell it.
fn type_of(kind: &ActionKind) -> String {
    let value = serde_json::to_value(kind).unwrap_or_default();
    value.get("type").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned()
}
