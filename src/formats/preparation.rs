//! What of a game a file cannot hold: said as left out, or refused.

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
    /// Its number.
    Number,
    /// Whose it is.
    Player,
    /// When it was.
    When,
    /// A position that was not given for judging only.
    Position,
    /// Who has said nothing yet.
    Unset,
    /// What was said.
    Remarks,
    /// Values without a place in the model.
    Extras,
    /// What restarts took back.
    Undone,
    /// Its alternatives, or its tag.
    Alternatives,
}

impl TurnPart {
    /// The key of the part.
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
    /// When it was.
    When,
    /// The letter of its piece.
    Serial,
    /// What came of it.
    Results,
    /// Which of its values were inferred.
    Inferred,
    /// What was said of it.
    Remarks,
}

impl ActionPart {
    /// The key of the part.
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

/// So many findings on, names get no suggestions: looking for them takes time.
const MAX_SUGGESTIONS: usize = 1_000;

/// Collects what is left out, and what cannot be written.
pub struct Preparation<'o> {
    out: &'o mut Vec<Diagnostic>,
    /// What the file is called in messages.
    target: &'static str,
    /// What is left out in many places: what it is, and where.
    tallies: Vec<(&'static str, Occurrences<String>)>,
    /// The place in the document of each turn of the part that is prepared, where these differ.
    turns: Option<Vec<usize>>,
}

impl<'o> Preparation<'o> {
    /// For a target such as `a map file`.
    pub fn new(target: &'static str, out: &'o mut Vec<Diagnostic>) -> Self {
        Preparation { out, target, tallies: Vec::new(), turns: None }
    }

    /// The details of a game, which `of` gives, or an error where it is not of the system that the target holds.
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

    /// Turns were taken out, or put in: each turn that there is now comes from the one that was at such a place. Paths
    /// that are given from now on count the turns that there are now; what is said names those of the document.
    pub fn turns_come_from(&mut self, places: Vec<usize>) {
        self.turns = Some(match self.turns.take() {
            Some(before) => places.into_iter().filter_map(|place| before.get(place).copied()).collect(),
            None => places,
        });
    }

    /// The path that a value has in the document.
    fn in_document(&self, path: String) -> String {
        let of_document = || {
            let (turn, rest) = numbered(&path, "game.turns[")?;
            Some(format!("game.turns[{}]{rest}", self.turns.as_ref()?.get(turn)?))
        };
        of_document().unwrap_or(path)
    }

    /// Says that a value cannot be written.
    pub fn refuse(&mut self, code: &Code, path: impl Into<String>, message: impl Into<String>, help: &str) {
        let path = self.in_document(path.into());
        self.out.push(Diagnostic::error(code, message).on(path).help(help));
    }

    /// Says that a territory is not on the board, and which one may be meant.
    pub fn unknown_territory<'i>(&mut self, id: &str, path: impl Into<String>, ids: impl Iterator<Item = &'i str>) {
        let ids = ids.take(if self.out.len() < MAX_SUGGESTIONS { usize::MAX } else { 0 });
        let meant = did_you_mean(id, ids);
        let help = meant.as_deref().unwrap_or("write the id of a territory of the board");
        self.refuse(&cv::NO_SUCH_REFERENCE, path, format!("unknown territory {}", quoted(id)), help);
    }

    /// Warns of something that the target will be the worse for.
    pub fn warn(&mut self, code: &Code, path: impl Into<String>, message: impl Into<String>, help: &str) {
        let path = self.in_document(path.into());
        self.out.push(Diagnostic::warning(code, message).on(path).help(help));
    }

    /// Warns of something that holds in many places.
    pub fn warn_of_all(&mut self, code: &Code, paths: Vec<String>, message: impl Into<String>, help: &str) {
        let paths: Vec<String> = paths.into_iter().map(|path| self.in_document(path)).collect();
        self.out.push(Diagnostic::warning(code, message).on_all(paths).help(help));
    }

    /// Says that a part is left out, where it is there.
    pub fn leave_out(&mut self, is_there: bool, path: &str, what: &str) {
        if is_there {
            self.leave_out_all(vec![path.to_owned()], what);
        }
    }

    /// Says that parts are left out.
    pub fn leave_out_all(&mut self, paths: Vec<String>, what: &str) {
        let paths = paths.into_iter().map(|path| self.in_document(path)).collect();
        self.report_left_out(paths, what);
    }

    /// Says that parts are left out, by their paths in the document.
    fn report_left_out(&mut self, paths: Vec<String>, what: &str) {
        let message = format!("{} cannot hold {what}: left out", self.target);
        self.out.push(Diagnostic::warning(&cv::LEFT_OUT, message).on_all(paths));
    }

    /// Counts what is left out in many places, to be said once.
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

    /// Counts the parts of a turn that a notation has no place for, each with what people call it.
    pub fn parts_of_turn(&mut self, turn: &Turn, path: &str, without: &[(TurnPart, &'static str)]) {
        for (part, what) in without {
            self.tally(part.is_in(turn), what, || format!("{path}.{}", part.key()));
        }
    }

    /// Counts the parts of an action that a notation has no place for, each with what people call it.
    pub fn parts_of_action(&mut self, action: &Action, path: &str, without: &[(ActionPart, &'static str)]) {
        for (part, what) in without {
            self.tally(part.is_in(action), what, || format!("{path}.{}", part.key()));
        }
    }

    /// Says what was counted.
    pub fn emit_tallies(&mut self) {
        for (what, met) in std::mem::take(&mut self.tallies) {
            let what = format!("{what} ({})", met.words());
            self.report_left_out(met.places, &what);
        }
    }

    /// Says what is left out of the parts that no file of these games has; names of players too, unless the file holds
    /// them. The state of the game is a part that some have.
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

    /// A single character that stands for a power.
    pub fn letter(&mut self, seat: &str, path: &str) {
        if seat.chars().count() != 1 {
            let message = format!("expected the letter of a power, found {}", quoted(seat));
            self.refuse(&cv::BAD_VALUE, path, message, "write one letter or digit");
        }
    }
}
