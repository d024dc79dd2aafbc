//! Details of Global War.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::secrets::{Suspects, SystemSecrets};
use crate::model::{Details, Field, Moment, Player, Position, Seat, State, SystemDetails, Unknown};

/// Values that only Global War has.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GlobalWarDetails {
    /// Event number that cannot be decoded, in which case the state, the kind of game and the flags are absent; absent
    /// if it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<Unknown>,
    /// Kind of game: normal or in teams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_kind: Option<GameKind>,
    /// True if names are hidden while the game is played (event flag +100).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden_names: Option<bool>,
    /// True if players may mix deploying, attacking and fortifying (event flag +10000, from version 2.40).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub non_sequential: Option<bool>,
    /// True if the event flag +1000 is set, whose meaning depends on the version; absent if it is not set.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flag_1000: bool,
    /// Minimum number of players to start with, 3 to 6 (events 33 to 66); absent if the event gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players_min: Option<u8>,
    /// Maximum number of players, 3 to 6 (events 33 to 66); absent if the event gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players_max: Option<u8>,
    /// Date of the event: the game was opened, began or ended.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub event_day: Field<Moment>,
    /// Time the game began, from the first line of its log (.LOG).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub log_started: Field<Moment>,
    /// Number of sets of commendations turned in for armies during the whole game.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub commendation_sets: Field<i32>,
    /// The three passwords of a team game; empty for a team without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team_passwords: Option<Vec<String>>,
    /// Number of fortifications allowed (line 127, from version 2.40).
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub fortifications: Field<i32>,
    /// Lines after line 127, unchanged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_lines: Vec<String>,
    /// Interrupted turn (.REC); absent if no turn was interrupted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interruption: Option<Interruption>,
}

impl SystemDetails for GlobalWarDetails {
    /// In a file with a fixed order of lines, any line that was not understood may be a password out of place; a log
    /// has no passwords. The game takes an empty line for no password.
    const SECRETS: SystemSecrets = SystemSecrets {
        passwords: &["team_passwords"],
        lines: &["more_lines"],
        suspects: |_, has| if has.turns && !has.players { Suspects::None } else { Suspects::All },
        no_password: "",
        row_of: first_line_of_turn,
        ..SystemSecrets::NONE
    };

    fn into_details(self) -> Details {
        Details::GlobalWar(Box::new(self))
    }

    /// A game of Global War always has details.
    fn is_left_out(&self) -> bool {
        false
    }
}

/// Returns the part of a log line that begins a turn, if the line was not understood.
fn first_line_of_turn<'t>(_: &str, text: &'t str) -> Option<&'t str> {
    let rest = text.strip_prefix("B ")?;
    let has_player = rest.starts_with(|c: char| c.is_ascii_digit()) && rest[1..].starts_with(' ');
    text.get(..if has_player { 3 } else { 1 })
}

impl Details {
    /// Returns the details of a Global War game; `None` for other systems.
    pub fn global_war(&self) -> Option<&GlobalWarDetails> {
        match self {
            Details::GlobalWar(details) => Some(details),
            _ => None,
        }
    }
}

/// The kind of a game.
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
    /// Seat of the player whose turn was interrupted.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub player: Field<Seat>,
    /// Activity that was interrupted.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub activity: Field<Activity>,
    /// Number of armies still to be deployed.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub armies_to_deploy: Field<i32>,
    /// Map that was on screen.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub map: Field<Map>,
    /// State of the game in the .REC; absent if it equals that in the .DAT joined with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Box<InterruptionState>>,
}

/// The parts of an interrupted game that differ from the saved game.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InterruptionState {
    /// State of the game; absent if it does not differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// Players that differ from those of the saved game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Player>,
    /// Holdings that differ from those of the saved game; absent if none do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// Details that differ from those of the saved game; absent if none do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<GlobalWarDetails>,
}

/// The activity of a turn (line 2 of a .REC, 0 to 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Activity {
    /// 0: the player deploys armies.
    Deploying,
    /// 1: the player attacks.
    Attacking,
    /// 2: the player fortifies.
    Fortifying,
    /// 3: the player attacks and has already earned a commendation.
    AttackingCommendationEarned,
}

/// The map on screen (line 4 of a .REC, 1 to 7).
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
