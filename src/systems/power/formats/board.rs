//! Reads and writes folded boards: the pieces on each of the 61 sectors, with slashes between the sectors.

use std::borrow::Cow;
use std::ops::Range;

use smol_str::SmolStr;

use super::command::{BadStack, stack, write_count};
use crate::model::{Element, Piece, Position};
use crate::systems::power::rules::{Colour, Kind, Sector};
use crate::text::diagnostic::MAX_FINDINGS;

/// The fewest slashes in a row that are packed into a number.
const PACKED: usize = 4;

/// An error in a text that should be a board, with its span.
#[derive(Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The number of fields, which differs from 61.
    Fields(u64),
    /// A field has text other than pieces.
    Stack(BadStack, Range<usize>),
    /// Brackets without a number.
    Packing(Range<usize>),
}

/// A board, with the span of each of its pieces in the text.
#[derive(Debug, Default)]
pub struct Board {
    pub position: Position,
    pub places: Vec<Range<usize>>,
    /// Whether slashes are packed.
    pub is_packed: bool,
}

/// Reads a board; blanks and small letters are accepted.
pub fn parse(text: &str) -> Result<Board, Vec<BoardError>> {
    let mut board = Board::default();
    let mut errors = Vec::new();
    let mut has_template = false;
    let mut field: u64 = 0;
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        let length = text.bytes().skip(at).take_while(|byte| !matches!(byte, b'/' | b'[' | b',')).count().max(1);
        let span = at..at + length;
        at = span.end;
        match byte {
            b'/' => field = field.saturating_add(1),
            b',' => {}
            b'[' => {
                let end = text.bytes().skip(at).position(|byte| byte == b']').map(|offset| at + offset);
                let number = end.and_then(|end| text.get(span.start + 1..end)?.trim().parse::<u64>().ok());
                match number.zip(end) {
                    Some((number, end)) => {
                        field = field.saturating_add(number);
                        at = end + 1;
                        board.is_packed = true;
                    }
                    // Without the number, the fields after it cannot be told.
                    None => {
                        errors.push(BoardError::Packing(span));
                        return Err(errors);
                    }
                }
            }
            _ => {
                let raw = text.get(span.clone()).unwrap_or_default();
                let sector = usize::try_from(field).ok().and_then(Sector::of_index);
                let Some(clean) = cleaned(raw) else { continue };
                let place = trimmed(raw, span.start);
                let bad = match (stack(&clean), sector) {
                    (Ok((count, Some(colour), kind)), Some(sector)) => {
                        board.position.pieces.push(Element::Known(piece(count, colour, kind, sector)));
                        board.places.push(place);
                        continue;
                    }
                    // Too many fields are reported once.
                    (Ok((_, Some(_), _)), None) => continue,
                    (Ok(_), _) => BadStack::Piece,
                    (Err(bad), _) => bad,
                };
                // A template has X everywhere, which is reported once.
                let is_said = bad == BadStack::Template && std::mem::replace(&mut has_template, true);
                if !is_said && errors.len() < MAX_FINDINGS {
                    errors.push(BoardError::Stack(bad, place));
                }
            }
        }
    }
    if field.saturating_add(1) != Sector::COUNT as u64 {
        errors.insert(0, BoardError::Fields(field.saturating_add(1)));
    }
    if errors.is_empty() { Ok(board) } else { Err(errors) }
}

fn piece(count: u64, colour: Colour, kind: Kind, sector: Sector) -> Piece {
    Piece {
        player: Some(colour.seat()),
        kind: SmolStr::new_static(kind.name()),
        territory: sector.place(),
        count: u32::try_from(count).ok().filter(|&count| count != 1),
        ..Piece::default()
    }
}

/// Returns a stack without blanks, in capital letters; `None` if it is blank.
fn cleaned(raw: &str) -> Option<Cow<'_, str>> {
    let is_clean = raw.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    if is_clean {
        return Some(raw.into());
    }
    let clean = super::scan::cleaned(raw);
    (!clean.is_empty()).then(|| clean.into())
}

fn trimmed(raw: &str, at: usize) -> Range<usize> {
    let start = at + raw.len() - raw.trim_start().len();
    start..start + raw.trim().len()
}

/// Returns the sector of a piece; `None` if it is not on the board of Power.
pub fn sector_of(piece: &Piece) -> Option<Sector> {
    Sector::of_place(&piece.territory)
}

/// Writes a position whose pieces are in the order of the fields.
pub fn write(position: &Position, packed: bool, out: &mut String) {
    let mut field = 0;
    let mut is_first = true;
    for piece in position.pieces.iter().filter_map(Element::known) {
        let sector = sector_of(piece).map_or(field, Sector::index);
        if sector > field {
            slashes(sector - field, packed, out);
            field = sector;
        } else if !is_first {
            out.push(',');
        }
        is_first = false;
        write_count(u64::from(piece.count.unwrap_or(1)), out);
        out.extend(piece.player.as_ref().and_then(Colour::of_seat).map(Colour::letter));
        out.extend(Kind::of_name(&piece.kind).map(Kind::letter));
    }
    slashes(Sector::COUNT - 1 - field, packed, out);
}

fn slashes(count: usize, packed: bool, out: &mut String) {
    if packed && count >= PACKED {
        out.push_str(&format!("[{count}]"));
    } else {
        out.extend(std::iter::repeat_n('/', count));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "//2YI,2YT,2YF,2YD,YV////2KI,2KT,2KF,2KD,KV\
        ////////////////////////////////////////////////2RI,2RT,2RF,2RD,RV////2AI,2AT,2AF,2AD,AV//";

    fn written(text: &str, packed: bool) -> String {
        let mut out = String::new();
        write(&parse(text).unwrap().position, packed, &mut out);
        out
    }

    #[test]
    fn boards_come_back() {
        let empty = "/".repeat(60);
        assert_eq!((written(START, false).as_str(), written(&empty, false)), (START, empty.clone()));
        assert_eq!((written("[60]", false), written(&empty, true)), (empty, "[60]".into()));
        let packed = written(START, true);
        assert_eq!(packed, "//2YI,2YT,2YF,2YD,YV[4]2KI,2KT,2KF,2KD,KV[48]2RI,2RT,2RF,2RD,RV[4]2AI,2AT,2AF,2AD,AV//");
        assert_eq!(written(&packed, false), START);
        assert_eq!(written("1yi , 2 yt,,[58]//kp", false), format!("YI,2YT{}KP", "/".repeat(60)));
    }

    #[test]
    fn what_is_no_board_is_refused_with_the_place() {
        let errors = |text: &str| parse(text).unwrap_err();
        assert_eq!(errors(&"/".repeat(59)), [BoardError::Fields(60)]);
        assert_eq!(errors(&"/".repeat(61)), [BoardError::Fields(62)]);
        assert_eq!(errors("[999999999]"), [BoardError::Fields(1_000_000_000)]);
        assert_eq!(errors("[18446744073709551615]/"), [BoardError::Fields(u64::MAX)]);
        assert_eq!(errors("[60"), [BoardError::Packing(0..1)]);
        assert_eq!(errors("YI[99999999999999999999]"), [BoardError::Packing(2..3)]);
        let stack = |text: &str| errors(&format!("{text}[60]"));
        assert_eq!(stack("2XI"), [BoardError::Stack(BadStack::Template, 0..3)]);
        assert_eq!(stack("YI,0YT"), [BoardError::Stack(BadStack::Count, 3..6)]);
        assert_eq!(stack("1000000000000YT"), [BoardError::Stack(BadStack::Count, 0..15)]);
        assert_eq!(stack("2I"), [BoardError::Stack(BadStack::Piece, 0..2)]);
        assert_eq!(stack("2YÜ"), [BoardError::Stack(BadStack::Piece, 0..4)]);
    }
}
