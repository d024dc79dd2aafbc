"""Runs a program for the checks: measures its time and memory, interrupts it, or runs it as another user."""

import collections
import dataclasses
import hashlib
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time

# Time, in seconds, after which a run counts as hanging.
LONGEST = 3600


@dataclasses.dataclass
class Done:
    """The result of a run."""

    status: int
    messages: bytes
    seconds: float
    #: Peak memory, in bytes.
    peak: int

    @property
    def records(self):
        """Messages of a run with `--message-format json`."""
        return [json.loads(line) for line in self.messages.decode().splitlines() if line.startswith("{")]


class Running:
    """A run that can be interrupted."""

    def __init__(self, command, cwd, **options):
        self.messages = tempfile.TemporaryFile()
        self.began = time.monotonic()
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": self.messages}
        self.process = subprocess.Popen([*map(os.fspath, command)], cwd=cwd, **streams, **options)

    def send(self, number):
        # `Popen.send_signal` could reap the process, whose status `wait` needs.
        os.kill(self.process.pid, number)

    def wait(self, longest=LONGEST):
        """Waits until the run ends and returns its result; kills it and fails if it hangs."""
        deadline = time.monotonic() + longest
        peak = 0
        while not (waited := os.wait4(self.process.pid, os.WNOHANG))[0]:
            if time.monotonic() > deadline:
                self.process.kill()
                self.process.wait()
                fail(f"the program hangs: {' '.join(self.process.args)}", self.said())
            peak = max(peak, memory_of(self.process.pid))
            time.sleep(0.002)
        seconds = time.monotonic() - self.began
        self.process.returncode = os.waitstatus_to_exitcode(waited[1])
        return Done(self.process.returncode, self.said(), seconds, peak)

    def said(self):
        self.messages.seek(0)
        return self.messages.read()


def memory_of(pid):
    """Returns the peak memory of a process so far, in bytes; the value at its end includes that of its parent."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmHWM:")), 0)


def run(command, cwd, **options):
    done = Running(command, cwd, **options).wait()
    if done.status not in (0, 1) or b"panicked" in done.messages:
        fail(f"`{' '.join(map(str, command))}` ended with status {done.status}", done.messages)
    return done


class Failed(SystemExit):
    """Raised by a check that finds a difference."""


def fail(message, details=b""):
    shown = details.decode(errors="backslashreplace")[-3000:]
    raise Failed(f"check-disk: {message}" + (f"\n{shown}" if shown else ""))


def tree(folder):
    """Returns the SHA-256 of all files below a folder, by path."""
    found = {}
    for at, _, names in os.walk(os.fsencode(folder)):
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, os.fsencode(folder))] = hashlib.file_digest(file, "sha256").hexdigest()
    return found


def same_trees(found, expected, what):
    """Fails if two trees differ, and lists the differences."""
    differing = sorted(path for path in found.keys() | expected.keys() if found.get(path) != expected.get(path))
    if differing:
        kinds = collections.Counter(
            "is missing" if path not in found else "is too many" if path not in expected else "differs"
            for path in differing
        )
        listed = "\n".join(f"  {os.fsdecode(path)}" for path in differing[:10])
        fail(f"{what}: {dict(kinds)}\n{listed}")


def remove(folder):
    """Removes a folder with everything in it."""
    subprocess.run(["rm", "-rf", "--", folder], check=True)


def is_temporary(path):
    return os.path.basename(path).startswith(b".ludex-")


def read_lines(path: pathlib.Path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]


INTERRUPT, KILL = signal.SIGINT, signal.SIGKILL
