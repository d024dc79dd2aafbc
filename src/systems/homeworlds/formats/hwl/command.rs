//! Commands: a letter and fields, `m,g1A,3`. A letter after a piece identifies it among its kind, so that neither the
//! owner nor the system need be written.

use std::borrow::Cow;
use std::fmt;

use smol_str::{SmolStr, SmolStrBuilder};

use crate::model::{Player, Seat};
use crate::systems::homeworlds::formats::codes;
use crate::systems::homeworlds::rules::{Colour, Piece};
use crate::text::printable::quoted;
use crate::text::{Code, Diagnostic};

/// A single piece of the box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pyramid {
    /// The kind of the piece.
    pub kind: Piece,
    /// The index among the pieces of its kind: 0 is `A`.
    pub letter: u8,
}

impl Pyramid {
    /// Parses a piece such as `g3C`, in any case; `None` if its index is not below `of_each`, the number of pieces of
    /// each kind.
    pub fn parse(text: &str, of_each: u8) -> Option<Pyramid> {
        let (kind, letter) = text.split_at_checked(2)?;
        let &[letter] = letter.as_bytes() else { return None };
        Some(Pyramid { kind: Piece::parse(kind)?, letter: index(letter, of_each)? })
    }

    /// Returns the letter as written.
    pub fn serial(self) -> char {
        (b'A' + self.letter) as char
    }
}

impl fmt::Display for Pyramid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind, self.serial())
    }
}

/// Returns the index of a letter in the alphabet; `None` if it is not below `of_each`, the number of pieces of each
/// kind.
pub fn index(letter: u8, of_each: u8) -> Option<u8> {
    let index = letter.to_ascii_uppercase().wrapping_sub(b'A');
    (index < of_each).then_some(index)
}

/// Returns the letters of some pieces.
pub fn serials(pieces: &[Pyramid]) -> SmolStr {
    let mut letters = SmolStrBuilder::new();
    pieces.iter().for_each(|piece| letters.push(piece.serial()));
    letters.finish()
}

/// A command of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Sets up a homeworld; its number may be given.
    Setup { stars: [Pyramid; 2], ship: Pyramid, number: Option<u32> },
    /// Builds a ship in a system.
    Build { ship: Pyramid, at: u32 },
    /// Trades a ship for another.
    Trade { old: Pyramid, new: Pyramid },
    /// Discovers a system with a star.
    Discover { ship: Pyramid, star: Pyramid },
    /// Moves a ship to a system.
    Move { ship: Pyramid, to: u32 },
    /// Captures a ship.
    Capture { ship: Pyramid },
    /// Sacrifices a ship.
    Sacrifice { ship: Pyramid },
    /// Triggers a catastrophe of a colour in a system.
    Catastrophe { colour: Colour, at: u32 },
    /// The player with that seat resigns.
    Resign { player: Seat },
    /// Passes.
    Pass,
}

/// The reason why text is not a command, or why the command cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandError {
    /// The text does not begin with the letter of a command.
    NoVerb(String),
    /// The number of fields is wrong. Holds the correct form of the command.
    Fields(&'static str),
    /// The text is not a piece. Holds the text and the last letter that a piece can have.
    NoPiece(String, char),
    /// The text is not a colour.
    NoColour(String),
    /// The text is not a number.
    NoNumber(String),
    /// No player has that name.
    NoPlayer(String),
    /// No ship with that letter is on the board.
    NoShip(Pyramid),
    /// The same piece is used in two places.
    Twice(Pyramid),
    /// No system on the board has that number.
    NoSystem(u32),
    /// The number of the homeworld (first) is not the one that is next (second).
    OtherNumber(u32, u32),
}

impl CommandError {
    /// Returns the code of the diagnostic.
    pub fn code(&self) -> &'static Code {
        match self {
            CommandError::NoVerb(_) => &codes::NO_VERB,
            CommandError::Fields(_) => &codes::FIELDS,
            CommandError::NoPiece(..) | CommandError::Twice(_) => &codes::NO_PIECE,
            CommandError::NoColour(_) => &codes::NO_COLOUR,
            CommandError::NoPlayer(_) => &codes::NO_PLAYER,
            CommandError::NoShip(_) => &codes::NO_SHIP,
            CommandError::NoNumber(_) | CommandError::NoSystem(_) | CommandError::OtherNumber(..) => &codes::NO_SYSTEM,
        }
    }

    /// Returns the help of the diagnostic.
    pub fn help(&self) -> Cow<'static, str> {
        match self {
            CommandError::NoVerb(_) => {
                "a command begins with h, b, t, d, m, x, s, c or e, or is `pass`; `...` ends a turn".into()
            }
            CommandError::Fields(form) => format!("expected: {form}").into(),
            CommandError::NoPiece(_, last) => format!("write a piece such as g2A; the last letter is {last}").into(),
            CommandError::Twice(_) => "a letter stands for one piece: give the other its own".into(),
            CommandError::NoNumber(_) => "a system is a number: 1 and 2 are the first homeworlds".into(),
            CommandError::OtherNumber(_, next) => {
                format!("systems are numbered as they come: write {next}, or nothing").into()
            }
            _ => self.code().advice.into(),
        }
    }

    /// Returns a warning that the text could not be read and is kept.
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::warning(self.code(), format!("{self}; kept as text")).help(self.help())
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::NoVerb(word) => write!(f, "expected an action, found {}", quoted(word)),
            CommandError::Fields(_) => write!(f, "too few or too many fields"),
            CommandError::NoPiece(word, _) => write!(f, "expected a piece with its letter, found {}", quoted(word)),
            CommandError::NoColour(word) => write!(f, "expected a colour, found {}", quoted(word)),
            CommandError::NoNumber(word) => write!(f, "expected the number of a system, found {}", quoted(word)),
            CommandError::NoPlayer(name) => write!(f, "no player is called {}", quoted(name)),
            CommandError::NoShip(piece) => write!(f, "no ship {piece} is on the board"),
            CommandError::Twice(piece) => write!(f, "{piece} cannot be in two places"),
            CommandError::NoSystem(number) => write!(f, "there is no system {number}"),
            CommandError::OtherNumber(number, next) => write!(f, "this homeworld is system {next}, not {number}"),
        }
    }
}

/// Returns the letter of a command, `p` for a pass; `None` if the text does not begin with one.
pub fn verb(text: &str) -> Option<char> {
    let first = text.split(',').next().unwrap_or_default().trim();
    if first.eq_ignore_ascii_case(PASS) {
        return Some('p');
    }
    let &[letter] = first.as_bytes() else { return None };
    let letter = letter.to_ascii_lowercase() as char;
    "hbtdmxsce".contains(letter).then_some(letter)
}

/// The command of a turn without actions.
pub const PASS: &str = "pass";
/// The mark at the end of a turn that is still open.
pub const OPEN: &str = "...";

/// Parses a command in a game of these players, with `of_each` pieces of each kind.
pub fn parse(text: &str, players: &[Player], of_each: u8) -> Result<Command, CommandError> {
    let reader = Reader { fields: fields(text), of_each };
    let Some(verb) = verb(text) else { return Err(CommandError::NoVerb(reader.field(0).to_owned())) };
    let form = match verb {
        'h' => "h,STAR,STAR,SHIP",
        'b' => "b,SHIP,SYSTEM",
        't' => "t,SHIP,NEW-SHIP",
        'd' => "d,SHIP,STAR",
        'm' => "m,SHIP,SYSTEM",
        'x' => "x,SHIP",
        's' => "s,SHIP",
        'c' => "c,COLOUR,SYSTEM",
        'e' => "e,PLAYER",
        _ => PASS,
    };
    let count = text.split(',').take(MAX_FIELDS + 1).count();
    let expected = form.split(',').count();
    if count != expected && !(verb == 'h' && count == expected + 1) {
        return Err(CommandError::Fields(form));
    }
    Ok(match verb {
        'h' => {
            let number = if count > expected { Some(reader.number(4)?) } else { None };
            Command::Setup { stars: [reader.piece(1)?, reader.piece(2)?], ship: reader.piece(3)?, number }
        }
        'b' => Command::Build { ship: reader.piece(1)?, at: reader.number(2)? },
        't' => Command::Trade { old: reader.piece(1)?, new: reader.piece(2)? },
        'd' => Command::Discover { ship: reader.piece(1)?, star: reader.piece(2)? },
        'm' => Command::Move { ship: reader.piece(1)?, to: reader.number(2)? },
        'x' => Command::Capture { ship: reader.piece(1)? },
        's' => Command::Sacrifice { ship: reader.piece(1)? },
        'c' => {
            let colour = reader.field(1);
            let colour = Colour::parse(colour).ok_or_else(|| CommandError::NoColour(colour.to_owned()))?;
            Command::Catastrophe { colour, at: reader.number(2)? }
        }
        'e' => {
            let name = reader.field(1);
            let player = seat_named(players, name).ok_or_else(|| CommandError::NoPlayer(name.to_owned()))?;
            Command::Resign { player: player.clone() }
        }
        _ => Command::Pass,
    })
}

/// Returns the seat of the first player with that name; players without names are called by their seats.
pub fn seat_named<'p>(players: &'p [Player], name: &str) -> Option<&'p Seat> {
    players.iter().find(|player| name_of(player) == name).map(|player| &player.seat)
}

/// Returns the name of a player in a command: the name, or else the seat.
pub fn name_of(player: &Player) -> &str {
    player.name().unwrap_or(player.seat.as_str())
}

/// Maximum number of fields of a command, reached by a homeworld with its number.
const MAX_FIELDS: usize = 5;

fn fields(text: &str) -> [&str; MAX_FIELDS] {
    let mut fields = [""; MAX_FIELDS];
    for (field, part) in fields.iter_mut().zip(text.split(',')) {
        *field = part.trim_matches([' ', '\t']);
    }
    fields
}

struct Reader<'t> {
    fields: [&'t str; MAX_FIELDS],
    of_each: u8,
}

impl<'t> Reader<'t> {
    fn field(&self, index: usize) -> &'t str {
        self.fields.get(index).copied().unwrap_or_default()
    }

    fn piece(&self, index: usize) -> Result<Pyramid, CommandError> {
        let text = self.field(index);
        let last = (b'A' + self.of_each - 1) as char;
        Pyramid::parse(text, self.of_each).ok_or_else(|| CommandError::NoPiece(text.to_owned(), last))
    }

    fn number(&self, index: usize) -> Result<u32, CommandError> {
        let text = self.field(index);
        // `parse` would accept a plus sign.
        let number = text.parse().ok().filter(|_| !text.starts_with('+'));
        number.ok_or_else(|| CommandError::NoNumber(text.to_owned()))
    }
}

impl Command {
    /// Returns the pieces that the command names, each with whether it comes from the bank.
    pub fn pieces(&self) -> Vec<(Pyramid, bool)> {
        match self {
            Command::Setup { stars: [first, second], ship, .. } => vec![(*first, true), (*second, true), (*ship, true)],
            Command::Build { ship, .. } => vec![(*ship, true)],
            Command::Trade { old, new } => vec![(*old, false), (*new, true)],
            Command::Discover { ship, star } => vec![(*ship, false), (*star, true)],
            Command::Move { ship, .. } | Command::Capture { ship } | Command::Sacrifice { ship } => {
                vec![(*ship, false)]
            }
            Command::Catastrophe { .. } | Command::Resign { .. } | Command::Pass => Vec::new(),
        }
    }
}

/// Returns whether a line is a turn with pieces that have letters.
pub fn is_turn_of_lettered_pieces(line: &str) -> bool {
    /// The number of pieces of each kind in a game of four, the largest.
    const OF_EACH: u8 = 5;
    let mut has_letters = false;
    let mut parts = line.split(';').map(str::trim).filter(|part| !part.is_empty());
    parts.all(|part| {
        let command = parse(part, &[], OF_EACH);
        has_letters |= command.as_ref().is_ok_and(|command| !command.pieces().is_empty());
        part == OPEN || matches!(command, Ok(_) | Err(CommandError::NoPlayer(_)))
    }) && has_letters
}
