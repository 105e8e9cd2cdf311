"""Flips bits of what a server keeps on its disk, cuts its log, and checks that neither changes an answer silently.

A store, its log of changes that are not in it yet (WAL), checkpoints, a backup and the query log are made once. Each round flips one bit of a
copy, starts a server (or restores the backup), and compares all that it answers. An answer may differ only if the server says what is damaged: it does
not start, its metrics count a damaged part, a list names one, or an answer is an error. A bit of a row, or of the log, that has a checksum is restored.
"""

import collections
import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import secrets
import shutil
import subprocess
import time

from durability import Server

CATALOG = "/admin/v1/catalogs/flipped"
# The parts, and how many of 100 rounds each gets.
PARTS = {"store": 35, "log": 25, "cut log": 5, "checkpoints": 20, "backup": 10, "queries": 5}


class Kept:
    """What a server keeps: the files, and what it answers from them."""

    def __init__(self, program, folder):
        self.program, self.folder, self.token = program, folder, secrets.token_hex(32)
        self.told = 0
        self.original = folder / "original"
        self.original.mkdir(parents=True)
        server = self.started(self.original)
        self.load(server)
        self.count(server, ["tea", "tea 7", "nothing at all"])
        # A server that is stopped writes its log into the database.
        server.process.terminate()
        server.process.wait()
        server = self.started(self.original)
        self.change(server)
        self.count(server, ["tea", "coffee"])
        (folder / "backup").write_bytes(self.get(server, "/admin/v1/backup"))
        # The first reader of keys makes some.
        self.get(server, "/admin/v1/keys")
        # The last changes of a killed server stay in the log.
        server.kill()
        # What a server answers that starts from these files.
        server = self.started(self.copied())
        self.answers = self.asked(server)
        server.kill()

    def started(self, folder):
        options = ["--checkpoints", folder / "checkpoints", "--query-log", folder / "queries.sqlite", "--no-page"]
        (folder / "checkpoints").mkdir(exist_ok=True)
        return Server(self.program, folder, self.token, clients=True, options=options)

    def copied(self):
        """A copy of all files."""
        copy = self.folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.original, copy)
        return copy

    def get(self, server, path):
        with contextlib.closing(server.connect()) as connection:
            status, body = server.ask(connection, "GET", path)
            self.told += status >= 500
            return body if status == 200 else json.dumps({"status": status}).encode()

    def send(self, server, method, path, value):
        with contextlib.closing(server.connect()) as connection:
            status, body = server.ask(connection, method, path, value)
            assert status in (200, 201, 204), (status, body)

    def load(self, server):
        """Many records at once, so that there is a checkpoint."""
        self.send(server, "PUT", CATALOG, {"defaultLocale": "en", "label": {"en": "Flipped"}, "fields": ["title", "more"]})
        lines = [{"id": f"l{number}", "title": f"tea {number}", "more": "x" * (number % 50)} for number in range(1_000)]
        self.send(server, "POST", CATALOG + "/records", lines)
        end = time.monotonic() + 10
        while not any((self.original / "checkpoints").rglob("*")) and time.monotonic() < end:
            time.sleep(0.1)

    def change(self, server):
        self.send(server, "PUT", CATALOG + "/rules/r", {"hide": ["l3"]})
        for number in range(40):
            record = {"id": f"r{number}", "title": f"coffee {number}", "more": "y" * (number * 97)}
            self.send(server, "PUT", f"{CATALOG}/records/r{number}", record)
        # Changes and deletions of records that the checkpoint has.
        for number in range(20, 40):
            self.send(server, "PUT", f"{CATALOG}/records/l{number}", {"id": f"l{number}", "title": f"coffee and tea {number}"})
            self.send(server, "DELETE", f"{CATALOG}/records/l{number + 100}", None)

    def count(self, server, queries):
        """Lets the query log count searches and a click, and waits until they are written."""
        for query in queries:
            self.searched(server, query.replace(" ", "+"))
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.ports["search"], timeout=30)) as connection:
            click = {"query": "tea", "locale": "en", "catalog": "flipped", "id": "l7", "place": 1}
            connection.request("POST", "/v1/clicks", json.dumps(click), {"Content-Type": "application/json"})
            connection.getresponse().read()
        # Until then a search may still be typed on.
        time.sleep(4)
        self.get(server, "/admin/v1/queries")

    def search(self, server, query):
        """What is found. A server that finds a part damaged says so with a status of 500 or more, until it has read it again from elsewhere."""
        end = time.monotonic() + 10
        while (found := self.searched(server, query))[0] >= 500 and time.monotonic() < end:
            self.told += 1
            time.sleep(0.1)
        return found

    def searched(self, server, query):
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.ports["search"], timeout=30)) as connection:
            connection.request("GET", f"/v1/search?q={query}&locale=en&limit=100&relax=never")
            answer = connection.getresponse()
            body = json.loads(answer.read())
            return answer.status, [(hit["id"], hit.get("title")) for hit in body.get("hits", [])], body.get("total")

    def asked(self, server):
        """What the server answers, by what was asked; counts in `told` how often it says that something is damaged."""
        self.told = 0
        # Before the searches of this method are counted.
        queries = json.loads(self.get(server, "/admin/v1/queries"))
        answers = {f"search {query}": self.search(server, query) for query in ("tea", "coffee", "tea+7", "xxx")}
        answers["description"] = json.loads(self.get(server, CATALOG))
        answers["queries"] = queries
        answers["rules"] = json.loads(self.get(server, CATALOG + "/rules"))
        records, after = {}, ""
        while after is not None:
            page = json.loads(self.get(server, f"{CATALOG}/records?limit=1000&after={after}"))
            records.update((one["id"], one.get("record")) for one in page.get("records", []))
            self.told += len(page.get("damaged", []))
            after = page.get("next")
        answers["records"] = records
        keys = json.loads(self.get(server, "/admin/v1/keys")).get("results", [])
        answers["keys"] = [(key.get("uid"), key.get("actions"), key.get("indexes")) for key in keys]
        return answers

    def damage(self, server):
        """How many damaged parts the metrics count."""
        found = re.findall(rb"^lsearchd_(?:store|query_log)_damaged_parts (\d+)", self.get(server, "/metrics"), re.MULTILINE)
        return sum(map(int, found))

    def files(self, part):
        """The files of a part, without those that are empty."""
        every = {
            "store": [self.original / "store.sqlite"], "log": [self.original / "store.sqlite-wal"], "backup": [self.folder / "backup"],
            "queries": [self.original / "queries.sqlite", self.original / "queries.sqlite-wal"],
            "cut log": [self.original / "store.sqlite-wal"],
            "checkpoints": sorted(path for path in (self.original / "checkpoints").rglob("*") if path.is_file()),
        }[part]
        return [path for path in every if path.exists() and path.stat().st_size]


def flip(path, bit):
    with open(path, "r+b") as file:
        file.seek(bit // 8)
        byte = file.read(1)[0]
        file.seek(bit // 8)
        file.write(bytes([byte ^ 1 << bit % 8]))


def outcome(kept, part, copy):
    """What a flipped bit, or a cut, did: "refused", "told", "unchanged", or a sentence about what changed silently."""
    if part == "backup":
        ran = subprocess.run(
            [kept.program, "--restore", copy / "backup", "--store", copy / "restored.sqlite"], capture_output=True, text=True)
        return "refused" if ran.returncode == 1 or ran.returncode == 2 else f"restored with status {ran.returncode}"
    try:
        server = kept.started(copy)
    except SystemExit as refused:
        code = int(str(refused).rsplit(":", 1)[1])
        return "refused" if code > 0 else f"the server died: {code}"
    try:
        answers = kept.asked(server)
        told = kept.told + kept.damage(server)
    except (OSError, http.client.HTTPException, ValueError) as error:
        code = server.process.poll()
        return f"no answer: {error!r}, {code}"
    finally:
        server.kill()
    if answers == kept.answers:
        return "told" if told else "unchanged"
    # What is damaged may be missing, and never another. Without the end of the log, of which the server tells, the store is an earlier one.
    changed = [name for name in kept.answers if answers[name] != kept.answers[name]]
    wrong = {name: text for name, text in answers["records"].items() if text is not None and kept.answers["records"].get(name) != text}
    if wrong and not (part in ("log", "cut log") and told):
        return f"records changed: {sorted(wrong)[:3]}"
    return "told" if told else f"changed silently: {changed}"


def attack(programs, folder, rounds, failures):
    kept = Kept(programs / "lsearchd", pathlib.Path(folder, "flips"))
    chance = random.Random(35)
    outcomes = collections.Counter()
    for part, share in PARTS.items():
        files = kept.files(part)
        if not failures.check(files, f"flips: there are no files of {part}"):
            continue
        sizes = [path.stat().st_size for path in files]
        for _ in range(rounds * share // 100):
            path = chance.choices(files, sizes)[0]
            bit = chance.randrange(path.stat().st_size * 8)
            copy = kept.copied()
            shutil.copy(kept.folder / "backup", copy)
            damaged = copy / path.relative_to(kept.folder if part == "backup" else kept.original)
            if part == "cut log":
                os.truncate(damaged, bit // 8)
            else:
                flip(damaged, bit)
            what = outcome(kept, part, copy)
            outcomes[part, what if what in ("refused", "told", "unchanged") else "WRONG"] += 1
            failures.check(what in ("refused", "told", "unchanged"), f"flips: bit {bit} of {path.name} ({part}): {what}")
    return ", ".join(f"{part} {what} {count}" for (part, what), count in sorted(outcomes.items()))
