//! The habits of a file.

use crate::text::json::{Keys, Spacing};

/// How a file writes things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// How lines end; in a record what stands behind it.
    pub line_end: &'static str,
    /// What stands between the commands of a turn.
    pub between: String,
    /// Whether verbs are their first letters.
    pub letters: bool,
    /// How a record is set.
    pub record: RecordStyle,
}

/// How a record is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordStyle {
    /// Whether all of it is one statement, because it is damaged.
    pub is_whole: bool,
    /// Whether there is no file that it follows.
    pub is_new: bool,
    /// Blanks, line ends and escapes.
    pub spacing: Spacing,
    /// The keys of the record, in their order.
    pub root: Keys,
    /// Those of its header.
    pub header: Keys,
    /// Those of the game in the header.
    pub game: Keys,
    /// Those of the site.
    pub site: Keys,
    /// Those of each player.
    pub players: Vec<Keys>,
}

impl Default for Style {
    fn default() -> Self {
        let header =
            ["game", "event", "round", "site", "date-start", "date-end", "date-generated", "unrated", "players"];
        let record = RecordStyle {
            is_whole: false,
            is_new: true,
            spacing: Spacing::indented("  "),
            root: Keys::of(&["header", "moves"]),
            header: Keys::of(&header),
            game: Keys::of(&["name", "variants"]),
            site: Keys::of(&["name", "gameid"]),
            players: Vec::new(),
        };
        Style { line_end: "\n", between: ", ".to_owned(), letters: false, record }
    }
}

impl RecordStyle {
    /// Of a file whose keys are not known yet.
    pub fn of(json: &str) -> RecordStyle {
        let nothing = Keys::default;
        RecordStyle {
            is_whole: false,
            is_new: false,
            spacing: Spacing::of(json),
            root: nothing(),
            header: nothing(),
            game: nothing(),
            site: nothing(),
            players: Vec::new(),
        }
    }

    /// The keys of the player of that number.
    pub fn player(&self, index: usize) -> Keys {
        let usual = || Keys::of(&["name", "userid", "is_ai", "score", "result"]);
        self.players.get(index).cloned().unwrap_or_else(usual)
    }
}

/// Notes how commands are written: what stands between them, and how long verbs are.
#[derive(Debug, Default)]
pub struct Habits {
    between: Option<String>,
    /// Verbs of one letter, less the others.
    letters: isize,
}

impl Habits {
    /// Notes a command.
    pub fn command(&mut self, text: &str) {
        let verb = text.split_whitespace().next().unwrap_or_default();
        self.letters += if verb.len() == 1 { 1 } else { -1 };
    }

    /// Notes what stands between two commands.
    pub fn between(&mut self, text: &str) {
        if self.between.is_none() && text.len() <= MAX_SEPARATOR_LENGTH {
            self.between = Some(text.to_owned());
        }
    }

    /// The style of the file.
    pub fn style(self, line_end: &'static str) -> Style {
        let usual = Style::default();
        let between = self.between.unwrap_or_else(|| usual.between.clone());
        Style { line_end, between, letters: self.letters > 0, ..usual }
    }
}

/// The longest separator that is taken for a habit.
const MAX_SEPARATOR_LENGTH: usize = 4;
