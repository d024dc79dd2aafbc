"""Packs files into containers: with the usual programs, or in Python for those that are created in large numbers."""

import base64
import binascii
import bz2
import datetime
import email.utils
import functools
import gzip
import io
import lzma
import os
import pathlib
import re
import struct
import subprocess
import tarfile
import tempfile
import zipfile

# UTC, so that containers with timestamps and containers with local times agree; and a fixed date for the containers
# themselves.
ENVIRONMENT = {**os.environ, "TZ": "UTC", "SOURCE_DATE_EPOCH": "800000000", "LC_ALL": "C"}


def seconds(moment):
    return int(moment.replace(tzinfo=datetime.timezone.utc).timestamp())


def dos_moment(moment):
    date = (moment.year - 1980) << 9 | moment.month << 5 | moment.day
    return date, moment.hour << 11 | moment.minute << 5 | moment.second // 2


def stored_name(name):
    """Returns a name as DOS stores it, in CP437."""
    return name.encode("cp437")


# Containers packed in Python.


class DosInfo(zipfile.ZipInfo):
    """A ZIP member whose name is stored in CP437, as by DOS programs, instead of UTF-8."""

    def _encodeFilenameFlags(self):
        return stored_name(self.filename), self.flag_bits & ~0x800


def zip_file(entries, method=zipfile.ZIP_DEFLATED):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for entry in entries:
            info = DosInfo(entry.path, entry.modified.timetuple()[:6])
            info.create_system = 0
            archive.writestr(info, entry.data, method, compresslevel=5)
    return packed.getvalue()


def tar_file(entries):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for entry in entries:
            info = tarfile.TarInfo(entry.path)
            info.size, info.mtime = len(entry.data), seconds(entry.modified)
            archive.addfile(info, io.BytesIO(entry.data))
    return packed.getvalue()


def gz_file(entry):
    """Returns a single packed file, with its name and date."""
    packed = io.BytesIO()
    with gzip.GzipFile(entry.path, "wb", 6, packed, seconds(entry.modified)) as file:
        file.write(entry.data)
    return packed.getvalue()


def bz2_file(entry):
    return bz2.compress(entry.data)


def xz_file(entry):
    return lzma.compress(entry.data, preset=1)


def zst_file(entry):
    return subprocess.run(["zstd", "-q", "-c"], input=entry.data, stdout=subprocess.PIPE, check=True).stdout


@functools.cache
def crc16_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0xA001 if value & 1 else 0)
        table.append(value)
    return table


def crc16(data):
    table, crc = crc16_table(), 0
    for byte in data:
        crc = crc >> 8 ^ table[(crc ^ byte) & 0xFF]
    return crc


def zoo_file(entries):
    """Returns a ZOO archive of stored members with 8.3 names and no folders; no Debian program creates one."""
    start = 34
    packed = bytearray(b"ZOO 2.10 Archive.\x1a\0\0" + struct.pack("<IiiBB", 0xFDC4A7DC, start, -start, 1, 0))

    def directory(entry, following, offset):
        date, time = dos_moment(entry.modified) if entry else (0, 0)
        data = entry.data if entry else b""
        name = stored_name(entry.path) if entry else b""
        sizes = struct.pack("<HHHIIBBBBIH", date, time, crc16(data), len(data), len(data), 1, 0, 0, 0, 0, 0)
        return struct.pack("<IBBII", 0xFDC4A7DC, 1, 0, following, offset) + sizes + name.ljust(13, b"\0")

    for entry in entries:
        head = len(packed)
        offset = head + 51
        packed += directory(entry, offset + len(entry.data), offset) + entry.data
    return bytes(packed + directory(None, 0, 0))


def mail(subject, moment, body, attachments):
    """Returns a mail with a text and attachments."""
    date = email.utils.format_datetime(moment.replace(tzinfo=datetime.timezone(datetime.timedelta(hours=-5))))
    head = f"From: Player <player@example.org>\nTo: sysop@example.org\nSubject: {subject}\nDate: {date}\n".encode()
    if not attachments:
        return head + b"\n" + body
    boundary = b"=-=-=-=-="
    parts = [b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(body)]
    for name, data in attachments:
        named = f'Content-Type: application/octet-stream\nContent-Disposition: attachment; filename="{name}"\n'
        parts.append(named.encode() + b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(data))
    head += b'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="' + boundary + b'"\n\n'
    return head + b"".join(b"--" + boundary + b"\n" + part for part in parts) + b"--" + boundary + b"--\n"


def mbox_file(mails):
    """Returns mails in one file, each after a line with its sender and date."""
    packed = bytearray()
    for moment, data in mails:
        packed += (
            f"From player@example.org {moment:%a %b} {moment.day:2} {moment:%H:%M:%S %Y}\n".encode() + data + b"\n"
        )
    return bytes(packed)


# Containers packed by programs.


class Bench:
    """A temporary folder with the files to pack."""

    def __init__(self, entries):
        self.held = tempfile.TemporaryDirectory(prefix="disk-")
        self.top = os.fsencode(self.held.name)
        self.folder = os.path.join(self.top, b"files")
        os.mkdir(self.folder)
        self.names = [stored_name(entry.path) for entry in entries]
        folders = set()
        for entry, name in zip(entries, self.names, strict=True):
            path = os.path.join(self.folder, name)
            if os.path.dirname(path) not in folders:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                folders.add(os.path.dirname(path))
            with open(path, "wb") as file:
                file.write(entry.data)
            self.date(path, entry.modified)
        for folder in folders - {self.folder}:
            self.date(folder, datetime.datetime(1995, 1, 1))
        self.date(self.folder, datetime.datetime(1995, 1, 1))

    @staticmethod
    def date(path, moment):
        os.utime(path, (seconds(moment), seconds(moment)))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.held.cleanup()

    def run(self, *command, listed=False):
        """Runs a program in the folder of the files; with `listed`, it gets their names on standard input."""
        names = b"\n".join(self.names) + b"\n" if listed else b""
        done = subprocess.run(command, cwd=self.folder, env=ENVIRONMENT, input=names, capture_output=True)
        if done.returncode:
            output = (done.stdout + done.stderr).decode(errors="replace")
            raise SystemExit(f"{command[0]} failed ({done.returncode}):\n{output[-2000:]}")
        return done.stdout

    def packed(self, name):
        return pathlib.Path(self.held.name, name).read_bytes()


def zip_by_program(entries):
    with Bench(entries) as bench:
        bench.run("zip", "-q", "-X", "-@", "../x.zip", listed=True)
        return bench.packed("x.zip")


def tar_by_program(entries):
    with Bench(entries) as bench:
        return bench.run("tar", "--format=ustar", "--owner=0", "--group=0", "-c", "-T", "-", listed=True)


def arj_by_program(entries):
    with Bench(entries) as bench:
        pathlib.Path(bench.held.name, "list").write_bytes(b"\n".join(bench.names) + b"\n")
        bench.run("arj", "a", "-y", "../x.arj", "!../list")
        return without_moments_of_arj(bytearray(bench.packed("x.arj")))


def without_moments_of_arj(packed):
    """Replaces what ARJ takes from the clock by fixed dates or those of the files, and a random number by 0."""
    at = 0
    while size := struct.unpack_from("<H", packed, at + 2)[0]:
        head = at + 4
        is_archive = at == 0
        first = packed[head]
        if is_archive:
            struct.pack_into("<II", packed, head + 8, 800000000, 800000000)
        packed[head + 7] = 0
        if not is_archive and first >= 0x2E:
            packed[head + 0x22 : head + 0x2A] = packed[head + 8 : head + 12] * 2
        struct.pack_into("<I", packed, head + size, binascii.crc32(packed[head : head + size]))
        at = head + size + 4 + 2
        at += 0 if is_archive else struct.unpack_from("<I", packed, head + 12)[0]
    return bytes(packed)


def lha_by_program(entries):
    with Bench(entries) as bench:
        bench.run("jlha", "aq", "../x.lzh", *bench.names)
        return bench.packed("x.lzh")


def arc_by_program(entries):
    """Returns an ARC archive, and sorts the entries by name, as ARC does."""
    with Bench(entries) as bench:
        bench.run("arc", "a", "../x.arc", *bench.names)
        entries.sort(key=lambda entry: entry.path.encode())
        return without_rubbish_of_arc(bytearray(bench.packed("x.arc")))


def without_rubbish_of_arc(packed):
    """Fills names up with NULs, where ARC writes leftovers of its memory."""
    at = 0
    while packed[at + 1]:
        name = packed[at + 2 : at + 15].split(b"\0")[0]
        packed[at + 2 : at + 15] = name.ljust(13, b"\0")
        at += 29 + struct.unpack_from("<I", packed, at + 15)[0]
    return bytes(packed)


def seven_zip_by_program(entries):
    """Returns a 7z archive, and sorts the entries in the order that 7-Zip chose."""
    with Bench(entries) as bench:
        bench.run("7zz", "a", "-bd", "-ms=on", "-mx=3", "-mtc=off", "-mta=off", "../x.7z", ".")
        listing = bench.run("7zz", "l", "-slt", "-ba", "-sccUTF-8", "../x.7z").decode()
        order = {path: index for index, path in enumerate(re.findall(r"^Path = (.*)$", listing, re.M))}
        entries.sort(key=lambda entry: order[entry.path])
        return bench.packed("x.7z")


def floppy_by_program(entries):
    """Returns an image of a 1.44 MB floppy, with the files of its root before those of its folders."""
    with Bench(entries) as bench:
        image = ["-i", "../x.img"]
        bench.run("mformat", *image, "-C", "-f", "1440", "-N", "19900715", "::")
        folders = list(dict.fromkeys(os.path.dirname(name) for name in bench.names))
        for folder in folders:
            target = b"::/" + folder
            if folder:
                bench.run("mmd", *image, target)
            names = [name for name in bench.names if os.path.dirname(name) == folder]
            bench.run("mcopy", "-m", *image, *names, target)
        return bench.packed("x.img")


def iso_by_program(entries, *options):
    with Bench(entries) as bench:
        bench.run("genisoimage", "-quiet", *options, "-V", "BACKUP", "-o", "../x.iso", ".")
        packed = bytearray(bench.packed("x.iso"))
        descriptor = 16 * 2048
        while packed[descriptor] != 0xFF:
            # Dates at which the volume was created and modified, and becomes effective.
            for place in (813, 830, 864):
                packed[descriptor + place : descriptor + place + 17] = b"1995050806132000\0"
            descriptor += 2048
        # Rock Ridge stores the dates of modification, access and attribute change; sets all to that of modification.
        return re.sub(rb"(TF\x1a\x01\x0e)(.{7}).{14}", rb"\1\2\2\2", bytes(packed), flags=re.S)
