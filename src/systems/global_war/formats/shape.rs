//! Checks whether lines have the shape of a file, by the positions of its numbers and votes.

use super::kind::LineKind;
use super::slot::{PlayerLine, Slot};

/// The confidence that a file with all its votes and most numbers in their places is of a format, from 1 to 100.
pub const SURE: u8 = 95;

/// Counts of the lines whose kind suits their slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shape {
    /// The lines in slots of votes.
    pub vote_lines: usize,
    /// The votes in these lines.
    pub votes: usize,
    /// The votes in these lines, with words that may be a board's own spelling of a vote: a few letters, no number.
    pub words: usize,
    /// The lines in slots of numbers.
    pub number_lines: usize,
    /// The numbers in these lines.
    pub numbers: usize,
}

impl Shape {
    /// Counts lines, each given with its slot.
    pub fn of(lines: impl Iterator<Item = (Slot, LineKind)>) -> Shape {
        let mut shape = Shape::default();
        for (slot, kind) in lines {
            let is_number = match slot {
                Slot::Player(_, PlayerLine::Vote) => {
                    shape.vote_lines += 1;
                    shape.votes += usize::from(kind == LineKind::Vote);
                    shape.words += usize::from(matches!(kind, LineKind::Vote | LineKind::Word | LineKind::TakenOut));
                    continue;
                }
                Slot::Player(_, PlayerLine::Name) | Slot::Password(_) | Slot::Fortifications | Slot::MoreLine(_) => {
                    continue;
                }
                Slot::EventDay | Slot::Player(_, PlayerLine::LastMoved) => {
                    matches!(kind, LineKind::Integer(_) | LineKind::Real)
                }
                _ => matches!(kind, LineKind::Integer(_)),
            };
            shape.number_lines += 1;
            shape.numbers += usize::from(is_number);
        }
        shape
    }

    /// Counts lines as if all of them were in their places.
    pub fn in_place(kinds: impl Iterator<Item = LineKind>, recovery: bool) -> Shape {
        Shape::of(Slot::all(recovery).iter().copied().zip(kinds))
    }

    /// Returns whether this may be such a file, possibly odd or damaged: it has votes of some kind, and numbers in most
    /// of their places. A file that is cut off before the first vote can be judged by its numbers only.
    pub fn is_possible(&self) -> bool {
        if self.vote_lines == 0 {
            self.number_lines > 0 && self.numbers == self.number_lines
        } else {
            self.words > 0 && self.numbers * 2 > self.number_lines
        }
    }

    /// Returns the confidence that this is such a file, 1 to 100; `None` if it is not.
    pub fn confidence(&self) -> Option<u8> {
        let most = |part: usize, whole: usize| part * 10 >= whole * 8;
        match *self {
            _ if !self.is_possible() => None,
            Shape { vote_lines: 0, .. } => None,
            Shape { votes, vote_lines, .. } if votes == vote_lines && most(self.numbers, self.number_lines) => {
                Some(SURE)
            }
            Shape { votes, vote_lines, .. } if votes * 2 >= vote_lines => Some(80),
            // Numbers alone are not enough: those of a .REC are in nearly the same places as those of a .DAT.
            Shape { votes: 0, words, vote_lines, .. } if words < vote_lines => Some(40),
            _ if most(self.numbers, self.number_lines) => Some(60),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(vote: &str, number: &str) -> Vec<String> {
        let line = |slot: &Slot| match slot {
            Slot::Player(_, PlayerLine::Vote) => vote.to_owned(),
            Slot::Player(_, PlayerLine::Name) | Slot::Password(_) => "BOB".to_owned(),
            _ => number.to_owned(),
        };
        Slot::all(false).iter().map(line).collect()
    }

    fn shape(lines: &[String], recovery: bool) -> Shape {
        Shape::in_place(lines.iter().map(|line| LineKind::of(line.as_bytes())), recovery)
    }

    fn confidence(vote: &str, number: &str, recovery: bool) -> Option<u8> {
        shape(&lines(vote, number), recovery).confidence()
    }

    #[test]
    fn votes_and_numbers_in_their_places_tell() {
        assert_eq!(confidence("T", "1", false), Some(SURE));
        assert_eq!(confidence("Y", "1", false), Some(60), "a board that votes Y and N");
        assert_eq!(confidence("T", "x", false), None, "a text");
        assert_eq!(confidence("1", "1", false), None, "numbers alone");
        assert_eq!(confidence("T", "1", true), None, "a .DAT is no .REC");
    }

    #[test]
    fn a_few_odd_lines_change_nothing() {
        let mut odd = lines("T", "1");
        (odd[0], odd[1], odd[3]) = ("??".into(), "NaN".into(), "Q".into());
        assert_eq!(shape(&odd, false).confidence(), Some(80));
    }
}
