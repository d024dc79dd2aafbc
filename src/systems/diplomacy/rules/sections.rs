//! Checks gateways, railways, and the other optional sections of a map.

use std::collections::HashSet;

use crate::model::{Element, Field, Passage, PassageKind, Territory, TerritoryKind, TerritoryRef};
use crate::systems::diplomacy::model::{DiplomacyDetails, HongKong, Income, Limits};
use crate::text::printable::quoted;

use super::board_index::{Back, BoardIndex};
use super::codes::*;
use super::{Findings, Powers, board};

/// Number of rows of income that the judge has room for.
const MAX_INCOMES: usize = 15;
/// Number of Hong Kong rows that the judge has room for.
const MAX_HONG_KONGS: usize = 10;
/// Number of provinces in a list that the judge has room for.
const MAX_IN_LIST: usize = 200;
/// Number of rows of extra centres that the judge has room for.
const MAX_EXTRA_CENTRES: usize = 50;
/// Number of passages of one kind that the judge has room for.
const MAX_PASSAGES: usize = 5;
/// Number of provinces on the path of a railway that the judge has room for.
const MAX_RAILWAY_LENGTH: usize = 10;

pub(super) fn passages(board_index: &BoardIndex<'_>, powers: &Powers, found: &mut Findings) {
    let passages = board_index.board.into_iter().flat_map(|b| b.passages.iter().enumerate());
    let (mut gateways, mut railways) = (0, 0);
    let mut strangers = HashSet::new();
    for (i, passage) in passages.filter_map(|(i, p)| Some((i, p.known()?))) {
        if is_no_passage(passage) {
            continue;
        }
        let path = format!("game.board.passages[{i}]");
        let (count, what) = match passage.kind {
            PassageKind::Gateway => (&mut gateways, "gateways"),
            PassageKind::Railway => (&mut railways, "railways"),
        };
        *count += 1;
        if *count == MAX_PASSAGES + 1 {
            found.error(&NO_ROOM, path.clone(), format!("too many {what}: the judge has room for {MAX_PASSAGES}"));
        }
        let at = board_index.resolve(&passage.at, found, || format!("{path}.at"));
        if let Some(at) =
            at.and_then(|(number, _)| board_index.territories.get(number)).filter(|t| !board::is_notional(t))
        {
            let message = format!("expected a province of type g or r, found {}", at.id);
            found.warning(&NOT_A_PASSAGE, format!("{path}.at"), message);
        }
        match passage.kind {
            PassageKind::Gateway => gateway(passage, &path, board_index, found),
            PassageKind::Railway => railway(passage, &path, board_index, found),
        }
        for (j, seat) in passage.powers.iter().enumerate() {
            if let Some(why) = powers.stranger(seat, &mut strangers) {
                let message = format!("{why}, but it may use this railway");
                found.warning(&NO_SUCH_POWER, format!("{path}.powers[{j}]"), message);
            }
        }
    }
}

/// Returns whether a passage is a line that was not understood, which the reader has already reported.
fn is_no_passage(passage: &Passage) -> bool {
    let is_empty = passage.controlled_from.is_absent()
        && passage.between.is_empty()
        && passage.powers.is_empty()
        && passage.path.is_empty();
    is_empty && matches!(passage.at, Field::Unknown(_))
}

fn gateway(passage: &Passage, path: &str, board_index: &BoardIndex<'_>, found: &mut Findings) {
    board_index.resolve(&passage.controlled_from, found, || format!("{path}.controlled_from"));
    if passage.controlled_from.is_absent() {
        found.error(&GATEWAY_PROVINCES, path.to_owned(), "missing province that controls this gateway".into());
    }
    let ends = resolve_all(&passage.between, &format!("{path}.between"), board_index, found);
    if passage.between.len() != 2 {
        let message = format!("expected 2 provinces that the gateway connects, found {}", ends.len());
        found.error(&GATEWAY_PROVINCES, format!("{path}.between"), message);
    } else if let [Some(a), Some(b)] = ends[..]
        && !board_index.leads(a, b, Back::Any)
        && !board_index.leads(b, a, Back::Any)
    {
        let message = format!("no move leads from {} to {}", board_index.id(a), board_index.id(b));
        found.warning(&GATEWAY_APART, format!("{path}.between"), message);
    }
}

fn railway(passage: &Passage, path: &str, board_index: &BoardIndex<'_>, found: &mut Findings) {
    let steps = resolve_all(&passage.path, &format!("{path}.path"), board_index, found);
    if steps.len() > MAX_RAILWAY_LENGTH {
        let message = format!("railway of {} provinces, but the judge has room for {MAX_RAILWAY_LENGTH}", steps.len());
        found.warning(&NO_ROOM, format!("{path}.path[{MAX_RAILWAY_LENGTH}]"), message);
    }
    let mut passed = HashSet::new();
    for (j, &step) in steps.iter().enumerate() {
        let Some(number) = step else { continue };
        let (id, path) = (board_index.id(number), || format!("{path}.path[{j}]"));
        if board_index.territories.get(number).is_some_and(|t| is_water(t)) {
            found.error(&RAILWAY_IN_WATER, path(), format!("{id} is water"));
        }
        let before = j.checked_sub(1).and_then(|before| steps[before]);
        if !passed.insert(number) {
            found.warning(&RAILWAY_CIRCLE, path(), format!("the railway visits {id} twice"));
        } else if let Some(before) = before.filter(|&b| !board_index.leads(b, number, Back::Any)) {
            let message = format!("no move leads from {} to {id}", board_index.id(before));
            found.warning(&RAILWAY_GAP, path(), message);
        }
    }
}

/// Returns whether a territory is of type `w`.
fn is_water(territory: &Territory) -> bool {
    territory.centre != Some(true) && territory.kind.known() == Some(&TerritoryKind::Water)
}

fn resolve_all(
    places: &[Field<TerritoryRef>],
    path: &str,
    board_index: &BoardIndex<'_>,
    found: &mut Findings,
) -> Vec<Option<usize>> {
    let places = places.iter().enumerate();
    let number = |(i, place)| board_index.resolve(place, found, || format!("{path}[{i}]")).map(|(number, _)| number);
    places.map(number).collect()
}

pub(super) fn check(details: &DiplomacyDetails, board_index: &BoardIndex<'_>, powers: &Powers, found: &mut Findings) {
    let tables = [("famine", &details.famine), ("plague", &details.plague), ("storms", &details.storms)];
    for (name, table) in tables {
        for (i, cell) in table.iter().flatten().enumerate() {
            board_index.resolve(&cell.territory, found, || format!("game.details.{name}[{i}].territory"));
        }
    }
    for (name, rows) in [("city_order", &details.city_order), ("centre_order", &details.centre_order)] {
        let mut listed = 0;
        for (i, row) in rows.iter().flatten().enumerate() {
            resolve_all(row, &format!("game.details.{name}[{i}]"), board_index, found);
            if listed <= MAX_IN_LIST && listed + row.len() > MAX_IN_LIST {
                let message = format!("too many provinces in this list: the judge has room for {MAX_IN_LIST}");
                found.error(&NO_ROOM, format!("game.details.{name}[{i}][{}]", MAX_IN_LIST - listed), message);
            }
            listed += row.len();
        }
    }
    for (n, (i, row)) in known(&details.income).enumerate() {
        if n == MAX_INCOMES {
            let message = format!("too many rows of income: the judge has room for {MAX_INCOMES}");
            found.error(&NO_ROOM, format!("game.details.income[{i}]"), message);
        }
        income(row, i, board_index, found);
    }
    let mut strangers = HashSet::new();
    for (n, (i, row)) in known(&details.hong_kong).enumerate() {
        let path = format!("game.details.hong_kong[{i}]");
        if n == MAX_HONG_KONGS {
            let message = format!("too many rows of Hong Kong: the judge has room for {MAX_HONG_KONGS}");
            found.error(&NO_ROOM, path.clone(), message);
        }
        hong_kong(row, &path, board_index, found);
        if let Some(why) = powers.stranger(&row.player, &mut strangers) {
            let message = format!("{why}, but the row says that it may not build there");
            found.warning(&NO_SUCH_POWER, format!("{path}.player"), message);
        }
    }
    strangers.clear();
    for (i, row) in known(&details.limits) {
        limits(row, i, found);
        if let Some(why) = powers.stranger(&row.player, &mut strangers) {
            let message = format!("{why}, but its units are limited");
            // Real maps have such rows for powers of a related variant.
            found.note(&NO_SUCH_POWER, format!("game.details.limits[{i}].player"), message);
        }
    }
    strangers.clear();
    for (n, (i, row)) in known(&details.extra_centres).enumerate() {
        if n == MAX_EXTRA_CENTRES {
            let message = format!("too many rows of extra centres: the judge has room for {MAX_EXTRA_CENTRES}");
            found.error(&NO_ROOM, format!("game.details.extra_centres[{i}]"), message);
        }
        if let Some(why) = powers.stranger(&row.player, &mut strangers) {
            let message = format!("{why}, but it has extra centres");
            found.warning(&NO_SUCH_POWER, format!("game.details.extra_centres[{i}].player"), message);
        }
    }
}

fn known<T>(rows: &Option<Vec<Element<T>>>) -> impl Iterator<Item = (usize, &T)> {
    rows.iter().flatten().enumerate().filter_map(|(i, row)| Some((i, row.known()?)))
}

fn income(row: &Income, i: usize, board_index: &BoardIndex<'_>, found: &mut Findings) {
    let path = |rest: &str| format!("game.details.income[{i}].{rest}");
    let city = board_index.resolve(&row.territory, found, || path("territory")).map(|(number, _)| number);
    if let Some(territory) = city.and_then(|number| board_index.territories.get(number))
        && territory.centre != Some(true)
    {
        let message = format!("expected a home or free supply centre, found {}", territory.id);
        found.warning(&INCOME_CITY, path("territory"), message);
    }
    if !(0..=9).contains(&row.dice) {
        let message = format!("expected 0 to 9 dice, found {}", row.dice);
        found.warning(&INCOME_RANGE, path("dice"), message);
    }
    for (j, value) in row.values.iter().enumerate().filter(|(_, value)| !(0..=255).contains(*value)) {
        let message =
            format!("expected 0 to 255 ducats, found {value}, of which the judge keeps {}", value.rem_euclid(256));
        found.warning(&INCOME_RANGE, path(&format!("values[{j}]")), message);
    }
    if let Some(initial) = row.initial.filter(|initial| !(0..=999).contains(initial)) {
        let message = format!("expected 0 to 999 ducats at the start, found {initial}");
        found.warning(&INCOME_RANGE, path("initial"), message);
    }
}

fn hong_kong(row: &HongKong, path: &str, board_index: &BoardIndex<'_>, found: &mut Findings) {
    resolve_all(&row.territories, &format!("{path}.territories"), board_index, found);
    if row.territories.len() != 1 {
        let message = format!("expected 1 province in this row, found {}", row.territories.len());
        let slot = if row.territories.is_empty() { "" } else { "[1]" };
        found.error(&HONG_KONG_ROW, format!("{path}.territories{slot}"), message);
    }
}

fn limits(row: &Limits, i: usize, found: &mut Findings) {
    for (name, marks) in [("army", &row.army), ("fleet", &row.fleet), ("garrison", &row.garrison)] {
        let read = marks.bytes().take(4).filter(|b| b"xbr.".contains(b)).count();
        if read < 4 {
            let message = format!("expected four marks (x, b, r or a dot), found {}", quoted(marks));
            found.error(&LIMIT_MARKS, format!("game.details.limits[{i}].{name}"), message);
        }
    }
}
