//! Reads an order to the judge.

use std::ops::Range;

use thin_vec::ThinVec;

use super::words::{self, Adjustment, Verb, is_blank, is_separator, skip_blanks};
use super::{Deviation, DeviationKind, OrderError};
use crate::model::{ActionKind, Convoyed, PhaseKind, PieceName, Supported, TerritoryRef};
use crate::systems::diplomacy::formats::order_grammar::{Purpose, unit_of};
use crate::systems::diplomacy::rules::NamedBoard;
use crate::systems::diplomacy::rules::names::Found;

/// An order, with the parts of its text that the judge reads in another way than a person.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// The action, as the judge reads it.
    pub kind: ActionKind,
    /// Parts that the judge reads in its own way; empty for most orders.
    pub deviations: Vec<Deviation>,
    /// Offset of the end of the order. Another order may follow, or text that begins none.
    pub end: usize,
}

/// Reads the order at the beginning of `text`, for a phase of the given kind.
///
/// Without a phase, `p - p` is a move, `p d` a disband, and builds, removals and waives are recognized by their verbs.
pub fn read(text: &str, named_board: &NamedBoard, phase: Option<PhaseKind>) -> Result<Order, OrderError> {
    Parser::new(text, 0, named_board, phase, Purpose::ReadOutcome).order()
}

/// Parser of a single order.
pub(super) struct Parser<'t> {
    pub text: &'t str,
    pub at: usize,
    pub named_board: &'t NamedBoard,
    pub phase: Option<PhaseKind>,
    pub purpose: Purpose,
    pub deviations: Vec<Deviation>,
    /// Span of the verb that was read last.
    pub verb: Range<usize>,
    /// Span of the place that was read last, and the result of its lookup; `None` right after a verb.
    pub place: Option<(Range<usize>, Found)>,
}

impl<'t> Parser<'t> {
    /// Creates a parser of the order at `at`.
    pub fn new(
        text: &'t str,
        at: usize,
        named_board: &'t NamedBoard,
        phase: Option<PhaseKind>,
        purpose: Purpose,
    ) -> Parser<'t> {
        Parser { text, at, named_board, phase, purpose, deviations: Vec::new(), verb: at..at, place: None }
    }

    /// Reads the order; spans are in the whole text.
    pub fn order(mut self) -> Result<Order, OrderError> {
        self.blanks();
        let kind = self.kind()?;
        self.finish()?;
        Ok(Order { kind, deviations: self.deviations, end: self.at })
    }

    fn kind(&mut self) -> Result<ActionKind, OrderError> {
        let is_adjustment = self.is_adjustment();
        // A province may have the name of a verb; in an adjustment phase the verb stands first.
        let unit = if is_adjustment { None } else { self.unit_ahead() };
        let (piece, at) = match unit {
            Some(unit) => unit,
            None => {
                if let Some(kind) = self.verb_first()? {
                    return Ok(kind);
                }
                self.unit("a unit, such as A par")?
            }
        };
        if is_adjustment { self.verb_behind(piece, at) } else { self.act(piece, at) }
    }

    pub fn is_adjustment(&self) -> bool {
        matches!(self.phase, Some(PhaseKind::Adjustment | PhaseKind::Builds))
    }

    /// Reads `build a par`, `remove f lon` or `waive`; `None` for orders that do not begin with a verb.
    fn verb_first(&mut self) -> Result<Option<ActionKind>, OrderError> {
        let start = self.at;
        let Some((adjustment, length)) = words::adjustment(self.rest()) else { return Ok(None) };
        self.verb = start..start + length;
        self.at = self.verb.end;
        // `w par` is a wing in Paris.
        let is_wing = adjustment == Adjustment::Waive && length == 1 && self.place_at(self.at).is_some();
        if is_wing {
            self.at = start;
            return Ok(None);
        }
        if !self.is_adjustment() && self.phase.is_some() {
            return Err(self.wrong_phase());
        }
        match adjustment {
            Adjustment::Optional => Err(self.optional_rule()),
            Adjustment::Waive => {
                self.glued_tail();
                Ok(Some(ActionKind::Waive { at: None }))
            }
            Adjustment::Remove => {
                let (piece, at) = self.unit("the unit that is removed, such as A par")?;
                Ok(Some(ActionKind::Remove { piece, at }))
            }
            Adjustment::Build => {
                let (piece, at) = self.unit("what is built, such as A par")?;
                self.built(piece, at).map(Some)
            }
        }
    }

    fn built(&self, piece: Option<PieceName>, at: TerritoryRef) -> Result<ActionKind, OrderError> {
        if piece.is_none() {
            return Err(self.no_kind());
        }
        Ok(ActionKind::Build { piece, at })
    }

    /// Reads `A PAR B` in an adjustment phase. The judge ignores the verb, but it still shows which adjustment is due.
    fn verb_behind(&mut self, piece: Option<PieceName>, at: TerritoryRef) -> Result<ActionKind, OrderError> {
        let start = skip_blanks(self.text, self.at);
        let word = words::letters(&self.text[start..]);
        let is = |known: &[&str]| known.iter().any(|k| k.eq_ignore_ascii_case(word));
        let (is_build, is_removal) = (is(&["b", "build"]), is(&["d", "disband"]));
        if !is_build && !is_removal {
            return Err(self.no_adjustment(start));
        }
        let span = start..start + word.len();
        self.at = span.end;
        let (_, next) = self.kind_ahead();
        // `a par b a mar` may be a unit without a verb, followed by a build.
        if self.place_at(next).is_some() {
            return Err(self.no_adjustment(start));
        }
        self.deviations.push(Deviation { kind: DeviationKind::VerbBehind, span });
        if is_build {
            return self.built(piece, at);
        }
        Ok(ActionKind::Remove { piece, at })
    }

    fn act(&mut self, piece: Option<PieceName>, at: TerritoryRef) -> Result<ActionKind, OrderError> {
        if let Some(coast) = self.coast_ahead() {
            return Err(self.lost_coast(coast));
        }
        let Some(verb) = self.verb()? else {
            let is_build =
                self.phase.is_none() && matches!(words::adjustment(self.rest()), Some((Adjustment::Build, _)));
            return if is_build { self.verb_behind(piece, at) } else { Err(self.no_verb()) };
        };
        match (verb, self.phase) {
            (Verb::Optional, _) => return Err(self.optional_rule()),
            (Verb::Disband, Some(PhaseKind::Movement)) if self.verb.len() == 1 => return Err(self.disembark()),
            (Verb::Disband, Some(PhaseKind::Movement)) => return Err(self.wrong_phase()),
            (Verb::Hold | Verb::Support | Verb::Convoy, Some(PhaseKind::Retreat)) => return Err(self.wrong_phase()),
            _ => {}
        }
        match verb {
            Verb::Move => self.moved(piece, at),
            Verb::Support => self.support(piece, at),
            Verb::Convoy => self.convoy(piece, at),
            Verb::Disband => {
                self.glued_tail();
                Ok(ActionKind::Disband { piece, at })
            }
            Verb::Hold | Verb::Optional => {
                self.glued_tail();
                Ok(ActionKind::Hold { piece, at })
            }
        }
    }

    /// Reads the rest of a move. Several moves are a route: of a convoy over seas, or along a railway.
    fn moved(&mut self, piece: Option<PieceName>, from: TerritoryRef) -> Result<ActionKind, OrderError> {
        let mut to = self.destination(&from)?;
        if self.phase == Some(PhaseKind::Retreat) {
            return Ok(ActionKind::Retreat { piece, from, to });
        }
        let mut via = ThinVec::new();
        while self.moves()? {
            let next = self.destination(&to)?;
            via.push(std::mem::replace(&mut to, next));
        }
        let via = (!via.is_empty()).then_some(via);
        Ok(ActionKind::Move { piece, from, to, via, by_convoy: None, new_star: None })
    }

    fn support(&mut self, piece: Option<PieceName>, at: TerritoryRef) -> Result<ActionKind, OrderError> {
        let (other, from) = self.unit("the unit that is supported, such as A mar")?;
        let to = if self.moves()? { Some(self.destination(&from)?) } else { None };
        Ok(ActionKind::Support { piece, at, supported: Box::new(Supported { piece: other, from, to, player: None }) })
    }

    fn convoy(&mut self, piece: Option<PieceName>, at: TerritoryRef) -> Result<ActionKind, OrderError> {
        let (other, from) = self.unit("the army that is convoyed, such as A bre")?;
        if !self.moves()? {
            return Err(self.to_nowhere(&from));
        }
        let to = self.destination(&from)?;
        Ok(ActionKind::Convoy { piece, at, convoyed: Box::new(Convoyed { piece: other, from, to, player: None }) })
    }

    fn unit(&mut self, expected: &str) -> Result<(Option<PieceName>, TerritoryRef), OrderError> {
        let (piece, at) = self.kind_ahead();
        self.at = at;
        let place = self.place_ahead(at).ok_or_else(|| self.no_place(expected))?;
        Ok((piece, place))
    }

    /// Takes a unit; `None` where there is none.
    fn unit_ahead(&mut self) -> Option<(Option<PieceName>, TerritoryRef)> {
        let (piece, at) = self.kind_ahead();
        Some((piece, self.place_ahead(at)?))
    }

    /// Returns the kind of the next unit, and the offset at which its place begins. A letter or word for a kind is
    /// taken as that even where a province has the same name.
    fn kind_ahead(&self) -> (Option<PieceName>, usize) {
        let start = skip_blanks(self.text, self.at);
        let word = words::letters(&self.text[start..]);
        let behind = start + word.len();
        let ends = |byte: &u8| byte.is_ascii_digit() || is_blank(*byte) || matches!(byte, b'(' | b';' | b'/' | b',');
        let is_apart = word.len() <= MAX_KIND_LENGTH && self.text.as_bytes().get(behind).is_some_and(ends);
        match unit_of(word).filter(|_| is_apart) {
            Some(piece) => (Some(piece), behind),
            None => (None, start),
        }
    }

    /// Looks up the province at `at`; offsets in the result are in the whole text.
    pub fn place_at(&self, at: usize) -> Option<Found> {
        let rest = self.text.get(at..)?;
        let whole = self.named_board.names().find(rest);
        // The judge ignores full stops, also after the last name of an order.
        let is_stop = |stop: &usize| rest.as_bytes().get(stop + 1).is_none_or(|b| is_blank(*b) || is_separator(*b));
        if let Some(stop) = rest.bytes().take(MAX_NAME_LENGTH).position(|b| b == b'.').filter(is_stop)
            && whole.is_none_or(|found| found.end <= stop)
            && let Some(found) = self.named_board.names().find(&rest[..stop]).filter(|found| found.end == stop)
        {
            return Some(Found { end: at + stop + 1, ..found });
        }
        Some(Found { end: at + whole?.end, ..whole? })
    }

    fn place_ahead(&mut self, at: usize) -> Option<TerritoryRef> {
        let found = self.place_at(at)?;
        self.at = found.end;
        self.place = Some((skip_blanks(self.text, at)..found.end, found));
        Some(self.named_board.names().place(found))
    }

    fn destination(&mut self, from: &TerritoryRef) -> Result<TerritoryRef, OrderError> {
        self.place_ahead(self.at).ok_or_else(|| self.no_destination(from))
    }

    /// Takes the sign or verb of a move, and returns whether it was there.
    fn moves(&mut self) -> Result<bool, OrderError> {
        let start = skip_blanks(self.text, self.at);
        let is_move = words::verb(&self.text[start..]).is_some_and(|(verb, _)| verb == Verb::Move);
        Ok(is_move && self.verb()?.is_some())
    }

    /// Takes a verb; the judge accepts the beginning of a word as one.
    fn verb(&mut self) -> Result<Option<Verb>, OrderError> {
        self.blanks();
        let Some((verb, length)) = words::verb(self.rest()) else { return Ok(None) };
        self.verb = self.at..self.at + length;
        if self.is_glued() {
            if self.place_at(self.at).is_some_and(|found| found.end > self.verb.end) {
                return Err(self.no_verb());
            }
            let tail = words::letters(&self.text[self.verb.end..]).len();
            self.deviations.push(Deviation { kind: DeviationKind::Verb, span: self.verb.start..self.verb.end + tail });
        }
        self.at = self.verb.end;
        self.place = None;
        Ok(Some(verb))
    }

    /// Returns whether the verb is part of a longer word.
    pub fn is_glued(&self) -> bool {
        let bytes = self.text.as_bytes();
        let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
        !self.verb.is_empty() && is_letter(self.verb.end - 1) && is_letter(self.verb.end)
    }

    /// Takes the rest of a word whose beginning is a verb that nothing follows, as in `holding` or `h.`: the judge
    /// ignores it.
    fn glued_tail(&mut self) {
        let tail = self.rest().bytes().take_while(|b| b.is_ascii_alphabetic() || *b == b'.').count();
        if tail > 0 {
            self.at += tail;
            let is_said = self.deviations.last().is_some_and(|deviation| deviation.span.start == self.verb.start);
            if is_said {
                self.deviations.pop();
            }
            self.deviations.push(Deviation { kind: DeviationKind::Verb, span: self.verb.start..self.at });
        }
    }

    /// Returns the span of a coast after the last place in a form that the judge does not know.
    fn coast_ahead(&self) -> Option<Range<usize>> {
        let (_, found) = self.place.as_ref().filter(|(_, found)| found.coast.is_none())?;
        let start = skip_blanks(self.text, found.end);
        let length = words::stray_coast(&self.text[start..])?;
        // A province may have the name of a coast.
        self.place_at(start).is_none().then_some(start..start + length)
    }

    /// Ends the order, and refuses text after it other than a separator or what may be another order.
    fn finish(&mut self) -> Result<(), OrderError> {
        let coast = self.coast_ahead();
        if let Some(span) = &coast {
            self.at = span.end;
        }
        if self.rest().starts_with('.') && ends_at(self.text, self.at + 1) {
            self.at += 1;
        }
        let end = self.at;
        self.blanks();
        let bytes = self.text.as_bytes();
        let ends = match bytes.get(self.at) {
            None | Some(b'(') => true,
            Some(byte) if is_separator(*byte) => true,
            Some(byte) => byte.is_ascii_alphanumeric() && !self.is_misread(),
        };
        match (ends, coast) {
            (true, coast) => self.deviations.extend(coast.map(|span| Deviation { kind: DeviationKind::Coast, span })),
            (false, Some(coast)) => return Err(self.lost_coast(coast)),
            (false, None) => return Err(self.more()),
        }
        self.at = end;
        Ok(())
    }

    /// Returns whether the next word belongs to the order and the judge does not know it.
    fn is_misread(&self) -> bool {
        let word = words::letters(self.rest());
        ["via", "by", "to"].iter().any(|known| known.eq_ignore_ascii_case(word)) && self.place_at(self.at).is_none()
    }

    fn blanks(&mut self) {
        self.at = skip_blanks(self.text, self.at);
    }

    pub fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }
}

/// Returns whether an order may end at byte `at`: at the end of the text, or before a separator.
fn ends_at(text: &str, at: usize) -> bool {
    text.as_bytes().get(skip_blanks(text, at)).is_none_or(|byte| is_separator(*byte))
}

/// Length in bytes that no name of a province exceeds.
const MAX_NAME_LENGTH: usize = 80;

/// Number of letters of `fleet`, the longest word for a kind of unit.
const MAX_KIND_LENGTH: usize = 5;
