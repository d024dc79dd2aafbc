//! Lines that say something else than what follows from those before them.

use super::{Origin, Owner};
use crate::systems::global_war::rules::COUNTRIES;

/// A line, or a given position, that says something else than what follows from what is before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction {
    /// The place of the country in [`COUNTRIES`].
    pub country: usize,
    /// What it says, and what follows.
    pub matter: Matter,
    /// The line or position that says so.
    pub at: Origin,
    /// The last line or position before it that gives the number which the other one follows from: one of the two is
    /// wrong, or the fault lies between them. None where the line contradicts itself.
    pub since: Option<Origin>,
}

/// What a contradiction is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matter {
    /// The owner of the country; 0 is nobody, or of a player who is out, somebody else.
    Owner {
        /// The owner by the line.
        says: Owner,
        /// The owner that follows from the lines before it.
        follows: Owner,
    },
    /// The armies on the country.
    Armies {
        /// How many there are by the line.
        says: i32,
        /// How many there are by the lines before it.
        follows: i32,
    },
    /// More armies leave the country than are there; or of those that are there, more were just deployed.
    Lost {
        /// How many leave it, or were deployed.
        says: i32,
        /// How many are there.
        follows: i32,
    },
}

impl Matter {
    /// The key of the value that it is about, in a holding.
    pub fn key(&self) -> &'static str {
        match self {
            Matter::Owner { .. } => "owner",
            Matter::Armies { .. } | Matter::Lost { .. } => "armies",
        }
    }
}

impl Contradiction {
    /// What the line says, and what follows, in words; where the fault lies is for the caller, who knows the lines.
    pub fn words(&self) -> String {
        let country = COUNTRIES.get(self.country).map_or("?", |country| country.name);
        let here = if matches!(self.at, Origin::Given(_)) { "in the position" } else { "by this line" };
        let before =
            if matches!(self.since, Some(Origin::Given(_))) { "by the position" } else { "by the lines before" };
        let of = |owner: Owner| if owner == 0 { "somebody else".to_owned() } else { format!("player {owner}") };
        match self.matter {
            Matter::Owner { says, follows } => {
                format!("{country} belongs to {} {here}, but to {} {before}", of(says), of(follows))
            }
            Matter::Armies { says, follows } => {
                format!("{country} has {} {here}, but {follows} {before}", armies(says))
            }
            Matter::Lost { says, follows } if self.since.is_none() => {
                format!("of {} on {country} {says} were just deployed", armies(follows))
            }
            Matter::Lost { says, follows } => {
                format!("{} leave {country} {here}, but {follows} are there {before}", armies(says))
            }
        }
    }
}

fn armies(count: i32) -> String {
    if count == 1 { "1 army".to_owned() } else { format!("{count} armies") }
}

/// A contradiction whose origins are still numbers.
pub struct Clash {
    pub country: u8,
    pub matter: Matter,
    pub at: u32,
    pub since: u32,
}

impl Clash {
    /// The contradiction; `origin` says what stands behind a number.
    pub fn resolve(&self, origin: impl Fn(u32) -> Option<Origin>) -> Option<Contradiction> {
        Some(Contradiction {
            country: self.country.into(),
            matter: self.matter,
            at: origin(self.at)?,
            since: if self.since == self.at { None } else { origin(self.since) },
        })
    }
}
