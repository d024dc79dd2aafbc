//! The five notations of Homeworlds.

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

use crate::formats::{Facts, Format, GamePart, Kind, SystemDocuments};
use crate::model::{Document, Source};
use crate::systems::homeworlds::rules::{self as rules, Server};
use crate::text::Encoding;

/// The rules that apply to documents of Homeworlds.
pub static SYSTEM: SystemDocuments = SystemDocuments {
    check: |document, rules| rules::check(&document.game, server_of(document), rules),
    has_rules: |_, _| true,
    ..SystemDocuments::PLAIN
};

/// Returns the server of the document's first source with a format of Homeworlds, or SDG if there is none.
pub fn server_of(document: &Document) -> Server {
    let servers =
        [(&SDG, sdg::SERVER), (&AP, ap::SERVER), (&HWL, hwl::SERVER), (&BGA, bga::SERVER), (&TEXT, text::SERVER)];
    let server = |source: &Source| servers.iter().find(|(format, _)| format.id == source.format);
    document.sources.iter().find_map(server).map_or_else(Server::default, |(_, server)| *server)
}

/// Maximum number of bytes that are read of a file. The longest known record has 33 kB.
const MAX_FILE_SIZE: usize = 1 << 20;

/// The format of records in the notation that the document recommends.
pub static TEXT: Format = Format {
    id: "homeworlds",
    name: "Homeworlds record",
    facts: Facts {
        about: "A game of Homeworlds in the notation that its document recommends, with comments, start positions and variations.",
        holds: &[
            GamePart::Title,
            GamePart::Dates,
            GamePart::Options,
            GamePart::Players,
            GamePart::Position,
            GamePart::Turns,
            GamePart::Alternatives,
            GamePart::Remarks,
            GamePart::Result,
        ],
        needs: &[GamePart::Turns],
        ..Facts::NONE
    },
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

/// The format of archive files of the SuperDuperGames server.
pub static SDG: Format = Format {
    id: "homeworlds-sdg",
    name: "Homeworlds record of SuperDuperGames",
    facts: Facts {
        about: "An archived game of the SuperDuperGames server, with its chat.",
        holds: &[
            GamePart::Title,
            GamePart::Dates,
            GamePart::Options,
            GamePart::Players,
            GamePart::Turns,
            GamePart::Remarks,
            GamePart::Result,
        ],
        needs: &[GamePart::Turns],
        ..Facts::NONE
    },
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

/// The format of records and move strings of Abstract Play.
pub static AP: Format = Format {
    id: "homeworlds-ap",
    name: "Homeworlds record of Abstract Play (JSON), or its moves",
    facts: Facts {
        about: "A game of the Abstract Play server: its record in JSON, or its moves alone.",
        holds: &[
            GamePart::Title,
            GamePart::Dates,
            GamePart::Options,
            GamePart::Players,
            GamePart::Turns,
            GamePart::Result,
            GamePart::Extras,
        ],
        needs: &[GamePart::Turns],
        ..Facts::NONE
    },
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

/// The format of records of homeworlds-live.
pub static HWL: Format = Format {
    id: "homeworlds-hwl",
    name: "Homeworlds record of homeworlds-live",
    facts: Facts {
        about: "A game of the homeworlds-live server, which tells pieces of one kind apart by letters.",
        holds: &[GamePart::Players, GamePart::Turns, GamePart::Serials, GamePart::Result],
        needs: &[GamePart::Turns],
        ..Facts::NONE
    },
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

/// The format of logs of Board Game Arena.
pub static BGA: Format = Format {
    id: "homeworlds-bga",
    name: "Homeworlds log of Board Game Arena",
    facts: Facts {
        about: "A log of Board Game Arena: who did what and when, what was taken back, and lines of the server.",
        holds: &[
            GamePart::Players,
            GamePart::Turns,
            GamePart::Times,
            GamePart::Undone,
            GamePart::Remarks,
            GamePart::Result,
        ],
        needs: &[GamePart::Turns],
        only_its_own: &[GamePart::Remarks],
    },
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
