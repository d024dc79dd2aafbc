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
}

/// What a phrase at the beginning of some words is replaced by.
#[derive(Debug, Clone)]
struct Phrase {
    meaning: SmolStr,
    /// The number of its words.
    count: usize,
    /// The number of levels of recursion that it took.
    levels: usize,
}

/// Words whose phrases are looked up once each, though a phrase is also looked up with the one before it.
struct Phrases<'w> {
    vocabulary: &'w Vocabulary,
    words: &'w [SmolStr],
    /// The phrase that begins at each word, if it was looked up.
    found: Vec<Option<Phrase>>,
}

impl<'w> Phrases<'w> {
    /// Splits the words into phrases; `None` where the engine fails.
    fn of(vocabulary: &'w Vocabulary, words: &'w [SmolStr], depth: usize) -> Option<Vec<Phrase>> {
        let mut phrases = Phrases { vocabulary, words, found: vec![None; words.len()] };
        let (mut all, mut at) = (Vec::new(), 0);
        while at < words.len() {
            let phrase = phrases.at(at, depth)?;
            at += phrase.count;
            all.push(phrase);
        }
        Some(all)
    }

    /// Returns the replacement of the longest phrase at a word, or else that word.
    fn at(&mut self, at: usize, depth: usize) -> Option<Phrase> {
        if depth > MAX_DEPTH {
            return None;
        }
        let phrase = match self.found.get(at)? {
            Some(phrase) => phrase.clone(),
            None => {
                let phrase = self.look_up(at, depth)?;
                self.found[at] = Some(phrase.clone());
                phrase
            }
        };
        (depth + phrase.levels <= MAX_DEPTH).then_some(phrase)
    }

    fn look_up(&mut self, at: usize, depth: usize) -> Option<Phrase> {
        let words = &self.words[at..];
        let first = words.first()?;
        if first == "(" || first == "[" {
            return self.bracket(words, depth);
        }
        let phrases = &self.vocabulary.phrases;
        let known = (1..=words.len().min(self.vocabulary.longest)).rev().find_map(|count| {
            let phrase = phrases.get(words[..count].join(" ").as_str())?;
            Some((SmolStr::new_static(phrase), count))
        });
        let (meaning, count) = known.unwrap_or_else(|| (first.clone(), 1));
        let is_of_coast = meaning.ends_with(" \\");
        if words.len() == count || !is_of_coast && (meaning.starts_with('/') || meaning.contains(' ')) {
            return Some(Phrase { meaning, count, levels: 0 });
        }
        // A coast belongs to the place before it, or to the one after `of`.
        let next = self.at(at + count, depth + 1)?;
        let levels = next.levels + 1;
        let is_coast = next.meaning.chars().next()? == '/';
        let (place, coast) = match meaning.strip_suffix(" \\") {
            None if is_coast && !next.meaning.contains(' ') => (&*meaning, &*next.meaning),
            Some(coast) if !is_coast && !next.meaning.contains(' ') => (&*next.meaning, coast),
            _ => return Some(Phrase { meaning, count, levels }),
        };
        let named = phrases.get(format!("{place} {coast}").as_str());
        let meaning = named.map_or_else(|| SmolStr::new(format!("{place}{coast}")), |name| SmolStr::new_static(name));
        Some(Phrase { meaning, count: count + next.count, levels })
    }

    /// Joins a bracketed text into one word.
    fn bracket(&self, words: &[SmolStr], depth: usize) -> Option<Phrase> {
        let closing = if words[0] == "(" { ")" } else { "]" };
        let Some(end) = words.iter().position(|word| word == closing) else {
            return Some(Phrase { meaning: words[0].clone(), count: 1, levels: 0 });
        };
        let mut inner = &words[1..end];
        match inner {
            [first, .., last] if first == "*" && last == "*" => inner = &inner[1..inner.len() - 1],
            [single] if single == "*" => inner = &[],
            _ => {
                let coast = self.vocabulary.phrases.get(format!("{} \\", inner.join(" ")).as_str());
                if let Some(coast) = coast.and_then(|coast| coast.strip_suffix(" \\")) {
                    return Some(Phrase { meaning: SmolStr::new_static(coast), count: end + 1, levels: 0 });
                }
            }
        }
        let phrases = Phrases::of(self.vocabulary, inner, depth + 1)?;
        let levels = phrases.iter().map(|phrase| phrase.levels + 1).max().unwrap_or_default();
        let meanings: Vec<&str> =
            phrases.iter().map(|phrase| &*phrase.meaning).filter(|word| !word.is_empty()).collect();
        Some(Phrase { meaning: SmolStr::new(meanings.join(" ")), count: end + 1, levels })
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
    let phrases = Phrases::of(vocabulary, &words, 0)?;
    let meanings = phrases.iter().flat_map(|phrase| phrase.meaning.split(' '));
    Some(meanings.filter(|word| !word.is_empty()).map(SmolStr::new).collect())
}
