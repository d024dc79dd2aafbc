//! Where a value of the document stands in the tables.

use super::TABLES;

/// The table, the data row (from 1) and the column of a path such as `game.players[3].name`.
///
/// Rows are those of a document that was read from the tables, or is being written to them: in the same order.
pub fn place_of(path: &str) -> Option<(&'static str, usize, String)> {
    let game = path.strip_prefix("game.")?;
    for (list, table) in [("players", "players"), ("position.holdings", "holdings")] {
        if let Some((index, field)) = element(game, list) {
            return known(table, index + 1, field.replace('.', "_"));
        }
    }
    let field = game.strip_prefix("details.").unwrap_or(game);
    if let Some((index, _)) = element(field, "more_lines") {
        return known("more_lines", index + 1, "text".into());
    }
    let column = match element(field, "team_passwords") {
        Some((index, _)) => format!("team_password_{}", index + 1),
        None => field.replace('.', "_"),
    };
    known("games", 1, column)
}

/// That place, where there is such a column.
fn known(table: &'static str, row: usize, column: String) -> Option<(&'static str, usize, String)> {
    let there = TABLES.iter().any(|t| t.name() == table && t.place(&column).is_some());
    there.then_some((table, row, column))
}

/// The index and the rest of `list[index].rest`.
fn element<'p>(path: &'p str, list: &str) -> Option<(usize, &'p str)> {
    let (index, rest) = path.strip_prefix(list)?.strip_prefix('[')?.split_once(']')?;
    Some((index.parse().ok()?, rest.trim_start_matches('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_columns_that_there_are() {
        for (path, table, row, column) in [
            ("game.players[3].name", "players", 4, "name"),
            ("game.players[0].commendations.king", "players", 1, "commendations_king"),
            ("game.position.holdings[28].owner", "holdings", 29, "owner"),
            ("game.state", "games", 1, "state"),
            ("game.details.event_day", "games", 1, "event_day"),
            ("game.details.players_min", "games", 1, "players_min"),
            ("game.details.team_passwords[2]", "games", 1, "team_password_3"),
            ("game.details.interruption.armies_to_deploy", "games", 1, "interruption_armies_to_deploy"),
            ("game.details.more_lines[1]", "more_lines", 2, "text"),
        ] {
            assert_eq!(place_of(path), Some((table, row, column.to_owned())), "{path}");
        }
        assert_eq!(place_of("game.players"), None);
        assert_eq!(place_of("game.players[0].nothing"), None);
        assert_eq!(place_of("sources[0].text"), None);
    }
}
