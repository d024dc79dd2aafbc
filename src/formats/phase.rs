//! Phases in the form of headings over orders: `S1901M`, or `Spring 1901 Movement`.

use crate::model::{Field, Phase, PhaseKind, Season, When};

const SEASONS: [(char, &str, Season); 4] = [
    ('S', "Spring", Season::Spring),
    ('U', "Summer", Season::Summer),
    ('F', "Fall", Season::Fall),
    ('W', "Winter", Season::Winter),
];

const KINDS: [(char, &str, PhaseKind); 4] = [
    ('M', "Movement", PhaseKind::Movement),
    ('R', "Retreat", PhaseKind::Retreat),
    ('A', "Adjustment", PhaseKind::Adjustment),
    ('B', "Builds", PhaseKind::Builds),
];

/// The form in which a phase is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Form {
    /// `S1901M`
    #[default]
    Short,
    /// `Spring 1901 Movement`
    Words,
}

/// Reads a phase, in any case and in either form.
pub fn read(text: &str) -> Option<(Phase, Form)> {
    match short(text) {
        Some(phase) => Some((phase, Form::Short)),
        None => words(text).map(|phase| (phase, Form::Words)),
    }
}

/// Reads the form `S1901M`; the last letter may be missing.
fn short(text: &str) -> Option<Phase> {
    let season = of_letter(&SEASONS, text.chars().next()?)?;
    let rest = text.get(1..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (year, kind) = rest.split_at(digits);
    let kind = match kind.as_bytes() {
        [] => Field::Absent,
        [letter] => Field::Known(of_letter(&KINDS, char::from(*letter))?),
        _ => return None,
    };
    Some(Phase { season: Field::Known(season), year: Field::Known(number(year)?), phase: kind })
}

fn of_letter<T: Copy>(table: &[(char, &str, T)], letter: char) -> Option<T> {
    table.iter().find(|(known, _, _)| known.eq_ignore_ascii_case(&letter)).map(|(_, _, value)| *value)
}

fn number(digits: &str) -> Option<i32> {
    digits.parse().ok().filter(|_| digits.len() <= MAX_DIGITS)
}

/// Limit of a year's digits.
const MAX_DIGITS: usize = 5;

/// Reads season, year and kind in any order, as judges and people write them.
fn words(text: &str) -> Option<Phase> {
    let mut phase = Phase::default();
    for word in text.split([' ', '\t', ',', '.', '\u{A0}']).filter(|word| !word.is_empty()) {
        if let Some(season) = of_word(&SEASONS, word, &[("autumn", Season::Fall)]) {
            put(&mut phase.season, season)?;
        } else if let Some(kind) = of_word(&KINDS, word, &OTHER_KINDS) {
            put(&mut phase.phase, kind)?;
        } else if let Some(year) = number(word) {
            put(&mut phase.year, year)?;
        } else if !["of", "for", "phase", "orders", "the"].iter().any(|known| known.eq_ignore_ascii_case(word)) {
            return None;
        }
    }
    (!phase.season.is_absent() && !phase.year.is_absent()).then_some(phase)
}

const OTHER_KINDS: [(&str, PhaseKind); 6] = [
    ("movements", PhaseKind::Movement),
    ("moves", PhaseKind::Movement),
    ("diplomacy", PhaseKind::Movement),
    ("retreats", PhaseKind::Retreat),
    ("adjustments", PhaseKind::Adjustment),
    ("build", PhaseKind::Builds),
];

fn of_word<T: Copy>(table: &[(char, &str, T)], word: &str, others: &[(&str, T)]) -> Option<T> {
    let known = table.iter().map(|(_, name, value)| (*name, *value)).chain(others.iter().copied());
    known.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, value)| value)
}

fn put<T>(field: &mut Field<T>, value: T) -> Option<()> {
    let is_new = field.is_absent();
    *field = Field::Known(value);
    is_new.then_some(())
}

/// Formats a phase; returns `None` if it lacks a part that every phase needs.
pub fn written(phase: &Phase, form: Form) -> Option<String> {
    let (season, year) = (phase.season.known()?, phase.year.known().filter(|year| (0..=99_999).contains(*year))?);
    let (letter, word, _) = SEASONS.iter().find(|(_, _, value)| value == season)?;
    let kind = match &phase.phase {
        Field::Absent => None,
        Field::Known(kind) => Some(KINDS.iter().find(|(_, _, value)| value == kind)?),
        Field::Unknown(_) => return None,
    };
    Some(match (form, kind) {
        (Form::Short, Some((kind, _, _))) => format!("{letter}{year:04}{kind}"),
        (Form::Short, None) => format!("{letter}{year:04}"),
        (Form::Words, Some((_, kind, _))) => format!("{word} {year} {kind}"),
        (Form::Words, None) => format!("{word} {year}"),
    })
}

/// Returns the kind of a phase; `None` if it is not known.
pub fn kind(when: Option<&When>) -> Option<PhaseKind> {
    match when? {
        When::Phase(phase) => phase.phase.known().copied(),
        When::Moment(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_read_in_both_forms() {
        for (text, short) in [
            ("S1901M", "S1901M"),
            ("f1905r", "F1905R"),
            ("W0899A", "W0899A"),
            ("S1901", "S1901"),
            ("Spring 1901 Movement", "S1901M"),
            ("Movement for Spring of 1901.", "S1901M"),
            ("autumn 1902, retreats", "F1902R"),
            ("WINTER 1903 ADJUSTMENTS", "W1903A"),
        ] {
            let (phase, _) = read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(written(&phase, Form::Short).as_deref(), Some(short), "{text}");
            let words = written(&phase, Form::Words).unwrap();
            assert_eq!(read(&words), Some((phase, Form::Words)), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_phases() {
        for text in ["", "S", "SM", "S1901X", "X1901M", "Spring", "1901", "A PAR - BUR", "Spring Spring 1901", "Śpring"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
