//! The kind of value that a line holds, and the cost of having it in a slot.

use std::sync::LazyLock;

use super::event::Event;
use super::number::{Daynum, parse_integer, parse_short};
use super::read::parse_vote;
use super::slot::{Interrupted, PlayerLine, Slot};
use crate::model::secrets::TAKEN_OUT;
use crate::systems::global_war::rules::SEATS;

/// The kind of value that a line holds, judged by its text alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// Empty, or blanks only.
    Blank,
    /// A vote, in any spelling.
    Vote,
    /// A few letters, such as a board's own spelling of a vote.
    Word,
    /// A whole number.
    Integer(i32),
    /// A number with a point or an exponent.
    Real,
    /// A number with one character that does not belong in a number.
    Misprint,
    /// The replacement of a value that was redacted.
    TakenOut,
    /// The beginning of a line in which the file ends.
    Incomplete,
    /// Any other text.
    Text,
}

impl LineKind {
    /// Determines the kind of a line.
    pub fn of(line: &[u8]) -> LineKind {
        // Most lines are one digit, and most others are short numbers.
        if let [digit @ b'0'..=b'9'] = line {
            return LineKind::Integer(i32::from(digit - b'0'));
        }
        let trimmed = line.trim_ascii();
        if let Some(number) = parse_short(trimmed) {
            return LineKind::Integer(number);
        }
        let Some(first) = trimmed.first() else { return LineKind::Blank };
        let Ok(text) = std::str::from_utf8(trimmed) else { return LineKind::Text };
        let may_be_number = matches!(first, b'0'..=b'9' | b'+' | b'-' | b'.');
        if let Some(number) = parse_integer(text).filter(|_| may_be_number) {
            LineKind::Integer(number)
        } else if may_be_number && Daynum::parse(text).is_some() {
            LineKind::Real
        } else if parse_vote(text).is_some() {
            LineKind::Vote
        } else if text == TAKEN_OUT {
            LineKind::TakenOut
        } else if is_word(text) {
            LineKind::Word
        } else if is_misprint(text) {
            LineKind::Misprint
        } else {
            LineKind::Text
        }
    }
}

/// Returns whether a text may be a board's own spelling of a vote.
pub fn is_word(text: &str) -> bool {
    (1..=5).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Returns whether a text is a number except for one character.
fn is_misprint(text: &str) -> bool {
    let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'E' | ' ');
    let mut others = text.chars().filter(|&c| !is_of_number(c));
    // A control character is more likely a separator between two values.
    let is_one = others.next().is_none_or(|c| !c.is_control()) && others.next().is_none();
    is_one && text.contains(|c: char| c.is_ascii_digit())
}

/// The cost of a value that is impossible in its slot, in tenths of a nat, as all costs.
pub const MISFIT: i32 = 90;
/// The costs of a blank line in place of a number, and of a text (`TEXT_MISFIT`): a damaged byte rarely makes a line
/// blank.
const BLANK_MISFIT: i32 = 120;
const TEXT_MISFIT: i32 = 140;
/// The cost of a value that was redacted or is incomplete, in any slot.
const UNSEEN: i32 = 5;
/// The lowest and the highest cost (`RARE`) of a value that is possible in its slot: it is common there, or rare.
const USUAL: i32 = -20;
const RARE: i32 = 40;

/// Numbers above this are counted together; armies have them, owners do not.
const MAX_TALLIED: usize = 12;

/// How often a number is counted in advance that is hardly an owner.
const HARDLY: f64 = 0.02;

/// The values that are usual in a file, learned from the lines in their slots and beginning with those of any game.
#[derive(Debug, Clone)]
pub struct Habits {
    armies: [f64; MAX_TALLIED + 1],
    owners: [f64; MAX_TALLIED + 1],
    costs: [(i32, i32); MAX_TALLIED + 1],
    /// Whether daynums are written with a point or an exponent.
    has_real_daynums: bool,
}

impl Habits {
    /// Returns the usual values of any game, for a file with that many lines of reals.
    pub fn of_any(reals: usize) -> Habits {
        const ARMIES: [f64; MAX_TALLIED + 1] = [0.4, 2.6, 1.6, 1.2, 0.8, 0.6, 0.5, 0.4, 0.3, 0.3, 0.2, 0.2, 1.0];
        static ANY: LazyLock<Habits> = LazyLock::new(|| {
            let owners = std::array::from_fn(|n| if n <= SEATS { 1.4 } else { HARDLY });
            let mut habits =
                Habits { armies: ARMIES, owners, costs: [(0, 0); MAX_TALLIED + 1], has_real_daynums: false };
            habits.weigh();
            habits
        });
        Habits { has_real_daynums: reals >= 2, ..ANY.clone() }
    }

    /// Takes it that hardly any country belongs to an empty seat.
    pub fn with_empty_seats(mut self, is_empty: [bool; SEATS]) -> Habits {
        for (tally, _) in self.owners[1..].iter_mut().zip(is_empty).filter(|(_, is_empty)| *is_empty) {
            *tally = HARDLY;
        }
        self.weigh();
        self
    }

    /// Learns from the numbers of armies and the owners of a file.
    pub fn learn(&mut self, armies: impl Iterator<Item = i32>, owners: impl Iterator<Item = i32>) {
        for (tally, numbers) in [
            (&mut self.armies, &mut armies.into_iter() as &mut dyn Iterator<Item = i32>),
            (&mut self.owners, &mut owners.into_iter()),
        ] {
            for number in numbers {
                tally[bucket(number)] += 1.0;
            }
        }
        self.weigh();
    }

    fn weigh(&mut self) {
        let (all_armies, all_owners) = (self.armies.iter().sum::<f64>(), self.owners.iter().sum::<f64>());
        for (n, cost) in self.costs.iter_mut().enumerate() {
            let (armies, owners) = (self.armies[n] / all_armies, self.owners[n] / all_owners);
            let either = (armies + owners) / 2.0;
            let tenths = |p: f64| ((-10.0 * (p / either).ln()).round() as i32).clamp(USUAL, RARE);
            *cost = (tenths(armies), tenths(owners));
        }
    }

    /// Returns the cost of a kind of line in a slot: the higher, the less it suits the slot.
    pub fn cost(&self, kind: LineKind, slot: Slot) -> i32 {
        use LineKind::*;
        if matches!(kind, TakenOut | Incomplete) {
            return UNSEEN;
        }
        match slot {
            Slot::Player(_, PlayerLine::Name) => match kind {
                Text => 0,
                Word | Misprint | TakenOut | Incomplete => 5,
                Vote => 60,
                Integer(_) => 60,
                Blank => 60,
                Real => MISFIT,
            },
            Slot::Player(_, PlayerLine::Vote) => match kind {
                Vote => -10,
                Word => 40,
                Text => 80,
                Blank => BLANK_MISFIT,
                _ => MISFIT,
            },
            Slot::EventDay | Slot::Player(_, PlayerLine::LastMoved) => match kind {
                Real => 0,
                Integer(_) if self.has_real_daynums => 70,
                Integer(_) => 5,
                Blank => BLANK_MISFIT,
                _ => MISFIT,
            },
            Slot::Password(_) => match kind {
                Blank => 0,
                Text | Word | Misprint | TakenOut | Incomplete => 10,
                Vote => 20,
                Integer(n) if (0..10).contains(&n) => 60,
                Integer(_) => 30,
                Real => 60,
            },
            Slot::MoreLine(_) => 10,
            _ => match kind {
                Integer(number) => self.cost_of_number(number, slot),
                Blank => BLANK_MISFIT,
                Text => TEXT_MISFIT,
                _ => MISFIT,
            },
        }
    }

    fn cost_of_number(&self, number: i32, slot: Slot) -> i32 {
        let within =
            |range: std::ops::RangeInclusive<i32>, otherwise| if range.contains(&number) { 0 } else { otherwise };
        match slot {
            Slot::Event if Event::from_number(number).is_some() => 0,
            Slot::Event => 60,
            Slot::Interruption(Interrupted::Player) => within(1..=6, 60),
            Slot::Interruption(Interrupted::Activity) => within(0..=3, 60),
            Slot::Interruption(Interrupted::Map) => within(1..=7, 60),
            Slot::Interruption(Interrupted::ArmiesToDeploy) => within(0..=500, 40),
            Slot::Player(..) => match number {
                0..=5 => 3 * number - 5,
                6..=255 => 30,
                _ => 70,
            },
            Slot::CommendationSets => within(0..=60, 40),
            Slot::Armies(_) => match number {
                0..=32_767 => self.costs[bucket(number)].0,
                _ => 60,
            },
            Slot::Owner(_) => match number {
                0..=6 => self.costs[bucket(number)].1,
                _ => MISFIT,
            },
            _ => 10,
        }
    }
}

fn bucket(number: i32) -> usize {
    usize::try_from(number).map_or(0, |n| n.min(MAX_TALLIED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_by_their_look() {
        for (line, kind) in [
            ("  ", LineKind::Blank),
            ("T", LineKind::Vote),
            ("false", LineKind::Vote),
            ("Y", LineKind::Word),
            (" 007 ", LineKind::Integer(7)),
            (" 1.6716039000E+03", LineKind::Real),
            ("3O", LineKind::Misprint),
            ("1.67x", LineKind::Misprint),
            ("BOB SMITH", LineKind::Text),
            ("1\r2", LineKind::Text),
        ] {
            assert_eq!(LineKind::of(line.as_bytes()), kind, "{line:?}");
        }
        assert_eq!(LineKind::of(b"J\x94RG"), LineKind::Text);
    }

    #[test]
    fn what_a_file_has_often_is_learned() {
        let mut habits = Habits::of_any(7);
        let (armies, owner) = (Slot::Armies(0), Slot::Owner(0));
        assert!(habits.cost(LineKind::Integer(20), armies) < 0);
        assert_eq!(habits.cost(LineKind::Integer(20), owner), MISFIT);
        habits.learn(std::iter::repeat_n(1, 40), std::iter::repeat_n(2, 40));
        assert!(habits.cost(LineKind::Integer(1), armies) < 0 && habits.cost(LineKind::Integer(1), owner) > 10);
        assert!(habits.cost(LineKind::Integer(2), owner) < 0 && habits.cost(LineKind::Integer(2), armies) > 10);
    }
}
