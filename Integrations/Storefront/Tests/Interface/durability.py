"""Checks that every acknowledged write survives the death of the server.

Starts lsearchd with a store, writes and deletes records at full speed over several connections, kills the server with
SIGKILL at a random moment, starts it again, and looks at every record: it must be what was acknowledged last, or what
was on its way when the server died. Again and again, on one store.

    python3 durability.py path/to/lsearchd --rounds 100
"""

import argparse
import http.client
import json
import pathlib
import random
import secrets
import signal
import subprocess
import tempfile
import threading
import time

CATALOG = "/admin/v1/catalogs/durable"


class Server:
    """A running lsearchd with a store in a folder."""

    def __init__(self, program, folder, token):
        self.token = token
        (folder / "token").write_text(token)
        self.process = subprocess.Popen(
            [
                program, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--store", folder / "store.sqlite",
                "--admin-token-file", folder / "token", "--no-page", "--no-cache", "--locale", "en",
            ],  # fmt: skip
            stderr=subprocess.PIPE,
            text=True,
        )
        self.ports = {}
        for line in self.process.stderr:
            for name, words in (("search", "listening at "), ("admin", "accepting changes at ")):
                if words in line:
                    self.ports[name] = int(line.rstrip().rstrip("/").rsplit(":", 1)[1])
            if len(self.ports) == 2:
                break
        else:
            raise SystemExit(f"the server did not start: {self.process.wait()}")

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.ports["admin"], timeout=30)

    def ask(self, connection, method, path, value=None):
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        connection.request(method, path, None if value is None else json.dumps(value), headers)
        answer = connection.getresponse()
        return answer.status, answer.read()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stderr.close()


class Writer(threading.Thread):
    """Writes its own records until the server is gone."""

    def __init__(self, server, number, known, seed):
        super().__init__()
        self.server = server
        self.number = number
        self.known = known
        self.random = random.Random(seed)
        self.count = 0
        self.failure = None

    def run(self):
        connection = self.server.connect()
        try:
            while True:
                name = f"w{self.number}-{self.random.randrange(200)}"
                value = None
                if self.random.random() < 0.8:
                    text = secrets.token_hex(self.random.randrange(1, 400))
                    value = {"id": name, "title": {"en": text}, "year": self.random.randrange(2100)}
                before = self.known.get(name, [None])
                # Until the acknowledgment, either version may be stored.
                self.known[name] = [before[0], value]
                path = f"{CATALOG}/records/{name}"
                status, body = self.server.ask(connection, "PUT" if value else "DELETE", path, value)
                if status not in ({200, 201} if value else {204, 404}):
                    # An exception would end only this thread.
                    self.failure = f"{path}: {status} {body}"
                    break
                self.known[name] = [value]
                self.count += 1
        except (OSError, http.client.HTTPException):
            pass  # The server was killed.
        finally:
            connection.close()


def check(server, known):
    """Checks that all acknowledged writes are stored, or a later one that was running."""
    connection = server.connect()
    found = {}
    after = ""
    while after is not None:
        status, body = server.ask(connection, "GET", f"{CATALOG}/records?limit=1000&after={after}")
        assert status == 200, (status, body)
        page = json.loads(body)
        found.update((entry["id"], entry["record"]) for entry in page["records"])
        after = page["next"]
    lost = {name for name, values in known.items() if found.get(name) not in values}
    strange = found.keys() - known.keys()
    assert not lost and not strange, f"not as acknowledged: {sorted(lost)}, never written: {sorted(strange)}"
    for name in known:
        known[name] = [found.get(name)]
    # All stored records are found: all have a title, and the query is empty.
    search = http.client.HTTPConnection("127.0.0.1", server.ports["search"], timeout=30)
    search.request("GET", "/v1/search?limit=0")
    total = json.loads(search.getresponse().read())["total"]
    assert total == len(found), f"{len(found)} are stored, {total} are searched"
    connection.close()
    search.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    known = {}
    acknowledged = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        token = secrets.token_hex(32)
        server = Server(options.program, folder, token)
        connection = server.connect()
        assert server.ask(connection, "PUT", CATALOG, {"defaultLocale": "en"})[0] == 201
        connection.close()
        for number in range(options.rounds):
            writers = [Writer(server, index, known, chance.random()) for index in range(options.writers)]
            for writer in writers:
                writer.start()
            time.sleep(chance.uniform(0.02, 1))
            server.kill()
            for writer in writers:
                writer.join()
            failures = [writer.failure for writer in writers if writer.failure]
            assert not failures, failures
            acknowledged += sum(writer.count for writer in writers)
            server = Server(options.program, folder, token)
            check(server, known)
            if (number + 1) % 10 == 0:
                print(f"{number + 1} rounds, {acknowledged} acknowledged writes, none lost, none half", flush=True)
        server.kill()


if __name__ == "__main__":
    main()
