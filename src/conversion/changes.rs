//! Finds changes in a document since the files that it carries were read.

use std::borrow::Cow;
use std::collections::HashSet;

use super::join;
use super::redacting::redact;
use crate::formats::{self, TextFormat};
use crate::model::{Board, Change, Difference, Document, Game, Position, Source, differences_beside};
use crate::text::english::counted;
use crate::text::printable::{printable, quoted};
use crate::text::{Diagnostic, Report, codes};

/// Limit of changes that a message lists.
const MAX_LISTED: usize = 20;

/// Limit of shown characters of a value that is not text.
const MAX_SHOWN: usize = 60;

/// Reports the values of a document that differ from the originals that it carries: the first 20, or `all`.
///
/// Secret values are named but not shown. Returns `None` if the document is unchanged or carries no originals.
pub fn changes(document: &Document, all: bool) -> Option<Diagnostic> {
    let before = original_game(document)?;
    let limit = if all { usize::MAX } else { MAX_LISTED };
    // A difference has two values at most.
    let whole = limit.saturating_mul(2);
    let differences = |before: &Game, after: &Game| differences_beside(before, after, &HashSet::new(), whole);
    let found = differences(&before, &document.game);
    if found.is_empty() {
        return None;
    }
    let without_secrets = |game: &Game| {
        let mut document = Document::new(game.clone());
        redact(&mut document).ok().map(|_| document.game)
    };
    // A value that cannot be redacted is not shown.
    let both = without_secrets(&before).zip(without_secrets(&document.game));
    let shown = both.map_or_else(Vec::new, |(before, after)| differences(&before, &after));
    // Both lists are in the order of the paths, so each is walked through once.
    let mut shown = shown.into_iter().peekable();
    let mut items = Vec::new();
    for difference in found.iter().take(limit) {
        let is_shown = shown.peek() == Some(difference) && shown.next().is_some();
        if !is_shown {
            while shown.next_if(|other| other.path == difference.path).is_some() {}
        }
        items.push(describe(difference, is_shown));
    }
    let count = counted(found.len(), "value", "values");
    let rest = match found.len() - items.len() {
        0 => String::new(),
        rest => format!("; and {rest} more (--verbose lists all)"),
    };
    Some(Diagnostic::note(&codes::VALUES_CHANGED, format!("{count} changed: {}{rest}", items.join("; "))))
}

fn describe(Difference { path, change }: &Difference, is_shown: bool) -> String {
    let path = printable(path.strip_prefix("game.").unwrap_or(path));
    match change {
        Change::Moved => format!("{path} moved"),
        Change::Replaced { .. } if !is_shown => format!("{path} (not shown)"),
        Change::Removed(_) if !is_shown => format!("{path} removed (not shown)"),
        Change::Added(_) if !is_shown => format!("{path} added (not shown)"),
        Change::Replaced { before, after } => format!("{path} {} -> {}", value(before), value(after)),
        Change::Removed(before) => format!("{path} removed: {}", value(before)),
        Change::Added(after) => format!("{path} added: {}", value(after)),
    }
}

fn value(value: &serde_json::Value) -> String {
    if let Some(text) = value.as_str() {
        return quoted(text);
    }
    let text = value.to_string();
    let text = printable(&text);
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text.into_owned(),
    }
}

/// Reads the game from the originals of a document, with the board and positions that it was given; returns `None` if
/// the document does not carry the originals of all its sources.
pub fn original_game(document: &Document) -> Option<Game> {
    let own_board = document.game.board.as_ref().filter(|board| board.from.is_some() || document.sources.len() == 1);
    let mut board: Option<Cow<'_, Board>> = own_board.map(Cow::Borrowed);
    let mut documents = Vec::new();
    for source in &document.sources {
        let game = read(source, board.as_deref())?;
        if board.is_none() && game.board.as_ref().is_some_and(|board| !board.territories.is_empty()) {
            board = game.board.clone().map(Cow::Owned);
        }
        documents.push(Document { sources: vec![source.clone()], ..Document::new(game) });
    }
    let mut game = match documents.len() {
        0 => return None,
        1 => documents.pop()?.game,
        _ => join(documents).ok()?.0.game,
    };
    take_what_was_given(&mut game, &document.game);
    Some(game)
}

fn read(source: &Source, board: Option<&Board>) -> Option<Game> {
    let format = formats::format(&source.format)?;
    let notation = format.text()?;
    let on_board = board.and_then(|board| notation.on_board(board));
    let notation: &dyn TextFormat = on_board.as_deref().unwrap_or(notation);
    let mut game = notation.read(source.original()?, &mut Report::silent())?;
    // The variant in the text has priority over the one in the file name.
    if let Some(variant_of) = format.variant_of.filter(|_| game.variant.is_none()) {
        game.variant = variant_of(&source.name);
    }
    Some(game)
}

/// Copies the parts that came from other files into the game as it was read: the board that names refer to, and
/// positions.
fn take_what_was_given(read: &mut Game, game: &Game) {
    if let Some(board) = game.board.as_ref().filter(|board| board.from.is_some()) {
        read.board = Some(board.clone());
    }
    let is_given = |position: &Position| position.from.is_some();
    if game.position.as_ref().is_some_and(is_given) {
        read.position.clone_from(&game.position);
    }
    for (own, turn) in read.turns.iter_mut().zip(&game.turns) {
        if turn.position.as_deref().is_some_and(is_given) {
            own.position.clone_from(&turn.position);
        }
    }
}
