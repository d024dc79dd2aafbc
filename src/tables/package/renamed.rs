//! Names that older versions of the tables used; packages written with them remain readable for ever.

use std::sync::LazyLock;

/// The version of the tables that is written.
pub const VERSION: u32 = 2;

/// All names that were renamed or moved: the version since then, the table that had them before, the one that has them
/// now, and the columns and parts of rows, as `old=new` or as one name if it is unchanged.
const CHANGES: &[(u32, &str, &str, &str)] = &[
    (
        2,
        "games",
        "global_war_games",
        "event game_kind hidden_names non_sequential flag_1000 players_min players_max event_day log_started commendation_sets \
         team_password_1 team_password_2 team_password_3 team_passwords fortifications interruption_player \
         interruption_activity interruption_armies_to_deploy interruption_map interruption",
    ),
    (
        2,
        "games",
        "diplomacy_games",
        "ownership famine plague storms income city_order centre_order hong_kong limits extra_centres standings",
    ),
    (2, "games", "homeworlds_games", "to_move"),
    (2, "games", "games", "when=moment"),
    (2, "adjacencies", "adjacencies", "from=from_territory to=to_territory"),
    (2, "passages", "passages", "at=at_territory"),
    (2, "turns", "turns", "when=moment position_when=position_moment"),
    (2, "actions", "actions", "at=at_territory from=from_territory to=to_territory for=for_territory when=moment"),
    (2, "remarks", "remarks", "when=moment"),
    (2, "interrupted_games", "interrupted_games", "when=moment"),
    (2, "disasters", "disasters", "table=disaster column=column_number"),
    (2, "standings", "standings", "user=user_number"),
    (2, "members", "members", "user=user_number"),
    (2, "unknowns", "unknowns", "table=in_table row=in_row column=in_column"),
    (2, "diagnostics", "diagnostics", "column=column_number"),
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
    static RENAMINGS: LazyLock<Vec<Renamed>> = LazyLock::new(|| {
        let of_tables = |&(since, was_in, is_in, names): &(u32, &'static str, &'static str, &'static str)| {
            names.split_whitespace().map(move |name| {
                let (was, is) = name.split_once('=').unwrap_or((name, name));
                Renamed { since, was_in, was, is_in, is }
            })
        };
        CHANGES.iter().flat_map(of_tables).collect()
    });
    RENAMINGS.iter().copied()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{PLAN, table_called};

    #[test]
    fn older_names_lead_to_names_of_today() {
        for renamed in renamings() {
            let table = |name: &str| &PLAN[table_called(name).unwrap()];
            let (was_in, is_in) = (table(renamed.was_in), table(renamed.is_in));
            let is_part = is_in.groups.iter().any(|(part, ..)| *part == renamed.is);
            assert!(is_in.place(renamed.is).is_some() || is_part, "{renamed:?}");
            // Otherwise it would be ambiguous which of the two is meant.
            assert_eq!(was_in.place(renamed.was), None, "{renamed:?}");
            let before = renamed.since - 1;
            assert_eq!(name_in(before, is_in.name, renamed.is), (renamed.was_in, renamed.was));
            assert_eq!(name_in(renamed.since, is_in.name, renamed.is), (is_in.name, renamed.is));
        }
        let newest = renamings().map(|renamed| renamed.since).max();
        assert_eq!(newest, Some(VERSION));
    }
}
