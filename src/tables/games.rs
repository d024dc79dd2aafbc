//! The table `games`: one row a document.

use std::borrow::Cow;

use super::column::{Bound, Column, Empty, NO_PLACE, stored};
use super::parts::{
    details_mut, diplomacy, diplomacy_mut, flat, flat_mut, homeworlds, homeworlds_mut, is_bare, ownership,
    ownership_mut, phase_column, phase_mut, position, result, source_column, war, war_mut,
};
use super::stored::{Scalar, Stored};
use super::table::{Content, Definition, Group, GroupName, Refuse};
use super::{Expected, Kind, Value};
use crate::model::{
    Activity, Board, BuiltinBoard, Document, Field, Game, GameKind, Interruption, Map, Moment, Ownership, PhaseKind,
    Position, SHAPE_VERSION, Season, Seat, State, System, Unknown, When,
};
use crate::text::{Diagnostic, codes};

/// One row a document.
pub static GAMES: Definition<Document> = Definition {
    name: "games",
    meaning: "the game; one row a document",
    key: &[],
    columns: COLUMNS,
    groups: GROUPS,
    unknown_row: None,
    rows: |content| vec![Cow::Borrowed(&*content.document)],
    blank: || Document::new(Game::new(System::GlobalWar)),
    put,
};

/// A field of the game.
macro_rules! game {
    ($name:ident, $type:ty, $meaning:literal) => {
        stored!(Document, stringify!($name), $type, |d| d.game.$name, $meaning)
    };
}

/// A field of the file that the board is from.
macro_rules! board_from {
    ($column:literal, $name:ident, $type:ty, $meaning:literal) => {
        source_column!(
            Document,
            $column,
            $name,
            $type,
            |d| d.game.board.as_ref()?.from,
            d.game.board.get_or_insert_default().from,
            $meaning
        )
    };
}

/// A field of the file that the position is from.
macro_rules! position_from {
    ($column:literal, $name:ident, $type:ty, $meaning:literal) => {
        source_column!(Document, $column, $name, $type, |d| d.game.position.as_ref()?.from, position(d).from, $meaning)
    };
}

/// A field of the phase that the position stands at.
macro_rules! phase {
    ($column:literal, $name:ident, $type:ty, $meaning:literal) => {
        phase_column!(Document, $column, $name, $type, |d| d.game.position.as_ref()?.when, position(d).when, $meaning)
    };
}

/// A field of the result.
macro_rules! result {
    ($name:ident, $type:ty, $meaning:literal) => {
        stored!(Document, stringify!($name), $type, |d| d.game.result.as_ref()?.$name, result(d).$name, $meaning)
    };
}

/// A field of the details of Global War.
macro_rules! war {
    ($name:ident, $type:ty, $meaning:literal) => {
        stored!(Document, stringify!($name), $type, |d| war(d)?.$name, war_mut(d)?.$name, $meaning)
    };
}

/// A field of an interruption.
macro_rules! interruption {
    ($column:literal, $name:ident, $type:ty, $meaning:literal) => {
        stored!(
            Document,
            $column,
            $type,
            |d| war(d)?.interruption.as_ref()?.$name,
            war_mut(d)?.interruption.get_or_insert_default().$name,
            $meaning
        )
    };
}

/// A field that is only said where it is true.
macro_rules! flag {
    ($name:literal, |$d:ident| $at:expr, $meaning:literal) => {
        flag!($name, |$d| $at, $at, $meaning)
    };
    ($name:literal, |$d:ident| $at:expr, $made:expr, $meaning:literal) => {{
        fn value(_: &Content<'_>, row: &Document) -> Value {
            fn find($d: &Document) -> Option<bool> {
                Some($at)
            }
            find(row).filter(|&set| set).value()
        }
        let mut bound = stored!(Document, $name, bool, |$d| $at, $made, $meaning).optional();
        bound.value = value;
        bound
    }};
}

/// One of the passwords, by its place in their list.
macro_rules! password {
    ($column:literal, $place:literal, $meaning:literal) => {
        Bound {
            column: Column::new($column, Kind::Text, Empty::Absent, $meaning),
            value: |_, d| password(d, $place),
            store: Some(|d, value| put_password(d, $place, value)),
        }
    };
}

const COLUMNS: &[Bound<Document>] = &[
    stored!(Document, "schema", Option<String>, |d| d.schema, "the JSON Schema that a JSON document names"),
    stored!(Document, "ludex", u32, |d| d.ludex, "version of the shape"),
    game!(system, System, "the system that is played"),
    game!(variant, Option<String>, "the variant, by its file's name"),
    game!(title, Option<String>, "title or number"),
    game!(state, Option<State>, "whether it is open, under way or over"),
    game!(started, Option<String>, "the day it began").of_days(),
    game!(ended, Option<String>, "the day it ended").of_days(),
    game!(
        variants,
        Option<Vec<String>>,
        "options it is played with, as the source names them, separated by blanks; \\ is an empty list"
    ),
    stored!(
        Document,
        "board",
        Option<BuiltinBoard>,
        |d| d.game.board.as_ref()?.builtin,
        d.game.board.get_or_insert_default().builtin,
        "a board that ships with Ludex"
    ),
    board_from!("board_from_name", name, String, "the file of a board that was only used to resolve names"),
    board_from!("board_from_sha256", sha256, String, "the SHA-256 of that file, in hexadecimal"),
    board_from!(
        "board_from_content_sha256",
        content_sha256,
        Option<String>,
        "the SHA-256 of what was taken from it, to notice edits"
    ),
    stored!(
        Document,
        "when",
        Option<When>,
        |d| d.game.position.as_ref()?.when,
        position(d).when,
        "when the position stands, where that is a moment"
    ),
    phase!("when_season", season, Field<Season>, "the season of the phase that the position stands at"),
    phase!("when_year", year, Field<i32>, "the year of that phase"),
    phase!("when_phase", phase, Field<PhaseKind>, "what that phase is for"),
    position_from!("position_from_name", name, String, "the file of a position that was only used to judge orders"),
    position_from!("position_from_sha256", sha256, String, "the SHA-256 of that file, in hexadecimal"),
    position_from!(
        "position_from_content_sha256",
        content_sha256,
        Option<String>,
        "the SHA-256 of what was taken from it, to notice edits"
    ),
    result!(winners, Vec<Seat>, "the seats that won, separated by blanks"),
    result!(reason, Option<String>, "why they won"),
    result!(stated, bool, "whether the source says who won; otherwise it follows from the position").optional(),
    flag!("redacted", |d| d.redacted, "whether passwords and addresses were taken out"),
    war!(event, Option<Unknown>, "an event number that does not come apart; its text is in the table unknowns"),
    war!(game_kind, Option<GameKind>, "normal or team game"),
    war!(hidden_names, Option<bool>, "whether names are hidden while the game is played (+100)"),
    war!(non_sequential, Option<bool>, "whether players may mix deploying, attacking and fortifying (+10000)"),
    flag!(
        "flag_1000",
        |d| war(d)?.flag_1000,
        war_mut(d)?.flag_1000,
        "the flag +1000, whose meaning depends on the version"
    ),
    war!(players_min, Option<u8>, "fewest players to start with").unit("players"),
    war!(players_max, Option<u8>, "most players").unit("players"),
    war!(event_day, Field<Moment>, "when the game was opened, began or ended"),
    war!(commendation_sets, Field<i32>, "sets of commendations turned in for armies, in the whole game").unit("sets"),
    password!("team_password_1", 0, "the first password of a team game"),
    password!("team_password_2", 1, "the second password of a team game"),
    password!("team_password_3", 2, "the third password of a team game"),
    war!(fortifications, Field<i32>, "fortifications allowed (line 127)"),
    interruption!("interruption_player", player, Field<Seat>, "whose turn was interrupted")
        .refers_to("players", "seat"),
    interruption!("interruption_activity", activity, Field<Activity>, "what that player was doing"),
    interruption!(
        "interruption_armies_to_deploy",
        armies_to_deploy,
        Field<i32>,
        "armies that were still to be deployed"
    )
    .unit("armies"),
    interruption!("interruption_map", map, Field<Map>, "the map that was on screen"),
    stored!(
        Document,
        "to_move",
        Option<Seat>,
        |d| homeworlds(d)?.to_move,
        homeworlds_mut(d)?.to_move,
        "who moves first in the start position (Homeworlds)"
    )
    .refers_to("players", "seat"),
    stored!(
        Document,
        "ownership",
        String,
        |d| *flat(d)?,
        *flat_mut(d)?,
        "ownership, one character a territory, where no board says which territories it counts"
    )
    .optional(),
];

/// A list of the details of Diplomacy that may be there with nothing in it.
macro_rules! list {
    ($name:ident, $meaning:literal) => {
        Group {
            name: GroupName { name: stringify!($name), meaning: concat!("there is ", $meaning, ", and it is empty") },
            is_bare: |d| diplomacy(d).is_some_and(|details| details.$name.as_ref().is_some_and(Vec::is_empty)),
            make: |d| _ = diplomacy_mut(d).map(|details| details.$name.get_or_insert_default()),
        }
    };
}

const GROUPS: &[Group<Document>] = &[
    Group {
        name: GroupName { name: "board", meaning: "there is a board that has nothing" },
        is_bare: |d| d.game.board == Some(Board::default()),
        make: |d| _ = d.game.board.get_or_insert_default(),
    },
    Group {
        name: GroupName { name: "position", meaning: "there is a position in which nothing stands" },
        is_bare: |d| d.game.position == Some(Position::default()),
        make: |d| _ = d.game.position.get_or_insert_default(),
    },
    Group {
        name: GroupName { name: "when", meaning: "the position stands at a phase of which nothing is known" },
        is_bare: |d| d.game.position.as_ref().is_some_and(|position| is_bare(&position.when)),
        make: |d| _ = phase_mut(&mut position(d).when),
    },
    Group {
        name: GroupName { name: "team_passwords", meaning: "there is a list of passwords, and it is empty" },
        is_bare: |d| war(d).is_some_and(|war| war.team_passwords.as_ref().is_some_and(Vec::is_empty)),
        make: |d| _ = war_mut(d).map(|war| war.team_passwords.get_or_insert_default()),
    },
    Group {
        name: GroupName { name: "interruption", meaning: "a turn was interrupted of which nothing is known" },
        is_bare: |d| war(d).is_some_and(|war| war.interruption == Some(Interruption::default())),
        make: |d| _ = war_mut(d).map(|war| war.interruption.get_or_insert_default()),
    },
    list!(famine, "a table of famine"),
    list!(plague, "a table of plague"),
    list!(storms, "a table of storms"),
    list!(income, "a table of incomes"),
    list!(city_order, "an order of cities"),
    list!(centre_order, "an order of centres"),
    list!(hong_kong, "a list of Hong Kongs"),
    list!(limits, "a list of limits"),
    list!(extra_centres, "a list of extra centres"),
    list!(standings, "a players' block"),
    Group {
        name: GroupName { name: "ownership", meaning: "there is ownership in groups, and there are none" },
        is_bare: |d| matches!(ownership(d), Some(Ownership::Groups(groups)) if groups.is_empty()),
        make: |d| _ = ownership_mut(d, || Ownership::Groups(Vec::new())),
    },
];

/// How many passwords have a column.
pub const PASSWORDS: usize = 3;

fn password(document: &Document, place: usize) -> Value {
    let passwords = war(document).and_then(|war| war.team_passwords.as_ref());
    passwords.and_then(|passwords| passwords.get(place)).map_or(Value::Absent, Stored::value)
}

fn put_password(document: &mut Document, place: usize, value: Value) -> Result<(), Expected> {
    let war = war_mut(document).ok_or(NO_PLACE)?;
    let password = String::of_value(&value)?;
    let passwords = war.team_passwords.get_or_insert_default();
    if passwords.len() != place {
        return Err("an empty cell, as the cell before it is empty (\\ is an empty password),".into());
    }
    passwords.push(password);
    Ok(())
}

fn put(content: &mut Content<'_>, rows: Vec<Document>, _: &mut Refuse<'_>) -> Result<(), Diagnostic> {
    let count = rows.len();
    let mut rows = rows.into_iter();
    let (Some(mut document), None) = (rows.next(), rows.next()) else {
        let message = format!("the table games has {count} rows, and a document is one game");
        return Err(Diagnostic::error(&codes::BAD_TABLE, message).help("leave the one row that is meant"));
    };
    if document.ludex != SHAPE_VERSION {
        let message = format!("a document of version {}; this program knows version {SHAPE_VERSION}", document.ludex);
        return Err(Diagnostic::error(&codes::NEWER_VERSION, message).help("use a later Ludex"));
    }
    // A game of a system that always has details has them, if empty ones, as in JSON.
    if document.game.system != System::Homeworlds {
        details_mut(&mut document);
    }
    content.document = Cow::Owned(document);
    Ok(())
}
