//! The lines of a mail to the judge that are not orders.

use super::line::seat;
use super::words::{is_blank, letters, skip_blanks};
use crate::formats::phase::{self, Form};
use crate::model::{Field, Phase, Seat};

/// Meaning of a line that holds no orders.
#[derive(Debug, Clone, PartialEq)]
pub enum Special<'t> {
    /// `PHASE F 1905 M`: the orders after it are for that phase.
    Phase(Phase),
    /// `PHASE` and a text that is no phase.
    OtherPhase,
    /// `IF`, `ELSE IF`, `ELSE` or `ENDIF`: the orders after it are subject to a condition.
    Condition,
    /// `SIGNON Ffgame password`: the mail comes from that power of that game.
    SignOn {
        /// The power; `None` for `?`, where the player asks for any.
        power: Option<Seat>,
        /// The name of the game.
        game: &'t str,
    },
    /// The beginning of a message, `PRESS` or `BROADCAST`: the lines up to its end hold no orders.
    Message,
    /// The end of a message, `ENDPRESS` or `ENDBROADCAST`.
    EndOfMessage,
    /// Another command: `SIGNOFF`, `SET WAIT` and the like.
    Command,
}

/// Meaning of the first word of a line that holds no orders.
#[derive(Debug, Clone, Copy)]
enum Word {
    Phase,
    Condition,
    Message,
    EndOfMessage,
    SignOn,
    /// A command that has no effect on orders.
    Command,
}

/// The words, in small letters.
const WORDS: [(&str, Word); 23] = [
    ("phase", Word::Phase),
    ("if", Word::Condition),
    ("else", Word::Condition),
    ("endif", Word::Condition),
    ("press", Word::Message),
    ("broadcast", Word::Message),
    ("endpress", Word::EndOfMessage),
    ("endbroadcast", Word::EndOfMessage),
    ("signon", Word::SignOn),
    ("signoff", Word::Command),
    ("set", Word::Command),
    ("observe", Word::Command),
    ("resign", Word::Command),
    ("withdraw", Word::Command),
    ("list", Word::Command),
    ("summary", Word::Command),
    ("history", Word::Command),
    ("whogame", Word::Command),
    ("help", Word::Command),
    ("version", Word::Command),
    ("get", Word::Command),
    ("process", Word::Command),
    ("rollback", Word::Command),
];

/// For each first letter of these words, a bit for each of their lengths. Few words of other lines
/// have both.
const LENGTHS: [u32; 32] = {
    let mut lengths = [0; 32];
    let mut at = 0;
    while at < WORDS.len() {
        let word = WORDS[at].0.as_bytes();
        lengths[(word[0] & 31) as usize] |= 1 << word.len();
        at += 1;
    }
    lengths
};

impl Word {
    fn of(word: &str) -> Option<Word> {
        let lengths = LENGTHS[usize::from(word.as_bytes().first()? & 31)];
        if lengths.checked_shr(word.len().try_into().ok()?)? & 1 == 0 {
            return None;
        }
        WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, meaning)| *meaning)
    }
}

/// Returns the meaning of a line that holds no orders; `None` where it may hold some.
pub fn special(text: &str) -> Option<Special<'_>> {
    let text = &text[skip_blanks(text, 0)..];
    let word = letters(text);
    let rest = &text[word.len()..];
    let meaning = Word::of(word)?;
    if !rest.bytes().next().is_none_or(|b| is_blank(b) || b == b'\r') || is_verb_next(rest) {
        return None;
    }
    Some(match meaning {
        Word::Phase => phase_of(rest).map_or(Special::OtherPhase, Special::Phase),
        Word::Condition => Special::Condition,
        Word::Message => Special::Message,
        Word::EndOfMessage => Special::EndOfMessage,
        Word::SignOn => sign_on(rest),
        Word::Command => Special::Command,
    })
}

/// Returns whether a move follows, as a province may have the name of a command.
fn is_verb_next(rest: &str) -> bool {
    rest[skip_blanks(rest, 0)..].starts_with('-')
}

/// Reads a phase such as `F 1905 M` or `fall 1905 movement`.
fn phase_of(text: &str) -> Option<Phase> {
    let together: String = text.split_whitespace().collect();
    phase::read(&together).or_else(|| phase::read(text)).map(|(phase, _)| phase)
}

fn sign_on(rest: &str) -> Special<'_> {
    let name = rest.split_whitespace().next().unwrap_or_default();
    match name.as_bytes() {
        [letter, ..] if letter.is_ascii_alphanumeric() => {
            Special::SignOn { power: Some(seat(*letter)), game: &name[1..] }
        }
        [b'?', ..] => Special::SignOn { power: None, game: &name[1..] },
        _ => Special::Command,
    }
}

/// Returns the line that names the phase of the orders after it, `PHASE F 1905 M`; `None` where a part of the phase is
/// missing.
pub fn phase_line(phase: &Phase) -> Option<String> {
    let short = phase::written(phase, Form::Short).filter(|_| matches!(phase.phase, Field::Known(_)))?;
    let (season, year) = short.split_at_checked(1)?;
    let (year, kind) = year.split_at_checked(year.len() - 1)?;
    Some(format!("PHASE {season} {year} {kind}"))
}
