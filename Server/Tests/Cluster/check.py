#!/usr/bin/env python3
"""Checks that several lsearchd on a cluster of PostgreSQL lose no acknowledged write, store none twice, and never go back.

    check.py LSEARCHD PATRONI [FAULTS] [PAUSE]

PATRONI is a folder into which pip has installed patroni. FAULTS (7) is the number of faults: the primary is killed, alone or with its
Patroni, a standby is killed with its Patroni, the primary is cut off from all others, Patroni is frozen, the primary changes in order, and
a server of searches is killed. Only root can make the networks that can be cut: others get the other faults. PAUSE (0) is how many
seconds each client rests after an answer, so that the machine can do something else, too. Meanwhile writers send each
record to any server until it is acknowledged, and readers ask any server for records that were, with the header
Search-After. At the end every record that was acknowledged must be in the store once, with its own revision.
"""

import contextlib
import http.client
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

from cluster import Cluster, Loopback, Namespaces, free_ports, wait

TOKEN = "0123456789abcdef0123"
TEXTS = pathlib.Path(__file__).resolve().parents[3] / "Localizations"


class Server:
    """A running lsearchd."""

    def __init__(self, program, address, log):
        self.command = [program, "--store", address, "--no-page", "--no-cache", "--localizations", str(TEXTS)]
        self.port, self.administration = free_ports(2)
        self.log = log
        self.start()

    def start(self):
        environment = {**os.environ, "LSEARCHD_ADMIN_TOKEN": TOKEN, "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
        listeners = ["--listen", f"127.0.0.1:{self.port}", "--admin-listen", f"127.0.0.1:{self.administration}"]
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(self.command + listeners, env=environment, stderr=log)

    def ask(self, path, method="GET", body=None, headers={}):
        """Sends a request; the status 0 means that there is no response."""
        is_write = path.startswith(("/admin", "/metrics"))
        own = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"} if is_write else {}
        connection = http.client.HTTPConnection("127.0.0.1", self.administration if is_write else self.port, timeout=90)
        try:
            connection.request(method, path, body, {**own, **headers})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, {}, b""
        finally:
            connection.close()

    def is_ready(self):
        return self.ask("/readyz")[0] == 200


class Shop:
    """Writers and readers, and what they have seen."""

    def __init__(self, servers, pause):
        self.servers, self.pause = servers, pause
        self.lock = threading.Lock()
        self.acknowledged, self.unsure, self.times, self.faults = {}, set(), [], []
        self.refused = self.searches = self.late = 0
        self.is_over = threading.Event()
        self.threads = [threading.Thread(target=self.write, args=(number,)) for number in range(8)]
        self.threads += [threading.Thread(target=self.read) for _ in range(3)]

    def write(self, writer):
        for number in itertools.count():
            name = f"w{writer}x{number}"
            record = json.dumps({"id": name, "title": f"tea {name}"})
            while True:
                # Without a response the record may be stored.
                if self.is_over.is_set():
                    return
                status, headers, body = random.choice(self.servers).ask(
                    f"/admin/v1/catalogs/shop/records/{name}", "PUT", record, {"If-None-Match": "*"})
                with self.lock:
                    if status == 201:
                        self.acknowledged[name] = int(headers["Search-Revision"])
                        self.times.append(time.monotonic())
                        break
                    if status == 412:
                        self.unsure.add(name)
                        break
                    self.refused += 1
                    if status not in (0, 503):
                        self.faults.append(f"a write got {status}: {body}")
                time.sleep(0.2)
            time.sleep(self.pause)

    def read(self):
        newest = 0
        while not self.is_over.is_set():
            with self.lock:
                known = random.choice(list(self.acknowledged.items())) if self.acknowledged else None
            if not known:
                time.sleep(0.1)
                continue
            name, revision = known
            token = max(revision, newest)
            status, headers, body = random.choice(self.servers).ask(
                f"/v1/search?q={name}&relax=never", headers={"Search-After": str(token)})
            if status == 200:
                self.searches += 1
                found = int(headers["Search-Revision"])
                if found < token or name not in [hit["id"] for hit in json.loads(body)["hits"]]:
                    self.faults.append(f"{name} of {revision}, asked after {token}, answered at {found}")
                newest = max(newest, found)
            elif status in (0, 503):
                self.late += 1
            else:
                self.faults.append(f"a search got {status}: {body}")
            time.sleep(self.pause)

    def check(self, server):
        """Compares a server's records with the acknowledged ones."""
        records, after = {}, None
        while True:
            query = "?limit=1000" + (f"&after={urllib.parse.quote(after)}" if after else "")
            listed = json.loads(server.ask(f"/admin/v1/catalogs/shop/records{query}")[2])
            for record in listed["records"]:
                if record["id"] in records:
                    self.faults.append(f"{record['id']} is there twice")
                records[record["id"]] = record["revision"]
            after = listed["next"]
            if not after:
                break
        for name, revision in self.acknowledged.items():
            if records.get(name) != revision:
                self.faults.append(f"{name} was acknowledged at {revision}, and is there at {records.get(name)}")
        if len(set(records.values())) != len(records):
            self.faults.append("a revision is used twice")
        total = json.loads(server.ask("/v1/search?q=&limit=1")[2])["total"]
        if total != len(records):
            self.faults.append(f"{total} records are searched, {len(records)} are stored")
        return len(records)


def network(stack):
    """Namespaces in which members can be cut off; loopback where they cannot be made."""
    if os.geteuid() == 0 and not os.environ.get("CHECK_IN_NAMESPACE"):
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            subprocess.run(["unshare", "--net", "ip", "link", "add", "hub0", "type", "bridge"], check=True, capture_output=True)
            os.environ["CHECK_IN_NAMESPACE"] = "1"
            os.execvp("unshare", ["unshare", "--net", sys.executable, *sys.argv])
    if not os.environ.get("CHECK_IN_NAMESPACE"):
        print("The primary is not cut off from the others: that needs root and network namespaces")
        return Loopback()
    namespaces = Namespaces()
    stack.callback(namespaces.close)
    return namespaces


def main():
    program, site = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    pause = float(sys.argv[4]) if len(sys.argv) > 4 else 0
    with tempfile.TemporaryDirectory(prefix="lsearchd-", ignore_cleanup_errors=True) as folder, contextlib.ExitStack() as stack:
        begin = time.monotonic()
        cluster = Cluster(folder, site, network(stack))
        stack.callback(cluster.stop)
        stack.push(lambda kind, error, _: print(cluster.last_lines()) if getattr(error, "code", kind) else None)
        cluster.start()
        servers = []
        for number in range(3):
            servers.append(Server(program, cluster.address, f"{folder}/lsearchd{number}.log"))
            stack.callback(lambda server=servers[-1]: (server.process.kill(), server.process.wait()))
            wait(servers[-1].is_ready, 60, "a server")
        status = servers[0].ask("/admin/v1/catalogs/shop", "PUT", "{}")[0]
        shop = Shop(servers, pause)
        for thread in shop.threads:
            thread.start()
        stack.callback(shop.is_over.set)

        def restart(server):
            server.process.kill()
            server.process.wait()
            server.start()
            wait(server.is_ready, 60, "a server")

        def new_leader(old):
            wait(lambda: cluster.leader() not in (None, old), 60, "a new leader")

        def kill_server():
            restart(random.choice(servers))
            return "one of three"

        def kill_primary_with_patroni():
            leader = cluster.kill_primary(with_patroni=True)
            new_leader(leader)
            cluster.revive(leader)
            return leader

        def kill_standby():
            standby = cluster.kill_standby()
            time.sleep(5)
            cluster.revive(standby)
            return standby

        def freeze():
            leader = cluster.freeze_patroni()
            new_leader(leader)
            cluster.thaw(leader)
            return leader

        def cut():
            leader = cluster.cut_primary()
            new_leader(leader)
            time.sleep(5)
            cluster.join(leader)
            return leader

        # A short check uses only the first ones.
        faults = [
            ("the primary is killed", cluster.kill_primary),
            ("a server of searches is killed", kill_server),
            ("Patroni is frozen", freeze),
            *([("the primary is cut off", cut)] if cluster.network.can_part else []),
            ("the primary is killed with its Patroni", kill_primary_with_patroni),
            ("the primary changes", cluster.switch_over),
            ("a standby is killed with its Patroni", kill_standby),
        ]
        time.sleep(3)
        for number in range(count):
            words, fault = faults[number % len(faults)]
            try:
                name = f"{words}: {fault()}"
                written = len(shop.acknowledged)
                wait(lambda written=written: len(shop.acknowledged) > written + 50, 60, "writes")
                wait(cluster.healthy, 300, "a healthy cluster")
            except SystemExit as error:
                # Records that were written until then are still compared.
                shop.faults.append(f"{words}: {error}")
                break
            print(f"{time.monotonic() - begin:6.1f} s  {name}", flush=True)
        time.sleep(2)
        shop.is_over.set()
        for thread in shop.threads:
            thread.join()
        newest = max(shop.acknowledged.values())
        for server in servers:
            wait(lambda server=server: server.ask("/v1/search?q=", headers={"Search-After": str(newest)})[0] == 200, 30, "all")
        stored = {shop.check(server) for server in servers}
        pauses = [later - earlier for earlier, later in itertools.pairwise(sorted(shop.times))]
        lag = re.findall(r"store_(?:rebuilds|follow_errors) \d+", servers[0].ask("/metrics")[2].decode())
        print(f"{len(shop.acknowledged)} acknowledged, {stored} stored, {shop.refused} refused, {len(shop.unsure)} found stored")
        print(f"{shop.searches} searches after a change, {shop.late} sent elsewhere; longest pause {max(pauses):.1f} s; {lag}")
        for fault in shop.faults[:20]:
            print(fault)
        sys.exit(1 if shop.faults or status != 201 or len(stored) != 1 else 0)


if __name__ == "__main__":
    main()
