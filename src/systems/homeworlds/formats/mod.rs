//! Homeworlds: five notations of the same game.

mod ap;
mod bga;
pub mod codes;
mod error;
mod hwl;
mod passes;
mod prepare;
mod rename;
mod sdg;
mod sizes;
mod slots;
mod spans;
mod systems;
mod text;
mod words;

use crate::formats::{Format, Kind, SystemDocuments};
use crate::model::{Document, Source};
use crate::systems::homeworlds::rules::{self as rules, Server};
use crate::text::Encoding;

/// Documents of Homeworlds.
pub static SYSTEM: SystemDocuments = SystemDocuments {
    check: |document, rules| rules::check(&document.game, server_of(document), rules),
    has_rules: |_, _| true,
    ..SystemDocuments::PLAIN
};

/// The server that a document's first source is of, or SDG where none tells.
pub fn server_of(document: &Document) -> Server {
    let servers =
        [(&SDG, sdg::SERVER), (&AP, ap::SERVER), (&HWL, hwl::SERVER), (&BGA, bga::SERVER), (&TEXT, text::SERVER)];
    let server = |source: &Source| servers.iter().find(|(format, _)| format.id == source.format);
    document.sources.iter().find_map(server).map_or_else(Server::default, |(_, server)| *server)
}

/// The longest record known has 33 kB.
const MAX_FILE_SIZE: usize = 1 << 20;

/// The notation that the document recommends.
pub static TEXT: Format = Format {
    id: "homeworlds",
    name: "Homeworlds record",
    family: "homeworlds",
    file_names: &["*.homeworlds", "*.sdg"],
    extension: "homeworlds",
    max_file_size: MAX_FILE_SIZE,
    most_statements: 100_000,
    encoding: Encoding::UTF_8,
    codes: &[codes::CODES, rules::codes::CODES],
    json_keys: &[],
    may_be_text: text::may_be,
    identify: text::identify,
    kind: Kind::Text(&text::Text),
    joins: None,
    variant_of: None,
    board_lookup: None,
};

/// Archive files of the SuperDuperGames server.
pub static SDG: Format = Format {
    id: "homeworlds-sdg",
    name: "Homeworlds record of SuperDuperGames",
    family: "homeworlds",
    file_names: &["*.raw"],
    extension: "raw",
    max_file_size: MAX_FILE_SIZE,
    most_statements: 100_000,
    encoding: Encoding::UTF_8,
    codes: &[],
    json_keys: &[],
    may_be_text: sdg::may_be,
    identify: sdg::identify,
    kind: Kind::Text(&sdg::Sdg),
    joins: None,
    variant_of: None,
    board_lookup: None,
};

/// Records and move strings of Abstract Play.
pub static AP: Format = Format {
    id: "homeworlds-ap",
    name: "Homeworlds record of Abstract Play (JSON), or its moves",
    family: "homeworlds",
    file_names: &["*.ap"],
    extension: "ap",
    max_file_size: MAX_FILE_SIZE,
    most_statements: 100_000,
    encoding: Encoding::UTF_8,
    codes: &[],
    json_keys: &["header", "moves"],
    may_be_text: ap::may_be,
    identify: ap::identify,
    kind: Kind::Text(&ap::AbstractPlay),
    joins: None,
    variant_of: None,
    board_lookup: None,
};

/// Records of homeworlds-live.
pub static HWL: Format = Format {
    id: "homeworlds-hwl",
    name: "Homeworlds record of homeworlds-live",
    family: "homeworlds",
    file_names: &["*.hwl"],
    extension: "hwl",
    max_file_size: MAX_FILE_SIZE,
    most_statements: 100_000,
    encoding: Encoding::UTF_8,
    codes: &[],
    json_keys: &[],
    may_be_text: hwl::may_be,
    identify: hwl::identify,
    kind: Kind::Text(&hwl::Hwl),
    joins: None,
    variant_of: None,
    board_lookup: None,
};

/// Logs of Board Game Arena.
pub static BGA: Format = Format {
    id: "homeworlds-bga",
    name: "Homeworlds log of Board Game Arena",
    family: "homeworlds",
    file_names: &["*.bga"],
    extension: "bga",
    max_file_size: MAX_FILE_SIZE,
    most_statements: 100_000,
    encoding: Encoding::UTF_8,
    codes: &[],
    json_keys: &[],
    may_be_text: bga::may_be,
    identify: bga::identify,
    kind: Kind::Text(&bga::Bga),
    joins: None,
    variant_of: None,
    board_lookup: None,
};
