//! `TOYWARS.DAT`: a header, three players and five planets.

use super::rules::{self, PLANETS};
use crate::formats::records::{Codec, Count, Key, Record, RecordField, RecordFile, codes};
use crate::formats::{GamePart, Evidence, Facts, Format, Kind, Probe};
use crate::model::{Board, Element, Game, TerritoryRef, System, Territory};
use crate::text::Encoding;

const SIGNATURE: &[u8] = b"TOY\x1A";

const HEADER: Record = Record {
    name: "header",
    length: 32,
    count: Count::One,
    keys: &[],
    fields: &[
        RecordField::new("day", 4, Codec::U16, "game.details.day").within(1, 9999),
        RecordField::new("bank", 6, Codec::I32, "game.details.bank"),
        RecordField::new("password", 12, Codec::text(10), "game.details.sysop_password").secret(),
    ],
    blank: SIGNATURE,
};

const PLAYER: Record = Record {
    name: "player",
    length: 24,
    count: Count::Times(3),
    keys: &[Key::seat("game.players[].seat")],
    fields: &[
        RecordField::new("name", 0, Codec::text(15), "game.players[].name").null_is(0),
        RecordField::new("vote", 16, Codec::Bool, "game.players[].vote"),
    ],
    blank: &[],
};

const PLANET: Record = Record {
    name: "planet",
    length: 8,
    count: Count::Times(PLANETS.len()),
    keys: &[Key::listed("game.position.holdings[].territory", &PLANETS)],
    fields: &[
        RecordField::new("owner", 0, Codec::U8, "game.position.holdings[].owner").within(1, 3).null_is(0).key(),
        RecordField::new("armies", 2, Codec::I16, "game.position.holdings[].armies").within(0, 5000),
    ],
    blank: &[],
};

static FILE: RecordFile = RecordFile { blank, records: &[HEADER, PLAYER, PLANET], validate: rules::check };

/// The format of a game's file.
pub static TOY_WARS: Format = Format {
    id: "toy-wars",
    name: "Toy Wars game (TOYWARS.DAT)",
    facts: Facts {
        about: "The state of a game of Toy Wars, in binary records: a header, three players and five planets.",
        holds: &[GamePart::Players, GamePart::Board, GamePart::Position],
        needs: &[GamePart::Position],
        ..Facts::NONE
    },
    family: "toy",
    file_names: &["TOYWARS.DAT"],
    extension: "DAT",
    max_file_size: 64 << 10,
    most_statements: 1_000_000,
    encoding: Encoding::BINARY,
    codes: &[rules::CODES, codes::CODES],
    json_keys: &[],
    may_be_text: |block| block.bytes.starts_with(SIGNATURE),
    identify,
    kind: Kind::Text(&FILE),
    joins: None,
    variant_of: None,
    board_lookup: None,
};

fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let reasons = vec!["the signature of Toy Wars".to_owned()];
    probe.bytes.starts_with(SIGNATURE).then_some(Evidence { confidence: 100, reasons })
}

/// Returns a game on the board that all games have.
fn blank() -> Game {
    let planet = |id: &&str| Element::Known(Territory { id: TerritoryRef::new(id), ..Territory::default() });
    let board = Board { territories: PLANETS.iter().map(planet).collect(), ..Board::default() };
    Game { board: Some(board), ..Game::new(System::Toy) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_description_is_sound() {
        assert!(super::FILE.records.iter().all(|record| record.faults().is_empty()));
    }
}
