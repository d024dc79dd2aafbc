//! Reads a file of commands or boards.

use super::Style;
use super::board;
use super::codes;
use super::command::{self, Command, is_sector, is_stack};
use super::error;
use super::infer;
use super::lenient::Leniency;
use super::scan::{Scan, cleaned, is_of_boards, plain};
use crate::model::{Action, ActionKind, Game, System, Turn, free_spare_room};
use crate::systems::power::rules::Colour;
use crate::text::write_back::{ParseOutput, SourceSpan};
use crate::text::{Diagnostic, Report};

/// The most empty turns of a history.
const MAX_EMPTY: usize = 20_000;

/// Reads a text; reports an error if no part of it looks like a command or a board.
pub fn read(text: &str, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
    read_then(text, report, true, |reader| reader.finish())
}

/// The statements of a text.
pub struct StatementSpans {
    /// Number of statements in each turn.
    pub turns: Vec<usize>,
    /// The span of each statement.
    pub source_spans: Vec<SourceSpan>,
}

/// Finds the statements of a text, and reports the same as [`read`].
pub fn statement_spans(text: &str, report: &mut Report) -> Option<StatementSpans> {
    read_then(text, report, false, |mut reader| {
        let turns = std::mem::take(&mut reader.statements);
        StatementSpans { turns, source_spans: reader.finish().source_spans }
    })
}

/// Reads a text, and passes its reader on; commands that are not kept are only counted.
fn read_then<R>(
    text: &str,
    report: &mut Report,
    keeps_commands: bool,
    finish: impl FnOnce(Reader<'_, '_>) -> R,
) -> Option<R> {
    let (original, plain) = (text, plain(text));
    let text = &*plain;
    let is_of_boards = is_of_boards(text);
    if !is_of_boards && let Some(place) = too_many_empty(text) {
        let message = format!("there are more than {MAX_EMPTY} turns without a command");
        let d = Diagnostic::error(&codes::TOO_MANY_EMPTY, message).at(place..place + 1);
        report.add(d.help(codes::TOO_MANY_EMPTY.advice));
        return None;
    }
    let mut reader = Reader::new(text, original, report, keeps_commands);
    if is_of_boards {
        reader.boards()
    } else {
        reader.commands()
    }
    Some(finish(reader))
}

/// Returns the offset at which there are too many empty turns; `None` if there are not.
fn too_many_empty(text: &str) -> Option<usize> {
    let (mut is_empty, mut count) = (true, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b';' => {
                count += usize::from(is_empty);
                is_empty = true;
                if count > MAX_EMPTY {
                    return Some(at);
                }
            }
            b' ' | b'\t' | b'\r' | b'\n' | b',' => {}
            _ => is_empty = false,
        }
    }
    None
}

struct Reader<'t, 'r> {
    scan: Scan<'t>,
    /// The text of the file, with typographic dashes and arrows.
    original: &'t str,
    report: &'r mut Report,
    game: Game,
    style: Style,
    source_spans: Vec<SourceSpan>,
    lenient: Leniency,
    /// Whether commands are kept, not only counted.
    keeps_commands: bool,
    /// Commands of the turn that is being read, if they are kept.
    commands: Vec<Action>,
    /// Number of commands of the turn that is being read.
    in_turn: usize,
    /// Number of statements in each turn.
    statements: Vec<usize>,
    /// Whether a line end must follow the last command, because after a comma it would be read as the beginning of the
    /// next.
    is_dashless: bool,
    /// Number of commas between commands, minus that of line ends.
    commas: isize,
    /// First line end between commands; empty if there is none.
    command_line: &'static str,
    turn_ends: TurnEnds,
    /// Whether any element looks like part of a game.
    is_power: bool,
}

/// Possible text between two turns, the usual one first.
const TURN_ENDS: [&str; 4] = [";\n", ";\r\n", ";", ";\r"];

/// Number of turns with each end, and the last end.
#[derive(Default)]
struct TurnEnds {
    counts: [usize; TURN_ENDS.len()],
    last: Option<TurnEnd>,
}

#[derive(Clone, Copy)]
struct TurnEnd {
    semicolon: usize,
    /// Offset after it and its line end.
    next: usize,
    index: usize,
}

impl TurnEnds {
    fn add(&mut self, semicolon: usize, next: usize, line_end: &str) {
        let index = TURN_ENDS.iter().position(|end| end.trim_start_matches(';') == line_end).unwrap_or_default();
        self.counts[index] += 1;
        self.last = Some(TurnEnd { semicolon, next, index });
    }

    /// Returns the most common end of turns, with or without the last one; `None` if there is no end.
    fn usual(&self, with_last: bool) -> Option<&'static str> {
        let mut counts = self.counts;
        if let Some(last) = self.last.filter(|_| !with_last) {
            counts[last.index] -= 1;
        }
        let most = counts.into_iter().max().filter(|&most| most > 0)?;
        counts.iter().position(|&count| count == most).map(|index| TURN_ENDS[index])
    }
}

impl<'t, 'r> Reader<'t, 'r> {
    fn new(text: &'t str, original: &'t str, report: &'r mut Report, keeps_commands: bool) -> Self {
        Reader {
            scan: Scan { text },
            original,
            report,
            game: Game::new(System::Power),
            style: Style::default(),
            source_spans: Vec::with_capacity(text.len() / 10 + 1),
            lenient: Leniency::default(),
            keeps_commands,
            commands: Vec::new(),
            in_turn: 0,
            statements: Vec::new(),
            is_dashless: false,
            commas: 0,
            command_line: "",
            turn_ends: TurnEnds::default(),
            is_power: false,
        }
    }

    fn commands(&mut self) {
        let mut at = 0;
        loop {
            at = self.separators(at);
            if at >= self.scan.text.len() {
                break;
            }
            at = self.command(at);
        }
        match self.turn_ends.last {
            None if self.in_turn == 0 => {}
            // Any number of commands that stand alone.
            None => self.push_turn(),
            Some(last) => self.last_turn(last),
        }
    }

    /// Takes separators, and ends the turns that end among them.
    fn separators(&mut self, mut at: usize) -> usize {
        loop {
            let from = at;
            at = match self.scan.byte(at) {
                Some(b' ' | b'\t') => self.scan.blanks(at),
                Some(b',') => self.scan.rest_of_line(at + 1),
                Some(b'\r' | b'\n') => self.scan.line_end(at).unwrap_or(at + 1),
                Some(b';') => self.scan.rest_of_line(at + 1),
                _ => match self.scan.mark(at) {
                    Some(behind) => behind,
                    None => return at,
                },
            };
            let passed = self.scan.part(from..at);
            if passed.contains([' ', '\t']) {
                self.lenient.blanks(from..at);
            }
            if passed.contains('\r') {
                self.lenient.carriage_return(from);
            }
            match passed.as_bytes().first() {
                Some(b';') => self.end_turn(from, at),
                Some(b' ' | b'\t' | 0xEF) => {}
                first => {
                    // All commas after a command belong to it.
                    let is_more = first == Some(&b',') && self.in_turn > 0;
                    let is_of = |source_span: &&mut SourceSpan| {
                        source_span.start < source_span.end
                            && (source_span.end == source_span.next || is_more && source_span.next == from)
                    };
                    self.source_spans
                        .last_mut()
                        .filter(is_of)
                        .into_iter()
                        .for_each(|source_span| source_span.next = at);
                }
            }
        }
    }

    fn end_turn(&mut self, semicolon: usize, next: usize) {
        let line_end = self.scan.part(semicolon + 1..next).trim_start_matches([' ', '\t']);
        self.turn_ends.add(semicolon, next, line_end);
        match self.source_spans.last_mut().filter(|_| self.in_turn > 0) {
            Some(source_span) => source_span.next = next,
            None => self.source_spans.push(SourceSpan { start: semicolon, end: semicolon, next }),
        }
        self.push_turn();
    }

    fn push_turn(&mut self) {
        let mut actions = std::mem::take(&mut self.commands);
        free_spare_room(&mut actions);
        self.game.turns.push(Turn { actions, ..Turn::default() });
        self.statements.push(std::mem::take(&mut self.in_turn).max(1));
        self.is_dashless = false;
    }

    /// Ends the turn after the last semicolon.
    fn last_turn(&mut self, last: TurnEnd) {
        if self.in_turn == 0 {
            // If turns have no line end between them, a line end here belongs to the file.
            let is_of_file = self.turn_ends.usual(false) == Some(";");
            let place = if is_of_file { last.semicolon + 1 } else { last.next };
            self.source_spans.last_mut().into_iter().for_each(|source_span| source_span.next = place);
            self.source_spans.push(SourceSpan { start: place, end: place, next: self.scan.text.len() });
            let message = "an empty turn follows the last semicolon";
            let d = Diagnostic::note(&codes::LAST_TURN_EMPTY, message).at(last.semicolon..last.semicolon + 1);
            self.report.add(d.help(codes::LAST_TURN_EMPTY.advice));
        }
        let usual = self.turn_ends.usual(self.in_turn > 0).or_else(|| self.turn_ends.usual(true));
        self.style.turn_end = usual.unwrap_or_default();
        self.push_turn();
    }

    /// Reads the command at `at`, with the pieces before it that are exchanged.
    fn command(&mut self, at: usize) -> usize {
        self.count_separator();
        let (mut span, mut has_dash) = self.scan.element(at, false);
        let mut is_one = true;
        while !has_dash {
            let gap = self.scan.gap(span.end);
            if !gap.comma || gap.semicolon || gap.end == self.scan.text.len() {
                break;
            }
            let (next, dash) = self.scan.element(gap.end, false);
            (span.end, has_dash, is_one) = (next.end, dash, false);
        }
        let raw = self.scan.part(span.clone());
        let original = self.original.get(span.clone()).unwrap_or(raw);
        let is_clean = |byte: u8| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'>' | b',');
        let read = if raw.bytes().all(is_clean) {
            command::parse(raw)
        } else {
            command::parse(&cleaned(raw)).inspect(|_| self.lenient.spelled(original, at))
        };
        let action = match read {
            Ok(Command { kind, colour, odd }) => {
                for (part, sector) in odd.into_iter().flatten() {
                    self.lenient.sector(raw, at, part, sector);
                }
                self.is_power = true;
                Action { player: colour.map(Colour::seat), ..Action::of(kind) }
            }
            Err(error) => {
                self.is_power |= likeness(raw) > 0;
                self.report.add(error::diagnostic(error, raw, at));
                let text = if is_one { original.into() } else { joined(original).into() };
                Action { text: Some(text), ..Action::of(ActionKind::Unknown) }
            }
        };
        self.is_dashless = !has_dash;
        if self.keeps_commands {
            self.commands.push(action);
        }
        self.in_turn += 1;
        self.source_spans.push(SourceSpan { start: span.start, end: span.end, next: span.end });
        span.end
    }

    /// Counts the separator between the last command and the next.
    fn count_separator(&mut self) {
        let Some(last) = self.source_spans.last().filter(|_| self.in_turn > 0 && !self.is_dashless) else {
            return;
        };
        let separator = self.scan.part(last.end..last.next);
        if separator.contains(',') {
            self.commas += 1;
        } else {
            self.commas -= 1;
            if self.command_line.is_empty() {
                self.command_line = line_end_in(separator);
            }
        }
    }

    /// Reads boards, with semicolons or line ends between them.
    fn boards(&mut self) {
        let mut at = 0;
        let mut is_last_read = false;
        loop {
            let gap = self.scan.gap_of_boards(at);
            self.between_boards(at, gap);
            if gap >= self.scan.text.len() {
                break;
            }
            let (span, _) = self.scan.element(gap, true);
            at = span.end;
            is_last_read = self.board(span);
        }
        if is_last_read {
            self.statements.pop();
            self.game.position = self.game.turns.pop().and_then(|turn| turn.position).map(|position| *position);
        }
        self.style.turn_end = self.turn_ends.usual(true).unwrap_or_default();
    }

    /// Takes the text between two boards, before the first or after the last.
    fn between_boards(&mut self, from: usize, to: usize) {
        let text = self.scan.part(from..to);
        if text.contains([' ', '\t']) {
            self.lenient.blanks(from..to);
        }
        if text.contains('\r') {
            self.lenient.carriage_return(from);
        }
        let mut semicolons = memchr::memchr_iter(b';', text.as_bytes()).map(|offset| from + offset);
        let is_first = self.source_spans.is_empty();
        let own = if is_first { None } else { semicolons.next() };
        let next = match own {
            Some(semicolon) => self.scan.rest_of_line(semicolon + 1),
            None => self.scan.line_end(self.scan.blanks(from)).unwrap_or(from),
        };
        if let (Some(source_span), false) = (self.source_spans.last_mut(), is_first) {
            source_span.next = next;
        }
        let is_end = to >= self.scan.text.len();
        if let Some(semicolon) = own.filter(|_| !is_end) {
            let line_end = self.scan.part(semicolon + 1..next).trim_start_matches([' ', '\t']);
            self.turn_ends.add(semicolon, next, line_end);
        }
        if let Some(semicolon) = semicolons.next().or(own.filter(|_| is_end)) {
            let message = "no board follows this semicolon";
            let d = Diagnostic::note(&codes::LAST_TURN_EMPTY, message).at(semicolon..semicolon + 1);
            self.report.add(d.help(codes::LAST_TURN_EMPTY.advice));
        }
    }

    /// Reads a board, and returns whether it was understood.
    fn board(&mut self, span: std::ops::Range<usize>) -> bool {
        let raw = self.scan.part(span.clone());
        let mut turn = Turn::default();
        let read = board::parse(raw);
        let is_board = read.is_ok();
        match read {
            Ok(board) => {
                self.is_power = true;
                self.lenient.spelled(self.original.get(span.clone()).unwrap_or(raw), span.start);
                if board.is_packed {
                    self.lenient.packed(span.clone());
                    self.style.packed = true;
                }
                turn.position = Some(board.position.into());
            }
            Err(errors) => {
                self.is_power |= looks_like_board(raw);
                let diagnostics = errors.iter().map(|error| error::report_board(error, raw, span.start));
                diagnostics.for_each(|d| self.report.add(d));
                let original = self.original.get(span.clone()).unwrap_or(raw);
                turn.actions = vec![Action { text: Some(original.into()), ..Action::of(ActionKind::Unknown) }];
            }
        }
        self.game.turns.push(turn);
        self.statements.push(1);
        self.source_spans.push(SourceSpan { start: span.start, end: span.end, next: span.end });
        is_board
    }

    fn finish(mut self) -> ParseOutput<Game, Style> {
        if !self.is_power {
            let d = Diagnostic::error(&codes::NO_POWER, "nothing in this file looks like a command or a board");
            let first = self.scan.text.find(['\n', '\r']).unwrap_or(self.scan.text.len());
            self.report.unreadable(d.at(0..first).help(codes::NO_POWER.advice));
        }
        self.style.command_end = match self.commas {
            1.. => ",",
            0 => "",
            _ => self.command_line,
        };
        if let Some(last) = self.source_spans.last() {
            self.style.last_end = Some(line_end_in(self.scan.part(last.end..self.scan.text.len())));
        }
        self.lenient.emit(self.report);
        infer::infer(&mut self.game);
        ParseOutput { meaning: self.game, style: self.style, source_spans: self.source_spans }
    }
}

/// Returns the first line end in a text; empty if it has none.
fn line_end_in(text: &str) -> &'static str {
    match text.find(['\r', '\n']).and_then(|at| text.get(at..)) {
        None => "",
        Some(rest) if rest.starts_with("\r\n") => "\r\n",
        Some(rest) if rest.starts_with('\r') => "\r",
        Some(_) => "\n",
    }
}

/// Returns a text with commas, without blanks and line ends beside them.
fn joined(raw: &str) -> String {
    let elements = raw.split([',', '\r', '\n']).map(|element| element.trim_matches([' ', '\t']));
    let elements: Vec<&str> = elements.filter(|element| !element.is_empty()).collect();
    elements.join(",")
}

/// Returns the number of parts of a text, which is not a command, that would be correct in one.
pub fn likeness(raw: &str) -> usize {
    if raw.len() > 60 || !raw.contains('-') {
        return 0;
    }
    let clean = cleaned(raw);
    let is_part = |(place, part): (usize, &str)| match (place, part.strip_prefix('>')) {
        (0, _) => part.split(',').all(|item| is_stack(item) || item.trim_start_matches(['Y', 'K', 'R', 'A']) == "Z"),
        (_, Some(becomes)) => is_stack(becomes) || is_sector(becomes),
        (_, None) => is_sector(part),
    };
    clean.split('-').enumerate().filter(|part| is_part(*part)).count()
}

/// Returns whether a text, which is not a board, looks like one.
pub fn looks_like_board(raw: &str) -> bool {
    let is_of_board =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b',' | b'[' | b']' | b' ' | b'\t');
    let slashes = memchr::memchr_iter(b'/', raw.as_bytes()).count();
    raw.bytes().all(is_of_board) && (slashes >= 20 || raw.starts_with('[') && raw.ends_with(']'))
}
