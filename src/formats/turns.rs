//! Names the phase or turn of a finding if its line does not.

use std::collections::HashMap;

use super::phase::{self, Form};
use crate::formats::syntax::numbered;
use crate::model::{Action, Game, Player, Seat, When, by_seat};
use crate::text::{Diagnostic, codes};

/// Length, in bytes, beyond which a line is not about a single turn.
const LONG_LINE: usize = 200;

/// Prefixes messages with the phase or turn that their paths are in, such as `S1911M ITALY` or `turn 12 (N)`.
pub fn name_turns(diagnostics: &mut [Diagnostic], game: &Game) {
    if diagnostics.is_empty() {
        return;
    }
    let names = TurnNames::of(game);
    for d in diagnostics {
        // Parts that are left out in many places are reported once, with the first of them.
        let path = d.path.as_deref().filter(|_| d.code != codes::LEFT_OUT.id && d.also.is_empty());
        if let Some(name) = path.and_then(|path| names.of_value(path)) {
            prefix(d, &name);
        }
    }
}

/// Returns whether lines of a text do not name their turn: those under the heading of a phase, and those that hold many
/// turns.
pub fn are_unnamed(text: &str, game: &Game) -> bool {
    let has_phases = game.turns.iter().any(|turn| matches!(turn.when, Some(When::Phase(_))));
    !game.turns.is_empty() && (has_phases || text.lines().any(|line| line.len() > LONG_LINE))
}

/// The names of a game's turns.
pub struct TurnNames<'g> {
    game: &'g Game,
    players: HashMap<&'g Seat, &'g Player>,
}

impl<'g> TurnNames<'g> {
    /// Looks up the players of a game.
    pub fn of(game: &'g Game) -> TurnNames<'g> {
        TurnNames { game, players: by_seat(&game.players) }
    }

    /// Prefixes the message of a finding with the name of the turn at its path, unless the finding's line in the text
    /// contains that name.
    pub fn name_in_text(&self, d: &mut Diagnostic, path: &str, text: &str) {
        let Some(name) = self.of_value(path) else { return };
        let at = d.span.as_ref().map_or(0, |span| span.start);
        let words = || name.split([' ', '(', ')']).filter(|word| !word.is_empty() && *word != "turn");
        if short_line(text, at).is_none_or(|line| !words().all(|word| line.contains(word))) {
            prefix(d, &name);
        }
    }

    /// Names the turn of the value at a path: the phase with the power, or the number of the turn with the player.
    fn of_value(&self, path: &str) -> Option<String> {
        let (index, rest) = numbered(path, "game.turns[")?;
        let turn = self.game.turns.get(index)?;
        let action = || numbered(rest, ".actions[").and_then(|(action, _)| turn.actions.get(action));
        let seat = action().and_then(|action: &Action| action.player.as_ref()).or(turn.player.as_ref());
        let name = seat.map(|seat| self.players.get(seat).and_then(|player| player.name()).unwrap_or(seat.as_str()));
        // A name as long as a file would be in each of its findings.
        let name = name.filter(|name| name.len() <= LONG_LINE);
        let phase = match &turn.when {
            Some(When::Phase(phase)) => phase::written(phase, Form::Short),
            _ => None,
        };
        Some(match (phase, name) {
            (Some(phase), Some(name)) => format!("{phase} {name}"),
            (Some(phase), None) => phase,
            (None, name) => {
                let number = turn.number.map_or(index as u64 + 1, u64::from);
                if self.game.turns.len() == 1 && turn.number.is_none() {
                    // Orders without a phase are not a turn of a record.
                    return name.map(str::to_owned);
                }
                name.map_or_else(|| format!("turn {number}"), |name| format!("turn {number} ({name})"))
            }
        })
    }
}

/// Returns the line of the byte at an offset; `None` if it is longer than [`LONG_LINE`], of which no more is searched.
fn short_line(text: &str, at: usize) -> Option<&str> {
    let at = at.min(text.len());
    let first = at.saturating_sub(LONG_LINE + 1);
    let start = match memchr::memrchr(b'\n', &text.as_bytes()[first..at]) {
        Some(end) => first + end + 1,
        None => first,
    };
    let rest = &text.as_bytes()[start..text.len().min(start + LONG_LINE + 1)];
    let line = text.get(start..start + memchr::memchr(b'\n', rest).unwrap_or(rest.len()))?;
    (line.len() <= LONG_LINE).then_some(line)
}

fn prefix(d: &mut Diagnostic, name: &str) {
    let says_it = d.message.starts_with(name) || name.starts_with("turn ") && d.message.starts_with("turn ");
    if !says_it {
        d.message = format!("{name}: {}", d.message);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{LONG_LINE, TurnNames, short_line};
    use crate::model::{Field, Game, Player, Seat, System, Turn};

    #[test]
    fn a_name_as_long_as_a_file_names_no_turn() {
        let named = |length: usize| {
            let mut game = Game::new(System::Homeworlds);
            game.players = vec![Player { name: Field::Known(Some("n".repeat(length))), ..Player::at(Seat::new("N")) }];
            game.turns = vec![Turn { player: Some(Seat::new("N")), ..Turn::default() }; 2];
            TurnNames::of(&game).of_value("game.turns[1]").unwrap()
        };
        assert_eq!(named(3), "turn 2 (nnn)");
        assert_eq!(named(LONG_LINE + 1), "turn 2");
    }

    proptest! {
        #[test]
        fn a_line_is_found_if_it_is_short(lines in proptest::collection::vec("[aé]{0,2}|a{198,202}|é{99,101}", 1..5), at: usize) {
            let text = lines.join("\n");
            let at = at % (text.len() + 1);
            let mut start = 0;
            let line = lines.iter().find(|line| {
                let end = start + line.len();
                start = end + 1;
                at <= end
            });
            let expected = line.map(String::as_str).filter(|line| line.len() <= LONG_LINE);
            prop_assert_eq!(short_line(&text, at), expected);
        }
    }
}
