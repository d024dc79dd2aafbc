//! The boards that files refer to: given by name, or found beside them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::archive::{FindOptions, Input, InputKind, Protected, beside, find, folder_of};
use crate::conversion::{self, Positions, ReadOptions, Reading};
use crate::formats::boards::standard;
use crate::formats::{BoardBeside, Format, NamedBoard};
use crate::model::{Board, Document};
use crate::text::{Diagnostic, codes};

/// The boards that were found, so that each is read once.
#[derive(Default)]
pub struct Boards {
    /// Where the files are added that boards are read from.
    inputs: Arc<Protected>,
    read: Mutex<HashMap<PathBuf, Option<Arc<Board>>>>,
    folders: Mutex<HashMap<PathBuf, Arc<Vec<PathBuf>>>>,
}

/// The board of a file that the user names.
pub fn given(path: &Path) -> Result<Arc<Board>, Diagnostic> {
    let none = |message: &str| {
        let help = "give a map, such as map.standard, or a document that has one";
        Diagnostic::error(&codes::NO_BOARD, message).help(help)
    };
    let (name, document) = document(path, &ReadOptions::default(), none)?;
    let board = document.as_ref().and_then(|document| conversion::board_of(document, &name));
    board.map(Arc::new).ok_or_else(|| none("there is no board with territories in this file"))
}

/// The positions of a file that the user names, on that board or else on the standard one.
pub fn positions(path: &Path, board: Option<&Arc<Board>>) -> Result<Arc<Positions>, Diagnostic> {
    let none = |message: &str| {
        let help = "give a seed, a position file, a saved game, a board of Power, or a document that has a position";
        Diagnostic::error(&codes::NO_POSITION, message).help(help)
    };
    let board = board.cloned().unwrap_or_else(|| Arc::new(standard().board().clone()));
    let options = ReadOptions { board: Some(board), ..ReadOptions::default() };
    let (name, document) = document(path, &options, none)?;
    let positions = document.as_ref().and_then(|document| Positions::of(document, &name));
    positions.map(Arc::new).ok_or_else(|| none("there is no position in this file"))
}

/// The document of a file that the user names, and the file's name.
fn document(
    path: &Path,
    options: &ReadOptions,
    none: impl Fn(&str) -> Diagnostic,
) -> Result<(String, Option<Document>), Diagnostic> {
    let found = find(&[path.to_owned()], &FindOptions::default());
    let bytes = match (&found.inputs[..], found.diagnostics.into_iter().next()) {
        ([input], _) if input.kind == InputKind::File => input.bytes()?,
        (_, Some(d)) => return Err(d),
        _ => return Err(none("this is no file")),
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let document = conversion::read(&name, &bytes, options).document;
    Ok((name, document))
}

impl Boards {
    /// No boards yet; the files that they will be read from are inputs of the run, too.
    pub fn new(inputs: Arc<Protected>) -> Self {
        Boards { inputs, ..Boards::default() }
    }

    /// Reads a file, and again with the board that lies beside it where it refers to one.
    pub fn read(&self, input: &Input, bytes: &[u8], options: &ReadOptions) -> Reading {
        let mut reading = conversion::read(&input.name(), bytes, options);
        if options.board.is_some() || input.kind != InputKind::File {
            return reading;
        }
        let Some((board, said)) = self.beside(input, &reading) else { return reading };
        if board.is_some() {
            let options = ReadOptions { board, ..options.clone() };
            reading = conversion::read(&input.name(), bytes, &options);
        }
        if let Some(document) = &mut reading.document {
            document.diagnostics.extend(said.clone());
        }
        reading.diagnostics.extend(said);
        reading
    }

    /// The board beside a file, by its name or else by what the file says, and what to say of it.
    fn beside(&self, input: &Input, reading: &Reading) -> Option<(Option<Arc<Board>>, Option<Diagnostic>)> {
        let wanted = reading.format?.board_beside?;
        let document = reading.document.as_ref()?;
        let folder = folder_of(&input.path);
        let named = (wanted.names)(&input.name()).into_iter().find_map(|name| self.board(&folder.join(name), wanted));
        if let Some(board) = named {
            return Some((Some(board), None));
        }
        let paths = self.boards_in(folder, &input.path, wanted.format);
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let board = |path: &PathBuf| Some((name(path), self.board(path, wanted)?));
        let boards: Vec<(String, Arc<Board>)> = paths.iter().filter_map(board).collect();
        let at_hand: Vec<NamedBoard<'_>> = boards.iter().map(|(name, board)| (&**name, &**board)).collect();
        let choice = (wanted.choose)(&document.game, &input.name(), &at_hand);
        let board = choice.index.and_then(|index| boards.get(index)).map(|(_, board)| Arc::clone(board));
        (board.is_some() || choice.diagnostic.is_some()).then_some((board, choice.diagnostic))
    }

    fn boards_in(&self, folder: &Path, path: &Path, format: &Format) -> Arc<Vec<PathBuf>> {
        let known = self.folders.lock().ok().and_then(|folders| folders.get(folder).cloned());
        known.unwrap_or_else(|| {
            let found = beside(path, |name| format.is_usual_name(name)).into_iter().map(|input| input.path);
            let found = Arc::new(found.collect::<Vec<_>>());
            if let Ok(mut folders) = self.folders.lock() {
                folders.insert(folder.to_owned(), Arc::clone(&found));
            }
            found
        })
    }

    /// The board of a file, where it is one.
    fn board(&self, path: &Path, wanted: &BoardBeside) -> Option<Arc<Board>> {
        let known = self.read.lock().ok().and_then(|read| read.get(path).cloned());
        known.unwrap_or_else(|| {
            let read = || {
                let input = Input::beside(path.to_owned());
                let bytes = if path.is_file() { input.bytes().ok()? } else { return None };
                self.inputs.add(path);
                let options = ReadOptions { format: Some(wanted.format.id.to_owned()), ..ReadOptions::default() };
                let document = conversion::read(&input.name(), &bytes, &options).document?;
                conversion::board_of(&document, &input.name()).map(Arc::new)
            };
            let board = read();
            if let Ok(mut read) = self.read.lock() {
                read.insert(path.to_owned(), board.clone());
            }
            board
        })
    }
}
