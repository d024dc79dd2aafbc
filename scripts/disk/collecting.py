"""Converts the disk to collections of many documents, restores every original from them, and interrupts conversions."""

import contextlib
import hashlib
import os
import sqlite3
import subprocess
import time

from interrupting import LONGEST_END, none_left
from running import INTERRUPT, KILL, Running, fail, remove, run, same_trees, tree

# Options that convert the disk beside the working folder to each target, and the name of the output.
TARGETS = {
    "jsonl": (["-t", "jsonl", "-o", "games.jsonl"], "games.jsonl"),
    "csv": (["-t", "csv", "--merge", "-o", "games.csv"], "games.csv"),
    "sqlite": (["-t", "sqlite", "-o", "games.db"], "games.db"),
    "parquet": (["-t", "parquet", "-o", "games.parquet"], "games.parquet"),
}


def command(binary, target, jobs, *options):
    return [binary, "convert", "../disk", *TARGETS[target][0], "--jobs", str(jobs), "--quiet", *options]


def built(binary):
    """Returns the targets that this build of the program can write."""
    listed = subprocess.run([binary, "formats", "--format", "jsonl"], check=True, capture_output=True, text=True)
    written = [line for line in listed.stdout.splitlines() if '"writes":true' in line.replace(" ", "")]
    return [target for target in TARGETS if any(f'"id":"{target}"' in line.replace(" ", "") for line in written)]


def check(binary, folder, clean, count, random):
    """Checks that each target is reproducible and restores its originals; interrupts `count` runs to a database."""
    originals = carried(clean)
    for target in built(binary):
        place = folder / f"collected-{target}"
        place.mkdir()
        made = run(command(binary, target, 2), place)
        first = tree(place)
        again = run(command(binary, target, 1), place)
        if tree(place) != first:
            fail(f"{target}: a second run, with one job, gives another {TARGETS[target][1]}")
        none_left(place, target)
        back = run([binary, "restore", TARGETS[target][1], "-o", "back", "--quiet"], place)
        there = tree(place / "back")
        # The originals of documents of Ludex on the disk are restored, too, but are none of the converted files.
        own = [row["name"] for row in clean.rows if row["outcome"] == "own"]
        for path in there.keys() - originals.keys():
            # `map.lakes` and `seed.lakes` come from `lakes.json`.
            words = os.fsdecode(path).split(".")
            if not any(word and word in name for word in words for name in own):
                fail(f"restored from {target}: {os.fsdecode(path)} is too much")
        there = {path: sha for path, sha in there.items() if path in originals}
        same_trees(there, originals, f"restored from {target}")
        remove(place / "back")
        print(
            f"  {target}: {made.seconds:.2f} s, {made.peak >> 20} MiB; again {again.seconds:.2f} s; "
            f"{len(originals)} files restored in {back.seconds:.2f} s",
            flush=True,
        )
        if target == "sqlite":
            sound(place / "games.db", "a clean run")
            dump = dumped(place / "games.db")
            killed(binary, folder, made.seconds, dump, count, random)
        if target != "jsonl":
            whole_disk(binary, target, folder)
        remove(place)


def carried(clean):
    """Returns the SHA-256 of each converted file, by its path below the disk."""
    done = [row for row in clean.rows if row["outcome"] in ("converted", "identical")]
    named = {os.fsencode(row["output"].removeprefix("out/").removesuffix(".json")): row["sha256"] for row in done}
    if len(named) != len(done) or not named:
        fail(f"{len(done)} files were converted to {len(named)} outputs")
    return named


def whole_disk(binary, target, folder):
    """Checks that `--all-originals` restores all files of the disk, including those of other formats."""
    place = folder / f"whole-{target}"
    place.mkdir()
    run(command(binary, target, 2, "--all-originals"), place)
    run([binary, "restore", TARGETS[target][1], "-o", "back", "--quiet"], place)
    back = tree(place / "back")
    disk = tree(folder / "disk")
    missing = [path for path, sha in disk.items() if back.get(path) != sha]
    if missing:
        fail(f"{target} --all-originals: {len(missing)} of {len(disk)} files are not restored, such as {missing[0]!r}")
    remove(place)


def sound(path, when):
    """Fails if a database cannot be opened or is damaged."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        found = database.execute("PRAGMA integrity_check").fetchall()
        if found != [("ok",)]:
            fail(f"after {when}: {path.name}: integrity_check says {found[:3]}")
        if found := database.execute("PRAGMA foreign_key_check").fetchall():
            fail(f"after {when}: {path.name}: {len(found)} references lead nowhere, such as {found[0]}")


def dumped(path):
    """Returns the SHA-256 of the SQL dump of a database."""
    digest = hashlib.sha256()
    with subprocess.Popen(["sqlite3", path, ".dump"], stdout=subprocess.PIPE) as shell:
        for block in iter(lambda: shell.stdout.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def killed(binary, folder, seconds, dump, count, random):
    """Ends runs at random moments, checks the database, and checks that the next run completes it."""
    place = folder / "killed"
    begun = 0
    for index in range(count):
        number = (KILL, INTERRUPT)[index % 2]
        place.mkdir()
        running = Running(command(binary, "sqlite", 2), place)
        time.sleep(random.uniform(0, seconds))
        running.send(number)
        running.wait(LONGEST_END)
        database = place / "games.db"
        if database.exists() and database.stat().st_size:
            sound(database, number.name)
            with contextlib.closing(sqlite3.connect(database)) as there:
                sources = there.execute("SELECT count(*) FROM sqlite_master WHERE name = 'sources'").fetchone()[0]
                begun += bool(sources and there.execute("SELECT count(*) FROM sources").fetchone()[0])
        if number == INTERRUPT:
            none_left(place, "an interrupt")
            if (place / "games.db-journal").exists():
                fail("an interrupt left a journal")
        run(command(binary, "sqlite", 2), place)
        sound(database, f"{number.name} and a rerun")
        if dumped(database) != dump:
            fail(f"the run after {number.name} gives another database")
        none_left(place, f"{number.name} and a rerun")
        remove(place)
    if count and not begun:
        fail("no run was ended after it had added something")
    print(f"  {count} runs into a database ended, {begun} after the first files, and run again", flush=True)
