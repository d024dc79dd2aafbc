//! Reads the JSON record of a game.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::value::RawValue;

use super::TurnPlaces;
use super::command::{Commands, commands};
use super::header::{self, NAME, Part};
use super::infer;
use super::lines::unknown;
use super::style::{Habits, RecordStyle, Style};
use crate::formats::extras::extra;
use crate::formats::json::{described, place_of};
use crate::model::{Details, Extra, Field, Game, Player, Seat, System, Turn};
use crate::systems::homeworlds::formats::codes;
use crate::systems::homeworlds::formats::prepare::seats;
use crate::systems::homeworlds::model::HomeworldsDetails;
use crate::text::json::Keys;
use crate::text::json::raw::{self, Members, Outline, elements, outline, span};
use crate::text::printable::quoted;
use crate::text::{Code, Diagnostic, Report, codes as cv};

/// The contents of a record.
pub struct Record {
    /// The game.
    pub game: Game,
    /// The style of the file.
    pub style: Style,
    /// The spans of the turns.
    pub places: Vec<TurnPlaces>,
}

/// Reads a record; `None` if the text is not one.
pub fn read(text: &str, report: &mut Report) -> Option<Record> {
    let json = text.trim_start_matches('\u{FEFF}');
    let mut reader = Reader {
        text,
        report,
        game: Game::new(System::Homeworlds),
        record: RecordStyle::of(json),
        habits: Habits::default(),
        extras: Vec::new(),
        commands: Commands::default(),
        places: Vec::new(),
        has_nulls: false,
    };
    reader.read(json)?;
    let Reader { game, record, habits, places, .. } = reader;
    let line_end = ["\r\n", "\n", ""].into_iter().find(|end| json.ends_with(end)).unwrap_or_default();
    let style = Style { record, ..habits.style(line_end) };
    Some(Record { game, style, places })
}

struct Reader<'t, 'r> {
    text: &'t str,
    report: &'r mut Report,
    game: Game,
    record: RecordStyle,
    habits: Habits,
    extras: Vec<Extra>,
    commands: Commands,
    places: Vec<TurnPlaces>,
    /// Whether any player's place in a round is null.
    has_nulls: bool,
}

impl<'t> Reader<'t, '_> {
    fn read(&mut self, json: &'t str) -> Option<()> {
        let (Outline { members, keys, list }, read) = outline(json, "moves");
        let damage = read.err().map(|error| self.damage(json, &error));
        let Some(rounds) = list.filter(|rounds| !rounds.is_empty() || damage.is_none()) else {
            let d = damage.unwrap_or_else(|| self.not_a_record(&members));
            self.report.add(d);
            return None;
        };
        if let Some(damage) = damage {
            self.record.is_whole = true;
            self.report.unreadable(damage);
        }
        keys.iter().for_each(|key| self.record.root.add(key));
        let rounds: Vec<(&RawValue, Vec<&RawValue>)> = rounds.into_iter().filter_map(|r| self.round(r)).collect();
        self.seat_players(&members, &rounds);
        self.root(&members);
        self.moves(&rounds);
        Turn::end(&mut self.game.turns);
        header::sort(&mut self.extras, &self.game);
        let extras = std::mem::take(&mut self.extras);
        self.game.details = Details::of_homeworlds(HomeworldsDetails { to_move: None, extras });
        self.infer();
        Some(())
    }

    /// Returns a round with its elements.
    fn round(&mut self, value: &'t RawValue) -> Option<(&'t RawValue, Vec<&'t RawValue>)> {
        let round = elements(value);
        if round.is_none() {
            let message = "expected a round, which is a list of moves";
            self.unreadable(&codes::NOT_A_ROUND, span(self.text, value.get()), message);
        }
        Some((value, round?))
    }

    /// Creates the players: as many as the header lists, or else as the longest round has places.
    fn seat_players(&mut self, members: &Members<'t>, rounds: &[(&RawValue, Vec<&RawValue>)]) {
        let header = members.get("header").and_then(Members::of);
        let listed = header.and_then(|header| elements(header.get("players")?)).map(|players| players.len());
        let longest = rounds.iter().map(|(_, round)| round.len()).max().unwrap_or_default();
        let count = listed.filter(|count| *count > 0).unwrap_or(longest.clamp(2, 4));
        self.game.players = seats(count.min(MAX_PLAYERS)).into_iter().map(Player::at).collect();
        self.commands.players = self.game.players.len();
    }

    fn root(&mut self, members: &Members<'t>) {
        self.twice(members);
        for (key, value) in &members.list {
            match (&**key, Members::of(value)) {
                ("header", Some(header)) => self.header(&header),
                ("header", None) => self.odd("header".to_owned(), value),
                _ => self.keep_extra(Part::Root, key, value),
            }
        }
    }

    fn header(&mut self, members: &Members<'t>) {
        self.twice(members);
        for (key, value) in &members.list {
            self.record.header.add(key);
            let is_understood = match &**key {
                "game" => Members::of(value).map(|game| self.about_game(&game)),
                "site" => Members::of(value).map(|site| self.site(&site)),
                "players" => self.players(value),
                "date-start" | "date-end" => self.date(key, value),
                _ => {
                    self.keep_extra(Part::Header, key, value);
                    continue;
                }
            };
            if is_understood.is_none() {
                self.odd(format!("header.{key}"), value);
            }
        }
    }

    fn about_game(&mut self, members: &Members<'t>) {
        self.twice(members);
        for (key, value) in &members.list {
            self.record.game.add(key);
            match &**key {
                "name" if raw::string(value).as_deref() == Some(NAME) => {}
                "variants" => match raw::strings(value) {
                    Some(list) => self.game.variants = Some(list),
                    None => self.odd("header.game.variants".to_owned(), value),
                },
                _ => self.keep_extra(Part::Game, key, value),
            }
        }
    }

    fn site(&mut self, members: &Members<'t>) {
        self.twice(members);
        for (key, value) in &members.list {
            self.record.site.add(key);
            match (&**key, raw::string(value)) {
                ("gameid", Some(id)) => self.game.title = Some(id.into_owned()),
                _ => self.keep_extra(Part::Site, key, value),
            }
        }
    }

    fn date(&mut self, key: &str, value: &'t RawValue) -> Option<()> {
        let text = raw::string(value)?;
        let (day, is_more) = header::day(&text)?;
        let place = if key == "date-start" { &mut self.game.started } else { &mut self.game.ended };
        *place = Some(day.to_owned());
        if is_more {
            self.extras.push(extra(&format!("header.{key}"), value));
        }
        Some(())
    }

    /// Reads the players; `None` if they are not a list of objects, or too many.
    fn players(&mut self, value: &'t RawValue) -> Option<()> {
        let players: Vec<Members<'t>> = elements(value)?.into_iter().map(Members::of).collect::<Option<_>>()?;
        if players.len() > MAX_PLAYERS {
            return None;
        }
        let mut results = Vec::new();
        for (index, members) in players.iter().enumerate() {
            self.twice(members);
            let mut keys = Keys::default();
            for (key, value) in &members.list {
                keys.add(key);
                match &**key {
                    "name" if value.get() == "null" => self.name(index, None),
                    "name" if raw::string(value).is_some() => {
                        self.name(index, raw::string(value).map(Cow::into_owned));
                    }
                    "name" => {
                        let key = format!("{}name", Part::Player(index).prefix(&self.game));
                        self.odd(key, value);
                    }
                    "result" => results.push((index, *value)),
                    _ => self.keep_extra(Part::Player(index), key, value),
                }
            }
            self.record.players.push(keys);
        }
        let of_seats: Option<Vec<(Seat, &str)>> =
            results.iter().map(|(i, value)| Some((self.game.players.get(*i)?.seat.clone(), value.get()))).collect();
        let is_whole = results.len() == players.len();
        self.game.result = of_seats.filter(|_| is_whole).and_then(|results| header::result(&results));
        if self.game.result.is_none() {
            for (index, value) in results {
                let key = format!("{}result", Part::Player(index).prefix(&self.game));
                self.odd(key, value);
            }
        }
        Some(())
    }

    fn name(&mut self, index: usize, name: Option<String>) {
        if let Some(player) = self.game.players.get_mut(index) {
            player.name = Field::Known(name);
        }
    }

    fn moves(&mut self, rounds: &[(&'t RawValue, Vec<&'t RawValue>)]) {
        let seats: Vec<Seat> = self.game.players.iter().map(|player| player.seat.clone()).collect();
        for (_, round) in rounds {
            for (place, value) in round.iter().enumerate() {
                match seats.get(place % seats.len().max(1)) {
                    _ if value.get() == "null" => self.has_nulls = true,
                    Some(seat) => self.turn(value, seat),
                    None => {}
                }
            }
        }
    }

    fn turn(&mut self, value: &'t RawValue, seat: &Seat) {
        let mut turn = Turn { player: Some(seat.clone()), ..Turn::default() };
        let mut places = TurnPlaces { turn: span(self.text, value.get()), actions: Vec::new() };
        let mut moves = (!value.get().starts_with('{')).then_some(value);
        if let Some(members) = Members::of(value) {
            self.twice(&members);
            moves = members.get("move");
            let others = members.list.iter().filter(|(key, _)| key != "move");
            turn.extras.extend(others.map(|(key, value)| extra(key, value)));
        }
        match moves.map(|value| (value, raw::string(value))) {
            Some((value, Some(text))) => self.actions(&text, value, seat, &mut turn, &mut places),
            Some((value, None)) => {
                let message = "expected the text of a move; kept as it is".to_owned();
                self.warn(&codes::ODD_VALUE, span(self.text, value.get()), message);
                turn.extras.push(extra("move", value));
            }
            None => {}
        }
        Turn::begin(&mut self.game.turns, turn);
        self.places.push(places);
    }

    /// Reads the commands of a turn.
    fn actions(&mut self, text: &str, value: &RawValue, seat: &Seat, turn: &mut Turn, places: &mut TurnPlaces) {
        let whole = span(self.text, value.get());
        // In a string with escapes, offsets in the text differ from offsets in the string.
        let is_plain = whole.len() == text.len() + 2;
        let mut behind = None;
        for part in commands(text) {
            if let Some(behind) = behind {
                self.habits.between(&text[behind..part.start]);
            }
            behind = Some(part.end);
            let command = &text[part.clone()];
            let inside = whole.start + 1 + part.start..whole.start + 1 + part.end;
            let place: Range<usize> = if is_plain { inside } else { whole.clone() };
            let before = turn.actions.len();
            match self.commands.read(command, seat, &turn.actions) {
                Ok((action, count)) => turn.actions.extend(std::iter::repeat_n(action, count)),
                Err(refused) => {
                    self.report.add(refused.diagnostic(command).at(place.clone()));
                    turn.actions.push(unknown(command));
                }
            }
            self.habits.command(command);
            places.actions.extend(std::iter::repeat_n(place, turn.actions.len() - before));
        }
    }

    /// Infers the omitted values. A record of more than two players without a null may skip players who are out.
    fn infer(&mut self) {
        if self.game.players.len() > 2 && !self.has_nulls {
            infer::fill_in_rounds(&mut self.game);
        } else {
            infer::fill(&mut self.game);
        }
    }
}

/// The diagnostics of a record.
impl<'t> Reader<'t, '_> {
    /// Returns the diagnostic for invalid JSON.
    fn damage(&self, json: &str, error: &serde_json::Error) -> Diagnostic {
        let offset = self.text.len() - json.len();
        let place = place_of(json, error);
        let what = described(error);
        let (code, message) = if error.is_eof() {
            (&codes::RECORD_CUT, "the text ends inside the record: it may be cut off".to_owned())
        } else if !error.is_data() {
            (&cv::NOT_JSON, format!("not JSON: {what}"))
        } else if what.starts_with("duplicate key") {
            (&codes::KEY_TWICE, what)
        } else {
            (&codes::NOT_A_RECORD, format!("this is not a record of Abstract Play: {what}"))
        };
        Diagnostic::error(code, message).at(place.start + offset..place.end + offset).help(code.advice)
    }

    fn not_a_record(&self, members: &Members<'_>) -> Diagnostic {
        let message = match members.get("stack") {
            Some(_) => "this is the stored state of a game of Abstract Play, and no record",
            None => "this is not a record of Abstract Play: it has no list of \"moves\"",
        };
        let end = self.text.chars().next().map_or(0, char::len_utf8);
        Diagnostic::error(&codes::NOT_A_RECORD, message).at(0..end).help(codes::NOT_A_RECORD.advice)
    }

    fn unreadable(&mut self, code: &'static Code, at: Range<usize>, message: impl Into<String>) {
        self.record.is_whole = true;
        self.report.unreadable(Diagnostic::error(code, message).at(at).help(code.advice));
    }

    fn twice(&mut self, members: &Members<'t>) {
        for (key, value) in &members.twice {
            let message = format!("duplicate key {}", quoted(key));
            self.unreadable(&codes::KEY_TWICE, span(self.text, value.get()), message);
        }
    }

    fn warn(&mut self, code: &'static Code, at: Range<usize>, message: String) {
        self.report.add(Diagnostic::warning(code, message).at(at).help(code.advice));
    }

    /// Keeps a value that the model has no field for.
    fn keep_extra(&mut self, part: Part, key: &str, value: &'t RawValue) {
        if part.is_reserved(key) {
            let message = format!("{} is a key that Ludex uses for values of another object", quoted(key));
            self.unreadable(&codes::KEY_TWICE, span(self.text, value.get()), message);
        } else {
            let key = format!("{}{key}", part.prefix(&self.game));
            self.extras.push(extra(&key, value));
        }
    }

    /// Keeps a value as it is, with a warning that the server would not write it in this form.
    fn odd(&mut self, key: String, value: &'t RawValue) {
        let message =
            format!("the value of {} has a form that Abstract Play does not write; kept as it is", quoted(&key));
        self.warn(&codes::ODD_VALUE, span(self.text, value.get()), message);
        self.extras.push(extra(&key, value));
    }
}

/// Maximum number of players that are read; the game has no seats for more.
const MAX_PLAYERS: usize = 8;
