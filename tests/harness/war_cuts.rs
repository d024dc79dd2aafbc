//! Cuts off files of Global War: each salvaged value is that of the whole file, or is left out.
//!
//! `LUDEX_SWEEP=all` cuts them at every byte.
//!
//! A cut may leave a file that is the same as a sound one, byte for byte, so that no reader can know of it. These are all:
//! - A `.DAT` without its last line end, or without lines that are empty passwords, which editors remove. It is read as
//!   the game reads it, and a warning says what may have been lost.
//! - A log whose last line is an action without a line end, where the line went on to something that is no action.

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, ReadOptions};
use serde_json::{Map, Value};

use super::files::{Origin, Sample};
use super::sweep::makes_all;
use super::trial;
use super::war_games::{Options, Random, Style, WarGame};
use super::war_replays::each_game;

/// Step between the cuts of a file.
const EVERY: usize = 3;
/// Number of places at which each file of a made-up game is cut.
const CUTS: usize = 12;
/// Games whose `.DAT`, cut off at the end of a line, looked like one that lacks a line.
const ODD_ONES: [u64; 6] = [27, 33, 98, 111, 191, 390];

pub fn trials(sample: &Sample) -> Vec<Trial> {
    if !["war-dat", "war-rec", "war-log"].contains(&sample.format.id) || sample.origin == Origin::Bad {
        return Vec::new();
    }
    let sample = sample.clone();
    vec![trial(sample.test_name("cut_anywhere"), move || {
        let whole = Whole::read(sample.format.id, &sample.bytes)?;
        // The files are alike: together they are cut at every place.
        let step = if makes_all() { 1 } else { EVERY };
        (sample.name().len() % step..sample.bytes.len()).step_by(step).try_for_each(|length| whole.compare(length))
    })]
}

pub fn of_games() -> Vec<Trial> {
    vec![
        trial("war_games::nothing_wrong_is_salvaged_of_cut_files".into(), || each_game(cut_files)),
        trial("war_games::a_cut_is_not_taken_for_a_lost_line".into(), || {
            ODD_ONES.into_iter().try_for_each(|seed| {
                let game = WarGame::play(seed, &Options::by(seed));
                let dat = game.dat(&Style::by(seed));
                let whole = Whole::read("war-dat", &dat)?;
                let mut ends = (1..dat.len()).filter(|&end| dat[end - 1] == b'\n');
                ends.try_for_each(|end| whole.compare(end)).map_err(|why| format!("game {seed}: {why}"))
            })
        }),
    ]
}

fn cut_files(game: &WarGame, style: &Style) -> Result<(), String> {
    let mut random = Random::new(3 + game.turns.len() as u64);
    let rec = game.interrupted().and_then(|turn| Some(game.rec(turn, turn.steps.last()?, game.last(), style)));
    let files = [("war-dat", Some(game.dat(style))), ("war-rec", rec), ("war-log", Some(game.log(style)))];
    for (format, bytes) in files.into_iter().filter_map(|(format, bytes)| Some((format, bytes?))) {
        let whole = Whole::read(format, &bytes)?;
        if makes_all() {
            (0..bytes.len()).try_for_each(|length| whole.compare(length))?;
        }
        (0..CUTS).try_for_each(|_| whole.compare(random.below(bytes.len())))?;
    }
    Ok(())
}

/// A game that was read as far as it can be, as JSON.
struct Salvaged {
    game: Value,
    /// Whether a warning says that the end may have lost something.
    is_end_doubted: bool,
}

impl Salvaged {
    fn read(format: &str, bytes: &[u8]) -> Option<Salvaged> {
        let options = ReadOptions { format: Some(format.into()), salvage: true, ..ReadOptions::default() };
        let outcome = conversion::read("WAR04", bytes, &options);
        let is_end_doubted = outcome.diagnostics.iter().any(|d| d.code == "GW003");
        Some(Salvaged { game: serde_json::to_value(outcome.document?.game).ok()?, is_end_doubted })
    }

    /// Returns the path of the last action of a log.
    fn last_action(&self) -> Option<String> {
        let last = |value: &Value| value.as_array()?.len().checked_sub(1);
        let turn = last(&self.game["turns"])?;
        let action = last(&self.game["turns"][turn]["actions"])?;
        Some(format!("game.turns[{turn}].actions[{action}]"))
    }
}

/// A whole file, and the game in it.
struct Whole<'b> {
    format: &'static str,
    bytes: &'b [u8],
    game: Value,
}

impl<'b> Whole<'b> {
    fn read(format: &'static str, bytes: &'b [u8]) -> Result<Whole<'b>, String> {
        let game = Salvaged::read(format, bytes).ok_or("not read")?.game;
        Ok(Whole { format, bytes, game })
    }

    /// Compares what is salvaged of the first `length` bytes with the whole.
    fn compare(&self, length: usize) -> Result<(), String> {
        let Whole { format, bytes, game } = self;
        let Some(left) = Salvaged::read(format, &bytes[..length]) else { return Ok(()) };
        let comparison = Comparison { is_end_doubted: left.is_end_doubted, last_action: left.last_action() };
        comparison.is_part("game", &left.game, game).map_err(|why| {
            let cut = String::from_utf8_lossy(&bytes[..length]);
            let last: Vec<&str> = cut.rsplit(['\r', '\n']).take(4).collect();
            format!("{format} cut at {length} of {}, behind {last:?}: {why}", bytes.len())
        })
    }
}

struct Comparison {
    is_end_doubted: bool,
    last_action: Option<String>,
}

impl Comparison {
    /// Returns an error for the first value that is neither that of the whole file nor a text that was not understood.
    fn is_part(&self, path: &str, left: &Value, whole: &Value) -> Result<(), String> {
        match (left, whole) {
            (Value::Object(left), _) if is_unknown(left) => Ok(()),
            (Value::Object(_), Value::Object(whole)) if is_unknown(whole) && self.is_last_action(path) => Ok(()),
            (Value::Object(left), Value::Object(whole)) => {
                left.iter().filter(|(key, _)| *key != "inferred").try_for_each(|(key, value)| {
                    self.is_part(&format!("{path}.{key}"), value, whole.get(key).unwrap_or(&Value::Null))
                })
            }
            (Value::Array(left), Value::Array(whole)) => {
                let mut each = left.iter().enumerate();
                each.try_for_each(|(index, left)| {
                    self.is_part(&format!("{path}[{index}]"), left, whole.get(index).unwrap_or(&Value::Null))
                })
            }
            _ if left == whole || self.is_end_doubted && may_be_last_line(path) && is_beginning(left, whole) => Ok(()),
            _ => Err(format!("{path} is {left}, and not {whole}")),
        }
    }

    fn is_last_action(&self, path: &str) -> bool {
        self.last_action.as_deref() == Some(path)
    }
}

fn is_unknown(object: &Map<String, Value>) -> bool {
    object.contains_key("unknown") || object.get("type").is_some_and(|kind| kind == "unknown")
}

/// Returns whether a value may be that of the last line of a whole `.DAT`, of any version.
fn may_be_last_line(path: &str) -> bool {
    ["team_passwords[", "fortifications", "more_lines["]
        .iter()
        .any(|key| path.strip_prefix("game.details.").is_some_and(|path| path.starts_with(key)))
}

fn is_beginning(left: &Value, whole: &Value) -> bool {
    match (left, whole) {
        (Value::String(left), Value::String(whole)) => whole.starts_with(left),
        (Value::Number(left), Value::Number(whole)) => whole.to_string().starts_with(&left.to_string()),
        _ => false,
    }
}
