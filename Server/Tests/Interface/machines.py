"""Measures several lsearchd on one store in PostgreSQL: replicas, shards, writes and starts.

    machines.py LSEARCHD --records 200000
    machines.py LSEARCHD --catalog packages.jsonl --locale de

All servers, PostgreSQL and wrk share this machine. So the tables name the processor time of a query, over all servers that took
part in it, which does not depend on how many run at a time; times of answers do. Without a file the catalog is made of words that are as
frequent as those of a language.
"""

import argparse
import contextlib
import http.client
import itertools
import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import types
import urllib.parse

import wrk
from processes import family, resident_size
from queries import queries as read_queries

TOKEN = "0123456789abcdef0123"
TEXTS = pathlib.Path(__file__).resolve().parents[3] / "Localizations"
TICKS = os.sysconf("SC_CLK_TCK")
SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{folder}'
max_connections = 100
shared_buffers = 256MB
jit = off
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def processor_time(servers):
    """Seconds of processor time that processes have used, with their children, including ended ones."""
    ticks = 0
    for server in servers:
        for one in family(server.process.pid):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                ticks += sum(map(int, pathlib.Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return ticks / TICKS


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


class PostgreSQL:
    """A PostgreSQL server of its own, which waits for the disk at each commit as in production."""

    def __init__(self, folder, user):
        self.folder = folder
        programs = pathlib.Path(subprocess.run(["pg_config", "--bindir"], check=True, capture_output=True, text=True).stdout.strip())
        prefix = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if os.geteuid() == 0 else []
        if prefix:
            shutil.chown(folder, user)
        data = folder / "data"
        subprocess.run(
            [*prefix, programs / "initdb", "-D", data, "--locale=C.UTF-8", "-E", "UTF8", "-U", "postgres", "-A", "trust"],
            check=True, stdout=subprocess.DEVNULL, cwd=folder,
        )  # fmt: skip
        with open(data / "postgresql.conf", "a") as settings:
            settings.write(SETTINGS.format(folder=folder))
        with open(folder / "log", "w") as log:
            self.process = subprocess.Popen([*prefix, programs / "postgres", "-D", data], stdout=log, stderr=log, cwd=folder)
        command = [programs / "pg_isready", "-q", "-h", folder]
        while subprocess.run(command).returncode:
            if self.process.poll() is not None:
                sys.exit((folder / "log").read_text())
            time.sleep(0.1)

    @property
    def address(self):
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Server:
    running = set()

    def __init__(self, program, folder, *options):
        self.port, self.administration = free_port(), free_port()
        self.log = folder / f"lsearchd{self.port}.log"
        self.command = [
            program, "--listen", f"127.0.0.1:{self.port}", "--no-page", "--no-cache", "--answer-cache", "0", "--localizations", TEXTS,
            "--client-searches", "1000", *options,
        ]  # fmt: skip
        if "--router" not in options:
            self.command += ["--admin-listen", f"127.0.0.1:{self.administration}"]

    def start(self):
        """Starts the server, and returns the seconds until it is ready."""
        begin = time.monotonic()
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(self.command, stderr=log, env={**os.environ, "LSEARCHD_ADMIN_TOKEN": TOKEN})
        self.running.add(self)
        while True:
            if self.process.poll() is not None:
                sys.exit(self.log.read_text())
            with contextlib.suppress(OSError), contextlib.closing(self.connect()) as connection:
                connection.request("GET", "/readyz")
                if connection.getresponse().status == 200:
                    return time.monotonic() - begin
            time.sleep(0.01)

    def connect(self, administration=False):
        return http.client.HTTPConnection("127.0.0.1", self.administration if administration else self.port, timeout=600)

    def write(self, connection, method, path, body, kind="application/json", catalog="shop"):
        connection.request(method, f"/admin/v1/catalogs/{catalog}{path}", body, {"Authorization": f"Bearer {TOKEN}", "Content-Type": kind})
        answer = connection.getresponse()
        content = answer.read()
        if answer.status not in (200, 201):
            sys.exit(f"{method} {path}: {answer.status} {content}")
        return int(answer.headers["Search-Revision"])

    def search(self, connection, query, headers={}):
        connection.request("GET", f"/v1/search?q={query}", headers=headers)
        answer = connection.getresponse()
        content = answer.read()
        return answer.status, content

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.running.discard(self)


class Words:
    """A vocabulary whose words are as frequent as those of a language, and queries of one to three of them."""

    def __init__(self, seed=1):
        chance = random.Random(seed)
        parts = [first + second for first in "bdfgklmnprstv" for second in "aeiou"]
        self.words = sorted({"".join(chance.choices(parts, k=chance.randint(2, 4))) for _ in range(40_000)})
        chance.shuffle(self.words)
        self.weights = list(itertools.accumulate(1 / (rank + 10) for rank in range(len(self.words))))
        self.chance = chance

    def some(self, count):
        return " ".join(self.chance.choices(self.words, cum_weights=self.weights, k=count))

    def record(self, number):
        return {"id": f"r{number}", "title": self.some(5), "description": self.some(25), "year": 1990 + number % 40}

    def lines(self, count):
        return (json.dumps(self.record(number)) + "\n" for number in range(count))

    def queries(self, count):
        # Very frequent words are in most records, and users do not search for them alone.
        common = self.words[20:5_000]
        return [" ".join(self.chance.choices(common, k=self.chance.choice([1, 2, 2, 3]))) for _ in range(count)]


class CatalogFile:
    """The records of a file, and queries made of their words."""

    def __init__(self, options):
        self.options, self.words = options, Words()

    def record(self, number):
        record = self.words.record(number)
        return record | {name: {self.options.locale: record[name]} for name in ("title", "description")}

    def lines(self, count):
        with self.options.catalog.open(encoding="utf-8") as lines:
            yield from itertools.islice(lines, count)

    def queries(self, count):
        options = types.SimpleNamespace(
            records=self.options.catalog, queries=pathlib.Path(os.devnull), catalog="shop", locale=self.options.locale, count=count)
        return [" ".join(words) for words in read_queries(options)]


def measure_searches(servers, fronts, postgres, queries, options, folder):
    """Sends requests to the servers concurrently; returns the processor time of all servers, and of
    PostgreSQL."""
    # Servers that follow the database, and shards, use processor time without searches, too.
    seconds, database = options.seconds, [postgres]
    before = processor_time(servers), processor_time(database)
    time.sleep(seconds / 3)
    idle, database_idle = ((now - then) / (seconds / 3) for now, then in zip((processor_time(servers), processor_time(database)), before))
    common = {"locale": options.locale, "limit": 10} | ({"relax": "never"} if options.strict else {})
    paths = [f"/v1/search?{urllib.parse.urlencode({'q': query, **common})}" for query in queries]
    begin = time.monotonic()
    before = processor_time(servers), processor_time(database)
    found = wrk.measured(
        f"http://127.0.0.1:{fronts[0].port}", paths, options.clients, options.clients, seconds, folder, [front.port for front in fronts])
    if found["failed"]:
        sys.exit(f"{found['failed']} searches failed")
    passed = time.monotonic() - begin
    count = found["rate"] * seconds
    return found | {
        "idle": idle * 100, "cpu": (processor_time(servers) - before[0] - idle * passed) / count * 1e3,
        "database": (processor_time(database) - before[1]) / passed * 100,
        "memory": resident_size([server.process.pid for server in servers]),
    }  # fmt: skip


def measure_lag(writer, front, words, count):
    """Milliseconds from an acknowledged write until another server finds it."""
    times = []
    with contextlib.closing(writer.connect(True)) as writing, contextlib.closing(front.connect()) as reading:
        front.search(reading, "x")
        for number in range(count):
            record = words.record(10_000_000 + number)
            revision = writer.write(writing, "PUT", f"/records/{record['id']}", json.dumps(record))
            begin = time.monotonic()
            while front.search(reading, "zzz", {"Search-After": str(revision)})[0] != 200:
                pass
            times.append((time.monotonic() - begin) * 1e3)
    return percentile(times, 0.5), percentile(times, 0.99)


def measure_writes(server, words, seconds, clients):
    """Acknowledged writes a second, each a request of its own."""
    over, counts = time.monotonic() + seconds, []
    bodies = [json.dumps(words.record(20_000_000 + number)) for number in range(2_000)]

    def write(client):
        count = 0
        with contextlib.closing(server.connect(True)) as connection:
            for body in itertools.cycle(bodies[client * 50 :] + bodies[: client * 50]):
                if time.monotonic() > over:
                    break
                server.write(connection, "PUT", f"/records/{json.loads(body)['id']}", body)
                count += 1
        counts.append(count)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / seconds


def row(*cells):
    print("| " + " | ".join(f"{cell:.2f}" if isinstance(cell, float) and cell < 100 else
                            f"{cell:,.0f}" if isinstance(cell, float) else str(cell) for cell in cells) + " |", flush=True)  # fmt: skip


COLUMNS = {
    "processor ms a query": "cpu", "idle, % of a processor": "idle", "PostgreSQL, % of a processor": "database", "queries a second": "rate",
    "p50 ms": "p50", "p99 ms": "p99", "lag p50 ms": "lag50", "lag p99 ms": "lag99", "memory MB": "memory",
}  # fmt: skip


def load(server, words, options):
    """Fills the catalog, and returns the records a second."""
    count, seconds, size = 0, 0, 0
    with contextlib.closing(server.connect(True)) as connection:
        server.write(connection, "PUT", "", json.dumps({"defaultLocale": options.locale}))
        lines = words.lines(options.records)
        while part := list(itertools.islice(lines, 50_000)):
            body = "".join(part).encode()
            begin = time.monotonic()
            server.write(connection, "POST", "/records?mode=whole", body, "application/x-ndjson")
            seconds += time.monotonic() - begin
            count, size = count + len(part), size + len(body)
    print(f"{count:,} records, {size / 1e6:.0f} MB of JSON; {options.clients} clients.\n", flush=True)
    return count / seconds


def measure_all(options, folder, postgres):
    words = CatalogFile(options) if options.catalog else Words()
    queries = words.queries(2_000)
    stored = ["--store", postgres.address, "--checkpoints"]
    first = Server(options.program, folder, *stored, folder / "checkpoints")
    first.start()
    bulk = load(first, words, options)
    print("| writes | a second |\n|---|--:|")
    row("one client, one record a request", measure_writes(first, words, options.seconds, 1))
    row("32 clients, one record a request", measure_writes(first, words, options.seconds, 32))
    row("bulk, 50,000 records a request", bulk)
    first.stop()

    print("\n| start | seconds until ready | memory MB |\n|---|--:|--:|")
    row("from a checkpoint", first.start(), resident_size([first.process.pid]))
    first.stop()
    without = Server(options.program, folder, "--store", postgres.address)
    row("from the database", without.start(), resident_size([without.process.pid]))
    without.stop()

    print("\n| | " + " | ".join(COLUMNS) + " |\n|---|" + "--:|" * len(COLUMNS))

    def measure(name, servers, fronts, writer):
        measured = measure_searches(servers, fronts, postgres, queries, options, folder)
        measured["lag50"], measured["lag99"] = measure_lag(writer, fronts[-1], words, options.writes)
        row(name, *(measured[column] for column in COLUMNS.values()))
        for server in servers:
            server.stop()

    for count in options.servers:
        replicas = [Server(options.program, folder, *stored, folder / "checkpoints") for _ in range(count)]
        for server in replicas:
            server.start()
        measure(f"{count} replicas" if count > 1 else "1 server", replicas, replicas, replicas[0])
    for count in [] if options.no_shards else options.servers:
        shards = [
            Server(options.program, folder, *stored, folder / f"shard{number}of{count}", "--shard", f"{number}/{count}")
            for number in range(1, count + 1)
        ]
        for server in shards:
            server.start()
        router = Server(options.program, folder, "--router", ",".join(f"http://127.0.0.1:{server.port}" for server in shards))
        router.start()
        measure(f"{count} shards and a router" if count > 1 else "1 shard and a router", [router, *shards], [router], shards[0])


@contextlib.contextmanager
def database(user):
    """A folder with a new PostgreSQL server. At the end, all servers are stopped and the folder is deleted."""
    with tempfile.TemporaryDirectory(prefix="lsearchd-") as name, contextlib.ExitStack() as stack:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        (folder / "postgres").mkdir()
        postgres = PostgreSQL(folder / "postgres", user)
        stack.callback(postgres.stop)
        stack.callback(lambda: [server.stop() for server in list(Server.running)])
        yield folder, postgres


def main():
    parser = argparse.ArgumentParser(description="Measures replicas, shards, writes and starts of lsearchd.")
    parser.add_argument("program", type=os.path.abspath, help="lsearchd")
    parser.add_argument("--catalog", type=pathlib.Path, help="a file of records, one in a line")
    parser.add_argument("--locale", default="en", help="the language of the records and queries (en)")
    parser.add_argument("--records", type=int, help="the size of the catalog (all of the file, or 200000)")
    parser.add_argument("--strict", action="store_true", help="search without similar words")
    parser.add_argument("--servers", default="1,2,4", type=lambda text: [int(one) for one in text.split(",")],
                        help="numbers of replicas and of shards (1,2,4)")  # fmt: skip
    parser.add_argument("--no-shards", action="store_true", help="measure no shards")
    parser.add_argument("--clients", type=int, default=4, help="clients that search at a time (4)")
    parser.add_argument("--seconds", type=int, default=15, help="how long each measurement takes (15)")
    parser.add_argument("--writes", type=int, default=300, help="writes of which the lag is measured (300)")
    parser.add_argument("--user", default="postgres", help="who runs PostgreSQL where this runs as root (postgres)")
    options = parser.parse_args()
    if not options.catalog:
        options.records = options.records or 200_000
    with database(options.user) as (folder, postgres):
        measure_all(options, folder, postgres)


if __name__ == "__main__":
    main()
