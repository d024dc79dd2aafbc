//! The plan of one table, from the layout and the types of the model.

use serde_json::Value as Json;

use super::places::Place;
use super::{FieldNode, Node, Rows, Table, VariantPlan, number};
use crate::tables::cell::Kind;
use crate::tables::column::{Column, Empty, Origin, Reference};
use crate::tables::layout::{LAYOUTS, Layout};
use crate::tables::shape::{Shape, Variant};

/// Whether a value is there wherever its row is, and wherever the part of the row is that it is of.
#[derive(Clone, Copy)]
pub struct Need {
    /// Of the row.
    pub row: bool,
    /// Of the part.
    pub part: bool,
}

/// Builds the plan of one table.
pub struct Builder<'b> {
    columns: Vec<Column>,
    elsewhere: Vec<&'static str>,
    /// The parts whose fields are named as if they were the row's own.
    parts: Vec<&'static str>,
    exploded: Option<usize>,
    own_number: Option<usize>,
    own_column: Option<usize>,
    layout: &'static Layout,
    places: &'b [Place],
    definitions: &'b Json,
}

impl<'b> Builder<'b> {
    /// The builder of a table, whose columns have no types yet.
    pub fn new(
        layout: &'static Layout,
        places: &'b [Place],
        definitions: &'b Json,
        numbers: &mut Vec<&'static str>,
    ) -> Builder<'b> {
        let (columns, elsewhere, parts) = (Vec::new(), Vec::new(), Vec::new());
        let (exploded, own_number, own_column) = (None, None, None);
        let mut builder =
            Builder { columns, elsewhere, parts, exploded, own_number, own_column, layout, places, definitions };
        let mut part = "";
        for token in layout.columns.split_whitespace() {
            match token.strip_suffix(':') {
                Some(path) => {
                    part = path;
                    builder.parts.push(path.trim_end_matches('.'));
                }
                None => builder.column(token, part, numbers),
            }
        }
        builder
    }

    fn column(&mut self, token: &'static str, part: &str, numbers: &mut Vec<&'static str>) {
        let (rest, refers_to) = match token.split_once('>') {
            Some((rest, to)) => (rest, to.split_once('.').map(|(table, column)| Reference { table, column })),
            None => (token, None),
        };
        let (rest, unit) = match rest.split_once('(') {
            Some((rest, unit)) => (rest, Some(unit.trim_end_matches(')'))),
            None => (rest, None),
        };
        let (mut kind, mut empty, mut is_false_unsaid) = (Kind::Text, Empty::Absent, false);
        let (name, origin) = if let Some(path) = rest.strip_prefix('-') {
            self.elsewhere.push(path);
            return;
        } else if let Some((name, base)) = rest.split_once('!') {
            (name, Origin::Derived(base))
        } else if let Some(name) = rest.strip_suffix('@') {
            empty = Empty::Refused;
            let words = self.places.iter().filter(|place| self.is_own(place));
            kind = Kind::Word(words.filter_map(|place| place.rows.word).map(str::to_owned).collect());
            (name, Origin::Word)
        } else if let Some(name) = rest.strip_suffix('+') {
            (name, Origin::Beside)
        } else if let Some((name, scope)) = rest.split_once('#') {
            kind = Kind::Integer;
            let scope = if scope.is_empty() { name } else { scope };
            let index = number(numbers, scope);
            let is_own = rest.ends_with('#');
            empty = if is_own || self.own_number != Some(index) && self.every_place_has(index) {
                Empty::Refused
            } else {
                Empty::Absent
            };
            if is_own {
                (self.own_number, self.own_column) = (Some(index), Some(self.columns.len()));
            }
            (name, Origin::Number(index))
        } else {
            let (name, path) = rest.split_once('=').unwrap_or((rest, rest));
            let bare = name.trim_end_matches(['*', '?']);
            is_false_unsaid = name.ends_with('?');
            if name.ends_with('*') {
                self.exploded = Some(self.columns.len());
            }
            let path = if path == name { bare } else { path };
            (bare, Origin::Path(format!("{part}{path}")))
        };
        self.columns.push(Column {
            name,
            origin,
            kind,
            bounds: None,
            items: None,
            items_may_be_missing: false,
            may_be_unknown: false,
            is_only_unknown: false,
            empty,
            is_needed: false,
            is_needed_by_part: false,
            is_of_kind: false,
            may_be_empty_list: false,
            is_false_unsaid,
            meaning: String::new(),
            unit,
            refers_to,
        });
    }

    /// Whether rows have a number wherever they stand.
    fn every_place_has(&self, number: usize) -> bool {
        fn has(places: &[Place], table: &str, number: usize) -> bool {
            let mut of_table = places.iter().filter(|place| LAYOUTS[place.rows.table].name == table);
            of_table.all(|place| {
                let is_in = |parent: &str| parent != table && has(places, parent, number);
                place.rows.lists.contains(&Some(number)) || place.parent.is_some_and(is_in)
            })
        }
        has(self.places, self.layout.name, number)
    }

    /// How a value lies at a path below the row; what is said of the part that it is of goes into its meaning.
    pub fn node(&mut self, schema: &Json, path: &str, need: Need, part: &str) -> Node {
        let shape = Shape::of(schema, self.definitions);
        let mut node = Node::default();
        let here = if path.is_empty() { "." } else { path };
        if self.elsewhere.contains(&here) {
            node.is_elsewhere = true;
            return node;
        }
        node.group = self.layout.groups.iter().position(|(_, group, _)| *group == path);
        let here_is_place = |place: &&Place| self.below_row(place) == Some(path) && !path.is_empty();
        for place in self.places.iter().filter(here_is_place) {
            match place.of_type {
                Some(name) => node.by_type.push((name, place.rows.clone())),
                None => node.rows = Some(place.rows.clone()),
            }
        }
        if let Some(index) = self.columns.iter().position(|column| column.is_of(here)) {
            node.cell = Some(index);
            node.is_exploded = self.exploded == Some(index);
            self.describe(index, &shape, need, node.rows.is_some());
            self.columns[index].meaning = self.meaning(index, schema, part);
        }
        // What the layout takes for granted is no part of its own.
        let own = description(schema);
        let about = if path.is_empty() || self.parts.contains(&path) { "" } else { &own };
        if let Some(rows) = &node.rows
            && let [_, inner @ ..] = rows.lists.as_slice()
            && !inner.is_empty()
        {
            let rows = Rows { lists: inner.to_vec(), ..rows.clone() };
            node.element = Some(Box::new(Node { rows: Some(rows), ..Node::default() }));
        }
        if node.is_exploded {
            node.element = Some(Box::new(Node { cell: node.cell, ..Node::default() }));
        }
        if node.rows.is_some() || node.is_exploded || !node.by_type.is_empty() {
            return node;
        }
        let prefix = if path.is_empty() { String::new() } else { format!("{path}.") };
        for (name, field) in &shape.fields {
            let below = format!("{prefix}{name}");
            if !self.leads_to(&below) {
                continue;
            }
            let is_needed = path.is_empty() || need.part && field.is_required;
            let need = Need { row: need.row && field.is_required, part: is_needed };
            let inner = self.node(field.schema, &below, need, about);
            if let (Some(kind), Some(cell)) = (shape.words_of_tag(name), inner.cell) {
                self.columns[cell].kind = kind;
            }
            if !inner.is_nothing() {
                node.false_unsaid.extend(inner.cell.filter(|&cell| self.columns[cell].is_false_unsaid));
                let is_of_kind = shape.variants.iter().any(|variant| variant.fields.contains_key(name));
                let field = FieldNode { node: inner, is_required: field.is_required, is_of_kind };
                node.fields.push(((*name).to_owned(), field));
            }
        }
        if let Some(items) = shape.items {
            for index in 0.. {
                let below = format!("{prefix}{index}");
                if !self.leads_to(&below) {
                    break;
                }
                let is_there = shape.length.is_some();
                let need = Need { row: need.row && is_there, part: need.part && is_there };
                let inner = self.node(items, &below, need, about);
                let field = FieldNode { node: inner, is_required: is_there, is_of_kind: false };
                node.fields.push((index.to_string(), field));
            }
        }
        node
    }

    /// The path of a place below the rows of the table, where it is below them.
    fn below_row<'p>(&self, place: &'p Place) -> Option<&'p str> {
        let typed = self.places.iter().find(|own| own.of_type.is_some() && self.is_own(own));
        match (place.parent, typed) {
            (Some(parent), _) => (parent == self.layout.name).then_some(&place.path),
            (None, Some(own)) => place.path.strip_prefix(own.path.as_str())?.strip_prefix('.'),
            (None, None) => (self.layout.name == "games").then_some(&place.path),
        }
    }

    /// Whether a place is one of the table's own rows.
    fn is_own(&self, place: &Place) -> bool {
        LAYOUTS[place.rows.table].name == self.layout.name
    }

    /// Whether a column or a place stands at or below a path.
    fn leads_to(&self, path: &str) -> bool {
        let is_below =
            |other: &str| other.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        let is_column = |column: &Column| matches!(&column.origin, Origin::Path(other) if is_below(other));
        let is_place = |place: &Place| self.below_row(place).is_some_and(is_below);
        self.columns.iter().any(is_column)
            || self.elsewhere.iter().any(|other| is_below(other))
            || self.places.iter().any(is_place)
    }

    /// What a column means: what its field means, in the part that it is of, and what its cells look like.
    fn meaning(&self, index: usize, schema: &Json, part: &str) -> String {
        let (column, own) = (&self.columns[index], description(schema));
        let mut meaning = match part.strip_suffix('.').unwrap_or(part) {
            "" => own,
            part => format!("{part}: {}", with_small_letter(&own)),
        };
        if column.kind == Kind::List {
            meaning.push_str(" Separated by blanks.");
        }
        if column.may_be_empty_list {
            meaning.push_str(r" A cell of \ is an empty list.");
        }
        if column.empty == Empty::Null {
            meaning.push_str(" An empty cell is null.");
        }
        meaning
    }

    fn describe(&mut self, index: usize, shape: &Shape<'_>, need: Need, has_rows: bool) {
        let is_exploded = self.exploded == Some(index);
        let column = &mut self.columns[index];
        let items = shape.items.map(|items| Shape::of(items, self.definitions));
        let is_list = items.is_some() && shape.kind.is_none();
        let element = if is_exploded { items.as_ref().unwrap_or(shape) } else { shape };
        column.kind = match &element.kind {
            _ if is_list && !is_exploded => Kind::List,
            Some(kind) => kind.clone(),
            None => Kind::Text,
        };
        column.bounds = element.bounds;
        column.items = match &items {
            // Lists of rows have numbers.
            Some(_) if has_rows => Some(Kind::Integer),
            items => items.as_ref().filter(|_| !is_exploded).map(|items| items.kind.clone().unwrap_or(Kind::Text)),
        };
        column.items_may_be_missing = items.as_ref().is_some_and(|items| items.is_nullable);
        column.may_be_unknown = element.may_be_unknown;
        column.is_only_unknown = element.may_be_unknown && element.kind.is_none();
        let is_scalar = element.kind.is_some();
        column.empty = match () {
            () if is_exploded || is_list || has_rows => Empty::Absent,
            () if shape.may_be_unknown && shape.is_nullable && is_scalar => Empty::Null,
            () if shape.may_be_unknown || shape.is_nullable || !need.row => Empty::Absent,
            () => Empty::Refused,
        };
        let is_value = !is_list && !has_rows && !shape.is_nullable;
        (column.is_needed, column.is_needed_by_part) = (need.row && is_value, need.part && is_value);
        column.may_be_empty_list = is_list && shape.is_nullable;
    }

    /// The plan, with what follows from its rows.
    pub fn finish(mut self, table: usize, row: Node, element: &Json) -> Table {
        let layout = self.layout;
        let of_name = |name: &str| LAYOUTS.iter().position(|layout| layout.name == name);
        let places = self.places.iter().filter(|place| place.rows.table == table).count();
        for (name, meaning) in layout.meanings {
            if let Some(column) = self.columns.iter_mut().find(|column| column.name == *name) {
                column.meaning = (*meaning).to_owned();
            }
        }
        if let Some(column) = self.columns.iter_mut().find(|column| column.name == "understood") {
            column.kind = Kind::Boolean;
        }
        // An empty cell of a column that refuses it is refused when it is read.
        let is_needed = |column: &Column| column.is_needed && column.empty != Empty::Refused;
        let is_placed = |column: &Column| matches!(column.origin, Origin::Number(_) | Origin::Word);
        let shape = Shape::of(element, self.definitions);
        let tag = shape.variants.first().and_then(|v| self.columns.iter().position(|column| column.is_of(v.tag)));
        let mut variants: Vec<VariantPlan> = shape.variants.iter().map(|variant| self.variant(variant, &row)).collect();
        variants.sort_by(|one, other| one.word.cmp(&other.word));
        for (index, column) in self.columns.iter_mut().enumerate() {
            column.is_of_kind = variants.iter().any(|variant| variant.columns[index].is_some());
        }
        let may_be_unknown = shape.may_be_unknown && !shape.fields.is_empty();
        Table {
            name: layout.name,
            meaning: layout.meaning,
            key: layout.key.split_whitespace().collect(),
            needed: (0..self.columns.len()).filter(|&column| is_needed(&self.columns[column])).collect(),
            placed: (0..self.columns.len()).filter(|&column| is_placed(&self.columns[column])).collect(),
            groups: layout.groups,
            row,
            is_sorted: places > 1 && !self.columns.iter().any(|column| column.origin == Origin::Word),
            own_number: self.own_number,
            own_column: self.own_column,
            exploded: self.exploded,
            may_be_unknown,
            variants,
            tag,
            index: self.index(),
            references: layout.references,
            nowhere: layout.nowhere,
            may_be_left_out: self.places.iter().any(|place| place.of_type.is_some() && self.is_own(place)),
            part_of: self
                .places
                .iter()
                .find(|p| p.rows.table == table)
                .and_then(|place| place.parent)
                .and_then(of_name),
            columns: self.columns,
        }
    }

    /// The number that rows have in their list.
    fn index(&self) -> Option<usize> {
        let place = self.places.iter().find(|place| self.is_own(place))?;
        place.rows.lists.last().copied().flatten()
    }

    /// The columns of a kind of row.
    fn variant(&self, variant: &Variant<'_>, row: &Node) -> VariantPlan {
        let of_column = |column: &Column| {
            let Origin::Path(path) = &column.origin else { return None };
            let field = path.split('.').next().unwrap_or(path);
            Some(*variant.fields.get(field)? && column.is_needed_by_part)
        };
        VariantPlan {
            word: variant.word.to_owned(),
            columns: self.columns.iter().map(of_column).collect(),
            fields: row.fields.iter().map(|(name, _)| variant.fields.get(name.as_str()).copied()).collect(),
        }
    }
}

/// What the model says of a value.
fn description(schema: &Json) -> String {
    schema.get("description").and_then(Json::as_str).unwrap_or_default().replace('\n', " ")
}

/// A sentence behind a colon; a name or a sign at its beginning stays.
fn with_small_letter(sentence: &str) -> String {
    let mut chars = sentence.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(next)) if !next.is_uppercase() => first.to_lowercase().chain(chars).collect(),
        _ => sentence.to_owned(),
    }
}
