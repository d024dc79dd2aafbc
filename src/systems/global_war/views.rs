//! SQL views of Global War games.

use crate::tables::layout::View;

/// The views that only Global War has.
pub const VIEWS: &[View] = &[View {
    name: "global_war_standings",
    question: "standings",
    meaning: "a player of a game that has begun, with what the player holds",
    columns: &[
        ("game_id", "The number of the game."),
        ("file", "The first file that it was found in."),
        ("state", "Whether it is under way or over."),
        ("last_moved", "When someone moved last."),
        ("place", "The player's place by countries, then by armies."),
        ("seat", "The player's seat."),
        ("name", "The player's name; empty where a seat holds countries and nobody sits there."),
        ("won", "1 where the player won."),
        ("countries", "The number of countries that the player holds."),
        ("armies", "The number of armies in them."),
        ("continents", "The continents that the player holds whole."),
        ("commendations", "The number of commendations that the player holds."),
    ],
    sql: "
SELECT
  game_id, file, state, last_moved,
  rank() OVER (PARTITION BY game_id ORDER BY countries DESC, armies DESC) AS place,
  seat, name, won, countries, armies, continents, commendations
FROM (
  SELECT
    g.game_id,
    (SELECT coalesce(s.path, s.name) FROM sources s WHERE s.game_id = g.game_id ORDER BY s.source_id LIMIT 1) AS file,
    g.state,
    (SELECT max(m.last_moved) FROM players m WHERE m.game_id = g.game_id) AS last_moved,
    p.seat, p.name,
    p.seat IN (SELECT w.value FROM json_each(g.winners) w) AS won,
    (SELECT count(*) FROM holdings h WHERE h.owner_ref = p.row_id AND h.turn IS NULL) AS countries,
    (SELECT coalesce(sum(h.armies), 0) FROM holdings h WHERE h.owner_ref = p.row_id AND h.turn IS NULL) AS armies,
    (SELECT group_concat(c.continent, ', ') FROM (
      SELECT h.continent FROM holdings h
      WHERE h.owner_ref = p.row_id AND h.turn IS NULL
      GROUP BY h.continent
      HAVING count(DISTINCT h.territory) = CASE h.continent
        WHEN 'Africa' THEN 6 WHEN 'Asia' THEN 12 WHEN 'Australia' THEN 4
        WHEN 'Europe' THEN 7 WHEN 'North America' THEN 9 WHEN 'South America' THEN 4 END
      ORDER BY h.continent) c) AS continents,
    p.commendations_general + p.commendations_king + p.commendations_queen AS commendations
  FROM games g JOIN players p ON p.game_id = g.game_id
  WHERE g.system = 'global-war' AND g.state IS NOT 'signup'
)
WHERE name IS NOT NULL OR countries > 0",
}];
