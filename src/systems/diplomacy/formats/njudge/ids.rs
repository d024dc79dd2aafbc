//! The ids that the territories of a board have after its file is read back.

use std::collections::{BTreeMap, HashSet};

use crate::formats::preparation::Preparation;
use crate::model::{Field, TerritoryRef};
use crate::systems::diplomacy::rules::names::{Names, name_first};
use crate::text::codes as cv;
use crate::text::printable::quoted;

/// Maps the ids of territories in a document to those that they get when the file is read.
pub struct Ids {
    ids: BTreeMap<TerritoryRef, TerritoryRef>,
    /// Territories that none of their spellings leads to.
    hidden: HashSet<TerritoryRef>,
}

impl Ids {
    /// Computes the ids of a board's territories in their order, and refuses two with the same id.
    pub fn of(board: &crate::model::Board, preparation: &mut Preparation<'_>) -> Ids {
        let mut names = Names::default();
        let mut ids = BTreeMap::new();
        for (index, territory) in board.territories.iter().enumerate() {
            let Some(territory) = territory.known() else { continue };
            let id = names.add(territory.name.as_deref(), &territory.aliases);
            if ids.insert(territory.id.clone(), id).is_some() {
                let message = format!("duplicate territory {}", quoted(territory.id.as_str()));
                let path = format!("game.board.territories[{index}].id");
                preparation.refuse(&cv::TWICE, path, message, "give each territory an id of its own");
            }
        }
        let ids_in_order = names.ids().iter();
        let hidden = ids_in_order.zip(names.written(board, name_first)).filter(|(_, written)| written.is_none());
        let hidden = hidden.map(|(id, _)| id.clone()).collect();
        Ids { ids, hidden }
    }

    /// Returns the id of a territory in the file by its id in the document; `None` where there is no such territory.
    pub fn get(&self, id: &str) -> Option<&TerritoryRef> {
        self.ids.get(&TerritoryRef::new(id))
    }

    /// Returns a place with the id that its territory gets; refuses one whose territory is unknown or cannot be named.
    pub fn place(&self, place: &TerritoryRef, path: &str, preparation: &mut Preparation<'_>) -> TerritoryRef {
        if self.get(place.territory()).is_some_and(|id| self.hidden.contains(id)) {
            refuse_hidden(place, path, preparation);
        }
        match self.get(place.territory()) {
            Some(id) => place.renamed(id.as_str()),
            None => {
                preparation.unknown_territory(place.territory(), path, self.ids.keys().map(TerritoryRef::as_str));
                place.clone()
            }
        }
    }

    /// Converts a place as [`Ids::place`] does; one that was not understood is kept.
    pub fn field(
        &self,
        place: &Field<TerritoryRef>,
        path: &str,
        preparation: &mut Preparation<'_>,
    ) -> Field<TerritoryRef> {
        match place {
            Field::Known(place) => Field::Known(self.place(place, path, preparation)),
            other => other.clone(),
        }
    }
}

/// Refuses a territory that no text can name.
pub fn refuse_hidden(place: &TerritoryRef, path: &str, preparation: &mut Preparation<'_>) {
    let message = format!("no name leads to {}: others have all of its names", quoted(place.territory()));
    let help = "give the territory a name or abbreviation of its own";
    preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, help);
}
