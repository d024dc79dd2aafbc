//! Ownership: one character per territory, in one line or in records of up to 77 territories.

use std::fmt::Write as _;

use super::OnBoard;
use crate::model::{Element, Field, Holding, Seat, TerritoryRef};
use crate::systems::diplomacy::model::{Ownership, OwnershipGroup};

/// Greatest number of territories in a record.
pub const GROUP_WIDTH: usize = 77;

/// A kind of row in records, which has one character per territory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// `N` or `n`: letters of the names, one row for each letter position.
    Names,
    /// `O`: owners.
    Owner,
    /// `C`: owners of the cities.
    CityOwner,
    /// `H`: homes.
    Home,
    /// `F`: flags.
    Flags,
    /// `S`: whether the territory is held.
    Held,
    /// `o`: owners after retreats.
    NewOwner,
    /// `c`: owners of the cities after retreats.
    NewCityOwner,
}

impl Row {
    /// The rows with facts about territories, in the order in which they are written.
    pub const DATA: [Row; 7] =
        [Row::Owner, Row::CityOwner, Row::Home, Row::Flags, Row::Held, Row::NewOwner, Row::NewCityOwner];

    /// Returns the row with a letter.
    pub fn of_letter(letter: u8) -> Option<Row> {
        Row::DATA.into_iter().chain([Row::Names]).find(|row| row.letter() == letter)
    }

    /// Returns the letter that the row begins with.
    pub fn letter(self) -> u8 {
        match self {
            Row::Names => b'n',
            Row::Owner => b'O',
            Row::CityOwner => b'C',
            Row::Home => b'H',
            Row::Flags => b'F',
            Row::Held => b'S',
            Row::NewOwner => b'o',
            Row::NewCityOwner => b'c',
        }
    }

    /// Returns the field of a group that holds the row; `None` for names, which have a list of their own.
    pub fn of_group(self, group: &mut OwnershipGroup) -> Option<&mut Option<String>> {
        Some(match self {
            Row::Names => return None,
            Row::Owner => &mut group.owner,
            Row::CityOwner => &mut group.city_owner,
            Row::Home => &mut group.home,
            Row::Flags => &mut group.flags,
            Row::Held => &mut group.held,
            Row::NewOwner => &mut group.new_owner,
            Row::NewCityOwner => &mut group.new_city_owner,
        })
    }

    /// Returns the text of the row in a group.
    pub fn text(self, group: &OwnershipGroup) -> Option<&str> {
        match self {
            Row::Names => None,
            Row::Owner => group.owner.as_deref(),
            Row::CityOwner => group.city_owner.as_deref(),
            Row::Home => group.home.as_deref(),
            Row::Flags => group.flags.as_deref(),
            Row::Held => group.held.as_deref(),
            Row::NewOwner => group.new_owner.as_deref(),
            Row::NewCityOwner => group.new_city_owner.as_deref(),
        }
    }

    /// Returns whether a holding has a value for this row.
    pub fn is_in(self, holding: &Holding) -> bool {
        match self {
            Row::Names => false,
            Row::Owner => !holding.owner.is_absent(),
            Row::CityOwner => !holding.city_owner.is_absent(),
            Row::Home => !holding.home.is_absent(),
            Row::Flags => !holding.flags.is_absent(),
            Row::Held => !holding.held.is_absent(),
            Row::NewOwner => !holding.new_owner.is_absent(),
            Row::NewCityOwner => !holding.new_city_owner.is_absent(),
        }
    }

    /// Returns whether a holding has a value for any row.
    pub fn any_is_in(holding: &Holding) -> bool {
        Row::DATA.iter().any(|row| row.is_in(holding))
    }

    /// Returns whether a holding has values other than the owner of the territory.
    pub fn more_than_owner_is_in(holding: &Holding) -> bool {
        Row::DATA[1..].iter().any(|row| row.is_in(holding))
    }

    /// Stores a character of the row in a holding.
    fn take(self, holding: &mut Holding, c: char) {
        match self {
            Row::Names => {}
            Row::Owner => holding.owner = seat(c),
            Row::CityOwner => holding.city_owner = seat(c),
            Row::NewOwner => holding.new_owner = seat(c),
            Row::NewCityOwner => holding.new_city_owner = seat(c),
            // In this row a dot is no centre, and a small `x` is a centre that is nobody's home.
            Row::Home => {
                holding.home = if c == 'x' { Field::Known(None) } else { seat(c) };
                holding.centre = (c == 'x' || matches!(holding.home, Field::Known(Some(_)))).then_some(true);
            }
            Row::Flags => {
                holding.flags = match u8::try_from(c) {
                    Ok(c) => Field::Known(i32::from(c) - i32::from(b'0')),
                    Err(_) => Field::unknown(c),
                }
            }
            Row::Held => holding.held = Field::Known(c != '0'),
        }
    }

    /// Returns the character for a territory without a value.
    fn nothing(self) -> char {
        if matches!(self, Row::Flags | Row::Held) { '0' } else { '.' }
    }

    /// Sets the value of a holding to the one that the row has for a territory without a value.
    pub fn clear(self, holding: &mut Holding) {
        self.take(holding, self.nothing());
    }

    /// Writes the character for a holding, or for a territory that has none.
    pub fn write(self, holding: Option<&Holding>, out: &mut String) {
        let Some(holding) = holding else { return out.push(self.nothing()) };
        match self {
            Row::Names => {}
            Row::Owner => write_seat(&holding.owner, out),
            Row::CityOwner => write_seat(&holding.city_owner, out),
            Row::NewOwner => write_seat(&holding.new_owner, out),
            Row::NewCityOwner => write_seat(&holding.new_city_owner, out),
            Row::Home if holding.centre == Some(true) && holding.home == Field::Known(None) => out.push('x'),
            Row::Home => write_seat(&holding.home, out),
            Row::Flags => match &holding.flags {
                Field::Known(flags) => {
                    let c = u8::try_from(flags + i32::from(b'0'));
                    out.push(c.map_or('?', char::from));
                }
                Field::Unknown(unknown) => out.push_str(&unknown.unknown),
                Field::Absent => out.push('0'),
            },
            Row::Held => out.push(if holding.held.known() == Some(&true) { '1' } else { '0' }),
        }
    }
}

/// Returns the power of a letter of either case; `None` for a dot.
fn seat(c: char) -> Field<Option<Seat>> {
    match c.to_ascii_uppercase() {
        '.' => Field::Known(None),
        owner @ ('&' | '=' | '0'..='9' | 'A'..='Z') => Field::Known(Some(Seat::new(owner.encode_utf8(&mut [0; 4])))),
        _ => Field::unknown(c),
    }
}

fn write_seat(field: &Field<Option<Seat>>, out: &mut String) {
    match field {
        Field::Known(Some(seat)) => out.push_str(seat.as_str()),
        Field::Unknown(unknown) => out.push_str(&unknown.unknown),
        Field::Known(None) | Field::Absent => out.push('.'),
    }
}

/// Layout of ownership in a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Layout {
    /// The file has no ownership.
    #[default]
    None,
    /// One line with the owners.
    Flat,
    /// Records, with the layout of each group.
    Records(Vec<GroupLayout>),
}

/// Layout of a group of records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupLayout {
    /// Rows in the order of the file, names included.
    pub rows: Vec<Row>,
    /// Number of territories, as in [`width_of`].
    pub width: usize,
}

/// Returns the number of territories in a group: the number of characters in its last row in the order of
/// [`Row::DATA`], whatever the order in the file.
pub fn width_of(group: &OwnershipGroup) -> usize {
    let last = Row::DATA.iter().rev().find_map(|row| row.text(group));
    last.map_or(0, |text| text.chars().count())
}

impl Layout {
    /// Returns the layout of ownership that does not come from a file.
    pub fn of(ownership: &Ownership) -> Layout {
        let Ownership::Groups(groups) = ownership else { return Layout::Flat };
        let layout = |group: &OwnershipGroup| {
            let rows: Vec<Row> = Row::DATA.into_iter().filter(|row| row.text(group).is_some()).collect();
            GroupLayout { rows, width: width_of(group) }
        };
        Layout::Records(groups.iter().map(layout).collect())
    }
}

/// Converts a file's ownership to holdings of a board's territories; `None` where its rows do not fit the board.
pub fn holdings(ownership: &Ownership, layout: &Layout, board: &OnBoard) -> Option<Vec<Holding>> {
    let count = board.names.len();
    let mut holdings: Vec<Option<Holding>> = vec![None; count];
    let mut take = |row: Row, base: usize, text: &str| -> Option<()> {
        for (offset, c) in text.chars().enumerate() {
            let place = holdings.get_mut(base + offset)?;
            let id = board.names.ids().get(base + offset)?;
            let mut holding = place.take().unwrap_or_else(|| Holding::of(id.clone()));
            row.take(&mut holding, c);
            *place = Some(holding);
        }
        Some(())
    };
    match (ownership, layout) {
        (Ownership::Flat(text), _) => take(Row::Owner, 0, text)?,
        (Ownership::Groups(groups), Layout::Records(layouts)) => {
            let mut base = 0;
            for (group, layout) in groups.iter().zip(layouts) {
                for row in Row::DATA {
                    let text = row.text(group).unwrap_or_default();
                    if text.chars().count() > layout.width {
                        return None;
                    }
                    take(row, base, text)?;
                }
                if layout.width == 0 {
                    return None;
                }
                base += layout.width;
            }
        }
        _ => return None,
    }
    Some(holdings.into_iter().flatten().filter(Row::any_is_in).collect())
}

/// Returns the groups that holdings are written in, as ranges of territories with their rows: those of the layout, and
/// more for the territories after them.
pub fn groups(layout: &Layout, holdings: &[Option<&Holding>]) -> Vec<(std::ops::Range<usize>, Vec<Row>)> {
    let reach = holdings.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    let given = if let Layout::Records(groups) = layout { &groups[..] } else { &[] };
    let mut ranges = Vec::new();
    let mut base = 0;
    for group in given {
        let end = (base + group.width).min(holdings.len());
        if end > base {
            ranges.push((base..end, group.rows.clone()));
        }
        base = end;
    }
    while base < reach {
        let end = (base + GROUP_WIDTH).min(reach);
        ranges.push((base..end, vec![Row::Names; 5]));
        base = end;
    }
    for (range, rows) in &mut ranges {
        let used = |row: &Row| holdings[range.clone()].iter().flatten().any(|holding| row.is_in(holding));
        rows.retain(|row| *row == Row::Names || used(row));
        let missing: Vec<Row> = Row::DATA.into_iter().filter(|row| used(row) && !rows.contains(row)).collect();
        rows.extend(missing);
    }
    // Rows of names alone have no facts.
    ranges.retain(|(_, rows)| rows.iter().any(|row| *row != Row::Names));
    // A group has as many territories as its last row has characters.
    if let Some((range, rows)) = ranges.last_mut()
        && let Some(last) = Row::DATA.into_iter().rfind(|row| rows.contains(row))
    {
        range.end = range.start + row_text(last, &holdings[range.clone()]).chars().count();
    }
    ranges
}

/// Returns the text of a row for a range of territories, up to the last that has a value.
pub fn row_text(row: Row, holdings: &[Option<&Holding>]) -> String {
    let is_given = |holding: &Option<&Holding>| holding.is_some_and(|holding| row.is_in(holding));
    let reach = holdings.iter().rposition(is_given).map_or(0, |last| last + 1);
    let mut text = String::with_capacity(reach);
    holdings.iter().take(reach).for_each(|holding| row.write(*holding, &mut text));
    text
}

/// Returns the row with one letter of the names of a range of territories; `letter` counts from 0.
pub fn name_row(board: &OnBoard, range: std::ops::Range<usize>, letter: usize) -> String {
    let names = board.board.territories.iter().filter_map(Element::known).skip(range.start).take(range.len());
    let mut row = String::new();
    for territory in names {
        let name = territory.name.as_deref().unwrap_or_default();
        let _ = write!(row, "{}", name.chars().nth(letter).unwrap_or(' '));
    }
    row
}

/// Returns the holdings by territory of the board; `None` for a territory that has none.
pub fn by_territory<'h>(holdings: &'h [Holding], board: &OnBoard) -> Vec<Option<&'h Holding>> {
    let mut places = vec![None; board.names.len()];
    for holding in holdings {
        let number = board.names.number(TerritoryRef::territory(&holding.territory));
        if let Some(place) = number.and_then(|number| places.get_mut(number)) {
            *place = Some(holding);
        }
    }
    places
}
