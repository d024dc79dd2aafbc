//! The board: its territories, the adjacencies between them, and special passages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::document::Source;
use super::value::{Element, Field, Seat, TerritoryRef};

/// A board: the name of a built-in one, or its territories, adjacencies and passages.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Name of a built-in board, whose territories are not repeated here; absent for any other board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builtin: Option<BuiltinBoard>,
    /// File of a board that was only used to resolve names; absent for any other board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<BoardSource>,
    /// Territories in the order of the source, by which ownership strings count them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub territories: Vec<Element<Territory>>,
    /// Adjacencies, one element per line of the source; they are never merged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adjacencies: Vec<Element<Adjacency>>,
    /// Gateways, railways and other passages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passages: Vec<Element<Passage>>,
}

/// A board that ships with Ludex.
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

/// The file that a board or a position was taken from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardSource {
    /// Name of the file, without folders.
    pub name: String,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// SHA-256 of the content taken from the file, in hexadecimal, which reveals edits; absent if it was not computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_sha256: Option<String>,
}

impl BoardSource {
    /// Returns the same source with the digest of that content.
    pub fn of(self, content: &impl Serialize) -> BoardSource {
        let content_sha256 = Some(self.digest(content));
        BoardSource { content_sha256, ..self }
    }

    /// Returns whether `content` was changed after it was taken from the file.
    pub fn is_edited(&self, content: &impl Serialize) -> bool {
        self.content_sha256.as_ref().is_some_and(|digest| *digest != self.digest(content))
    }

    fn digest(&self, content: &impl Serialize) -> String {
        // A value in memory can always be written as JSON.
        let json = serde_json::to_vec(&(&self.name, &self.sha256, content)).unwrap_or_default();
        Source::sha256_of(&json)
    }
}

/// A territory: a country, a province, a sea or a sector.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Territory {
    /// Id that the rest of the document refers to the territory by.
    pub id: TerritoryRef,
    /// Full name of the territory; absent if the source gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Abbreviations, in the order in which names are looked up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Three-letter code in orders; absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Kind of the territory.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub kind: Field<TerritoryKind>,
    /// Second kind of a territory that has two (such as a coast that convoys); absent if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_kind: Option<TerritoryKind>,
    /// True if the territory is a supply centre; absent if the source does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre: Option<bool>,
    /// Power that has its home here; null for a centre that is nobody's home.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub home: Field<Option<Seat>>,
    /// Continent or region of the territory; absent if the source gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// City of the territory (Machiavelli); absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<City>,
}

/// The kind of a territory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TerritoryKind {
    /// Land.
    Land,
    /// Water, which fleets can enter.
    Water,
    /// High sea, which holds any number of fleets.
    HighSea,
    /// Arctic water, which is closed in fall.
    Ice,
    /// A notional province that controls a passage.
    Gateway,
    /// A notional province that stands for a railway.
    Railway,
}

/// The city of a province (Machiavelli).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct City {
    /// Income in ducats, 0 to 7; 0 without fortress and port means that there is no city.
    pub income: u8,
    /// True if the city can be garrisoned.
    #[serde(default)]
    pub fortified: bool,
    /// True if the city is a port.
    #[serde(default)]
    pub port: bool,
    /// True if the special rules for Venice apply.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub venice: bool,
}

/// A line of moves from one territory.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Adjacency {
    /// Territory the moves start from.
    pub from: TerritoryRef,
    /// Kind of the moves: `mv` for armies, `xc` for fleets, `nc`, `sc`, `ec` and `wc` for fleets on that coast, `cc`
    /// for a conduit, ...
    #[serde(rename = "move")]
    #[schemars(with = "String")]
    pub movement: SmolStr,
    /// Territories the moves lead to; a conduit is followed by its gatekeeper.
    pub to: Vec<Field<TerritoryRef>>,
}

/// The kind of a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PassageKind {
    /// A passage between two territories that a third one controls.
    Gateway,
    /// A path along which some powers may move.
    Railway,
}

/// A gateway or a railway.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Passage {
    /// Kind of the passage.
    pub kind: PassageKind,
    /// Notional territory of the passage; unknown, with all other fields absent, for a line that was not understood.
    pub at: Field<TerritoryRef>,
    /// Territory that controls a gateway; absent for a railway.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub controlled_from: Field<TerritoryRef>,
    /// The two territories that a gateway connects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub between: Vec<Field<TerritoryRef>>,
    /// Powers that may use a railway.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub powers: Vec<Seat>,
    /// Territories along a railway.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Field<TerritoryRef>>,
}
