# No query or answer becomes markup.

import unittest
import urllib.request

from browsing import MARKUP, ScriptedTestCase, found, hit
from selenium.webdriver.common.keys import Keys

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)


class MarkupTests(ScriptedTestCase):
    def was_run(self):
        return self.driver.execute_script("return window.wasRun === 1")

    def test_markup_in_the_query_is_text(self):
        self.open(locale="de", q=MARKUP)
        self.assertEqual(self.find("#query").get_property("value"), MARKUP)
        self.assertEqual(self.find_all("main img, main b"), [])
        self.open(locale="de")
        self.type(MARKUP)
        self.until(lambda: self.parameters().get("q") == MARKUP, "the question")
        self.until(lambda: MARKUP in self.driver.title, "the answer")
        self.assertEqual(self.find_all("main img, main b"), [])
        self.assertFalse(self.was_run())

    def test_markup_in_answers_is_text(self):
        matches = [{"field": "title", "start": 0, "end": 4}, {"field": MARKUP, "start": 0, "end": 4}]
        hostile = hit(title=MARKUP, summary=MARKUP, year=1, price={"amount": "1", "text": MARKUP}, matches=matches)
        hostile[MARKUP] = MARKUP
        body = found(hostile)
        body["label"] = MARKUP
        body["scopes"][0]["label"] = MARKUP
        body["relaxed"] = {"kind": "typos", "words": [{"word": MARKUP, "found": [MARKUP]}]}
        record = {"id": "h-1", "catalog": "hostile", "scope": None, "texts": {"title": {"de": MARKUP, MARKUP: [MARKUP]}}}
        suggested = {"query": MARKUP, "word": MARKUP, "kind": "typos", "count": 1}
        self.stand_in(
            ("/v1/search", {"status": 200, "body": body}),
            ("/v1/records", {"status": 200, "body": record}),
            ("/v1/suggest", {"status": 200, "body": {"completions": [suggested], "corrections": [suggested]}}),
        )
        self.open(locale="de")
        self.type("rose")
        self.until_text("#label", MARKUP)
        self.until(lambda: self.find_all("#suggestions li"), "suggestions")
        self.assertEqual(self.text("#hits h3"), MARKUP)
        self.assertEqual(self.texts("#hits mark"), ["<img", "<img"])
        self.find("#query").send_keys(Keys.ESCAPE)
        self.find("#hits h3 button").click()
        self.until(lambda: self.find("#details").is_displayed(), "the record")
        self.assertEqual(self.text("#details-title"), MARKUP)
        self.assertEqual(self.find_all("body img, body b"), [])
        self.assertFalse(self.was_run())

    def test_the_policy_is_in_force(self):
        # The console of every test is clean under this policy.
        with urllib.request.urlopen(self.server + "/") as response:
            self.assertEqual(response.headers["Content-Security-Policy"], POLICY)


if __name__ == "__main__":
    unittest.main()
