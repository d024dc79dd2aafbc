"""Lists an archive and divides it into packs, on the driver, before any file is read."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import pyarrow.fs

import ludex

__all__ = ["Entry", "Pack", "filesystem_of", "is_remote", "list_archive", "make_packs"]

# Files that mark a folder as a single document: a descriptor that names Ludex, or the marker of a folder of tables.
DESCRIPTOR = "datapackage.json"
MARKER = "_ludex.json"


@dataclass(frozen=True)
class Entry:
    """A file of the archive, or a folder of tables that is one document."""

    place: bytes
    size: int

    @property
    def called(self) -> str:
        """Place as it is written in tables."""
        return self.place.decode(errors="replace")

    @property
    def folder(self) -> bytes:
        return self.place.rpartition(b"/")[0]

    @property
    def name(self) -> bytes:
        return self.place.rpartition(b"/")[2]


@dataclass
class Pack:
    """Neighbouring files, in the order of the archive, that one task reads."""

    number: int
    files: list[Entry] = field(default_factory=list)
    # Files of other packs that are in the same folders and may belong to a file of this pack.
    beside: list[Entry] = field(default_factory=list)

    @property
    def size(self) -> int:
        return sum(each.size for each in self.files)


def is_remote(path: str) -> bool:
    """Returns whether a path is a URI such as `s3://bucket/disk`, of which every worker copies its part."""
    return "://" in path


def filesystem_of(path: str) -> tuple[pyarrow.fs.FileSystem, str]:
    """Returns the file system of a path or a URI, and the path in it."""
    if is_remote(path):
        system, base = pyarrow.fs.FileSystem.from_uri(path)
        return system, base.rstrip("/")
    return pyarrow.fs.LocalFileSystem(), os.path.abspath(path)


def list_archive(path: str, below: str = "") -> list[Entry]:
    """Lists the files of an archive, or of a folder in it, in the order in which the program reads them."""
    if below := below.strip("/"):
        inside = list_archive(f"{path.rstrip('/')}/{below}")
        return [Entry(os.fsencode(below) + b"/" + entry.place, entry.size) for entry in inside]
    if not is_remote(path):
        return [Entry(os.fsencode(place), size) for place, size in ludex.list_files(path)]
    system, base = filesystem_of(path)
    selector = pyarrow.fs.FileSelector(base, recursive=True)
    found = [info for info in system.get_file_info(selector) if info.type == pyarrow.fs.FileType.File]
    sizes = {info.path[len(base) :].lstrip("/"): info.size for info in found}
    packages = sorted(_packages(system, base, sizes))
    entries: dict[str, int] = defaultdict(int)
    for place, size in sizes.items():
        package = next((each for each in packages if place.startswith(each + "/")), None)
        entries[package or place] += size
    in_order = sorted(entries, key=lambda place: place.encode().split(b"/"))
    return [Entry(place.encode(), entries[place]) for place in in_order]


def _packages(system: pyarrow.fs.FileSystem, base: str, places: Iterable[str]) -> Iterator[str]:
    """Yields the folders that are a single document."""
    for place in places:
        folder, _, name = place.rpartition("/")
        if not folder or name not in (DESCRIPTOR, MARKER):
            continue
        with system.open_input_stream(f"{base}/{place}") as file:
            if name == MARKER or b'"ludex"' in file.read(16 << 20):
                yield folder


def make_packs(entries: Iterable[Entry], most_bytes: int, most_files: int) -> list[Pack]:
    """Divides entries, in their order, into packs of about the same size, so that few folders are split."""
    packs: list[Pack] = []
    current, size = Pack(0), 0
    for entry in entries:
        is_new_folder = bool(current.files) and current.files[-1].folder != entry.folder
        is_half_full = size * 2 >= most_bytes or len(current.files) * 2 >= most_files
        is_full = size + entry.size > most_bytes or len(current.files) >= most_files
        if current.files and (is_full or (is_half_full and is_new_folder)):
            packs.append(current)
            current, size = Pack(len(packs)), 0
        current.files.append(entry)
        size += entry.size
    if current.files:
        packs.append(current)
    _lay_beside(packs)
    return packs


def _stems(name: bytes) -> set[bytes]:
    """Returns names that companions may share: `WAR04.DAT` with `WAR04.REC`, and `WAR04.DAT.json` with `WAR04.DAT`."""
    name = name.lower()
    return {name, name.rpartition(b".")[0] or name}


def _is_board(name: bytes) -> bool:
    """Returns whether a name is that of a map, which any file beside it may need."""
    return name.lower() == b"map" or name.lower().startswith(b"map.")


def _lay_beside(packs: list[Pack]) -> None:
    """Adds to each pack the files of its folders that other packs read and that may belong to its own files."""
    packs_of: dict[bytes, set[int]] = defaultdict(set)
    for pack in packs:
        for entry in pack.files:
            packs_of[entry.folder].add(pack.number)
    divided = {folder for folder, numbers in packs_of.items() if len(numbers) > 1}
    boards: dict[bytes, list[tuple[int, Entry]]] = defaultdict(list)
    named: dict[tuple[bytes, bytes], list[tuple[int, Entry]]] = defaultdict(list)
    for pack in packs:
        for entry in pack.files:
            if entry.folder in divided:
                if _is_board(entry.name):
                    boards[entry.folder].append((pack.number, entry))
                for stem in _stems(entry.name):
                    named[entry.folder, stem].append((pack.number, entry))
    for pack in packs:
        beside: dict[bytes, Entry] = {}
        folders = {entry.folder for entry in pack.files} & divided
        mates = [each for folder in folders for each in boards[folder]]
        for entry in pack.files:
            if entry.folder in divided:
                mates += [each for stem in _stems(entry.name) for each in named[entry.folder, stem]]
        for number, entry in mates:
            if number != pack.number:
                beside[entry.place] = entry
        pack.beside = [beside[place] for place in sorted(beside)]
