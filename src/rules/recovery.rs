//! The contract of recovery: what the files of one game say together, and the game that is put together from them.

use serde_json::Value;

use crate::model::Game;
use crate::text::Code;

/// A system's part in the recovery of damaged games.
pub struct RecoverySystem {
    /// Id of the format that records a game over time; copies of the saved game in folders below a record are placed in
    /// its game.
    pub record: &'static str,
    /// Ids of all formats that say something about a game.
    pub formats: &'static [&'static str],
    /// Id of the format that a recovered game is written in.
    pub target: &'static str,
    /// Codes that mark a damaged file as cut off: its remaining values can be trusted.
    pub cut_off: &'static [&'static Code],
    /// Codes that mark a file whose last value may be cut off, although it is read.
    pub doubtful_end: &'static [&'static Code],
    /// Combines what the files of one game say; `reveal` lets sentences quote hidden names.
    pub recover: fn(files: &[GameFile<'_>], reveal: bool) -> Recovery,
}

/// A file of the game that is recovered.
pub struct GameFile<'d> {
    /// Name of the file in messages.
    pub label: &'d str,
    /// Id of its format.
    pub format: &'d str,
    /// The game as this file has it.
    pub game: &'d Game,
    /// Whether values are missing or doubtful.
    pub is_damaged: bool,
    /// Whether the damage is such that the remaining values may belong to other places.
    pub is_unreliable: bool,
    /// Whether the last value may be cut off.
    pub is_end_doubtful: bool,
    /// Whether the file is a copy: it lies elsewhere than the game's record or has another name.
    pub is_copy: bool,
}

/// Origin of a value or a sentence: a path in one of the given files.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FilePlace {
    /// Index among the given files.
    pub file: usize,
    /// Path in the file's document, such as `game.position.holdings[3].armies`.
    pub path: String,
}

/// Subject of a [`Statement`].
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
    /// Lines or files that contradict each other.
    Contradiction,
    /// A value of the recovered game.
    Value,
    /// A value of the recovered game that cannot be known.
    Hole,
}

impl Part {
    /// Returns the name for scripts.
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

    /// Returns the title for people.
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

/// A known fact and its origins.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// Subject of the statement.
    pub part: Part,
    /// The fact as a sentence.
    pub text: String,
    /// Path of the value in the recovered game; `None` if the statement is not about one value.
    pub path: Option<String>,
    /// The value; `None` if the statement is not about one, or if it is unknown or secret.
    pub value: Option<Value>,
    /// Places that the fact is taken from.
    pub origins: Vec<FilePlace>,
}

impl Statement {
    /// Creates a statement without a path or value.
    pub fn new(part: Part, text: impl Into<String>, origins: impl IntoIterator<Item = FilePlace>) -> Statement {
        Statement { part, text: text.into(), path: None, value: None, origins: origins.into_iter().collect() }
    }
}

/// The combined knowledge of a game's files.
#[derive(Debug, Default)]
pub struct Recovery {
    /// Known facts, grouped by `Part`.
    pub statements: Vec<Statement>,
    /// The game that can be written; `None` if there is nothing to recover.
    pub recovered: Option<Recovered>,
    /// Reason why there is nothing to recover.
    pub nothing_because: Option<String>,
}

/// A game that was put together from several files.
#[derive(Debug)]
pub struct Recovered {
    /// The game; values that cannot be known are absent.
    pub game: Game,
    /// Description of the game, such as `the turn of player 3, ended where it was interrupted`.
    pub what: String,
    /// Origin of each value.
    pub values: Vec<Statement>,
    /// Values that cannot be known, each with the reason.
    pub holes: Vec<Statement>,
    /// Cautions for whoever uses the game.
    pub warnings: Vec<String>,
    /// Index of the given file whose style the written file follows, if any.
    pub like: Option<usize>,
}
