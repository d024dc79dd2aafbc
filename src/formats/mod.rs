//! The formats: one folder a family, one line each in the registry.
//!
//! Formats know the model; the model knows no format; formats never know each other. Each knows the contract (`contract`
//! and `notation`), and `registry` knows each.

mod block;
pub mod boards;
mod contract;
mod csv;
pub mod diplomacy;
mod extras;
mod fitting;
pub mod global_war;
pub mod homeworlds;
pub mod json;
mod looks;
pub mod njudge;
mod notation;
mod phase;
mod placing;
pub mod power;
mod registry;
pub mod turns;
mod unwritten;

pub use block::{BLOCK_LENGTH, Block};
pub use contract::{
    BoardBeside, BoardChoice, Doubts, Evidence, Format, Join, Joined, Kind, NamedBoard, Probe, Row, SystemDocuments,
    is_name,
};
pub use csv::CSV;
pub use looks::{is_certain_look, looks_like};
pub use notation::{Anatomy, Examination, GameNotation, TextFormat, numbered, places_by_label};
pub use registry::{FORMATS, format, identify, may_be_known};
pub use unwritten::is_derived;
