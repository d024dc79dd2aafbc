//! A game: players, board, position, turns, result.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thin_vec::ThinVec;

use super::action::{Action, Extra, Remark};
use super::board::Board;
use super::moment::{Moment, When};
use super::position::Position;
use super::room::free_spare_room;
use super::value::{Field, Seat};
use crate::systems::{Details, System};

/// One game of any system.
///
/// `D` is the type of the details that only one system has; readers and writers use [`Details`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    bound(serialize = "D: Serialize + IsEmpty", deserialize = "D: Deserialize<'de> + Default")
)]
#[schemars(rename = "Game", bound = "D: JsonSchema + Default + Serialize + IsEmpty")]
pub struct Game<D = Details> {
    /// The game system.
    pub system: System,
    /// Variant of the system, named after its map file (`standard`); absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// Title or number of the game; absent if the source gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Date the game began (`2007-12-06`); absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date"))]
    pub started: Option<String>,
    /// Date the game ended (`1989-07-30`); absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date"))]
    pub ended: Option<String>,
    /// Options of the game, as named in the source; absent if the source does not list them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<String>>,
    /// State of the game: open, under way or over; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// Players, in the order of the source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Player>,
    /// Board of the game; absent if the source has none and names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// The only position, or the latest one; absent if the source gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// Turns, in the order of play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<Turn>,
    /// Result of the game; absent if there is none yet or it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Values that only games of this system have; absent if there are none.
    #[serde(default, skip_serializing_if = "IsEmpty::is_empty")]
    pub details: D,
}

/// Implemented by the details of a system, which may be empty.
pub trait IsEmpty {
    /// Returns whether there is nothing to write.
    fn is_empty(&self) -> bool;
}

impl Game {
    /// Returns the game without its turns, which may be very many.
    pub fn without_turns(&self) -> Game {
        self.with(self.players.clone(), self.board.clone(), self.position.clone())
    }

    /// Returns the game without its players and turns, and its board and position without their lists.
    pub fn without_lists(&self) -> Game {
        let board = self.board.as_ref().map(|board| Board {
            builtin: board.builtin,
            from: board.from.clone(),
            territories: Vec::new(),
            adjacencies: Vec::new(),
            passages: Vec::new(),
        });
        let position = self.position.as_ref().map(|position| Position {
            when: position.when.clone(),
            from: position.from.clone(),
            holdings: Vec::new(),
            pieces: Vec::new(),
        });
        self.with(Vec::new(), board, position)
    }

    /// Returns the game without its turns, with other players, another board and another position.
    fn with(&self, players: Vec<Player>, board: Option<Board>, position: Option<Position>) -> Game {
        Game {
            system: self.system,
            variant: self.variant.clone(),
            title: self.title.clone(),
            started: self.started.clone(),
            ended: self.ended.clone(),
            variants: self.variants.clone(),
            state: self.state,
            players,
            board,
            position,
            turns: Vec::new(),
            result: self.result.clone(),
            details: self.details.clone(),
        }
    }

    /// Creates an empty game of a system.
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
    /// Appends a turn. The one before it gets no more actions, so its spare capacity is freed.
    pub fn begin(turns: &mut Vec<Turn>, turn: Turn) {
        Turn::end(turns);
        turns.push(turn);
    }

    /// Ends the last turn: it gets no more actions.
    pub fn end(turns: &mut [Turn]) {
        if let Some(last) = turns.last_mut() {
            free_spare_room(&mut last.actions);
        }
    }

    /// Returns the turn without its remarks, its actions, those taken back and the alternatives to it, which may be very
    /// many.
    pub fn without_lists(&self) -> Turn {
        Turn {
            number: self.number,
            player: self.player.clone(),
            when: self.when.clone(),
            position: self.position.clone(),
            actions: Vec::new(),
            unset: self.unset.clone(),
            remarks: ThinVec::new(),
            extras: self.extras.clone(),
            undone: ThinVec::new(),
            inferred: self.inferred.clone(),
            tag: self.tag.clone(),
            alternatives: ThinVec::new(),
        }
    }

    /// Returns its actions, those that restarts took back, and those of its alternatives.
    pub fn every_action(&self) -> Box<dyn Iterator<Item = &Action> + '_> {
        let alternatives = self.alternatives.iter().flatten().flat_map(Turn::every_action);
        Box::new(self.actions.iter().chain(self.undone.iter().flatten()).chain(alternatives))
    }
}

impl<D> Game<D> {
    /// Returns the same game with other details.
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

/// The state of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Not started; players may join.
    Signup,
    /// Under way.
    Playing,
    /// Paused until the game master resumes it (nJudge's `P`).
    Paused,
    /// Suspended (nJudge's `S`).
    Suspended,
    /// Finished.
    Finished,
}

/// A player, a power or another owner of territory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Seat that the rest of the document refers to the player by.
    pub seat: Seat,
    /// Name of the player; null for an empty seat.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub name: Field<Option<String>>,
    /// Kind of the player; absent for an ordinary one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<PlayerKind>,
    /// Vote to start the game (Global War); absent if the source has none.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub vote: Field<bool>,
    /// Time of the player's last turn; null if there was none.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub last_moved: Field<Option<Moment>>,
    /// Commendations of the player (Global War).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commendations: Option<Commendations>,
}

impl Player {
    /// Creates a player with only a seat.
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

    /// Returns the player's name; `None` for an empty seat, and if it is absent or was not understood.
    pub fn name(&self) -> Option<&str> {
        self.name.known()?.as_deref()
    }
}

/// Returns players by their seats; of two on one seat, the first.
pub fn by_seat(players: &[Player]) -> HashMap<&Seat, &Player> {
    players.iter().rev().map(|player| (&player.seat, player)).collect()
}

/// The kind of a player who is not an ordinary one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// An owner that is not a power, such as autonomous garrisons.
    Neutral,
}

/// The number of commendations of each kind (Global War).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Commendations {
    /// Number of commendations from the General.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub general: Field<i32>,
    /// Number of commendations from the King.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub king: Field<i32>,
    /// Number of commendations from the Queen.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub queen: Field<i32>,
}

/// A turn: one player's turn, or a phase in which all players move.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Number of the turn; absent if the source gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// Seat of the player whose turn it is; absent if all players move at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
    /// Time of the turn; absent if the source gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
    /// Position at the start of the turn; absent if the source does not state it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Box<Position>>,
    /// Actions, in the order of play.
    #[serde(deserialize_with = "without_spare_room")]
    pub actions: Vec<Action>,
    /// Seats of the players who, according to the source, have not entered their actions yet; not the same as entering
    /// none.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    #[schemars(with = "Vec<Seat>")]
    pub unset: ThinVec<Seat>,
    /// Remarks and press, in the order of the source.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    #[schemars(with = "Vec<Remark>")]
    pub remarks: ThinVec<Remark>,
    /// Values of a JSON source that the model has no field for.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    #[schemars(with = "Vec<Extra>")]
    pub extras: ThinVec<Extra>,
    /// Actions that were taken back: one list for each restart of the turn.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    #[schemars(with = "Vec<Vec<Action>>")]
    pub undone: ThinVec<Vec<Action>>,
    /// Names of the fields that are not in the source but follow from the rules or the order of the record.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub inferred: ThinVec<String>,
    /// Tag of an alternative; absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// Alternatives to this turn, each a list of turns.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    #[schemars(with = "Vec<Vec<Turn>>")]
    pub alternatives: ThinVec<Vec<Turn>>,
}

/// Reads a list without spare capacity.
fn without_spare_room<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<Action>, D::Error> {
    let mut actions: Vec<Action> = Vec::deserialize(deserializer)?;
    free_spare_room(&mut actions);
    Ok(actions)
}

/// The result of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// Seats of the winners.
    pub winners: Vec<Seat>,
    /// Reason for the result, as in the source; absent if it gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// True if the source states the result, false if it follows from the position.
    pub stated: bool,
}
