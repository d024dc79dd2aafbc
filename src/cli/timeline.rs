//! `ludex timeline`

use clap::Args;

use crate::conversion::FileReader;
use crate::model::Moment;
use crate::rules::timeline::TimelineRow;
use crate::text::printable::printable;
use crate::text::{Diagnostic, codes};

use super::Status;
use super::console::Console;
use super::input::{InputArguments, ReadArguments};
use super::reading::read_as_one;
use super::rows::{RowFormat, Rows};

/// Show a game over time: what each player did and held, one row per turn and player
///
/// The rows come from the log of a Global War game, or a document with one. A .DAT beside the log adds details about
/// the first turns. Unknown values are left empty.
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
    let files = FileReader::default();
    let (document, status) = match read_as_one(&arguments.input, &arguments.read, &files, console) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let refused = |d: Diagnostic| {
        console.emit(&console.rendered(&[d.in_file(arguments.input.as_typed())], None));
        Ok(Status::Errors)
    };
    let Some(timeline) = document.game.system.def().documents.timeline else {
        let message = format!("there is no timeline of a game of {}", document.game.system.name());
        return refused(Diagnostic::error(&codes::NO_TIMELINE, message).help(codes::NO_TIMELINE.advice));
    };
    if document.game.turns.is_empty() {
        let d = Diagnostic::error(&codes::NO_TIMELINE, "there are no turns in this");
        return refused(d.help(codes::NO_TIMELINE.advice));
    }
    let usual = if console.is_json() { RowFormat::Jsonl } else { RowFormat::Table };
    let mut rows = Rows::new(console, arguments.format.unwrap_or(usual), TimelineRow::KEYS, HEADER);
    let mut all = timeline(&document.game, arguments.read.reveal);
    for name in all.iter_mut().filter_map(|row| row.name.as_mut()) {
        if let std::borrow::Cow::Owned(shown) = printable(name) {
            *name = shown.into();
        }
    }
    all.chunks(CHUNK).try_for_each(|chunk| rows.add_all(chunk, cells))?;
    rows.finish()?;
    Ok(status)
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
    vec![
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
    ]
}

fn began(moment: Moment) -> String {
    moment.date_time().format("%Y-%m-%d %H:%M").to_string()
}
