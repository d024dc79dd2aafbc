//! Rows of kinds that several tables have, and what tables have in common.

use std::borrow::Cow;

use crate::model::{DiplomacyDetails, Element, Field, Place};
use crate::tables::column::NO_PLACE;
use crate::tables::element::{Holder, known, known_mut};
use crate::tables::parts::{diplomacy, diplomacy_mut};
use crate::tables::stored::{Scalar, Stored};
use crate::tables::{Bound, Column, Content, Empty, Expected, Misfit, Refuse, Value};
use crate::text::{Diagnostic, codes};

/// Those elements as rows.
pub fn borrowed<T: Clone>(elements: &[T]) -> Vec<Cow<'_, T>> {
    elements.iter().map(Cow::Borrowed).collect()
}

/// A value of a list of values, with its place.
#[derive(Debug, Clone, Default)]
pub struct Numbered<T> {
    /// Its place, from 1.
    pub number: usize,
    /// The value.
    pub value: T,
}

/// Values as rows.
pub fn numbered<'c, T: Clone>(values: &[T]) -> Vec<Cow<'c, Numbered<T>>> {
    values.iter().zip(1..).map(|(value, number)| Cow::Owned(Numbered { number, value: value.clone() })).collect()
}

/// Refuses rows without the value that none goes without: it may be one that was not understood, whose text is in the
/// table unknowns, but it is there.
pub fn refuse_absent<R, T>(
    rows: &[R],
    column: &'static str,
    expected: &'static str,
    value: impl Fn(&R) -> Option<&Field<T>>,
    refuse: &mut Refuse<'_>,
) {
    for (place, _) in rows.iter().enumerate().filter(|(_, row)| value(row).is_some_and(Field::is_absent)) {
        refuse(place, column, Expected::from(expected).into());
    }
}

/// The values of rows, in the order of their numbers.
pub fn in_order<T>(rows: Vec<Numbered<T>>, refuse: &mut Refuse<'_>) -> Vec<T> {
    sorted(rows, "number", |row| row.number, refuse).into_iter().map(|(_, row)| row.value).collect()
}

/// Rows with their places, in the order of what their column makes them stand at; one that stands where another does is
/// refused.
pub fn sorted<R, K: Ord>(
    rows: Vec<R>,
    column: &'static str,
    key: fn(&R) -> K,
    refuse: &mut Refuse<'_>,
) -> Vec<(usize, R)> {
    let mut rows: Vec<(usize, R)> = rows.into_iter().enumerate().collect();
    rows.sort_by_key(|(_, row)| key(row));
    for pair in rows.windows(2) {
        if let [(_, one), (place, other)] = pair
            && key(one) == key(other)
        {
            let expected = "a number that no other row has".into();
            refuse(*place, column, Misfit { code: &codes::TWICE, expected });
        }
    }
    rows
}

/// An element that lists places: a line of the source, of which a table has one row a place.
pub trait PlaceList: Clone + PartialEq {
    /// The places.
    fn places(&self) -> &[Field<Place>];

    /// The places, for taking and giving some.
    fn places_mut(&mut self) -> &mut Vec<Field<Place>>;
}

/// One place of an element that lists places; the element has no more than that one.
#[derive(Debug, Clone)]
pub struct Line<T> {
    /// The number of the element, from 1.
    pub number: usize,
    /// The element.
    pub element: Element<T>,
}

impl<T> Holder for Line<T> {
    type Item = T;

    fn element(&self) -> &Element<T> {
        &self.element
    }

    fn element_mut(&mut self) -> &mut Element<T> {
        &mut self.element
    }
}

impl<T: Default> Line<T> {
    /// A row without values.
    pub fn blank() -> Self {
        Line { number: 0, element: Element::Known(T::default()) }
    }
}

impl<T: PlaceList> Line<T> {
    /// The column of the places.
    pub const fn place(name: &'static str, meaning: &'static str) -> Bound<Self> {
        let column = Column::new(name, <Place as Scalar>::KIND, Empty::Absent, meaning);
        Bound { column, value: place_value, store: Some(store_place) }
    }
}

fn place_value<T: PlaceList>(_: &Content<'_>, row: &Line<T>) -> Value {
    known(row).and_then(|item| item.places().first()).map_or(Value::Absent, Stored::value)
}

fn store_place<T: PlaceList>(row: &mut Line<T>, value: Value) -> Result<(), Expected> {
    let mut place = Field::Absent;
    place.store(value)?;
    known_mut(row).ok_or(NO_PLACE)?.places_mut().push(place);
    Ok(())
}

/// Elements as rows: one a place, and one for an element that has none or was not understood.
pub fn split<'c, T: PlaceList>(elements: &[Element<T>]) -> Vec<Cow<'c, Line<T>>> {
    let mut rows = Vec::new();
    for (element, number) in elements.iter().zip(1..) {
        let mut row = |element| rows.push(Cow::Owned(Line { number, element }));
        match element {
            Element::Known(item) if item.places().len() > 1 => {
                let mut head = item.clone();
                for place in std::mem::take(head.places_mut()) {
                    let mut one = head.clone();
                    one.places_mut().push(place);
                    row(Element::Known(one));
                }
            }
            other => row(other.clone()),
        }
    }
    rows
}

/// The elements of rows, in the order of their numbers.
pub fn join<T: PlaceList>(mut rows: Vec<Line<T>>) -> Result<Vec<Element<T>>, Diagnostic> {
    rows.sort_by_key(|row| row.number);
    let mut lines: Vec<Line<T>> = Vec::new();
    for mut row in rows {
        match lines.last_mut().filter(|line| line.number == row.number) {
            Some(line) => extend(line, &mut row)?,
            None => lines.push(row),
        }
    }
    Ok(lines.into_iter().map(|line| line.element).collect())
}

fn extend<T: PlaceList>(line: &mut Line<T>, row: &mut Line<T>) -> Result<(), Diagnostic> {
    let number = line.number;
    let (Some(item), Some(more)) = (known_mut(line), known_mut(row)) else {
        let message = format!("line {number} was not understood, and there is another row of that line");
        return Err(Diagnostic::error(&codes::TWICE, message).help("give one of them another line"));
    };
    let (mut places, added) = (std::mem::take(item.places_mut()), std::mem::take(more.places_mut()));
    if item != more {
        let message = format!("the rows of line {number} say different things beside their territories");
        return Err(Diagnostic::error(&codes::BAD_TABLE, message).help("give them different lines"));
    }
    places.extend(added);
    *item.places_mut() = places;
    Ok(())
}

/// The element that a row of another table belongs to, by its row there.
pub fn element_at<'e, T>(
    elements: &'e mut [Element<T>],
    row: usize,
    table: &'static str,
) -> Result<&'e mut T, Diagnostic> {
    let element = row.checked_sub(1).and_then(|index| elements.get_mut(index));
    element.and_then(known_mut).ok_or_else(|| {
        let message = format!("{table} has no row {row} that was understood");
        Diagnostic::error(&codes::NO_SUCH_REFERENCE, message)
            .help(format!("rows of {table} are counted from 1, without the header"))
    })
}

/// Rows that belong to a list of the details of Diplomacy.
pub fn of_diplomacy<'c, T: Clone>(
    content: &'c Content<'_>,
    list: fn(&DiplomacyDetails) -> Option<&Vec<T>>,
) -> Vec<Cow<'c, T>> {
    diplomacy(&content.document).and_then(list).map_or_else(Vec::new, |list| borrowed(list))
}

/// Gives the details of Diplomacy rows, where there are any.
pub fn put_diplomacy<R>(
    content: &mut Content<'_>,
    rows: Vec<R>,
    put: impl FnOnce(&mut DiplomacyDetails, Vec<R>) -> Result<(), Diagnostic>,
) -> Result<(), Diagnostic> {
    if rows.is_empty() {
        return Ok(());
    }
    match diplomacy_mut(content.document.to_mut()) {
        Some(details) => put(details, rows),
        None => Err(other_system("this table is of Diplomacy, and the game is of another system")),
    }
}

/// Says that a table is of another system than the game.
pub fn other_system(message: &str) -> Diagnostic {
    Diagnostic::error(&codes::OTHER_SYSTEM, message).help("take the table out, or correct the system in games")
}
