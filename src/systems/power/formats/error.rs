//! What to say of a text that is no command or no board.

use super::board;
use super::codes;
use super::command::{BadStack, CommandError, MAX_PIECES, Part};
use super::lenient::part_of;
use crate::systems::power::rules::{Kind, Price};
use crate::text::printable::quoted;
use crate::text::{Code, Diagnostic, Severity};

/// Why a command is kept as text.
pub fn diagnostic(error: CommandError, raw: &str, start: usize) -> Diagnostic {
    let (code, part, message) = described(error, raw);
    let span = part_of(raw, part);
    let d = Diagnostic::warning(code, format!("{message}: kept as text"));
    d.at(start + span.start..start + span.end).help(help(error).unwrap_or(code.advice))
}

fn described(error: CommandError, raw: &str) -> (&'static Code, Part, String) {
    let text = |part: Part| quoted(raw.get(part_of(raw, part)).unwrap_or_default().trim_start_matches('>'));
    match error {
        CommandError::Parts => {
            let parts = 1 + raw.bytes().filter(|&byte| byte == b'-').count();
            let message = format!("a command has three parts with dashes between them, and this has {parts}");
            (&codes::NO_COMMAND, Part::Whole, message)
        }
        CommandError::NoSector(part) => (&codes::NO_SECTOR, part, format!("{} is no sector", text(part))),
        CommandError::NoPiece(part) => (&codes::NO_PIECE, part, format!("{} is no piece", text(part))),
        CommandError::CountOfMove => {
            (&codes::BAD_COUNT, Part::Pieces, "a move is of one piece and has no count".into())
        }
        CommandError::ItemsOfMove => {
            (&codes::NO_COMMAND, Part::Pieces, "a text without a dash stands before a move, which takes none".into())
        }
        CommandError::ZOfMove => (&codes::NO_EXCHANGE, Part::Whole, "Z is exchanged, and this is a move".into()),
        CommandError::ArrowOfMove => {
            let message = format!("{} is a sector and no piece: a move has no >", text(Part::Last));
            (&codes::NO_EXCHANGE, Part::Last, message)
        }
        CommandError::Immovable(kind) => {
            let what = if kind == Kind::Flag { "a flag" } else { "a power unit" };
            (&codes::IMMOVABLE, Part::Pieces, format!("{what} does not move"))
        }
        CommandError::BadCount => (
            &codes::BAD_COUNT,
            Part::Pieces,
            format!("a count in {} is not from 1 to {MAX_PIECES}", text(Part::Pieces)),
        ),
        CommandError::FlagGiven => (&codes::NO_EXCHANGE, Part::Pieces, "a flag is not exchanged".into()),
        CommandError::NeverHad(kind) => {
            (&codes::NO_EXCHANGE, Part::Last, format!("nothing is exchanged for {}", an(kind)))
        }
        CommandError::ZFor(kind) => {
            (&codes::NO_EXCHANGE, Part::Last, format!("Z is for a megamissile only, and not for {}", an(kind)))
        }
        CommandError::ZOfOther => {
            (&codes::NO_EXCHANGE, Part::Last, "pieces of one colour do not become one of another".into())
        }
        CommandError::NotFrom(target, kind) => {
            let message = format!("{} cannot be had for {}", an(target), many(kind));
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
        Price::Pieces(2, _) => "2 power units are exchanged for an infantry",
        Price::Pieces(5, _) => "5 power units are exchanged for a fighter",
        Price::Pieces(10, _) => "10 power units are exchanged for a destroyer",
        Price::Pieces(_, Kind::PowerUnit) => "3 power units are exchanged for a tank",
        Price::Pieces(_, Kind::Infantry) => "3 infantries are exchanged for a regiment",
        Price::Pieces(_, Kind::Tank) => "3 tanks are exchanged for a heavy tank",
        Price::Pieces(_, Kind::Fighter) => "3 fighters are exchanged for a bomber",
        Price::Pieces(..) => "3 destroyers are exchanged for a cruiser",
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
    if kind == Kind::Infantry { "infantries".into() } else { format!("{}s", words(kind)) }
}

/// Why a board is kept as text.
pub fn report_board(error: &board::BoardError, raw: &str, start: usize) -> Diagnostic {
    let (code, span, message) = match error {
        board::BoardError::Fields(fields) => {
            (&codes::FIELDS, 0..raw.len(), format!("a board has 61 fields, and this one {fields}"))
        }
        board::BoardError::Packing(span) => {
            (&codes::FIELDS, span.clone(), "no number of slashes stands in these brackets".into())
        }
        board::BoardError::Stack(bad, span) => {
            let text = quoted(raw.get(span.clone()).unwrap_or_default());
            match bad {
                BadStack::Count => {
                    (&codes::BAD_COUNT, span.clone(), format!("the count of {text} is not from 1 to {MAX_PIECES}"))
                }
                BadStack::Template => {
                    (&codes::TEMPLATE, span.clone(), format!("in {text} stands X for any colour, as in a template"))
                }
                BadStack::Piece => (&codes::NO_STACK, span.clone(), format!("{text} is no pieces of a colour")),
            }
        }
    };
    let d = Diagnostic::warning(code, format!("{message}: the board is kept as text"));
    d.at(start + span.start..start + span.end).help(code.advice)
}

/// Of what reading said, what is kept as text, as errors: the game's programs would refuse it.
pub fn refused(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let first = [&codes::NO_COMMAND, &codes::NO_SECTOR, &codes::NO_PIECE, &codes::BAD_COUNT, &codes::NO_EXCHANGE];
    let more = [&codes::IMMOVABLE, &codes::FIELDS, &codes::NO_STACK, &codes::TEMPLATE];
    let is_refused = |d: &Diagnostic| first.iter().chain(&more).any(|code| d.code == code.id);
    diagnostics.into_iter().filter(is_refused).map(|d| Diagnostic { severity: Severity::Error, ..d }).collect()
}
