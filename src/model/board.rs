//! The board: territories, who may go from which to which, and special passages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::document::Source;
use super::value::{Element, Field, Seat, TerritoryRef};

/// A board: a built-in one by name, or its territories, adjacencies and passages.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// A board that ships with Ludex is named, not repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builtin: Option<BuiltinBoard>,
    /// The file of a board that was only used to resolve names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<BoardSource>,
    /// The territories, in the order of the source: ownership is counted by it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub territories: Vec<Element<Territory>>,
    /// The adjacencies, one element a source line, never merged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adjacencies: Vec<Element<Adjacency>>,
    /// Gateways, railways and other passages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passages: Vec<Element<Passage>>,
}

/// The boards that ship with Ludex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BuiltinBoard {
    /// The 42 countries of Global War.
    GlobalWar,
    /// The standard map of Diplomacy.
    Standard,
    /// The 61 sectors of Power.
    Power,
}

/// The file that a board or a position came from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardSource {
    /// The name of the file, without folders.
    pub name: String,
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// The SHA-256 of what was taken from it, in hexadecimal, so that an edit is noticed; absent where nobody looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_sha256: Option<String>,
}

impl BoardSource {
    /// The same, of that content.
    pub fn of(self, content: &impl Serialize) -> BoardSource {
        let content_sha256 = Some(self.digest(content));
        BoardSource { content_sha256, ..self }
    }

    /// True where `content` has been changed since it was taken from the file.
    pub fn is_edited(&self, content: &impl Serialize) -> bool {
        self.content_sha256.as_ref().is_some_and(|digest| *digest != self.digest(content))
    }

    fn digest(&self, content: &impl Serialize) -> String {
        // What is in memory can be written as JSON.
        let json = serde_json::to_vec(&(&self.name, &self.sha256, content)).unwrap_or_default();
        Source::sha256_of(&json)
    }
}

/// A territory: a country, a province, a sea, a sector.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Territory {
    /// The id that the rest of the document refers by.
    pub id: TerritoryRef,
    /// The name that people call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Abbreviations, in the order that names are looked up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Its three-letter code in the order notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The kind of area.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub kind: Field<TerritoryKind>,
    /// The second kind of an area that is both (a coast that convoys).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_kind: Option<TerritoryKind>,
    /// True where it is a supply centre; absent where the source does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre: Option<bool>,
    /// The power whose home it is; null is nobody's centre.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub home: Field<Option<Seat>>,
    /// The continent or region that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The city in it (Machiavelli).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<City>,
}

/// The kinds of areas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TerritoryKind {
    /// An area on land.
    Land,
    /// Water, which fleets enter.
    Water,
    /// High sea: any number of fleets may stay in it.
    HighSea,
    /// Arctic water, closed in fall.
    Ice,
    /// A notional province that controls a passage.
    Gateway,
    /// A notional province that stands for a railway.
    Railway,
}

/// The city of a province of Machiavelli.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct City {
    /// Income, 0 to 7; 0 with neither walls nor port is no city.
    pub income: u8,
    /// True where it can be garrisoned.
    #[serde(default)]
    pub fortified: bool,
    /// True where it is a port.
    #[serde(default)]
    pub port: bool,
    /// True where the rules for Venice hold.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub venice: bool,
}

/// One line of moves from a territory.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Adjacency {
    /// The territory that the moves lead from.
    pub from: TerritoryRef,
    /// The kind of move: `mv` armies, `xc` fleets, `nc sc ec wc` fleets of that coast, `cc` a conduit, ...
    #[serde(rename = "move")]
    #[schemars(with = "String")]
    pub movement: SmolStr,
    /// The territories that they lead to; a conduit is followed by its gatekeeper.
    pub to: Vec<Field<TerritoryRef>>,
}

/// The kinds of passages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PassageKind {
    /// A passage between two territories that a third one controls.
    Gateway,
    /// A path that some powers may ride along.
    Railway,
}

/// A gateway or a railway.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Passage {
    /// The kind of passage.
    pub kind: PassageKind,
    /// The notional territory of the passage; unknown with nothing else, it is a line that was not understood.
    pub at: Field<TerritoryRef>,
    /// The territory that controls a gateway.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub controlled_from: Field<TerritoryRef>,
    /// The two territories that a gateway lies between.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub between: Vec<Field<TerritoryRef>>,
    /// The powers that may use a railway.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub powers: Vec<Seat>,
    /// The territories along a railway.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Field<TerritoryRef>>,
}
