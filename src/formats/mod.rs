//! Formats: the contract of a notation, the code that formats share, and Ludex's own two, JSON and CSV.
//!
//! Formats know the model; the model knows no format; formats never know each other. The formats of a system are in its
//! folder ([`systems`](crate::systems)) and know the contract (`contract` and `syntax`); `registry` knows all of them.

mod block;
mod collections;
mod contract;
mod csv;
pub(crate) mod extras;
mod facts;
pub mod json;
pub(crate) mod phase;
mod placing;
pub(crate) mod preparation;
pub mod records;
mod registry;
mod sniff;
mod syntax;
pub mod turns;
mod unwritten;

pub use block::{BLOCK_LENGTH, Block, Head};
pub use collections::{COLLECTIONS, Collection, JSONL, PARQUET, SQLITE, collection};
pub use contract::{
    BoardChoice, BoardFile, BoardLookup, Doubts, Evidence, Format, Join, Joined, Kind, PlayerFile, Probe, Rescue,
    SystemDocuments, is_name,
};
pub use csv::CSV;
pub use facts::{Facts, GamePart};
pub use registry::{FORMATS, conversions_from, conversions_into, format, identify, left_out, may_be_known, system_of};
pub use sniff::{A_DATABASE, is_certain_look, is_database, looks_like};
pub use syntax::{GameSyntax, ParsedSource, SourceLint, TextFormat, Writer, numbered, places_by_label};
pub use unwritten::is_derived;
