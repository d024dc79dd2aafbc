//! Writes a record.

use super::header::{self, Slot};
use super::{DIALECT, Style};
use crate::formats::homeworlds::fit::is_header;
use crate::formats::homeworlds::systems::Systems;
use crate::formats::homeworlds::words;
use crate::model::{Game, Remark, Turn};
use crate::text::spelling::Statements;

pub fn render(game: &Game, style: &Style, out: &mut Statements) {
    let end = style.line_end();
    let (before, turns) = match game.turns.split_first() {
        Some((first, rest)) if is_header(first) => (Some(first), rest),
        _ => (None, &game.turns[..]),
    };
    header(game, before, style, out);
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

/// The name that a turn is begun with.
fn name_of<'g>(game: &'g Game, turn: &'g Turn) -> &'g str {
    let Some(seat) = &turn.player else { return "" };
    let player = game.players.iter().find(|player| player.seat == *seat);
    player.and_then(|player| player.name()).unwrap_or(seat.as_str())
}

/// The lines of the header in the order of the style, and those it lacks behind the last that usually stands before.
fn header(game: &Game, before: Option<&Turn>, style: &Style, out: &mut Statements) {
    let mut slots = style.header.clone();
    for slot in Slot::USUAL {
        if !slots.contains(&slot) {
            let place = slots.iter().rposition(|other| *other < slot).map_or(0, |place| place + 1);
            slots.insert(place, slot);
        }
    }
    let mut unknown = before.iter().flat_map(|turn| &turn.actions).filter_map(|action| action.text.as_deref());
    for slot in slots {
        let line = match slot {
            Slot::Unknown => unknown.next().map(str::to_owned),
            slot => header::text(slot, game),
        };
        if let Some(line) = line {
            out.push_text(slot.label(), &line, style.line_end());
        }
    }
    for line in unknown {
        out.push_text(Slot::Unknown.label(), line, style.line_end());
    }
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
