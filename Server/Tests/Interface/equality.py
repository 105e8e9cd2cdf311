"""Compares the answers of a router over shards with those of one server on the same store in PostgreSQL.

    equality.py LSEARCHD --queries queries.jsonl packages.jsonl apps.jsonl

Each query is searched in the catalog and language that it names, strictly, with similar words if nothing is found, and with similar words
always; and suggestions are asked for. Random requests follow, to records with attributes: filters, facets, ranges, orders, groups, pages,
misspelled words. Answers must be equal in everything; only those that say that their time was spent are not compared.
"""

import argparse
import collections
import contextlib
import json
import os
import pathlib
import random
import sys
import urllib.parse

import exactness_records as samples
import machines
from exactness_questions import Question


class Pair:
    """One server and shards with a router."""

    def __init__(self, program, folder, postgres, shards):
        stored = ["--store", postgres.address, "--checkpoints"]
        self.one = machines.Server(program, folder, *stored, folder / "one")
        self.one.start()
        self.stored, self.program, self.folder, self.count = stored, program, folder, shards

    def divide(self):
        """Starts the shards, which read what has been written."""
        shards = [
            machines.Server(self.program, self.folder, *self.stored, self.folder / f"shard{number}", "--shard", f"{number}/{self.count}")
            for number in range(1, self.count + 1)
        ]
        for shard in shards:
            shard.start()
        addresses = ",".join(f"http://127.0.0.1:{shard.port}" for shard in shards)
        self.router = machines.Server(self.program, self.folder, "--router", addresses)
        self.router.start()
        self.connections = [self.one.connect(), self.router.connect()]

    def ask(self, path, body=None):
        """The status, the revision and the content of both responses, without the search time."""
        answers = []
        for connection in self.connections:
            if body is None:
                connection.request("GET", path)
            else:
                connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
            response = connection.getresponse()
            content = json.loads(response.read(), object_hook=lambda members: {name: members[name] for name in members if name != "ns"})
            answers.append((response.status, response.headers["Search-Revision"], content))
        return answers

    def load(self, name, lines, description):
        with contextlib.closing(self.one.connect(True)) as connection:
            self.one.write(connection, "PUT", "", json.dumps(description), catalog=name)
            self.one.write(connection, "POST", "/records?mode=whole", lines, "application/x-ndjson", catalog=name)


class Comparison:
    """Counts the comparisons, and prints differences."""

    def __init__(self, pair):
        self.pair, self.counts, self.different = pair, collections.Counter(), 0

    def compare(self, kind, path, body=None):
        one, routed = self.pair.ask(path, body)
        # A batch has a response to each of its requests.
        contents = [answer[2].get("answers", [answer[2]])[0] for answer in (one, routed)]
        if any(content.get("partial") for content in contents):
            self.counts[f"{kind}, not compared: time spent"] += 1
            return
        self.counts[kind] += 1
        if any(contents[0].get(name) for name in ("total", "completions", "corrections")):
            self.counts[f"{kind}, found something"] += 1
        if one != routed:
            self.different += 1
            print(f"{path} {json.dumps(body) if body else ''}\n  {first_difference(one, routed)}", flush=True)


def first_difference(one, other, path=""):
    if type(one) is type(other) and isinstance(one, dict):
        for name in sorted({*one, *other}):
            if one.get(name) != other.get(name):
                return first_difference(one.get(name), other.get(name), f"{path}.{name}")
    if type(one) is type(other) and isinstance(one, (list, tuple)) and len(one) == len(other):
        for place, (left, right) in enumerate(zip(one, other)):
            if left != right:
                return first_difference(left, right, f"{path}[{place}]")
    return f"{path}: {json.dumps(one)[:300]} {json.dumps(other)[:300]}"


def misspelled(query, chance):
    """A query without one of its letters, or unchanged."""
    if len(query) < 4 or chance.random() < 0.4:
        return query
    place = chance.randrange(1, len(query))
    return query[:place] + query[place + 1 :]


def random_requests(count, chance, records):
    reference = samples.Reference(records)
    for _ in range(count):
        request = Question(reference, chance).request
        words = [word for word in (request["q"], chance.choice([*samples.WORDS, ""])) if word]
        request |= {"q": misspelled(" ".join(words), chance), "relax": chance.choice(["never", "auto", "always"]), "explain": True}
        yield request


def main():
    parser = argparse.ArgumentParser(description="Compares a router over shards with one server.")
    parser.add_argument("program", type=os.path.abspath, help="lsearchd")
    parser.add_argument("catalogs", nargs="+", type=pathlib.Path, help="files of records, each named like its catalog")
    parser.add_argument("--queries", required=True, type=pathlib.Path, help="a file of queries with their catalogs and locales")
    parser.add_argument("--shards", type=int, default=3, help="the number of shards (3)")
    parser.add_argument("--requests", type=int, default=2_000, help="random requests (2000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--user", default="postgres", help="who runs PostgreSQL where this runs as root (postgres)")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with machines.database(options.user) as (folder, postgres):
        pair = Pair(options.program, folder, postgres, options.shards)
        for catalog in options.catalogs:
            pair.load(catalog.stem, catalog.read_bytes(), {"defaultLocale": "en"})
        records = [samples.record(number, chance) for number in range(3_000)]
        pair.load(samples.CATALOG, "".join(json.dumps(one) + "\n" for one in records).encode(), samples.SIDECAR)
        pair.divide()
        comparison = Comparison(pair)
        for query in map(json.loads, options.queries.read_text(encoding="utf-8").splitlines()):
            named = {"q": query["q"], "locale": query["locale"], "catalogs": query["catalog"]}
            for relax in ("never", "auto", "always"):
                comparison.compare(relax, "/v1/search?" + urllib.parse.urlencode(named | {"relax": relax, "limit": 20, "explain": "1"}))
            comparison.compare("suggestions", "/v1/suggest?" + urllib.parse.urlencode(named))
        for request in random_requests(options.requests, chance, records):
            comparison.compare("random requests", "/v1/search:batch", {"requests": [request]})
    for kind, count in comparison.counts.items():
        print(f"{kind}: {count:,}")
    print(f"{comparison.different} differences")
    sys.exit(1 if comparison.different else 0)


if __name__ == "__main__":
    main()
