//! The pictures of a game: one for each of its moments.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::shape::{Paint, Picture};
use crate::model::System;

/// The pictures of a game, in the order that it was played.
pub trait Album {
    /// Returns the moments that can be drawn, the earliest first; the last one is the latest position. Never empty.
    fn moments(&self) -> &[Moment];
    /// Draws the board at the moment with that index, and marks what the turn before it did. Indices count from 0; an
    /// index past the end draws the last moment.
    fn picture(&self, index: usize) -> Picture;
    /// Returns what happened between the previous moment and this one, one line of text per event.
    fn events(&self, index: usize) -> Vec<Event>;
    /// Returns the players' counts at the moments from that index on, one series for each thing counted.
    fn series(&self, first: usize) -> Vec<Series>;
}

/// A moment of a game that can be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// Name that `--turn` takes: `0` for the start, `12`, `S1905M`.
    pub name: String,
    /// Title for people: `Turn 12: Ann, 14 July 1989`.
    pub title: String,
    /// Index, in the game's turns, of the turn that led to it; `None` for the start and for a position without turns.
    pub turn: Option<usize>,
}

/// Something that happened in a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Description in words, without a line end.
    pub text: String,
    /// Whether it was done, failed or followed from the turn.
    pub kind: EventKind,
    /// Index, in the turn's actions, of the action that the event was taken from; `None` if there is no such action.
    pub action: Option<usize>,
}

/// The kinds of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// An action that took place.
    Done,
    /// An action that was attempted and failed.
    Failed,
    /// A consequence of the turn: an elimination, a win.
    Result,
}

/// One count of each player over time, such as the countries that they hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// Name of what is counted: `Countries`.
    pub name: String,
    /// For each player: the name, the colour of the player or of the player's pieces, and the count at each of the
    /// moments (`None` where it is not known).
    pub players: Vec<(String, Paint, Vec<Option<i64>>)>,
}

/// A moment as named by the user: `3`, `last`, `S1905M`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MomentName {
    /// The latest moment.
    Last,
    /// The moment of that name, compared without regard to case.
    Named(String),
}

impl MomentName {
    /// Returns the index of the named moment (the last one if several share the name); `None` if there is none.
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

/// The reason why a document has no picture.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoPicture {
    /// The document contains no board that could be drawn; the text says what it is instead.
    #[error("there is no board in this that could be drawn: it is {0}")]
    Nothing(String),
    /// Ludex does not draw boards of this system.
    #[error("the board of {} is not drawn", .0.name())]
    System(System),
}
