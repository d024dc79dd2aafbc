"""Tables: those of the program's Parquet, cell by cell, and what data frames make of them."""

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

import ludex


@pytest.fixture(scope="module")
def parquet(archive, program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("parquet") / "games"
    program("convert", "--quiet", archive, "-t", "parquet", "-o", folder)
    return folder


def files_of(folder):
    """Each table, system, and file."""
    for path in sorted(folder.glob("*/*/part-0.parquet")):
        yield path.parts[-3], path.parts[-2].removeprefix("system="), path


def test_every_cell_is_that_of_parquet(archive, parquet):
    tables = ludex.tables(archive)
    seen = dict.fromkeys(tables, 0)
    for name, system, path in files_of(parquet):
        expected = pyarrow.parquet.ParquetFile(path).read()
        table = pyarrow.table(tables[name])
        found = table.filter(pyarrow.compute.equal(table["system"], system)).drop_columns("system")
        assert found.schema.equals(expected.schema, check_metadata=False), name
        assert [field.nullable for field in found.schema] == [field.nullable for field in expected.schema], name
        assert found.schema.metadata[b"ludex"] == expected.schema.metadata[b"ludex"], name
        assert found.num_rows == expected.num_rows > 0
        for column in expected.column_names:
            assert found[column].to_pylist() == expected[column].to_pylist(), f"{name}.{column} of {system}"
        seen[name] += expected.num_rows
    assert {name: len(table) for name, table in tables.items()} == seen
    assert seen["games"] > 300 and seen["diagnostics"] > 100


def test_tables_of_documents_are_those_of_their_scan(archive):
    def contents(tables):
        return {name: pyarrow.table(table) for name, table in tables.items()}

    whole = contents(ludex.tables(archive))
    assert contents(ludex.tables(ludex.scan(archive))) == whole
    assert contents(ludex.tables(list(ludex.scan(archive)))) == whole
    builder = ludex.TableBuilder()
    parts = []
    for index, each in enumerate(ludex.scan(archive)):
        builder.add(each)
        if index % 50 == 0:
            parts += builder.take()
    parts += builder.take()
    for name, table in whole.items():
        mine = [pyarrow.table(rows) for of, _, rows in parts if of == name]
        mine = pyarrow.concat_tables(mine) if mine else table.slice(0, 0)
        assert mine.sort_by(KEYS.get(name, [("game_id", "ascending"), ("row_number", "ascending")])) == table.sort_by(
            KEYS.get(name, [("game_id", "ascending"), ("row_number", "ascending")])
        ), name
    assert builder.games == len(whole["games"])


KEYS = {
    "games": [("game_id", "ascending")],
    "sources": [("source_id", "ascending")],
    "diagnostics": [(key, "ascending") for key in ("game_id", "source_id", "line", "code", "message")],
}


def test_some_files_of_a_folder_are_read_as_all_of_it_would_be():
    some = ludex.scan("fixtures/njudge-archive", only=["seed.lakes"])
    all_of_it = {each.place: each for each in ludex.scan("fixtures/njudge-archive")}
    (seed,) = some
    assert seed.to_json() == all_of_it["seed.lakes"].to_json()


def test_originals_are_left_out_where_that_is_wanted(archive):
    with_them = pyarrow.table(ludex.tables(archive)["sources"])
    without = pyarrow.table(ludex.tables(archive, no_originals=True)["sources"])
    assert with_them["original_data"].null_count < len(with_them)
    assert without["original_data"].null_count == len(without) == len(with_them)


def test_data_frames_take_them(archive):
    tables = ludex.tables(archive)
    games, players = tables["games"], tables["players"]
    count = len(games)
    assert polars.DataFrame(games).height == count
    assert len(pandas.DataFrame.from_arrow(games)) == count
    arrow = pyarrow.table(games)
    assert arrow.num_rows == count
    by_system = duckdb.sql("SELECT system, count(*) FROM games GROUP BY system").fetchall()
    assert dict(by_system) == {
        system: sum(one == system for one in arrow["system"].to_pylist()) for system in set(arrow["system"].to_pylist())
    }
    joined = duckdb.sql("SELECT count(*) FROM players JOIN games USING (game_id)").fetchall()
    assert joined == [(len(players),)]


def test_empty_tables_have_their_columns():
    tables = ludex.tables([])
    assert len(tables) > 30 and all(len(table) == 0 for table in tables.values())
    assert pyarrow.table(tables["games"]).schema.field("game_id").type == pyarrow.int64()
    with pytest.raises((TypeError, ValueError)):
        ludex.tables([1])
