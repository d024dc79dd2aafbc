//! Metadata for Datasette: descriptions of tables and columns, and questions.

use serde_json::{Map, Value as Json, json};

use super::reading::search;
use super::schema::{ARCHIVE, INPUTS, described_columns, described_tables};
use super::views::views;
use crate::tables::View;
use crate::tables::collection::GAME_ID;

/// The columns whose values name a row where others refer to it.
const LABELS: &[(&str, &str)] =
    &[("games", "title"), ("players", "name"), ("territories", "name"), ("turns", "turn"), ("sources", "name")];

/// Returns the metadata that `datasette --metadata` takes for a database with a name: meanings of tables and columns,
/// and the questions.
pub fn datasette(name: &str) -> Json {
    let mut tables = Map::new();
    for (table, kind, _, meaning) in described_tables() {
        let mut described = Map::new();
        described.insert("title".into(), title(table).into());
        described.insert("description".into(), sentence(&meaning).into());
        if [ARCHIVE, INPUTS].contains(&table) || kind == "search" {
            described.insert("hidden".into(), true.into());
        }
        if let Some((_, column)) = LABELS.iter().find(|(of, _)| *of == table) {
            described.insert("label_column".into(), (*column).into());
        }
        tables.insert(table.to_owned(), described.into());
    }
    for column in described_columns() {
        let meaning = match column.unit {
            Some(unit) => format!("{} Unit: {unit}.", column.meaning),
            None => column.meaning,
        };
        if let Some(columns) = tables.get_mut(column.table).and_then(Json::as_object_mut) {
            columns.entry("columns").or_insert_with(|| json!({}))[column.name] = meaning.into();
        }
    }
    let mut queries: Map<String, Json> = views().map(question).collect();
    queries.insert(
        "ask-search".into(),
        json!({
            "title": "Search",
            "description": "Texts in which words stand.",
            "sql": search(false).replace("?1", "coalesce(nullif(:words, ''), '\"\"')"),
        }),
    );
    json!({
        "title": "Games",
        "description": "Games of old door games and of play by mail, converted by Ludex.",
        "databases": {name: {"title": "Games", "tables": tables, "queries": queries}},
    })
}

/// Returns the query for a view, which can be limited to one game where the view allows it. Its name is not that of a
/// table, whose page it would hide.
fn question(view: &View) -> (String, Json) {
    let is_by_game = view.columns.iter().any(|(name, _)| *name == GAME_ID);
    let of_game = if is_by_game { " WHERE :game_id = '' OR game_id = :game_id" } else { "" };
    let query = json!({
        "title": title(view.question),
        "description": sentence(view.meaning),
        "sql": format!("SELECT * FROM {}{of_game}", view.name),
    });
    (format!("ask-{}", view.question), query)
}

/// Returns a title such as `Who beat whom` for `who-beat-whom`.
fn title(name: &str) -> String {
    capitalized(&name.replace(['-', '_'], " "))
}

fn sentence(meaning: &str) -> String {
    format!("{}.", capitalized(meaning))
}

fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
