#!/usr/bin/env python3
"""Checks that searches through a balancer know what was written before, whichever server wrote it.

    read_your_writes.py LSEARCHD [WRITES]

Starts PostgreSQL, and three servers behind HAProxy with Deployment/replicas.sh. Four clients write WRITES (10,000) records, each to the
next server, and search at once for a word that no other write has: at the server after it, and through HAProxy, with the revision of
the write as Search-After. An answer that does not have the record as it was written is stale. A third search, at the same other
server without Search-After, shows how often answers are stale without it.
"""

import collections
import contextlib
import http.client
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

from cluster import free_ports, wait

HERE = pathlib.Path(__file__).resolve()
DEPLOYMENT = HERE.parents[2] / "Deployment" / "replicas.sh"
COUNT, CLIENTS, RECORDS = 3, 8, 1000


def postgresql(folder, stack):
    """Starts a server, whose data need not outlive a crash; returns its address."""
    programs = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    prefix = []
    if os.geteuid() == 0:
        # The server refuses to run as root.
        prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        shutil.chown(folder, "postgres")
    (port,) = free_ports(1)
    data = f"{folder}/data"

    def run(*command):
        subprocess.run([*prefix, *command], check=True, cwd=folder, stdout=subprocess.DEVNULL)

    run(programs / "initdb", "-D", data, "-U", "postgres", "-E", "UTF8", "--auth=trust")
    options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder} -c fsync=off"
    run(programs / "pg_ctl", "-D", data, "-w", "-l", f"{folder}/log", "-o", options, "start")
    stack.callback(run, programs / "pg_ctl", "-D", data, "-m", "immediate", "stop")
    return f"postgresql://postgres@127.0.0.1:{port}/postgres"


def free_block():
    """A number around which the ports of replicas.sh are free: those of the balancer are below it, those of
    the servers above it."""
    for search in range(20_000, 30_000, 200):
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            numbers = [search, search + 1, *(search + 80 + n for n in range(1, 4)), *(search + 1080 + n for n in range(1, 4))]
            for number in numbers:
                stack.enter_context(socket.socket()).bind(("127.0.0.1", number))
            return search
    sys.exit("no ports are free")


class Client(threading.Thread):
    """Writes its share, and searches."""

    def __init__(self, number, share, shop):
        super().__init__()
        self.number, self.share, self.shop = number, share, shop
        self.connections, self.counts, self.faults = {}, collections.Counter(), []
        self.times = collections.defaultdict(list)

    @contextlib.contextmanager
    def timed(self, name):
        begin = time.monotonic()
        yield
        self.times[name].append(time.monotonic() - begin)

    def ask(self, port, method, path, body=None, headers={}):
        for attempt in (1, 2):
            connection = self.connections.get(port)
            if connection is None:
                connection = self.connections[port] = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            try:
                connection.request(method, path, body, headers)
                answer = connection.getresponse()
                return answer.status, answer.headers, answer.read()
            except (OSError, http.client.HTTPException):
                # The server may have closed an idle connection.
                connection.close()
                del self.connections[port]
                if attempt == 2 or method == "PUT":
                    raise

    def search(self, name, port, record, word, revision):
        """Searches until the response is not 503."""
        headers = {} if revision is None else {"Search-After": revision}
        while True:
            with self.timed(name):
                status, answered, body = self.ask(port, "GET", f"/v1/search?q={word}&relax=never&limit=5", headers=headers)
            if status != 503:
                break
            self.counts[f"{name} 503"] += 1
            if self.counts[f"{name} 503"] > 1000:
                break
        if status != 200:
            self.faults.append(f"{name}: {status} {body[:200]!r}")
            return
        answer = json.loads(body)
        is_fresh = answer["total"] == 1 and [hit["id"] for hit in answer["hits"]] == [record]
        if revision is not None and int(answered["Search-Revision"]) < int(revision):
            is_fresh = False
        self.counts[f"{name} answers"] += 1
        self.counts[f"{name} stale"] += not is_fresh
        if not is_fresh and revision is not None:
            self.faults.append(f"{name}: {record} {word} after {revision}, answered at {answered['Search-Revision']}: {body[:200]!r}")

    def run(self):
        try:
            for number in self.share:
                server = number % COUNT
                # A client has its own records, and changes each many times.
                record, word = f"c{self.number}r{number % RECORDS}", f"word{number}x"
                body = json.dumps({"id": record, "title": f"tea {word}"})
                with self.timed("a write"):
                    status, headers, content = self.ask(
                        self.shop.administration[server], "PUT", f"/admin/v1/catalogs/shop/records/{record}", body,
                        {"Authorization": f"Bearer {self.shop.token}", "Content-Type": "application/json"})
                if status not in (200, 201, 204):
                    self.faults.append(f"a write got {status}: {content[:200]!r}")
                    continue
                self.counts["writes"] += 1
                revision = headers["Search-Revision"]
                other = self.shop.searches[(server + 1) % COUNT]
                self.search("without Search-After", other, record, word, None)
                self.search("another server", other, record, word, revision)
                self.search("through the balancer", self.shop.balancer, record, word, revision)
        except Exception as error:  # A thread that ends must end the test.
            self.faults.append(f"a client ended: {error!r}")


class Shop:
    """Servers behind HAProxy."""

    def __init__(self, program, store, folder, stack):
        self.balancer = free_block()
        administration = self.balancer + 1
        self.searches = [self.balancer + 80 + number for number in range(1, COUNT + 1)]
        self.administration = [administration + 1079 + number for number in range(1, COUNT + 1)]
        environment = {
            **os.environ, "LSEARCHD": program, "SEARCH_PORT": str(self.balancer), "ADMIN_PORT": str(administration)}  # fmt: skip
        process = subprocess.Popen([DEPLOYMENT, str(COUNT), store, folder], env=environment, start_new_session=True)
        stack.callback(process.wait, 60)
        stack.callback(process.terminate)
        client = Client(0, [], self)
        for port in [*self.searches, self.balancer]:
            path = "/v1/search?q=" if port == self.balancer else "/readyz"
            wait(lambda port=port, path=path: client.ask(port, "GET", path)[0] == 200, 300, f"port {port}")
        self.token = pathlib.Path(folder, "token").read_text().strip()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        status, _, content = client.ask(self.administration[0], "PUT", "/admin/v1/catalogs/shop", "{}", headers)
        if status not in (200, 201, 204):
            sys.exit(f"the catalog: {status} {content!r}")


def main():
    program = os.path.abspath(sys.argv[1])
    writes = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    with tempfile.TemporaryDirectory(prefix="lsearchd-", ignore_cleanup_errors=True) as folder, contextlib.ExitStack() as stack:
        os.chmod(folder, 0o755)
        for name in ("database", "shop"):
            os.mkdir(f"{folder}/{name}")
        shop = Shop(program, postgresql(f"{folder}/database", stack), f"{folder}/shop", stack)
        clients = [Client(number, range(number, writes, CLIENTS), shop) for number in range(CLIENTS)]
        begin = time.monotonic()
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        seconds = time.monotonic() - begin
        counts = sum((client.counts for client in clients), collections.Counter())
        faults = [fault for client in clients for fault in client.faults]
        print(f"{counts['writes']} writes to {COUNT} servers in {seconds:.0f} s")
        for name in ("another server", "through the balancer", "without Search-After"):
            print(f"{name}: {counts[f'{name} answers']} answers, {counts[f'{name} stale']} stale, "
                  f"{counts[f'{name} 503']} times 503")  # fmt: skip
        for name in ("a write", "another server", "through the balancer"):
            times = sorted(time for client in clients for time in client.times[name])
            if times:
                print(f"{name}: {times[len(times) // 2] * 1e3:.1f} ms (p50), {times[len(times) * 99 // 100] * 1e3:.1f} ms (p99)")
        for fault in faults[:20]:
            print(fault)
        is_complete = counts["writes"] == counts["another server answers"] == counts["through the balancer answers"] == writes
        sys.exit(1 if faults or not is_complete else 0)


if __name__ == "__main__":
    main()
