//! Builds the plan of one table from the layout and the types of the model.

use serde_json::Value as Json;

use super::places::Place;
use super::{Node, Table, VariantPlan, number};
use crate::tables::cell::Kind;
use crate::tables::column::{Column, Empty, Origin, Reference};
use crate::tables::layout::Layout;
use crate::tables::shape::{Shape, Variant};

/// The need for a value: in every row, and in every part of a row that it belongs to.
#[derive(Clone, Copy)]
pub struct Need {
    /// Whether every row has the value.
    pub row: bool,
    /// Whether the value is present whenever its part of the row is.
    pub part: bool,
}

/// Builds the plan of one table.
pub struct Builder<'b> {
    made: Table,
    /// Index of the table in the layout.
    table: usize,
    elsewhere: Vec<&'static str>,
    /// The parts whose fields are named as if they belonged to the row itself.
    parts: Vec<&'static str>,
    places: &'b [Place],
    definitions: &'b Json,
}

/// The signs that may follow the name of a column.
const SIGNS: [char; 8] = ['-', '!', '@', '+', '#', '*', '?', '='];

impl<'b> Builder<'b> {
    /// Creates the builder of a table, whose columns have no types yet.
    pub fn new(
        (table, layout): (usize, &'static Layout),
        places: &'b [Place],
        definitions: &'b Json,
        numbers: &mut Vec<&'static str>,
    ) -> Builder<'b> {
        let Layout { name, meaning, groups, references, nowhere, .. } = *layout;
        let key = layout.key.split_whitespace().collect();
        let made = Table { name, meaning, key, groups, references, nowhere, ..Table::default() };
        let mut builder = Builder { made, table, elsewhere: Vec::new(), parts: Vec::new(), places, definitions };
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
        let (token, to) = token.split_once('>').unwrap_or((token, ""));
        let (token, unit) = token.split_once('(').unwrap_or((token, ""));
        let (name, signed) = token.split_at(token.find(SIGNS).unwrap_or(token.len()));
        let (sign, of) = (signed.chars().next(), signed.trim_start_matches(SIGNS));
        let of_or_name = if of.is_empty() { name } else { of };
        let mut column = Column {
            name,
            unit: unit.strip_suffix(')'),
            refers_to: to.split_once('.').map(|(table, column)| Reference { table, column }),
            ..Column::default()
        };
        let place = self.made.columns.len();
        column.origin = match sign {
            Some('-') => return self.elsewhere.push(of),
            Some('!') => Origin::Derived(of),
            Some('+') => Origin::Beside,
            Some('@') => {
                let words = self.places.iter().filter(|place| place.rows.table == self.table);
                column.kind = Kind::Word(words.filter_map(|place| place.rows.word).map(str::to_owned).collect());
                column.empty = Empty::Refused;
                Origin::Word
            }
            Some('#') => {
                let index = number(numbers, of_or_name);
                column.kind = Kind::Integer;
                if of.is_empty() {
                    (self.made.own_number, self.made.own_column) = (Some(index), Some(place));
                    column.empty = Empty::Refused;
                } else if self.made.own_number != Some(index) && self.has_everywhere(self.table, index) {
                    column.empty = Empty::Refused;
                }
                Origin::Number(index)
            }
            sign => {
                column.is_false_unsaid = sign == Some('?');
                self.made.exploded = self.made.exploded.or((sign == Some('*')).then_some(place));
                Origin::Path(format!("{part}{of_or_name}"))
            }
        };
        self.made.columns.push(column);
    }

    /// Returns whether the rows of a table have a number at every place.
    fn has_everywhere(&self, table: usize, number: usize) -> bool {
        let mut of_table = self.places.iter().filter(|place| place.rows.table == table);
        let is_in = |parent: usize| parent != table && self.has_everywhere(parent, number);
        table > 0 && of_table.all(|place| place.rows.lists.contains(&Some(number)) || is_in(place.parent))
    }

    /// Maps the value at a path below the row; `part` is the description of the part that it belongs to, for its
    /// meaning.
    pub fn node(&mut self, schema: &Json, path: &str, need: Need, part: &str) -> Node {
        let shape = Shape::of(schema, self.definitions);
        let mut node = Node::default();
        let here = if path.is_empty() { "." } else { path };
        if self.elsewhere.contains(&here) {
            node.is_elsewhere = true;
            return node;
        }
        node.group = self.made.groups.iter().position(|(_, group, _)| *group == path);
        let is_here = |place: &&Place| self.below_row(place) == Some(path) && !path.is_empty();
        for place in self.places.iter().filter(is_here) {
            match place.of_type {
                Some(name) => node.by_type.push((name, place.rows.clone())),
                None => node.rows = Some(place.rows.clone()),
            }
        }
        node.cell = self.made.columns.iter().position(|column| column.is_of(here));
        if let Some(index) = node.cell {
            node.is_exploded = self.made.exploded == Some(index);
            self.describe(index, &shape, need, node.rows.is_some());
            self.made.columns[index].meaning = self.meaning(index, schema, part);
        }
        if let Some(rows) = &node.rows {
            node.element = rows.inner().map(|rows| Box::new(Node { rows: Some(rows), ..Node::default() }));
        }
        if node.rows.is_some() || node.is_exploded || !node.by_type.is_empty() {
            return node;
        }
        // A part that the layout treats as belonging to the row has no description of its own.
        let own = description(schema);
        let about = if path.is_empty() || self.parts.contains(&path) { "" } else { &own };
        let prefix = if path.is_empty() { String::new() } else { format!("{path}.") };
        let fields = shape.fields.iter().map(|(name, field)| ((*name).to_owned(), field.schema, field.is_required));
        let items = shape.items.into_iter().flat_map(|items| (0..).map(move |index: usize| (index.to_string(), items)));
        let items = items.take_while(|(name, _)| self.leads_to(&format!("{prefix}{name}")));
        let items = items.map(|(name, items)| (name, items, shape.has_length));
        for (name, schema, is_required) in fields.chain(items).collect::<Vec<_>>() {
            let below = format!("{prefix}{name}");
            if !self.leads_to(&below) {
                continue;
            }
            let is_needed = path.is_empty() || need.part && is_required;
            let inner = self.node(schema, &below, Need { row: need.row && is_required, part: is_needed }, about);
            if let (Some(kind), Some(cell)) = (shape.words_of_tag(&name), inner.cell) {
                self.made.columns[cell].kind = kind;
            }
            if !inner.is_nothing() {
                let columns = &self.made.columns;
                node.false_unsaid.extend(inner.cell.filter(|&cell| columns[cell].is_false_unsaid));
                let is_scalar = inner.fields.is_empty() && inner.rows.is_none() && !inner.is_exploded;
                let needed = inner.cell.filter(|&cell| is_required && is_scalar && columns[cell].kind != Kind::List);
                node.needed.extend(needed);
                node.fields.push(Node { name, is_required, ..inner });
            }
        }
        node
    }

    /// Returns the path of a place below the rows of the table; `None` if it is not below them.
    fn below_row<'p>(&self, place: &'p Place) -> Option<&'p str> {
        let mut own = self.places.iter().filter(|own| own.rows.table == self.table);
        match own.find(|own| own.of_type.is_some()) {
            Some(own) if place.parent == 0 => place.path.strip_prefix(own.path.as_str())?.strip_prefix('.'),
            _ => (place.parent == self.table).then_some(&place.path),
        }
    }

    /// Returns whether a column or a place is at or below a path.
    fn leads_to(&self, path: &str) -> bool {
        let columns = self.made.columns.iter().filter_map(|column| match &column.origin {
            Origin::Path(path) => Some(path.as_str()),
            _ => None,
        });
        let places = self.places.iter().filter_map(|place| self.below_row(place));
        let mut rests =
            columns.chain(places).chain(self.elsewhere.iter().copied()).filter_map(|p| p.strip_prefix(path));
        rests.any(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// Composes the meaning of a column: the part that it belongs to, without the note on its absence, the meaning of
    /// its field, and the form of its cells.
    fn meaning(&self, index: usize, schema: &Json, part: &str) -> String {
        let (column, own) = (&self.made.columns[index], description(schema));
        let part = part.split_once("; ").map_or(part, |(part, _)| part);
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
        let is_exploded = self.made.exploded == Some(index);
        let column = &mut self.made.columns[index];
        let items = shape.items.map(|items| Shape::of(items, self.definitions));
        let is_list = items.is_some() && shape.kind.is_none();
        let element = if is_exploded { items.as_ref().unwrap_or(shape) } else { shape };
        let kind = || element.kind.clone().unwrap_or_default();
        column.kind = if is_list && !is_exploded { Kind::List } else { kind() };
        column.bounds = element.bounds;
        column.items = match &items {
            // A list of rows is written as the numbers of its rows.
            Some(_) if has_rows => Some(Kind::Integer),
            items => items.as_ref().filter(|_| !is_exploded).map(|items| items.kind.clone().unwrap_or_default()),
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

    /// Completes the plan of the table with the properties that follow from its rows.
    pub fn finish(self, row: Node, element: &Json, meanings: &[(&str, &str)]) -> Table {
        let Builder { mut made, table, definitions, .. } = self;
        for column in &mut made.columns {
            if let Some((_, meaning)) = meanings.iter().find(|(name, _)| *name == column.name) {
                column.meaning = (*meaning).to_owned();
            }
            if column.name == "understood" {
                column.kind = Kind::Boolean;
            }
        }
        let shape = Shape::of(element, definitions);
        made.may_be_unknown = shape.may_be_unknown && !shape.fields.is_empty();
        let tag = shape.variants.first().map(|variant| variant.tag);
        made.tag = tag.and_then(|tag| made.columns.iter().position(|column| column.is_of(tag)));
        made.variants = shape.variants.iter().map(|variant| variant_of(variant, &shape, &made.columns, &row)).collect();
        made.variants.sort_by(|one, other| one.word.cmp(&other.word));
        for (index, column) in made.columns.iter_mut().enumerate() {
            column.is_of_kind = made.variants.iter().any(|variant| variant.columns[index].is_some());
        }
        let places_of = |is_one: fn(&Column) -> bool| {
            let columns = made.columns.iter().enumerate().filter(|(_, column)| is_one(column));
            columns.map(|(index, _)| index).collect()
        };
        // A column that refuses empty cells has them refused when the cells are read.
        made.needed = places_of(|column| column.is_needed && column.empty != Empty::Refused);
        made.placed = places_of(|column| matches!(column.origin, Origin::Number(_) | Origin::Word));
        let mut places = self.places.iter().filter(|place| place.rows.table == table);
        if let Some(first) = places.next() {
            let has_word = made.columns.iter().any(|column| column.origin == Origin::Word);
            made.is_sorted = places.next().is_some() && !has_word;
            made.may_be_left_out = first.of_type.is_some();
            made.part_of = Some(first.parent).filter(|&parent| parent > 0);
            let index = first.rows.lists.last().copied().flatten().map(Origin::Number);
            made.index = index.and_then(|index| made.columns.iter().position(|column| column.origin == index));
        }
        let is_common = |column: &usize| ![made.index, made.own_column].contains(&Some(*column));
        made.common = made.placed.iter().copied().filter(is_common).collect();
        Table { row, ..made }
    }
}

/// Returns the plan for one kind of row.
fn variant_of(variant: &Variant<'_>, shape: &Shape<'_>, columns: &[Column], row: &Node) -> VariantPlan {
    let of_column = |column: &Column| {
        let Origin::Path(path) = &column.origin else { return None };
        let field = path.split('.').next().unwrap_or(path);
        Some(*variant.fields.get(field)? && column.is_needed_by_part)
    };
    let is_of_kind = |name: &str| shape.variants.iter().any(|variant| variant.fields.contains_key(name));
    let of_field = |(index, field): (usize, &Node)| match variant.fields.get(field.name.as_str()) {
        Some(is_always) => Some((index, field.is_required || *is_always)),
        None => (!is_of_kind(field.name.as_str())).then_some((index, field.is_required)),
    };
    VariantPlan {
        word: variant.word.to_owned(),
        columns: columns.iter().map(of_column).collect(),
        fields: row.fields.iter().enumerate().filter_map(of_field).collect(),
    }
}

/// Returns the description in a schema; an empty text if it has none.
fn description(schema: &Json) -> String {
    schema.get("description").and_then(Json::as_str).unwrap_or_default().replace('\n', " ")
}

/// Returns a sentence for use behind a colon, with a small first letter unless it begins with a name or a sign.
fn with_small_letter(sentence: &str) -> String {
    let mut chars = sentence.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(next)) if !next.is_uppercase() => first.to_lowercase().chain(chars).collect(),
        _ => sentence.to_owned(),
    }
}
