//! Checks commands without a board: what an action means, whether a piece can go there, and the rates of exchanges.

use super::codes;
use super::piece::{Colour, Kind, Price};
use super::reach::{self, cannot_stand, foreign_reserve};
use super::sector::Sector;
use super::violation::{RuleViolation, illegal, odd, remark};
use crate::model::{Action, ActionKind, PieceName, Seat, Stack, TerritoryRef, TradeInput};
use crate::text::english;
use crate::text::printable::quoted;
use crate::text::suggestion::with_suggestion;

/// A command with its names resolved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command<'a> {
    /// A move of a piece.
    Move {
        /// Kind of the piece.
        kind: Kind,
        /// Sector that it leaves.
        from: Sector,
        /// Sector that it reaches.
        to: Sector,
    },
    /// An exchange of pieces for another.
    Exchange {
        /// Sector of the exchange.
        at: Sector,
        /// Pieces that are given; `None` for as many as are needed.
        gives: Option<&'a [Stack]>,
        /// Piece that is received.
        becomes: Kind,
    },
}

impl<'a> Command<'a> {
    /// Resolves an action; `None` for text that was not understood.
    pub fn of(action: &'a Action) -> Result<Option<Command<'a>>, RuleViolation> {
        match &action.kind {
            ActionKind::Move { piece, from, to, .. } => {
                let piece = piece.as_ref().ok_or_else(|| no("the move names no piece".to_owned()))?;
                Ok(Some(Command::Move { kind: kind(piece)?, from: sector(from)?, to: sector(to)? }))
            }
            ActionKind::Exchange { at, gives, becomes } => {
                let gives = match gives {
                    TradeInput::Pieces(stacks) => Some(stacks.as_slice()),
                    TradeInput::Word(_) => None,
                };
                Ok(Some(Command::Exchange { at: sector(at)?, gives, becomes: kind(becomes)? }))
            }
            ActionKind::Unknown => Ok(None),
            _ => Err(no("expected a move or an exchange".to_owned())),
        }
    }
}

/// Returns the colour that a command names, or else that of its turn.
pub fn colour(action: &Action, turn: Option<Colour>) -> Option<Colour> {
    match &action.player {
        Some(seat) => Colour::of_seat(seat),
        None => turn,
    }
}

fn no(message: String) -> RuleViolation {
    illegal(&codes::NOT_OF_POWER, message)
}

fn sector(place: &TerritoryRef) -> Result<Sector, RuleViolation> {
    Sector::of_place(place).ok_or_else(|| no(format!("expected a sector, found {}", quoted(place.as_str()))))
}

fn kind(piece: &PieceName) -> Result<Kind, RuleViolation> {
    Kind::of_name(&piece.0).ok_or_else(|| no(no_piece(&piece.0)))
}

/// Returns the message for a name that should be that of a piece.
pub fn no_piece(name: &str) -> String {
    let message = format!("expected a piece, found {}", quoted(name));
    with_suggestion(message, name, Kind::ALL.iter().map(|kind| kind.name()))
}

/// Returns the violation for a seat that should be a colour; `None` if it is one.
pub fn no_colour(seat: &Seat) -> Option<RuleViolation> {
    let is_none = Colour::of_seat(seat).is_none();
    is_none.then(|| no(format!("expected a colour (Y, K, R or A), found {}", quoted(seat.as_str()))))
}

/// Reports violations of a command as far as that is possible without a board; `colour` is its colour if known.
pub fn validate(action: &Action, command: &Command<'_>, colour: Option<Colour>, emit: &mut impl FnMut(RuleViolation)) {
    match *command {
        Command::Move { kind, from, to } => {
            if let Some(violation) = reach::validate(colour, kind, from, to) {
                emit(violation);
            }
        }
        Command::Exchange { at, gives, becomes } => {
            if let Some(violation) = foreign_reserve(colour, at) {
                emit(violation);
            }
            if let Some(violation) = gives.and_then(|gives| colours(action.player.as_ref(), gives)) {
                emit(violation);
            }
            if let Some(violation) = exchange(at, gives, becomes) {
                emit(violation);
            }
        }
    }
}

/// Returns the violation for pieces of different colours, or of another colour than the piece received.
fn colours(of: Option<&Seat>, gives: &[Stack]) -> Option<RuleViolation> {
    let mut named = of.into_iter().chain(gives.iter().filter_map(|stack| stack.player.as_ref()));
    let first = named.next()?;
    let other = named.find(|seat| *seat != first)?;
    let word = |seat| Colour::of_seat(seat).map_or_else(|| quoted(seat.as_str()), |colour| colour.word().to_owned());
    let message = match of {
        Some(_) => format!("{} pieces cannot become a {} piece", word(other), word(first)),
        None => format!("{} and {} pieces cannot be exchanged together", word(first), word(other)),
    };
    Some(illegal(&codes::COLOURS_DIFFER, message))
}

/// Returns the violation in an exchange, other than by colours.
fn exchange(at: Sector, gives: Option<&[Stack]>, becomes: Kind) -> Option<RuleViolation> {
    let (one, price) = (becomes.one(), becomes.price());
    let bad = |message| Some(illegal(&codes::BAD_EXCHANGE, message));
    let Some(gives) = gives else {
        return match price {
            Price::Points(_) => None,
            _ => {
                let message = format!("{one} is not made of points, but of {}", asked(price));
                Some(illegal(&codes::Z_WITHOUT_MISSILE, message))
            }
        };
    };
    for stack in gives {
        let given = match kind(&stack.piece) {
            Ok(given) => given,
            Err(violation) => return Some(violation),
        };
        if stack.count == 0 {
            return bad(format!("no {} is exchanged", given.word()));
        }
        if given.power() == 0 {
            return bad(format!("{} cannot be exchanged", given.one()));
        }
        if given == Kind::PowerUnit && !at.is_reserve() {
            let message = format!("{} is not a reserve, so it has no power units", at.code());
            return Some(illegal(&codes::POINTS_ELSEWHERE, message));
        }
        if !given.may_stand(at) {
            return Some(cannot_stand(given, at));
        }
    }
    if !becomes.may_stand(at) && price != Price::Never {
        return Some(cannot_stand(becomes, at));
    }
    match price {
        Price::Never => bad(format!("nothing becomes {one}")),
        Price::Points(points) => match given_points(gives) {
            given if given < points => {
                let message = format!("{one} needs {points} points, found {given}");
                Some(illegal(&codes::TOO_FEW_POINTS, message))
            }
            given if given > points => {
                let lost = usize::try_from(given - points).unwrap_or(usize::MAX);
                Some(remark(&codes::POINTS_LOST, format!("{} lost", english::counted(lost, "point is", "points are"))))
            }
            _ => None,
        },
        Price::Pieces(count, from) => {
            let is_of = |of: Kind| gives.iter().all(|stack| stack.piece.0 == of.name());
            let total = gives.iter().fold(0_u64, |total, stack| total.saturating_add(stack.count));
            if is_of(from) && total == count {
                return None;
            }
            if is_of(Kind::PowerUnit) && total == becomes.power() {
                let message = format!("{total} power units for {one}: by the rules it is made of {}", asked(price));
                return Some(odd(&codes::LARGE_FOR_POINTS, message));
            }
            let given: Vec<String> = gives.iter().map(given_text).collect();
            bad(format!("{one} is made of {}, not of {}", asked(price), given.join(" and ")))
        }
    }
}

/// Returns the points of the pieces that are given.
fn given_points(gives: &[Stack]) -> u64 {
    let points = |stack: &Stack| Kind::of_name(&stack.piece.0).map_or(0, Kind::power).saturating_mul(stack.count);
    gives.iter().fold(0, |total, stack| total.saturating_add(points(stack)))
}

fn asked(price: Price) -> String {
    match price {
        Price::Pieces(count, of) => counted(count, of),
        Price::Points(points) => format!("{points} points"),
        Price::Never => "nothing".to_owned(),
    }
}

fn given_text(stack: &Stack) -> String {
    Kind::of_name(&stack.piece.0).map_or_else(|| quoted(&stack.piece.0), |kind| counted(stack.count, kind))
}

/// Returns a number of pieces in words, such as `1 tank` or `3 infantry`.
pub fn counted(count: u64, kind: Kind) -> String {
    match kind {
        _ if count == 1 => format!("1 {}", kind.word()),
        Kind::Infantry => format!("{count} infantry"),
        _ => format!("{count} {}s", kind.word()),
    }
}
