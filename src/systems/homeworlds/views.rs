//! SQL views of Homeworlds games.

use crate::tables::View;

/// The views that only Homeworlds has.
pub const VIEWS: &[View] = &[
    View {
        name: "homeworlds_setups",
        question: "setups",
        meaning: "a homeworld, and the result of the game for its player",
        columns: &[
            ("game_id", "Number of the game."),
            ("file", "First file that the game was found in."),
            ("server", "Server of the record, from its format; `none` for the common notation."),
            ("title", "Title or number of the game."),
            ("started", "Date the game began."),
            ("seats", "Number of players."),
            ("placed", "Number of the homeworld in the order of setup, from 1."),
            ("seat", "Seat of the player."),
            ("name", "Name of the player."),
            ("opening", "Stars in the order of their colours, and the ship; `-` for a missing star."),
            ("result", "`won`, `lost`, or `no winner` if the record states that there is none; empty if it does not say."),
        ],
        sql: "
SELECT
  g.game_id,
  coalesce(s.path, s.name) AS file,
  CASE s.format
    WHEN 'homeworlds-sdg' THEN 'SuperDuperGames'
    WHEN 'homeworlds-bga' THEN 'Board Game Arena'
    WHEN 'homeworlds-ap' THEN 'Abstract Play'
    WHEN 'homeworlds-hwl' THEN 'homeworlds-live'
    ELSE 'none' END AS server,
  g.title, g.started,
  (SELECT count(*) FROM players o WHERE o.game_id = g.game_id) AS seats,
  row_number() OVER (PARTITION BY g.game_id ORDER BY a.turn, a.action) AS placed,
  t.player AS seat, p.name,
  (SELECT group_concat(star, '+') FROM (SELECT coalesce(value, '-') AS star FROM json_each(a.stars) ORDER BY value IS NULL, value))
    || ' ' || a.piece AS opening,
  CASE
    WHEN t.player IN (SELECT value FROM json_each(g.winners)) THEN 'won'
    WHEN g.winners <> '[]' THEN 'lost'
    WHEN g.stated THEN 'no winner' END AS result
FROM actions a
JOIN turns t ON t.row_id = a.turn_ref
JOIN games g ON g.game_id = a.game_id
LEFT JOIN sources s ON s.source_id = (SELECT min(f.source_id) FROM sources f WHERE f.game_id = g.game_id)
LEFT JOIN players p ON p.row_id = t.player_ref
WHERE a.type = 'setup' AND a.undone IS NULL AND t.alternative_to IS NULL AND g.system = 'homeworlds'",
    },
    View {
        name: "homeworlds_openings",
        question: "openings",
        meaning: "an opening on a server, and the results of the players who chose it",
        columns: &[
            ("server", "Server of the records; `none` for the common notation."),
            ("opening", "Stars in the order of their colours, and the ship."),
            ("games", "Number of times it was chosen."),
            ("won", "Number of times its player won."),
            ("lost", "Number of times another player won."),
            ("undecided", "Number of times nobody won or the record does not say."),
            ("placed_first", "Number of times it was the first homeworld."),
            ("won_placed_first", "Number of those times that its player won."),
        ],
        sql: "
SELECT
  server, opening, count(*) AS games,
  count(*) FILTER (WHERE result = 'won') AS won,
  count(*) FILTER (WHERE result = 'lost') AS lost,
  count(*) FILTER (WHERE result IS NULL OR result = 'no winner') AS undecided,
  count(*) FILTER (WHERE placed = 1) AS placed_first,
  count(*) FILTER (WHERE placed = 1 AND result = 'won') AS won_placed_first
FROM homeworlds_setups
GROUP BY server, opening",
    },
];
