//! The contract of a format: the data that describes it.

use std::sync::Arc;

use super::block::Block;
use super::facts::Facts;
use super::syntax::TextFormat;
use crate::model::{Board, Document, Game, Position};
use crate::rules::recovery::RecoverySystem;
use crate::rules::timeline::TimelineRow;
use crate::rules::{Finding, RuleSet};
use crate::text::{Code, Diagnostic, Encoding};

/// A format, described by data: help, `identify`, `formats` and the README's table come from here.
#[derive(Clone, Copy)]
pub struct Format {
    /// The id that `-f` and `-t` take.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What it is, and what it has room for.
    pub facts: Facts,
    /// Formats of one family share an encoding and a game system.
    pub family: &'static str,
    /// Usual file names, as patterns without regard to case.
    pub file_names: &'static [&'static str],
    /// The extension that an output gets.
    pub extension: &'static str,
    /// A file with more bytes than this is refused unless `--max-size` allows it: it is hardly one, and a hostile one
    /// must not fill the memory.
    pub max_file_size: usize,
    /// A file with more statements than this is refused as well: each takes one to four kilobytes of memory, however
    /// short it is; and one of more than 10,000, unless they have four bytes each. They are lines and what commas and
    /// semicolons separate, objects of JSON, and rows of all tables.
    pub most_statements: usize,
    /// The encoding of a file that does not tell, and of a new file; [`Encoding::BINARY`] where files are no texts.
    pub encoding: Encoding,
    /// The diagnostics that this format adds.
    pub codes: &'static [&'static [Code]],
    /// The keys that a JSON object of this format begins with, the first of them one that each has.
    pub json_keys: &'static [&'static str],
    /// Whether the first block of a file, which is no JSON object, leaves it open that it is of this format. Every file
    /// is asked this by every format: it takes a microsecond or two, and says no to nearly all of them.
    pub may_be_text: fn(&Block<'_>) -> bool,
    /// Whether bytes are of this format.
    pub identify: fn(&Probe<'_>) -> Option<Evidence>,
    /// How it is read and written.
    pub kind: Kind,
    /// How a game of this format becomes one document with others.
    pub joins: Option<Join>,
    /// The variant of the game that a file's name tells.
    pub variant_of: Option<fn(name: &str) -> Option<String>>,
    /// How the board is found that a file's names are of, where it does not define them.
    pub board_lookup: Option<&'static BoardLookup>,
}

/// What speaks against two files being of one game: the other one, this one, and the other's name. An error says that
/// they are not; then they do not become one document.
pub type Doubts = fn(other: &Game, this: &Game, name: &str) -> Vec<Diagnostic>;

/// How files that speak of one game become one document.
#[derive(Clone, Copy)]
pub enum Join {
    /// A file joins one of another format.
    With {
        /// The ids of the formats that the other file may be of.
        to: &'static [&'static str],
        /// Makes one game of the other file's and this one's, from which both can be written; nothing where that fails.
        games: fn(other: &Game, this: &Game) -> Option<Game>,
        /// The part of the joined game that this file holds, where it says other things than the other file.
        part: Option<fn(joined: &Game) -> Option<Game>>,
        /// Says what speaks against the two being of one game; the other file's name goes into messages.
        doubts: Option<Doubts>,
        /// Whether two files become one document where they are named together, without being asked to.
        by_name: bool,
    },
    /// Any number of files of this format join each other; named together they do so without being asked to.
    PlayerFiles {
        /// Makes one game of theirs, or says why not.
        games: fn(rows: &[PlayerFile<'_>]) -> Result<Joined, Diagnostic>,
        /// The part of the joined game that a file holds, the one at `place` of `count` sources.
        part: fn(joined: &Game, row: &PlayerFile<'_>, place: usize, count: usize) -> Game,
    },
}

/// A file of a game that others of the same format hold too.
pub struct PlayerFile<'r> {
    /// The file's name, without folders.
    pub name: &'r str,
    /// What it says, where its text is there.
    pub game: Option<&'r Game>,
}

/// A game that several files of a format hold.
pub struct Joined {
    /// The game.
    pub game: Game,
    /// The places of the files in the order that the document has them in.
    pub order: Vec<usize>,
    /// What may be wrong about it.
    pub diagnostics: Vec<Diagnostic>,
}

/// How the board of a file is found among the files beside it.
pub struct BoardLookup {
    /// The format that it is in.
    pub format: &'static Format,
    /// The names that it may have, by the name of the file.
    pub names: fn(name: &str) -> Vec<String>,
    /// Whether a board can be that of a game which was read without one.
    pub fits: fn(game: &Game, board: &Board) -> bool,
    /// Chooses among all boards at hand where no name tells.
    pub choose: fn(game: &Game, file: &str, boards: &[BoardFile<'_>]) -> BoardChoice,
}

/// A board, and the name of its file.
pub type BoardFile<'b> = (&'b str, &'b Board);

/// Which of several boards a file's names are of.
#[derive(Debug, Default)]
pub struct BoardChoice {
    /// Its place among those that were at hand; none where nothing tells which it is.
    pub index: Option<usize>,
    /// What to say of that.
    pub diagnostic: Option<Diagnostic>,
}

/// How a format is read and written.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A text in a notation, with spelling; or bytes, one character each.
    Text(&'static dyn TextFormat),
    /// The document itself as JSON.
    Json,
    /// The document as a folder of tables.
    Csv,
    /// Known, and not read or written yet; what to say of a file.
    NotRead(fn() -> Diagnostic),
}

impl Format {
    /// Whether `name` (without folders) is a usual file name of this format.
    pub fn is_usual_name(&self, name: &str) -> bool {
        self.file_names.iter().any(|pattern| is_name(pattern, name))
    }

    /// Whether `name` (without folders) is a usual file name of this format and of hardly anything else.
    pub fn is_telling_name(&self, name: &str) -> bool {
        let mut telling = self.file_names.iter().filter(|pattern| !pattern.contains('*'));
        telling.any(|pattern| is_name(pattern, name))
    }

    /// Whether the first block of a file leaves it open that it is of this format.
    pub fn may_be(&self, block: &Block<'_>) -> bool {
        let looks_so = match block.json_key {
            Some(_) if !self.is_binary() => block.is_json_with(self.json_keys),
            _ => (self.may_be_text)(block),
        };
        looks_so || block.says_nothing() || self.is_usual_name(block.name)
    }

    /// Whether its files are no texts.
    pub fn is_binary(&self) -> bool {
        self.encoding == Encoding::BINARY
    }

    /// Reader and writer, where it is a format of its own and not one of Ludex; of files that are no texts, too: these
    /// have a character for each byte ([`Encoding::BINARY`]).
    pub fn text(&self) -> Option<&'static dyn TextFormat> {
        match self.kind {
            Kind::Text(text) => Some(text),
            Kind::Json | Kind::Csv | Kind::NotRead(_) => None,
        }
    }
}

/// Whether a name fits a pattern, without regard to case.
pub fn is_name(pattern: &str, name: &str) -> bool {
    // Most names are none, which the letters before or behind the first sign of a pattern tell.
    let sign = pattern.find(['*', '?', '[']).unwrap_or(pattern.len());
    let behind = pattern.rfind(['*', '?', ']']).map_or(0, |at| at + 1);
    let (start, end) = (&pattern.as_bytes()[..sign], &pattern.as_bytes()[behind..]);
    let is_alike = |part: Option<&[u8]>, of: &[u8]| part.is_some_and(|part| part.eq_ignore_ascii_case(of));
    let bytes = name.as_bytes();
    let has_ends = is_alike(bytes.get(..start.len()), start)
        && is_alike(bytes.len().checked_sub(end.len()).and_then(|from| bytes.get(from..)), end);
    has_ends && fast_glob::glob_match(pattern.to_lowercase(), name.to_lowercase())
}

/// What `identify` looks at.
pub struct Probe<'b> {
    /// The file's name, without folders.
    pub name: &'b str,
    /// The bytes, or the first 64 KiB of them.
    pub bytes: &'b [u8],
    /// The board at hand, that names may be of.
    pub board: Option<&'b Board>,
}

/// Why a file is of a format, and how sure that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// 1 to 100; where formats are equally sure, the first in the registry wins.
    pub confidence: u8,
    /// What speaks for it.
    pub reasons: Vec<String>,
}

impl Evidence {
    /// `certain`, `likely` or `possible`.
    pub fn word(&self) -> &'static str {
        match self.confidence {
            90.. => "certain",
            60.. => "likely",
            _ => "possible",
        }
    }
}

/// What the documents of a system's games say beyond the formats that they were read from.
pub struct SystemDocuments {
    /// What the rules have against the game of a document, of which they may need the board and the sources too.
    pub check: fn(&Document, RuleSet) -> Vec<Finding>,
    /// Whether that document can be checked by these rules.
    pub has_rules: fn(&Document, RuleSet) -> bool,
    /// Whether a position that is given beside a game is what its first turn starts from; else each turn gets the one
    /// of its phase.
    pub starts_from_given_position: bool,
    /// Whether a source is written without the variant and the players that only other sources of the document say, as
    /// a map beside a position is.
    pub leaves_out_what_others_say: bool,
    /// The board that the names in a file are of where no board is at hand.
    pub standard_board: Option<fn() -> Arc<Board>>,
    /// The positions that the turns of a game start from, one a turn, with what follows from the game and its board.
    pub positions_of_turns: fn(&Game) -> Vec<Option<Position>>,
    /// What makes up for a damaged file.
    pub rescue: Option<&'static Rescue>,
    /// What each player did and held, turn by turn, where the record of a game tells; with names that
    /// the game hides where they are to be revealed.
    pub timeline: Option<fn(game: &Game, reveal: bool) -> Vec<TimelineRow<'_>>>,
    /// How what is lost of a game is put together from all files that tell of it.
    pub recovery: Option<&'static RecoverySystem>,
}

impl SystemDocuments {
    /// Those of a system whose files stand alone, and whose rules have nothing against a game.
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

/// A file that makes up for another one of its name, where that is damaged.
pub struct Rescue {
    /// The format of the damaged file.
    pub of: &'static Format,
    /// The errors that it is damaged by.
    pub damage: &'static [&'static Code],
    /// The format of the file beside it.
    pub by: &'static Format,
    /// Says so, of a whole file of that name.
    pub says: fn(name: &str) -> Diagnostic,
}
