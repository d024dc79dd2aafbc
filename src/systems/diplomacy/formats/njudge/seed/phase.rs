//! The phase line, such as `S1901M`.

use crate::model::{Field, Phase, PhaseKind, Season, State, When};

const SEASONS: [(char, Season); 4] =
    [('S', Season::Spring), ('U', Season::Summer), ('F', Season::Fall), ('W', Season::Winter)];

const PHASES: [(char, PhaseKind); 4] =
    [('M', PhaseKind::Movement), ('R', PhaseKind::Retreat), ('B', PhaseKind::Builds), ('A', PhaseKind::Adjustment)];

/// The letters behind a phase that say how the game stands.
const STATES: [(char, State); 3] = [('X', State::Finished), ('P', State::Paused), ('S', State::Suspended)];

/// A phase line and what it is made of.
pub struct PhaseLine {
    /// The phase.
    pub phase: Phase,
    /// What the letter behind the phase says; none where the game is played.
    pub state: Option<State>,
    /// How many digits its year has.
    pub digits: usize,
    /// How many bytes of the line say that; the rest is passed over.
    pub read: usize,
}

/// Whether a line is a phase, such as a seed begins with.
pub fn is_phase(line: &str) -> bool {
    let phase = phase(line);
    phase.is_some_and(|phase| phase.phase.season.known().is_some() && phase.digits > 2)
}

/// Reads a phase line, a season or phase that is not known included.
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

/// The state that a letter behind the phase stands for, where it stands alone.
fn state(tail: &str) -> Option<State> {
    let mut chars = tail.chars();
    let letter = chars.next()?;
    let (_, state) = STATES.iter().find(|(known, _)| *known == letter)?;
    chars.as_str().trim_matches([' ', '\t', '\r']).is_empty().then_some(*state)
}

/// Whether a phase line can say how the game stands.
pub fn can_be_said(state: State) -> bool {
    STATES.iter().any(|(_, known)| *known == state)
}

fn known<T: Copy>(table: &[(char, T)], letter: char) -> Field<T> {
    let found = table.iter().find(|(known, _)| *known == letter);
    found.map_or_else(|| Field::unknown(letter), |(_, value)| Field::Known(*value))
}

/// The line of a phase, its year with the four digits that the judge wants; a line that was not understood is its
/// season.
pub fn written(when: &When, state: Option<State>) -> String {
    let When::Phase(Phase { season, year, phase }) = when else { return String::new() };
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
