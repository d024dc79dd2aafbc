"""The work of tasks: they read a pack into rows, turn rows into those of a table, and write them."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa
import pyarrow.parquet

import ludex

from .numbering import Numbering, renumber
from .packs import filesystem_of, is_remote

__all__ = ["KEYS", "NUMBERS", "QUARANTINE", "ROWS", "WRITTEN", "keys", "read_packs", "table_rows", "write_rows"]

Batches = Iterator[pa.RecordBatch]

# Rows of one table and one system of a pack, as an Arrow stream; or the numbers of games and files of the pack.
ROWS = pa.schema(
    [
        pa.field("pack", pa.int64(), nullable=False),
        pa.field("part", pa.int64(), nullable=False),
        pa.field("table", pa.string(), nullable=False),
        pa.field("system", pa.string(), nullable=False),
        pa.field("data", pa.binary(), nullable=False),
    ]
)

# Table of the files that could not be read, with one row per message.
QUARANTINE = pa.schema(
    [
        pa.field("place", pa.string()),
        pa.field("outcome", pa.string(), nullable=False),
        pa.field("format", pa.string()),
        pa.field("sha256", pa.string()),
        pa.field("code", pa.string(), nullable=False),
        pa.field("severity", pa.string(), nullable=False),
        pa.field("message", pa.string(), nullable=False),
        pa.field("line", pa.int64()),
        pa.field("column", pa.int64()),
        pa.field("help", pa.string()),
    ]
)

# Game whose bytes may be those of another game.
KEYS = pa.schema(
    [
        pa.field("sha256", pa.string(), nullable=False),
        pa.field("pack", pa.int64(), nullable=False),
        pa.field("game", pa.int64(), nullable=False),
    ]
)

# Written Parquet file.
WRITTEN = pa.schema(
    [
        pa.field("table", pa.string(), nullable=False),
        pa.field("system", pa.string(), nullable=False),
        pa.field("rows", pa.int64(), nullable=False),
        pa.field("path", pa.string(), nullable=False),
    ]
)

# Names for rows that belong to none of the program's tables.
NUMBERS, BAD = "_numbers", "_quarantine"

# Size, in bytes, at which rows are passed on to Spark.
MOST_ROWS = 48 << 20


def read_packs(batches: Batches, path: str, no_originals: bool, options: Mapping[str, Any]) -> Batches:
    """Reads packs, and yields their rows."""
    for batch in batches:
        for pack in batch.to_pylist():
            with _at_hand(path, pack) as folder:
                yield from _read_pack(folder, path, pack, no_originals, options)


@contextlib.contextmanager
def _at_hand(path: str, pack: Mapping[str, Any]) -> Iterator[str]:
    """Yields the folder of the archive; for a URI, a temporary copy of the files of the pack and those beside them."""
    if not is_remote(path):
        yield path
        return
    system, base = filesystem_of(path)
    with tempfile.TemporaryDirectory(prefix="ludex-") as folder:
        for place in map(os.fsdecode, [*pack["files"], *pack["beside"]]):
            info = system.get_file_info(f"{base}/{place}")
            files = [info]
            if info.type == pa.fs.FileType.Directory:
                files = system.get_file_info(pa.fs.FileSelector(info.path, recursive=True))
            for file in files:
                if file.type == pa.fs.FileType.File:
                    copy = os.path.join(folder, file.path[len(base) :].lstrip("/"))
                    os.makedirs(os.path.dirname(copy), exist_ok=True)
                    with system.open_input_stream(file.path) as source, open(copy, "wb") as target:
                        shutil.copyfileobj(source, target, 1 << 20)
        yield folder


def _read_pack(
    folder: str, path: str, pack: Mapping[str, Any], no_originals: bool, options: Mapping[str, Any]
) -> Batches:
    builder = ludex.TableBuilder(no_originals=no_originals)
    bad: list[dict[str, Any]] = []
    part = 0

    def taken() -> Batches:
        for table, system, rows in builder.take():
            of_it = _from_root(pa.table(rows), folder, path)
            yield _row(pack["number"], part, table, system, _packed(of_it))

    known = [tuple(each) for each in json.loads(pack["known"])]
    scan = ludex.scan(folder, only=[os.fsdecode(place) for place in pack["files"]], known=known, **options)
    while True:
        try:
            item = next(scan, None)
            if item is None:
                break
            if isinstance(item, ludex.Unread) and item.is_bad:
                bad += _quarantined(item, item.diagnostics)
            builder.add(item)
        except ludex.LudexError as error:
            bad += _quarantined(item, error.diagnostics)
        if builder.size >= MOST_ROWS:
            yield from taken()
            part += 1
    yield from taken()
    if bad:
        yield _row(pack["number"], part, BAD, "none", _packed(pa.Table.from_pylist(bad, QUARANTINE)))
    numbers = json.dumps([builder.games, builder.sources]).encode()
    yield _row(pack["number"], part, NUMBERS, "none", numbers)


def _from_root(table: pa.Table, folder: str, path: str) -> pa.Table:
    """Replaces the paths of a temporary copy by those in the archive."""
    if folder == path or "file" not in table.column_names:
        return table
    place = table.schema.get_field_index("file")
    named = pa.compute.replace_substring(table["file"], folder, path)
    return table.set_column(place, table.schema.field(place), named)


def _quarantined(item: Any, diagnostics: list[ludex.Diagnostic]) -> Iterator[dict[str, Any]]:
    for each in diagnostics:
        yield {
            "place": getattr(item, "place", None) or getattr(item, "label", None),
            "outcome": getattr(item, "outcome", "refused"),
            "format": getattr(item, "format", None),
            "sha256": getattr(item, "sha256", None),
            "code": each.code,
            "severity": each.severity,
            "message": each.message,
            "line": each.line,
            "column": each.column,
            "help": each.help,
        }


def _row(pack: int, part: int, table: str, system: str, data: bytes) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist(
        [{"pack": pack, "part": part, "table": table, "system": system, "data": data}], ROWS
    )


def _packed(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def _unpacked(data: bytes) -> pa.Table:
    with pa.ipc.open_stream(data) as reader:
        return reader.read_all()


def keys(batches: Batches, formats: list[str]) -> Batches:
    """Yields the SHA-256 of the games in these formats, in which the same bytes always give the same document."""
    wanted = pa.array(formats)
    for batch in batches:
        for row in batch.to_pylist():
            files = _unpacked(row["data"])
            is_first = pa.compute.and_(
                pa.compute.equal(files["outcome"], "converted"), pa.compute.is_in(files["format"], wanted)
            )
            # A source that is only named in a document of Ludex was not read itself.
            is_first = pa.compute.and_(is_first, pa.compute.is_null(files["input"]))
            is_first = pa.compute.and_(is_first, pa.compute.is_valid(files["sha256"]))
            files = files.filter(is_first)
            packs = pa.array([row["pack"]] * len(files), pa.int64())
            columns = [files["sha256"].combine_chunks(), packs, files["game_id"].combine_chunks()]
            yield pa.RecordBatch.from_arrays(columns, schema=KEYS)


def table_rows(batches: Batches, numberings: Mapping[int, Numbering], schema: pa.Schema) -> Batches:
    """Yields the rows of a table with their final numbers."""
    for batch in batches:
        for row in batch.to_pylist():
            table = _unpacked(row["data"])
            if row["table"] != BAD:
                table = renumber(row["table"], table, numberings[row["pack"]])
            yield from table.cast(schema).to_batches()


def write_rows(batches: Batches, numberings: Mapping[int, Numbering], staging: str, run: int) -> Batches:
    """Writes rows as Parquet files, and yields what was written.

    Each file is written under a temporary name and then renamed; a task that is repeated writes the same files.
    """
    system, base = filesystem_of(staging)
    for batch in batches:
        for row in batch.to_pylist():
            table = _unpacked(row["data"])
            folder = row["table"]
            if row["table"] != BAD:
                table = renumber(row["table"], table, numberings[row["pack"]]).drop_columns("system")
                folder = f"{row['table']}/system={row['system']}"
            if len(table) == 0:
                continue
            place = f"{folder}/part-{run:03}-{row['pack']:06}-{row['part']:03}.parquet"
            system.create_dir(f"{base}/{folder}", recursive=True)
            attempt = f"{base}/{folder}/.{uuid.uuid4()}"
            with system.open_output_stream(attempt) as file:
                plain = table.replace_schema_metadata()
                with pa.parquet.ParquetWriter(file, plain.schema, compression="zstd", store_schema=False) as writer:
                    # Meanings of the columns; Arrow's own schema would add nothing to that of Parquet.
                    writer.add_key_value_metadata(table.schema.metadata or {})
                    writer.write_table(plain, row_group_size=1 << 16)
            system.move(attempt, f"{base}/{place}")
            written = {"table": row["table"], "system": row["system"], "rows": len(table), "path": place}
            yield pa.RecordBatch.from_pylist([written], WRITTEN)
