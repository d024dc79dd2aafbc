//! The ids that a board's territories get when a file is read.

use std::collections::{BTreeMap, HashSet};

use crate::formats::preparation::Preparation;
use crate::model::{Field, TerritoryRef};
use crate::systems::diplomacy::rules::names::{Names, name_first};
use crate::text::codes as cv;
use crate::text::printable::quoted;

/// The ids that the territories of a board get when a file is read, by those that the document has.
pub struct Ids {
    ids: BTreeMap<TerritoryRef, TerritoryRef>,
    /// Those that no spelling leads to.
    hidden: HashSet<TerritoryRef>,
}

impl Ids {
    /// Of the territories of a board, in their order: the id in the document, name and abbreviations.
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

    /// The id of a territory that the document calls `id`.
    pub fn get(&self, id: &str) -> Option<&TerritoryRef> {
        self.ids.get(&TerritoryRef::new(id))
    }

    /// A place of the document as it is read from a file; an error where there is no such territory.
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

    /// A place that may not have been understood.
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

/// Says that no text can name a territory.
pub fn refuse_hidden(place: &TerritoryRef, path: &str, preparation: &mut Preparation<'_>) {
    let message = format!("no name leads to {}: others have all of its names", quoted(place.territory()));
    let help = "give the territory a name or abbreviation of its own";
    preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, help);
}
