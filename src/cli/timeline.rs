//! `ludex timeline`

use std::borrow::Cow;

use clap::Args;

use crate::conversion::FileReader;
use crate::model::Moment;
use crate::rules::timeline::TimelineRow;
use crate::text::printable::printable;
use crate::text::{Diagnostic, codes};

use super::Status;
use super::console::Console;
use super::input::{InputArguments, ReadArguments};
use super::reading::{Game, are_several_games, games, join, read_each};
use super::rows::{RowFormat, Rows};

/// Show a game over time: what each player did and held, one row per turn and player
///
/// The rows come from the log of a Global War game, or a document with one. A .DAT beside the log adds details about
/// the first turns. Unknown values are left empty. With a folder, an archive or several logs, a first column names the
/// game: files with the same number in a folder are one game.
#[derive(Args)]
#[command(next_help_heading = "Output options")]
pub struct Arguments {
    /// Output format of the rows
    #[arg(long, short = 't', value_enum, value_name = "FORM")]
    format: Option<RowFormat>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    read: ReadArguments,
}

const HEADER: &[&str] = &[
    "GAME",
    "TURN",
    "BEGAN",
    "PLAYER",
    "COUNTRIES",
    "ARMIES",
    "CONTINENTS",
    "DEPLOYED",
    "ATTACKS",
    "WON",
    "LOST",
    "KILLED",
    "ARMIES LOST",
    "DAYS",
];

/// Number of rows that are printed at a time.
const CHUNK: usize = 4096;

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let (games, is_one, mut status) = match read(arguments, console) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    if games.is_empty() {
        if status != Status::Errors {
            refuse("there are no turns in this", arguments.input.as_typed(), console);
        }
        return Ok(Status::Errors);
    }
    let usual = if console.is_json() { RowFormat::Jsonl } else { RowFormat::Table };
    let first = usize::from(is_one);
    let format = arguments.format.unwrap_or(usual);
    let mut rows = Rows::new(console, format, &TimelineRow::KEYS[first..], &HEADER[first..]);
    for Game { name, document } in &games {
        let timeline = document.game.system.def().documents.timeline;
        let Some(timeline) = timeline.filter(|_| !document.game.turns.is_empty()) else {
            let message = match timeline {
                Some(_) => "there are no turns in this".to_owned(),
                None => format!("there is no timeline of a game of {}", document.game.system.name()),
            };
            refuse(message, name, console);
            status = Status::Errors;
            continue;
        };
        let mut all = timeline(&document.game, arguments.read.reveal);
        let name = printable(name);
        for row in &mut all {
            row.game = (!is_one).then(|| Cow::Borrowed(&*name));
            if let Some(Cow::Owned(shown)) = row.name.as_deref().map(printable) {
                row.name = Some(shown.into());
            }
        }
        all.chunks(CHUNK).try_for_each(|chunk| rows.add_all(chunk, cells))?;
    }
    rows.finish()?;
    Ok(status)
}

/// Reads the games of the inputs. Returns them, whether they are one game without a name of its own, and the status of
/// the reading. Errors are reported.
fn read(arguments: &Arguments, console: &Console) -> Result<(Vec<Game>, bool, Status), Status> {
    let (all, status) = read_each(&arguments.input, &arguments.read, &FileReader::default(), console)?;
    if are_several_games(&all) {
        let (games, joined) = games(all, &arguments.read, console);
        return Ok((games, false, if joined == Status::Errors { joined } else { status }));
    }
    if status == Status::Errors {
        return Err(status);
    }
    let name = arguments.input.as_typed();
    let document = join(all, &name, &arguments.read, console)?;
    Ok((vec![Game { name, document }], true, status))
}

fn refuse(message: impl Into<String>, name: impl Into<String>, console: &Console) {
    let d = Diagnostic::error(&codes::NO_TIMELINE, message).in_file(name).help(codes::NO_TIMELINE.advice);
    console.emit(&console.rendered(&[d], None));
}

/// Returns the cells for people, without those that follow from others.
fn cells(row: &TimelineRow<'_>) -> Vec<String> {
    let began = row.when.filter(|_| row.moves).map(began).unwrap_or_default();
    let mark = if row.counts { "" } else { " (undone)" };
    let player = match &row.name {
        Some(name) => format!("{} {name}", row.player),
        None => row.player.to_string(),
    };
    let mover = if row.moves { "* " } else { "  " };
    let small = |count: Option<u32>| count.map(|count| count.to_string()).unwrap_or_default();
    let large = |count: Option<i64>| count.map(|count| count.to_string()).unwrap_or_default();
    let days = row.days_since_last_call.filter(|_| row.moves);
    let cells = [
        format!("{}{mark}", row.turn),
        began,
        format!("{mover}{player}"),
        small(row.countries),
        large(row.armies),
        small(row.continents),
        large(row.deployed),
        small(row.attacks),
        small(row.won),
        small(row.lost),
        large(row.killed),
        large(row.armies_lost),
        days.map(|days| format!("{days:.1}")).unwrap_or_default(),
    ];
    row.game.iter().map(|game| game.to_string()).chain(cells).collect()
}

fn began(moment: Moment) -> String {
    moment.date_time().format("%Y-%m-%d %H:%M").to_string()
}
