//! The format description of documents as CSV; `tables` reads and writes them.

use super::contract::{Format, Kind};
use super::facts::{Facts, GamePart};
use crate::text::Encoding;

/// A document as a folder of tables, which `tables` reads and writes.
pub static CSV: Format = Format {
    id: "csv",
    name: "CSV tables in a Tabular Data Package folder",
    facts: Facts {
        about: "A document of Ludex as tables: a folder with a CSV file for each, for spreadsheets and databases, and the original files beside them.",
        holds: GamePart::ALL,
        ..Facts::NONE
    },
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
