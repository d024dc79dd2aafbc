//! The contract of a format: the data that describes it.

use std::sync::Arc;

use smol_str::StrExt;

use super::block::Block;
use super::facts::Facts;
use super::syntax::TextFormat;
use crate::model::{Board, Document, Game, Position};
use crate::rules::recovery::RecoverySystem;
use crate::rules::timeline::TimelineRow;
use crate::rules::{Finding, RuleSet};
use crate::text::{Code, Diagnostic, Encoding};

/// A format, described by data: help, `identify`, `formats` and the README's table are made from it.
#[derive(Clone, Copy)]
pub struct Format {
    /// Id for `-f` and `-t`.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Description and the parts of a game that the format can hold.
    pub facts: Facts,
    /// Name of the family; its formats share an encoding and a game system.
    pub family: &'static str,
    /// Usual file names, as patterns in which case is ignored.
    pub file_names: &'static [&'static str],
    /// Extension of output files.
    pub extension: &'static str,
    /// Limit of a file's size in bytes; a larger one is refused unless `--max-size` allows it: it is hardly of this
    /// format, and a hostile one must not fill the memory.
    pub max_file_size: usize,
    /// Limit of a file's statements: each takes hundreds of bytes of memory, however short it is. A file is refused if it
    /// has more statements than this, and also with more than 10,000 that are shorter than four bytes on average.
    /// Statements are lines and what commas and semicolons separate, objects of JSON, and rows of all tables.
    pub most_statements: usize,
    /// Encoding of new files, and of files that do not tell theirs; [`Encoding::BINARY`] if the files are not text.
    pub encoding: Encoding,
    /// Diagnostic codes that this format adds.
    pub codes: &'static [&'static [Code]],
    /// Keys that a JSON object of this format may begin with; every file contains the first of them.
    pub json_keys: &'static [&'static str],
    /// Returns whether a file that is no JSON object may be of this format, by its first block. Every format is asked
    /// about every file: it takes a microsecond or two, and is false for nearly all of them.
    pub may_be_text: fn(&Block<'_>) -> bool,
    /// Returns the evidence that bytes are of this format; `None` if they are not.
    pub identify: fn(&Probe<'_>) -> Option<Evidence>,
    /// The way the format is read and written.
    pub kind: Kind,
    /// The way a game of this format becomes one document with others; `None` if it does not.
    pub joins: Option<Join>,
    /// Returns the variant of the game that a file name indicates.
    pub variant_of: Option<fn(name: &str) -> Option<String>>,
    /// Lookup of the board that names in a file refer to; `None` if files define their own names.
    pub board_lookup: Option<&'static BoardLookup>,
}

/// Finds reasons why two files may not be of one game, from the other game, this one, and the other file's name. An
/// error means that they are not; they do not become one document then.
pub type Doubts = fn(other: &Game, this: &Game, name: &str) -> Vec<Diagnostic>;

/// The ways in which files about one game become one document.
#[derive(Clone, Copy)]
pub enum Join {
    /// A file joins one of another format.
    With {
        /// Ids of the formats that the other file may have.
        to: &'static [&'static str],
        /// Makes one game of both files, from which both can be written; returns `None` if that fails.
        games: fn(other: &Game, this: &Game) -> Option<Game>,
        /// Returns the part of the joined game that this file holds, if it says other things than the other file.
        part: Option<fn(joined: &Game) -> Option<Game>>,
        /// Finds reasons why the two may not be of one game; messages name the other file.
        doubts: Option<Doubts>,
        /// Whether two files become one document without an option when the user names them together.
        by_name: bool,
    },
    /// Any number of files of this format join each other; named together, they do so without an option.
    PlayerFiles {
        /// Makes one game of all files, or returns the reason why not.
        games: fn(rows: &[PlayerFile<'_>]) -> Result<Joined, Diagnostic>,
        /// Returns the part of the joined game that a file holds, the one at `place` of `count` sources.
        part: fn(joined: &Game, row: &PlayerFile<'_>, place: usize, count: usize) -> Game,
    },
}

/// One of several files of the same format that together hold a game.
pub struct PlayerFile<'r> {
    /// Name of the file, without folders.
    pub name: &'r str,
    /// The game as this file has it; `None` if its text is not available.
    pub game: Option<&'r Game>,
}

/// A game joined from several files of one format.
pub struct Joined {
    /// The joined game.
    pub game: Game,
    /// Indices of the given files, in the order of the document's sources.
    pub order: Vec<usize>,
    /// Possible problems of the joined game.
    pub diagnostics: Vec<Diagnostic>,
}

/// Lookup of a file's board among the files beside it.
pub struct BoardLookup {
    /// Format of the board's file.
    pub format: &'static Format,
    /// Returns the possible names of the board's file, by the name of the file.
    pub names: fn(name: &str) -> Vec<String>,
    /// Returns whether a board can be that of a game that was read without one.
    pub fits: fn(game: &Game, board: &Board) -> bool,
    /// Chooses among all boards at hand if no name decides.
    pub choose: fn(game: &Game, file: &str, boards: &[BoardFile<'_>]) -> BoardChoice,
}

/// A board with the name of its file.
pub type BoardFile<'b> = (&'b str, &'b Board);

/// The choice among several boards for a file.
#[derive(Debug, Default)]
pub struct BoardChoice {
    /// Index of the board among those at hand; `None` if nothing decides.
    pub index: Option<usize>,
    /// Diagnostic about the choice, if any.
    pub diagnostic: Option<Diagnostic>,
}

/// The way a format is read and written.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A text with a notation and a style; or bytes, one character each.
    Text(&'static dyn TextFormat),
    /// The document itself as JSON.
    Json,
    /// The document as a folder of tables.
    Csv,
    /// Recognised but not read or written yet; makes the diagnostic for a file.
    NotRead(fn() -> Diagnostic),
}

impl Format {
    /// Returns whether `name` (without folders) is a usual file name of this format.
    pub fn is_usual_name(&self, name: &str) -> bool {
        self.file_names.iter().any(|pattern| is_name(pattern, name))
    }

    /// Returns whether `name` (without folders) is a usual file name of this format and of hardly any other.
    pub fn is_telling_name(&self, name: &str) -> bool {
        let mut telling = self.file_names.iter().filter(|pattern| !pattern.contains('*'));
        telling.any(|pattern| is_name(pattern, name))
    }

    /// Returns whether a file may be of this format, by its first block.
    pub fn may_be(&self, block: &Block<'_>) -> bool {
        let looks_so = || match block.json_key {
            Some(_) if !self.is_binary() => block.is_json_with(self.json_keys),
            _ => (self.may_be_text)(block),
        };
        self.is_usual_name(block.name) || looks_so() || block.says_nothing()
    }

    /// Returns whether files of this format are not text.
    pub fn is_binary(&self) -> bool {
        self.encoding == Encoding::BINARY
    }

    /// Returns the reader and writer, unless the format is one of Ludex's own. Files that are not text have them too,
    /// with one character for each byte ([`Encoding::BINARY`]).
    pub fn text(&self) -> Option<&'static dyn TextFormat> {
        match self.kind {
            Kind::Text(text) => Some(text),
            Kind::Json | Kind::Csv | Kind::NotRead(_) => None,
        }
    }
}

/// Returns whether a name matches a pattern; case is ignored.
pub fn is_name(pattern: &str, name: &str) -> bool {
    let Some((sign, behind)) = pattern.find(['*', '?', '[']).zip(pattern.rfind(['*', '?', ']'])) else {
        return pattern.eq_ignore_ascii_case(name);
    };
    // Most names differ before the first wildcard, or after the last one.
    let (start, wild, end) = (&pattern[..sign], &pattern[sign..=behind], &pattern[behind + 1..]);
    let parts = name.split_at_checked(start.len()).and_then(|(first, rest)| {
        let (middle, last) = rest.split_at_checked(rest.len().checked_sub(end.len())?)?;
        (first.eq_ignore_ascii_case(start) && last.eq_ignore_ascii_case(end)).then_some(middle)
    });
    parts.is_some_and(|middle| fast_glob::glob_match(wild.to_lowercase_smolstr(), middle.to_lowercase_smolstr()))
}

/// The input of `identify`.
pub struct Probe<'b> {
    /// Name of the file, without folders.
    pub name: &'b str,
    /// All bytes of the file, or the first 64 KiB.
    pub bytes: &'b [u8],
    /// Board at hand, which names in the file may refer to.
    pub board: Option<&'b Board>,
}

/// Evidence that a file is of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// Confidence from 1 to 100; among equal formats, the first in the registry wins.
    pub confidence: u8,
    /// Reasons for people.
    pub reasons: Vec<String>,
}

impl Evidence {
    /// Returns the confidence as a word: `certain`, `likely` or `possible`.
    pub fn word(&self) -> &'static str {
        match self.confidence {
            90.. => "certain",
            60.. => "likely",
            _ => "possible",
        }
    }
}

/// Abilities of a system's documents that do not depend on the format they were read from.
pub struct SystemDocuments {
    /// Checks the game of a document by the rules, which may need its board and sources too.
    pub check: fn(&Document, RuleSet) -> Vec<Finding>,
    /// Returns whether the document can be checked by these rules.
    pub has_rules: fn(&Document, RuleSet) -> bool,
    /// Whether a position given beside a game is the start of its first turn; if `false`, each turn gets the position
    /// of its phase.
    pub starts_from_given_position: bool,
    /// Whether a source is written without the variant and the players that only other sources of the document have,
    /// such as a map beside a position.
    pub leaves_out_what_others_say: bool,
    /// Returns the board that names in a file refer to when no other board is at hand.
    pub standard_board: Option<fn() -> Arc<Board>>,
    /// Returns the positions that the turns of a game start from, one for each turn, completed with what follows from
    /// the game and its board.
    pub positions_of_turns: fn(&Game) -> Vec<Option<Position>>,
    /// The file that makes up for a damaged one, if any.
    pub rescue: Option<&'static Rescue>,
    /// Returns what each player did and held, turn by turn, if the game has a record; `reveal` includes names that the
    /// game hides.
    pub timeline: Option<fn(game: &Game, reveal: bool) -> Vec<TimelineRow<'_>>>,
    /// Recovery of a lost game from all files that say something about it.
    pub recovery: Option<&'static RecoverySystem>,
}

impl SystemDocuments {
    /// Value for a system whose files stand alone and whose rules find nothing.
    pub const PLAIN: SystemDocuments = SystemDocuments {
        check: |_, _| Vec::new(),
        has_rules: |_, rules| rules == RuleSet::Engine,
        starts_from_given_position: false,
        leaves_out_what_others_say: false,
        standard_board: None,
        positions_of_turns: |game| game.turns.iter().map(|turn| turn.position.as_deref().cloned()).collect(),
        rescue: None,
        timeline: None,
        recovery: None,
    };
}

/// A file that makes up for a damaged file of the same name.
pub struct Rescue {
    /// Format of the damaged file.
    pub of: &'static Format,
    /// Errors that count as such damage.
    pub damage: &'static [&'static Code],
    /// Format of the file beside it.
    pub by: &'static Format,
    /// Makes the diagnostic that an undamaged file of that name is there.
    pub says: fn(name: &str) -> Diagnostic,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::formats::FORMATS;

    proptest! {
        #[test]
        fn names_match_patterns_as_whole_globs(
            at in any::<prop::sample::Index>(), own in "[a-zA-Z0-9._ÄäK-]{0,6}", start in 0usize..6, end in 0usize..6
        ) {
            let patterns: Vec<&str> = FORMATS.iter().flat_map(|format| format.file_names.iter().copied()).collect();
            let pattern = *at.get(&patterns);
            // Most names match none: these have both ends of the pattern, or parts of them.
            let (start, end) = (start.min(pattern.len()), pattern.len() - end.min(pattern.len()));
            let name = format!("{}{own}{}", &pattern[..start], pattern[end..].to_uppercase());
            let whole = fast_glob::glob_match(pattern.to_lowercase(), name.to_lowercase());
            prop_assert_eq!(is_name(pattern, &name), whole, "{} {}", pattern, name);
        }
    }

    #[test]
    fn case_and_the_number_of_characters_count_as_in_a_glob() {
        for (pattern, name, expected) in [
            ("WAR[0-9].DAT", "war1.dat", true),
            ("WAR[0-9].DAT", "WAR12.DAT", false),
            ("WAR[0-9].DAT", "WAR.DAT", false),
            ("map", "MAP", true),
            ("map", "map.x", false),
            ("seed_?.*", "SEED_A.txt", true),
            ("*.ap", ".ap", true),
            ("game*.json", "game.json", true),
            ("game*.json", "gam.json", false),
        ] {
            assert_eq!(is_name(pattern, name), expected, "{pattern} {name}");
        }
    }
}
