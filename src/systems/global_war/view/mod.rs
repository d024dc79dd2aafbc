//! Shows a game of Global War: the loss of carrier, the state of the game, the players and their holdings.

mod album;
mod board;
mod codes;
mod log;
mod players;
mod terms;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crate::model::{Commendations, Document, Field, Game, Holding, Moment, Player, Seat, State, When};
use crate::systems::global_war::formats::{flag_1000, interrupted_game};
use crate::systems::global_war::model::{Activity, GameKind, GlobalWarDetails, Interruption, Map};
use crate::systems::global_war::rules::{self as rules, COUNTRIES, Continent, SEATS, each_commendation};
use crate::text::printable::printable;
use crate::view::layout::{LONG_NAME_COLUMNS, Page, capital, clip, listed, moment_text, name_text, raw, seat_text};
use crate::view::{SystemView, ViewOptions};
use terms::TERMS;

/// The text for a value that was not read.
const NOT_READ: &str = "?";

/// The pages and pictures of Global War games.
pub static SYSTEM: SystemView = SystemView {
    what,
    show,
    board: Some(board::show),
    terms: &TERMS,
    album: Some(album::open),
    after_turn: Some(log::after_turn),
};

/// Returns a description of the file: the kind of game, for the first line of the page.
fn what(game: &Game) -> String {
    let interruption = game.details.global_war().and_then(|d| d.interruption.as_ref());
    let is_log = !game.turns.is_empty() && game.position.is_none() && game.players.is_empty();
    let what = match (interruption, game.state) {
        (None, None) if is_log => "Global War, the log of a game",
        (Some(Interruption { state: None, .. }), _) => "Global War, a turn that was interrupted",
        (Some(_), _) => "Global War, a game and a turn that was interrupted",
        (None, Some(State::Signup)) => "Global War, a game in signup",
        (None, Some(State::Playing)) => "Global War, a game in progress",
        (None, Some(State::Paused | State::Suspended)) => "Global War, a paused game",
        (None, Some(State::Finished)) => "Global War, a finished game",
        (None, None) => "Global War, a game",
    };
    what.to_owned()
}

/// Shows the game as a whole.
fn show(page: &mut Page, document: &Document, options: &ViewOptions) {
    let nothing = GlobalWarDetails::default();
    let view = View::of(document, &nothing, options);
    if view.is_log_alone() {
        return view.record(page);
    }
    if let Some(interruption) = &view.details.interruption {
        page.paragraph(&view.interrupted(interruption));
        page.continued(&view.what_next(interruption));
    }
    page.paragraph(&view.state());
    page.continued(&view.rules_of_play());
    page.continued(&view.outcome());
    page.paragraph(&view.what_was_read());
    view.players(page);
    page.paragraph(&view.days_counted_to(options.now.is_some()));
    page.continued(&view.empty_seats());
    page.continued(view.masked());
    page.paragraph(&view.commendations());
    page.continued(&view.sets());
    page.continued(&view.passwords());
    page.continued(&view.surplus());
    view.when_interrupted(page);
    view.record(page);
    page.paragraphs(&[view.codes(), view.interruption_codes(), codes::of_file(document)]);
}

/// Whether players' names are masked, and the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Masking {
    /// Names are shown.
    None,
    /// Names are masked because the game hides them.
    Hidden,
    /// Names are masked because the event number does not show whether the game hides them.
    Doubtful,
}

impl Masking {
    /// Returns the masking of the game, or else that of the interrupted turn joined with it.
    fn of_any(details: &GlobalWarDetails) -> Masking {
        let interrupted = details.interruption.as_ref().and_then(|i| i.state.as_ref()?.details.as_ref());
        match Masking::of(details) {
            Masking::None => interrupted.map_or(Masking::None, Masking::of),
            masking => masking,
        }
    }

    /// Returns the masking of one game. An event number that was not understood may still contain the flag +100; text
    /// that is not a number shows nothing.
    fn of(details: &GlobalWarDetails) -> Masking {
        match (details.hidden_names, &details.event) {
            (Some(true), _) => Masking::Hidden,
            (Some(false), _) | (None, None) => Masking::None,
            (None, Some(event)) => match event.unknown.parse::<i64>() {
                Ok(number) if number / 100 % 2 == 0 => Masking::None,
                _ => Masking::Doubtful,
            },
        }
    }
}

/// A game, with the options of the page.
struct View<'d> {
    game: &'d Game,
    details: &'d GlobalWarDetails,
    masking: Masking,
    reveal: bool,
    redacted: bool,
    days_to: Option<Moment>,
}

impl<'d> View<'d> {
    /// Returns the view of a document with these options; `nothing` is used if the document has no details.
    fn of(document: &'d Document, nothing: &'d GlobalWarDetails, options: &ViewOptions) -> View<'d> {
        let details = document.game.details.global_war().unwrap_or(nothing);
        View {
            game: &document.game,
            details,
            masking: if options.reveal { Masking::None } else { Masking::of_any(details) },
            reveal: options.reveal,
            redacted: document.redacted,
            days_to: options.now.or_else(|| latest_moment(&document.game, details)),
        }
    }
}

impl View<'_> {
    /// Returns whether nothing is known of the game but the actions in its log.
    fn is_log_alone(&self) -> bool {
        let game = self.game;
        let is_board = game.position.is_some() || !game.players.is_empty() || game.state.is_some();
        !is_board && (!game.turns.is_empty() || !self.details.log_started.is_absent())
    }

    fn is_masked(&self) -> bool {
        self.masking != Masking::None
    }

    fn holdings(&self) -> &[Holding] {
        self.game.position.as_ref().map_or(&[], |p| &p.holdings)
    }

    /// Returns whether every country was read and its owner understood.
    fn knows_every_owner(&self) -> bool {
        self.holdings().len() >= COUNTRIES.len() && self.holdings().iter().all(|h| h.owner.known().is_some())
    }

    /// Names a player inside a sentence: the name, if it may be shown, and the seat.
    fn who(&self, seat: &Seat) -> String {
        let number = seat_text(seat);
        match self.game.players.iter().find(|p| p.seat == *seat).map(|p| &p.name) {
            Some(Field::Known(Some(name))) if !self.is_masked() => {
                format!("{} (player {number})", name_text(name))
            }
            Some(Field::Known(None)) => format!("player {number} (an empty seat)"),
            _ => format!("player {number}"),
        }
    }

    /// Names a player at the beginning of a sentence; the player's own name keeps its spelling.
    fn who_first(&self, seat: &Seat) -> String {
        let who = self.who(seat);
        if who.starts_with("player ") && !self.is_named(seat) { capital(&who) } else { who }
    }

    /// Returns whether the name at a seat is known and may be shown.
    fn is_named(&self, seat: &Seat) -> bool {
        !self.is_masked() && self.game.players.iter().any(|p| p.seat == *seat && p.name().is_some())
    }

    fn interrupted(&self, interruption: &Interruption) -> String {
        let who = match &interruption.player {
            Field::Known(seat) => self.who_first(seat),
            Field::Unknown(u) => format!("A player that is none of the six ({})", raw(&u.unknown)),
            Field::Absent => "A player who was not read".to_owned(),
        };
        let doing = match &interruption.activity {
            Field::Known(Activity::Deploying) => "while deploying armies".into(),
            Field::Known(Activity::Attacking) => "while attacking".into(),
            Field::Known(Activity::Fortifying) => "while fortifying".into(),
            Field::Known(Activity::AttackingCommendationEarned) => {
                "while attacking, with a commendation earned already".into()
            }
            Field::Unknown(u) => format!("while doing what no document describes ({})", raw(&u.unknown)),
            Field::Absent => "; what the player was doing was not read".to_owned(),
        };
        let between = if doing.starts_with(';') { "" } else { " " };
        let mut text = format!("{who} lost carrier{between}{doing}");
        text.push_str(&self.armies_left(interruption));
        text.push(' ');
        text.push_str(&match &interruption.map {
            Field::Known(Map::Globe) => "The globe was on screen.".into(),
            Field::Known(map) => format!("The map of {} was on screen.", map_name(*map)),
            Field::Unknown(u) => format!("The map on screen was one that no document describes ({}).", raw(&u.unknown)),
            Field::Absent => "Which map was on screen was not read.".to_owned(),
        });
        text
    }

    /// Returns the end of the sentence about the loss of carrier: the armies left to deploy.
    fn armies_left(&self, interruption: &Interruption) -> String {
        let deploying = interruption.activity.known() == Some(&Activity::Deploying);
        match &interruption.armies_to_deploy {
            Field::Known(0) if deploying => "; no armies were left to deploy.".into(),
            Field::Known(0) => ".".into(),
            Field::Known(n) => {
                let armies = match n {
                    1 => "1 army was".into(),
                    n => format!("{n} armies were"),
                };
                let counts =
                    deploying || interruption.activity.known().is_none() || self.details.non_sequential == Some(true);
                if counts {
                    format!("; {armies} still to be deployed.")
                } else {
                    format!(". By the file {armies} still to be deployed, which counts only while deploying.")
                }
            }
            Field::Unknown(u) => format!("; armies still to be deployed: {}.", raw(&u.unknown)),
            Field::Absent => "; how many armies were still to be deployed was not read.".into(),
        }
    }

    fn what_next(&self, interruption: &Interruption) -> String {
        let player = match &interruption.player {
            Field::Known(seat) => format!("player {}", seat_text(seat)),
            _ => "that player".into(),
        };
        format!(
            "If {player} calls back first, the turn goes on where it stopped. If another player takes a turn first, \
             the game deletes the .REC, and the .DAT counts."
        )
    }

    fn state(&self) -> String {
        if let Some(event) = &self.details.event {
            let dated = match &self.details.event_day {
                Field::Known(day) => format!(" Its date is {}.", moment_text(*day)),
                Field::Unknown(u) => format!(" Its date is not one: {}.", raw(&u.unknown)),
                Field::Absent => String::new(),
            };
            let number = raw(&event.unknown);
            return format!("The event number {number} says nothing that is known of the state of the game.{dated}");
        }
        let kind = match self.details.game_kind {
            Some(GameKind::Normal) => "Normal game",
            Some(GameKind::Team) => "Team game",
            None => "Game",
        };
        let Some(state) = self.game.state else { return format!("{kind}; its state was not read.") };
        let (state, preposition) = match state {
            State::Signup => ("in signup", "since"),
            State::Playing => ("in progress", "since"),
            State::Paused => ("paused", "since"),
            State::Suspended => ("suspended", "since"),
            State::Finished => ("finished", "on"),
        };
        let when = match &self.details.event_day {
            Field::Known(day) => format!("{preposition} {}{}", moment_text(*day), self.days_ago(*day)),
            Field::Unknown(u) => format!("{preposition} a day that is no date ({})", raw(&u.unknown)),
            Field::Absent => format!("{preposition} a day that was not read"),
        };
        let mut text = format!("{kind} {state} {when}");
        text.push_str(&match (self.details.players_min, self.details.players_max) {
            (Some(min), Some(max)) if min == max => format!(", for {min} players"),
            (Some(min), Some(max)) => format!(", for {min} to {max} players"),
            _ => String::new(),
        });
        if self.details.hidden_names == Some(true) {
            text.push_str(", hidden names");
        }
        if self.details.non_sequential == Some(true) {
            text.push_str(", non-sequential play");
        }
        text.push('.');
        text.push_str(&self.votes());
        text
    }

    /// Returns a phrase about how many days ago a day is; empty for less than one day, or if today is unknown.
    fn days_ago(&self, day: Moment) -> String {
        match self.days_to.map(|now| days_between(day, now)) {
            Some(1) => " (1 day ago)".into(),
            Some(days @ 2..) => format!(" ({days} days ago)"),
            _ => String::new(),
        }
    }

    /// Returns a sentence about the votes to start; empty after the signup, when they no longer count.
    fn votes(&self) -> String {
        if self.game.state != Some(State::Signup) {
            return String::new();
        }
        let there: Vec<&Player> = self.game.players.iter().filter(|p| p.name().is_some()).collect();
        let votes = there.iter().filter(|p| p.vote.known() == Some(&true)).count();
        match there.len() {
            0 => " Nobody has signed up.".into(),
            1 => format!(" One player has signed up, and has {}voted to start.", if votes == 1 { "" } else { "not " }),
            n if votes == n => format!(" All {n} players have voted to start."),
            n => format!(" {} of {n} players {} voted to start.", votes, if votes == 1 { "has" } else { "have" }),
        }
    }

    fn rules_of_play(&self) -> String {
        let mut sentences = Vec::new();
        if self.details.flag_1000 {
            // The number of lines shows the meaning of the flag, unless the last lines are missing.
            let is_whole = self.redacted || self.details.team_passwords.as_ref().is_some_and(|p| p.len() >= 3);
            sentences.push(if is_whole {
                format!("Flag {}.", flag_1000(self.details))
            } else {
                "Flag +1000 is set; what it means cannot be told without the end of the file.".into()
            });
        }
        match &self.details.fortifications {
            Field::Known(n) => sentences.push(format!("Fortifications allowed (line 127): {n}.")),
            Field::Unknown(u) => sentences.push(format!("Fortifications allowed (line 127): {}.", raw(&u.unknown))),
            Field::Absent => {}
        }
        sentences.join(" ")
    }

    /// Returns a sentence about the winner of a finished game.
    fn outcome(&self) -> String {
        let finished = self.game.state == Some(State::Finished);
        let result = match &self.game.result {
            Some(result) => Some(Cow::Borrowed(result)),
            None if finished => rules::result(self.game).map(Cow::Owned),
            None => return String::new(),
        };
        let Some(result) = result.filter(|r| !r.winners.is_empty()) else {
            let why = if self.knows_every_owner() {
                "does not follow from the position: no player holds all 42 countries"
            } else {
                "cannot be told from what was read"
            };
            return format!("Who has won {why}.");
        };
        let first = result.winners.first().map(|seat| self.who_first(seat));
        let winners: Vec<String> =
            first.into_iter().chain(result.winners.iter().skip(1).map(|seat| self.who(seat))).collect();
        let countries_of = |seat| rules::player_totals(self.holdings(), seat).countries;
        let holds = match &result.winners[..] {
            [one] if countries_of(one) == COUNTRIES.len() => " and holds all 42 countries",
            _ => "",
        };
        let reason = result.reason.as_deref().map(|r| format!(" ({})", clip(&printable(r), LONG_NAME_COLUMNS)));
        let have = if winners.len() == 1 { "has" } else { "have" };
        format!("{} {have} won{holds}{}.", listed(&winners), reason.unwrap_or_default())
    }

    /// Returns a sentence about how much of a file that was cut off is present.
    fn what_was_read(&self) -> String {
        let players = self.game.players.iter().filter(|p| is_whole(p)).count();
        let countries = self.holdings().iter().filter(|h| !h.armies.is_absent() && !h.owner.is_absent()).count();
        let passwords = self.details.team_passwords.as_ref().map_or(0, Vec::len);
        if players >= SEATS && countries >= COUNTRIES.len() {
            return match passwords {
                0..=2 if !self.redacted => format!("Read: all players and countries, {passwords} of 3 passwords."),
                _ => String::new(),
            };
        }
        let mut text = format!("Read: {players} of {SEATS} players, {countries} of {} countries.", COUNTRIES.len());
        if countries > 0 {
            text.push_str(" Holdings are counted from these.");
        }
        text
    }

    fn days_counted_to(&self, is_given: bool) -> String {
        let moved = self.game.players.iter().any(|p| matches!(p.last_moved, Field::Known(Some(_))));
        match self.days_to {
            Some(moment) if moved => {
                let source = if is_given { "" } else { ", the latest date in the file" };
                format!("Days are counted to {}{source}.", moment_text(moment))
            }
            _ => String::new(),
        }
    }

    /// Returns a sentence about the seats that the table omits.
    fn empty_seats(&self) -> String {
        let empty = |p: &&Player| is_empty_seat(p) && rules::player_totals(self.holdings(), &p.seat).countries == 0;
        let seats: Vec<String> = self.game.players.iter().filter(empty).map(|p| seat_text(&p.seat)).collect();
        match &seats[..] {
            [] => String::new(),
            [seat] => format!("Seat {seat} is empty."),
            [first, .., last] if seats.len() > 2 && is_a_run(&seats) => format!("Seats {first} to {last} are empty."),
            seats => format!("Seats {} are empty.", listed(seats)),
        }
    }

    fn masked(&self) -> &'static str {
        match self.masking {
            Masking::None => "",
            Masking::Hidden => "The game hides the names of its players; --reveal shows them.",
            Masking::Doubtful => "Names are masked: the game may hide them. --reveal shows them.",
        }
    }

    fn commendations(&self) -> String {
        let held: Vec<String> = self
            .game
            .players
            .iter()
            .filter_map(|p| Some((p, p.commendations.as_ref()?)))
            .filter(|(_, c)| each_commendation(c).iter().any(|(_, count)| !matches!(count, Field::Known(0))))
            .filter(|(_, c)| **c != Commendations::default())
            .map(|(p, c)| {
                let counts = each_commendation(c).map(|(_, count)| number_text(count));
                format!("player {} has {}", seat_text(&p.seat), counts.join("/"))
            })
            .collect();
        if held.is_empty() {
            return String::new();
        }
        format!("Commendations (General/King/Queen): {}.", held.join(", "))
    }

    fn sets(&self) -> String {
        match &self.details.commendation_sets {
            Field::Known(0) | Field::Absent => String::new(),
            Field::Known(1) => "1 set of commendations has been turned in.".into(),
            Field::Known(n) => format!("{n} sets of commendations have been turned in."),
            Field::Unknown(u) => format!("Sets of commendations turned in: {}.", raw(&u.unknown)),
        }
    }

    fn passwords(&self) -> String {
        let passwords = self.details.team_passwords.as_deref().unwrap_or_default();
        let counts = self.details.game_kind == Some(GameKind::Team) || passwords.iter().any(|p| !p.is_empty());
        if passwords.is_empty() || !counts {
            return String::new();
        }
        let state = |password: &String| match (password.is_empty(), self.reveal) {
            (true, _) => "empty".into(),
            (false, false) => "set".into(),
            (false, true) => format!("\"{}\"", clip(&printable(password), LONG_NAME_COLUMNS)),
        };
        let hint = if self.reveal || passwords.iter().all(String::is_empty) { "" } else { " (--reveal shows them)" };
        let each: Vec<String> = passwords.iter().enumerate().map(|(i, p)| format!("{} {}", i + 1, state(p))).collect();
        format!("Team passwords: {}{hint}.", each.join(", "))
    }

    /// Returns a sentence about additional lines of the file.
    fn surplus(&self) -> String {
        let mut sentences = Vec::new();
        match self.details.more_lines.len() {
            0 => {}
            1 => sentences.push("1 more line, which no document describes.".to_owned()),
            n => sentences.push(format!("{n} more lines, which no document describes.")),
        }
        sentences.join(" ")
    }

    /// Writes the table of the players again for the interrupted turn, if it is joined with its game in one document.
    fn when_interrupted(&self, page: &mut Page) {
        let Some(game) = interrupted_game(self.game) else { return };
        let Some(details) = game.details.global_war() else { return };
        page.paragraph("When carrier was lost, by the .REC:");
        View { game: &game, details, ..*self }.players(page);
    }
}

/// Returns the latest moment in the document; `None` if it has none.
fn latest_moment(game: &Game, details: &GlobalWarDetails) -> Option<Moment> {
    let interrupted = details.interruption.as_ref().and_then(|i| i.state.as_deref());
    let players = game.players.iter().chain(interrupted.into_iter().flat_map(|s| &s.players));
    let moved = players.filter_map(|p| *p.last_moved.known()?);
    let turns = game.turns.iter().filter_map(|turn| match turn.when {
        Some(When::Moment(moment)) => Some(moment),
        _ => None,
    });
    moved.chain(turns).chain(details.event_day.known().copied()).max()
}

/// Returns whether no value of the player is missing.
fn is_whole(player: &Player) -> bool {
    !player.name.is_absent()
        && !player.vote.is_absent()
        && !player.last_moved.is_absent()
        && player.commendations.as_ref().is_some_and(|c| each_commendation(c).iter().all(|(_, n)| !n.is_absent()))
}

fn is_empty_seat(player: &Player) -> bool {
    player.name.known() == Some(&None)
}

/// Returns whether the seats are consecutive numbers.
fn is_a_run(seats: &[String]) -> bool {
    let numbers: Option<Vec<u8>> = seats.iter().map(|s| s.parse().ok()).collect();
    numbers.is_some_and(|n| n.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1])))
}

fn number_text(field: &Field<i32>) -> String {
    match field {
        Field::Known(n) => n.to_string(),
        Field::Unknown(u) => raw(&u.unknown),
        Field::Absent => NOT_READ.into(),
    }
}

/// Returns the whole days from one moment to another; negative if the other is earlier.
fn days_between(earlier: Moment, later: Moment) -> i64 {
    later.days_since(earlier).floor() as i64
}

fn map_name(map: Map) -> &'static str {
    match map {
        Map::Globe => "the globe",
        Map::Africa => Continent::Africa.name(),
        Map::Asia => Continent::Asia.name(),
        Map::Australia => Continent::Australia.name(),
        Map::Europe => Continent::Europe.name(),
        Map::NorthAmerica => Continent::NorthAmerica.name(),
        Map::SouthAmerica => Continent::SouthAmerica.name(),
    }
}
