//! Parses and writes the lines of a log: a letter and its arguments.

use std::fmt::Write as _;
use std::ops::Range;

use crate::model::{Action, ActionKind, Field, Seat, TerritoryRef};
use crate::systems::global_war::formats::codes as common;
use crate::systems::global_war::formats::read::seat;
use crate::systems::global_war::rules::{COUNTRIES, Continent, country};
use crate::text::Code;
use crate::text::printable::quoted;

use super::codes;

/// The most arguments of a line.
const MAX_ARGUMENTS: usize = 5;

/// A kind of line: its letter and its arguments.
struct Token {
    letter: u8,
    arguments: usize,
    /// The meaning of the arguments, for messages.
    meaning: &'static str,
}

const fn token(letter: u8, arguments: usize, meaning: &'static str) -> Token {
    Token { letter, arguments, meaning }
}

/// The kinds of lines that are actions, and the blank line.
const TOKENS: [Token; 15] = [
    token(b'D', 3, "armies deployed, country, armies there now"),
    token(b'A', 5, "country attacked, its armies, its owner, country that attacks, its armies"),
    token(b'R', 4, "country attacked, its losses, country that attacks, its losses"),
    token(b'V', 2, "country conquered, armies that move in"),
    token(b'E', 1, "player who is out"),
    token(b'F', 3, "country reinforced, armies, country they come from"),
    token(b'W', 0, ""),
    token(b'C', 1, "continent"),
    token(b'S', 1, "armies for a set of commendations"),
    token(b'O', 1, "commendations taken"),
    token(b'T', 4, "country given, its armies, country taken, its armies"),
    token(b'G', 2, "country given, its armies"),
    token(b'-', 0, ""),
    token(b'+', 0, ""),
    token(b'.', 0, ""),
];

impl Token {
    /// Describes the expected arguments, for messages.
    fn expected(&self) -> String {
        let (letter, meaning) = (self.letter as char, self.meaning);
        match self.arguments {
            0 => format!("expected nothing behind {letter}"),
            1 => format!("expected one number behind {letter} ({meaning})"),
            count => format!("expected {count} numbers behind {letter} ({meaning})"),
        }
    }
}

/// The reason why a line was not understood, and the span of the fault in the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenError {
    pub code: &'static Code,
    pub message: String,
    pub span: Range<usize>,
}

/// An odd value in a line that was understood.
pub type Oddity = TokenError;

/// Parses the line of an action, given without blanks at either end; returns an error if it is not understood. Calls
/// `on_oddity` for odd values in a line that is understood.
pub fn parse(line: &str, mut on_oddity: impl FnMut(Oddity)) -> Result<Action, TokenError> {
    let bytes = line.as_bytes();
    let letter = bytes.first().copied().unwrap_or_default();
    let token = TOKENS.iter().find(|token| token.letter == letter && matches!(bytes.get(1), None | Some(b' ' | b'\t')));
    let Some(token) = token else { return Err(unknown_letter(line)) };
    let mut words: [Range<usize>; MAX_ARGUMENTS] = Default::default();
    let mut count = 0;
    let mut at = 1;
    while let Some(start) = (at..bytes.len()).find(|at| !is_blank(bytes[*at])) {
        let end = (start..bytes.len()).find(|at| is_blank(bytes[*at])).unwrap_or(bytes.len());
        if let Some(word) = words.get_mut(count) {
            *word = start..end;
        }
        (at, count) = (end, count + 1);
        if count > token.arguments {
            let message = format!("{}, found more", token.expected());
            return Err(TokenError { code: &codes::WRONG_COUNT, message, span: start..line.len() });
        }
    }
    if count < token.arguments {
        let message =
            format!("{}, found {}", token.expected(), if count == 0 { "none".to_owned() } else { count.to_string() });
        return Err(TokenError { code: &codes::WRONG_COUNT, message, span: 0..line.len() });
    }
    let mut arguments = Arguments { line, words: &words, on_oddity: &mut on_oddity };
    let kind = match letter {
        b'D' => {
            let (armies, at, total) = (arguments.armies(0)?, arguments.country(1)?, arguments.armies(2)?);
            ActionKind::Deploy { armies, at, total }
        }
        b'A' => ActionKind::Attack {
            to: arguments.country(0)?,
            defending: arguments.armies(1)?,
            defender: arguments.defender(2),
            from: arguments.country(3)?,
            armies: arguments.armies(4)?,
        },
        b'R' => ActionKind::Losses {
            to: arguments.country(0)?,
            defender_lost: arguments.armies(1)?,
            from: arguments.country(2)?,
            attacker_lost: arguments.armies(3)?,
        },
        b'V' => ActionKind::Conquer { at: arguments.country(0)?, armies: arguments.armies(1)? },
        b'E' => {
            let player = Some(arguments.player(0)?);
            return Ok(Action { player, ..Action::of(ActionKind::Eliminate) });
        }
        b'F' => {
            let (to, armies, from) = (arguments.country(0)?, arguments.armies(1)?, arguments.country(2)?);
            ActionKind::Fortify { from, to, armies }
        }
        b'W' => ActionKind::Win,
        b'C' => ActionKind::TakeContinent { continent: arguments.continent(0)?.name().to_owned() },
        b'S' => ActionKind::CashSet { armies: arguments.armies(0)? },
        b'O' => ActionKind::TakeCommendations { count: arguments.armies(0)? },
        b'T' => ActionKind::Swap {
            at: arguments.country(0)?,
            armies: arguments.armies(1)?,
            swapped_for: arguments.country(2)?,
            armies_there: arguments.armies(3)?,
        },
        b'G' => ActionKind::Give { at: arguments.country(0)?, armies: arguments.armies(1)? },
        b'-' => ActionKind::CarrierLost,
        b'+' => ActionKind::Resume,
        _ => return Err(unknown_letter(line)),
    };
    Ok(Action::of(kind))
}

/// Returns whether a line would still be an action if its last number had one more digit.
pub fn may_go_on(line: &str) -> bool {
    ('0'..='9').any(|digit| parse(&format!("{line}{digit}"), |_| {}).is_ok())
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn unknown_letter(line: &str) -> TokenError {
    let word = line.split([' ', '\t']).next().unwrap_or_default();
    let message = match word {
        "K" => "no document says what K means, which version 2.40 brought, perhaps for a surrender".to_owned(),
        _ => format!("expected a letter of a log (B D A R V E F W C S O T G - + .), found {}", quoted(word)),
    };
    TokenError { code: &codes::UNKNOWN_LINE, message, span: 0..word.len() }
}

struct Arguments<'l, 'o> {
    line: &'l str,
    words: &'l [Range<usize>; MAX_ARGUMENTS],
    on_oddity: &'o mut dyn FnMut(Oddity),
}

/// The greatest number of armies that the game itself can store.
const MAX_ARMIES: i32 = 32_767;

impl<'l> Arguments<'l, '_> {
    fn word(&self, index: usize) -> (&'l str, Range<usize>) {
        let span = self.words.get(index).cloned().unwrap_or_default();
        (self.line.get(span.clone()).unwrap_or_default(), span)
    }

    fn error(&self, index: usize, expected: &str) -> TokenError {
        let (word, span) = self.word(index);
        let message = format!("expected {expected}, found {}", quoted(word));
        TokenError { code: &codes::NOT_AN_ARGUMENT, message, span }
    }

    fn armies(&mut self, index: usize) -> Result<i32, TokenError> {
        let (word, span) = self.word(index);
        let number = integer(word).ok_or_else(|| self.error(index, "a number of armies"))?;
        if !(0..=MAX_ARMIES).contains(&number) {
            let message = format!("expected 0 to {MAX_ARMIES}, found {number}");
            (self.on_oddity)(TokenError { code: &common::OUT_OF_RANGE, message, span });
        }
        Ok(number)
    }

    fn country(&self, index: usize) -> Result<TerritoryRef, TokenError> {
        let place = integer(self.word(index).0).and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        let found = place.and_then(|place| COUNTRIES.get(place));
        found
            .map(|country| TerritoryRef::new_static(country.name))
            .ok_or_else(|| self.error(index, "a country (1 to 42)"))
    }

    fn player(&self, index: usize) -> Result<Seat, TokenError> {
        integer(self.word(index).0).and_then(seat).ok_or_else(|| self.error(index, "a player (1 to 6)"))
    }

    /// Returns the owner of the attacked country; text that is not a player is kept as unknown.
    fn defender(&mut self, index: usize) -> Field<Seat> {
        match self.player(index) {
            Ok(seat) => Field::Known(seat),
            Err(error) => {
                (self.on_oddity)(error);
                Field::unknown(self.word(index).0)
            }
        }
    }

    fn continent(&self, index: usize) -> Result<Continent, TokenError> {
        let place = integer(self.word(index).0).and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        let found = place.and_then(|place| Continent::ALL.get(place).copied());
        found.ok_or_else(|| self.error(index, "a continent (1 to 6)"))
    }
}

/// Parses a whole number of 32 bits. The two short cases are the most common ones, and are handled without the parser.
fn integer(word: &str) -> Option<i32> {
    match *word.as_bytes() {
        [a @ b'0'..=b'9'] => Some(i32::from(a - b'0')),
        [a @ b'0'..=b'9', b @ b'0'..=b'9'] => Some(i32::from(a - b'0') * 10 + i32::from(b - b'0')),
        _ => word.parse().ok(),
    }
}

/// Writes an action that [`prepare`](super::prepare) has accepted.
pub fn write(action: &Action, out: &mut String) {
    let of = |name: &TerritoryRef| country(name.as_str()).map_or(0, |(place, _)| place + 1);
    // Writing to a String cannot fail.
    let _ = match &action.kind {
        ActionKind::Deploy { armies, at, total } => write!(out, "D {armies} {} {total}", of(at)),
        ActionKind::Attack { from, armies, to, defender, defending } => {
            let defender = match defender {
                Field::Known(seat) => seat.as_str(),
                Field::Unknown(unknown) => &unknown.unknown,
                Field::Absent => "",
            };
            write!(out, "A {} {defending} {defender} {} {armies}", of(to), of(from))
        }
        ActionKind::Losses { from, attacker_lost, to, defender_lost } => {
            write!(out, "R {} {defender_lost} {} {attacker_lost}", of(to), of(from))
        }
        ActionKind::Conquer { at, armies } => write!(out, "V {} {armies}", of(at)),
        ActionKind::Eliminate => write!(out, "E {}", action.player.as_ref().map_or("", Seat::as_str)),
        ActionKind::Fortify { from, to, armies } => write!(out, "F {} {armies} {}", of(to), of(from)),
        ActionKind::Win => out.write_str("W"),
        ActionKind::TakeContinent { continent } => {
            let place = Continent::ALL.iter().position(|known| known.name() == continent);
            write!(out, "C {}", place.map_or(0, |place| place + 1))
        }
        ActionKind::CashSet { armies } => write!(out, "S {armies}"),
        ActionKind::TakeCommendations { count } => write!(out, "O {count}"),
        ActionKind::Swap { at, armies, swapped_for, armies_there } => {
            write!(out, "T {} {armies} {} {armies_there}", of(at), of(swapped_for))
        }
        ActionKind::Give { at, armies } => write!(out, "G {} {armies}", of(at)),
        ActionKind::CarrierLost => out.write_str("-"),
        ActionKind::Resume => out.write_str("+"),
        _ => out.write_str(action.text.as_deref().unwrap_or_default()),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Action, TokenError> {
        parse(line, |odd| panic!("{odd:?}"))
    }

    #[test]
    fn every_letter_comes_back() {
        for line in [
            "D 3 18 7",
            "A 33 2 4 18 7",
            "R 33 2 18 1",
            "V 33 3",
            "E 3",
            "F 18 2 33",
            "W",
            "C 2",
            "S 8",
            "O 2",
            "T 1 4 2 5",
            "G 12 6",
            "-",
            "+",
        ] {
            let mut written = String::new();
            write(&parsed(line).unwrap(), &mut written);
            assert_eq!(written, line);
        }
    }

    #[test]
    fn targets_stand_first_in_attacks_and_in_fortifications() {
        let id = |place: usize| TerritoryRef::new(COUNTRIES[place].name);
        let attack = ActionKind::Attack {
            from: id(17),
            armies: 7,
            to: id(32),
            defender: Field::Known(Seat::new("4")),
            defending: 2,
        };
        assert_eq!(parsed("A 33 2 4 18 7").unwrap().kind, attack);
        let losses = ActionKind::Losses { from: id(17), attacker_lost: 1, to: id(32), defender_lost: 2 };
        assert_eq!(parsed("R 33 2 18 1").unwrap().kind, losses);
        assert_eq!(parsed("F 18 2 33").unwrap().kind, ActionKind::Fortify { from: id(32), to: id(17), armies: 2 });
    }

    #[test]
    fn what_is_wrong_is_named_and_placed() {
        for (line, id, span, message) in [
            (
                "D 3 18",
                "GW204",
                0..6,
                "expected 3 numbers behind D (armies deployed, country, armies there now), found 2",
            ),
            ("W 3", "GW204", 2..3, "expected nothing behind W, found more"),
            ("V 0 3", "GW205", 2..3, "expected a country (1 to 42), found \"0\""),
            ("V 43 3", "GW205", 2..4, "expected a country (1 to 42), found \"43\""),
            ("E 7", "GW205", 2..3, "expected a player (1 to 6), found \"7\""),
            ("C 7", "GW205", 2..3, "expected a continent (1 to 6), found \"7\""),
            ("V 3 99999999999", "GW205", 4..15, "expected a number of armies, found \"99999999999\""),
            ("Dx 3 18 7", "GW203", 0..2, "expected a letter of a log (B D A R V E F W C S O T G - + .), found \"Dx\""),
        ] {
            let error = parsed(line).unwrap_err();
            assert_eq!((error.code.id, error.span, &*error.message), (id, span, message));
        }
    }

    #[test]
    fn numbers_that_may_have_lost_digits_are_told() {
        for line in ["D 3 18 7", "A 33 2 4 18 7", "V 33 3", "F 18 2 4", "S 8"] {
            assert!(may_go_on(line), "{line}");
        }
        for line in ["F 18 2 33", "E 3", "C 2", "W", "-", "+"] {
            assert!(!may_go_on(line), "{line}");
        }
    }

    #[test]
    fn odd_values_stay_in_their_place() {
        let mut odd = Vec::new();
        let action = parse("A 33 -2 7 18 40000", |oddity| odd.push(oddity.span)).unwrap();
        let ActionKind::Attack { armies: 40_000, defending: -2, defender, .. } = &action.kind else { panic!() };
        assert_eq!(*defender, Field::unknown("7"));
        assert_eq!(odd, [5..7, 8..9, 13..18]);
        let mut written = String::new();
        write(&action, &mut written);
        assert_eq!(written, "A 33 -2 7 18 40000");
    }
}
