//! What was said in play, and what the source has beside it.

use std::borrow::Cow;
use std::iter;

use super::of_turn::{NumberedTurn, OfTurn, action_of, actions_of, numbered_turns, turn_of};
use super::rows::other_system;
use crate::model::{Extra, Moment, Remark, RemarkPlace};
use crate::tables::column::stored;
use crate::tables::numbers::ActionNumber;
use crate::tables::parts::{extras, extras_mut};
use crate::tables::table::{Definition, Misfit};

/// A remark of a turn or of one of its actions.
#[derive(Debug, Clone, Default)]
pub struct RemarkRow {
    turn: usize,
    undone: Option<usize>,
    action: Option<usize>,
    remark: Remark,
}

/// A column of remarks.
macro_rules! remark {
    ($name:ident, $type:ty, $meaning:literal) => {
        stored!(RemarkRow, stringify!($name), $type, |r| r.remark.$name, $meaning)
    };
}

/// The remarks.
pub static REMARKS: Definition<RemarkRow> = Definition {
    name: "remarks",
    meaning: "what was said, in the order of the source: for each turn its own, then those of its actions",
    key: &[],
    columns: &[
        stored!(RemarkRow, "turn", usize, |r| r.turn, "the turn that it belongs to").refers_to("turns", "turn"),
        stored!(
            RemarkRow,
            "undone",
            Option<usize>,
            |r| r.undone,
            "the list, among those that restarts took back, that its action is in; empty where that stands"
        ),
        stored!(
            RemarkRow,
            "action",
            Option<usize>,
            |r| r.action,
            "the place in that turn or list, from 1, of the action that it belongs to; empty where it belongs to the turn"
        ),
        remark!(author, Option<String>, "who said it"),
        remark!(recipient, Option<String>, "who it was said to"),
        remark!(text, String, "what was said"),
        remark!(when, Option<Moment>, "when it was said"),
        remark!(place, Option<RemarkPlace>, "where it stands, where it has a line of its own"),
    ],
    groups: &[],
    unknown_row: None,
    rows: |content| numbered_turns(&content.document.game).flat_map(remarks).map(Cow::Owned).collect(),
    blank: RemarkRow::default,
    put: |content, rows, refuse| {
        for (place, RemarkRow { turn, undone, action, remark }) in rows.into_iter().enumerate() {
            let remarks = match (undone, action) {
                (None, None) => turn_of(content, turn, place, refuse).map(|turn| &mut turn.remarks),
                (Some(_), None) => {
                    refuse(place, "action", Misfit::no_such("the number of an action of that list"));
                    None
                }
                (undone, Some(action)) => {
                    let number = ActionNumber { turn, undone, action };
                    action_of(content, number, place, refuse).map(|action| &mut action.remarks)
                }
            };
            if let Some(remarks) = remarks {
                remarks.push(remark);
            }
        }
        Ok(())
    },
};

/// The remarks of a turn, then those of its actions.
fn remarks(turn: NumberedTurn<'_>) -> impl Iterator<Item = RemarkRow> {
    let of_actions = actions_of(turn).map(|(number, action)| (number.undone, Some(number.action), &action.remarks));
    iter::once((None, None, &turn.turn.remarks)).chain(of_actions).flat_map(move |(undone, action, remarks)| {
        let row = move |remark: &Remark| RemarkRow { turn: turn.number, undone, action, remark: remark.clone() };
        remarks.iter().map(row)
    })
}

/// The values that the model has no place for.
pub static EXTRAS: Definition<OfTurn<Extra>> = Definition {
    name: "extras",
    meaning: "values of a source in JSON that the model has no place for, in their order",
    key: &[],
    columns: &[
        OfTurn::turn("the turn that it belongs to; empty where it belongs to the game"),
        stored!(OfTurn<Extra>, "key", String, |e| e.value.key, "its key, behind those of the objects that it is in"),
        stored!(OfTurn<Extra>, "json", String, |e| e.value.json, "the value, as JSON"),
    ],
    groups: &[],
    unknown_row: None,
    rows: |content| {
        let game = &content.document.game;
        let of_turns = numbered_turns(game).map(|turn| (Some(turn.number), &turn.turn.extras[..]));
        let row = |turn| move |value: &Extra| Cow::Owned(OfTurn { turn, value: value.clone() });
        iter::once((None, extras(&game.details)))
            .chain(of_turns)
            .flat_map(|(turn, extras)| extras.iter().map(row(turn)))
            .collect()
    },
    blank: OfTurn::default,
    put: |content, rows, refuse| {
        for (place, OfTurn { turn, value }) in rows.into_iter().enumerate() {
            let extras = match turn {
                Some(turn) => turn_of(content, turn, place, refuse).map(|turn| &mut turn.extras),
                None => {
                    let extras = extras_mut(content.document.to_mut());
                    let message = "values of a Diplomacy or Homeworlds game, and the game is of another system";
                    Some(extras.ok_or_else(|| other_system(message))?)
                }
            };
            if let Some(extras) = extras {
                extras.push(value);
            }
        }
        Ok(())
    },
};
