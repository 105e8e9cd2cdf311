#!/usr/bin/env python3
"""Attacks the built programs, and checks what must hold.

    attack.py PROGRAMS [--long] [KIND...]

PROGRAMS is the folder with the built lsearchd, lsearch and lstrings. Without `--long` it takes less than a minute, as in `make check`. It
starts a server of its own on the loopback network, with limits of memory, and attacks it by the kinds of `KINDS`, each with a table of what is
sent. After each kind the server must answer an ordinary client. `README.md` says what must hold.
"""

import argparse
import concurrent.futures
import contextlib
import http.client
import json
import multiprocessing
import os
import pathlib
import random
import re
import resource
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
INTERFACE = HERE.parents[1] / "Server" / "Tests" / "Interface"
sys.path.insert(0, str(INTERFACE))

import catalogs  # noqa: E402
import families  # noqa: E402
import flips  # noqa: E402
import hostile  # noqa: E402
import marks  # noqa: E402
import starvation  # noqa: E402
import streams  # noqa: E402
from beside import Crowd, request  # noqa: E402
from client import ask  # noqa: E402
from durability import Server  # noqa: E402
from idle import percentile  # noqa: E402

# What holds of a server under attack.
SEARCH_TIME = 2  # seconds
# More seconds until an answer is there: four clients ask at once, beside other tests and on slow machines. What has no bound takes longer.
GRACE = 20
READ_TIME = 2
ANSWER_MEMORY = 64  # megabytes
MEMORY = 900  # megabytes
ADDRESS_SPACE = 8 << 30
# The answers to hostile requests: done, refused, or busy. 501 names what has no counterpart.
STATUSES = {200, 201, 202, 204, 400, 401, 403, 404, 405, 408, 409, 411, 412, 413, 414, 415, 417, 422, 429, 431, 501, 503, 504}
# An ordinary client beside greedy ones, at the median and the 99th percentile: a debug build on a machine with other work. 100 is the aim for a
# release build. The median does not depend on single samples, and tells whether the client waits for greedy ones.
TYPICAL = 500  # milliseconds
SLOWEST = 2_000
# What clients that do not read may take: the answers on their way, and as much for buffers and allocation.
UNREAD_MEMORY = 3 * ANSWER_MEMORY
LONGEST_ANSWER = (32 << 20) + 65_536
# What holds of a program that reads hostile files.
PROGRAM_TIME = 20
PROGRAM_MEMORY = 1_000  # megabytes


def limited(memory=ADDRESS_SPACE, files=1_024):
    """Sets limits of a process that is about to start."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Failures:
    """What did not hold."""

    def __init__(self):
        self.texts = []

    def check(self, holds, text):
        if not holds:
            self.texts.append(text)
            print(f"WRONG   {text}", flush=True)
        return holds


class Target:
    """A server under limits, with a catalog of common words, and what an ordinary client gets of it."""

    def __init__(self, program, folder, size):
        self.token = secrets.token_hex(32)
        self.server = Server(
            program, folder, self.token, clients=True, limited=limited,
            options=[
                "--search-time", str(SEARCH_TIME), "--read-time", str(READ_TIME), "--body-memory", "64", "--answer-memory", str(ANSWER_MEMORY),
                "--answer-cache", "0", "--query-log", folder / "queries.sqlite", "--metrics-listen", "127.0.0.1:0",
            ],
        )  # fmt: skip
        self.store = folder / "store.sqlite"
        self.pid = self.server.process.pid
        try:
            self.fill(size)
        except BaseException:
            self.server.kill()
            raise
        self.files = self.open_files()

    def fill(self, size):
        chance = random.Random(35)
        description = {"defaultLocale": "en", "attributes": {"color": {"type": "text", "many": True}, "stock": {"type": "number"}}}
        self.done(self.ask("admin", "PUT", f"/admin/v1/catalogs/{hostile.CATALOG}", description))
        lines = []
        for number in range(size):
            words = hostile.COMMON[:]
            chance.shuffle(words)
            lines.append({
                "id": f"r{number}", "title": f"{words[0]} {words[1]} {number}", "description": {"en": " ".join(words * 3)},
                "color": chance.choice(["red", "green", "blue"]), "stock": number % 1_000,
            })  # fmt: skip
        body = "".join(json.dumps(line) + "\n" for line in lines).encode()
        self.done(self.ask("admin", "POST", f"/admin/v1/catalogs/{hostile.CATALOG}/records", body, "application/x-ndjson"))
        settings = {"filterableAttributes": ["color", "stock"], "sortableAttributes": ["stock"]}
        self.done(self.ask("clients", "POST", "/indexes", {"uid": "other-index", "primaryKey": "id"}))
        self.done(self.ask("clients", "PATCH", f"/indexes/{hostile.INDEX}/settings", settings))
        self.done(self.ask("clients", "POST", f"/indexes/{hostile.INDEX}/documents", lines))
        self.expected = self.ordinary()

    def done(self, answer):
        if answer.status not in (200, 201, 202):
            sys.exit(f"the server was not filled: {answer}")

    def address(self, listener):
        return f"http://127.0.0.1:{self.server.ports[listener]}"

    def ask(self, listener, method, path, body=None, media_type="application/json", client=None):
        headers = {"Content-Type": media_type} if body is not None else {}
        if listener != "search":
            headers["Authorization"] = f"Bearer {self.token}"
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        return ask(method, self.address(listener) + path, headers, content, client)

    def ordinary(self):
        """What an ordinary client gets: ids and the total."""
        answer = self.ask("search", "GET", "/v1/search?q=garden+red&locale=en&relax=never&catalogs=" + hostile.CATALOG, client="127.0.0.9")
        return answer.status, [hit["id"] for hit in answer.json.get("hits", [])], answer.json.get("total")

    def open_files(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def peak(self):
        """The most memory that the server had, in megabytes."""
        return int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{self.pid}/status").read_text())[1]) / 1024

    def check(self, failures, kind):
        """After an attack the server lives within its memory, and answers as before it."""
        code = self.server.process.poll()
        if not failures.check(code is None, f"{kind}: the server ended with {code}"):
            raise SystemExit(1)
        answer = None
        for _ in range(20):
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                answer = self.ordinary()
                if answer[0] == 200:
                    break
            time.sleep(0.2)
        failures.check(answer == self.expected, f"{kind}: an ordinary client gets {answer} instead of {self.expected}")
        failures.check(self.peak() < MEMORY, f"{kind}: the server took {self.peak():.0f} MB")
        end = time.monotonic() + READ_TIME + GRACE
        while self.open_files() > self.files + 20 and time.monotonic() < end:
            time.sleep(0.1)
        failures.check(self.open_files() <= self.files + 20, f"{kind}: {self.open_files()} files are open, at first {self.files}")


class Attack:
    """What a kind needs: the target, the programs, and how much it may do."""

    def __init__(self, programs, target, folder, failures, options):
        self.programs, self.target, self.folder, self.failures = programs, target, folder, failures
        self.long, self.slowest = options.long, options.slowest
        self.chance = random.Random(35)

    def chosen(self, every, count):
        """All of the long form; of the short one a few, always the same, from all parts of the table."""
        every = list(every)
        return every if self.long or len(every) <= count else [every[number * len(every) // count] for number in range(count)]

    def send(self, requests, count):
        """Sends requests side by side, as four clients; each must be answered in time, within bounds, and without a failure."""
        requests = self.chosen(requests, count)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            times = list(pool.map(self.one, requests, range(len(requests))))
        return f"{len(requests)} requests, longest {max(times):.1f} s"

    def one(self, request, number):
        name, listener, method, path, body = request
        started = time.monotonic()
        status = "lost"
        try:
            answer = self.target.ask(listener, method, path, body, client=f"127.0.0.{2 + number % 4}")
            status = answer.status
            self.failures.check(len(answer.body) <= LONGEST_ANSWER, f"{listener} {name}: an answer of {len(answer.body)} bytes")
        except (ConnectionError, http.client.HTTPException):
            pass  # The server closes a connection whose request it does not read.
        except OSError as error:
            status = error
        time_taken = time.monotonic() - started
        self.failures.check(status == "lost" or status in STATUSES, f"{listener} {method[:8]} {path[:60]}: {name}: {status}")
        self.failures.check(time_taken < SEARCH_TIME + GRACE, f"{listener} {path[:60]}: {name}: {time_taken:.1f} s")
        return time_taken

    def run(self, name, command, folder, given=subprocess.DEVNULL):
        """Runs a program on hostile files under limits; it must end by itself, in time and within its memory."""
        started = time.monotonic()
        process = subprocess.Popen(
            [self.programs / command[0], *command[1:]], cwd=folder, stdin=given, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, preexec_fn=limited, env={**os.environ, "LANGUAGE": "en", "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        code = "still running"
        while time.monotonic() < started + PROGRAM_TIME:
            pid, status, used = os.wait4(process.pid, os.WNOHANG)
            if pid:
                code = os.waitstatus_to_exitcode(status)
                break
            time.sleep(0.005)
        else:
            process.kill()
            _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
        self.failures.check(code in (0, 1, 2), f"{name}: {' '.join(map(str, command))}: {code}")
        self.failures.check(used.ru_maxrss / 1024 < PROGRAM_MEMORY, f"{name}: {used.ru_maxrss / 1024:.0f} MB")
        return time.monotonic() - started


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


def slow_clients(attack):
    """Clients that send a byte at a time, or nothing, or do not read what they asked for."""
    count = 200 if attack.long else 40
    host = ("127.0.0.1", attack.target.server.ports["search"])
    head = b"GET /v1/search?q=e&locale=en&limit=100&explain=true HTTP/1.1\r\nHost: shop\r\n"
    before = attack.target.peak()
    with contextlib.ExitStack() as stack:
        def opened(number):
            one = socket.socket()
            stack.enter_context(contextlib.closing(one))
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            one.bind((f"127.0.0.{20 + number % 4}", 0))
            one.connect(host)
            one.setblocking(False)
            return one

        unread, slow = [opened(number) for number in range(count)], [opened(number) for number in range(count)]
        for one in unread:
            one.send((head + b"\r\n") * 50)
        times = []
        for byte in head * 2:
            for one in slow:
                with contextlib.suppress(OSError):
                    one.send(bytes([byte]))
            started = time.monotonic()
            attack.target.ordinary()
            times.append(time.monotonic() - started)
            time.sleep(0.02)
        slowest, more = percentile(sorted(times), 0.99), attack.target.peak() - before
        attack.failures.check(slowest < attack.slowest, f"slow clients: p99 of an ordinary client {slowest:.0f} ms")
        attack.failures.check(more < UNREAD_MEMORY, f"slow clients: {count} clients that do not read take {more:.0f} MB")
        told = f"{2 * count} connections, p50 of an ordinary client {percentile(sorted(times), 0.5):.0f} ms, p99 {slowest:.0f} ms, {more:.0f} MB more"
        # Its own connections are closed by the server, not by this client.
        end = time.monotonic() + READ_TIME + GRACE + 30
        while attack.target.open_files() > attack.target.files + 20 and time.monotonic() < end:
            time.sleep(0.1)
        attack.failures.check(attack.target.open_files() <= attack.target.files + 20, "slow clients: connections stay open")
    return told


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
    "writers": ("admin", "PUT", f"/admin/v1/catalogs/{hostile.CATALOG}/records/greedy", {
        "id": "greedy", "title": "x", "description": {"en": "a b " * 20_000}}),
}  # fmt: skip


def greedy(attack, number, name, over, outcomes):
    """A greedy client of a kind, with an address of its own."""
    listener, method, path, body = GREEDY[name]
    address, source = ("127.0.0.1", attack.target.server.ports[listener]), f"127.0.0.{2 + number}"
    if name == "slow readers":
        return Crowd(address, source, 40, request(method, path), over, reads=False)
    headers = {} if listener == "search" else {"Authorization": f"Bearer {attack.target.token}"}
    sent = starvation.Attack(name, method, path, body and json.dumps(body).encode(), headers)
    return starvation.Attacker(*address, source, sent, over, outcomes)


def greedy_clients(attack):
    """Four clients that send one kind of request after the other as fast as they can, or a kind each, and an ordinary one beside them."""
    port, seconds = attack.target.server.ports["search"], 20 if attack.long else 2
    names = list(GREEDY)
    mixed = [names[start::3] for start in range(3)]
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


def formats(attack):
    """Files of translations, sources and catalogs that are broken or very repetitive."""
    every = attack.chosen(families.FAMILIES + catalogs.CATALOGS + streams.STREAMS + marks.MARKS, 26)
    longest, slowest = 0.0, ""
    for family in every:
        with tempfile.TemporaryDirectory(dir=attack.folder) as folder:
            family.write(pathlib.Path(folder), family.first * (20 if attack.long else 2))
            with open(pathlib.Path(folder, family.given) if family.given else os.devnull, "rb") as given:
                taken = attack.run(family.name, family.arguments, folder, given=given)
            longest, slowest = max((longest, slowest), (taken, family.name))
    return f"{len(every)} families, longest {longest:.1f} s ({slowest})"


def folders(attack):
    """Pipes, devices, circles of links, sparse files and names with controls where files are expected."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=attack.folder))
    (folder / "sound.jsonl").write_text('{"id": "1", "title": "rose"}\n')
    os.mkfifo(folder / "pipe.jsonl")
    os.mkfifo(folder / "pipe.catalog.json")
    (folder / "zero.jsonl").symlink_to("/dev/zero")
    (folder / "random.csv").symlink_to("/dev/urandom")
    (folder / "circle.jsonl").symlink_to("circle.jsonl")
    (folder / "folder.jsonl").mkdir()
    (folder / "up.lproj").symlink_to("..")
    with open(folder / "sparse.jsonl", "wb") as sparse:
        sparse.truncate(1 << 28)
    (folder / "con\x1b[2Jtrol\u202e.jsonl").write_text('{"id": "2", "title": "rose"}\n')
    (folder / "en.lproj").mkdir()
    os.mkfifo(folder / "en.lproj" / "Pipe.strings")
    (folder / "en.lproj" / "Zero.strings").symlink_to("/dev/zero")
    deep = folder / "/".join(["d"] * 400)
    deep.mkdir(parents=True)
    (deep / "a.strings").write_text('"k" = "v";')
    commands = [
        ["lsearch", "--no-cache", "--catalog", ".", "rose"], ["lsearch", "--cache", "cache", "--catalog", ".", "rose"],
        ["lsearch", "--no-cache", "--catalog", "sparse.jsonl", "rose"], ["lsearch", "--no-cache", "--catalog", "zero.jsonl", "rose"],
        ["lstrings", "check", "."], ["lstrings", "stats", "."], ["lstrings", "extract", "."], ["lstrings", "dump", "en.lproj/Zero.strings"],
        ["lstrings", "check", "en.lproj/Zero.strings"], ["lstrings", "merge-file", "sound.jsonl", "sparse.jsonl", "sound.jsonl", "a.strings"],
    ]  # fmt: skip
    for command in commands:
        attack.run("folders", command, folder)
    return f"{len(commands)} runs"


XLIFF = (
    '<xliff version="1.2"><file original="{file}" source-language="en" target-language="{locale}" datatype="plaintext"><body>'
    '<trans-unit id="k"><source>v</source><target>out</target></trans-unit></body></file></xliff>'
)


def links(attack):
    """Links in a project that lead out of it, and names in files that do: nothing outside of the project is written."""
    outside = pathlib.Path(tempfile.mkdtemp(dir=attack.folder))
    folder = outside / "named"
    (outside / "other.lproj").mkdir()
    for path, text in {"other.lproj/T.strings": "old", "T.strings": "old", "named/en.lproj/T.strings": "v", "named/de.lproj/T.strings": "w"}.items():
        (outside / path).parent.mkdir(parents=True, exist_ok=True)
        (outside / path).write_text(f'"k" = "{text}";\n')
    (folder / "it.lproj").symlink_to("../other.lproj")
    (folder / "es.lproj").mkdir()
    (folder / "es.lproj" / "T.strings").symlink_to("../../T.strings")
    (folder / "fr.lproj").symlink_to("../missing.lproj")
    out = ("../x", "/tmp/x", "..", "de/../../x", "../it.lproj", "en.lproj/../../other.lproj")
    files = []
    for number, name in enumerate(out):
        one, two = XLIFF.replace("{file}", name).replace("{locale}", "de"), XLIFF.replace("{file}", "T.strings").replace("{locale}", name)
        for kind, text in (("a", one), ("b", two), ("c", XLIFF.replace("{file}", "T.strings").replace("{locale}", ("it", "es", "fr")[number % 3]))):
            files.append(outside / f"{number}{kind}.xliff")
            files[-1].write_text(text)
    entries = {"k": {"localizations": {name: {"stringUnit": {"state": "translated", "value": "a"}} for name in (*out, "en", "de")}}}
    (folder / "S.xcstrings").write_text(json.dumps({"sourceLanguage": "en", "version": "1.0", "strings": entries}))

    def state():
        return {path: path.read_bytes() for path in outside.rglob("*") if path.is_file() and folder not in path.parents}

    before = state()
    commands = [
        *(["import", file, "--into", folder] for file in files), ["sync", folder], ["compile", "--output", folder / "out", folder],
        *(["export", "--to", to, "--output", folder / "out", folder] for to in ("po", "xliff2", "android", "strings", "arb", "qt", "html")),
        ["pseudo", "--output", folder / "out", folder], ["format", folder],
    ]  # fmt: skip
    for command in commands:
        attack.run("links", ["lstrings", *command], folder)
        attack.failures.check(state() == before, f"links: {command[:2]} wrote outside of the folder that it names")
    return f"{len(commands)} runs"


XML = {
    "entities within entities": '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(12)) + "]>{}&m;",
    "a file as an entity": '<!DOCTYPE x [<!ENTITY m SYSTEM "file:///etc/passwd">]>{}&m;',
    "an address as an entity": '<!DOCTYPE x [<!ENTITY % m SYSTEM "http://127.0.0.1:9/"> %m;]>{}',
    "elements within elements": "{}" + "<a>" * 200_000,
    "attributes": "{}<a " + " ".join(f'a{number}="b"' for number in range(100_000)) + "/>",
    "namespaces": "{}<a " + " ".join(f'xmlns:a{number}="b"' for number in range(100_000)) + "/>",
    "a name of a megabyte": "{}<" + "a" * 1_000_000 + "/>",
    "a comment that does not end": "{}<!--" + "-" * 1_000_000,
    "an instruction that does not end": "{}<?a " + "?" * 1_000_000,
    "another encoding": '<?xml version="1.0" encoding="UTF-7"?>{}',
    "an inclusion": '{}<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>',
}
XML_FILES = {
    "a.xliff": '<xliff version="1.2"><file original="a" source-language="en" target-language="de"><body>',
    "a.stringsdict": '<plist version="1.0"><dict>', "values-de/strings.xml": "<resources>", "a.tmx": "<tmx><body>", "a.tbx": "<martif><text><body>",
    "a.storyboard": "<document>",
}  # fmt: skip


def xml(attack):
    """Entities, inclusions, depth and width of XML in each format that is written in it."""
    every = attack.chosen([(file, root, name) for file, root in XML_FILES.items() for name in XML], 9)
    for file, root, name in every:
        with tempfile.TemporaryDirectory(dir=attack.folder) as folder:
            path = pathlib.Path(folder, file)
            path.parent.mkdir(exist_ok=True)
            path.write_text(XML[name].replace("{}", root))
            command = {"a.tmx": ["memory", "--locale", "de", "--memory", file, "text"], "a.storyboard": ["extract", file]}.get(file, ["dump", file])
            if file == "a.tbx":
                (pathlib.Path(folder) / "a.strings").write_text('"k" = "v";')
                command = ["check", "--glossary", file, "a.strings"]
            attack.run(f"XML: {name}", ["lstrings", *command], folder)
    return f"{len(every)} files"


def terminal(attack):
    """Catalogs, texts and names of files with controls: none reaches the terminal."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=attack.folder))
    controls = "".join(map(chr, [*range(1, 10), *range(11, 32), 127, *range(128, 160)])) + "\u202e\u2066\u2028\U000e0001"
    shop = folder / f"sh{controls[26]}[2Jop.jsonl"
    shop.write_text(json.dumps({"id": "i" + controls, "title": "rose" + controls, "color": controls, "description": controls}) + "\n{" + controls + "\n")
    strings = folder / "a.strings"
    strings.write_text(f'"k{controls}" = "v{controls}%d";\n"k{controls}" = broken{controls}\n')
    commands = [
        ["lsearch", "--no-cache", "--locale", "en", "--catalog", shop, "rose"],
        *(["lsearch", "--no-cache", "--locale", "en", "--catalog", shop, "--format", form, "rose"] for form in ("json", "jsonl", "csv", "tsv")),
        ["lsearch", "--no-cache", "--catalog", shop, "--explain", "rose"], ["lsearch", "--no-cache", "--list-catalogs", "--catalog", shop],
        ["lsearch", "--no-cache", "--catalog", shop, "x" + controls], ["lsearch", "--no-cache", "--catalog", shop, "--sort", controls, "rose"],
        *(["lstrings", "check", "--format", form, strings] for form in ("text", "json", "sarif", "junit", "github")),
        ["lstrings", "dump", strings], ["lstrings", "stats", strings], ["lstrings", "sync", "--dry-run", folder], ["lstrings", "check", "--select", controls],
        ["lsearchd", "--verify", shop], ["lsearchd", "--restore", shop, "--store", folder / "store.sqlite"], ["lsearchd", "--listen", controls],
        ["lstrings", "get", "k" + controls, "--path", folder], ["lstrings", "dump", "none" + controls],
    ]  # fmt: skip
    for command in commands:
        ran = subprocess.run(
            [attack.programs / command[0], *command[1:]], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=PROGRAM_TIME,
            preexec_fn=limited, env={**os.environ, "LANGUAGE": "en", "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        attack.failures.check(ran.returncode in (0, 1, 2), f"terminal: {command[:5]}: {ran.returncode}")
        # CSV and TSV are for programs, which get values as they are.
        table = "csv" in command or "tsv" in command
        for name, shown in (("output", b"" if table else ran.stdout), ("errors", ran.stderr)):
            found = set(re.findall("[\x01-\x08\x0b-\x1f\x7f-\x9f\u202e\u2066]", shown.decode("utf-8", "surrogateescape")))
            attack.failures.check(not found, f"terminal: {command[:5]}: {name} has {sorted(map(ord, found))}")
    return f"{len(commands)} runs"


def standard_input(attack):
    """What programs read from their standard input: requests, lines, and messages of editors."""
    def message(text, length=None):
        return f"Content-Length: {len(text) if length is None else length}\r\n\r\n".encode() + text

    opened = json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": "file:///a.strings", "languageId": "strings", "version": 1, "text": '"k" = ' * 20_000}}}).encode()
    start = message(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}')
    batch = ["lsearch", "--no-cache", "--catalog", "shop.jsonl", "--batch"]
    inputs = [
        *((batch, content + b"\n" + b'{"q": "rose"}\n') for _, _, _, _, content in list(hostile.bodies())[:22]),
        (batch, b"\n" * 1_000_000), (batch, b"x" * 20_000_000),
        (["lsearch", "--lines", "rose"], b"x" * 3_000_000), (["lsearch", "--lines", "rose"], b"\xff\xfe\0" * 500_000),
        (["lsearch", "--lines", "rose"], b"rose\n" * 200_000),
        *((["lsearch", "--lines", "-d", delimiter, "--with-nth", "1", "rose"], b"a rose\n") for delimiter in ("[a", "a{1", "\\p{", "(?<", "*", "(")),
        *((["lstrings", "lsp"], content) for content in (
            b"", b"\0" * 100_000, b"Content-Length: -1\r\n\r\n", b"Content-Length: 99999999999999999999\r\n\r\n{}", b"X: " * 1_000_000,
            message(b"{}", 1 << 40), message(b"[" * 200_000), start + message(opened) + message(b"null") + message(b'{"id":2,"method":"x"}'),
            start + message(opened) * 20, message(opened), message(b'{"jsonrpc":"2.0","id":[],"method":{},"params":7}'),
        )),
    ]  # fmt: skip
    inputs = attack.chosen(inputs, 9)
    with tempfile.TemporaryDirectory(dir=attack.folder) as folder:
        pathlib.Path(folder, "shop.jsonl").write_text('{"id": "1", "title": "rose"}\n')
        for command, content in inputs:
            file = pathlib.Path(folder, "input")
            file.write_bytes(content)
            with open(file, "rb") as given:
                attack.run("standard input", command, folder, given=given)
    return f"{len(inputs)} runs"


def full_disk(attack):
    """A disk that takes no more: a limit of the size of files does the same, without the right to mount."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=attack.folder))
    token = secrets.token_hex(32)

    def small():
        limited()
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 20, resource.RLIM_INFINITY))

    def stored(server, connection):
        return {one["id"] for one in json.loads(server.ask(connection, "GET", "/admin/v1/catalogs/full/records?limit=1000")[1])["records"]}

    server = Server(attack.programs / "lsearchd", folder, token, limited=small)
    taken, refused = set(), None
    with contextlib.closing(server.connect()) as connection:
        server.ask(connection, "PUT", "/admin/v1/catalogs/full", {"defaultLocale": "en"})
        for number in range(400):
            path = f"/admin/v1/catalogs/full/records/r{number}"
            refused, _ = server.ask(connection, "PUT", path, {"id": f"r{number}", "title": "x", "more": "x" * 20_000})
            if refused != 201:
                break
            taken.add(f"r{number}")
        attack.failures.check(refused in (503, 507), f"a full disk: a write that does not fit is answered with {refused}")
        attack.failures.check(stored(server, connection) == taken, "a full disk: records are lost or half")
    server.kill()
    server = Server(attack.programs / "lsearchd", folder, token, limited=limited)
    with contextlib.closing(server.connect()) as connection:
        attack.failures.check(stored(server, connection) == taken, "a full disk: records are lost after it")
        status, _ = server.ask(connection, "PUT", "/admin/v1/catalogs/full/records/after", {"id": "after", "title": "x"})
        attack.failures.check(status == 201, f"a full disk: a write after it is answered with {status}")
    server.kill()
    return f"{len(taken)} records before it was full"


def kills(attack):
    rounds = 250 if attack.long else 1
    for setting in ([], ["--checkpoints"]):
        command = [sys.executable, INTERFACE / "durability.py", attack.programs / "lsearchd", "--rounds", str(rounds), *setting]
        ran = subprocess.run(command, capture_output=True, text=True)
        attack.failures.check(ran.returncode == 0, f"kills: {ran.stdout[-300:]} {ran.stderr[-1_000:]}")
    return f"{2 * rounds} kills, half of them beside checkpoints"


def bit_flips(attack):
    """See `flips.py`."""
    return flips.attack(attack.programs, attack.folder, 10_000 if attack.long else 20, attack.failures)


KINDS = {
    "queries": queries, "parameters": parameters, "bodies": bodies, "records": records, "paths": paths, "headers": headers,
    "connections": connections, "slow clients": slow_clients, "greedy clients": greedy_clients, "formats": formats, "xml": xml, "folders": folders, "links": links,
    "terminal": terminal, "standard input": standard_input, "full disk": full_disk, "kills": kills, "flips": bit_flips,
}  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("kinds", nargs="*", choices=[[], *KINDS], metavar="KIND", help="of: " + ", ".join(KINDS))
    parser.add_argument("--long", action="store_true", help="all of each table, more rounds")
    parser.add_argument(
        "--slowest", type=float, default=SLOWEST, help=f"the longest p99 of an ordinary client beside greedy ones, in ms ({SLOWEST})")
    options = parser.parse_intermixed_args()
    failures = Failures()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        programs = options.programs.resolve()
        target = Target(programs / "lsearchd", folder, 50_000 if options.long else 5_000)
        try:
            attack = Attack(programs, target, folder, failures, options)
            for name in options.kinds or KINDS:
                started = time.monotonic()
                told = KINDS[name](attack)
                target.check(failures, name)
                print(f"{name:<16}{time.monotonic() - started:6.1f} s  {told}; the server has taken {target.peak():.0f} MB", flush=True)
        finally:
            target.server.kill()
        verified = subprocess.run([programs / "lsearchd", "--verify", target.store], capture_output=True, text=True)
        failures.check(verified.returncode == 0, f"the store after all attacks: {verified.stdout}{verified.stderr}")
    sys.exit(1 if failures.texts else 0)


if __name__ == "__main__":
    main()
