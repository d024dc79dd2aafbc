//! Classifies the lines of a log.

use super::clock::{self, Clock};
use super::sentences::{self, Sentence, SentenceError};

/// A line, without the blanks around it.
#[derive(Debug, Clone, PartialEq)]
pub enum Line<'t> {
    /// The time of the lines that follow.
    Time(Clock),
    /// A consequence of the game: a system vanished, or a position was repeated.
    Derived,
    /// A message of the server about the table.
    Note,
    /// The name of the player who won.
    Won(&'t str),
    /// The game ended without a winner.
    Tied,
    /// The name of a player, the sentence about the player, and the length in bytes of a consequence of the game before
    /// it.
    Of(&'t str, Sentence<'t>, usize),
    /// A line of no known kind.
    Unknown(SentenceError<'t>),
}

/// The text before and after the name of the winner.
pub const WON: [&str; 2] = ["The end of the game: ", " wins!"];
/// The line of a game without a winner.
pub const TIED: &str = "End of game (tie)";
/// The text between a name and the stars of a homeworld.
pub const HOMEWORLD: &str = " establishes a homeworld with a ";
/// The blanks around a line.
pub const BLANKS: [char; 3] = [' ', '\t', '\r'];
const FORGOTTEN: &str = " is forgotten.";
const OCCURRED: [&str; 2] = ["This position has occurred ", " times."];

/// The players of a log, as far as they are known.
#[derive(Debug, Clone, Default)]
pub struct Names<'t>(Vec<&'t str>);

impl<'t> Names<'t> {
    /// The number of players at a table.
    const MAX_NAMES: usize = 2;

    /// Finds the names of the players who establish a homeworld in a log.
    pub fn of_homeworlds(text: &'t str) -> Names<'t> {
        let mut names = Names::default();
        for at in memchr::memmem::find_iter(text.as_bytes(), HOMEWORLD) {
            let start = memchr::memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |end| end + 1);
            names.add(text[start..at].trim_start_matches(BLANKS));
            if names.0.len() == Names::MAX_NAMES {
                break;
            }
        }
        names
    }

    /// Adds a name if a seat is free; returns whether the name is known afterwards.
    pub fn add(&mut self, name: &'t str) -> bool {
        if self.0.len() < Names::MAX_NAMES && !name.is_empty() && !self.0.contains(&name) {
            self.0.push(name);
            // The longer name comes first, because the other may be its beginning.
            self.0.sort_by_key(|name| std::cmp::Reverse(name.len()));
        }
        self.0.contains(&name)
    }

    /// Returns whether a player has that name, or may have it.
    pub fn may_be(&self, name: &str) -> bool {
        !name.is_empty() && (self.0.len() < Names::MAX_NAMES || self.0.contains(&name))
    }

    /// Splits a line into the player's name and the sentence about the player.
    fn split(&self, line: &'t str) -> Result<(&'t str, Sentence<'t>), SentenceError<'t>> {
        // Maximum number of words of a name that is not known yet.
        const MAX_WORDS: usize = 8;
        let behind = |name: &&str| line.strip_prefix(*name).and_then(|rest| rest.strip_prefix(' '));
        let known = self.0.iter().filter_map(|name| Some((*name, behind(name)?)));
        let blanks = memchr::memchr_iter(b' ', line.as_bytes()).filter(|at| *at > 0).take(MAX_WORDS);
        let others = blanks.map(|at| (&line[..at], &line[at + 1..]));
        let mut error = SentenceError::Nothing;
        for (name, rest) in known.chain(others) {
            match sentences::read(rest) {
                Ok(_) if !self.may_be(name) => return Err(SentenceError::NoPlayer(name)),
                Ok(sentence) => return Ok((name, sentence)),
                Err(SentenceError::Nothing) => {}
                Err(found) if error == SentenceError::Nothing => error = found,
                Err(_) => {}
            }
        }
        Err(error)
    }
}

/// Returns the name of the player who won by this line.
pub fn winner(line: &str) -> Option<&str> {
    line.strip_prefix(WON[0])?.strip_suffix(WON[1])
}

/// Returns the offset of the line with the result: the last line of a log, apart from times, consequences and lines
/// that are not understood.
pub fn result_at(text: &str, names: &Names<'_>) -> Option<usize> {
    let mut end = text.len();
    loop {
        let start = memchr::memrchr(b'\n', &text.as_bytes()[..end]).map_or(0, |at| at + 1);
        match read(trimmed(&text[start..end]), names) {
            Line::Won(_) | Line::Tied => return Some(start),
            Line::Time(_) | Line::Derived | Line::Unknown(_) => end = start.checked_sub(1)?,
            Line::Note | Line::Of(..) => return None,
        }
    }
}

/// Returns a line without the blanks around it.
pub fn trimmed(line: &str) -> &str {
    line.trim_matches(BLANKS)
}

/// Classifies a line.
pub fn read<'t>(line: &'t str, names: &Names<'t>) -> Line<'t> {
    if let Some(clock) = clock::read(line) {
        return Line::Time(clock);
    }
    if line == TIED {
        return Line::Tied;
    }
    if let Some(name) = winner(line) {
        return if names.may_be(name) { Line::Won(name) } else { Line::Unknown(SentenceError::NoPlayer(name)) };
    }
    if is_note(line) {
        return Line::Note;
    }
    let derived = derived(line);
    if derived == line.len() {
        return Line::Derived;
    }
    match names.split(&line[derived..]) {
        // Before any other sentence it would be part of a name.
        Ok((name, sentence)) if derived == 0 || matches!(sentence, Sentence::Draw(_)) => {
            Line::Of(name, sentence, derived)
        }
        Ok(_) => Line::Unknown(SentenceError::Nothing),
        Err(error) => Line::Unknown(error),
    }
}

/// Returns whether a line is about the table: which player has which colour or number.
pub fn is_note(line: &str) -> bool {
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_colours =
        line.starts_with("The colors of ") && line.contains(" have been chosen according to their preferences.");
    is_colours || line.split_once('=').is_some_and(|(number, name)| is_number(number) && !name.is_empty())
}

/// Returns the length in bytes of the consequence of the game at the beginning of a line, whatever its systems are
/// called: a line about a system that was renamed since remains layout.
fn derived(line: &str) -> usize {
    if let Some(name) = line.strip_suffix(FORGOTTEN) {
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let is_name = match name.split_once(' ') {
            None => !name.is_empty(),
            Some((first, rest)) => first == "Homeworld" || is_number(rest),
        };
        return if is_name { line.len() } else { 0 };
    }
    let Some(rest) = line.strip_prefix(OCCURRED[0]) else { return 0 };
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    match behind.strip_prefix(OCCURRED[1]).filter(|_| behind.len() < rest.len()) {
        Some(behind) => line.len() - behind.trim_start().len(),
        None => 0,
    }
}
