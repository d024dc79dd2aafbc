//! Reads an order file.

use super::{Current, OrderSyntax, Part, State, Style, What, has_own_text, remark};
use crate::formats::phase::Form;
use crate::model::{Action, ActionKind, Details, Game, RemarkAnchor, Seat, System, Turn, When};
use crate::systems::diplomacy::formats::codes;
use crate::text::lines::{dos_lines, usual_line_end};
use crate::text::write_back::{ParseOutput, SourceSpan};
use crate::text::{Diagnostic, Report};

/// Reads an order file. This succeeds for every text; lines that are not understood are kept as text.
pub fn read<S: OrderSyntax>(syntax: &S, text: &str, report: &mut Report) -> ParseOutput<Game, Style> {
    let line_end = usual_line_end(text, &dos_lines(text)).unwrap_or("\n");
    let mut style = Style { line_end, ..Style::default() };
    let mut reader = Reader::default();
    let mut forms = [0, 0];
    for_each_part(syntax, text, |part, source_span, begins_line| {
        if begins_line && !S::POWERS_PERSIST {
            reader.current = reader.signed_on.clone().map(Some);
        }
        if let What::Phase(_, form, _) = part.what {
            forms[usize::from(form == Form::Words)] += 1;
        }
        reader.part(part.what, source_span, text, report);
    });
    reader.end();
    if !reader.turns.iter().any(is_record) {
        let d =
            Diagnostic::error(&codes::NO_ORDERS, "this file has no phase and no order").help(codes::NO_ORDERS.advice);
        report.unreadable(d.at(0..text.find('\n').unwrap_or(text.len())));
    }
    style.form = if forms[1] > forms[0] { Form::Words } else { Form::Short };
    let (turns, events) = (reader.turns, reader.events);
    if S::POWERS_PERSIST {
        group(&events, text, &mut style);
    }
    let source_spans = source_spans(&turns, &events, &style);
    let mut game = Game::new(System::Diplomacy);
    game.details = Details::Diplomacy(Box::default());
    game.board = Some(syntax.board());
    game.players = syntax.named_board().players(seats(&turns));
    game.turns = turns;
    ParseOutput { meaning: game, style, source_spans }
}

/// Returns whether a turn has a phase or an order.
fn is_record(turn: &Turn) -> bool {
    turn.when.is_some() || turn.actions.iter().any(|action| action.kind != ActionKind::Unknown)
}

/// Splits a text into parts, and calls `each` with a part, its source span, and whether it is the first of its line.
pub(super) fn for_each_part<S: OrderSyntax>(syntax: &S, text: &str, mut each: impl FnMut(Part, SourceSpan, bool)) {
    let mut parts: Vec<Part> = Vec::new();
    let mut state = State::default();
    for line in dos_lines(text) {
        syntax.parts(&text[line.span()], line.start, &mut state, &mut parts);
        let mut rest = parts.drain(..).peekable();
        let mut begins_line = true;
        while let Some(part) = rest.next() {
            let next = rest.peek().map_or(line.next, |next| next.span.start);
            let source_span = SourceSpan { start: part.span.start, end: part.span.end, next };
            if let What::Phase(phase, ..) = &part.what {
                state.phase = phase.phase.known().copied();
            }
            each(part, source_span, begins_line);
            begins_line = false;
        }
    }
}

/// Returns the seats that act in turns; a seat comes once for each of its actions.
pub(super) fn seats(turns: &[Turn]) -> impl Iterator<Item = &Seat> {
    turns.iter().flat_map(|turn| &turn.actions).filter_map(|action| action.player.as_ref())
}

/// A part of the text that may become a statement.
struct Event {
    what: Kind,
    source_span: SourceSpan,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Phase,
    Comment,
    /// A power: a statement of its own, a part of the statement of an order, or layout.
    Power,
    Order {
        /// Whether the order has its power from an earlier order or line.
        inherits: bool,
    },
}

#[derive(Default)]
struct Reader {
    turns: Vec<Turn>,
    events: Vec<Event>,
    /// The power that applies; `None` before any was named, `Some(None)` after `?:`.
    current: Option<Option<Seat>>,
    /// The power that a command signed on; `None` where there was none.
    signed_on: Option<Seat>,
    /// Comments that belong to the next part.
    waiting: Vec<String>,
    /// Number of comments in `waiting` that come before the last power, not under it.
    before_power: usize,
    /// Whether the last part, apart from comments, was a power.
    is_behind_power: bool,
}

impl Reader {
    fn part(&mut self, what: What, source_span: SourceSpan, text: &str, report: &mut Report) {
        let is_behind_power = match what {
            What::Power(..) => true,
            What::Comment(_) => self.is_behind_power,
            What::Phase(..) | What::Order(_) => false,
        };
        match what {
            What::Phase(phase, _, remarks) => {
                let mut turn = Turn { when: Some(When::Phase(Box::new(phase))), ..Turn::default() };
                turn.remarks = self.waiting.drain(..).map(|text| remark(text, Some(RemarkAnchor::Before))).collect();
                turn.remarks.extend(remarks.into_iter().map(|text| remark(text, None)));
                self.current = None;
                Turn::begin(&mut self.turns, turn);
                self.events.push(Event { what: Kind::Phase, source_span });
            }
            What::Comment(comment) => {
                if !self.is_behind_power {
                    self.before_power = self.waiting.len() + 1;
                }
                self.waiting.push(comment);
                self.events.push(Event { what: Kind::Comment, source_span });
            }
            What::Power(seat, diagnostics) => {
                diagnostics.into_iter().for_each(|d| report.add(*d));
                self.current = Some(seat);
                // Comments under an earlier heading without orders now stand before this one.
                self.before_power = self.waiting.len();
                self.events.push(Event { what: Kind::Power, source_span });
            }
            What::Order(order) => {
                let before = self.before_power;
                let place = |at| if at < before { RemarkAnchor::Before } else { RemarkAnchor::UnderHeading };
                let waiting = self.waiting.drain(..).enumerate();
                let waiting = waiting.map(|(at, text)| remark(text, Some(place(at))));
                let remarks = waiting.chain(order.remarks.into_iter().map(|text| remark(text, None))).collect();
                let inherits = self.current.is_some() && !self.is_behind_power;
                let own_text = text.get(order.text.clone()).map(Box::from);
                let (kind, text) = match order.order {
                    Ok(kind) => {
                        let text = own_text.filter(|_| has_own_text(&kind));
                        (kind, text)
                    }
                    Err(error) => {
                        let span = order.text.start + error.span.start..order.text.start + error.span.end;
                        let message = format!("{}; the order is kept as text", error.message);
                        report.add(Diagnostic::warning(error.code, message).at(span).help(error.help));
                        (ActionKind::Unknown, own_text)
                    }
                };
                self.signed_on = order.signs_on.or(self.signed_on.take());
                let is_order = !matches!(kind, ActionKind::Condition | ActionKind::Command);
                let player = self.current.clone().flatten().filter(|_| is_order);
                self.turn().actions.push(Action { player, text, remarks, ..Action::of(kind) });
                self.events.push(Event { what: Kind::Order { inherits }, source_span });
            }
        }
        self.is_behind_power = is_behind_power;
    }

    /// Returns the last turn, creating one without a phase for orders before the first phase.
    fn turn(&mut self) -> &mut Turn {
        if self.turns.is_empty() {
            self.turns.push(Turn::default());
        }
        let last = self.turns.len() - 1;
        &mut self.turns[last]
    }

    /// Attaches comments at the end of the file to the part before them, and ends the last turn.
    fn end(&mut self) {
        Turn::end(&mut self.turns);
        let is_empty = self.turns.is_empty();
        let place = if is_empty { RemarkAnchor::Before } else { RemarkAnchor::After };
        let waiting: Vec<_> = self.waiting.drain(..).map(|text| remark(text, Some(place))).collect();
        if waiting.is_empty() {
            return;
        }
        let turn = self.turn();
        match turn.actions.last_mut() {
            Some(action) => action.remarks.extend(waiting),
            None => turn.remarks.extend(waiting),
        }
    }
}

/// Detects whether powers are named once for all their orders, and whether most of them have a line to themselves then.
fn group(events: &[Event], text: &str, style: &mut Style) {
    let (mut headings, mut others) = (0, 0);
    for (index, event) in events.iter().enumerate() {
        style.grouped |= event.what == Kind::Order { inherits: true };
        let next = events.get(index + 1).map(|next| next.what);
        if event.what != Kind::Power || next.is_none_or(|next| matches!(next, Kind::Power | Kind::Phase)) {
            continue;
        }
        let has_line =
            text.get(event.source_span.end..event.source_span.next).is_some_and(|end| end.contains(['\n', '\r']));
        style.grouped |= has_line || next == Some(Kind::Comment);
        // A power with a comment under it has a line to itself in any case.
        match next {
            Some(Kind::Comment) => {}
            _ if has_line => headings += 1,
            _ => others += 1,
        }
    }
    style.headings = style.grouped && headings > others;
}

/// Returns the source spans of the statements that rendering gives. A power is a statement of its own where it is
/// needed; otherwise it belongs to the order after it, or is layout where there is none.
fn source_spans(turns: &[Turn], events: &[Event], style: &Style) -> Vec<SourceSpan> {
    let mut source_spans: Vec<SourceSpan> = Vec::with_capacity(events.len());
    let mut actions = turns.iter().flat_map(|turn| &turn.actions);
    let mut current = Current::default();
    // A power without an order so far, and the index that its statement would have.
    let mut power: Option<(SourceSpan, usize)> = None;
    for event in events {
        match event.what {
            Kind::Phase => {
                current = Current::default();
                power = None;
                source_spans.push(event.source_span);
            }
            Kind::Comment => source_spans.push(event.source_span),
            Kind::Power => power = Some((event.source_span, source_spans.len())),
            Kind::Order { .. } => {
                let Some(action) = actions.next() else { break };
                let mut source_span = event.source_span;
                match power.take() {
                    Some((own, at)) if current.needs_statement(action, style) => source_spans.insert(at, own),
                    Some((own, _)) => source_span.start = own.start,
                    None => {}
                }
                current.goes_on(action);
                source_spans.push(source_span);
            }
        }
    }
    source_spans
}
