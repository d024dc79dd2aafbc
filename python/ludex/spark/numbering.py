"""Numbers games and files across all packs, as the program numbers them in a single run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc

__all__ = ["Numbering", "number_packs", "renumber"]


@dataclass
class Numbering:
    """Maps the numbers within a pack, which start at 1, to the final numbers."""

    # Number of games and of files before those of the pack.
    games: int = 0
    sources: int = 0
    # Games of the pack with the same bytes as an earlier game, and the final number of that game.
    moved: dict[int, int] = field(default_factory=dict)

    def of_games(self, count: int) -> pa.Array:
        """Returns the final number of each game of the pack, after a null for rows without a game."""
        numbers: list[int | None] = [None]
        last = self.games
        for game in range(1, count + 1):
            if game in self.moved:
                numbers.append(self.moved[game])
            else:
                last += 1
                numbers.append(last)
        return pa.array(numbers, pa.int64())


def number_packs(
    counts: Mapping[int, tuple[int, int]],
    same: Iterable[Sequence[tuple[int, int]]],
    games: int = 0,
    sources: int = 0,
) -> dict[int, Numbering]:
    """Numbers the games and files of all packs, after those of earlier runs.

    - ``counts``: number of games and of files of each pack.
    - ``same``: groups of games with the same bytes, each game as its pack and its number in the pack. Pack -1 stands
      for earlier runs; the number is then the final one.
    - ``games``, ``sources``: number of games and of files of earlier runs.
    """
    groups = [sorted(group) for group in same]
    numberings = {pack: Numbering() for pack in sorted(counts)}
    for group in groups:
        for pack, game in group[1:]:
            numberings[pack].moved[game] = 0
    for pack, numbering in numberings.items():
        numbering.games, numbering.sources = games, sources
        games += counts[pack][0] - len(numbering.moved)
        sources += counts[pack][1]
    numbers = {pack: numberings[pack].of_games(counts[pack][0]) for pack in {group[0][0] for group in groups} - {-1}}
    for group in groups:
        pack, game = group[0]
        first = game if pack == -1 else numbers[pack][game].as_py()
        for other, moved in group[1:]:
            numberings[other].moved[moved] = first
    return numberings


def renumber(name: str, table: pa.Table, numbering: Numbering) -> pa.Table:
    """Returns the rows of a pack with their final numbers, and without games that an earlier file already has."""
    schema = table.schema
    game = table["game_id"].combine_chunks()
    if numbering.moved:
        is_moved = pc.is_in(game, pa.array(sorted(numbering.moved), pa.int64()))
        if name == "sources":
            is_converted = pc.equal(table["outcome"], "converted")
            outcome = pc.if_else(pc.and_(is_moved, is_converted), "identical", table["outcome"])
            table = _with(table, "outcome", outcome)
        else:
            table = table.filter(pc.invert(is_moved))
            game = table["game_id"].combine_chunks()
    numbers = numbering.of_games(pc.max(game).as_py() or 0)
    table = _with(table, "game_id", numbers.take(pc.fill_null(game, 0)))
    if name in ("sources", "diagnostics"):
        table = _with(table, "source_id", pc.add(table["source_id"], numbering.sources))
    return table.cast(schema)


def _with(table: pa.Table, name: str, column: pa.Array) -> pa.Table:
    place = table.schema.get_field_index(name)
    return table.set_column(place, table.schema.field(place), column)
