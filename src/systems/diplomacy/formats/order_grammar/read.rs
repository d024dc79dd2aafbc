//! Reads an order.

use std::ops::Range;

use super::canonical::{by_convoy, canonical, gone, moved, on_coast};
use super::engine;
use super::error::more_behind;
use super::lexer::{Sign, Token, tokens, with_typed_dashes};
use super::write::unit_of;
use super::{Deviation, DeviationKind, OrderError, engine_reading, is_blank};
use crate::model::{ActionKind, Convoyed, PhaseKind, PieceName, Seat, Supported, TerritoryRef};
use crate::systems::diplomacy::formats::{codes, hints};
use crate::systems::diplomacy::rules::{COASTS, Lookup, NamedBoard};
use crate::text::printable::quoted;

/// An order, with the differences of its text from the canonical one.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// The action that is ordered.
    pub kind: ActionKind,
    /// Differences from the canonical text; empty for most orders.
    pub deviations: Vec<Deviation>,
    /// Offset of the end of the order in the text. What follows is in brackets.
    pub end: usize,
}

/// Purpose of reading an order, which decides how much an error explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Purpose {
    /// For people: errors have a message and a suggestion, which cost many times as much as the reading.
    #[default]
    ReadOutcome,
    /// Only to find out whether a text is an order; errors have no message.
    Identifying,
}

/// Reads the order at the beginning of `text`, for a phase of the given kind. Only brackets may follow it.
pub fn read(text: &str, named_board: &NamedBoard, phase: Option<PhaseKind>) -> Result<Order, OrderError> {
    read_for(Purpose::ReadOutcome, text, named_board, phase)
}

/// Reads an order as [`read`] does, for a purpose.
pub fn read_for(
    purpose: Purpose,
    text: &str,
    named_board: &NamedBoard,
    phase: Option<PhaseKind>,
) -> Result<Order, OrderError> {
    if let Some(kind) = canonical(text.as_bytes(), named_board, phase) {
        return Ok(Order { kind, deviations: Vec::new(), end: text.len() });
    }
    tolerant(purpose, text, named_board, phase).or_else(|error| {
        // The engine's reading would drop a power at the beginning of the order.
        let is_lost = error.code.id == codes::NATIONALITY.id;
        if is_lost { None } else { as_engines(text, named_board, phase) }.ok_or(error)
    })
}

fn tolerant(
    purpose: Purpose,
    text: &str,
    named_board: &NamedBoard,
    phase: Option<PhaseKind>,
) -> Result<Order, OrderError> {
    let tokens = tokens(text);
    let mut parser = Parser { purpose, ..Parser::new(text, &tokens, named_board, phase) };
    let kind = parser.order()?;
    let end = parser.end()?;
    parser.spacing();
    let mut deviations = parser.deviations;
    deviations.sort_by_key(|deviation| deviation.span.start);
    Ok(Order { kind, deviations, end })
}

/// Reads an order with words that this notation does not have, or has in another position, as the engine does; `None`
/// where the engine does not know all of its words.
fn as_engines(text: &str, named_board: &NamedBoard, phase: Option<PhaseKind>) -> Option<Order> {
    let end = without_remarks(text);
    if engine::misses_a_word(&text[..end], named_board) {
        return None;
    }
    let typed = with_typed_dashes(&text[..end]);
    let reading = engine_reading(&typed, named_board, phase).filter(|reading| reading.is_plain)?;
    let own = text[..end].trim_matches(is_blank);
    let start = text[..end].len() - text[..end].trim_start_matches(is_blank).len();
    let deviations = vec![Deviation { kind: DeviationKind::Words, span: start..start + own.len() }];
    Some(Order { kind: reading.order, deviations, end })
}

/// Returns the length of a text without the bracketed remarks at its end. A coast in brackets is no remark.
fn without_remarks(text: &str) -> usize {
    let mut end = text.len();
    loop {
        let rest = text[..end].trim_end_matches(is_blank);
        let Some(open) = rest.strip_suffix(')').and_then(|inner| inner.rfind('(')) else { return end };
        let inner = rest[open + 1..rest.len() - 1].replace('.', "");
        let is_coast = COASTS.iter().any(|(suffix, name)| {
            inner.trim().eq_ignore_ascii_case(suffix)
                || inner.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case(name))
        });
        if is_coast || open == 0 {
            return end;
        }
        end = open;
    }
}

/// Reads an order and ignores what this notation does not write: the route of a convoy and the power of a unit.
pub fn read_past(text: &str, named_board: &NamedBoard, phase: Option<PhaseKind>) -> Option<ActionKind> {
    let tokens = tokens(text);
    let mut parser = Parser { passes: true, ..Parser::new(text, &tokens, named_board, phase) };
    let kind = parser.order().ok()?;
    (parser.at == tokens.len()).then_some(kind)
}

/// The verb of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Move,
    Hold,
    Support,
    Convoy,
    Retreat,
    Build,
    Disband,
}

/// The words of each verb. The first is the one that the notation document uses.
const VERBS: [(Verb, &[&str]); 7] = [
    (Verb::Move, &["-", "m", "move", "moves", "to", "attack", "attacks"]),
    (Verb::Hold, &["H", "hold", "holds", "stand", "stands"]),
    (Verb::Support, &["S", "support", "supports"]),
    (Verb::Convoy, &["C", "convoy", "convoys", "transport", "transports"]),
    (Verb::Retreat, &["R", "retreat", "retreats"]),
    (Verb::Build, &["B", "build", "builds"]),
    (Verb::Disband, &["D", "disband", "disbands", "remove", "removes"]),
];

/// Returns the words of all verbs.
pub(super) fn verb_words() -> impl Iterator<Item = &'static str> {
    VERBS.iter().flat_map(|(_, words)| words.iter().copied())
}

/// Returns the verb that a word stands for, and how the notation document writes it.
pub(super) fn verb_of(word: &str) -> Option<(Verb, &'static str)> {
    let word = word.trim_end_matches('.');
    let (verb, words) = VERBS.iter().find(|(_, words)| words.iter().any(|known| known.eq_ignore_ascii_case(word)))?;
    Some((*verb, words.first()?))
}

/// Parser of a single order.
pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    tokens: &'t [Token],
    pub(super) at: usize,
    pub(super) named_board: &'t NamedBoard,
    phase: Option<PhaseKind>,
    deviations: Vec<Deviation>,
    /// Whether routes of convoys and powers of units are ignored; they are refused otherwise.
    passes: bool,
    pub(super) purpose: Purpose,
}

impl<'t> Parser<'t> {
    pub(super) fn new(
        text: &'t str,
        tokens: &'t [Token],
        named_board: &'t NamedBoard,
        phase: Option<PhaseKind>,
    ) -> Self {
        Parser {
            text,
            tokens,
            at: 0,
            named_board,
            phase,
            deviations: Vec::new(),
            passes: false,
            purpose: Purpose::default(),
        }
    }

    fn order(&mut self) -> Result<ActionKind, OrderError> {
        if let Some(span) = self.take_word("waive") {
            match self.text.get(span.clone()) {
                Some("WAIVE") => {}
                Some(word) if word.ends_with('.') => self.deviation(DeviationKind::Stop, span),
                _ => self.deviation(DeviationKind::Case, span),
            }
            return Ok(ActionKind::Waive { at: None });
        }
        if let Some(order) = self.verb_first()? {
            return Ok(order);
        }
        let (piece, from) = self.own_unit()?;
        let Some(verb) = self.verb() else { return Err(self.no_verb()) };
        match verb {
            Verb::Move => self.destination(piece, from),
            Verb::Hold => Ok(ActionKind::Hold { piece, at: from }),
            Verb::Build => Ok(ActionKind::Build { piece, at: from }),
            Verb::Disband => Ok(gone(piece, from, self.phase)),
            Verb::Retreat => {
                let to = self.place_behind(verb, &from)?;
                Ok(ActionKind::Retreat { piece, from, to })
            }
            Verb::Support => {
                let player = self.nationality();
                let (other, other_from) = self.unit("the unit that is supported (such as A MAR)")?;
                let to = if self.dash() { Some(self.place_behind(verb, &other_from)?) } else { None };
                self.take_word("H")
                    .or_else(|| self.take_word("hold"))
                    .into_iter()
                    .for_each(|s| self.deviation(DeviationKind::Verb, s));
                let supported = Supported { piece: other, from: other_from, to, player };
                Ok(ActionKind::Support { piece, at: from, supported: Box::new(supported) })
            }
            Verb::Convoy => {
                let player = self.nationality();
                let (other, other_from) = self.unit("the army that is convoyed (such as A BRE)")?;
                if !self.dash() {
                    return Err(self.no_destination(&from));
                }
                let to = self.place_behind(verb, &other_from)?;
                let via = self.here();
                if self.via() {
                    self.deviation(DeviationKind::Verb, via);
                }
                let convoyed = Convoyed { piece: other, from: other_from, to, player };
                Ok(ActionKind::Convoy { piece, at: from, convoyed: Box::new(convoyed) })
            }
        }
    }

    /// Reads an order whose verb stands before its unit, such as `BUILD A PAR` or `REMOVE F LON`; `None` for others.
    fn verb_first(&mut self) -> Result<Option<ActionKind>, OrderError> {
        let start = self.at;
        let Some(word) = self.peek_word() else { return Ok(None) };
        let build = match verb_of(word) {
            // A province may have the name of a verb.
            Some(_) if word.len() > 1 && self.place_ahead(self.at).is_some() => return Ok(None),
            Some((Verb::Build, _)) => true,
            // jDip writes `R A PAR` for a removal.
            Some((Verb::Disband | Verb::Retreat, _)) => false,
            _ => return Ok(None),
        };
        self.at += 1;
        if build && self.take_word("waived").is_some() {
            self.deviation(DeviationKind::Verb, self.tokens[start].span.start..self.tokens[start + 1].span.end);
            return Ok(Some(ActionKind::Waive { at: None }));
        }
        let Ok((piece, at)) = self.unit("a unit") else {
            self.at = start;
            return Ok(None);
        };
        self.deviation(DeviationKind::Verb, self.tokens[start].span.clone());
        if build {
            return Ok(Some(ActionKind::Build { piece, at }));
        }
        Ok(Some(gone(piece, at, self.phase)))
    }

    fn destination(&mut self, piece: Option<PieceName>, from: TerritoryRef) -> Result<ActionKind, OrderError> {
        let mut to = self.place_behind(Verb::Move, &from)?;
        let start = self.here();
        let mut has_route = false;
        while self.passes && self.dash() {
            to = self.place_behind(Verb::Move, &from)?;
            has_route = true;
        }
        if self.dash() {
            let message =
                format!("unexpected route over {}: this notation has VIA instead", self.named_board.called(&to));
            let last = self.last_place().map_or_else(|| "LON".to_owned(), |place| self.named_board.called(&place));
            let unit = self.text.get(..self.tokens.get(1).map_or(0, |t| t.span.end)).unwrap_or_default();
            let help = format!("write {unit} - {last} VIA");
            return Err(OrderError { code: &codes::ROUTE, span: start, message, help: help.into() });
        }
        Ok(if self.via() || has_route { by_convoy(piece, from, to) } else { moved(piece, from, to, self.phase) })
    }

    /// Reads the last place of the text, after its last dash.
    fn last_place(&mut self) -> Option<TerritoryRef> {
        let dash = self.tokens.iter().rposition(|token| token.sign == Sign::Dash)?;
        self.at = dash + 1;
        self.place("a province").ok()
    }

    /// Takes `VIA`, `via convoy` or `by convoy`, and returns whether it was there.
    fn via(&mut self) -> bool {
        let start = self.at;
        let is_there = self.take_word("via").is_some() || self.take_word("by").is_some();
        if !is_there {
            return false;
        }
        let word = self.tokens[start].span.clone();
        let more = self.take_word("convoy");
        match more {
            Some(span) => self.deviation(DeviationKind::Verb, word.start..span.end),
            None if self.text.get(word.clone()) != Some("VIA") => {
                let is_small = self.text[word.clone()].eq_ignore_ascii_case("via");
                self.deviation(if is_small { DeviationKind::Case } else { DeviationKind::Verb }, word);
            }
            None => {}
        }
        true
    }

    fn unit(&mut self, expected: &str) -> Result<(Option<PieceName>, TerritoryRef), OrderError> {
        let piece = self.piece();
        Ok((piece, self.place(expected)?))
    }

    /// Reads the unit that is ordered. Its power stands before its orders, not inside them.
    fn own_unit(&mut self) -> Result<(Option<PieceName>, TerritoryRef), OrderError> {
        let span = self.here();
        if self.nationality().is_some() && !self.passes {
            let message = format!("unexpected power {} inside an order", quoted(&self.text[span.clone()]));
            let help = "leave the power out: the province says which unit is meant".to_owned();
            return Err(OrderError { code: &codes::NATIONALITY, span, message, help: help.into() });
        }
        self.unit("a unit (such as A PAR)").map_err(|error| self.no_order(error))
    }

    /// Takes the power of a unit, such as `French` before it; `None` where there is none.
    fn nationality(&mut self) -> Option<Seat> {
        let word = self.peek_word().filter(|word| word.len() > 1)?;
        let seat = self.named_board.seat(word)?;
        let is_place = match self.place_ahead(self.at) {
            None => false,
            // `English` alone may be short for the Channel, but not before a unit.
            Some((_, 1)) => {
                let next = self.tokens.get(self.at + 1).and_then(|token| self.text.get(token.span.clone()));
                let is_unit = next.is_some_and(|next| unit_of(next).is_some());
                self.place_ahead(self.at + 1 + usize::from(is_unit)).is_none()
            }
            Some(_) => true,
        };
        if is_place {
            return None;
        }
        let span = self.here();
        self.at += 1;
        self.deviation(DeviationKind::Nationality, span);
        Some(seat)
    }

    /// Takes the letter or word of a unit, where a place follows it.
    fn piece(&mut self) -> Option<PieceName> {
        let word = self.peek_word()?;
        let piece = unit_of(word)?;
        let next = self.tokens.get(self.at + 1).map(|token| &self.text[token.span.clone()]);
        let is_place = self.place_ahead(self.at + 1).is_some();
        // A province may have the name of a unit; otherwise the next word is meant as a place.
        if !is_place && (self.place_ahead(self.at).is_some() || next.is_some_and(|next| verb_of(next).is_some())) {
            return None;
        }
        let span = self.here();
        if word.len() > 1 {
            self.deviation(DeviationKind::Name, span);
        } else if word.bytes().all(|b| b.is_ascii_lowercase()) {
            self.deviation(DeviationKind::Case, span);
        }
        self.at += 1;
        Some(piece)
    }

    fn verb(&mut self) -> Option<Verb> {
        if self.dash() {
            return Some(Verb::Move);
        }
        let (word, span) = (self.peek_word()?, self.here());
        let (verb, letter) = verb_of(word)?;
        self.at += 1;
        match word.strip_suffix('.') {
            _ if word == letter => {}
            Some(bare) if bare == letter => self.deviation(DeviationKind::Stop, span),
            _ if word.eq_ignore_ascii_case(letter) => self.deviation(DeviationKind::Case, span),
            _ => self.deviation(DeviationKind::Verb, span),
        }
        if verb == Verb::Move {
            self.take_word("to").or_else(|| self.take_word("on"));
        }
        if verb == Verb::Retreat {
            // `R - GAL` and `retreats to Galicia` write the verb twice.
            let more = if self.dash() { true } else { self.take_word("to").is_some() };
            if more {
                self.deviation(DeviationKind::Verb, self.tokens[self.at - 1].span.clone());
            }
        }
        Some(verb)
    }

    /// Takes a dash of any form, and returns whether it was there.
    fn dash(&mut self) -> bool {
        let Some(token) = self.tokens.get(self.at).filter(|token| token.sign == Sign::Dash) else { return false };
        self.at += 1;
        if self.text.get(token.span.clone()) != Some("-") {
            self.deviations.push(Deviation { kind: DeviationKind::Dash, span: token.span.clone() });
        }
        true
    }

    fn place_behind(&mut self, verb: Verb, from: &TerritoryRef) -> Result<TerritoryRef, OrderError> {
        if self.at < self.tokens.len() {
            return self.place("a province");
        }
        if self.purpose == Purpose::Identifying {
            return Err(OrderError::without_text(&codes::NO_DESTINATION));
        }
        let called = self.named_board.called(from);
        let message = match verb {
            Verb::Retreat => format!("the retreat from {called} has no destination"),
            _ => format!("the move from {called} has no destination"),
        };
        let end = self.text.trim_end().len();
        let help = format!("add {}", hints::one_of(&hints::neighbours(self.named_board, from)));
        Err(OrderError { code: &codes::NO_DESTINATION, span: end..end, message, help: help.into() })
    }

    /// Looks up the longest name that begins at token `at`; returns the result, which may be several places, and the
    /// number of tokens of the name.
    fn place_ahead(&self, at: usize) -> Option<(Lookup, usize)> {
        let mut ends = Vec::with_capacity(MAX_TOKENS);
        for (index, token) in self.tokens.iter().enumerate().skip(at).take(MAX_TOKENS) {
            let glued =
                |other: Option<&Token>, at: usize| other.is_some_and(|t| t.span.start == at || t.span.end == at);
            match token.sign {
                Sign::Word => ends.push(index + 1),
                // A hyphen inside a name.
                Sign::Dash if index > at && glued(self.tokens.get(index + 1), token.span.end) => {
                    if !glued(self.tokens.get(index - 1), token.span.start) {
                        break;
                    }
                }
                _ => break,
            }
        }
        let start = self.tokens.get(at)?.span.start;
        ends.into_iter().rev().find_map(|end| {
            let name = self.text.get(start..self.tokens.get(end - 1)?.span.end)?;
            match self.named_board.find(name) {
                Lookup::Nothing => None,
                found => Some((found, end - at)),
            }
        })
    }

    pub(super) fn place(&mut self, expected: &str) -> Result<TerritoryRef, OrderError> {
        let Some((found, count)) = self.place_ahead(self.at) else { return Err(self.no_place(expected)) };
        let span = self.tokens[self.at].span.start..self.tokens[self.at + count - 1].span.end;
        let number = match found {
            Lookup::Territory(number) => number,
            Lookup::Several(numbers) => return Err(self.several(&numbers, span)),
            Lookup::Nothing => return Err(self.no_place(expected)),
        };
        self.at += count;
        let word = self.text.get(span.clone()).unwrap_or_default();
        match self.named_board.code(number) {
            Some(code) if code == word => {}
            Some(code) if code.eq_ignore_ascii_case(word) => self.deviation(DeviationKind::Case, span),
            _ if word.ends_with('.') && self.at == self.tokens.len() => self.deviation(DeviationKind::Stop, span),
            _ => self.deviation(DeviationKind::Name, span),
        }
        let territory = self.named_board.names().ids().get(number).cloned().unwrap_or_else(|| TerritoryRef::new(word));
        Ok(match self.coast() {
            Some(coast) => on_coast(&territory, coast),
            None => territory,
        })
    }

    /// Takes the coast after a province, in any form.
    fn coast(&mut self) -> Option<&'static str> {
        let start = self.at;
        let sign = self.tokens.get(start)?.clone();
        let is_glued = start > 0 && self.tokens[start - 1].span.end == sign.span.start;
        let is_open = sign.sign == Sign::Open;
        match sign.sign {
            Sign::Slash | Sign::Open => self.at += 1,
            // `STP-NC`: with blanks around the dash it would be a move.
            Sign::Dash | Sign::Underscore if is_glued => self.at += 1,
            Sign::Word => {}
            _ => return None,
        }
        let Some(coast) = self.coast_word() else {
            self.at = start;
            return None;
        };
        if is_open {
            if self.tokens.get(self.at).is_none_or(|token| token.sign != Sign::Close) {
                self.at = start;
                return None;
            }
            self.at += 1;
        }
        let span = sign.span.start..self.tokens[self.at - 1].span.end;
        let canonical = format!("/{}", coast.to_uppercase());
        match self.text.get(span.clone()) {
            Some(text) if text == canonical => {}
            Some(text) if text.eq_ignore_ascii_case(&canonical) => self.deviation(DeviationKind::Case, span),
            _ => self.deviation(DeviationKind::Coast, span),
        }
        Some(coast)
    }

    /// Takes the words of a coast: `NC`, `n.c.` or `north coast`.
    fn coast_word(&mut self) -> Option<&'static str> {
        let bare = self.peek_word()?.replace('.', "");
        let (suffix, name) = COASTS
            .iter()
            .find(|(suffix, name)| suffix.eq_ignore_ascii_case(&bare) || name.eq_ignore_ascii_case(&bare))?;
        self.at += 1;
        if name.eq_ignore_ascii_case(&bare) && self.take_word("coast").is_none() {
            return None;
        }
        Some(suffix)
    }

    /// Returns the end of the order, and refuses text after it other than brackets and a full stop.
    fn end(&mut self) -> Result<usize, OrderError> {
        let Some(token) = self.tokens.get(self.at) else { return Ok(self.text.len()) };
        if self.text.get(token.span.clone()) == Some(".") && self.at + 1 == self.tokens.len() {
            self.deviation(DeviationKind::Stop, token.span.clone());
            return Ok(self.text.len());
        }
        match token.sign {
            Sign::Open if self.text[token.span.clone()].starts_with('(') => Ok(token.span.start),
            _ => Err(more_behind(self.text, token.span.start)),
        }
    }

    /// Notes where words and signs are not separated by one blank, or the slash of a coast by any.
    fn spacing(&mut self) {
        let read = self.tokens.get(..self.at).unwrap_or_default();
        for pair in read.windows(2) {
            let [a, b] = pair else { continue };
            let gap = self.text.get(a.span.end..b.span.start).unwrap_or_default();
            let is_deviation =
                |deviation: &Deviation| deviation.span.start <= a.span.end && b.span.start <= deviation.span.end;
            let wanted = if a.sign == Sign::Slash || b.sign == Sign::Slash { "" } else { " " };
            if gap != wanted
                && !self
                    .deviations
                    .iter()
                    .any(|deviation| is_deviation(deviation) && deviation.kind != DeviationKind::Spacing)
            {
                self.deviations.push(Deviation { kind: DeviationKind::Spacing, span: a.span.end..b.span.start });
            }
        }
    }

    fn take_word(&mut self, wanted: &str) -> Option<Range<usize>> {
        let word = self.peek_word()?.trim_end_matches('.');
        if !word.eq_ignore_ascii_case(wanted) {
            return None;
        }
        self.at += 1;
        Some(self.tokens[self.at - 1].span.clone())
    }

    pub(super) fn peek_word(&self) -> Option<&'t str> {
        let token = self.tokens.get(self.at).filter(|token| token.sign == Sign::Word)?;
        self.text.get(token.span.clone())
    }

    /// Returns the span of the next token; at the end of the order an empty one.
    pub(super) fn here(&self) -> Range<usize> {
        let end = self.text.trim_end().len();
        self.tokens.get(self.at).map_or(end..end, |token| token.span.clone())
    }

    fn deviation(&mut self, kind: DeviationKind, span: Range<usize>) {
        self.deviations.push(Deviation { kind, span });
    }
}

/// Greatest number of tokens of a name, including hyphens.
const MAX_TOKENS: usize = 8;
