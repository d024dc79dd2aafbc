//! Homeworlds: game records in five notations.

pub(crate) mod formats;
pub mod model;
pub mod rules;
mod view;
mod views;

use crate::systems::SystemDef;

/// The definition of Homeworlds for the registry of systems.
pub static SYSTEM: SystemDef = SystemDef {
    formats: &[&formats::SDG, &formats::AP, &formats::HWL, &formats::BGA, &formats::TEXT],
    tables: include_str!("tables.txt"),
    views: views::VIEWS,
    rules: &rules::SYSTEM,
    documents: &formats::SYSTEM,
    view: &view::SYSTEM,
};
