//! Renders a record of SuperDuperGames.

use super::{DIALECT, Style};
use crate::model::{Game, Remark, Turn};
use crate::systems::homeworlds::formats::prepare::is_header;
use crate::systems::homeworlds::formats::systems::Systems;
use crate::systems::homeworlds::formats::{slots, words};
use crate::text::write_back::Statements;

pub fn render(game: &Game, style: &Style, out: &mut Statements) {
    let end = style.line_end();
    let (before, turns) = match game.turns.split_first() {
        Some((first, rest)) if is_header(first) => (Some(first), rest),
        _ => (None, &game.turns[..]),
    };
    slots::write(game, before, &style.header, style.line_end(), out);
    let mut systems = Systems::default();
    let mut command = String::new();
    for (index, turn) in turns.iter().enumerate() {
        if index > 0 || !out.is_empty() {
            out.layout(end);
        }
        let name = name_of(game, turn);
        let number = turn.number.unwrap_or_default();
        let behind = if turn.actions.is_empty() { end } else { " " };
        out.push("turn", format_args!("{number}) {name}:"), behind);
        for action in &turn.actions {
            command.clear();
            words::write(action, &DIALECT, &style.wording(), &mut systems, &mut command);
            out.push_text("turn.action", &command, end);
        }
        for remark in &turn.remarks {
            chat(remark, end, &mut command);
            out.push_text("turn.remark", &command, end);
        }
    }
}

/// Returns the name at the beginning of a turn: the player's name, or else the seat.
fn name_of<'g>(game: &'g Game, turn: &'g Turn) -> &'g str {
    let Some(seat) = &turn.player else { return "" };
    let player = game.players.iter().find(|player| player.seat == *seat);
    player.and_then(|player| player.name()).unwrap_or(seat.as_str())
}

fn chat(remark: &Remark, end: &str, out: &mut String) {
    out.clear();
    out.push('\t');
    if let Some(author) = &remark.author {
        out.push_str(author);
        out.push_str(": ");
    }
    if end == "\n" {
        out.push_str(&remark.text);
    } else {
        out.push_str(&remark.text.replace('\n', end));
    }
}
