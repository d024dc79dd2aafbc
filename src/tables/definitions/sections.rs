//! The sections of a judge's map.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::rows::{
    Line, Numbered, PlaceList, in_order, join, numbered, of_diplomacy, put_diplomacy, refuse_absent, split,
};
use crate::model::{
    DiplomacyDetails, Disaster, Element, ExtraCentres, Field, HongKong, Income, Limits, Place, Seat, Section,
};
use crate::tables::column::{Bound, stored};
use crate::tables::element::{held, known};
use crate::tables::parts::diplomacy;
use crate::tables::table::{Content, Definition, UnknownRow};

/// The sections of the map file.
pub static SECTIONS: Definition<Numbered<Field<Section>>> = Definition {
    name: "sections",
    meaning: "the optional sections of a map, in the order of the file, with the lines that belong to none",
    key: &["number"],
    columns: &[
        stored!(Numbered<Field<Section>>, "number", usize, |s| s.number, "its place, from 1"),
        stored!(Numbered<Field<Section>>, "section", Field<Section>, |s| s.value, "the section"),
    ],
    groups: &[],
    unknown_row: None,
    rows: |content| diplomacy(&content.document).map_or_else(Vec::new, |details| numbered(&details.sections)),
    blank: Numbered::default,
    put: |content, rows, refuse| {
        put_diplomacy(content, rows, |details, rows| {
            refuse_absent(&rows, "section", "a section", |row| Some(&row.value), refuse);
            details.sections = in_order(rows, refuse);
            Ok(())
        })
    },
};

/// Which of the tables of disasters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisasterTable {
    /// Famine.
    Famine,
    /// Plague.
    Plague,
    /// Storms.
    Storms,
}

impl DisasterTable {
    /// All of them, in the order of their rows.
    pub const ALL: [DisasterTable; 3] = [DisasterTable::Famine, DisasterTable::Plague, DisasterTable::Storms];

    /// Its key in the details.
    pub fn key(self) -> &'static str {
        match self {
            DisasterTable::Famine => "famine",
            DisasterTable::Plague => "plague",
            DisasterTable::Storms => "storms",
        }
    }

    /// The disasters of that table.
    pub fn of(self, details: &DiplomacyDetails) -> Option<&Vec<Disaster>> {
        match self {
            DisasterTable::Famine => details.famine.as_ref(),
            DisasterTable::Plague => details.plague.as_ref(),
            DisasterTable::Storms => details.storms.as_ref(),
        }
    }

    fn of_mut(self, details: &mut DiplomacyDetails) -> &mut Vec<Disaster> {
        match self {
            DisasterTable::Famine => details.famine.get_or_insert_default(),
            DisasterTable::Plague => details.plague.get_or_insert_default(),
            DisasterTable::Storms => details.storms.get_or_insert_default(),
        }
    }
}

/// A disaster and the table that it is of.
#[derive(Debug, Clone)]
pub struct DisasterRow {
    table: DisasterTable,
    disaster: Disaster,
}

/// Famine, plague and storms.
pub static DISASTERS: Definition<DisasterRow> = Definition {
    name: "disasters",
    meaning: "famine, plague and storms: what strikes when two dice show it",
    key: &[],
    columns: &[
        stored!(DisasterRow, "table", DisasterTable, |d| d.table, "which of them"),
        stored!(DisasterRow, "row", u8, |d| d.disaster.row, "the row, 2 to 12"),
        stored!(DisasterRow, "column", u8, |d| d.disaster.column, "the column, 2 to 12"),
        stored!(DisasterRow, "territory", Field<Place>, |d| d.disaster.territory, "the territory that is struck")
            .refers_to("territories", "id"),
    ],
    groups: &[],
    unknown_row: None,
    rows: |content| {
        let Some(details) = diplomacy(&content.document) else { return Vec::new() };
        let of_table = |table: DisasterTable| table.of(details).into_iter().flatten().map(move |d| (table, d.clone()));
        let rows = DisasterTable::ALL.into_iter().flat_map(of_table);
        rows.map(|(table, disaster)| Cow::Owned(DisasterRow { table, disaster })).collect()
    },
    blank: || DisasterRow { table: DisasterTable::Famine, disaster: Disaster::default() },
    put: |content, rows, refuse| {
        put_diplomacy(content, rows, |details, rows| {
            refuse_absent(&rows, "territory", "a territory", |row| Some(&row.disaster.territory), refuse);
            rows.into_iter().for_each(|row| row.table.of_mut(details).push(row.disaster));
            Ok(())
        })
    },
};

/// A column of incomes: what one face of the die brings.
macro_rules! value {
    ($column:literal, $place:literal, $meaning:literal) => {
        held!(Element<Income>, $column, i32, |i| i.values[$place], $meaning).unit("ducats")
    };
}

/// Variable income.
pub static INCOMES: Definition<Element<Income>> = Definition {
    name: "incomes",
    meaning: "variable income of cities, by the dice",
    key: &["territory"],
    columns: &[
        held!(Element<Income>, "territory", Field<Place>, |i| i.territory, "the city's territory")
            .refers_to("territories", "id"),
        held!(Element<Income>, "dice", i32, |i| i.dice, "how many dice, 0 to 9").unit("dice"),
        value!("value_1", 0, "what a die of 1 brings"),
        value!("value_2", 1, "what a die of 2 brings"),
        value!("value_3", 2, "what a die of 3 brings"),
        value!("value_4", 3, "what a die of 4 brings"),
        value!("value_5", 4, "what a die of 5 brings"),
        value!("value_6", 5, "what a die of 6 brings"),
        held!(Element<Income>, "initial", Option<i32>, |i| i.initial, "money at the start of the game").unit("ducats"),
        Bound::understood(),
    ],
    groups: &[],
    unknown_row: Some(UnknownRow::of_element()),
    rows: |content| of_diplomacy(content, |details| details.income.as_ref()),
    blank: || Element::Known(Income::default()),
    put: |content, rows, refuse| {
        put_diplomacy(content, rows, |details, rows| {
            refuse_absent(&rows, "territory", "a territory", |row| Some(&row.known()?.territory), refuse);
            details.income = Some(rows);
            Ok(())
        })
    },
};

/// Which of the orders of the judge's reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportList {
    /// That of the cities.
    #[default]
    CityOrder,
    /// That of the supply centres.
    CentreOrder,
}

impl ReportList {
    /// Both of them, in the order of their rows.
    pub const ALL: [ReportList; 2] = [ReportList::CityOrder, ReportList::CentreOrder];

    /// Its key in the details.
    pub fn key(self) -> &'static str {
        match self {
            ReportList::CityOrder => "city_order",
            ReportList::CentreOrder => "centre_order",
        }
    }

    /// The lines of that order.
    pub fn of(self, details: &DiplomacyDetails) -> Vec<Element<ReportLine>> {
        let lines = match self {
            ReportList::CityOrder => &details.city_order,
            ReportList::CentreOrder => &details.centre_order,
        };
        let line = |territories: &Vec<_>| ReportLine { list: self, territories: territories.clone() };
        lines.iter().flatten().map(line).map(Element::Known).collect()
    }
}

/// A line of such an order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReportLine {
    list: ReportList,
    territories: Vec<Field<Place>>,
}

impl PlaceList for ReportLine {
    fn places(&self) -> &[Field<Place>] {
        &self.territories
    }

    fn places_mut(&mut self) -> &mut Vec<Field<Place>> {
        &mut self.territories
    }
}

/// The orders of the judge's reports.
pub static REPORT_ORDERS: Definition<Line<ReportLine>> = Definition {
    name: "report_orders",
    meaning: "cities and centres in the order of the judge's reports, one row a territory",
    key: &["list", "line", "territory"],
    columns: &[
        held!(Line<ReportLine>, "list", ReportList, |l| l.list, "which of the orders"),
        stored!(Line<ReportLine>, "line", usize, |l| l.number, "the line of the list, from 1"),
        Line::place("territory", "the territory; empty where the line has none").refers_to("territories", "id"),
    ],
    groups: &[],
    unknown_row: None,
    rows: |content| {
        let Some(details) = diplomacy(&content.document) else { return Vec::new() };
        ReportList::ALL.iter().flat_map(|list| split(&list.of(details))).collect()
    },
    blank: Line::blank,
    put: |content, rows, _| {
        put_diplomacy(content, rows, |details, rows| {
            let is_of_cities = |row: &Line<ReportLine>| known(row).is_some_and(|l| l.list == ReportList::CityOrder);
            let (cities, centres) = rows.into_iter().partition(is_of_cities);
            for (rows, order) in [(cities, &mut details.city_order), (centres, &mut details.centre_order)] {
                let lines = join(rows)?;
                let lines = lines.iter().filter_map(Element::known).map(|line: &ReportLine| line.territories.clone());
                lines.for_each(|line| order.get_or_insert_default().push(line));
            }
            Ok(())
        })
    },
};

impl PlaceList for HongKong {
    fn places(&self) -> &[Field<Place>] {
        &self.territories
    }

    fn places_mut(&mut self) -> &mut Vec<Field<Place>> {
        &mut self.territories
    }
}

/// Centres that powers may own and not build for.
pub static HONG_KONG: Definition<Line<HongKong>> = Definition {
    name: "hong_kong",
    meaning: "centres that a power may own and not build for, one row a territory",
    key: &["line", "territory"],
    columns: &[
        stored!(Line<HongKong>, "line", usize, |l| l.number, "the line of the section, from 1"),
        held!(Line<HongKong>, "player", Seat, |h| h.player, "the power").refers_to("players", "seat"),
        Line::place("territory", "the territory; empty where the line has none").refers_to("territories", "id"),
        Bound::understood(),
    ],
    groups: &[],
    unknown_row: Some(UnknownRow::of_element()),
    rows: |content| hong_kong(content).map_or_else(Vec::new, |list| split(list)),
    blank: Line::blank,
    put: |content, rows, _| {
        put_diplomacy(content, rows, |details, rows| {
            details.hong_kong = Some(join(rows)?);
            Ok(())
        })
    },
};

fn hong_kong<'c>(content: &'c Content<'_>) -> Option<&'c Vec<Element<HongKong>>> {
    diplomacy(&content.document)?.hong_kong.as_ref()
}

/// A column of limits.
macro_rules! limit {
    ($name:ident, $type:ty, $meaning:literal) => {
        held!(Element<Limits>, stringify!($name), $type, |l| l.$name, $meaning)
    };
}

/// Which unit types each power may have.
pub static LIMITS: Definition<Element<Limits>> = Definition {
    name: "limits",
    meaning: "which unit types each power may have: four marks a type, x at any time, b by building, r by bribing",
    key: &["player"],
    columns: &[
        limit!(player, Seat, "the power").refers_to("players", "seat"),
        limit!(army, String, "armies: ordinary, citizen, mercenary and professional ones"),
        limit!(fleet, String, "fleets"),
        limit!(garrison, String, "garrisons"),
        Bound::understood(),
    ],
    groups: &[],
    unknown_row: Some(UnknownRow::of_element()),
    rows: |content| of_diplomacy(content, |details| details.limits.as_ref()),
    blank: || Element::Known(Limits::default()),
    put: |content, rows, _| {
        put_diplomacy(content, rows, |details, rows| {
            details.limits = Some(rows);
            Ok(())
        })
    },
};

/// Centres that count without being on the board.
pub static EXTRA_CENTRES: Definition<Element<ExtraCentres>> = Definition {
    name: "extra_centres",
    meaning: "centres that count for a power without being on the board",
    key: &["player"],
    columns: &[
        held!(Element<ExtraCentres>, "player", Seat, |e| e.player, "the power").refers_to("players", "seat"),
        held!(Element<ExtraCentres>, "count", i32, |e| e.count, "how many").unit("centres"),
        Bound::understood(),
    ],
    groups: &[],
    unknown_row: Some(UnknownRow::of_element()),
    rows: |content| of_diplomacy(content, |details| details.extra_centres.as_ref()),
    blank: || Element::Known(ExtraCentres::default()),
    put: |content, rows, _| {
        put_diplomacy(content, rows, |details, rows| {
            details.extra_centres = Some(rows);
            Ok(())
        })
    },
};
