//! Names that older versions of the tables used; packages written with them remain readable for ever.

/// The version of the tables that is written.
pub const VERSION: u32 = 2;

/// Columns and parts of rows of one table that were renamed, or moved to another table, in a version.
struct Change {
    since: u32,
    table: &'static str,
    now_in: &'static str,
    /// Names separated by blanks, as `old=new`, or as one name if it is unchanged.
    names: &'static str,
}

const fn renamed(since: u32, table: &'static str, names: &'static str) -> Change {
    Change { since, table, now_in: table, names }
}

const fn moved(since: u32, table: &'static str, now_in: &'static str, names: &'static str) -> Change {
    Change { since, table, now_in, names }
}

/// All names that were renamed or moved.
const CHANGES: &[Change] = &[
    moved(
        2,
        "games",
        "global_war_games",
        "event game_kind hidden_names non_sequential flag_1000 players_min players_max event_day log_started commendation_sets \
         team_password_1 team_password_2 team_password_3 team_passwords fortifications interruption_player \
         interruption_activity interruption_armies_to_deploy interruption_map interruption",
    ),
    moved(
        2,
        "games",
        "diplomacy_games",
        "ownership famine plague storms income city_order centre_order hong_kong limits extra_centres standings",
    ),
    moved(2, "games", "homeworlds_games", "to_move"),
    renamed(2, "games", "when=moment"),
    renamed(2, "adjacencies", "from=from_territory to=to_territory"),
    renamed(2, "passages", "at=at_territory"),
    renamed(2, "turns", "when=moment position_when=position_moment"),
    renamed(2, "actions", "at=at_territory from=from_territory to=to_territory for=for_territory when=moment"),
    renamed(2, "remarks", "when=moment"),
    renamed(2, "interrupted_games", "when=moment"),
    renamed(2, "disasters", "table=disaster column=column_number"),
    renamed(2, "standings", "user=user_number"),
    renamed(2, "members", "user=user_number"),
    renamed(2, "unknowns", "table=in_table row=in_row column=in_column"),
    renamed(2, "diagnostics", "column=column_number"),
];

/// A column, or a part of a row, that had another name or was in another table before a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Renamed {
    /// The first version with the new name.
    pub since: u32,
    /// The table that it was in before.
    pub was_in: &'static str,
    /// The old name.
    pub was: &'static str,
    /// The table that it is in now.
    pub is_in: &'static str,
    /// The new name.
    pub is: &'static str,
}

/// Returns everything that was renamed or moved.
pub fn renamings() -> impl Iterator<Item = Renamed> {
    CHANGES.iter().flat_map(|change| {
        change.names.split_whitespace().map(|name| {
            let (was, is) = name.split_once('=').unwrap_or((name, name));
            Renamed { since: change.since, was_in: change.table, was, is_in: change.now_in, is }
        })
    })
}

/// Returns the rename that an old name of a table was subject to; `None` if the name is not an old one.
pub fn renamed_from(table: &str, was: &str) -> Option<Renamed> {
    renamings().find(|renamed| renamed.was_in == table && renamed.was == was)
}

/// Returns the table and the name that a column had in a version of the tables.
pub fn name_in(version: u32, table: &'static str, column: &'static str) -> (&'static str, &'static str) {
    let is_it = |renamed: &Renamed| renamed.since > version && renamed.is_in == table && renamed.is == column;
    renamings().find(is_it).map_or((table, column), |renamed| (renamed.was_in, renamed.was))
}
