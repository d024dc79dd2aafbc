//! Global War, the BBS door game by Joel Bergen (1989-97).

pub(crate) mod formats;
pub mod model;
mod recovery;
pub mod rules;
mod view;
mod views;

use crate::formats::SystemDocuments;
use crate::systems::SystemDef;

/// The definition of Global War for the registry of systems.
pub static SYSTEM: SystemDef = SystemDef {
    formats: &[&formats::WAR_DAT, &formats::WAR_REC, &formats::log::WAR_LOG],
    tables: include_str!("tables.txt"),
    views: views::VIEWS,
    rules: &rules::SYSTEM,
    documents: &DOCUMENTS,
    view: &view::SYSTEM,
};

/// The features of its documents that do not depend on one format, among them those that read several files together.
static DOCUMENTS: SystemDocuments = SystemDocuments {
    timeline: Some(rules::timeline::timeline),
    recovery: Some(&recovery::RECOVERY),
    ..formats::SYSTEM
};
