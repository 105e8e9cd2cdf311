# Catalogs of the store are created, described and deleted, and searches follow.

import unittest

from administration import CATALOG, DESCRIPTION, PATH, TEA, AdminTestCase
from client import ask


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


if __name__ == "__main__":
    unittest.main()
