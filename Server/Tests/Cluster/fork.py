#!/usr/bin/env python3
"""Checks that servers of searches leave a history that a failover took back.

    fork.py LSEARCHD

A standby that PostgreSQL does not wait for is behind when its primary is killed, and is promoted. What only the primary had is lost; no
server may show it any longer, nor miss what the new primary has. Afterwards the old primary becomes a standby by pg_rewind.
"""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from check import Server
from cluster import free_ports, wait

KEPT, LOST, NEW = 100, 50, 80


class Member:
    """A server of PostgreSQL. It runs as the user postgres if this process is root."""

    programs = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))

    def __init__(self, folder, number, port):
        self.folder, self.data, self.port = folder, folder / f"data{number}", port
        self.address = f"host=127.0.0.1 port={port} user=postgres dbname=postgres"

    def run(self, program, *arguments):
        prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        # The server must not inherit pipes of this process.
        log = self.folder / "log"
        with open(log, "a") as output:
            done = subprocess.run([*prefix, self.programs / program, *arguments], cwd=self.folder, stdout=output, stderr=output)
        if done.returncode:
            sys.exit(f"{program}: status {done.returncode}\n" + "\n".join(log.read_text().splitlines()[-20:]))

    def start(self):
        # Processes are killed, but the machine is not, so data need not reach the disk. pg_rewind needs the
        # log since the last common state of both servers.
        settings = {
            "listen_addresses": "127.0.0.1", "unix_socket_directories": self.folder, "fsync": "off", "wal_log_hints": "on",
            "wal_keep_size": 256,
        }  # fmt: skip
        settings = f"-p {self.port} " + " ".join(f"-c {name}={value}" for name, value in settings.items())
        self.run("pg_ctl", "start", "-w", "-D", self.data, "-o", settings)

    def stop(self):
        with contextlib.suppress(SystemExit):
            self.run("pg_ctl", "stop", "-D", self.data, "-m", "immediate")

    def kill(self):
        # This resembles the loss of its machine: its processes also end when they notice.
        os.kill(int((self.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def ask(self, query):
        command = [self.programs / "psql", "-XAtq", "-d", self.address, "-c", query]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def write(servers, method, name, record=None):
    status, headers, body = servers[0].ask(f"/admin/v1/catalogs/shop/records/{name}", method, record and json.dumps(record))
    if status not in (200, 201, 204):
        sys.exit(f"{method} {name}: {status} {body}")
    return int(headers["Search-Revision"])


def total(server, query):
    status, _, body = server.ask(f"/v1/search?q={query}&relax=never&limit=0")
    return json.loads(body)["total"] if status == 200 else None


def shows(servers, **totals):
    """Whether all servers find this many records of each kind."""
    return all(total(server, kind) == count for server in servers for kind, count in totals.items())


def number(server, name):
    metrics = server.ask("/metrics")[2].decode().splitlines()
    return sum(int(line.rpartition(" ")[2]) for line in metrics if line.startswith(f"lsearchd_store_{name}"))


def check(folder, program):
    old, new = (Member(folder, number, port) for number, port in enumerate(free_ports(2)))
    servers = []
    try:
        old.run("initdb", "-N", "-D", old.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        old.start()
        old.run("pg_basebackup", "-d", old.address, "-D", new.data, "-R", "-X", "stream")
        new.start()
        store = f"postgresql://postgres@127.0.0.1:{old.port},127.0.0.1:{new.port}/postgres?connect_timeout=2"
        for place in range(3):
            servers.append(Server(program, store, folder / f"lsearchd{place}.log"))
            wait(servers[-1].is_ready, 60, "a server")
        servers[0].ask("/admin/v1/catalogs/shop", "PUT", "{}")
        for place in range(KEPT):
            write(servers, "PUT", f"r{place}", {"id": f"r{place}", "title": "kept"})
        head = old.ask("SELECT pg_current_wal_lsn()")
        wait(lambda: new.ask(f"SELECT pg_last_wal_replay_lsn() >= '{head}'") == "t", 60, "the standby")

        new.stop()
        for place in range(LOST):
            # New records, changed ones, and deletions: in the history that is lost.
            write(servers, "PUT", f"x{place}", {"id": f"x{place}", "title": "lost"})
        for place in range(10):
            write(servers, "PUT", f"r{place}", {"id": f"r{place}", "title": "lost"})
        for place in range(10, 20):
            lost = write(servers, "DELETE", f"r{place}")
        wait(lambda: shows(servers, kept=KEPT - 20, lost=LOST + 10), 60, "what will be lost")

        old.kill()
        new.start()
        new.run("pg_ctl", "promote", "-w", "-D", new.data)
        begin = time.monotonic()
        wait(lambda: shows(servers, kept=KEPT, lost=0), 60, "the history of the new primary")
        healed = time.monotonic() - begin
        status = servers[0].ask("/v1/search?q=kept", headers={"Search-After": str(lost)})[0]
        for place in range(NEW):
            newest = write(servers, "PUT", f"n{place}", {"id": f"n{place}", "title": "new"})
        wait(lambda: shows(servers, kept=KEPT, lost=0, new=NEW), 60, "what was written since")
        stored = new.ask("SELECT count(*) FROM lsearch.record WHERE json IS NOT NULL")
        rebuilds = [number(server, "rebuilds") for server in servers]

        begin = time.monotonic()
        # It may have ended before it wrote its last page.
        old.start()
        old.run("pg_ctl", "stop", "-w", "-D", old.data, "-m", "fast")
        # pg_rewind reads the new primary's history from a checkpoint.
        new.ask("CHECKPOINT")
        old.run("pg_rewind", "-N", "-D", old.data, f"--source-server={new.address}", "-R")
        old.start()
        wait(lambda: new.ask("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") == "1", 60, "the old primary")
        rewound = time.monotonic() - begin
    finally:
        for server in servers:
            server.process.kill()
            server.process.wait()
        for member in (old, new):
            member.stop()
    print(f"{KEPT} records kept, {LOST + 20} changes lost and left {healed:.1f} s after the promotion, rebuilds {rebuilds}")
    print(f"a token of the lost history got {status}; {NEW} changes since, {stored} records stored, revision {newest} (lost: {lost})")
    print(f"the old primary follows again after {rewound:.1f} s")
    # Searches go back only together with the history.
    sys.exit(0 if rebuilds == [1, 1, 1] and status in (400, 503) and int(stored) == KEPT + NEW else 1)


def main():
    with tempfile.TemporaryDirectory(prefix="lsearchd-", ignore_cleanup_errors=True) as folder:
        folder = pathlib.Path(folder)
        folder.chmod(0o755)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        check(folder, os.path.abspath(sys.argv[1]))


if __name__ == "__main__":
    main()
