# Catalogs, records, texts and the page equal their files; health.

import json
import unittest

from interface import FOLDER, InterfaceTestCase
from samples import ASSETS, CATALOGS, PAGE_FILES, product_count, records, table

MEDIA_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: http:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class ReadingTests(InterfaceTestCase):
    def test_scopes_begin_with_all_of_them(self):
        scopes = self.get("/v1/scopes", locale="de").json["scopes"]
        self.assertEqual((scopes[0]["id"], scopes[0]["label"]), ("all", "Alle"))
        self.assertEqual(scopes[0]["count"], sum(map(product_count, CATALOGS)))
        some = self.get("/v1/scopes", locale="de", catalogs="gifts").json["scopes"]
        self.assertEqual(some[0]["count"], self.get("/v1/search", catalogs="gifts", limit=0).json["total"])

    def test_catalogs_say_how_much_they_have_in_which_languages(self):
        catalogs = {one["id"]: one for one in self.get("/v1/catalogs", locale="de").json["catalogs"]}
        self.assertLessEqual({path.stem for path in CATALOGS}, catalogs.keys())
        self.assertEqual(catalogs["gifts"]["label"], "Blumen und Geschenke")
        for path in CATALOGS:
            of_file = {
                locale for record in records(path) for field in ("title", "content") for locale in record.get(field, ())
            }
            self.assertEqual(catalogs[path.stem]["count"], len(records(path)))
            self.assertLessEqual(of_file, set(catalogs[path.stem]["locales"]))

    def test_records_are_what_the_catalogs_say(self):
        for path in CATALOGS:
            for record in records(path):
                with self.subTest(path.stem, record=record["id"]):
                    answer = self.get(f"/v1/records/{path.stem}/{record['id']}", locale="de").json
                    self.assertEqual((answer["id"], answer["catalog"]), (record["id"], path.stem))
                    self.assertEqual(answer.get("scope"), record.get("type"))
                    self.assertEqual(answer.get("year"), record.get("year"))
                    for field in {"title", "content", "summary", "description", "keywords", "author"} & record.keys():
                        self.assertEqual(answer["texts"][field], record[field])
                    if "price" in record:
                        self.assertEqual(answer["price"]["currency"], record["price"]["currency"])
                        self.assertEqual(float(answer["price"]["amount"]), float(record["price"]["amount"]))

    def test_records_speak_the_language_asked_for(self):
        for locale, title, price in (("de", "Gladiole", "51,99\u00a0€"), ("ja", "グラジオラス", "€51.99")):
            record = self.get("/v1/records/gifts/g-101", locale=locale).json
            self.assertEqual((record["title"], record["price"]["text"]), (title, price))
        self.assertEqual(self.get("/v1/records/gifts/g%2D101", locale="de").json["id"], "g-101")

    def test_tables_of_texts_are_whole(self):
        for locale, direction in (("de", "ltr"), ("ar", "rtl"), ("zh_Hans", "ltr"), ("he", "rtl")):
            with self.subTest(locale):
                answer = self.get("/v1/strings/Page", locale=locale).json
                self.assertEqual((answer["locale"], answer["direction"]), (locale, direction))
                self.assertEqual(answer["strings"], table(locale, "Page"))
        self.assertEqual(self.get("/v1/strings/Page", locale="de_AT").json["strings"], table("de", "Page"))

    def test_the_document_is_served(self):
        answer = self.get("/v1/openapi.json").json
        self.assertEqual(answer, json.loads((FOLDER / "openapi.json").read_text(encoding="utf-8")))

    def test_the_server_says_how_it_is(self):
        self.assertEqual(self.get("/healthz").body.strip(), b"ok")
        self.assertEqual(self.get("/readyz").body.strip(), b"ready")

    def test_metrics_are_not_for_everybody(self):
        self.assertEqual(self.get("/metrics").status, 404)

    def test_the_page_is_served_with_its_files(self):
        page = self.get("/", q="rose", locale="de")
        self.assertEqual(page.headers["Content-Security-Policy"], POLICY)
        self.assertIn("rose", page.body.decode())
        self.assertTrue(ASSETS)
        for name in ASSETS:
            with self.subTest(name):
                path, answer = PAGE_FILES / name, self.get("/assets/" + name)
                self.assertEqual(answer.status, 200)
                self.assertEqual(answer.media_type, MEDIA_TYPES[path.suffix])
                self.assertEqual(answer.body, path.read_bytes())


if __name__ == "__main__":
    unittest.main()
