//! The style of numbers, votes and names in a file.

use super::number::{IntegerStyle, IntegerSurvey, Padding, PaddingSurvey, RealStyle};
use super::slot::Slot;

/// The style of a whole file. The default is that of Turbo Pascal, in which the game was almost certainly written.
#[derive(Debug, Clone, PartialEq)]
pub struct Style {
    /// The line end.
    pub line_end: &'static str,
    /// The style of whole numbers in each column.
    pub integers: [IntegerStyle; COLUMNS],
    /// The padding of reals.
    pub reals: Padding,
    /// The style of reals.
    pub real: RealStyle,
    /// The padding of votes.
    pub votes: Padding,
    /// The spelling of votes: for true, and for false.
    pub vote: (&'static str, &'static str),
    /// The padding of names.
    pub names: Padding,
    /// The padding of passwords.
    pub passwords: Padding,
}

/// The known spellings of a vote: for true, and for false.
pub const VOTES: [(&str, &str); 5] = [("T", "F"), ("t", "f"), ("TRUE", "FALSE"), ("true", "false"), ("True", "False")];

/// The number of columns of whole numbers. A column holds the values of one kind, which one statement of the program
/// writes.
const COLUMNS: usize = 6;

/// Returns the column of a slot with a whole number.
fn column(slot: Slot) -> usize {
    match slot {
        Slot::Interruption(_) => 0,
        Slot::Event => 1,
        Slot::Player(..) => 2,
        Slot::Armies(_) => 3,
        Slot::Owner(_) => 4,
        _ => 5,
    }
}

impl Style {
    /// Returns the style of the whole number in a slot.
    pub fn integer(&self, slot: Slot) -> &IntegerStyle {
        &self.integers[column(slot)]
    }
}

impl Default for Style {
    fn default() -> Self {
        Style {
            line_end: "\r\n",
            integers: [IntegerStyle::default(); COLUMNS],
            reals: Padding { lead: 1, right: 17, ..Padding::default() },
            real: RealStyle::TURBO_PASCAL,
            votes: Padding::default(),
            vote: VOTES[0],
            names: Padding::default(),
            passwords: Padding::default(),
        }
    }
}

/// Statistics on how a file writes its values, collected while they are read.
pub struct Survey {
    integers: [IntegerSurvey; COLUMNS],
    pub reals: PaddingSurvey,
    pub votes: PaddingSurvey,
    pub names: PaddingSurvey,
    pub passwords: PaddingSurvey,
    real_styles: Vec<(RealStyle, usize)>,
    vote_styles: [usize; VOTES.len()],
}

impl Survey {
    /// Returns a survey that has seen no value.
    pub fn new() -> Self {
        let none = PaddingSurvey::new();
        Survey {
            integers: [IntegerSurvey::new(); COLUMNS],
            reals: none,
            votes: none,
            names: none,
            passwords: none,
            real_styles: Vec::new(),
            vote_styles: [0; VOTES.len()],
        }
    }

    /// Counts a whole number.
    pub fn see_integer(&mut self, slot: Slot, line: &str, text: &str) {
        self.integers[column(slot)].see(line, text);
    }

    /// Counts a real number, given without its blanks.
    pub fn see_real(&mut self, text: &str) {
        let style = RealStyle::of(text);
        match self.real_styles.iter_mut().find(|(seen, _)| *seen == style) {
            Some((_, count)) => *count += 1,
            None => self.real_styles.push((style, 1)),
        }
    }

    /// Counts a vote.
    pub fn see_vote(&mut self, text: &str) {
        if let Some(i) = VOTES.iter().position(|&(yes, no)| text == yes || text == no) {
            self.vote_styles[i] += 1;
        }
    }

    /// Returns the style that explains the survey.
    pub fn style(&self, line_end: &'static str) -> Style {
        let default = Style::default();
        let usual = self.integers.iter().fold(IntegerSurvey::new(), |all, column| all.with(column)).own_style();
        // Of equally common styles the first is taken, which for reals is that of the event day.
        let real = self.real_styles.iter().rev().max_by_key(|(_, count)| count).map(|&(style, _)| style);
        let vote = (0..VOTES.len()).rev().max_by_key(|&i| self.vote_styles[i]).unwrap_or(0);
        let reals = match real {
            Some(real) if real.exponent.is_some() => self.reals.sign_column().unwrap_or(self.reals.padding()),
            Some(_) => self.reals.padding(),
            None => default.reals,
        };
        Style {
            line_end,
            integers: self.integers.map(|column| column.style(&usual)),
            reals,
            real: real.unwrap_or(default.real),
            votes: self.votes.padding(),
            vote: VOTES[vote],
            names: self.names.padding(),
            passwords: self.passwords.padding(),
        }
    }
}
