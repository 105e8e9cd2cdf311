# Does the storefront answer as the document of its interface says, to whom it asks, and in which language?

import gzip
import json
import re
import unicodedata
import unittest

from interface import FOLDER, InterfaceTestCase, tag

ROOT = FOLDER.parents[2]
CATALOGS = sorted((ROOT / "Catalogs").glob("*.jsonl"))
READABLE = (
    "/v1/search", "/v1/suggest", "/v1/scopes", "/v1/catalogs", "/v1/records/gifts/g-101", "/v1/strings/Page",
    "/v1/openapi.json", "/healthz", "/readyz", "/", "/assets/page.css",
)  # fmt: skip
NEGOTIATED = READABLE[:6]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
WRITING = {"de": r"[äöüßa-z]", "ar": r"[\u0600-\u06ff]", "ja": r"[\u3040-\u30ff\u4e00-\u9fff]"}


def records(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def table(locale, name):
    """A table of texts as it is written: by key a text, or its plural forms."""
    path = ROOT / "Localizations" / f"{locale}.lproj" / f"{name}.strings"
    strings = {}
    for key, value in re.findall(
        r'^"((?:[^"\\]|\\.)+)" = "((?:[^"\\]|\\.)*)";$', path.read_text("utf-8"), re.MULTILINE
    ):
        key, value = (re.sub(r"\\(.)", r"\1", text) for text in (key, value))
        key, _, category = key.partition("|==|plural.")
        if category:
            strings.setdefault(key, {})[category] = value
        else:
            strings[key] = value
    return strings


def letters(text):
    """A text without differences of case and marks."""
    return "".join(one for one in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(one))


class SearchTests(InterfaceTestCase):
    def test_a_search_answers_as_the_program_does(self):
        answer = self.get("/v1/search", q="geburtstag", locale="de_DE").json
        self.assertEqual((answer["query"], answer["locale"], answer["scope"]), ("geburtstag", "de_DE", "all"))
        self.assertEqual(answer["chain"], ["de_DE", "de", "en"])
        self.assertEqual((answer["total"], answer["label"], answer["relaxed"]), (19, "19 Artikel gefunden", None))
        self.assertEqual(answer["scopes"][:2], [
            {"id": "all", "label": "Alle", "count": 19}, {"id": "birthdays", "label": "Geburtstage", "count": 19},
        ])  # fmt: skip
        self.assertEqual(len(answer["hits"]), 10)
        self.assertEqual(answer["hits"][0]["title"], "Geburtstagskuchen")

    def test_without_a_query_all_is_found(self):
        count = sum(len(records(path)) for path in CATALOGS)
        for query in ("", "?q=", "?locale=de&q=&scope=&limit=&price=&sort="):
            with self.subTest(query):
                self.assertEqual(self.get("/v1/search" + query).json["total"], count)

    def test_the_last_of_several_counts_and_others_are_passed_over(self):
        answer = self.get("/v1/search?q=rose&q=geburtstag&locale=de&teas=1&Q=x").json
        self.assertEqual(answer["query"], "geburtstag")

    def test_texts_come_back_as_they_were_sent(self):
        for query in ("a+b&c=d", "100 %", "𝔘𝔫𝔦", "ä", "a\u0308", "“\"'<b>", "結婚", "عيد", " rose ", "\t"):
            with self.subTest(query):
                self.assertEqual(self.get("/v1/search", q=query, locale="en").json["query"], query)
        self.assertEqual(self.get("/v1/search?locale=en&q=a+b%20c").json["query"], "a b c")

    def test_pages_are_parts_of_the_same_order(self):
        whole = self.get("/v1/search", q="e", locale="de", returns="ids", limit=100).json
        pages = [self.get("/v1/search", q="e", locale="de", limit=7, offset=offset).json for offset in (0, 7, 14)]
        shown = [(hit["catalog"], hit["id"]) for page in pages for hit in page["hits"]]
        self.assertEqual(shown, list(zip(whole["catalogs"], whole["ids"], strict=True))[:21])
        self.assertEqual({page["total"] for page in pages}, {whole["total"]})
        self.assertEqual(self.get("/v1/search", q="e", locale="de", limit=0).json["hits"], [])

    def test_scopes_are_named_by_their_ids_and_their_labels(self):
        for scope in ("weddings", "Hochzeiten", "hochzeiten"):
            with self.subTest(scope):
                answer = self.get("/v1/search", q="rose", locale="de", scope=scope).json
                self.assertEqual(answer["scope"], "weddings")
                self.assertEqual({hit["scope"] for hit in answer["hits"]}, {"weddings"})

    def test_only_what_is_asked_for_is_searched(self):
        found = self.get("/v1/search", locale="en", q="rose", catalogs="books,quotes", limit=100).json
        self.assertEqual({hit["catalog"] for hit in found["hits"]}, {"books", "quotes"})
        found = self.get("/v1/search", locale="de", chain="de", q="rose", fields="title", limit=100).json
        self.assertEqual(found["chain"], ["de"])
        for hit in found["hits"]:
            self.assertIn("rose", hit["title"].casefold())
        found = self.get("/v1/search", locale="en", price="10..20", year="2010..", limit=100).json
        self.assertGreater(found["total"], 0)
        for hit in found["hits"]:
            self.assertTrue(10 <= float(hit["price"]["amount"]) <= 20 and hit["year"] >= 2010, hit)

    def test_results_stand_in_the_order_asked_for(self):
        prices = [
            float(hit["price"]["amount"])
            for hit in self.get("/v1/search", locale="en", catalogs="gifts", sort="price", limit=100).json["hits"]
        ]
        self.assertEqual(prices, sorted(prices))
        for reverse, is_reversed in (("false", False), ("0", False), ("true", True), ("1", True)):
            found = self.get("/v1/search", catalogs="cards", sort="year", reverse=reverse, limit=100).json
            years = [hit["year"] for hit in found["hits"]]
            self.assertEqual(years, sorted(years, reverse=is_reversed))

    def test_similar_words_are_looked_for_only_where_it_is_asked_for(self):
        self.assertEqual(self.get("/v1/search", q="geburtstga", locale="de").json["total"], 0)
        relaxed = self.get("/v1/search", q="geburtstga", locale="de", relax="auto").json["relaxed"]
        self.assertEqual(relaxed, {"kind": "typos", "words": [{"word": "geburtstga", "found": ["Geburtstag"]}]})

    def test_matches_are_places_in_the_texts_shown(self):
        for query, locale in (("geburtstag", "de"), ("rose", "en"), ("結婚", "ja"), ("2001", "de")):
            for hit in self.get("/v1/search", q=query, locale=locale, limit=100).json["hits"]:
                with self.subTest(query, record=hit["id"]):
                    self.assertTrue(hit["matches"])
                    for match in hit["matches"]:
                        shown = hit["price"]["text"] if match["field"] == "price" else hit[match["field"]]
                        text = shown[match.get("index", 0)] if isinstance(shown, list) else str(shown)
                        self.assertLess(match["start"], match["end"])
                        self.assertEqual(letters(text[match["start"] : match["end"]]), query, match)

    def test_hits_say_the_language_of_each_text(self):
        answer = self.get("/v1/search", q="rose", locale="ja", limit=100).json
        self.assertGreater(len({locale for hit in answer["hits"] for locale in hit["locales"].values()}), 1)
        for hit in answer["hits"]:
            record = self.get(f"/v1/records/{hit['catalog']}/{hit['id']}", locale="ja").json
            self.assertIn("title", hit["locales"])
            for member, locale in hit["locales"].items():
                if member in record["texts"]:
                    self.assertEqual(hit[member], record["texts"][member][locale], (hit["id"], member))

    def test_hits_say_why_they_were_found_if_asked(self):
        for hit in self.get("/v1/search", q="gladiole 2001", locale="de", explain="true").json["hits"]:
            self.assertEqual([one["word"] for one in hit["explanation"]], ["gladiole", "2001"])
            self.assertTrue(hit["rank"])
        for hit in self.get("/v1/search", q="gladiole 2001", locale="de").json["hits"]:
            self.assertFalse({"explanation", "rank"} & hit.keys())

    def test_suggestions_complete_and_correct(self):
        answer = self.get("/v1/suggest", q="gebu", locale="de", limit=3).json
        self.assertEqual(len(answer["completions"]), 3)
        self.assertEqual(answer["completions"][0], {"query": "Geburtstag", "word": "Geburtstag", "count": 19})
        answer = self.get("/v1/suggest", q="geburtstga", locale="de").json
        self.assertEqual(answer["corrections"], [{"query": "Geburtstag", "kind": "typos", "count": 19}])
        same = self.get("/v1/search", q="gebu", locale="de", limit=3, returns="suggestions").json
        self.assertEqual(
            same["completions"], self.get("/v1/suggest", q="gebu", locale="de", limit=3).json["completions"]
        )


class ReadingTests(InterfaceTestCase):
    def test_scopes_begin_with_all_of_them(self):
        scopes = self.get("/v1/scopes", locale="de").json["scopes"]
        self.assertEqual((scopes[0]["id"], scopes[0]["label"]), ("all", "Alle"))
        self.assertEqual(scopes[0]["count"], sum(len(records(path)) for path in CATALOGS))
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
                    for field in {"title", "summary", "description", "author"} & record.keys():
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

    def test_metrics_are_as_prometheus_reads_them(self):
        answer = self.get("/metrics")
        if answer.status == 404:
            self.skipTest("the metrics are on the admin listener")
        self.assertEqual(answer.headers.get_param("version"), "0.0.4")
        for line in filter(None, answer.body.decode().split("\n")):
            self.assertRegex(
                line, r'^(# .*|[a-zA-Z_:][a-zA-Z0-9_:]*(\{([a-zA-Z_]\w*="([^"\\]|\\.)*",?)*\})? [-+]?[0-9a-zA-Z.+-]+)$'
            )

    def test_the_page_is_served_with_its_files(self):
        page = self.get("/", q="rose", locale="de")
        self.assertEqual(page.headers["Content-Security-Policy"], POLICY)
        self.assertIn("rose", page.body.decode())
        types = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
        for file in (FOLDER.parent / "Page" / "assets").iterdir():
            answer = self.get("/assets/" + file.name)
            self.assertEqual(answer.media_type, types[file.suffix])
            self.assertEqual(answer.body, file.read_bytes())

    def test_what_is_not_there_is_not_found(self):
        for path in (
            "/nothing", "/v1", "/v1/", "/v1/nothing", "/v1/records", "/v1/records/gifts", "/v1/records/gifts/none",
            "/v1/records/none/g-101", "/v1/records/gifts/g-101/more", "/v1/strings/None", "/v1/strings/",
            "/assets/none.css",
            "/assets/", "/assets", "/admin/v1/catalogs", "/v2/search", "/V1/search",
        ):  # fmt: skip
            with self.subTest(path):
                self.assertProblem(self.get(path, locale="de"), 404, "not-found")

    def test_methods_that_a_path_does_not_know_are_named(self):
        for path in READABLE:
            for method in ("POST", "PUT", "PATCH", "DELETE"):
                with self.subTest(path, method=method):
                    answer = self.ask(method, path, {"Content-Type": "application/json"}, b"{}")
                    self.assertProblem(answer, 405, "method-not-allowed")
                    allowed = set(re.split(r"\s*,\s*", answer.headers["Allow"]))
                    self.assertLessEqual({"GET", "HEAD"}, allowed)
                    self.assertNotIn(method, allowed)
        answer = self.get("/v1/search:batch")
        self.assertProblem(answer, 405, "method-not-allowed")
        self.assertIn("POST", answer.headers["Allow"])

    def test_heads_are_those_of_the_answers(self):
        for path in READABLE:
            with self.subTest(path):
                got, head = self.get(path, q="rose", locale="de"), self.ask("HEAD", path, q="rose", locale="de")
                self.assertEqual((head.status, head.body), (200, b""))
                for name in (
                    "Content-Type",
                    "Content-Language",
                    "ETag",
                    "Vary",
                    "Cache-Control",
                    "X-Content-Type-Options",
                ):
                    self.assertEqual(head.headers[name], got.headers[name], name)
        self.assertEqual(self.ask("HEAD", "/v1/records/gifts/none").status, 404)


class LanguageTests(InterfaceTestCase):
    def language(self, header=None, path="/v1/search", **parameters):
        """In which language an answer is."""
        answer = self.get(path, {"Accept-Language": header} if header is not None else None, **parameters)
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.headers["Content-Language"], tag(answer.json["locale"]))
        self.assertLessEqual(
            {"accept-language", "accept-encoding"}, set(re.split(r"\s*,\s*", answer.headers["Vary"].lower()))
        )
        return answer.headers["Content-Language"]

    def test_the_language_that_is_preferred_most_is_answered(self):
        for header, expected in (
            ("de", "de"), ("de-AT", "de(-AT)?"), ("DE-at", "de(-AT)?"), ("ja, de", "ja"), ("de;q=0.5, ja", "ja"),
            ("de;q=0.5,ja;q=0.7,ar;q=0.6", "ja"), ("en;q=0.8, de;q=0.9", "de"), ("de ; q=0.2 , ar ; q=0.9", "ar"),
            ("zh-TW", "zh-(TW|Hant.*)"), ("zh-CN", "zh-(CN|Hans.*)"), ("pt", "pt(-BR)?"),
            ("pt-PT, de;q=0.1", "pt.*|de"), ("iw", "he|iw"),
        ):  # fmt: skip
            for path in NEGOTIATED:
                with self.subTest(header, path=path):
                    self.assertRegex(self.language(header, path), f"^({expected})$")

    def test_languages_that_nobody_has_are_passed_over(self):
        for header, expected in (
            ("xx, ja;q=0.3", "ja"),
            ("sw, tr;q=0.1", "tr"),
            ("tlh, eo;q=0.9, de;q=0.01", "de"),
            ("i-klingon, ja", "ja"),
        ):
            with self.subTest(header):
                self.assertEqual(self.language(header), expected)

    def test_nothing_that_can_be_had_gives_the_default(self):
        usual = self.language()
        for header in ("", "*", "xx", "sw", "xx, sw;q=0.5", "*;q=0.5", ",", " , ,"):
            with self.subTest(header):
                self.assertEqual(self.language(header), usual)

    def test_languages_that_are_refused_are_not_answered(self):
        self.assertEqual(self.language("ja;q=0, de;q=0.1"), "de")
        self.assertEqual(self.language("ja;q=0.000, ar;q=0.001"), "ar")

    def test_malformed_preferences_are_passed_over(self):
        for header in (
            ";;;", "q=1", "-", "=", "de;q=", "de;q=abc", "de;q=2", "de;q=-1", "de;q=0,5", "de;;q=1", "de;q=1;q=0",
            "\xe4\xff", "a" * 5000,
            "de_DE.UTF-8", "de-" * 500, ",".join(["de;q=0.1"] * 500), "de;q=0.00000000001", "de;q=1e999", "*-*",
            "../../etc/passwd",
        ):  # fmt: skip
            with self.subTest(header[:40]):
                self.assertTrue(self.language(header))
        for header in ("ja, ;;;", ";;;, ja", "-, ja", "ja, de;q=abc"):
            with self.subTest(header):
                self.assertEqual(self.language(header), "ja")

    def test_the_parameter_wins(self):
        for path in NEGOTIATED:
            for locale, expected in (
                ("de", "de"),
                ("de_DE", "de-DE"),
                ("de-DE", "de-DE"),
                ("ar", "ar"),
                ("zh_Hans", "zh-Hans"),
                ("de-u-co-phonebk", "de"),
            ):
                with self.subTest(path, locale=locale):
                    found = self.language("ja", path, locale=locale)
                    # Texts are those of the nearest language that has some.
                    self.assertIn(found, {expected, expected.split("-")[0]} if "strings" in path else {expected})
        self.assertEqual(self.language("ja", locale=""), "ja")

    def test_locales_that_do_not_exist_are_no_locales(self):
        for locale in ("xx", "qqq", "d", "de DE", "../de", "de\x00", "ä", "-", "a" * 200):
            with self.subTest(locale):
                self.assertProblem(self.get("/v1/search", {"Accept-Language": "de"}, locale=locale), 400, "bad-request")

    def test_answers_are_in_the_language_they_say(self):
        for locale, label, scope in (
            ("de", "19 Artikel gefunden", "Alle"),
            ("ja", None, "すべて"),
            ("ar", None, "الكل"),
        ):
            answer = self.get("/v1/search", {"Accept-Language": locale}, q="geburtstag" if locale == "de" else "").json
            self.assertEqual(answer["scopes"][0]["label"], scope)
            self.assertEqual(answer["label"], label or answer["label"])
            self.assertRegex(answer["label"], WRITING[locale])

    def test_problems_are_in_the_language_of_the_reader(self):
        titles = set()
        for locale, writing in WRITING.items():
            for headers, parameters in (
                ({"Accept-Language": locale}, {}),
                ({"Accept-Language": "en"}, {"locale": locale}),
            ):
                for path, status, more in (
                    ("/v1/search", 400, {"scope": "teas"}), ("/v1/search", 400, {"limit": "many"}),
                    ("/v1/search", 400, {"price": "9..1"}),
                    ("/v1/search", 414, {"q": "a" * 2001}), ("/v1/search", 422, {"limit": 101}),
                    ("/v1/records/gifts/none", 404, {}),
                    ("/v1/nothing", 404, {}), ("/v1/strings/None", 404, {}), ("/v1/suggest", 400, {"catalogs": "none"}),
                ):  # fmt: skip
                    with self.subTest(locale, path=path, more=str(more)[:40], parameters=parameters):
                        answer = self.get(path, headers, **more, **parameters)
                        self.assertEqual(answer.status, status)
                        self.assertEqual(answer.headers["Content-Language"], locale)
                        self.assertRegex(answer.json["title"], writing)
                        self.assertRegex(answer.json["detail"], writing)
                        titles.add((locale, status, answer.json["title"]))
        by_status = {status: len({title for _, one, title in titles if one == status}) for _, status, _ in titles}
        self.assertEqual(set(by_status.values()), {len(WRITING)}, "each language has words of its own for each status")
        answer = self.get("/v1/search", {"Accept-Language": "de"}, scope="teas").json
        self.assertIn("„teas“", answer["detail"])


class CachingTests(InterfaceTestCase):
    def test_what_has_not_changed_is_not_sent_again(self):
        for path in NEGOTIATED:
            etag = self.get(path, q="rose", locale="de").headers["ETag"]
            self.assertEqual(self.get(path, q="rose", locale="de").headers["ETag"], etag, "the same answer")
            for header in (etag, etag.removeprefix("W/"), f'"x", {etag}', f'W/"x" ,{etag}, "y"', "*", f'"a,b", {etag}'):
                for method in ("GET", "HEAD"):
                    with self.subTest(path, header=header, method=method):
                        answer = self.ask(method, path, {"If-None-Match": header}, q="rose", locale="de")
                        self.assertEqual((answer.status, answer.body), (304, b""))
                        self.assertEqual(answer.headers["ETag"], etag)
                        self.assertIn("accept-language", answer.headers["Vary"].lower())
            for header in ('"x"', 'W/"x"', etag[:-1], "", ",", '"*"', "x" * 3000):
                with self.subTest(path, header=header[:40]):
                    self.assertEqual(self.get(path, {"If-None-Match": header}, q="rose", locale="de").status, 200)

    def test_other_answers_have_other_names(self):
        etags = [
            self.get("/v1/search", headers, **parameters).headers["ETag"]
            for headers, parameters in (
                (None, {"q": "rose", "locale": "de"}), (None, {"q": "rose", "locale": "ja"}),
                (None, {"q": "tulpe", "locale": "de"}),
                (None, {"q": "rose", "locale": "de", "limit": 5}),
                (None, {"q": "rose", "locale": "de", "explain": "true"}),
                ({"Accept-Language": "ar"}, {"q": "rose"}), ({"Accept-Language": "fr"}, {"q": "rose"}),
            )
        ]  # fmt: skip
        self.assertEqual(len(set(etags)), len(etags))

    def test_problems_are_told_again(self):
        self.assertEqual(self.get("/v1/search", {"If-None-Match": "*"}, scope="teas").status, 400)
        self.assertEqual(self.get("/v1/records/gifts/none", {"If-None-Match": "*"}).status, 404)

    def test_answers_are_compressed_only_for_those_who_want_it(self):
        for header, expected in (
            (None, {None}), ("", {None}), ("identity", {None}), ("gzip", {"gzip"}), ("GZIP", {"gzip"}),
            ("br, gzip;q=0.5", {"gzip"}),
            ("gzip;q=0", {None}), ("gzip;q=0, *", {None}), ("gzip; q=0.000", {None}), ("br", {None}),
            ("identity;q=0, gzip", {"gzip"}),
            ("*", {None, "gzip"}), ("identity;q=0", {None, "gzip"}), ("*;q=0", {None}), ("gzip;q=abc", {None, "gzip"}),
            ("gzipped", {None}),
            ("deflate", {None}), (";;;", {None}), ("gzip;q=0.1, identity;q=0.9", {None, "gzip"}),
        ):  # fmt: skip
            with self.subTest(header):
                headers = {"Accept-Encoding": header} if header is not None else None
                answer = self.get("/v1/search", headers, q="e", locale="de", limit=100)
                self.assertEqual(answer.status, 200)
                coding = answer.headers.get("Content-Encoding")
                self.assertIn(coding, expected)
                if coding:
                    answer.body = gzip.decompress(answer.body)
                    del answer.headers["Content-Encoding"]
                    self.assertEqual(self.document.differences("GET", "/v1/search", answer), [])
                self.assertEqual(len(answer.json["hits"]), 100)

    def test_what_is_small_is_not_compressed(self):
        self.assertIsNone(self.get("/healthz", {"Accept-Encoding": "gzip"}).headers.get("Content-Encoding"))


class LimitTests(InterfaceTestCase):
    def test_queries_have_so_many_characters_at_most(self):
        for query in ("a" * 2000, "𝔘" * 2000, "結" * 2000):
            self.assertEqual(self.get("/v1/search", q=query, locale="en").status, 200)
        for path in ("/v1/search", "/v1/suggest"):
            self.assertProblem(self.get(path, q="a" * 2001), 414, "query-too-long")

    def test_pages_have_so_many_results_at_most(self):
        for parameters, status in (
            ({"limit": 100}, 200), ({"limit": 101}, 422), ({"limit": 10_000, "returns": "ids"}, 200),
            ({"limit": 10_001, "returns": "ids"}, 422),
            ({"limit": 100, "offset": 9_900}, 200), ({"limit": 100, "offset": 9_901}, 422),
            ({"limit": 10, "offset": 2**63 - 1}, 422),
            ({"limit": 2**63 - 1}, 422), ({"limit": 2**63 - 1, "offset": 2**63 - 1, "returns": "ids"}, 422),
        ):  # fmt: skip
            with self.subTest(parameters):
                answer = self.get("/v1/search", **parameters)
                self.assertEqual(answer.status, status)
                if status == 422:
                    self.assertProblem(answer, 422, "page-too-large")

    def test_what_is_no_value_is_refused(self):
        for name, values in {
            "limit": ("-1", "x", "1.5", "1e3", "1e999", "NaN", "٣", "0x10", str(2**63), " 1", "1 "),
            "offset": ("-1", "x", str(2**64)),
            "price": ("x", "1..2..3", "..", "2..1", "1e999..", "1" * 19, "NaN", "1,5..2", "..."),
            "year": ("x", "2..1", "--1", "1…2"),
            "sort": ("best", "Title"),
            "reverse": ("yes", "TRUE"),
            "explain": ("2",),
            "returns": ("all",),
            "relax": ("sometimes",),
            "scope": ("teas", "x" * 900),
            "catalogs": ("none", "gifts,none"),
            "fields": ("none", "title,none"),
            "chain": ("xx", "de,xx", ","),
        }.items():
            for value in values:
                with self.subTest(name, value=value[:40]):
                    self.assertProblem(self.get("/v1/search", **{"locale": "de", name: value}), 400, "bad-request")


class BatchTests(InterfaceTestCase):
    def batch(self, requests, headers=None, **parameters):
        body = requests if isinstance(requests, bytes) else json.dumps({"requests": requests}).encode()
        return self.ask(
            "POST", "/v1/search:batch", {"Content-Type": "application/json", **(headers or {})}, body, **parameters
        )

    def test_answers_stand_in_the_order_of_the_requests(self):
        queries = ["rose", "geburtstag", "", "結婚", "zzzz", "rose"]
        answers = self.batch([{"q": query, "locale": "de"} for query in queries]).json["answers"]
        self.assertEqual([answer["query"] for answer in answers], queries)
        for query, answer in zip(queries, answers, strict=True):
            alone = self.get("/v1/search", q=query, locale="de").json
            self.assertEqual({**answer, "ns": 0}, {**alone, "ns": 0})

    def test_errors_stand_in_the_place_of_their_requests(self):
        wrong = [
            {"q": "rose", "scope": "teas"},
            {"q": "rose", "limit": -1},
            {"q": 1},
            {},
            [],
            "rose",
            {"q": "rose", "locale": "xx"},
        ]
        requests = [one for request in wrong for one in (request, {"q": "rose"})]
        answers = self.batch(requests).json["answers"]
        self.assertEqual(["error" in answer for answer in answers], [True, False] * len(wrong))

    def test_each_request_has_its_language(self):
        requests = [{"q": "", "locale": locale, "limit": 0} for locale in ("de", "ja", "ar")]
        answers = self.batch(requests, {"Accept-Language": "fr"}).json["answers"]
        self.assertEqual([answer["locale"] for answer in answers], ["de", "ja", "ar"])
        self.assertEqual([answer["scopes"][0]["label"] for answer in answers], ["Alle", "すべて", "الكل"])
        wrong = [{"q": "rose", "locale": locale, "scope": "teas"} for locale in WRITING]
        for (locale, writing), answer in zip(WRITING.items(), self.batch(wrong).json["answers"], strict=True):
            self.assertRegex(answer["error"]["message"], writing, locale)

    def test_requests_say_what_parameters_say(self):
        request = {
            "q": "e", "locale": "de", "chain": ["de"], "scope": "birthdays", "limit": 3, "offset": 1,
            "catalogs": ["gifts", "cards"],
            "fields": ["title", "summary"], "sort": "price", "reverse": True, "explain": True, "returns": "hits",
            "price": "1..100",
            "year": "1990..", "relax": "auto", "teas": [1], "ignored": None,
        }  # fmt: skip
        parameters = {
            key: ",".join(value)
            if isinstance(value, list)
            else str(value).lower()
            if isinstance(value, bool)
            else value
            for key, value in request.items()
            if key not in {"teas", "ignored"}
        }
        answer = self.batch([request]).json["answers"][0]
        self.assertGreater(len(answer["hits"]), 0)
        self.assertEqual({**answer, "ns": 0}, {**self.get("/v1/search", **parameters).json, "ns": 0})
        nothing = {key: None for key in request if key != "q"}
        self.assertEqual(
            self.batch([{"q": "e", **nothing}]).json["answers"][0]["total"], self.get("/v1/search", q="e").json["total"]
        )

    def test_a_batch_has_so_many_requests_at_most(self):
        self.assertEqual(self.batch([]).json["answers"], [])
        self.assertEqual(len(self.batch([{"q": "rose", "limit": 1}] * 100).json["answers"]), 100)
        self.assertProblem(self.batch([{"q": "rose"}] * 101), 422, "page-too-large")

    def test_bodies_are_json_of_the_right_form(self):
        for body in (
            b"", b" ", b"{", b"null", b"[]", b'"x"', b"{}", b'{"requests": null}', b'{"requests": {}}',
            b'{"requests": "x"}',
            b'{"requests": []} x', b'{"requests": [}', b'{"requests": ["\xff"]}', b"\x00", b'{"Requests": []}',
        ):  # fmt: skip
            with self.subTest(body):
                self.assertProblem(self.batch(body, {"Accept-Language": "de"}), 400, "bad-request")

    def test_bodies_of_other_types_are_refused(self):
        body = b'{"requests": []}'
        for media_type in (
            "text/plain",
            "application/x-www-form-urlencoded",
            "application/xml",
            "application/jsonx",
            "x",
        ):
            with self.subTest(media_type):
                self.assertProblem(self.batch(body, {"Content-Type": media_type}), 415, "unsupported-media-type")
        for media_type in ("application/json; charset=utf-8", "Application/JSON", "application/json;charset=UTF-8"):
            with self.subTest(media_type):
                self.assertEqual(self.batch(body, {"Content-Type": media_type}).status, 200)
        self.assertProblem(self.batch(gzip.compress(body), {"Content-Encoding": "gzip"}), 415, "unsupported-media-type")


if __name__ == "__main__":
    unittest.main()
