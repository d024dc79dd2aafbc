//! Prepares a game for a file: values that the file cannot hold are reported as left out, or refused.

use std::borrow::Cow;

use super::syntax::numbered;
use crate::model::{Action, Details, Game, System, Turn};
use crate::text::occurrences::Occurrences;
use crate::text::printable::quoted;
use crate::text::suggestion::did_you_mean;
use crate::text::{Code, Diagnostic, codes as cv};

/// A part of a turn that not every notation has a place for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnPart {
    /// The number of the turn.
    Number,
    /// The player whose turn it is.
    Player,
    /// The time or phase of the turn.
    When,
    /// A position, unless it was only given to check orders.
    Position,
    /// The players who have not given orders yet.
    Unset,
    /// Remarks.
    Remarks,
    /// Values that the model has no place for.
    Extras,
    /// Actions that restarts took back.
    Undone,
    /// Alternatives, or the tag of one.
    Alternatives,
}

impl TurnPart {
    /// Returns the key of the part.
    fn key(self) -> &'static str {
        match self {
            TurnPart::Number => "number",
            TurnPart::Player => "player",
            TurnPart::When => "when",
            TurnPart::Position => "position",
            TurnPart::Unset => "unset",
            TurnPart::Remarks => "remarks",
            TurnPart::Extras => "extras",
            TurnPart::Undone => "undone",
            TurnPart::Alternatives => "alternatives",
        }
    }

    fn is_in(self, turn: &Turn) -> bool {
        match self {
            TurnPart::Number => turn.number.is_some(),
            TurnPart::Player => turn.player.is_some(),
            TurnPart::When => turn.when.is_some(),
            TurnPart::Position => turn.position.as_ref().is_some_and(|position| position.from.is_none()),
            TurnPart::Unset => !turn.unset.is_empty(),
            TurnPart::Remarks => !turn.remarks.is_empty(),
            TurnPart::Extras => !turn.extras.is_empty(),
            TurnPart::Undone => !turn.undone.is_empty(),
            TurnPart::Alternatives => turn.tag.is_some() || !turn.alternatives.is_empty(),
        }
    }
}

/// A part of an action that not every notation has a place for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionPart {
    /// The time of the action.
    When,
    /// The serial letter of its piece.
    Serial,
    /// The outcome of the action.
    Results,
    /// The list of values that were inferred.
    Inferred,
    /// Remarks about the action.
    Remarks,
}

impl ActionPart {
    /// Returns the key of the part.
    fn key(self) -> &'static str {
        match self {
            ActionPart::When => "when",
            ActionPart::Serial => "serial",
            ActionPart::Results => "results",
            ActionPart::Inferred => "inferred",
            ActionPart::Remarks => "remarks",
        }
    }

    fn is_in(self, action: &Action) -> bool {
        match self {
            ActionPart::When => action.when.is_some(),
            ActionPart::Serial => action.serial.is_some(),
            ActionPart::Results => action.results.is_some(),
            ActionPart::Inferred => !action.inferred.is_empty(),
            ActionPart::Remarks => !action.remarks.is_empty(),
        }
    }
}

/// Number of findings beyond which names get no suggestions: searching for them takes time.
const MAX_SUGGESTIONS: usize = 1_000;

/// Collects what is left out of a file, and what cannot be written.
pub struct Preparation<'o> {
    out: &'o mut Vec<Diagnostic>,
    /// Name of the file in messages.
    target: &'static str,
    /// Parts that are left out in many places, each with its name and places.
    tallies: Vec<(&'static str, Occurrences<String>)>,
    /// Index in the document of each prepared turn; `None` while the indices are the same.
    turns: Option<Vec<usize>>,
}

impl<'o> Preparation<'o> {
    /// Creates a preparation for a target such as `a map file`.
    pub fn new(target: &'static str, out: &'o mut Vec<Diagnostic>) -> Self {
        Preparation { out, target, tallies: Vec::new(), turns: None }
    }

    /// Returns the details of a game, which `of` extracts; reports an error if the game is not of the target's system.
    pub fn details<'g, D: Clone + Default>(
        &mut self,
        game: &'g Game,
        system: System,
        of: fn(&'g Details) -> Option<&'g D>,
    ) -> Option<Cow<'g, D>> {
        if game.system != system {
            let message = format!("this is a game of {}, but the target holds {}", game.system.name(), system.name());
            self.out.push(Diagnostic::error(&cv::OTHER_SYSTEM, message).on("game.system"));
            return None;
        }
        Some(of(&game.details).map_or_else(Cow::default, Cow::Borrowed))
    }

    /// Records that turns were removed or inserted: `places` has, for each current turn, the former index of the turn
    /// it comes from. Paths given from now on count the current turns; messages name those of the document.
    pub fn turns_come_from(&mut self, places: Vec<usize>) {
        self.turns = Some(match self.turns.take() {
            Some(before) => places.into_iter().filter_map(|place| before.get(place).copied()).collect(),
            None => places,
        });
    }

    /// Returns the path that a value has in the document.
    fn in_document(&self, path: String) -> String {
        let of_document = || {
            let (turn, rest) = numbered(&path, "game.turns[")?;
            Some(format!("game.turns[{}]{rest}", self.turns.as_ref()?.get(turn)?))
        };
        of_document().unwrap_or(path)
    }

    /// Reports that a value cannot be written.
    pub fn refuse(
        &mut self,
        code: &Code,
        path: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<Cow<'static, str>>,
    ) {
        let path = self.in_document(path.into());
        self.out.push(Diagnostic::error(code, message).on(path).help(help));
    }

    /// Reports that a territory is not on the board, and suggests one.
    pub fn unknown_territory<'i>(&mut self, id: &str, path: impl Into<String>, ids: impl Iterator<Item = &'i str>) {
        let ids = ids.take(if self.out.len() < MAX_SUGGESTIONS { usize::MAX } else { 0 });
        let meant = did_you_mean(id, ids);
        let help = meant.map_or("write the id of a territory of the board".into(), Cow::Owned);
        self.refuse(&cv::NO_SUCH_REFERENCE, path, format!("unknown territory {}", quoted(id)), help);
    }

    /// Warns of a value that the target expresses less well.
    pub fn warn(
        &mut self,
        code: &Code,
        path: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<Cow<'static, str>>,
    ) {
        let path = self.in_document(path.into());
        self.out.push(Diagnostic::warning(code, message).on(path).help(help));
    }

    /// Warns of something that applies in many places.
    pub fn warn_of_all(
        &mut self,
        code: &Code,
        paths: Vec<String>,
        message: impl Into<String>,
        help: impl Into<Cow<'static, str>>,
    ) {
        let paths: Vec<String> = paths.into_iter().map(|path| self.in_document(path)).collect();
        self.out.push(Diagnostic::warning(code, message).on_all(paths).help(help));
    }

    /// Reports that a part is left out, if it is present.
    pub fn leave_out(&mut self, is_there: bool, path: &str, what: &str) {
        if is_there {
            self.leave_out_all(vec![path.to_owned()], what);
        }
    }

    /// Reports that parts are left out.
    pub fn leave_out_all(&mut self, paths: Vec<String>, what: &str) {
        let paths = paths.into_iter().map(|path| self.in_document(path)).collect();
        self.report_left_out(paths, what);
    }

    /// Reports that parts are left out, by their paths in the document.
    fn report_left_out(&mut self, paths: Vec<String>, what: &str) {
        let message = format!("{} cannot hold {what}: left out", self.target);
        self.out.push(Diagnostic::warning(&cv::LEFT_OUT, message).on_all(paths));
    }

    /// Counts a part that is left out in many places, to report it once.
    pub fn tally(&mut self, is_there: bool, what: &'static str, path: impl FnOnce() -> String) {
        if !is_there {
            return;
        }
        let mut tallies = std::mem::take(&mut self.tallies);
        let path = || self.in_document(path());
        if let Some((_, met)) = tallies.iter_mut().find(|(known, _)| *known == what) {
            met.add(1, path);
        } else {
            let mut met = Occurrences::default();
            met.add(1, path);
            tallies.push((what, met));
        }
        self.tallies = tallies;
    }

    /// Counts the parts of a turn that a notation has no place for, each with its name for people.
    pub fn parts_of_turn(&mut self, turn: &Turn, path: &str, without: &[(TurnPart, &'static str)]) {
        for (part, what) in without {
            self.tally(part.is_in(turn), what, || format!("{path}.{}", part.key()));
        }
    }

    /// Counts the parts of an action that a notation has no place for, each with its name for people.
    pub fn parts_of_action(&mut self, action: &Action, path: &str, without: &[(ActionPart, &'static str)]) {
        for (part, what) in without {
            self.tally(part.is_in(action), what, || format!("{path}.{}", part.key()));
        }
    }

    /// Reports everything that was counted.
    pub fn emit_tallies(&mut self) {
        for (what, met) in std::mem::take(&mut self.tallies) {
            let what = format!("{what} ({})", met.words());
            self.report_left_out(met.places, &what);
        }
    }

    /// Reports the parts that no file of these games holds as left out, and the names of players unless the file holds
    /// them. The state of the game is not included: some files hold it.
    pub fn common(&mut self, game: &Game, holds_names: bool) {
        self.leave_out(game.title.is_some(), "game.title", "the title");
        self.leave_out(game.started.is_some() || game.ended.is_some(), "game.started", "the dates of the game");
        self.leave_out(game.variants.is_some(), "game.variants", "the list of options");
        self.leave_out(game.result.is_some(), "game.result", "the result");
        let odd = game.players.iter().position(|player| {
            !holds_names && player.name().is_some()
                || !player.vote.is_absent()
                || !player.last_moved.is_absent()
                || player.commendations.is_some()
        });
        if let Some(index) = odd {
            self.leave_out(true, &format!("game.players[{index}]"), "facts about players");
        }
    }

    /// Refuses a power whose seat is not a single character.
    pub fn letter(&mut self, seat: &str, path: &str) {
        if seat.chars().count() != 1 {
            let message = format!("expected the letter of a power, found {}", quoted(seat));
            self.refuse(&cv::BAD_VALUE, path, message, "write one letter or digit");
        }
    }
}
