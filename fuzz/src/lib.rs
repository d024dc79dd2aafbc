//! The fuzz targets for cargo-fuzz; the tests of the program (`main.rs`) have the same ones.
#![allow(missing_docs)]

mod guided;
mod invariants;
mod json;
mod lists;
mod mutate;
mod package;
mod random;
mod seeds;
mod steps;
mod target;

pub use guided::{change, check, text_target};
pub use target::Target;
