//! Binds a table of the layout to the types of the model.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value as Json;

use super::{Node, Place, Rows, Table, VariantPlan, brief_of};
use crate::tables::cell::Kind;
use crate::tables::column::{Column, Empty, Origin};
use crate::tables::shape::{Shape, Variant};
use crate::tables::sheet::WHOLE_ROW;

/// Returns a table whose columns have the types of the model, and the mapping of a row to them.
///
/// `elements` are the schemas of the rows of each table; those of tables below this one are added.
pub fn bound<'s>(
    (index, table): (usize, Table),
    places: &[Place],
    definitions: &'s Json,
    elements: &mut BTreeMap<usize, &'s Json>,
) -> Table {
    let element = elements.get(&index).copied().unwrap_or(&Json::Null);
    let one_of_types = table.places.iter().find(|place| place.of_type.is_some());
    let below_row = |place: &Place| match one_of_types {
        Some(own) if place.parent == 0 => Some(place.path.strip_prefix(&own.path)?.strip_prefix('.')?.to_owned()),
        _ => (place.parent == index).then(|| place.path.clone()),
    };
    let below = places.iter().filter_map(|place| Some((below_row(place)?, place))).collect();
    let mut builder = Builder { table, below, elements, definitions };
    let row = builder.node(element, "", "");
    builder.finish(row, element)
}

struct Builder<'b, 's> {
    table: Table,
    /// The places of rows that belong to a row of the table, each with its path below that row.
    below: Vec<(String, &'b Place)>,
    elements: &'b mut BTreeMap<usize, &'s Json>,
    definitions: &'s Json,
}

impl<'s> Builder<'_, 's> {
    /// Maps the value at a path below the row; `part` is the description of the part that it belongs to, for its
    /// meaning.
    fn node(&mut self, schema: &'s Json, path: &str, part: &str) -> Node {
        let here = if path.is_empty() { "." } else { path };
        let shape = Shape::of(schema, self.definitions);
        let mut node = Node {
            is_elsewhere: self.table.elsewhere.contains(&path),
            cell: self.table.columns.iter().position(|column| column.is_of(here)),
            group: self.table.groups.iter().position(|(_, group, _)| *group == path),
            ..Node::default()
        };
        for (_, place) in self.below.iter().filter(|(below, _)| below == path) {
            let of_type = place.of_type.map_or(schema, |name| &self.definitions[name]);
            let items = |at, _: &usize| Shape::of(at, self.definitions).items.unwrap_or(&Json::Null);
            self.elements.entry(place.rows.table).or_insert(place.rows.lists.iter().fold(of_type, items));
            match place.of_type {
                Some(name) => node.by_type.push((name, place.rows.clone())),
                None => node.rows = Some(place.rows.clone()),
            }
        }
        if let Some(index) = node.cell {
            node.is_exploded = self.table.exploded == Some(index);
            node.is_scalar = self.describe(index, &shape, node.rows.is_some());
            let column = &mut self.table.columns[index];
            if column.meaning.is_empty() {
                column.meaning = meaning(column, schema, part);
            }
        }
        if let Some(rows) = node.rows.as_ref().filter(|rows| rows.lists.len() > 1) {
            let rows = Rows { lists: rows.lists[1..].to_vec(), ..rows.clone() };
            node.element = Some(Box::new(Node { rows: Some(rows), ..Node::default() }));
        }
        if node.rows.is_some() || node.is_exploded || !node.by_type.is_empty() {
            return node;
        }
        // A part that the layout treats as belonging to the row has no description of its own.
        let about = if path.is_empty() || self.table.parts.contains(&path) { "" } else { &description(schema) };
        for (name, schema, is_required) in self.fields(&shape, path) {
            let field = self.node(schema, &below(path, &name), about);
            node.false_unsaid = node.false_unsaid.or(field.cell.filter(|_| field.cell == self.table.false_unsaid));
            node.fields.push(field.named(name, is_required));
        }
        node.fields.sort_by_cached_key(|field| (brief_of(&field.name), field.name.clone()));
        node.briefs = node.fields.iter().map(|field| brief_of(&field.name)).collect();
        node
    }

    /// Returns the fields of an object, or the elements of a list, that have columns or rows: the name of each, its
    /// schema, and whether it is always there.
    fn fields(&self, shape: &Shape<'s>, path: &str) -> Vec<(String, &'s Json, bool)> {
        let leads_to_values = |(name, ..): &(String, &Json, bool)| self.leads_to_values(&below(path, name));
        let fields = shape.fields.iter().map(|(name, schema)| ((*name).to_owned(), *schema, shape.requires(name)));
        let items = shape.items.into_iter().flat_map(|items| (0..).map(move |index: usize| (index.to_string(), items)));
        let items = items.map(|(name, items)| (name, items, shape.has_length)).take_while(leads_to_values);
        fields.filter(leads_to_values).chain(items).collect()
    }

    /// Returns whether a column or a place is at or below a path.
    fn leads_to_values(&self, path: &str) -> bool {
        let columns = self.table.columns.iter().filter_map(Column::path).chain(self.table.elsewhere.iter().copied());
        let mut paths = columns.chain(self.below.iter().map(|(below, _)| below.as_str()));
        paths.any(|other| other.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
    }

    /// Gives a column the properties of the value that it holds; returns whether that is a scalar and never null.
    fn describe(&mut self, index: usize, shape: &Shape<'_>, has_rows: bool) -> bool {
        let is_exploded = self.table.exploded == Some(index);
        let items = shape.items.map(|items| Shape::of(items, self.definitions));
        let is_list = items.is_some() && shape.kind.is_none();
        let element = items.as_ref().filter(|_| is_exploded).unwrap_or(shape);
        let kind_of = |shape: &Shape<'_>| shape.kind.clone().unwrap_or_default();
        let column = &mut self.table.columns[index];
        column.kind = if is_list && !is_exploded { Kind::List } else { kind_of(element) };
        column.bounds = element.bounds;
        // A list of rows is written as the numbers of its rows.
        let kind_of_item = |item| if has_rows { Kind::Integer } else { kind_of(item) };
        column.items = items.as_ref().filter(|_| !is_exploded).map(kind_of_item);
        column.items_may_be_missing = items.as_ref().is_some_and(|items| items.is_nullable);
        column.may_be_unknown = element.may_be_unknown;
        column.is_only_unknown = element.may_be_unknown && element.kind.is_none();
        column.may_be_empty_list = is_list && shape.is_nullable;
        let is_scalar = !is_list && !has_rows;
        if is_scalar && shape.may_be_unknown && shape.is_nullable && shape.kind.is_some() {
            column.empty = Empty::Null;
        }
        is_scalar && !shape.is_nullable
    }

    /// Completes the table with what follows from its columns and places.
    fn finish(self, row: Node, element: &Json) -> Table {
        let (mut table, shape) = (self.table, Shape::of(element, self.definitions));
        let columns = &mut table.columns;
        table.may_be_unknown = shape.may_be_unknown && !shape.fields.is_empty();
        if table.may_be_unknown {
            let origin = Origin::Derived(WHOLE_ROW);
            columns.push(Column { name: "understood", origin, kind: Kind::Boolean, ..Column::default() });
        }
        table.tag = shape.tag.and_then(|tag| columns.iter().position(|column| column.is_of(tag)));
        if let Some(tag) = table.tag {
            columns[tag].kind = Kind::Word(shape.variants.iter().map(|variant| variant.word.to_owned()).collect());
        }
        let mut always = row.always();
        always.sort_unstable();
        for index in always {
            // A column that refuses empty cells has them refused when the cells are read.
            if columns[index].may_be_unknown { table.needed.push(index) } else { columns[index].empty = Empty::Refused }
        }
        for column in columns.iter_mut().filter(|column| column.meaning.is_empty()) {
            column.meaning = table.texts.get(&*format!("{}:", column.name)).copied().unwrap_or_default().to_owned();
        }
        let place_of = |origin| columns.iter().position(|column| column.origin == origin);
        let number = table.places.first().and_then(|place| place.rows.lists.last());
        table.index = number.and_then(|number| place_of(Origin::Number(*number)));
        let is_placed = |column: &Column| matches!(column.origin, Origin::Number(_) | Origin::Word);
        table.placed = (0..columns.len()).filter(|column| is_placed(&columns[*column])).collect();
        let is_own = |column: &usize| [table.index, table.own_column].contains(&Some(*column));
        table.common = table.placed.iter().copied().filter(|column| !is_own(column)).collect();
        let of_kinds = shape.variants.iter().flat_map(|variant| variant.fields.keys().copied()).collect();
        table.variants = shape.variants.iter().map(|kind| variant(kind, &of_kinds, columns, &row)).collect();
        table.variants.sort_by(|one, other| one.word.cmp(&other.word));
        Table { row, ..table }
    }
}

/// Returns the plan for one kind of row; `of_kinds` are the fields that some kinds of rows have.
fn variant(variant: &Variant<'_>, of_kinds: &HashSet<&str>, columns: &[Column], row: &Node) -> VariantPlan {
    let needs = |field: &str| match variant.fields.get(field) {
        None if of_kinds.contains(field) => None,
        is_required => Some(is_required.copied().unwrap_or_default()),
    };
    let always: Vec<usize> =
        row.fields.iter().filter(|field| needs(&field.name) == Some(true)).flat_map(Node::always).collect();
    let of_column = |(index, column): (usize, &Column)| {
        needs(column.path().unwrap_or_default().split('.').next()?).map(|_| always.contains(&index))
    };
    VariantPlan {
        word: variant.word.to_owned(),
        columns: columns.iter().enumerate().map(of_column).collect(),
        fields: row.fields.iter().map(|field| Some(needs(&field.name)? || field.is_required)).collect(),
    }
}

/// Returns the path of a field below a path.
fn below(path: &str, field: &str) -> String {
    if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") }
}

/// Returns the description in a schema; an empty text if it has none.
fn description(schema: &Json) -> String {
    schema.get("description").and_then(Json::as_str).unwrap_or_default().replace('\n', " ")
}

/// Composes the meaning of a column: the part that it belongs to, without the note on its absence, the meaning of its
/// field, and the form of its cells.
fn meaning(column: &Column, schema: &Json, part: &str) -> String {
    let element = column.path().and_then(|path| path.rsplit('.').next()?.parse::<usize>().ok());
    let own = element.map_or_else(|| description(schema), |index| format!("number {}.", index + 1));
    if own.is_empty() {
        return own;
    }
    let part = part.split_once("; ").map_or(part, |(part, _)| part);
    let mut meaning = match part.strip_suffix('.').unwrap_or(part) {
        "" => own,
        part => format!("{part}: {}", with_small_letter(&own)),
    };
    for (is_so, note) in [
        (column.kind == Kind::List, " Separated by blanks."),
        (column.may_be_empty_list, r" A cell of \ is an empty list."),
        (column.empty == Empty::Null, " An empty cell is null."),
    ] {
        meaning.push_str(if is_so { note } else { "" });
    }
    meaning
}

/// Returns a sentence for use behind a colon, with a small first letter unless it begins with a name or a sign.
fn with_small_letter(sentence: &str) -> String {
    let mut chars = sentence.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(next)) if !next.is_uppercase() => first.to_lowercase().chain(chars).collect(),
        _ => sentence.to_owned(),
    }
}
