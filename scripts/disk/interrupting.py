"""Interrupts conversions at random moments, and checks what they leave and what the next run does with it."""

import dataclasses
import os
import pathlib
import time

from running import INTERRUPT, KILL, Running, fail, is_temporary, remove, run, same_trees, tree

# Time, in seconds, after which an interrupted run counts as hanging; it should end within a second.
LONGEST_END = 5


@dataclasses.dataclass
class Clean:
    """The result of an uninterrupted run."""

    folder: pathlib.Path
    outputs: dict
    rows: list
    seconds: float


def command(binary, jobs, report, *options):
    """Returns the command that converts the disk beside the working folder."""
    return [binary, "convert", "../disk", "-o", "out/", "--jobs", str(jobs), "--report", report, *options]


def check(binary, folder, clean, count, random):
    """Ends `count` runs, half of them by an interrupt and half by a kill, and checks a complete run after each."""
    place = folder / "interrupted"
    ends, cut = [], 0
    for index in range(count):
        number = (INTERRUPT, KILL)[index % 2]
        place.mkdir()
        running = Running(command(binary, 2, "report.jsonl"), place)
        time.sleep(random.uniform(0, clean.seconds))
        sent = time.monotonic()
        running.send(number)
        done = running.wait(LONGEST_END)
        left = tree(place / "out")
        # A run that was already complete counts as a trial, too.
        cut += left != clean.outputs
        if number == INTERRUPT:
            ends.append(time.monotonic() - sent)
            none_left(place, "an interrupt")
        else:
            left = {path: sha for path, sha in left.items() if not is_temporary(path)}
        whole_outputs(left, clean, f"after {number.name}")
        if done.status not in (0, 1, 130, -number):
            fail(f"an interrupted run ended with status {done.status}", done.messages)
        run(command(binary, 2, "again.jsonl"), place)
        same_trees(tree(place / "out"), clean.outputs, f"the run after {number.name} gives other outputs")
        none_left(place, f"{number.name} and a rerun")
        remove(place)
    if ends:
        slowest = f"the slowest of {len(ends)} SIGINT took {max(ends) * 1000:.0f} ms to end"
        print(f"  {count} runs interrupted, {cut} before their end, and run again; {slowest}")


def none_left(place, what):
    """Fails if a temporary file is left."""
    left = [os.fsdecode(path) for path in tree(place) if is_temporary(path)]
    if left:
        fail(f"after {what}: {left} is left")


def whole_outputs(left, clean, when):
    """Fails if an output is incomplete."""
    for path, sha in left.items():
        if clean.outputs.get(path) != sha:
            fail(f"{when}: {os.fsdecode(path)} is half a file, or none of the run's")
