//! What only Diplomacy and its variants have: the sections of a judge's map, ownership that no board explains, and
//! what a position file says of accounts, players and the game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::secrets::{Suspects, SystemSecrets};
use crate::model::{Details, Element, Extra, Field, Seat, SystemDetails, TerritoryRef};

/// Values that only Diplomacy and its variants have.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiplomacyDetails {
    /// The optional sections of a map, in the order of the file; lines that belong to none stand unknown in their
    /// place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<Field<Section>>,
    /// Famine: the territories that two dice strike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub famine: Option<Vec<Disaster>>,
    /// The table of plague (Machiavelli): the territory that each roll of the dice strikes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plague: Option<Vec<Disaster>>,
    /// The table of storms (Machiavelli): the territory that each roll of the dice strikes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storms: Option<Vec<Disaster>>,
    /// Variable income of cities, by dice (Machiavelli).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub income: Option<Vec<Element<Income>>>,
    /// The cities (the judge's ownership list) in the order of its reports, in the rows of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city_order: Option<Vec<Vec<Field<TerritoryRef>>>>,
    /// The supply centres, or in Machiavelli the provinces, in the order of the judge's reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre_order: Option<Vec<Vec<Field<TerritoryRef>>>>,
    /// Centres that a power may own and not build for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hong_kong: Option<Vec<Element<HongKong>>>,
    /// The unit types that each power may have (Machiavelli, second edition).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Vec<Element<Limits>>>,
    /// Centres that count without being on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_centres: Option<Vec<Element<ExtraCentres>>>,
    /// Ownership as it stands, where no board says which territories it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ownership: Option<Ownership>,
    /// Money, chits and allies (position files).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accounts: Vec<Element<Account>>,
    /// The players' block of a position file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standings: Option<Vec<Element<PlayerRow>>>,
    /// The game block of a position file.
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

/// A position file that names its players has their passwords; others, and orders, may hold some.
fn suspects(game: &Value, has_turns: bool) -> Suspects {
    let has_players = ["standings", "game_block"].iter().any(|block| game["details"].get(block).is_some());
    match () {
        () if has_players => Suspects::All,
        () if game["position"].is_object() || has_turns => Suspects::Unlikely,
        () => Suspects::None,
    }
}

fn row_of<'t>(key: &str, text: &'t str) -> Option<&'t str> {
    match key {
        // The letter before the colon says only which row it is.
        "accounts" if text.as_bytes().get(1) == Some(&b':') => text.get(..2),
        // A row of Hong Kong begins with a letter, and a dash ends the section.
        "hong_kong" => Some("?"),
        _ => None,
    }
}

impl Details {
    /// The details of a Diplomacy game.
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
    /// Section `F`: famine.
    Famine,
    /// Section `P`: plague.
    Plague,
    /// Section `S`: storms.
    Storms,
    /// Section `V`: variable income.
    Income,
    /// Section `O`: the order of cities in the ownership of seeds.
    CityOrder,
    /// Section `C`: the order of centres in the ownership of seeds.
    CentreOrder,
    /// Section `H`: rules for Hong Kong.
    HongKong,
    /// `G`: gateways, which are the board's passages.
    Gateway,
    /// `R`: railways, which are the board's passages.
    Railway,
    /// `L`: limits of unit types.
    Limits,
    /// Section `E`: extra centres.
    ExtraCentres,
}

/// A cell of a disaster table: what strikes when the dice show it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Disaster {
    /// The row, 2 to 12.
    pub row: u8,
    /// The column, 2 to 12.
    pub column: u8,
    /// The territory that is struck.
    pub territory: Field<TerritoryRef>,
}

/// Variable income of a city, by one die or several.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Income {
    /// The territory that the city lies in.
    pub territory: Field<TerritoryRef>,
    /// The number of dice, 0 to 9.
    pub dice: i32,
    /// The income that each of the six faces brings, in ducats.
    pub values: [i32; 6],
    /// Money at the start of the game, in ducats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<i32>,
}

/// Centres that a power may own and not build for.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HongKong {
    /// The power, by its letter.
    pub player: Seat,
    /// The territories; the judge takes one a line.
    pub territories: Vec<Field<TerritoryRef>>,
}

/// The unit types that a power may have: four marks a type, for ordinary, citizen, mercenary and professional units.
/// `x` at any time, `b` by building only, `r` by bribing only, `.` never.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The power, by its letter.
    pub player: Seat,
    /// Four marks for its armies.
    pub army: String,
    /// Four marks for its fleets.
    pub fleet: String,
    /// Four marks for its garrisons.
    pub garrison: String,
}

/// Centres that count for a power without being on the board.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtraCentres {
    /// The power, by its letter.
    pub player: Seat,
    /// The number of extra centres.
    pub count: i32,
}

/// Ownership as a seed or position file has it: characters that count the territories of a map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ownership {
    /// One character a territory, `.` for nobody.
    Flat(String),
    /// Records, in groups of up to 77 territories.
    Groups(Vec<OwnershipGroup>),
}

/// One group of ownership records; one character a territory in each.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnershipGroup {
    /// Rows with the letters of the territories' names, first letters first (`N`, `n`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Owners, a letter for each territory (line `O`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Owners of the cities (`C`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city_owner: Option<String>,
    /// Homes (`H`); `x` is a centre that is nobody's home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    /// Flags (`F`), each a character above `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flags: Option<String>,
    /// Marks of territories that are held (line `S`); `0` is not held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<String>,
    /// Owners after retreats, a letter for each territory (line `o`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_owner: Option<String>,
    /// Owners of the cities after retreats (`c`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_city_owner: Option<String>,
}

/// A power's money, chits and allies.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// The power, by its letter.
    pub player: Seat,
    /// Ducats in the treasury (`D`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub treasury: Option<i32>,
    /// Loans, up to six, each its amount and interest (`D`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loans: Vec<[i32; 2]>,
    /// Assassination chits, by the letters of the powers (`A`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chits: Option<String>,
    /// Allies, by their letters (`a`, in a retreat phase).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allies: Option<String>,
}

/// A line of the players' block of a position file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerRow {
    /// The power; unknown, it is the name that the line has.
    pub player: Field<Seat>,
    /// Status, as bits of a number.
    pub status: i32,
    /// The number of units on the board.
    pub units: i32,
    /// The number of centres owned.
    pub centres: i32,
    /// The number of the user in the judge's list.
    pub user: i32,
    /// The number of the site in the judge's list.
    pub site: i32,
    /// The player's dedication, in points.
    pub dedication: i32,
    /// The player's e-mail address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The number of times that orders were late.
    pub late: i32,
    /// The number of centres that are blockaded.
    pub blockaded: i32,
}

/// The game block of a position file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameBlock {
    /// The name of the game, as players write it.
    pub name: String,
    /// The number of the phase, as it is written (`002`).
    pub sequence: String,
    /// The phase, such as `F1453R`.
    pub phase: String,
    /// The mode of access, by the judge's number.
    pub access: i32,
    /// The variant, by the judge's number.
    pub variant: i32,
    /// The level, by the judge's number.
    pub level: i32,
    /// Dedication that is asked for.
    pub dedication: i32,
    /// Flags, as a hexadecimal number.
    pub flags: String,
    /// The number of centres for a victory.
    pub victory: i32,
    /// The number of players.
    pub players: i32,
    /// The second set of flags, as a hexadecimal number.
    pub xflags: String,
    /// The number of absences that are allowed.
    pub absence: i32,
    /// The third set of flags, as a hexadecimal number.
    pub x2flags: String,
    /// Homes that are to be held for a victory.
    pub homes: i32,
    /// The fourth set of flags, as a hexadecimal number.
    pub x3flags: String,
    /// The number of powers.
    pub powers: i32,
    /// The settings, a line each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Element<Setting>>,
    /// The players, a line each; their `_pref:` and `_draw:` lines stand unknown in their place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Element<Member>>,
}

/// A line of settings in a game block.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// The word it begins with, such as `Deadline`.
    pub key: String,
    /// The rest of the line.
    pub text: String,
}

impl Setting {
    /// The words that the judge's lines begin with; another line may hold anything, a password too.
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

/// A player's line in a game block.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The power, by its letter.
    pub player: Seat,
    /// Status, as bits of a number.
    pub status: i32,
    /// The number of units on the board.
    pub units: i32,
    /// The number of centres owned.
    pub centres: i32,
    /// The number of the user in the judge's list.
    pub user: i32,
    /// The number of the site in the judge's list.
    pub site: i32,
    /// The password of the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// The player's e-mail address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The numbers behind it, which no document describes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<i32>,
}
