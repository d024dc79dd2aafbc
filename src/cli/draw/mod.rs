//! `ludex draw`

mod form;
mod rendering;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};

use crate::archive::{Input, Opened, Overwriting, save_file};
use crate::conversion::{Ending, FileReader, ReadOptions, Skipped};
use crate::model::Document;
use crate::systems;
use crate::text::{Diagnostic, codes};
use crate::view::ViewOptions;
use crate::view::picture::{MomentName, Theme};

use super::Status;
use super::console::Console;
use super::foreign::{passed_over, skipped_record};
use super::input::{InputArguments, Inputs, ReadArguments};
use super::opening;
use super::panics;
use super::places::{self, is_folder};
use super::reading::read_as_one;
use super::showing::{Prepared, Showing, redacted};
use super::tally::{Outcome, Record, Records, Tally};
use super::work::{Command, Instead, Worked};
use form::Form;
use rendering::{Drawn, TurnsWanted, draw};

/// Draw the board of a game: the latest position, any turn, or all turns one after the other
///
/// Each system has its own board: the world of Global War, the standard map of Diplomacy (and for its variants a map
/// laid out from the adjacencies), the star systems of Homeworlds, the board of Power. The actions of the turn are
/// marked. The names of players in a game that hides them are masked unless --reveal is given. A Global War log is
/// drawn with the .DAT or .REC beside it.
#[derive(Args)]
#[command(next_help_heading = "Output options")]
pub struct Arguments {
    /// Output file, or folder for several pictures; `-` is standard output
    ///
    /// By default, a single picture goes to standard output, as SVG. In a folder (one that exists, a name that ends in
    /// a slash, or for several games a name without an extension), each picture is written under the name of its input;
    /// with --turns, under a number and the name of the turn.
    #[arg(long, short, value_name = "OUTPUT")]
    output: Option<PathBuf>,
    /// Picture format [default: from the name of the output, else svg]
    #[arg(long = "to", short = 't', value_enum, value_name = "FORM")]
    form: Option<Form>,
    /// Draw the board after this turn: a number, a phase such as S1905M, or `last`; 0 is the start
    #[arg(long, value_name = "TURN", value_hint = ValueHint::Other)]
    turn: Option<MomentName>,
    /// Draw these turns, one after the other: `all`, or the first and the last, such as 3..9 or S1901M..F1905M
    ///
    /// In a folder, each turn is a file of its own. A .gif or .svg file is an animation.
    #[arg(long, value_name = "TURNS", conflicts_with = "turn", value_hint = ValueHint::Other)]
    turns: Option<TurnsWanted>,
    /// Seconds to show each turn of an animation
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, value_hint = ValueHint::Other)]
    seconds: f64,
    /// Colours of the picture
    #[arg(long, value_enum, default_value = "light", value_name = "THEME")]
    theme: Theme,
    /// Width of the picture, in pixels, or in points for PDF
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=16_384), value_hint = ValueHint::Other)]
    width: Option<u32>,
    /// Remove passwords, addresses and all text that was not understood
    ///
    /// By default, these are masked.
    #[arg(long, conflicts_with = "reveal")]
    redact: bool,
    /// Overwrite existing outputs
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    read: ReadArguments,
}

/// Parses the number of seconds for which a turn is shown.
fn seconds(text: &str) -> Result<f64, String> {
    let wanted = text.parse().ok().filter(|seconds| (0.02..=60.0).contains(seconds));
    wanted.ok_or_else(|| "expected a number of seconds from 0.02 to 60".to_owned())
}

impl Arguments {
    /// Determines the form of the pictures from `--to`, or else from the name of the output.
    fn form(&self, into_folder: bool) -> Result<Form, String> {
        let form = match (self.form, self.output.as_deref()) {
            (Some(form), _) => form,
            (None, Some(path)) if !into_folder && path.as_os_str() != "-" => Form::of_path(path)?,
            (None, _) => Form::Svg,
        };
        form.is_built()?;
        if form.is_moving_alone() && self.turns.is_none() && self.turn.is_some() {
            return Err("a .gif shows turns one after the other: use --turns, or draw one turn as .png".to_owned());
        }
        Ok(form)
    }

    /// Returns whether pictures go into a folder: one that exists or ends in a slash, or for many games any output
    /// without an extension that is not a file.
    fn goes_into_folder(&self, many: bool) -> bool {
        let is_plain = |path: &Path| path.as_os_str() != "-" && path.extension().is_none() && !path.is_file();
        self.output.as_deref().is_some_and(|path| is_folder(path) || (many && is_plain(path)))
    }
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let output = arguments.output.as_deref();
    let prepared = Prepared::of(&arguments.input, &arguments.read, output, arguments.force, console);
    let Prepared { inputs, options, files, overwriting, together, many } = match prepared {
        Ok(prepared) => prepared,
        Err(status) => return Ok(status),
    };
    let into_folder = arguments.goes_into_folder(many);
    let form = match arguments.form(into_folder) {
        Ok(form) => form,
        Err(message) => return Ok(console.usage(&message)),
    };
    if many && !into_folder {
        return Ok(console.usage("many games are drawn into a folder: add -o FOLDER/"));
    }
    let job = Job { arguments, form, options, files, overwriting, console, many, into_folder };
    match inputs.list.first().filter(|_| together) {
        Some(first) => job.draw_together(first),
        None => job.run(inputs),
    }
}

/// Returns whether a document contains a board that can be drawn.
fn has_board(document: &Document, read: &ReadArguments) -> bool {
    let options = ViewOptions { reveal: read.reveal, ..ViewOptions::default() };
    systems::album(document, &options).is_ok()
}

/// A run of the command.
struct Job<'a> {
    arguments: &'a Arguments,
    form: Form,
    options: ReadOptions,
    files: FileReader,
    overwriting: Arc<Overwriting>,
    console: &'a Console,
    many: bool,
    into_folder: bool,
}

/// The result of one input.
struct Picked {
    record: Record,
    messages: String,
    /// Pictures, each with its path below the output; the path is empty for the output itself.
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Worked for Picked {
    fn is_foreign(&self) -> bool {
        self.record.is_foreign()
    }
}

impl Command for Job<'_> {
    type Worked = Picked;

    fn work(&self, input: &Input, opened: Option<Opened<'_>>) -> Picked {
        let showing = Showing { read: &self.arguments.read, options: &self.options, files: &self.files };
        let mut reading = showing.read(input, opened);
        let selection = &self.arguments.input.selection;
        if let Some((record, messages)) = passed_over(input, &reading.outcome, selection, self.many, self.console) {
            return Picked { record, messages, files: Vec::new() };
        }
        let format = reading.outcome.format;
        let mut files = Vec::new();
        if let Some((document, whole)) = reading.document.as_ref().zip(reading.whole()) {
            let name = input.name();
            match self.without_secrets(document, whole).and_then(|document| self.draw(&document, &name)) {
                Ok((drawn, warnings)) => {
                    reading.outcome.diagnostics.extend(warnings.into_iter().map(|d| d.in_file(input.label())));
                    files = self.places(input, drawn);
                }
                // Folders also contain files without a board, which are skipped.
                Err(_) if self.many && !reading.outcome.has_errors() && !has_board(document, &self.arguments.read) => {
                    let skipped = Skipped::new(input, Ending::Excluded, "without a board to draw");
                    let (record, messages) = skipped_record(input, skipped, self.console);
                    return Picked { record, messages, files: Vec::new() };
                }
                Err(d) => reading.outcome.diagnostics.push(d.in_file(input.label())),
            }
        }
        let (emitted, messages) = reading.messages(&self.arguments.read, self.console);
        let mut record = Record::new(input.label(), format, Outcome::of(&emitted));
        record.note(&emitted);
        Picked { record, messages, files }
    }

    fn instead(&self, input: &Input, instead: Instead<'_>) -> Picked {
        let (record, _, messages) = opening::record(input, instead, self.console);
        Picked { record, messages, files: Vec::new() }
    }
}

impl Job<'_> {
    fn run(&self, inputs: Inputs) -> anyhow::Result<Status> {
        let mut tally = Tally::new(self.console, "drawn", Records::Messages);
        tally.add_found(&inputs.diagnostics)?;
        let Inputs { list, walk, .. } = inputs;
        let work = walk.work(&self.arguments.input.selection, self.options.format.is_some());
        work.on(list, self, |_, picked| {
            let Picked { mut record, messages, files } = picked;
            walk.progress.suspended(|| self.console.emit(&messages));
            self.save(files, &mut record)?;
            Ok(tally.add(record)?)
        })?;
        drop(walk.progress);
        if self.many {
            tally.finish(&tally.counts())?;
            if tally.done() == 0 && tally.failed() == 0 {
                let d = Diagnostic::error(&codes::NOTHING_FOUND, "there is no game to draw");
                self.console.emit(&self.console.rendered(&[d.in_file(self.arguments.input.as_typed())], None));
                return Ok(Status::Errors);
            }
        }
        tally.sync(&self.overwriting)?;
        Ok(tally.status())
    }

    /// Draws the inputs, which are one game.
    fn draw_together(&self, first: &Input) -> anyhow::Result<Status> {
        let arguments = self.arguments;
        let (document, status) = match read_as_one(&arguments.input, &arguments.read, &self.files, self.console) {
            Ok(read) => read,
            Err(status) => return Ok(status),
        };
        let label = arguments.input.as_typed();
        let masked = if arguments.read.reveal { None } else { crate::conversion::shown(&document) };
        let drawn = panics::guarded(first, || {
            let shown = self.without_secrets(masked.as_ref().unwrap_or(&document), &document)?;
            self.draw(&shown, &label)
        });
        let (drawn, warnings) = match drawn.and_then(|drawn| drawn) {
            Ok(drawn) => drawn,
            Err(d) => {
                self.console.emit(&self.console.rendered(&[d.in_file(label)], None));
                return Ok(Status::Errors);
            }
        };
        let warnings: Vec<Diagnostic> = warnings.into_iter().map(|d| d.in_file(label.clone())).collect();
        self.console.emit(&self.console.rendered(&warnings, None));
        let mut record = Record::new(label, None, Outcome::of(&warnings));
        self.save(self.places(first, drawn), &mut record)?;
        if let Err(d) = self.overwriting.finish() {
            self.console.emit(&self.console.rendered(&[d], None));
            return Ok(Status::Errors);
        }
        let is_done = matches!(record.outcome, Outcome::Done | Outcome::Identical);
        Ok(if is_done { status } else { Status::Errors })
    }

    /// Returns the document to draw: with secrets masked, or removed for `--redact`.
    fn without_secrets<'d>(&self, masked: &'d Document, whole: &Document) -> Result<Cow<'d, Document>, Diagnostic> {
        Ok(if self.arguments.redact { Cow::Owned(redacted(whole)?) } else { Cow::Borrowed(masked) })
    }

    /// Draws the requested turns of a game, and returns the pictures with warnings about them.
    fn draw(&self, document: &Document, name: &str) -> Result<(Vec<Drawn>, Vec<Diagnostic>), Diagnostic> {
        let arguments = self.arguments;
        let wanted = rendering::Wanted {
            turn: arguments.turn.as_ref(),
            turns: arguments.turns.as_ref(),
            seconds: arguments.seconds,
            theme: arguments.theme,
            width: arguments.width,
            form: self.form,
            each_apart: self.into_folder && arguments.turns.is_some() && !self.form.is_moving_alone(),
            reveal: arguments.read.reveal,
        };
        let (drawn, mut warnings) = draw(document, name, &wanted)?;
        if arguments.read.strict {
            crate::conversion::make_strict(&mut warnings);
        }
        Ok((drawn, warnings))
    }

    /// Returns the path of each picture of an input below the output.
    fn places(&self, input: &Input, drawn: Vec<Drawn>) -> Vec<(PathBuf, Vec<u8>)> {
        if !self.into_folder {
            return drawn.into_iter().map(|drawn| (PathBuf::new(), drawn.bytes)).collect();
        }
        let folder = places::folder_of(input);
        let name = input.file_name();
        let place = |drawn: &Drawn| match &drawn.name {
            None => folder.join(places::with_extension(name, self.form.extension())),
            Some(turn) if self.many => folder.join(name).join(format!("{turn}.{}", self.form.extension())),
            Some(turn) => PathBuf::from(format!("{turn}.{}", self.form.extension())),
        };
        drawn.into_iter().map(|drawn| (place(&drawn), drawn.bytes)).collect()
    }

    /// Writes the pictures, and notes in the record where they went or why one was refused.
    fn save(&self, files: Vec<(PathBuf, Vec<u8>)>, record: &mut Record) -> anyhow::Result<()> {
        for (place, bytes) in files {
            let output = self.arguments.output.as_deref().unwrap_or(Path::new("-"));
            if output.as_os_str() == "-" {
                self.console.print(&bytes)?;
                continue;
            }
            let path = if place.as_os_str().is_empty() { output.to_owned() } else { output.join(place) };
            match save_file(&path, &bytes, &self.overwriting) {
                Ok(_) => record.outputs.push(path),
                Err(d) => {
                    self.console.emit(&self.console.rendered(std::slice::from_ref(&d), None));
                    record.outcome = Outcome::refused(d.code);
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
