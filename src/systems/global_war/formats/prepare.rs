//! Prepares a game for a file: leaves out or refuses what the file cannot hold.

use std::borrow::Cow;

use super::codes;
use super::event::Event;
use super::join::interrupted_game;
use super::number::{Daynum, parse_integer};
use super::read::{NAME_LENGTH, blanks_off, parse_vote, seat_of};
use super::render::{event, holdings};
use super::slot::{Interrupted, PlayerLine, Slot};
use crate::model::{
    Board, BuiltinBoard, Commendations, Details, Field, Game, Holding, Player, Position, Seat, System, Unknown,
};
use crate::systems::global_war::model::{GlobalWarDetails, Interruption};
use crate::systems::global_war::rules::{self as rules, COUNTRIES, SEATS};
use crate::text::printable::quoted;
use crate::text::suggestion::did_you_mean;
use crate::text::{Code, Diagnostic, codes as cv};

/// Returns the part of a game that a file can hold, in the file's order. Everything left out or refused is added to
/// `out`.
pub fn prepare<'g>(game: &'g Game, recovery: bool, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
    let Some(given) = game.details.global_war().filter(|_| game.system == System::GlobalWar) else {
        let message = format!("this is a game of {}, and the target holds games of Global War", game.system.name());
        out.push(Diagnostic::error(&cv::OTHER_SYSTEM, message).on("game.system"));
        return Cow::Borrowed(game);
    };
    if recovery && let Some(interrupted) = interrupted_game(game) {
        return Cow::Owned(prepare(&interrupted, recovery, out).into_owned());
    }
    let mut preparation = Preparation::new(recovery, out);
    let mut prepared = Game::new(System::GlobalWar);
    prepared.board = Some(Board { builtin: Some(BuiltinBoard::GlobalWar), ..Board::default() });
    prepared.state = game.state;
    prepared.players = preparation.players(game);
    prepared.position = preparation.position(game);
    prepared.details = Details::GlobalWar(Box::new(preparation.details(game, given)));
    prepared.result = rules::result(&prepared);
    preparation.losses(game, &prepared);
    preparation.missing();
    Cow::Owned(prepared)
}

struct Preparation<'o> {
    recovery: bool,
    out: &'o mut Vec<Diagnostic>,
    missing: Vec<String>,
    /// Whether an element refers to a seat or country that does not exist; then the value it stands for is not reported
    /// as missing.
    misplaced: bool,
    /// The index in the document of each seat and each country, whose order may differ from the file's.
    players_at: [usize; SEATS],
    holdings_at: [usize; COUNTRIES.len()],
}

impl<'o> Preparation<'o> {
    fn new(recovery: bool, out: &'o mut Vec<Diagnostic>) -> Self {
        Preparation {
            recovery,
            out,
            missing: Vec::new(),
            misplaced: false,
            players_at: std::array::from_fn(|p| p),
            holdings_at: std::array::from_fn(|c| c),
        }
    }

    /// Returns the path of a slot's value in the document.
    fn path(&self, slot: Slot) -> String {
        match slot {
            Slot::Player(p, line) => Slot::Player(self.players_at[p], line),
            Slot::Armies(c) => Slot::Armies(self.holdings_at[c]),
            Slot::Owner(c) => Slot::Owner(self.holdings_at[c]),
            slot => slot,
        }
        .path()
    }

    fn refuse(
        &mut self,
        code: &Code,
        path: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<Cow<'static, str>>,
    ) {
        self.out.push(Diagnostic::error(code, message).on(path).help(help));
    }

    fn leave_out(&mut self, path: impl Into<String>, what: &str) {
        let message = format!("a Global War file cannot hold {what}: left out");
        self.out.push(Diagnostic::warning(&cv::LEFT_OUT, message).on(path));
    }

    fn require<T>(&mut self, slot: Slot, field: &Field<T>) {
        if field.is_absent() {
            self.missing.push(self.path(slot));
        }
    }

    fn missing_element(&mut self, path: String) {
        if !self.misplaced {
            self.missing.push(path);
        }
    }

    /// Reports the missing values.
    fn missing(&mut self) {
        if self.missing.is_empty() {
            return;
        }
        let count = self.missing.len();
        let shown = self.missing.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
        let more = if count > 8 { format!(" and {} more", count - 8) } else { String::new() };
        let message = format!("values are missing: {shown}{more}");
        let first = self.missing[0].split(' ').next().unwrap_or_default();
        let d = Diagnostic::error(&cv::VALUES_MISSING, message).on(first);
        self.out.push(d.help("add them to the document: the file needs every value"));
    }

    /// Finds the players by seat and sorts them.
    fn players(&mut self, game: &Game) -> Vec<Player> {
        let mut seats: [Option<Player>; SEATS] = Default::default();
        for (i, player) in game.players.iter().enumerate() {
            let path = format!("game.players[{i}].seat");
            let found = (1..=SEATS).find(|&n| seat_of(n) == player.seat);
            if let Some(n) = found {
                self.players_at[n - 1] = i;
            }
            match found.map(|n| &mut seats[n - 1]) {
                None => {
                    self.misplaced = true;
                    let message = format!("there is no seat {}", quoted(player.seat.as_str()));
                    self.refuse(&cv::NO_SUCH_REFERENCE, path, message, "seats of Global War are \"1\" to \"6\"");
                }
                Some(Some(_)) => {
                    self.misplaced = true;
                    let message = format!("duplicate seat {}", player.seat);
                    self.refuse(&cv::TWICE, path, message, "each seat has one player, or a name that is null");
                }
                Some(free) => *free = Some(player.clone()),
            }
        }
        for (p, seat) in seats.iter_mut().enumerate() {
            let Some(player) = seat else {
                self.missing_element(format!("game.players (seat {})", p + 1));
                continue;
            };
            self.player(p, player);
            if player.kind.take().is_some() {
                self.leave_out(format!("game.players[{}].kind", self.players_at[p]), "the kind of a player");
            }
        }
        seats.into_iter().flatten().collect()
    }

    fn player(&mut self, p: usize, player: &Player) {
        let slot = |line| Slot::Player(p, line);
        self.require(slot(PlayerLine::Name), &player.name);
        match &player.name {
            Field::Known(Some(name)) => self.name(slot(PlayerLine::Name), name),
            Field::Unknown(u) => self.refuse_unknown(slot(PlayerLine::Name), u),
            _ => {}
        }
        self.require(slot(PlayerLine::Vote), &player.vote);
        self.unknown(slot(PlayerLine::Vote), &player.vote, |t| parse_vote(t).is_some());
        self.require(slot(PlayerLine::LastMoved), &player.last_moved);
        self.unknown(slot(PlayerLine::LastMoved), &player.last_moved, |t| Daynum::parse(t).is_some());
        if let Some(&Some(moment)) = player.last_moved.known()
            && Daynum::of(moment) == Daynum::ZERO
        {
            let help = "null says that the player never moved";
            let message = format!("{moment} is day 0, which for a player means never moved");
            self.refuse(&cv::READS_BACK_DIFFERENTLY, self.path(slot(PlayerLine::LastMoved)), message, help);
        }
        let none = Commendations::default();
        let commendations = player.commendations.as_ref().unwrap_or(&none);
        for (line, field) in [
            (PlayerLine::General, &commendations.general),
            (PlayerLine::King, &commendations.king),
            (PlayerLine::Queen, &commendations.queen),
        ] {
            self.integer(slot(line), field);
        }
    }

    fn name(&mut self, slot: Slot, name: &str) {
        if name == "NONE" {
            let message = "a player named NONE would be read as an empty seat";
            self.refuse(&cv::READS_BACK_DIFFERENTLY, self.path(slot), message, "null says that nobody sits there");
        }
        self.line(slot, name, true);
        let length = name.chars().count();
        if length > NAME_LENGTH {
            let message = format!("{} has {length} characters; the game holds 17", slot.describe());
            self.out.push(Diagnostic::warning(&codes::LONG_NAME, message).on(self.path(slot)));
        }
    }

    /// Refuses text that cannot be written on one line and read back.
    fn line(&mut self, slot: Slot, text: &str, trimmed: bool) {
        let problem = if text.contains(['\n', '\r']) {
            "it has a line break"
        } else if text.contains('\u{1A}') {
            "it has a ^Z, which ends a text"
        } else if trimmed && text.ends_with(' ') {
            "it ends in blanks, which are taken for padding"
        } else {
            return;
        };
        let message = format!("{} cannot be written: {problem}", slot.describe());
        self.refuse(&cv::READS_BACK_DIFFERENTLY, self.path(slot), message, "delete it");
    }

    fn integer(&mut self, slot: Slot, field: &Field<i32>) {
        self.require(slot, field);
        self.unknown(slot, field, |t| parse_integer(t).is_some());
    }

    /// Refuses unknown text that would not be read back as unknown.
    fn unknown<T>(&mut self, slot: Slot, field: &Field<T>, is_known: impl Fn(&str) -> bool) {
        let Field::Unknown(u) = field else { return };
        if is_known(&u.unknown) {
            self.refuse_unknown(slot, u);
        } else if blanks_off(&u.unknown) != u.unknown {
            let message = format!("{} cannot be written: the unknown text begins or ends in blanks", slot.describe());
            self.refuse(&cv::READS_BACK_DIFFERENTLY, self.path(slot), message, "delete them");
        } else {
            self.line(slot, &u.unknown, false);
        }
    }

    fn refuse_unknown(&mut self, slot: Slot, u: &Unknown) {
        let message = format!("{} is said to be unknown, but would be read as a value", quoted(&u.unknown));
        self.refuse(&cv::READS_BACK_DIFFERENTLY, self.path(slot), message, "give the value itself");
    }

    fn seat(&mut self, slot: Slot, seat: &Seat) {
        if (1..=SEATS).all(|n| seat_of(n) != *seat) {
            let message = format!("there is no seat {} ({})", quoted(seat.as_str()), slot.describe());
            self.refuse(&cv::NO_SUCH_REFERENCE, self.path(slot), message, "seats of Global War are \"1\" to \"6\"");
        }
    }

    /// Finds the holdings by country and sorts them.
    fn position(&mut self, game: &Game) -> Option<Position> {
        let mut countries: Vec<Option<Holding>> = vec![None; COUNTRIES.len()];
        for (i, holding) in holdings(game).iter().enumerate() {
            let path = format!("game.position.holdings[{i}].territory");
            let found = rules::country(holding.territory.as_str());
            if let Some((number, _)) = found {
                self.holdings_at[number] = i;
            }
            match found.map(|(number, _)| &mut countries[number]) {
                None => {
                    self.misplaced = true;
                    let name = holding.territory.as_str();
                    let message = format!("there is no country {}", quoted(name));
                    let help = did_you_mean(name, COUNTRIES.iter().map(|country| country.name))
                        .map_or("countries are those of the document, such as \"E. Africa\"".into(), Cow::Owned);
                    self.refuse(&cv::NO_SUCH_REFERENCE, path, message, help);
                }
                Some(Some(_)) => {
                    self.misplaced = true;
                    let message = format!("duplicate country {}", holding.territory);
                    self.refuse(&cv::TWICE, path, message, "each country has one owner and one number of armies");
                }
                Some(free) => *free = Some(holding.clone()),
            }
        }
        for (c, found) in countries.iter_mut().enumerate() {
            let Some(holding) = found else {
                self.missing_element(format!("game.position.holdings ({})", COUNTRIES[c].name));
                continue;
            };
            self.integer(Slot::Armies(c), &holding.armies);
            self.require(Slot::Owner(c), &holding.owner);
            self.unknown(Slot::Owner(c), &holding.owner, |t| parse_integer(t).is_some_and(|n| (0..=6).contains(&n)));
            if let Some(Some(seat)) = holding.owner.known() {
                self.seat(Slot::Owner(c), seat);
            }
            let mut kept = Holding::of(holding.territory.clone());
            (kept.owner, kept.armies) = (holding.owner.clone(), holding.armies.clone());
            if kept != *holding {
                self.leave_out(
                    format!("game.position.holdings[{}]", self.holdings_at[c]),
                    "values of a country other than its owner and armies",
                );
                *holding = kept;
            }
        }
        let holdings: Vec<Holding> = countries.into_iter().flatten().collect();
        (!holdings.is_empty()).then(|| Position { holdings, ..Position::default() })
    }

    fn details(&mut self, game: &Game, given: &GlobalWarDetails) -> GlobalWarDetails {
        let mut details = given.clone();
        self.event(game, &mut details);
        self.require(Slot::EventDay, &details.event_day);
        self.unknown(Slot::EventDay, &details.event_day, |t| Daynum::parse(t).is_some());
        self.integer(Slot::CommendationSets, &details.commendation_sets);
        let passwords = details.team_passwords.as_deref().unwrap_or_default();
        for (t, password) in passwords.iter().enumerate() {
            self.line(Slot::Password(t), password, true);
        }
        match passwords.len() {
            0..=2 => self.missing.extend((passwords.len()..3).map(|t| Slot::Password(t).path())),
            3 => {}
            n => {
                let message = format!("expected three team passwords, found {n}");
                self.refuse(
                    &cv::READS_BACK_DIFFERENTLY,
                    "game.details.team_passwords",
                    message,
                    "give three; an empty one is \"\"",
                );
            }
        }
        self.unknown(Slot::Fortifications, &details.fortifications, |t| parse_integer(t).is_some());
        for (n, line) in details.more_lines.iter().enumerate() {
            self.line(Slot::MoreLine(n), line, false);
        }
        if details.fortifications.is_absent() && !details.more_lines.is_empty() {
            self.missing.push(Slot::Fortifications.path());
        }
        details.interruption = self.interruption(given);
        details.log_started = Field::Absent;
        details
    }

    fn event(&mut self, game: &Game, details: &mut GlobalWarDetails) {
        if let Some(unknown) = details.event.clone() {
            let is_known = |t: &str| parse_integer(t).and_then(Event::from_number).is_some();
            self.unknown(Slot::Event, &Field::<()>::Unknown(unknown), is_known);
            let said_twice = game.state.is_some()
                || details.game_kind.is_some()
                || details.hidden_names.is_some()
                || details.non_sequential.is_some()
                || details.flag_1000
                || details.players_min.or(details.players_max).is_some();
            if said_twice {
                let help = "delete game.details.event, or the fields that it stands for";
                let message = "the event is given as an unknown number, and by state, kind or flags too";
                self.refuse(&cv::READS_BACK_DIFFERENTLY, Slot::Event.path(), message, help);
            }
            return;
        }
        // A document made by hand may omit flags that are not set.
        if let (Some(_), Some(_)) = (game.state, details.game_kind) {
            details.hidden_names.get_or_insert(false);
            details.non_sequential.get_or_insert(false);
        }
        for (path, there) in [
            ("game.state", game.state.is_some()),
            ("game.details.game_kind", details.game_kind.is_some()),
            ("game.details.hidden_names", details.hidden_names.is_some()),
            ("game.details.non_sequential", details.non_sequential.is_some()),
        ] {
            if !there {
                self.missing.push(path.into());
            }
        }
        if details.players_min.is_some() != details.players_max.is_some() {
            let message = "only one of players_min and players_max is given";
            self.refuse(&cv::READS_BACK_DIFFERENTLY, "game.details.players_min", message, "give both or neither");
        } else if let Some(event) = event(game, details)
            && event.number().is_none()
        {
            let message = "no event number means this: only a normal game in signup has limits, 3 to 6 players";
            let help = "delete players_min and players_max, or correct them, game.state or game.details.game_kind";
            self.refuse(&cv::READS_BACK_DIFFERENTLY, "game.details.players_min", message, help);
        }
    }

    fn interruption(&mut self, given: &GlobalWarDetails) -> Option<Interruption> {
        let paths = "game.details.interruption";
        match (&given.interruption, self.recovery) {
            (None, false) => None,
            // The interruption is in the joined .REC, and so not lost.
            (Some(interruption), false) if interruption.state.is_some() => None,
            (Some(_), false) => {
                let message = "the interruption (who lost carrier, doing what, armies to deploy, map) is left out: a .DAT has no place for it";
                self.out
                    .push(Diagnostic::warning(&cv::LEFT_OUT, message).on(paths).help("convert to war-rec, which has"));
                None
            }
            (None, true) => {
                let message =
                    "a .REC needs four values that this document lacks: player, activity, armies_to_deploy and map";
                let help = "convert to JSON, edit it, and add the values to game.details: \"interruption\": {\"player\": \"1\", \"activity\": \"deploying\", \"armies_to_deploy\": 3, \"map\": \"globe\"}";
                self.refuse(&cv::INTERRUPTION_MISSING, paths, message, help);
                None
            }
            (Some(interruption), true) => {
                let slot = Slot::Interruption;
                self.require(slot(Interrupted::Player), &interruption.player);
                self.unknown(slot(Interrupted::Player), &interruption.player, |t| {
                    parse_integer(t).is_some_and(|n| (1..=6).contains(&n))
                });
                if let Some(seat) = interruption.player.known() {
                    self.seat(slot(Interrupted::Player), seat);
                }
                self.require(slot(Interrupted::Activity), &interruption.activity);
                self.unknown(slot(Interrupted::Activity), &interruption.activity, |t| {
                    parse_integer(t).is_some_and(|n| (0..=3).contains(&n))
                });
                self.integer(slot(Interrupted::ArmiesToDeploy), &interruption.armies_to_deploy);
                self.require(slot(Interrupted::Map), &interruption.map);
                self.unknown(slot(Interrupted::Map), &interruption.map, |t| {
                    parse_integer(t).is_some_and(|n| (1..=7).contains(&n))
                });
                Some(interruption.clone())
            }
        }
    }

    /// Reports everything else in the document that the file cannot hold.
    fn losses(&mut self, game: &Game, prepared: &Game) {
        let has_log_started = game.details.global_war().is_some_and(|details| !details.log_started.is_absent());
        for (path, there, what) in [
            ("game.variant", game.variant.is_some(), "the variant"),
            ("game.title", game.title.is_some(), "the title"),
            ("game.started", game.started.is_some(), "the day it started"),
            ("game.ended", game.ended.is_some(), "the day it ended"),
            ("game.variants", game.variants.is_some(), "the list of variants"),
            ("game.turns", !game.turns.is_empty(), "the record of turns"),
            ("game.details.log_started", has_log_started, "the date on which the log begins"),
            (
                "game.position.when",
                game.position.as_ref().is_some_and(|p| p.when.is_some()),
                "the time of the position",
            ),
            ("game.position.pieces", game.position.as_ref().is_some_and(|p| !p.pieces.is_empty()), "a list of pieces"),
            ("game.board", game.board.is_some() && game.board != prepared.board, "a board other than the game's own"),
        ] {
            if there {
                self.leave_out(path, what);
            }
        }
        if game.result.is_some() && game.result != prepared.result {
            let what = match prepared.result {
                Some(_) => "a result that does not follow from the position",
                None => "the result",
            };
            self.leave_out("game.result", what);
        }
    }
}
