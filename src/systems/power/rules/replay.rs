//! Plays a game from its first board, and reports violations and the board after each round.

use super::board::Board;
use super::codes;
use super::command::{self, Command};
use super::piece::Colour;
use super::sector::Sector;
use super::state::State;
use super::violation::{RuleViolation, illegal, odd, remark};
use crate::model::{ActionKind, Game, Position, Turn};
use crate::text::Severity;
use crate::text::english::counted;

/// The most sectors that a message about a differing board names.
const MAX_SECTORS: usize = 8;

/// A round: the turns with the same number, in the order of the document.
#[derive(Debug, Clone, PartialEq)]
pub struct Round<'g> {
    /// The number of the turns; `None` for a turn without one.
    pub number: Option<u32>,
    /// The turns, with their indices in the game.
    pub turns: Vec<(usize, &'g Turn)>,
}

impl<'g> Round<'g> {
    /// Returns the rounds of a game in their order; a turn without a number is a round of its own.
    pub fn all(game: &'g Game) -> Vec<Round<'g>> {
        let mut turns: Vec<(usize, &Turn)> = game.turns.iter().enumerate().collect();
        if turns.iter().all(|(_, turn)| turn.number.is_some()) {
            turns.sort_by_key(|(_, turn)| turn.number);
        }
        let mut rounds: Vec<Round<'g>> = Vec::new();
        for (index, turn) in turns {
            match rounds.last_mut().filter(|round| round.number.is_some() && round.number == turn.number) {
                Some(round) => round.turns.push((index, turn)),
                None => rounds.push(Round { number: turn.number, turns: vec![(index, turn)] }),
            }
        }
        rounds
    }

    /// Returns the turn with the board that the round starts from. A board that was only given to check by counts if
    /// `given`.
    fn stated(&self, given: bool) -> Option<(usize, &'g Position)> {
        let stated = |&(index, turn): &(usize, &'g Turn)| Some((index, turn.position.as_deref()?));
        self.turns.iter().filter_map(stated).find(|(_, position)| given || position.from.is_none())
    }

    /// Returns whether the record states the board that the round starts from.
    pub fn states_board(&self) -> bool {
        self.stated(false).is_some()
    }

    /// Returns whether the round has a turn of a player. A history of boards has turns that are nobody's.
    pub fn is_played(&self) -> bool {
        self.turns.iter().any(|(_, turn)| turn.player.is_some() || !turn.actions.is_empty())
    }
}

/// Source of the board before the first round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Start {
    /// Given beside the game.
    Given,
    /// Stated at the first round.
    Round,
    /// Stated as the game's position, no turn having one.
    Game,
}

/// Observer of a game that is being played.
pub trait ReplayObserver {
    /// Called for a violation at a path of the document.
    fn on_violation(&mut self, path: &str, violation: RuleViolation);

    /// Called for each command that was played or refused, with the indices of its turn and action.
    fn on_command(&mut self, _turn: usize, _action: usize, _is_played: bool) {}

    /// Called with the board after a number of rounds; `stated` is whether the document has this board. Returns whether
    /// to continue.
    fn on_board(&mut self, _rounds: usize, _state: &State, _stated: bool) -> bool {
        true
    }
}

/// Plays a game from its first board, or from the one given; returns whether there is any.
pub fn play(game: &Game, rounds: &[Round<'_>], given: Option<&Board>, observer: &mut impl ReplayObserver) -> bool {
    let Some((mut state, start)) = first(game, rounds, given) else { return false };
    let mut known = Known { comparable: false, clean: true };
    for (index, round) in rounds.iter().enumerate() {
        let stated = if index == 0 { None } else { round.stated(false) };
        if let Some((turn, position)) = stated {
            let stated = Board::of(position);
            known.compare(&state, &stated, position, &format!("game.turns[{turn}].position"), observer);
            state = State::of(stated);
        }
        if !observer.on_board(index, &state, index == 0 || stated.is_some()) {
            return true;
        }
        // A round of nobody only states a board.
        if round.is_played() {
            let is_played_on = rounds.get(index + 1).is_some_and(|next| next.stated(false).is_none());
            known = play_round(&mut state, round, is_played_on, observer);
        } else {
            known = Known { comparable: false, clean: true };
        }
    }
    let last = game.position.as_ref().filter(|position| start != Start::Game && position.from.is_none());
    if let Some(position) = last {
        let stated = Board::of(position);
        known.compare(&state, &stated, position, "game.position", observer);
        state = State::of(stated);
    }
    let is_stated = last.is_some() || (rounds.is_empty() && start == Start::Game);
    observer.on_board(rounds.len(), &state, is_stated);
    true
}

fn first(game: &Game, rounds: &[Round<'_>], given: Option<&Board>) -> Option<(State, Start)> {
    if let Some(board) = given {
        return Some((State::of(board.clone()), Start::Given));
    }
    if let Some((_, position)) = rounds.first().and_then(|round| round.stated(true)) {
        return Some((State::of(Board::of(position)), Start::Round));
    }
    let says_none = game.turns.iter().all(|turn| turn.position.is_none());
    let position = game.position.as_ref().filter(|_| says_none)?;
    Some((State::of(Board::of(position)), Start::Game))
}

/// The knowledge about the last round that was played.
struct Known {
    /// Whether all its commands are known, so that the board after it can be compared.
    comparable: bool,
    /// Whether all of them could be played.
    clean: bool,
}

impl Known {
    fn compare(
        &self,
        state: &State,
        stated: &Board,
        position: &Position,
        path: &str,
        observer: &mut impl ReplayObserver,
    ) {
        let is_whole = position.pieces.iter().all(|piece| piece.known().is_some());
        if !self.comparable || state.uncertainty.everything || !is_whole {
            return;
        }
        let differing = differences(state, stated);
        if differing.is_empty() {
            return;
        }
        let more = differing.len().saturating_sub(MAX_SECTORS);
        let mut shown: Vec<String> = differing.into_iter().take(MAX_SECTORS).collect();
        if more > 0 {
            shown.push(format!("and {}", counted(more, "more sector", "more sectors")));
        }
        let message = format!("the board differs from what the commands give: {}", shown.join("; "));
        let is_sure = self.clean && state.uncertainty.is_none();
        observer.on_violation(path, if is_sure { illegal } else { odd }(&codes::BOARD_DIFFERS, message));
    }
}

/// Lists the sectors that differ and are certain, with the pieces stated and those by the commands.
fn differences(state: &State, stated: &Board) -> Vec<String> {
    let mut differing = Vec::new();
    for at in Sector::all() {
        let certain = Colour::ALL.into_iter().filter(|colour| !state.uncertainty.covers(at, *colour));
        let fields = |board: &Board| -> Vec<String> {
            let fields = certain.clone().map(|colour| board.field(at, Some(colour)));
            fields.filter(|field| !field.is_empty()).collect()
        };
        let [there, played] = [stated, &state.board].map(|board| fields(board).join(","));
        if there != played {
            let shown = |field: &str| if field.is_empty() { "nothing".to_owned() } else { field.to_owned() };
            differing.push(format!("{} has {}, not {}", at.code(), shown(&there), shown(&played)));
        }
    }
    differing
}

/// Plays all commands of a round, and ends it; `is_played_on` is whether no stated board follows.
fn play_round(state: &mut State, round: &Round<'_>, is_played_on: bool, observer: &mut impl ReplayObserver) -> Known {
    let mut clean = true;
    for (index, turn) in &round.turns {
        let colour = turn.player.as_ref().and_then(Colour::of_seat);
        if let Some(colour) = colour.filter(|colour| turn.actions.is_empty() && state.board.has_pieces(*colour)) {
            let message = format!("{} gives no command, and pays for it with a piece", colour.word());
            observer.on_violation(&format!("game.turns[{index}]"), remark(&codes::NO_COMMAND, message));
            state.uncertainty.colour(colour);
        }
        for (number, action) in turn.actions.iter().enumerate() {
            let path = || format!("game.turns[{index}].actions[{number}]");
            let whose = command::colour(action, colour);
            let is_played = match Command::of(action) {
                Ok(Some(command)) => {
                    play_command(state, action, &command, whose, |o| observer.on_violation(&path(), o))
                }
                // Text that the programs do not understand has no effect, as commands that the rules refuse.
                Ok(None) if action.kind == ActionKind::Unknown => {
                    let message = "a command that was not understood has no effect".to_owned();
                    observer.on_violation(&path(), remark(&codes::NOT_UNDERSTOOD, message));
                    false
                }
                Ok(None) | Err(_) => false,
            };
            observer.on_command(*index, number, is_played);
            clean &= is_played;
        }
    }
    let place = round.turns.last().map_or_else(String::new, |(index, _)| format!("game.turns[{index}]"));
    let missing = missing(state, round);
    if !missing.is_empty() {
        if is_played_on && round.number.is_some() {
            let colours: Vec<&str> = missing.iter().map(|colour| colour.word()).collect();
            let number = round.number.unwrap_or_default();
            let message = format!("the record does not say what {} did in round {number}", colours.join(", "));
            observer.on_violation(&place, remark(&codes::NOT_CERTAIN, message));
        }
        state.uncertainty.everything = true;
        missing.into_iter().for_each(|colour| state.uncertainty.colour(colour));
        Colour::ALL.into_iter().for_each(|colour| state.uncertainty.sector(Sector::reserve(colour)));
    }
    state.end_round(round.number.is_some(), &mut |violation| observer.on_violation(&place, violation));
    Known { comparable: true, clean }
}

/// Returns the colours with pieces but without a turn in the round; empty if a command without a colour may be theirs.
fn missing(state: &State, round: &Round<'_>) -> Vec<Colour> {
    let mut there: Vec<Colour> = Vec::new();
    for (_, turn) in &round.turns {
        let of_turn = turn.player.as_ref();
        let mut shown = turn.actions.iter().map(|action| action.player.as_ref().or(of_turn));
        if of_turn.is_none() && shown.any(|seat| seat.is_none()) {
            return Vec::new();
        }
        let seats = of_turn.into_iter().chain(turn.actions.iter().filter_map(|action| action.player.as_ref()));
        for colour in seats.filter_map(Colour::of_seat) {
            if !there.contains(&colour) {
                there.push(colour);
            }
        }
    }
    let others = Colour::ALL.into_iter().filter(|colour| !there.contains(colour));
    others.filter(|colour| state.board.has_pieces(*colour) && !state.uncertainty.is_of(*colour)).collect()
}

/// Plays a command that the rules allow without a board; returns whether it was played.
fn play_command(
    state: &mut State,
    action: &crate::model::Action,
    command: &Command<'_>,
    colour: Option<Colour>,
    mut emit: impl FnMut(RuleViolation),
) -> bool {
    let mut is_refused = false;
    command::validate(action, command, colour, &mut |o| is_refused |= o.severity == Severity::Error);
    if is_refused {
        return false;
    }
    match state.play(command, colour) {
        Ok(shown) => {
            shown.into_iter().for_each(emit);
            true
        }
        Err(violation) => {
            emit(violation);
            false
        }
    }
}
