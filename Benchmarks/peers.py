#!/usr/bin/env python3
"""Runs the queries of a `benchmarks` run with SQLite FTS5 and ripgrep too, and prints one table.

  peers.py FOLDER     the folder into which `benchmarks CATALOG LOCALE FOLDER` wrote texts.tsv and queries.tsv

Both peers search texts folded beforehand (compatibility forms, lower case, no marks), which only approximates the rules of
a language. `differ` counts the queries for which a peer finds another number of records than lsearch.
"""
import collections
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import unicodedata

REPETITIONS = 3
# ripgrep reads all texts for each query, so run fewer of each kind.
RIPGREP_QUERIES = 30


def folded(text):
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))


def percentile(values, share):
    return sorted(values)[max(0, -int(-share * len(values) // 1) - 1)]


def rows_of(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            yield line.rstrip("\n").split("\t")


class FTS5:
    """Finds every word as a substring of at least three characters; gives the number of records and the best ten by bm25."""

    name = "SQLite FTS5 trigram"
    limit = None

    def __init__(self, work, texts):
        self.database = sqlite3.connect(os.path.join(work, "fts5.db"))
        self.database.execute("PRAGMA synchronous = OFF")
        self.database.execute(
            "CREATE VIRTUAL TABLE texts USING fts5(text, content = '', tokenize = 'trigram case_sensitive 1')")
        with self.database:
            self.database.executemany(
                "INSERT INTO texts(rowid, text) VALUES (?, ?)", ((i, text) for i, text in enumerate(texts)))
            self.database.execute("INSERT INTO texts(texts) VALUES ('optimize')")
        self.size = os.path.getsize(os.path.join(work, "fts5.db"))

    def count(self, words):
        if any(len(word) < 3 for word in words):
            return None
        match = " AND ".join('"' + word.replace('"', '""') + '"' for word in words)
        total, = self.database.execute("SELECT count(*) FROM texts WHERE texts MATCH ?", (match,)).fetchone()
        self.database.execute(
            "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 10", (match,)).fetchall()
        return total


class Ripgrep:
    """Runs one process per word over a file with one line per record; the time includes starting the processes."""

    name = "ripgrep"
    limit = RIPGREP_QUERIES
    size = 0

    def __init__(self, work, texts):
        self.path = os.path.join(work, "texts")
        with open(self.path, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(text + "\n" for text in texts)

    def count(self, words):
        command = ["rg", "--no-config", "--fixed-strings", "--no-line-number"]
        found = None
        for word in words[:-1]:
            source = [self.path] if found is None else []
            found = subprocess.run(
                [*command, "--", word, *source], input=found, stdout=subprocess.PIPE).stdout
        source = [self.path] if found is None else []
        answer = subprocess.run(
            [*command, "--count", "--", words[-1], *source], input=found, stdout=subprocess.PIPE).stdout
        return int(answer or 0)


def ask(peer, queries):
    """Yields the number of records and the median seconds of each query; no number if the peer cannot answer it."""
    asked = collections.Counter()
    for kind, query, total, _ in queries:
        asked[kind] += 1
        if peer.limit and asked[kind] > peer.limit:
            continue
        words = folded(query).split()
        durations = []
        for _ in range(1 + REPETITIONS):
            start = time.perf_counter()
            count = peer.count(words)
            durations.append(time.perf_counter() - start)
        yield kind, count, statistics.median(durations[1:]), int(total)


def show(heading, rows):
    widths = [max(len(row[i]) for row in [heading, *rows]) for i in range(len(heading))]
    for row in [heading, *rows]:
        print("  ".join(
            cell.ljust(width) if i < 2 else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths))))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = sys.argv[1]
    texts = [folded(row[-1]) for row in rows_of(os.path.join(folder, "texts.tsv"))]
    queries = list(rows_of(os.path.join(folder, "queries.tsv")))
    size = sum(len(text.encode()) for text in texts)
    kinds = list(dict.fromkeys(query[0] for query in queries))
    answers = {"lsearch": [(kind, int(total), int(ns) / 1e9, int(total)) for kind, _, total, ns in queries]}
    print(f"{len(texts)} records, {size / 1e6:.1f} MB of folded text")
    with tempfile.TemporaryDirectory() as work:
        for peer_type in (FTS5, Ripgrep):
            if peer_type is Ripgrep and not shutil.which("rg"):
                print("ripgrep: not installed, left out")
                continue
            start = time.perf_counter()
            try:
                peer = peer_type(work, texts)
            except sqlite3.OperationalError as error:
                print(f"{peer_type.name}: left out, {error}")
                continue
            seconds = time.perf_counter() - start
            if peer.size:
                print(f"{peer.name}: indexed at {size / 1e6 / seconds:.1f} MB/s, {peer.size / size:.1f} x the text")
            answers[peer.name] = list(ask(peer, queries))
    print()
    rows = []
    for kind in kinds:
        for name, answered in answers.items():
            asked = [row for row in answered if row[0] == kind]
            counted = [row for row in asked if row[1] is not None]
            times = [seconds for _, _, seconds, _ in counted]
            rows.append([
                kind, name, str(len(asked)), f"{100 * len(counted) // max(1, len(asked))} %",
                f"{percentile(times, .5) * 1e3:.3f}" if times else "-",
                f"{percentile(times, .99) * 1e3:.3f}" if times else "-",
                str(sum(count != total for _, count, _, total in counted)) if counted else "-"])
    show(["queries", "searched by", "number", "can be asked", "p50 ms", "p99 ms", "differ"], rows)


if __name__ == "__main__":
    main()
