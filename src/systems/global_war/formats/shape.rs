//! Whether lines have the shape of a file: which of them are numbers, and where the votes stand.

use super::kind::LineKind;
use super::slot::{PlayerLine, Slot};

/// How many lines are of the kind that their place asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shape {
    /// Lines where a vote should stand.
    pub vote_lines: usize,
    /// Votes among them.
    pub votes: usize,
    /// Words among them that may be a board's own idea of a vote: a few letters, no number.
    pub words: usize,
    /// Lines where a number should stand.
    pub number_lines: usize,
    /// Numbers among them.
    pub numbers: usize,
}

impl Shape {
    /// Looks at the lines of a file, each with what it should be about.
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

    /// Looks at the lines of a file that stand where they should.
    pub fn in_place(kinds: impl Iterator<Item = LineKind>, recovery: bool) -> Shape {
        Shape::of(Slot::all(recovery).zip(kinds))
    }

    /// Whether this may be such a file, odd or damaged: votes of some kind, and numbers in most of their places. Of a
    /// file that is cut off before the first vote nothing but its numbers can tell.
    pub fn is_possible(&self) -> bool {
        if self.vote_lines == 0 {
            self.number_lines > 0 && self.numbers == self.number_lines
        } else {
            self.words > 0 && self.numbers * 2 > self.number_lines
        }
    }

    /// How sure it is that this is such a file, 1 to 100, or that it is none.
    pub fn confidence(&self) -> Option<u8> {
        let most = |part: usize, whole: usize| part * 10 >= whole * 8;
        match *self {
            _ if !self.is_possible() => None,
            Shape { vote_lines: 0, .. } => None,
            Shape { votes, vote_lines, .. } if votes == vote_lines && most(self.numbers, self.number_lines) => Some(95),
            Shape { votes, vote_lines, .. } if votes * 2 >= vote_lines => Some(80),
            // Numbers alone are no sign: those of a .REC stand in nearly the same places as those of a .DAT.
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
        let line = |slot| match slot {
            Slot::Player(_, PlayerLine::Vote) => vote.to_owned(),
            Slot::Player(_, PlayerLine::Name) | Slot::Password(_) => "BOB".to_owned(),
            _ => number.to_owned(),
        };
        Slot::all(false).map(line).collect()
    }

    fn shape(lines: &[String], recovery: bool) -> Shape {
        Shape::in_place(lines.iter().map(|line| LineKind::of(line.as_bytes())), recovery)
    }

    fn confidence(vote: &str, number: &str, recovery: bool) -> Option<u8> {
        shape(&lines(vote, number), recovery).confidence()
    }

    #[test]
    fn votes_and_numbers_in_their_places_tell() {
        assert_eq!(confidence("T", "1", false), Some(95));
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
