//! SQL views of Global War games.

use crate::tables::View;

/// The views that only Global War has.
pub const VIEWS: &[View] = &[View {
    name: "global_war_standings",
    question: "standings",
    meaning: "a player of a game that has started, with countries, armies and commendations",
    columns: &[
        ("game_id", "Number of the game."),
        ("file", "First file that the game was found in."),
        ("state", "State of the game: under way or over."),
        ("last_moved", "Time of the last turn of any player."),
        ("place", "Rank of the player, by countries and then by armies."),
        ("seat", "Seat of the player."),
        ("name", "Name of the player; empty for an empty seat that holds countries."),
        ("won", "1 if the player won, else 0."),
        ("countries", "Number of countries that the player holds."),
        ("armies", "Number of armies in those countries."),
        ("continents", "Continents that the player holds completely."),
        ("commendations", "Number of commendations that the player holds."),
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
