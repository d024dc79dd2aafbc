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
    /// The time of the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
    /// The file of a position that was only used to judge and complete orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<BoardSource>,
    /// Owners, armies and marks of territories; one element for each that the source lists.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holdings: Vec<Holding>,
    /// The pieces on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Element<Piece>>,
}

/// A territory and who holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Holding {
    /// The id of the territory.
    pub territory: TerritoryRef,
    /// The seat that owns it; null is nobody.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub owner: Field<Option<Seat>>,
    /// The number of armies that stand on it (Global War).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub armies: Field<i32>,
    /// The seat that owns the city (Machiavelli).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub city_owner: Field<Option<Seat>>,
    /// The power whose home it is; null is nobody's.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub home: Field<Option<Seat>>,
    /// True where it is a supply centre by the position itself, beside what the board says (nJudge's `H`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre: Option<bool>,
    /// Flags, as a number (nJudge).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub flags: Field<i32>,
    /// True where it is held (nJudge's `S`).
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
    /// The player that it belongs to; absent for a piece of nobody, such as a star.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
    /// The kind of piece: `army`, `fleet`, `infantry`, or a Homeworlds piece such as `g2`.
    #[schemars(with = "String")]
    pub kind: SmolStr,
    /// The letter that tells it from equal pieces (.hwl).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub serial: Option<SmolStr>,
    /// The territory that it stands in.
    pub territory: TerritoryRef,
    /// The number of pieces, where it is a stack; absent is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// `maintained`, `dislodged`, or the letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The class of a Machiavelli unit: `citizen`, `mercenary` or `professional`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
    /// The territories that a dislodged unit may retreat to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retreats: Vec<TerritoryRef>,
}
