# A disk that is really full: a small file system in memory, which only root can mount.

import contextlib
import http.client
import json
import os
import pathlib
import secrets
import subprocess
import tempfile
import unittest

from durability import CATALOG, Server

PROGRAM = os.environ.get("STOREFRONT_PROGRAM")


@contextlib.contextmanager
def small_disk(test, size):
    """A folder on a file system of its own."""
    with tempfile.TemporaryDirectory() as folder:
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True, text=True
        )
        if mounted.returncode:
            test.skipTest("no file system may be mounted: " + mounted.stderr.strip())
        try:
            yield pathlib.Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


@unittest.skipUnless(PROGRAM, "STOREFRONT_PROGRAM does not name lsearchd")
class FullDiskTests(unittest.TestCase):
    def ask(self, method, path, value=None):
        with contextlib.closing(self.server.connect()) as connection:
            status, body = self.server.ask(connection, method, path, value)
            return status, json.loads(body) if body else None

    def record(self, number, size=20_000):
        return {"id": f"r{number}", "title": "Zwqtea", "filler": "x" * size}

    def stored(self):
        return {one["id"] for one in self.ask("GET", CATALOG + "/records?limit=1000")[1]["records"]}

    def found(self):
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.server.ports["search"])) as search:
            search.request("GET", "/v1/search?q=zwqtea&limit=0")
            return json.loads(search.getresponse().read())["total"]

    def test_what_does_not_fit_is_refused_and_the_rest_stays(self):
        with small_disk(self, "6m") as folder:
            token = secrets.token_hex(32)
            ballast = folder / "ballast"
            ballast.write_bytes(bytes(2 << 20))
            self.server = Server(PROGRAM, folder, token)
            try:
                self.assertEqual(self.ask("PUT", CATALOG, {"defaultLocale": "en"})[0], 201)
                taken = set()
                for number in range(1_000):
                    status, answer = self.ask("PUT", f"{CATALOG}/records/r{number}", self.record(number))
                    if status != 201:
                        break
                    taken.add(f"r{number}")
                self.assertEqual((status, answer["code"]), (507, "disk-full"))
                self.assertGreater(len(taken), 20)
                # The load is too large for the remaining space, but so small that the server first reads all
                # of it.
                lines = [self.record(number, 500) for number in range(2_000, 2_600)]
                status, answer = self.ask("POST", CATALOG + "/records?mode=whole", lines)
                self.assertEqual((status, answer["code"], answer["loaded"]), (507, "disk-full", 0))
                self.assertEqual((self.stored(), self.found()), (taken, len(taken)))
                # As soon as there is space, writes continue.
                ballast.unlink()
                self.assertEqual(self.ask("PUT", f"{CATALOG}/records/r2000", self.record(2_000))[0], 201)
                taken.add("r2000")
            finally:
                self.server.kill()
            self.server = Server(PROGRAM, folder, token)
            try:
                self.assertEqual((self.stored(), self.found()), (taken, len(taken)))
            finally:
                self.server.kill()
            subprocess.run([PROGRAM, "--verify", folder / "store.sqlite"], check=True, capture_output=True)


if __name__ == "__main__":
    unittest.main()
