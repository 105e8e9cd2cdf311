# Do catalogs and records of the store come, change and go as the document says, and does the search follow them?

import http.client
import json
import time
import unittest
import urllib.parse

from interface import Document, InterfaceTestCase, admin_server, ask, server

CATALOG = "interface-tests"
PATH = f"/admin/v1/catalogs/{CATALOG}"
DESCRIPTION = {
    "label": {"en": "Teas", "de": "Tees"}, "defaultLocale": "en",
    "scopes": [{"id": "black", "label": {"en": "Black tea", "de": "Schwarztee"}}],
}  # fmt: skip
TEA = {
    "id": "t-1", "type": "black", "title": {"en": "Zwqassam leaves", "de": "Zwqassamblätter"}, "year": 2024,
    "price": {"amount": "7.90", "currency": "EUR"}, "origin": {"garden": "Mangalam"},
}  # fmt: skip
FOUND_WITHIN = 1  # seconds until the search must know of a write


class AdminTestCase(InterfaceTestCase):
    """Tests with a catalog of their own, which is deleted behind them."""

    document_name = "admin.openapi.json"

    @classmethod
    def setUpClass(cls):
        cls.server, cls.token = admin_server()
        if not cls.server:
            raise unittest.SkipTest("STOREFRONT_ADMIN_URL and STOREFRONT_ADMIN_TOKEN are not set")
        cls.document = Document(cls.document_name)
        cls.public = server()

    def setUp(self):
        self.remove(CATALOG)
        self.addCleanup(self.remove, CATALOG)

    def remove(self, catalog):
        self.assertIn(self.ask("DELETE", "/admin/v1/catalogs/" + catalog).status, {204, 404})

    def ask(self, method, path, headers=None, body=None, **parameters):
        return super().ask(
            method, path, {"Authorization": "Bearer " + self.token, **(headers or {})}, body, **parameters
        )

    def send(self, method, path, value, **headers):
        """Sends JSON; a header `If_Match` is called `If-Match`."""
        media_type = "application/merge-patch+json" if method == "PATCH" else "application/json"
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        named = {name.replace("_", "-"): one for name, one in headers.items()}
        return self.ask(method, path, {"Content-Type": media_type, **named}, body)

    def load(self, lines, **parameters):
        return self.ask("POST", PATH + "/records", {"Content-Type": "application/x-ndjson"}, lines, **parameters)

    def put_catalog(self):
        self.assertEqual(self.send("PUT", PATH, DESCRIPTION).status, 201)

    def search(self, **parameters):
        query = urllib.parse.urlencode({"locale": "en", "catalogs": CATALOG, **parameters})
        return ask("GET", f"{self.public}/v1/search?{query}")

    def assertFound(self, identifiers, **parameters):
        """The search finds these records, soon."""
        end = time.monotonic() + FOUND_WITHIN
        while True:
            answer = self.search(**parameters)
            found = [hit["id"] for hit in answer.json["hits"]] if answer.status == 200 else None
            if found == identifiers:
                return answer
            if time.monotonic() > end:
                self.assertEqual(found, identifiers, answer)
            time.sleep(0.02)


class CatalogTests(AdminTestCase):
    def test_a_catalog_comes_changes_and_goes(self):
        self.assertEqual(self.get(PATH).status, 404)
        made = self.send("PUT", PATH, DESCRIPTION)
        self.assertEqual(made.status, 201)
        read = self.get(PATH)
        self.assertEqual((read.json, read.headers["ETag"]), (DESCRIPTION, made.headers["ETag"]))
        listed = {one["id"]: one for one in self.get("/admin/v1/catalogs").json["catalogs"]}
        self.assertEqual((listed[CATALOG]["count"], listed[CATALOG]["description"]), (0, DESCRIPTION))

        other = {**DESCRIPTION, "label": {"en": "Infusions"}}
        changed = self.send("PUT", PATH, other)
        self.assertEqual(changed.status, 200)
        self.assertNotEqual(changed.headers["ETag"], made.headers["ETag"])
        self.assertEqual(self.get(PATH).json, other)

        self.assertEqual(self.ask("DELETE", PATH).status, 204)
        self.assertEqual(self.get(PATH).status, 404)
        self.assertEqual(self.ask("DELETE", PATH).status, 404)
        self.assertNotIn(CATALOG, [one["id"] for one in self.get("/admin/v1/catalogs").json["catalogs"]])

    def test_a_catalog_goes_with_its_records(self):
        self.put_catalog()
        self.send("PUT", PATH + "/records/t-1", TEA)
        self.assertFound(["t-1"], q="zwqassam")
        self.ask("DELETE", PATH)
        self.assertEqual(self.search(q="zwqassam").status, 400)
        self.put_catalog()
        self.assertEqual(self.get(PATH + "/records").json, {"records": [], "next": None})
        self.assertEqual(self.get(PATH + "/records/t-1").status, 404)

    def test_the_public_catalogs_and_scopes_follow(self):
        self.put_catalog()
        self.send("PUT", PATH + "/records/t-1", TEA)
        self.assertFound(["t-1"], q="zwqassam", scope="black")
        public = ask("GET", self.public + "/v1/catalogs?locale=de").json["catalogs"]
        known = next(one for one in public if one["id"] == CATALOG)
        self.assertEqual((known["label"], known["count"]), ("Tees", 1))
        self.assertLessEqual({"de", "en"}, set(known["locales"]))
        scopes = ask("GET", f"{self.public}/v1/scopes?locale=de&catalogs={CATALOG}").json["scopes"]
        self.assertIn({"id": "black", "label": "Schwarztee", "count": 1}, scopes)

    def test_catalogs_of_files_stay(self):
        of_store = {one["id"] for one in self.get("/admin/v1/catalogs").json["catalogs"]}
        public = [one["id"] for one in ask("GET", self.public + "/v1/catalogs").json["catalogs"]]
        of_file = next(id for id in public if id not in of_store)
        self.assertProblem(self.send("PUT", "/admin/v1/catalogs/" + of_file, {}), 409, "conflict")
        self.assertEqual(self.ask("DELETE", "/admin/v1/catalogs/" + of_file).status, 404)
        self.assertEqual(self.send("PUT", f"/admin/v1/catalogs/{of_file}/records/t-1", TEA).status, 404)

    def test_writers_do_not_undo_each_other(self):
        first = self.send("PUT", PATH, DESCRIPTION, If_None_Match="*")
        self.assertEqual(first.status, 201)
        self.assertProblem(self.send("PUT", PATH, {}, If_None_Match="*"), 412, "precondition-failed")
        second = self.send("PUT", PATH, DESCRIPTION, If_Match=first.headers["ETag"])
        self.assertEqual(second.status, 200)
        for tag in (first.headers["ETag"], '"0"', '"x"', "W/" + second.headers["ETag"]):
            self.assertEqual(self.send("PUT", PATH, {}, If_Match=tag).status, 412)
            self.assertEqual(self.ask("DELETE", PATH, {"If-Match": tag}).status, 412)
        self.assertEqual(self.get(PATH).json, DESCRIPTION)
        self.assertEqual(self.ask("DELETE", PATH, {"If-Match": second.headers["ETag"]}).status, 204)
        self.assertEqual(self.send("PUT", PATH, {}, If_Match="*").status, 412)

    def test_descriptions_are_checked(self):
        for value in ({"fields": "title"}, {"scopes": [1]}, {"defaultLocale": 1}, {"label": 1}, {"title": []}):
            with self.subTest(value):
                answer = self.send("PUT", PATH, value)
                self.assertProblem(answer, 422, "invalid-record")
                self.assertTrue(answer.json["problems"])
        for body in (b"", b"{", b"\xff", b"[" * 100_000):
            with self.subTest(body[:10]):
                self.assertIn(self.send("PUT", PATH, body).status, {400, 422})
        self.assertEqual(self.get(PATH).status, 404)

    def test_ids_are_those_of_files(self):
        for spelling in (".hidden", "%2e%2e", "a%2Fb", "a%00", "%C3%A4", "a%20b", "a" * 129, "%FF", "a%5Cb"):
            with self.subTest(spelling):
                self.assertIn(self.send("PUT", "/admin/v1/catalogs/" + spelling, {}).status, {400, 404, 422})
        longest = "a" * 128
        self.addCleanup(self.remove, longest)
        self.assertEqual(self.send("PUT", "/admin/v1/catalogs/" + longest, {}).status, 201)


class RecordTests(AdminTestCase):
    def setUp(self):
        super().setUp()
        self.put_catalog()

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
            **TEA,
            "year": 2025,
            "title": {"en": "Zwqassam leaves", "de": "Zwqteeblatt"},
            "origin": {"garden": "Mangalam", "hill": 3},
        }
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
            {},
            {**TEA, "year": "soon"},
            {**TEA, "title": 5},
            {**TEA, "price": {"amount": "x", "currency": "EUR"}},
            [],
            "x",
        ):
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


class LoadTests(AdminTestCase):
    def setUp(self):
        super().setUp()
        self.put_catalog()

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
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=20)
        lines = (b'{"id": "c-%d", "title": {"en": "Zwqchunk"}}\n' % number for number in range(100))
        headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/x-ndjson"}
        connection.request("POST", PATH + "/records", lines, headers, encode_chunked=True)
        self.assertEqual(json.load(connection.getresponse())["loaded"], 100)
        connection.close()
        self.assertEqual(self.search(q="zwqchunk", limit=0).json["total"], 100)

    def test_what_is_no_load_is_refused(self):
        self.assertEqual(self.load(b"").json["loaded"], 0)
        self.assertEqual(self.load(b'{"id": "a"}\n', mode="some").status, 400)
        answer = self.ask("POST", PATH + "/records", {"Content-Type": "application/json"}, b'{"id": "a"}')
        self.assertProblem(answer, 415, "unsupported-media-type")
        answer = self.ask("POST", "/admin/v1/catalogs/none/records", {"Content-Type": "application/x-ndjson"}, b"{}\n")
        self.assertProblem(answer, 404, "not-found")


class OperationTests(AdminTestCase):
    def setUp(self):
        pass

    def test_the_document_is_served(self):
        expected = Document(self.document_name).value
        served = json.dumps(self.get("/admin/v1/openapi.json").json).replace('"$ref": "#/', '"$ref": "urn:interface#/')
        self.assertEqual(json.loads(served), expected)

    def test_nothing_is_told_without_the_token(self):
        for path in ("/admin/v1/catalogs", "/admin/v1/openapi.json", PATH, PATH + "/records"):
            answer = ask("GET", self.server + path, {"Accept-Language": "de"})
            self.assertEqual((answer.status, answer.headers["Content-Language"]), (401, "de"))
            self.assertEqual(self.document.differences("GET", path, answer), [])


if __name__ == "__main__":
    unittest.main()
