# Bulk loads, and lists of records page by page.

import contextlib
import http.client
import json
import unittest
import urllib.parse

from administration import CATALOG, PATH, RecordsTestCase
from client import PATIENCE


class LoadTests(RecordsTestCase):
    def load(self, lines, **parameters):
        return self.ask("POST", PATH + "/records", {"Content-Type": "application/x-ndjson"}, lines, **parameters)

    def test_lines_that_can_be_used_are_taken(self):
        lines = (
            b'{"id": "l-1", "title": {"en": "Zwqone"}}\n'
            b"{broken\n"
            b'{"title": {"en": "no id"}}\r\n'
            b"\n"
            b'{"id": "l-1", "title": {"en": "twice"}}\n'
            b'{"id": "l-2", "title": {"en": "\xff"}}\n'
            b'{"id": "l-3", "title": {"en": "Zwqthree"}}'
        )
        for mode in ("chunks", "whole"):
            with self.subTest(mode):
                answer = self.load(lines, mode=mode)
                self.assertEqual(answer.status, 200)
                report = answer.json
                self.assertEqual((report["loaded"], report["skipped"]), (2, 4))
                self.assertEqual([problem["line"] for problem in report["problems"]], [2, 3, 5, 6])
                self.assertFound(["l-1"], q="zwqone")
                self.assertFound(["l-3"], q="zwqthree")

    def test_many_records_come_at_once_and_are_read_page_by_page(self):
        count = 5_000
        lines = b"".join(
            b'{"id": "m-%05d", "title": {"en": "Zwqmany %d"}}\n' % (number, number) for number in range(count)
        )
        self.assertEqual(self.load(lines).json["loaded"], count)
        self.assertEqual(self.search(q="zwqmany", limit=0).json["total"], count)
        read, after = [], None
        while True:
            page = self.get(PATH + "/records", limit=700, **({"after": after} if after else {})).json
            read += [one["id"] for one in page["records"]]
            after = page["next"]
            if after is None:
                break
        self.assertEqual(read, [f"m-{number:05}" for number in range(count)])
        catalogs = self.get("/admin/v1/catalogs").json["catalogs"]
        self.assertEqual(next(one["count"] for one in catalogs if one["id"] == CATALOG), count)

    def test_pages_hold_records_with_their_revisions(self):
        self.load(b'{"id": "a"}\n{"id": "b"}\n{"id": "c"}\n')
        page = self.get(PATH + "/records", limit=2).json
        self.assertEqual(([one["record"] for one in page["records"]], page["next"]), ([{"id": "a"}, {"id": "b"}], "b"))
        etag = self.get(PATH + "/records/a").headers["ETag"]
        self.assertEqual(etag, f'"{page["records"][0]["revision"]}"')
        self.assertEqual([one["id"] for one in self.get(PATH + "/records", after="b").json["records"]], ["c"])
        self.assertEqual(self.get(PATH + "/records", after="z").json, {"records": [], "next": None})
        self.assertEqual(self.get(PATH + "/records", limit="many").status, 400)

    def test_loads_without_a_length_are_taken(self):
        parts = urllib.parse.urlsplit(self.server)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
        lines = (b'{"id": "c-%d", "title": {"en": "Zwqchunk"}}\n' % number for number in range(100))
        headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/x-ndjson"}
        with contextlib.closing(connection):
            connection.request("POST", PATH + "/records", lines, headers, encode_chunked=True)
            self.assertEqual(json.load(connection.getresponse())["loaded"], 100)
        self.assertEqual(self.search(q="zwqchunk", limit=0).json["total"], 100)

    def test_a_replacement_leaves_nothing_of_what_was_there(self):
        self.load(b'{"id": "a", "title": {"en": "Zwqold"}}\n{"id": "b", "title": {"en": "Zwqold"}}\n')
        lines = b'{"id": "b", "title": {"en": "Zwqnew"}}\n{"id": "c", "title": {"en": "Zwqnew"}}\n'
        path = PATH.replace("/records", "") + ":replace"
        answer = self.ask("POST", path, {"Content-Type": "application/x-ndjson"}, lines)
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.json["loaded"], 2)
        self.assertGreaterEqual(answer.json["deleted"], 1)
        self.assertEqual(self.search(q="zwqold", limit=0).json["total"], 0)
        self.assertEqual(self.search(q="zwqnew", limit=0).json["total"], 2)
        answer = self.ask("POST", path, {"Content-Type": "application/x-ndjson"}, b"no record\n")
        self.assertProblem(answer, 422, "invalid-record")
        self.assertEqual(self.search(q="zwqnew", limit=0).json["total"], 2)
        self.assertProblem(self.ask("GET", path, {}), 405, "method-not-allowed")

    def test_a_backup_has_all_records_and_its_end(self):
        self.load(b'{"id": "kept", "title": {"en": "Zwqkept"}}\n')
        answer = self.ask("GET", "/admin/v1/backup", {})
        self.assertEqual(answer.status, 200)
        lines = [json.loads(line) for line in answer.body.decode().splitlines()]
        self.assertEqual(lines[0]["lsearchBackup"], 1)
        self.assertTrue(lines[-1]["end"] and lines[-1]["checksum"])
        self.assertIn({"id": "kept", "title": {"en": "Zwqkept"}}, lines)

    def test_what_is_no_load_is_refused(self):
        self.assertEqual(self.load(b"").json["loaded"], 0)
        self.assertEqual(self.load(b'{"id": "a"}\n', mode="some").status, 400)
        answer = self.ask("POST", PATH + "/records", {"Content-Type": "text/plain"}, b'{"id": "a"}')
        self.assertProblem(answer, 415, "unsupported-media-type")
        answer = self.ask("POST", "/admin/v1/catalogs/none/records", {"Content-Type": "application/x-ndjson"}, b"{}\n")
        self.assertProblem(answer, 404, "not-found")


if __name__ == "__main__":
    unittest.main()
