//! What only Global War has.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::secrets::{Suspects, SystemSecrets};
use crate::model::{Details, Field, Moment, Player, Position, Seat, State, SystemDetails, Unknown};

/// Values that only Global War has.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GlobalWarDetails {
    /// An event number that does not come apart; then state, kind and flags are missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<Unknown>,
    /// The kind of game: normal or in teams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_kind: Option<GameKind>,
    /// True where names are hidden while the game is played (+100).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden_names: Option<bool>,
    /// True where players may mix deploying, attacking and fortifying (+10000, from version 2.40).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub non_sequential: Option<bool>,
    /// The flag +1000, only where it is set; its meaning depends on the version.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flag_1000: bool,
    /// Fewest players to start with, 3 to 6 (events 33 to 66).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players_min: Option<u8>,
    /// Most players, 3 to 6 (events 33 to 66).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players_max: Option<u8>,
    /// The day of the event: the game was opened, began or ended.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub event_day: Field<Moment>,
    /// When the game began, by the first line of its log (.LOG).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub log_started: Field<Moment>,
    /// Sets of commendations turned in for armies, in the whole game.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub commendation_sets: Field<i32>,
    /// The three passwords of a team game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team_passwords: Option<Vec<String>>,
    /// Line 127 (from version 2.40): fortifications allowed.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub fortifications: Field<i32>,
    /// Lines beyond 127, as they stand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_lines: Vec<String>,
    /// The turn that was interrupted (.REC).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interruption: Option<Interruption>,
}

impl SystemDetails for GlobalWarDetails {
    /// In a file of lines in a fixed order any line that was not understood may be one that is out of its place; a log
    /// has no passwords. The program takes an empty line for no password.
    const SECRETS: SystemSecrets = SystemSecrets {
        passwords: &["team_passwords"],
        lines: &["more_lines"],
        suspects: |game, has_turns| {
            if has_turns && game["players"].is_null() { Suspects::None } else { Suspects::All }
        },
        no_password: "",
        row_of: first_line_of_turn,
        ..SystemSecrets::NONE
    };

    fn into_details(self) -> Details {
        Details::GlobalWar(Box::new(self))
    }

    /// A game always has some.
    fn is_left_out(&self) -> bool {
        false
    }
}

/// What a turn of a log is begun by, where the line that does was not understood.
fn first_line_of_turn<'t>(_: &str, text: &'t str) -> Option<&'t str> {
    let rest = text.strip_prefix("B ")?;
    let has_player = rest.starts_with(|c: char| c.is_ascii_digit()) && rest[1..].starts_with(' ');
    text.get(..if has_player { 3 } else { 1 })
}

impl Details {
    /// The details of a Global War game.
    pub fn global_war(&self) -> Option<&GlobalWarDetails> {
        match self {
            Details::GlobalWar(details) => Some(details),
            _ => None,
        }
    }
}

/// The kinds of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GameKind {
    /// Each player plays alone.
    Normal,
    /// Players play in teams.
    Team,
}

/// A turn that was interrupted when the player lost carrier.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Interruption {
    /// The player whose turn was interrupted.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub player: Field<Seat>,
    /// The activity that was interrupted.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub activity: Field<Activity>,
    /// Armies that were still to be deployed.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub armies_to_deploy: Field<i32>,
    /// The map that was on screen.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub map: Field<Map>,
    /// The state of the .REC, where it differs from the .DAT that it is joined with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Box<InterruptionState>>,
}

/// The interrupted game, as far as it differs from the saved one.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InterruptionState {
    /// The state of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// The players, where they differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Player>,
    /// The position, where it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The details, where they differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<GlobalWarDetails>,
}

/// The activities of a turn (line 2 of a .REC, 0 to 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Activity {
    /// 0: the player deploys armies.
    Deploying,
    /// 1: the player attacks.
    Attacking,
    /// 2: the player fortifies.
    Fortifying,
    /// 3: attacking, a commendation earned already.
    AttackingCommendationEarned,
}

/// The map that was on screen (line 4 of a .REC, 1 to 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Map {
    /// 1: the whole globe.
    Globe,
    /// 2: the continent of Africa.
    Africa,
    /// 3: the continent of Asia.
    Asia,
    /// 4: the continent of Australia.
    Australia,
    /// 5: the continent of Europe.
    Europe,
    /// 6: the continent of North America.
    NorthAmerica,
    /// 7: the continent of South America.
    SouthAmerica,
}
