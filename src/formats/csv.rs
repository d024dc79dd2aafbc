//! The document as CSV: the format alone, as `tables` reads and writes it.

use super::contract::{Format, Kind};
use crate::text::Encoding;

/// The document as a folder of tables, which `tables` reads and writes.
pub static CSV: Format = Format {
    id: "csv",
    name: "CSV tables in a Tabular Data Package folder",
    family: "ludex",
    file_names: &["datapackage.json"],
    extension: "csv",
    max_file_size: usize::MAX,
    most_statements: 1_000_000,
    encoding: Encoding::UTF_8,
    codes: &[],
    json_keys: &[],
    may_be_text: |_| false,
    identify: |_| None,
    kind: Kind::Csv,
    joins: None,
    variant_of: None,
    board_lookup: None,
};
