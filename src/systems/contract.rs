//! The contract of a system: what it brings above the model.

use crate::formats::{Format, SystemDocuments};
use crate::rules::SystemRules;
use crate::tables::layout::{Layout, View};
use crate::view::SystemView;

/// What a system brings above its model.
pub struct SystemDef {
    /// The notations and files of its games. Where two are equally sure of a file, the first one wins.
    pub formats: &'static [&'static Format],
    /// The tables of what only its games have.
    pub tables: &'static [Layout],
    /// The questions that databases answer about its games.
    pub views: &'static [View],
    /// What its rules have a place for.
    pub rules: &'static SystemRules,
    /// What its documents say beyond their formats.
    pub documents: &'static SystemDocuments,
    /// How its games are shown.
    pub view: &'static SystemView,
}
