//! The views of a database: those for all systems, and those of each system.

use crate::model::System;
use crate::tables::View;

/// Returns all views, those for all systems first.
pub fn views() -> impl Iterator<Item = &'static View> {
    OF_ALL.iter().chain(System::ALL.iter().flat_map(|system| system.def().views))
}

/// The views for all systems.
const OF_ALL: &[View] = &[
    View {
        name: "game_list",
        question: "games",
        meaning: "a game, with its file, its players and its winners",
        columns: &[
            ("game_id", "Number of the game."),
            ("system", "Game system."),
            ("variant", "Variant of the system."),
            ("title", "Title or number of the game."),
            ("file", "First file that the game was found in."),
            ("state", "State of the game: open, under way or over."),
            ("started", "Date the game began."),
            ("ended", "Date the game ended."),
            ("turns", "Number of turns, without alternatives."),
            ("players", "Names of the players, or their seats, as a JSON array."),
            ("winners", "Names of the winners, or their seats, as a JSON array; empty if unknown."),
        ],
        sql: "
SELECT
  g.game_id, g.system, g.variant, g.title,
  (SELECT coalesce(s.path, s.name) FROM sources s WHERE s.game_id = g.game_id ORDER BY s.source_id LIMIT 1) AS file,
  g.state, g.started, g.ended,
  (SELECT count(*) FROM turns t WHERE t.game_id = g.game_id AND t.alternative_to IS NULL) AS turns,
  (SELECT json_group_array(coalesce(p.name, p.seat)) FROM players p
    WHERE p.game_id = g.game_id AND p.kind IS NULL
      AND (p.name IS NOT NULL
        OR NOT EXISTS (SELECT 1 FROM players n WHERE n.game_id = g.game_id AND n.name IS NOT NULL))) AS players,
  (SELECT json_group_array(coalesce((SELECT p.name FROM players p WHERE p.game_id = g.game_id AND p.seat = w.value), w.value))
    FROM json_each(g.winners) w HAVING count(*) > 0) AS winners
FROM games g",
    },
    View {
        name: "variant_list",
        question: "variants",
        meaning: "a variant or a set of options, and the number of games played with it",
        columns: &[
            ("system", "Game system."),
            ("variant", "Variant of the system."),
            ("options", "Options of the game, as a JSON array."),
            ("games", "Number of games."),
            ("first_started", "Date the first of them began; empty if unknown."),
            ("last_started", "Date the last of them began; empty if unknown."),
        ],
        sql: "
SELECT system, variant, variants AS options, count(*) AS games, min(started) AS first_started, max(started) AS last_started
FROM games
GROUP BY system, variant, variants",
    },
    View {
        name: "people",
        question: "people",
        meaning: "a player, by the name in the files",
        columns: &[
            ("name", "Name of the player."),
            ("system", "Game system."),
            ("games", "Number of games."),
            ("won", "Number of games won, according to the files or their positions."),
            ("known", "Number of games with a known winner."),
        ],
        sql: "
SELECT
  p.name, g.system, count(*) AS games,
  sum(p.seat IN (SELECT w.value FROM json_each(g.winners) w)) AS won,
  sum(g.winners IS NOT NULL AND g.winners <> '[]') AS known
FROM players p JOIN games g ON g.game_id = p.game_id
WHERE p.name IS NOT NULL AND p.kind IS NULL
GROUP BY p.name, g.system",
    },
    View {
        name: "defeats",
        question: "defeats",
        meaning: "a defeat of one player by another, who eliminated the loser or won the game",
        columns: &[
            ("game_id", "Number of the game."),
            ("system", "Game system."),
            ("file", "First file that the game was found in."),
            ("how", "`eliminated` if the loser was eliminated in a turn of the winner; `won` if the winner won the game and the loser did not."),
            ("turn", "Number in the table `turns` of the turn in which the loser was eliminated; empty for `won`."),
            ("winner", "Seat of the winner."),
            ("winner_name", "Name of the winner."),
            ("loser", "Seat of the loser."),
            ("loser_name", "Name of the loser."),
        ],
        sql: "
SELECT
  g.game_id, g.system,
  (SELECT coalesce(s.path, s.name) FROM sources s WHERE s.game_id = g.game_id ORDER BY s.source_id LIMIT 1) AS file,
  d.how, d.turn, d.winner, w.name AS winner_name, d.loser, l.name AS loser_name
FROM (
  SELECT a.game_id, 'eliminated' AS how, t.turn, t.player AS winner, t.player_ref AS winner_ref, a.player AS loser, a.player_ref AS loser_ref
  FROM actions a JOIN turns t ON t.row_id = a.turn_ref
  WHERE a.type = 'eliminate' AND a.undone IS NULL AND t.alternative_to IS NULL AND t.player IS NOT NULL AND a.player <> t.player
  UNION ALL
  SELECT g.game_id, 'won', NULL, w.seat, w.row_id, l.seat, l.row_id
  FROM games g
  JOIN players w ON w.game_id = g.game_id AND w.seat IN (SELECT value FROM json_each(g.winners))
  JOIN players l ON l.game_id = g.game_id AND l.seat NOT IN (SELECT value FROM json_each(g.winners))
  WHERE l.kind IS NULL AND (l.name IS NOT NULL OR w.name IS NULL)
) d
JOIN games g ON g.game_id = d.game_id
LEFT JOIN players w ON w.row_id = d.winner_ref
LEFT JOIN players l ON l.row_id = d.loser_ref",
    },
    View {
        name: "who_beat_whom",
        question: "who-beat-whom",
        meaning: "two players by name, and how often one defeated the other",
        columns: &[
            ("system", "Game system."),
            ("winner", "Name of the winner."),
            ("loser", "Name of the loser."),
            ("won", "Number of games that the winner won and the loser did not."),
            ("eliminated", "Number of times that the winner eliminated the loser."),
        ],
        sql: "
SELECT system, winner_name AS winner, loser_name AS loser, sum(how = 'won') AS won, sum(how = 'eliminated') AS eliminated
FROM defeats
WHERE winner_name IS NOT NULL AND loser_name IS NOT NULL
GROUP BY system, winner_name, loser_name",
    },
    View {
        name: "not_understood",
        question: "not-understood",
        meaning: "the texts and messages about parts that could not be read or understood, by format and kind",
        columns: &[
            ("format", "Format of the file; empty if it has none that Ludex reads."),
            ("code", "Code of the message, which `ludex explain` explains; empty for a text that was not understood."),
            ("severity", "Severity of the message: error or warning."),
            ("place", "Table and column of a text that was not understood."),
            ("number", "Number of such texts or messages."),
            ("files", "Number of files or games with them."),
            ("example", "One of the texts or messages."),
        ],
        sql: "
SELECT format, NULL AS code, NULL AS severity, place, count(*) AS number, count(DISTINCT game_id) AS files, min(text) AS example
FROM (
  SELECT
    (SELECT s.format FROM sources s WHERE s.game_id = u.game_id ORDER BY s.source_id LIMIT 1) AS format,
    u.in_table || '.' || u.in_column AS place, u.game_id, u.text
  FROM unknowns u
  WHERE u.text IS NOT NULL
)
GROUP BY format, place
UNION ALL
SELECT format, code, severity, NULL, count(*), count(DISTINCT source_id), min(message)
FROM (
  SELECT coalesce(s.source_id, f.source_id) AS source_id, coalesce(s.format, f.format) AS format, d.code, d.severity, d.message
  FROM diagnostics d
  LEFT JOIN sources s ON s.source_id = d.source_id
  LEFT JOIN sources f ON f.source_id = (SELECT min(o.source_id) FROM sources o WHERE o.game_id = d.game_id)
  WHERE d.severity <> 'note'
)
GROUP BY format, code, severity",
    },
    View {
        name: "outcomes",
        question: "outcomes",
        meaning: "the outcomes of the files, by outcome and format",
        columns: &[
            ("outcome", "Outcome of the files."),
            ("format", "Format of the files; empty if they have none that Ludex reads."),
            ("looks_like", "Kind of the files, if they have no format that Ludex reads."),
            ("files", "Number of files."),
            ("size", "Total length of the files, in bytes."),
            ("games", "Number of games in the files."),
        ],
        sql: "
SELECT outcome, format, looks_like, count(*) AS files, sum(bytes) AS size, count(DISTINCT game_id) AS games
FROM sources
GROUP BY outcome, format, looks_like",
    },
];
