//! Parts of a document from files other than its sources: a board to resolve names with, positions to check orders
//! with.

use crate::model::{Board, Game, Position};
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes};

/// Reports a board or position from another file that was edited: no source of the document holds it.
pub fn report_edits(game: &Game, out: &mut Vec<Diagnostic>) {
    if let Some(board) = &game.board
        && let Some(from) = &board.from
        && from.is_edited(&Board { from: None, ..board.clone() })
    {
        out.push(left_out("game.board".into(), "board", &from.name));
    }
    let own = game.position.iter().map(|position| ("game.position".to_owned(), position));
    let turns = game.turns.iter().enumerate();
    let of_turns = turns.filter_map(|(i, turn)| Some((format!("game.turns[{i}].position"), turn.position.as_deref()?)));
    for (path, position) in own.chain(of_turns) {
        let content = || Position { when: None, from: None, ..position.clone() };
        if let Some(from) = position.from.as_ref().filter(|from| from.is_edited(&content())) {
            out.push(left_out(path, "position", &from.name));
        }
    }
}

fn left_out(path: String, what: &str, name: &str) -> Diagnostic {
    let message = format!("the {what} was edited, but belongs to {}: left out", quoted(name));
    let help = format!("edit that file itself; here the {what} only helps to read this one");
    Diagnostic::warning(&codes::LEFT_OUT, message).on(path).help(help)
}
