//! Edits and comparisons of records of Homeworlds.

mod respell;

use ludex::internals::formats::ParsedSource;
use ludex::internals::model::{Action, ActionKind, Game, TerritoryRef, Turn};
use serde_json::Value;

use super::files::Sample;
use super::respell::{Hooks, Random};

pub const HOOKS: Hooks = Hooks {
    formats: &["homeworlds", "homeworlds-sdg", AP, HWL, BGA],
    is_free,
    value,
    lines_of,
    respell: respell::respell,
};

/// Records of Abstract Play, or their move strings.
const AP: &str = "homeworlds-ap";
/// Commands of homeworlds-live, which consist of a letter and fields.
pub const HWL: &str = "homeworlds-hwl";
/// Logs of Board Game Arena.
pub const BGA: &str = "homeworlds-bga";

const PIECES: [&str; 6] = ["r1", "y2", "g3", "b1", "b2", "g1"];

/// The remarks about a draw in a log of Board Game Arena.
const DRAWS: [&str; 3] = ["offers a draw", "accepts the draw", "cancels draw offer"];

/// Returns another value for the one at `path` of a game.
fn value(game: &Value, path: &str, random: &mut Random) -> Value {
    let old = game.pointer(path).cloned().unwrap_or_default();
    match path.rsplit('/').next() {
        // A log has only certain remarks.
        Some("text") if old.as_str().is_some_and(|text| DRAWS.contains(&text)) => Value::from(random.pick(&DRAWS)),
        Some("text") => Value::from(random.pick(&["well played", "9) what?", "\u{85} (3)"])),
        Some("from" | "to" | "at") => Value::from(random.pick(&places(game))),
        Some("piece" | "star" | "becomes") => Value::from(random.pick(&PIECES)),
        Some("serial") => Value::from(random.pick(&["A", "B", "C"])),
        Some("colour") => Value::from(random.pick(&["r", "y", "g", "b"])),
        Some("title") => Value::from(random.pick(&["17", "A title"])),
        Some(_) if path.contains("/stars/") => Value::from(random.pick(&PIECES)),
        _ => old,
    }
}

/// Returns how many lines an edit of the value at `path` may change: all lines of a text that is replaced.
fn lines_of(_: &Sample, game: &Value, path: &str, _: &Value) -> usize {
    let is_text = path.ends_with("/text");
    let old = game.pointer(path).and_then(Value::as_str).filter(|_| is_text);
    old.map_or(1, |text| text.split('\n').count())
}

/// Returns the homeworlds, whose names mean the same from their setup to the end of the record.
fn places(game: &Value) -> Vec<&str> {
    let actions = game["turns"].as_array().into_iter().flatten().flat_map(|turn| turn["actions"].as_array()).flatten();
    let homes: Vec<&str> = actions.filter(|a| a["type"] == "setup").filter_map(|a| a["at"].as_str()).collect();
    if homes.is_empty() { vec!["Nowhere"] } else { homes }
}

/// Returns whether the value at `path` may be edited by itself.
fn is_free(sample: &Sample, game: &Value, path: &str) -> bool {
    if path == "/title" {
        return true;
    }
    if path.contains("/remarks/") {
        let is_draw = || game.pointer(path).and_then(Value::as_str).is_some_and(|text| DRAWS.contains(&text));
        let may_be_other = if sample.format.id == BGA { is_draw() } else { !path.contains("/actions/") };
        return path.ends_with("/text") && may_be_other;
    }
    let is_action = path.starts_with("/turns") && (path.contains("/actions/") || path.contains("/undone/"));
    let Some((action, key)) = Some(path).filter(|_| is_action).and_then(|path| {
        let (action, key) = path.rsplit_once('/')?;
        Some((game.pointer(action.trim_end_matches("/stars").trim_end_matches("/gives/0"))?, key))
    }) else {
        return false;
    };
    let is_inferred = action["inferred"].as_array().is_some_and(|list| list.iter().any(|field| field == key));
    let is_birth = action["type"] == "setup" && key == "at" || action["type"] == "discover" && key == "to";
    if sample.format.id == HWL {
        // With another piece, hardly any later action would be possible; and in games of more than two players, those
        // who are eliminated by it, or no longer, have fewer lines or more.
        let is_for_two = game["players"].as_array().is_some_and(|players| players.len() == 2);
        return match key {
            "at" => action["type"] == "build" || action["type"] == "catastrophe" && is_for_two,
            "to" => action["type"] == "move" && is_for_two,
            "serial" => action["type"] == "build",
            _ => key == "colour" && is_for_two,
        };
    }
    let free = ["from", "to", "at", "piece", "star", "becomes", "colour"];
    (free.contains(&key) || path.contains("/stars/")) && !is_inferred && !is_birth
}

/// Returns whether a file is a record in JSON, where the last element of a list takes the comma before it along.
pub fn is_json(sample: &Sample) -> bool {
    sample.format.id == AP && sample.text().trim_start_matches('\u{feff}').trim_start().starts_with('{')
}

/// Returns whether each action of a file has its own line, so that illegal actions may have to be marked.
pub fn has_action_lines(sample: &Sample) -> bool {
    let has_several = |parsed_source: ParsedSource| {
        (0..parsed_source.statements.len()).any(|i| parsed_source.statements.label(i) == "turn.action")
    };
    let is_text = sample.format.id == "homeworlds";
    is_text
        && (sample.name().starts_with("action-lines")
            || !sample.text_format().parsed_source(&sample.text()).is_some_and(has_several))
}

/// Returns the actions that are in the text, in its order.
fn written(turns: &[Turn]) -> Vec<&Action> {
    let mut found = Vec::new();
    for turn in turns {
        found.extend(turn.undone.iter().flatten().chain(&turn.actions).filter(|action| is_written(action)));
        turn.alternatives.iter().for_each(|turns| found.extend(written(turns)));
    }
    found
}

/// Returns whether an action is in the text; passes that follow from a turn are not.
fn is_written(action: &Action) -> bool {
    action.kind != ActionKind::Pass || action.inferred.is_empty()
}

/// Returns a game without values that follow from the rest: passes that are not written, the result of a trade, the
/// size of a ship that is built, the place of a ship with a letter, and the player to move.
pub fn without_what_follows(sample: &Sample, game: &Game) -> Game {
    let mut game = game.clone();
    strip(sample, &mut game.turns);
    if sample.format.id == HWL {
        // A deleted turn is replaced by a pass.
        game.turns.retain(|turn| !turn.actions.is_empty() || !turn.unset.is_empty());
    }
    game
}

fn strip(sample: &Sample, turns: &mut [Turn]) {
    for turn in turns {
        if sample.format.id == AP && !turn.inferred.is_empty() {
            turn.player = None;
        }
        turn.inferred.clear();
        turn.actions.retain(|action| match action.kind {
            ActionKind::Pass => sample.format.id != HWL && is_written(action),
            _ => true,
        });
        if sample.format.id == BGA && turn.actions.is_empty() && turn.undone.is_empty() {
            // Without actions, there is nothing that a remark could precede.
            turn.remarks.iter_mut().for_each(|remark| remark.place = None);
        }
        if sample.name().contains("blank") && sample.format.id == "homeworlds" {
            // Ships are built by colour; one that is not of the smallest size is written in full.
            let builds = turn.actions.iter_mut().filter(|action| matches!(action.kind, ActionKind::Build { .. }));
            builds.for_each(|action| action.inferred = ["piece".to_owned()].into());
        }
        turn.actions.iter_mut().for_each(strip_action);
        turn.alternatives.iter_mut().for_each(|turns| strip(sample, turns));
    }
}

fn strip_action(action: &mut Action) {
    let follows = |field: &str| action.inferred.iter().any(|other| other == field);
    let is_lettered = action.serial.is_some();
    match &mut action.kind {
        ActionKind::Build { piece: Some(piece), .. } if follows("piece") || piece.0.len() == 1 => {
            piece.0 = piece.0[..1].into();
            action.inferred.clear();
        }
        ActionKind::Discover { from, .. } | ActionKind::Move { from, .. } if is_lettered && follows("from") => {
            *from = TerritoryRef::default();
        }
        ActionKind::Exchange { becomes, .. } if follows("becomes") => becomes.0 = becomes.0[..1].into(),
        ActionKind::Exchange { at, .. } | ActionKind::Sacrifice { at, .. } if is_lettered && follows("at") => {
            *at = TerritoryRef::default();
        }
        ActionKind::Capture { at, owner, .. } => {
            if is_lettered && follows("at") {
                *at = TerritoryRef::default();
            }
            if follows("owner") {
                *owner = None;
            }
        }
        _ => {}
    }
}
