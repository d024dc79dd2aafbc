"""Arranges files in the folders and containers of a synthetic disk, and creates its manifest."""

import hashlib
import zipfile

import packing
from contents import OPENED, Entry

# Share of the files of a round in each kind of folder or container, in percent.
SHARES = {
    "folders": 31,
    "zips": 18,
    "zip_by_program": 8,
    "tar": 3,
    "tar_gz": 4,
    "tar_bz2": 3,
    "tar_xz": 3,
    "tar_zst": 3,
    "gz": 1,
    "arj": 5,
    "lha": 4,
    "arc": 3,
    "zoo": 3,
    "seven_zip": 4,
    "floppy": 3,
    "iso": 2,
    "iso_with_long_names": 2,
    "mbox": 3,
    "mails": 1,
    "nested": 6,
}
# Largest number of files on a floppy.
MOST_OF_A_FLOPPY = 120


class Round:
    """A folder of the disk with all kinds of contents."""

    def __init__(self, contents, top, count):
        self.contents, self.random, self.top = contents, contents.random, top
        self.entries = []
        for name, share in SHARES.items():
            getattr(self, name)(max(4, count * share // 100))

    def add(self, name, data, members):
        """Adds a container to one of the folders of the round; a number makes its name unique."""
        folder = self.random.choice(("ARCHIVES", "backup", "FILES/OLD", "d"))
        stem, _, extension = name.rpartition(".")
        path = f"{self.top}/{folder}/{stem}{self.contents.number()}.{extension}"
        self.entries.append(Entry(path, data, dict(OPENED), None, members))

    def member(self, name, data, members):
        return Entry(name, data, dict(OPENED), self.contents.moment(), members)

    def files(self, count, dos=False, folder="SUB/", odd=False):
        """Returns the files of an archive: some in its root, some in a folder, and a game."""
        contents = self.contents
        in_folder = contents.files(max(1, count // 3), dos, folder) if folder else []
        group = contents.group(f"{folder}GAME/" if folder else "", judge=bool(folder))
        in_root = contents.files(max(1, count - len(in_folder) - len(group)), dos)
        return in_root + in_folder + group + (contents.odd_names(folder, True) if odd else [])

    def folders(self, count):
        while count > 0:
            size = min(count, self.random.randrange(10, 50))
            folder = f"{self.top}/" + "/".join(
                self.random.choices(("DOORS", "games", "Mail", "src", "x.d"), k=self.random.randrange(1, 4))
            )
            # Each folder is separate, because neighbouring files change the diagnostics.
            folder += f"/{self.contents.number()}"
            self.entries += self.contents.files(size, folder=f"{folder}/") + self.contents.group(f"{folder}/game/")
            self.entries += self.contents.odd_names(f"{folder}/n/", False) if count == size else []
            count -= size + 3

    def zips(self, count):
        while count > 0:
            members = self.files(min(count, self.random.randrange(5, 60)), odd=True)
            count -= len(members)
            # A container is not recognised by its name.
            name = self.random.choice(("GAMES.ZIP", "games.zip", "a.zip", "NOTES.TXT", "WAR.DAT"))
            method = self.random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
            self.add(name, packing.zip_file(members, method), members)

    def zip_by_program(self, count):
        members = self.files(count)
        self.add("all.zip", packing.zip_by_program(members), members)

    def tar(self, count):
        members = self.files(count)
        self.add("home.tar", packing.tar_file(members), members)

    def packed_tar(self, count, extension, pack, moment=None):
        members = self.files(count)
        name = f"home{self.contents.number()}.tar"
        tar = Entry(name, packing.tar_by_program(members), dict(OPENED), moment, members)
        path = f"{self.top}/backup/{name}.{extension}"
        self.entries.append(Entry(path, pack(tar), dict(OPENED), None, [tar]))

    def tar_gz(self, count):
        self.packed_tar(count, "gz", packing.gz_file, self.contents.moment())

    def tar_bz2(self, count):
        self.packed_tar(count, "bz2", packing.bz2_file)

    def tar_xz(self, count):
        self.packed_tar(count, "xz", packing.xz_file)

    def tar_zst(self, count):
        self.packed_tar(count, "zst", packing.zst_file)

    def gz(self, count):
        for entry in self.contents.files(count):
            path = f"{self.top}/packed/{self.contents.number()}/{entry.path}.gz"
            self.entries.append(Entry(path, packing.gz_file(entry), dict(OPENED), None, [entry]))

    def arj(self, count):
        members = self.files(count, dos=True, odd=True)
        self.add("GAMES.ARJ", packing.arj_by_program(members), members)

    def lha(self, count):
        members = self.files(count, dos=True)
        self.add("GAMES.DAT", packing.lha_by_program(members), members)

    def arc(self, count):
        members = self.files(count, dos=True, folder="")
        self.add("GAMES.ARC", packing.arc_by_program(members), members)

    def zoo(self, count):
        members = self.files(count, dos=True, folder="")
        self.add("GAMES.ZOO", packing.zoo_file(members), members)

    def seven_zip(self, count):
        members = self.files(count)
        self.add("new.7z", packing.seven_zip_by_program(members), members)

    def floppies(self, count):
        while count > 0:
            size = min(count, MOST_OF_A_FLOPPY)
            count -= size
            members = self.contents.files(size // 3 + 1, dos=True) + self.contents.files(
                size - size // 3 - 1, folder="Long Names/"
            )
            yield packing.floppy_by_program(members), members

    def floppy(self, count):
        for data, members in self.floppies(count):
            self.add("DISK.IMG", data, members)

    def sorted_files(self, count, stem=""):
        """Returns files whose names have the same order in all directories of an ISO image."""
        members = self.contents.files(count - count // 3, dos=True) + self.contents.files(
            count // 3, dos=True, folder="ZSUB/"
        )
        if stem:
            for member in members:
                name, dot, extension = member.path.partition(".")
                member.path = f"{name}{stem}{dot}{extension}".lower()
        return sorted(members, key=lambda member: member.path.encode().split(b"/"))

    def iso(self, count):
        members = self.sorted_files(count)
        self.add("CD.ISO", packing.iso_by_program(members), members)

    def iso_with_long_names(self, count):
        members = self.sorted_files(count, " of a long name")
        self.add("cd.iso", packing.iso_by_program(members, "-J", "-R"), members)

    def mail(self, subject):
        """Returns the date of a mail, its bytes, and the files in it: its text and any attachments."""
        contents, moment = self.contents, self.contents.moment()
        text, expected = contents.kind_text(contents.number())[1:]
        attached = contents.files(self.random.randrange(4), dos=True)
        members = [Entry("body.txt", text, expected), *attached]
        for member in members:
            member.modified = moment
        data = packing.mail(subject, moment, text, [(member.path, member.data) for member in attached])
        return moment, data, members

    def mbox(self, count):
        mails, members = [], []
        while len(members) < count:
            number = len(mails) + 1
            moment, data, inside = self.mail(f"Re: game {number * 3}")
            mails.append((moment, data))
            for member in inside:
                member.path = f"{number:04}-Re_ game {number * 3}/{member.path}"
            members += inside
        self.add("MAIL.mbox", packing.mbox_file(mails), members)

    def mails(self, count):
        while count > 0:
            _, data, members = self.mail("Orders")
            self.add("mail.eml", data, members)
            count -= len(members)

    def nested(self, count):
        third = max(4, count // 3)
        inner = [self.files(max(4, third // 3)) for _ in range(3)]
        zips = [self.member(f"INNER{i}.ZIP", packing.zip_file(members), members) for i, members in enumerate(inner)]
        self.add("OUTER.ZIP", packing.zip_file(zips, zipfile.ZIP_STORED), zips)

        members = self.files(third, dos=True)
        arj = self.member("GAMES.ARJ", packing.arj_by_program(members), members)
        on_floppy = [*self.contents.files(3, dos=True), arj]
        floppy = self.member("DISK1.IMG", packing.floppy_by_program(on_floppy), on_floppy)
        self.add("FLOPPY.ZIP", packing.zip_file([floppy]), [floppy])

        members = self.files(third)
        tar = self.member("home.tar", packing.tar_file(members), members)
        packed = self.member("home.tar.gz", packing.gz_file(tar), [tar])
        self.add("BACKUP.ISO", packing.iso_by_program([packed], "-J", "-R"), [packed])


def in_order(entries):
    """Sorts files in the order in which folders are walked: by name, as bytes, at each level."""
    return sorted(entries, key=lambda entry: entry.path.encode().split(b"/"))


def rows(entry, containers=()):
    """Yields the rows of the manifest for a file and its members."""
    step = entry.place or entry.path
    row = {"path": "!/".join((*containers, step)), "containers": list(containers), "name": step.rpartition("/")[2]}
    if entry.is_read:
        row |= {"size": len(entry.data), "sha256": hashlib.sha256(entry.data).hexdigest()}
    if containers:
        row["modified"] = entry.modified.isoformat() if entry.modified else None
    yield row | entry.expected
    for member in entry.members or ():
        yield from rows(member, (*containers, step))
