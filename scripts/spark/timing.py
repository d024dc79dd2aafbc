"""Compares the speed of the Python module with that of the program, on the same archive and in alternating rounds."""

import pathlib
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import archive as archives

import ludex

ROUNDS = 5


def timed(work):
    """Returns the wall-clock time of some work, in seconds."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main():
    program, files = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        disk = pathlib.Path(folder) / "disk"
        _, made = archives.make(disk, files, 0.01)
        out = pathlib.Path(folder) / "out"
        convert = [program, "convert", "--quiet", "--jobs", "1", "--force", disk, "-t", "parquet", "-o", out]
        ways = {
            "ludex.list_files": lambda: ludex.list_files(disk),
            "ludex.scan": lambda: [None for _ in ludex.scan(disk)],
            "ludex.tables": lambda: ludex.tables(disk),
            "-t parquet": lambda: subprocess.run(convert, capture_output=True),
        }
        best = dict.fromkeys(ways, float("inf"))
        for _ in range(ROUNDS):
            for name, work in ways.items():
                best[name] = min(best[name], timed(work))
        for name, seconds in best.items():
            print(f"{name:16} {seconds:6.2f} seconds, {seconds / made * 1e6:6.1f} microseconds a file")
        print(f"ludex.tables takes {best['ludex.tables'] / best['-t parquet']:.2f} times as long as -t parquet")


main()
