//! Where a value of the document stands in the tables.

use std::collections::HashMap;

use serde::Serialize;

use super::plan::{PLAN, Table};
use super::walk::{RowPath, paths_of};
use crate::model::Game;

/// Finds the values of a game in the tables.
///
/// Rows are those of a document that was read from the tables, or is being written to them: in the same order.
pub struct Places {
    /// The rows, by the paths of their elements.
    rows: HashMap<String, RowPath>,
}

impl Places {
    /// The places of a game's values.
    pub fn new(game: &Game) -> Self {
        #[derive(Serialize)]
        struct Part<'g> {
            game: &'g Game,
        }
        let rows = paths_of(&Part { game }).into_iter().map(|row| (row.path.clone(), row));
        Places { rows: rows.collect() }
    }

    /// The table, the data row (from 1) and the column of a path such as `game.players[3].name`.
    pub fn of(&self, path: &str) -> Option<(&'static str, usize, &'static str)> {
        let ends = path.char_indices().filter(|(_, c)| matches!(c, '.' | '[')).map(|(end, _)| end);
        let mut ends: Vec<usize> = ends.chain([path.len()]).collect();
        while let Some(end) = ends.pop() {
            let (element, rest) = path.split_at_checked(end)?;
            if let Some(row) = self.rows.get(element) {
                let table = PLAN.tables.get(row.table)?;
                return Some((table.name, row.row + 1, column_of(table, rest, row.is_exploded)?));
            }
        }
        let games = PLAN.tables.first()?;
        Some((games.name, 1, column_of(games, path, false)?))
    }
}

/// The column of a path below a row: of the value, of the list that it is in, or of what tells what the row is.
fn column_of(table: &'static Table, path: &str, is_exploded: bool) -> Option<&'static str> {
    let path = path.replace('[', ".").replace(']', "");
    let path = path.trim_start_matches('.');
    let find = |path: &str| table.columns.iter().find(|column| column.is_of(path)).map(|column| column.name);
    let name = |column: Option<usize>| table.columns.get(column?).map(|column| column.name);
    if path.is_empty() {
        let exploded = name(table.exploded).filter(|_| is_exploded);
        let own = || name(table.index_column().filter(|_| table.own_number.is_some()));
        return exploded.or_else(|| find(".")).or_else(|| name(table.tag)).or_else(own).or_else(|| find("0"));
    }
    let list = path.rsplit_once('.').filter(|(_, index)| index.bytes().all(|byte| byte.is_ascii_digit()));
    find(path).or_else(|| find(list?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game whose lists have elements with several rows, with none, and such that were not understood.
    fn game() -> Game {
        let json = r#"{"ludex": 1, "game": {"system": "diplomacy",
            "players": [{"seat": "A"}, {"seat": "B"}],
            "board": {
                "territories": [{"id": "a"}, {"id": "b", "aliases": ["c", "d"]}],
                "adjacencies": [{"from": "a", "move": "mv", "to": ["b", "c"]}, {"unknown": "?"},
                    {"from": "a", "move": "mv", "to": []}, {"from": "d", "move": "xc", "to": ["b", "c"]}],
                "passages": [{"kind": "gateway", "at": "s", "between": ["a", "b"]}, {"unknown": "?"},
                    {"kind": "railway", "at": "r", "between": ["a"], "path": ["b", "c"]}]},
            "details": {
                "sections": ["famine", "plague"], "famine": [{"row": 2, "column": 2, "territory": "a"}], "storms": [],
                "plague": [{"row": 2, "column": 2, "territory": "a"}, {"row": 3, "column": 2, "territory": "a"}],
                "income": [{"territory": "a", "dice": 1, "values": [1, 2, 3, 4, 5, 6]}],
                "limits": [{"player": "A", "army": "", "fleet": "", "garrison": ""}],
                "ownership": {"groups": [{"owner": "a"}, {"names": ["a", "b", "c"]}]},
                "standings": [{"player": "A", "status": 0, "units": 0, "centres": 0, "user": 0, "site": 0,
                    "dedication": 0, "late": 0, "blockaded": 0}],
                "game_block": {"name": "", "sequence": "", "phase": "", "access": 0, "variant": 0, "level": 0,
                    "dedication": 0, "flags": "", "victory": 0, "players": 0, "xflags": "", "absence": 0,
                    "x2flags": "", "homes": 0, "x3flags": "", "powers": 0,
                    "settings": [{"key": "a", "text": "b"}], "members": [{"unknown": "?"}]},
                "city_order": [["a", "b"], []], "centre_order": [[], ["a", "b"]],
                "hong_kong": [{"player": "C", "territories": ["a", "b"]}, {"player": "D", "territories": ["c"]}],
                "accounts": [{"player": "A", "loans": [[1, 2], [3, 4]]}, {"player": "B", "loans": [[5, 6]]}],
                "extras": [{"key": "a", "json": "1"}]},
            "position": {"holdings": [{"territory": "a"}], "pieces": [{"unknown": "?"}, {"unknown": "?"}]},
            "turns": [
                {"actions": [], "remarks": [{"text": "a"}, {"text": "b"}],
                    "extras": [{"key": "b", "json": "2"}, {"key": "c", "json": "3"}],
                    "position": {"holdings": [{"territory": "a"}, {"territory": "b"}], "pieces": [{"unknown": "?"}]}},
                {"actions": [{"type": "pass", "remarks": [{"text": "c"}]},
                    {"type": "exchange", "at": "K2", "gives": [{"piece": "tank", "count": 3}], "becomes": "hammer"},
                    {"type": "exchange", "at": "K2", "gives": "as-needed", "becomes": "hammer"}],
                    "remarks": [{"text": "d"}]},
                {"actions": [{"type": "pass"}],
                    "undone": [[], [{"type": "pass", "remarks": [{"text": "e"}]},
                        {"type": "exchange", "at": "K2", "gives": [{"piece": "tank", "count": 1}], "becomes": "hammer"}]],
                    "alternatives": [[], [{"actions": [{"type": "pass"}],
                            "alternatives": [[{"actions": [], "remarks": [{"text": "f"}]}]]},
                        {"actions": [{"type": "pass"}], "extras": [{"key": "d", "json": "4"}],
                            "position": {"holdings": [{"territory": "a"}]}}]]},
                {"actions": [{"type": "pass"}]}]}}"#;
        crate::formats::json::read(json).unwrap().game
    }

    #[test]
    fn paths_lead_to_columns_that_there_are() {
        let game = game();
        let places = Places::new(&game);
        for (path, table, row, column) in [
            ("game.players[1].name", "players", 2, "name"),
            ("game.players[0].commendations.king", "players", 1, "commendations_king"),
            ("game.position.holdings[0].owner", "holdings", 1, "owner"),
            ("game.state", "games", 1, "state"),
            ("game.details.event_day", "games", 1, "event_day"),
            ("game.details.players_min", "games", 1, "players_min"),
            ("game.details.team_passwords[2]", "games", 1, "team_password_3"),
            ("game.details.interruption.armies_to_deploy", "games", 1, "interruption_armies_to_deploy"),
            ("game.result.winners[1]", "games", 1, "winners"),
            ("game.board.builtin", "games", 1, "board"),
            ("game.board.from.sha256", "games", 1, "board_from_sha256"),
            ("game.position.when", "games", 1, "when"),
            ("game.position.when.season", "games", 1, "when_season"),
            ("game.board.territories[0].name", "territories", 1, "name"),
            ("game.board.territories[1].aliases[1]", "territories", 2, "aliases"),
            ("game.board.territories[0].city.income", "territories", 1, "city_income"),
            ("game.board.adjacencies[0].to[1]", "adjacencies", 2, "to"),
            ("game.board.adjacencies[2].from", "adjacencies", 4, "from"),
            ("game.board.adjacencies[3].move", "adjacencies", 5, "move"),
            ("game.board.adjacencies[3].to[1]", "adjacencies", 6, "to"),
            ("game.board.passages[2].at", "passages", 3, "at"),
            ("game.board.passages[2].between[0]", "passage_steps", 3, "territory"),
            ("game.board.passages[2].path[1]", "passage_steps", 5, "territory"),
            ("game.position.pieces[1].territory", "pieces", 2, "territory"),
            ("game.position.pieces[1].retreats[4]", "pieces", 2, "retreats"),
            ("game.details.sections[1]", "sections", 2, "section"),
            ("game.details.famine[0].territory", "disasters", 1, "territory"),
            ("game.details.plague[1].row", "disasters", 3, "row"),
            ("game.details.income[0].dice", "incomes", 1, "dice"),
            ("game.details.income[0].values[5]", "incomes", 1, "value_6"),
            ("game.details.city_order[0][1]", "report_orders", 2, "territory"),
            ("game.details.centre_order[1][1]", "report_orders", 6, "territory"),
            ("game.details.hong_kong[1].player", "hong_kong", 3, "player"),
            ("game.details.hong_kong[0].territories[1]", "hong_kong", 2, "territory"),
            ("game.details.limits[0].army", "limits", 1, "army"),
            ("game.details.ownership.flat", "games", 1, "ownership"),
            ("game.details.ownership.groups[1].names[2]", "ownership", 2, "names"),
            ("game.details.accounts[1].treasury", "accounts", 2, "treasury"),
            ("game.details.accounts[0].loans[1][1]", "loans", 2, "interest"),
            ("game.details.accounts[1].loans[0]", "loans", 3, "amount"),
            ("game.details.standings[0].late", "standings", 1, "late"),
            ("game.details.game_block.victory", "game_blocks", 1, "victory"),
            ("game.details.game_block.settings[0].key", "settings", 1, "key"),
            ("game.details.game_block.members[0].numbers[0]", "members", 1, "numbers"),
            ("game.details.extras[0].key", "extras", 1, "key"),
            ("game.variants[1]", "games", 1, "variants"),
            ("game.position.from.name", "games", 1, "position_from_name"),
            ("game.turns[2]", "turns", 3, "turn"),
            ("game.turns[2].number", "turns", 3, "number"),
            ("game.turns[2].when", "turns", 3, "when"),
            ("game.turns[2].when.season", "turns", 3, "when_season"),
            ("game.turns[2].unset[1]", "turns", 3, "unset"),
            ("game.turns[2].position.when", "turns", 3, "position_when"),
            ("game.turns[2].position.when.year", "turns", 3, "position_when_year"),
            ("game.turns[2].position.from.sha256", "turns", 3, "position_from_sha256"),
            ("game.turns[0].position.holdings[1].owner", "holdings", 3, "owner"),
            ("game.turns[0].position.pieces[0].territory", "pieces", 3, "territory"),
            ("game.turns[2].actions[0]", "actions", 4, "type"),
            ("game.turns[2].actions[0].type", "actions", 4, "type"),
            ("game.turns[1].actions[1].via[2]", "actions", 2, "via"),
            ("game.turns[1].actions[0].supported.from", "actions", 1, "supported_from"),
            ("game.turns[1].actions[0].convoyed.to", "actions", 1, "convoyed_to"),
            ("game.turns[1].actions[0].when.phase", "actions", 1, "when_phase"),
            ("game.turns[1].actions[0].for", "actions", 1, "for"),
            ("game.turns[1].actions[2].gives", "actions", 3, "gives"),
            ("game.turns[1].actions[1].gives[0].piece", "action_gives", 1, "piece"),
            ("game.turns[2].undone", "turns", 3, "undone"),
            ("game.turns[2].inferred[1]", "turns", 3, "inferred"),
            ("game.turns[2].undone[1][0].type", "actions", 5, "type"),
            ("game.turns[2].undone[1][1].at", "actions", 6, "at"),
            ("game.turns[2].undone[1][0].remarks[0].text", "remarks", 5, "text"),
            ("game.turns[2].undone[1][1].gives[0].count", "action_gives", 2, "count"),
            ("game.turns[2].alternatives[1][0].tag", "turns", 4, "tag"),
            ("game.turns[2].alternatives[1][0].actions[0].text", "actions", 7, "text"),
            ("game.turns[2].alternatives[1][0].alternatives[0][0].number", "turns", 5, "number"),
            ("game.turns[2].alternatives[1][0].alternatives[0][0].remarks[0].text", "remarks", 6, "text"),
            ("game.turns[2].alternatives[1][1].alternatives", "turns", 6, "alternatives"),
            ("game.turns[2].alternatives[1][1].extras[0].key", "extras", 4, "key"),
            ("game.turns[2].alternatives[1][1].position.holdings[0].owner", "holdings", 4, "owner"),
            ("game.turns[3].actions[0]", "actions", 9, "type"),
            ("game.details.to_move", "games", 1, "to_move"),
            ("game.turns[0].remarks[1].text", "remarks", 2, "text"),
            ("game.turns[1].remarks[0].text", "remarks", 3, "text"),
            ("game.turns[1].actions[0].remarks[0].author", "remarks", 4, "author"),
            ("game.turns[1].remarks[0].when", "remarks", 3, "when"),
            ("game.turns[0].extras[1].json", "extras", 3, "json"),
        ] {
            assert_eq!(places.of(path), Some((table, row, column)), "{path}");
        }
        assert_eq!(places.of("game.players"), None);
        assert_eq!(places.of("game.turns[4]"), None);
        assert_eq!(places.of("game.turns[2].alternatives[1][2]"), None);
        assert_eq!(places.of("game.players[0].nothing"), None);
        assert_eq!(places.of("sources[0].text"), None);
    }

    #[test]
    fn what_stands_before_an_element_is_counted_once() {
        let turns = r#"{"actions": [{"type": "pass", "remarks": [{"text": "a"}]}]},"#.repeat(50_000);
        let adjacencies = r#"{"from": "a", "move": "mv", "to": ["b", "c"]},"#.repeat(50_000);
        let json = format!(
            r#"{{"ludex": 1, "game": {{"system": "diplomacy",
                "board": {{"adjacencies": [{}]}}, "turns": [{}]}}}}"#,
            adjacencies.trim_end_matches(','),
            turns.trim_end_matches(',')
        );
        let game = crate::formats::json::read(&json).unwrap().game;
        let places = Places::new(&game);
        for index in 0..50_000 {
            let remark = places.of(&format!("game.turns[{index}].actions[0].remarks[0].text"));
            assert_eq!(remark, Some(("remarks", index + 1, "text")));
            let to = places.of(&format!("game.board.adjacencies[{index}].to[1]"));
            assert_eq!(to, Some(("adjacencies", index * 2 + 2, "to")));
        }
    }
}
