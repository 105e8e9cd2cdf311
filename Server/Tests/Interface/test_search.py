# Searches find, order and show records as requested.

import unicodedata
import unittest

from interface import InterfaceTestCase
from samples import CATALOGS, product_count, records


def letters(text):
    """A text without differences of case and diacritics."""
    return "".join(one for one in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(one))


class SearchTests(InterfaceTestCase):
    def test_a_search_answers_as_the_program_does(self):
        answer = self.get("/v1/search", q="geburtstag", locale="de_DE").json
        self.assertEqual((answer["query"], answer["locale"], answer["scope"]), ("geburtstag", "de_DE", "all"))
        self.assertEqual(answer["chain"], ["de_DE", "de", "en"])
        self.assertEqual((answer["total"], answer["label"], answer["relaxed"]), (67, "67 Treffer gefunden", None))
        self.assertEqual(answer["scopes"][:2], [
            {"id": "all", "label": "Alle", "count": 67}, {"id": "birthdays", "label": "Geburtstage", "count": 67},
        ])  # fmt: skip
        self.assertEqual(len(answer["hits"]), 10)
        self.assertEqual(answer["hits"][0]["title"], "Zum 50. Geburtstag")

    def test_without_a_query_all_is_found(self):
        count = sum(map(product_count, CATALOGS))
        for query in ("", "?q=", "?locale=de&q=&scope=&limit=&price=&sort="):
            with self.subTest(query):
                self.assertEqual(self.get("/v1/search" + query).json["total"], count)
        variants = self.get("/v1/search", group="none", limit=0).json["total"]
        self.assertEqual(variants, sum(len(records(path)) for path in CATALOGS))
        self.assertGreater(variants, count)

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
        self.assertGreater(found["total"], 0)
        for hit in found["hits"]:
            self.assertIn("rose", hit["title"].casefold())
        found = self.get("/v1/search", locale="en", price="10..20", year="2010..", limit=100).json
        self.assertGreater(found["total"], 0)
        for hit in found["hits"]:
            self.assertTrue(10 <= float(hit["price"]["amount"]) <= 20 and hit["year"] >= 2010, hit)

    def test_results_stand_in_the_order_asked_for(self):
        found = self.get("/v1/search", locale="en", catalogs="gifts", sort="price", limit=100).json
        prices = [float(hit["price"]["amount"]) for hit in found["hits"]]
        self.assertEqual(prices, sorted(prices))
        self.assertGreater(len(set(prices)), 1)
        for reverse, is_reversed in (("false", False), ("0", False), ("true", True), ("1", True)):
            found = self.get("/v1/search", catalogs="cards", sort="year", reverse=reverse, limit=100).json
            years = [hit["year"] for hit in found["hits"]]
            self.assertEqual(years, sorted(years, reverse=is_reversed))
            self.assertGreater(len(set(years)), 1)

    def test_similar_words_are_looked_for_unless_the_request_says_never(self):
        self.assertEqual(self.get("/v1/search", q="geburtstga", locale="de", relax="never").json["total"], 0)
        relaxed = self.get("/v1/search", q="geburtstga", locale="de").json["relaxed"]
        self.assertEqual(relaxed, {"kind": "typos", "words": [{"word": "geburtstga", "found": ["Geburtstag"]}]})

    def test_matches_are_places_in_the_texts_shown(self):
        for query, locale in (("geburtstag", "de"), ("rose", "en"), ("結婚", "ja"), ("2001", "de")):
            answer = self.get("/v1/search", q=query, locale=locale, limit=100).json
            labels = {scope["id"]: scope["label"] for scope in answer["scopes"]}
            self.assertTrue(answer["hits"], query)
            for hit in answer["hits"]:
                with self.subTest(query, record=hit["id"]):
                    self.assertTrue(hit["matches"])
                    for match in hit["matches"]:
                        elsewhere = {"price": hit.get("price", {}).get("text"), "scope": labels.get(hit["scope"])}
                        shown = elsewhere.get(match["field"]) or hit[match["field"]]
                        text = shown[match.get("index", 0)] if isinstance(shown, list) else str(shown)
                        self.assertLess(match["start"], match["end"])
                        # Another form is marked as a whole: Roses for `rose`.
                        self.assertTrue(letters(text[match["start"] : match["end"]]).startswith(query), match)

    def test_words_find_records_by_the_label_of_their_scope(self):
        for fields, ids in (("", ["g-128"]), ("title,scope", ["g-128"]), ("title,summary,keywords", [])):
            with self.subTest(fields):
                request = {"q": "rosen hochzeit", "locale": "de", "fields": fields, "explain": "true", "relax": "never"}
                answer = self.get("/v1/search", **request).json
                self.assertEqual([hit["id"] for hit in answer["hits"]], ids)
                for hit in answer["hits"]:
                    self.assertIn({"field": "scope", "start": 0, "end": 8}, hit["matches"])
                    self.assertEqual(hit["explanation"][1]["places"][0]["text"], "Hochzeit")
        self.assertEqual(self.get("/v1/search", q="bücher", locale="de", fields="catalog", limit=0).json["total"],
                         self.get("/v1/search", catalogs="books", limit=0).json["total"])  # fmt: skip

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
        explained = self.get("/v1/search", q="gladiole 2001", locale="de", explain="true").json["hits"]
        self.assertTrue(explained)
        for hit in explained:
            self.assertEqual([one["word"] for one in hit["explanation"]], ["gladiole", "2001"])
            self.assertTrue(hit["rank"])
        for hit in self.get("/v1/search", q="gladiole 2001", locale="de").json["hits"]:
            self.assertFalse({"explanation", "rank"} & hit.keys())

    def test_suggestions_complete_and_correct(self):
        answer = self.get("/v1/suggest", q="gebu", locale="de", limit=3).json
        self.assertEqual(len(answer["completions"]), 3)
        self.assertEqual(answer["completions"][0], {"query": "Geburtstag", "word": "Geburtstag", "count": 67})
        answer = self.get("/v1/suggest", q="geburtstga", locale="de").json
        self.assertEqual(answer["corrections"], [{"query": "Geburtstag", "kind": "typos", "count": 67}])

    def test_a_search_may_return_suggestions(self):
        suggested = self.get("/v1/suggest", q="gebu", locale="de", limit=3).json
        same = self.get("/v1/search", q="gebu", locale="de", limit=3, returns="suggestions").json
        self.assertEqual(same["completions"], suggested["completions"])


if __name__ == "__main__":
    unittest.main()
