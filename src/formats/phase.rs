//! Phases in the form of headings over orders: `S1901M`, or `Spring 1901 Movement`.

use crate::model::{Field, Phase, PhaseKind, Season, When};
use crate::text::suggestion::nearest;

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

/// Returns the phase that a misspelt text probably means: one in which a word is misspelt, or the letter after the year
/// stands for no kind. `None` if the text contains anything else.
pub fn meant(text: &str) -> Option<Phase> {
    let mut phase = Phase::default();
    for word in words_of(text) {
        if let Some(read) = short(word).or_else(|| short(word.get(..word.len() - 1)?)) {
            put(&mut phase.season, *read.season.known()?)?;
            put(&mut phase.year, *read.year.known()?)?;
            phase.phase = read.phase;
        } else {
            put_word(
                &mut phase,
                word,
                like_word(&SEASONS, word, &OTHER_SEASONS),
                like_word(&KINDS, word, &OTHER_KINDS),
            )?;
        }
    }
    whole(phase)
}

/// Reads season, year and kind in any order, as judges and people write them.
fn words(text: &str) -> Option<Phase> {
    let mut phase = Phase::default();
    for word in words_of(text) {
        put_word(&mut phase, word, of_word(&SEASONS, word, &OTHER_SEASONS), of_word(&KINDS, word, &OTHER_KINDS))?;
    }
    whole(phase)
}

/// Sets the season, kind or year of a phase by a word; filler words are ignored. `None` for any other word, and for a
/// second value of the same part.
fn put_word(phase: &mut Phase, word: &str, season: Option<Season>, kind: Option<PhaseKind>) -> Option<()> {
    match (season, kind, number(word)) {
        (Some(season), ..) => put(&mut phase.season, season),
        (_, Some(kind), _) => put(&mut phase.phase, kind),
        (.., Some(year)) => put(&mut phase.year, year),
        _ => is_filler(word).then_some(()),
    }
}

/// Returns the phase if it has a season and a year, which every phase needs.
fn whole(phase: Phase) -> Option<Phase> {
    (!phase.season.is_absent() && !phase.year.is_absent()).then_some(phase)
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\t', ',', '.', '\u{A0}']).filter(|word| !word.is_empty())
}

fn is_filler(word: &str) -> bool {
    ["of", "for", "phase", "orders", "the"].iter().any(|known| known.eq_ignore_ascii_case(word))
}

const OTHER_SEASONS: [(&str, Season); 1] = [("autumn", Season::Fall)];

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

/// Returns the value of the known word that is most similar to `word`; `None` if none is similar enough.
fn like_word<T: Copy>(table: &[(char, &str, T)], word: &str, others: &[(&str, T)]) -> Option<T> {
    let known = table.iter().map(|(_, name, _)| *name).chain(others.iter().map(|(name, _)| *name));
    of_word(table, nearest(word, known)?, others)
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
    fn a_misspelt_phase_leads_to_the_one_that_is_meant() {
        for (text, short) in [
            ("S1901X", Some("S1901")),
            ("Sprng 1901", Some("S1901")),
            ("SPRING 1901 MOVMENT", Some("S1901M")),
            ("PHASE F1902R", Some("F1902R")),
            ("Autunm of 1903, retreat", Some("F1903R")),
            ("S1901M F1901M", None),
            ("A PAR - BUR", None),
            ("F 1901", None),
            ("1901", None),
            ("Spring 1901 deadline", None),
            ("S1901é", None),
            ("", None),
        ] {
            let meant = meant(text).and_then(|phase| written(&phase, Form::Short));
            assert_eq!(meant.as_deref(), short, "{text}");
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
