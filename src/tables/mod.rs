//! The shared model as tables: every table and column is defined once, and used for writing and for reading.
//!
//! A table is a [`Definition`] of rows of one type and of the columns that they have; a column
//! knows how to get its value out of a row and how to put it into one. Sinks see tables through the
//! [`Table`] trait and cells through [`Value`] and [`Cell`]. To add a table, define it, list it in [`TABLES`], and take
//! what it holds out of `left_out`.

mod cell;
mod column;
mod definitions;
mod element;
mod games;
mod left_out;
mod numbers;
pub mod package;
mod parts;
mod place;
mod stored;
mod table;

pub use cell::{Cell, Expected, Kind, Value};
pub use column::{Bound, Column, Empty, Reference, Store};
pub use definitions::{TABLES, UNKNOWNS};
pub use left_out::left_out;
pub use numbers::Numbers;
pub use place::Places;
pub use table::{
    Content, Definition, Group, GroupName, Misfit, Note, Refuse, Row, Sheet, Table, UnknownRow, WHOLE_ROW,
};
