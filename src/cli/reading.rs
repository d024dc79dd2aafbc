//! Reads several inputs as one document, or as the documents of several games.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::archive::Input;
use crate::conversion::{self, FileReader, ReadOutcome};
use crate::model::Document;
use crate::text::Diagnostic;

use super::Status;
use super::console::Console;
use super::input::{InputArguments, ReadArguments};
use super::places::name_of_game;

/// A document as read from an input.
pub struct ReadInput {
    /// The folder of the input, joined with its name: that of all files of the game, in capitals and without an
    /// extension, or that of the document.
    place: PathBuf,
    /// Whether the input was found in a folder or an archive rather than named by the user.
    found: bool,
    pub document: Document,
}

/// A game, and its name among others.
pub struct Game {
    pub name: String,
    pub document: Document,
}

/// Reads the only input, or several files of one game, as one document. Errors are reported; the status is that of the
/// reading.
pub fn read_as_one(
    input: &InputArguments,
    read: &ReadArguments,
    files: &FileReader,
    console: &Console,
) -> Result<(Document, Status), Status> {
    match read_each(input, read, files, console)? {
        (_, Status::Errors) => Err(Status::Errors),
        (all, status) => Ok((join(all, input.as_typed(), read, console)?, status)),
    }
}

/// Reads each input as a document of its own. Errors are reported; the status is that of the reading.
pub fn read_each(
    input: &InputArguments,
    read: &ReadArguments,
    files: &FileReader,
    console: &Console,
) -> Result<(Vec<ReadInput>, Status), Status> {
    let options = read.options(false, console)?;
    let mut inputs = input.find(None, console)?;
    inputs.expand(&input.selection, console);
    if inputs.status() == Status::Errors {
        return Err(Status::Errors);
    }
    let mut all = Vec::new();
    let mut status = Status::Done;
    for (input, reading) in files.read_together(&inputs.list, &options, read.strict) {
        let Ok(mut reading) = reading else { continue };
        let mut emitted = std::mem::take(&mut reading.diagnostics);
        let hidden = conversion::hide(&mut emitted, &reading, read.secrecy());
        console.emit(&console.rendered(&emitted, reading.text.as_deref().map(|text| (text, &hidden))));
        let place = place(input, &reading);
        match reading.document {
            Some(document) if !emitted.iter().any(Diagnostic::is_error) => {
                all.push(ReadInput { place, found: input.found, document });
            }
            _ => status = Status::Errors,
        }
    }
    Ok((all, status))
}

fn place(input: &Input, reading: &ReadOutcome) -> PathBuf {
    let is_part = reading.format.is_some_and(|format| format.text().is_some());
    if is_part { input.path.with_file_name(name_of_game(&input.path)) } else { input.address() }
}

/// Returns whether documents are of several games: more than one has turns, or they are from a folder or an archive.
pub fn are_several_games(all: &[ReadInput]) -> bool {
    all.iter().any(|read| read.found) || all.iter().filter(|read| !read.document.game.turns.is_empty()).count() > 1
}

/// Joins the documents of each game: those of files with the same number in the same folder. Errors are reported.
pub fn games(all: Vec<ReadInput>, read: &ReadArguments, console: &Console) -> (Vec<Game>, Status) {
    let mut places: BTreeMap<PathBuf, Vec<ReadInput>> = BTreeMap::new();
    for input in all {
        places.entry(input.place.clone()).or_default().push(input);
    }
    let mut games = Vec::new();
    let mut status = Status::Done;
    for (place, all) in places {
        // A game of which there is no record has nothing to tell, even if its files do not belong together.
        if all.iter().all(|read| read.found && read.document.game.turns.is_empty()) {
            continue;
        }
        let name = place.display().to_string();
        match join(all, &name, read, console) {
            Ok(document) => games.push(Game { name, document }),
            Err(_) => status = Status::Errors,
        }
    }
    (games, status)
}

/// Joins documents of one game, which has that name in messages. Errors are reported.
pub fn join(
    mut all: Vec<ReadInput>,
    name: impl Into<String>,
    read: &ReadArguments,
    console: &Console,
) -> Result<Document, Status> {
    let (document, mut emitted) = match all.pop() {
        Some(only) if all.is_empty() => (only.document, Vec::new()),
        last => conversion::join(all.into_iter().chain(last).map(|read| read.document).collect()).map_err(|d| {
            console.emit(&console.rendered(&[d.in_file(name)], None));
            Status::Errors
        })?,
    };
    if read.strict {
        conversion::make_strict(&mut emitted);
    }
    console.emit(&console.rendered(&emitted, None));
    if emitted.iter().any(Diagnostic::is_error) { Err(Status::Errors) } else { Ok(document) }
}
