# Measures the searches of an ordinary client: alone, while other clients request the most expensive
# responses, and while there are idle connections. Each client has an address of its own: 127.0.0.2 and so on.

import argparse
import collections
import contextlib
import http.client
import json
import multiprocessing
import queue
import socket
import sys
import time
import urllib.parse

from client import admin_server
from idle import QUERIES, opened, percentile, raise_file_limit

CATALOG = "starvation"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
COMMON = "karte rose liebe blumen hochzeit geburtstag kuchen buch herz gruss"


class Attack:
    """A kind of expensive request, with its content. The server has no cache of responses."""

    def __init__(self, name, method, path, body=None, headers=None):
        self.name, self.method, self.path, self.body = name, method, path, body
        self.headers = {**({"Content-Type": "application/json"} if body else {}), **(headers or {})}

    def request(self):
        return self.method, self.path, self.body, self.headers


def attacks(words):
    """The attacks, with as many words as one request may have."""
    typed = " ".join((f"{word}{LETTERS[number % 26]}" for number, word in enumerate((COMMON.split() * 20)[:words])))

    def query(**parameters):
        return urllib.parse.urlencode({"locale": "de", **parameters})

    batch = {"requests": [{"q": " ".join(LETTERS[:words]), "relax": "always", "limit": 100, "explain": True}] * 100}
    return [
        Attack("suggest, many words", "GET", "/v1/suggest?" + query(q=typed, limit=100)),
        Attack("relax, many words", "GET", "/v1/search?" + query(q=typed, relax="always", limit=100)),
        Attack("batch of 100", "POST", "/v1/search:batch", json.dumps(batch).encode()),
        Attack("page over 1 MB", "GET", "/?" + query(q="a b", locale="en")),
    ]


def connected(host, port, source):
    connection = http.client.HTTPConnection(host, port, timeout=120, source_address=(source, 0))
    connection.connect()
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


class Attacker(multiprocessing.Process):
    """A client that sends one expensive request after the other. It is a process of its own, so that the
    measured client never waits for it within Python."""

    def __init__(self, host, port, source, attack, over, outcomes):
        super().__init__(daemon=True)
        self.host, self.port, self.source, self.attack, self.over = host, port, source, attack, over
        self.outcomes = outcomes

    def run(self):
        statuses, connection = {}, None
        while not self.over.is_set():
            try:
                connection = connection or connected(self.host, self.port, self.source)
                connection.request(*self.attack.request())
                answer = connection.getresponse()
                answer.read()
                status = answer.status
            except (OSError, http.client.HTTPException):
                connection, status = None, "none"
            statuses[status] = statuses.get(status, 0) + 1
            if status in {429, 503}:
                time.sleep(0.05)
        self.outcomes.put(statuses)


# Seconds that attackers may take to end: at most the duration of their last request.
LONGEST_END = 130


def ended(attackers, over, outcomes):
    """Ends attackers, and returns how many responses of each status they got. An attacker that does not
    report, because it died or hangs, counts as `no outcome`, and is killed."""
    over.set()
    end = time.monotonic() + LONGEST_END
    counted, missing = collections.Counter(), sum(isinstance(attacker, Attacker) for attacker in attackers)
    while missing and time.monotonic() < end:
        is_any_alive = any(attacker.is_alive() for attacker in attackers)
        try:
            counted.update(outcomes.get(timeout=0.2))
            missing -= 1
        except queue.Empty:
            if not is_any_alive:
                break
    if missing:
        counted["no outcome"] = missing
    for attacker in attackers:
        attacker.join(5)
        if attacker.is_alive():
            attacker.kill()
            attacker.join()
    return counted


def measured(host, port, seconds):
    """The times of an ordinary client's searches in the other catalogs, one after the other; seconds, sorted; and statuses."""
    connection = connected(host, port, "127.0.0.100")
    connection.request("GET", "/v1/catalogs")
    catalogs = ",".join(one["id"] for one in json.load(connection.getresponse())["catalogs"] if one["id"] != CATALOG)
    times, statuses, number = [], {}, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        number += 1
        parameters = {"q": QUERIES[number % len(QUERIES)], "locale": "de", "catalogs": catalogs}
        query = urllib.parse.urlencode(parameters)
        started = time.perf_counter()
        connection.request("GET", "/v1/search?" + query)
        answer = connection.getresponse()
        answer.read()
        times.append(time.perf_counter() - started)
        statuses[answer.status] = statuses.get(answer.status, 0) + 1
        time.sleep(0.005)
    connection.close()
    return sorted(times), statuses


def store_large_record(size):
    """Stores a record of `a b a b …`; without an admin listener, there is none, and its page is small."""
    address, token = admin_server()
    parts = urllib.parse.urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
    headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
    path = f"/admin/v1/catalogs/{CATALOG}"
    record = {"id": "large", "title": {"en": "large"}, "description": {"en": "a b " * (size // 4)}}
    for address, body in ((path, {"defaultLocale": "en"}), (path + "/records/large", record)):
        connection.request("PUT", address, json.dumps(body).encode(), headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status not in {200, 201}:
            sys.exit(f"{address} was answered with {answer.status}")


def row(name, times, statuses, others=""):
    cells = [name, len(times), *(f"{percentile(times, part):.1f}" for part in (0.5, 0.99)), f"{times[-1] * 1e3:.0f}"]
    cells += [" ".join(f"{status}: {count}" for status, count in sorted(statuses.items(), key=str)), others]
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Measures an ordinary client's searches beside expensive ones of others.")
    parser.add_argument("url", help="the address of the storefront, on the loopback network")
    parser.add_argument("--seconds", type=float, default=20, help="how long each measurement takes (20)")
    parser.add_argument("--words", type=int, default=32, help="how many words the expensive requests have (32)")
    parser.add_argument("--size", type=int, default=1_000_000, help="the size of the large record (1000000)")
    parser.add_argument("--per-client", type=int, default=1, help="how many connections each attacker has (1)")
    parser.add_argument("--connections", type=int, default=10_000, help="how many connections are idle (10000); 0 for none")
    options = parser.parse_args()
    parts = urllib.parse.urlsplit(options.url)
    host, port = socket.gethostbyname(parts.hostname), parts.port or 80
    store_large_record(options.size)

    print("| beside | searches | p50 ms | p99 ms | longest ms | answers | answers of the others |")
    print("|---|--:|--:|--:|--:|---|---|")
    measured(host, port, 2)
    row("nobody", *measured(host, port, options.seconds))
    every = attacks(options.words)
    for name, chosen in [(one.name, [one] * 4) for one in every] + [("all four kinds", every)]:
        over, outcomes = multiprocessing.Event(), multiprocessing.Queue()
        attackers = [
            Attacker(host, port, f"127.0.0.{2 + number}", attack, over, outcomes)
            for number, attack in enumerate(chosen) for _ in range(options.per_client)
        ]  # fmt: skip
        for attacker in attackers:
            attacker.start()
        time.sleep(1)
        times, statuses = measured(host, port, options.seconds)
        all_statuses = ended(attackers, over, outcomes)
        others = " ".join(f"{status}: {count}" for status, count in sorted(all_statuses.items(), key=str))
        row(f"4 clients: {name}", times, statuses, others)
    if options.connections:
        raise_file_limit(options.connections)
        with contextlib.ExitStack() as stack:
            opened(host, port, options.connections, False, stack)
            row(f"{options.connections} idle connections", *measured(host, port, options.seconds))


if __name__ == "__main__":
    main()
