//! The shared model as tables, by one rule: the types of the model say which values exist and what they mean, `layout`
//! says which table and column each goes to, and one walk along both takes a document apart into rows (`walk`) or puts
//! it together (`build`).
//!
//! A new field of the model is a name in the layout; a new list of it is a table there. Tables that only one system has
//! are in the layout of that system.

mod build;
mod cell;
mod check;
pub mod collection;
mod column;
mod layout;
pub mod package;
mod place;
mod plan;
mod rowset;
mod shape;
mod sheet;
mod values;
mod walk;

use build::{document_of, key_part, list_of};
use check::{Refusal, check_numbers, check_rows, check_single};
use rowset::Rowset;

pub use collection::View;
pub use package::renamed::{Renamed, VERSION, renamings};

pub use cell::{Cell, Expected, Kind, Value};
pub use column::{Column, Empty, Reference};
pub use place::Places;
pub use plan::{PLAN, Table, table_called};
pub use sheet::{Content, Note, Sheet, UNKNOWNS, WHOLE_ROW, sheet_of_notes, sheets};
pub use values::Values;
pub use walk::LeftOut;
