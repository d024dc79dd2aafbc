//! Global War, the BBS door game by Joel Bergen (1989-97).

pub(crate) mod formats;
pub mod model;
mod recovery;
pub mod rules;
mod tables;
mod view;
mod views;

use crate::formats::SystemDocuments;
use crate::systems::SystemDef;

/// What Global War brings.
pub static SYSTEM: SystemDef = SystemDef {
    formats: &[&formats::WAR_DAT, &formats::WAR_REC, &formats::log::WAR_LOG],
    tables: tables::TABLES,
    views: views::VIEWS,
    rules: &rules::SYSTEM,
    documents: &DOCUMENTS,
    view: &view::SYSTEM,
};

/// What documents of Global War say beyond their formats, and what several of them tell together.
static DOCUMENTS: SystemDocuments = SystemDocuments {
    timeline: Some(rules::timeline::timeline),
    recovery: Some(&recovery::RECOVERY),
    ..formats::SYSTEM
};
