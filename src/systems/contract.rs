//! The contract between a game system and the rest of the crate.

use crate::formats::{Format, SystemDocuments};
use crate::rules::SystemRules;
use crate::tables::View;
use crate::view::SystemView;

/// The parts that a system adds to the shared model: its formats, tables, views, rules, and how its games are shown.
pub struct SystemDef {
    /// The formats of its files. If two formats are equally sure of a file, the first one wins.
    pub formats: &'static [&'static Format],
    /// The layout of the tables for values that only its games have.
    pub tables: &'static str,
    /// The SQL views that answer questions about its games.
    pub views: &'static [View],
    /// The parts of the model and the actions that its games can have.
    pub rules: &'static SystemRules,
    /// The checks and features of its documents that do not depend on one format.
    pub documents: &'static SystemDocuments,
    /// The pages and pictures that show its games.
    pub view: &'static SystemView,
}
