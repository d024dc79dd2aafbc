//! From text to a game.

use super::codes;
use super::event::Event;
use super::number::{Daynum, parse_integer};
use super::shape::Shape;
use super::slot::Slot;
use super::style::{Style, Survey};
use crate::model::secrets::TAKEN_OUT;
use crate::model::{
    Activity, Board, BuiltinBoard, Commendations, Details, Field, Game, GlobalWarDetails, Holding, Interruption, Map,
    Place, Player, Position, Seat, System,
};
use crate::rules::global_war::{self as rules, COUNTRIES, SEATS};
use crate::text::lines::{Line, dos_lines, split_at_end_of_text, usual_line_end};
use crate::text::printable::quoted;
use crate::text::spelling::{Claim, Reading};
use crate::text::{Diagnostic, Report};

/// Activities by their number.
pub const ACTIVITIES: [Activity; 4] =
    [Activity::Deploying, Activity::Attacking, Activity::Fortifying, Activity::AttackingCommendationEarned];

/// Maps by their number, from 1.
pub const MAPS: [Map; 7] =
    [Map::Globe, Map::Africa, Map::Asia, Map::Australia, Map::Europe, Map::NorthAmerica, Map::SouthAmerica];

/// Longest name that the game holds, in characters.
pub const NAME_LENGTH: usize = 17;

/// Reads a `.DAT`, or a `.REC` where `recovery` is set.
pub fn read(text: &str, recovery: bool, report: &mut Report) -> Option<Reading<Game, Style>> {
    let (body, tail) = split_at_end_of_text(text);
    let mut lines = dos_lines(body);
    if !is_possible(body, &lines, recovery) {
        report.add(not_this_format(body, &lines, recovery));
        return None;
    }
    let cut = close(body, &mut lines, recovery, report);
    if !tail.trim_start_matches(['\u{1A}', '\0']).is_empty() {
        let span = body.len()..text.len();
        let message = format!("{} characters behind the end of the text (^Z)", tail.chars().count() - 1);
        report.add(Diagnostic::note(&codes::AFTER_END, message).at(span).help("they are kept, and written back"));
    }
    let mut reader = Reader {
        text: body,
        lines: &lines,
        at: 0,
        recovery,
        report,
        claims: Vec::with_capacity(lines.len()),
        survey: Survey::new(),
    };
    let meaning = reader.game();
    let style = reader.survey.style(usual_line_end(body, &lines).unwrap_or("\r\n"));
    let claims = reader.claims;
    if let Some(cut) = cut {
        report.unreadable(cut);
    }
    Some(Reading { meaning, style, claims })
}

/// Whether the lines have the shape of such a file. One vote in its place is enough, and quickly found.
fn is_possible(text: &str, lines: &[Line], recovery: bool) -> bool {
    let is_vote = |line: &Line| {
        let text = blanks_off(&text[line.span()]);
        parse_vote(text).is_some() || text == TAKEN_OUT
    };
    Slot::vote_lines(recovery).filter_map(|index| lines.get(index)).any(is_vote)
        || Shape::of(lines.iter().filter(|l| l.is_ended()).map(|l| &text[l.span()]), recovery).is_possible()
}

fn not_this_format(text: &str, lines: &[Line], recovery: bool) -> Diagnostic {
    let (this, other) = if recovery { ("war-rec", "war-dat") } else { ("war-dat", "war-rec") };
    let span = lines.get(if recovery { 7 } else { 3 }).or(lines.last()).map_or(0..0, Line::span);
    let help = if lines.len() > 7 && is_possible(text, lines, !recovery) {
        format!("its votes stand where those of a {other} do: use -f {other}, or leave -f away")
    } else {
        "leave -f away to find out what it is".to_owned()
    };
    let message = format!("this is no {this}: votes and numbers do not stand where they should");
    Diagnostic::error(&codes::NOT_THIS_FORMAT, message).at(span).help(help)
}

/// Sees to the end of the file: adds the empty last password that may lack its line end, takes a doubtful last line
/// away. Gives what to say where lines are missing.
fn close(text: &str, lines: &mut Vec<Line>, recovery: bool, report: &mut Report) -> Option<Diagnostic> {
    let needed = Slot::count(recovery);
    let ended = lines.last().is_none_or(Line::is_ended);
    let end = Line { start: text.len(), end: text.len(), next: text.len() };
    if lines.len() + 1 == needed && ended {
        lines.push(end);
        let message = "the last line, an empty password, has no line end";
        report.add(Diagnostic::warning(&codes::NO_LAST_LINE_END, message).at(end.span()));
    } else if lines.len() >= needed && !ended {
        let span = lines.last().map_or(0..0, Line::span);
        report.add(Diagnostic::warning(&codes::NO_LAST_LINE_END, "the last line has no line end").at(span));
    }
    if lines.len() >= needed {
        return None;
    }
    if !ended && let Some(line) = lines.pop() {
        let slot = Slot::of_line(lines.len(), recovery);
        let message = format!("the file ends inside this line ({}): it may be cut itself", slot.describe());
        let help = "its value is left out; give it in the JSON where you know it";
        report.add(Diagnostic::warning(&codes::DOUBTFUL_LINE, message).at(line.span()).help(help));
    }
    let missing = Slot::of_line(lines.len(), recovery);
    let message = format!(
        "the file ends after {} of {needed} lines; what is missing begins with {}",
        lines.len(),
        missing.describe()
    );
    let cut = Diagnostic::error(&codes::CUT_OFF, message).at(end.span());
    Some(cut.help("look for another copy; --salvage takes what is there"))
}

struct Reader<'t, 'r> {
    text: &'t str,
    lines: &'t [Line],
    at: usize,
    recovery: bool,
    report: &'r mut Report,
    claims: Vec<Claim>,
    survey: Survey,
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

    /// The next line, claimed; nothing where the file is cut off.
    fn next(&mut self) -> Option<(&'t str, Line, Slot)> {
        let line = *self.lines.get(self.at)?;
        let slot = Slot::of_line(self.at, self.recovery);
        self.at += 1;
        self.claims.push(line.into());
        Some((&self.text[line.span()], line, slot))
    }

    fn event(&mut self, game: &mut Game, details: &mut GlobalWarDetails) {
        let Some((line, at, _)) = self.next() else { return };
        let text = blanks_off(line);
        let Some(event) = parse_integer(text).and_then(Event::from_number) else {
            let message = format!("the event number {} does not come apart", quoted(text));
            let help = "0 to 5, or 33 to 66 for a signup with limits; 100, 1000 and 10000 may be added";
            self.report.add(Diagnostic::warning(&codes::EVENT_UNKNOWN, message).at(at.span()).help(help));
            details.event = Some(crate::model::Unknown { unknown: text.to_owned() });
            return;
        };
        self.survey.integers.see(line, text);
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
        let event = self.lines.get(self.at_event()).map_or(0..0, Line::span);
        self.report.add(Diagnostic::note(&codes::FLAG_1000, flag_1000(details)).at(event));
    }

    fn at_event(&self) -> usize {
        if self.recovery { super::slot::INTERRUPTION_LINES } else { 0 }
    }

    fn interruption(&mut self) -> Interruption {
        Interruption {
            player: self.coded(&codes::NO_SUCH_SEAT, "a player, 1 to 6", seat),
            activity: self.coded(&codes::NOT_AN_INTERRUPTION, "an activity, 0 to 3", |n| {
                ACTIVITIES.get(usize::try_from(n).ok()?).copied()
            }),
            armies_to_deploy: self.integer(0..=32_767),
            map: self.coded(&codes::NOT_AN_INTERRUPTION, "a map, 1 to 7", |n| {
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
            let mut holding = Holding::of(Place::new(country.name));
            holding.armies = self.integer(0..=32_767);
            holding.owner = self.coded(&codes::NO_SUCH_SEAT, "a player, 1 to 6, or 0 for nobody", |n| {
                if n == 0 { Some(None) } else { seat(n).map(Some) }
            });
            holdings.push(holding);
        }
        (!holdings.is_empty()).then(|| Position { holdings, ..Position::default() })
    }

    fn passwords(&mut self) -> Option<Vec<String>> {
        let mut passwords = Vec::new();
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
        let first = self.lines.get(self.at).map(|l| l.start);
        let lines: Vec<String> = std::iter::from_fn(|| self.next().map(|(line, _, _)| line.to_owned())).collect();
        if let Some(first) = first {
            let message = format!("{} lines that no document describes", lines.len());
            self.report.add(Diagnostic::note(&codes::MORE_LINES, message).at(first..self.text.len()));
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
        Field::Known(Some(text.to_owned()))
    }

    fn remark_on_controls(&mut self, text: &str, at: Line, slot: Slot) {
        if text.chars().any(char::is_control) {
            let message = format!("{} holds control characters", slot.describe());
            self.report.add(Diagnostic::warning(&codes::CONTROL_IN_NAME, message).at(at.span()));
        }
    }

    fn vote(&mut self) -> Field<bool> {
        let Some((line, at, slot)) = self.next() else { return Field::Absent };
        let text = blanks_off(line);
        let Some(vote) = parse_vote(text) else {
            let message = format!("{} is {}, which is no vote", slot.describe(), quoted(text));
            self.report.add(Diagnostic::warning(&codes::NOT_A_VOTE, message).at(at.span()).help("T or F is expected"));
            return Field::unknown(text);
        };
        self.survey.votes.see(line, text);
        self.survey.see_vote(text);
        if !matches!(text, "T" | "F") {
            let message = format!("{} is spelled {text}; the document says T or F", slot.describe());
            self.report.add(Diagnostic::note(&codes::VOTE_SPELLING, message).at(at.span()));
        }
        Field::Known(vote)
    }

    fn daynum(&mut self) -> Field<crate::model::Moment> {
        let Some((line, at, slot)) = self.next() else { return Field::Absent };
        let text = blanks_off(line);
        let daynum = Daynum::parse(text);
        let Some(moment) = daynum.and_then(Daynum::moment) else {
            let message = format!("{} is {}, which is no daynum", slot.describe(), quoted(text));
            let help = "a number of days since 1985-01-01 is expected, such as 1671.6039";
            self.report.add(Diagnostic::warning(&codes::NOT_A_DAYNUM, message).at(at.span()).help(help));
            return Field::unknown(text);
        };
        self.survey.reals.see(line, text);
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
            let message = format!("{} is {}, which is no whole number", slot.describe(), quoted(text));
            self.report.add(Diagnostic::warning(&codes::NOT_A_NUMBER, message).at(at.span()));
            return Field::unknown(text);
        };
        self.survey.integers.see(line, text);
        if !range.contains(&number) {
            let message = format!("{} is {number}", slot.describe());
            let help = format!("{} to {} is expected; the number is kept as it is", range.start(), range.end());
            self.report.add(Diagnostic::warning(&codes::OUT_OF_RANGE, message).at(at.span()).help(help));
        }
        Field::Known(number)
    }

    /// A number that stands for something.
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
                self.survey.integers.see(line, text);
                Field::Known(value)
            }
            None => {
                let message = format!("{} is {}", slot.describe(), quoted(text));
                self.report
                    .add(Diagnostic::warning(code, message).at(at.span()).help(format!("expected is {expected}")));
                Field::unknown(text)
            }
        }
    }
}

/// What the flag +1000 means in a game.
pub fn flag_1000(details: &GlobalWarDetails) -> &'static str {
    if details.fortifications.is_absent() {
        "+1000 with 126 lines: unlimited fortifications (versions 2.0 to 2.3)"
    } else {
        "+1000 with line 127 is ambiguous: adjacent fortifications only (from 2.50), or a leftover (2.40 to 2.42)"
    }
}

/// A vote in any spelling: T or F, TRUE or FALSE, in any case.
pub fn parse_vote(text: &str) -> Option<bool> {
    if text.eq_ignore_ascii_case("T") || text.eq_ignore_ascii_case("TRUE") {
        Some(true)
    } else if text.eq_ignore_ascii_case("F") || text.eq_ignore_ascii_case("FALSE") {
        Some(false)
    } else {
        None
    }
}

/// The seat of a player number, 1 to 6.
pub fn seat(number: i32) -> Option<Seat> {
    usize::try_from(number).ok().filter(|n| (1..=SEATS).contains(n)).map(seat_of)
}

/// The seat of a player, counted from 1.
pub fn seat_of(number: usize) -> Seat {
    const SEAT_NAMES: [&str; SEATS] = ["1", "2", "3", "4", "5", "6"];
    Seat::new(SEAT_NAMES.get(number.wrapping_sub(1)).copied().unwrap_or_default())
}

/// A line without the blanks and tabs on either side.
pub fn blanks_off(line: &str) -> &str {
    line.trim_matches([' ', '\t'])
}
