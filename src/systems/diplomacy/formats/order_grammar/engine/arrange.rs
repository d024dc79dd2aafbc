//! Brings the words of an order into the sequence in which the engine reads them.

use smol_str::SmolStr;

/// Kind of a word to the engine, by its form alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// A power: any word of no other kind.
    Power,
    /// The letter of a unit, `A` or `F`.
    Unit,
    /// A province: three letters.
    Location,
    /// A province with a coast: three letters and a slash.
    Coast,
    /// A verb: a letter or digit, or `VIA`.
    Order,
    /// A dash, equals sign or underscore, as before a destination.
    Dash,
    /// Any other single character.
    Other,
}

/// Returns the kind of a word to the engine.
pub fn sign(word: &str) -> Sign {
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (Some('A' | 'F'), None) => Sign::Unit,
        (Some(c), None) if c.is_alphanumeric() => Sign::Order,
        (Some('-' | '=' | '_'), None) => Sign::Dash,
        (_, None) => Sign::Other,
        _ => match (word.chars().position(|c| c == '/'), word.chars().count()) {
            (Some(3), _) => Sign::Coast,
            (Some(_), _) => Sign::Power,
            (None, _) if word == "VIA" => Sign::Order,
            (None, 3) => Sign::Location,
            (None, _) => Sign::Power,
        },
    }
}

type Word = (SmolStr, Sign);

fn is_place(word: &Word) -> bool {
    matches!(word.1, Sign::Location | Sign::Coast)
}

/// Returns the index of a sign; `None` where it does not occur.
fn place_of(words: &[Word], wanted: &str) -> Option<usize> {
    words.iter().position(|(word, sign)| word == wanted && *sign == Sign::Other)
}

/// Returns the words in the engine's sequence.
pub fn arranged(compact: &[SmolStr]) -> Vec<SmolStr> {
    let words = compact.iter().map(|word| (word.clone(), sign(word)));
    // Signs at either end are results of an order.
    let mut words: Vec<Word> = words.skip_while(|word| word.1 == Sign::Other).collect();
    while words.last().is_some_and(|word| word.1 == Sign::Other) {
        words.pop();
    }
    let end = || (SmolStr::new_static("|"), Sign::Other);
    words.insert(0, end());
    words.push(end());
    with_first(&mut words);
    from_first(&mut words);
    through_between(&mut words);
    verb_behind_place(&mut words);
    power_before_unit(&mut words);
    for index in (2..words.len()).rev() {
        if is_place(&words[index]) && is_place(&words[index - 1]) {
            words.insert(index, (SmolStr::new_static("-"), Sign::Dash));
        }
    }
    let last = words.len() - 1;
    words.drain(1..last).map(|(word, _)| word).collect()
}

/// Moves the unit after the first `?` behind the powers and units at the beginning.
fn with_first(words: &mut Vec<Word>) {
    let mut is_done = false;
    while let Some(at) = place_of(words, "?") {
        words.remove(at);
        let is_unit = |word: &Word| matches!(word.1, Sign::Power | Sign::Unit);
        let units = words[at..].iter().take_while(|word| is_unit(word)).count();
        let end = at + units + usize::from(words.get(at + units).is_some_and(is_place));
        if is_done || end == at {
            continue;
        }
        is_done = true;
        if let Some(to) = (1..at).find(|&index| !is_unit(&words[index])).or_else(|| (at > 0).then(|| at - 1)) {
            words[to..end].rotate_right(end - at);
        }
    }
}

/// Moves the place after each `\` before the places that precede it.
fn from_first(words: &mut Vec<Word>) {
    while let Some(at) = place_of(words, "\\") {
        words.remove(at);
        if words.get(at).is_some_and(is_place) {
            let before = words[..at].iter().rev().take_while(|word| is_place(word) || word.0 == "~").count();
            words[at - before..=at].rotate_right(1);
        }
    }
}

/// Moves the place after each `~` between the two before it.
fn through_between(words: &mut Vec<Word>) {
    while let Some(at) = place_of(words, "~") {
        words.remove(at);
        if at >= 2 && words.get(at - 2..=at).is_some_and(|three| three.iter().all(is_place)) {
            let behind = words[at..].iter().take_while(|word| is_place(word)).count();
            words[at - 1..at + behind].rotate_left(1);
        }
    }
}

/// Moves a verb before the first place behind that place.
fn verb_behind_place(words: &mut [Word]) {
    let mut verb = None;
    for index in 1..words.len() {
        match words[index].1 {
            Sign::Location | Sign::Coast => {
                if let Some(verb) = verb {
                    words[verb..=index].rotate_left(1);
                }
                return;
            }
            Sign::Order => verb = Some(index),
            _ if words[index].0 == "|" => return,
            _ => {}
        }
    }
}

/// Moves a power between a unit and its place before the unit.
fn power_before_unit(words: &mut [Word]) {
    #[derive(PartialEq)]
    enum Met {
        Nothing,
        Unit,
        More,
    }
    let mut met = Met::Nothing;
    for index in 0..words.len() {
        met = match words[index].1 {
            Sign::Power => {
                if met == Met::Unit {
                    words.swap(index - 1, index);
                }
                Met::More
            }
            Sign::Unit if met == Met::Nothing => Met::Unit,
            Sign::Order => Met::Nothing,
            _ => Met::More,
        };
    }
}
