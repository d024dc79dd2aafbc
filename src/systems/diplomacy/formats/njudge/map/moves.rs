//! Reads and writes a line of moves: `from-kind: to to to`.

use std::fmt;
use std::ops::Range;

use smol_str::SmolStr;

use crate::model::{Adjacency, Field, TerritoryRef, free_spare_room};
use crate::systems::diplomacy::formats::njudge::cursor::{indent, words};
use crate::systems::diplomacy::rules::names::Names;

/// Kinds of moves. The judge only reads their first letter.
const KINDS: [&str; 7] = ["mv", "xc", "nc", "sc", "ec", "wc", "cc"];

/// Kinds of targets. The judge only reads the first letter after the slash.
const TARGET_KINDS: [&str; 10] = ["mx", "xc", "nc", "sc", "ec", "wc", "cc", "hx", "lx", "mv"];

/// A line of moves that was understood, with the spans of its parts.
pub struct Moves {
    /// The moves.
    pub adjacency: Adjacency,
    /// Span of each target.
    pub targets: Vec<Range<usize>>,
    /// Flaws of the line, with their spans.
    pub flaws: Vec<(MoveLineFlaw, Range<usize>)>,
}

/// Part that a line of moves lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// The name of a province.
    Province,
    /// The hyphen after the province.
    Dash,
    /// A kind of moves.
    Kind,
}

impl Expected {
    /// Returns the phrase for the part in messages.
    pub fn words(self) -> &'static str {
        match self {
            Expected::Province => "the name of a province",
            Expected::Dash => "a hyphen after the province",
            Expected::Kind => "a kind of moves (mv, xc, nc, sc, ec, wc or cc)",
        }
    }
}

/// A flaw of a line that is understood all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveLineFlaw {
    /// A coast on the left, which the judge ignores.
    CoastOnTheLeft,
    /// An unusual suffix, of which the judge reads the first letter.
    Suffix,
    /// No colon after the suffix.
    NoColon,
    /// A target without a blank before it, which the judge takes as a part of the suffix.
    LostTarget,
    /// A target that is not on the board.
    Target,
}

/// Reads a line of moves. For a line that the judge rejects, returns the part that was expected and its span.
pub fn moves(text: &str, names: &Names) -> Result<Moves, (Expected, Range<usize>)> {
    let Some(from) = names.find(text) else {
        let end = text.find(['-', ' ', '\t']).unwrap_or(text.len());
        return Err((Expected::Province, 0..end));
    };
    let dash = from.end + indent(&text[from.end..]);
    let Some(suffix) = text[dash..].strip_prefix('-') else {
        return Err((Expected::Dash, word_at(text, from.end)));
    };
    let suffix = suffix.split([' ', '\t']).next().unwrap_or_default();
    let place = dash + 1..dash + 1 + suffix.len();
    let first = suffix.chars().next();
    let Some(kind) = KINDS.into_iter().find(|kind| kind.chars().next() == first) else {
        return Err((Expected::Kind, place));
    };
    // The document has a kind `mx`, which the judge reads as `mv`. It is kept, as its writer meant something by it.
    let (written, glued) = suffix.split_once(':').unwrap_or((suffix, ""));
    let glued = glued.trim_start_matches(':');
    let movement = if written == "mx" { "mx" } else { kind };
    let mut flaws = Vec::new();
    if from.coast.is_some() {
        flaws.push((MoveLineFlaw::CoastOnTheLeft, 0..from.end));
    }
    if written != kind {
        flaws.push((MoveLineFlaw::Suffix, place.start..place.start + written.len()));
    } else if suffix.len() - glued.len() > written.len() + 1 {
        flaws.push((MoveLineFlaw::Suffix, place.start..place.end - glued.len()));
    }
    if !suffix.contains(':') {
        flaws.push((MoveLineFlaw::NoColon, place.end..place.end));
    }
    if !glued.is_empty() {
        flaws.push((MoveLineFlaw::LostTarget, place.end - glued.len()..place.end));
    }
    let id = names.ids().get(from.territory).cloned().unwrap_or_else(|| TerritoryRef::new(""));
    let mut adjacency = Adjacency { from: id, movement: SmolStr::new(movement), to: Vec::with_capacity(8) };
    let mut targets = Vec::with_capacity(8);
    let mut at = place.end;
    while let Some((start, word)) = words(&text[at..]).next().map(|(start, word)| (at + start, word)) {
        let (to, end) = match target(&text[start..], names) {
            Some((to, length)) => (Field::Known(to), start + length),
            None => {
                flaws.push((MoveLineFlaw::Target, start..start + word.len()));
                (Field::unknown(word), start + word.len())
            }
        };
        adjacency.to.push(to);
        targets.push(start..end);
        at = end;
    }
    // There may be a hundred thousand lines with few targets.
    free_spare_room(&mut adjacency.to);
    Ok(Moves { adjacency, targets, flaws })
}

/// Returns the span of the word at `at`, or of the next one after blanks; empty at the end of the line.
fn word_at(text: &str, at: usize) -> Range<usize> {
    let word = words(&text[at..]).next();
    word.map_or(at..at, |(start, word)| at + start..at + start + word.len())
}

/// Reads a target with its coast or kind, and returns its length; `None` unless a blank or the end of the line follows.
fn target(text: &str, names: &Names) -> Option<(TerritoryRef, usize)> {
    let found = names.find(text)?;
    let rest = &text[found.end..];
    let word = rest.split([' ', '\t']).next().unwrap_or_default();
    if word.is_empty() {
        return Some((names.place(found), found.end));
    }
    let letter = word.strip_prefix('/').filter(|_| found.coast.is_none())?.chars().next()?;
    // The judge reads any `m` as `mx`, though the document gives it no meaning.
    let kind = TARGET_KINDS.into_iter().find(|kind| kind.starts_with(letter))?;
    Some((TerritoryRef::new(&format!("{}/{kind}", names.place(found))), found.end + word.len()))
}

/// Returns whether a target may have this suffix.
pub fn is_target_kind(kind: &str) -> bool {
    TARGET_KINDS[..9].contains(&kind)
}

/// Returns whether a line of moves may have this kind.
pub fn is_kind(kind: &str) -> bool {
    KINDS.contains(&kind) || kind == "mx"
}

/// Displays a line of moves as it is written; `spelled` returns the spelling of a place.
pub struct WrittenMoves<'m, F>(pub &'m Adjacency, pub F);

impl<F: Fn(&TerritoryRef) -> String> fmt::Display for WrittenMoves<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrittenMoves(moves, spelled) = self;
        write!(f, "{}-{}:", spelled(&moves.from), moves.movement)?;
        moves.to.iter().try_for_each(|to| write!(f, " {}", super::spelled_field(to, spelled)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        let mut names = Names::default();
        for (name, alias) in [("Switzerland", "swi"), ("St. Peter", "stp"), ("Mid-Atlantic", "mao"), ("Alp", "alp")] {
            names.add(Some(name), &[alias.to_owned()]);
        }
        names
    }

    fn read(text: &str) -> (String, Vec<MoveLineFlaw>) {
        let moves = moves(text, &names()).ok().unwrap();
        let flaws = moves.flaws.iter().map(|(flaw, _)| *flaw).collect();
        (WrittenMoves(&moves.adjacency, |place: &TerritoryRef| place.to_string()).to_string(), flaws)
    }

    #[test]
    fn lines_are_read_as_the_judge_reads_them() {
        use MoveLineFlaw::*;
        for (text, written, flaws) in [
            ("swi-mv: stp mao", "swi-mv: stp mao", vec![]),
            ("SWI-xc:  St. Peter/nc Mid-Atlantic (south coast)", "swi-xc: stp/nc mao/sc", vec![]),
            ("mid-atlantic-xv: stp", "mao-xc: stp", vec![Suffix]),
            ("swi-xc stp mao", "swi-xc: stp mao", vec![NoColon]),
            ("alp-mv:stp mao", "alp-mv: mao", vec![LostTarget]),
            ("stp/nc-xc: mao", "stp-xc: mao", vec![CoastOnTheLeft]),
            ("swi-mx: stp/mx mao/hx alp/lx stp/cc", "swi-mx: stp/mx mao/hx alp/lx stp/cc", vec![Suffix]),
            ("swi-mv: stp/mv stp/n", "swi-mv: stp/mx stp/nc", vec![]),
            ("swi-mv:", "swi-mv:", vec![]),
            ("swi-mv : stp", "swi-mv: : stp", vec![NoColon, Target]),
            ("swi -mv: stp. mao", "swi-mv: stp mao", vec![]),
            ("swi-mv:: stp", "swi-mv: stp", vec![Suffix]),
            ("swi-mv::alp stp", "swi-mv: stp", vec![Suffix, LostTarget]),
            ("swi-mv: foo stp,mao stp/q", "swi-mv: foo stp,mao stp/q", vec![Target, Target, Target]),
        ] {
            assert_eq!(read(text), (written.to_owned(), flaws), "{text}");
        }
    }

    #[test]
    fn lines_that_the_judge_refuses_say_what_was_expected() {
        for text in ["foo-mv: swi", "swi mv: stp", "swi-qq: stp", "swi-MV: stp", "swi-", "swi mv-: stp"] {
            assert!(moves(text, &names()).is_err(), "{text}");
        }
    }
}
