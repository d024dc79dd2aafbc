//! Reads a saved game.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use serde_json::value::RawValue;

use super::codes;
use super::names::{Names, OnBoard, STANDARD_MAPS};
use super::style::{self, GAME_KEYS, Style};
use super::turn::STATE;
use crate::formats::extras::extra;
use crate::formats::json::{described, place_of};
use crate::model::{Details, Extra, Game, Seat, System};
use crate::systems::diplomacy::formats::codes as shared;
use crate::systems::diplomacy::model::DiplomacyDetails;
use crate::text::json::raw::{self, Member, Members, Outline, outline, span};
use crate::text::json::{Keys, Spacing};
use crate::text::printable::quoted;
use crate::text::suggestion::did_you_mean;
use crate::text::write_back::ParseOutput;
use crate::text::{Code, Diagnostic, Report, codes as cv};

/// Reads a saved game; `None` if the text is not a saved game.
pub fn read(text: &str, given: Option<&OnBoard>, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
    let mut reader = Reader::new(text, report);
    let (meaning, names) = reader.game(given)?;
    let (mut style, is_damaged) = (reader.style, reader.is_damaged);
    let source_spans = super::spans::source_spans(text, &meaning, &names, &mut style, is_damaged);
    Some(ParseOutput { meaning, style, source_spans })
}

/// Reads only the game, without its source spans, which are found by rendering it.
pub fn read_game(text: &str, given: Option<&OnBoard>, report: &mut Report) -> Option<Game> {
    Reader::new(text, report).game(given).map(|(game, _)| game)
}

/// Returns the spans of the parts of each turn, and the names of the game; `None` where the text is no saved game.
pub fn places(text: &str, given: Option<&OnBoard>) -> Option<(Vec<TurnPlaces>, Names)> {
    let mut ignored = Report::silent();
    let mut reader = Reader::new(text, &mut ignored);
    reader.places = Some(Vec::new());
    let (_, names) = reader.game(given)?;
    Some((reader.places?, names))
}

/// Spans of the parts of a turn.
#[derive(Debug, Default)]
pub struct TurnPlaces {
    /// Name of the phase.
    pub name: Range<usize>,
    /// Actions of the turn.
    pub actions: Vec<Range<usize>>,
    /// Pieces of the position.
    pub pieces: Vec<Range<usize>>,
}

/// Greatest number of unknown powers for which suggestions are looked up.
const MAX_SUGGESTIONS: usize = 100;

/// Reader of a saved game, key by key.
pub(super) struct Reader<'t, 'r> {
    pub(super) text: &'t str,
    report: &'r mut Report,
    pub(super) style: Style,
    /// Whether a part of the text could not be read.
    is_damaged: bool,
    /// Seats in the order in which they were first named.
    named: Vec<Seat>,
    seen: HashSet<Seat>,
    /// Lowest number of powers that a phase lists orders for; `None` before any does.
    pub(super) fewest_orders: Option<usize>,
    /// Spans of the parts of turns; `None` where they are not asked for.
    pub(super) places: Option<Vec<TurnPlaces>>,
}

impl<'t, 'r> Reader<'t, 'r> {
    fn new(text: &'t str, report: &'r mut Report) -> Self {
        let style = Style { game: Keys::default(), phase: Keys::default(), state: Keys::default(), ..Style::default() };
        Reader {
            text,
            report,
            style,
            is_damaged: false,
            named: Vec::new(),
            seen: HashSet::new(),
            fewest_orders: None,
            places: None,
        }
    }

    fn game(&mut self, given: Option<&OnBoard>) -> Option<(Game, Names)> {
        let json = self.text.trim_start_matches('\u{FEFF}');
        let (Outline { members, keys, list: phases }, read) = outline(json, "phases");
        let damage = read.err().map(|error| self.damage(json, &error));
        let Some(phases) = phases.filter(|phases| !phases.is_empty() || damage.is_none()) else {
            self.report.add(damage.unwrap_or_else(|| self.not_a_saved_game(&members)));
            return None;
        };
        if let Some(damage) = damage {
            self.is_damaged = true;
            self.report.unreadable(damage);
        }
        self.style.spacing = Spacing::of(json);
        self.style.line_end = ["\r\n", "\n", ""].into_iter().find(|end| json.ends_with(end)).unwrap_or_default();
        keys.iter().for_each(|key| self.style.game.add(key));
        let mut game = Game::new(System::Diplomacy);
        let extras = self.head(&members, &mut game);
        let names = Names::of(game.variant.as_deref(), given);
        if names.named_board().is_none() {
            self.unknown_map(game.variant.as_deref(), members.get("map"));
        }
        game.board = names.board().cloned();
        game.turns.reserve(phases.len());
        for phase in phases {
            let turn = self.turn(phase, &game, &names);
            game.turns.extend(turn);
        }
        game.players = names.players(&self.named);
        self.misspelt_powers(&names);
        self.style.sparse_orders = self.fewest_orders.is_some_and(|fewest| fewest < game.players.len());
        game.details = Details::Diplomacy(Box::new(DiplomacyDetails { extras, ..DiplomacyDetails::default() }));
        Some((game, names))
    }

    /// Notes that Ludex has no board for the map.
    fn unknown_map(&mut self, map: Option<&str>, value: Option<&RawValue>) {
        let message = match map {
            Some(map) => format!("unknown map {}: names and orders are kept as text", quoted(map)),
            None => "missing name of the map: names and orders are kept as text".to_owned(),
        };
        let meant = map.and_then(|map| did_you_mean(map, STANDARD_MAPS));
        let d =
            Diagnostic::note(&codes::NO_BOARD, message).help(meant.map_or(codes::NO_BOARD.advice.into(), Cow::Owned));
        self.report.add(match value {
            Some(value) => d.at(span(self.text, value.get())),
            None => d,
        });
    }

    /// Warns of powers that are not on the board and are similar to one that is. Others are left alone, as most belong
    /// to another variant.
    fn misspelt_powers(&mut self, names: &Names) {
        let Some(named_board) = names.named_board().filter(|named_board| named_board.has_named_powers()) else {
            return;
        };
        let strangers = self.named.iter().filter(|seat| named_board.power(seat).is_none()).take(MAX_SUGGESTIONS);
        for seat in strangers {
            let Some(question) = did_you_mean(seat.as_str(), named_board.power_names()) else { continue };
            let message = format!("unknown power {}", quoted(seat.as_str()));
            let d = Diagnostic::warning(&shared::NO_SUCH_POWER, message).help(question);
            let key = format!("\"{seat}\"");
            self.report.add(match self.text.find(&key) {
                Some(at) => d.at(at..at + key.len()),
                None => d,
            });
        }
    }

    /// Reads title, map and rules; returns all other keys as extras.
    fn head(&mut self, members: &Members<'t>, game: &mut Game) -> Vec<Extra> {
        self.twice(members);
        let mut extras = Vec::new();
        for member in &members.list {
            let (key, value) = member;
            let is_understood = match &**key {
                "id" => put(&mut game.title, raw::string(value).map(Cow::into_owned)),
                "map" => put(&mut game.variant, raw::string(value).map(Cow::into_owned)),
                "rules" => put(&mut game.variants, raw::strings(value)),
                _ => {
                    extras.push(self.unknown(key, member, &GAME_KEYS));
                    continue;
                }
            };
            if !is_understood {
                extras.push(self.odd(key, value));
            }
        }
        style::sort(&mut extras, &GAME_KEYS);
        extras
    }

    /// Returns the diagnostic for an error in the JSON.
    fn damage(&self, json: &str, error: &serde_json::Error) -> Diagnostic {
        let offset = self.text.len() - json.len();
        let place = place_of(json, error);
        let what = described(error);
        let (code, message) = if error.is_eof() {
            (&codes::CUT_OFF, "the text ends inside the game; it may be cut off".to_owned())
        } else if is_one_a_line(json, error) {
            (&codes::SEVERAL_GAMES, "another game begins here, but a document holds one".to_owned())
        } else if !error.is_data() {
            (&cv::NOT_JSON, format!("not JSON: {what}"))
        } else if what.starts_with("duplicate key") {
            (&codes::KEY_TWICE, what)
        } else if json.trim_start().starts_with('{') {
            (&codes::NOT_A_SAVED_GAME, "this is not a saved game: \"phases\" is not a list".to_owned())
        } else {
            let message = format!("this is not a saved game: expected an object, found {}", kind_of(json));
            (&codes::NOT_A_SAVED_GAME, message)
        };
        Diagnostic::error(code, message).at(place.start + offset..place.end + offset).help(code.advice)
    }

    fn not_a_saved_game(&self, members: &Members<'_>) -> Diagnostic {
        let message = "this is not a saved game: it has no list of \"phases\"";
        let d = Diagnostic::error(&codes::NOT_A_SAVED_GAME, message);
        let mut keys = members.list.iter();
        match keys.find_map(|member| Some((did_you_mean(&member.0, ["phases"])?, key_place(self.text, member)))) {
            Some((question, place)) => d.at(place).help(question),
            None => {
                let end = self.text.chars().next().map_or(0, char::len_utf8);
                d.at(0..end).help(codes::NOT_A_SAVED_GAME.advice)
            }
        }
    }

    /// Reports a part that cannot be read.
    pub(super) fn unreadable(&mut self, code: &'static Code, at: Range<usize>, message: impl Into<String>) {
        self.is_damaged = true;
        self.report.unreadable(Diagnostic::error(code, message).at(at).help(code.advice));
    }

    /// Reports keys that occur twice.
    pub(super) fn twice(&mut self, members: &Members<'t>) {
        for member in &members.twice {
            let message = format!("duplicate key {}", quoted(&member.0));
            self.unreadable(&codes::KEY_TWICE, key_place(self.text, member), message);
        }
    }

    /// Reports a warning at a span of the text.
    pub(super) fn warn(
        &mut self,
        code: &'static Code,
        at: Range<usize>,
        message: String,
        help: impl Into<Cow<'static, str>>,
    ) {
        self.report.add(Diagnostic::warning(code, message).at(at).help(help));
    }

    /// Warns of a value without the engine's form, and returns it as an extra.
    pub(super) fn odd(&mut self, key: &str, value: &RawValue) -> Extra {
        let message = format!("expected {} as {}: kept as it is", expected(key), quoted(key));
        let help = codes::ODD_VALUE.advice;
        self.warn(&codes::ODD_VALUE, span(self.text, value.get()), message, help);
        extra(key, value)
    }

    /// Returns a key that the engine does not write, with its value, as an extra. Most such keys come from other
    /// versions, so there is a warning only where the key is similar to a known one.
    pub(super) fn unknown(&mut self, key: &str, member: &Member<'t>, known: &[&'static str]) -> Extra {
        let (written, value) = member;
        let meant = if known.contains(&&**written) { None } else { did_you_mean(written, known.iter().copied()) };
        if let Some(question) = meant {
            let message = format!("unknown key {}: kept as it is", quoted(written));
            self.warn(&codes::ODD_VALUE, key_place(self.text, member), message, question);
        }
        extra(key, value)
    }

    /// Adds a seat to the seats that were named.
    pub(super) fn name(&mut self, seat: &Seat) {
        if !self.seen.contains(seat) {
            self.seen.insert(seat.clone());
            self.named.push(seat.clone());
        }
    }
}

/// Returns a phrase for the value that the engine writes for a key.
fn expected(key: &str) -> &'static str {
    match key.strip_prefix(STATE).unwrap_or(key) {
        "id" | "map" => "a text",
        "rules" => "a list of texts",
        "units" => "a list of units for each power",
        "retreats" => "the retreats of each dislodged unit",
        "centers" => "a list of provinces for each power",
        "orders" => "a list of orders, or null, for each power",
        "results" => "a list of texts for each unit",
        "messages" => "a list of messages",
        _ => "an object",
    }
}

/// Returns a phrase for the kind of value that a JSON text begins with.
pub(super) fn kind_of(json: &str) -> &'static str {
    match json.trim_start().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a text",
        Some(b'n') => "null",
        Some(b't' | b'f') => "true or false",
        _ => "a number",
    }
}

/// Returns the span of a key with its quotes; that of its value where the key has escapes.
pub(super) fn key_place(text: &str, (key, value): &Member<'_>) -> Range<usize> {
    match key {
        Cow::Borrowed(key) => {
            let inside = span(text, key);
            inside.start.saturating_sub(1)..inside.end + 1
        }
        Cow::Owned(_) => span(text, value.get()),
    }
}

/// Stores a value, and returns whether there is one.
fn put<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    *place = value;
    place.is_some()
}

/// Returns whether a text has one object a line, and the error is at the second.
fn is_one_a_line(json: &str, error: &serde_json::Error) -> bool {
    let mut lines = json.lines().filter(|line| !line.trim().is_empty());
    error.line() > 1 && error.column() == 1 && lines.all(|line| line.starts_with('{'))
}
