//! Places the systems on the board: homeworlds in front of their players, the others between them in a row for each
//! size of star, because systems of different sizes connect. A system keeps its place as long as it is on the board.

use std::collections::HashMap;

use super::cards::{Card, Table};
use super::pieces::{Side, ship_size, star_size};
use crate::model::TerritoryRef;
use crate::view::picture::{Point, text_width};

/// Font size of the names of systems, and their maximum width.
pub const NAME: f64 = 12.0;
pub const NAME_WIDTH: f64 = 130.0;
/// Inner margin of a card, and the gap between the pieces on it.
pub const RIM: f64 = 9.0;
pub const GAP: f64 = 5.0;
/// Height of the line with the name.
pub const NAME_LINE: f64 = 17.0;
/// Maximum number of ships in a row, or in a column at the left and right.
pub const ABREAST: usize = 6;
/// Distance between neighbouring cards, and between rows of cards.
const BETWEEN: f64 = 24.0;
const BETWEEN_ROWS: f64 = 42.0;
/// Number of sizes of stars.
const SIZES: usize = 3;

/// A group of systems in a row or in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    /// The homeworlds of the players of a side.
    Homes(Side),
    /// The systems whose first star has this size, counted from 0.
    Size(usize),
}

const GROUPS: usize = Side::ALL.len() + SIZES;

impl Group {
    fn index(self) -> usize {
        match self {
            Group::Homes(side) => side as usize,
            Group::Size(size) => Side::ALL.len() + size.min(SIZES - 1),
        }
    }
}

/// The stay of a system at a place.
#[derive(Debug, Clone)]
struct Tenancy {
    id: TerritoryRef,
    group: usize,
    slot: usize,
    /// The first moment with the system on the board, and the first without it; `None` if it stays to the end.
    born: usize,
    gone: Option<usize>,
}

/// The space that a group needs: the size of its largest card, and its slots.
#[derive(Debug, Clone, Default)]
struct Need {
    width: f64,
    height: f64,
    /// For each slot, the moment that it became free; `None` while it is taken.
    slots: Vec<Option<usize>>,
}

/// The places of the systems of a game.
#[derive(Debug, Default)]
pub struct Layout {
    tenancies: Vec<Tenancy>,
    live: HashMap<TerritoryRef, usize>,
    needs: [Need; GROUPS],
    /// The star sizes of the first homeworld above and the first below, as bits; `None` without such a homeworld.
    home_sizes: [Option<u8>; 2],
    /// The centre of each group, which `finish` computes.
    centres: [Point; GROUPS],
    /// The width and height of the board, which `finish` computes.
    pub extent: Point,
}

impl Layout {
    /// Records the systems of the next moment: frees the slots of removed systems, and settles new ones.
    pub fn see(&mut self, moment: usize, table: &Table, cards: &[Card<'_>]) {
        let gone: Vec<usize> =
            cards.iter().filter(|card| card.is_gone).filter_map(|card| self.live.remove(card.id)).collect();
        for number in gone {
            let Some(tenancy) = self.tenancies.get_mut(number) else { continue };
            tenancy.gone = Some(moment);
            let slot = self.needs.get_mut(tenancy.group).and_then(|need| need.slots.get_mut(tenancy.slot));
            slot.into_iter().for_each(|slot| *slot = Some(moment));
        }
        for card in cards {
            let group = match self.live.get(card.id).and_then(|number| self.tenancies.get(*number)) {
                Some(tenancy) => tenancy.group,
                None if card.is_gone => {
                    let of = self.tenancies.iter().rev().find(|tenancy| tenancy.id == *card.id);
                    let Some(of) = of else { continue };
                    of.group
                }
                None => self.settle(moment, table, card),
            };
            let (width, height) = size(table, card);
            if let Some(need) = self.needs.get_mut(group) {
                need.width = need.width.max(width);
                need.height = need.height.max(height);
            }
        }
    }

    /// Gives a new system the first free slot of its group, and returns the index of the group. A slot that became free
    /// in this turn is not reused yet, because it still shows the removed system.
    fn settle(&mut self, moment: usize, table: &Table, card: &Card<'_>) -> usize {
        let sizes = card.stars.iter().fold(0_u8, |sizes, (star, _)| sizes | 1 << star.size());
        let group = match card.home {
            Some(player) => {
                let side = table.side(player);
                let end = match side {
                    Side::Top => self.home_sizes.first_mut(),
                    Side::Bottom => self.home_sizes.last_mut(),
                    Side::Right | Side::Left => None,
                };
                end.into_iter().for_each(|end| *end = end.or(Some(sizes)));
                Group::Homes(side)
            }
            None => Group::Size(card.stars.first().map_or(0, |(star, _)| usize::from(star.size()) - 1)),
        };
        let group = group.index();
        let Some(need) = self.needs.get_mut(group) else { return 0 };
        let free = need.slots.iter().position(|free| free.is_some_and(|since| since < moment));
        let slot = free.unwrap_or_else(|| {
            need.slots.push(None);
            need.slots.len() - 1
        });
        need.slots.get_mut(slot).into_iter().for_each(|free| *free = None);
        self.live.insert(card.id.clone(), self.tenancies.len());
        self.tenancies.push(Tenancy { id: card.id.clone(), group, slot, born: moment, gone: None });
        group
    }

    /// Computes the centres of the groups and the extent, after all moments have been recorded.
    pub fn finish(&mut self) {
        self.live.clear();
        let long = |need: &Need, along: f64, between: f64| match need.slots.len() {
            0 => 0.0,
            count => count as f64 * (along + between) - between,
        };
        let rows = self.rows();
        let need = |group: usize| self.needs.get(group).cloned().unwrap_or_default();
        let column = |side: Side| {
            let need = need(Group::Homes(side).index());
            let width = if need.slots.is_empty() { 0.0 } else { need.width + BETWEEN };
            (width, long(&need, need.height, BETWEEN))
        };
        let (left, right) = (column(Side::Left), column(Side::Right));
        let inner = rows.iter().map(|group| long(&need(*group), need(*group).width, BETWEEN)).fold(0.0, f64::max);
        let middle = left.0 + inner / 2.0;
        let mut y = 0.0;
        let mut between = (0.0, 0.0);
        for (index, group) in rows.into_iter().enumerate() {
            if index == 1 {
                between.0 = y;
            }
            if index + 1 == rows.len() {
                // The rows between the homeworlds are at least as high as the columns beside them.
                y = f64::max(y, between.0 + left.1.max(right.1) + BETWEEN_ROWS);
                between.1 = y;
            }
            let need = need(group);
            if need.slots.is_empty() {
                continue;
            }
            if let Some(centre) = self.centres.get_mut(group) {
                *centre = Point::new(middle, y + need.height / 2.0);
            }
            y += need.height + BETWEEN_ROWS;
        }
        let upright = (between.0 + between.1 - BETWEEN_ROWS) / 2.0;
        let widths =
            [(Side::Left, (left.0 - BETWEEN) / 2.0), (Side::Right, left.0 + inner + (right.0 + BETWEEN) / 2.0)];
        for (side, x) in widths {
            if let Some(centre) = self.centres.get_mut(Group::Homes(side).index()) {
                *centre = Point::new(x, upright);
            }
        }
        let height = (y - BETWEEN_ROWS).max(upright * 2.0 - between.0).max(0.0);
        self.extent = Point::new(left.0 + inner + right.0, height);
    }

    /// Returns the groups that are rows, from top to bottom; the sizes that connect to a homeworld are near it.
    fn rows(&self) -> [usize; SIZES + 2] {
        let [above, below] = self.home_sizes.map(|sizes| sizes.unwrap_or(0));
        let mut sizes = [0, 1, 2];
        sizes.sort_by_key(|size| {
            let connects = |home: u8| i32::from(home >> (size + 1) & 1 == 0 && home != 0);
            connects(below) - connects(above)
        });
        let [first, second, third] = sizes.map(|size| Group::Size(size).index());
        [Group::Homes(Side::Top).index(), first, second, third, Group::Homes(Side::Bottom).index()]
    }

    /// Returns the number of the place of a system at a moment, which no other system of the game has, and its centre;
    /// `None` if the system is not shown then.
    pub fn centre(&self, moment: usize, id: &TerritoryRef) -> Option<(usize, Point)> {
        let is_there = |tenancy: &Tenancy| {
            tenancy.born <= moment && tenancy.gone.is_none_or(|gone| moment <= gone) && tenancy.id == *id
        };
        let number = self.tenancies.iter().rposition(is_there)?;
        let tenancy = self.tenancies.get(number)?;
        let (need, centre) = (self.needs.get(tenancy.group)?, self.centres.get(tenancy.group)?);
        // Slots alternate between the two sides of the middle.
        let count = need.slots.len();
        let step = tenancy.slot.div_ceil(2) as f64 * if tenancy.slot % 2 == 0 { -1.0 } else { 1.0 };
        let step = step - if count % 2 == 0 { 0.5 } else { 0.0 };
        let is_column = [Side::Left, Side::Right].iter().any(|side| Group::Homes(*side).index() == tenancy.group);
        let place = match is_column {
            true => Point::new(centre.x, centre.y + step * (need.height + BETWEEN)),
            false => Point::new(centre.x + step * (need.width + BETWEEN), centre.y),
        };
        Some((number, place))
    }
}

/// Returns the width and height of the ships of a side in a system.
pub fn fleet_size(table: &Table, card: &Card<'_>, side: Side) -> (f64, f64) {
    let ships: Vec<(f64, f64)> =
        card.ships.iter().filter(|ship| table.side(ship.owner) == side).map(|ship| ship_size(ship.piece)).collect();
    let mut size = (0.0_f64, 0.0_f64);
    for row in ships.chunks(ABREAST) {
        let across = row.iter().map(|(width, _)| width + GAP).sum::<f64>() - GAP;
        let deep = row.iter().map(|(_, length)| *length).fold(0.0, f64::max) + GAP;
        size = (size.0.max(across), size.1 + deep);
    }
    if side.is_in_rows() { size } else { (size.1, size.0) }
}

/// Returns the width and height of the stars of a system.
pub fn stars_size(card: &Card<'_>) -> (f64, f64) {
    let sides = || card.stars.iter().map(|(star, _)| star_size(*star));
    ((sides().map(|side| side + GAP).sum::<f64>() - GAP).max(0.0), sides().fold(0.0, f64::max))
}

/// Returns the width and height of a card.
pub fn size(table: &Table, card: &Card<'_>) -> (f64, f64) {
    let [top, right, bottom, left] = Side::ALL.map(|side| fleet_size(table, card, side));
    let stars = stars_size(card);
    // The stars stay in the middle.
    let middle = stars.0 + 2.0 * left.0.max(right.0);
    let name = text_width(&super::label(card), NAME).min(NAME_WIDTH);
    let width = middle.max(top.0).max(bottom.0).max(name).max(60.0);
    let height = top.1 + bottom.1 + stars.1.max(left.1).max(right.1);
    (width + 2.0 * RIM, height + NAME_LINE + 2.0 * RIM)
}
