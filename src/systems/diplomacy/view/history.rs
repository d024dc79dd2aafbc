//! Shows a game of Diplomacy over time: a phase with its orders, the centres of each year, and the winner.

use std::collections::BTreeMap;

use super::{MAX_POWERS, View, known, show};
use crate::model::{Document, Field, Position, Seat, When};
use crate::systems::diplomacy::model::DiplomacyDetails;
use crate::systems::diplomacy::picture::moments;
use crate::view::layout::{Column, Page, clip, counted, listed, name_text, seat_text};
use crate::view::picture::MomentName;
use crate::view::{NoBoard, ViewOptions};

/// Greatest number of years in the table; if there are more, the last ones are shown.
const MAX_YEARS: usize = 60;

/// Greatest number of letters of a power above a column.
const MAX_LETTERS: usize = 4;

/// Shows the latest position by power, the centres of each year, and the winner; for a map alone, the map.
pub fn board(page: &mut Page, document: &Document, options: &ViewOptions) {
    let game = &document.game;
    let of_turns = game.turns.iter().rev().find_map(|turn| Some((turn.when.as_ref(), turn.position.as_deref()?)));
    let latest = game.position.as_ref().map(|position| (None, position)).or(of_turns);
    let Some((when, position)) = latest else { return show(page, document, options) };
    let (position, nothing) = (dated(position, when), DiplomacyDetails::default());
    let view = View::of(game, game.details.diplomacy().unwrap_or(&nothing), options.reveal);
    view.position(page, &position);
    view.years(page);
    page.paragraph(&view.winner(&position));
}

/// Returns a position, with the phase of its turn if it has none of its own.
fn dated(position: &Position, when: Option<&When>) -> Position {
    Position { when: position.when.as_ref().or(when).cloned(), ..position.clone() }
}

/// Shows a phase: the position, and the orders given in it.
pub fn phase(page: &mut Page, document: &Document, name: &MomentName, options: &ViewOptions) -> Result<(), NoBoard> {
    let game = &document.game;
    let moments = match game.turns.is_empty() && game.position.is_none() {
        true => Vec::new(),
        false => moments(game),
    };
    let Some(found) = name.find(&moments).and_then(|index| moments.get(index)) else {
        let last = moments.last().map(|moment| moment.name.clone());
        return Err(match name {
            MomentName::Last => NoBoard::NoTurns,
            MomentName::Named(phase) => NoBoard::Phase { phase: phase.clone(), last },
        });
    };
    let turn = found.turn.and_then(|index| game.turns.get(index));
    let position = match turn {
        Some(turn) => turn.position.as_deref(),
        None => game.position.as_ref(),
    };
    let position = position.map(|position| dated(position, turn.and_then(|turn| turn.when.as_ref())));
    let nothing = DiplomacyDetails::default();
    let view = View::of(game, game.details.diplomacy().unwrap_or(&nothing), options.reveal);
    if let Some(position) = &position {
        view.position(page, position);
    }
    if let Some(turn) = turn {
        view.told(page, turn);
    }
    Ok(())
}

impl View<'_> {
    /// Shows the number of centres of each power at the end of each year.
    fn years(&self, page: &mut Page) {
        let game = self.game;
        let positions = game.turns.iter().filter_map(|turn| Some((turn.when.as_ref(), turn.position.as_deref()?)));
        let positions = positions.chain(game.position.iter().map(|position| (position.when.as_ref(), position)));
        let mut years: BTreeMap<i32, BTreeMap<&Seat, usize>> = BTreeMap::new();
        for (when, position) in positions {
            let Some(When::Phase(phase)) = position.when.as_ref().or(when) else { continue };
            if let Field::Known(year) = phase.year
                && let Some(centres) = self.centres(position)
            {
                years.insert(year, centres);
            }
        }
        if years.len() < 2 {
            return;
        }
        let mut seats: Vec<&Seat> = years.values().flat_map(BTreeMap::keys).copied().collect();
        seats.sort_by_key(|seat| (self.rank(seat), *seat));
        seats.dedup();
        seats.truncate(MAX_POWERS);
        let first = years.len().saturating_sub(MAX_YEARS);
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (year, centres) in years.iter().skip(first) {
            let share = |seat: &&Seat| centres.get(*seat).map_or_else(String::new, usize::to_string);
            rows.push([year.to_string()].into_iter().chain(seats.iter().map(share)).collect());
        }
        page.paragraph("Centres at the end of each year:");
        let mut columns = vec![Column::text("year")];
        columns.extend(seats.iter().map(|seat| Column::number(clip(&seat_text(seat), MAX_LETTERS))));
        page.table(&columns, &rows);
        if first > 0 {
            page.continued(&format!("And {} before.", counted(first, "year", "years")));
        }
    }

    /// Returns the number of centres of each power; `None` where the position has no owners.
    fn centres(&self, position: &Position) -> Option<BTreeMap<&Seat, usize>> {
        if position.holdings.iter().all(|holding| holding.owner.is_absent()) {
            return None;
        }
        let mut centres = BTreeMap::new();
        for holding in &position.holdings {
            let territory = self.territories.get(holding.territory.territory());
            let is_centre = self.territories.is_empty() || territory.is_some_and(|t| t.centre == Some(true));
            if let Some(owner) = holding.owner.known().and_then(Option::as_ref).filter(|_| is_centre) {
                // A seat of the game is used as the key, as it lives as long as the view.
                let seat = self.players.get_key_value(owner).map(|(seat, _)| *seat);
                *centres.entry(seat?).or_default() += 1;
            }
        }
        Some(centres)
    }

    /// Returns a sentence about the winner, by the source or by more than half of the centres.
    fn winner(&self, position: &Position) -> String {
        let stated = self.game.result.as_ref();
        if let Some(result) = stated.filter(|result| !result.winners.is_empty()) {
            let winners: Vec<String> = result.winners.iter().map(|seat| self.power(seat)).collect();
            let reason = result.reason.as_ref().map(|reason| format!(" ({})", name_text(reason))).unwrap_or_default();
            return format!("Won by {}{reason}.", listed(&winners));
        }
        let all = self.territories.values().filter(|territory| territory.centre == Some(true)).count();
        let most = self.centres(position).into_iter().flatten().max_by_key(|(_, count)| *count);
        match most {
            Some((seat, count)) if all > 0 && count * 2 > all => {
                format!("{} has {count} of {all} centres, more than half of them.", self.power(seat))
            }
            Some((_, _)) if all > 0 && known(&position.pieces).is_empty() => String::new(),
            Some(_) if all > 0 => "Nobody has more than half of the centres.".to_owned(),
            _ => String::new(),
        }
    }
}
