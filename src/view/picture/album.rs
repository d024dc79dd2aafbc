//! The pictures of a game: one for each of its moments.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::shape::{Paint, Picture};
use crate::model::System;

/// The pictures of a game, in the order that it was played.
pub trait Album {
    /// What can be drawn, the earliest first; the last one is the latest position. Never empty.
    fn moments(&self) -> &[Moment];
    /// The board at a moment, and what the turn before it did; `index` counts the moments from 0, and the last one is
    /// drawn for any beyond it.
    fn picture(&self, index: usize) -> Picture;
    /// What was done between the moment before and this one, in words, each a line.
    fn events(&self, index: usize) -> Vec<Event>;
    /// What each player has at every moment.
    fn series(&self) -> Vec<Series>;
}

/// A moment of a game that can be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// What `--turn` calls it: `0` for the start, `12`, `S1905M`.
    pub name: String,
    /// The same for people: `Turn 12: Ann, 14 July 1989`.
    pub title: String,
    /// The index of the turn in the game's turns that led to it; nothing for a start or a position without turns.
    pub turn: Option<usize>,
}

/// Something that happened in a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// What happened, in words, without a line end.
    pub text: String,
    /// What kind it is.
    pub kind: EventKind,
    /// The index of the action in the turn's actions that says so.
    pub action: Option<usize>,
}

/// The kinds of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// Something that was done.
    Done,
    /// Something that was tried, and failed.
    Failed,
    /// What followed: an elimination, a win.
    Result,
}

/// What each player has, over time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// What is counted: `Countries`.
    pub name: String,
    /// For each player: the name, the colour of the player or of the player's pieces, and the count at each moment, where
    /// it is known.
    pub players: Vec<(String, Paint, Vec<Option<i64>>)>,
}

/// Which moment is wanted: `3`, `last`, `S1905M`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MomentName {
    /// The latest.
    Last,
    /// The one of that name, in any case.
    Named(String),
}

impl MomentName {
    /// The index of the moment that is meant.
    pub fn find(&self, moments: &[Moment]) -> Option<usize> {
        match self {
            MomentName::Last => moments.len().checked_sub(1),
            MomentName::Named(name) => moments.iter().rposition(|moment| moment.name.eq_ignore_ascii_case(name)),
        }
    }
}

impl FromStr for MomentName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_name = |c: char| c.is_ascii_alphanumeric();
        match text {
            "last" => Ok(MomentName::Last),
            "" => Err("expected the number of a turn, a phase such as S1905M, or `last`".to_owned()),
            _ if text.chars().all(is_name) => {
                let number = text.trim_start_matches('0');
                let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
                let name = if is_number && number.is_empty() { "0" } else { text };
                Ok(MomentName::Named(if is_number && !number.is_empty() { number } else { name }.to_owned()))
            }
            _ => Err("expected the number of a turn, a phase such as S1905M, or `last`".to_owned()),
        }
    }
}

impl fmt::Display for MomentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MomentName::Last => f.write_str("last"),
            MomentName::Named(name) => f.write_str(name),
        }
    }
}

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoPicture {
    /// There is nothing in the document that could be drawn.
    #[error("there is no board in this that could be drawn: it is {0}")]
    Nothing(String),
    /// Boards of that system are not drawn.
    #[error("the board of {} is not drawn", .0.name())]
    System(System),
}
