"""Creates the files of a synthetic disk, fixtures and files of other kinds, with the expected report of each."""

import dataclasses
import datetime
import json
import pathlib
import re
import struct
import zlib

FIXTURES = pathlib.Path(__file__).resolve().parents[2] / "fixtures"


@dataclasses.dataclass
class Entry:
    """A file, or a container with its members in the order in which they are stored."""

    path: str
    data: bytes
    #: Columns of the expected report, except those that follow from the bytes.
    expected: dict
    modified: datetime.datetime | None = None
    members: list["Entry"] | None = None
    #: Path in the report; `None` if that is `path`.
    place: str | None = None
    #: Whether its bytes are read, so that the report has their size and SHA-256.
    is_read: bool = True


# Expected reports of a file of an unknown kind, a file of a known other kind, and a container.
UNKNOWN = {"format": None, "outcome": "unknown"}
KNOWN = {"format": None, "outcome": "known"}
OPENED = {"outcome": "opened"}


@dataclasses.dataclass
class Fixture:
    """A fixture, and its expected report according to its golden files."""

    folder: str
    name: str
    data: bytes
    expected: dict
    #: Whether its format is detected under any name.
    is_free: bool

    @property
    def lot(self):
        """Group of fixtures that may share a folder: a map changes the diagnostics of seeds of other variants."""
        return self.folder if self.folder in ("njudge-map", "njudge-seed") else ""


def fixtures():
    """Returns all fixtures, except those that are detected as another format than that of their folder."""
    named = dict(line.rsplit(":", 1) for line in (FIXTURES / "certainties.txt").read_text().splitlines())
    found = []
    for path, certainties in named.items():
        if path.endswith(" as x"):
            continue
        formats = [item.split()[0] for item in certainties.split(",") if item.strip()]
        folder, quality, name = path.split("/")
        if formats and formats[0] != folder:
            continue
        data = (FIXTURES / path).read_bytes()
        if not formats and re.match(rb"(From|Received|Date|Subject|Message-ID):? ", data):
            # Under another name it is opened as a mail.
            continue
        others = [item.split()[0] for item in named[f"{path} as x"].split(",") if item.strip()]
        is_free = others[:1] == formats[:1]
        if formats:
            expected = {
                "format": folder,
                "outcome": "converted" if quality == "good" else "damaged",
                "codes": codes(folder, quality, name),
            }
        else:
            is_page = data.lstrip().lower().startswith((b"<html", b"<!doctype"))
            expected = dict(KNOWN if is_page else UNKNOWN)
        found.append(Fixture(folder, name, data, expected, is_free))
    return found


def codes(folder, quality, name):
    """Returns the codes of the diagnostics of `convert` for a fixture without companions, from its golden file."""
    suffix = "json" if quality == "good" else "salvaged.json"
    text = (FIXTURES / folder / "golden" / f"{name}.{suffix}").read_text()
    if text.startswith("{"):
        diagnostics = json.loads(text.split("\n---")[0])["diagnostics"]
        heads = [item if isinstance(item, str) else f"error[{item['code']}]" for item in diagnostics]
    else:
        heads = text.splitlines()
    found = (re.match(r"(?:error|warning|note)\[(\w+)\]", head) for head in heads)
    return sorted({match[1] for match in found if match})


# Replaceable text of fixtures, by folder, and its replacement, so that copies differ.
VARIABLE = {
    "war-dat": (b"\r\nPetra Voss\r\n", b"\r\nPetra %d\r\n"),
    "war-rec": (b"\r\nPetra Voss\r\n", b"\r\nPetra %d\r\n"),
    "njudge-map": (b"Anchor Bay,", b"Anchor Bay %d,"),
    "diplomacy-game": (b'{"id": "plain-1901"', b'{"id": "plain-%d"'),
    "homeworlds-sdg": (b"SDG# 40001", b"SDG# %d"),
    "homeworlds": (b"# title: The first lesson", b"# title: Lesson %d"),
    "homeworlds-ap": (b"-000000000017", b"-%012d"),
}

WORDS = (
    "the sysop of this board says that a modem was bought last week and that callers who leave no mail will be taken "
    "out of the list on Sunday please upload what you have found so that others may read it when their line is free "
    "again because the old disk is full and nobody knows where the backup has gone since the summer"
).split()

# Letters and box-drawing characters of CP437 for bulletins.
BOX = "╔══╗ ░▒▓█ äöüßéñ ╠═╣ ╚══╝"


class Contents:
    """Creates files; the same random number generator gives the same files."""

    def __init__(self, random):
        self.random = random
        self.count = 0
        self.pool = fixtures()
        self.good = [fixture for fixture in self.pool if fixture.expected["outcome"] == "converted"]
        self.other = [fixture for fixture in self.pool if fixture.expected["outcome"] != "converted"]
        self.documents = sorted(FIXTURES.glob("old/*/*/*.json"))
        self.sentences = [" ".join(self.random.choices(WORDS, k=self.random.randint(6, 14))) for _ in range(300)]
        self.kinds = [getattr(self, name) for name in sorted(vars(Contents)) if name.startswith("kind_")]

    def number(self):
        self.count += 1
        return self.count

    def moment(self):
        """Returns a random date with even seconds, as DOS stores dates."""
        start = datetime.datetime(1988, 1, 1)
        return start + datetime.timedelta(seconds=2 * self.random.randrange(5 * 365 * 43200))

    def odd_names(self, folder, in_archive):
        """Creates files whose names differ only in case, and one whose name DOS would store in CP437."""
        number = self.number()
        names = [f"war{number:05}.dat", f"WAR{number:05}.DAT", f"JÖRG░{number}.TXT"]
        made = [Entry(folder + name, *self.kind_text(self.number())[1:], self.moment()) for name in names]
        if in_archive:
            # Members of an archive get distinct names even if case does not matter.
            made[1].place = f"{folder}WAR{number:05}~2.DAT"
        return made

    def files(self, count, dos=False, folder=""):
        """Creates some files of a folder, fixtures and others; with `dos`, their names are 8.3 names in capitals."""
        lot = self.random.choice(("njudge-map", "njudge-seed"))
        made = [self.file(dos, lot) for _ in range(count)]
        for entry in made:
            entry.path = folder + entry.path
        return made

    def file(self, dos, lot):
        kind = self.random.random()
        if kind < 0.36:
            return self.fixture(self.good, dos, lot)
        if kind < 0.42:
            return self.fixture(self.other, dos, lot)
        if kind < 0.43 and not dos:
            document = self.random.choice(self.documents)
            return self.entry(document.stem, ".json", document.read_bytes(), {"outcome": "own"}, dos)
        extension, data, expected = self.random.choice(self.kinds)(self.number())
        return self.entry(self.random.choice(WORDS), extension, data, expected, dos)

    def fixture(self, pool, dos, lot):
        while True:
            fixture = self.random.choice(pool)
            if fixture.lot in ("", lot) and (fixture.is_free or not dos):
                break
        data = fixture.data
        before, after = VARIABLE.get(fixture.folder, (b"", b""))
        if before and data.count(before) == 1 and self.random.random() < 0.7:
            data = data.replace(before, after % self.number())
        stem, extension = re.fullmatch(r"(.*?)(\.[^.]*)?", fixture.name, re.S).groups()
        if fixture.folder in ("njudge-map", "njudge-seed") and not dos:
            # The extension names the variant.
            stem = f"G{self.number() % 1000:03}" if stem.startswith("G") else stem
            return Entry(f"{stem}{extension or '.x'}{self.number()}", data, dict(fixture.expected), self.moment())
        return self.entry(stem, extension or "", data, dict(fixture.expected), dos)

    def entry(self, stem, extension, data, expected, dos):
        number = self.number()
        if dos:
            name = f"{re.sub('[^A-Za-z]', '', stem)[:2]}{number:06}{re.sub('[^.A-Za-z0-9]', '', extension)[:4]}".upper()
        else:
            name = f"{stem}-{number}{self.random.choice((extension, extension, extension.upper()))}"
        return Entry(name, data, expected, self.moment())

    def group(self, folder="", judge=True):
        """Creates companions: a map with its seed and a position, or a game with its interrupted turn."""
        if judge and self.random.random() < 0.5:
            # The map is found by the name of the seed; for the position, a diagnostic names the map that was found.
            names = [
                ("map.lakes", "njudge-map", []),
                ("seed.lakes", "njudge-seed", []),
                ("G003.lakes", "njudge-seed", ["NJ027"]),
            ]
            archive = FIXTURES / "njudge-archive"
            made = [self.beside(folder + name, archive / name, format, said) for name, format, said in names]
        else:
            stem = f"{folder}WAR{self.random.randrange(1, 100):02}"
            old = FIXTURES / "global-war-disk"
            names = [(".DAT", "war-dat"), (".REC", "war-rec")]
            made = [self.beside(stem + name, old / f"WAR02{name}", format, []) for name, format in names]
            log = "".join(f"{self.random.randrange(24):02}:{i:02} caller {i}\r\n" for i in range(20)).encode()
            made.append(Entry(stem + ".LOG", log, dict(UNKNOWN), self.moment()))
        return sorted(made, key=lambda entry: entry.path)

    def beside(self, path, fixture, format, said):
        return Entry(
            path, fixture.read_bytes(), {"format": format, "outcome": "converted", "codes": said}, self.moment()
        )

    def text(self, count):
        return (". ".join(self.random.choices(self.sentences, k=count)) + ".").replace(". ", ".\r\n", count // 2)

    def kind_binary(self, number):
        return ".BIN", b"\x00\x01" + self.random.randbytes(self.random.randrange(100, 6000)), dict(UNKNOWN)

    def kind_bulletin(self, number):
        return ".ANS", f"{BOX} {number}\r\n{self.text(30)}\r\n{BOX}\r\n".encode("cp437"), dict(UNKNOWN)

    def kind_empty(self, number):
        return ".TXT", b"", dict(UNKNOWN)

    def kind_gif(self, number):
        return ".GIF", b"GIF89a" + struct.pack("<HHBBB", 64, 64, 0, 0, 0) + self.random.randbytes(1500), dict(KNOWN)

    def kind_json(self, number):
        items = [
            {"id": number + i, "text": sentence} for i, sentence in enumerate(self.random.choices(self.sentences, k=15))
        ]
        return ".json", json.dumps({"items": items}).encode(), dict(UNKNOWN)

    def kind_log(self, number):
        lines = (f"Jan {i % 28 + 1:2} 12:{i % 60:02}:07 host daemon[{number}]: session {i} opened\n" for i in range(40))
        return ".log", "".join(lines).encode(), dict(UNKNOWN)

    def kind_page(self, number):
        text = (
            f"<!DOCTYPE html>\n<html><head><title>{number}</title></head>\n<body><p>{self.text(20)}</p></body></html>\n"
        )
        return ".html", text.encode(), dict(KNOWN)

    def kind_png(self, number):
        head = struct.pack(">IIBBBBB", 16, 16, 8, 2, 0, 0, 0)
        chunk = struct.pack(">I", 13) + b"IHDR" + head + struct.pack(">I", zlib.crc32(b"IHDR" + head))
        return ".png", b"\x89PNG\r\n\x1a\n" + chunk + self.random.randbytes(900), dict(KNOWN)

    def kind_program(self, number):
        return ".EXE", b"MZ" + struct.pack("<13H", *range(13)) + self.random.randbytes(4000), dict(KNOWN)

    def kind_script(self, number):
        return ".sh", f"#!/bin/sh\n# {number}\n{self.text(10)}\n".encode(), dict(KNOWN)

    def kind_source(self, number):
        lines = (f"static int value_{number}_{i}(int a) {{ return a * {i} + {number % 97}; }}\n" for i in range(30))
        return ".c", ("/* " + self.text(6) + " */\n#include <stdio.h>\n\n" + "".join(lines)).encode(), dict(UNKNOWN)

    def kind_table(self, number):
        lines = (f'"Name {i}",{i * number},Paris,"a text, with a comma",1993-01-{i % 28 + 1:02}\n' for i in range(40))
        return ".csv", "".join(lines).encode(), dict(UNKNOWN)

    def kind_text(self, number):
        return ".TXT", f"Bulletin {number}\r\n\r\n{self.text(40)}\r\n".encode(), dict(UNKNOWN)
