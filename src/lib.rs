//! Ludex converts legacy BBS door-game and play-by-mail game files by reading them into one shared model and writing
//! that model out again.

pub mod archive;
pub mod cli;
pub mod conversion;
pub mod formats;
pub mod model;
pub mod rules;
pub mod tables;
pub mod text;
pub mod view;
