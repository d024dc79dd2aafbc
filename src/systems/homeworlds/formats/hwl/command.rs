//! Commands: a letter and fields, `m,g1A,3`. A letter behind a piece tells it from its equals, so that neither the owner
//! nor the system need be written.

use std::fmt;

use smol_str::{SmolStr, SmolStrBuilder};

use crate::model::{Player, Seat};
use crate::systems::homeworlds::formats::codes;
use crate::systems::homeworlds::rules::{Colour, Piece};
use crate::text::printable::quoted;
use crate::text::{Code, Diagnostic};

/// One piece of the box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pyramid {
    /// What it is.
    pub kind: Piece,
    /// Which of its equals: 0 is `A`.
    pub letter: u8,
}

impl Pyramid {
    /// The piece of a text such as `g3C`, in any case, where the box has so many of each kind.
    pub fn parse(text: &str, of_each: u8) -> Option<Pyramid> {
        let (kind, letter) = text.split_at_checked(2)?;
        let &[letter] = letter.as_bytes() else { return None };
        Some(Pyramid { kind: Piece::parse(kind)?, letter: index(letter, of_each)? })
    }

    /// The letter as it is written.
    pub fn serial(self) -> char {
        (b'A' + self.letter) as char
    }
}

impl fmt::Display for Pyramid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind, self.serial())
    }
}

/// The place of a letter in the alphabet, where the box has so many pieces of each kind.
pub fn index(letter: u8, of_each: u8) -> Option<u8> {
    let index = letter.to_ascii_uppercase().wrapping_sub(b'A');
    (index < of_each).then_some(index)
}

/// The letters of some pieces.
pub fn serials(pieces: &[Pyramid]) -> SmolStr {
    let mut letters = SmolStrBuilder::new();
    pieces.iter().for_each(|piece| letters.push(piece.serial()));
    letters.finish()
}

/// What a player does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Sets up a homeworld, perhaps with the number that it gets.
    Setup { stars: [Pyramid; 2], ship: Pyramid, number: Option<u32> },
    /// Builds a ship in a system.
    Build { ship: Pyramid, at: u32 },
    /// Trades a ship for another.
    Trade { old: Pyramid, new: Pyramid },
    /// Discovers a system with a star.
    Discover { ship: Pyramid, star: Pyramid },
    /// Moves a ship to a system.
    Move { ship: Pyramid, to: u32 },
    /// Takes a ship over.
    Capture { ship: Pyramid },
    /// Sacrifices a ship.
    Sacrifice { ship: Pyramid },
    /// Takes a colour off a system.
    Catastrophe { colour: Colour, at: u32 },
    /// The player of that seat resigns.
    Resign { player: Seat },
    /// Nothing.
    Pass,
}

/// Why a text is no command, or none that can be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandError {
    /// It begins with no letter of a command.
    NoVerb(String),
    /// A command of this form has another number of fields.
    Fields(&'static str),
    /// No piece, where the letters go to that one.
    NoPiece(String, char),
    /// No colour.
    NoColour(String),
    /// No number.
    NoNumber(String),
    /// Nobody of that name plays.
    NoPlayer(String),
    /// No ship with that letter is on the board.
    NoShip(Pyramid),
    /// One piece in two places.
    Twice(Pyramid),
    /// No system has that number.
    NoSystem(u32),
    /// The homeworld gets another number than that.
    OtherNumber(u32, u32),
}

impl CommandError {
    /// Its code.
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

    /// What helps.
    pub fn help(&self) -> String {
        match self {
            CommandError::NoVerb(_) => {
                "a command begins with h, b, t, d, m, x, s, c or e, or is `pass`; `...` ends a turn".into()
            }
            CommandError::Fields(form) => format!("expected: {form}"),
            CommandError::NoPiece(_, last) => format!("write a piece such as g2A; the last letter is {last}"),
            CommandError::Twice(_) => "a letter stands for one piece: give the other its own".into(),
            CommandError::NoNumber(_) => "a system is a number: 1 and 2 are the first homeworlds".into(),
            CommandError::OtherNumber(_, next) => {
                format!("systems are numbered as they come: write {next}, or nothing")
            }
            _ => self.code().advice.to_owned(),
        }
    }

    /// The warning that the text is kept.
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

/// The letter of a command, `p` for a pass; nothing where a text begins with none.
pub fn verb(text: &str) -> Option<char> {
    let first = text.split(',').next().unwrap_or_default().trim();
    if first.eq_ignore_ascii_case(PASS) {
        return Some('p');
    }
    let &[letter] = first.as_bytes() else { return None };
    let letter = letter.to_ascii_lowercase() as char;
    "hbtdmxsce".contains(letter).then_some(letter)
}

/// The word of a turn in which nothing is done.
pub const PASS: &str = "pass";
/// What ends a turn that is not over.
pub const OPEN: &str = "...";

/// Reads a command in a game of these players, with so many pieces of each kind.
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

/// The seat of a player: the first of that name, or of that letter where no names are given.
pub fn seat_named<'p>(players: &'p [Player], name: &str) -> Option<&'p Seat> {
    players.iter().find(|player| name_of(player) == name).map(|player| &player.seat)
}

/// What a player is called in a command.
pub fn name_of(player: &Player) -> &str {
    player.name().unwrap_or(player.seat.as_str())
}

/// A homeworld with its number has the most.
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
        // A sign is no part of a number here.
        let number = text.parse().ok().filter(|_| !text.starts_with('+'));
        number.ok_or_else(|| CommandError::NoNumber(text.to_owned()))
    }
}

impl Command {
    /// The pieces that it names, and whether each comes from the bank.
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

/// Whether a line is a turn in which pieces have letters.
pub fn is_turn_of_lettered_pieces(line: &str) -> bool {
    /// Four players have so many pieces of each kind.
    const OF_EACH: u8 = 5;
    let mut has_letters = false;
    let mut parts = line.split(';').map(str::trim).filter(|part| !part.is_empty());
    parts.all(|part| {
        let command = parse(part, &[], OF_EACH);
        has_letters |= command.as_ref().is_ok_and(|command| !command.pieces().is_empty());
        part == OPEN || matches!(command, Ok(_) | Err(CommandError::NoPlayer(_)))
    }) && has_letters
}
