//! A value at a place of the plan, as read from rows.

use serde::de::value::{BorrowedStrDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{Error, MapAccess, Visitor};
use serde_json::Value as Json;

use super::{Build, Mistake, key_part};
use crate::tables::cell::{Cell, Expected, Kind, Value};
use crate::tables::check::Refusal;
use crate::tables::column::Column;
use crate::tables::plan::{NO_SCOPE, Node, PLAN, Rows, Scope, Table};
use crate::tables::rowset::Rowset;
use crate::text::{Code, codes};

/// The names of the fields that a type has.
pub type Names = &'static [&'static str];

/// A value at a place of the plan.
#[derive(Clone, Copy)]
pub struct At<'de> {
    /// The document that is being put together.
    pub build: &'de Build<'de>,
    /// The mapping of the value to columns.
    pub node: &'de Node,
    /// Index of the table.
    pub table: usize,
    /// The row; all rows of an exploded element.
    pub rows: &'de [usize],
    /// The numbers of the value and of what it is part of, each plus one.
    pub scope: Scope,
}

impl<'de> At<'de> {
    fn plan(&self) -> &'static Table {
        &PLAN[self.table]
    }

    fn set(&self) -> &'de Rowset {
        &self.build.sets[self.table]
    }

    fn row(&self) -> usize {
        self.rows.first().copied().unwrap_or(0)
    }

    /// Returns the cell of a scalar, or of a list of scalars.
    pub fn cell(&self) -> &'de Value {
        self.cell_of(self.node)
    }

    fn cell_of(&self, node: &Node) -> &'de Value {
        node.cell.map_or(&Value::Absent, |column| self.set().value(self.row(), column))
    }

    fn column(&self) -> Option<&'static Column> {
        self.node.cell.map(|column| &self.plan().columns[column])
    }

    /// Returns whether the value is written to a cell that holds lists.
    pub fn is_list_cell(&self) -> bool {
        self.column().is_some_and(|column| column.kind == Kind::List)
    }

    fn refuse(&self, column: &'static str, code: &'static Code, expected: impl Into<Expected>) {
        self.build.refuse(Refusal::of_cell((self.table, self.row()), column, code, expected));
    }

    /// Refuses the value's cell.
    fn refuse_cell(&self, code: &'static Code, expected: &'static str) {
        self.refuse(self.column().map_or("", |column| column.name), code, expected);
    }

    /// Returns another value of the same row.
    pub fn with(self, node: &'de Node) -> At<'de> {
        At { node, ..self }
    }

    /// Returns the group of a part of the row, if the table `unknowns` says that the part is present without values.
    fn bare(&self, node: &Node) -> Option<usize> {
        node.group.filter(|&group| self.set().bare.binary_search(&(self.row(), group)).is_ok())
    }

    /// Returns whether the rows have anything for a value of the row.
    fn has(&self, node: &Node) -> bool {
        let has_table = |rows: &Rows| {
            let row = At { node: &PLAN[rows.table].row, table: rows.table, rows: &[], ..*self };
            self.build.sets[rows.table].length > 0 || row.has(row.node)
        };
        *self.cell_of(node) != Value::Absent
            || node.is_exploded
            || self.bare(node).is_some()
            || self.has_rows(node)
            || node.by_type.iter().any(|(_, rows)| has_table(rows))
            || node.fields.iter().any(|field| self.has(field))
    }

    fn has_rows(&self, node: &Node) -> bool {
        node.rows.as_ref().is_some_and(|rows| match rows.lists.len() {
            0 => self.build.sets[rows.table].length > 0,
            1 => !self.build.rows_of(rows, &self.scope).is_empty(),
            _ => false,
        })
    }

    /// Returns the fields that the rows have values for, and those that an object always has.
    pub fn fields(&self) -> Vec<&'de Node> {
        let kind = self.plan().variant_of(self.node, self.set(), self.row());
        let is_one = |(index, field): (usize, &'de Node)| {
            let is_always = kind.map_or(Some(field.is_required), |kind| kind.fields[index])?;
            let is_list = || field.rows.is_some() || self.with(field).is_list_cell();
            (self.has(field) || is_always && is_list()).then_some(field)
        };
        let fields: Vec<_> = self.node.fields.iter().enumerate().filter_map(is_one).collect();
        self.refuse_bare(!fields.is_empty());
        fields
    }

    /// Returns the values of fields, for serde to read as a map.
    pub fn values_of(self, fields: Vec<&'de Node>) -> impl MapAccess<'de, Error = Mistake> {
        let value = move |field: &'de Node| (BorrowedStrDeserializer::new(&field.name), self.with(field));
        MapDeserializer::new(fields.into_iter().map(value))
    }

    /// Reads the value as an object; `known` are the fields that its type has, `None` if any field is accepted.
    pub fn object<V: Visitor<'de>>(self, visitor: V, known: Option<Names>) -> Result<V::Value, Mistake> {
        if let Some(text) = self.text_not_understood() {
            return visitor.visit_map(MapDeserializer::new(std::iter::once(("unknown", text))));
        }
        let mut fields = self.fields();
        // A part of the row may lack no value that such a part always has.
        let is_absent = |field: &Node| *self.cell_of(field) == Value::Absent;
        let is_gap = |field: &&Node| field.is_required && field.is_scalar && is_absent(field);
        if !fields.is_empty() {
            let gaps = self.node.fields.iter().filter(is_gap);
            gaps.for_each(|gap| self.with(gap).refuse_cell(&codes::BAD_CELL, "a value"));
        }
        if let Some(known) = known {
            let is_known = |field: &&Node| known.contains(&field.name.as_str());
            fields.iter().filter(|field| !is_known(field)).for_each(|field| self.with(field).refuse_all());
            fields.retain(is_known);
        }
        visitor.visit_map(self.values_of(fields))
    }

    /// Refuses a part that is said to be present without values, yet has some.
    pub fn refuse_bare(&self, has_values: bool) {
        if let Some(group) = self.bare(self.node).filter(|_| has_values) {
            let expected = "either values or a row in the table unknowns";
            self.refuse(self.plan().groups[group].0, &codes::BAD_CELL, expected);
        }
    }

    /// Refuses the cells of a value that the game's system has no place for. Rows of other tables are refused as rows
    /// that belong to nothing.
    pub fn refuse_all(self) {
        if *self.cell() != Value::Absent {
            self.refuse_cell(&codes::BAD_CELL, "an empty cell, as the rest of the row has no place for it");
        }
        self.node.fields.iter().for_each(|field| self.with(field).refuse_all());
    }

    /// Returns the text in place of the value, if it was not understood.
    pub fn text_not_understood(&self) -> Option<&'de str> {
        match self.cell() {
            Value::Unknown(text) => Some(text),
            _ if std::ptr::eq(self.node, &self.plan().row) => self.set().unknown_text(self.row()),
            _ => None,
        }
    }

    /// Reads the value as a list.
    pub fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        if self.node.is_exploded {
            let elements = self.rows.iter().map(|row| At { rows: std::slice::from_ref(row), ..self });
            return visitor.visit_seq(SeqDeserializer::new(elements.filter(|at| *at.cell() != Value::Absent)));
        }
        if let Some(rows) = &self.node.rows {
            self.refuse_bare(self.has_rows(self.node));
            return if rows.lists.len() > 1 { self.lists(rows, visitor) } else { self.elements(rows, visitor) };
        }
        if let Value::Known(cell) = self.cell() {
            let (Cell::Text(text), Some(column)) = (cell, self.column()) else {
                return Err(Error::custom("expected a list"));
            };
            // Elements of the wrong kind were reported when the cell was read.
            let elements = column.elements(text).map(|element| element.map_or(Json::Null, Json::from));
            return visitor.visit_seq(SeqDeserializer::new(elements));
        }
        let items = &self.node.fields;
        let (first, rest) = items.split_at(items.iter().take_while(|field| self.has(field)).count());
        for late in rest.iter().filter(|field| self.has(field)) {
            let expected = r"an empty cell, as the cell before it is empty (\ is an empty text)";
            self.with(late).refuse_cell(&codes::BAD_CELL, expected);
        }
        visitor.visit_seq(SeqDeserializer::new(first.iter().map(|field| self.with(field))))
    }

    /// Reads the elements of a list, each of them one row, or several rows if the list is exploded.
    fn elements<V: Visitor<'de>>(self, rows: &'de Rows, visitor: V) -> Result<V::Value, Mistake> {
        let (build, table) = (self.build, &PLAN[rows.table]);
        let place = |row: usize| table.index.map(|column| key_part(build.sets, rows.table, row, column));
        let is_together = |one: &usize, other: &usize| table.exploded.is_some() && place(*one) == place(*other);
        let is_new = |of_element: &&[usize]| {
            build.take(rows.table, of_element);
            !build.repeated.contains(&(rows.table, of_element[0]))
        };
        let elements = build.rows_of(rows, &self.scope).chunk_by(is_together).filter(is_new).map(|of_element| {
            let mut at = At { node: &table.row, table: rows.table, rows: of_element, ..self };
            if let Some(number) = rows.lists.last() {
                at.scope[*number] = place(at.row()).unwrap_or(at.row() as u64 + 2);
            }
            at
        });
        visitor.visit_seq(SeqDeserializer::new(elements))
    }

    /// Reads a list of lists of rows, whose numbers are in a cell.
    fn lists<V: Visitor<'de>>(self, rows: &'de Rows, visitor: V) -> Result<V::Value, Mistake> {
        let node = self.node.element.as_deref().unwrap_or(self.node);
        let mut numbers: Vec<u64> = match self.cell().cell() {
            Cell::Text(text) => text.split(' ').filter_map(|text| text.parse().ok()).collect(),
            _ => Vec::new(),
        };
        numbers.sort_unstable();
        if !numbers.is_sorted_by(|one, other| one < other) {
            self.refuse_cell(&codes::TWICE, "a list of different numbers");
            numbers.dedup();
        }
        visitor.visit_seq(SeqDeserializer::new(numbers.into_iter().map(|index| {
            let mut at = self.with(node);
            at.scope[rows.lists[0]] = index.saturating_add(1);
            at
        })))
    }

    /// Returns the single row of another table that an object is written to, which may depend on its type.
    pub fn row_of_table(self, type_name: &str) -> At<'de> {
        let Some(rows) = self.node.row_of(type_name) else { return self };
        let all = self.build.rows_of(rows, &NO_SCOPE);
        self.build.take(rows.table, all);
        At { node: &PLAN[rows.table].row, table: rows.table, rows: all.get(..1).unwrap_or_default(), ..self }
    }
}
