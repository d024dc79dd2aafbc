//! Finds the boards beside the files that refer to them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{FileReader, name_of};
use crate::archive::{Input, InputKind, folder_of};
use crate::conversion::{ReadOptions, ReadOutcome, board_of, read};
use crate::formats::{BoardFile, BoardLookup, Format};
use crate::model::Board;
use crate::text::Diagnostic;

/// Limit of kept results. Files come folder by folder, so older results are not needed again.
const MAX_KEPT: usize = 256;

/// Clears the cache when it is full.
fn make_room<T>(kept: &mut HashMap<PathBuf, T>) {
    if kept.len() >= MAX_KEPT {
        kept.clear();
    }
}

impl FileReader {
    /// Reads the bytes of an input, and reads them again with the board beside it if it refers to one.
    pub(super) fn read_on_board_beside(&self, input: &Input, bytes: &[u8], options: &ReadOptions) -> ReadOutcome {
        let mut reading = read(&input.name(), bytes, options);
        if options.board.is_some() || input.kind != InputKind::File {
            return reading;
        }
        let Some((board, emitted)) = self.board_lookup(input, &reading) else { return reading };
        if board.is_some() {
            let options = ReadOptions { board, ..options.clone() };
            reading = read(&input.name(), bytes, &options);
        }
        if let Some(document) = &mut reading.document {
            document.diagnostics.extend(emitted.clone());
        }
        reading.diagnostics.extend(emitted);
        reading
    }

    /// Finds the board beside a file, by its name or else by the file's content; returns it with a diagnostic about the
    /// choice.
    fn board_lookup(&self, input: &Input, reading: &ReadOutcome) -> Option<(Option<Arc<Board>>, Option<Diagnostic>)> {
        let wanted = reading.format?.board_lookup?;
        let document = reading.document.as_ref()?;
        let folder = folder_of(&input.path);
        let named =
            (wanted.names)(&input.name()).into_iter().find_map(|name| self.board(input, &folder.join(name), wanted));
        if let Some(board) = named {
            return Some((Some(board), None));
        }
        let paths = self.boards_in(input, folder, wanted.format);
        let board = |path: &PathBuf| Some((name_of(path), self.board(input, path, wanted)?));
        let boards: Vec<(String, Arc<Board>)> = paths.iter().filter_map(board).collect();
        let at_hand: Vec<BoardFile<'_>> = boards.iter().map(|(name, board)| (&**name, &**board)).collect();
        let choice = (wanted.choose)(&document.game, &input.name(), &at_hand);
        let board = choice.index.and_then(|index| boards.get(index)).map(|(_, board)| Arc::clone(board));
        (board.is_some() || choice.diagnostic.is_some()).then_some((board, choice.diagnostic))
    }

    fn boards_in(&self, input: &Input, folder: &Path, format: &Format) -> Arc<Vec<PathBuf>> {
        let known = self.folders.lock().ok().and_then(|folders| folders.get(folder).cloned());
        known.unwrap_or_else(|| {
            let found = Arc::new(self.store_of(input).siblings(&input.path, &|name| format.is_usual_name(name)));
            if let Ok(mut folders) = self.folders.lock() {
                make_room(&mut folders);
                folders.insert(folder.to_owned(), Arc::clone(&found));
            }
            found
        })
    }

    /// Returns the board in a file; `None` if the file has none.
    fn board(&self, input: &Input, path: &Path, wanted: &BoardLookup) -> Option<Arc<Board>> {
        let known = self.boards.lock().ok().and_then(|boards| boards.get(path).cloned());
        known.unwrap_or_else(|| {
            let read = || {
                let bytes = self.store_of(input).read(path).ok()?;
                self.inputs.add(path);
                let options = ReadOptions { format: Some(wanted.format.id.to_owned()), ..ReadOptions::default() };
                let document = read(&name_of(path), &bytes, &options).document?;
                board_of(&document, &name_of(path)).map(Arc::new)
            };
            let board = read();
            if let Ok(mut boards) = self.boards.lock() {
                make_room(&mut boards);
                boards.insert(path.to_owned(), board.clone());
            }
            board
        })
    }
}
