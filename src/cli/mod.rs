//! The command line: one file a subcommand.

mod check;
mod completions;
mod console;
mod convert;
mod explain;
mod foreign;
mod formats;
mod identify;
mod input;
mod inspect;
mod interrupt;
mod panics;
mod places;
mod restore;
mod schema;
mod tally;
mod threads;
mod verify;

use clap::{Args, Parser, Subcommand, ValueEnum};

use console::Console;

/// Converts legacy BBS door-game and play-by-mail game files to and from JSON and CSV.
///
/// Nothing is lost: a file that is read and written back unedited has the same bytes, and an edit changes its own
/// line only. What a target cannot hold is said. No input is changed, unless you say --in-place.
#[derive(Parser)]
#[command(name = "ludex", version, max_term_width = 100, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: Common,
}

const EXAMPLES: &str = "\
Examples:
  ludex inspect WAR04.REC                       who lost carrier, doing what, and how the game stands
  ludex inspect 10014.raw --turn 12             the board of a game of Homeworlds after its turn 12
  ludex convert WAR04.DAT -o WAR04.json         to JSON, to look at and to edit
  ludex convert WAR04.json -t war-dat -o NEW.DAT    and back
  ludex convert disk/ -t csv -o tables/         a whole disk to tables, one folder a game
  ludex convert map.X seed.X -o X.json          a map of the Diplomacy judge and its seed, as one document
  ludex convert json/ -t source -o new/         edited documents, each as the files it was read from
  ludex restore json/ -o disk/                  the original files, byte for byte
  ludex verify disk/                            proves that JSON and CSV give every file back
  ludex check disk/                             everything wrong or odd

Exit status: 0 done; 1 some input had errors (all others were done); 2 wrong usage.";

#[derive(Subcommand)]
enum Command {
    Convert(convert::Arguments),
    Inspect(inspect::Arguments),
    Check(check::Arguments),
    Identify(identify::Arguments),
    Restore(restore::Arguments),
    Verify(verify::Arguments),
    Formats(formats::Arguments),
    Schema(schema::Arguments),
    Explain(explain::Arguments),
    Completions(completions::Arguments),
}

/// Options of every command.
#[derive(Args)]
struct Common {
    /// How messages are written to standard error
    #[arg(long, global = true, value_enum, default_value = "human", value_name = "FORM")]
    message_format: MessageFormat,
    /// Say nothing but errors
    #[arg(long, short, global = true)]
    quiet: bool,
    /// List what is only counted otherwise: each input that is skipped, all that failed, every edited value
    #[arg(long, short, global = true, conflicts_with = "quiet")]
    verbose: bool,
    /// When to colour messages
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    color: ColorChoice,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MessageFormat {
    /// For people, with the source line
    Human,
    /// One JSON object a line
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// All was done.
    Done,
    /// Some input had errors.
    Errors,
    /// The arguments do not go together.
    Usage,
}

impl Status {
    /// The exit status of the process.
    pub fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Errors => 1,
            Status::Usage => 2,
        }
    }
}

impl Cli {
    /// Runs the command. An error is one that no input is to blame for, such as standard output that is gone.
    pub fn run(self) -> anyhow::Result<Status> {
        panics::note();
        let console = Console::new(&self.common);
        match self.command {
            Command::Convert(arguments) => convert::run(&arguments, &console),
            Command::Inspect(arguments) => inspect::run(&arguments, &console),
            Command::Check(arguments) => check::run(&arguments, &console),
            Command::Identify(arguments) => identify::run(&arguments, &console),
            Command::Restore(arguments) => restore::run(&arguments, &console),
            Command::Verify(arguments) => verify::run(&arguments, &console),
            Command::Formats(arguments) => formats::run(&arguments, &console),
            Command::Schema(arguments) => schema::run(&arguments, &console),
            Command::Explain(arguments) => explain::run(&arguments, &console),
            Command::Completions(arguments) => completions::run(&arguments, &console),
        }
    }
}
