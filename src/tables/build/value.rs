//! A value at a place of the plan: whether the rows speak of it, and what it is made of.

use serde::de::{self, Visitor};

use super::reader::{Element, List, Mistake, Object, Unknown};
use super::{Build, NO_SCOPE, Scope};
use crate::tables::cell::{Cell, Expected, Kind, Value};
use crate::tables::column::Column;
use crate::tables::plan::{FieldNode, Node, Rows};
use crate::tables::walk::DEPTH;
use crate::text::codes;

/// A value at a place of the plan.
#[derive(Clone, Copy)]
pub struct At<'de> {
    /// What is being put together.
    pub build: &'de Build<'de>,
    /// How it lies.
    pub node: &'de Node,
    /// The table.
    pub table: usize,
    /// The row; of an element that has several, all of them.
    pub rows: &'de [usize],
    /// The numbers that it goes by.
    pub scope: Scope,
}

impl<'de> At<'de> {
    fn row(&self) -> usize {
        self.rows.first().copied().unwrap_or(0)
    }

    /// The cell that a scalar, or a list of scalars, fills.
    pub fn cell(&self) -> &'de Value {
        self.node.cell.map_or(&Value::Absent, |column| self.build.sets[self.table].value(self.row(), column))
    }

    fn column(&self) -> Option<&'de Column> {
        self.node.cell.map(|column| &self.build.plan.tables[self.table].columns[column])
    }

    fn unknown_row(&self) -> Option<&'de str> {
        self.build.unknown[self.table].get(&self.row()).copied()
    }

    /// Another value of the same row.
    pub fn with(self, node: &'de Node) -> At<'de> {
        At { node, ..self }
    }

    /// Whether the rows say anything of it.
    fn is_there(&self) -> bool {
        let is_bare = |group| self.build.bare[self.table].contains(&(self.row(), group));
        *self.cell() != Value::Absent
            || self.node.is_exploded
            || self.node.group.is_some_and(is_bare)
            || self.has_rows()
            || self.node.by_type.iter().any(|(_, rows)| {
                let table = rows.table;
                let row = At { node: &self.build.plan.tables[table].row, table, rows: &[], ..*self };
                self.build.sets[table].length > 0 || row.is_there()
            })
            || self.node.fields.iter().any(|(_, field)| self.with(&field.node).is_there())
    }

    fn has_rows(&self) -> bool {
        self.node.rows.as_ref().is_some_and(|rows| match rows.lists.len() {
            0 => self.build.sets[rows.table].length > 0,
            1 => !self.build.rows_of(rows, &self.scope).is_empty(),
            _ => false,
        })
    }

    /// The fields that the rows speak of, or that an object always has.
    pub fn fields(&self) -> Vec<(&'de str, &'de FieldNode)> {
        let variant =
            self.build.plan.tables[self.table].variant_of(self.node, &self.build.sets[self.table], self.row());
        // Of what only some kinds have: whether this one has it, and always.
        let of_kind = |index: usize| variant.and_then(|variant| variant.fields.get(index).copied().flatten());
        let is_field = |(index, (_, field)): &(usize, &'de (String, FieldNode))| {
            let at = self.with(&field.node);
            let has = !field.is_of_kind || variant.is_none() || of_kind(*index).is_some();
            let is_always = || field.is_required || of_kind(*index) == Some(true);
            has && (at.is_there() || is_always() && (field.node.rows.is_some() || at.is_list_cell()))
        };
        let fields = self.node.fields.iter().enumerate().filter(is_field);
        fields.map(|(_, (name, field))| (name.as_str(), field)).collect()
    }

    /// Reads it as an object; `known` are the fields that its type has.
    pub fn object<V: Visitor<'de>>(
        self,
        visitor: V,
        known: Option<&'static [&'static str]>,
    ) -> Result<V::Value, Mistake> {
        if let Some(text) = self.text_not_understood() {
            return visitor.visit_map(Unknown { text: Some(text) });
        }
        let mut fields = self.fields();
        self.refuse_bare(!fields.is_empty());
        if !fields.is_empty() {
            self.refuse_gaps();
        }
        if let Some(known) = known {
            let is_known = |(name, _): &(&str, &FieldNode)| known.contains(name);
            fields.iter().filter(|field| !is_known(field)).for_each(|(_, field)| self.refuse_field(field));
            fields.retain(is_known);
        }
        fields.reverse();
        visitor.visit_map(Object { at: self, fields, next: None })
    }

    /// Refuses a part without a value that it always has.
    fn refuse_gaps(&self) {
        for (_, field) in self.node.fields.iter().filter(|(_, field)| field.is_required) {
            let at = self.with(&field.node);
            if let Some(column) = at.column().filter(|column| column.kind != Kind::List)
                && field.node.fields.is_empty()
                && field.node.rows.is_none()
                && !field.node.is_exploded
                && *at.cell() == Value::Absent
            {
                self.build.refuse(self.table, self.row(), column.name, &codes::BAD_CELL, "a value".into());
            }
        }
    }

    /// Refuses a part that is said to be there with nothing in it, and has something.
    pub fn refuse_bare(&self, has_values: bool) {
        let table = &self.build.plan.tables[self.table];
        let is_bare = |group: &usize| self.build.bare[self.table].contains(&(self.row(), *group));
        if let Some(group) = self.node.group.filter(is_bare).filter(|_| has_values) {
            let expected = "either values or a row in the table unknowns".into();
            self.build.refuse(self.table, self.row(), table.groups[group].0, &codes::BAD_CELL, expected);
        }
    }

    /// Refuses what the game's system has no place for.
    pub fn refuse_field(&self, field: &FieldNode) {
        let at = self.with(&field.node);
        if *at.cell() != Value::Absent {
            let column = at.column().map_or("", |column| column.name);
            let expected = "an empty cell, as the rest of the row has no place for it,".into();
            self.build.refuse(self.table, self.row(), column, &codes::BAD_CELL, expected);
        }
        // Its rows are refused as such that nothing holds.
        field.node.fields.iter().for_each(|(_, inner)| at.refuse_field(inner));
    }

    /// The text that stands in its place, where it was not understood.
    pub fn text_not_understood(&self) -> Option<&'de str> {
        match self.cell() {
            Value::Unknown(text) => Some(text),
            _ if std::ptr::eq(self.node, &self.build.plan.tables[self.table].row) => self.unknown_row(),
            _ => None,
        }
    }

    /// Reads it as a list.
    pub fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        let build = self.build;
        if self.node.is_exploded {
            let element = self.node.element.as_deref().unwrap_or(self.node);
            let is_there = |row: &&'de usize| *self.with(element).at_row(row).cell() != Value::Absent;
            let rows = self.rows.iter().filter(is_there).map(|row| self.with(element).at_row(row));
            return visitor.visit_seq(List(rows));
        }
        if let Some(rows) = &self.node.rows {
            self.refuse_bare(self.has_rows());
            return match rows.lists.len() {
                2.. => self.lists(rows, visitor),
                _ => self.elements(rows, visitor),
            };
        }
        if let Value::Known(cell) = self.cell() {
            let Cell::Text(text) = cell else { return Err(de::Error::custom("a list is expected")) };
            let column = self.column();
            let kind = column.and_then(|column| column.items.as_ref()).unwrap_or(&Kind::Text);
            let may_be_missing = column.is_some_and(|column| column.items_may_be_missing);
            let element = |text| Element { text, kind, may_be_missing };
            let elements = text.split(' ').filter(|text| !text.is_empty()).map(element);
            return visitor.visit_seq(List(elements));
        }
        let items = self.node.fields.iter().map(|(_, field)| self.with(&field.node));
        for late in items.clone().skip_while(At::is_there).filter(At::is_there) {
            let column = late.column().map_or("", |column| column.name);
            let expected = r"an empty cell, as the cell before it is empty (\ is an empty text),".into();
            build.refuse(self.table, self.row(), column, &codes::BAD_CELL, expected);
        }
        let items = items.take_while(At::is_there);
        visitor.visit_seq(List(items))
    }

    fn at_row(self, row: &'de usize) -> At<'de> {
        At { rows: std::slice::from_ref(row), ..self }
    }

    /// The elements of a list, each of which is a row, or several that say where their list goes on.
    fn elements<V: Visitor<'de>>(self, rows: &'de Rows, visitor: V) -> Result<V::Value, Mistake> {
        let build = self.build;
        let table = &build.plan.tables[rows.table];
        let all = build.rows_of(rows, &self.scope);
        let place = build.indexes[rows.table].place;
        let is_together = |one: &usize, other: &usize| {
            table.exploded.is_some()
                && place.is_some_and(|p| build.key_part(rows.table, *one, p) == build.key_part(rows.table, *other, p))
        };
        let number = rows.lists.last().copied().flatten();
        let deep = usize::from(table.own_number.is_some());
        if deep > 0 && build.depth.get() > DEPTH {
            let expected = format!("a turn that is in fewer than {DEPTH} alternatives, one within the other,");
            all.iter().for_each(|&row| {
                build.take(rows.table, row);
                build.refuse(rows.table, row, "alternative_to", &codes::BAD_CELL, Expected(expected.clone().into()));
            });
            return visitor.visit_seq(List(std::iter::empty::<At<'de>>()));
        }
        build.depth.set(build.depth.get() + deep);
        let elements = all.chunk_by(is_together).map(|rows_of_element| {
            let row = rows_of_element.first().copied().unwrap_or(0);
            rows_of_element.iter().for_each(|&row| build.take(rows.table, row));
            let mut scope = self.scope;
            if let Some(number) = number {
                scope[number] = place.map_or(row as u64 + 2, |p| build.key_part(rows.table, row, p));
            }
            build.agree(rows.table, rows_of_element);
            build.visit(scope);
            At { build, node: &table.row, table: rows.table, rows: rows_of_element, scope }
        });
        let made = visitor.visit_seq(List(elements));
        build.depth.set(build.depth.get() - deep);
        made
    }

    /// Lists of rows, whose numbers stand in a cell.
    fn lists<V: Visitor<'de>>(self, rows: &'de Rows, visitor: V) -> Result<V::Value, Mistake> {
        let node = self.node.element.as_deref().unwrap_or(self.node);
        let number = rows.lists.first().copied().flatten();
        let mut numbers: Vec<u64> = match self.cell().cell() {
            Cell::Text(text) => text.split(' ').filter_map(|text| text.parse().ok()).collect(),
            _ => Vec::new(),
        };
        numbers.sort_unstable();
        if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
            let column = self.column().map_or("", |column| column.name);
            let expected = "a list of different numbers".into();
            self.build.refuse(self.table, self.row(), column, &codes::TWICE, expected);
        }
        visitor.visit_seq(List(numbers.into_iter().map(move |index| {
            let mut scope = self.scope;
            if let Some(number) = number {
                scope[number] = index.saturating_add(1);
            }
            self.build.visit(scope);
            At { node, scope, ..self }
        })))
    }

    /// Whether its column holds lists.
    pub fn is_list_cell(&self) -> bool {
        self.column().is_some_and(|column| column.kind == Kind::List)
    }

    /// The one row of another table that an object is, which may be that of its type.
    pub fn row_of_table(self, type_name: &str) -> At<'de> {
        match self.node.row_of(type_name).or(self.node.rows.as_ref()) {
            Some(rows) if rows.lists.is_empty() => {
                let all = self.build.rows_of(rows, &NO_SCOPE);
                all.iter().for_each(|&row| self.build.take(rows.table, row));
                if all.len() > 1 {
                    let plan = &self.build.plan.tables[rows.table];
                    let message = format!("the table {} has {} rows, and there is one such part", plan.name, all.len());
                    let help = "leave the one row that is meant";
                    self.build.refuse_whole(rows.table, message, &codes::BAD_TABLE, help);
                }
                let plan = &self.build.plan.tables[rows.table];
                if let ([row, ..], Some(own)) = (all, plan.own_column)
                    && *self.build.sets[rows.table].value(*row, own).cell() != Cell::Integer(1)
                {
                    // Nothing refers to it by another number.
                    self.build.refuse(rows.table, *row, plan.columns[own].name, &codes::BAD_CELL, "1".into());
                }
                At { node: &plan.row, table: rows.table, rows: all.get(..1).unwrap_or_default(), ..self }
            }
            _ => self,
        }
    }
}
