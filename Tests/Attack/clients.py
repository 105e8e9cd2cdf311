"""Kinds of the attack that clients of a server make. Each takes an `Attack`, and tells what it did."""

import contextlib
import http.client
import json
import multiprocessing
import socket
import time

import hostile
from target import GRACE, READ_TIME, SEARCH_TIME, STATUSES, TYPICAL, UNREAD_MEMORY

import starvation
from beside import Crowd, request
from client import ask
from idle import percentile


def queries(attack):
    return attack.send(hostile.queries(), 60)


def parameters(attack):
    return attack.send(hostile.parameters(), 60)


def bodies(attack):
    return attack.send(hostile.bodies(), 60)


def records(attack):
    told = attack.send(hostile.records(), 20)
    for listener, path in (("admin", f"/admin/v1/catalogs/{hostile.CATALOG}/records/r"), ("clients", f"/indexes/{hostile.INDEX}/documents/r")):
        attack.target.ask(listener, "DELETE", path)
    attack.target.ask("admin", "DELETE", f"/admin/v1/catalogs/{hostile.CATALOG}/rules/r")
    attack.target.ask("admin", "DELETE", "/admin/v1/catalogs/other")
    return told


def paths(attack):
    return attack.send(hostile.paths(), 40)


def headers(attack):
    """Headers that a client chooses, with each path that answers by them."""
    every = attack.chosen([(name, value, path) for name, value in hostile.HEADERS for path in hostile.NEGOTIATED], 40)
    for name, value, path in every:
        started = time.monotonic()
        try:
            status = ask("GET", attack.target.address("search") + path, {name: value}).status
        except (ConnectionError, http.client.HTTPException):
            status = 400  # Its head was not read to the end.
        attack.failures.check(status in STATUSES | {304, 406}, f"{name}: {value[:40]!r}: {path}: {status}")
        attack.failures.check(time.monotonic() - started < SEARCH_TIME + GRACE, f"{name}: {value[:40]!r}: {path}: too slow")
    return f"{len(every)} requests"


def connections(attack):
    """More connections than the server may have open files."""
    host = ("127.0.0.1", attack.target.server.ports["search"])
    opened = 0
    with contextlib.ExitStack() as stack:
        for number in range(1_500):
            one = socket.socket()
            stack.enter_context(contextlib.closing(one))
            one.settimeout(0.05)
            with contextlib.suppress(OSError):
                one.bind((f"127.0.0.{20 + number % 4}", 0))
                one.connect(host)
                opened += 1
        files = attack.target.open_files()
        attack.failures.check(attack.target.server.process.poll() is None, "connections: the server ended")
    return f"{opened} connections, the server has {files} files open"


def opened(stack, host, number):
    """A connection that takes little at once."""
    one = socket.socket()
    stack.enter_context(contextlib.closing(one))
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    one.bind((f"127.0.0.{20 + number % 4}", 0))
    one.connect(host)
    one.setblocking(False)
    return one


def each_gets(connections, ask):
    """Calls a function with each connection that is still open, and does not wait for any."""
    for one in connections:
        with contextlib.suppress(OSError):
            ask(one)


def slow_clients(attack):
    """Clients that send a byte at a time, or nothing, and do not read what they asked for, or a byte at a time."""
    count = 200 if attack.long else 40
    host = ("127.0.0.1", attack.target.server.ports["search"])
    head = b"GET /v1/search?q=e&locale=en&limit=100&explain=true HTTP/1.1\r\nHost: shop\r\n"
    before = attack.target.peak()
    with contextlib.ExitStack() as stack:
        unread, sipping, slow = ([opened(stack, host, number) for number in range(count)] for _ in range(3))
        each_gets(unread + sipping, lambda one: one.send((head + b"\r\n") * 50))
        times = []
        for byte in head * 2:
            each_gets(slow, lambda one, byte=byte: one.send(bytes([byte])))
            each_gets(sipping, lambda one: one.recv(1))
            started = time.monotonic()
            attack.target.ordinary()
            times.append(time.monotonic() - started)
            time.sleep(0.02)
        slowest, more = percentile(sorted(times), 0.99), attack.target.peak() - before
        attack.failures.check(slowest < attack.slowest, f"slow clients: p99 of an ordinary client {slowest:.0f} ms")
        attack.failures.check(more < UNREAD_MEMORY, f"slow clients: {2 * count} clients that do not read take {more:.0f} MB")
        told = f"{3 * count} connections, p50 of an ordinary client {percentile(sorted(times), 0.5):.0f} ms, p99 {slowest:.0f} ms, {more:.0f} MB more"
        # Its own connections are closed by the server, not by this client, which goes on as before.
        started = time.monotonic()
        end = started + READ_TIME + GRACE + 30
        while attack.target.open_files() > attack.target.files + 20 and time.monotonic() < end:
            each_gets(sipping, lambda one: one.recv(1))
            time.sleep(0.1)
        attack.failures.check(attack.target.open_files() <= attack.target.files + 20, "slow clients: connections stay open")
    return f"{told}, all closed {time.monotonic() - started:.0f} s later"


GREEDY = {
    "typing errors": ("search", "GET", hostile.search(q=hostile.QUERIES["mistyped words"], relax="always", limit=100), None),
    "facets": ("search", "GET", hostile.search(q="", facets="color,stock", facetLimit=1_000), None),
    "filters": ("search", "GET", hostile.search(q="e", filter=" OR ".join(f"stock = {number}" for number in range(30))), None),
    "large pages": ("search", "GET", hostile.search(q="e", limit=100, offset=2_000, explain="true"), None),
    "batches": ("search", "POST", "/v1/search:batch", {"requests": [{"q": "red garden", "limit": 100, "explain": True}] * 100}),
    "phrases": ("search", "GET", hostile.search(q=hostile.QUERIES["a phrase of common words"]), None),
    "suggestions": ("search", "GET", hostile.target("/v1/suggest", q=hostile.QUERIES["mistyped words"], locale="en", limit=100), None),
    "similar": ("search", "GET", f"/v1/records/{hostile.CATALOG}/r1/similar?limit=100", None),
    "pages": ("search", "GET", hostile.target("/", q="e"), None),
    "multi-search": ("clients", "POST", "/multi-search", {
        "queries": [{"indexUid": hostile.INDEX, "q": "red garden", "limit": 200, "attributesToHighlight": ["*"]}] * 20}),
    "slow readers": ("search", "GET", hostile.search(q="e", limit=100, explain="true"), None),
    "pipelined requests": ("search", "GET", "/v1/openapi.json", None),
    "writers": ("admin", "PUT", f"/admin/v1/catalogs/{hostile.CATALOG}/records/greedy", {
        "id": "greedy", "title": "x", "description": {"en": "a b " * 20_000}}),
}  # fmt: skip


def greedy(attack, number, name, over, outcomes):
    """A greedy client of a kind, with an address of its own."""
    listener, method, path, body = GREEDY[name]
    address, source = ("127.0.0.1", attack.target.server.ports[listener]), f"127.0.0.{2 + number}"
    if name == "slow readers":
        return Crowd(address, source, 40, request(method, path), over, reads=False)
    if name == "pipelined requests":
        return Crowd(address, source, 40, request(method, path) * 200, over)
    headers = {} if listener == "search" else {"Authorization": f"Bearer {attack.target.token}"}
    sent = starvation.Attack(name, method, path, body and json.dumps(body).encode(), headers)
    return starvation.Attacker(*address, source, sent, over, outcomes)


def greedy_clients(attack):
    """Four clients that send one kind of request after the other as fast as they can, or a kind each, and an ordinary one beside them."""
    port, seconds = attack.target.server.ports["search"], 20 if attack.long else 2
    names = list(GREEDY)
    mixed = [names[start::4] for start in range(4)]
    kinds = {**{name: [name] * 4 for name in names}, **{", ".join(four): four for four in mixed}, "one of each kind": names}
    rows = []
    if attack.long:
        print("| beside | searches | p50 ms | p99 ms | longest ms | answers | answers of the others |\n|---|--:|--:|--:|--:|---|---|")
        starvation.row("no one", *starvation.measured("127.0.0.1", port, seconds))
    for name, names in attack.chosen(kinds.items(), 2):
        over, outcomes = multiprocessing.Event(), multiprocessing.Queue()
        attackers = [greedy(attack, number, one, over, outcomes) for number, one in enumerate(names)]
        for attacker in attackers:
            attacker.start()
        time.sleep(0.5)
        times, statuses = starvation.measured("127.0.0.1", port, seconds)
        others = starvation.ended(attackers, over, outcomes)
        rows.append((percentile(times, 0.99), name))
        typical = percentile(times, 0.5)
        attack.failures.check(typical < TYPICAL, f"greedy clients: {name}: median of an ordinary client {typical:.0f} ms")
        attack.failures.check(set(statuses) == {200}, f"greedy clients: {name}: an ordinary client gets {statuses}")
        attack.failures.check(set(others) <= {200, 201, 413, 422, 429, 503, 504}, f"greedy clients: {name}: they get {dict(others)}")
        # Twelve clients also need the processors that the server and the ordinary one would use.
        attack.failures.check(len(names) > 4 or rows[-1][0] < attack.slowest, f"greedy clients: {name}: p99 of an ordinary client {rows[-1][0]:.0f} ms")
        if attack.long:
            starvation.row(name, times, statuses, " ".join(f"{status}: {count}" for status, count in sorted(others.items(), key=str)))
    return f"p99 of an ordinary client at most {max(rows)[0]:.0f} ms, beside: {max(rows)[1]}"
