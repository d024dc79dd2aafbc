//! Reads and writes the line of a unit: `A: A Budapest`, `Ar cG Milan, Pavia`.

use std::fmt;
use std::ops::Range;

use smol_str::SmolStr;

use super::OnBoard;
use crate::model::{Piece, Seat, TerritoryRef};
use crate::systems::diplomacy::formats::njudge::cursor::indent;

/// Kinds of units, by letter.
const KINDS: [(char, &str); 6] =
    [('A', "army"), ('F', "fleet"), ('G', "garrison"), ('W', "wing"), ('T', "T"), ('R', "R")];

const UNITS: &str = "one of the units A F G W T R";

/// Special types of units, by letter.
const SPECIAL: [(char, &str); 3] = [('c', "citizen"), ('m', "mercenary"), ('p', "professional")];

/// Statuses of units, by mark.
const STATUSES: [(char, &str); 2] = [('m', "maintained"), ('r', "dislodged")];

/// Phrase for what is expected of a unit's line, and the byte offset in the line.
pub type Expected = (&'static str, usize);

/// A unit, with the spans of its places in the line.
pub struct Unit {
    /// The unit.
    pub piece: Piece,
    /// Span of its territory.
    pub territory: Range<usize>,
    /// Span of each retreat.
    pub retreats: Vec<Range<usize>>,
    /// Spans of places that the board at hand does not have.
    pub unresolved: Vec<Range<usize>>,
    /// Offset of the end of the text that was read.
    pub end: usize,
}

/// Reads a unit, with its places resolved on `board` where one is at hand. For other lines, returns what is expected at
/// which byte.
pub fn unit(line: &str, board: Option<&OnBoard>) -> Result<Unit, Expected> {
    let line = line.trim_end_matches([' ', '\t', '\r']);
    let mut chars = line.char_indices();
    let end = line.len();
    let (_, owner) = chars.next().ok_or(("a unit", end))?;
    if !owner.is_ascii_alphanumeric() && !matches!(owner, '&' | '=' | '?') {
        return Err(("the letter of a power", 0));
    }
    let (_, status) = chars.next().ok_or(("a colon or another status", end))?;
    chars.next().ok_or(("a blank in the third column", end))?;
    let (mut at, mut letter) = chars.next().ok_or(("the letter of a unit in the fourth column", end))?;
    let special = letter.is_ascii_lowercase().then_some(letter);
    if special.is_some() {
        (at, letter) = chars.next().ok_or(("the letter of a unit after its special type", end))?;
    }
    let kind = KINDS.iter().find(|(known, _)| *known == letter).ok_or((UNITS, at))?.1;
    let is_dislodged = status == 'r';
    let mut places = Places { line, board, unresolved: Vec::new() };
    let first = places.next(at + 1).ok_or(("a province after the unit", end))?;
    let mut end = first.1.end;
    let mut retreats = Vec::new();
    while is_dislodged && line[end..].trim_start_matches([' ', '\t']).starts_with(',') {
        end += indent(&line[end..]) + 1;
        let Some(retreat) = places.next(end) else { break };
        end = retreat.1.end;
        retreats.push(retreat);
    }
    let name = |table: &[(char, &'static str)], letter: char| {
        let known = table.iter().find(|(known, _)| *known == letter);
        known.map_or_else(|| letter.to_string(), |(_, name)| (*name).to_owned())
    };
    let (retreats, spans) = retreats.into_iter().unzip();
    let piece = Piece {
        player: Some(Seat::new(owner.to_ascii_uppercase().encode_utf8(&mut [0; 4]))),
        kind: SmolStr::new(kind),
        serial: None,
        territory: first.0,
        count: None,
        status: (status != ':').then(|| name(&STATUSES, status)),
        special: special.map(|special| name(&SPECIAL, special)),
        retreats,
    };
    Ok(Unit { piece, territory: first.1, retreats: spans, unresolved: places.unresolved, end })
}

struct Places<'t, 'b> {
    line: &'t str,
    board: Option<&'b OnBoard>,
    unresolved: Vec<Range<usize>>,
}

impl Places<'_, '_> {
    /// Reads the place at `at`: on a board its id, otherwise the text up to a comma.
    fn next(&mut self, at: usize) -> Option<(TerritoryRef, Range<usize>)> {
        let start = at + indent(&self.line[at..]);
        let rest = &self.line[start..];
        if let Some(board) = self.board
            && let Some(found) = board.names.find(rest)
        {
            return Some((board.names.place(found), start..start + found.end));
        }
        let text = rest.split(',').next().unwrap_or_default().trim_end_matches([' ', '\t']);
        if text.is_empty() {
            return None;
        }
        let span = start..start + text.len();
        if self.board.is_some() {
            self.unresolved.push(span.clone());
        }
        Some((TerritoryRef::new(text), span))
    }
}

/// Displays a unit as it is written.
pub struct WrittenUnit<'m>(pub &'m Piece, pub Option<&'m OnBoard>);

impl fmt::Display for WrittenUnit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrittenUnit(piece, board) = self;
        let place = |place: &TerritoryRef| board.map_or_else(|| place.to_string(), |board| board.spelled(place));
        let letter = |table: &[(char, &str)], name: &str| -> String {
            table
                .iter()
                .find(|(_, known)| *known == name)
                .map_or_else(|| name.to_owned(), |(letter, _)| (*letter).into())
        };
        let owner = piece.player.as_ref().map_or("", Seat::as_str);
        let status = piece.status.as_deref().map_or_else(|| ":".to_owned(), |status| letter(&STATUSES, status));
        let special = piece.special.as_deref().map_or_else(String::new, |special| letter(&SPECIAL, special));
        write!(f, "{owner}{status} {special}{} {}", letter(&KINDS, &piece.kind), place(&piece.territory))?;
        piece.retreats.iter().try_for_each(|retreat| write!(f, ", {}", place(retreat)))
    }
}

/// Checks whether a line can hold the kind, status, special type and retreats of a piece. The error has the field, and
/// what is expected of it.
pub fn can_be_written(piece: &Piece) -> Result<(), (&'static str, &'static str)> {
    let is_letter = |text: &str, wanted: fn(char) -> bool| {
        let mut chars = text.chars();
        chars.next().is_some_and(wanted) && chars.next().is_none()
    };
    let known = |table: &[(char, &str)], text: &str| table.iter().any(|(_, name)| *name == text);
    if !known(&KINDS, &piece.kind) {
        return Err(("kind", "the unit army, fleet, garrison, wing, T or R"));
    }
    let status = piece.status.as_deref();
    // A single letter that has a name would be read as that name.
    let is_other = |c: char| !matches!(c, ':' | 'm' | 'r' | '\n' | '\r');
    if status.is_some_and(|status| !known(&STATUSES, status) && !is_letter(status, is_other)) {
        return Err(("status", "the status maintained, dislodged or another single letter"));
    }
    let is_special = |c: char| c.is_ascii_lowercase() && !matches!(c, 'c' | 'm' | 'p');
    if piece.special.as_deref().is_some_and(|special| !known(&SPECIAL, special) && !is_letter(special, is_special)) {
        return Err(("special", "the special type citizen, mercenary, professional or another small letter"));
    }
    if status != Some("dislodged") && !piece.retreats.is_empty() {
        return Err(("retreats", "the status dislodged, or no retreats"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(text: &str) -> Result<String, Expected> {
        unit(text, None).map(|unit| WrittenUnit(&unit.piece, None).to_string())
    }

    #[test]
    fn units_are_written_as_they_are_read() {
        for text in [
            "A: A Budapest",
            "Am A Austria",
            "&m G Siena",
            "A: pA Tyrolea",
            "Fs cF Marseilles",
            "Fr F Lower Adriatic Sea, Croatia/sc, Istria",
            "1: W London",
            "R: F St Petersburg/south coast",
        ] {
            assert_eq!(round(text), Ok(text.to_owned()));
        }
        assert_eq!(round("a:\tABudapest  "), Ok("A: A Budapest".into()));
        assert_eq!(round("A: A Milan, Pavia"), Ok("A: A Milan".into()), "who is not dislodged does not retreat");
    }

    #[test]
    fn lines_that_are_none_say_what_was_expected() {
        for (text, expected) in [
            ("", ("a unit", 0)),
            ("#A A Paris", ("the letter of a power", 0)),
            ("A", ("a colon or another status", 1)),
            ("A:", ("a blank in the third column", 2)),
            ("A: ", ("a blank in the third column", 2)),
            ("A: X Paris", (UNITS, 3)),
            ("A: p", ("the letter of a unit after its special type", 4)),
            ("A: A", ("a province after the unit", 4)),
            ("A: A  ", ("a province after the unit", 4)),
        ] {
            assert_eq!(unit(text, None).err(), Some(expected), "{text}");
        }
    }
}
