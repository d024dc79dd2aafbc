//! Reads which tables `datapackage.json` lists.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::reading::{Listed, Reader};
use super::{DESCRIPTOR, table_path};
use crate::formats::json::described;
use crate::model::{SHAPE_VERSION, advice_on_version};
use crate::tables::package::renamed::VERSION;
use crate::tables::{PLAN, Table};
use crate::text::printable::quoted;
use crate::text::suggestion::did_you_mean;
use crate::text::{Diagnostic, codes};

impl Reader<'_> {
    /// Reads `datapackage.json`; `None` if it cannot be read or is not that of a document of a known version.
    pub fn descriptor(&mut self) -> Option<Json> {
        let bytes = self.file(DESCRIPTOR, "the folder has no datapackage.json")?;
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
        let descriptor: Json = match serde_json::from_slice(bytes) {
            Ok(descriptor) => descriptor,
            Err(error) => {
                let mut d =
                    Diagnostic::error(&codes::NOT_JSON, format!("{DESCRIPTOR} is not JSON: {}", described(&error)));
                d.column = Some(error.column());
                self.emit(d, DESCRIPTOR, Some(error.line()));
                return None;
            }
        };
        let Some(versions) = descriptor.get("ludex") else {
            let d =
                Diagnostic::error(&codes::NOT_OURS, "this data package is not a Ludex document: it has no \"ludex\"");
            self.emit(d.help("`ludex schema csv` prints what it looks like"), DESCRIPTOR, None);
            return None;
        };
        // Before the tables had a second version, the version of the document stood by itself.
        let first = Json::from(1);
        let of_document = versions.get("document").unwrap_or(versions);
        let of_tables = if versions.is_object() { &versions["tables"] } else { &first };
        let refusal = if of_document.as_u64() != Some(SHAPE_VERSION.into()) {
            let message = format!("a document of version {of_document}; this program knows version {SHAPE_VERSION}");
            Some((message, "ludex.document", of_document.as_u64() > Some(SHAPE_VERSION.into())))
        } else if !of_tables.as_u64().is_some_and(|version| (1..=VERSION.into()).contains(&version)) {
            let message = format!("tables of version {of_tables}; this program knows versions 1 to {VERSION}");
            Some((message, "ludex.tables", of_tables.as_u64() > Some(VERSION.into())))
        } else {
            None
        };
        if let Some((message, path, is_later)) = refusal {
            let path = if versions.is_object() { path } else { "ludex" };
            let d = Diagnostic::error(&codes::NEWER_VERSION, message);
            self.emit(d.on(path).help(advice_on_version(is_later)), DESCRIPTOR, None);
            return None;
        }
        self.version = of_tables.as_u64().and_then(|version| u32::try_from(version).ok()).unwrap_or(VERSION);
        Some(descriptor)
    }

    /// Returns the tables that the descriptor lists, by name.
    pub fn tables_of(&mut self, descriptor: &Json) -> BTreeMap<String, Listed> {
        let mut tables = BTreeMap::new();
        let resources = descriptor.get("resources").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        for (index, resource) in resources.iter().enumerate() {
            let name = resource.get("name").and_then(Json::as_str).unwrap_or_default();
            let at = format!("resources[{index}]");
            if !PLAN.iter().any(|table| table.name == name) {
                let message = format!("unknown table {}: it is not read", quoted(name));
                let mut d = Diagnostic::warning(&codes::UNKNOWN_COLUMN, message).on(at);
                d.help = did_you_mean(name, PLAN.iter().map(|table| table.name)).map(Into::into);
                self.emit(d, DESCRIPTOR, None);
                continue;
            }
            let fields = resource.pointer("/schema/fields").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
            let named = |field: &Json| Some(field.get("name")?.as_str()?.to_owned());
            let digits = fields.iter().filter(|field| field.get("digits").is_some()).filter_map(named).collect();
            let fields = fields.iter().filter_map(named).collect();
            let Some(path) =
                resource.get("path").map_or(Some(table_path(name)), |path| path.as_str().map(str::to_owned))
            else {
                let message = format!("the path of the table {name} is not a text");
                self.emit(Diagnostic::error(&codes::BAD_TABLE, message).on(at), DESCRIPTOR, None);
                continue;
            };
            if tables.insert(name.to_owned(), Listed { path, fields, digits }).is_some() {
                let message = format!("the table {name} is listed twice");
                self.emit(Diagnostic::error(&codes::TWICE, message).on(at), DESCRIPTOR, None);
            }
        }
        tables
    }

    /// Reports a table that is not listed. It may be missing, but its file must not be ignored silently.
    pub fn unlisted(&mut self, table: &Table) {
        let path = table_path(table.name);
        if table.name == "games" {
            let message = "datapackage.json does not list the table games";
            self.emit(Diagnostic::error(&codes::TABLE_MISSING, message), DESCRIPTOR, None);
        } else if (self.files)(&path).is_ok() {
            let message = format!("{path} is not read: datapackage.json does not list it");
            let d = Diagnostic::warning(&codes::UNKNOWN_COLUMN, message);
            self.emit(d.help("list it as a resource, or delete the file"), &path, None);
        }
    }
}
