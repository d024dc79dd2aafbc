//! Checks a game by all rules.

use super::board::Board;
use super::codes;
use super::command::{self, Command};
use super::piece::{Colour, Kind};
use super::replay::{self, ReplayObserver, Round};
use super::sector::Sector;
use super::violation::{RuleViolation, illegal, odd, remark};
use crate::model::{Game, Position, Turn};
use crate::rules::{Finding, RuleSet};
use crate::text::english::counted;

/// The most commands of a colour in a round.
const COMMANDS: usize = 5;

/// Checks a game: each command without a board, and if a board is stated, whether the pieces are there.
pub fn check(game: &Game, rules: RuleSet) -> Vec<Finding> {
    check_from(game, None, rules)
}

/// Checks a game as [`check`] does, from a board that was given beside it.
pub fn check_from(game: &Game, board: Option<&Board>, _rules: RuleSet) -> Vec<Finding> {
    let mut found = Found(Vec::new());
    for (index, turn) in game.turns.iter().enumerate() {
        // A board that was given to check by is the same at every turn.
        if let Some(position) = turn.position.as_ref().filter(|position| index == 0 || position.from.is_none()) {
            found.position(&format!("game.turns[{index}].position"), position);
        }
        found.turn(index, turn);
    }
    if let Some(position) = &game.position {
        found.position("game.position", position);
    }
    let rounds = Round::all(game);
    found.limits(&rounds);
    found.alignment(game, &rounds);
    if !replay::play(game, &rounds, board, &mut found) {
        for (index, turn) in game.turns.iter().enumerate().filter(|(_, turn)| turn.number.is_some()) {
            found.twice(index, turn);
        }
    }
    found.0
}

/// Findings in the order in which they were made.
struct Found(Vec<Finding>);

impl ReplayObserver for Found {
    fn on_violation(&mut self, path: &str, violation: RuleViolation) {
        self.0.push(violation.found(path.to_owned()));
    }
}

impl Found {
    fn position(&mut self, path: &str, position: &Position) {
        Board::load(position, |index, violation| self.on_violation(&format!("{path}.pieces[{index}]"), violation));
    }

    /// Checks the commands of a turn as far as that is possible without a board.
    fn turn(&mut self, index: usize, turn: &Turn) {
        if let Some(violation) = turn.player.as_ref().and_then(command::no_colour) {
            self.on_violation(&format!("game.turns[{index}].player"), violation);
        }
        let of_turn = turn.player.as_ref().and_then(Colour::of_seat);
        for (number, action) in turn.actions.iter().enumerate() {
            let mut emit = |o: RuleViolation| self.0.push(o.found(format!("game.turns[{index}].actions[{number}]")));
            let colour = command::colour(action, of_turn);
            if let Some(seat) = &action.player {
                command::no_colour(seat).into_iter().for_each(&mut emit);
                if let (Some(row), Some(colour)) = (of_turn, colour)
                    && row != colour
                {
                    let message = format!("a command of {} in a turn of {}", colour.word(), row.word());
                    emit(odd(&codes::OTHER_ROW, message));
                }
            }
            match Command::of(action) {
                Ok(Some(command)) => command::validate(action, &command, colour, &mut emit),
                Ok(None) => {}
                Err(violation) => emit(violation),
            }
        }
    }

    /// Reports rounds in which a colour has too many commands.
    fn limits(&mut self, rounds: &[Round<'_>]) {
        for round in rounds.iter().filter(|round| round.number.is_some()) {
            let mut counts = [0_usize; Colour::ALL.len()];
            for (index, turn) in &round.turns {
                let own = turn.player.as_ref().and_then(Colour::of_seat);
                // A turn without a colour is counted alone.
                let mut alone = 0;
                let count = own.and_then(|colour| counts.get_mut(colour as usize)).unwrap_or(&mut alone);
                let before = *count;
                *count += turn.actions.len();
                if before <= COMMANDS && *count > COMMANDS {
                    let message = format!("{count} commands in one round; a colour has {COMMANDS} at most");
                    self.on_violation(&format!("game.turns[{index}]"), illegal(&codes::TOO_MANY_COMMANDS, message));
                }
            }
        }
    }

    /// Warns of colours with different numbers of turns, and of boards that do not match the rounds.
    fn alignment(&mut self, game: &Game, rounds: &[Round<'_>]) {
        let count = |colour| {
            let is_of = |turn: &&Turn| turn.player.as_ref().and_then(Colour::of_seat) == Some(colour);
            game.turns.iter().filter(|turn| turn.number.is_some()).filter(is_of).count()
        };
        let rows: Vec<(Colour, usize)> =
            Colour::ALL.into_iter().map(|colour| (colour, count(colour))).filter(|(_, turns)| *turns > 0).collect();
        let Some(most) = rows.iter().map(|(_, turns)| *turns).max() else { return };
        if rows.iter().any(|(_, turns)| *turns != most) {
            let counts: Vec<String> = rows.iter().map(|(colour, turns)| format!("{} {turns}", colour.word())).collect();
            let message = format!("the colours have different numbers of turns: {}", counts.join(", "));
            self.on_violation("game.turns", odd(&codes::ALIGNMENT, message));
        }
        let is_stated = |position: &&Position| position.from.is_none();
        let of_rounds = game.turns.iter().filter_map(|turn| turn.position.as_deref()).filter(is_stated).count();
        let boards = of_rounds + game.position.iter().filter(is_stated).count();
        let played = rounds.iter().filter(|round| round.is_played()).count();
        // The board that a game begins with may stand alone.
        if of_rounds > 0 && boards > 1 && boards != played + 1 {
            let (played, expected) = (counted(played, "round", "rounds"), counted(played + 1, "board", "boards"));
            let message = format!("expected {expected} for {played}, found {boards}");
            self.on_violation("game.turns", odd(&codes::ALIGNMENT, message));
        }
    }

    /// Notes pieces that move on from a sector at which one arrived in the same turn, if no board shows whether it is
    /// the same piece.
    fn twice(&mut self, index: usize, turn: &Turn) {
        let mut came: Vec<(Option<&str>, Kind, Sector)> = Vec::new();
        for (number, action) in turn.actions.iter().take(COMMANDS).enumerate() {
            let seat = action.player.as_ref().or(turn.player.as_ref()).map(|seat| seat.as_str());
            match Command::of(action) {
                Ok(Some(Command::Move { kind, from, to })) => {
                    if came.contains(&(seat, kind, from)) {
                        let message =
                            format!("it moves twice, unless another {} stood on {}", kind.word(), from.code());
                        let path = format!("game.turns[{index}].actions[{number}]");
                        self.on_violation(&path, remark(&codes::MOVED_TWICE, message));
                    }
                    if kind != Kind::Megamissile {
                        came.push((seat, kind, to));
                    }
                }
                Ok(Some(Command::Exchange { at, becomes, .. })) if becomes != Kind::Megamissile && !at.is_reserve() => {
                    came.push((seat, becomes, at));
                }
                _ => {}
            }
        }
    }
}
