//! The command line; each subcommand has a file of its own.

mod against;
mod check;
mod completions;
mod console;
mod convert;
mod diff;
mod draw;
mod examples;
mod explain;
mod foreign;
mod formats;
mod identify;
mod input;
mod inspect;
mod interrupt;
mod manual;
mod opening;
mod page;
mod panics;
mod places;
mod premis;
mod progress;
#[cfg(feature = "sqlite")]
mod query;
mod reading;
mod recover;
mod report;
mod restore;
mod rows;
mod schema;
mod selection;
mod showing;
mod tally;
mod terminal;
mod threads;
mod timeline;
mod values;
mod verify;
mod work;

use clap::builder::{PossibleValue, PossibleValuesParser, Styles};
use clap::error::{ContextKind, ContextValue};
use clap::{ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::text::suggestion::nearest;
use console::Console;
use examples::EXAMPLES;

/// Convert legacy BBS door-game and play-by-mail game files to and from JSON and CSV
///
/// A file read and written back unedited keeps the same bytes, and an edited value changes only its own line. Values
/// that the target format cannot hold are reported. Inputs are never changed, except with --in-place.
#[derive(Parser)]
#[command(name = "ludex", version, arg_required_else_help = true, disable_help_flag = true, after_help = EXIT_STATUS)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: Common,
}

const EXIT_STATUS: &str = "\
Exit status: 0 success; 1 some inputs had errors, and all others were done; 2 wrong usage.";

#[derive(Subcommand)]
enum Command {
    Convert(convert::Arguments),
    Inspect(inspect::Arguments),
    Check(check::Arguments),
    Identify(identify::Arguments),
    Restore(restore::Arguments),
    Verify(verify::Arguments),
    Diff(diff::Arguments),
    Timeline(timeline::Arguments),
    Recover(recover::Arguments),
    Draw(draw::Arguments),
    Page(page::Arguments),
    #[cfg(feature = "sqlite")]
    Query(query::Arguments),
    Formats(formats::Arguments),
    Schema(schema::Arguments),
    Explain(explain::Arguments),
    Completions(completions::Arguments),
    #[command(hide = true)]
    Manual(manual::Arguments),
}

/// Options of every command.
#[derive(Args)]
#[command(next_help_heading = "General options")]
struct Common {
    /// Print errors only
    #[arg(long, short, global = true, display_order = 900)]
    quiet: bool,
    /// List the details that are otherwise only counted: skipped inputs, failures, edited values
    #[arg(long, short, global = true, conflicts_with = "quiet", display_order = 901)]
    verbose: bool,
    /// Format of the messages on standard error
    #[arg(long, global = true, value_enum, default_value = "human", value_name = "FORM", display_order = 902)]
    message_format: MessageFormat,
    /// When to colour the output
    ///
    /// `auto` uses colours on a terminal. The variables NO_COLOR, CLICOLOR, CLICOLOR_FORCE and TERM are respected.
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN", display_order = 903)]
    color: ColorChoice,
    /// Print help (-h for a summary, --help for all of it)
    #[arg(long, short, global = true, action = ArgAction::Help, display_order = 904)]
    help: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MessageFormat {
    /// For people, with the source line
    Human,
    /// One JSON object per line
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ColorChoice {
    /// If the terminal supports colours
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The result of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Everything was done.
    Done,
    /// Some input had errors.
    Errors,
    /// The arguments are invalid or contradict each other.
    Usage,
    /// Two inputs were compared, and differ.
    Different,
    /// Two inputs could not be compared.
    NotCompared,
}

/// Maximum width of help texts, in columns; longer lines are hard to read.
const MAX_HELP_WIDTH: usize = 100;

/// Returns the program's arguments, with help for a terminal of a width.
fn command(width: Option<usize>) -> clap::Command {
    let width = width.unwrap_or(terminal::USUAL_WIDTH).min(MAX_HELP_WIDTH);
    let command = Cli::command().term_width(width).styles(Styles::styled());
    let command = command.mut_subcommand("inspect", inspect::optional_board);
    let command = command.mut_subcommand("restore", |restore| restore.mut_arg("only", selection::only_paths));
    EXAMPLES.iter().fold(command, |command, (name, examples)| {
        let page = examples::page(examples, width);
        match *name {
            "" => command.after_long_help(format!("{page}\n\n{EXIT_STATUS}")),
            name => command.mut_subcommand(name, |subcommand| subcommand.after_long_help(page)),
        }
    })
}

/// Adds the value that was perhaps meant to an error about a value: clap finds none for short words, such as `cvs`.
fn with_suggestion(mut error: clap::Error) -> clap::Error {
    if error.get(ContextKind::SuggestedValue).is_none()
        && let Some(ContextValue::Strings(valid)) = error.get(ContextKind::ValidValue)
        && let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue)
        && let Some(meant) = nearest(value, valid.iter().map(String::as_str)).map(str::to_owned)
    {
        error.insert(ContextKind::SuggestedValue, ContextValue::String(meant));
    }
    error
}

/// Returns the arguments for completion scripts and manual pages, with the codes that `explain` accepts.
fn documented() -> clap::Command {
    let mut codes = Vec::new();
    for code in explain::all() {
        codes.push(PossibleValue::new(code.id).help(code.title));
    }
    command(None).mut_subcommand("explain", |explain| {
        explain.mut_args(|arg| {
            if arg.is_positional() {
                arg.value_parser(PossibleValuesParser::new(codes.clone())).hide_possible_values(true)
            } else {
                arg
            }
        })
    })
}

impl Status {
    /// Returns the exit status of the process.
    pub fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Errors | Status::Different => 1,
            Status::Usage | Status::NotCompared => 2,
        }
    }
}

impl Cli {
    /// Parses the arguments of the process.
    pub fn from_arguments() -> Result<Self, clap::Error> {
        let mut command = command(terminal::width());
        let matches = command.try_get_matches_from_mut(std::env::args_os()).map_err(with_suggestion)?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }

    /// Runs the command. An error is one that is not about any input, such as standard output being closed.
    pub fn run(self) -> anyhow::Result<Status> {
        panics::note();
        let console = Console::new(&self.common);
        match self.command {
            Command::Convert(arguments) => convert::run(&arguments, &console),
            Command::Inspect(arguments) => inspect::run(arguments, &console),
            Command::Check(arguments) => check::run(&arguments, &console),
            Command::Identify(arguments) => identify::run(&arguments, &console),
            Command::Restore(arguments) => restore::run(&arguments, &console),
            Command::Verify(arguments) => verify::run(&arguments, &console),
            Command::Diff(arguments) => diff::run(&arguments, &console),
            Command::Timeline(arguments) => timeline::run(&arguments, &console),
            Command::Recover(arguments) => recover::run(&arguments, &console),
            Command::Draw(arguments) => draw::run(&arguments, &console),
            Command::Page(arguments) => page::run(&arguments, &console),
            #[cfg(feature = "sqlite")]
            Command::Query(arguments) => query::run(&arguments, &console),
            Command::Formats(arguments) => formats::run(&arguments, &console),
            Command::Schema(arguments) => schema::run(&arguments, &console),
            Command::Explain(arguments) => explain::run(&arguments, &console),
            Command::Completions(arguments) => completions::run(&arguments, &console),
            Command::Manual(arguments) => manual::run(&arguments, &console),
        }
    }
}
