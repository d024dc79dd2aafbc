//! A position of a game: owners and pieces.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::board::BoardSource;
use super::moment::When;
use super::value::{Element, Field, Seat, TerritoryRef};

/// A position: the owners of the territories, and the pieces on the board.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Time of the position; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
    /// File of a position that was only used to judge and complete orders; absent for any other position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<BoardSource>,
    /// Owners, armies and marks of territories, one element for each territory in the source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holdings: Vec<Holding>,
    /// Pieces on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Element<Piece>>,
}

/// A territory and its owner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Holding {
    /// Id of the territory.
    pub territory: TerritoryRef,
    /// Seat of the owner; null if nobody owns the territory.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub owner: Field<Option<Seat>>,
    /// Number of armies in the territory (Global War).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub armies: Field<i32>,
    /// Seat of the city's owner (Machiavelli); null if nobody owns it.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub city_owner: Field<Option<Seat>>,
    /// Power that has its home here; null if it is nobody's home.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub home: Field<Option<Seat>>,
    /// True if the position itself marks the territory as a supply centre, whatever the board says (nJudge's `H`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre: Option<bool>,
    /// Flags as a number (nJudge).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub flags: Field<i32>,
    /// True if the territory is marked as held (nJudge's `S`).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub held: Field<bool>,
    /// Owner after retreats (nJudge's `o`); null if nobody owns the territory.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub new_owner: Field<Option<Seat>>,
    /// Owner of the city after retreats (nJudge's `c`); null if nobody owns it.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub new_city_owner: Field<Option<Seat>>,
}

impl Holding {
    /// Creates a holding with only a territory.
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

/// A piece, or a stack of equal pieces.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Seat of the owner; absent if nobody owns the piece, such as a star.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
    /// Kind of the piece: `army`, `fleet`, `infantry`, or a Homeworlds piece such as `g2`.
    #[schemars(with = "String")]
    pub kind: SmolStr,
    /// Letter that distinguishes the piece from others of the same kind (.hwl); absent in other formats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub serial: Option<SmolStr>,
    /// Territory of the piece.
    pub territory: TerritoryRef,
    /// Number of pieces in the stack; absent for one piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Status of the unit: `maintained`, `dislodged`, or the letter in the source; absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Class of a Machiavelli unit: `citizen`, `mercenary` or `professional`; absent for an ordinary one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
    /// Territories that a dislodged unit may retreat to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retreats: Vec<TerritoryRef>,
}
