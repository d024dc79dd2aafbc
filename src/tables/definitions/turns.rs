//! The record of play.

use std::borrow::Cow;

use super::of_turn::{NumberedTurn, numbered_turns};
use super::rows::sorted;
use crate::model::{Field, PhaseKind, Position, Season, Seat, Turn, When};
use crate::tables::Expected;
use crate::tables::column::stored;
use crate::tables::numbers::{Alternative, Lists, Numbers};
use crate::tables::parts::{is_bare, phase_column, phase_mut, source_column};
use crate::tables::table::{Definition, Group, GroupName, Misfit};
use crate::text::codes;

/// How many alternatives a turn may be in, one within the other: no more than a document in JSON can hold.
pub const DEPTH: usize = 32;

/// A turn without what has rows of its own.
#[derive(Debug, Clone, Default)]
pub struct TurnRow {
    number: usize,
    alternative_to: Option<usize>,
    alternative: Option<usize>,
    lists: Lists,
    turn: Turn,
}

/// A column of turns.
macro_rules! turn {
    ($name:ident, $type:ty, $meaning:literal) => {
        stored!(TurnRow, stringify!($name), $type, |t| t.turn.$name, $meaning)
    };
}

/// A column of the phase of a turn.
macro_rules! phase {
    ($column:literal, $name:ident, $type:ty, $meaning:literal) => {
        phase_column!(TurnRow, $column, $name, $type, |t| t.turn.when, t.turn.when, $meaning)
    };
}

/// A column of the file that the position of a turn is from.
macro_rules! position_from {
    ($column:literal, $name:ident, $type:ty, $meaning:literal) => {
        source_column!(TurnRow, $column, $name, $type, |t| t.turn.position.as_ref()?.from, position(t).from, $meaning)
    };
}

/// A column of the phase that the position of a turn stands at.
macro_rules! position_phase {
    ($column:literal, $name:ident, $type:ty, $meaning:literal) => {
        phase_column!(TurnRow, $column, $name, $type, |t| t.turn.position.as_ref()?.when, position(t).when, $meaning)
    };
}

/// The turns.
pub static TURNS: Definition<TurnRow> = Definition {
    name: "turns",
    meaning: "the turns of the record of play, in their order, each before those of its alternatives",
    key: &["turn"],
    columns: &[
        stored!(TurnRow, "turn", usize, |t| t.number, "its place, from 1, which other tables refer by"),
        stored!(
            TurnRow,
            "alternative_to",
            Option<usize>,
            |t| t.alternative_to,
            "the turn, before it, that it is an alternative to; empty for a turn of the game itself"
        )
        .refers_to("turns", "turn"),
        stored!(
            TurnRow,
            "alternative",
            Option<usize>,
            |t| t.alternative,
            "which of the alternatives to that turn it is part of, by a number that the cell alternatives there has"
        ),
        turn!(number, Option<u32>, "the number that the source gives it"),
        turn!(player, Option<Seat>, "whose turn it is").refers_to("players", "seat"),
        turn!(when, Option<When>, "when it was, where that is a moment"),
        phase!("when_season", season, Field<Season>, "the season of the phase that it is"),
        phase!("when_year", year, Field<i32>, "the year of that phase"),
        phase!("when_phase", phase, Field<PhaseKind>, "what that phase is for"),
        turn!(tag, Option<String>, "the tag of an alternative"),
        turn!(unset, Vec<Seat>, "the players whose actions the source says are not given yet, separated by blanks"),
        turn!(inferred, Vec<String>, "what was not in the source, separated by blanks"),
        stored!(
            TurnRow,
            "undone",
            Vec<usize>,
            |t| t.lists.undone,
            "the numbers, from 1, of the lists of actions that restarts took back, separated by blanks"
        ),
        stored!(
            TurnRow,
            "alternatives",
            Vec<usize>,
            |t| t.lists.alternatives,
            "the numbers, from 1, of the alternatives to it, separated by blanks"
        ),
        position_from!("position_from_name", name, String, "the file of a position that was only used to judge orders"),
        position_from!("position_from_sha256", sha256, String, "the SHA-256 of that file, in hexadecimal"),
        position_from!(
            "position_from_content_sha256",
            content_sha256,
            Option<String>,
            "the SHA-256 of what was taken from it, to notice edits"
        ),
        stored!(
            TurnRow,
            "position_when",
            Option<When>,
            |t| t.turn.position.as_ref()?.when,
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
            is_bare: |t| is_bare(&t.turn.when),
            make: |t| _ = phase_mut(&mut t.turn.when),
        },
        Group {
            name: GroupName { name: "position", meaning: "it starts from a position in which nothing stands" },
            is_bare: |t| t.turn.position.as_deref() == Some(&Position::default()),
            make: |t| _ = position(t),
        },
        Group {
            name: GroupName {
                name: "position_when",
                meaning: "the position that it starts from stands at a phase of which nothing is known",
            },
            is_bare: |t| t.turn.position.as_ref().is_some_and(|position| is_bare(&position.when)),
            make: |t| _ = phase_mut(&mut position(t).when),
        },
    ],
    unknown_row: None,
    rows: |content| numbered_turns(&content.document.game).map(|turn| Cow::Owned(row(turn))).collect(),
    blank: TurnRow::default,
    // What belongs to a turn is read after it.
    put: |content, rows, refuse| {
        let mut numbers = Numbers::default();
        let turns = &mut content.document.to_mut().game.turns;
        for (place, mut row) in sorted(rows, "turn", |row| row.number, refuse) {
            row.lists.sort(|column, misfit| refuse(place, column, misfit));
            let of = alternative(&row, &numbers).unwrap_or_else(|(column, misfit)| {
                refuse(place, column, misfit);
                None
            });
            numbers.put_turn(turns, of, row.number, row.lists, row.turn);
        }
        content.numbers = numbers;
        Ok(())
    },
};

/// The alternative that a turn is part of, or the column that does not say which, and why.
fn alternative(row: &TurnRow, numbers: &Numbers) -> Result<Option<Alternative>, (&'static str, Misfit)> {
    let Some(to) = row.alternative_to else {
        let is_empty = row.alternative.is_none();
        let expected = Expected::from("an empty cell, as alternative_to is empty,");
        return if is_empty { Ok(None) } else { Err(("alternative", expected.into())) };
    };
    // Only the turns before it have been put, so none can be an alternative to itself.
    let no_turn = || ("alternative_to", Misfit::no_such("the number of a turn before it"));
    let to = numbers.turn(to).ok_or_else(no_turn)?;
    if numbers.depth(to) >= DEPTH {
        let expected = format!("a turn that is in fewer than {DEPTH} alternatives, one within the other,");
        return Err(("alternative_to", Expected(expected.into()).into()));
    }
    let no_alternative = || ("alternative", Misfit::no_such("a number in the cell alternatives of that turn"));
    let found = row.alternative.and_then(|number| numbers.alternative(to, number));
    found.map(Some).ok_or_else(no_alternative)
}

impl Lists {
    /// Brings the numbers into their order; one that is there twice is refused.
    fn sort(&mut self, mut refuse: impl FnMut(&'static str, Misfit)) {
        for (column, numbers) in [("undone", &mut self.undone), ("alternatives", &mut self.alternatives)] {
            numbers.sort_unstable();
            if numbers.windows(2).any(|pair| matches!(pair, [one, other] if one == other)) {
                refuse(column, Misfit { code: &codes::TWICE, expected: "a list of different numbers".into() });
            }
        }
    }
}

/// The position that a turn starts from, made where there is none.
fn position(row: &mut TurnRow) -> &mut Position {
    row.turn.position.get_or_insert_default()
}

/// A turn without what has rows of its own.
fn row(NumberedTurn { number, alternative_to, turn }: NumberedTurn<'_>) -> TurnRow {
    let (alternative_to, alternative) = alternative_to.unzip();
    let Turn { player, when, unset, inferred, tag, .. } = turn;
    TurnRow {
        number,
        alternative_to,
        alternative,
        lists: Lists {
            undone: (1..=turn.undone.len()).collect(),
            alternatives: (1..=turn.alternatives.len()).collect(),
        },
        turn: Turn {
            number: turn.number,
            player: player.clone(),
            when: when.clone(),
            position: turn.position.as_deref().and_then(heading).map(Box::new),
            unset: unset.clone(),
            inferred: inferred.clone(),
            tag: tag.clone(),
            ..Turn::default()
        },
    }
}

/// A position without what stands in it, where there is anything to say of it.
fn heading(position: &Position) -> Option<Position> {
    let heading = Position { when: position.when.clone(), from: position.from.clone(), ..Position::default() };
    let is_made_by_its_rows = heading == Position::default() && heading != *position;
    (!is_made_by_its_rows).then_some(heading)
}
