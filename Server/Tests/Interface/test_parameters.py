# Valid values of parameters in any spelling, and messages about invalid ones.

import html
import re
import unittest

from attack import AttackTestCase
from interface import InterfaceTestCase


class ParameterTests(InterfaceTestCase):
    def test_the_last_of_several_counts(self):
        answer = self.get("/v1/search?q=rose&q=geburtstag&locale=de&locale=").json
        self.assertEqual((answer["query"], answer["locale"]), ("geburtstag", "de"))

    def test_unknown_names_are_refused_and_the_nearest_one_is_named(self):
        for path, wrong, meant in (
            ("/v1/search?q=rose", "lmit", "limit"), ("/v1/search?q=rose", "Locale", "locale"),
            ("/v1/suggest?q=ro", "scpoe", "scope"), ("/v1/scopes?", "catalog", "catalogs"),
            ("/v1/catalogs?", "local", "locale"), ("/v1/records/gifts/g-101?", "chian", "chain"),
            ("/v1/strings/Page?", "locales", "locale"),
        ):  # fmt: skip
            for value in ("x", ""):
                with self.subTest(path, name=wrong):
                    answer = self.get(f"{path}&{wrong}={value}", {"Accept-Language": "en"})
                    self.assertProblem(answer, 400, "bad-request")
                    self.assertIn(f"“{wrong}”; did you mean “{meant}”", answer.json["detail"])
        far = self.get("/v1/search?q=rose&colour=red", {"Accept-Language": "en"})
        self.assertProblem(far, 400, "bad-request")
        self.assertIn("q, locale, chain", far.json["detail"])
        # Links to the page contain parameters of other programs.
        self.assertEqual(self.get("/?q=rose&utm_source=x").status, 200)

    def test_texts_are_cut_around_their_matches(self):
        for locale, query in (("de", "zoo"), ("ja", "バラ"), ("th", "กุหลาบ"), ("ar", "ورد")):
            whole = self.get("/v1/search", q=query, locale=locale, limit=50).json["hits"]
            short = self.get("/v1/search", q=query, locale=locale, limit=50, crop=20, highlight="html").json["hits"]
            self.assertTrue(whole)
            for before, after in zip(whole, short, strict=True):
                words = {match["field"] for match in before["matches"]}
                for match in after["matches"]:
                    self.assertIn(match["field"], words)
                for field in after["locales"]:
                    texts = after[field] if isinstance(after[field], list) else [after[field]]
                    self.assertTrue(all(len(text) <= 22 for text in texts), after)
                    marked = after["highlighted"][field]
                    marked = marked if isinstance(marked, list) else [marked]
                    plain = [html.unescape(re.sub("</?mark>", "", one)) for one in marked]
                    self.assertEqual(plain, texts)

    def test_texts_come_back_as_they_were_sent(self):
        for query in ("a+b&c=d", "100 %", "𝔘𝔫𝔦", "ä", "a\u0308", "“\"'<b>", "結婚", "عيد", " rose ", "\t"):
            with self.subTest(query):
                self.assertEqual(self.get("/v1/search", q=query, locale="en").json["query"], query)
        self.assertEqual(self.get("/v1/search?locale=en&q=a+b%20c").json["query"], "a b c")

    def test_queries_have_so_many_characters_at_most(self):
        for letter in "a𝔘結":
            query = " ".join([letter * 199] * 10) + letter
            self.assertEqual(self.get("/v1/search", q=query, locale="en").status, 200)
            rest = letter * (1 if letter == "結" else 200)
            self.assertEqual(self.get("/v1/search", q=query + letter).json["unsearched"], rest)
            self.assertProblem(self.get("/v1/search", q=query + letter, relax="never"), 414, "query-too-long")
            # A final word that is excluded cannot be left out.
            for path in ("/v1/search", "/v1/suggest"):
                self.assertProblem(self.get(path, q=f"{query} -{letter}"), 414, "query-too-long")

    def test_requests_have_so_many_words_locales_catalogs_and_fields_at_most(self):
        def words(count):
            return " ".join(f"w{number}" for number in range(count))

        for path in ("/v1/search", "/v1/suggest"):
            for name, allowed, refused in (
                ("q", words(32), words(33) + " -x"), ("q", "a" * 200, "a" * 201 + " -x"),
                ("chain", ",".join(["en"] * 32), ",".join(["en"] * 5000)),
                ("catalogs", ",".join(["gifts"] * 100), ",".join(["gifts"] * 101)),
                ("fields", ",".join(["title"] * 100), ",".join(["title"] * 3500)),
            ):  # fmt: skip
                with self.subTest(path, name=name):
                    self.assertEqual(self.get(path, **{name: allowed}).status, 200)
                    self.assertProblem(self.get(path, **{name: refused}), 400, "bad-request")

    def test_pages_have_so_many_results_at_most(self):
        for parameters, status in (
            ({"limit": 100}, 200), ({"limit": 101}, 422),
            ({"limit": 10_000, "returns": "ids"}, 200), ({"limit": 10_001, "returns": "ids"}, 422),
            ({"limit": 100, "offset": 9_900}, 200), ({"limit": 100, "offset": 9_901}, 422),
            ({"limit": 10, "offset": 2**63 - 1}, 422), ({"limit": 2**63 - 1}, 422),
            ({"limit": 2**63 - 1, "offset": 2**63 - 1, "returns": "ids"}, 422),
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
            "price": ("x", "1..2..3", "..", "2..1", "1e999..", "1" * 20, "NaN", "1,5..2", "..."),
            "year": ("x", "2..1", "--1", "1…2"),
            "sort": ("best", "Title"),
            "reverse": ("yes", "TRUE"),
            "explain": ("2",),
            "returns": ("all",),
            "relax": ("sometimes",),
            "crop": ("-1", "x"),
            "highlight": ("xml",),
            "scope": ("teas", "x" * 900),
            "catalogs": ("none", "gifts,none"),
            "fields": ("none", "title,none"),
            "chain": ("xx", "de,xx", ","),
        }.items():
            for value in values:
                with self.subTest(name, value=value[:40]):
                    self.assertProblem(self.get("/v1/search", **{"locale": "de", name: value}), 400, "bad-request")


class StrangeParameterTests(AttackTestCase):
    def test_parameters_may_be_many(self):
        many = "&".join(f"p{number}={number}" for number in range(1000))
        self.assertEqual(self.asked("/v1/search?q=rose&limit=1&" + many).status, 400)
        self.assertEqual(self.asked("/?q=rose&" + many).status, 200)
        self.assertEqual(self.asked("/v1/search?" + "q=rose&" * 1000).status, 200)
        self.assertEqual(self.asked("/v1/search?" + "&" * 10_000).status, 200)
        self.assertEqual(self.asked("/v1/search?catalogs=" + "gifts," * 99 + "gifts").status, 200)
        self.assertEqual(self.asked("/v1/search?q=rose&chain=" + "de," * 31 + "de").status, 200)
        self.assertIn(self.asked("/v1/search?q=" + "a+" * 499 + "&relax=always").status, {200, 504})

    def test_numbers_may_be_anything(self):
        numbers = (
            "1e999", "-1e999", "-0", "9" * 30, "0" * 1000 + "1", "1.", ".5", "0x7fffffffffffffff", "NaN", "inf",
            "%2B1", "1_000",
        )  # fmt: skip
        for name in ("limit", "offset", "price", "year"):
            for number in (*numbers, *(f"{one}..{one}" for one in numbers)):
                with self.subTest(name, number=number[:40]):
                    self.assertIn(self.asked(f"/v1/search?q=rose&{name}={number}").status, {200, 400, 422})

    def test_what_is_not_utf8_is_refused(self):
        for spelling in ("%FF", "%C3%28", "%C0%AF", "%ED%A0%80", "%F4%90%80%80", "%E2%82", "a%80b", "%FE%FF"):
            with self.subTest(spelling):
                for target in (
                    "/v1/search?q=" + spelling,
                    "/v1/suggest?q=" + spelling,
                    "/v1/search?scope=" + spelling,
                    "/?q=" + spelling,
                ):
                    self.assertEqual(self.asked(target).status, 400, target)
                for target in (
                    "/v1/records/gifts/" + spelling,
                    "/v1/records/" + spelling + "/g-101",
                    "/v1/strings/" + spelling,
                ):
                    self.assertIn(self.asked(target).status, {400, 404}, target)

    def test_bytes_that_no_address_has_are_refused_or_read(self):
        for raw in (
            b"\xff", b"\xc3\xa4", b"\x00", b"\x01", b"\x7f", b"\t", b"<", b"{", b"|", b'"', b"\\", b"`", b"^", b"#a",
        ):  # fmt: skip
            with self.subTest(raw):
                self.assertIn(self.asked(b"/v1/search?q=a" + raw + b"b").status, {200, 400})

    def test_percent_signs_may_stand_alone(self):
        for spelling in (
            "%", "%4", "%zz", "%%", "100%", "%u00e4", "%-1", "%00", "%0d%0aX-Injected:1", "%0A", "%25%30%30",
        ):  # fmt: skip
            with self.subTest(spelling):
                answer = self.asked("/v1/search?locale=en&q=" + spelling)
                self.assertIn(answer.status, {200, 400})
                self.assertIsNone(answer.headers.get("X-Injected"))
                self.assertIn(self.asked("/v1/records/gifts/" + spelling).status, {400, 404})
        for name in ("locale", "scope", "catalogs", "fields", "chain", "sort"):
            answer = self.asked(f"/v1/search?q=rose&{name}=de%0d%0aX-Injected:%201%0d%0a")
            self.assertEqual(answer.status, 400)
            self.assertIsNone(answer.headers.get("X-Injected"))


if __name__ == "__main__":
    unittest.main()
