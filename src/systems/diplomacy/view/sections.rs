//! Shows the optional sections of a map.

use std::collections::HashSet;

use super::{View, known};
use crate::model::{Board, Field, PassageKind, TerritoryRef};
use crate::systems::diplomacy::model::{Disaster, ExtraCentres, HongKong, Section};
use crate::view::layout::{Page, counted, few, listed, seat_text};

const ALL: [Section; 11] = [
    Section::Famine,
    Section::Plague,
    Section::Storms,
    Section::Income,
    Section::CityOrder,
    Section::CentreOrder,
    Section::HongKong,
    Section::Gateway,
    Section::Railway,
    Section::Limits,
    Section::ExtraCentres,
];

impl View<'_> {
    /// Shows the contents of the sections, in the order of the file.
    pub(super) fn sections(&self, page: &mut Page, board: &Board) {
        let given = self.details.sections.iter().filter_map(Field::known).take(ALL.len());
        // A document may have a table without listing its section.
        let others = ALL.iter().filter(|section| !self.details.sections.contains(&Field::Known(**section)));
        let texts: Vec<String> = given.chain(others).filter_map(|&section| self.section(section, board)).collect();
        match &texts[..] {
            [] => page.paragraph("No sections after the moves."),
            [one] => page.paragraph(&format!("Section: {one}.")),
            _ => page.paragraph(&format!("Sections: {}.", texts.join("; "))),
        }
    }

    fn section(&self, section: Section, board: &Board) -> Option<String> {
        let details = self.details;
        match section {
            Section::Famine => disaster("famine", details.famine.as_ref()?),
            Section::Plague => disaster("plague", details.plague.as_ref()?),
            Section::Storms => disaster("storms", details.storms.as_ref()?),
            Section::CityOrder => order("city order", details.city_order.as_ref()?),
            Section::CentreOrder => order("centre order", details.centre_order.as_ref()?),
            Section::Income => {
                let rows = known(details.income.as_ref()?);
                let rich = rows.iter().filter(|row| row.initial.is_some()).count();
                let rich = if rich > 0 { format!(", {rich} with money at the start") } else { String::new() };
                Some(format!("income ({}{rich})", counted(rows.len(), "city", "cities")))
            }
            Section::HongKong => {
                let rows = known(details.hong_kong.as_ref()?);
                let row = |row: &&HongKong| {
                    let places = listed(&few(&row.territories, 3, |place| self.territory(place)));
                    format!("{} does not build for {places}", self.power(&row.player))
                };
                Some(format!("Hong Kong ({})", in_brackets(few(&rows, 3, row).join(", "))))
            }
            Section::Limits => {
                let rows = few(&known(details.limits.as_ref()?), 12, |row| seat_text(&row.player));
                Some(format!("limits of units ({})", in_brackets(rows.join(" "))))
            }
            Section::ExtraCentres => {
                let rows = known(details.extra_centres.as_ref()?);
                let row = |row: &&ExtraCentres| format!("{} has {}", self.power(&row.player), row.count);
                Some(format!("extra centres ({})", in_brackets(few(&rows, 8, row).join(", "))))
            }
            Section::Gateway => passages(board, PassageKind::Gateway, "gateway"),
            Section::Railway => passages(board, PassageKind::Railway, "railway"),
        }
    }
}

fn in_brackets(text: String) -> String {
    if text.is_empty() { "empty".into() } else { text }
}

fn disaster(name: &str, cells: &[Disaster]) -> Option<String> {
    let struck: HashSet<_> = cells.iter().filter_map(|cell| cell.territory.known()).collect();
    let provinces = counted(struck.len(), "province", "provinces");
    Some(format!("{name} ({provinces} in {})", counted(cells.len(), "cell", "cells")))
}

fn order(name: &str, rows: &[Vec<Field<TerritoryRef>>]) -> Option<String> {
    let count = rows.iter().map(Vec::len).sum();
    Some(format!("{name} ({})", counted(count, "province", "provinces")))
}

/// Counts the passages of a kind, which are shown by name before.
fn passages(board: &Board, kind: PassageKind, name: &str) -> Option<String> {
    match known(&board.passages).iter().filter(|passage| passage.kind == kind).count() {
        0 => None,
        count => Some(format!("{name} ({count})")),
    }
}
