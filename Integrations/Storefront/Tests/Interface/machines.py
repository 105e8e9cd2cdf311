"""Measures several lsearchd on one store in PostgreSQL: replicas, shards, writes and starts.

    machines.py LSEARCHD --records 200000

All servers, PostgreSQL and the clients share this machine. So the tables name the processor time of a query, over all servers that took
part in it, which does not depend on how many run at a time; times of answers do. The catalog is made of words that are as frequent
as those of a language.
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

from processes import resident_size

TOKEN = "0123456789abcdef0123"
TEXTS = pathlib.Path(__file__).resolve().parents[4] / "Localizations"
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


def processor_time(server):
    """Seconds of processor time that a process has used."""
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


class PostgreSQL:
    """A server of its own, which waits for the disk at each commit as in operation."""

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

    def write(self, connection, method, path, body, kind="application/json"):
        connection.request(method, "/admin/v1/catalogs/shop" + path, body, {"Authorization": f"Bearer {TOKEN}", "Content-Type": kind})
        answer = connection.getresponse()
        content = answer.read()
        if answer.status not in (200, 201):
            sys.exit(f"{method} {path}: {answer.status} {content}")
        return int(answer.headers["Search-Revision"])

    def search(self, connection, query, headers={}):
        connection.request("GET", f"/v1/search?locale=en&limit=10&q={query}", headers=headers)
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

    def records(self, count, first=0):
        for number in range(first, first + count):
            yield {"id": f"r{number}", "title": self.some(5), "description": self.some(25), "year": 1990 + number % 40}

    def queries(self, count):
        # Very frequent words are in most records, and nobody searches for them alone.
        common = self.words[20:5_000]
        return ["+".join(self.chance.choices(common, k=self.chance.choice([1, 2, 2, 3]))) for _ in range(count)]


def measure_searches(servers, fronts, queries, seconds, clients):
    """Asks the fronts in turn; names the processor time of all servers."""
    # Following the database, and shards, takes processor time without searches, too.
    before = sum(map(processor_time, servers))
    time.sleep(seconds / 3)
    idle = (sum(map(processor_time, servers)) - before) / (seconds / 3)
    times, faults, over = [], [], time.monotonic() + seconds
    before = sum(map(processor_time, servers))

    def ask(number):
        chance = random.Random(number)
        connections = [(front, front.connect()) for front in fronts]
        for front, connection in itertools.cycle(connections[number % len(fronts):] + connections[: number % len(fronts)]):
            if time.monotonic() > over:
                return
            begin = time.monotonic()
            status, content = front.search(connection, chance.choice(queries))
            times.append(time.monotonic() - begin)
            if status != 200:
                faults.append(content)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(clients)]
    begin = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        sys.exit(f"{len(faults)} searches failed: {faults[0]}")
    passed = time.monotonic() - begin
    return {
        "rate": len(times) / passed, "idle": idle * 100,
        "cpu": (sum(map(processor_time, servers)) - before - idle * passed) / len(times) * 1e3,
        "p50": percentile(times, 0.5) * 1e3, "p99": percentile(times, 0.99) * 1e3,
        "memory": resident_size([server.process.pid for server in servers]),
    }  # fmt: skip


def measure_lag(writer, front, words, count):
    """Milliseconds from an acknowledged write until another server finds it."""
    times = []
    with contextlib.closing(writer.connect(True)) as writing, contextlib.closing(front.connect()) as reading:
        front.search(reading, "x")
        for number in range(count):
            record = next(words.records(1, 10_000_000 + number))
            revision = writer.write(writing, "PUT", f"/records/{record['id']}", json.dumps(record))
            begin = time.monotonic()
            while front.search(reading, "zzz", {"Search-After": str(revision)})[0] != 200:
                pass
            times.append((time.monotonic() - begin) * 1e3)
    return percentile(times, 0.5), percentile(times, 0.99)


def measure_writes(server, words, seconds, clients):
    """Acknowledged writes a second, each a request of its own."""
    over, counts = time.monotonic() + seconds, []
    bodies = [json.dumps(record) for record in words.records(2_000, 20_000_000)]

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


def measure_all(options, folder, postgres):
    words = Words()
    queries = words.queries(2_000)
    first = Server(options.program, folder, "--store", postgres.address, "--checkpoints", folder / "checkpoints1")
    first.start()
    with contextlib.closing(first.connect(True)) as connection:
        first.write(connection, "PUT", "", json.dumps({"defaultLocale": "en"}))
        seconds, size = 0, 0
        for start in range(0, options.records, 50_000):
            count = min(50_000, options.records - start)
            lines = "".join(json.dumps(record) + "\n" for record in words.records(count, start)).encode()
            size += len(lines)
            begin = time.monotonic()
            first.write(connection, "POST", "/records?mode=whole", lines, "application/x-ndjson")
            seconds += time.monotonic() - begin
    print(f"{options.records:,} records, {size / 1e6:.0f} MB of JSON; {options.clients} clients.\n")

    print("| writes | a second |\n|---|--:|")
    row("one client, one record a request", measure_writes(first, words, options.seconds, 1))
    row("32 clients, one record a request", measure_writes(first, words, options.seconds, 32))
    row("bulk, 50,000 records a request", options.records / seconds)
    first.stop()

    print("\n| start | seconds until ready | memory MB |\n|---|--:|--:|")
    row("from a checkpoint", first.start(), resident_size([first.process.pid]))
    first.stop()
    without = Server(options.program, folder, "--store", postgres.address)
    row("from the database", without.start(), resident_size([without.process.pid]))
    without.stop()

    print("\n| | processor ms a query | idle, % of a processor | queries a second | p50 ms | p99 ms | lag p50 ms | lag p99 ms | memory MB |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for count in options.servers:
        replicas = [
            Server(options.program, folder, "--store", postgres.address, "--checkpoints", folder / f"checkpoints{number + 1}")
            for number in range(count)
        ]
        for server in replicas:
            server.start()
        measured = measure_searches(replicas, replicas, queries, options.seconds, options.clients)
        lag = measure_lag(replicas[0], replicas[-1], words, options.writes)
        row(f"{count} replicas" if count > 1 else "1 server", *(measured[name] for name in ("cpu", "idle", "rate", "p50", "p99")), *lag,
            measured["memory"])  # fmt: skip
        for server in replicas:
            server.stop()
    for count in [] if options.no_shards else options.servers:
        shards = [
            Server(options.program, folder, "--store", postgres.address, "--shard", f"{number}/{count}",
                   "--checkpoints", folder / f"shard{number}of{count}")
            for number in range(1, count + 1)
        ]  # fmt: skip
        for server in shards:
            server.start()
        addresses = ",".join(f"http://127.0.0.1:{server.port}" for server in shards)
        router = Server(options.program, folder, "--router", addresses)
        router.start()
        measured = measure_searches([*shards, router], [router], queries, options.seconds, options.clients)
        lag = measure_lag(shards[0], router, words, options.writes)
        row(f"{count} shards and a router" if count > 1 else "1 shard and a router",
            *(measured[name] for name in ("cpu", "idle", "rate", "p50", "p99")), *lag, measured["memory"])  # fmt: skip
        for server in [router, *shards]:
            server.stop()


def main():
    parser = argparse.ArgumentParser(description="Measures replicas, shards, writes and starts of lsearchd.")
    parser.add_argument("program", type=os.path.abspath, help="lsearchd")
    parser.add_argument("--records", type=int, default=200_000, help="the size of the catalog (200000)")
    parser.add_argument("--servers", default="1,2,4", type=lambda text: [int(one) for one in text.split(",")],
                        help="numbers of replicas and of shards (1,2,4)")  # fmt: skip
    parser.add_argument("--no-shards", action="store_true", help="measure no shards")
    parser.add_argument("--clients", type=int, default=4, help="clients that search at a time (4)")
    parser.add_argument("--seconds", type=int, default=15, help="how long each measurement takes (15)")
    parser.add_argument("--writes", type=int, default=300, help="writes of which the lag is measured (300)")
    parser.add_argument("--user", default="postgres", help="who runs PostgreSQL where this runs as root (postgres)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lsearchd-") as folder, contextlib.ExitStack() as stack:
        folder = pathlib.Path(folder)
        folder.chmod(0o755)
        (folder / "postgres").mkdir()
        postgres = PostgreSQL(folder / "postgres", options.user)
        stack.callback(postgres.stop)
        stack.callback(lambda: [server.stop() for server in list(Server.running)])
        measure_all(options, folder, postgres)


if __name__ == "__main__":
    main()
