//! Global War (BBS door game, 1989-97): the game `WARxx.DAT` and the interrupted turn `WARxx.REC`.
//!
//! The format is that of `global-war-datafile.txt` (game version 1.6), with the additions of later versions. Values are
//! identified by the number of their line; there are no comments.

mod align;
mod align_table;
pub mod codes;
mod damage;
mod event;
mod identify;
mod join;
mod kind;
pub mod log;
mod number;
mod prepare;
mod read;
mod render;
mod secrets;
mod shape;
mod slot;
mod source;
mod style;

use std::borrow::Cow;
use std::ops::Range;

pub use event::Event;
pub use join::interrupted_game;
pub use number::{Daynum, Padding, RealStyle, Styled};
pub use read::{ACTIVITIES, MAPS, flag_1000, read as read_lines};
pub use source::source_lines;
pub use style::Style;

use crate::formats::{
    Facts, Format, GamePart, GameSyntax, Join, Kind, Rescue, SourceLint, SystemDocuments, TextFormat, places_by_label,
};
use crate::model::Game;
use crate::rules::{Finding, RuleSet};
use crate::systems::global_war::rules;
use crate::text::write_back::{ParseOutput, Statements, Syntax};
use crate::text::{Diagnostic, Encoding, Report};
use slot::Slot;

/// The features of Global War documents that do not depend on one format.
pub const SYSTEM: SystemDocuments = SystemDocuments {
    check: |document, _| rules::check(&document.game),
    rescue: Some(&RECOVERY),
    ..SystemDocuments::PLAIN
};

/// An interrupted turn beside a damaged game contains the whole game.
static RECOVERY: Rescue = Rescue {
    of: &WAR_DAT,
    damage: &[&codes::CUT_OFF, &codes::LINES_OUT_OF_STEP, &codes::END_IN_THE_MIDDLE],
    by: &WAR_REC,
    says: |name| {
        let message = format!("{name} beside it is whole, and holds the game as it was when carrier was lost");
        let help = format!("`ludex convert {name} -t war-dat` writes the game from it, without the interrupted turn");
        Diagnostic::note(&codes::WHOLE_RECOVERY, message).help(help)
    },
};

/// The most bytes that are read of a file. Files have 500 to 1,200 bytes; garbage after a ^Z may make them longer.
const MAX_FILE_SIZE: usize = 1 << 20;

/// The format of `WARxx.DAT`.
pub static WAR_DAT: Format = Format {
    id: "war-dat",
    name: "Global War game (WARxx.DAT)",
    facts: Facts {
        about: "The state of a game of Global War, the BBS door game by Joel Bergen: its players, who owns each of the 42 countries with how many armies, and its settings. 126 lines of text, or a few more from version 2.40 on.",
        holds: &[GamePart::Players, GamePart::Position, GamePart::Settings, GamePart::Result],
        needs: &[GamePart::Settings],
        ..Facts::NONE
    },
    family: "global-war",
    file_names: &["WAR[0-9].DAT", "WAR[0-9][0-9].DAT", "WAR[0-9][0-9][0-9].DAT"],
    extension: "DAT",
    max_file_size: MAX_FILE_SIZE,
    most_statements: 100_000,
    encoding: Encoding::CP437,
    codes: &[codes::CODES, rules::CODES],
    json_keys: &[],
    may_be_text: |block| identify::may_be(block, false),
    identify: |probe| identify::identify(probe, false),
    kind: Kind::Text(&War { recovery: false }),
    joins: None,
    variant_of: None,
    board_lookup: None,
};

/// The format of `WARxx.REC`.
pub static WAR_REC: Format = Format {
    id: "war-rec",
    name: "Global War interrupted turn (WARxx.REC)",
    facts: Facts {
        about: "A game of Global War whose turn was interrupted, as by a lost connection: what a .DAT holds, and in four more lines who was doing what.",
        holds: &[GamePart::Players, GamePart::Position, GamePart::Settings, GamePart::Interruption],
        needs: &[GamePart::Interruption],
        ..Facts::NONE
    },
    family: "global-war",
    file_names: &["WAR[0-9].REC", "WAR[0-9][0-9].REC", "WAR[0-9][0-9][0-9].REC"],
    extension: "REC",
    max_file_size: MAX_FILE_SIZE,
    most_statements: 100_000,
    encoding: Encoding::CP437,
    codes: &[],
    json_keys: &[],
    may_be_text: |block| identify::may_be(block, true),
    identify: |probe| identify::identify(probe, true),
    kind: Kind::Text(&War { recovery: true }),
    joins: Some(Join::With {
        to: &["war-dat"],
        games: join::join,
        part: Some(join::interrupted_game),
        doubts: Some(join::doubts),
        by_name: true,
    }),
    variant_of: None,
    board_lookup: None,
};

/// The notation of both files; a `.REC` has four more lines.
struct War {
    recovery: bool,
}

impl Syntax for War {
    type Meaning = Game;
    type Style = Style;

    fn read(&self, text: &str, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
        read::read(text, self.recovery, report)
    }

    fn render(&self, game: &Game, style: &Style, out: &mut Statements) {
        render::render(game, self.recovery, style, out);
    }
}

impl GameSyntax for War {
    fn style_of_companion(&self, text: &str) -> Option<Style> {
        read::read(text, !self.recovery, &mut Report::silent()).map(|reading| reading.style)
    }

    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        prepare::prepare(game, self.recovery, out)
    }

    fn derived(&self) -> &'static [&'static str] {
        &[
            "order of game.players",
            "order of game.position.holdings",
            "game.board",
            "game.details.hidden_names",
            "game.details.non_sequential",
            "game.result",
        ]
    }

    fn may_leave_out(&self) -> &'static [&'static str] {
        // Nothing may be left out, because every value has its line in the file.
        &[]
    }

    fn validate(&self, game: &Game, _: RuleSet) -> Vec<Finding> {
        rules::check(game)
    }

    fn lint_source(&self, text: &str, paths: &[&str], _: Option<RuleSet>) -> SourceLint {
        let parsed_source = if paths.is_empty() { None } else { self.parsed_source(text) };
        let label_of = |path: &str| Slot::at_path(path, self.recovery).map(|slot| slot.to_string());
        SourceLint { diagnostics: Vec::new(), places: places_by_label(parsed_source.as_ref(), paths, label_of) }
    }

    fn secrets(&self, text: &str) -> Vec<Range<usize>> {
        secrets::secrets(text, self.recovery)
    }
}
