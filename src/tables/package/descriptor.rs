//! The descriptor `datapackage.json`.

use serde_json::{Map, Value as Json, json};

use super::guard;
use crate::model::SHAPE_VERSION;
use crate::tables::package::renamed::VERSION;
use crate::tables::{Column, Empty, Kind, PLAN, Reference, Table, WHOLE_ROW};

/// Returns the descriptor of a folder with all possible tables and columns, and the meaning of each.
pub fn descriptor() -> Json {
    let resources = PLAN.iter().map(|table| {
        let columns: Vec<_> = table.columns.iter().collect();
        let references = columns.iter().filter_map(|column| Some((column.name, column.refers_to?))).collect();
        let (key, digits, days) = (table.key.clone(), Vec::new(), Vec::new());
        Resource { table, columns, key, digits, days, references }.described()
    });
    let mut package = head();
    package.insert("resources".into(), resources.collect());
    Json::Object(package)
}

/// Returns the bytes of the descriptor of one folder, one line for each table, without what `ludex schema csv` says of
/// all folders.
pub fn brief(resources: &[Resource], guard: bool) -> serde_json::Result<Vec<u8>> {
    let mut head = head();
    if guard {
        head.insert("guard".into(), guard::MEANING.into());
    }
    let mut text = serde_json::to_string(&head)?;
    // The resources are the last key of the head.
    text.truncate(text.len() - 1);
    text.push_str(",\"resources\":[");
    for (index, resource) in resources.iter().enumerate() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        text.push_str(&serde_json::to_string(&resource.brief())?);
    }
    text.push_str("\n]}\n");
    Ok(text.into_bytes())
}

/// Returns the part of a descriptor that is about the folder as a whole.
pub fn head() -> Map<String, Json> {
    let versions = json!({"document": SHAPE_VERSION, "tables": VERSION});
    let head = [("profile", "tabular-data-package".into()), ("name", "ludex".into()), ("ludex", versions)];
    head.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
}

/// The entry of a descriptor for one table.
pub struct Resource {
    /// The table.
    pub table: &'static Table,
    /// The columns that are in the file.
    pub columns: Vec<&'static Column>,
    /// The columns of its key; empty if they do not identify its rows.
    pub key: Vec<&'static str>,
    /// The columns of texts that are all whole numbers, which programs take for numbers.
    pub digits: Vec<&'static str>,
    /// The columns that hold days and nothing else.
    pub days: Vec<&'static str>,
    /// The columns that refer to another table and whose values are all found there.
    pub references: Vec<(&'static str, Reference)>,
}

impl Resource {
    /// Returns the entry with what readers of tables need.
    fn brief(&self) -> Map<String, Json> {
        let mut schema = Map::new();
        let fields = self.columns.iter().map(|column| {
            let mut field = field(column);
            if self.digits.contains(&column.name) {
                field.insert("digits".into(), true.into());
            }
            if self.days.contains(&column.name) {
                field.insert("type".into(), "date".into());
            }
            Json::Object(field)
        });
        schema.insert("fields".into(), fields.collect());
        if !self.key.is_empty() {
            schema.insert("primaryKey".into(), json!(self.key));
        }
        let foreign = |(column, to): &(&str, Reference)| {
            // A table that refers to itself names itself by an empty text.
            let referred = if to.table == self.table.name { "" } else { to.table };
            json!({"fields": column, "reference": {"resource": referred, "fields": to.column}})
        };
        if !self.references.is_empty() {
            schema.insert("foreignKeys".into(), self.references.iter().map(foreign).collect());
        }
        let resource = [
            ("profile", "tabular-data-resource".into()),
            ("name", self.table.name.into()),
            ("path", super::table_path(self.table.name).into()),
            ("schema", schema.into()),
        ];
        resource.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
    }

    /// Returns the entry with the meaning of everything.
    fn described(&self) -> Json {
        let mut resource = self.brief();
        resource.insert("description".into(), description(self.table).into());
        if let Some(fields) = resource.get_mut("schema").and_then(|schema| schema.get_mut("fields")) {
            // All cells of a row that was not understood are empty.
            let may_require = !self.table.may_be_unknown;
            *fields = self.columns.iter().map(|column| described(column, may_require)).collect();
        }
        Json::Object(resource)
    }
}

pub fn description(table: &Table) -> String {
    let mut text = table.meaning.to_owned();
    for (name, _, meaning) in &table.groups {
        text.push_str(&format!("; `{name}` in the table `unknowns`: {meaning}"));
    }
    if table.may_be_unknown {
        text.push_str(&format!("; `{WHOLE_ROW}` in the table `unknowns`: the text of a row that was not understood"));
    }
    text
}

/// Returns the shortest field entry of a column; one without a type holds texts.
fn field(column: &Column) -> Map<String, Json> {
    field_of(column.name, &column.kind, column.derived_from())
}

/// Returns the shortest field entry for a name, a kind and the base of a derived column.
pub fn field_of(name: &str, kind: &Kind, derived_from: Option<&str>) -> Map<String, Json> {
    let mut field = Map::new();
    let mut put = |key: &str, value: &str| field.insert(key.to_owned(), value.into());
    put("name", name);
    match kind {
        Kind::Text | Kind::Day | Kind::List | Kind::Word(_) => {}
        Kind::Integer => _ = put("type", "integer"),
        Kind::Boolean => _ = put("type", "boolean"),
        Kind::Moment => {
            put("type", "datetime");
            // Seconds may be absent, which the default format does not allow.
            put("format", "any");
        }
    }
    if let Some(base) = derived_from {
        put("derivedFrom", base);
    }
    field
}

/// Returns the field entry of a column with its meaning.
fn described(column: &Column, may_require: bool) -> Json {
    let mut field = field(column);
    field.entry("type").or_insert_with(|| if column.kind == Kind::Day { "date".into() } else { "string".into() });
    field.insert("description".into(), column.meaning.as_str().into());
    if let Some(unit) = column.unit {
        field.insert("unit".into(), unit.into());
    }
    let mut constraints = Map::new();
    if column.empty == Empty::Refused && may_require {
        constraints.insert("required".into(), true.into());
    }
    if let Kind::Word(words) = &column.kind {
        constraints.insert("enum".into(), json!(words));
    }
    if !constraints.is_empty() {
        field.insert("constraints".into(), constraints.into());
    }
    Json::Object(field)
}
