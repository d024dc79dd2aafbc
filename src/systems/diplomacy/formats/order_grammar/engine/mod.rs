//! Reads the text of an order as the Python engine 1.1.2 was observed to read it.
//!
//! The engine is more lenient than a person and less consistent: it takes words in almost any sequence, ignores those
//! that it does not know, and so may read another order than the text says.

mod arrange;
mod names;
mod phrases;

#[cfg(test)]
mod tests;

use super::canonical::{by_convoy, gone, moved};
use smol_str::SmolStr;

use crate::model::{ActionKind, Convoyed, PhaseKind, PieceName, Supported, TerritoryRef};
use crate::systems::diplomacy::rules::{COASTS, NamedBoard};
use arrange::{Sign, arranged, sign};
use phrases::{Vocabulary, compact};

/// The order that the engine reads out of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineReading {
    /// The action that is ordered.
    pub order: ActionKind,
    /// Whether the order follows from the whole text: the engine knows and uses all of its words, and none is a name
    /// that means another province to people.
    pub is_plain: bool,
}

/// Names that mean one province to the engine and another to people: LIV is Livonia to it.
const MISLEADING: [&str; 1] = ["LIV"];

/// Returns whether the engine would ignore a word of the text, so that its reading is not plain.
pub fn misses_a_word(text: &str, named_board: &NamedBoard) -> bool {
    Vocabulary::of(named_board).is_some_and(|vocabulary| vocabulary.misses_a_word(text))
}

/// Returns all names that the engine knows on its standard map.
pub fn engine_names() -> impl Iterator<Item = &'static str> {
    names::NAMES.iter().flat_map(|(code, names)| names.iter().chain([code])).copied()
}

/// Words for the result of an order.
const RESULTS: [&str; 5] = ["VOID", "BOUNCE", "CUT", "DISLODGED", "DESTROYED"];

/// Greatest number of words of a text that is read; an order has a dozen.
const MAX_WORDS: usize = 60;

/// Greatest length of a text that is read, in bytes.
const MAX_BYTES: usize = 400;

/// Returns the order that the engine reads out of a text in a phase of the given kind; `None` where it refuses the text
/// in any position. Letters of units and coasts that it adds from the position are left out.
pub fn engine_reading(text: &str, named_board: &NamedBoard, phase: Option<PhaseKind>) -> Option<EngineReading> {
    if text.trim() == "WAIVE" {
        return Some(EngineReading { order: ActionKind::Waive { at: None }, is_plain: true });
    }
    let is_movement = matches!(phase, None | Some(PhaseKind::Movement));
    let words = text.split_whitespace().take(MAX_WORDS + 1);
    let (count, dashes) = words.fold((0, 0), |(count, dashes), word| (count + 1, dashes + usize::from(word == "-")));
    if count > MAX_WORDS || text.len() > MAX_BYTES || count < 2 && !is_movement {
        return None;
    }
    let vocabulary = Vocabulary::of(named_board)?;
    let compact = compact(text, vocabulary)?;
    let mut taken = Taken::default();
    taken.words(arranged(&compact), if is_movement { dashes } else { 0 }, vocabulary);
    if is_movement {
        if dashes > 1 && taken.words.last()? != "VIA" {
            taken.words.push("VIA".into());
        }
        // The engine ignores a sign at the end, and a dash without a destination.
        if taken.words.last().is_some_and(|word| matches!(sign(word), Sign::Dash | Sign::Other)) {
            taken.words.pop();
        }
    }
    let is_misleading = has_result(text) || text.split(|c: char| !c.is_alphanumeric()).any(is_misleading);
    let order = order(&taken.words, named_board, phase)?;
    let is_plain = !taken.passed_over && !is_misleading && taken.words.iter().all(|word| has_plain_coast(word));
    Some(EngineReading { order, is_plain })
}

fn is_misleading(word: &str) -> bool {
    MISLEADING.iter().any(|name| name.eq_ignore_ascii_case(word))
}

/// Returns whether a text has the result of an order outside brackets, as in `VOID A PAR - BUR`.
fn has_result(text: &str) -> bool {
    let outside = text.split(['(', '[']).map(|part| part.rsplit([')', ']']).next().unwrap_or_default());
    let mut words = outside.flat_map(|part| part.split(|c: char| !c.is_alphanumeric()));
    words.any(|word| RESULTS.iter().any(|result| result.eq_ignore_ascii_case(word)))
}

/// Returns whether a place has no coast, or one of the four coasts.
fn has_plain_coast(word: &str) -> bool {
    let coast = word.split_once('/').map(|(_, coast)| coast);
    coast.is_none_or(|coast| COASTS.iter().any(|(suffix, _)| suffix.eq_ignore_ascii_case(coast)))
}

/// The words that make up the order.
#[derive(Default)]
struct Taken {
    words: Vec<SmolStr>,
    /// Whether unknown words or all but the last place of a route were ignored.
    passed_over: bool,
}

impl Taken {
    /// Takes the words that count: no powers, no unknown words, and of several moves only the last place.
    fn words(&mut self, arranged: Vec<SmolStr>, dashes: usize, vocabulary: &Vocabulary) {
        let mut moves = 0;
        let mut letters = String::new();
        for word in arranged {
            let (sign, is_known) = (sign(&word), vocabulary.is_result(&word));
            match sign {
                // A province that does not exist stays, and makes the order void.
                Sign::Location if 0 < moves && moves < dashes => {
                    self.passed_over = true;
                    continue;
                }
                Sign::Location | Sign::Coast => {}
                Sign::Power if is_known => continue,
                _ if !is_known => {
                    self.passed_over |= word.chars().any(char::is_alphabetic);
                    continue;
                }
                Sign::Order if letters == "S" && word == "H" => continue,
                Sign::Order => letters.push_str(&word),
                Sign::Dash => {
                    moves += 1;
                    if moves > 1 {
                        continue;
                    }
                    letters.push('-');
                }
                Sign::Other => letters.clear(),
                Sign::Power | Sign::Unit => {}
            }
            self.words.push(word);
        }
    }
}

/// Returns the order that the words make up; `None` where they make none.
fn order(words: &[SmolStr], named_board: &NamedBoard, phase: Option<PhaseKind>) -> Option<ActionKind> {
    let mut words = Words { rest: words, named_board };
    let (piece, at) = words.unit()?;
    let verb = words.next()?;
    let order = match verb {
        "H" => ActionKind::Hold { piece, at },
        "B" => ActionKind::Build { piece, at },
        "D" => gone(piece, at, phase),
        "R" => match words.next() {
            None if phase == Some(PhaseKind::Retreat) => gone(piece, at, phase),
            None => return None,
            Some(to) => ActionKind::Retreat { piece, from: at, to: words.place(to)? },
        },
        "-" => {
            let to = words.destination()?;
            match words.next() {
                None => moved(piece, at, to, phase),
                Some("VIA") => by_convoy(piece, at, to),
                Some(_) => return None,
            }
        }
        "S" | "C" => {
            let (other, from) = words.unit()?;
            let to = match words.next() {
                None => None,
                Some("-") => Some(words.destination()?),
                Some(_) => return None,
            };
            match (verb, to) {
                ("S", to) => ActionKind::Support {
                    piece,
                    at,
                    supported: Box::new(Supported { piece: other, from, to, player: None }),
                },
                (_, Some(to)) => ActionKind::Convoy {
                    piece,
                    at,
                    convoyed: Box::new(Convoyed { piece: other, from, to, player: None }),
                },
                (_, None) => return None,
            }
        }
        _ => return None,
    };
    words.rest.is_empty().then_some(order)
}

struct Words<'w> {
    rest: &'w [SmolStr],
    named_board: &'w NamedBoard,
}

impl<'w> Words<'w> {
    fn next(&mut self) -> Option<&'w str> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    fn unit(&mut self) -> Option<(Option<PieceName>, TerritoryRef)> {
        let word = self.next()?;
        let piece = super::unit_of(word).filter(|_| matches!(word, "A" | "F"));
        let place = if piece.is_some() { self.next()? } else { word };
        Some((piece, self.place(place)?))
    }

    fn destination(&mut self) -> Option<TerritoryRef> {
        let word = self.next()?;
        self.place(word)
    }

    fn place(&self, word: &str) -> Option<TerritoryRef> {
        let (code, coast) = match word.split_once('/') {
            Some((code, coast)) => (code, Some(coast).filter(|coast| !coast.is_empty())),
            None => (word, None),
        };
        let number = self.named_board.code_word(code.as_bytes())?;
        if self.named_board.code(number)? != code {
            return None;
        }
        let id = self.named_board.names().ids().get(number)?;
        Some(match coast {
            Some(coast) => super::canonical::on_coast(id, &coast.to_ascii_lowercase()),
            None => id.clone(),
        })
    }
}
