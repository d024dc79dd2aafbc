"""Rewrites the tables of packages with DuckDB, pandas and sqlite3, and reads the result with Ludex.

usage: clients.py LUDEX WORK, where WORK has plain/FORMAT/*.csv and guarded/FORMAT/*.csv
"""

import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor


def with_duckdb(tables):
    """Rewrites tables with DuckDB, which guesses every type."""
    import duckdb

    with duckdb.connect() as database:
        for source, target in tables:
            database.execute(f"COPY (SELECT * FROM read_csv('{source}')) TO '{target}' (HEADER)")


def with_pandas(tables):
    """Rewrites tables with the defaults of pandas: it guesses numbers, reads `NA` as missing, and numbers the rows."""
    import pandas

    for source, target in tables:
        pandas.read_csv(source).to_csv(target)


def with_sqlite3(tables):
    """Rewrites tables with the shell of SQLite, as its documentation shows; every value is text."""
    commands = [".mode csv", ".headers on"]
    for number, (source, target) in enumerate(tables):
        commands += [f".import '{source}' t{number}", f".output '{target}'", f"SELECT * FROM t{number};"]
    subprocess.run(["sqlite3", ":memory:"], input="\n".join(commands), text=True, check=True)


CLIENTS = {"duckdb": with_duckdb, "pandas": with_pandas, "sqlite3": with_sqlite3}


def refused_names(schema):
    """Returns the tables and columns whose names SQLite or DuckDB does not take without quotation marks."""
    import duckdb

    refused = []
    for resource in schema["resources"]:
        table = resource["name"]
        columns = [field["name"] for field in resource["schema"]["fields"]]
        statements = [
            f"CREATE TABLE {table} ({', '.join(f'{column} text' for column in columns)})",
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('NULL' for _ in columns)})",
            *(f"SELECT {column}, {table}.{column} FROM {table} WHERE {column} IS NULL ORDER BY {column}" for column in columns),
        ]
        for name, database in (("SQLite", sqlite3.connect(":memory:")), ("DuckDB", duckdb.connect())):
            for statement in statements:
                try:
                    database.execute(statement)
                except (sqlite3.Error, duckdb.Error) as error:
                    refused.append(f"{name}: {statement[:100]}: {error}")
    print(f"names without quotation marks: {len(schema['resources'])} tables, {len(refused)} refused", *refused, sep="\n  ")
    return refused


def tables_of(package):
    return [resource["path"] for resource in json.loads((package / "datapackage.json").read_text())["resources"]]


def has_nul(package):
    """Returns whether a table has a NUL, at which the shell of SQLite cuts text off."""
    return any(b"\0" in (package / path).read_bytes() for path in tables_of(package))


def judge(ludex, package, written):
    """Returns the outcome for a rewritten package, the messages of Ludex, and whether the outcome is acceptable.

    If the game has changed, Ludex must say so, or refuse it and name the place. Guarded tables must give the same game.
    """

    def run(*arguments):
        return subprocess.run([ludex, *map(str, arguments)], capture_output=True)

    kind, form = package.parts[-3], package.parts[-2]
    before = json.loads((package.parents[2] / "json" / form / f"{package.stem}.json").read_text())
    after = run("convert", "--message-format", "json", written, "-t", "json")
    said = [json.loads(line) for line in after.stderr.splitlines()]
    said = [message for message in said if "severity" in message]
    messages = [f"{m['code']} {m.get('member') or ''}: {m['message']}"[:300] for m in said if m["code"] != "JS016"]
    if after.returncode:
        errors = [m for m in said if m["severity"] == "error"]
        return "refused", messages, kind == "plain" and bool(errors) and all(m.get("member") for m in errors)
    if json.loads(after.stdout) != before:
        return "changed", messages, kind == "plain" and any(m["code"] == "CV020" for m in said)
    original = next((package / "originals").iterdir()).read_bytes()
    back = run("convert", "--quiet", written, "-t", form)
    return "same", messages, back.stdout == original


def report(title, outcomes):
    """Prints the packages that changed, with the messages. Returns whether every outcome is acceptable."""
    for package, (outcome, messages, may_be) in outcomes:
        if outcome != "same" or not may_be:
            mark = "" if may_be else "NOT RIGHT: "
            print(f"{title}: {mark}{package.parts[-2]}/{package.name}: {outcome}", *messages, sep="\n    ")
    counts = Counter(outcome for _, (outcome, _, _) in outcomes)
    print(f"{title}: " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    return bool(outcomes) and all(may_be for _, (_, _, may_be) in outcomes)


def main(ludex, work):
    def through(client, package):
        written = work / client / pathlib.Path(*package.parts[-3:])
        shutil.copytree(package, written)
        CLIENTS[client]([(package / path, written / path) for path in tables_of(package)])
        return judge(ludex, package, written)

    schema = subprocess.run([ludex, "schema", "csv"], capture_output=True, check=True)
    is_right = not refused_names(json.loads(schema.stdout))
    for client in CLIENTS:
        if client == "sqlite3" and not shutil.which("sqlite3"):
            print("sqlite3: not installed")
            continue
        for kind in ("plain", "guarded"):
            packages = sorted(path.parent for path in work.glob(f"{kind}/*/*/datapackage.json"))
            if client == "sqlite3":
                packages = [package for package in packages if not has_nul(package)]
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                outcomes = list(pool.map(lambda package: through(client, package), packages))
            is_right &= report(f"{client}, {kind}", list(zip(packages, outcomes)))
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
