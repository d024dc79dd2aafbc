//! Reads a record of SuperDuperGames. Only LF ends a line, because chat contains CR, and U+0085 in place of a dash.

use std::borrow::Cow;

use super::header::{self, Slot};
use super::turn::{heading, home_of};
use super::{DIALECT, Style, resigning};
use crate::model::{Action, ActionKind, Game, Remark, Seat, System, Turn};
use crate::systems::homeworlds::formats::slots::Slot as _;
use crate::systems::homeworlds::formats::systems::Systems;
use crate::systems::homeworlds::formats::words::{self, Verb};
use crate::systems::homeworlds::formats::{codes, error};
use crate::text::printable::quoted;
use crate::text::suggestion::did_you_mean;
use crate::text::write_back::{ParseOutput, SourceSpan};
use crate::text::{Diagnostic, Report};

/// Reads a text; it is an error if no line is part of a record.
pub fn read(text: &str, report: &mut Report) -> ParseOutput<Game, Style> {
    let mut reader = Reader::new(text, report);
    let mut next = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()) {
        reader.line(next, end, end + 1);
        next = end + 1;
    }
    if next < text.len() {
        reader.line(next, text.len(), text.len());
    }
    reader.finish()
}

struct Reader<'t, 'r> {
    text: &'t str,
    report: &'r mut Report,
    game: Game,
    style: Style,
    source_spans: Vec<SourceSpan>,
    systems: Systems,
    /// The names of the players' homeworlds, in the order of the players.
    homes: Vec<String>,
    /// The number of lines with CR LF, minus those with LF alone; chat is not counted.
    crlf: isize,
    /// The number of catastrophes with a colour in full, minus those with its letter.
    colour_words: isize,
    /// The header lines that were not understood.
    unknown: Vec<Action>,
    /// The expected number of the next turn.
    next_number: u32,
    /// Whether the next line may continue the last remark.
    in_chat: bool,
    /// Whether the line before was blank.
    after_blank: bool,
}

impl<'t, 'r> Reader<'t, 'r> {
    fn new(text: &'t str, report: &'r mut Report) -> Self {
        let mut game = Game::new(System::Homeworlds);
        // The average turn has 67 bytes.
        game.turns.reserve(text.len() / 80);
        Reader {
            text,
            report,
            game,
            style: Style::default(),
            source_spans: Vec::with_capacity(text.len() / 24),
            systems: Systems::default(),
            homes: Vec::new(),
            crlf: 0,
            colour_words: 0,
            unknown: Vec::new(),
            next_number: 1,
            in_chat: false,
            after_blank: false,
        }
    }

    fn line(&mut self, start: usize, end: usize, next: usize) {
        let text = self.text;
        let line = &text[start..end];
        let (line, is_crlf) = match line.strip_suffix('\r') {
            // If a file with CR LF does not end in LF, its last line was cut off within CR LF.
            Some(line) if next > end || self.crlf > 0 => (line, true),
            _ => (line, false),
        };
        let source_span = SourceSpan { start, end: start + line.len(), next };
        let after_blank = std::mem::take(&mut self.after_blank);
        match line.as_bytes().first() {
            None => self.after_blank = true,
            Some(b'\t') if !self.game.turns.is_empty() => {
                self.chat(&line[1..], source_span);
                return;
            }
            Some(b'0'..=b'9') if self.begins_turn(line, source_span, after_blank) => {}
            _ if self.game.turns.is_empty() => self.header(line, source_span),
            _ if self.in_chat => {
                self.goes_on(line, source_span);
                return;
            }
            _ => self.action(line, source_span),
        }
        if next > end {
            self.crlf += if is_crlf { 1 } else { -1 };
        }
    }

    fn header(&mut self, line: &str, source_span: SourceSpan) {
        let slot = header::read(line, &mut self.game);
        if slot == Some(Slot::Players) {
            self.homes = self.game.players.iter().map(|p| home_of(p.name().unwrap_or_default())).collect();
        }
        if slot.is_none() {
            self.emit(
                &codes::HEADER,
                format!("expected a line of the header, found {}; kept as text", quoted(line)),
                source_span,
            );
            self.unknown.push(unknown(line));
        }
        self.style.header.push(slot.unwrap_or(Slot::Unknown));
        self.source_spans.push(source_span);
    }

    /// Begins a turn if the line begins one; returns whether it does. A turn has the next number; a turn with another
    /// number is accepted only where it cannot be chat.
    fn begins_turn(&mut self, line: &str, source_span: SourceSpan, after_blank: bool) -> bool {
        let Some((number, name, length)) = heading(line) else { return false };
        let rest = line[length..].trim_start_matches(' ');
        let is_next = number == self.next_number;
        let may_be_chat = self.in_chat && !(after_blank && looks_like_command(rest));
        if !is_next && may_be_chat {
            return false;
        }
        let player = self.game.players.iter().find(|p| p.name().is_some_and(|n| n.eq_ignore_ascii_case(name)));
        let seat = match player {
            Some(player) => player.seat.clone(),
            None if self.in_chat || !(rest.is_empty() || looks_like_command(rest)) => return false,
            None => Seat::new(name),
        };
        if !is_next && let Some(last) = self.source_spans.last_mut().filter(|_| self.in_chat) {
            // The blank line shows that this is not chat, so it is more than layout.
            last.next = source_span.start;
        }
        let heading = SourceSpan {
            start: source_span.start,
            end: source_span.start + length,
            next: source_span.end - rest.len(),
        };
        if player.is_none() {
            let help = did_you_mean(name, self.game.players.iter().filter_map(|player| player.name()));
            let help = help.map_or(codes::NO_PLAYER.advice.into(), Cow::Owned);
            let message = format!("no participant is called {}", quoted(name));
            let d = Diagnostic::warning(&codes::NO_PLAYER, message).at(heading.start..heading.end);
            self.report.add(d.help(help));
        }
        if !is_next {
            let expected = self.next_number;
            self.emit(&codes::OUT_OF_ORDER, format!("expected turn {expected}, found turn {number}"), heading);
        }
        if self.game.turns.is_empty() && !self.unknown.is_empty() {
            Turn::begin(&mut self.game.turns, Turn { actions: std::mem::take(&mut self.unknown), ..Turn::default() });
        }
        Turn::begin(&mut self.game.turns, Turn { number: Some(number), player: Some(seat), ..Turn::default() });
        self.next_number = number.saturating_add(1);
        self.in_chat = false;
        if rest.is_empty() {
            self.source_spans.push(SourceSpan { next: source_span.next, ..heading });
        } else {
            self.source_spans.push(heading);
            self.action(rest, SourceSpan { start: heading.next, ..source_span });
        }
        true
    }

    fn action(&mut self, line: &str, source_span: SourceSpan) {
        let mut all = [""; MAX_WORDS];
        let mut count = 0;
        for word in line.split_ascii_whitespace().take(MAX_WORDS) {
            all[count] = word;
            count += 1;
        }
        let words = &all[..count];
        let turn = self.game.turns.last_mut();
        let mover = turn.as_ref().and_then(|turn| turn.player.as_ref());
        let place = self.game.players.iter().position(|player| Some(&player.seat) == mover);
        let home = match (place, mover) {
            (Some(place), _) => self.homes.get(place).map_or("", String::as_str),
            (None, mover) => mover.map_or("", Seat::as_str),
        };
        let action = match words::read(words, home, &DIALECT, &mut self.systems) {
            Ok((mut action, _)) => {
                match &mut action.kind {
                    // In a game of two the owner is the opponent, and is omitted.
                    ActionKind::Capture { owner, .. } if self.game.players.len() == 2 && owner.as_ref() != mover => {
                        *owner = None;
                    }
                    ActionKind::Catastrophe { .. } => {
                        self.colour_words += if words.get(2).is_some_and(|word| word.len() > 1) { 1 } else { -1 };
                    }
                    _ => {}
                }
                action
            }
            Err(error) => {
                let diagnostic = error::diagnostic(error, words).at(source_span.start..source_span.end);
                self.report.add(diagnostic);
                unknown(line)
            }
        };
        if let Some(turn) = turn {
            if turn.actions.is_empty() {
                turn.actions.reserve_exact(1);
            }
            turn.actions.push(action);
        }
        self.source_spans.push(source_span);
    }

    fn chat(&mut self, line: &str, source_span: SourceSpan) {
        let Some(turn) = self.game.turns.last_mut() else { return };
        let (author, text) = match line.split_once(':') {
            Some((author, text)) => (Some(author.to_owned()), text.strip_prefix(' ').unwrap_or(text)),
            None => (None, line),
        };
        turn.remarks.push(Remark { author, text: text.to_owned(), ..Remark::default() });
        self.source_spans.push(source_span);
        self.in_chat = true;
    }

    /// Appends a line to the last remark, with the blank lines before it.
    fn goes_on(&mut self, line: &str, source_span: SourceSpan) {
        let remark = self.game.turns.last_mut().and_then(|turn| turn.remarks.last_mut());
        let (Some(remark), Some(last)) = (remark, self.source_spans.last_mut()) else { return };
        let blanks = self.text[last.next..source_span.start].bytes().filter(|&byte| byte == b'\n').count();
        remark.text.extend(std::iter::repeat_n('\n', blanks + 1));
        remark.text.push_str(line);
        (last.end, last.next) = (source_span.end, source_span.next);
    }

    fn emit(&mut self, code: &crate::text::Code, message: String, source_span: SourceSpan) {
        self.report.add(Diagnostic::warning(code, message).at(source_span.start..source_span.end).help(code.advice));
    }

    fn finish(mut self) -> ParseOutput<Game, Style> {
        let is_record = self.style.header.iter().any(|slot| *slot != Slot::Unknown) || !self.game.turns.is_empty();
        if !is_record {
            let d = Diagnostic::error(&codes::NO_RECORD, "found no title, no participants and no turn");
            let first = self.text.find('\n').unwrap_or(self.text.len());
            self.report.unreadable(d.at(0..first).help(codes::NO_RECORD.advice));
        }
        if !self.unknown.is_empty() {
            Turn::begin(&mut self.game.turns, Turn { actions: self.unknown, ..Turn::default() });
        }
        Turn::end(&mut self.game.turns);
        for slot in [Slot::Title, Slot::Players] {
            if is_record && !self.style.header.contains(&slot) {
                let message = format!("the header has no line of the {}", slot.label());
                let d = Diagnostic::warning(&codes::HEADER, message).at(0..0);
                self.report.add(d.help(codes::HEADER.advice));
            }
        }
        if self.style.header.is_sorted() && !self.style.header.contains(&Slot::Unknown) {
            self.style.header.clear();
        }
        let reason = resigning::reason(&self.game);
        if let Some(result) = &mut self.game.result {
            result.reason = reason;
        }
        self.style.line_end = if self.crlf > 0 { "\r\n" } else { "\n" };
        self.style.colour_words = self.colour_words > 0;
        ParseOutput { meaning: self.game, style: self.style, source_spans: self.source_spans }
    }
}

/// Maximum number of words that are read of a command; no command has more, and words after them are ignored.
const MAX_WORDS: usize = 8;

fn looks_like_command(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let verb = words.next().and_then(Verb::parse);
    verb.is_some_and(|verb| words.count() >= verb.arity())
}

fn unknown(line: &str) -> Action {
    Action { text: Some(line.into()), ..Action::of(ActionKind::Unknown) }
}
