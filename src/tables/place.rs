//! Where a value of the document stands in the tables.

mod record;

use record::RecordRows;

use super::TABLES;
use super::definitions::{DisasterTable, PlaceList, ReportList};
use crate::model::{Board, DiplomacyDetails, Element, Game};

/// A table, a row of it (from 0), and a field of what that row holds.
type Found<'p> = (&'static str, usize, &'p str);

/// Finds the values of a game in the tables.
///
/// Rows are those of a document that was read from the tables, or is being written to them: in the same order. How many
/// rows stand before an element is counted once, as there may be thousands of paths.
pub struct Places<'g> {
    game: &'g Game,
    adjacencies: RowsBefore,
    passage_steps: RowsBefore,
    hong_kong: RowsBefore,
    loans: RowsBefore,
    /// Those of each list of the report.
    report_orders: [RowsBefore; ReportList::ALL.len()],
    record: RecordRows,
}

/// How many rows stand before each element of a list, and behind the last.
#[derive(Default)]
struct RowsBefore(Vec<usize>);

impl RowsBefore {
    /// Where each element has so many rows.
    fn of(rows: impl Iterator<Item = usize>) -> Self {
        let ends = rows.scan(0, |end, rows| {
            *end += rows;
            Some(*end)
        });
        RowsBefore(std::iter::once(0).chain(ends).collect())
    }

    /// Where an element has a row for each of its places, or one.
    fn of_places<T: PlaceList>(elements: &[Element<T>]) -> Self {
        RowsBefore::of(elements.iter().map(|element| element.known().map_or(1, |item| item.places().len().max(1))))
    }

    fn before(&self, index: usize) -> usize {
        self.0.get(index).copied().unwrap_or_else(|| self.all())
    }

    fn all(&self) -> usize {
        self.0.last().copied().unwrap_or(0)
    }
}

/// How many rows of another table belong to each element.
fn rows_of<T>(elements: &[Element<T>], rows: fn(&T) -> usize) -> RowsBefore {
    RowsBefore::of(elements.iter().map(|element| element.known().map_or(0, rows)))
}

impl<'g> Places<'g> {
    /// The places of a game's values.
    pub fn new(game: &'g Game) -> Self {
        let board = game.board.as_ref();
        let details = game.details.diplomacy();
        Places {
            game,
            adjacencies: board.map(|board| RowsBefore::of_places(&board.adjacencies)).unwrap_or_default(),
            passage_steps: board
                .map(|board| rows_of(&board.passages, |passage| passage.between.len() + passage.path.len()))
                .unwrap_or_default(),
            hong_kong: details
                .and_then(|details| details.hong_kong.as_deref().map(RowsBefore::of_places))
                .unwrap_or_default(),
            loans: details.map(|details| rows_of(&details.accounts, |account| account.loans.len())).unwrap_or_default(),
            report_orders: ReportList::ALL
                .map(|list| details.map(|details| RowsBefore::of_places(&list.of(details))).unwrap_or_default()),
            record: RecordRows::new(game),
        }
    }

    /// The table, the data row (from 1) and the column of a path such as `game.players[3].name`.
    pub fn of(&self, path: &str) -> Option<(&'static str, usize, String)> {
        let path = path.strip_prefix("game.")?;
        let in_board = || self.on_board(path.strip_prefix("board.")?, self.game.board.as_ref()?);
        let in_details = || self.in_diplomacy(path.strip_prefix("details.")?, self.game.details.diplomacy()?);
        let in_record = || self.record.place_of(path, self.game);
        let (table, row, field) =
            in_list(path).or_else(in_board).or_else(in_details).or_else(in_record).unwrap_or(("games", 0, path));
        let column = match (table, field) {
            ("games", "board.builtin") => "board".to_owned(),
            ("games", "details.ownership.flat") => "ownership".to_owned(),
            ("games", from) if from.starts_with("position.from.") => column(from),
            ("games", field) => {
                let inner = ["details.", "position.", "result."].iter().find_map(|part| field.strip_prefix(part));
                column(inner.unwrap_or(field))
            }
            ("more_lines", "") => "text".to_owned(),
            ("sections", "") => "section".to_owned(),
            ("turns", "") => "turn".to_owned(),
            ("actions", "") => "type".to_owned(),
            (_, field) => column(field),
        };
        let there = TABLES.iter().any(|t| t.name() == table && t.place(&column).is_some());
        there.then_some((table, row + 1, column))
    }

    fn on_board<'p>(&self, path: &'p str, board: &Board) -> Option<Found<'p>> {
        if let Some((index, field)) = element(path, "adjacencies") {
            let (place, column) = element(field, "to").map_or((0, field), |(place, _)| (place, "to"));
            return Some(("adjacencies", self.adjacencies.before(index) + place, column));
        }
        let (index, field) = element(path, "passages")?;
        let before = self.passage_steps.before(index);
        let between = || board.passages.get(index).and_then(Element::known).map_or(0, |passage| passage.between.len());
        Some(match (element(field, "between"), element(field, "path")) {
            (Some((step, _)), _) => ("passage_steps", before + step, "territory"),
            (_, Some((step, _))) => ("passage_steps", before + between() + step, "territory"),
            _ => ("passages", index, field),
        })
    }

    fn in_diplomacy<'p>(&self, path: &'p str, details: &DiplomacyDetails) -> Option<Found<'p>> {
        if let Some((index, field)) = element(path, "hong_kong") {
            let (place, column) = element(field, "territories").map_or((0, field), |(place, _)| (place, "territory"));
            return Some(("hong_kong", self.hong_kong.before(index) + place, column));
        }
        if let Some((index, field)) = element(path, "accounts") {
            let before = self.loans.before(index);
            return Some(match element(field, "loans") {
                Some((loan, "[1]")) => ("loans", before + loan, "interest"),
                Some((loan, _)) => ("loans", before + loan, "amount"),
                None => ("accounts", index, field),
            });
        }
        let mut row = 0;
        for table in DisasterTable::ALL {
            if let Some((index, field)) = element(path, table.key()) {
                return Some(("disasters", row + index, field));
            }
            row += table.of(details).map_or(0, Vec::len);
        }
        let mut row = 0;
        for (list, rows) in ReportList::ALL.into_iter().zip(&self.report_orders) {
            if let Some((index, rest)) = element(path, list.key()) {
                let place = element(rest, "").map_or(0, |(place, _)| place);
                return Some(("report_orders", row + rows.before(index) + place, "territory"));
            }
            row += rows.all();
        }
        None
    }
}

/// The column of a field, which has the places of a list in columns of their own, or in one.
fn column(field: &str) -> String {
    for (list, one) in [("values", "value"), ("team_passwords", "team_password")] {
        if let Some((index, _)) = element(field, list) {
            return format!("{one}_{}", index + 1);
        }
    }
    field.split('[').next().unwrap_or_default().replace('.', "_")
}

/// Finds an element of a list that has one row an element.
fn in_list(path: &str) -> Option<Found<'_>> {
    let lists = [
        ("players", "players"),
        ("board.territories", "territories"),
        ("position.holdings", "holdings"),
        ("position.pieces", "pieces"),
        ("details.extras", "extras"),
        ("details.more_lines", "more_lines"),
        ("details.sections", "sections"),
        ("details.income", "incomes"),
        ("details.limits", "limits"),
        ("details.extra_centres", "extra_centres"),
        ("details.ownership.groups", "ownership"),
        ("details.standings", "standings"),
        ("details.game_block.settings", "settings"),
        ("details.game_block.members", "members"),
    ];
    let found = |(list, table)| element(path, list).map(|(index, field)| (table, index, field));
    let in_block = || Some(("game_blocks", 0, path.strip_prefix("details.game_block.")?));
    lists.into_iter().find_map(found).or_else(in_block)
}

/// The index and the rest of `list[index].rest`.
fn element<'p>(path: &'p str, list: &str) -> Option<(usize, &'p str)> {
    let (index, rest) = path.strip_prefix(list)?.strip_prefix('[')?.split_once(']')?;
    Some((index.parse().ok()?, rest.trim_start_matches('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game whose lists have elements with several rows, with none, and such that were not understood.
    fn game() -> Game {
        let json = r#"{"ludex": 1, "game": {"system": "diplomacy",
            "board": {
                "adjacencies": [{"from": "a", "move": "mv", "to": ["b", "c"]}, {"unknown": "?"},
                    {"from": "a", "move": "mv", "to": []}, {"from": "d", "move": "xc", "to": ["b", "c"]}],
                "passages": [{"kind": "gateway", "at": "s", "between": ["a", "b"]}, {"unknown": "?"},
                    {"kind": "railway", "at": "r", "between": ["a"], "path": ["b", "c"]}]},
            "details": {
                "famine": [{"row": 2, "column": 2, "territory": "a"}], "storms": [],
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
            ("game.players[3].name", "players", 4, "name"),
            ("game.players[0].commendations.king", "players", 1, "commendations_king"),
            ("game.position.holdings[28].owner", "holdings", 29, "owner"),
            ("game.state", "games", 1, "state"),
            ("game.details.event_day", "games", 1, "event_day"),
            ("game.details.players_min", "games", 1, "players_min"),
            ("game.details.team_passwords[2]", "games", 1, "team_password_3"),
            ("game.details.interruption.armies_to_deploy", "games", 1, "interruption_armies_to_deploy"),
            ("game.details.more_lines[1]", "more_lines", 2, "text"),
            ("game.result.winners[1]", "games", 1, "winners"),
            ("game.board.builtin", "games", 1, "board"),
            ("game.board.from.sha256", "games", 1, "board_from_sha256"),
            ("game.position.when", "games", 1, "when"),
            ("game.position.when.season", "games", 1, "when_season"),
            ("game.board.territories[3].name", "territories", 4, "name"),
            ("game.board.territories[3].aliases[1]", "territories", 4, "aliases"),
            ("game.board.territories[0].city.income", "territories", 1, "city_income"),
            ("game.board.adjacencies[0].to[1]", "adjacencies", 2, "to"),
            ("game.board.adjacencies[2].from", "adjacencies", 4, "from"),
            ("game.board.adjacencies[3].move", "adjacencies", 5, "move"),
            ("game.board.adjacencies[3].to[1]", "adjacencies", 6, "to"),
            ("game.board.passages[2].at", "passages", 3, "at"),
            ("game.board.passages[2].between[0]", "passage_steps", 3, "territory"),
            ("game.board.passages[2].path[1]", "passage_steps", 5, "territory"),
            ("game.position.pieces[2].territory", "pieces", 3, "territory"),
            ("game.position.pieces[2].retreats[4]", "pieces", 3, "retreats"),
            ("game.details.sections[1]", "sections", 2, "section"),
            ("game.details.famine[0].territory", "disasters", 1, "territory"),
            ("game.details.plague[3].row", "disasters", 5, "row"),
            ("game.details.income[1].dice", "incomes", 2, "dice"),
            ("game.details.income[1].values[5]", "incomes", 2, "value_6"),
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
            ("game.details.standings[1].late", "standings", 2, "late"),
            ("game.details.game_block.victory", "game_blocks", 1, "victory"),
            ("game.details.game_block.settings[1].key", "settings", 2, "key"),
            ("game.details.game_block.members[1].numbers[0]", "members", 2, "numbers"),
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
            ("game.turns[1].position.holdings[0].owner", "holdings", 4, "owner"),
            ("game.turns[0].position.pieces[0].territory", "pieces", 3, "territory"),
            ("game.turns[2].position.pieces[4].territory", "pieces", 8, "territory"),
            ("game.turns[2].actions[0]", "actions", 4, "type"),
            ("game.turns[2].actions[0].type", "actions", 4, "type"),
            ("game.turns[1].actions[1].via[2]", "actions", 2, "via"),
            ("game.turns[1].actions[0].supported.from", "actions", 1, "supported_from"),
            ("game.turns[1].actions[0].convoyed.to", "actions", 1, "convoyed_to"),
            ("game.turns[1].actions[0].when.phase", "actions", 1, "when_phase"),
            ("game.turns[1].actions[0].for", "actions", 1, "for"),
            ("game.turns[1].actions[2].gives", "actions", 3, "gives"),
            ("game.turns[1].actions[1].gives[0].piece", "action_gives", 1, "piece"),
            ("game.turns[2].actions[0].gives[0].count", "action_gives", 2, "count"),
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
            ("game.turns[2].remarks[0].when", "remarks", 5, "when"),
            ("game.turns[0].extras[1].json", "extras", 3, "json"),
        ] {
            assert_eq!(places.of(path), Some((table, row, column.to_owned())), "{path}");
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
            assert_eq!(remark, Some(("remarks", index + 1, "text".to_owned())));
            let to = places.of(&format!("game.board.adjacencies[{index}].to[1]"));
            assert_eq!(to, Some(("adjacencies", index * 2 + 2, "to".to_owned())));
        }
    }
}
