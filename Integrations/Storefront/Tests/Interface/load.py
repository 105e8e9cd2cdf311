# How many searches does the storefront answer in a second, and how many does PostgreSQL with pg_trgm?
#
# Both are asked the same words in the same texts, one after the other on the same machine: the storefront over HTTP
# by wrk, PostgreSQL over its socket by pgbench. Each answers ten records, the storefront the best ten and PostgreSQL
# the first ten by id, and how many there are.

import argparse
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse
import urllib.request

KINDS = ("word", "prefix", "infix", "and")
FIELDS = ("title", "summary", "keywords", "description")
SEPARATOR = "\x1f"  # between fields, so that nothing is found across them

SCRIPT = """
local paths = {{}}
for line in io.lines("{paths}") do paths[#paths + 1] = line end
local threads = 0

function setup(thread)
  thread:set("place", threads * 7919)
  threads = threads + 1
end

function request()
  place = place + 1
  return wrk.format("GET", paths[place % #paths + 1])
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('\\nRESULT {{"rate": %f, "p50": %f, "p99": %f, "failed": %d}}\\n',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, failed))
end
"""

SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{folder}'
max_connections = 200
shared_buffers = 512MB
maintenance_work_mem = 256MB
work_mem = 64MB
jit = off
max_parallel_workers_per_gather = 0
autovacuum = off
fsync = off
"""


def program(name, folder=None):
    found = shutil.which(name, path=folder)
    if not found:
        sys.exit(f"{name} is not installed")
    return found


def resident_size(identifiers):
    """Megabytes that processes hold in memory; what they share is counted once."""
    kilobytes = 0
    for identifier in identifiers:
        # A process may have ended meanwhile.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            text = pathlib.Path(f"/proc/{identifier}/smaps_rollup").read_text()
            kilobytes += int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1])
    return kilobytes / 1024


class Peak:
    """The most memory that processes hold while something is done; nothing where it is not known which they are."""

    def __init__(self):
        self.megabytes = None

    @contextlib.contextmanager
    def watched(self, parent):
        if not parent:
            yield
            return
        over = threading.Event()
        watching = threading.Thread(target=self.watch, args=(parent, over))
        watching.start()
        try:
            yield
        finally:
            over.set()
            watching.join()

    def watch(self, parent, over):
        while not over.wait(1):
            self.megabytes = max(self.megabytes or 0, resident_size(family(parent)))


def family(parent):
    """A process and those that it began."""
    try:
        children = pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    except FileNotFoundError:
        return []
    return [parent, *(one for child in children for one in family(int(child)))]


def texts(options):
    """The id of each record that has texts in the locale, with what is searched of it."""
    with options.records.open(encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            found = [(record.get(field) or {}).get(options.locale) for field in FIELDS]
            found = [SEPARATOR.join(one) if isinstance(one, list) else one for one in found if one]
            if found:
                yield record["id"], SEPARATOR.join(found)


def queries(options):
    """The words of each query, each query once: those of the file, filled up with words out of the texts themselves."""
    found = {}
    for query in map(json.loads, options.queries.read_text(encoding="utf-8").splitlines()):
        if (query["catalog"], query["locale"]) == (options.catalog, options.locale) and query["kind"] in KINDS:
            found[tuple(query["q"].split())] = True
    random_choice = random.Random(7)
    lines = [text for _, text in texts(options)]
    if not lines:
        sys.exit(f"{options.records} has no texts in {options.locale}")
    for _ in range(100 * options.count):
        if len(found) >= options.count:
            break
        if words := made_query(random_choice.choice(KINDS), random_choice.choice(lines), random_choice):
            found[words] = True
    return list(found)


def made_query(kind, text, random_choice):
    """A query of a kind out of a text, if it has such words."""
    words = re.findall(r"[^\W\d_]{4,}|[\u3040-\u30ff\u4e00-\u9fff]{2,}", text)
    if not words:
        return None
    word = random_choice.choice(words)
    is_dense = word[0] > "\u3000"
    match kind:
        case "word":
            return (word,)
        case "prefix" if len(word) > 5 or is_dense:
            return (word[: 2 if is_dense else random_choice.randint(3, 5)],)
        case "infix" if len(word) > 8 or is_dense and len(word) > 3:
            start = random_choice.randint(1, len(word) - (2 if is_dense else 6))
            return (word[start : start + (2 if is_dense else random_choice.randint(4, 6))],)
        case "and":
            other = random_choice.choice(words)
            return (word, other) if other != word else None
    return None


class Storefront:
    """The storefront, asked over HTTP."""

    def __init__(self, options, all_queries, folder):
        self.options, self.folder, self.all_queries = options, folder, all_queries
        self.peak = Peak()

    def paths(self, path):
        common = {
            "locale": self.options.locale,
            "chain": self.options.locale,
            "catalogs": self.options.catalog,
            "limit": 10,
        }
        return [f"{path}?{urllib.parse.urlencode({'q': ' '.join(words), **common})}" for words in self.all_queries]

    def found(self):
        """How many records each query finds. This warms up, too."""
        totals = []
        for path in self.paths("/v1/search"):
            with urllib.request.urlopen(self.options.url + path) as answer:
                totals.append(json.load(answer)["total"])
        return totals

    def measured(self, path, connections):
        script, paths = self.folder / "requests.lua", self.folder / "paths.txt"
        paths.write_text("".join(path + "\n" for path in self.paths(path)))
        script.write_text(SCRIPT.format(paths=paths))
        threads = min(connections, self.options.threads)
        command = [
            program("wrk"),
            "-t",
            threads,
            "-c",
            connections,
            "-d",
            f"{self.options.seconds}s",
            "-s",
            script,
            self.options.url,
        ]
        with self.peak.watched(self.options.pid):
            output = subprocess.run(map(str, command), check=True, capture_output=True, text=True).stdout
        result = json.loads(output.split("RESULT ")[1])
        if result["failed"]:
            print(f"{path}, {connections} connections: {result['failed']} requests failed", file=sys.stderr)
        return result


class PostgreSQL:
    """A cluster of its own in a temporary folder, without a network."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.peak = Peak()
        self.binaries = options.postgres or subprocess.run(
            [program("pg_config"), "--bindir"], check=True, capture_output=True, text=True
        ).stdout.strip()  # fmt: skip
        # The server refuses to run as root.
        self.prefix = ["runuser", "-u", options.user, "--"] if os.geteuid() == 0 else []
        if self.prefix:
            shutil.chown(folder, options.user)

    def run(self, name, *arguments, **more):
        command = [*self.prefix, program(name, self.binaries), *map(str, arguments)]
        done = subprocess.run(command, text=True, capture_output=True, cwd=self.folder, **more)
        if done.returncode:
            sys.exit(f"{name}: {done.stderr.strip()}")
        return done.stdout

    def __enter__(self):
        self.run("initdb", "-D", self.folder / "data", "--locale=C.UTF-8", "-E", "UTF8", "-U", "postgres")
        settings = self.folder / "data" / "postgresql.conf"
        settings.write_text(settings.read_text() + SETTINGS.format(folder=self.folder))
        # The server must not keep the pipes of what starts it.
        command = ["pg_ctl", "-D", self.folder / "data", "-w", "-l", self.folder / "log", "start"]
        command = [*self.prefix, program(command[0], self.binaries), *map(str, command[1:])]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)
        return self

    def __exit__(self, *_):
        self.run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop")

    def sql(self, text):
        return self.run("psql", "-h", self.folder, "-U", "postgres", "-XqAt", "-v", "ON_ERROR_STOP=1", input=text)

    def fill(self, all_queries):
        """Brings texts and queries into tables, and indexes the texts."""
        self.sql(
            "CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm; CREATE UNLOGGED TABLE raw(id text, t text);"
            f"COPY raw FROM STDIN;\n{copied(texts(self.options))}\\.\n"
            "CREATE TABLE records AS SELECT id, lower(unaccent(t)) AS t FROM raw; DROP TABLE raw;"
            "CREATE INDEX ON records USING gin(t gin_trgm_ops); ANALYZE records;"
        )
        self.counts = {}
        for count in sorted({len(words) for words in all_queries}):
            numbered = [words for words in all_queries if len(words) == count]
            self.counts[count] = len(numbered)
            columns = [f"w{number}" for number in range(count)]
            rows = [(number, *(f"%{escaped(word)}%" for word in words)) for number, words in enumerate(numbered)]
            self.sql(
                f"CREATE TABLE queries{count}(n int PRIMARY KEY, {', '.join(column + ' text' for column in columns)});"
                f"COPY queries{count} FROM STDIN;\n{copied(rows)}\\.\n"
                f"UPDATE queries{count} SET {', '.join(f'{one} = lower(unaccent({one}))' for one in columns)};"
                f"ANALYZE queries{count};"
            )

    def statement(self, count, number):
        """The search for one of the queries with so many words."""
        words = (f"t LIKE (SELECT w{word} FROM queries{count} WHERE n = {number})" for word in range(count))
        return (
            f"WITH found AS MATERIALIZED (SELECT id FROM records WHERE {' AND '.join(words)})"
            " SELECT id, (SELECT count(*) FROM found) FROM found ORDER BY id LIMIT 10;"
        )

    def found(self):
        """How many records each query finds. This warms up, too."""
        statements = (self.statement(count, number) for count, total in self.counts.items() for number in range(total))
        return [int(line.split("|")[1]) for one in statements if (line := self.sql(one).partition("\n")[0])]

    def measured(self, connections):
        scripts = []
        for count, total in self.counts.items():
            script = self.folder / f"search{count}.sql"
            script.write_text(f"\\set n random(0, {total - 1})\n{self.statement(count, ':n')}\n")
            script.chmod(0o644)
            scripts += ["-f", f"{script}@{total}"]
        threads, log = min(connections, self.options.threads), self.folder / f"log{connections}"
        with self.peak.watched(int((self.folder / "data" / "postmaster.pid").read_text().split()[0])):
            output = self.run(
                "pgbench", "-h", self.folder, "-U", "postgres", "-n", "-M", "prepared", "-c", connections,
                "-j", threads, "-T", self.options.seconds, "-l", f"--log-prefix={log}", *scripts, "postgres",
            )  # fmt: skip
        lines = [line for file in self.folder.glob(log.name + ".*") for line in file.read_text().splitlines()]
        times = sorted(int(line.split()[2]) / 1e3 for line in lines)
        rate = float(re.search(r"tps = ([\d.]+)", output)[1])
        return {"rate": rate, "p50": times[len(times) // 2], "p99": times[int(len(times) * 0.99)]}


def copied(rows):
    """Rows as COPY reads them."""
    escapes = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
    return "".join("\t".join(str(value).translate(escapes) for value in row) + "\n" for row in rows)


def escaped(word):
    """A word as LIKE takes it literally."""
    return re.sub(r"([\\%_])", r"\\\1", word)


def row(name, connections, result, peer=None):
    cells = [name, connections, f"{result['rate']:.0f}", f"{result['p50']:.2f}", f"{result['p99']:.2f}"]
    if peer:  # How many times better than the peer: more in a second, in less time.
        ratios = (result["rate"] / peer["rate"], peer["p50"] / result["p50"], peer["p99"] / result["p99"])
        cells += [f"{ratio:.2f}" for ratio in ratios]
    else:
        cells += [""] * 3
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Measures searches of the storefront and of PostgreSQL with pg_trgm.")
    parser.add_argument("--url", required=True, help="the address of the storefront, which serves the catalog")
    parser.add_argument("--queries", required=True, type=pathlib.Path, help="JSON Lines with q, locale, catalog, kind")
    parser.add_argument("--records", required=True, type=pathlib.Path, help="the catalog as JSON Lines, for PostgreSQL")
    parser.add_argument("--catalog", help="the catalog's id; by default the name of its file")
    parser.add_argument("--locale", default="de", help="the locale whose texts are searched (de)")
    parser.add_argument(
        "--count", type=int, default=200, help="fill up with queries out of the texts until there are so many (200)"
    )
    parser.add_argument("--connections", default="1,16,64", help="numbers of connections (1,16,64)")
    parser.add_argument("--seconds", type=int, default=10, help="how long each measurement takes (10)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="threads of wrk and pgbench at most")
    parser.add_argument("--pid", type=int, help="the process of the storefront, to tell its memory")
    parser.add_argument("--postgres", help="the folder of PostgreSQL's programs; by default what pg_config says")
    parser.add_argument("--user", default="postgres", help="who runs PostgreSQL where this runs as root (postgres)")
    options = parser.parse_args()
    options.url = options.url.rstrip("/")
    options.catalog = options.catalog or options.records.stem
    all_queries = queries(options)

    with tempfile.TemporaryDirectory() as ours, tempfile.TemporaryDirectory() as theirs:
        storefront = Storefront(options, all_queries, pathlib.Path(ours))
        with PostgreSQL(options, pathlib.Path(theirs)) as postgres:
            postgres.fill(all_queries)
            found = (sum(storefront.found()), sum(postgres.found()))
            print(
                f"{len(all_queries)} queries in {options.locale}, {options.seconds} seconds each. The last columns say"
            )
            print("how many times better the storefront is than PostgreSQL.\n")
            print("| | connections | per second | p50 ms | p99 ms | rate | p50 | p99 |")
            print("|---|--:|--:|--:|--:|--:|--:|--:|")
            for connections in map(int, options.connections.split(",")):
                peer = postgres.measured(connections)
                row("PostgreSQL, search", connections, peer)
                row("storefront, search", connections, storefront.measured("/v1/search", connections), peer)
                row("storefront, suggestions", connections, storefront.measured("/v1/suggest", connections))
            print("\n| | memory MB | records found by all queries |\n|---|--:|--:|")
            for name, peer, count in (("PostgreSQL", postgres, found[1]), ("storefront", storefront, found[0])):
                size = peer.peak.megabytes
                print(f"| {name} | {'' if size is None else f'{size:.0f}'} | {count} |")


if __name__ == "__main__":
    main()
