//! The lines of a mail to the judge that are no orders.

use super::line::seat;
use super::words::{is_blank, letters, skip_blanks};
use crate::formats::phase::{self, Form};
use crate::model::{Field, Phase, Seat};

/// What a line is that holds no orders.
#[derive(Debug, Clone, PartialEq)]
pub enum Special<'t> {
    /// `PHASE F 1905 M`: the orders behind it are for that phase.
    Phase(Phase),
    /// `PHASE` and what is none.
    OtherPhase,
    /// `IF`, `ELSE IF`, `ELSE` or `ENDIF`: the orders behind it stand under a condition.
    Condition,
    /// `SIGNON Ffgame password`: the mail is from that power of that game.
    SignOn {
        /// The power; nothing where the player asks for any.
        power: Option<Seat>,
        /// The name of the game.
        game: &'t str,
    },
    /// The beginning of a message, `PRESS` or `BROADCAST`: what follows is no order up to its end.
    Message,
    /// The end of a message, `ENDPRESS` or `ENDBROADCAST`.
    EndOfMessage,
    /// `SIGNOFF`, `SET WAIT` and the like.
    Command,
}

/// Commands that say nothing of orders.
const COMMANDS: [&str; 14] = [
    "signoff", "set", "observe", "resign", "withdraw", "list", "summary", "history", "whogame", "help", "version",
    "get", "process", "rollback",
];

/// What a line is that holds no orders; nothing where it may hold some.
pub fn special(text: &str) -> Option<Special<'_>> {
    let text = &text[skip_blanks(text, 0)..];
    let word = letters(text);
    let rest = &text[word.len()..];
    if !rest.bytes().next().is_none_or(|b| is_blank(b) || b == b'\r') || is_verb_next(rest) {
        return None;
    }
    let is = |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(word));
    Some(match word.len() {
        _ if is(&["phase"]) => phase_of(rest).map_or(Special::OtherPhase, Special::Phase),
        _ if is(&["if", "else", "endif"]) => Special::Condition,
        _ if is(&["press", "broadcast"]) => Special::Message,
        _ if is(&["endpress", "endbroadcast"]) => Special::EndOfMessage,
        _ if is(&["signon"]) => sign_on(rest),
        _ if is(&COMMANDS) => Special::Command,
        _ => return None,
    })
}

/// Whether a move follows: a province may be called like a command.
fn is_verb_next(rest: &str) -> bool {
    rest[skip_blanks(rest, 0)..].starts_with('-')
}

/// Reads `F 1905 M` or `fall 1905 movement`.
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

/// The line that says which phase the orders behind it are for, `PHASE F 1905 M`; nothing where a part of it is
/// missing.
pub fn phase_line(phase: &Phase) -> Option<String> {
    let short = phase::written(phase, Form::Short).filter(|_| matches!(phase.phase, Field::Known(_)))?;
    let (season, year) = short.split_at_checked(1)?;
    let (year, kind) = year.split_at_checked(year.len() - 1)?;
    Some(format!("PHASE {season} {year} {kind}"))
}
