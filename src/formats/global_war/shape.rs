//! Whether lines have the shape of a file: which of them are numbers, and where the votes stand.

use super::number::{Daynum, parse_integer};
use super::read::{blanks_off, parse_vote};
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

/// Whether a text may be a board's own idea of a vote.
pub fn is_word(text: &str) -> bool {
    (1..=5).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphabetic())
}

impl Shape {
    /// Looks at the lines of a file.
    pub fn of<'t>(lines: impl Iterator<Item = &'t str>, recovery: bool) -> Shape {
        let mut shape = Shape::default();
        for (index, line) in lines.take(Slot::count(recovery)).enumerate() {
            let text = blanks_off(line);
            let is_number = match Slot::of_line(index, recovery) {
                Slot::Player(_, PlayerLine::Vote) => {
                    shape.vote_lines += 1;
                    shape.votes += usize::from(parse_vote(text).is_some());
                    shape.words += usize::from(is_word(text));
                    continue;
                }
                Slot::Player(_, PlayerLine::Name) | Slot::Password(_) | Slot::MoreLine(_) => continue,
                Slot::EventDay | Slot::Player(_, PlayerLine::LastMoved) => Daynum::parse(text).is_some(),
                _ => parse_integer(text).is_some(),
            };
            shape.number_lines += 1;
            shape.numbers += usize::from(is_number);
        }
        shape
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
            _ if most(self.numbers, self.number_lines) => Some(60),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(vote: &str, number: &str) -> Vec<String> {
        let line = |index| match Slot::of_line(index, false) {
            Slot::Player(_, PlayerLine::Vote) => vote.to_owned(),
            Slot::Player(_, PlayerLine::Name) | Slot::Password(_) => "BOB".to_owned(),
            _ => number.to_owned(),
        };
        (0..126).map(line).collect()
    }

    fn confidence(vote: &str, number: &str, recovery: bool) -> Option<u8> {
        Shape::of(lines(vote, number).iter().map(String::as_str), recovery).confidence()
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
        assert_eq!(Shape::of(odd.iter().map(String::as_str), false).confidence(), Some(80));
    }
}
