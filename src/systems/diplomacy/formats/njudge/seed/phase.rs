//! Reads and writes the phase line, such as `S1901M`.

use crate::model::{Field, Phase, PhaseKind, Season, State, When};

const SEASONS: [(char, Season); 4] =
    [('S', Season::Spring), ('U', Season::Summer), ('F', Season::Fall), ('W', Season::Winter)];

const PHASES: [(char, PhaseKind); 4] =
    [('M', PhaseKind::Movement), ('R', PhaseKind::Retreat), ('B', PhaseKind::Builds), ('A', PhaseKind::Adjustment)];

/// States of a game by the letter after the phase.
const STATES: [(char, State); 3] = [('X', State::Finished), ('P', State::Paused), ('S', State::Suspended)];

/// A phase line, taken apart.
pub struct PhaseLine {
    /// The phase.
    pub phase: Phase,
    /// State by the letter after the phase; `None` for a game that is being played.
    pub state: Option<State>,
    /// Number of digits of the year.
    pub digits: usize,
    /// Length in bytes of the text that was read; the rest of the line is ignored.
    pub read: usize,
}

/// Returns whether a line is a phase, as at the beginning of a seed.
pub fn is_phase(line: &str) -> bool {
    let phase = phase(line);
    phase.is_some_and(|phase| phase.phase.season.known().is_some() && phase.digits > 2)
}

/// Reads a phase line, also with an unknown season or phase; `None` for other lines.
pub fn phase(line: &str) -> Option<PhaseLine> {
    let season = line.chars().next().filter(char::is_ascii_alphabetic)?;
    let digits = line[1..].bytes().take_while(u8::is_ascii_digit).count();
    let year: i32 = line[1..1 + digits].parse().ok().filter(|_| digits <= 4)?;
    let letter = line[1 + digits..].chars().next().filter(char::is_ascii_alphabetic);
    let phase = Phase {
        season: known(&SEASONS, season),
        year: Field::Known(year),
        phase: letter.map_or(Field::Absent, |letter| known(&PHASES, letter)),
    };
    let read = 1 + digits + usize::from(letter.is_some());
    let state = letter.and_then(|_| state(&line[read..]));
    Some(PhaseLine { phase, state, digits, read: read + usize::from(state.is_some()) })
}

/// Returns the state for a letter after the phase, where nothing follows it.
fn state(tail: &str) -> Option<State> {
    let mut chars = tail.chars();
    let letter = chars.next()?;
    let (_, state) = STATES.iter().find(|(known, _)| *known == letter)?;
    chars.as_str().trim_matches([' ', '\t', '\r']).is_empty().then_some(*state)
}

/// Returns whether a phase line can hold a state.
pub fn can_be_said(state: State) -> bool {
    STATES.iter().any(|(_, known)| *known == state)
}

fn known<T: Copy>(table: &[(char, T)], letter: char) -> Field<T> {
    let found = table.iter().find(|(known, _)| *known == letter);
    found.map_or_else(|| Field::unknown(letter), |(_, value)| Field::Known(*value))
}

/// Returns the line of a phase, with the four digits of a year that the judge expects. A line that was not understood
/// is the season of its phase.
pub fn written(when: &When, state: Option<State>) -> String {
    let When::Phase(phase) = when else { return String::new() };
    let Phase { season, year, phase } = &**phase;
    let season = letter(&SEASONS, season);
    let Some(year) = year.known() else { return season };
    let state = state.and_then(|state| STATES.iter().find(|(_, known)| *known == state));
    let tail = state.map_or_else(String::new, |(letter, _)| letter.to_string());
    format!("{season}{year:04}{}{tail}", letter(&PHASES, phase))
}

fn letter<T: PartialEq>(table: &[(char, T)], field: &Field<T>) -> String {
    match field {
        Field::Known(value) => {
            table.iter().find(|(_, known)| known == value).map_or_else(String::new, |(c, _)| (*c).into())
        }
        Field::Unknown(unknown) => unknown.unknown.clone(),
        Field::Absent => String::new(),
    }
}
