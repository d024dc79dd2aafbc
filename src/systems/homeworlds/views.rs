//! SQL views of Homeworlds games.

use crate::tables::layout::View;

/// The views that only Homeworlds has.
pub const VIEWS: &[View] = &[
    View {
        name: "homeworlds_setups",
        question: "setups",
        meaning: "a homeworld that was set up, and how the game ended for its player",
        columns: &[
            ("game_id", "The number of the game."),
            ("file", "The first file that it was found in."),
            ("server", "The server that the record is from, by its format; `none` where it is of the common notation."),
            ("title", "The game's title or number."),
            ("started", "The day it began."),
            ("seats", "How many players there are."),
            ("placed", "Which of the homeworlds it was, from 1."),
            ("seat", "The player's seat."),
            ("name", "The player's name."),
            ("opening", "The stars in the order of their colours, and the ship; `-` is a missing star."),
            ("result", "`won`, `lost`, or `no winner` where the record says that there is none; empty where it says nothing."),
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
        meaning: "an opening on a server, and how the games ended for those who chose it",
        columns: &[
            ("server", "The server that the records are from; `none` where they are of the common notation."),
            ("opening", "The stars in the order of their colours, and the ship."),
            ("games", "How often it was chosen."),
            ("won", "How often the player won."),
            ("lost", "How often another player won."),
            ("undecided", "How often nobody won, or the record does not say."),
            ("placed_first", "How often it was the first homeworld."),
            ("won_placed_first", "How often the player won of these."),
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
