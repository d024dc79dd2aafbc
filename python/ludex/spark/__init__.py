"""Reads archives of any size on Spark as tables, on any cluster whose workers have this module.

>>> from ludex.spark import read_archive, write_tables  # doctest: +SKIP
>>> archive = read_archive(spark, "/archive")  # doctest: +SKIP
>>> archive.tables["players"].groupBy("name").count().show()  # doctest: +SKIP
>>> write_tables(archive, "/tables")  # doctest: +SKIP

Neighbouring files are grouped into packs, and each pack is read by one task. Only the SHA-256 of games is shuffled, so
that files with the same bytes become one game. The rows and their numbering are those of ``ludex convert -t parquet``.
A damaged file raises no exception: it becomes a row of the quarantine, with what is wrong and where.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.dataset
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

import ludex

from . import work
from .numbering import Numbering, number_packs
from .packs import MARKER, Entry, Pack, filesystem_of, list_archive, make_packs

__all__ = ["Archive", "Written", "read_archive", "write_tables"]

# Folder that a run writes to until all files are complete.
STAGING = "_temporary"


@dataclass
class Archive:
    """The tables and the quarantine of an archive, as :func:`read_archive` returns them."""

    #: Data frames of the tables, by name.
    tables: Mapping[str, DataFrame]
    #: Files that could not be read: one row per message, with the place of the file, the code, line and column.
    quarantine: DataFrame
    #: Number of new games.
    games: int
    #: Number of new files.
    sources: int
    rows: DataFrame
    numberings: Mapping[int, Numbering]
    beside: str | None
    # Number of runs that wrote the tables at `beside`.
    runs: int

    def unpersist(self) -> None:
        """Releases the rows, which Spark keeps in memory and on disk for further queries."""
        self.rows.unpersist()


@dataclass
class Written:
    """The number of rows that :func:`write_tables` wrote."""

    #: Number of new rows of each table, by name.
    rows: dict[str, int]
    #: Number of new messages in the quarantine.
    quarantined: int


def read_archive(
    spark: SparkSession,
    path: str | os.PathLike[str],
    *,
    below: str = "",
    beside: str | os.PathLike[str] | None = None,
    no_originals: bool = False,
    pack_bytes: int = 32 << 20,
    pack_files: int = 4000,
    **options: Any,
) -> Archive:
    """Reads everything in a folder: files, members of archives, mails, and each game of JSON Lines.

    - ``path``: folder that every worker can access, or URI that pyarrow can read, such as ``s3://bucket/disk``.
    - ``below``: the only folder in it to read; places are still those below ``path``.
    - ``beside``: tables of earlier runs. Files that they have, by place and SHA-256, are passed over, and the numbering
      continues.
    - ``no_originals``: leaves out the bytes of the files.
    - ``pack_bytes``, ``pack_files``: size, in bytes, and number of files at which a pack is full; one task reads one
      pack.

    The other options are those of :func:`ludex.read`, except ``name``.

    Raises :class:`FileNotFoundError` if the folder does not exist, :class:`ludex.OptionError` if an option is invalid,
    and :class:`TypeError` if it is unknown. A damaged file raises no exception: it is in the quarantine.
    """
    if "name" in options:
        raise TypeError("unknown option name: the files of an archive have their own names")
    # Reports invalid options here, and not in each task.
    ludex.check(b"", **options)
    path, there = os.fspath(path), _Existing.at(beside)
    packs = make_packs(list_archive(path, below), pack_bytes, pack_files)
    read = functools.partial(work.read_packs, path=path, no_originals=no_originals, options=options)
    rows = _packs_frame(spark, packs, there).mapInArrow(read, _schema(work.ROWS))
    rows = rows.persist(StorageLevel.MEMORY_AND_DISK)
    counts = {
        row["pack"]: tuple(json.loads(bytes(row["data"])))
        for row in rows.filter(F.col("table") == work.NUMBERS).select("pack", "data").collect()
    }
    same = _same_bytes(spark, rows, there)
    numberings = number_packs(counts, same, there.games, there.sources)
    schemas = {name: pa.schema(table) for name, table in ludex.tables([]).items()}
    tables = {name: _table_frame(rows, name, schema, numberings) for name, schema in schemas.items()}
    return Archive(
        tables=tables,
        quarantine=_table_frame(rows, work.BAD, work.QUARANTINE, numberings),
        games=sum(count[0] - len(numberings[pack].moved) for pack, count in counts.items()),
        sources=sum(count[1] for count in counts.values()),
        rows=rows,
        numberings=numberings,
        beside=os.fspath(beside) if beside is not None else None,
        runs=there.runs,
    )


def write_tables(archive: Archive, path: str | os.PathLike[str]) -> Written:
    """Writes the tables as ``ludex convert -t parquet`` does, and the quarantine to the folder ``_quarantine`` in it.

    Tables of earlier runs at ``path`` are kept and extended if the archive was read ``beside`` them. The files of a run
    are moved into place once all of them are written; the next run deletes what an interrupted run left behind.

    Raises :class:`FileExistsError` if there are tables at ``path`` that the archive was not read beside, or that
    another run has extended since.
    """
    path = os.fspath(path)
    there = _Existing.at(path)
    if there.runs and (archive.beside != path or archive.runs != there.runs):
        raise FileExistsError(f"there are tables at {path}; read_archive(..., beside={path!r}) adds to them")
    system, base = filesystem_of(path)
    _clear(system, base, f"part-{there.runs:03}-")
    staging = f"{path}/{STAGING}"
    write = functools.partial(
        work.write_rows, numberings=archive.numberings, staging=staging, run=there.runs
    )
    rows = archive.rows.filter(F.col("table") != work.NUMBERS)
    written = rows.mapInArrow(write, _schema(work.WRITTEN)).collect()
    for file in written:
        system.create_dir(f"{base}/{os.path.dirname(file['path'])}", recursive=True)
        system.move(f"{base}/{STAGING}/{file['path']}", f"{base}/{file['path']}")
    counts: dict[str, int] = {}
    systems: dict[str, set[str]] = {}
    for file in written:
        counts[file["table"]] = counts.get(file["table"], 0) + file["rows"]
        systems.setdefault(file["table"], set()).add(file["system"])
    quarantined = counts.pop(work.BAD, 0)
    there.write_marker(counts, systems)
    _clear(system, base, None)
    return Written(rows=counts, quarantined=quarantined)


def _clear(system: pa.fs.FileSystem, base: str, begins: str | None) -> None:
    """Deletes the staging folder and, if a prefix is given, files of an interrupted run whose names begin with it."""
    if system.get_file_info(f"{base}/{STAGING}").type != pa.fs.FileType.NotFound:
        system.delete_dir(f"{base}/{STAGING}")
    if begins is not None:
        selector = pa.fs.FileSelector(base, allow_not_found=True, recursive=True)
        for info in system.get_file_info(selector):
            if info.base_name.startswith(begins):
                system.delete_file(info.path)


@dataclass
class _Existing:
    """The tables of earlier runs."""

    path: str | None = None
    marker: dict[str, Any] | None = None
    games: int = 0
    sources: int = 0
    files: pa.Table | None = None

    @classmethod
    def at(cls, path: str | os.PathLike[str] | None) -> _Existing:
        if path is None:
            return cls()
        there = cls(os.fspath(path))
        system, base = filesystem_of(os.fspath(path))
        if system.get_file_info(f"{base}/{MARKER}").type == pa.fs.FileType.NotFound:
            return there
        with system.open_input_stream(f"{base}/{MARKER}") as file:
            there.marker = json.loads(file.read())
        columns = ["source_id", "game_id", "outcome", "format", "path", "line", "bytes", "sha256", "input", "input_sha256"]
        files = pa.dataset.dataset(f"{base}/sources", filesystem=system, format="parquet", partitioning="hive")
        there.files = files.to_table(columns)
        there.games = pa.compute.max(there.files["game_id"]).as_py() or 0
        there.sources = pa.compute.max(there.files["source_id"]).as_py() or 0
        return there

    @property
    def runs(self) -> int:
        """Number of runs that wrote the tables; 0 if there are none."""
        return (self.marker or {}).get("runs", 1) if self.marker else 0

    def known(self) -> dict[str, list[list[Any]]]:
        """Returns the inputs of earlier runs, for ``known`` of :func:`ludex.scan`, by the file they are or are in."""
        known: dict[str, list[list[Any]]] = {}
        for row in self.files.to_pylist() if self.files is not None else []:
            is_own = row["input"] is not None
            place = row["input"] if is_own else row["path"]
            if place is not None:
                sha256 = row["input_sha256"] if is_own else row["sha256"]
                of_it = [place, row["line"], sha256, row["bytes"]]
                known.setdefault(place.partition("!/")[0], []).append(of_it)
        return known

    def contents(self, formats: list[str]) -> list[tuple[str, int, int]]:
        """Returns the games of earlier runs that a file with the same bytes would repeat: SHA-256, pack -1 and game."""
        rows = self.files.to_pylist() if self.files is not None else []
        return [
            (row["sha256"], -1, row["game_id"])
            for row in rows
            if row["outcome"] == "converted" and row["format"] in formats and row["sha256"] and row["input"] is None
        ]

    def write_marker(self, counts: Mapping[str, int], systems: Mapping[str, set[str]]) -> None:
        """Writes the file that describes the tables, as the program does."""
        assert self.path is not None
        before = {table["name"]: table for table in (self.marker or {}).get("tables", [])}
        tables = []
        for name, table in ludex.tables([]).items():
            rows = counts.get(name, 0) + before.get(name, {}).get("rows", 0)
            if rows:
                described = json.loads((pa.schema(table).metadata or {})[b"ludex"])
                described["path"] = f"{name}/system=*/*.parquet"
                described["systems"] = sorted({*systems.get(name, ()), *before.get(name, {}).get("systems", ())})
                described["rows"] = rows
                tables.append(described)
        marker = {"name": "ludex", "ludex": ludex.VERSIONS, "tables": tables, "runs": self.runs + 1}
        system, base = filesystem_of(self.path)
        with system.open_output_stream(f"{base}/{MARKER}") as file:
            file.write(json.dumps(marker, indent=2, ensure_ascii=False).encode() + b"\n")


def _packs_frame(spark: SparkSession, packs: list[Pack], there: _Existing) -> DataFrame:
    """Returns a data frame with one row per pack, each in a partition of its own."""
    known = there.known()

    def places(entries: list[Entry]) -> list[bytearray]:
        return [bytearray(entry.place) for entry in entries]

    rows = [
        (
            pack.number,
            places(pack.files),
            places(pack.beside),
            json.dumps([each for entry in pack.files for each in known.get(entry.called, ())]),
        )
        for pack in packs
    ]
    schema = "number long, files array<binary>, beside array<binary>, known string"
    return spark.createDataFrame(spark.sparkContext.parallelize(rows, max(1, len(rows))), schema)


def _same_bytes(spark: SparkSession, rows: DataFrame, there: _Existing) -> list[list[tuple[int, int]]]:
    """Returns groups of games with the same bytes, each game as its pack and number. Only their SHA-256 is shuffled."""
    formats = [each.id for each in ludex.formats() if each.stands_alone]
    find = functools.partial(work.keys, formats=formats)
    keys = rows.filter(F.col("table") == "sources").mapInArrow(find, _schema(work.KEYS))
    contents = there.contents(formats)
    if contents:
        keys = keys.union(spark.createDataFrame(contents, _schema(work.KEYS)))
    groups = keys.groupBy("sha256").agg(F.collect_list(F.struct("pack", "game")).alias("same"))
    found = groups.filter(F.size("same") > 1).select("same").collect()
    return [[(each["pack"], each["game"]) for each in row["same"]] for row in found]


def _table_frame(
    rows: DataFrame, name: str, schema: pa.Schema, numberings: Mapping[int, Numbering]
) -> DataFrame:
    given = functools.partial(work.table_rows, numberings=numberings, schema=_as_spark(schema))
    return rows.filter(F.col("table") == name).mapInArrow(given, _schema(schema))


def _as_spark(schema: pa.Schema) -> pa.Schema:
    """Returns a schema whose timestamps are in microseconds, as Spark has them."""
    fields = [
        field.with_type(pa.timestamp("us")) if pa.types.is_timestamp(field.type) else field
        for field in schema.remove_metadata()
    ]
    return pa.schema(fields)


def _type(kind: pa.DataType) -> T.DataType:
    if pa.types.is_list(kind):
        return T.ArrayType(_type(kind.value_type), True)
    if pa.types.is_timestamp(kind):
        return T.TimestampNTZType()
    simple: dict[pa.DataType, T.DataType] = {
        pa.int64(): T.LongType(),
        pa.bool_(): T.BooleanType(),
        pa.string(): T.StringType(),
        pa.binary(): T.BinaryType(),
    }
    return simple[kind]


def _schema(schema: pa.Schema) -> T.StructType:
    return T.StructType([T.StructField(field.name, _type(field.type), field.nullable) for field in schema])
