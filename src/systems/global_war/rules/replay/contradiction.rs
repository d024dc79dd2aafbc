//! Lines that contradict the lines before them.

use super::{Origin, Owner};
use crate::systems::global_war::rules::COUNTRIES;

/// A line or a given position that contradicts the lines before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction {
    /// Index of the country in [`COUNTRIES`].
    pub country: usize,
    /// The stated value and the one that follows from the lines before.
    pub matter: Matter,
    /// The contradicting line or position.
    pub at: Origin,
    /// The last line or position with a number from which the contradicted value follows: one of the two is wrong, or
    /// the fault lies between them. `None` if the line contradicts itself.
    pub since: Option<Origin>,
}

/// The kind of value that a contradiction is about, with both values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matter {
    /// The owner of the country; 0 is nobody or, for an eliminated player's country, somebody else.
    Owner {
        /// The owner according to the line.
        says: Owner,
        /// The owner that follows from the lines before.
        follows: Owner,
    },
    /// The armies on the country.
    Armies {
        /// The number of armies according to the line.
        says: i32,
        /// The number of armies that follows from the lines before.
        follows: i32,
    },
    /// More armies leave the country than are there, or more were just deployed than the total stated for it.
    Lost {
        /// The number of armies that leave, or that were deployed.
        says: i32,
        /// The number of armies there.
        follows: i32,
    },
}

impl Matter {
    /// Returns the key of the value in a holding.
    pub fn key(&self) -> &'static str {
        match self {
            Matter::Owner { .. } => "owner",
            Matter::Armies { .. } | Matter::Lost { .. } => "armies",
        }
    }
}

impl Contradiction {
    /// Describes the two values in words. The caller, who knows the lines, adds where the fault lies.
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

/// A contradiction whose sources are still numbers.
pub struct Clash {
    pub country: u8,
    pub matter: Matter,
    pub at: u32,
    pub since: u32,
}

impl Clash {
    /// Resolves the sources with `origin`, which returns the origin for a source number.
    pub fn resolve(&self, origin: impl Fn(u32) -> Option<Origin>) -> Option<Contradiction> {
        Some(Contradiction {
            country: self.country.into(),
            matter: self.matter,
            at: origin(self.at)?,
            since: if self.since == self.at { None } else { origin(self.since) },
        })
    }
}
