//! Global War (BBS door game, 1989-97): the game `WARxx.DAT` and the interrupted turn `WARxx.REC`.
//!
//! The format is that of `global-war-datafile.txt` (game version 1.6), with what later versions added. Every line
//! counts; there are no comments.

pub mod codes;
mod event;
mod fit;
mod number;
mod read;
mod render;
mod slot;
mod style;

use std::borrow::Cow;

pub use read::flag_1000;
pub use style::Style;

use super::{Evidence, Format, GameNotation, Kind, Probe};
use crate::model::Game;
use crate::rules::{Finding, global_war as rules};
use crate::text::spelling::{Notation, Reading, Statements};
use crate::text::{Diagnostic, Encoding, Report};
use number::{Daynum, parse_integer};
use slot::{INTERRUPTION_LINES, PlayerLine, Slot};

/// `WARxx.DAT`.
pub static WAR_DAT: Format = Format {
    id: "war-dat",
    name: "Global War game (WARxx.DAT)",
    family: "global-war",
    file_names: &["WAR[0-9].DAT", "WAR[0-9][0-9].DAT", "WAR[0-9][0-9][0-9].DAT"],
    extension: "DAT",
    encoding: Encoding::CP437,
    codes: &[codes::CODES, rules::CODES],
    identify: |probe| identify(probe, false),
    kind: Kind::Text(&War { recovery: false }),
};

/// `WARxx.REC`.
pub static WAR_REC: Format = Format {
    id: "war-rec",
    name: "Global War interrupted turn (WARxx.REC)",
    family: "global-war",
    file_names: &["WAR[0-9].REC", "WAR[0-9][0-9].REC", "WAR[0-9][0-9][0-9].REC"],
    extension: "REC",
    encoding: Encoding::CP437,
    codes: &[],
    identify: |probe| identify(probe, true),
    kind: Kind::Text(&War { recovery: true }),
};

/// The notation of both files; a `.REC` has four lines more.
struct War {
    recovery: bool,
}

impl Notation for War {
    type Meaning = Game;
    type Style = Style;

    fn read(&self, text: &str, report: &mut Report) -> Option<Reading<Game, Style>> {
        read::read(text, self.recovery, report)
    }

    fn render(&self, game: &Game, style: &Style, out: &mut Statements) {
        render::render(game, self.recovery, style, out);
    }
}

impl GameNotation for War {
    fn fit<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        fit::fit(game, self.recovery, out)
    }

    fn judge(&self, game: &Game) -> Vec<Finding> {
        rules::check(game)
    }

    fn label_of(&self, path: &str) -> Option<String> {
        Slot::at_path(path, self.recovery).map(|slot| slot.to_string())
    }
}

/// Votes stand on six lines, and where tells a `.DAT` from a `.REC`.
fn identify(probe: &Probe<'_>, recovery: bool) -> Option<Evidence> {
    let separator = if probe.bytes.contains(&b'\n') { b'\n' } else { b'\r' };
    let lines: Vec<&[u8]> = probe.bytes.split(|&b| b == separator).take(Slot::count(recovery)).collect();
    let line = |index: usize| lines.get(index).and_then(|l| std::str::from_utf8(l.trim_ascii()).ok());
    let offset = if recovery { INTERRUPTION_LINES } else { 0 };
    parse_integer(line(offset)?)?;
    Daynum::parse(line(offset + 1)?)?;
    if recovery {
        (0..INTERRUPTION_LINES).try_for_each(|i| parse_integer(line(i)?).map(drop))?;
    }
    let vote_lines =
        || (0..lines.len()).filter(|&i| matches!(Slot::of_line(i, recovery), Slot::Player(_, PlayerLine::Vote)));
    // The last line may be cut off.
    let whole = vote_lines().filter(|&i| i + 1 < lines.len()).count();
    let votes = vote_lines().filter(|&i| line(i).and_then(read::parse_vote).is_some()).count();
    let named = (if recovery { &WAR_REC } else { &WAR_DAT }).is_usual_name(probe.name);
    let confidence = match (votes, whole) {
        (0, 0) if named => 40,
        (0, _) => return None,
        _ if votes >= whole => 95,
        _ if votes * 2 >= whole => 80,
        _ => 50,
    };
    let mut reasons = vec![
        format!("line {} is a whole number and line {} a daynum", offset + 1, offset + 2),
        format!("{votes} of {whole} votes stand where they should"),
    ];
    if named {
        reasons.push(format!("{} is a usual name", probe.name));
    }
    Some(Evidence { confidence: confidence + u8::from(named), reasons })
}
