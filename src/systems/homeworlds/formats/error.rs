//! Diagnostics for words that are not a command.

use std::borrow::Cow;

use super::codes;
use super::words::{CommandError, Verb};
use crate::text::english::counted;
use crate::text::printable::quoted;
use crate::text::suggestion::did_you_mean;
use crate::text::{Diagnostic, Severity};

/// Returns the diagnostic for words that could not be read; the caller keeps the command as text.
pub fn diagnostic(error: CommandError, words: &[&str]) -> Diagnostic {
    let word = |index: usize| quoted(words.get(index + 1).copied().unwrap_or_default());
    let (code, message, help) = match error {
        CommandError::NoVerb => {
            let first = quoted(words.first().copied().unwrap_or_default());
            let help = words.first().and_then(|word| did_you_mean(word, Verb::words()));
            let help = help.map_or(codes::NO_VERB.advice.into(), Cow::Owned);
            (&codes::NO_VERB, format!("expected an action, found {first}"), help)
        }
        CommandError::TooFew(verb, missing) => {
            let given = words.len().saturating_sub(1);
            let needed = counted(given + missing, "word", "words");
            let message = format!("expected {needed} after {}, found {given}", verb.word());
            (&codes::TOO_FEW_WORDS, message, format!("expected: {}", form(verb)).into())
        }
        CommandError::NoPiece(index) => {
            let help = codes::NO_PIECE.advice.into();
            (&codes::NO_PIECE, format!("expected a piece, found {}", word(index)), help)
        }
        CommandError::NoColour(index) => {
            let colours = ["red", "yellow", "green", "blue"];
            let help = words.get(index + 1).and_then(|word| did_you_mean(word, colours));
            let help = help.map_or(codes::NO_COLOUR.advice.into(), Cow::Owned);
            (&codes::NO_COLOUR, format!("expected a colour, found {}", word(index)), help)
        }
    };
    Diagnostic::warning(code, format!("{message}; kept as text")).help(help)
}

/// Keeps the diagnostics of words that are not an action, and makes them errors, because a server would refuse them.
pub fn refused(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let codes = [
        &codes::NO_VERB,
        &codes::TOO_FEW_WORDS,
        &codes::NO_PIECE,
        &codes::NO_COLOUR,
        &codes::STRAY_LINE,
        &codes::FIELDS,
        &codes::NO_SHIP,
        &codes::NO_SYSTEM,
        &codes::ON_BOARD,
        &codes::TOO_MANY_WORDS,
        &codes::PASSES,
    ];
    let is_refused = |d: &Diagnostic| codes.iter().any(|code| d.code == code.id);
    diagnostics.into_iter().filter(is_refused).map(|d| Diagnostic { severity: Severity::Error, ..d }).collect()
}

/// Returns the words that a command consists of.
pub fn form(verb: Verb) -> &'static str {
    match verb {
        Verb::Homeworld => "homeworld STAR STAR SHIP",
        Verb::Discover => "discover SHIP SYSTEM STAR NEW-SYSTEM",
        Verb::Move => "move SHIP SYSTEM SYSTEM",
        Verb::Build => "build SHIP SYSTEM",
        Verb::Trade => "trade SHIP and the system and colour, or the new ship and the system",
        Verb::Attack => "attack SHIP SYSTEM",
        Verb::Sacrifice => "sacrifice SHIP SYSTEM",
        Verb::Catastrophe => "catastrophe SYSTEM COLOUR",
        Verb::Pass => "pass",
    }
}
