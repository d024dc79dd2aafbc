#!/usr/bin/env python3
"""Reads an archive on Spark in several ways, and compares the resulting tables with those of the program."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import pyarrow as pa
import pyarrow.parquet as pq

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import archive as archives

PACK_FILES = 1000


def session(master):
    from pyspark.sql import SparkSession

    os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    builder = SparkSession.builder.master(master).appName("check").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.driver.host", "127.0.0.1")
    builder = builder.config("spark.executor.memory", "1g").config("spark.executor.cores", "1")
    spark = builder.config("spark.sql.shuffle.partitions", "4").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def run(spark, disk, out, **options):
    """Reads a disk and writes its tables. Returns the archive, what was written, and the duration in seconds."""
    from ludex.spark import read_archive, write_tables

    began = time.monotonic()
    archive = read_archive(spark, disk, beside=out, pack_files=PACK_FILES, **options)
    written = write_tables(archive, out)
    archive.unpersist()
    return archive, written, time.monotonic() - began


def parts(folder):
    """Returns the Parquet files of each table and system, in order."""
    found = {}
    for path in sorted(pathlib.Path(folder).glob("*/system=*/*.parquet")):
        found.setdefault((path.parts[-3], path.parts[-2]), []).append(path)
    return found


def compare(expected, found, what):
    """Fails unless two folders have the same tables, schemas and rows, in the same order."""
    expected, found = parts(expected), parts(found)
    assert expected.keys() == found.keys(), (what, expected.keys() ^ found.keys())
    rows = 0
    for key, files in expected.items():
        (mine,) = (pq.ParquetFile(path).read() for path in files)
        theirs = pa.concat_tables(pq.ParquetFile(path).read() for path in found[key])
        assert mine.schema.equals(theirs.schema), (what, key)
        assert mine.schema.metadata[b"ludex"] == theirs.schema.metadata[b"ludex"], (what, key)
        for column in mine.column_names:
            assert mine[column].equals(theirs[column]), (what, key, column)
        rows += len(mine)
    print(f"{what}: {rows} rows of {len({table for table, _ in expected})} tables, each as the program has it", flush=True)


def compare_quarantine(expected, out, bad, what):
    """Fails unless the quarantine lists what the program calls damaged, and all that was damaged on purpose."""
    is_bad = {"damaged", "unreadable", "over-limit"}
    sources = [row for path in pathlib.Path(expected).glob("sources/*/*.parquet") for row in pq.read_table(path).to_pylist()]
    wanted = {row["path"] for row in sources if row["outcome"] in is_bad}
    rows = [row for path in pathlib.Path(out, "_quarantine").glob("*.parquet") for row in pq.read_table(path).to_pylist()]
    errors = {row["place"] for row in rows if row["severity"] == "error"}
    assert errors == wanted, (what, errors ^ wanted)
    assert set(bad) <= errors, (what, set(bad) - errors)
    lined = [row for row in rows if row["place"] in bad and row["severity"] == "error"]
    assert all(row["code"] and row["line"] and row["column"] for row in lined), what
    print(f"{what}: {len(errors)} files in quarantine, among them all {len(bad)} that were damaged", flush=True)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Cluster:
    """A Spark master and workers with one core each, all on this machine."""

    def __init__(self, folder):
        import pyspark

        self.home = pathlib.Path(pyspark.__file__).parent
        self.folder = folder
        self.port = free_port()
        self.master = f"spark://127.0.0.1:{self.port}"
        self.processes = []
        deploy = "org.apache.spark.deploy"
        self.start(f"{deploy}.master.Master", "--host", "127.0.0.1", "--port", self.port, "--webui-port", free_port())
        for _ in range(200):
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)
        raise SystemExit("the master does not answer")

    def start(self, *command):
        environment = os.environ | {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
        log = open(self.folder / f"log-{len(self.processes)}", "wb")
        started = subprocess.Popen(
            [self.home / "bin/spark-class", *map(str, command)],
            env=environment, stdout=log, stderr=log, cwd=self.folder, start_new_session=True,
        )
        self.processes.append(started)
        return started

    def worker(self):
        work = self.folder / f"work-{len(self.processes)}"
        return self.start(
            "org.apache.spark.deploy.worker.Worker", "--cores", "1", "--memory", "1500m", "--host", "127.0.0.1",
            "--work-dir", work, "--webui-port", free_port(), self.master,
        )

    @staticmethod
    def kill(process):
        """Kills a process that this cluster started, and all its children."""
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def stop(self):
        for process in self.processes:
            self.kill(process)


def kill_in_the_middle(spark, process, killed):
    """Kills a worker when some packs have been read and others have not."""
    tracker = spark.sparkContext.statusTracker()
    for _ in range(3000):
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            if info and info.numTasks > 3 and 2 <= info.numCompletedTasks < info.numTasks - 1:
                Cluster.kill(process)
                killed.append((info.numCompletedTasks, info.numTasks))
                return
        time.sleep(0.02)


def in_one_process(folder, disk, bad, expected):
    spark = session("local[2]")
    out = folder / "local"
    refuses_mistakes(spark, disk)
    archive, written, seconds = run(spark, disk, out)
    compare(expected, out, "local[2]")
    compare_quarantine(expected, out, bad, "local[2]")
    count = spark.read.parquet(str(out / "games")).count()
    assert count == archive.games == archive.tables["games"].count() == written.rows["games"]
    by_system = archive.tables["games"].groupBy("system").count().collect()
    assert sum(row["count"] for row in by_system) == count
    print(f"local[2]: {seconds:.1f} seconds, {seconds / archive.sources * 1e6:.0f} microseconds a file", flush=True)
    # A second run finds nothing new and adds nothing.
    archive, written, seconds = run(spark, disk, out)
    assert (archive.games, archive.sources, written.rows, written.quarantined) == (0, 0, {}, 0), (archive, written)
    compare(expected, out, "once more, where all is there")
    print(f"once more: {seconds:.1f} seconds", flush=True)
    # Two runs, the second of which reads the rest.
    half, rest = folder / "half", folder / "halves"
    tops = sorted(path.name for path in disk.iterdir())[:2]
    for top in tops:
        shutil.copytree(disk / top, half / top)
    first, _, _ = run(spark, half, rest, below=tops[0])
    second, _, _ = run(spark, half, rest)
    games = [row["game_id"] for row in spark.read.parquet(str(rest / "games")).select("game_id").collect()]
    assert sorted(games) == list(range(1, first.games + second.games + 1)) and second.games > 0
    print(f"two runs: {first.games} and {second.games} games, numbered on", flush=True)
    # If the archive is a URI, each task copies its part.
    elsewhere = folder / "elsewhere"
    archive, _, _ = run(spark, f"file://{half}", elsewhere)
    assert archive.sources == first.sources + second.sources
    spark.stop()


def refuses_mistakes(spark, disk):
    """Fails unless invalid arguments are refused by the call itself, and not by each task."""
    import ludex
    from ludex.spark import read_archive

    for path, options, refused in [
        (disk / "none", {}, FileNotFoundError),
        (disk, {"below": "none"}, FileNotFoundError),
        (disk, {"salvge": True}, TypeError),
        (disk, {"others": "skip"}, TypeError),
        (disk, {"name": "x"}, TypeError),
        (disk, {"encoding": "cp85"}, ludex.OptionError),
    ]:
        try:
            read_archive(spark, path, **options)
        except refused:
            continue
        raise AssertionError((path, options))


def on_a_cluster(folder, disk, bad, expected, is_timed):
    cluster = Cluster(folder)
    try:
        cluster.worker()
        spark = session(cluster.master)
        run(spark, disk / next(disk.iterdir()).name, folder / "warm")
        if is_timed:
            _, _, one = run(spark, disk, folder / "one")
            compare(expected, folder / "one", "one worker")
        second = cluster.worker()
        while len(executors(spark)) < 2:
            time.sleep(0.1)
        run(spark, disk / next(disk.iterdir()).name, folder / "warm-too")
        _, _, two = run(spark, disk, folder / "two")
        compare(expected, folder / "two", "two workers")
        compare_quarantine(expected, folder / "two", bad, "two workers")
        print(f"two workers: {two:.1f} seconds", flush=True)
        if is_timed:
            print(f"one worker {one:.1f} seconds: two are {one / two:.2f} times as fast", flush=True)
        killed = []
        killer = threading.Thread(target=kill_in_the_middle, args=(spark, second, killed))
        killer.start()
        run(spark, disk, folder / "killed")
        killer.join()
        assert killed, "no worker was killed"
        compare(expected, folder / "killed", "a worker was killed when {} of {} tasks were done".format(*killed[0]))
        compare_quarantine(expected, folder / "killed", bad, "a worker was killed")
        spark.stop()
    finally:
        cluster.stop()


def executors(spark):
    """Returns the executors, without the driver."""
    tracker = spark.sparkContext._jsc.sc().statusTracker().getExecutorInfos()
    return list(tracker)[1:]


def main():
    program, files, is_timed = sys.argv[1], int(sys.argv[2]), "--time" in sys.argv[3:]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        disk = folder / "disk"
        bad, made = archives.make(disk, files, 0.01)
        print(f"{made} files, {len(bad)} of them damaged", flush=True)
        expected = folder / "expected"
        converting = time.monotonic()
        done = subprocess.run([program, "convert", "--quiet", disk, "-t", "parquet", "-o", expected], capture_output=True)
        assert done.returncode in (0, 1), done.stderr.decode()
        print(f"the program: {time.monotonic() - converting:.1f} seconds", flush=True)
        in_one_process(folder, disk, bad, expected)
        on_a_cluster(folder, disk, bad, expected, is_timed)
    print(f"all of it: {time.monotonic() - began:.0f} seconds")


if __name__ == "__main__":
    main()
