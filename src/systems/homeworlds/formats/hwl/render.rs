//! Renders a record of homeworlds-live.

use std::fmt::{Display, Write as _};

use super::Style;
use super::command::{OPEN, PASS, name_of};
use crate::model::{Action, ActionKind, Game, PieceName};
use crate::systems::homeworlds::formats::prepare::is_header;
use crate::systems::homeworlds::formats::words::ship_given;
use crate::systems::homeworlds::formats::{passes, slots};
use crate::text::write_back::Statements;

pub fn render(game: &Game, style: &Style, out: &mut Statements) {
    let end = style.line_end();
    let (before, turns) = match game.turns.split_first() {
        Some((first, rest)) if is_header(first) => (Some(first), rest),
        _ => (None, &game.turns[..]),
    };
    slots::write(game, before, &style.header, style.line_end(), out);
    let mut command = String::new();
    for turn in turns {
        let is_open = !turn.unset.is_empty();
        let mut actions = turn.actions.iter().filter(|action| !passes::is_inferred(action)).peekable();
        while let Some(action) = actions.next() {
            command.clear();
            write(action, game, &mut command);
            let is_last = actions.peek().is_none() && !is_open;
            out.push_text("turn.action", &command, if is_last { end } else { ";" });
        }
        if is_open {
            out.push_text("turn.open", OPEN, end);
        }
    }
}

/// Writes an action, or its text if no command expresses it.
fn write(action: &Action, game: &Game, out: &mut String) {
    let mut writer = Writer { letters: action.serial.as_deref().unwrap_or_default().chars(), out };
    match &action.kind {
        ActionKind::Setup { stars, piece, at, .. } => {
            writer.verb('h');
            stars.iter().flatten().for_each(|star| writer.piece(star));
            writer.piece(piece);
            if !action.inferred.iter().any(|field| field == "at") {
                writer.field(at);
            }
        }
        ActionKind::Build { piece, at } => {
            writer.verb('b');
            piece.iter().for_each(|piece| writer.piece(piece));
            writer.field(at);
        }
        ActionKind::Exchange { gives, becomes, .. } => {
            writer.verb('t');
            ship_given(gives).into_iter().for_each(|ship| writer.piece(ship));
            writer.piece(becomes);
        }
        ActionKind::Discover { piece, star, .. } => {
            writer.verb('d');
            writer.piece(piece);
            writer.piece(star);
        }
        ActionKind::Move { piece, to, .. } => {
            writer.verb('m');
            piece.iter().for_each(|piece| writer.piece(piece));
            writer.field(to);
        }
        ActionKind::Capture { piece, .. } => {
            writer.verb('x');
            writer.piece(piece);
        }
        ActionKind::Sacrifice { piece, .. } => {
            writer.verb('s');
            writer.piece(piece);
        }
        ActionKind::Catastrophe { at, colour } => {
            writer.verb('c');
            writer.field(&colour.0);
            writer.field(at);
        }
        ActionKind::Resign => {
            let player = game.players.iter().find(|player| Some(&player.seat) == action.player.as_ref());
            writer.verb('e');
            player.into_iter().for_each(|player| writer.field(name_of(player)));
        }
        ActionKind::Pass => out.push_str(PASS),
        _ => out.push_str(action.text.as_deref().unwrap_or_default()),
    }
}

struct Writer<'w> {
    letters: std::str::Chars<'w>,
    out: &'w mut String,
}

impl Writer<'_> {
    fn verb(&mut self, verb: char) {
        self.out.push(verb);
    }

    fn field(&mut self, field: impl Display) {
        // Writing to a String cannot fail.
        let _ = write!(self.out, ",{field}");
    }

    fn piece(&mut self, piece: &PieceName) {
        self.field(&piece.0);
        self.out.extend(self.letters.next());
    }
}
