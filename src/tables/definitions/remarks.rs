//! What was said in play, and what the source has beside it.

use std::borrow::Cow;
use std::iter;

use super::of_turn::{OfTurn, action_of, turn_of};
use super::rows::other_system;
use crate::model::{Extra, Moment, Remark, RemarkPlace, Turn};
use crate::tables::column::stored;
use crate::tables::parts::{diplomacy, diplomacy_mut};
use crate::tables::table::Definition;

/// A remark of a turn or of one of its actions.
#[derive(Debug, Clone, Default)]
pub struct RemarkRow {
    turn: usize,
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
            "action",
            Option<usize>,
            |r| r.action,
            "the place in that turn, from 1, of the action that it belongs to; empty where it belongs to the turn"
        ),
        remark!(author, Option<String>, "who said it"),
        remark!(recipient, Option<String>, "who it was said to"),
        remark!(text, String, "what was said"),
        remark!(when, Option<Moment>, "when it was said"),
        remark!(place, Option<RemarkPlace>, "where it stands, where it has a line of its own"),
    ],
    groups: &[],
    unknown_row: None,
    rows: |content| content.document.game.turns.iter().zip(1..).flat_map(remarks).map(Cow::Owned).collect(),
    blank: RemarkRow::default,
    put: |content, rows, refuse| {
        for (place, RemarkRow { turn, action, remark }) in rows.into_iter().enumerate() {
            let remarks = match action {
                None => turn_of(content, turn, place, refuse).map(|turn| &mut turn.remarks),
                Some(action) => action_of(content, turn, action, place, refuse).map(|action| &mut action.remarks),
            };
            if let Some(remarks) = remarks {
                remarks.push(remark);
            }
        }
        Ok(())
    },
};

fn remarks((turn, number): (&Turn, usize)) -> impl Iterator<Item = RemarkRow> {
    let of_actions = turn.actions.iter().zip(1..).map(|(action, place)| (Some(place), &action.remarks));
    let row = move |action| move |remark: &Remark| RemarkRow { turn: number, action, remark: remark.clone() };
    iter::once((None, &turn.remarks))
        .chain(of_actions)
        .flat_map(move |(action, remarks)| remarks.iter().map(row(action)))
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
        let own = diplomacy(&content.document).map_or(&[][..], |details| &details.extras);
        let of_turns =
            content.document.game.turns.iter().zip(1..).map(|(turn, number)| (Some(number), &turn.extras[..]));
        let row = |turn| move |value: &Extra| Cow::Owned(OfTurn { turn, value: value.clone() });
        iter::once((None, own)).chain(of_turns).flat_map(|(turn, extras)| extras.iter().map(row(turn))).collect()
    },
    blank: OfTurn::default,
    put: |content, rows, refuse| {
        for (place, OfTurn { turn, value }) in rows.into_iter().enumerate() {
            let extras = match turn {
                Some(turn) => turn_of(content, turn, place, refuse).map(|turn| &mut turn.extras),
                None => {
                    let details = diplomacy_mut(content.document.to_mut());
                    let message = "values of a Diplomacy game, and the game is of another system";
                    Some(&mut details.ok_or_else(|| other_system(message))?.extras)
                }
            };
            if let Some(extras) = extras {
                extras.push(value);
            }
        }
        Ok(())
    },
};
