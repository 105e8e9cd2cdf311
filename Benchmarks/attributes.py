#!/usr/bin/env python3
"""Measures filters, facets and look-ups of values, and the same questions with SQLite.

  attributes.py LSEARCH CATALOG.jsonl INDEX LOCALE [QUESTIONS]

The catalog's sidecar declares the attributes. Questions are made of the records' values, the same ones in every run. For each kind
it prints the median and the 99th percentile in milliseconds, how often both find the same number of records, and for words how
much five facets add.
"""
import json
import pathlib
import random
import sqlite3
import statistics
import subprocess
import sys
import time

lsearch, catalog, index, locale = sys.argv[1:5]
questions = int(sys.argv[5]) if len(sys.argv) > 5 else 200
random = random.Random(1)
declared = json.loads(pathlib.Path(catalog).with_suffix(".catalog.json").read_text("utf-8"))["attributes"]
single = [name for name in declared if not declared[name].get("many")]
many = [name for name in declared if declared[name].get("many")]

# One table of records with a column for each attribute, and one for each attribute with several values; all indexed.
database = sqlite3.connect(":memory:")
columns = ["scope", *single]
database.execute(f"CREATE TABLE records(id INTEGER PRIMARY KEY, {', '.join(map(json.dumps, columns))})")
for name in many:
    database.execute(f"CREATE TABLE \"{name}\"(record INTEGER, value TEXT)")
values = {name: {} for name in columns + many}
words = {}
count = 0
with open(catalog, encoding="utf-8") as lines:
    for number, line in enumerate(lines):
        record = json.loads(line)
        row = [record.get("type")]
        for name in single:
            value = record.get(name)
            row.append(float(value) if declared[name]["type"] == "number" and value is not None else value)
        database.execute(f"INSERT INTO records VALUES(?{', ?' * len(row)})", [number, *row])
        for name, value in zip(columns, row):
            if value is not None:
                values[name][value] = values[name].get(value, 0) + 1
        for name in many:
            for value in dict.fromkeys(record.get(name, [])):
                database.execute(f"INSERT INTO \"{name}\" VALUES(?, ?)", [number, value])
                values[name][value] = values[name].get(value, 0) + 1
        for word in record.get("title", {}).get(locale, "").split():
            words[word] = words.get(word, 0) + 1
        count += 1
for name in columns:
    database.execute(f"CREATE INDEX \"index {name}\" ON records(\"{name}\")")
for name in many:
    database.execute(f"CREATE INDEX \"index {name}\" ON \"{name}\"(value, record)")
    database.execute(f"CREATE INDEX \"record {name}\" ON \"{name}\"(record, value)")
database.execute("ANALYZE")

program = subprocess.Popen(
    [lsearch, "--batch", "--cache", index, "--catalog", catalog], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    text=True, encoding="utf-8")


def ask(**request):
    """The answer to a request, and the time of its search in milliseconds."""
    request = {"q": "", "locale": locale, "limit": 10, "relax": "never", "returns": "ids", "group": "none", **request}
    program.stdin.write(json.dumps(request) + "\n")
    program.stdin.flush()
    answer = json.loads(program.stdout.readline())
    if "error" in answer:
        sys.exit(answer["error"]["message"])
    return answer, answer["ns"] / 1e6


def condition():
    """A condition in both languages."""
    name = random.choice(columns + many)
    kind = "text" if name == "scope" else declared[name]["type"]
    value = random.choice(list(values[name]))
    if kind == "boolean":
        return f"{name} = {str(bool(value)).lower()}", f"\"{name}\" = {int(value)}"
    quoted = "'" + str(value).replace("'", "''") + "'"
    if kind in ("number", "date"):
        sign = random.choice(["<", ">=", "="])
        return f"{name} {sign} {value:.10g}" if kind == "number" else f"{name} {sign} {value}", (
            f"\"{name}\" {sign} {value if kind == 'number' else quoted}")
    if name in many:
        return f"{name} = {json.dumps(value)}", f"id IN (SELECT record FROM \"{name}\" WHERE value = {quoted})"
    return f"{name} = {json.dumps(value)}", f"\"{name}\" = {quoted}"


def select(query):
    """The rows of a query, and its time in milliseconds."""
    start = time.perf_counter()
    rows = database.execute(query).fetchall()
    return rows, (time.perf_counter() - start) * 1e3


def report(name, ours, theirs=(), same=None):
    """Prints one line of the table."""
    def times(list):
        list = sorted(list)
        return f"{statistics.median(list):9.3f} {list[int(len(list) * 0.99)]:9.3f}" if list else " " * 19
    print(f"{name:28} {times(ours)} {times(theirs)} {'' if same is None else f'{same} of {len(theirs)} the same'}")


print(f"{count:,} records{'':17} {'p50':>9} {'p99':>9} {'SQLite':>9} {'p99':>9}")
ours, theirs, same = [], [], 0
for _ in range(questions):
    parts = [condition() for _ in range(random.choice([1, 1, 2, 3]))]
    request = {"filter": " AND ".join(part[0] for part in parts)}
    ask(**request)
    answer, elapsed = ask(**request)
    ours.append(elapsed)
    rows, elapsed = select("SELECT COUNT(*) FROM records WHERE " + " AND ".join(part[1] for part in parts))
    theirs.append(elapsed)
    same += answer["total"] == rows[0][0]
report("filter", ours, theirs, same)

# Five attributes over about 100,000 records, chosen by the attribute that is split most evenly.
facets = sorted(
    (name for name in columns[1:] + many if declared[name]["type"] in ("text", "boolean") and len(values[name]) > 1),
    key=lambda name: abs(len(values[name]) - 20))[:5]
number = next(name for name in single if declared[name]["type"] == "number")
ordered = sorted((value, found) for value, found in values[number].items())
wanted, bound = min(100_000, count), 0
for value, found in ordered:
    wanted -= found
    bound = value
    if wanted <= 0:
        break
ours, theirs, same = [], [], 0
for _ in range(questions // 4):
    answer, elapsed = ask(filter=f"{number} <= {bound:.10g}", facets=facets, limit=0)
    ours.append(elapsed)
    total, equal = 0, True
    for facet in answer["facets"]:
        name = facet["attribute"]
        if name in many:
            query = (f"SELECT value, COUNT(*) FROM \"{name}\" JOIN records ON id = record WHERE \"{number}\" <= {bound} "
                     "GROUP BY value ORDER BY 2 DESC LIMIT 20")
        else:
            query = (f"SELECT \"{name}\", COUNT(*) FROM records WHERE \"{number}\" <= {bound} AND \"{name}\" IS NOT NULL "
                     f"GROUP BY \"{name}\" ORDER BY 2 DESC LIMIT 20")
        rows, elapsed = select(query) if len(theirs) < 20 else ([], 0)
        total += elapsed
        equal = equal and (not rows or [found for _, found in rows] == [value["count"] for value in facet["values"]])
    if total:
        theirs.append(total)
        same += equal
report(f"5 facets of {answer['total']:,}", ours, theirs, same)

plain, counted = [], []
for word in random.sample(sorted(words), min(questions, len(words))):
    ask(q=word)
    plain.append(ask(q=word)[1])
    counted.append(ask(q=word, facets=facets)[1])
report("word", plain)
report("word with 5 facets", counted)

largest = max((name for name in columns[1:] if declared[name]["type"] == "text"), key=lambda name: len(values[name]))
names = list(values[largest])
prefixed = []
ask(facets=[largest], prefix="x", limit=0)
for _ in range(questions):
    name = random.choice(names)
    prefixed.append(ask(facets=[largest], prefix=name[:random.randint(2, len(name))], limit=0)[1])
report(f"prefix of {len(names):,} values", prefixed)
