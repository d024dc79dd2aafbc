//! Reads a log.

use thin_vec::thin_vec;

use super::date;
use super::token::{self, TokenError};
use super::{Style, codes};
use crate::model::{
    Action, ActionKind, Board, BuiltinBoard, Details, Field, Game, Moment, Seat, System, TerritoryRef, Turn, When,
};
use crate::systems::global_war::formats::codes as common;
use crate::systems::global_war::formats::read::seat;
use crate::systems::global_war::formats::source::mark_length;
use crate::systems::global_war::model::GlobalWarDetails;
use crate::text::english::counted;
use crate::text::lines::{END_OF_TEXT, Line, dos_lines, usual_line_end};
use crate::text::printable::quoted;
use crate::text::write_back::{ParseOutput, SourceSpan};
use crate::text::{Code, Diagnostic, Report, Severity};

/// The line between two turns, which has no meaning.
pub const BLANK: &str = ".";

/// Reads a text; reports an error if no line of it can be a line of a log.
pub fn read(text: &str, report: &mut Report) -> ParseOutput<Game, Style> {
    let end = text.find(END_OF_TEXT).unwrap_or(text.len());
    remark_on_tail(text, end, report);
    let body = text.get(..end).unwrap_or(text);
    let lines = dos_lines(body);
    let open_end = lines.last().filter(|last| !last.is_ended() && end == text.len()).map(|last| last.end);
    let mut reader = Reader {
        text: body,
        open_end,
        report,
        game: Game::new(System::GlobalWar),
        started: Field::Absent,
        source_spans: Vec::with_capacity(lines.len()),
        clock: None,
        attacked: 0,
        unknown_at: None,
        is_end_doubted: false,
        turns: 0,
        is_log: false,
        is_first: true,
    };
    for (index, line) in lines.iter().enumerate() {
        reader.line(*line, &lines[index + 1..]);
    }
    let style = Style { line_end: usual_line_end(body, &lines).unwrap_or_default() };
    reader.finish(style, lines.last())
}

/// Reports text after the end of the log.
fn remark_on_tail(text: &str, end: usize, report: &mut Report) {
    let tail = text.get(end..).unwrap_or_default();
    if !tail.trim_start_matches([END_OF_TEXT, '\0']).is_empty() {
        let count = counted(tail.chars().count() - 1, "character", "characters");
        let d = Diagnostic::note(&common::AFTER_END, format!("{count} after the end of the text (^Z)"));
        report.add(d.at(end..text.len()).help("they are kept, and written back"));
    }
}

struct Reader<'t, 'r> {
    text: &'t str,
    /// The end of the last line if it may be incomplete, because neither a line end nor a ^Z follows it.
    open_end: Option<usize>,
    report: &'r mut Report,
    game: Game,
    started: Field<Moment>,
    source_spans: Vec<SourceSpan>,
    /// The date that was read last.
    clock: Option<Moment>,
    /// The countries attacked in this turn, as a bit set.
    attacked: u64,
    /// The span of the last line that was not understood.
    unknown_at: Option<SourceSpan>,
    /// Whether the last line was reported because it may have lost digits.
    is_end_doubted: bool,
    /// The number of turns begun so far.
    turns: u32,
    /// Whether any line so far was a line of a log.
    is_log: bool,
    /// Whether no line with content has been read yet.
    is_first: bool,
}

impl Reader<'_, '_> {
    /// Reads a line; `rest` are the lines after it.
    fn line(&mut self, line: Line, rest: &[Line]) {
        // Some files are filled up with NUL bytes to the end of their last sector.
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | 0);
        let blanks = |bytes: &[u8]| bytes.iter().take_while(|byte| is_blank(byte)).count();
        let bytes = self.text.as_bytes().get(line.span()).unwrap_or_default();
        let end = bytes.iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
        let mut start = blanks(bytes);
        let mark = if self.is_first { mark_length(&bytes[start..]) } else { 0 };
        if mark > 0 {
            start += mark + blanks(&bytes[start + mark..]);
        }
        let (start, end) = (line.start + start, line.start + end);
        let trimmed = self.text.get(start..end).unwrap_or_default();
        if trimmed.is_empty() {
            return;
        }
        let span = SourceSpan { start, end, next: line.next };
        // Blanks before a statement are part of its spelling, a byte order mark is not.
        let source_span = SourceSpan { start: if mark == 0 { line.start } else { span.start }, ..span };
        if trimmed == BLANK {
            return;
        }
        let is_first = std::mem::replace(&mut self.is_first, false);
        // A log that ends in its first line has but the beginning of a date.
        if is_first && (is_start(trimmed) || self.open_end == Some(end)) {
            self.source_spans.push(source_span);
            self.started = self.start(trimmed, span);
            return;
        }
        if is_first {
            let message = format!("expected the date on which the game began, found {}", quoted(trimmed));
            self.warn(&codes::NO_START_DATE, message, span.start..span.end);
        }
        self.source_spans.push(source_span);
        match trimmed.strip_prefix('B').filter(|rest| rest.starts_with([' ', '\t']) || rest.is_empty()) {
            Some(begun) => self.begin(trimmed, begun, span, rest),
            None => self.action(trimmed, span),
        }
    }

    /// Reads the first line, with the date on which the game began.
    fn start(&mut self, text: &str, span: SourceSpan) -> Field<Moment> {
        match date::parse(text) {
            Some(date) => {
                self.is_log = true;
                self.weekday(&date, span.start..span.end);
                self.clock = Some(date.moment);
                Field::Known(date.moment)
            }
            None => {
                let message = format!("expected a date such as `Sun Jul 16, 1989 10:42 pm`, found {}", quoted(text));
                self.warn(&codes::NOT_A_DATE, message, span.start..span.end);
                Field::unknown(text)
            }
        }
    }

    /// Begins a turn; `text` is the rest of the line after the letter.
    fn begin(&mut self, line: &str, text: &str, span: SourceSpan, rest: &[Line]) {
        self.turns = self.turns.saturating_add(1);
        self.attacked = 0;
        let begun = Begun::of(text);
        let actions = Vec::with_capacity(self.lines_of_turn(rest));
        let mut turn = Turn { number: Some(self.turns), player: begun.player.clone(), actions, ..Turn::default() };
        let behind = |part: &str| span.end - part.len();
        if begun.player.is_none() {
            let message = format!("expected a player (1 to 6), found {}", quoted(begun.player_text));
            let at = behind(text.trim_start_matches([' ', '\t']));
            self.warn(&codes::NOT_AN_ARGUMENT, message, at..at + begun.player_text.len());
        }
        match begun.date {
            Some(date) => {
                self.weekday(&date, behind(begun.date_text)..span.end);
                self.is_log |= begun.player.is_some();
                if let Some(before) = self.clock.filter(|before| date.moment < *before) {
                    let message = format!("this turn begins on {}, before the one before it ({before})", date.moment);
                    self.warn(&codes::CLOCK_BACKWARDS, message, behind(begun.date_text)..span.end);
                }
                self.clock = Some(date.moment);
            }
            None => {
                let found = if begun.date_text.is_empty() { "nothing".to_owned() } else { quoted(begun.date_text) };
                let message = format!("expected a date such as `Mon Jul 17, 1989 7:05 pm`, found {found}");
                self.warn(&codes::NOT_A_DATE, message, behind(begun.date_text)..span.end);
            }
        }
        match begun.date {
            Some(date) if begun.player.is_some() => turn.when = Some(When::Moment(date.moment)),
            _ => {
                if turn.player.is_some() {
                    turn.inferred = thin_vec!["player".to_owned()];
                }
                self.unknown_at = Some(span);
                turn.actions.push(unknown(line));
            }
        }
        Turn::begin(&mut self.game.turns, turn);
    }

    /// Returns the likely number of lines in the turn that begins before `rest`, so that room for its actions can be
    /// reserved at once.
    fn lines_of_turn(&self, rest: &[Line]) -> usize {
        const MOST: usize = 64;
        let firsts = rest.iter().take(MOST).map(|line| self.text.as_bytes().get(line.start));
        firsts.take_while(|first| *first != Some(&b'B')).filter(|first| *first != Some(&b'.')).count()
    }

    fn action(&mut self, line: &str, span: SourceSpan) {
        let is_before_first_turn = self.game.turns.is_empty();
        if is_before_first_turn {
            self.game.turns.push(Turn::default());
        }
        let Some(turn) = self.game.turns.last_mut() else { return };
        turn.actions.push(Action::of(ActionKind::Unknown));
        let Some(action) = turn.actions.last_mut() else { return };
        let report = &mut *self.report;
        let at = |within: std::ops::Range<usize>| span.start + within.start..span.start + within.end;
        match token::parse_into(line, action, |odd| report.add(diagnostic(odd, Severity::Warning, at))) {
            Ok(()) if self.open_end == Some(span.end) && token::may_go_on(line) => {
                (self.is_log, self.is_end_doubted) = (true, true);
                let message = "the last line has no line end: its last number may have lost digits";
                let d = Diagnostic::warning(&codes::CUT_OFF_LINE, message).at(span.start..span.end);
                report.add(d.help("it is kept as it stands; where it is whole, give it a line end in a copy"));
                *action = unknown(line);
            }
            Ok(()) => {
                self.is_log = true;
                attacks(&mut self.attacked, &action.kind, line, span, report);
            }
            Err(error) if date::parse(line).is_none() => {
                report.add(diagnostic(error, Severity::Warning, at).help("it is kept as it stands"));
                self.unknown_at = Some(span);
                *action = unknown(line);
            }
            Err(_) => {
                let message = "a date alone on a line: a second log begins here";
                let d = Diagnostic::error(&codes::SECOND_LOG, message).at(span.start..span.end);
                report.unreadable(d.help(codes::SECOND_LOG.advice));
                *action = unknown(line);
            }
        }
        if is_before_first_turn {
            let message = "expected the line that begins a turn (B), found what is done in one";
            self.warn(&codes::BEFORE_FIRST_TURN, message, span.start..span.end);
        }
    }

    fn weekday(&mut self, date: &date::Date, span: std::ops::Range<usize>) {
        if !date.has_right_weekday {
            let message = format!("expected `{}`: the day of the week is another", date::Written(date.moment));
            self.report.add(Diagnostic::note(&codes::WRONG_WEEKDAY, message).at(span));
        }
    }

    fn warn(&mut self, code: &'static Code, message: impl Into<String>, span: std::ops::Range<usize>) {
        self.report.add(warning(code, message, span));
    }

    fn finish(mut self, style: Style, last: Option<&Line>) -> ParseOutput<Game, Style> {
        if let Some(last) = last.filter(|last| !last.is_ended()) {
            if self.unknown_at.is_some_and(|unknown| unknown.next == last.next) {
                let d = Diagnostic::error(&codes::CUT_OFF_LINE, "the log is cut off in the middle of this line");
                self.report.unreadable(d.at(last.span()).help(codes::CUT_OFF_LINE.advice));
            } else if !self.is_end_doubted {
                let message = "the last line has no line end: the log may be cut off in it";
                self.report.add(Diagnostic::note(&codes::CUT_OFF_LINE, message).at(last.span()));
            }
        }
        if !self.is_log {
            let end = self.text.find(['\n', '\r']).unwrap_or(self.text.len());
            let d = Diagnostic::error(&codes::NO_LOG, "nothing in this file looks like a log of Global War");
            self.report.unreadable(d.at(0..end).help(codes::NO_LOG.advice));
        }
        Turn::end(&mut self.game.turns);
        self.game.board = Some(board());
        let details = GlobalWarDetails { log_started: self.started, ..GlobalWarDetails::default() };
        self.game.details = Details::GlobalWar(Box::new(details));
        ParseOutput { meaning: self.game, style, source_spans: self.source_spans }
    }
}

/// The values of a line that begins a turn; `None` for those that were not understood.
pub struct Begun<'l> {
    pub player: Option<Seat>,
    player_text: &'l str,
    pub date: Option<date::Date>,
    date_text: &'l str,
}

impl<'l> Begun<'l> {
    /// Parses the line's text after the letter.
    pub fn of(rest: &'l str) -> Begun<'l> {
        let rest = rest.trim_start_matches([' ', '\t']);
        let (player_text, date_text) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
        let date_text = date_text.trim_start_matches([' ', '\t']);
        let player = player_text.parse().ok().and_then(seat);
        Begun { player, player_text, date: date::parse(date_text), date_text }
    }
}

/// Returns the player of a turn whose first line was not understood; `None` if the line names no player.
pub fn player_of_unknown(text: &str) -> Option<Seat> {
    Begun::of(text.strip_prefix('B')?).player
}

/// Returns whether an action that was not understood is a line that begins a turn.
pub fn begins_turn(action: &Action) -> bool {
    let text = action.text.as_deref().unwrap_or_default();
    action.kind == ActionKind::Unknown && (text == "B" || text.starts_with("B ") || text.starts_with("B\t"))
}

/// Returns whether the first line of a log is meant as its date: other lines begin with a single letter.
fn is_start(line: &str) -> bool {
    line.split([' ', '\t']).next().is_some_and(|word| word.chars().count() > 1)
}

fn warning(code: &'static Code, message: impl Into<String>, span: std::ops::Range<usize>) -> Diagnostic {
    Diagnostic::warning(code, message).at(span).help(code.advice)
}

/// Remembers attacked countries, and reports the conquest of a country that was not attacked.
fn attacks(attacked: &mut u64, kind: &ActionKind, line: &str, span: SourceSpan, report: &mut Report) {
    match kind {
        ActionKind::Attack { to, .. } | ActionKind::Losses { to, .. } => *attacked |= bit(to),
        ActionKind::Conquer { at, .. } if *attacked & bit(at) == 0 => {
            let number = line.split([' ', '\t']).nth(1).unwrap_or_default();
            let message = format!("expected an attack on {at} before it in this turn (A {number} ...), found none");
            report.add(warning(&codes::CONQUEST_WITHOUT_ATTACK, message, span.start..span.end));
        }
        ActionKind::Conquer { at, .. } => *attacked &= !bit(at),
        _ => {}
    }
}

fn unknown(line: &str) -> Action {
    Action { text: Some(line.into()), ..Action::of(ActionKind::Unknown) }
}

fn bit(country: &TerritoryRef) -> u64 {
    crate::systems::global_war::rules::country(country.as_str()).map_or(0, |(place, _)| 1 << place)
}

/// Returns the board of the game.
pub fn board() -> Board {
    Board { builtin: Some(BuiltinBoard::GlobalWar), ..Board::default() }
}

fn diagnostic(
    error: TokenError,
    severity: Severity,
    at: impl Fn(std::ops::Range<usize>) -> std::ops::Range<usize>,
) -> Diagnostic {
    Diagnostic::new(error.code, severity, error.message).at(at(error.span))
}
