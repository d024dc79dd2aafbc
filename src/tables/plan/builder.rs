//! Binds a table of the layout to the types of the model.

use serde_json::Value as Json;

use super::{Node, Place, Rows, Table, VariantPlan};
use crate::tables::cell::Kind;
use crate::tables::column::{Column, Empty, Origin};
use crate::tables::shape::{Shape, Variant};

/// Returns a table whose columns have the types of the model, and the mapping of a row to them.
pub fn bound(table: Table, index: usize, places: &[Place], schema: &Json) -> Table {
    let element = element_schema(places, index, schema);
    let one_of_types = table.places.iter().find(|place| place.of_type.is_some());
    let below_row = |place: &Place| match one_of_types {
        Some(own) if place.parent == 0 => Some(place.path.strip_prefix(&own.path)?.strip_prefix('.')?.to_owned()),
        _ => (place.parent == index).then(|| place.path.clone()),
    };
    let below = places.iter().filter_map(|place| Some((below_row(place)?, place))).collect();
    let mut builder = Builder { table, below, definitions: &schema["$defs"], needed_in_parts: Vec::new() };
    let row = builder.node(element, "", Need { row: true, part: true }, "");
    builder.finish(row, element)
}

/// Returns the schema of a row of a table.
fn element_schema<'s>(places: &[Place], table: usize, schema: &'s Json) -> &'s Json {
    let Some(place) = places.iter().find(|place| place.rows.table == table) else { return schema };
    let definitions = &schema["$defs"];
    if let Some(name) = place.of_type {
        return &definitions[name];
    }
    let mut at = element_schema(places, place.parent, schema);
    for name in place.path.split('.') {
        at = Shape::of(at, definitions).fields.get(name).copied().unwrap_or(&Json::Null);
    }
    for _ in &place.rows.lists {
        at = Shape::of(at, definitions).items.unwrap_or(&Json::Null);
    }
    at
}

/// The need for a value: in every row, and in every part of a row that it belongs to.
#[derive(Clone, Copy)]
struct Need {
    row: bool,
    part: bool,
}

struct Builder<'b> {
    table: Table,
    /// The places of rows that belong to a row of the table, each with its path below that row.
    below: Vec<(String, &'b Place)>,
    /// The columns that need a value wherever the part of the row that they belong to is present.
    needed_in_parts: Vec<usize>,
    definitions: &'b Json,
}

impl Builder<'_> {
    /// Maps the value at a path below the row; `part` is the description of the part that it belongs to, for its
    /// meaning.
    fn node(&mut self, schema: &Json, path: &str, need: Need, part: &str) -> Node {
        let here = if path.is_empty() { "." } else { path };
        let shape = Shape::of(schema, self.definitions);
        let mut node = Node {
            is_elsewhere: self.table.elsewhere.contains(&path),
            cell: self.table.columns.iter().position(|column| column.is_of(here)),
            group: self.table.groups.iter().position(|(_, group, _)| *group == path),
            ..Node::default()
        };
        for (_, place) in self.below.iter().filter(|(below, _)| below == path) {
            match place.of_type {
                Some(name) => node.by_type.push((name, place.rows.clone())),
                None => node.rows = Some(place.rows.clone()),
            }
        }
        if let Some(index) = node.cell {
            node.is_exploded = self.table.exploded == Some(index);
            self.describe(index, &shape, need, node.rows.is_some());
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
            let part = path.is_empty() || need.part && is_required;
            let need = Need { row: need.row && is_required, part };
            let field = self.node(schema, &below(path, &name), need, about);
            let columns = &self.table.columns;
            if let Some(cell) = field.cell {
                if columns[cell].is_false_unsaid {
                    node.false_unsaid.push(cell);
                }
                let is_scalar = field.fields.is_empty() && field.rows.is_none() && columns[cell].kind != Kind::List;
                if is_required && is_scalar && !field.is_exploded {
                    node.needed.push(cell);
                }
            }
            node.fields.push(Node { name, is_required, ..field });
        }
        node
    }

    /// Returns the fields of an object, or the elements of a list, that have columns or rows: the name of each, its
    /// schema, and whether it is always there.
    fn fields<'s>(&self, shape: &Shape<'s>, path: &str) -> Vec<(String, &'s Json, bool)> {
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

    /// Gives a column the properties of the value that it holds.
    fn describe(&mut self, index: usize, shape: &Shape<'_>, need: Need, has_rows: bool) {
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
        column.empty = match () {
            () if is_list || has_rows => Empty::Absent,
            () if shape.may_be_unknown && shape.is_nullable && shape.kind.is_some() => Empty::Null,
            () if shape.may_be_unknown || shape.is_nullable || !need.row => Empty::Absent,
            () => Empty::Refused,
        };
        if !is_list && !has_rows && !shape.is_nullable {
            // A column that refuses empty cells has them refused when the cells are read.
            if need.row && column.empty != Empty::Refused {
                self.table.needed.push(index);
            }
            if need.part {
                self.needed_in_parts.push(index);
            }
        }
    }

    /// Completes the table with what follows from its columns and places.
    fn finish(mut self, row: Node, element: &Json) -> Table {
        let shape = Shape::of(element, self.definitions);
        self.table.may_be_unknown = shape.may_be_unknown && !shape.fields.is_empty();
        if let Some(Variant { tag, .. }) = shape.variants.first()
            && let Some(index) = self.table.columns.iter().position(|column| column.is_of(tag))
        {
            let words = shape.variants.iter().map(|variant| variant.word.to_owned());
            (self.table.tag, self.table.columns[index].kind) = (Some(index), Kind::Word(words.collect()));
        }
        let mut variants: Vec<_> = shape.variants.iter().map(|variant| self.variant(variant, &shape, &row)).collect();
        variants.sort_by(|one, other| one.word.cmp(&other.word));
        let Table { mut columns, mut needed, texts, places, own_column, .. } = self.table;
        for column in columns.iter_mut().filter(|column| column.meaning.is_empty()) {
            column.meaning = texts.get(&*format!("{}:", column.name)).copied().unwrap_or_default().to_owned();
        }
        needed.sort_unstable();
        let place_of = |origin| columns.iter().position(|column| column.origin == origin);
        let number = places.first().and_then(|place| place.rows.lists.last());
        let index = number.and_then(|number| place_of(Origin::Number(*number)));
        let is_placed = |column: &Column| matches!(column.origin, Origin::Number(_) | Origin::Word);
        let placed: Vec<_> = (0..columns.len()).filter(|column| is_placed(&columns[*column])).collect();
        let common = placed.iter().copied().filter(|column| ![index, own_column].contains(&Some(*column))).collect();
        Table { columns, needed, texts, places, index, placed, common, variants, row, ..self.table }
    }

    /// Returns the plan for one kind of row.
    fn variant(&self, variant: &Variant<'_>, shape: &Shape<'_>, row: &Node) -> VariantPlan {
        let is_of_kind = |field: &str| shape.variants.iter().any(|variant| variant.fields.contains_key(field));
        let needs = |field: &str| match variant.fields.get(field) {
            None if is_of_kind(field) => None,
            is_required => Some(is_required.copied().unwrap_or_default()),
        };
        let of_column = |(index, column): (usize, &Column)| {
            let field = column.path().and_then(|path| path.split('.').next()).unwrap_or_default();
            Some(needs(field)? && self.needed_in_parts.contains(&index))
        };
        let of_field = |field: &Node| Some(needs(&field.name)? || field.is_required);
        VariantPlan {
            word: variant.word.to_owned(),
            columns: self.table.columns.iter().enumerate().map(of_column).collect(),
            fields: row.fields.iter().map(of_field).collect(),
        }
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
    let own = description(schema);
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
