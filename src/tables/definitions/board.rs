//! The board.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::rows::{Line, PlaceList, borrowed, element_at, join, refuse_absent, split};
use crate::model::{Adjacency, Board, Element, Field, Passage, PassageKind, Place, Seat, Territory, TerritoryKind};
use crate::tables::column::{Bound, stored};
use crate::tables::element::held;
use crate::tables::table::{Content, Definition, UnknownRow};
use crate::text::Diagnostic;

/// A column of territories.
macro_rules! territory {
    ($name:ident, $type:ty, $meaning:literal) => {
        held!(Element<Territory>, stringify!($name), $type, |t| t.$name, $meaning)
    };
}

/// A column of a territory's city, which its income makes.
macro_rules! city {
    ($column:literal, $name:ident, $meaning:literal) => {
        held!(Element<Territory>, $column, bool, |t| t.city.as_ref()?.$name, t.city.as_mut()?.$name, $meaning)
            .optional()
    };
}

/// The territories.
pub static TERRITORIES: Definition<Element<Territory>> = Definition {
    name: "territories",
    meaning: "the territories of the board, in the order of the source",
    key: &["id"],
    columns: &[
        territory!(id, Place, "the id, which other tables refer by"),
        territory!(name, Option<String>, "the name"),
        territory!(aliases, Vec<String>, "abbreviations, separated by blanks, in the order that names are looked up"),
        territory!(code, Option<String>, "its three-letter code in the order notation"),
        territory!(kind, Field<TerritoryKind>, "what kind of area it is"),
        territory!(second_kind, Option<TerritoryKind>, "the second kind of an area that is both"),
        territory!(centre, Option<bool>, "whether it is a supply centre"),
        territory!(home, Field<Option<Seat>>, "the power whose home it is; empty is nobody's centre")
            .refers_to("players", "seat"),
        territory!(region, Option<String>, "the continent or region"),
        held!(
            Element<Territory>,
            "city_income",
            u8,
            |t| t.city.as_ref()?.income,
            t.city.get_or_insert_default().income,
            "the income of the city in it (Machiavelli)"
        )
        .optional()
        .unit("ducats"),
        city!("city_fortified", fortified, "whether the city can be garrisoned"),
        city!("city_port", port, "whether the city is a port"),
        city!("city_venice", venice, "whether the rules for Venice hold"),
        Bound::understood(),
    ],
    groups: &[],
    unknown_row: Some(UnknownRow::of_element()),
    rows: |content| of_board(content, |board| borrowed(&board.territories)),
    blank: || Element::Known(Territory::default()),
    put: |content, rows, _| {
        put_board(content, rows, |board, rows| {
            board.territories = rows;
            Ok(())
        })
    },
};

impl PlaceList for Adjacency {
    fn places(&self) -> &[Field<Place>] {
        &self.to
    }

    fn places_mut(&mut self) -> &mut Vec<Field<Place>> {
        &mut self.to
    }
}

/// The adjacencies.
pub static ADJACENCIES: Definition<Line<Adjacency>> = Definition {
    name: "adjacencies",
    meaning: "who may go from which territory to which, one row a target",
    key: &["line", "to"],
    columns: &[
        stored!(Line<Adjacency>, "line", usize, |l| l.number, "the line of the source it is of, counted from 1"),
        held!(Line<Adjacency>, "from", Place, |a| a.from, "where from").refers_to("territories", "id"),
        held!(
            Line<Adjacency>,
            "move",
            SmolStr,
            |a| a.movement,
            "how: mv armies, xc fleets, nc sc ec wc fleets of that coast, cc a conduit"
        ),
        Line::place("to", "where to, with its coast; empty where the line has no target"),
        Bound::understood(),
    ],
    groups: &[],
    unknown_row: Some(UnknownRow::of_element()),
    rows: |content| of_board(content, |board| split(&board.adjacencies)),
    blank: Line::blank,
    put: |content, rows, _| {
        put_board(content, rows, |board, rows| {
            board.adjacencies = join(rows)?;
            Ok(())
        })
    },
};

/// A column of passages.
macro_rules! passage {
    ($name:ident, $type:ty, $meaning:literal) => {
        held!(Element<Passage>, stringify!($name), $type, |p| p.$name, $meaning)
    };
}

/// Gateways and railways.
pub static PASSAGES: Definition<Element<Passage>> = Definition {
    name: "passages",
    meaning: "gateways and railways, in the order of the source",
    key: &[],
    columns: &[
        passage!(kind, PassageKind, "which of them"),
        passage!(at, Field<Place>, "its notional territory").refers_to("territories", "id"),
        passage!(controlled_from, Field<Place>, "the territory that controls a gateway").refers_to("territories", "id"),
        passage!(powers, Vec<Seat>, "the powers that may use a railway, separated by blanks"),
        Bound::understood(),
    ],
    groups: &[],
    unknown_row: Some(UnknownRow::of_element()),
    rows: |content| of_board(content, |board| borrowed(&board.passages)),
    blank: || {
        let (at, controlled_from) = (Field::Absent, Field::Absent);
        let (between, powers, path) = Default::default();
        Element::Known(Passage { kind: PassageKind::Gateway, at, controlled_from, between, powers, path })
    },
    // Their steps are read after them.
    put: |content, rows, refuse| {
        refuse_absent(&rows, "at", "a territory", |row| Some(&row.known()?.at), refuse);
        put_board(content, rows, |board, rows| {
            board.passages = rows;
            Ok(())
        })
    },
};

/// Which of the lists of a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepList {
    /// What a gateway lies between.
    Between,
    /// What a railway goes along.
    Path,
}

/// A territory that a passage touches.
#[derive(Debug, Clone)]
pub struct PassageStep {
    passage: usize,
    list: StepList,
    territory: Field<Place>,
}

/// The territories that passages touch.
pub static PASSAGE_STEPS: Definition<PassageStep> = Definition {
    name: "passage_steps",
    meaning: "the territories that gateways lie between and railways go along, in their order",
    key: &[],
    columns: &[
        stored!(PassageStep, "passage", usize, |s| s.passage, "the row of the passage, from 1 without the header"),
        stored!(PassageStep, "list", StepList, |s| s.list, "whether it lies between two, or goes along a path"),
        stored!(PassageStep, "territory", Field<Place>, |s| s.territory, "the territory")
            .refers_to("territories", "id"),
    ],
    groups: &[],
    unknown_row: None,
    rows: |content| of_board(content, |board| board.passages.iter().zip(1..).flat_map(steps).map(Cow::Owned).collect()),
    blank: || PassageStep { passage: 0, list: StepList::Between, territory: Field::Absent },
    put: |content, rows, refuse| {
        refuse_absent(&rows, "territory", "a territory", |row| Some(&row.territory), refuse);
        put_board(content, rows, |board, rows| {
            for PassageStep { passage, list, territory } in rows {
                let passage = element_at(&mut board.passages, passage, "passages")?;
                match list {
                    StepList::Between => passage.between.push(territory),
                    StepList::Path => passage.path.push(territory),
                }
            }
            Ok(())
        })
    },
};

fn steps((element, passage): (&Element<Passage>, usize)) -> impl Iterator<Item = PassageStep> {
    let step = move |list| move |territory: &Field<Place>| PassageStep { passage, list, territory: territory.clone() };
    element.known().into_iter().flat_map(move |known| {
        let between = known.between.iter().map(step(StepList::Between));
        between.chain(known.path.iter().map(step(StepList::Path)))
    })
}

fn of_board<'c, R: Clone>(content: &'c Content<'_>, rows: fn(&'c Board) -> Vec<Cow<'c, R>>) -> Vec<Cow<'c, R>> {
    content.document.game.board.as_ref().map_or_else(Vec::new, rows)
}

/// Gives the board rows, where there are any.
fn put_board<R>(
    content: &mut Content<'_>,
    rows: Vec<R>,
    put: fn(&mut Board, Vec<R>) -> Result<(), Diagnostic>,
) -> Result<(), Diagnostic> {
    if rows.is_empty() {
        return Ok(());
    }
    put(content.document.to_mut().game.board.get_or_insert_default(), rows)
}
