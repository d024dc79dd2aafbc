//! Boards and positions from files that the user gives beside others.

use std::path::Path;
use std::sync::Arc;

use super::name_of;
use crate::archive::{FindOptions, InputKind, find};
use crate::conversion::{GivenPositions, ReadOptions, board_of, read};
use crate::model::{Board, Document};
use crate::text::{Diagnostic, codes};

/// Reads the board in a file.
pub fn board_in(path: &Path) -> Result<Arc<Board>, Diagnostic> {
    let none = |message: &str| {
        let help = "give a map, such as map.standard, or a document that has one";
        Diagnostic::error(&codes::NO_BOARD, message).help(help)
    };
    let document = document(path, &ReadOptions::default(), none)?;
    let board = document.as_ref().and_then(|document| board_of(document, &name_of(path)));
    board.map(Arc::new).ok_or_else(|| none("there is no board with territories in this file"))
}

/// Reads the positions in a file, on the given board or else on the standard one of its system.
pub fn positions_in(path: &Path, board: Option<&Arc<Board>>) -> Result<Arc<GivenPositions>, Diagnostic> {
    let none = |message: &str| {
        let help = "give a seed, a position file, a saved game, a board of Power, or a document that has a position";
        Diagnostic::error(&codes::NO_POSITION, message).help(help)
    };
    let on_board = |board: Option<Arc<Board>>| document(path, &ReadOptions { board, ..ReadOptions::default() }, none);
    let mut document = on_board(board.cloned())?;
    let standard = document.as_ref().and_then(|document| document.game.system.def().documents.standard_board);
    if let Some(standard) = standard.filter(|_| board.is_none()) {
        document = on_board(Some(standard()))?;
    }
    let positions = document.as_ref().and_then(|document| GivenPositions::of(document, &name_of(path)));
    positions.map(Arc::new).ok_or_else(|| none("there is no position in this file"))
}

/// Reads the document in a file.
fn document(
    path: &Path,
    options: &ReadOptions,
    none: impl Fn(&str) -> Diagnostic,
) -> Result<Option<Document>, Diagnostic> {
    let found = find(&[path.to_owned()], &FindOptions::default());
    let bytes = match (&found.inputs[..], found.diagnostics.into_iter().next()) {
        ([input], _) if input.kind == InputKind::File => input.bytes()?,
        (_, Some(d)) => return Err(d),
        _ => return Err(none("this is no file")),
    };
    Ok(read(&name_of(path), &bytes, options).document)
}
