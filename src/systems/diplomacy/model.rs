//! Details of Diplomacy and its variants: the sections of a judge's map, ownership that no board explains, and the
//! accounts, players and game block of a position file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::secrets::{Lists, Suspects, SystemSecrets};
use crate::model::{Details, Element, Extra, Field, Seat, SystemDetails, TerritoryRef};

/// Values that only Diplomacy and its variants have.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiplomacyDetails {
    /// Optional sections of a map, in the order of the file; lines outside of sections are unknown elements in their
    /// place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<Field<Section>>,
    /// Table of famine (Machiavelli): the territory struck by each roll of two dice; absent if the map has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub famine: Option<Vec<Disaster>>,
    /// Table of plague (Machiavelli): the territory struck by each roll of two dice; absent if the map has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plague: Option<Vec<Disaster>>,
    /// Table of storms (Machiavelli): the territory struck by each roll of two dice; absent if the map has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storms: Option<Vec<Disaster>>,
    /// Variable income of cities, by dice (Machiavelli); absent if the map has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub income: Option<Vec<Element<Income>>>,
    /// Cities in the order of the judge's reports (its ownership list), in the rows of the file; absent if the map has
    /// no such list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city_order: Option<Vec<Vec<Field<TerritoryRef>>>>,
    /// Supply centres, or provinces in Machiavelli, in the order of the judge's reports; absent if the map has no such
    /// list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre_order: Option<Vec<Vec<Field<TerritoryRef>>>>,
    /// Centres that a power may own but not build for; absent if the map has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hong_kong: Option<Vec<Element<HongKong>>>,
    /// Unit types allowed to each power (Machiavelli, second edition); absent if the map has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Vec<Element<Limits>>>,
    /// Centres that count without being on the board; absent if the map has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_centres: Option<Vec<Element<ExtraCentres>>>,
    /// Ownership strings as in the source; absent if a board says which territories they count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ownership: Option<Ownership>,
    /// Money, chits and allies of the powers (position files).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accounts: Vec<Element<Account>>,
    /// Players' block of a position file; absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standings: Option<Vec<Element<PlayerRow>>>,
    /// Game block of a position file; absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_block: Option<GameBlock>,
    /// Values of a saved game in JSON that the model has no field for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<Extra>,
}

impl SystemDetails for DiplomacyDetails {
    const SECRETS: SystemSecrets =
        SystemSecrets { passwords: &["password"], addresses: &["address"], suspects, row_of, ..SystemSecrets::NONE };

    fn into_details(self) -> Details {
        Details::Diplomacy(Box::new(self))
    }

    fn extras(&self) -> &[Extra] {
        &self.extras
    }
}

/// A position file with player blocks has passwords; other files, and orders, may have some.
fn suspects(head: &Value, has: Lists) -> Suspects {
    let has_blocks = ["standings", "game_block"].iter().any(|block| head["details"].get(block).is_some());
    match () {
        () if has_blocks => Suspects::All,
        () if head["position"].is_object() || has.turns => Suspects::Unlikely,
        () => Suspects::None,
    }
}

fn row_of<'t>(key: &str, text: &'t str) -> Option<&'t str> {
    match key {
        // The letter before the colon only identifies the row.
        "accounts" if text.as_bytes().get(1) == Some(&b':') => text.get(..2),
        // A row of Hong Kong begins with a letter, and a dash ends the section.
        "hong_kong" => Some("?"),
        _ => None,
    }
}

impl Details {
    /// Returns the details of a Diplomacy game; `None` for other systems.
    pub fn diplomacy(&self) -> Option<&DiplomacyDetails> {
        match self {
            Details::Diplomacy(details) => Some(details),
            _ => None,
        }
    }
}

/// An optional section of a map file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// Section `F`: the table of famine.
    Famine,
    /// Section `P`: the table of plague.
    Plague,
    /// Section `S`: the table of storms.
    Storms,
    /// Section `V`: variable income of cities.
    Income,
    /// Section `O`: the order of cities in the ownership of seeds.
    CityOrder,
    /// Section `C`: the order of centres in the ownership of seeds.
    CentreOrder,
    /// Section `H`: rules for Hong Kong.
    HongKong,
    /// Section `G`: gateways, which are passages of the board.
    Gateway,
    /// Section `R`: railways, which are passages of the board.
    Railway,
    /// Section `L`: limits of unit types.
    Limits,
    /// Section `E`: extra centres.
    ExtraCentres,
}

/// A cell of a disaster table: the territory struck by a roll of two dice.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Disaster {
    /// Row of the table, 2 to 12.
    pub row: u8,
    /// Column of the table, 2 to 12.
    pub column: u8,
    /// Territory that is struck.
    pub territory: Field<TerritoryRef>,
}

/// Variable income of a city, by one or several dice.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Income {
    /// Territory of the city.
    pub territory: Field<TerritoryRef>,
    /// Number of dice, 0 to 9.
    pub dice: i32,
    /// Income for each face of a die, from 1 to 6; in ducats.
    pub values: [i32; 6],
    /// Money at the start of the game, in ducats; absent if the source gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<i32>,
}

/// Centres that a power may own but not build for.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HongKong {
    /// Letter of the power.
    pub player: Seat,
    /// Territories of the line; the judge accepts one per line.
    pub territories: Vec<Field<TerritoryRef>>,
}

/// The unit types allowed to a power: four marks per type, for ordinary, citizen, mercenary and professional units. `x`
/// allows them at any time, `b` only by building, `r` only by bribing, `.` never.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Letter of the power.
    pub player: Seat,
    /// Four marks for armies.
    pub army: String,
    /// Four marks for fleets.
    pub fleet: String,
    /// Four marks for garrisons.
    pub garrison: String,
}

/// Centres that count for a power without being on the board.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtraCentres {
    /// Letter of the power.
    pub player: Seat,
    /// Number of extra centres.
    pub count: i32,
}

/// The ownership strings of a seed or position file: one character for each territory of the map, in the order of the
/// map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ownership {
    /// One character per territory, `.` for nobody.
    Flat(String),
    /// Records, in groups of up to 77 territories.
    Groups(Vec<OwnershipGroup>),
}

/// A group of ownership records, each with one character per territory.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnershipGroup {
    /// Rows with the letters of the territories' names, the first letters in the first row (`N`, `n`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Owners, one letter per territory (line `O`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Owners of the cities (line `C`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city_owner: Option<String>,
    /// Powers that have their homes there (line `H`); `x` for a centre that is nobody's home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    /// Flags (line `F`), one character per territory: `0` for none, and the characters after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flags: Option<String>,
    /// Marks of held territories (line `S`); `0` for a territory that is not held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<String>,
    /// Owners after retreats, one letter per territory (line `o`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_owner: Option<String>,
    /// Owners of the cities after retreats (line `c`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_city_owner: Option<String>,
}

/// The money, chits and allies of a power.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// Letter of the power.
    pub player: Seat,
    /// Ducats in the treasury (line `D`); absent if the power has no such line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub treasury: Option<i32>,
    /// Up to six loans, each with its amount in ducats and its interest (line `D`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loans: Vec<[i32; 2]>,
    /// Letters of the powers that the assassination chits are for (line `A`); absent if the power has no such line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chits: Option<String>,
    /// Letters of the allies (line `a`, in a retreat phase); absent if the power has no such line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allies: Option<String>,
}

/// A line of the players' block of a position file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerRow {
    /// Letter of the power; unknown, with the name in the line, if the name is not one of a power.
    pub player: Field<Seat>,
    /// Status, as a number of bits.
    pub status: i32,
    /// Number of units on the board.
    pub units: i32,
    /// Number of centres owned.
    pub centres: i32,
    /// Number of the user in the judge's list.
    pub user: i32,
    /// Number of the site in the judge's list.
    pub site: i32,
    /// Dedication of the player, in points.
    pub dedication: i32,
    /// E-mail address of the player; absent if the line has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Number of times that orders were late.
    pub late: i32,
    /// Number of blockaded centres.
    pub blockaded: i32,
}

/// The game block of a position file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameBlock {
    /// Name of the game, as players write it.
    pub name: String,
    /// Number of the phase, as written in the file (`002`).
    pub sequence: String,
    /// Phase, such as `F1453R`.
    pub phase: String,
    /// The judge's number for the mode of access.
    pub access: i32,
    /// The judge's number for the variant.
    pub variant: i32,
    /// The judge's number for the level.
    pub level: i32,
    /// Dedication required of players, in points.
    pub dedication: i32,
    /// Flags, as a hexadecimal number.
    pub flags: String,
    /// Number of centres required for victory.
    pub victory: i32,
    /// Number of players.
    pub players: i32,
    /// Second set of flags, as a hexadecimal number.
    pub xflags: String,
    /// Number of absences allowed.
    pub absence: i32,
    /// Third set of flags, as a hexadecimal number.
    pub x2flags: String,
    /// Number of homes required for victory.
    pub homes: i32,
    /// Fourth set of flags, as a hexadecimal number.
    pub x3flags: String,
    /// Number of powers.
    pub powers: i32,
    /// Settings, one per line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Element<Setting>>,
    /// Players, one per line; their `_pref:` and `_draw:` lines are unknown elements in their place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Element<Member>>,
}

/// A settings line of a game block.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// First word of the line, such as `Deadline`.
    pub key: String,
    /// Rest of the line.
    pub text: String,
}

impl Setting {
    /// First words of the judge's own lines; any other line may contain anything, including a password.
    pub const KEYS: [&str; 14] = [
        "Process",
        "Deadline",
        "Start",
        "Grace",
        "Wait",
        "Ontime",
        "T",
        "Yet_Applied_deadline?",
        "Comment",
        "EP_number",
        "Number_BM",
        "Moves",
        "Retreat",
        "Adjust",
    ];
}

/// A player line of a game block.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// Letter of the power.
    pub player: Seat,
    /// Status, as a number of bits.
    pub status: i32,
    /// Number of units on the board.
    pub units: i32,
    /// Number of centres owned.
    pub centres: i32,
    /// Number of the user in the judge's list.
    pub user: i32,
    /// Number of the site in the judge's list.
    pub site: i32,
    /// Password of the player; absent if the line has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// E-mail address of the player; absent if the line has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Numbers at the end of the line, which no document describes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<i32>,
}
