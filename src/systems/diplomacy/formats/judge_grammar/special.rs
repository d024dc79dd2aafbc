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

/// Commands that have no effect on orders.
const COMMANDS: [&str; 14] = [
    "signoff", "set", "observe", "resign", "withdraw", "list", "summary", "history", "whogame", "help", "version",
    "get", "process", "rollback",
];

/// Returns the meaning of a line that holds no orders; `None` where it may hold some.
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
