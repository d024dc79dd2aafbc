//! The phase line, such as `S1901M`.

use crate::model::{Field, Phase, PhaseKind, Season, When};

const SEASONS: [(char, Season); 4] =
    [('S', Season::Spring), ('U', Season::Summer), ('F', Season::Fall), ('W', Season::Winter)];

const PHASES: [(char, PhaseKind); 4] =
    [('M', PhaseKind::Movement), ('R', PhaseKind::Retreat), ('B', PhaseKind::Builds), ('A', PhaseKind::Adjustment)];

/// A phase line and what it is made of.
pub struct PhaseLine {
    /// The phase.
    pub phase: Phase,
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
    Some(PhaseLine { phase, digits, read: 1 + digits + usize::from(letter.is_some()) })
}

fn known<T: Copy>(table: &[(char, T)], letter: char) -> Field<T> {
    let found = table.iter().find(|(known, _)| *known == letter);
    found.map_or_else(|| Field::unknown(letter), |(_, value)| Field::Known(*value))
}

/// The line of a phase; a line that was not understood is its season.
pub fn written(when: &When, digits: usize) -> String {
    let When::Phase(Phase { season, year, phase }) = when else { return String::new() };
    let season = letter(&SEASONS, season);
    let Some(year) = year.known() else { return season };
    format!("{season}{year:0digits$}{}", letter(&PHASES, phase))
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
