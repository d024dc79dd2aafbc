//! The pieces that are given for others.

use std::borrow::Cow;

use super::of_turn::{action_of, numbered_actions};
use crate::model::{Action, ActionKind, Gives, PieceName, Seat, Stack};
use crate::tables::column::stored;
use crate::tables::numbers::ActionNumber;
use crate::tables::table::{Definition, Misfit};

/// Pieces that an action gives.
#[derive(Debug, Clone, Default)]
pub struct StackRow {
    of: ActionNumber,
    stack: Stack,
}

/// What is given in exchanges.
pub static ACTION_GIVES: Definition<StackRow> = Definition {
    name: "action_gives",
    meaning: "the pieces that are given in exchanges, in their order",
    key: &[],
    columns: &[
        stored!(StackRow, "turn", usize, |g| g.of.turn, "the turn of the action").refers_to("turns", "turn"),
        stored!(
            StackRow,
            "undone",
            Option<usize>,
            |g| g.of.undone,
            "the list, among those that restarts took back, that the action is in; empty where it stands"
        ),
        stored!(StackRow, "action", usize, |g| g.of.action, "the place of the action in that turn or list, from 1"),
        stored!(StackRow, "piece", PieceName, |g| g.stack.piece, "the kind of piece"),
        stored!(StackRow, "count", u64, |g| g.stack.count, "how many").unit("pieces"),
        stored!(StackRow, "player", Option<Seat>, |g| g.stack.player, "whose, where it is said")
            .refers_to("players", "seat"),
    ],
    groups: &[],
    unknown_row: None,
    rows: |content| {
        let rows =
            |(of, action)| gives(action).iter().map(move |stack| Cow::Owned(StackRow { of, stack: stack.clone() }));
        numbered_actions(&content.document.game).flat_map(rows).collect()
    },
    blank: StackRow::default,
    put: |content, rows, refuse| {
        for (place, StackRow { of, stack }) in rows.into_iter().enumerate() {
            match action_of(content, of, place, refuse).map(|action| &mut action.kind) {
                Some(ActionKind::Exchange { gives: Gives::Pieces(pieces), .. }) => pieces.push(stack),
                Some(_) => {
                    refuse(place, "action", Misfit::no_such("the number of an exchange whose cell gives is empty"))
                }
                None => {}
            }
        }
        Ok(())
    },
};

/// The pieces that an action gives.
pub fn gives(action: &Action) -> &[Stack] {
    match &action.kind {
        ActionKind::Exchange { gives: Gives::Pieces(pieces), .. } => pieces,
        _ => &[],
    }
}
