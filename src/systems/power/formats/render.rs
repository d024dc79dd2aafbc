//! Writes a file of commands or boards.

use super::Style;
use super::board;
use super::command;
use crate::model::{Action, ActionKind, Game};
use crate::text::write_back::Statements;

/// Label of the statement of a command.
pub const COMMAND: &str = "turn.action";

pub fn render(game: &Game, style: &Style, out: &mut Statements) {
    let or = |own: &'static str, usual: &'static str| if own.is_empty() { usual } else { own };
    let turn_end = or(style.turn_end, ";\n");
    let last_end = style.last_end.unwrap_or("\n");
    let is_history = game.turns.len() + usize::from(game.position.is_some()) > 1;
    let command_end = or(style.command_end, if is_history { "," } else { "\n" });
    let mut body = String::new();
    let mut left = game.turns.len() + usize::from(game.position.is_some());
    for turn in &game.turns {
        left -= 1;
        let end = if left == 0 { last_end } else { turn_end };
        if let Some(position) = &turn.position {
            body.clear();
            board::write(position, style.packed, &mut body);
            out.push_text("board", &body, end);
        } else if turn.actions.is_empty() {
            out.push_text("turn", "", end);
        }
        for (number, action) in (1..).zip(&turn.actions) {
            body.clear();
            // Commands that cannot be written were refused before.
            let _ = command::write(action, &mut body);
            let behind = match number == turn.actions.len() {
                true => end,
                // After a comma it would be the beginning of the next command.
                false if is_dashless(action) => "\n",
                false => command_end,
            };
            out.push_text(COMMAND, &body, behind);
        }
    }
    if let Some(position) = &game.position {
        body.clear();
        board::write(position, style.packed, &mut body);
        out.push_text("board", &body, last_end);
    }
}

fn is_dashless(action: &Action) -> bool {
    action.kind == ActionKind::Unknown && !action.text.as_deref().unwrap_or_default().contains('-')
}
