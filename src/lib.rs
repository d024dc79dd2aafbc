#![doc = include_str!("../README.md")]

pub mod archive;
#[cfg(feature = "cli")]
pub mod cli;
pub mod conversion;
pub mod formats;
pub mod model;
pub mod rules;
pub mod systems;
pub mod tables;
pub mod text;
pub mod view;
