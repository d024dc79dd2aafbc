//! Splits a text into words and joins those that form a phrase to the engine.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use smol_str::SmolStr;

use super::arrange::{Sign, sign};
use super::names::{KEYWORDS, NAMES, PHRASES};
use crate::systems::diplomacy::rules::NamedBoard;
use crate::systems::diplomacy::rules::powers::STANDARD;

/// The engine's vocabulary on the standard map.
pub struct Vocabulary {
    keywords: HashMap<&'static str, &'static str>,
    phrases: HashMap<&'static str, &'static str>,
    /// Texts that keywords and phrases may be replaced by.
    results: HashSet<&'static str>,
    /// All words that the engine knows.
    known: HashSet<&'static str>,
    /// Number of words of the longest phrase.
    longest: usize,
}

impl Vocabulary {
    /// Returns the vocabulary for a board with the powers of the standard map, which has its names as well; `None` for
    /// other boards.
    pub fn of(named_board: &NamedBoard) -> Option<&'static Vocabulary> {
        static VOCABULARY: OnceLock<Vocabulary> = OnceLock::new();
        named_board.has_named_powers().then(|| VOCABULARY.get_or_init(Vocabulary::new))
    }

    fn new() -> Vocabulary {
        let flat = |(value, words): &'static (&str, &[&str])| words.iter().map(move |word| (*word, *value));
        let keywords: HashMap<_, _> = KEYWORDS.iter().flat_map(flat).collect();
        let powers = STANDARD.iter().flat_map(|power| [(power.name, power.name), (power.adjective, power.name)]);
        let names = NAMES.iter().flat_map(flat);
        let phrases: HashMap<_, _> = PHRASES.iter().copied().chain(powers).chain(names).collect();
        let mut results: HashSet<&str> = keywords.values().chain(phrases.values()).copied().collect();
        results.extend(["-", "VIA"]);
        let longest = phrases.keys().map(|phrase| phrase.split(' ').count()).max().unwrap_or_default();
        let of_phrases = phrases.keys().flat_map(|phrase| phrase.split(' '));
        let known = keywords.keys().copied().chain(of_phrases).chain(results.iter().copied()).collect();
        Vocabulary { keywords, phrases, results, known, longest }
    }

    /// Returns whether a word is one that keywords and phrases are replaced by.
    pub fn is_result(&self, word: &str) -> bool {
        self.results.contains(word)
    }

    /// Returns whether the engine does not know a word of the text and ignores it. Most texts that are no orders have
    /// such a word.
    pub fn misses_a_word(&self, text: &str) -> bool {
        // A bracketed text is one word, and a power may stand before a colon.
        let text = text.split_once(':').map_or(text, |(_, behind)| behind);
        let text = text.split(['(', '[']).next().unwrap_or_default();
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '/');
        words.any(|word| self.is_unknown(word))
    }

    /// Returns whether a word is unknown and longer than a code.
    fn is_unknown(&self, word: &str) -> bool {
        const CODE: usize = 3;
        let mut capitals = [0; MAX_WORD_LENGTH];
        let Some(capitals) = capitals.get_mut(..word.len()).filter(|_| word.len() > CODE) else { return false };
        capitals.copy_from_slice(word.as_bytes());
        capitals.make_ascii_uppercase();
        let is_word = capitals.iter().all(u8::is_ascii_alphanumeric) && capitals.iter().any(u8::is_ascii_alphabetic);
        is_word && std::str::from_utf8(capitals).is_ok_and(|word| !self.known.contains(word))
    }

    /// Splits a text into words in capitals, with keywords replaced.
    fn words(&self, text: &str) -> Vec<SmolStr> {
        let text = text.to_uppercase().replace('/', " /").replace(" / ", "");
        let mut spaced = String::with_capacity(text.len() * 2);
        for c in text.chars() {
            match c {
                '.' | ':' | '-' | '+' | ',' => spaced.push(' '),
                '|' | '*' | '?' | '!' | '~' | '(' | ')' | '[' | ']' | '=' | '_' | '^' => spaced.extend([' ', c, ' ']),
                c => spaced.push(c),
            }
        }
        let replaced = |word| self.keywords.get(word).copied().unwrap_or(word);
        spaced.split_whitespace().map(replaced).filter(|word| !word.is_empty()).map(SmolStr::new).collect()
    }

    /// Returns the replacement of the longest phrase at the beginning of the words, or else the first word, and its
    /// number of words. `None` where the engine fails.
    fn phrase(&self, words: &[SmolStr], depth: usize) -> Option<(SmolStr, usize)> {
        let first = words.first()?;
        if depth > MAX_DEPTH {
            return None;
        }
        if first == "(" || first == "[" {
            return self.bracket(words, depth);
        }
        let known = (1..=words.len().min(self.longest)).rev().find_map(|count| {
            let phrase = self.phrases.get(words[..count].join(" ").as_str())?;
            Some((SmolStr::new_static(phrase), count))
        });
        let (meaning, count) = known.unwrap_or_else(|| (first.clone(), 1));
        let rest = &words[count..];
        if rest.is_empty() {
            return Some((meaning, count));
        }
        // A coast belongs to the place before it, or to the one after `of`.
        let (place, coast, both) = if !meaning.starts_with('/') && !meaning.contains(' ') {
            let (next, more) = self.phrase(rest, depth + 1)?;
            if !next.chars().next()?.eq(&'/') || next.contains(' ') {
                return Some((meaning, count));
            }
            (meaning, next, count + more)
        } else if let Some(coast) = meaning.strip_suffix(" \\") {
            let (next, more) = self.phrase(rest, depth + 1)?;
            if next.chars().next()? == '/' || next.contains(' ') {
                return Some((meaning, count));
            }
            (next, SmolStr::new(coast), count + more)
        } else {
            return Some((meaning, count));
        };
        let named = self.phrases.get(format!("{place} {coast}").as_str());
        Some((named.map_or_else(|| SmolStr::new(format!("{place}{coast}")), |name| SmolStr::new_static(name)), both))
    }

    /// Joins a bracketed text into one word.
    fn bracket(&self, words: &[SmolStr], depth: usize) -> Option<(SmolStr, usize)> {
        let closing = if words[0] == "(" { ")" } else { "]" };
        let Some(end) = words.iter().position(|word| word == closing) else { return Some((words[0].clone(), 1)) };
        let mut inner = &words[1..end];
        match inner {
            [first, .., last] if first == "*" && last == "*" => inner = &inner[1..inner.len() - 1],
            [single] if single == "*" => inner = &[],
            _ => {
                let coast = self.phrases.get(format!("{} \\", inner.join(" ")).as_str());
                if let Some(coast) = coast.and_then(|coast| coast.strip_suffix(" \\")) {
                    return Some((SmolStr::new_static(coast), end + 1));
                }
            }
        }
        let mut meanings: Vec<SmolStr> = Vec::new();
        while !inner.is_empty() {
            let (meaning, count) = self.phrase(inner, depth + 1)?;
            meanings.extend((!meaning.is_empty()).then_some(meaning));
            inner = &inner[count..];
        }
        Some((SmolStr::new(meanings.join(" ")), end + 1))
    }
}

/// Length in bytes that no known word exceeds.
const MAX_WORD_LENGTH: usize = 32;

/// Greatest depth of recursion; each word is looked up together with those that follow it.
const MAX_DEPTH: usize = 80;

/// Returns the words of a text as the engine shortens them; `None` where it fails.
pub fn compact(text: &str, vocabulary: &Vocabulary) -> Option<Vec<SmolStr>> {
    let mut text = text;
    if let Some((before, behind)) = text.split_once(':')
        && let [word] = &compact(before, vocabulary)?[..]
        && sign(word) == Sign::Power
    {
        text = behind;
    }
    let words = vocabulary.words(text);
    let mut rest = &words[..];
    let mut compact = Vec::with_capacity(words.len());
    while !rest.is_empty() {
        let (meaning, count) = vocabulary.phrase(rest, 0)?;
        compact.extend(meaning.split(' ').filter(|word| !word.is_empty()).map(SmolStr::new));
        rest = &rest[count..];
    }
    Some(compact)
}
