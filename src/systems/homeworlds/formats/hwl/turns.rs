//! Arranges the turns as they will be read back: in the order of the players, with only possible actions.

use thin_vec::thin_vec;

use super::command::{OPEN, Pyramid};
use super::read::begins_turn;
use super::serials::{Lettering, SerialError};
use crate::formats::preparation::Preparation;
use crate::model::{Action, ActionKind, Game, Turn};
use crate::systems::homeworlds::formats::passes::{self, Needless};
use crate::systems::homeworlds::formats::{codes, prepare};
use crate::text::codes as cv;
use crate::text::occurrences::Occurrences;
use crate::text::printable::quoted;

/// Replaces the turns of a game by those that will be read back.
pub fn prepare(game: &mut Game, preparation: &mut Preparation<'_>) {
    let turns = std::mem::take(&mut game.turns);
    let has_letters = turns.iter().flat_map(|turn| &turn.actions).any(|action| action.serial.is_some());
    let mut walk = Walk {
        lettering: Lettering::new(game),
        has_letters,
        kept: Vec::with_capacity(turns.len()),
        empty: Vec::new(),
        filled: Occurrences::default(),
        followed: Occurrences::default(),
        impossible: Occurrences::default(),
    };
    for (index, turn) in turns.into_iter().enumerate() {
        // The turns after a refused turn depend on it.
        if walk.turn(index, turn, preparation).is_none() {
            break;
        }
    }
    game.turns = std::mem::take(&mut walk.kept);
    walk.finish(preparation);
}

struct Walk {
    lettering: Lettering,
    /// Whether the game has letters for its pieces, as a game of this notation does; then an impossible action is a
    /// mistake.
    has_letters: bool,
    kept: Vec<Turn>,
    /// The turns without actions at the end so far, with their paths.
    empty: Vec<(Turn, String)>,
    /// Turns that got a pass, and the reasons.
    filled: Occurrences<(String, String)>,
    /// Inferred values that were wrong.
    followed: Occurrences<String>,
    /// Impossible actions, and the reasons.
    impossible: Occurrences<(String, String)>,
}

impl Walk {
    /// Adds a turn; `None` if it is refused.
    fn turn(&mut self, index: usize, mut turn: Turn, preparation: &mut Preparation<'_>) -> Option<()> {
        let path = format!("game.turns[{index}]");
        if index == 0 && prepare::is_header(&turn) && turn.actions.iter().all(|a| a.kind == ActionKind::Unknown) {
            self.header(turn, preparation);
            return Some(());
        }
        let is_open = !turn.unset.is_empty();
        if self.kept.iter().all(prepare::is_header) {
            let is_header = |action: &Action| action.text.as_deref().is_some_and(|text| !begins_turn(text));
            let count = turn.actions.iter().take_while(|action| is_header(action)).count();
            preparation.tally(count > 0, "text that would be read as a line of the header", || path.clone());
            turn.actions.drain(..count);
        }
        if turn.actions.is_empty() && !is_open {
            self.empty.push((turn, path));
            return Some(());
        }
        for (mut turn, path) in std::mem::take(&mut self.empty) {
            turn.actions.push(Action::of(ActionKind::Pass));
            self.filled.add(1, || (path.clone(), "nothing is done here".to_owned()));
            self.write(turn, path, preparation)?;
        }
        self.write(turn, path, preparation)
    }

    fn write(&mut self, turn: Turn, path: String, preparation: &mut Preparation<'_>) -> Option<()> {
        let Some(mover) = self.mover(&turn, &path, preparation)? else { return Some(()) };
        let seat = self.lettering.seat(mover);
        if !turn.unset.is_empty() && turn.unset != [seat.clone()] {
            let message = format!("an unfinished turn of {seat} waits for nobody else");
            preparation.refuse(&cv::BAD_VALUE, format!("{path}.unset"), message, "name whose turn it is, or nobody");
            return None;
        }
        let mut kept = Turn { player: Some(seat), inferred: thin_vec!["player".into()], ..Turn::default() };
        kept.unset = turn.unset;
        for (index, action) in turn.actions.into_iter().enumerate() {
            kept.actions.extend(self.action(action, mover, || format!("{path}.actions[{index}]"), preparation)?);
        }
        let is_open = !kept.unset.is_empty();
        let is_dots = |action: &mut Action| action.text.as_deref() == Some(OPEN);
        while !is_open && kept.actions.pop_if(is_dots).is_some() {
            preparation.tally(true, NOT_UNDERSTOOD, || path.clone());
        }
        if kept.actions.is_empty() && !is_open {
            kept.actions.push(Action::of(ActionKind::Pass));
            self.filled.add(1, || (path.clone(), "what was done here is left out".to_owned()));
        }
        let mut needless = passes::needless(&kept.actions, is_open).into_iter();
        kept.actions.retain(|_| {
            let needless = needless.next().flatten();
            preparation
                .tally(needless == Some(Needless::Spare), "passes where nothing is left to pass", || path.clone());
            needless.is_none()
        });
        passes::infer(&mut kept);
        self.kept.push(kept);
        self.lettering.end_turn(mover);
        Some(())
    }

    /// Returns the player of a turn, and writes passes for players who are skipped. `None` if the turn is refused,
    /// `Some(None)` if it is left out.
    fn mover(&mut self, turn: &Turn, path: &str, preparation: &mut Preparation<'_>) -> Option<Option<usize>> {
        let resigning = match turn.actions.first() {
            Some(Action { kind: ActionKind::Resign, player, .. }) => Some(player.as_ref().or(turn.player.as_ref())),
            _ => None,
        };
        let next = self.lettering.next_mover();
        let Some(seat) = resigning.flatten().or(turn.player.as_ref()) else { return Some(Some(next)) };
        if turn.player.as_ref().is_some_and(|player| player != seat) {
            let message = format!("a turn that begins with {seat}'s resignation would be read as a turn of {seat}");
            let help = "put the resignation into a turn of its own, or behind what else is done";
            preparation.refuse(&cv::READS_BACK_DIFFERENTLY, format!("{path}.player"), message, help);
            return None;
        }
        let player = self.lettering.player(seat);
        if player.is_some() && resigning.is_some() {
            // A player may resign out of turn.
            return Some(player);
        }
        let Some(player) = player.filter(|player| self.lettering.plays(*player)) else {
            if self.has_letters {
                let message = format!("a turn of {}, who is not in the game", quoted(seat.as_str()));
                let help = "a line does not name its player, so other players would get the turns";
                preparation.refuse(&cv::READS_BACK_DIFFERENTLY, format!("{path}.player"), message, help);
                return None;
            }
            preparation.tally(true, "turns of players who are not in the game", || path.to_owned());
            return Some(None);
        };
        while self.lettering.next_mover() != player {
            let other = self.lettering.next_mover();
            let (seat, actions) = (self.lettering.seat(other), vec![Action::of(ActionKind::Pass)]);
            self.filled.add(1, || (path.to_owned(), format!("{seat} is passed over before this turn")));
            let inferred = thin_vec!["player".into()];
            self.kept.push(Turn { player: Some(seat), actions, inferred, ..Turn::default() });
            self.lettering.end_turn(other);
        }
        Some(Some(player))
    }

    /// Returns the action as it will be read back; `None` if it is refused, `Some(None)` if it is left out.
    fn action(
        &mut self,
        action: Action,
        mover: usize,
        path: impl Fn() -> String,
        preparation: &mut Preparation<'_>,
    ) -> Option<Option<Action>> {
        let is_kept = action.kind != ActionKind::Unknown || action.text.as_deref().is_some_and(is_part);
        if !is_kept {
            preparation.tally(true, NOT_UNDERSTOOD, path);
            return Some(None);
        }
        let is_setup = matches!(action.kind, ActionKind::Setup { .. });
        let followed = self.lettering.followed();
        let played = self.lettering.action(action, mover);
        self.followed.add(self.lettering.followed() - followed, &path);
        match played {
            Ok((played, doubled)) => {
                for piece in doubled {
                    self.warn_of_doubled(piece, path(), preparation);
                }
                return Some(Some(played));
            }
            // An impossible homeworld is refused instead, because hardly any later action would be possible without it.
            Err(SerialError::Impossible(message, _)) if !self.has_letters && !is_setup => {
                self.impossible.add(1, || (path(), message));
                return Some(None);
            }
            Err(SerialError::Impossible(message, help)) => preparation.refuse(&cv::BAD_VALUE, path(), message, help),
            Err(SerialError::Unwritable(message, help)) => {
                preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path(), message, help);
            }
        }
        None
    }

    fn warn_of_doubled(&self, piece: Pyramid, path: String, preparation: &mut Preparation<'_>) {
        let message = format!("{piece} is on the board already, and is taken from there");
        preparation.warn(&codes::ON_BOARD, path, message, codes::ON_BOARD.advice);
    }

    /// Keeps the header lines that were not understood and will not be understood now.
    fn header(&mut self, mut turn: Turn, preparation: &mut Preparation<'_>) {
        turn.actions.retain(|action| {
            let is_line = action.text.as_deref().is_some_and(is_header_line);
            preparation.tally(!is_line, NOT_UNDERSTOOD, || "game.turns[0]".to_owned());
            is_line
        });
        if !turn.actions.is_empty() {
            self.kept.push(Turn { actions: turn.actions, ..Turn::default() });
        }
    }

    /// Reports everything that was counted.
    fn finish(mut self, preparation: &mut Preparation<'_>) {
        if let Some((_, path)) = self.empty.first() {
            preparation.leave_out(true, path, "an empty turn at the end");
        }
        preparation.emit_tallies();
        let times = self.impossible.words();
        let (at, why): (Vec<String>, Vec<String>) = self.impossible.places.into_iter().unzip();
        if let Some(message) = why.first() {
            let what = format!("actions that are impossible after the turns before them ({times}), such as: {message}");
            preparation.leave_out_all(at, &what);
        }
        let times = self.filled.words();
        let (at, why): (Vec<String>, Vec<String>) = self.filled.places.into_iter().unzip();
        if let Some(message) = why.first() {
            let what = "a pass is written where the record has no turn or an empty one";
            let message = format!("{what} ({times}): {message}");
            preparation.warn_of_all(&codes::FILLED, at, message, codes::FILLED.advice);
        }
        if self.followed.count > 0 {
            let what = "the letter of a ship tells its owner and place, which differ from what the action says";
            let message = format!("{what} ({})", self.followed.words());
            preparation.warn_of_all(&codes::FOLLOWS, self.followed.places, message, codes::FOLLOWS.advice);
        }
        prepare::report_changed("systems", "game.turns", self.lettering.changed(), preparation);
    }
}

/// The description of text that is left out because it would be read as something else.
const NOT_UNDERSTOOD: &str = "text that was not understood";

/// Returns whether a text is read as one part of a line.
fn is_part(text: &str) -> bool {
    !text.is_empty() && text.trim_matches([' ', '\t']) == text && !text.contains([';', '\n', '\r'])
}

/// Returns whether a text is read as a line before the first turn.
fn is_header_line(text: &str) -> bool {
    let is_line = text.trim_matches([' ', '\t']) == text && !text.contains(['\n', '\r']);
    let mut parts = text.split(';').map(|part| part.trim_matches([' ', '\t'])).filter(|part| !part.is_empty());
    is_line && parts.next().is_some_and(|first| !begins_turn(first))
}
