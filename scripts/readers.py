"""Reads the collections that one folder was converted to with other programs, and compares the results.

usage: readers.py LUDEX WORK, where WORK has in/, games.jsonl, games.db, games.csv/ and games.parquet/
"""

import hashlib
import json
import pathlib
import re
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections import Counter
from contextlib import contextmanager

from browser import chromium

# Actions by player over all systems: a join that pandas and Polars express in their own way.
JOIN = """SELECT g.system, p.seat, count(*) AS actions, sum(a.action) AS numbers
    FROM games g JOIN players p ON p.game_id = g.game_id JOIN actions a ON a.game_id = p.game_id AND a.player = p.seat
    GROUP BY g.system, p.seat ORDER BY g.system, p.seat"""


class Collections:
    """The collections, and the integer columns of each table."""

    def __init__(self, work):
        self.files = work / "in"
        self.lines = work / "games.jsonl"
        self.database = work / "games.db"
        self.csv = work / "games.csv"
        self.parquet = work / "games.parquet"
        self.package = json.loads((self.csv / "datapackage.json").read_text())
        self.tables = {
            resource["name"]: [field["name"] for field in resource["schema"]["fields"] if field["type"] == "integer"]
            for resource in self.package["resources"]
        }

    def sums(self, table):
        return ", ".join(["count(*)", *(f"sum({column})" for column in self.tables[table])])


def totals(row):
    """Returns counts and sums as integers; the sum of an empty column is 0."""
    return [int(value or 0) for value in row]


# Each returns the number of rows of every table, the sum of every integer column, and the rows of the join.


def of_sqlite(all):
    with sqlite3.connect(f"file:{all.database}?mode=ro", uri=True) as database:
        ask = {table: f"SELECT {all.sums(table)} FROM {table}" for table in all.tables}
        found = {table: totals(database.execute(question).fetchone()) for table, question in ask.items()}
        return found, database.execute(JOIN).fetchall()


def with_duckdb(all, source):
    import duckdb

    with duckdb.connect() as database:
        for table in all.tables:
            database.execute(f"CREATE VIEW {table} AS SELECT * FROM {source(table)}")
        ask = {table: f"SELECT {all.sums(table)} FROM {table}" for table in all.tables}
        found = {table: totals(database.execute(question).fetchall()[0]) for table, question in ask.items()}
        return found, database.execute(JOIN).fetchall()


def of_csv_with_duckdb(all):
    def read(table):
        # Without a type, an empty column would be text.
        types = {column: "BIGINT" for column in all.tables[table]}
        return f"read_csv('{all.csv / table}.csv', types = {types}, sample_size = -1)"

    return with_duckdb(all, read)


def of_parquet_with_duckdb(all):
    return with_duckdb(all, lambda table: f"read_parquet('{all.parquet / table}/**/*.parquet')")


def with_pandas(all, read):
    tables = {table: read(table) for table in all.tables}
    found = {
        name: [len(table), *(int(table[column].sum()) for column in all.tables[name])] for name, table in tables.items()
    }
    players = tables["games"][["game_id", "system"]].merge(tables["players"][["game_id", "seat"]], on="game_id")
    actions = tables["actions"][["game_id", "player", "action"]].dropna(subset=["player"])
    actions = actions.rename(columns={"player": "seat"})
    joined = players.merge(actions, on=["game_id", "seat"]).groupby(["system", "seat"], observed=True)["action"]
    rows = zip(joined.size().items(), joined.sum(), strict=True)
    return found, sorted((*key, int(count), int(numbers)) for (key, count), numbers in rows)


def of_csv_with_pandas(all):
    import pandas

    def read(table):
        types = {column: "Int64" for column in all.tables[table]}
        return pandas.read_csv(all.csv / f"{table}.csv", dtype=types, low_memory=False)

    return with_pandas(all, read)


def of_parquet_with_pandas(all):
    import pandas

    return with_pandas(all, lambda table: pandas.read_parquet(all.parquet / table))


def with_polars(all, read):
    import polars

    tables = {table: read(table) for table in all.tables}
    found = {}
    for name, table in tables.items():
        sums = table.select(polars.len(), *(polars.col(column).sum() for column in all.tables[name]))
        found[name] = totals(sums.collect().row(0))
    # In Parquet, every table has the column `system`.
    games, players = tables["games"].select("game_id", "system"), tables["players"].select("game_id", "seat")
    actions = tables["actions"].select("game_id", polars.col("player").alias("seat"), "action")
    joined = games.join(players, on="game_id").join(actions, on=["game_id", "seat"])
    joined = joined.group_by("system", "seat").agg(polars.len().alias("actions"), polars.col("action").sum())
    return found, sorted((*key, int(count), int(numbers)) for *key, count, numbers in joined.collect().rows())


def of_csv_with_polars(all):
    import polars

    def read(table):
        types = {column: polars.Int64 for column in all.tables[table]}
        return polars.scan_csv(all.csv / f"{table}.csv", schema_overrides=types, infer_schema_length=None)

    return with_polars(all, read)


def of_parquet_with_polars(all):
    import polars

    return with_polars(all, lambda table: polars.scan_parquet(all.parquet / table))


READERS = {
    "duckdb, CSV": of_csv_with_duckdb,
    "duckdb, Parquet": of_parquet_with_duckdb,
    "pandas, CSV": of_csv_with_pandas,
    "pandas, Parquet": of_parquet_with_pandas,
    "polars, CSV": of_csv_with_polars,
    "polars, Parquet": of_parquet_with_polars,
}


def check(title, problems, what):
    """Prints the result of a check, and returns whether there are no problems."""
    print(f"{title}: {what}" if not problems else f"{title}: NOT RIGHT", *problems[:20], sep="\n    ")
    return not problems


def counts_are_equal(all):
    wanted, joined = of_sqlite(all)
    systems = {system for system, *_ in joined}
    cells = sum(len(row) for row in wanted.values())
    problems = [] if len(systems) > 1 else [f"the join finds games of {systems} only"]
    what = f"{len(wanted)} tables, {cells} counts and sums, a join over {', '.join(sorted(systems))}"
    is_right = check("sqlite", problems, what)
    for title, read in READERS.items():
        found, also_joined = read(all)
        other = [table for table in wanted if found[table] != wanted[table]]
        problems = [f"{table}: {wanted[table]} in SQLite, {found[table]} here" for table in other]
        different = set(map(tuple, joined)) ^ set(map(tuple, also_joined))
        problems += [f"join: {row}" for row in sorted(different, key=str)]
        is_right &= check(title, problems, "the same")
    return is_right


def tables_are_equal(all):
    """Checks that all collections have the same tables and integer columns."""
    described = json.loads((all.parquet / "_ludex.json").read_text())["tables"]
    of_parquet = {
        table["name"]: sorted(column["name"] for column in table["columns"] if column["type"] == "integer")
        for table in described
    }
    of_csv = {table: sorted(columns) for table, columns in all.tables.items()}
    with sqlite3.connect(f"file:{all.database}?mode=ro", uri=True) as database:
        names = [name for (name,) in database.execute("SELECT name FROM tables WHERE kind = 'table'")]
        filled = {name for name in names if database.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone()}
    problems = [f"{table}: in one only" for table in sorted(of_csv.keys() ^ of_parquet.keys())]
    problems += [f"{table}: not in SQLite" for table in sorted(of_csv.keys() - filled)]
    in_both = of_csv.keys() & of_parquet.keys()
    problems += [f"{table}: other columns" for table in in_both if of_csv[table] != of_parquet[table]]
    return check("tables", problems, f"{len(of_csv)} in each collection")


def walk(turns):
    """Yields turns, and the turns of their alternatives."""
    for turn in turns:
        yield turn
        for alternative in turn.get("alternatives", []):
            yield from walk(alternative)


def lines_are_equal(all):
    """Checks that the tables count as much as the documents; identical documents are one game in tables."""
    counts = Counter()
    with all.lines.open() as lines:
        documents = [json.loads(line) for line in lines]
    with sqlite3.connect(f"file:{all.database}?mode=ro", uri=True) as database:
        identical = "SELECT sha256, count(*) FROM sources WHERE outcome = 'identical' GROUP BY sha256"
        shared = dict(database.execute(identical))
        same = sum(shared.values())
        for document in documents:
            sources = document.get("sources", [])
            counts["sources"] += len(sources)
            sha256 = sources[0].get("sha256") if len(sources) == 1 else None
            if shared.get(sha256):
                shared[sha256] -= 1
                continue
            game = document["game"]
            turns = list(walk(game.get("turns", [])))
            counts["games"] += 1
            counts["players"] += len(game.get("players", []))
            counts["territories"] += len(game.get("board", {}).get("territories", []))
            counts["turns"] += len(turns)
            counts["actions"] += sum(len(turn.get("actions", [])) for turn in turns)
            counts["actions"] += sum(len(actions) for turn in turns for actions in turn.get("undone", []))
            counts["diagnostics"] += len(document.get("diagnostics", []))
        having_game = {
            "sources": "game_id IS NOT NULL",
            "diagnostics": "game_id IS NOT NULL",
        }
        problems = []
        for table, count in counts.items():
            of_table = f"SELECT count(*) FROM {table} WHERE {having_game.get(table, 'true')}"
            (rows,) = database.execute(of_table).fetchone()
            if rows != count:
                problems.append(f"{table}: {rows} in SQLite, {count} here")
    return check("json lines", problems, f"{len(documents)} documents, {same} the same as others; {dict(counts)}")


def shell(all, *arguments, cwd=None):
    done = subprocess.run(["sqlite3", *map(str, arguments)], capture_output=True, text=True, cwd=cwd)
    return done.stdout + done.stderr


def database_is_sound(all):
    problems = [] if shell(all, all.database, "PRAGMA integrity_check") == "ok\n" else ["integrity_check"]
    problems += shell(all, all.database, "PRAGMA foreign_key_check").splitlines()
    return check("sqlite3", problems, "integrity_check and foreign_key_check find nothing")


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def originals_come_back(all, work):
    """Checks that the shell of SQLite restores all originals from the database, and DuckDB those from Parquet."""
    import duckdb

    wanted = Counter(sha256(path) for path in all.files.rglob("*") if path.is_file())
    (work / "shell").mkdir()
    said = shell(all, all.database, "-Ax", cwd=work / "shell")
    back = Counter(sha256(path) for path in (work / "shell").rglob("*") if path.is_file())
    problems = [said.strip()] if said else []
    problems += [f"not there: {content}" for content in wanted - back]
    column = f"SELECT sha256(original_data), sha256, name FROM read_parquet('{all.parquet}/sources/**/*.parquet')"
    rows = duckdb.sql(f"{column} WHERE original_data IS NOT NULL").fetchall()
    problems += [f"{name}: not the original" for content, stated, name in rows if stated not in (None, content)]
    problems += [f"not in Parquet: {content}" for content in wanted - Counter(content for content, *_ in rows)]
    what = f"{sum(wanted.values())} files, equal by SHA-256, by `sqlite3 -Ax` and from Parquet"
    return check("originals", problems, what)


def package_is_valid(all):
    from frictionless import validate

    report = validate(str(all.csv / "datapackage.json"))
    problems = [str(row) for row in report.flatten(["title", "rowNumber", "fieldName", "message"])]
    return check("frictionless", problems, f"{len(report.tasks)} tables are valid")


@contextmanager
def datasette(all, work, ludex):
    """Serves the database with Datasette. Yields its address, and whether it has the metadata that Ludex writes."""
    arguments = []
    told = subprocess.run([ludex, "query", all.database, "--datasette-metadata"], capture_output=True)
    if told.returncode == 0:
        (work / "metadata.json").write_bytes(told.stdout)
        arguments = ["--metadata", work / "metadata.json"]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = pathlib.Path(sys.executable).parent / "datasette"
    command = [program, "serve", all.database, "--host", "127.0.0.1", "--port", port, *arguments]
    server = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(100):
            try:
                urllib.request.urlopen(f"{address}/-/versions.json").close()
                break
            except OSError:
                if server.poll() is not None:
                    raise SystemExit(f"datasette: {server.stderr.read().decode()}") from None
                time.sleep(0.2)
        yield address, bool(arguments)
    finally:
        server.terminate()
        server.wait()


def ask(address):
    with urllib.request.urlopen(address) as answer:
        return json.load(answer)


def datasette_shows_all(all, work, ludex):
    wanted, joined = of_sqlite(all)
    with datasette(all, work, ludex) as (address, has_metadata):
        problems = []
        for table, (rows, *_) in wanted.items():
            answer = ask(f"{address}/games/{table}.json?_size=1")
            if answer["filtered_table_rows_count"] != rows:
                problems.append(f"{table}: {answer['filtered_table_rows_count']} rows, not {rows}")
        query = urllib.parse.urlencode({"sql": JOIN, "_shape": "arrays"})
        rows = ask(f"{address}/games.json?{query}")["rows"]
        if rows != [list(row) for row in joined]:
            problems.append(f"the join finds {rows[:3]} ...")
        what = "with its metadata" if has_metadata else "without metadata, as this program writes none"
        is_right = check("datasette", problems, f"{len(wanted)} tables and a join by its JSON API, {what}")
        return is_right & page_is_right(address, wanted)


def page_is_right(address, wanted):
    """Checks the page of the table of players in a browser."""
    problems = []
    with chromium() as browser:
        if browser is None:
            return True
        page = browser.new_page()
        page.on("console", lambda message: problems.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{address}/games/players")
        title, heading = page.title(), page.inner_text("h1")
        if "players" not in title.lower() or "players" not in heading.lower():
            problems.append(f"titles: {title!r}, {heading!r}")
        counted = re.sub("[^0-9]", "", page.inner_text("h3").split("row")[0])
        if counted != str(wanted["players"][0]):
            problems.append(f"rows: {page.inner_text('h3')!r}, not {wanted['players'][0]}")
        # Datasette shows the label of a game before its number.
        labels = page.locator("td.col-game_id a:has(+ em)").all_inner_texts()
        if all(label.isdigit() for label in labels):
            problems.append(f"no game has a label: {page.inner_html('tbody tr:first-child td.col-game_id')}")
    return check("chromium", problems, f"titles, {counted} rows, {len(labels)} labels of games, and nothing in the console")


def main(ludex, work):
    all = Collections(work)
    is_right = tables_are_equal(all)
    is_right &= counts_are_equal(all)
    is_right &= lines_are_equal(all)
    is_right &= database_is_sound(all)
    is_right &= originals_come_back(all, work)
    is_right &= package_is_valid(all)
    is_right &= datasette_shows_all(all, work, ludex)
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
