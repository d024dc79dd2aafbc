//! The slots of a file: the value that each line holds.
//!
//! Line numbers are those of the format's document: 126 lines, in a `.REC` preceded by four more, and from version 2.40
//! followed by more.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use crate::systems::global_war::rules::{COUNTRIES, SEATS};

/// The number of lines that a `.REC` has before those of the game.
pub const INTERRUPTION_LINES: usize = 4;

/// The number of passwords: one of each team.
const PASSWORDS: usize = 3;

/// The value that a line holds. Players, countries and teams are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// One of the lines 1 to 4 of a `.REC`.
    Interruption(Interrupted),
    /// The event number.
    Event,
    /// The day of the event.
    EventDay,
    /// A value of a player.
    Player(usize, PlayerLine),
    /// The number of commendation sets turned in.
    CommendationSets,
    /// The armies on a country.
    Armies(usize),
    /// The owner of a country.
    Owner(usize),
    /// The password of a team.
    Password(usize),
    /// Line 127, the fortifications.
    Fortifications,
    /// A line after line 127, counted from 0.
    MoreLine(usize),
}

/// The values of the four lines before the game in a `.REC`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interrupted {
    /// The player who lost carrier.
    Player,
    /// The player's activity.
    Activity,
    /// The armies still to deploy.
    ArmiesToDeploy,
    /// The map on screen.
    Map,
}

/// The values of the six lines of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerLine {
    /// The name.
    Name,
    /// The vote to start.
    Vote,
    /// The last move.
    LastMoved,
    /// Commendations from the General.
    General,
    /// Commendations from the King.
    King,
    /// Commendations from the Queen.
    Queen,
}

const INTERRUPTED: [Interrupted; INTERRUPTION_LINES] =
    [Interrupted::Player, Interrupted::Activity, Interrupted::ArmiesToDeploy, Interrupted::Map];

const PLAYER_LINES: [PlayerLine; 6] = [
    PlayerLine::Name,
    PlayerLine::Vote,
    PlayerLine::LastMoved,
    PlayerLine::General,
    PlayerLine::King,
    PlayerLine::Queen,
];

impl Slot {
    /// Returns the slot of line `index` (from 0) of a file.
    pub fn of_line(index: usize, recovery: bool) -> Slot {
        match Slot::all(recovery).get(index) {
            Some(slot) => *slot,
            None if index == Slot::count(recovery) => Slot::Fortifications,
            None => Slot::MoreLine(index - Slot::count(recovery) - 1),
        }
    }

    /// Returns the fewest lines of a file.
    pub fn count(recovery: bool) -> usize {
        Slot::all(recovery).len()
    }

    /// Returns the indices (from 0) of the lines with votes.
    pub fn vote_lines(recovery: bool) -> impl Iterator<Item = usize> {
        let before = if recovery { INTERRUPTION_LINES } else { 0 };
        (0..SEATS).map(move |p| before + 3 + 6 * p)
    }

    /// Returns the slots that every file has, in order.
    pub fn all(recovery: bool) -> &'static [Slot] {
        static ALL: LazyLock<Vec<Slot>> = LazyLock::new(|| {
            let of_player = |player| PLAYER_LINES.map(|line| Slot::Player(player, line));
            let of_country = |country| [Slot::Armies(country), Slot::Owner(country)];
            let slots = INTERRUPTED.map(Slot::Interruption).into_iter().chain([Slot::Event, Slot::EventDay]);
            let slots = slots.chain((0..SEATS).flat_map(of_player)).chain([Slot::CommendationSets]);
            let slots = slots.chain((0..COUNTRIES.len()).flat_map(of_country));
            slots.chain((0..PASSWORDS).map(Slot::Password)).collect()
        });
        if recovery { &ALL } else { &ALL[INTERRUPTION_LINES..] }
    }

    /// Returns the first slot of the same kind, regardless of the player, country or team.
    pub fn class(self) -> Slot {
        match self {
            Slot::Player(_, line) => Slot::Player(0, line),
            Slot::Armies(_) => Slot::Armies(0),
            Slot::Owner(_) => Slot::Owner(0),
            Slot::Password(_) => Slot::Password(0),
            Slot::MoreLine(_) => Slot::MoreLine(0),
            slot => slot,
        }
    }

    /// Returns whether this is a value of a country.
    pub fn is_of_country(self) -> bool {
        matches!(self, Slot::Armies(_) | Slot::Owner(_))
    }

    /// Returns the path of the value in the document.
    pub fn path(self) -> String {
        use PlayerLine::*;
        match self {
            Slot::Interruption(line) => format!("game.details.interruption.{}", line.key()),
            Slot::Event => "game.details.event".into(),
            Slot::EventDay => "game.details.event_day".into(),
            Slot::Player(p, line @ (General | King | Queen)) => {
                format!("game.players[{p}].commendations.{}", line.key())
            }
            Slot::Player(p, line) => format!("game.players[{p}].{}", line.key()),
            Slot::CommendationSets => "game.details.commendation_sets".into(),
            Slot::Armies(c) => format!("game.position.holdings[{c}].armies"),
            Slot::Owner(c) => format!("game.position.holdings[{c}].owner"),
            Slot::Password(t) => format!("game.details.team_passwords[{t}]"),
            Slot::Fortifications => "game.details.fortifications".into(),
            Slot::MoreLine(n) => format!("game.details.more_lines[{n}]"),
        }
    }

    /// Returns the slot of the value at a path of the document; `None` if no line holds it.
    pub fn at_path(path: &str, recovery: bool) -> Option<Slot> {
        const EVENT: [&str; 6] = [
            "state",
            "details.game_kind",
            "details.hidden_names",
            "details.players_min",
            "details.players_max",
            "details.flag_1000",
        ];
        if path.strip_prefix("game.").is_some_and(|p| EVENT.contains(&p)) {
            return Some(Slot::Event);
        }
        static BY_PATH: LazyLock<HashMap<String, Slot>> = LazyLock::new(|| {
            let slots = Slot::all(true).iter().chain([&Slot::Fortifications]);
            slots.map(|slot| (slot.path(), *slot)).collect()
        });
        BY_PATH.get(path).copied().filter(|slot| recovery || !matches!(slot, Slot::Interruption(_)))
    }

    /// Describes the value for people: `armies of Madagascar`.
    pub fn describe(self) -> String {
        match self {
            Slot::Interruption(line) => match line {
                Interrupted::Player => "the player who lost carrier".into(),
                Interrupted::Activity => "what the player was doing".into(),
                Interrupted::ArmiesToDeploy => "armies to deploy".into(),
                Interrupted::Map => "the map on screen".into(),
            },
            Slot::Event => "the event number".into(),
            Slot::EventDay => "the event day".into(),
            Slot::Player(p, line) => {
                let what = match line {
                    PlayerLine::Name => "the name",
                    PlayerLine::Vote => "the vote",
                    PlayerLine::LastMoved => "the last move",
                    PlayerLine::General => "commendations from the General",
                    PlayerLine::King => "commendations from the King",
                    PlayerLine::Queen => "commendations from the Queen",
                };
                format!("{what} of player {}", p + 1)
            }
            Slot::CommendationSets => "commendation sets turned in".into(),
            Slot::Armies(c) => format!("armies of {}", COUNTRIES[c].name),
            Slot::Owner(c) => format!("the owner of {}", COUNTRIES[c].name),
            Slot::Password(t) => format!("the password of team {}", t + 1),
            Slot::Fortifications => "fortifications (line 127 of version 2.40 and later)".into(),
            Slot::MoreLine(_) => "a line without a known meaning".into(),
        }
    }
}

/// Writes the label of the statement: as specific as it can be without changing when the file is edited.
impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Slot::Interruption(line) => write!(f, "interruption.{}", line.key()),
            Slot::Event => f.write_str("event"),
            Slot::EventDay => f.write_str("event_day"),
            Slot::Player(p, line) => write!(f, "player.{}.{}", p + 1, line.key()),
            Slot::CommendationSets => f.write_str("commendation_sets"),
            Slot::Armies(c) => write!(f, "country.{}.armies", c + 1),
            Slot::Owner(c) => write!(f, "country.{}.owner", c + 1),
            Slot::Password(t) => write!(f, "password.{}", t + 1),
            Slot::Fortifications => f.write_str("fortifications"),
            Slot::MoreLine(_) => f.write_str("more_line"),
        }
    }
}

impl Interrupted {
    fn key(self) -> &'static str {
        match self {
            Interrupted::Player => "player",
            Interrupted::Activity => "activity",
            Interrupted::ArmiesToDeploy => "armies_to_deploy",
            Interrupted::Map => "map",
        }
    }
}

impl PlayerLine {
    fn key(self) -> &'static str {
        match self {
            PlayerLine::Name => "name",
            PlayerLine::Vote => "vote",
            PlayerLine::LastMoved => "last_moved",
            PlayerLine::General => "general",
            PlayerLine::King => "king",
            PlayerLine::Queen => "queen",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_where_the_document_says() {
        for (line, label) in [
            (1, "event"),
            (2, "event_day"),
            (3, "player.1.name"),
            (8, "player.1.queen"),
            (38, "player.6.queen"),
            (39, "commendation_sets"),
            (40, "country.1.armies"),
            (41, "country.1.owner"),
            (123, "country.42.owner"),
            (124, "password.1"),
            (126, "password.3"),
            (127, "fortifications"),
            (128, "more_line"),
        ] {
            assert_eq!(Slot::of_line(line - 1, false).to_string(), label);
            assert_eq!(Slot::of_line(line + 3, true).to_string(), label);
        }
        assert_eq!(Slot::of_line(3, true).to_string(), "interruption.map");
        for line in Slot::vote_lines(true) {
            assert!(matches!(Slot::of_line(line, true), Slot::Player(_, PlayerLine::Vote)));
        }
        assert_eq!([false, true].map(Slot::count), [126, 130], "the line numbers of the format's document");
    }

    #[test]
    fn paths_lead_back_to_their_slot() {
        for slot in Slot::all(true) {
            assert_eq!(Slot::at_path(&slot.path(), true), Some(*slot));
        }
        assert_eq!(Slot::at_path("game.state", false), Some(Slot::Event));
        assert_eq!(Slot::at_path("game.turns[0]", false), None);
    }
}
