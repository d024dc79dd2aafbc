//! Diagnostics for texts that are not commands or boards.

use super::board;
use super::codes;
use super::command::{BadStack, CommandError, MAX_PIECES, Part};
use super::lenient::part_of;
use crate::systems::power::rules::{Kind, Price};
use crate::text::printable::quoted;
use crate::text::{Code, Diagnostic, Severity};

/// Returns the warning about a command that is kept as text.
pub fn diagnostic(error: CommandError, raw: &str, start: usize) -> Diagnostic {
    let (code, part, message) = described(error, raw);
    let span = part_of(raw, part);
    let d = Diagnostic::warning(code, format!("{message}; kept as text"));
    d.at(start + span.start..start + span.end).help(help(error).unwrap_or(code.advice))
}

fn described(error: CommandError, raw: &str) -> (&'static Code, Part, String) {
    let text = |part: Part| quoted(raw.get(part_of(raw, part)).unwrap_or_default().trim_start_matches('>'));
    match error {
        CommandError::Parts => {
            let parts = 1 + raw.bytes().filter(|&byte| byte == b'-').count();
            let message = format!("expected 3 parts with dashes between them, found {parts}");
            (&codes::NO_COMMAND, Part::Whole, message)
        }
        CommandError::NoSector(part) => (&codes::NO_SECTOR, part, format!("expected a sector, found {}", text(part))),
        CommandError::NoPiece(part) => (&codes::NO_PIECE, part, format!("expected a piece, found {}", text(part))),
        CommandError::CountOfMove => {
            (&codes::BAD_COUNT, Part::Pieces, "a move is of one piece and has no count".into())
        }
        CommandError::ItemsOfMove => {
            (&codes::NO_COMMAND, Part::Pieces, "a move is of one piece, and a list stands before it".into())
        }
        CommandError::ZOfMove => (&codes::NO_EXCHANGE, Part::Whole, "Z is for exchanges, and this is a move".into()),
        CommandError::ArrowOfMove => {
            let message = format!("expected a piece after >, found the sector {}", text(Part::Last));
            (&codes::NO_EXCHANGE, Part::Last, message)
        }
        CommandError::Immovable(kind) => {
            let what = if kind == Kind::Flag { "a flag" } else { "a power unit" };
            (&codes::IMMOVABLE, Part::Pieces, format!("{what} does not move"))
        }
        CommandError::BadCount => (
            &codes::BAD_COUNT,
            Part::Pieces,
            format!("expected a count from 1 to {MAX_PIECES}, found {}", text(Part::Pieces)),
        ),
        CommandError::FlagGiven => (&codes::NO_EXCHANGE, Part::Pieces, "a flag cannot be exchanged".into()),
        CommandError::NeverHad(kind) => (&codes::NO_EXCHANGE, Part::Last, format!("nothing becomes {}", an(kind))),
        CommandError::ZFor(kind) => {
            (&codes::NO_EXCHANGE, Part::Last, format!("Z makes a megamissile only, not {}", an(kind)))
        }
        CommandError::ZOfOther => {
            (&codes::NO_EXCHANGE, Part::Last, "pieces do not become a piece of another colour".into())
        }
        CommandError::NotFrom(target, kind) => {
            let message = format!("{} do not become {}", many(kind), an(target));
            (&codes::NO_EXCHANGE, Part::Whole, message)
        }
    }
}

fn help(error: CommandError) -> Option<&'static str> {
    let target = match error {
        CommandError::NotFrom(target, _) => target,
        CommandError::Immovable(Kind::Flag) => return Some("a flag stays in its headquarters"),
        _ => return None,
    };
    Some(match target.price() {
        Price::Pieces(2, _) => "2 power units become an infantry",
        Price::Pieces(5, _) => "5 power units become a fighter",
        Price::Pieces(10, _) => "10 power units become a destroyer",
        Price::Pieces(_, Kind::PowerUnit) => "3 power units become a tank",
        Price::Pieces(_, Kind::Infantry) => "3 infantry become a regiment",
        Price::Pieces(_, Kind::Tank) => "3 tanks become a heavy tank",
        Price::Pieces(_, Kind::Fighter) => "3 fighters become a bomber",
        Price::Pieces(..) => "3 destroyers become a cruiser",
        Price::Points(_) | Price::Never => return None,
    })
}

fn words(kind: Kind) -> String {
    kind.name().replace('-', " ")
}

fn an(kind: Kind) -> String {
    format!("{} {}", if kind == Kind::Infantry { "an" } else { "a" }, words(kind))
}

fn many(kind: Kind) -> String {
    if kind == Kind::Infantry { "infantry".into() } else { format!("{}s", words(kind)) }
}

/// Returns the diagnostic about a board that is kept as text.
pub fn report_board(error: &board::BoardError, raw: &str, start: usize) -> Diagnostic {
    let (code, span, message) = match error {
        board::BoardError::Fields(fields) => {
            (&codes::FIELDS, 0..raw.len(), format!("expected 61 fields, found {fields}"))
        }
        board::BoardError::Packing(span) => {
            (&codes::FIELDS, span.clone(), "expected a number of slashes in the brackets".into())
        }
        board::BoardError::Stack(bad, span) => {
            let text = quoted(raw.get(span.clone()).unwrap_or_default());
            match bad {
                BadStack::Count => {
                    (&codes::BAD_COUNT, span.clone(), format!("expected a count from 1 to {MAX_PIECES}, found {text}"))
                }
                BadStack::Template => (
                    &codes::TEMPLATE,
                    span.clone(),
                    format!("expected a colour (Y, K, R or A), found the X of a template in {text}"),
                ),
                BadStack::Piece => {
                    (&codes::NO_STACK, span.clone(), format!("expected pieces of a colour, such as 2YI, found {text}"))
                }
            }
        }
    };
    let d = Diagnostic::warning(code, format!("{message}; the board is kept as text"));
    d.at(start + span.start..start + span.end).help(code.advice)
}

/// Returns the diagnostics about text that is kept, as errors: the game's programs would refuse it.
pub fn refused(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let first = [&codes::NO_COMMAND, &codes::NO_SECTOR, &codes::NO_PIECE, &codes::BAD_COUNT, &codes::NO_EXCHANGE];
    let more = [&codes::IMMOVABLE, &codes::FIELDS, &codes::NO_STACK, &codes::TEMPLATE];
    let is_refused = |d: &Diagnostic| first.iter().chain(&more).any(|code| d.code == code.id);
    diagnostics.into_iter().filter(is_refused).map(|d| Diagnostic { severity: Severity::Error, ..d }).collect()
}
