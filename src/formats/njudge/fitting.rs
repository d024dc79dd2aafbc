//! What of a game a file cannot hold, in common for maps and seeds.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::model::{DiplomacyDetails, Field, Game, Place, System};
use crate::rules::diplomacy::names::{Names, name_first};
use crate::text::printable::quoted;
use crate::text::{Code, Diagnostic, codes as cv};

/// Collects what is left out, and what cannot be written.
pub struct Fitting<'o> {
    out: &'o mut Vec<Diagnostic>,
    /// What the file is called in messages.
    target: &'static str,
}

impl<'o> Fitting<'o> {
    /// For a target such as `a map file`.
    pub fn new(target: &'static str, out: &'o mut Vec<Diagnostic>) -> Self {
        Fitting { out, target }
    }

    /// The details of a Diplomacy game, or an error where it is one of another system.
    pub fn details<'g>(&mut self, game: &'g Game) -> Option<Cow<'g, DiplomacyDetails>> {
        if game.system != System::Diplomacy {
            let message = format!("this is a game of {}, and the target holds Diplomacy", game.system.name());
            self.out.push(Diagnostic::error(&cv::OTHER_SYSTEM, message).on("game.system"));
            return None;
        }
        Some(game.details.diplomacy().map_or_else(Cow::default, Cow::Borrowed))
    }

    /// Says that a value cannot be written.
    pub fn refuse(&mut self, code: &Code, path: impl Into<String>, message: impl Into<String>, help: &str) {
        self.out.push(Diagnostic::error(code, message).on(path).help(help));
    }

    /// Says that a part is left out, where it is there.
    pub fn leave_out(&mut self, is_there: bool, path: &str, what: &str) {
        if is_there {
            let message = format!("{} cannot hold {what}: left out", self.target);
            self.out.push(Diagnostic::warning(&cv::LEFT_OUT, message).on(path));
        }
    }

    /// Says what of the parts that neither a map nor a seed has is left out; names of players too, unless the file
    /// holds them.
    pub fn common(&mut self, game: &Game, holds_names: bool) {
        self.leave_out(game.title.is_some(), "game.title", "the title");
        self.leave_out(game.started.is_some() || game.ended.is_some(), "game.started", "when it was played");
        self.leave_out(game.variants.is_some(), "game.variants", "the list of options");
        self.leave_out(game.state.is_some(), "game.state", "the state of the game");
        self.leave_out(!game.turns.is_empty(), "game.turns", "the record of turns");
        self.leave_out(game.result.is_some(), "game.result", "the result");
        let odd = game.players.iter().position(|player| {
            !holds_names && player.name().is_some()
                || !player.vote.is_absent()
                || !player.last_moved.is_absent()
                || player.commendations.is_some()
        });
        if let Some(index) = odd {
            self.leave_out(true, &format!("game.players[{index}]"), "what is said of players");
        }
    }

    /// Says that no text can name a territory.
    pub fn refuse_hidden(&mut self, place: &Place, path: &str) {
        let message = format!("no name leads to {}: another province has all of them", quoted(place.territory()));
        let help = "give the territory a name or abbreviation of its own";
        self.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, help);
    }

    /// A single character that stands for a power.
    pub fn letter(&mut self, seat: &str, path: &str) {
        if seat.chars().count() != 1 {
            let message = format!("{} is no letter of a power", quoted(seat));
            self.refuse(&cv::BAD_VALUE, path, message, "a power is one letter or digit");
        }
    }
}

/// The ids that the territories of a board get when a file is read, by those that the document has.
pub struct Ids {
    ids: HashMap<Place, Place>,
    /// Those that no spelling leads to.
    hidden: HashSet<Place>,
}

impl Ids {
    /// Of the territories of a board, in their order: the id in the document, name and abbreviations.
    pub fn of(board: &crate::model::Board, fitting: &mut Fitting<'_>) -> Ids {
        let mut names = Names::default();
        let mut ids = HashMap::new();
        for (index, territory) in board.territories.iter().enumerate() {
            let Some(territory) = territory.known() else { continue };
            let id = names.add(territory.name.as_deref(), &territory.aliases);
            if ids.insert(territory.id.clone(), id).is_some() {
                let message = format!("two territories have the id {}", quoted(territory.id.as_str()));
                let path = format!("game.board.territories[{index}].id");
                fitting.refuse(&cv::TWICE, path, message, "give each an id of its own");
            }
        }
        let ids_in_order = names.ids().iter();
        let hidden = ids_in_order.zip(names.written(board, name_first)).filter(|(_, written)| written.is_none());
        let hidden = hidden.map(|(id, _)| id.clone()).collect();
        Ids { ids, hidden }
    }

    /// The id of a territory that the document calls `id`.
    pub fn get(&self, id: &str) -> Option<&Place> {
        self.ids.get(&Place::new(id))
    }

    /// A place of the document as it is read from a file; an error where there is no such territory.
    pub fn place(&self, place: &Place, path: &str, fitting: &mut Fitting<'_>) -> Place {
        if self.get(place.territory()).is_some_and(|id| self.hidden.contains(id)) {
            fitting.refuse_hidden(place, path);
        }
        match self.get(place.territory()) {
            Some(id) => place.renamed(id.as_str()),
            None => {
                let message = format!("there is no territory {}", quoted(place.territory()));
                fitting.refuse(&cv::NO_SUCH_REFERENCE, path, message, "name a territory of the board by its id");
                place.clone()
            }
        }
    }

    /// A place that may not have been understood.
    pub fn field(&self, place: &Field<Place>, path: &str, fitting: &mut Fitting<'_>) -> Field<Place> {
        match place {
            Field::Known(place) => Field::Known(self.place(place, path, fitting)),
            other => other.clone(),
        }
    }
}
