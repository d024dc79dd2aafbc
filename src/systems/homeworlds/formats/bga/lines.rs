//! What a line of a log is.

use super::clock::{self, Clock};
use super::sentences::{self, Sentence, SentenceError};

/// A line, blanks around it taken off.
#[derive(Debug, Clone, PartialEq)]
pub enum Line<'t> {
    /// When what follows was.
    Time(Clock),
    /// What follows from the game: a system is gone, or a position repeated.
    Derived,
    /// What the server says of the table.
    Note,
    /// A player won.
    Won(&'t str),
    /// Nobody won.
    Tied,
    /// A player, and what is said of the player. What follows from the game may stand before it, so long.
    Of(&'t str, Sentence<'t>, usize),
    /// None of these.
    Unknown(SentenceError<'t>),
}

/// What stands before and behind the name of who won.
pub const WON: [&str; 2] = ["The end of the game: ", " wins!"];
/// A game that nobody won.
pub const TIED: &str = "End of game (tie)";
/// What stands between a name and the stars of a homeworld.
pub const HOMEWORLD: &str = " establishes a homeworld with a ";
/// Blanks around a line.
pub const BLANKS: [char; 3] = [' ', '\t', '\r'];
const FORGOTTEN: &str = " is forgotten.";
const OCCURRED: [&str; 2] = ["This position has occurred ", " times."];

/// The players of a log, as far as they are known.
#[derive(Debug, Clone, Default)]
pub struct Names<'t>(Vec<&'t str>);

impl<'t> Names<'t> {
    /// Two sit at a table.
    const MAX_NAMES: usize = 2;

    /// Those of whom the lines of a log say that they establish a homeworld.
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

    /// Adds a name while there is a seat for it; says whether it is known then.
    pub fn add(&mut self, name: &'t str) -> bool {
        if self.0.len() < Names::MAX_NAMES && !name.is_empty() && !self.0.contains(&name) {
            self.0.push(name);
            // The longer one first: the other may be its beginning.
            self.0.sort_by_key(|name| std::cmp::Reverse(name.len()));
        }
        self.0.contains(&name)
    }

    /// Whether a player has that name, or may have it.
    pub fn may_be(&self, name: &str) -> bool {
        !name.is_empty() && (self.0.len() < Names::MAX_NAMES || self.0.contains(&name))
    }

    /// Who a line is about, and what it says.
    fn split(&self, line: &'t str) -> Result<(&'t str, Sentence<'t>), SentenceError<'t>> {
        // More words than a name has.
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

/// Who a line says has won.
pub fn winner(line: &str) -> Option<&str> {
    line.strip_prefix(WON[0])?.strip_suffix(WON[1])
}

/// Where the line of the result begins: the last thing that a log says, but for lines that are not understood.
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

/// A line without the blanks around it.
pub fn trimmed(line: &str) -> &str {
    line.trim_matches(BLANKS)
}

/// Tells what a line is.
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
        // Before another sentence it would be part of a name.
        Ok((name, sentence)) if derived == 0 || matches!(sentence, Sentence::Draw(_)) => {
            Line::Of(name, sentence, derived)
        }
        Ok(_) => Line::Unknown(SentenceError::Nothing),
        Err(error) => Line::Unknown(error),
    }
}

/// Whether a line tells of the table: who has which colour, or which number.
pub fn is_note(line: &str) -> bool {
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_colours =
        line.starts_with("The colors of ") && line.contains(" have been chosen according to their preferences.");
    is_colours || line.split_once('=').is_some_and(|(number, name)| is_number(number) && !name.is_empty())
}

/// How much of a line follows from the game. It does so whatever the systems are called: what is said of one that was
/// renamed since stays layout.
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
