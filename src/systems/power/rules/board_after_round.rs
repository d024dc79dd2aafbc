//! The board after a round, for views.

use super::board::Board;
use super::piece::Colour;
use super::replay::{self, ReplayObserver, Round};
use super::sector::Sector;
use super::state::State;
use super::violation::RuleViolation;
use crate::model::Game;

/// The board at one moment of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardAfterRound {
    /// The pieces.
    pub board: Board,
    /// Whether the document states this board; otherwise it follows from the commands.
    pub is_stated: bool,
    /// Number of rounds that were played.
    pub rounds: usize,
    /// Number of the last round in the document; `None` before the first, or if its turns have no numbers.
    pub number: Option<u32>,
    /// Sectors whose pieces are not certain.
    pub uncertain: Vec<Sector>,
    /// Colours whose pieces are not certain to be where the board has them.
    pub uncertain_colours: Vec<Colour>,
    /// Commands of the last round that the rules refuse: index of the turn in the game, and of the action in the turn.
    pub refused: Vec<(usize, usize)>,
}

/// Returns the number of rounds in a game. A history of boards has one less than boards.
pub fn rounds(game: &Game) -> usize {
    Round::all(game).len()
}

/// Returns the board after a number of rounds, or after the last one; `None` if there is no board to begin from, or
/// there are fewer rounds.
pub fn after(game: &Game, rounds: Option<usize>, given: Option<&Board>) -> Option<BoardAfterRound> {
    let all = Round::all(game);
    let mut watch = Watch { wanted: rounds.unwrap_or(all.len()), refused: Vec::new(), scene: None };
    replay::play(game, &all, given, &mut watch);
    let scene = watch.scene?;
    let last = scene.rounds.checked_sub(1).and_then(|last| all.get(last));
    Some(BoardAfterRound { number: last.and_then(|round| round.number), ..scene })
}

/// Calls `see` with the board before the first round and after each; returns whether there is a board to begin from.
pub fn over_rounds(game: &Game, given: Option<&Board>, mut see: impl FnMut(&Board)) -> bool {
    replay::play(game, &Round::all(game), given, &mut Every(&mut see))
}

struct Every<'f>(&'f mut dyn FnMut(&Board));

impl ReplayObserver for Every<'_> {
    fn on_violation(&mut self, _: &str, _: RuleViolation) {}

    fn on_board(&mut self, _: usize, state: &State, _: bool) -> bool {
        (self.0)(&state.board);
        true
    }
}

struct Watch {
    wanted: usize,
    /// Commands that were refused since the last board.
    refused: Vec<(usize, usize)>,
    scene: Option<BoardAfterRound>,
}

impl ReplayObserver for Watch {
    fn on_violation(&mut self, _: &str, _: RuleViolation) {}

    fn on_command(&mut self, turn: usize, action: usize, is_played: bool) {
        if !is_played {
            self.refused.push((turn, action));
        }
    }

    fn on_board(&mut self, rounds: usize, state: &State, stated: bool) -> bool {
        let refused = std::mem::take(&mut self.refused);
        if rounds == self.wanted {
            self.scene = Some(BoardAfterRound {
                board: state.board.clone(),
                is_stated: stated,
                rounds,
                number: None,
                uncertain: Sector::all().filter(|at| state.uncertainty.is_in(*at)).collect(),
                uncertain_colours: Colour::ALL.into_iter().filter(|colour| state.uncertainty.is_of(*colour)).collect(),
                refused,
            });
        }
        rounds < self.wanted
    }
}
