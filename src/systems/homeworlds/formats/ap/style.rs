//! The style of a file.

use crate::text::json::{Keys, Spacing};

/// The style of a file: its choices where the notation allows several forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// The line end; in a record, the text after it.
    pub line_end: &'static str,
    /// The text between the commands of a turn.
    pub between: String,
    /// Whether verbs are written as their first letters.
    pub letters: bool,
    /// The style of a record's JSON.
    pub record: RecordStyle,
}

/// The style of a record's JSON: spacing, and the order of keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordStyle {
    /// Whether the whole record is one statement, because it is damaged.
    pub is_whole: bool,
    /// Whether the record is new, without a file whose style it follows.
    pub is_new: bool,
    /// Blanks, line ends and escapes.
    pub spacing: Spacing,
    /// The keys of the record, in their order.
    pub root: Keys,
    /// The keys of its header.
    pub header: Keys,
    /// The keys of the game in the header.
    pub game: Keys,
    /// The keys of the site.
    pub site: Keys,
    /// The keys of each player.
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
    /// Returns the style of a file whose keys are not known yet.
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

    /// Returns the keys of the player with that index.
    pub fn player(&self, index: usize) -> Keys {
        let usual = || Keys::of(&["name", "userid", "is_ai", "score", "result"]);
        self.players.get(index).cloned().unwrap_or_else(usual)
    }
}

/// Collects how commands are written: the text between them, and the length of verbs.
#[derive(Debug, Default)]
pub struct Habits {
    between: Option<String>,
    /// The number of verbs of one letter, minus the number of others.
    letters: isize,
}

impl Habits {
    /// Counts the verb of a command.
    pub fn command(&mut self, text: &str) {
        let verb = text.split_whitespace().next().unwrap_or_default();
        self.letters += if verb.len() == 1 { 1 } else { -1 };
    }

    /// Notes the text between two commands.
    pub fn between(&mut self, text: &str) {
        if self.between.is_none() && text.len() <= MAX_SEPARATOR_LENGTH {
            self.between = Some(text.to_owned());
        }
    }

    /// Returns the style of the file.
    pub fn style(self, line_end: &'static str) -> Style {
        let usual = Style::default();
        let between = self.between.unwrap_or_else(|| usual.between.clone());
        Style { line_end, between, letters: self.letters > 0, ..usual }
    }
}

/// The longest separator, in bytes, that is adopted as the style.
const MAX_SEPARATOR_LENGTH: usize = 4;
