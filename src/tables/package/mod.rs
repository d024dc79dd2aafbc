//! The tables as a Tabular Data Package: a folder of CSV files with `datapackage.json`, which describes them, and the
//! original files under `originals/`.

mod carried;
mod csv_file;
mod derived;
mod descriptor;
mod fits;
mod guard;
mod lenient;
mod listing;
mod originals;
mod reading;
pub(super) mod renamed;
mod rows;
#[cfg(test)]
mod tests;
mod unread;
mod writing;

pub use carried::{CarriedSource, originals};
pub use descriptor::descriptor;
pub(super) use descriptor::{description, field_of, head};
pub(super) use guard::{MEANING as GUARD_MEANING, guarded, unguarded};
pub(super) use originals::is_inside;
pub use reading::read;
pub use writing::{Tables, no_table, text_left_out};

/// The name of the file that describes the tables.
pub const DESCRIPTOR: &str = "datapackage.json";

/// Returns the name of a table's file.
pub(super) fn table_path(table: &str) -> String {
    format!("{table}.csv")
}
