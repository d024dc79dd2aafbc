"""Takes away what a conversion needs: space on the disk, permissions, and the file that it reads."""

import os
import shutil
import subprocess
import threading
import time
import zipfile

import comparing
import contents
from interrupting import command, whole_outputs
from running import Running, fail, remove, run, same_trees, tree

# Id of the user without permissions.
NOBODY = 65534


def check(binary, folder, clean):
    full_disk(binary, folder, clean)
    shrinking_file(binary, folder)
    if os.geteuid() == 0:
        # Root ignores permissions, so another user runs a copy of the program that it can access.
        other = folder / "ludex"
        shutil.copy2(binary, other)
        other.chmod(0o755)
        no_permission(other, folder, {"user": NOBODY, "group": NOBODY, "extra_groups": []})
        read_only_output(other, folder, {"user": NOBODY, "group": NOBODY, "extra_groups": []})
    else:
        no_permission(binary, folder, {})
        read_only_output(binary, folder, {})


def full_disk(binary, folder, clean):
    """Checks a conversion to a file system with space for a third of the outputs."""
    place = folder / "full"
    out = place / "out"
    out.mkdir(parents=True)
    size = sum(path.stat().st_size for path in (clean.folder / "out").rglob("*") if path.is_file()) // 3
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", out], capture_output=True)
    if mounted.returncode:
        print("  a full disk: not tried, as no file system can be mounted here")
        return
    try:
        done = run(command(binary, 2, "report.jsonl"), place)
        rows = comparing.report(place / "report.jsonl", "../disk")
        whole_outputs(tree(out), clean, "on a full disk")
        failed = [row for row in rows if row["outcome"] == "unreadable" or "IO006" in row["codes"]]
        if done.status != 1 or not failed or [row["path"] for row in rows] != [row["path"] for row in clean.rows]:
            fail(f"a full disk: status {done.status}, {len(failed)} of {len(rows)} rows say so", done.messages)
        subprocess.run(["mount", "-o", "remount,size=4g", out], check=True)
        run(command(binary, 2, "again.jsonl"), place)
        same_trees(tree(out), clean.outputs, "the run after a full disk gives other outputs")
        print(f"  a full disk: {len(failed)} of {len(rows)} rows say so, and the run after it is whole")
    finally:
        subprocess.run(["umount", out], check=True)


def shrinking_file(binary, folder, tries=12):
    """Checks a conversion during which one archive, among intact files, is truncated."""
    game = (contents.FIXTURES / "war-dat" / "good" / "playing.DAT").read_bytes()
    seen = set()
    for index in range(tries):
        place = folder / "shrinking"
        disk = place / "disk"
        work = place / "work"
        disk.mkdir(parents=True)
        work.mkdir()
        for name in ("A.DAT", "Z.DAT"):
            (disk / name).write_bytes(game)
        with zipfile.ZipFile(disk / "M.ZIP", "w", zipfile.ZIP_STORED) as archive:
            for number in range(4000):
                archive.writestr(f"{number:05}.DAT", game)
        length = (disk / "M.ZIP").stat().st_size

        thread = threading.Thread(target=shrink, args=(disk / "M.ZIP", length // 3, 0.004 * index))
        running = Running(command(binary, 2, "report.jsonl"), work)
        thread.start()
        done = running.wait()
        thread.join()
        rows = comparing.report(work / "report.jsonl", "../disk")
        outcomes = {row["path"]: row["outcome"] for row in rows}
        if done.status not in (0, 1) or outcomes.get("A.DAT") != "converted" or outcomes.get("Z.DAT") != "converted":
            fail(f"a file that shrinks: status {done.status}, {outcomes}", done.messages)
        comparing.with_outputs(rows, work / "out")
        wrong = {row["outcome"] for row in rows} - {"converted", "opened"}
        if not wrong <= {"damaged", "unreadable"} or bool(wrong) != bool(done.status):
            fail(f"a file that shrinks: status {done.status} with {sorted(wrong)}", done.messages)
        seen.add(" and ".join(sorted(wrong)) or "nothing, as it was read before")
        remove(place)
    print(f"  a file that shrinks while it is read, {tries} times: {'; '.join(sorted(seen))}")


def shrink(path, length, after):
    time.sleep(after)
    os.truncate(path, length)


def no_permission(binary, folder, user):
    """Checks a conversion of files of which a folder and a file may not be read."""
    place = folder / "forbidden"
    disk, work = place / "disk", place / "work"
    for path in (disk / "closed", disk / "open", work):
        path.mkdir(parents=True)
    games = [disk / "closed" / "WAR01.DAT", disk / "open" / "WAR02.DAT", disk / "open" / "WAR03.DAT"]
    for path in games:
        shutil.copyfile(contents.FIXTURES / "war-dat" / "good" / "playing.DAT", path)
    games[1].chmod(0)
    games[0].parent.chmod(0)
    work.chmod(0o777)
    try:
        done = run(command(binary, 2, "report.jsonl"), work, **user)
    finally:
        games[0].parent.chmod(0o755)
    rows = comparing.report(work / "report.jsonl", "../disk")
    found = {row["path"]: row["outcome"] for row in rows}
    expected = {"closed": "unreadable", "open/WAR02.DAT": "unreadable", "open/WAR03.DAT": "converted"}
    if found != expected or done.status != 1:
        fail(f"without permission: status {done.status}, rows {found}, expected {expected}", done.messages)
    print("  a folder and a file without permission: unreadable, and the rest is converted")
    remove(place)


def read_only_output(binary, folder, user):
    """Checks a conversion to a folder that may not be written to."""
    place = folder / "read-only"
    (place / "disk").mkdir(parents=True)
    work = place / "work"
    (work / "out").mkdir(parents=True)
    shutil.copyfile(contents.FIXTURES / "war-dat" / "good" / "playing.DAT", place / "disk" / "WAR01.DAT")
    work.chmod(0o777)
    (work / "out").chmod(0o555)
    done = run(command(binary, 2, "report.jsonl"), work, **user)
    rows = comparing.report(work / "report.jsonl", "../disk")
    if done.status != 1 or len(rows) != 1 or rows[0]["outcome"] == "converted" or not rows[0]["codes"]:
        fail(f"a read-only output: status {done.status}, {rows}", done.messages)
    if os.listdir(work / "out"):
        fail(f"a read-only output: {os.listdir(work / 'out')}")
    print(f"  a read-only output: {rows[0]['outcome']}, {' '.join(rows[0]['codes'])}")
    remove(place)
