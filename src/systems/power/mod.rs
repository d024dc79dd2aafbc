//! Power (Commanders): its commands, boards and histories.

pub(crate) mod formats;
pub mod rules;
mod view;

use crate::systems::SystemDef;

/// Power as a system: its format, rules and views.
pub static SYSTEM: SystemDef = SystemDef {
    formats: &[&formats::POWER],
    tables: "",
    views: &[],
    rules: &rules::SYSTEM,
    documents: &formats::SYSTEM,
    view: &view::SYSTEM,
};
