//! Errors for orders that the judge does not accept, or reads differently.

use std::ops::Range;

use super::codes;
use super::read::Parser;
use super::words::{self, Verb, is_blank, is_separator, skip_blanks};
use crate::model::{PhaseKind, TerritoryRef};
use crate::systems::diplomacy::formats::order_grammar::{OrderError, Purpose, unit_of};
use crate::systems::diplomacy::formats::{codes as shared, hints};
use crate::text::Code;
use crate::text::printable::quoted;
use crate::text::suggestion::did_you_mean;

impl Parser<'_> {
    /// Creates the error for a missing or unknown province.
    pub fn no_place(&self, expected: &str) -> OrderError {
        if self.purpose == Purpose::Identifying {
            return OrderError::without_text(&shared::NO_SUCH_PLACE);
        }
        let span = self.word_ahead();
        let word = &self.text[span.clone()];
        if word.is_empty() {
            return error(&shared::NO_ORDER, span, format!("expected {expected}, found the end of the order"));
        }
        if let Some(known) = self.unreadable(&span) {
            return known;
        }
        let message = format!("unknown province {}", quoted(word));
        let help = hints::meant(self.named_board, word)
            .or_else(|| did_you_mean(word, FIRST_WORDS))
            .unwrap_or_else(|| "write a name or abbreviation from the map of the game".to_owned());
        OrderError { code: &shared::NO_SUCH_PLACE, span, message, help: help.into() }
    }

    /// Returns the error for a word that is no province because of a known mistake; `None` where it is none of these.
    fn unreadable(&self, span: &Range<usize>) -> Option<OrderError> {
        let word = &self.text[span.clone()];
        if self.is_glued() && self.verb.end == span.start {
            if self.verb.len() == 1 {
                return Some(self.no_verb_in(self.verb.start..span.end));
            }
            let verb = quoted(&self.text[self.verb.clone()]);
            let message =
                format!("the judge reads {verb} as the verb, and does not know the province {}", quoted(word));
            let help = "write - for a move, and a blank after every other verb".to_owned();
            return Some(OrderError {
                code: &codes::GLUED_VERB,
                span: self.verb.start..span.end,
                message,
                help: help.into(),
            });
        }
        if let Some(foreign) = self.foreign(span) {
            return Some(foreign);
        }
        if word.starts_with(['(', '/']) {
            let message = format!("the judge finds no province in {}", quoted(word));
            return Some(error(&codes::UNIT_LETTER, span.clone(), message));
        }
        if let Some(glued) = self.glued_letter(span) {
            return Some(glued);
        }
        self.nationality(span)
    }

    /// Returns the error for a province that is not separated from the words around it: `apar-bur`, `parmbur`, `a-par`,
    /// `bur.`; `None` where the word contains no such province.
    fn glued_letter(&self, span: &Range<usize>) -> Option<OrderError> {
        let word = &self.text[span.clone()];
        let letters = words::letters(word);
        let place = |range: Range<usize>| {
            let name = letters.get(range)?;
            self.named_board.names().find_whole(name).map(|_| name)
        };
        let (place, help) = if let Some(name) = place(0..letters.len()) {
            (name, format!("write a blank after {name}"))
        } else if let Some((letter, name)) =
            letters.get(..1).filter(|a| unit_of(a).is_some()).zip(place(1..letters.len()))
        {
            (name, format!("write {} {name}", letter.to_ascii_uppercase()))
        } else {
            let name = place(0..ABBREVIATION)?;
            let (_, length) = words::verb(&letters[ABBREVIATION..])?;
            place(ABBREVIATION + length..letters.len())?;
            (name, format!("write a blank or - after {name}"))
        };
        let message = format!("the judge does not find {} in {}", quoted(place), quoted(word));
        Some(OrderError { code: &codes::UNIT_LETTER, span: span.clone(), message, help: help.into() })
    }

    fn nationality(&self, span: &Range<usize>) -> Option<OrderError> {
        let word = words::letters(&self.text[span.clone()]);
        self.named_board.seat(word).filter(|_| word.len() > 1)?;
        let message = format!("unexpected power {} inside an order, which the judge rejects", quoted(word));
        let help = "leave the power out: the province says which unit is meant".to_owned();
        let span = span.start..span.start + word.len();
        Some(OrderError { code: &shared::NATIONALITY, span, message, help: help.into() })
    }

    /// Returns the error for a character in a word that the judge does not know; `None` where there is none.
    fn foreign(&self, span: &Range<usize>) -> Option<OrderError> {
        let (at, c) = self.text[span.clone()].char_indices().find(|&(_, c)| words::is_foreign(c))?;
        let at = span.start + at;
        let message = format!(
            "the judge does not know the character {} (U+{:04X})",
            quoted(c.encode_utf8(&mut [0; 4])),
            u32::from(c)
        );
        Some(error(&codes::JUDGE_CHARACTER, at..at + c.len_utf8(), message))
    }

    /// Creates the error for a missing destination.
    pub fn no_destination(&self, from: &TerritoryRef) -> OrderError {
        if self.purpose == Purpose::Identifying {
            return OrderError::without_text(&shared::NO_DESTINATION);
        }
        let span = self.word_ahead();
        if !span.is_empty() {
            return self.no_place("a province");
        }
        let message = format!("the move from {} has no destination", self.named_board.called(from));
        let help = format!("add {}", hints::one_of(&hints::neighbours(self.named_board, from)));
        OrderError { code: &shared::NO_DESTINATION, span, message, help: help.into() }
    }

    /// Creates the error for a convoy without - after the army.
    pub fn to_nowhere(&self, from: &TerritoryRef) -> OrderError {
        let span = self.word_ahead();
        if let Some(foreign) = self.foreign(&span) {
            return foreign;
        }
        let name = self.named_board.number(from).map_or(from.as_str(), |number| self.named_board.name(number));
        let message = match &self.text[span.clone()] {
            "" => format!("the convoy has no destination: the judge reads a convoy from {name} to {name}"),
            word => format!("expected -, found {}: the judge reads a convoy from {name} to {name}", quoted(word)),
        };
        error(&codes::CONVOY_TO_NOWHERE, span, message)
    }

    /// Creates the error for a missing verb, or a province in its place.
    pub fn no_verb(&self) -> OrderError {
        self.no_verb_in(self.word_ahead())
    }

    fn no_verb_in(&self, span: Range<usize>) -> OrderError {
        if let Some(foreign) = self.foreign(&span) {
            return foreign;
        }
        let word = &self.text[span.clone()];
        let message = match word {
            "" => "expected a verb (-, h, s, c or d), found the end of the order".to_owned(),
            _ if self.is_glued() && self.verb.start == span.start => {
                let verb = quoted(&self.text[self.verb.clone()]);
                format!("expected a verb, found {}, of which the judge reads {verb} alone", quoted(word))
            }
            _ => format!("expected a verb (-, h, s, c or d), found {}", quoted(word)),
        };
        error(&codes::JUDGE_VERB, span, message)
    }

    /// Creates the error for a coast that the judge does not see, where more text follows.
    pub fn lost_coast(&self, span: Range<usize>) -> OrderError {
        let message = format!("the judge ignores the coast {}", quoted(&self.text[span.clone()]));
        let place = self.place.as_ref().map_or("spa", |(place, _)| &self.text[place.clone()]);
        let coast: String = self.text[span.clone()].chars().filter(char::is_ascii_alphabetic).collect();
        let short = coast.get(..1).unwrap_or_default().to_ascii_lowercase();
        let help = format!("write {place}/{short}c");
        OrderError { code: &codes::LOST_COAST, span, message, help: help.into() }
    }

    /// Creates the error for text after an order that begins no other order.
    pub fn more(&self) -> OrderError {
        let span = self.word_ahead();
        if let Some(foreign) = self.foreign(&span) {
            return foreign;
        }
        let word = &self.text[span.clone()];
        let shown = quoted(word);
        let (code, message) = match words::letters(word).to_ascii_lowercase().as_str() {
            "via" | "by" => {
                (&codes::NO_SEAS, format!("the judge does not know {shown}, and wants the seas of the convoy"))
            }
            "to" => (&codes::JUDGE_VERB, format!("expected -, found {shown}")),
            _ if word.starts_with(['=', '>']) => (&codes::JUDGE_VERB, format!("expected -, found {shown}")),
            _ => (&codes::JUDGE_MORE, format!("expected the end of the order, found {shown}")),
        };
        error(code, span, message)
    }

    /// Creates the error for `d` in a movement phase.
    pub fn disembark(&self) -> OrderError {
        let message = "in a movement phase the judge reads d as disembark".to_owned();
        error(&codes::DISEMBARK, self.verb.clone(), message)
    }

    /// Creates the error for a verb of another phase.
    pub fn wrong_phase(&self) -> OrderError {
        let phase = match self.phase {
            Some(PhaseKind::Retreat) => "a retreat phase",
            Some(PhaseKind::Adjustment | PhaseKind::Builds) => "an adjustment phase",
            _ => "a movement phase",
        };
        let message = format!("{} is not an order of {phase}", quoted(&self.text[self.verb.clone()]));
        error(&codes::WRONG_PHASE, self.verb.clone(), message)
    }

    /// Creates the error for a unit in an adjustment phase without a verb before it; `at` is the end of the unit.
    pub fn no_adjustment(&self, at: usize) -> OrderError {
        let (start, end) = self.place.as_ref().map_or((at, at), |(place, _)| (place.start, place.end));
        if let Some((_, length)) = words::verb(&self.text[at..]).filter(|(verb, _)| *verb != Verb::Disband) {
            let verb = &self.text[at..at + length];
            let message = format!("{} is not an order of an adjustment phase", quoted(verb));
            return error(&codes::WRONG_PHASE, at..at + length, message);
        }
        let message = format!("expected Build or Remove before {}", quoted(&self.text[start..end]));
        error(&codes::NO_ADJUSTMENT_VERB, start..end, message)
    }

    /// Creates the error for a build without A or F.
    pub fn no_kind(&self) -> OrderError {
        let span = self.place.as_ref().map_or(self.at..self.at, |(place, _)| place.clone());
        let message = format!("expected A or F before {}", quoted(&self.text[span.clone()]));
        error(&codes::NO_UNIT_KIND, span, message)
    }

    /// Creates the error for an order of an optional rule.
    pub fn optional_rule(&self) -> OrderError {
        let message = format!("{} is an order of an optional rule", quoted(&self.text[self.verb.clone()]));
        error(&codes::OPTIONAL_RULE, self.verb.clone(), message)
    }

    /// Returns the span of the next word, up to a blank or separator; empty at the end of the order.
    fn word_ahead(&self) -> Range<usize> {
        let start = skip_blanks(self.text, self.at);
        let rest = &self.text.as_bytes()[start..];
        let end = rest.iter().position(|&b| is_blank(b) || is_separator(b)).unwrap_or(rest.len());
        start..start + end
    }
}

/// Words that a line of a mail may begin with, other than provinces and the letters of units.
const FIRST_WORDS: [&str; 9] = ["PHASE", "SIGNON", "SIGNOFF", "PRESS", "BROADCAST", "army", "fleet", "build", "remove"];

/// Usual length of an abbreviation, in letters.
const ABBREVIATION: usize = 3;

pub(super) fn error(code: &'static Code, span: Range<usize>, message: String) -> OrderError {
    OrderError { code, span, message, help: code.advice.into() }
}
