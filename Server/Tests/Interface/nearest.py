"""Compares the nearest records of random vectors with those that numpy finds, on one server and on shards.

    nearest.py LSEARCHD --queries 10000 --shards 2,5

The records have vectors of clusters, some of them equal, so that ids decide. Half of the queries have a filter. All answers must have
the same records in the same order: those of one server, of each router over shards, and of numpy's products of the same bytes. It needs
numpy, and PostgreSQL as `equality.py` does.
"""

import argparse
import contextlib
import json
import os
import sys

import machines
import numpy

CATALOG = "nearest"
LIMIT = 20
BATCH = 25


class Reference:
    """Vectors in numbers of eight bits, as docs/meaning.md describes them, compared by numpy."""

    def __init__(self, vectors):
        self.rows = self.quantized(vectors)
        self.lengths = numpy.sqrt((self.rows**2).sum(1))

    @staticmethod
    def quantized(vectors):
        steps = vectors / numpy.abs(vectors).max(1, keepdims=True) * 127
        # Halves are rounded away from zero.
        return numpy.copysign(numpy.floor(numpy.abs(steps) + 0.5), steps)

    def nearest(self, vector, admitted):
        query = self.quantized(vector[None])[0]
        # Products of whole numbers are exact in 64 bits, and so all machines divide the same numbers.
        scores = (self.rows @ query) / (numpy.sqrt((query**2).sum()) * self.lengths)
        numbers = numpy.flatnonzero(admitted & (scores >= 0))
        order = numbers[numpy.argsort(-scores[numbers], kind="stable")]
        return [(f"r{number:05}", scores[number]) for number in order[:LIMIT]]


def made(count, length, chance):
    """Vectors around a few directions; each tenth equals the one before."""
    centers = chance.standard_normal((max(1, count // 50), length))
    vectors = centers[chance.integers(len(centers), size=count)] + 0.7 * chance.standard_normal((count, length))
    vectors[9::10] = vectors[8::10][: len(vectors[9::10])]
    return numpy.round(vectors, 6)


def ask(connection, requests):
    connection.request("POST", "/v1/search:batch", json.dumps({"requests": requests}), {"Content-Type": "application/json"})
    response = connection.getresponse()
    content = json.loads(response.read())
    for answer in content.get("answers", [content]):
        if "hits" not in answer:
            sys.exit(f"{response.status} {answer}")
    return [[(hit["id"], hit["similarity"]) for hit in answer["hits"]] for answer in content["answers"]]


def servers(program, folder, postgres, counts):
    """One server, and a router over each number of shards."""
    stored = ["--store", postgres.address, "--checkpoints"]

    def started(*options):
        server = machines.Server(program, folder, *options)
        server.start()
        return server

    found = {"one server": started(*stored, folder / "alone")}
    for count in counts:
        shards = [started(*stored, folder / f"shard{number}of{count}", "--shard", f"{number}/{count}") for number in range(1, count + 1)]
        addresses = ",".join(f"http://127.0.0.1:{shard.port}" for shard in shards)
        found[f"{count} shards"] = started("--router", addresses)
    return found


def main():
    parser = argparse.ArgumentParser(description="Compares the nearest records with those that numpy finds.")
    parser.add_argument("program", type=os.path.abspath, help="lsearchd")
    parser.add_argument("--records", type=int, default=2_000)
    parser.add_argument("--length", type=int, default=384, help="how many numbers a vector has (384)")
    parser.add_argument("--queries", type=int, default=10_000)
    parser.add_argument("--shards", type=lambda text: [int(one) for one in text.split(",")], default=[2, 5], help="numbers of shards (2,5)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--user", default="postgres", help="who runs PostgreSQL where this runs as root (postgres)")
    options = parser.parse_args()
    chance = numpy.random.default_rng(options.seed)
    vectors = made(options.records, options.length, chance)
    years = chance.integers(1900, 2000, size=options.records)
    reference = Reference(vectors)
    with machines.database(options.user) as (folder, postgres):
        writer = machines.Server(options.program, folder, "--store", postgres.address, "--checkpoints", folder / "writer")
        writer.start()
        lines = "".join(
            json.dumps({"id": f"r{number:05}", "title": {"en": f"number {number}"}, "year": int(year), "_vectors": {"default": list(vector)}}) + "\n"
            for number, (vector, year) in enumerate(zip(vectors, years, strict=True))
        )
        with contextlib.closing(writer.connect(True)) as connection:
            writer.write(connection, "PUT", "", json.dumps({"defaultLocale": "en"}), catalog=CATALOG)
            writer.write(connection, "POST", "/records?mode=whole", lines, "application/x-ndjson", catalog=CATALOG)
        writer.stop()
        connections = {name: server.connect() for name, server in servers(options.program, folder, postgres, options.shards).items()}
        different = dict.fromkeys(connections, 0)
        for start in range(0, options.queries, BATCH):
            count = min(BATCH, options.queries - start)
            queries = numpy.round(vectors[chance.integers(len(vectors), size=count)] + chance.standard_normal((count, options.length)), 6)
            bounds = [int(chance.integers(1900, 2000)) if chance.random() < 0.5 else None for _ in range(count)]
            requests = [
                {"q": "", "limit": LIMIT, "vector": {"values": list(query), "floor": 0}} | ({"filter": f"year < {bound}"} if bound else {})
                for query, bound in zip(queries, bounds, strict=True)
            ]
            expected = [
                reference.nearest(query, years < bound if bound else numpy.ones(len(years), bool))
                for query, bound in zip(queries, bounds, strict=True)
            ]
            for name, connection in connections.items():
                for request, found, wanted in zip(requests, ask(connection, requests), expected, strict=True):
                    if [one for one, _ in found] != [one for one, _ in wanted] or any(
                        abs(score - other) > 1e-6 for (_, score), (_, other) in zip(found, wanted, strict=True)
                    ):
                        different[name] += 1
                        print(f"{name}: {request.get('filter')} {found[:3]} instead of {wanted[:3]}", flush=True)
    for name, count in different.items():
        print(f"{name}: {options.queries:,} queries, {count} differ from numpy")
    sys.exit(1 if any(different.values()) else 0)


if __name__ == "__main__":
    main()
