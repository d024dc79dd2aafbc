"""Reads an archive on Spark and writes its tables: run `python -m ludex.spark`, or pass this file to spark-submit."""

from __future__ import annotations

import argparse
import sys
import time

from pyspark.sql import SparkSession

from ludex import LudexError
from ludex.spark import read_archive, write_tables


def main() -> int:
    parser = argparse.ArgumentParser(prog="ludex.spark", description=__doc__)
    parser.add_argument("archive", help="folder or URI to read, such as s3://bucket/disk")
    parser.add_argument("output", help="folder or URI to write the tables to; tables of earlier runs are extended")
    parser.add_argument("--master", help="Spark master, such as local[2] or spark://host:7077; spark-submit sets it")
    parser.add_argument("--below", default="", metavar="FOLDER", help="read only this folder of the archive")
    parser.add_argument("--no-originals", action="store_true", help="leave out the bytes of the files")
    parser.add_argument("--salvage", action="store_true", help="read what is left of damaged files")
    parser.add_argument("--pack-mib", type=int, default=32, help="MiB of the archive that a task reads (default: 32)")
    parser.add_argument("--pack-files", type=int, default=4000, help="files that a task reads at most (default: 4000)")
    arguments = parser.parse_args()
    builder = SparkSession.builder.appName("ludex")
    if arguments.master:
        builder = builder.master(arguments.master)
    spark = builder.getOrCreate()
    began = time.monotonic()
    try:
        archive = read_archive(
            spark,
            arguments.archive,
            below=arguments.below,
            beside=arguments.output,
            no_originals=arguments.no_originals,
            pack_bytes=arguments.pack_mib << 20,
            pack_files=arguments.pack_files,
            salvage=arguments.salvage,
        )
        written = write_tables(archive, arguments.output)
    except (LudexError, FileNotFoundError) as error:
        sys.exit(f"error: {error}")
    finally:
        spark.stop()
    rows = sum(written.rows.values())
    print(
        f"{archive.sources} files, {archive.games} games, {rows} rows, {written.quarantined} messages in quarantine, "
        f"{time.monotonic() - began:.1f} seconds"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
