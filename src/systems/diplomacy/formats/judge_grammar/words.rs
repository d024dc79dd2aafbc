//! The words and signs of orders, as the judge was observed to read them.

use crate::systems::diplomacy::rules::COASTS;

/// Verb of an order to a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    Move,
    Hold,
    Support,
    Convoy,
    Disband,
    /// A verb of an optional rule.
    Optional,
}

/// Verbs after a unit. Any text that begins with one is read as that verb, whatever follows; the longest match counts.
const VERBS: [(&str, Verb); 29] = [
    ("m", Verb::Move),
    ("move", Verb::Move),
    ("moves", Verb::Move),
    ("h", Verb::Hold),
    ("hold", Verb::Hold),
    ("holds", Verb::Hold),
    ("stand", Verb::Hold),
    ("stands", Verb::Hold),
    ("s", Verb::Support),
    ("support", Verb::Support),
    ("supports", Verb::Support),
    ("c", Verb::Convoy),
    ("convoy", Verb::Convoy),
    ("convoys", Verb::Convoy),
    ("t", Verb::Convoy),
    ("transport", Verb::Convoy),
    ("transports", Verb::Convoy),
    ("f", Verb::Convoy),
    ("ff", Verb::Convoy),
    ("ferry", Verb::Convoy),
    ("fast ferry", Verb::Convoy),
    ("d", Verb::Disband),
    ("disband", Verb::Disband),
    ("disbands", Verb::Disband),
    ("proxy", Verb::Optional),
    ("transform", Verb::Optional),
    ("airlift", Verb::Optional),
    ("embark", Verb::Optional),
    ("disembark", Verb::Optional),
];

/// Verb of an adjustment, which stands before its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjustment {
    Build,
    Remove,
    Waive,
    /// A verb of an optional rule.
    Optional,
}

/// The words of adjustments.
const ADJUSTMENTS: [(&str, Adjustment); 12] = [
    ("b", Adjustment::Build),
    ("build", Adjustment::Build),
    ("r", Adjustment::Remove),
    ("remove", Adjustment::Remove),
    ("d", Adjustment::Remove),
    ("disband", Adjustment::Remove),
    ("debuild", Adjustment::Remove),
    ("w", Adjustment::Waive),
    ("waive", Adjustment::Waive),
    ("m", Adjustment::Optional),
    ("maintain", Adjustment::Optional),
    ("transform", Adjustment::Optional),
];

/// Returns whether a byte is a blank to the judge.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Returns whether a byte may separate orders.
pub fn is_separator(byte: u8) -> bool {
    matches!(byte, b';' | b',')
}

/// Returns the offset after the blanks at `at`.
pub fn skip_blanks(text: &str, at: usize) -> usize {
    at + text.as_bytes()[at..].iter().take_while(|&&b| is_blank(b)).count()
}

/// Returns the ASCII letters at the beginning of `text`.
pub fn letters(text: &str) -> &str {
    &text[..text.bytes().take_while(u8::is_ascii_alphabetic).count()]
}

fn begins_with(text: &str, word: &str) -> bool {
    text.as_bytes().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

/// Returns the verb at the beginning of `text`, and its length in bytes.
pub fn verb(text: &str) -> Option<(Verb, usize)> {
    let first = text.as_bytes().first()?.to_ascii_lowercase();
    if first == b'-' {
        return Some((Verb::Move, if text.starts_with("->") { 2 } else { 1 }));
    }
    let known = VERBS.iter().filter(|(word, _)| word.as_bytes().first() == Some(&first) && begins_with(text, word));
    let (word, verb) = known.max_by_key(|(word, _)| word.len())?;
    Some((*verb, move_to(text, word).unwrap_or(word.len())))
}

/// Returns the length of `move to` at the beginning of `text`, whose verb is `word`; `None` for other verbs.
fn move_to(text: &str, word: &str) -> Option<usize> {
    let to = skip_blanks(text, word.len());
    (word.starts_with("move") && to > word.len() && begins_with(&text[to..], "to")).then_some(to + 2)
}

/// Returns the adjustment at the beginning of `text`, and the length of its word. Only words of several letters may be
/// the beginning of a longer word: `builds` is build, but `bre` is not b.
pub fn adjustment(text: &str) -> Option<(Adjustment, usize)> {
    let word = letters(text);
    let is_it =
        |known: &str| if known.len() == 1 { word.eq_ignore_ascii_case(known) } else { begins_with(word, known) };
    let (known, adjustment) = ADJUSTMENTS.iter().find(|(known, _)| is_it(known))?;
    Some((*adjustment, known.len()))
}

/// Returns the length of a coast at the beginning of `text`, in a form that the judge does not know: `sc`, `s.c.`,
/// `(s.c.)`, `south coast`.
pub fn stray_coast(text: &str) -> Option<usize> {
    let inner = text.strip_prefix(['/', '(']).unwrap_or(text);
    let (_, end) = COASTS.iter().find_map(|(short, long)| {
        let end = long_coast(inner, long).or_else(|| short_coast(inner.as_bytes(), short.as_bytes()))?;
        Some((short, end))
    })?;
    let end = text.len() - inner.len() + end;
    let end = end + usize::from(text.starts_with('(') && text[end..].starts_with(')'));
    let goes_on = text[end..].starts_with(|c: char| c.is_alphanumeric());
    (!goes_on).then_some(end)
}

/// Returns the length of `south coast`, with or without a blank.
fn long_coast(text: &str, long: &str) -> Option<usize> {
    if !begins_with(text, long) {
        return None;
    }
    let coast = skip_blanks(text, long.len());
    begins_with(&text[coast..], "coast").then_some(coast + "coast".len())
}

/// Returns the length of `sc`, `s.c.` or `s.c`.
fn short_coast(text: &[u8], short: &[u8]) -> Option<usize> {
    let is = |at: usize, wanted: u8| text.get(at).is_some_and(|b| b.eq_ignore_ascii_case(&wanted));
    if !is(0, *short.first()?) {
        return None;
    }
    let coast = 1 + usize::from(is(1, b'.'));
    is(coast, *short.get(1)?).then(|| coast + 1 + usize::from(is(coast + 1, b'.')))
}

/// Returns whether the judge does not know a character: a control character, or a blank, dash or sign beyond ASCII.
pub fn is_foreign(c: char) -> bool {
    !c.is_ascii() && (c.is_whitespace() || !c.is_alphanumeric()) || c.is_ascii_control() && c != '\t'
}
