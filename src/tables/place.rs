//! Finds the row and column that hold a value of a document.

use serde::Serialize;

use super::package::renamed::name_in;
use super::plan::{PLAN, Table};
use super::walk::{Walk, Wanted};
use crate::model::Game;

/// The places of a game's values in its tables.
///
/// The game must be the one that was read from the tables or is being written to them: its rows have the same order.
pub struct Places(Wanted);

impl Places {
    /// Finds the places of the values at some paths of a game.
    pub fn new<'p>(game: &Game, paths: impl Iterator<Item = &'p str>) -> Self {
        #[derive(Serialize)]
        struct Part<'g> {
            game: &'g Game,
        }
        let mut wanted = Wanted::new();
        for path in paths.flat_map(heads) {
            wanted.entry_ref(path).or_insert(None);
        }
        Places(Walk::of(&Part { game }, wanted).wanted)
    }

    /// Like [`of`](Self::of), but in a version of the tables in which columns may have other names.
    pub fn in_version(&self, version: u32, path: &str) -> Option<(&'static str, usize, &'static str)> {
        let (table, row, column) = self.of(path)?;
        let (table, column) = name_in(version, table, column);
        Some((table, row, column))
    }

    /// Returns the table, the data row (from 1) and the column of one of the paths, such as `game.players[3].name`.
    pub fn of(&self, path: &str) -> Option<(&'static str, usize, &'static str)> {
        let row_at = |head: &str| Some((self.0.get(head).copied()??, &path[head.len()..]));
        let (table, row, is_exploded, rest) = match heads(path).rev().find_map(row_at) {
            Some((place, rest)) => (place.table, place.row, place.is_exploded, rest),
            None => (0, 0, false, path),
        };
        let table = PLAN.get(table)?;
        Some((table.name, row + 1, column_of(table, rest, is_exploded)?))
    }
}

/// Returns the beginnings of a path that are paths themselves, and the path, the shortest one first.
fn heads(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    let ends = path.match_indices(['.', '[']).map(|(end, _)| end);
    ends.chain([path.len()]).map(|end| &path[..end])
}

/// Returns the column of a path below a row: that of the value, of the list that contains it, or of what identifies the
/// row.
fn column_of(table: &'static Table, path: &str, is_exploded: bool) -> Option<&'static str> {
    let find = |path: &str| table.columns.iter().find(|column| column.is_of(path)).map(|column| column.name);
    let name = |column: Option<usize>| table.columns.get(column?).map(|column| column.name);
    if path.is_empty() {
        let exploded = name(table.exploded).filter(|_| is_exploded);
        let own = || name(table.index.filter(|_| table.own_column.is_some()));
        return exploded.or_else(|| find(".")).or_else(|| name(table.tag)).or_else(own).or_else(|| find("0"));
    }
    let steps = path.replace('[', ".").replace(']', "");
    let steps = steps.trim_start_matches('.');
    let list = steps.rsplit_once('.').filter(|_| path.ends_with(']'));
    find(steps).or_else(|| find(list?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game whose lists have elements with several rows, with none, and elements that were not understood.
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
        let paths = [
            ("game.players[1].name", "players", 2, "name"),
            ("game.players[0].commendations.king", "players", 1, "commendations_king"),
            ("game.position.holdings[0].owner", "holdings", 1, "owner"),
            ("game.state", "games", 1, "state"),
            ("game.result.winners[1]", "games", 1, "winners"),
            ("game.board.builtin", "games", 1, "board"),
            ("game.board.from.sha256", "games", 1, "board_from_sha256"),
            ("game.position.when", "games", 1, "moment"),
            ("game.position.when.season", "games", 1, "when_season"),
            ("game.board.territories[0].name", "territories", 1, "name"),
            ("game.board.territories[1].aliases[1]", "territories", 2, "aliases"),
            ("game.board.territories[0].city.income", "territories", 1, "city_income"),
            ("game.board.adjacencies[0].to[1]", "adjacencies", 2, "to_territory"),
            ("game.board.adjacencies[2].from", "adjacencies", 4, "from_territory"),
            ("game.board.adjacencies[3].move", "adjacencies", 5, "move"),
            ("game.board.adjacencies[3].to[1]", "adjacencies", 6, "to_territory"),
            ("game.board.passages[2].at", "passages", 3, "at_territory"),
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
            ("game.details.ownership.flat", "diplomacy_games", 1, "ownership"),
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
            ("game.turns[2].when", "turns", 3, "moment"),
            ("game.turns[2].when.season", "turns", 3, "when_season"),
            ("game.turns[2].unset[1]", "turns", 3, "unset"),
            ("game.turns[2].position.when", "turns", 3, "position_moment"),
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
            ("game.turns[1].actions[0].for", "actions", 1, "for_territory"),
            ("game.turns[1].actions[2].gives", "actions", 3, "gives"),
            ("game.turns[1].actions[1].gives[0].piece", "action_gives", 1, "piece"),
            ("game.turns[2].undone", "turns", 3, "undone"),
            ("game.turns[2].inferred[1]", "turns", 3, "inferred"),
            ("game.turns[2].undone[1][0].type", "actions", 5, "type"),
            ("game.turns[2].undone[1][1].at", "actions", 6, "at_territory"),
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
            ("game.turns[0].remarks[1].text", "remarks", 2, "text"),
            ("game.turns[1].remarks[0].text", "remarks", 3, "text"),
            ("game.turns[1].actions[0].remarks[0].author", "remarks", 4, "author"),
            ("game.turns[1].remarks[0].when", "remarks", 3, "moment"),
            ("game.turns[0].extras[1].json", "extras", 3, "json"),
        ];
        let nowhere = [
            "game.players",
            "game.turns[4]",
            "game.turns[2].alternatives[1][2]",
            "game.players[0].nothing",
            "sources[0].text",
        ];
        let places = Places::new(&game, paths.iter().map(|(path, ..)| *path).chain(nowhere));
        for (path, table, row, column) in paths {
            assert_eq!(places.of(path), Some((table, row, column)), "{path}");
        }
        nowhere.iter().for_each(|path| assert_eq!(places.of(path), None, "{path}"));
    }

    #[test]
    fn what_only_one_system_has_is_in_its_own_table() {
        let (global_war, homeworlds) = (
            [
                ("game.details.event_day", "global_war_games", 1, "event_day"),
                ("game.details.players_min", "global_war_games", 1, "players_min"),
                ("game.details.team_passwords[2]", "global_war_games", 1, "team_password_3"),
                ("game.details.interruption.armies_to_deploy", "global_war_games", 1, "interruption_armies_to_deploy"),
            ],
            [("game.details.to_move", "homeworlds_games", 1, "to_move")],
        );
        for (system, details, paths) in [
            ("global-war", r#"{"event_day": "1989-07-30T14:29"}"#, &global_war[..]),
            ("homeworlds", r#"{"to_move": "N"}"#, &homeworlds[..]),
        ] {
            let json = format!(r#"{{"ludex": 1, "game": {{"system": "{system}", "details": {details}}}}}"#);
            let game = crate::formats::json::read(&json).unwrap().game;
            let places = Places::new(&game, paths.iter().map(|(path, ..)| *path));
            for (path, table, row, column) in paths {
                assert_eq!(places.of(path), Some((*table, *row, *column)), "{path}");
            }
        }
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
        let remark = |index: usize| format!("game.turns[{index}].actions[0].remarks[0].text");
        let to = |index: usize| format!("game.board.adjacencies[{index}].to[1]");
        let paths: Vec<String> = (0..50_000).flat_map(|index| [remark(index), to(index)]).collect();
        let places = Places::new(&game, paths.iter().map(String::as_str));
        for index in 0..50_000 {
            assert_eq!(places.of(&remark(index)), Some(("remarks", index + 1, "text")));
            assert_eq!(places.of(&to(index)), Some(("adjacencies", index * 2 + 2, "to_territory")));
        }
    }
}
