//! Reads several files that become one document.

use std::sync::Arc;

use super::{FileReader, Skipped, advise, skipped};
use crate::archive::{Input, InputKind};
use crate::conversion::joining::formats_join_by_themselves;
use crate::conversion::{ReadOptions, ReadOutcome, board_of, identify};
use crate::formats::{self, Format};

impl FileReader {
    /// Reads files that become one document; those of no known format are skipped. Names refer to the board among them,
    /// whatever files are beside them.
    pub fn read_together<'i>(
        &self,
        inputs: &'i [Input],
        options: &ReadOptions,
        strict: bool,
    ) -> Vec<(&'i Input, Result<ReadOutcome, Skipped>)> {
        let read = |input: &'i Input| {
            let mut reading = self.read_alone(input, options, strict);
            if let Some(skipped) = skipped(input, &reading, true) {
                return (input, Err(skipped));
            }
            advise(input, &mut reading);
            (input, Ok(reading))
        };
        let mut all: Vec<_> = inputs.iter().map(read).collect();
        let board = |(input, reading): &(&Input, Result<ReadOutcome, Skipped>)| {
            let document = reading.as_ref().ok()?.document.as_ref()?;
            board_of(document, &input.name()).map(Arc::new)
        };
        // With a given board, names were already read on it.
        let Some(board) = all.iter().find_map(board).filter(|_| options.board.is_none()) else { return all };
        let options = ReadOptions { board: Some(board), ..options.clone() };
        for (input, reading) in &mut all {
            if let Ok(reading) = reading
                && reading.format.is_some_and(|format| format.board_lookup.is_some())
            {
                *reading = self.read_alone(input, &options, strict);
            }
        }
        all
    }
}

/// Returns whether files become one document without an option, such as a map and its seed, or the player files of one
/// game: the user names them, and possibly the id of the format that they are `from`.
pub fn join_by_themselves(inputs: &[Input], from: Option<&str>) -> bool {
    if inputs.len() < 2 || inputs.iter().any(|input| input.found || input.kind != InputKind::File) {
        return false;
    }
    let named = from.map(formats::format);
    let identified = |input: &Input| identify(&input.name(), &input.bytes().ok()?, None);
    let join = |inputs: &[Input]| {
        let all: Option<Vec<&Format>> = inputs.iter().map(|i| named.unwrap_or_else(|| identified(i))).collect();
        all.is_some_and(|formats| formats_join_by_themselves(&formats))
    };
    // Among many files this is rare, so the first two are tried first.
    join(&inputs[..2]) && (inputs.len() == 2 || join(inputs))
}
