//! Reads a file into a game.

use super::codes;
use super::damage::{GameLines, game_lines, is_game_text};
use super::event::Event;
use super::number::{Daynum, parse_integer};
use super::slot::Slot;
use super::style::{Style, Survey};
use crate::model::{
    Board, BuiltinBoard, Commendations, Details, Field, Game, Holding, Player, Position, Seat, System, TerritoryRef,
};
use crate::systems::global_war::model::{Activity, GlobalWarDetails, Interruption, Map};
use crate::systems::global_war::rules::{self as rules, COUNTRIES, SEATS};
use crate::text::english::counted;
use crate::text::lines::{END_OF_TEXT, Line, usual_line_end};
use crate::text::printable::quoted;
use crate::text::write_back::{ParseOutput, SourceSpan};
use crate::text::{Diagnostic, Encoding, Report};

/// The activities, by their number in the file.
pub const ACTIVITIES: [Activity; 4] =
    [Activity::Deploying, Activity::Attacking, Activity::Fortifying, Activity::AttackingCommendationEarned];

/// The maps, by their number in the file, from 1.
pub const MAPS: [Map; 7] =
    [Map::Globe, Map::Africa, Map::Asia, Map::Australia, Map::Europe, Map::NorthAmerica, Map::SouthAmerica];

/// The longest name that the game stores, in characters.
pub const NAME_LENGTH: usize = 17;

/// Reads a `.DAT`, or a `.REC` if `recovery` is set; `None` if the text is neither.
pub fn read(text: &str, recovery: bool, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
    let GameLines { slots, end, unreadable } = match game_lines(text, recovery, report) {
        Ok(lines) => lines,
        Err(not_this_format) => {
            report.add(not_this_format);
            return None;
        }
    };
    remark_on_tail(text, end, report);
    let mut reader = Reader {
        text,
        lines: &slots,
        at: 0,
        recovery,
        report,
        source_spans: Vec::with_capacity(slots.len()),
        survey: Survey::new(),
        has_utf8: false,
    };
    reader.remark_on_line_ends();
    let meaning = reader.game();
    let style = reader.survey.style(usual_line_end(text, slots.iter().flatten()).unwrap_or("\r\n"));
    let source_spans = reader.source_spans;
    unreadable.into_iter().for_each(|d| report.unreadable(d));
    Some(ParseOutput { meaning, style, source_spans })
}

/// Reports text after the end of the file.
fn remark_on_tail(text: &str, end: usize, report: &mut Report) {
    let tail = &text[end..];
    if tail.trim_start_matches([END_OF_TEXT, '\0']).is_empty() {
        return;
    }
    let d = if is_game_text(tail) {
        let message = "a second game follows the end of the text (^Z)";
        Diagnostic::warning(&codes::AFTER_END, message)
            .help("only the first is read, as by the game itself; cut the file in two to read the second")
    } else {
        let message =
            format!("{} after the end of the text (^Z)", counted(tail.chars().count() - 1, "character", "characters"));
        Diagnostic::note(&codes::AFTER_END, message).help("they are kept, and written back")
    };
    report.add(d.at(end..text.len()));
}

struct Reader<'t, 'r> {
    text: &'t str,
    lines: &'t [Option<Line>],
    at: usize,
    recovery: bool,
    report: &'r mut Report,
    source_spans: Vec<SourceSpan>,
    survey: Survey,
    /// Whether any name is encoded as UTF-8.
    has_utf8: bool,
}

impl<'t> Reader<'t, '_> {
    fn game(&mut self) -> Game {
        let mut game = Game::new(System::GlobalWar);
        let mut details = GlobalWarDetails::default();
        if self.recovery {
            details.interruption = Some(self.interruption());
        }
        self.event(&mut game, &mut details);
        details.event_day = self.daynum();
        game.players.reserve_exact(SEATS);
        for seat in 1..=SEATS {
            if self.at < self.lines.len() {
                game.players.push(self.player(seat));
            }
        }
        details.commendation_sets = self.integer(0..=32_767);
        game.board = Some(Board { builtin: Some(BuiltinBoard::GlobalWar), ..Board::default() });
        game.position = self.position();
        details.team_passwords = self.passwords();
        details.fortifications = self.integer(-1..=32_767);
        details.more_lines = self.more_lines();
        self.remark_on_flag(&details);
        game.details = Details::GlobalWar(Box::new(details));
        game.result = rules::result(&game);
        game
    }

    /// Reports line ends that differ from all others, if there are only a few.
    fn remark_on_line_ends(&mut self) {
        const MAX_ODD_LINE_ENDS: usize = 2;
        let text = self.text;
        // Half a line end between two values is reported with the joined values.
        let is_odd = |line: &&Line| {
            let end = &text.as_bytes()[line.end..line.next];
            end != b"\r\n" && (end.len() > 1 || end == b"\n")
        };
        let odd: Vec<&Line> = self.lines.iter().flatten().filter(is_odd).take(MAX_ODD_LINE_ENDS + 1).collect();
        if odd.len() > MAX_ODD_LINE_ENDS || self.lines.len() < 20 {
            return;
        }
        for line in odd.into_iter().filter(|line| !text[line.span()].is_empty()) {
            let message =
                "this line end differs from all others: the value before it may have lost or gained a character";
            let help = "compare it with another copy; it is read as it stands";
            self.report.add(Diagnostic::warning(&codes::ODD_LINE_END, message).at(line.span()).help(help));
        }
    }

    /// Returns the next line, and adds it to the source spans; `None` if it is missing or the file is cut off.
    fn next(&mut self) -> Option<(&'t str, Line, Slot)> {
        let line = *self.lines.get(self.at)?;
        let slot = Slot::of_line(self.at, self.recovery);
        self.at += 1;
        let line = line?;
        self.source_spans.push(line.into());
        Some((&self.text[line.span()], line, slot))
    }

    fn event(&mut self, game: &mut Game, details: &mut GlobalWarDetails) {
        let Some((line, at, slot)) = self.next() else { return };
        let text = blanks_off(line);
        let Some(event) = parse_integer(text).and_then(Event::from_number) else {
            let message = format!("unknown event number {}", quoted(text));
            let help =
                "expected 0 to 5, or 33 to 66 for a signup with limits, to which 100, 1000 and 10000 may be added";
            self.report.add(Diagnostic::warning(&codes::EVENT_UNKNOWN, message).at(at.span()).help(help));
            details.event = Some(crate::model::Unknown { unknown: text.to_owned() });
            return;
        };
        self.survey.see_integer(slot, line, text);
        game.state = Some(event.state);
        details.game_kind = Some(event.kind);
        details.hidden_names = Some(event.hidden_names);
        details.non_sequential = Some(event.non_sequential);
        details.flag_1000 = event.flag_1000;
        (details.players_min, details.players_max) = event.limits.unzip();
    }

    fn remark_on_flag(&mut self, details: &GlobalWarDetails) {
        if !details.flag_1000 {
            return;
        }
        let event = self.lines.get(self.at_event()).copied().flatten().map_or(0..0, |line| line.span());
        self.report.add(Diagnostic::note(&codes::FLAG_1000, flag_1000(details)).at(event));
    }

    fn at_event(&self) -> usize {
        if self.recovery { super::slot::INTERRUPTION_LINES } else { 0 }
    }

    fn interruption(&mut self) -> Interruption {
        Interruption {
            player: self.coded(&codes::NO_SUCH_SEAT, "a player (1 to 6)", seat),
            activity: self.coded(&codes::NOT_AN_INTERRUPTION, "an activity (0 to 3)", |n| {
                ACTIVITIES.get(usize::try_from(n).ok()?).copied()
            }),
            armies_to_deploy: self.integer(0..=32_767),
            map: self.coded(&codes::NOT_AN_INTERRUPTION, "a map (1 to 7)", |n| {
                MAPS.get(usize::try_from(n).ok()?.checked_sub(1)?).copied()
            }),
            state: None,
        }
    }

    fn player(&mut self, number: usize) -> Player {
        let mut player = Player::at(seat_of(number));
        player.name = self.name();
        player.vote = self.vote();
        player.last_moved = match self.daynum() {
            Field::Known(moment) if Daynum::of(moment) == Daynum::ZERO => Field::Known(None),
            Field::Known(moment) => Field::Known(Some(moment)),
            Field::Unknown(unknown) => Field::Unknown(unknown),
            Field::Absent => Field::Absent,
        };
        if self.at < self.lines.len() {
            player.commendations = Some(Commendations {
                general: self.integer(0..=255),
                king: self.integer(0..=255),
                queen: self.integer(0..=255),
            });
        }
        player
    }

    fn position(&mut self) -> Option<Position> {
        let mut holdings = Vec::with_capacity(COUNTRIES.len());
        for country in &COUNTRIES {
            if self.at >= self.lines.len() {
                break;
            }
            let mut holding = Holding::of(TerritoryRef::new_static(country.name));
            holding.armies = self.integer(0..=32_767);
            holding.owner = self.coded(&codes::NO_SUCH_SEAT, "a player (1 to 6) or 0 for nobody", |n| {
                if n == 0 { Some(None) } else { seat(n).map(Some) }
            });
            holdings.push(holding);
        }
        (!holdings.is_empty()).then(|| Position { holdings, ..Position::default() })
    }

    fn passwords(&mut self) -> Option<Vec<String>> {
        let mut passwords = Vec::new();
        // The list of passwords cannot express that one is missing before others.
        let there = self.lines[self.at.min(self.lines.len())..].iter().take(3);
        if there.clone().any(Option::is_none) {
            self.at += there.len();
            return None;
        }
        while passwords.len() < 3
            && let Some((line, at, slot)) = self.next()
        {
            let text = line.trim_end_matches(' ');
            self.survey.passwords.see_text(line, text);
            self.remark_on_controls(text, at, slot);
            passwords.push(text.to_owned());
        }
        (!passwords.is_empty()).then_some(passwords)
    }

    fn more_lines(&mut self) -> Vec<String> {
        let rest = self.lines[self.at.min(self.lines.len())..].iter().flatten();
        let place = rest.clone().next().zip(rest.last()).map(|(first, last)| first.start..last.end);
        let lines: Vec<String> = std::iter::from_fn(|| self.next().map(|(line, _, _)| line.to_owned())).collect();
        if let Some(place) = place {
            let message = format!("{} that no document describes", counted(lines.len(), "line", "lines"));
            self.report.add(Diagnostic::note(&codes::MORE_LINES, message).at(place));
        }
        lines
    }

    fn name(&mut self) -> Field<Option<String>> {
        let Some((line, at, slot)) = self.next() else { return Field::Absent };
        let text = line.trim_end_matches(' ');
        self.survey.names.see_text(line, text);
        if text == "NONE" {
            return Field::Known(None);
        }
        if text.is_empty() || text.trim().eq_ignore_ascii_case("NONE") {
            let message =
                format!("{} is {}, which is a name: only NONE is an empty seat", slot.describe(), quoted(text));
            self.report.add(Diagnostic::note(&codes::NEARLY_NONE, message).at(at.span()));
        }
        if text.len() > NAME_LENGTH && text.chars().count() > NAME_LENGTH {
            let message =
                format!("{} has {} characters; the game holds {NAME_LENGTH}", slot.describe(), text.chars().count());
            self.report.add(Diagnostic::warning(&codes::LONG_NAME, message).at(at.span()));
        }
        self.remark_on_controls(text, at, slot);
        if !text.is_ascii() && !self.has_utf8 && is_utf8_in_cp437(text) {
            self.has_utf8 = true;
            let message = format!("{} looks like UTF-8 that was read in CP437: {}", slot.describe(), quoted(text));
            let help = "--encoding utf-8 reads it as it was written";
            self.report.add(Diagnostic::warning(&codes::LOOKS_LIKE_UTF8, message).at(at.span()).help(help));
        }
        Field::Known(Some(text.to_owned()))
    }

    fn remark_on_controls(&mut self, text: &str, at: Line, slot: Slot) {
        if text.chars().any(char::is_control) {
            let message = format!("{} has control characters", slot.describe());
            self.report.add(Diagnostic::warning(&codes::CONTROL_IN_NAME, message).at(at.span()));
        }
    }

    fn vote(&mut self) -> Field<bool> {
        let Some((line, at, slot)) = self.next() else { return Field::Absent };
        let text = blanks_off(line);
        let Some(vote) = parse_vote(text) else {
            let message = format!("{}: expected T or F, found {}", slot.describe(), quoted(text));
            self.report
                .add(Diagnostic::warning(&codes::NOT_A_VOTE, message).at(at.span()).help(codes::NOT_A_VOTE.advice));
            return Field::unknown(text);
        };
        self.survey.votes.see(line, text);
        self.survey.see_vote(text);
        if !matches!(text, "T" | "F") {
            let message = format!("{} is spelled {text}; the format has T and F", slot.describe());
            self.report.add(Diagnostic::note(&codes::VOTE_SPELLING, message).at(at.span()));
        }
        Field::Known(vote)
    }

    fn daynum(&mut self) -> Field<crate::model::Moment> {
        let Some((line, at, slot)) = self.next() else { return Field::Absent };
        let text = blanks_off(line);
        let daynum = Daynum::parse(text);
        let Some(moment) = daynum.and_then(Daynum::moment) else {
            let message = format!("{}: expected a day number, found {}", slot.describe(), quoted(text));
            let help = "a day number counts the days since 1985-01-01, such as 1671.6039";
            self.report.add(Diagnostic::warning(&codes::NOT_A_DAYNUM, message).at(at.span()).help(help));
            return Field::unknown(text);
        };
        self.survey.reals.see_real(line, text);
        self.survey.see_real(text);
        if daynum.is_some_and(Daynum::is_negative) {
            let message = format!("{} is {}, before 1985", slot.describe(), quoted(text));
            self.report.add(Diagnostic::warning(&codes::OUT_OF_RANGE, message).at(at.span()));
        }
        Field::Known(moment)
    }

    fn integer(&mut self, range: std::ops::RangeInclusive<i32>) -> Field<i32> {
        let Some((line, at, slot)) = self.next() else { return Field::Absent };
        let text = blanks_off(line);
        let Some(number) = parse_integer(text) else {
            let message = format!("{}: expected a whole number, found {}", slot.describe(), quoted(text));
            self.report.add(Diagnostic::warning(&codes::NOT_A_NUMBER, message).at(at.span()));
            return Field::unknown(text);
        };
        self.survey.see_integer(slot, line, text);
        if !range.contains(&number) {
            let (least, most) = (range.start(), range.end());
            let message = format!("{}: expected {least} to {most}, found {number}", slot.describe());
            let help = "the number is kept as it is";
            self.report.add(Diagnostic::warning(&codes::OUT_OF_RANGE, message).at(at.span()).help(help));
        }
        Field::Known(number)
    }

    /// Reads a number that encodes a value.
    fn coded<T>(
        &mut self,
        code: &'static crate::text::Code,
        expected: &str,
        decode: impl Fn(i32) -> Option<T>,
    ) -> Field<T> {
        let Some((line, at, slot)) = self.next() else { return Field::Absent };
        let text = blanks_off(line);
        match parse_integer(text).and_then(decode) {
            Some(value) => {
                self.survey.see_integer(slot, line, text);
                Field::Known(value)
            }
            None => {
                let message = format!("{}: expected {expected}, found {}", slot.describe(), quoted(text));
                self.report.add(Diagnostic::warning(code, message).at(at.span()).help(code.advice));
                Field::unknown(text)
            }
        }
    }
}

/// Returns whether a text that was decoded from CP437 is really UTF-8.
fn is_utf8_in_cp437(text: &str) -> bool {
    let bytes = Encoding::CP437.encode(text);
    bytes.is_ok_and(|bytes| std::str::from_utf8(&bytes).is_ok_and(|decoded| !decoded.is_ascii()))
}

/// Describes the meaning of the flag +1000 in a game.
pub fn flag_1000(details: &GlobalWarDetails) -> &'static str {
    if details.fortifications.is_absent() {
        "+1000 with 126 lines: unlimited fortifications (versions 2.0 to 2.3)"
    } else {
        "+1000 with line 127 is ambiguous: adjacent fortifications only (from 2.50), or a leftover (2.40 to 2.42)"
    }
}

/// Parses a vote in any spelling: T or F, TRUE or FALSE, in any case.
pub fn parse_vote(text: &str) -> Option<bool> {
    if text.eq_ignore_ascii_case("T") || text.eq_ignore_ascii_case("TRUE") {
        Some(true)
    } else if text.eq_ignore_ascii_case("F") || text.eq_ignore_ascii_case("FALSE") {
        Some(false)
    } else {
        None
    }
}

/// Returns the seat of a player number; `None` if the number is not 1 to 6.
pub fn seat(number: i32) -> Option<Seat> {
    usize::try_from(number).ok().filter(|n| (1..=SEATS).contains(n)).map(seat_of)
}

/// Returns the seat of a player, counted from 1.
pub fn seat_of(number: usize) -> Seat {
    const SEAT_NAMES: [&str; SEATS] = ["1", "2", "3", "4", "5", "6"];
    Seat::new_static(SEAT_NAMES.get(number.wrapping_sub(1)).copied().unwrap_or_default())
}

/// Returns a line without the blanks and tabs at both ends.
pub fn blanks_off(line: &str) -> &str {
    let is_blank = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'\t'));
    let bytes = line.as_bytes();
    // Most lines have none.
    if is_blank(bytes.first()) || is_blank(bytes.last()) { line.trim_matches([' ', '\t']) } else { line }
}
