"""Compares the report of a conversion with the manifest of the disk, with itself, and with the outputs."""

import collections
import csv
import os

from running import fail, read_lines, tree

# Separators of the lists of a report in a cell.
JOINED = {"containers": "!/", "evidence": "; ", "codes": " "}
# Outcomes of inputs with errors.
ERRORS = {"exists", "damaged", "refused", "unreadable", "over-limit"}
# Largest number of differences to print.
SHOWN = 10


def report(path, disk):
    """Returns the rows of a report, with paths below the disk."""
    rows = read_lines(path)
    for row in rows:
        below(row, disk)
        row["codes"].sort()
    return rows


def below(row, disk):
    for column in ("path", "same_as", "containers"):
        value = row.get(column)
        if isinstance(value, list):
            row[column] = [path.removeprefix(f"{disk}/") for path in value]
        elif value:
            row[column] = value.removeprefix(f"{disk}/")


def with_manifest(manifest, rows):
    """Fails if a row is missing or surplus, or differs in a column of the manifest."""
    different = []
    expected, found = ([row["path"] for row in these] for these in (manifest, rows))
    if expected != found:
        missing, surplus = collections.Counter(expected), collections.Counter(found)
        different += [f"row missing: {path}" for path in (missing - surplus).elements()]
        different += [f"row too many: {path}" for path in (surplus - missing).elements()]
        if not different:
            at = next(index for index, pair in enumerate(zip(expected, found, strict=True)) if pair[0] != pair[1])
            different.append(f"row {at + 1} is {found[at]}, expected {expected[at]}: the order differs")
    by_path = collections.defaultdict(collections.deque)
    for row in rows:
        by_path[row["path"]].append(row)
    for row in manifest:
        other = by_path[row["path"]].popleft() if by_path[row["path"]] else row
        for column, value in row.items():
            # A report omits empty columns.
            if other.get(column) != value and (other.get(column) or value):
                different.append(f"{row['path']}: {column} is {other.get(column)!r}, expected {value!r}")
    if different:
        listed = "\n".join(f"  {line}" for line in different[:SHOWN])
        fail(f"the report differs from the manifest in {len(different)} places:\n{listed}")


def with_itself(rows):
    """Fails if columns of the report contradict each other."""
    first = {}
    for row in rows:
        if not row["sha256"]:
            continue
        if same := row.get("same_as"):
            if first.get(row["sha256"]) != same:
                fail(f"{row['path']}: is said to be as {same}, and the first such file is {first.get(row['sha256'])}")
        elif row["sha256"] in first and row["size"]:
            fail(f"{row['path']}: has the same bytes as {first[row['sha256']]}, which is not said")
        first.setdefault(row["sha256"], row["path"])
    for row in rows:
        if bool(row.get("output")) != (row["outcome"] in ("converted", "identical")):
            fail(f"{row['path']}: {row['outcome']} with the output {row.get('output')}")


def with_cells(rows, path, disk):
    """Fails if the report as CSV differs from the one as JSON Lines."""
    csv.field_size_limit(1 << 30)
    with open(path, encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    if len(lines) != len(rows):
        fail(f"{path.name} has {len(lines)} rows, and as JSON lines {len(rows)}")
    for row, cells in zip(rows, lines, strict=True):
        below(cells, disk)
        cells["codes"] = " ".join(sorted(cells["codes"].split()))
        for column, cell in cells.items():
            value = row.get(column)
            wanted = JOINED[column].join(value or []) if column in JOINED else "" if value is None else str(value)
            if cell != wanted:
                fail(f"{path.name}: {row['path']}: {column} is {cell!r}, and as JSON lines {wanted!r}")


def with_outputs(rows, folder):
    """Fails unless the outputs are exactly those in the report, with their SHA-256."""
    named = {}
    for row in rows:
        if row.get("output"):
            output = os.fsencode(row["output"].removeprefix(f"{folder.name}/"))
            if output in named:
                fail(f"{row['path']}: {row['output']} is the output of two")
            named[output] = row["output_sha256"]
    there = tree(folder)
    for path in sorted(named.keys() | there.keys()):
        if named.get(path) != there.get(path):
            fail(f"output {os.fsdecode(path)}: named {named.get(path)}, there is {there.get(path)}")


def with_summary(rows, records):
    """Fails if the totals of the summary differ from those of the rows."""
    sums = collections.Counter(row["outcome"] for row in rows)
    summary = [record for record in records if record.get("record") == "summary"]
    found = {outcome: count for outcome, count in summary[-1]["outcomes"].items() if count} if summary else None
    if found != dict(sums):
        fail(f"the summary says {found}, and the rows sum up to {dict(sums)}")


def again(rows, second):
    """Fails unless a second run reports the same, with converted files as identical."""
    expected = [row | ({"outcome": "identical"} if row["outcome"] == "converted" else {}) for row in rows]
    with_manifest(expected, second)
