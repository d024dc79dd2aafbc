//! What stands where.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::board::BoardSource;
use super::moment::When;
use super::value::{Element, Field, Seat, TerritoryRef};

/// A position: who holds what, and which pieces stand where.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// When it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
    /// The file of a position that was only used to judge and complete orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<BoardSource>,
    /// Who holds which territory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holdings: Vec<Holding>,
    /// The pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Element<Piece>>,
}

/// A territory and who holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Holding {
    /// The territory.
    pub territory: TerritoryRef,
    /// The seat that owns it; null is nobody.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub owner: Field<Option<Seat>>,
    /// How many armies stand on it (Global War).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub armies: Field<i32>,
    /// The seat that owns the city (Machiavelli).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub city_owner: Field<Option<Seat>>,
    /// The power whose home it is; null is nobody's.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub home: Field<Option<Seat>>,
    /// Whether it is a supply centre, as a home is: where the position says so beside the board (nJudge's `H`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre: Option<bool>,
    /// Flags, as a number (nJudge).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub flags: Field<i32>,
    /// Whether it is held (nJudge's `S`).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub held: Field<bool>,
    /// The owner after retreats (nJudge's `o`).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub new_owner: Field<Option<Seat>>,
    /// The city's owner after retreats (nJudge's `c`).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub new_city_owner: Field<Option<Seat>>,
}

impl Holding {
    /// A holding of which only the territory is known.
    pub fn of(territory: TerritoryRef) -> Holding {
        Holding {
            territory,
            owner: Field::Absent,
            armies: Field::Absent,
            city_owner: Field::Absent,
            home: Field::Absent,
            centre: None,
            flags: Field::Absent,
            held: Field::Absent,
            new_owner: Field::Absent,
            new_city_owner: Field::Absent,
        }
    }
}

/// A piece, or a stack of equal ones.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
    /// What it is: `army`, `fleet`, `infantry`, or a Homeworlds piece such as `g2`.
    #[schemars(with = "String")]
    pub kind: SmolStr,
    /// What tells it from equal pieces (.hwl).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub serial: Option<SmolStr>,
    /// Where it stands.
    pub territory: TerritoryRef,
    /// How many, where it is a stack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// `maintained`, `dislodged`, or the letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// `citizen`, `mercenary`, `professional`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
    /// Where it may retreat to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retreats: Vec<TerritoryRef>,
}
