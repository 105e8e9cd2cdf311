"""Checks that the death of a server while it embeds loses nothing, and embeds nothing again but what was on its way.

Writes records to a server with `--embedder` (the deterministic one of Tests/Embedder, which logs each text), and kills the server with SIGKILL
at a random moment; then starts it again, writes further records, and so on. At the end all records are found by meaning, each text was
embedded once, but those of the batches that were on their way, and a backup that is restored has the vectors without an embedder. With
`--checkpoints` the servers write checkpoints, and start from them.

    python3 embedding.py path/to/lsearchd --rounds 20 --records 500
"""

import argparse
import collections
import http.client
import json
import pathlib
import random
import secrets
import shlex
import subprocess
import sys
import tempfile
import time
import urllib.parse

from durability import CATALOG, Server

EMBEDDER = pathlib.Path(__file__).resolve().parents[3] / "Tests/Embedder/embedder.py"
# The greatest number of texts in a request to the embedder.
BATCH = 32


def options(log, delay, checkpoints):
    command = shlex.join([sys.executable, str(EMBEDDER), f"delay={delay}", str(log)])
    return ("--no-page", "--embedder", command, *(["--checkpoints", str(checkpoints)] if checkpoints else []))


def found(server, words):
    """The ids that a search finds, and how."""
    connection = http.client.HTTPConnection("127.0.0.1", server.ports["search"], timeout=60)
    connection.request("GET", "/v1/search?" + urllib.parse.urlencode({"q": words, "limit": 100}))
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return {hit["id"]: hit.get("foundBy", ["words"]) for hit in answer["hits"]}


def records(server):
    connection = server.connect()
    after, all_records = "", {}
    while after is not None:
        status, body = server.ask(connection, "GET", f"{CATALOG}/records?limit=1000&after={after}")
        assert status == 200, (status, body)
        page = json.loads(body)
        all_records.update((entry["id"], entry["record"]) for entry in page["records"])
        after = page["next"]
    connection.close()
    return all_records


def embedded(log):
    """How often each text of a record was embedded."""
    lines = log.read_text().splitlines() if log.exists() else []
    return collections.Counter(line.removeprefix("record: ") for line in lines if line.startswith("record: number "))


def check(program, rounds, count, seed=None, has_checkpoints=False):
    seed = secrets.randbits(32) if seed is None else seed
    choices = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        log, checkpoints = folder / "log", folder / "checkpoints" if has_checkpoints else None
        token = secrets.token_hex(32)
        known = {}
        for number in range(rounds):
            server = Server(program, folder, token, options=options(log, 0.1, checkpoints))
            connection = server.connect()
            if not known:
                assert server.ask(connection, "PUT", CATALOG, {"defaultLocale": "en"})[0] == 201
            new = [{"id": f"r{number}-{one}", "title": f"number {number} {secrets.token_hex(8)}"} for one in range(count)]
            status, body = server.ask(connection, "POST", f"{CATALOG}/records?mode=whole", new)
            assert status == 200 and json.loads(body)["loaded"] == count, (status, body)
            known.update((one["id"], one["title"]) for one in new)
            connection.close()
            time.sleep(choices.uniform(0, 1))
            server.kill()
        server = Server(program, folder, token, options=options(log, 0, checkpoints))
        end = time.monotonic() + 300
        while any("_vectors" not in one for one in records(server).values()):
            assert time.monotonic() < end, "records without vectors remain"
            time.sleep(0.2)
        stored = records(server)
        assert {one: record["title"] for one, record in stored.items()} == known, f"seed {seed}: records differ"
        times = embedded(log)
        again = sum(times.values()) - len(known)
        assert set(times) == set(known.values()) and again <= BATCH * rounds, f"seed {seed}: {again} texts were embedded again"
        # After another start nothing is left to do, and a backup has all vectors.
        connection = server.connect()
        status, backup = server.ask(connection, "GET", "/admin/v1/backup")
        assert status == 200
        connection.close()
        server.kill()
        (folder / "backup").write_bytes(backup)
        (folder / "restored").mkdir()
        subprocess.run(
            [program, "--restore", folder / "backup", "--store", folder / "restored/store.sqlite"], check=True, capture_output=True
        )
        server = Server(program, folder / "restored", token, options=options(log, 0, None))
        time.sleep(2)
        title = choices.choice(sorted(known.values()))
        # A query without a word of the texts: only their vectors are near.
        hits = found(server, title.replace("number", "numbers"))
        server.kill()
        assert embedded(log) == times, f"seed {seed}: a restored store embeds again"
        assert any("meaning" in how for how in hits.values()), f"seed {seed}: nothing is found by meaning: {hits}"
        return len(known), again


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--records", type=int, default=500)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--checkpoints", action="store_true")
    arguments = parser.parse_args()
    total, again = check(arguments.program, arguments.rounds, arguments.records, arguments.seed, arguments.checkpoints)
    print(f"{total} records, {arguments.rounds} kills: nothing lost, {again} texts embedded again")
