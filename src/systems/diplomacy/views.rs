//! Database views that answer questions about games of Diplomacy.

use crate::tables::View;

/// The views that only games of Diplomacy have.
pub const VIEWS: &[View] = &[View {
    name: "diplomacy_powers",
    question: "powers",
    meaning: "a power at the start of a phase, with its units and centres; powers with neither are left out",
    columns: &[
        ("game_id", "Number of the game."),
        ("file", "First file that the game was found in."),
        ("variant", "Variant of the game."),
        ("turn", "Number of the turn in the table `turns`; empty for the position of the game itself."),
        ("year", "The year."),
        ("season", "The season."),
        ("phase", "The phase."),
        ("power", "Seat of the power."),
        ("name", "Name of the power."),
        ("units", "Number of its units, including dislodged ones."),
        ("dislodged", "Number of dislodged units."),
        ("centres", "Number of supply centres that it owns; empty if the position does not list owners."),
    ],
    sql: "
SELECT
  c.game_id,
  (SELECT coalesce(s.path, s.name) FROM sources s WHERE s.game_id = c.game_id ORDER BY s.source_id LIMIT 1) AS file,
  g.variant, c.turn,
  CASE WHEN c.turn IS NULL THEN g.when_year ELSE coalesce(t.position_when_year, t.when_year) END AS year,
  CASE WHEN c.turn IS NULL THEN g.when_season ELSE coalesce(t.position_when_season, t.when_season) END AS season,
  CASE WHEN c.turn IS NULL THEN g.when_phase ELSE coalesce(t.position_when_phase, t.when_phase) END AS phase,
  c.power, p.name,
  sum(c.units) AS units, sum(c.dislodged) AS dislodged,
  CASE WHEN EXISTS (SELECT 1 FROM holdings h WHERE h.game_id = c.game_id AND h.turn IS c.turn) THEN sum(c.centres) END AS centres
FROM (
  SELECT game_id, turn, turn_ref, player AS power, sum(coalesce(count, 1)) AS units,
    sum(CASE WHEN status = 'dislodged' THEN coalesce(count, 1) ELSE 0 END) AS dislodged, 0 AS centres
  FROM pieces
  WHERE player IS NOT NULL
  GROUP BY game_id, turn, player
  UNION ALL
  SELECT h.game_id, h.turn, h.turn_ref, h.owner, 0, 0, count(*)
  FROM holdings h
  WHERE h.owner IS NOT NULL AND (
    h.centre
    OR EXISTS (SELECT 1 FROM territories b WHERE b.game_id = h.game_id AND b.id = h.territory AND b.centre)
    OR NOT EXISTS (SELECT 1 FROM territories b WHERE b.game_id = h.game_id))
  GROUP BY h.game_id, h.turn, h.owner
) c
JOIN games g ON g.game_id = c.game_id
LEFT JOIN turns t ON t.row_id = c.turn_ref
LEFT JOIN players p ON p.game_id = c.game_id AND p.seat = c.power
WHERE g.system = 'diplomacy' AND p.kind IS NULL AND t.alternative_to IS NULL
GROUP BY c.game_id, c.turn, c.power",
}];
