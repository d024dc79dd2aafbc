//! The rules of Global War: the 42 countries, the players' totals, the winner, and checks for impossible values.
//!
//! Country numbers are those of the format's document (`global-war-datafile.txt`); continents are from the game's own
//! WAR.DOC.

mod borders;
pub mod log;
pub mod replay;
pub mod timeline;

pub use borders::BORDERS;
use chrono::Datelike;

use crate::model::{ActionKind, Commendations, Field, Game, GameResult, Holding, Player, Seat, State};
use crate::rules::parts::Part;
use crate::rules::{Finding, SystemRules};
use crate::systems::global_war::model::{Activity, GameKind, GlobalWarDetails};
use crate::systems::global_war::rules::replay::Origin;
use crate::text::english::counted;
use crate::text::{Code, Severity};

crate::codes! {
    EMPTY_SEAT_OWNS = "GW101", "a country belongs to an empty seat";
        "The owner of the country is an empty seat: its name is NONE.";
        "Check whether the player's name was lost, or the country has another owner.";
    NO_OWNER = "GW102", "a country of a running game belongs to nobody";
        "Countries are dealt out when a game starts, so in a running or finished game each has an owner.";
        "Give the country an owner, or check the event number.";
    NO_ARMIES = "GW103", "a country of a running game has no armies";
        "In a running game each owned country holds at least one army.";
        "Give the country an army; otherwise the game may not let its owner move.";
    MANY_COMMENDATIONS = "GW104", "more commendations than the document allows";
        "The document allows 1 to 5. A new player has none, and more than 5 may have been taken from an eliminated opponent.";
        "Nothing, if the player has eliminated somebody.";
    PLAYERS_AND_LIMITS = "GW105", "the number of players does not fit";
        "There are more players than the limits of the signup allow, or a running game has fewer than two.";
        "Event 34 is a signup for 3 or 4 players, and there are six.";
        "Check the event number and the names.";
    NO_WINNER = "GW106", "a finished game has no winner";
        "A normal game is over when one player owns all 42 countries, a team game when one team does. In this game several players or teams own some.";
        "Check the event number: 1 is a game in progress.";
    INTERRUPTED_NOBODY = "GW107", "the interrupted player is not in the game";
        "According to line 1 of the .REC, the player who lost carrier has an empty seat, or no country left.";
        "Check whether the .REC belongs to this game.";
    ARMIES_LEFT_OVER = "GW108", "armies to deploy, though the player was not deploying";
        "Line 3 of a .REC has a meaning only while a player deploys armies.";
        "Nothing in a game of version 2.40 or later with non-sequential play; in others the number has no effect.";
    INTERRUPTION_WITHOUT_GAME = "GW109", "an interrupted turn of a game that is not being played";
        "A turn can be interrupted only while the game is in progress.";
        "Check the event number.";
    MOVED_BEFORE_EVENT = "GW110", "a player moved before the game began";
        "The event day of a running game is the day on which it began. No last move can be earlier.";
        "Check whether the board's clock was wrong, or a date was edited.";
    PASSWORDS_UNUSED = "GW111", "a password in a game that uses none";
        "A password is used to join a team in a team game that has not started.";
        "Nothing: the game does not read it. It may show what game the slot held before.";
    OUT_OF_RANGE_EVENT_DAY = "GW112", "a moment before Global War existed";
        "Global War is from 1989. An earlier date comes from a wrong clock or a damaged number.";
        "Check whether the board's clock was wrong.";
    STALE_RECOVERY = "GW113", "the game went on after this turn was interrupted";
        "According to the .DAT beside this .REC, or the log, a player has moved since. The game would delete the .REC and continue with the .DAT.";
        "Do not recover from it unless the .DAT is known to be wrong.";
    FOREIGN_RECOVERY = "GW114", "this interrupted turn is of another game";
        "A .REC belongs to the .DAT of its number, with the same players and the same event day. This one differs, or the game of its .DAT is not in progress: it is of another game or board, or an old one that was left behind.";
        "Check which game the .REC is of; do not recover from it beside this .DAT.";
    CONTRADICTION = "GW115", "lines of a log contradict each other, or the position";
        "A log gives the armies and the owner of a country before or after most actions. Here a line, or a .DAT beside the log, contradicts the lines before it: a line is missing, doubled or damaged, or a file was edited by hand.";
        "Look at the lines between the two, or compare with another copy.";
    FOREIGN_LOG = "GW116", "this log is of another game";
        "A WARxx.LOG belongs to the .DAT and the .REC of its number. This one has players who are not in that game, begins after the last move that was made in it, or has its countries in other hands: it is of another game or board, or an old one that was left behind.";
        "Check which game the log is of.";
    LOG_ENDS_EARLY = "GW117", "the log ends before the last move of the .DAT";
        "According to the .DAT beside this log, a player moved after the last turn in the log: the log was cut off, or copied before the .DAT was.";
        "Look for a later copy of the log.";
    LOG_GOES_ON = "GW118", "the log goes on after the .DAT";
        "The log has turns after the last move in the .DAT beside it: the .DAT is an older copy, or the game was set back.";
        "Look for a later copy of the .DAT. `ludex recover` rebuilds it from an older one and the log, if that is possible.";
    LOG_WITHOUT_WINNER = "GW119", "a finished game without a winner in the log";
        "According to the .DAT beside this log the game is over, but no line of the log names the winner: the log was cut off, or the .DAT was edited.";
        "Look for a later copy of the log, and check the event number of the .DAT.";
    PLAYER_NOT_IN_LOG = "GW120", "a player of the game is not in the log";
        "According to the .DAT beside this log, a player has moved since the log began, but the log has no turn of that player: lines are missing, or one of the files is of another game.";
        "Check which game each of the two is of, and look for another copy of the log.";
    LOG_OF_ANOTHER_TURN = "GW121", "the log does not end with the turn that the .REC interrupts";
        "The log of a game ends with the turn interrupted in its .REC, and with the countries as in the .REC. This log ends with another turn or with other armies: it was copied at another time, lines are missing, or one of the files was edited.";
        "Look for copies of both that were made at the same time.";
}

/// The parts of the model and the actions that a Global War game can have.
pub static SYSTEM: SystemRules = SystemRules {
    parts: &[
        Part::Board,
        Part::Votes,
        Part::LastMoves,
        Part::Commendations,
        Part::Holdings,
        Part::Owners,
        Part::Armies,
    ],
    has_action: |kind| {
        matches!(
            kind,
            ActionKind::Unknown
                | ActionKind::Deploy { .. }
                | ActionKind::Attack { .. }
                | ActionKind::Losses { .. }
                | ActionKind::Conquer { .. }
                | ActionKind::Fortify { .. }
                | ActionKind::Eliminate
                | ActionKind::Win
                | ActionKind::TakeContinent { .. }
                | ActionKind::CashSet { .. }
                | ActionKind::TakeCommendations { .. }
                | ActionKind::Swap { .. }
                | ActionKind::Give { .. }
                | ActionKind::CarrierLost
                | ActionKind::Resume
        )
    },
    lists_players: true,
    programs: &[],
    region_of: |territory| Some(country(territory)?.1.continent.name()),
};

/// The number of seats in a game.
pub const SEATS: usize = 6;

/// A continent of the built-in board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Continent {
    /// Six countries.
    Africa,
    /// Twelve countries.
    Asia,
    /// Four countries.
    Australia,
    /// Seven countries.
    Europe,
    /// Nine countries.
    NorthAmerica,
    /// Four countries.
    SouthAmerica,
}

impl Continent {
    /// All six continents, in the order of the game's log.
    pub const ALL: [Continent; 6] = [
        Continent::Africa,
        Continent::Asia,
        Continent::Australia,
        Continent::Europe,
        Continent::NorthAmerica,
        Continent::SouthAmerica,
    ];

    /// Returns the name, such as `North America`.
    pub fn name(self) -> &'static str {
        match self {
            Continent::Africa => "Africa",
            Continent::Asia => "Asia",
            Continent::Australia => "Australia",
            Continent::Europe => "Europe",
            Continent::NorthAmerica => "North America",
            Continent::SouthAmerica => "South America",
        }
    }

    /// Returns the armies that the owner of the whole continent gets each turn by default; a sysop may have set other
    /// numbers.
    pub fn bonus(self) -> u8 {
        match self {
            Continent::Africa => 3,
            Continent::Asia => 7,
            Continent::Australia | Continent::SouthAmerica => 2,
            Continent::Europe | Continent::NorthAmerica => 5,
        }
    }
}

/// A country of the built-in board. Its number is its index in [`COUNTRIES`] plus 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Country {
    /// The name, which is also the id.
    pub name: &'static str,
    /// The continent that the country belongs to.
    pub continent: Continent,
}

macro_rules! countries {
    ($($name:literal $continent:ident,)+) => {
        /// The 42 countries, in the order of their numbers.
        pub const COUNTRIES: [Country; 42] =
            [$(Country { name: $name, continent: Continent::$continent }),+];
    };
}

countries! {
    "Afghanistan" Asia, "Alaska" NorthAmerica, "Alberta" NorthAmerica, "Argentina" SouthAmerica,
    "Brazil" SouthAmerica, "Mexico" NorthAmerica, "China" Asia, "Zaire" Africa, "E. Africa" Africa,
    "E. Australia" Australia, "E. US" NorthAmerica, "Libya" Africa, "France" Europe, "Greenland" NorthAmerica,
    "England" Europe, "India" Asia, "Borneo" Australia, "Irkutsk" Asia, "Japan" Asia, "Kamchatka" Asia,
    "Madagascar" Africa, "Iran" Asia, "Mongolia" Asia, "New Guinea" Australia, "W. Africa" Africa,
    "Germany" Europe, "Yukon" NorthAmerica, "Ontario" NorthAmerica, "Peru" SouthAmerica, "Quebec" NorthAmerica,
    "Scandinavia" Europe, "Siam" Asia, "Siberia" Asia, "S. Africa" Africa, "Italy" Europe, "Ukraine" Europe,
    "Ural" Asia, "Venezuela" SouthAmerica, "W. Australia" Australia, "Spain" Europe, "W. US" NorthAmerica,
    "Taimyr" Asia,
}

/// Returns the country with that name, and its index in [`COUNTRIES`].
pub fn country(name: &str) -> Option<(usize, &'static Country)> {
    let place = usize::from(PLACES[name_hash(name.as_bytes())]);
    COUNTRIES.get(place).filter(|country| country.name == name).map(|country| (place, country))
}

/// The indices of the countries by their [`name_hash`]; `u8::MAX` for a hash that no name has.
const PLACES: [u8; HASHES] = {
    let mut places = [u8::MAX; HASHES];
    let mut place = 0;
    while place < COUNTRIES.len() {
        let hash = name_hash(COUNTRIES[place].name.as_bytes());
        assert!(places[hash] == u8::MAX, "two countries have one hash");
        places[hash] = place as u8;
        place += 1;
    }
    places
};

const HASHES: usize = 128;

/// Returns a hash that is different for each country, because a log of a long game names countries a hundred thousand
/// times.
const fn name_hash(name: &[u8]) -> usize {
    let length = name.len();
    if length == 0 {
        return 0;
    }
    (name[0] as usize + name[length - 1] as usize + 5 * name[length / 2] as usize + 25 * length) % HASHES
}

/// The totals of a player's holdings.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlayerTotals {
    /// The number of countries.
    pub countries: usize,
    /// The number of armies on them.
    pub armies: i64,
    /// The continents whose countries are all held by the player.
    pub continents: Vec<Continent>,
}

/// Returns the totals of the holdings of `seat`.
pub fn player_totals(holdings: &[Holding], seat: &Seat) -> PlayerTotals {
    let mut player_totals = PlayerTotals::default();
    let mut counts = [0usize; Continent::ALL.len()];
    for holding in holdings.iter().filter(|h| h.owner.known().and_then(Option::as_ref) == Some(seat)) {
        player_totals.countries += 1;
        player_totals.armies += holding.armies.known().map_or(0, |&a| i64::from(a));
        if let Some((_, country)) = country(holding.territory.as_str()) {
            counts[country.continent as usize] += 1;
        }
    }
    player_totals.continents.extend(
        Continent::ALL
            .into_iter()
            .filter(|&c| counts[c as usize] == COUNTRIES.iter().filter(|country| country.continent == c).count()),
    );
    player_totals
}

/// Returns the result that follows from the position: the owner of everything wins a finished normal game, the owners
/// win a finished team game, unless these are all players. `None` if no result follows.
pub fn result(game: &Game) -> Option<GameResult> {
    let kind = game.details.global_war()?.game_kind?;
    let holdings = &game.position.as_ref()?.holdings;
    if game.state != Some(State::Finished) || holdings.len() != COUNTRIES.len() {
        return None;
    }
    let mut winners: Vec<Seat> = Vec::new();
    for holding in holdings {
        let owner = holding.owner.known()?.as_ref()?;
        if !winners.contains(owner) {
            winners.push(owner.clone());
        }
    }
    winners.sort();
    let there = game.players.iter().filter(|p| p.name.known().is_none_or(Option::is_some)).count();
    let is_won = winners.len() == 1 || kind == GameKind::Team && winners.len() < there;
    is_won.then_some(GameResult { winners, reason: None, stated: false })
}

/// Checks a game for impossible and odd values.
pub fn check(game: &Game) -> Vec<Finding> {
    let Some(details) = game.details.global_war() else { return Vec::new() };
    let mut judge = Judge { game, findings: Vec::new() };
    judge.players(details);
    judge.holdings();
    judge.outcome();
    judge.passwords(details);
    judge.interruption(details);
    judge.record();
    judge.findings
}

/// Returns the players of the saved game who have moved since the interrupted game beside it.
pub fn moved_since<'g>(interrupted: &Game, saved: &'g Game) -> Vec<&'g Player> {
    let moved = |p: &Player| p.last_moved.known().copied().flatten();
    let later = |p: &&'g Player| {
        let before = interrupted.players.iter().find(|q| q.seat == p.seat).and_then(moved);
        moved(p).is_some_and(|now| before.is_none_or(|then| now > then))
    };
    saved.players.iter().filter(later).collect()
}

/// Returns the reasons why an interrupted game cannot belong to the saved game beside it; empty if it can.
pub fn foreign_because(interrupted: &Game, saved: &Game) -> Vec<String> {
    let mut reasons = Vec::new();
    for player in &interrupted.players {
        let there = saved.players.iter().find(|p| p.seat == player.seat).and_then(|p| p.name.known());
        if let (Some(name), Some(there)) = (player.name.known(), there)
            && name != there
        {
            let who = |name: &Option<String>| if name.is_some() { "another name" } else { "nobody" };
            reasons.push(format!("player {} is {} there", player.seat, who(there)));
        }
    }
    let details = (interrupted.details.global_war(), saved.details.global_war());
    let (Some(now), Some(then)) = details else { return reasons };
    if let (Some(here), Some(there)) = (now.event_day.known(), then.event_day.known())
        && here != there
    {
        reasons.push(format!("the event day is {there} there, and {here} here"));
    }
    match saved.state {
        Some(State::Finished) if interrupted.state != saved.state => reasons.push("the game there is finished".into()),
        Some(State::Signup) if interrupted.state != saved.state => reasons.push("the game there has not begun".into()),
        _ => {}
    }
    let holdings = saved.position.as_ref().map_or(&[][..], |p| &p.holdings);
    let seat = now.interruption.as_ref().and_then(|interruption| interruption.player.known());
    if let Some(seat) =
        seat.filter(|seat| holdings.len() == COUNTRIES.len() && player_totals(holdings, seat).countries == 0)
    {
        reasons.push(format!("player {seat} owns no country there"));
    }
    reasons
}

struct Judge<'g> {
    game: &'g Game,
    findings: Vec<Finding>,
}

impl Judge<'_> {
    fn find(&mut self, code: &'static Code, severity: Severity, path: String, message: String) {
        self.findings.push(Finding::new(code, severity, &path, &message));
    }

    fn is_under_way(&self) -> bool {
        matches!(self.game.state, Some(State::Playing | State::Finished))
    }

    fn sits(&self, seat: &Seat) -> bool {
        // A name that was not understood or not read may be that of a player, so that the seat counts as occupied.
        let player = self.game.players.iter().find(|p| p.seat == *seat);
        player.is_none_or(|p| p.name.known().is_none_or(Option::is_some))
    }

    fn players(&mut self, details: &GlobalWarDetails) {
        let began = details.event_day.known().copied();
        for (i, player) in self.game.players.iter().enumerate() {
            let moved = player.last_moved.known().copied().flatten();
            if let (Some(began), Some(moved), Some(State::Playing)) = (began, moved, self.game.state)
                && moved < began
            {
                let message = format!("player {} moved on {moved}, before the game began on {began}", player.seat);
                let path = format!("game.players[{i}].last_moved");
                self.find(&MOVED_BEFORE_EVENT, Severity::Note, path, message);
            }
            for (name, count) in player.commendations.iter().flat_map(each_commendation) {
                if let Some(&n @ 6..=255) = count.known() {
                    let path = format!("game.players[{i}].commendations.{name}");
                    let message = format!("player {} holds {n} commendations from the {name}", player.seat);
                    self.find(&MANY_COMMENDATIONS, Severity::Note, path, message);
                }
            }
        }
        let there = self.game.players.iter().filter(|p| p.name().is_some()).count();
        if let Some(max) = details.players_max.filter(|&max| there > usize::from(max)) {
            let message = format!("{there} players have signed up for a game of at most {max}");
            self.find(&PLAYERS_AND_LIMITS, Severity::Warning, "game.details.players_max".into(), message);
        }
        if self.game.state == Some(State::Playing) && self.game.players.len() == SEATS && there < 2 {
            let message = format!("a running game with {}", counted(there, "player", "players"));
            self.find(&PLAYERS_AND_LIMITS, Severity::Warning, "game.state".into(), message);
        }
        if let Some(day) = began.filter(|d| d.date_time().year() < 1989) {
            let message = format!("the event day is {day}, before Global War existed");
            self.find(&OUT_OF_RANGE_EVENT_DAY, Severity::Note, "game.details.event_day".into(), message);
        }
    }

    fn holdings(&mut self) {
        let Some(position) = &self.game.position else { return };
        for (i, holding) in position.holdings.iter().enumerate() {
            let country = &holding.territory;
            match holding.owner.known() {
                Some(None) if self.is_under_way() => {
                    let path = format!("game.position.holdings[{i}].owner");
                    self.find(&NO_OWNER, Severity::Warning, path, format!("{country} belongs to nobody"));
                }
                Some(Some(seat)) if !self.sits(seat) => {
                    let path = format!("game.position.holdings[{i}].owner");
                    let message = format!("{country} belongs to player {seat}, and seat {seat} is empty");
                    self.find(&EMPTY_SEAT_OWNS, Severity::Warning, path, message);
                }
                Some(Some(_)) if self.is_under_way() && holding.armies.known() == Some(&0) => {
                    let path = format!("game.position.holdings[{i}].armies");
                    self.find(&NO_ARMIES, Severity::Warning, path, format!("no armies stand on {country}"));
                }
                _ => {}
            }
        }
    }

    fn outcome(&mut self) {
        let kind = self.game.details.global_war().and_then(|d| d.game_kind);
        let complete = self.game.position.as_ref().is_some_and(|p| p.holdings.len() == COUNTRIES.len());
        if self.game.state == Some(State::Finished) && kind.is_some() && complete && result(self.game).is_none() {
            let who = if kind == Some(GameKind::Team) { "no team" } else { "no player" };
            let message = format!("the game is finished, but {who} owns all 42 countries");
            self.find(&NO_WINNER, Severity::Warning, "game.state".into(), message);
        }
    }

    fn passwords(&mut self, details: &GlobalWarDetails) {
        if details.game_kind == Some(GameKind::Team) || self.game.state.is_none() {
            return;
        }
        for (i, password) in details.team_passwords.iter().flatten().enumerate() {
            if !password.is_empty() {
                let path = format!("game.details.team_passwords[{i}]");
                let message = format!("team {} has a password in a normal game", i + 1);
                self.find(&PASSWORDS_UNUSED, Severity::Note, path, message);
            }
        }
    }

    /// Checks whether the log and the position agree.
    fn record(&mut self) {
        let (turns, position) = (&self.game.turns, &self.game.position);
        let Some(position) = position.as_ref().filter(|_| !turns.is_empty()) else { return };
        // The position of a .REC is in the middle of a turn.
        let interruption = self.game.details.global_war().and_then(|details| details.interruption.as_ref());
        if interruption.is_some_and(|interruption| interruption.state.is_none()) {
            return;
        }
        let Some(placement) = replay::place(turns, self.game) else { return };
        let given = [replay::Given { before: placement.before, position }];
        for found in replay::contradictions(turns, &given) {
            let path = match (found.at, found.since) {
                (Origin::Given(_), _) => {
                    let is_it = |holding: &Holding| {
                        country(holding.territory.as_str()).map(|(at, _)| at) == Some(found.country)
                    };
                    let Some(index) = position.holdings.iter().position(is_it) else { continue };
                    format!("game.position.holdings[{index}].{}", found.matter.key())
                }
                (Origin::Action { turn, action }, Some(Origin::Given(_))) => {
                    format!("game.turns[{turn}].actions[{action}]")
                }
                // Contradictions between lines of the log are reported when the log is checked.
                _ => continue,
            };
            self.find(&CONTRADICTION, Severity::Warning, path, found.words());
        }
    }

    fn interruption(&mut self, details: &GlobalWarDetails) {
        let Some(interruption) = &details.interruption else { return };
        if matches!(self.game.state, Some(State::Signup | State::Finished)) {
            let message = "a turn was interrupted, but the game is not in progress".to_owned();
            self.find(&INTERRUPTION_WITHOUT_GAME, Severity::Warning, "game.state".into(), message);
        }
        if let Some(seat) = interruption.player.known() {
            let path = || "game.details.interruption.player".to_owned();
            let holdings = self.game.position.as_ref().map_or(&[][..], |p| &p.holdings);
            if !self.sits(seat) {
                let message = format!("player {seat} lost carrier, and seat {seat} is empty");
                self.find(&INTERRUPTED_NOBODY, Severity::Warning, path(), message);
            } else if holdings.len() == COUNTRIES.len() && player_totals(holdings, seat).countries == 0 {
                let message = format!("player {seat} lost carrier, and owns no country");
                self.find(&INTERRUPTED_NOBODY, Severity::Warning, path(), message);
            }
        }
        let deploys = interruption.activity.known().is_none_or(|&a| a == Activity::Deploying);
        if let (Some(&n), false) =
            (interruption.armies_to_deploy.known(), deploys || details.non_sequential == Some(true))
            && n != 0
        {
            let path = "game.details.interruption.armies_to_deploy".to_owned();
            let message = format!("armies to deploy ({n}), though the player was not deploying");
            self.find(&ARMIES_LEFT_OVER, Severity::Note, path, message);
        }
    }
}

/// Returns the three counts with their names.
pub fn each_commendation(c: &Commendations) -> [(&'static str, &Field<i32>); 3] {
    [("general", &c.general), ("king", &c.king), ("queen", &c.queen)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continents_have_as_many_countries_as_the_game_says() {
        let counts = Continent::ALL.map(|c| COUNTRIES.iter().filter(|k| k.continent == c).count());
        assert_eq!(counts, [6, 12, 4, 7, 9, 4]);
        assert_eq!((COUNTRIES[20].name, COUNTRIES[41].name), ("Madagascar", "Taimyr"));
    }
}
