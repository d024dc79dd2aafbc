//! `datapackage.json`.

use serde_json::{Map, Value as Json, json};

use crate::model::SHAPE_VERSION;
use crate::tables::{Column, Empty, Kind, Reference, TABLES, Table, WHOLE_ROW};

/// The descriptor of a folder with all tables and columns there are.
pub fn descriptor() -> Json {
    package(TABLES.iter().map(|&table| {
        let columns: Vec<_> = table.columns().collect();
        let references = columns.iter().filter_map(|column| Some((column.name, column.refers_to?))).collect();
        let has_unknown_rows = table.has_unknown_rows();
        resource(&Resource { table, columns, key: table.key().to_vec(), references, has_unknown_rows })
    }))
}

/// What a descriptor says of one table.
pub struct Resource {
    /// The table.
    pub table: &'static dyn Table,
    /// The columns that are in the file.
    pub columns: Vec<&'static Column>,
    /// The columns of its key, where that tells its rows apart.
    pub key: Vec<&'static str>,
    /// The columns whose values are all to be found where they refer to.
    pub references: Vec<(&'static str, Reference)>,
    /// Whether there may be rows that were not understood, whose cells are all empty.
    pub has_unknown_rows: bool,
}

/// A descriptor of those resources.
pub fn package(resources: impl Iterator<Item = Json>) -> Json {
    json!({
        "profile": "tabular-data-package",
        "name": "ludex",
        "ludex": SHAPE_VERSION,
        "resources": resources.collect::<Vec<_>>(),
    })
}

/// What a descriptor says of one table.
pub fn resource(resource: &Resource) -> Json {
    let table = resource.table;
    let fields: Vec<Json> = resource.columns.iter().map(|column| field(column, !resource.has_unknown_rows)).collect();
    let mut schema = Map::new();
    schema.insert("fields".into(), fields.into());
    if !resource.key.is_empty() {
        schema.insert("primaryKey".into(), json!(resource.key));
    }
    let foreign = |(column, to): &(&str, Reference)| {
        // A table is not called by its name where it refers to itself.
        let referred = if to.table == table.name() { "" } else { to.table };
        json!({"fields": column, "reference": {"resource": referred, "fields": to.column}})
    };
    if !resource.references.is_empty() {
        schema.insert("foreignKeys".into(), resource.references.iter().map(foreign).collect());
    }
    schema.insert("missingValues".into(), json!([""]));
    json!({
        "profile": "tabular-data-resource",
        "name": table.name(),
        "path": super::table_path(table.name()),
        "description": description(table),
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "schema": schema,
    })
}

fn description(table: &dyn Table) -> String {
    let mut text = table.meaning().to_owned();
    for group in table.groups() {
        text.push_str(&format!("; {} in the table unknowns: {}", group.name, group.meaning));
    }
    if table.has_unknown_rows() {
        text.push_str(&format!("; {WHOLE_ROW} in the table unknowns: the text of a row that was not understood"));
    }
    text
}

fn field(column: &Column, may_require: bool) -> Json {
    let mut field = Map::new();
    let mut put = |key: &str, value: Json| field.insert(key.to_owned(), value);
    put("name", column.name.into());
    let (kind, format) = match column.kind {
        Kind::Text | Kind::List | Kind::Word(_) => ("string", None),
        Kind::Integer => ("integer", None),
        Kind::Boolean => ("boolean", None),
        // Seconds may be left out, which the default format does not allow.
        Kind::Moment => ("datetime", Some("any")),
    };
    put("type", kind.into());
    if let Some(format) = format {
        put("format", format.into());
    }
    put("description", column.meaning.into());
    if let Some(unit) = column.unit {
        put("unit", unit.into());
    }
    if let Some(base) = column.derived_from {
        put("derivedFrom", base.into());
    }
    let mut constraints = Map::new();
    if column.empty == Empty::Refused && may_require {
        constraints.insert("required".into(), true.into());
    }
    if let Kind::Word(words) = column.kind {
        constraints.insert("enum".into(), json!(words()));
    }
    if !constraints.is_empty() {
        put("constraints", constraints.into());
    }
    Json::Object(field)
}
