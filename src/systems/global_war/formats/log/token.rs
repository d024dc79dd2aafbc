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

/// Parses the line of an action, given without blanks at either end; returns an error if it is not understood. Calls
/// `on_error` for odd values in a line that is understood.
pub fn parse(line: &str, on_error: impl FnMut(TokenError)) -> Result<Action, TokenError> {
    let mut action = Action::of(ActionKind::Unknown);
    parse_into(line, &mut action, on_error)?;
    Ok(action)
}

/// Parses a line, as [`parse`] does, into an action of unknown kind, whose kind stays unknown if the line is not
/// understood. An action is large, and a log has a hundred thousand of them: each is filled in where it is stored.
pub fn parse_into(line: &str, action: &mut Action, mut on_error: impl FnMut(TokenError)) -> Result<(), TokenError> {
    let bytes = line.as_bytes();
    let Some(token) = token_of(bytes) else { return Err(unknown_letter(line)) };
    let mut numbers = [None; MAX_ARGUMENTS];
    let mut count = 0;
    for word in words(bytes) {
        if let Some(number) = numbers.get_mut(count) {
            *number = integer(word);
        }
        count += 1;
    }
    if count != token.arguments {
        return Err(wrong_count(line, token, count));
    }
    let arguments = Arguments { line, numbers };
    let kind = arguments.kind(token.letter, &mut on_error).map_err(|argument| arguments.error(&argument))?;
    let kind = kind.ok_or_else(|| unknown_letter(line))?;
    if token.letter == b'E' {
        action.player = Some(arguments.player(0).map_err(|argument| arguments.error(&argument))?);
    }
    action.kind = kind;
    Ok(())
}

/// Returns whether a line has the letter of an action and as many words behind it as that takes. This is quicker to
/// learn than what is wrong with any other line.
pub fn may_be_action(line: &[u8]) -> bool {
    token_of(line).is_some_and(|token| words(line).count() == token.arguments)
}

/// Returns the kind of action whose letter a line has.
fn token_of(line: &[u8]) -> Option<&'static Token> {
    let letter = line.first()?;
    TOKENS.iter().find(|token| token.letter == *letter && line.get(1).is_none_or(|byte| is_blank(*byte)))
}

/// Returns the words behind the letter of a line.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.get(1..).unwrap_or_default().split(|byte| is_blank(*byte)).filter(|word| !word.is_empty())
}

fn wrong_count(line: &str, token: &Token, count: usize) -> TokenError {
    let (found, start) = match count {
        0 => ("none".to_owned(), 0),
        _ if count > token.arguments => ("more".to_owned(), span_of(line, token.arguments).start),
        _ => (count.to_string(), 0),
    };
    let message = format!("{}, found {found}", token.expected());
    TokenError { code: &codes::WRONG_COUNT, message, span: start..line.len() }
}

/// Returns the span of an argument in a line.
fn span_of(line: &str, index: usize) -> Range<usize> {
    let mut end = 1;
    for word in words(line.as_bytes()).take(index + 1) {
        let blanks = line.bytes().skip(end).take_while(|byte| is_blank(*byte)).count();
        end += blanks + word.len();
    }
    let length = words(line.as_bytes()).nth(index).map_or(0, <[u8]>::len);
    end - length..end
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

/// The arguments of a line.
struct Arguments<'l> {
    line: &'l str,
    /// The numbers of the arguments; `None` for a word that is not a whole number of 32 bits.
    numbers: [Option<i32>; MAX_ARGUMENTS],
}

/// An argument that is not what was expected in its place.
struct NotAnArgument {
    index: usize,
    expected: &'static str,
}

/// The greatest number of armies that the game itself can store.
const MAX_ARMIES: i32 = 32_767;

impl Arguments<'_> {
    /// Returns the action of a letter; `None` for one that is not an action, such as the period of a blank line.
    fn kind(&self, letter: u8, on_error: &mut dyn FnMut(TokenError)) -> Result<Option<ActionKind>, NotAnArgument> {
        let mut armies = |index| self.armies(index, &mut *on_error);
        Ok(Some(match letter {
            b'D' => {
                let (armies, at, total) = (armies(0)?, self.country(1)?, armies(2)?);
                ActionKind::Deploy { armies, at, total }
            }
            b'A' => {
                let (to, defending) = (self.country(0)?, armies(1)?);
                let defender = self.defender(2, on_error);
                ActionKind::Attack {
                    to,
                    defending,
                    defender,
                    from: self.country(3)?,
                    armies: self.armies(4, on_error)?,
                }
            }
            b'R' => ActionKind::Losses {
                to: self.country(0)?,
                defender_lost: armies(1)?,
                from: self.country(2)?,
                attacker_lost: armies(3)?,
            },
            b'V' => ActionKind::Conquer { at: self.country(0)?, armies: armies(1)? },
            b'E' => ActionKind::Eliminate,
            b'F' => {
                let (to, armies, from) = (self.country(0)?, armies(1)?, self.country(2)?);
                ActionKind::Fortify { from, to, armies }
            }
            b'C' => ActionKind::TakeContinent { continent: self.continent(0)?.name().to_owned() },
            b'S' => ActionKind::CashSet { armies: armies(0)? },
            b'O' => ActionKind::TakeCommendations { count: armies(0)? },
            b'T' => ActionKind::Swap {
                at: self.country(0)?,
                armies: armies(1)?,
                swapped_for: self.country(2)?,
                armies_there: armies(3)?,
            },
            b'G' => ActionKind::Give { at: self.country(0)?, armies: armies(1)? },
            b'W' => ActionKind::Win,
            b'-' => ActionKind::CarrierLost,
            b'+' => ActionKind::Resume,
            _ => return Ok(None),
        }))
    }

    fn error(&self, argument: &NotAnArgument) -> TokenError {
        let span = span_of(self.line, argument.index);
        let word = self.line.get(span.clone()).unwrap_or_default();
        let message = format!("expected {}, found {}", argument.expected, quoted(word));
        TokenError { code: &codes::NOT_AN_ARGUMENT, message, span }
    }

    fn armies(&self, index: usize, on_error: &mut dyn FnMut(TokenError)) -> Result<i32, NotAnArgument> {
        let number = self.numbers[index].ok_or(NotAnArgument { index, expected: "a number of armies" })?;
        if !(0..=MAX_ARMIES).contains(&number) {
            let message = format!("expected 0 to {MAX_ARMIES}, found {number}");
            on_error(TokenError { code: &common::OUT_OF_RANGE, message, span: span_of(self.line, index) });
        }
        Ok(number)
    }

    /// Returns the value of a number that counts the values of a list from 1.
    fn one_of<T: Copy>(&self, values: &[T], index: usize, expected: &'static str) -> Result<T, NotAnArgument> {
        let place = self.numbers[index].and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        place.and_then(|place| values.get(place).copied()).ok_or(NotAnArgument { index, expected })
    }

    fn country(&self, index: usize) -> Result<TerritoryRef, NotAnArgument> {
        let country = self.one_of(&COUNTRIES, index, "a country (1 to 42)")?;
        Ok(TerritoryRef::new_static(country.name))
    }

    fn player(&self, index: usize) -> Result<Seat, NotAnArgument> {
        self.numbers[index].and_then(seat).ok_or(NotAnArgument { index, expected: "a player (1 to 6)" })
    }

    /// Returns the owner of the attacked country; text that is not a player is kept as unknown.
    fn defender(&self, index: usize, on_error: &mut dyn FnMut(TokenError)) -> Field<Seat> {
        self.player(index).map_or_else(
            |argument| {
                on_error(self.error(&argument));
                Field::unknown(self.line.get(span_of(self.line, index)).unwrap_or_default())
            },
            Field::Known,
        )
    }

    fn continent(&self, index: usize) -> Result<Continent, NotAnArgument> {
        self.one_of(&Continent::ALL, index, "a continent (1 to 6)")
    }
}

/// Parses a whole number of 32 bits. Most numbers of a log are short, and are handled without the parser.
fn integer(word: &[u8]) -> Option<i32> {
    // Nine digits are never too many for 32 bits.
    if (1..=9).contains(&word.len()) && word.iter().all(u8::is_ascii_digit) {
        return Some(word.iter().fold(0, |number, digit| number * 10 + i32::from(digit - b'0')));
    }
    str::from_utf8(word).ok()?.parse().ok()
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
