//! A limit on names that a file has once and other formats repeat.

use std::collections::HashMap;

use crate::model::{Element, Game, Position, Seat, Turn};
use crate::text::{Diagnostic, codes};

/// Length in bytes up to which names may be repeated as often as they like.
const USUAL: usize = 200;

/// Limit of the bytes that longer names take where they are repeated.
const MOST: usize = 1 << 20;

/// Returns an error if long names take too much room where they are repeated: a name of half a file, said once at its
/// beginning, is in each turn of another format, and a hundred thousand turns would have gigabytes of it. `max_size` is
/// the user's limit in bytes, with which all is allowed.
pub fn refused(game: &Game, length: usize, max_size: Option<usize>) -> Option<Diagnostic> {
    if max_size.is_some() {
        return None;
    }
    let mut repeated = Repeated::new(game);
    repeated.position(game.position.as_ref());
    repeated.turns(&game.turns);
    let Repeated { longest, places, bytes, .. } = repeated;
    if bytes <= MOST {
        return None;
    }
    let message = format!(
        "names of up to {longest} bytes are repeated in {places} places, which takes {bytes} bytes, and the limit is {MOST}"
    );
    let help = format!(
        "in a copy, shorten the name of the player or power; --max-size {}M reads it as it is, which may take several \
         times that memory",
        length.div_ceil(1 << 20).max(1)
    );
    Some(Diagnostic::error(&codes::TOO_LARGE, message).help(help))
}

/// What long names take in the places where they are repeated.
struct Repeated<'g> {
    /// Length of the name of each seat that has one.
    names: HashMap<&'g Seat, usize>,
    longest: usize,
    places: usize,
    bytes: usize,
}

impl<'g> Repeated<'g> {
    fn new(game: &'g Game) -> Repeated<'g> {
        let named = game.players.iter().filter_map(|player| Some((&player.seat, player.name.known()?.as_ref()?.len())));
        Repeated { names: named.filter(|(_, length)| *length > USUAL).collect(), longest: 0, places: 0, bytes: 0 }
    }

    fn turns(&mut self, turns: &[Turn]) {
        for turn in turns {
            turn.player.iter().chain(&turn.unset).for_each(|seat| self.seat(seat));
            let actions = turn.actions.iter().chain(turn.undone.iter().flatten());
            actions.filter_map(|action| action.player.as_ref()).for_each(|seat| self.seat(seat));
            self.position(turn.position.as_deref());
            turn.alternatives.iter().for_each(|turns| self.turns(turns));
        }
    }

    fn position(&mut self, position: Option<&Position>) {
        let Some(position) = position else { return };
        let pieces = position.pieces.iter().filter_map(Element::known);
        pieces.filter_map(|piece| piece.player.as_ref()).for_each(|seat| self.seat(seat));
        for holding in &position.holdings {
            let owners = [&holding.owner, &holding.city_owner, &holding.home];
            owners.into_iter().filter_map(|owner| owner.known()?.as_ref()).for_each(|seat| self.seat(seat));
        }
    }

    fn seat(&mut self, seat: &Seat) {
        let name = if self.names.is_empty() { 0 } else { self.names.get(seat).copied().unwrap_or_default() };
        let length = seat.as_str().len().max(name);
        if length > USUAL {
            self.longest = self.longest.max(length);
            self.places += 1;
            self.bytes += length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Action, ActionKind, Field, Player, System};

    fn game(name: usize, turns: usize) -> Game {
        let seat = Seat::new("N");
        let pass = Action { player: Some(seat.clone()), ..Action::of(ActionKind::Pass) };
        let turn = Turn { player: Some(seat.clone()), actions: vec![pass], ..Turn::default() };
        let player = Player { name: Field::Known(Some("x".repeat(name))), ..Player::at(seat) };
        Game { players: vec![player], turns: vec![turn; turns], ..Game::new(System::Homeworlds) }
    }

    #[test]
    fn names_are_refused_if_they_are_long_and_in_many_places() {
        for (name, turns, is_refused) in [
            (USUAL, 100_000, false),
            (USUAL + 1, MOST / (USUAL + 1) / 2, false),
            (USUAL + 1, MOST / (USUAL + 1) / 2 + 1, true),
            (MOST, 0, false),
            (MOST / 2, 1, false),
            (MOST / 2 + 1, 1, true),
        ] {
            let refusal = refused(&game(name, turns), 100, None);
            assert_eq!(refusal.is_some(), is_refused, "{name}, {turns}: {refusal:?}");
            assert!(refused(&game(name, turns), 100, Some(1)).is_none());
        }
    }

    #[test]
    fn a_long_seat_is_counted_wherever_it_is() {
        let seat = "x".repeat(MOST);
        let json = format!(
            r#"[{{"player": "{seat}", "actions": []}}, {{"actions": [], "unset": ["{seat}"]}},
                {{"actions": [{{"type": "pass", "player": "{seat}"}}]}},
                {{"actions": [], "undone": [[{{"type": "pass", "player": "{seat}"}}]]}},
                {{"actions": [], "alternatives": [[{{"player": "{seat}", "actions": []}}]]}},
                {{"actions": [], "position": {{"pieces": [{{"player": "{seat}", "kind": "g1", "territory": "a"}}]}}}},
                {{"actions": [], "position": {{"holdings": [{{"territory": "a", "owner": "{seat}"}}]}}}}]"#
        );
        let turns: Vec<Turn> = serde_json::from_str(&json).unwrap();
        for turn in turns {
            let twice = Game { turns: vec![turn.clone(), turn], ..Game::new(System::Homeworlds) };
            let message = refused(&twice, 100, None).unwrap().message;
            assert!(message.contains("in 2 places"), "{message}");
        }
    }
}
