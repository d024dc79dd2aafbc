"""Creates files that are made to harm memory, the disk, the terminal, or files outside the output folder."""

import datetime
import io
import struct
import tarfile
import warnings
import zipfile
import zlib

import packing
from contents import FIXTURES, OPENED, Entry

MOMENT = datetime.datetime(1994, 11, 5, 6, 30, 12)
GAME = (FIXTURES / "war-dat" / "good" / "playing.DAT").read_bytes()
CONVERTED = {"format": "war-dat", "outcome": "converted", "codes": []}
DAMAGED = {"format": None, "outcome": "damaged", "codes": ["IO021"]}
CLOSED = {"format": None, "outcome": "unreadable", "codes": ["IO022"]}
EXCLUDED = {"format": None, "outcome": "excluded", "codes": []}
OVER_LIMIT = {"format": None, "outcome": "over-limit", "codes": ["IO023"]}

# Deepest nesting of containers that is opened.
DEPTH = 8
# Length of the longest path that is read, in bytes.
NAME_LENGTH = 1024


def named(name):
    """Returns a game with another player name, to tell it from others."""
    return GAME.replace(b"Petra Voss", b"Petra " + name.encode())


def member(path, data, expected, members=None, **more):
    return Entry(path, data, dict(expected), MOMENT, members, **more)


def unread(path, expected, data=b""):
    """Returns a member whose bytes are not read."""
    return member(path, data, expected, is_read=False)


def opened(path, members, data=None):
    return member(path, packing.zip_file(members) if data is None else data, OPENED, members)


def all_of_it():
    """Returns all hostile files of a disk."""
    made = [bomb(), chain(), names(), duplicates(), damaged_crc(), cut(), liar(), encrypted(), links(), zeros()]
    for entry in made:
        entry.path, entry.modified = f"hostile/{entry.path}", None
    return made


def bomb():
    """Returns a zip bomb like 42.zip: nested archives, with a file that packs to a thousandth in each innermost one."""
    inside = unread("0.dll", OVER_LIMIT, bytes(8 << 20))
    for level in ("page", "book", "lib"):
        data = packing.zip_file([inside] if level == "page" else inside)
        members = [inside] if level == "page" else inside
        inside = [opened(f"{level} {number}.zip", members, data) for number in range(4)]
    return opened("bomb.zip", inside)


def chain():
    """Returns archives that are nested twenty levels deep."""
    inside = member("WAR01.DAT", GAME, CONVERTED)
    for depth in range(20, DEPTH, -1):
        inside = member(f"deep{depth}.zip", packing.zip_file([inside]), OVER_LIMIT)
    inside.is_read = False
    for depth in range(DEPTH, 0, -1):
        inside = opened(f"deep{depth}.zip", [member("WAR01.DAT", GAME, CONVERTED), inside])
    return inside


def names():
    """Returns an archive with paths that lead out of the folder, name devices, or control a terminal."""
    places = {
        "..\\..\\x.DAT": "_../_../x.DAT",
        "../../../y.DAT": "_../_../_../y.DAT",
        "/etc/passwd": "etc/passwd",
        "C:\\z.DAT": "_C_/z.DAT",
        "CON": "_CON",
        "WAR/AUX.DAT": "WAR/_AUX.DAT",
        "a\x1b[2J\x1b]0;owned\x07.DAT": "a_[2J_]0;owned_.DAT",
        "two\nlines.DAT": "two_lines.DAT",
        "J\u00d6RG.DAT": "J\u00d6RG.DAT",
    }
    members = [member(path, GAME, CONVERTED, place=place) for path, place in places.items()]
    members.append(unread("L" * 5000, OVER_LIMIT, GAME))
    members[-1].place = "L" * NAME_LENGTH
    members.append(member("last.DAT", GAME, CONVERTED))
    return opened("names.zip", members)


def duplicates():
    """Returns an archive with members of the same name, and members whose names differ only in case."""
    places = [
        ("same.DAT", "same.DAT"),
        ("same.DAT", "same~2.DAT"),
        ("SAME.dat", "SAME~3.dat"),
        ("x", "x"),
        ("X", "X~2"),
    ]
    members = [member(path, named(str(index)), CONVERTED, place=place) for index, (path, place) in enumerate(places)]
    with warnings.catch_warnings(action="ignore"):
        return opened("duplicates.zip", members)


def damaged_crc():
    members = [member(f"{name}.DAT", named(name), CONVERTED) for name in "abc"]
    data = bytearray(packing.zip_file(members, zipfile.ZIP_STORED))
    # Changes a stored byte of the second member.
    data[data.index(members[1].data) + 200] ^= 1
    members[1].expected, members[1].is_read = dict(DAMAGED), False
    return opened("crc.zip", members, bytes(data))


def cut():
    """Returns an archive without its directory, cut off in the third member; complete members are read."""
    members = [member(f"WAR0{number}.DAT", GAME, CONVERTED) for number in range(1, 6)]
    data = packing.zip_file(members, zipfile.ZIP_STORED)
    starts = [index for index in range(len(data)) if data.startswith(b"PK\x03\x04", index)]
    last = unread("WAR03.DAT", DAMAGED)
    entry = opened("cut.zip", [*members[:2], last], data[: starts[2] + 200])
    entry.expected = {"outcome": "damaged", "codes": ["IO021"]}
    return entry


def liar():
    """Returns an archive with a member that claims a thousand bytes and has twenty million."""
    data = bytearray(packing.zip_file([member("WAR01.DAT", bytes(20_000_000), DAMAGED)]))
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", data, data.index(mark) + place, 1000)
    return opened("liar.zip", [unread("WAR01.DAT", DAMAGED)], bytes(data))


def encrypted():
    """Returns an archive with a member that is marked as encrypted, and another one that is not."""
    members = [unread("secret.DAT", CLOSED, GAME), member("open.DAT", GAME, CONVERTED)]
    data = bytearray(packing.zip_file(members))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + place] |= 1
    return opened("encrypted.zip", members, bytes(data))


def links():
    """Returns an archive with links and devices, which are never followed."""
    packed = io.BytesIO()
    kinds = {
        "passwd": (tarfile.SYMTYPE, "/etc/passwd"),
        "up": (tarfile.SYMTYPE, "../../.."),
        "hard": (tarfile.LNKTYPE, "/etc/passwd"),
        "null": (tarfile.CHRTYPE, ""),
        "pipe": (tarfile.FIFOTYPE, ""),
    }
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name, (kind, target) in kinds.items():
            info = tarfile.TarInfo(name)
            info.type, info.linkname, info.mtime = kind, target, packing.seconds(MOMENT)
            archive.addfile(info)
        info = tarfile.TarInfo("WAR01.DAT")
        info.size, info.mtime = len(GAME), packing.seconds(MOMENT)
        archive.addfile(info, io.BytesIO(GAME))
    members = [unread(name, EXCLUDED) for name in kinds]
    return opened("links.tar", [*members, member("WAR01.DAT", GAME, CONVERTED)], packed.getvalue())


def zeros():
    """Returns an archive of 5 MB with a member of 5 GiB, which repeats one packed block."""
    block, count = bytes(64 << 20), 80
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    data = packed * count + zlib.compressobj(9, zlib.DEFLATED, -15).flush()
    crc = 0
    for _ in range(count):
        crc = zlib.crc32(block, crc)
    size, name = len(block) * count, b"zeros.bin"
    date, time = packing.dos_moment(MOMENT)
    large = struct.pack("<HHQQ", 1, 16, size, len(data))
    common = struct.pack("<HHHHHIIIHH", 45, 0, 8, time, date, crc, 0xFFFFFFFF, 0xFFFFFFFF, len(name), len(large))
    local = b"PK\x03\x04" + common + name + large
    central = b"PK\x01\x02" + struct.pack("<H", 45) + common + struct.pack("<HHHII", 0, 0, 0, 0, 0) + name + large
    end = struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local) + len(data), 0)
    return opened("zeros.zip", [unread("zeros.bin", OVER_LIMIT)], local + data + central + b"PK\x05\x06" + end)
