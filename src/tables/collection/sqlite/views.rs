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
        meaning: "a game: who played it, where it was found, and who won",
        columns: &[
            ("game_id", "The number of the game."),
            ("system", "The system that is played."),
            ("variant", "The variant of the system."),
            ("title", "The game's title or number."),
            ("file", "The first file that it was found in."),
            ("state", "Whether it is open, under way or over."),
            ("started", "The day it began."),
            ("ended", "The day it ended."),
            ("turns", "How many turns there are, without alternatives."),
            ("players", "The names of those who play, or their seats, as a JSON array."),
            ("winners", "The names of the winners, or their seats, as a JSON array; empty where none is known."),
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
        meaning: "a variant, or a set of options, and how many games were played by it",
        columns: &[
            ("system", "The system that is played."),
            ("variant", "The variant of the system."),
            ("options", "The options it is played with, as a JSON array."),
            ("games", "The number of games."),
            ("first_started", "The day that the first of them began, where that is known."),
            ("last_started", "The day that the last of them began, where that is known."),
        ],
        sql: "
SELECT system, variant, variants AS options, count(*) AS games, min(started) AS first_started, max(started) AS last_started
FROM games
GROUP BY system, variant, variants",
    },
    View {
        name: "people",
        question: "people",
        meaning: "someone who played, by the name as the files have it",
        columns: &[
            ("name", "The name."),
            ("system", "The system that was played."),
            ("games", "The number of games."),
            ("won", "The number of those that the files, or their positions, say were won."),
            ("known", "The number of games of which a winner is known."),
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
        meaning: "that one player beat another: by putting him out, or by winning the game",
        columns: &[
            ("game_id", "The number of the game."),
            ("system", "The system that is played."),
            ("file", "The first file that the game was found in."),
            ("how", "`eliminated` where the turn of one put the other out; `won` where one won the game and the other did not."),
            ("turn", "The turn in which the other was put out, by its number in the table turns."),
            ("winner", "The seat of the one."),
            ("winner_name", "The name of the one."),
            ("loser", "The seat of the other."),
            ("loser_name", "The name of the other."),
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
        meaning: "two players by name, and how often one beat the other",
        columns: &[
            ("system", "The system that was played."),
            ("winner", "The name of the one."),
            ("loser", "The name of the other."),
            ("won", "How many games one won and the other did not."),
            ("eliminated", "How often one put the other out."),
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
        meaning: "what could not be read or understood, by format and kind",
        columns: &[
            ("format", "The format of the file; empty where it is of none."),
            ("code", "The code of the message, which `ludex explain` explains; empty where a value is a text that was not understood."),
            ("severity", "Whether the message is an error or a warning."),
            ("place", "The table and column of such a value."),
            ("number", "How often."),
            ("files", "In how many files or games."),
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
        meaning: "what became of the files, by outcome and format",
        columns: &[
            ("outcome", "How the files ended."),
            ("format", "Their format; empty where they are of none."),
            ("looks_like", "What they are where they are of none."),
            ("files", "How many there are."),
            ("size", "How many bytes they have."),
            ("games", "How many games they are of."),
        ],
        sql: "
SELECT outcome, format, looks_like, count(*) AS files, sum(bytes) AS size, count(DISTINCT game_id) AS games
FROM sources
GROUP BY outcome, format, looks_like",
    },
];
