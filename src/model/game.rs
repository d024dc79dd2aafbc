//! A game: players, board, position, turns, result.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::{Action, Extra, Remark};
use super::board::Board;
use super::moment::{Moment, When};
use super::position::Position;
use super::value::{Field, Seat};
use crate::systems::{Details, System};

/// One game of any system.
///
/// `D` is the type of what only one system has; readers and writers use [`Details`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    bound(serialize = "D: Serialize + IsEmpty", deserialize = "D: Deserialize<'de> + Default")
)]
#[schemars(rename = "Game", bound = "D: JsonSchema + Default + Serialize + IsEmpty")]
pub struct Game<D = Details> {
    /// The system that is played.
    pub system: System,
    /// The variant of the system, by its file's name (`standard`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The game's title or number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The day it began, `2007-12-06`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date"))]
    pub started: Option<String>,
    /// The day the game ended (`1989-07-30`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date"))]
    pub ended: Option<String>,
    /// Options it is played with, as the source names them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<String>>,
    /// The state of the game: open, under way or over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// The players, in the order of the source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Player>,
    /// The board of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// The only or the latest position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The turns that were played, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<Turn>,
    /// The result of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Values that only games of this system have.
    #[serde(default, skip_serializing_if = "IsEmpty::is_empty")]
    pub details: D,
}

/// Implemented by details, which may hold nothing.
pub trait IsEmpty {
    /// True where there is nothing to write.
    fn is_empty(&self) -> bool;
}

impl Game {
    /// The game but for its turns, of which there may be very many.
    pub fn without_turns(&self) -> Game {
        let Game { system, variant, title, started, ended, variants, state, players, board, position, .. } = self;
        Game {
            system: *system,
            variant: variant.clone(),
            title: title.clone(),
            started: started.clone(),
            ended: ended.clone(),
            variants: variants.clone(),
            state: *state,
            players: players.clone(),
            board: board.clone(),
            position: position.clone(),
            turns: Vec::new(),
            result: self.result.clone(),
            details: self.details.clone(),
        }
    }

    /// An empty game of a system.
    pub fn new(system: System) -> Self {
        Game {
            system,
            variant: None,
            title: None,
            started: None,
            ended: None,
            variants: None,
            state: None,
            players: Vec::new(),
            board: None,
            position: None,
            turns: Vec::new(),
            result: None,
            details: Details::None,
        }
    }
}

impl Turn {
    /// Adds a turn behind others. The one before gets no more actions: it keeps no room for them, of which a long record
    /// would have several times its own size.
    pub fn begin(turns: &mut Vec<Turn>, turn: Turn) {
        if let Some(last) = turns.last_mut() {
            last.actions.shrink_to_fit();
        }
        turns.push(turn);
    }

    /// Its actions, what restarts took back, and those of its alternatives.
    pub fn every_action(&self) -> Box<dyn Iterator<Item = &Action> + '_> {
        let alternatives = self.alternatives.iter().flatten().flat_map(Turn::every_action);
        Box::new(self.actions.iter().chain(self.undone.iter().flatten()).chain(alternatives))
    }
}

impl<D> Game<D> {
    /// The same game with other details.
    pub fn with_details<E>(self, make: impl FnOnce(D) -> E) -> Game<E> {
        Game {
            system: self.system,
            variant: self.variant,
            title: self.title,
            started: self.started,
            ended: self.ended,
            variants: self.variants,
            state: self.state,
            players: self.players,
            board: self.board,
            position: self.position,
            turns: self.turns,
            result: self.result,
            details: make(self.details),
        }
    }
}

/// The states of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Not begun; players may join.
    Signup,
    /// Under way.
    Playing,
    /// It waits until its master lets it go on (nJudge's `P`).
    Paused,
    /// It is suspended (nJudge's `S`).
    Suspended,
    /// Ended.
    Finished,
}

/// A player, a power, or another owner of territory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The seat, which the rest of the document refers by.
    pub seat: Seat,
    /// The name; null is an empty seat.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub name: Field<Option<String>>,
    /// The kind of player, where it is not an ordinary one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<PlayerKind>,
    /// The vote to start the game (Global War).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub vote: Field<bool>,
    /// The time of the player's last turn; null where there was none.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub last_moved: Field<Option<Moment>>,
    /// The commendations that the player holds (Global War).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commendations: Option<Commendations>,
}

impl Player {
    /// A player of whom only the seat is known.
    pub fn at(seat: Seat) -> Player {
        Player {
            seat,
            name: Field::Absent,
            kind: None,
            vote: Field::Absent,
            last_moved: Field::Absent,
            commendations: None,
        }
    }

    /// The name of a player who sits there.
    pub fn name(&self) -> Option<&str> {
        self.name.known()?.as_deref()
    }
}

/// The kinds of players who are not ordinary ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// An owner that is no power, such as autonomous garrisons.
    Neutral,
}

/// Commendations of Global War, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Commendations {
    /// Those from the General.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub general: Field<i32>,
    /// Those from the King.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub king: Field<i32>,
    /// Those from the Queen.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub queen: Field<i32>,
}

/// One turn of the record: a player's turn, or a phase that all move in.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The number of the turn, where the source gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The player whose turn it is; absent where all move at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
    /// The time of the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
    /// The position it starts from, where the source states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Box<Position>>,
    /// The actions, in the order that they were done.
    #[serde(deserialize_with = "without_spare_room")]
    pub actions: Vec<Action>,
    /// The players whose actions the source says are not given yet, which is not the same as giving none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unset: Vec<Seat>,
    /// Remarks and press, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// Values of a source in JSON that the model has no field for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<Extra>,
    /// Actions that were taken back: one list for each restart of the turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undone: Vec<Vec<Action>>,
    /// The fields that were not in the source but follow from the rules or the order of the record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inferred: Vec<String>,
    /// The tag of an alternative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// Alternatives to this turn, each a list of turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Vec<Turn>>,
}

/// Reads a list that keeps no room for more: most turns have one action, and a list begins with room for four.
fn without_spare_room<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<Action>, D::Error> {
    let mut actions: Vec<Action> = Vec::deserialize(deserializer)?;
    actions.shrink_to_fit();
    Ok(actions)
}

/// The result of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The seats of the winners.
    pub winners: Vec<Seat>,
    /// The reason, as the source gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// True where the source states the result; false where it follows from the position.
    pub stated: bool,
}
