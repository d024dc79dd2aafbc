//! A value at a place of the plan, as read from rows.

use serde::de::value::{BorrowedStrDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{Error, MapAccess, Visitor};

use super::Build;
use super::reader::{Element, Mistake};
use crate::tables::cell::{Cell, Expected, Kind, Value};
use crate::tables::column::Column;
use crate::tables::plan::{NO_SCOPE, Node, PLAN, Rows, Scope};
use crate::tables::walk::DEPTH;
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
    /// The numbers of the value and of what it is part of.
    pub scope: Scope,
}

impl<'de> At<'de> {
    fn row(&self) -> usize {
        self.rows.first().copied().unwrap_or(0)
    }

    /// Returns the cell of a scalar, or of a list of scalars.
    pub fn cell(&self) -> &'de Value {
        self.cell_of(self.node)
    }

    fn cell_of(&self, node: &Node) -> &'de Value {
        node.cell.map_or(&Value::Absent, |column| self.build.sets[self.table].value(self.row(), column))
    }

    fn column(&self) -> Option<&'de Column> {
        self.node.cell.map(|column| &PLAN.tables[self.table].columns[column])
    }

    /// Refuses the value's cell.
    fn refuse(&self, code: &'static Code, expected: &'static str) {
        let name = self.column().map_or("", |column| column.name);
        self.build.refuse(self.table, self.row(), name, code, expected.into());
    }

    /// Returns another value of the same row.
    pub fn with(self, node: &'de Node) -> At<'de> {
        At { node, ..self }
    }

    /// Returns the group of a part of the row, if the table `unknowns` says that the part is present without values.
    fn bare(&self, node: &Node) -> Option<usize> {
        let bare = &self.build.sets[self.table].bare;
        node.group.filter(|&group| bare.binary_search(&(self.row(), group)).is_ok())
    }

    /// Returns the value in one of the rows of an exploded element.
    fn at_row(self, row: &'de usize) -> At<'de> {
        At { rows: std::slice::from_ref(row), ..self }
    }

    /// Returns the value of a row in another table.
    fn in_table(self, table: usize, rows: &'de [usize]) -> At<'de> {
        At { node: &PLAN.tables[table].row, table, rows, ..self }
    }

    /// Returns whether the rows have anything for a value of the row.
    fn has(&self, node: &Node) -> bool {
        *self.cell_of(node) != Value::Absent
            || node.is_exploded
            || self.bare(node).is_some()
            || self.has_rows(node)
            || node.by_type.iter().any(|(_, rows)| {
                let row = self.in_table(rows.table, &[]);
                self.build.sets[rows.table].length > 0 || row.has(row.node)
            })
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
        let (table, set) = (&PLAN.tables[self.table], &self.build.sets[self.table]);
        let is_one = |(field, is_always): &(&Node, bool)| {
            self.has(field) || *is_always && (field.rows.is_some() || self.is_list_cell(field))
        };
        let fields = &self.node.fields;
        match table.variant_of(self.node, set, self.row()) {
            Some(kind) => {
                let of_kind = kind.fields.iter().map(|&(index, is_always)| (&fields[index], is_always));
                of_kind.filter(is_one).map(|(field, _)| field).collect()
            }
            None => fields.iter().map(|f| (f, f.is_required)).filter(is_one).map(|(field, _)| field).collect(),
        }
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
        self.refuse_bare(!fields.is_empty());
        if !fields.is_empty() {
            self.refuse_gaps();
        }
        if let Some(known) = known {
            let is_known = |field: &&Node| known.contains(&field.name.as_str());
            fields.iter().filter(|field| !is_known(field)).for_each(|field| self.refuse_field(field));
            fields.retain(is_known);
        }
        visitor.visit_map(self.values_of(fields))
    }

    /// Refuses a part of the row that lacks a value that such a part always has.
    fn refuse_gaps(&self) {
        for &column in &self.node.needed {
            if *self.build.sets[self.table].value(self.row(), column) == Value::Absent {
                let name = PLAN.tables[self.table].columns[column].name;
                self.build.refuse(self.table, self.row(), name, &codes::BAD_CELL, "a value".into());
            }
        }
    }

    /// Refuses a part that is said to be present without values, yet has some.
    pub fn refuse_bare(&self, has_values: bool) {
        if let Some(group) = self.bare(self.node).filter(|_| has_values) {
            let name = PLAN.tables[self.table].groups[group].0;
            let expected = "either values or a row in the table unknowns".into();
            self.build.refuse(self.table, self.row(), name, &codes::BAD_CELL, expected);
        }
    }

    /// Refuses values that the game's system has no place for.
    pub fn refuse_field(&self, field: &'de Node) {
        let at = self.with(field);
        if *at.cell() != Value::Absent {
            at.refuse(&codes::BAD_CELL, "an empty cell, as the rest of the row has no place for it");
        }
        // Only cells are refused here; rows of other tables are refused as rows that belong to nothing.
        field.fields.iter().for_each(|inner| at.refuse_field(inner));
    }

    /// Returns the text in place of the value, if it was not understood.
    pub fn text_not_understood(&self) -> Option<&'de str> {
        match self.cell() {
            Value::Unknown(text) => Some(text),
            _ if std::ptr::eq(self.node, &PLAN.tables[self.table].row) => {
                self.build.sets[self.table].unknown_text(self.row())
            }
            _ => None,
        }
    }

    /// Reads the value as a list.
    pub fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        if self.node.is_exploded {
            let elements = self.rows.iter().map(|row| self.at_row(row));
            return visitor.visit_seq(SeqDeserializer::new(elements.filter(|at| *at.cell() != Value::Absent)));
        }
        if let Some(rows) = &self.node.rows {
            self.refuse_bare(self.has_rows(self.node));
            return match rows.lists.len() {
                2.. => self.lists(rows, visitor),
                _ => self.elements(rows, visitor),
            };
        }
        if let Value::Known(cell) = self.cell() {
            let (Cell::Text(text), Some(column)) = (cell, self.column()) else {
                return Err(Error::custom("expected a list"));
            };
            // Elements of the wrong kind were reported when the cell was read.
            let elements = column.elements(text).map(|element| Element(element.unwrap_or(Cell::Null)));
            return visitor.visit_seq(SeqDeserializer::new(elements));
        }
        let is_there = |field: &&'de Node| self.has(field);
        let items = self.node.fields.iter();
        for late in items.clone().skip_while(is_there).filter(is_there) {
            let expected = r"an empty cell, as the cell before it is empty (\ is an empty text)";
            self.with(late).refuse(&codes::BAD_CELL, expected);
        }
        visitor.visit_seq(SeqDeserializer::new(items.take_while(is_there).map(|field| self.with(field))))
    }

    /// Reads the elements of a list, each of them one row, or several rows if the list is exploded.
    fn elements<V: Visitor<'de>>(self, rows: &'de Rows, visitor: V) -> Result<V::Value, Mistake> {
        let (build, table) = (self.build, &PLAN.tables[rows.table]);
        let all = build.rows_of(rows, &self.scope);
        let place = |row| table.index.map(|column| build.key_part(rows.table, row, column));
        let is_together = |one: &usize, other: &usize| table.exploded.is_some() && place(*one) == place(*other);
        let number = rows.lists.last().copied();
        let deep = usize::from(table.own_column.is_some());
        if deep > 0 && build.depth.get() > DEPTH {
            let expected = format!("a turn that is in fewer than {DEPTH} alternatives, one within the other");
            all.iter().for_each(|&row| {
                build.take(rows.table, row);
                build.refuse(rows.table, row, "alternative_to", &codes::BAD_CELL, Expected(expected.clone().into()));
            });
            return visitor.visit_seq(SeqDeserializer::new(std::iter::empty::<At<'de>>()));
        }
        build.depth.set(build.depth.get() + deep);
        let elements = all.chunk_by(is_together).map(|rows_of_element| {
            let row = rows_of_element.first().copied().unwrap_or(0);
            rows_of_element.iter().for_each(|&row| build.take(rows.table, row));
            let mut scope = self.scope;
            if let Some(number) = number {
                scope[number] = place(row).unwrap_or(row as u64 + 2);
            }
            build.agree(rows.table, rows_of_element);
            build.visit(scope);
            At { build, node: &table.row, table: rows.table, rows: rows_of_element, scope }
        });
        let made = visitor.visit_seq(SeqDeserializer::new(elements));
        build.depth.set(build.depth.get() - deep);
        made
    }

    /// Reads a list of lists of rows, whose numbers are in a cell.
    fn lists<V: Visitor<'de>>(self, rows: &'de Rows, visitor: V) -> Result<V::Value, Mistake> {
        let node = self.node.element.as_deref().unwrap_or(self.node);
        let number = rows.lists.first().copied();
        let mut numbers: Vec<u64> = match self.cell().cell() {
            Cell::Text(text) => text.split(' ').filter_map(|text| text.parse().ok()).collect(),
            _ => Vec::new(),
        };
        numbers.sort_unstable();
        if !numbers.is_sorted_by(|one, other| one < other) {
            self.refuse(&codes::TWICE, "a list of different numbers");
        }
        visitor.visit_seq(SeqDeserializer::new(numbers.into_iter().map(move |index| {
            let mut scope = self.scope;
            if let Some(number) = number {
                scope[number] = index.saturating_add(1);
            }
            self.build.visit(scope);
            At { node, scope, ..self }
        })))
    }

    /// Returns whether the column of a value holds lists.
    pub fn is_list_cell(&self, node: &Node) -> bool {
        node.cell.is_some_and(|column| PLAN.tables[self.table].columns[column].kind == Kind::List)
    }

    /// Returns the single row of another table that an object is written to, which may depend on its type.
    pub fn row_of_table(self, type_name: &str) -> At<'de> {
        let rows = self.node.row_of(type_name).or(self.node.rows.as_ref());
        let Some(rows) = rows.filter(|rows| rows.lists.is_empty()) else { return self };
        let (build, plan) = (self.build, &PLAN.tables[rows.table]);
        let all = build.rows_of(rows, &NO_SCOPE);
        all.iter().for_each(|&row| build.take(rows.table, row));
        if all.len() > 1 {
            let message = format!("the table {} has {} rows, and there is one such part", plan.name, all.len());
            build.refuse_whole(rows.table, message, &codes::BAD_TABLE, "leave the one row that is meant");
        }
        if let ([row, ..], Some(own)) = (all, plan.own_column)
            && *build.sets[rows.table].value(*row, own).cell() != Cell::Integer(1)
        {
            // Nothing refers to the row by any other number.
            build.refuse(rows.table, *row, plan.columns[own].name, &codes::BAD_CELL, "1".into());
        }
        self.in_table(rows.table, all.get(..1).unwrap_or_default())
    }
}
