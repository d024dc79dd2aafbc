//! Pictures of boards: the albums that systems draw, and their output as SVG and images.
//!
//! A system provides an [`Album`]: the moments of a game, and a [`Picture`] for each of them. A picture consists of
//! [`Part`]s that have a key, so that two pictures of one game differ by the parts that changed. Every text goes
//! through [`Shape::text`], which replaces characters that could move a cursor or reverse a line.

mod album;
mod animation;
mod bezier;
mod font;
mod frames;
#[cfg(feature = "images")]
mod images;
pub mod regions;
mod shape;
mod svg;
mod theme;

pub use album::{Album, Event, EventKind, Moment, MomentName, NoPicture, Series};
pub use animation::write_animated_svg;
pub use bezier::Bezier;
pub use font::{FONT, FONT_FAMILY, LINE_HEIGHT, clipped, missing_glyphs, text_width, wrapped};
pub use frames::{FramePart, Frames};
#[cfg(feature = "images")]
pub use images::{Gif, MAX_SIDE, NoImage, write_pdf, write_png};
pub use shape::{Anchor, BoundingBox, Level, Paint, Part, PathData, Picture, Point, Shape, Style};
pub use svg::{SvgOptions, markup, pattern_definitions, write_svg};
pub use theme::{OWNERS, PATTERNS, Theme, class as class_of};
