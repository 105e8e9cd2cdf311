# Records of the store are inserted, changed and deleted, and searches follow.

import json
import unittest
import urllib.parse

from administration import CATALOG, PATH, TEA, RecordsTestCase
from client import ask


class RecordTests(RecordsTestCase):
    def test_a_record_comes_changes_and_goes(self):
        path = PATH + "/records/t-1"
        self.assertEqual(self.get(path).status, 404)
        made = self.send("PUT", path, TEA)
        self.assertEqual(made.status, 201)
        self.assertFound(["t-1"], q="zwqassam")
        read = self.get(path)
        self.assertEqual((read.json, read.headers["ETag"]), (TEA, made.headers["ETag"]))

        other = {**TEA, "title": {"en": "Zwqdarjeeling"}}
        changed = self.send("PUT", path, other)
        self.assertEqual(changed.status, 200)
        self.assertGreater(int(changed.headers["ETag"].strip('"')), int(made.headers["ETag"].strip('"')))
        self.assertFound(["t-1"], q="zwqdarjeeling")
        self.assertFound([], q="zwqassam")

        self.assertEqual(self.ask("DELETE", path).status, 204)
        self.assertFound([], q="zwqdarjeeling")
        self.assertEqual(self.get(path).status, 404)
        self.assertEqual(self.ask("DELETE", path).status, 404)

    def test_a_patch_changes_what_it_names(self):
        path = PATH + "/records/t-1"
        self.send("PUT", path, TEA)
        answer = self.send(
            "PATCH", path, {"year": 2025, "price": None, "title": {"de": "Zwqteeblatt"}, "origin": {"hill": 3}}
        )
        self.assertEqual(answer.status, 200)
        expected = {
            **TEA, "year": 2025, "title": {"en": "Zwqassam leaves", "de": "Zwqteeblatt"},
            "origin": {"garden": "Mangalam", "hill": 3},
        }  # fmt: skip
        del expected["price"]
        read = self.get(path)
        self.assertEqual((read.json, read.headers["ETag"]), (expected, answer.headers["ETag"]))
        hit = self.assertFound(["t-1"], q="zwqteeblatt", locale="de").json["hits"][0]
        self.assertEqual((hit["year"], hit["origin"]), (2025, {"garden": "Mangalam", "hill": 3}))
        self.assertNotIn("price", hit)
        self.assertProblem(self.send("PATCH", PATH + "/records/none", {"year": 1}), 404, "not-found")
        self.assertProblem(self.send("PATCH", path, {"year": "soon"}), 422, "invalid-record")
        self.assertEqual(self.send("PATCH", path, {"id": "t-2"}).status, 422)
        self.assertIn(self.send("PATCH", path, b"{").status, {400, 422})
        self.assertEqual(self.get(path).json, expected)

    def test_numbers_stay_as_they_were_spelled(self):
        path = PATH + "/records/t-1"
        body = b'{"id": "t-1", "title": "Zwq", "own": 1.10e2, "price": {"amount": "7.900", "currency": "EUR"}}'
        self.send("PUT", path, body)
        self.assertEqual(self.get(path).body.strip(), body)
        self.send("PATCH", path, {"year": 2025})
        self.assertIn(b"1.10e2", self.get(path).body)

    def test_writers_do_not_undo_each_other(self):
        path = PATH + "/records/t-1"
        self.assertProblem(self.send("PUT", path, TEA, If_Match="*"), 412, "precondition-failed")
        first = self.send("PUT", path, TEA, If_None_Match="*")
        self.assertEqual(first.status, 201)
        self.assertProblem(self.send("PUT", path, TEA, If_None_Match="*"), 412, "precondition-failed")
        second = self.send("PATCH", path, {"year": 2025}, If_Match=first.headers["ETag"])
        self.assertEqual(second.status, 200)
        old = first.headers["ETag"]
        self.assertEqual(self.send("PUT", path, TEA, If_Match=old).status, 412)
        self.assertEqual(self.send("PATCH", path, {"year": 1}, If_Match=old).status, 412)
        self.assertEqual(self.ask("DELETE", path, {"If-Match": old}).status, 412)
        self.assertEqual(self.get(path).json["year"], 2025)
        self.assertEqual(self.send("PUT", path, TEA, If_Match="*").status, 200)
        self.assertEqual(self.ask("DELETE", path, {"If-Match": "*"}).status, 204)

    def test_ids_may_be_any_text(self):
        for identifier in ("ä/ö", "結婚", "a b", "a%b", "🌹", "a?b#c", "+", "x" * 512):
            with self.subTest(identifier[:20]):
                path = PATH + "/records/" + urllib.parse.quote(identifier, safe="")
                self.assertEqual(self.send("PUT", path, {**TEA, "id": identifier}).status, 201)
                self.assertEqual(self.get(path).json["id"], identifier)
                public = f"{self.public}/v1/records/{CATALOG}/{urllib.parse.quote(identifier, safe='')}"
                self.assertEqual(ask("GET", public).json["id"], identifier)
                self.assertEqual(self.ask("DELETE", path).status, 204)
        path = PATH + "/records/" + "x" * 513
        self.assertEqual(self.send("PUT", path, {**TEA, "id": "x" * 513}).status, 413)

    def test_records_are_checked(self):
        path = PATH + "/records/t-1"
        for value in (
            {}, {**TEA, "year": "soon"}, {**TEA, "title": 5}, {**TEA, "price": {"amount": "x", "currency": "EUR"}},
            [], "x",
        ):  # fmt: skip
            with self.subTest(value):
                answer = self.send("PUT", path, value)
                self.assertProblem(answer, 422, "invalid-record")
                self.assertTrue(answer.json["problems"])
        self.assertEqual(self.send("PUT", path, {**TEA, "id": "t-2"}).status, 422)
        for body in (b"", b"{", b'{"id": "\xff"}', b'{"id": "\\ud800"}', b"[" * 100_000):
            with self.subTest(body[:10]):
                self.assertIn(self.send("PUT", path, body).status, {400, 422})
        self.assertProblem(self.send("PUT", path, {**TEA, "own": "x" * 2_000_000}), 413, "body-too-large")
        answer = self.ask("PUT", path, {"Content-Type": "text/plain"}, json.dumps(TEA).encode())
        self.assertProblem(answer, 415, "unsupported-media-type")
        self.assertProblem(self.send("PUT", "/admin/v1/catalogs/none/records/t-1", TEA), 404, "not-found")
        self.assertEqual(self.get(path).status, 404)

    def test_problems_speak_the_language_of_the_reader(self):
        answer = self.send("PUT", PATH + "/records/t-1", {**TEA, "year": "bald"}, Accept_Language="de")
        self.assertEqual(answer.headers["Content-Language"], "de")
        self.assertIn("„year“", json.dumps(answer.json, ensure_ascii=False))

    def test_methods_that_a_path_does_not_know_are_named(self):
        for method, path, allowed in (
            ("POST", PATH, "PUT"),
            ("PUT", PATH + "/records", "POST"),
            ("POST", PATH + "/records/t-1", "PATCH"),
            ("DELETE", "/admin/v1/catalogs", "GET"),
        ):
            with self.subTest(method, path=path):
                answer = self.send(method, path, {})
                self.assertProblem(answer, 405, "method-not-allowed")
                self.assertIn(allowed, answer.headers["Allow"])

    def test_what_a_terminal_would_obey_is_no_trouble(self):
        """The runner of these tests reads the log afterwards."""
        for name in ("\x1b[2J", "\x9b31m", "\u202e", "a\nb"):
            record = {"id": "t-1", "title": {"en": "tea", name: "tea"}}
            self.assertIn(self.send("PUT", PATH + "/records/t-1", record).status, {200, 201, 422})
            escaped = urllib.parse.quote(name)
            self.assertIn(self.ask("DELETE", f"{PATH}/records/{escaped}").status, {404})
            self.assertIn(self.send("PUT", f"/admin/v1/catalogs/{escaped}", {}).status, {400})


if __name__ == "__main__":
    unittest.main()
