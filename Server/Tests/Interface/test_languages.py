# The language of responses.

import re
import unittest

from interface import InterfaceTestCase
from samples import NEGOTIATED, WRITING, table


def tag(locale):
    """A locale's identifier as a tag of BCP 47."""
    return locale.replace("_", "-")


class LanguageTests(InterfaceTestCase):
    def language(self, header=None, path="/v1/search", **parameters):
        """The language of a response."""
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
        usual = self.language()
        for header in (";;;", "q=1", "-", "=", "\xe4\xff", "a" * 5000, "*-*", "../../etc/passwd"):
            with self.subTest(header[:40]):
                self.assertEqual(self.language(header), usual)
        for header in (
            "de;q=", "de;q=abc", "de;q=2", "de;q=-1", "de;q=0,5", "de;;q=1", "de;q=1;q=0", "de_DE.UTF-8", "de-" * 500,
            ",".join(["de;q=0.1"] * 500), "de;q=0.00000000001", "de;q=1e999",
        ):  # fmt: skip
            with self.subTest(header[:40]):
                self.assertIn(self.language(header), {"de", "de-DE", usual})
        for header in ("ja, ;;;", ";;;, ja", "-, ja", "ja, de;q=abc"):
            with self.subTest(header):
                self.assertEqual(self.language(header), "ja")

    def test_the_parameter_wins(self):
        for path in NEGOTIATED:
            for locale, expected in (
                ("de", "de"), ("de_DE", "de-DE"), ("de-DE", "de-DE"), ("ar", "ar"), ("zh_Hans", "zh-Hans"),
                ("de-u-co-phonebk", "de"),
            ):  # fmt: skip
                with self.subTest(path, locale=locale):
                    found = self.language("ja", path, locale=locale)
                    # Texts are in the nearest available language.
                    self.assertIn(found, {expected, expected.split("-")[0]} if "strings" in path else {expected})
        self.assertEqual(self.language("ja", locale=""), "ja")

    def test_locales_that_do_not_exist_are_no_locales(self):
        for locale in ("xx", "qqq", "d", "de DE", "../de", "de\x00", "ä", "-", "a" * 200):
            with self.subTest(locale):
                self.assertProblem(self.get("/v1/search", {"Accept-Language": "de"}, locale=locale), 400, "bad-request")

    def test_answers_are_in_the_language_they_say(self):
        for locale, scope in (("de", "Alle"), ("ja", "すべて"), ("ar", "الكل")):
            answer = self.get("/v1/search", {"Accept-Language": locale}).json
            self.assertEqual(answer["scopes"][0]["label"], scope)
            self.assertRegex(answer["label"], WRITING[locale])
        answer = self.get("/v1/search", {"Accept-Language": "de"}, q="geburtstag").json
        self.assertEqual(answer["label"], "67 Treffer gefunden")

    def test_problems_are_in_the_language_of_the_reader(self):
        for path, status, more in (
            ("/v1/search", 400, {"scope": "teas"}), ("/v1/search", 400, {"limit": "many"}),
            ("/v1/search", 400, {"price": "9..1"}), ("/v1/search", 414, {"q": "a" * 2001 + " -x"}),
            ("/v1/search", 422, {"limit": 101}), ("/v1/records/gifts/none", 404, {}), ("/v1/nothing", 404, {}),
            ("/v1/strings/None", 404, {}), ("/v1/suggest", 400, {"catalogs": "none"}),
        ):  # fmt: skip
            words = set()
            for locale, writing in {"en": "[a-z]", **WRITING}.items():
                for headers, parameters in (
                    ({"Accept-Language": locale}, {}),
                    ({"Accept-Language": "fr"}, {"locale": locale}),
                ):
                    with self.subTest(locale, path=path, more=str(more)[:40], parameters=parameters):
                        answer = self.get(path, headers, **more, **parameters)
                        self.assertEqual(answer.status, status)
                        self.assertEqual(answer.headers["Content-Language"], locale)
                        self.assertEqual(answer.json["title"], table(locale, "Storefront")[f"Status{status}"])
                        self.assertRegex(answer.json["detail"], writing)
                        words.add((answer.json["title"], answer.json["detail"]))
            self.assertEqual(len(words), 1 + len(WRITING), f"each language has words of its own: {words}")
        answer = self.get("/v1/search", {"Accept-Language": "de"}, scope="teas").json
        self.assertIn("„teas“", answer["detail"])


if __name__ == "__main__":
    unittest.main()
