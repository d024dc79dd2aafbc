//! The contract of recovery: what several files of one game tell together, and the game that is put together from them.

use serde_json::Value;

use crate::model::Game;
use crate::text::Code;

/// How the games of a system are recovered.
pub struct RecoverySystem {
    /// The id of the format that a game over time is in: copies of a game that lie below it are placed in it.
    pub record: &'static str,
    /// The ids of all formats that tell something of a game.
    pub formats: &'static [&'static str],
    /// The id of the format that a recovered game is written in.
    pub target: &'static str,
    /// The codes of what is said of a damaged file whose values are right as far as they go: it was cut off.
    pub cut_off: &'static [&'static Code],
    /// The codes of what is said of a file whose last value may be cut off, though it is read.
    pub doubtful_end: &'static [&'static Code],
    /// Puts together what the files of one game tell.
    pub recover: fn(files: &[GameFile<'_>], reveal: bool) -> Recovery,
}

/// A file of a game.
pub struct GameFile<'d> {
    /// How it is called in sentences.
    pub label: &'d str,
    /// The id of its format.
    pub format: &'d str,
    /// What it says.
    pub game: &'d Game,
    /// True where values are missing from it, or doubtful.
    pub is_damaged: bool,
    /// True where it is damaged in such a way that the values that are left may be those of other places.
    pub is_unreliable: bool,
    /// True where its last value may be cut off.
    pub is_end_doubtful: bool,
    /// True for a copy that lies elsewhere than the game's record, or has another name.
    pub is_copy: bool,
}

/// What a value or a sentence is taken from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FilePlace {
    /// The place of the file among those given.
    pub file: usize,
    /// The path in its document, such as `game.position.holdings[3].armies`.
    pub path: String,
}

/// What a statement is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The record as a whole.
    Record,
    /// The turn that was interrupted.
    InterruptedTurn,
    /// The saved game.
    SavedGame,
    /// A copy of the saved game, and where in the game it belongs.
    Backup,
    /// Lines, or files, that cannot both be right.
    Contradiction,
    /// A value of the recovered game.
    Value,
    /// A value of the recovered game that cannot be known.
    Hole,
}

impl Part {
    /// Its name for scripts.
    pub fn id(self) -> &'static str {
        match self {
            Part::Record => "record",
            Part::InterruptedTurn => "interrupted-turn",
            Part::SavedGame => "saved-game",
            Part::Backup => "backup",
            Part::Contradiction => "contradiction",
            Part::Value => "value",
            Part::Hole => "hole",
        }
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Part::Record => "The log",
            Part::InterruptedTurn => "The interrupted turn",
            Part::SavedGame => "The saved game",
            Part::Backup => "Backups",
            Part::Contradiction => "Contradictions",
            Part::Value => "The recovered game",
            Part::Hole => "What cannot be known",
        }
    }
}

/// Something that is known, and from where.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// What it is about.
    pub part: Part,
    /// What it says, in words.
    pub text: String,
    /// The path of the value in the recovered game, where it is about one.
    pub path: Option<String>,
    /// The value, where it is about one that is known and no secret.
    pub value: Option<Value>,
    /// What it is taken from.
    pub origins: Vec<FilePlace>,
}

impl Statement {
    /// A sentence, and what it is taken from.
    pub fn new(part: Part, text: impl Into<String>, origins: impl IntoIterator<Item = FilePlace>) -> Statement {
        Statement { part, text: text.into(), path: None, value: None, origins: origins.into_iter().collect() }
    }
}

/// What the files of a game tell.
#[derive(Debug, Default)]
pub struct Recovery {
    /// What is known, by parts.
    pub statements: Vec<Statement>,
    /// The game that can be written, where there is something to recover.
    pub recovered: Option<Recovered>,
    /// Why there is none.
    pub nothing_because: Option<String>,
}

/// A game that was put together.
#[derive(Debug)]
pub struct Recovered {
    /// The game; what cannot be known is absent.
    pub game: Game,
    /// What it is, such as `the turn of player 3, ended where it was interrupted`.
    pub what: String,
    /// Where each value is from.
    pub values: Vec<Statement>,
    /// What cannot be known, and why.
    pub holes: Vec<Statement>,
    /// What to be careful about.
    pub warnings: Vec<String>,
    /// The place of the file that it is to be written like, where there is one.
    pub like: Option<usize>,
}
