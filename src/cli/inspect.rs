//! `ludex inspect`

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Arg, Args, Command, ValueHint};

use crate::archive::{Contents, Input, InputKind};
use crate::conversion::{self, FileReader, ReadOptions};
use crate::formats::{FORMATS, Format, GamePart, Join};
use crate::model::{Document, Moment};
use crate::systems;
use crate::text::hidden::Hidden;
use crate::text::{Diagnostic, Encoding, codes};
use crate::view::picture::MomentName;
use crate::view::{HexSource, NoBoard, ViewOptions, write_hex};

use super::Status;
use super::console::Console;
use super::foreign;
use super::input::{InputArguments, ReadArguments};
use super::panics;
use super::tally::{Outcome, Record, Records, Tally};
use super::terminal::{self, USUAL_WIDTH};

/// Show the contents of files for people
///
/// A damaged file is shown as far as it can be read, with the place of the damage. Passwords, addresses, and the names
/// of players in a game that hides them, are masked unless --reveal is given.
#[derive(Args)]
#[command(next_help_heading = "Output options")]
pub struct Arguments {
    /// Show the board after this turn, or this phase of Diplomacy, such as S1905M; `last` is the last one
    ///
    /// The actions of the turn are shown, too. For Global War and Homeworlds, give the number of a turn, for Power that
    /// of a round; 0 is the start. For a phase of Diplomacy, its position is shown, and its orders with their results.
    /// By default, the board at the end is shown. A Global War log is read with the .DAT or .REC beside it.
    #[arg(long, value_name = "N", value_hint = ValueHint::Other)]
    turn: Option<MomentName>,
    /// Count days up to this moment, such as 1989-08-01T12:00
    ///
    /// By default, days are counted up to the latest date in the file.
    #[arg(long, value_name = "MOMENT", value_hint = ValueHint::Other)]
    now: Option<Moment>,
    /// Show every byte, with the line, the field and the value it belongs to
    ///
    /// Damaged places are marked. For a Ludex document, only the bytes are shown.
    #[arg(long, conflicts_with_all = ["turn", "now"])]
    hex: bool,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    read: ReadArguments,
}

impl Arguments {
    /// Returns whether `--board` was given without a file, behind the inputs or before the only one.
    fn shows_board(&self) -> bool {
        self.read.board.as_ref().is_some_and(|board| board.as_os_str().is_empty())
    }

    /// Treats the value of `--board` as the input if there is no other.
    fn take_board_for_input(&mut self) {
        if self.input.inputs.is_empty()
            && self.input.files_from.is_none()
            && let Some(board) = &mut self.read.board
        {
            self.input.inputs.push(std::mem::take(board));
        }
    }
}

/// Makes the value of `--board` optional: without a file it asks for the board itself.
pub fn optional_board(command: Command) -> Command {
    let board = |arg: Arg| {
        arg.num_args(0..=1)
            .default_missing_value("")
            .value_parser(OsStringValueParser::new().map(PathBuf::from))
            .help("Show the board of Global War or Diplomacy; or map for a seed, a position file or orders")
            .long_help(
                "Show the board of Global War or Diplomacy; or map for a seed, a position file or orders\n\n\
                 Without FILE, the board is shown instead of a summary: the 42 countries of Global War by continent, with \
                 the changes of an interrupted turn; the latest position of Diplomacy by power, the centres of each year, \
                 and the winner. For other games, the board is part of the summary. With FILE, it is the map \
                 for a seed, a position file or orders; without one, a seed or position file is read with the map.VARIANT \
                 beside it, and orders with the standard board.",
            )
    };
    command.mut_arg("board", board).mut_arg("inputs", |arg| arg.required_unless_present_any(["files_from", "board"]))
}

pub fn run(mut arguments: Arguments, console: &Console) -> anyhow::Result<Status> {
    arguments.take_board_for_input();
    let arguments = &arguments;
    if arguments.input.inputs.iter().any(|input| input.as_os_str().is_empty()) {
        return Ok(console.usage("name the file whose board is to be shown"));
    }
    let options = match arguments.read.options(false, console) {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let mut inputs = match arguments.input.find(None, console) {
        Ok(inputs) => inputs,
        Err(status) => return Ok(status),
    };
    let many = inputs.are_many();
    inputs.expand(&arguments.input.selection, console);
    let files = FileReader::default();
    let mut tally = Tally::new(console, "shown", Records::None);
    tally.add_found(&inputs.diagnostics)?;
    let mut shown = 0;
    for input in &inputs.list {
        let lead = if shown > 0 { "\n" } else { "" };
        let inspected = panics::guarded(input, || match arguments.hex {
            true => dump(input, &options, arguments, many, &files, console, lead),
            false => Ok(inspect(input, &options, arguments, many, &files, console)),
        });
        let Inspected { record, text, messages } = inspected.unwrap_or_else(|d| {
            Ok(Inspected {
                record: Record::new(input.label(), None, Outcome::failed(d.code.clone())),
                text: None,
                messages: console.rendered(&[d], None),
            })
        })?;
        if let Some(text) = text {
            if !text.is_empty() {
                console.print(format!("{lead}{text}").as_bytes())?;
            }
            shown += 1;
        }
        console.emit(&messages);
        tally.add(record)?;
    }
    if many {
        tally.finish(&tally.counts())?;
    }
    Ok(tally.status())
}

/// The result of inspecting an input.
struct Inspected {
    record: Record,
    /// The text to print, empty if it was printed already; `None` if the input cannot be shown.
    text: Option<String>,
    messages: String,
}

fn inspect(
    input: &Input,
    options: &ReadOptions,
    arguments: &Arguments,
    many: bool,
    files: &FileReader,
    console: &Console,
) -> Inspected {
    let mut reading = files.read(input, options, arguments.read.strict);
    if let Some((record, messages)) = foreign::passed_over(input, &reading, &arguments.input.selection, many, console) {
        return Inspected { record, text: None, messages };
    }
    conversion::advise(input, &mut reading);
    let reveal = arguments.read.reveal;
    let doubts = files.doubts_about_companion(input, &reading);
    let mut emitted = std::mem::take(&mut reading.diagnostics);
    let before_doubts = emitted.len();
    emitted.extend(doubts);
    let hidden = conversion::hide(&mut emitted, &reading, arguments.read.secrecy());
    let mut shown = None;
    if let Some(document) = reading.document.take() {
        let colour = console.colours_output();
        let now = arguments.now;
        let turn = arguments.turn.clone();
        let width = terminal::width().unwrap_or(USUAL_WIDTH);
        let board = arguments.shows_board();
        let view = ViewOptions { reveal, now, width, colour, board, turn };
        // A log shows more of the board if the position beside it is read too.
        let is_log = !document.game.turns.is_empty();
        let joined = if board || is_log { files.joined_with_companion(input, &document) } else { None };
        let mut document = joined.unwrap_or(document);
        if !reveal {
            conversion::mask(&mut document);
        }
        match systems::show(&document, &input.name(), &view) {
            Ok(text) => shown = Some(text),
            Err(refusal) => {
                let mut d = refused(&refusal);
                if let Some(record) = record_of(&document).filter(|_| document.game.turns.is_empty()) {
                    let path = input.path.with_extension(record.extension);
                    let what = "--board shows the board as it is; its turns would be in its";
                    d = d.help(format!("{what} {}: name {}", record.id, path.display()));
                }
                d = d.in_file(input.label());
                hidden.hide(std::slice::from_mut(&mut d), reading.text.as_deref());
                emitted.insert(before_doubts, d);
            }
        }
    }
    let messages = console.rendered(&emitted, reading.text.as_deref().map(|text| (text, &hidden)));
    Inspected { record: Record::new(input.label(), reading.format, Outcome::of(&emitted)), text: shown, messages }
}

/// Shows the bytes of a file. They are printed as they come, since the output is many times the size of the file.
fn dump(
    input: &Input,
    options: &ReadOptions,
    arguments: &Arguments,
    many: bool,
    files: &FileReader,
    console: &Console,
    lead: &str,
) -> io::Result<Inspected> {
    let contents = match input.kind {
        InputKind::Package => Ok(Contents::default()),
        _ => conversion::contents_of(input, options),
    };
    let mut reading = files.read_contents(input, contents.as_ref(), options, arguments.read.strict);
    let Contents { bytes, .. } = contents.unwrap_or_default();
    if let Some((record, messages)) = foreign::passed_over(input, &reading, &arguments.input.selection, many, console) {
        return Ok(Inspected { record, text: None, messages });
    }
    conversion::advise(input, &mut reading);
    let hidden_anywhere = reading.hidden_anywhere();
    let mut emitted = std::mem::take(&mut reading.diagnostics);
    if input.kind == InputKind::Package {
        let d = Diagnostic::error(&codes::UNKNOWN_FORMAT, "a folder of tables has no bytes of its own to show");
        emitted.push(d.in_file(input.label()).help("name one of the files in originals/"));
    }
    let hidden = conversion::hide(&mut emitted, &reading, arguments.read.secrecy());
    let mut text = None;
    if !bytes.is_empty() && (reading.document.is_some() || reading.text.is_some()) {
        let source = reading.document.as_ref().and_then(|document| document.sources.first());
        let source = HexSource {
            name: &input.name(),
            bytes: &bytes,
            format: reading.format,
            text: reading.text.as_deref(),
            encoding: source.and_then(|source| Encoding::named(&source.encoding)),
            board: reading.document.as_ref().and_then(|document| document.game.board.as_ref()),
            diagnostics: &emitted,
            hidden: if arguments.read.reveal { Hidden::NOTHING } else { &hidden_anywhere },
        };
        let mut out = BufWriter::new(io::stdout().lock());
        out.write_all(lead.as_bytes())?;
        write_hex(&source, terminal::width().unwrap_or(USUAL_WIDTH), console.colours_output(), &mut out)?;
        out.flush()?;
        text = Some(String::new());
    }
    let messages = console.rendered(&emitted, reading.text.as_deref().map(|text| (text, &hidden)));
    Ok(Inspected { record: Record::new(input.label(), reading.format, Outcome::of(&emitted)), text, messages })
}

/// Returns the format with turns whose files join those of the document's source; `None` if there is none.
fn record_of(document: &Document) -> Option<&'static Format> {
    let source = document.sources.first()?;
    let is_record = |format: &&&'static Format| match format.joins {
        Some(Join::With { to, .. }) => to.contains(&&*source.format) && format.facts.holds.contains(&GamePart::Turns),
        _ => false,
    };
    FORMATS.iter().find(is_record).copied()
}

/// Returns the error for a turn or phase whose board cannot be shown.
fn refused(refusal: &NoBoard) -> Diagnostic {
    let help = match refusal {
        NoBoard::System(_) | NoBoard::NoTurns | NoBoard::Turn { last: None, .. } => {
            "leave --turn away for a summary of the game"
        }
        NoBoard::Start => "give the boards of the game too, or a document that states one",
        NoBoard::Phase { .. } => "--turn last shows the last phase; without --turn the game as a whole is shown",
        NoBoard::Turn { .. } | NoBoard::Name(_) => {
            "--turn 0 shows the start, and --turn last the last turn; without --turn the board at the end is shown"
        }
    };
    Diagnostic::error(&codes::NO_BOARD_AFTER, refusal.to_string()).help(help)
}
