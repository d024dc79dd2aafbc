//! Reads a log.

use std::collections::HashSet;

use chrono::NaiveDate;

use super::Style;
use super::clock::Clock;
use super::lines::{self, BLANKS, Line, Names};
use super::play::Play;
use super::sentences::{self, Sentence, SentenceError};
use crate::model::{Action, ActionKind, Game, Moment, PieceName, Remark, TerritoryRef, When};
use crate::systems::homeworlds::formats::codes;
use crate::systems::homeworlds::formats::words::given;
use crate::systems::homeworlds::rules::Colour;
use crate::text::printable::quoted;
use crate::text::write_back::{ParseOutput, SourceSpan};
use crate::text::{Code, Diagnostic, Report};

/// Reads a text; it is an error if no line is part of a log.
pub fn read(text: &str, report: &mut Report) -> ParseOutput<Game, Style> {
    let names = Names::of_homeworlds(text);
    let mut reader = Reader {
        text,
        report,
        play: Play::new(),
        result_at: lines::result_at(text, &names),
        names,
        source_spans: Vec::with_capacity(text.len() / 24),
        is_log: false,
        crlf: 0,
        day: None,
        now: None,
        shown: None,
        time: None,
        numbers: Vec::new(),
        discovery: None,
        behind_result: 0,
        undiscovered: HashSet::new(),
        is_day_missing: false,
    };
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
    play: Play,
    names: Names<'t>,
    source_spans: Vec<SourceSpan>,
    /// Whether any line was part of a log.
    is_log: bool,
    /// The number of lines with CR LF, minus those with LF alone.
    crlf: isize,
    /// The last date in the log.
    day: Option<NaiveDate>,
    /// The time of the current lines.
    now: Option<Moment>,
    /// The last time that an event was given.
    shown: Option<Moment>,
    /// The line with a time that no event has used yet.
    time: Option<Time>,
    /// The numbers of the moves, by their times.
    numbers: Vec<(Moment, u32)>,
    /// A discovery whose ship has not moved yet.
    discovery: Option<Discovery<'t>>,
    /// The offset of the line with the result.
    result_at: Option<usize>,
    /// The number of actions after the result.
    behind_result: usize,
    /// The systems reported already as not discovered by anyone.
    undiscovered: HashSet<TerritoryRef>,
    /// Whether a time without a date was reported already.
    is_day_missing: bool,
}

/// A line with a time, together with an unused line before it that gives the date.
#[derive(Clone, Copy)]
struct Time {
    source_span: SourceSpan,
    number: Option<u32>,
    has_day: bool,
}

struct Discovery<'t> {
    source_span: SourceSpan,
    when: Option<When>,
    player: &'t str,
    star: PieceName,
    to: &'t str,
}

impl<'t> Reader<'t, '_> {
    fn line(&mut self, start: usize, end: usize, next: usize) {
        let text = self.text;
        let whole = &text[start..end];
        if next > end {
            self.crlf += if whole.ends_with('\r') { 1 } else { -1 };
        }
        let is_result = self.result_at == Some(start);
        let start = end - whole.trim_start_matches(BLANKS).len();
        let line = lines::trimmed(whole);
        if line.is_empty() {
            return;
        }
        let source_span = SourceSpan { start, end: start + line.len(), next };
        let found = lines::read(line, &self.names);
        match found {
            Line::Derived => return,
            Line::Of(player, Sentence::Move(ref piece, places), _) if self.discovery.is_some() => {
                if self.arrives(player, piece, places, source_span) {
                    return;
                }
            }
            Line::Time(_) => {}
            _ => self.give_up_discovery(),
        }
        self.is_log |= !matches!(found, Line::Unknown(_) | Line::Derived | Line::Note);
        match found {
            Line::Time(clock) => self.time(clock, line, source_span),
            Line::Note => self.remark(None, line, source_span),
            Line::Won(name) if is_result => self.result(Some(name), source_span),
            Line::Tied if is_result => self.result(None, source_span),
            Line::Won(_) | Line::Tied => {
                self.emit(&codes::NO_SENTENCE, "a result in the middle of a log: kept as text", source_span);
                self.unknown(line.to_owned(), source_span);
            }
            Line::Of(player, sentence, derived) => {
                self.sentence(player, sentence, line, SourceSpan { start: start + derived, ..source_span });
            }
            Line::Unknown(error) => {
                self.complain(error, line, source_span);
                self.unknown(line.to_owned(), source_span);
            }
            Line::Derived => {}
        }
    }

    fn time(&mut self, clock: Clock, line: &str, source_span: SourceSpan) {
        self.day = clock.day.or(self.day);
        match self.day.and_then(|day| clock.on(day)) {
            Some(now) => {
                self.now = Some(now);
                let has_day = clock.day.is_some();
                let dated = self.time.filter(|time| time.has_day && !has_day);
                let source_span = SourceSpan {
                    start: dated.map_or(source_span.start, |dated| dated.source_span.start),
                    ..source_span
                };
                self.time = Some(Time { source_span, number: clock.number, has_day: has_day || dated.is_some() });
            }
            // After the result a time has no effect.
            None if self.play.game.result.is_some() => {}
            None => {
                self.give_up_discovery();
                if !std::mem::replace(&mut self.is_day_missing, true) {
                    self.emit(
                        &codes::NO_DAY,
                        "a time of which the log does not tell the day: kept as a remark",
                        source_span,
                    );
                }
                self.play.add_remark(Remark { text: line.to_owned(), ..Remark::default() });
                self.source_spans.push(source_span);
            }
        }
    }

    /// Returns the current time; if it differs from the last time, its line becomes a statement.
    fn stamp(&mut self) -> Option<Moment> {
        if let (Some(time), Some(now)) = (self.time.take(), self.now)
            && self.now != self.shown
        {
            self.source_spans.push(time.source_span);
            self.numbers.extend(time.number.map(|number| (now, number)));
            self.shown = self.now;
        }
        self.now
    }

    fn when(&mut self) -> Option<When> {
        self.stamp().map(When::Moment)
    }

    fn remark(&mut self, author: Option<&str>, text: &str, source_span: SourceSpan) {
        let when = self.stamp();
        let author = author.map(str::to_owned);
        self.play.add_remark(Remark { author, text: text.to_owned(), when, ..Remark::default() });
        self.source_spans.push(source_span);
    }

    /// Ends the game. The model has no time for a result, so the line with its time is part of the result's statement.
    fn result(&mut self, winner: Option<&'t str>, source_span: SourceSpan) {
        self.play.win(winner);
        winner.map(|name| self.names.add(name));
        let time = self.time.take().filter(|_| self.now != self.shown);
        self.source_spans
            .push(SourceSpan { start: time.map_or(source_span.start, |time| time.source_span.start), ..source_span });
        self.now = self.shown;
        self.day = self.shown.map(|shown| shown.date_time().date());
    }

    fn unknown(&mut self, text: String, source_span: SourceSpan) {
        self.behind_result += usize::from(self.play.game.result.is_some());
        let when = self.when();
        self.source_spans.push(source_span);
        self.play.add(Action { when: when.map(Box::new), text: Some(text.into()), ..Action::of(ActionKind::Unknown) });
    }

    fn sentence(&mut self, player: &'t str, sentence: Sentence<'t>, line: &str, source_span: SourceSpan) {
        if let Sentence::Draw(text) = sentence {
            self.remark(Some(player), text, source_span);
            return;
        }
        self.names.add(player);
        let when = self.when();
        self.source_spans.push(source_span);
        match sentence {
            Sentence::Discover(star, to) => {
                self.discovery = Some(Discovery { source_span, when, player, star, to });
            }
            Sentence::End => {
                if let Some(text) = self.play.end(player, when.clone()) {
                    self.complain(SentenceError::Nothing, line, source_span);
                    self.play.add(Action {
                        when: when.map(Box::new),
                        text: Some(text.into()),
                        ..Action::of(ActionKind::Unknown)
                    });
                }
            }
            Sentence::Restart => self.play.restart(player, when),
            Sentence::Eliminated => self.play.eliminate(player, when),
            sentence => match self.action(player, sentence, source_span) {
                Some(action) => self.play.act(player, Action { when: when.map(Box::new), ..action }),
                None => {
                    self.complain(SentenceError::Nothing, line, source_span);
                    self.play.add(Action {
                        when: when.map(Box::new),
                        text: Some(line.into()),
                        ..Action::of(ActionKind::Unknown)
                    });
                }
            },
        }
    }

    /// Returns the action of a sentence about a player.
    fn action(&mut self, player: &str, sentence: Sentence<'_>, source_span: SourceSpan) -> Option<Action> {
        let systems = &mut self.play.systems;
        let kind = match sentence {
            Sentence::Homeworld(piece, stars) => {
                let (at, name) = self.play.born(player, &home_of(player));
                ActionKind::Setup { stars: stars.map(Some).into(), piece, at, name, overrides: None }
            }
            Sentence::Build(piece, at) => ActionKind::Build { piece: Some(piece), at: systems.resolve(at) },
            Sentence::Trade(piece, becomes, at) => {
                ActionKind::Exchange { at: systems.resolve(at), gives: given(piece), becomes }
            }
            Sentence::Move(piece, places) => {
                let (from, to) = sentences::places(places, systems)?;
                let is_known = systems.knows(to) || to.strip_prefix(HOME).is_some_and(|name| self.names.may_be(name));
                let (from, to) = (systems.resolve(from), systems.resolve(to));
                if !is_known && self.undiscovered.insert(to.clone()) {
                    let message = format!("a ship moves to {}, which nobody discovered", quoted(to.as_str()));
                    self.emit(&codes::UNDISCOVERED, message, source_span);
                }
                ActionKind::Move { piece: Some(piece), from, to, via: None, by_convoy: None, new_star: None }
            }
            Sentence::Capture(piece, at) => ActionKind::Capture { piece, at: systems.resolve(at), owner: None },
            Sentence::Sacrifice(piece, at) => ActionKind::Sacrifice { piece, at: systems.resolve(at) },
            Sentence::Catastrophe(colour, at) => {
                ActionKind::Catastrophe { at: systems.resolve(at), colour: colour_name(colour) }
            }
            Sentence::Concede => {
                let player = Some(self.play.seat(player));
                return Some(Action { player, ..Action::of(ActionKind::Resign) });
            }
            _ => return None,
        };
        Some(Action::of(kind))
    }

    /// Returns whether a ship's move is the second half of the discovery in progress, which is completed then.
    fn arrives(&mut self, player: &str, piece: &PieceName, places: &str, source_span: SourceSpan) -> bool {
        let is_now = self.time.is_none() || self.now == self.shown;
        let is_same = |discovery: &Discovery<'_>| is_now && discovery.player == player;
        let from = self.discovery.as_ref().filter(|d| is_same(d)).and_then(|d| sentences::origin(places, d.to));
        let Some((from, discovery)) = from.and_then(|from| Some((from, self.discovery.take()?))) else {
            self.give_up_discovery();
            return false;
        };
        let Discovery { when, star, to, .. } = discovery;
        let from = self.play.systems.resolve(from);
        let (to, name) = self.play.born(player, to);
        let kind = ActionKind::Discover { piece: piece.clone(), from, star: Box::new(star), to, name };
        self.source_spans.push(source_span);
        self.play.act(player, Action { when: when.map(Box::new), ..Action::of(kind) });
        true
    }

    /// Keeps the discovery in progress as text, because its ship did not move.
    fn give_up_discovery(&mut self) {
        let Some(Discovery { source_span, when, to, .. }) = self.discovery.take() else { return };
        let message = format!("{} is discovered, and no ship moves there; kept as text", quoted(to));
        self.emit(&codes::HALF_DISCOVERY, message, source_span);
        let text = Some(self.text[source_span.start..source_span.end].into());
        self.play.add(Action { when: when.map(Box::new), text, ..Action::of(ActionKind::Unknown) });
    }

    fn complain(&mut self, error: SentenceError<'_>, line: &str, source_span: SourceSpan) {
        let (code, what) = match error {
            SentenceError::Nothing => {
                (&codes::NO_SENTENCE, format!("expected a sentence of a log, found {}", quoted(line)))
            }
            SentenceError::NoPiece(word) => (&codes::NO_PIECE, format!("expected a piece, found {}", quoted(word))),
            SentenceError::NoColour(word) => (&codes::NO_COLOUR, format!("expected a colour, found {}", quoted(word))),
            SentenceError::NoPlayer(name) => (&codes::NO_PLAYER, format!("no player is called {}", quoted(name))),
        };
        self.emit(code, format!("{what}; kept as text"), source_span);
    }

    fn emit(&mut self, code: &Code, message: impl Into<String>, source_span: SourceSpan) {
        self.report.add(Diagnostic::warning(code, message).at(source_span.start..source_span.end).help(code.advice));
    }

    fn finish(mut self) -> ParseOutput<Game, Style> {
        if !self.is_log {
            let d = Diagnostic::error(&codes::NO_RECORD, "found no time and no sentence of a log");
            let first = self.text.find('\n').unwrap_or(self.text.len());
            self.report.unreadable(d.at(0..first).help(codes::NO_RECORD.advice));
        }
        self.give_up_discovery();
        self.play.finish();
        let style = Style {
            line_end: if self.crlf > 0 { "\r\n" } else { "\n" },
            behind_result: self.behind_result,
            out_before_end: self.play.out_before_end.unwrap_or_default(),
            numbers: self.numbers,
        };
        ParseOutput { meaning: self.play.game, style, source_spans: self.source_spans }
    }
}

fn colour_name(colour: Colour) -> PieceName {
    PieceName(smol_str::SmolStr::new_static(colour.letter()))
}

/// The text before the player's name in the name of a homeworld.
const HOME: &str = "Homeworld ";

/// Returns the name of a player's homeworld.
pub fn home_of(player: &str) -> String {
    format!("{HOME}{player}")
}
