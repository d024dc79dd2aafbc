//! The sentences of a log, without the player's name at their beginning.

use std::fmt::Write as _;

use crate::model::{Action, ActionKind, PieceName, TerritoryRef};
use crate::systems::homeworlds::formats::systems::Systems;
use crate::systems::homeworlds::formats::words::{name, ship_given};
use crate::systems::homeworlds::rules::{Colour, Piece};

/// The meaning of a sentence.
#[derive(Debug, Clone, PartialEq)]
pub enum Sentence<'t> {
    /// A homeworld is set up with a ship and two stars.
    Homeworld(PieceName, [PieceName; 2]),
    /// A ship is built in a system.
    Build(PieceName, &'t str),
    /// A ship is traded for another in a system.
    Trade(PieceName, PieceName, &'t str),
    /// A ship moves; the text gives the origin and the destination, see [`places`].
    Move(PieceName, &'t str),
    /// A star is discovered, and the system named.
    Discover(PieceName, &'t str),
    /// A ship is captured in a system.
    Capture(PieceName, &'t str),
    /// A ship is sacrificed in a system.
    Sacrifice(PieceName, &'t str),
    /// A colour has a catastrophe in a system.
    Catastrophe(Colour, &'t str),
    /// The turn ends.
    End,
    /// The turn is restarted.
    Restart,
    /// The player concedes.
    Concede,
    /// The player is eliminated.
    Eliminated,
    /// A draw is offered, accepted, cancelled or possible.
    Draw(&'t str),
}

/// A function that makes a sentence of a piece and the text after it.
type OfPiece<'t> = fn(PieceName, &'t str) -> Sentence<'t>;

/// The reason why text is not a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentenceError<'t> {
    /// The text resembles no sentence of a log.
    Nothing,
    /// The text is not a piece.
    NoPiece(&'t str),
    /// The text is not a colour.
    NoColour(&'t str),
    /// The name belongs to neither player.
    NoPlayer(&'t str),
}

/// Sentences without variable parts.
pub const END: &str = "ends their turn";
const RESTART: &str = "restarts their turn";
const CONCEDE: &str = "concedes the game";
const ELIMINATED: &str = "has no ships in their homeworld and is eliminated";
/// Sentences about a draw.
const DRAWS: [&str; 4] = ["offers a draw", "accepts the draw", "cancels draw offer", "may declare a draw"];

const HOMEWORLD: [&str; 4] = ["establishes a homeworld with a ", " ship at ", " and ", " binary stars"];
const BUILD: [&str; 2] = ["builds a ", IN];
const TRADE: [&str; 3] = ["trades a ", " ship for a ", IN];
const MOVE: [&str; 3] = ["moves a ", " ship from ", " to "];
const DISCOVER: [&str; 2] = ["discovers a ", " system named "];
const CAPTURE: [&str; 2] = ["captures a ", IN];
const SACRIFICE: [&str; 2] = ["sacrifices a ", IN];
const CATASTROPHE: [&str; 2] = ["triggers a ", " catastrophe in "];
const IN: &str = " ship in ";

/// Returns whether a text is a sentence about a draw.
pub fn is_draw(text: &str) -> bool {
    DRAWS.contains(&text)
}

/// Returns whether a text that was not understood may be a sentence whose meaning depends on the lines around it.
pub fn may_be_one(text: &str) -> bool {
    text.contains(DISCOVER[0]) || text.strip_suffix('.').is_some_and(|text| text.ends_with(END))
}

/// Parses the text after a name; [`SentenceError::Nothing`] if it begins like no sentence.
pub fn read<'t>(text: &'t str) -> Result<Sentence<'t>, SentenceError<'t>> {
    let text = text.strip_suffix('.').ok_or(SentenceError::Nothing)?;
    match text {
        END => return Ok(Sentence::End),
        RESTART => return Ok(Sentence::Restart),
        CONCEDE => return Ok(Sentence::Concede),
        ELIMINATED => return Ok(Sentence::Eliminated),
        _ if is_draw(text) => return Ok(Sentence::Draw(text)),
        _ => {}
    }
    if let Some([ship, one, other]) = parts(text, HOMEWORLD) {
        let other = other.strip_suffix(HOMEWORLD[3]).ok_or(SentenceError::Nothing)?;
        return Ok(Sentence::Homeworld(piece(ship)?, [piece(one)?, piece(other)?]));
    }
    if let Some([ship, becomes, at]) = parts(text, TRADE) {
        return Ok(Sentence::Trade(piece(ship)?, piece(becomes)?, at));
    }
    if let Some([colour, at]) = parts(text, CATASTROPHE) {
        return Colour::parse(colour)
            .map(|colour| Sentence::Catastrophe(colour, at))
            .ok_or(SentenceError::NoColour(colour));
    }
    let of_a_piece: [([&str; 2], OfPiece<'t>); 5] = [
        (BUILD, Sentence::Build),
        ([MOVE[0], MOVE[1]], Sentence::Move),
        (DISCOVER, Sentence::Discover),
        (CAPTURE, Sentence::Capture),
        (SACRIFICE, Sentence::Sacrifice),
    ];
    for (words, make) in of_a_piece {
        if let Some([word, rest]) = parts(text, words) {
            return Ok(make(piece(word)?, rest));
        }
    }
    Err(SentenceError::Nothing)
}

/// Returns the variable parts between the words of a sentence and after the last of them; `None` if any of them is
/// empty.
fn parts<'t, const W: usize, const N: usize>(text: &'t str, words: [&str; W]) -> Option<[&'t str; N]> {
    let mut rest = text.strip_prefix(words[0])?;
    let mut found = [""; N];
    for (index, part) in found.iter_mut().enumerate() {
        *part = match words.get(index + 1).filter(|_| index + 1 < N) {
            Some(word) => {
                let (part, behind) = rest.split_once(word)?;
                rest = behind;
                part
            }
            None => rest,
        };
    }
    found.iter().all(|part| !part.is_empty()).then_some(found)
}

fn piece(word: &str) -> Result<PieceName, SentenceError<'_>> {
    Piece::parse(word).map(name).ok_or(SentenceError::NoPiece(word))
}

/// Splits a move into its origin and destination. Names may contain ` to `, so names of known systems are preferred.
pub fn places<'t>(text: &'t str, systems: &Systems) -> Option<(&'t str, &'t str)> {
    // More separators than any name contains.
    const MAX_SEPARATORS: usize = 8;
    let split = |(at, to): (usize, &str)| (&text[..at], &text[at + to.len()..]);
    let are_there = |(from, to): &(&str, &str)| !from.is_empty() && !to.is_empty();
    let all = || text.match_indices(MOVE[2]).take(MAX_SEPARATORS).map(split).filter(are_there);
    all()
        .find(|(from, to)| systems.knows(from) && systems.knows(to))
        .or_else(|| all().find(|(from, _)| systems.knows(from)))
        .or_else(|| all().next())
}

/// Returns the origin of a move to the system that was just discovered.
pub fn origin<'t>(text: &'t str, to: &str) -> Option<&'t str> {
    text.strip_suffix(to)?.strip_suffix(MOVE[2]).filter(|from| !from.is_empty())
}

/// Writes the sentence of an action without the player's name; the second line of a discovery is [`arrival`]. Writes
/// nothing if no sentence expresses the action.
pub fn write(action: &Action, systems: &Systems, out: &mut String) {
    let named = |place: &TerritoryRef| systems.name_of(place).unwrap_or(place.as_str()).to_owned();
    // Writing to a String cannot fail.
    let _ = match &action.kind {
        ActionKind::Setup { stars, piece, .. } => {
            let star = |index: usize| stars.get(index).and_then(|star| star.as_ref()).map_or("", |star| &star.0);
            let [begin, at, and, end] = HOMEWORLD;
            write!(out, "{begin}{}{at}{}{and}{}{end}", piece.0, star(0), star(1))
        }
        ActionKind::Build { piece, at } => {
            let piece = piece.as_ref().map_or("", |piece| &piece.0);
            write!(out, "{}{piece}{}{}", BUILD[0], BUILD[1], named(at))
        }
        ActionKind::Exchange { at, gives, becomes } => {
            let ship = ship_given(gives).map_or("", |ship| &ship.0);
            write!(out, "{}{ship}{}{}{}{}", TRADE[0], TRADE[1], becomes.0, TRADE[2], named(at))
        }
        ActionKind::Move { piece, from, to, .. } => {
            let piece = piece.as_ref().map_or("", |piece| &piece.0);
            write!(out, "{}{piece}{}{}{}{}", MOVE[0], MOVE[1], named(from), MOVE[2], named(to))
        }
        ActionKind::Discover { star, to, name, .. } => {
            write!(out, "{}{}{}{}", DISCOVER[0], star.0, DISCOVER[1], name.as_deref().unwrap_or(to.as_str()))
        }
        ActionKind::Capture { piece, at, .. } => write!(out, "{}{}{}{}", CAPTURE[0], piece.0, CAPTURE[1], named(at)),
        ActionKind::Sacrifice { piece, at } => {
            write!(out, "{}{}{}{}", SACRIFICE[0], piece.0, SACRIFICE[1], named(at))
        }
        ActionKind::Catastrophe { at, colour } => {
            let word = Colour::parse(&colour.0).map_or("", Colour::word);
            let (first, rest) = word.split_at_checked(1).unwrap_or_default();
            let (begin, then) = (CATASTROPHE[0], CATASTROPHE[1]);
            write!(out, "{begin}{}{rest}{then}{}", first.to_ascii_uppercase(), named(at))
        }
        ActionKind::Restart => out.write_str(RESTART),
        ActionKind::Resign => out.write_str(CONCEDE),
        ActionKind::Eliminate => out.write_str(ELIMINATED),
        _ => Ok(()),
    };
    out.push('.');
}

/// Writes the second line of a discovery without the player's name.
pub fn arrival(piece: &PieceName, from: &str, to: &str, out: &mut String) {
    let _ = write!(out, "{}{}{}{from}{}{to}.", MOVE[0], piece.0, MOVE[1], MOVE[2]);
}
