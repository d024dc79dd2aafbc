//! Replays a record from its start: finds its violations and its outcome.

use std::collections::HashMap;
use std::sync::Arc;

use super::state::{PlayerStatus, RuleViolation, State, illegal, odd};
use super::table::Server;
use super::{codes, names, start};
use crate::model::{Action, ActionKind, Game, Seat, Turn};
use crate::rules::{Finding, RuleSet};
use crate::text::Severity;

/// Returns the state after that number of turns of the record.
pub fn after(game: &Game, server: Server, turns: usize) -> State {
    replay(game, server, turns, |_, _| {})
}

/// Returns the state after that number of turns of the record; `emit` is called with each violation and the index of
/// its turn.
pub fn replay(game: &Game, server: Server, turns: usize, mut emit: impl FnMut(usize, RuleViolation)) -> State {
    let mut replay = Replay::of(game, server);
    while replay.turns() < turns {
        let index = replay.turns();
        if !replay.step(|_, violation| emit(index, violation)) {
            break;
        }
    }
    replay.state
}

/// A record that is replayed turn by turn. A clone continues from where the original was.
#[derive(Clone)]
pub struct Replay<'g> {
    record: &'g [Turn],
    course: Course<'g>,
    state: State,
    turns: usize,
}

impl<'g> Replay<'g> {
    /// Starts a replay before the first turn of a game.
    pub fn of(game: &'g Game, server: Server) -> Self {
        let state = State::of(game, server);
        let course = Course::of(&game.turns, &state);
        Replay { record: &game.turns, course, state, turns: 0 }
    }

    /// Returns the state after the turns played so far.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the number of turns played so far.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// Plays the next turn; `emit` is called with each violation, and with the index of its action if it has one.
    /// Returns `false` if no turn is left.
    pub fn step(&mut self, mut emit: impl FnMut(Option<usize>, RuleViolation)) -> bool {
        let Some(turn) = self.record.get(self.turns) else { return false };
        self.course.play(&mut self.state, self.turns, turn, &mut emit);
        self.turns += 1;
        true
    }
}

/// The outcome of a game by replay.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// The players who are out, in order of time.
    pub out: Vec<Out>,
    /// The winners: several in a draw, none while the game is undecided.
    pub winners: Vec<Seat>,
    /// The index of the turn that decided the game; `None` while the game is undecided.
    pub decided: Option<usize>,
}

/// A player who is out of the game.
#[derive(Debug, Clone, PartialEq)]
pub struct Out {
    /// The player's seat.
    pub seat: Seat,
    /// Eliminated or resigned.
    pub standing: PlayerStatus,
    /// The index of the turn; `None` for a player who is out from the start.
    pub turn: Option<usize>,
}

/// Replays a game to find the eliminated players and the winners.
pub fn outcome(game: &Game, server: Server) -> Outcome {
    let mut state = State::of(game, server);
    let mut outcome = Outcome::default();
    outcome.note(&state, None);
    let mut course = Course::of(&game.turns, &state);
    for (index, turn) in game.turns.iter().enumerate() {
        course.play(&mut state, index, turn, &mut |_, _| {});
        outcome.note(&state, Some(index));
    }
    outcome.winners = state.winners().unwrap_or_default();
    outcome
}

impl Outcome {
    fn note(&mut self, state: &State, turn: Option<usize>) {
        for (seat, standing) in state.players() {
            let is_out = matches!(standing, PlayerStatus::Eliminated | PlayerStatus::Resigned);
            if is_out && self.out.iter().all(|out| out.seat != *seat) {
                self.out.push(Out { seat: seat.clone(), standing, turn });
            }
        }
        if self.decided.is_none() && state.won.is_some() {
            self.decided = turn;
        }
    }
}

/// Checks a record by the rules of Homeworlds. `own` is the server that the record comes from; its rules are applied
/// unless `rules` names another.
pub fn check(game: &Game, own: Server, rules: RuleSet) -> Vec<Finding> {
    let mut found = Vec::new();
    let server = match rules {
        RuleSet::Program(id) => Server::of_id(id).unwrap_or(own),
        RuleSet::Engine | RuleSet::Document => own,
    };
    let emit = |path, violation: RuleViolation| found.push(violation.found(path, None));
    let mut state = start::load(game, server, emit);
    check_turns(&mut state, &game.turns, &|index| format!("game.turns[{index}]"), 1, rules, &mut found);
    let winners = game.result.iter().flat_map(|result| &result.winners);
    for (index, seat) in winners.enumerate() {
        found.extend(other_winner(&state, seat).map(|o| o.found(format!("game.result.winners[{index}]"), None)));
    }
    found
}

/// Checks the turns, and before each turn its alternatives. `first` is the number of the first turn, if the turn itself
/// has none.
fn check_turns(
    state: &mut State,
    turns: &[Turn],
    path: &dyn Fn(usize) -> String,
    first: usize,
    rules: RuleSet,
    found: &mut Vec<Finding>,
) {
    let mut course = Course::of(turns, state);
    let mut ordinal = first;
    for (index, turn) in turns.iter().enumerate() {
        for (line, alternative) in turn.alternatives.iter().enumerate() {
            let path = |step| format!("{}.alternatives[{line}][{step}]", path(index));
            check_turns(&mut state.clone(), alternative, &path, ordinal, rules, found);
        }
        let number = turn.number.map_or(ordinal, |number| number as usize);
        let mut emit = |action: Option<usize>, violation: RuleViolation| {
            let path = match action {
                Some(action) => format!("{}.actions[{action}]", path(index)),
                None => path(index),
            };
            found.push(violation.found(path, Some(number)));
        };
        course.play(state, index, turn, &mut emit);
        for (position, action) in turn.actions.iter().enumerate() {
            if let Some(violation) = advice(action, rules) {
                emit(Some(position), violation);
            }
        }
        ordinal += usize::from(!is_of_nobody(turn));
    }
}

/// Returns whether an entry is not a turn of a player but comments, or text that is no player's.
fn is_of_nobody(turn: &Turn) -> bool {
    turn.player.is_none() && turn.actions.iter().all(|action| action.kind == ActionKind::Unknown)
}

/// Facts about the turns of a record that a single turn does not show.
#[derive(Clone)]
struct Course<'t> {
    /// The index of each player's last turn.
    last: Arc<HashMap<&'t Seat, usize>>,
    /// The index of the last turn of all players.
    end: usize,
    /// The player of the turn before, if the record names one.
    before: Option<&'t Seat>,
    /// Whether the end of the game was reported already.
    is_over: bool,
}

impl<'t> Course<'t> {
    /// Collects the facts about turns that are played from `state` on.
    fn of(turns: &'t [Turn], state: &State) -> Self {
        let real = || turns.iter().enumerate().filter(|(_, turn)| !is_of_nobody(turn));
        let last: HashMap<_, _> = real().filter_map(|(index, turn)| Some((turn.player.as_ref()?, index))).collect();
        let end = real().next_back().map_or(0, |(index, _)| index);
        Course { last: Arc::new(last), end, before: None, is_over: state.won.is_some() }
    }

    /// Plays a turn; `emit` is called with each violation, and with the index of its action if it has one.
    fn play(
        &mut self,
        state: &mut State,
        index: usize,
        turn: &'t Turn,
        emit: &mut dyn FnMut(Option<usize>, RuleViolation),
    ) {
        if is_of_nobody(turn) {
            return;
        }
        let mover = turn.player.as_ref().or_else(|| state.to_move()).cloned();
        if let Some(mover) = &mover {
            self.let_go(state, index, mover);
        }
        let is_out_of_turn = turn.player.is_some() && turn.player.as_ref() == self.before && state.table.len() == 2;
        self.before = turn.player.as_ref();
        let begun = mover.map_or(Ok(()), |mover| state.begin_turn(&mover));
        // Turns after the end are not judged line by line.
        let is_over = state.won.is_some();
        if is_out_of_turn && !is_over {
            let mover = state.open_turn();
            let message = format!("{} has moved in the turn before", state.name(mover));
            emit(None, illegal(&codes::OUT_OF_TURN, message));
        }
        if let Err(violation) = begun
            && !(is_over && std::mem::replace(&mut self.is_over, true))
        {
            emit(None, violation);
        }
        let mut violations = Vec::new();
        for (index, action) in turn.actions.iter().enumerate() {
            state.act_noting(action, &mut violations);
            violations.drain(..).filter(|_| !is_over).for_each(|violation| emit(Some(index), violation));
        }
        // A turn without actions still counts as a turn.
        state.open_turn();
        state.plays_on = index < self.end;
        state.end_turn().into_iter().filter(|_| !is_over).for_each(|violation| emit(None, violation));
        state.plays_on = false;
    }

    /// In a game of more than two, a player whom the record passes over and who never moves again has left the game.
    fn let_go(&self, state: &mut State, index: usize, mover: &Seat) {
        let count = state.table.len();
        let Some(mover) = state.table.number(mover).filter(|_| count > 2 && state.won.is_none()) else { return };
        let passed = (0..count).map(|step| (state.next + step) % count).take_while(|player| *player != mover);
        for player in passed.collect::<Vec<_>>() {
            let moves_again =
                state.table.seat(player).and_then(|seat| self.last.get(seat)).is_some_and(|at| *at > index);
            if !moves_again
                && state.plays(player)
                && let Some(standing) = state.standings.get_mut(player)
            {
                *standing = PlayerStatus::Resigned;
            }
        }
    }
}

/// Returns the document's advice about the name of a new system.
fn advice(action: &Action, rules: RuleSet) -> Option<RuleViolation> {
    let (ActionKind::Discover { to: id, name, .. } | ActionKind::Setup { at: id, name, .. }) = &action.kind else {
        return None;
    };
    let severity = if rules == RuleSet::Document { Severity::Warning } else { Severity::Note };
    let message = names::misleading(name.as_deref().unwrap_or(id.as_str()))?;
    Some(RuleViolation { code: &codes::MISLEADING_NAME, severity, message })
}

/// Returns a violation if a winner by the record has not won by the rules.
fn other_winner(state: &State, seat: &Seat) -> Option<RuleViolation> {
    let player = state.table.number(seat)?;
    let name = state.name(player);
    let message = match &state.won {
        Some(won) if won.contains(&player) => return None,
        Some(won) => match won.as_slice() {
            [winner] => format!("the winner is {name} by the record, and {} by the rules", state.name(*winner)),
            _ => format!("the winner is {name} by the record, and nobody by the rules"),
        },
        None if state.standings.get(player) == Some(&PlayerStatus::Eliminated) => {
            format!("{name} is the winner by the record, but was eliminated")
        }
        None => return None,
    };
    Some(odd(&codes::OTHER_WINNER, message))
}

impl RuleViolation {
    fn found(self, path: String, turn: Option<usize>) -> Finding {
        let RuleViolation { code, severity, message } = self;
        let message = match turn {
            Some(turn) => format!("turn {turn}: {message}"),
            None => message,
        };
        Finding::new(code, severity, &path, &message)
    }
}
