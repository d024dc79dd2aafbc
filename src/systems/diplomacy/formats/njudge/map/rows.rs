//! Reads the rows of the optional sections.

use std::ops::Range;

use crate::model::{Element, Field, Passage, PassageKind, Seat, TerritoryRef};
use crate::systems::diplomacy::formats::njudge::cursor::{indent, words};
use crate::systems::diplomacy::model::{ExtraCentres, HongKong, Income, Limits};
use crate::systems::diplomacy::rules::names::Names;

/// Values of a row, each with its span in the line.
pub type Placed<T> = Vec<(T, Range<usize>)>;

/// Reads the territories in `text` from byte `at` on; a comma may follow each.
pub fn places(text: &str, mut at: usize, names: &Names) -> Placed<Field<TerritoryRef>> {
    let mut places = Vec::new();
    loop {
        at += indent(&text[at..]);
        if at >= text.len() {
            return places;
        }
        let (place, end) = match names.find(&text[at..]) {
            Some(found) => (Field::Known(names.place(found)), at + found.end),
            None => {
                let word = text[at..].split([' ', '\t']).next().unwrap_or_default();
                (Field::unknown(word), at + word.len())
            }
        };
        places.push((place, at..end));
        at = end + usize::from(text[end..].starts_with(','));
    }
}

/// Reads the cells of a row of a disaster table: the territories, each with its column from 2 to 12. `None` where there
/// are not eleven cells.
pub fn cells(text: &str, mut at: usize, names: &Names) -> Option<Placed<(u8, Field<TerritoryRef>)>> {
    let mut cells = Vec::new();
    for column in 2..=12 {
        at += indent(&text[at..]);
        let rest = &text[at..];
        let dashes = rest.len() - rest.trim_start_matches('-').len();
        if dashes > 0 {
            at += dashes;
            continue;
        }
        let (place, end) = match names.find(rest) {
            Some(found) => (Field::Known(names.place(found)), at + found.end),
            None => {
                let word = rest.split([' ', '\t']).next().filter(|word| !word.is_empty())?;
                (Field::unknown(word), at + word.len())
            }
        };
        cells.push(((column, place), at..end));
        at = end;
    }
    Some(cells)
}

/// Returns the offset of the colon after the label of a row of a disaster table; `None` where it is not row `row`.
pub fn label(text: &str, row: u8) -> Option<usize> {
    let start = indent(text);
    let digits = text[start..].len() - text[start..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number: u8 = text[start..start + digits].parse().ok()?;
    (number == row).then_some(())?;
    Some(start + text[start..].find(':')?)
}

/// Reads a row of incomes; returns it with the spans of its territory and its numbers.
pub fn income(text: &str, names: &Names) -> Option<(Income, Range<usize>, Placed<i32>)> {
    let start = indent(text);
    let found = names.find(text);
    let numbers_from = |at: usize| -> Placed<i32> {
        let numbers = words(&text[at..])
            .map_while(|(start, word)| Some((word.parse::<i32>().ok()?, at + start..at + start + word.len())));
        numbers.take(8).collect()
    };
    let (territory, end) = match found {
        Some(found) => (Field::Known(names.place(found)), found.end),
        None => {
            // A name that is not on the board ends before the first seven numbers in a row.
            let (end, _) = words(text).find(|&(at, _)| at > start && numbers_from(at).len() >= 7)?;
            let name = text[start..end].trim_end();
            (Field::unknown(name), start + name.len())
        }
    };
    let numbers = numbers_from(end);
    let [dice, values @ .., sixth] = numbers.get(..7)? else { return None };
    let values: Vec<i32> = values.iter().chain([sixth]).map(|(value, _)| *value).collect();
    let income = Income {
        territory,
        dice: dice.0,
        values: values.try_into().ok()?,
        initial: numbers.get(7).map(|(value, _)| *value),
    };
    Some((income, start..end, numbers))
}

/// Reads a row of limits: a letter and three words of marks.
pub fn limits(text: &str) -> Option<Limits> {
    let mut words = words(text).map(|(_, word)| word);
    let player = words.next().filter(|word| word.chars().count() == 1)?;
    let mut marks = || {
        let word = words.next()?.get(..4)?;
        word.bytes().all(|b| matches!(b, b'x' | b'b' | b'r' | b'.')).then(|| word.to_owned())
    };
    Some(Limits { player: Seat::new(player), army: marks()?, fleet: marks()?, garrison: marks()? })
}

/// Reads a Hong Kong row: a letter, any character, territories. Returns it with the spans of the territories.
pub fn hong_kong(text: &str, names: &Names) -> Option<(HongKong, Vec<Range<usize>>)> {
    let mut chars = text.char_indices();
    let (_, letter) = chars.next().filter(|(_, c)| c.is_ascii_alphanumeric())?;
    let _ = chars.next()?;
    let start = chars.next().map_or(text.len(), |(start, _)| start);
    let (territories, spans) = places(text, start, names).into_iter().unzip();
    Some((HongKong { player: Seat::new(letter.encode_utf8(&mut [0; 4])), territories }, spans))
}

/// Reads a gateway row, `gate: control one other`, and the spans of its fields. A row without this form becomes an
/// unknown gate.
pub fn gateway(text: &str, names: &Names) -> (Passage, Placed<&'static str>) {
    let mut passage = passage(PassageKind::Gateway, text);
    let Some((gate, spans, places)) = named(text, text.find(':').map(|colon| colon + 1), names) else {
        return (passage, Vec::new());
    };
    let mut places = places.into_iter();
    let Some((control, at)) = places.next() else { return (passage, Vec::new()) };
    passage.at = gate;
    passage.controlled_from = control;
    let mut marks = vec![("at", spans), ("controlled_from", at)];
    for (place, span) in places {
        passage.between.push(place);
        marks.push(("between", span));
    }
    (passage, marks)
}

/// Reads a railway row, `railway:POWERS from by to`, and the spans of its fields. A row without this form becomes an
/// unknown railway.
pub fn railway(text: &str, names: &Names) -> (Passage, Placed<&'static str>) {
    let mut passage = passage(PassageKind::Railway, text);
    let Some(colon) = text.find(':') else { return (passage, Vec::new()) };
    let powers = text[colon + 1..].split([' ', '\t']).next().unwrap_or_default();
    let Some((railway, spans, places)) = named(text, Some(colon + 1 + powers.len()), names) else {
        return (passage, Vec::new());
    };
    if powers.is_empty() && places.is_empty() {
        return (passage, Vec::new());
    }
    passage.at = railway;
    passage.powers = powers.chars().map(|c| Seat::new(c.encode_utf8(&mut [0; 4]))).collect();
    let mut marks = vec![("at", spans)];
    for (place, span) in places {
        passage.path.push(place);
        marks.push(("path", span));
    }
    (passage, marks)
}

fn passage(kind: PassageKind, text: &str) -> Passage {
    Passage {
        kind,
        at: Field::unknown(text.trim_end()),
        controlled_from: Field::Absent,
        between: Vec::new(),
        powers: Vec::new(),
        path: Vec::new(),
    }
}

type NamedPlaces = (Field<TerritoryRef>, Range<usize>, Placed<Field<TerritoryRef>>);

/// Reads the name before the colon and its span, and the territories from `at` on.
fn named(text: &str, at: Option<usize>, names: &Names) -> Option<NamedPlaces> {
    let name = text.split(':').next()?;
    let known = names.find_whole(name).map(|found| Field::Known(names.place(found)));
    let name = name.trim_end();
    Some((known.unwrap_or_else(|| Field::unknown(name)), 0..name.len(), places(text, at?, names)))
}

/// Reads a row of extra centres: a letter and a number.
pub fn extra_centres(text: &str) -> Option<ExtraCentres> {
    let mut words = words(text).map(|(_, word)| word);
    let player = words.next().filter(|word| word.chars().count() == 1)?;
    Some(ExtraCentres { player: Seat::new(player), count: words.next()?.parse().ok()? })
}

/// Returns a row that was understood, or the text of one that was not.
pub fn element<T>(row: Option<T>, text: &str) -> Element<T> {
    row.map_or_else(|| Element::unknown(text.trim_matches([' ', '\t', '\r'])), Element::Known)
}

/// Returns whether a line has the form of a line of moves.
pub fn looks_like_moves(text: &str) -> bool {
    let Some((name, rest)) = text.split_once('-') else { return false };
    let kind = rest.split([':', ' ', '\t']).next().unwrap_or_default();
    !name.is_empty() && name.len() < 30 && kind.len() == 2 && super::moves::is_kind(kind)
}
