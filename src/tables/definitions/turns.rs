//! The record of play.

use std::borrow::Cow;

use super::rows::{Numbered, sorted};
use crate::model::{Field, PhaseKind, Position, Season, Seat, Turn, When};
use crate::tables::column::stored;
use crate::tables::numbers::Numbers;
use crate::tables::parts::{is_bare, phase_column, phase_mut, source_column};
use crate::tables::table::{Definition, Group, GroupName};

/// A column of turns.
macro_rules! turn {
    ($name:ident, $type:ty, $meaning:literal) => {
        stored!(Numbered<Turn>, stringify!($name), $type, |t| t.value.$name, $meaning)
    };
}

/// A column of the phase of a turn.
macro_rules! phase {
    ($column:literal, $name:ident, $type:ty, $meaning:literal) => {
        phase_column!(Numbered<Turn>, $column, $name, $type, |t| t.value.when, t.value.when, $meaning)
    };
}

/// A column of the file that the position of a turn is from.
macro_rules! position_from {
    ($column:literal, $name:ident, $meaning:literal) => {
        source_column!(Numbered<Turn>, $column, $name, |t| t.value.position.as_ref()?.from, position(t).from, $meaning)
    };
}

/// A column of the phase that the position of a turn stands at.
macro_rules! position_phase {
    ($column:literal, $name:ident, $type:ty, $meaning:literal) => {
        phase_column!(
            Numbered<Turn>,
            $column,
            $name,
            $type,
            |t| t.value.position.as_ref()?.when,
            position(t).when,
            $meaning
        )
    };
}

/// The turns.
pub static TURNS: Definition<Numbered<Turn>> = Definition {
    name: "turns",
    meaning: "the turns of the record of play, in their order",
    key: &["turn"],
    columns: &[
        stored!(Numbered<Turn>, "turn", usize, |t| t.number, "its place, from 1, which other tables refer by"),
        turn!(number, Option<u32>, "the number that the source gives it"),
        turn!(player, Option<Seat>, "whose turn it is").refers_to("players", "seat"),
        turn!(when, Option<When>, "when it was, where that is a moment"),
        phase!("when_season", season, Field<Season>, "the season of the phase that it is"),
        phase!("when_year", year, Field<i32>, "the year of that phase"),
        phase!("when_phase", phase, Field<PhaseKind>, "what that phase is for"),
        turn!(tag, Option<String>, "the tag of an alternative"),
        turn!(unset, Vec<Seat>, "the players whose actions the source says are not given yet, separated by blanks"),
        position_from!("position_from_name", name, "the file of a position that was only used to judge orders"),
        position_from!("position_from_sha256", sha256, "the SHA-256 of that file, in hexadecimal"),
        stored!(
            Numbered<Turn>,
            "position_when",
            Option<When>,
            |t| t.value.position.as_ref()?.when,
            position(t).when,
            "when the position that it starts from stands, where that is a moment"
        ),
        position_phase!("position_when_season", season, Field<Season>, "the season of the phase that it stands at"),
        position_phase!("position_when_year", year, Field<i32>, "the year of that phase"),
        position_phase!("position_when_phase", phase, Field<PhaseKind>, "what that phase is for"),
    ],
    groups: &[
        Group {
            name: GroupName { name: "when", meaning: "it is a phase of which nothing is known" },
            is_bare: |t| is_bare(&t.value.when),
            make: |t| _ = phase_mut(&mut t.value.when),
        },
        Group {
            name: GroupName { name: "position", meaning: "it starts from a position in which nothing stands" },
            is_bare: |t| t.value.position == Some(Position::default()),
            make: |t| _ = position(t),
        },
        Group {
            name: GroupName {
                name: "position_when",
                meaning: "the position that it starts from stands at a phase of which nothing is known",
            },
            is_bare: |t| t.value.position.as_ref().is_some_and(|position| is_bare(&position.when)),
            make: |t| _ = phase_mut(&mut position(t).when),
        },
    ],
    unknown_row: None,
    rows: |content| content.document.game.turns.iter().zip(1..).map(row).collect(),
    blank: Numbered::default,
    // What belongs to a turn is read after it.
    put: |content, rows, refuse| {
        let rows = sorted(rows, "turn", |row| row.number, refuse);
        content.numbers = Numbers::of_turns(rows.iter().map(|(_, row)| row.number));
        content.document.to_mut().game.turns = rows.into_iter().map(|(_, row)| row.value).collect();
        Ok(())
    },
};

/// The position that a turn starts from, made where there is none.
fn position(row: &mut Numbered<Turn>) -> &mut Position {
    row.value.position.get_or_insert_default()
}

/// A turn without what has rows of its own.
fn row((turn, number): (&Turn, usize)) -> Cow<'_, Numbered<Turn>> {
    let (player, when, unset, tag) = (turn.player.clone(), turn.when.clone(), turn.unset.clone(), turn.tag.clone());
    let position = turn.position.as_ref().and_then(heading);
    Cow::Owned(Numbered {
        number,
        value: Turn { number: turn.number, player, when, unset, tag, position, ..Turn::default() },
    })
}

/// A position without what stands in it, where there is anything to say of it.
fn heading(position: &Position) -> Option<Position> {
    let heading = Position { when: position.when.clone(), from: position.from.clone(), ..Position::default() };
    let is_made_by_its_rows = heading == Position::default() && heading != *position;
    (!is_made_by_its_rows).then_some(heading)
}
