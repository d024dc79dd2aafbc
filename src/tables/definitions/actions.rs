//! What was done.

use std::borrow::Cow;

use smol_str::SmolStr;

use super::action_type::{ActionType, Fields, fields, kind};
use super::of_turn::{list_of, numbered_actions};
use super::rows::sorted;
use crate::model::{Action, ActionKind, Field, Gives, PhaseKind, PieceName, Place, Season, Seat, When};
use crate::tables::column::{Bound, Column, Empty, stored};
use crate::tables::numbers::ActionNumber;
use crate::tables::parts::{is_bare, phase_column, phase_mut};
use crate::tables::stored::Stored;
use crate::tables::table::{Definition, Group, GroupName, Misfit};

/// An action without its remarks and the pieces that it gives, which have rows of their own.
#[derive(Debug, Clone, Default)]
pub struct ActionRow {
    number: ActionNumber,
    /// Its type; nothing where the cell had another word.
    kind: Option<ActionType>,
    /// What only some types have.
    fields: Fields,
    player: Option<Seat>,
    when: Option<When>,
    serial: Option<SmolStr>,
    results: Option<Vec<String>>,
    inferred: Vec<String>,
    text: Option<String>,
}

/// A column that all types of actions have.
macro_rules! common {
    ($name:ident, $type:ty, $meaning:literal) => {
        stored!(ActionRow, stringify!($name), $type, |a| a.$name, $meaning)
    };
}

/// A column of the phase of an action.
macro_rules! phase {
    ($column:literal, $name:ident, $type:ty, $meaning:literal) => {
        phase_column!(ActionRow, $column, $name, $type, |a| a.when, a.when, $meaning)
    };
}

/// A column that only some types of actions have.
macro_rules! some {
    ($name:literal, $type:ty, $meaning:literal) => {
        Bound {
            column: Column::new($name, <$type as Stored>::KIND, Empty::Absent, $meaning),
            value: |_, row: &ActionRow| row.fields.value($name),
            store: Some(|row, value| {
                row.fields.push($name, value);
                Ok(())
            }),
        }
    };
}

/// The actions.
pub static ACTIONS: Definition<ActionRow> = Definition {
    name: "actions",
    meaning: "what was done in the turns, in its order",
    key: &["turn", "undone", "action"],
    columns: &[
        stored!(ActionRow, "turn", usize, |a| a.number.turn, "the turn that it belongs to").refers_to("turns", "turn"),
        stored!(
            ActionRow,
            "undone",
            Option<usize>,
            |a| a.number.undone,
            "the list, among those that restarts took back, that it is in; empty where it stands"
        ),
        stored!(ActionRow, "action", usize, |a| a.number.action, "its place in that turn or list, from 1"),
        Bound {
            column: Column::new("type", <ActionType as Stored>::KIND, Empty::Refused, "what was done"),
            value: |_, row: &ActionRow| row.kind.value(),
            store: Some(|row, value| row.kind.store(value)),
        },
        common!(player, Option<Seat>, "who did it, where the source says so; who is out, of eliminate")
            .refers_to("players", "seat"),
        some!("piece", PieceName, "the kind of piece that does it"),
        some!("at", Place, "where it was done, with the coast where there is one"),
        some!("from", Place, "where the piece came from"),
        some!("to", Place, "where it went"),
        some!("via", Option<Vec<Place>>, "the route of a convoy or railway, separated by blanks; \\ is an empty list"),
        some!("by_convoy", bool, "whether an army moves by convoy"),
        some!("supported_piece", PieceName, "the kind of unit that is supported"),
        some!("supported_from", Place, "where it stands"),
        some!("supported_to", Place, "where it goes; empty where it is supported to hold"),
        some!("supported_player", Seat, "whose it is, where it is said").refers_to("players", "seat"),
        some!("convoyed_piece", PieceName, "the kind of unit that is convoyed"),
        some!("convoyed_from", Place, "where it stands"),
        some!("convoyed_to", Place, "where it goes"),
        some!("convoyed_player", Seat, "whose it is, where it is said").refers_to("players", "seat"),
        some!("gives", Gives, "what is given for another piece, where the table action_gives does not say it"),
        some!("becomes", PieceName, "the kind of piece that it becomes"),
        some!("stars", Vec<Option<PieceName>>, r"the stars of a homeworld, separated by blanks; \- is a missing one"),
        some!("override", bool, "whether a homeworld is set up against the rules"),
        some!("star", PieceName, "the star of a system that is born"),
        some!("new_star", SmolStr, "the star of a system that is born by a move"),
        some!("name", String, "the name of that system, where its id is another"),
        some!("owner", Seat, "whose ship it was").refers_to("players", "seat"),
        some!("colour", PieceName, "the colour of a catastrophe"),
        some!("armies", i32, "how many armies do it").unit("armies"),
        some!("total", i32, "how many then stand there").unit("armies"),
        some!("defender", Field<Seat>, "who is attacked").refers_to("players", "seat"),
        some!("defending", i32, "how many armies defend").unit("armies"),
        some!("attacker_lost", i32, "how many the attacker lost").unit("armies"),
        some!("defender_lost", i32, "how many the defender lost").unit("armies"),
        some!("continent", String, "the continent that is held"),
        some!("count", i32, "how many commendations are taken").unit("commendations"),
        some!("for", Place, "the country that one is swapped for"),
        some!("armies_there", i32, "how many armies stand in that").unit("armies"),
        common!(results, Option<Vec<String>>, "what came of it, separated by blanks; \\ is an empty list: success"),
        common!(inferred, Vec<String>, "what was not in the source, separated by blanks"),
        common!(text, Option<String>, "the text it was given with, where it was not understood"),
        common!(serial, Option<SmolStr>, "what tells the piece from equal pieces"),
        common!(when, Option<When>, "when it was, where that is a moment"),
        phase!("when_season", season, Field<Season>, "the season of its phase"),
        phase!("when_year", year, Field<i32>, "the year of that phase"),
        phase!("when_phase", phase, Field<PhaseKind>, "what that phase is for"),
    ],
    groups: &[Group {
        name: GroupName { name: "when", meaning: "it was in a phase of which nothing is known" },
        is_bare: |row| is_bare(&row.when),
        make: |row| _ = phase_mut(&mut row.when),
    }],
    unknown_row: None,
    rows: |content| {
        let row = |(number, action)| Cow::Owned(ActionRow::new(number, action));
        numbered_actions(&content.document.game).map(row).collect()
    },
    blank: ActionRow::default,
    // What belongs to an action is read after it.
    put: |content, rows, refuse| {
        for (place, row) in sorted(rows, "action", |row| row.number, refuse) {
            let number = row.number;
            let action = row.into_action(|column, misfit| refuse(place, column, misfit));
            if let Some(actions) = list_of(content, number, place, refuse) {
                actions.push(action);
                content.numbers.push_action(number);
            }
        }
        Ok(())
    },
};

impl ActionRow {
    fn new(number: ActionNumber, action: &Action) -> Self {
        let Action { kind, player, when, serial, results, inferred, text, remarks: _ } = action.clone();
        let (kind, fields) = fields(&kind);
        ActionRow {
            number,
            kind: Some(kind),
            fields,
            player,
            when: when.map(|when| *when),
            serial,
            results,
            inferred,
            text,
        }
    }

    /// The action; a word that is no type was refused with its cell.
    fn into_action(self, refuse: impl FnMut(&'static str, Misfit)) -> Action {
        let ActionRow { number: _, kind: of, fields, player, when, serial, results, inferred, text } = self;
        let kind = of.and_then(|of| kind(of, fields, refuse)).unwrap_or(ActionKind::Unknown);
        Action { kind, player, when: when.map(Box::new), serial, results, inferred, text, remarks: Vec::new() }
    }
}
