//! The shared intermediate model: what every format is read into and written from.
//!
//! All systems are the same kind of thing: *players* hold *territories* of a *board* with *pieces*, and a record of
//! *turns* made of *actions* changes that *position*. The names and shapes of the JSON form are a contract.

mod action;
mod binary;
mod board;
pub(crate) mod commands;
mod details;
pub(crate) mod difference;
mod document;
mod game;
mod moment;
mod position;
mod room;
pub(crate) mod secrets;
mod value;
mod visit;

pub use action::{
    Action, ActionKind, Convoyed, Extra, PieceName, Remark, RemarkAnchor, Stack, Supported, TradeInput, TradeInputWord,
};
pub use binary::Binary;
pub use board::{Adjacency, Board, BoardSource, BuiltinBoard, City, Passage, PassageKind, Territory, TerritoryKind};
pub use document::{Document, SHAPE_VERSION, Source};
pub use game::{Commendations, Game, GameResult, Player, PlayerKind, State, Turn, by_seat};
pub use moment::{BadMoment, Moment, Phase, PhaseKind, Season, When};
pub use position::{Holding, Piece, Position};
pub use value::{Element, Field, Seat, TerritoryRef, Unknown};

pub use crate::systems::{Details, System, models as systems};

pub(crate) use details::{DetailsVisitor, NoDetails, SystemDetails};
pub(crate) use difference::{Change, Difference, ancestors, differences_beside, pattern_of, value_differences};
pub(crate) use document::advice_on_version;
pub(crate) use game::IsEmpty;
pub(crate) use moment::is_day;
pub(crate) use room::free_spare_room;
pub(crate) use visit::{Visit, visit};
