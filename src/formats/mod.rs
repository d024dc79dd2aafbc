//! The formats: the contract of a notation, what all of them share, and Ludex's own two, JSON and CSV.
//!
//! Formats know the model; the model knows no format; formats never know each other. Those of a system are in its folder
//! ([`systems`](crate::systems)) and know the contract (`contract` and `notation`); `registry` knows each.

mod block;
mod contract;
mod csv;
pub(crate) mod extras;
pub(crate) mod fitting;
pub mod json;
mod looks;
mod notation;
pub(crate) mod phase;
mod placing;
pub mod records;
mod registry;
pub mod turns;
mod unwritten;

pub use block::{BLOCK_LENGTH, Block};
pub use contract::{
    BoardBeside, BoardChoice, Doubts, Evidence, Format, Join, Joined, Kind, NamedBoard, Probe, Rescue, Row,
    SystemDocuments, is_name,
};
pub use csv::CSV;
pub use looks::{is_certain_look, looks_like};
pub use notation::{Anatomy, Examination, GameNotation, TextFormat, Writer, numbered, places_by_label};
pub use registry::{FORMATS, format, identify, may_be_known};
pub use unwritten::is_derived;
