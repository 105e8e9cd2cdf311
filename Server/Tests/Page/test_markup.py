# No query or response becomes markup.

import unittest
import urllib.request

from browsing import MARKUP, ScriptedTestCase, found, hit

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: http:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class MarkupTests(ScriptedTestCase):
    def was_run(self):
        return self.driver.execute_script("return window.wasRun === 1")

    def test_markup_in_the_query_is_text(self):
        self.open(locale="de", q=MARKUP)
        self.assertEqual(self.find("#query").get_property("value"), MARKUP)
        self.assertEqual(self.find_all("img[src=x], main b"), [])
        self.open(locale="de")
        self.type(MARKUP)
        self.until(lambda: self.parameters().get("q") == MARKUP, "the question")
        self.until(lambda: MARKUP in self.driver.title, "the answer")
        self.assertEqual(self.find_all("img[src=x], main b"), [])
        self.assertFalse(self.was_run())

    def test_markup_in_suggestions_is_text(self):
        price = {"amount": "1", "currency": "EUR", "text": MARKUP}
        hostile = hit(id=MARKUP, catalog=MARKUP, title=MARKUP, price=price, image="javascript:window.wasRun=1")
        other = hit(title=MARKUP, image=[{"url": "//x/" + MARKUP}])
        suggested = {"query": MARKUP, "word": MARKUP, "kind": "typos", "count": 1}
        self.stand_in(
            ("/v1/search", {"status": 200, "body": found(hostile, other)}),
            ("/v1/suggest", {"status": 200, "body": {"completions": [suggested], "corrections": [suggested]}}),
        )
        self.open(locale="de")
        self.type("rose")
        self.until(lambda: len(self.find_all("#suggestions li")) == 4, "suggestions")
        self.assertEqual(self.texts("#suggestions li.record > :nth-child(2)"), [MARKUP, MARKUP])
        self.assertEqual(self.find_all("#suggestions img, #suggestions b"), [])
        self.assertFalse(self.was_run())

    def test_a_page_in_place_of_another_runs_nothing(self):
        page = f"<title>t</title><div id=answer><p id=label>{MARKUP}</p><ol id=hits><script>window.wasRun = 1</script></ol></div>"
        self.stand_in(("/", {"status": 200, "page": page}))
        self.expected_messages = ("Content Security Policy", "404")
        self.open(locale="de")
        self.type("rose")
        self.until(lambda: self.driver.title == "t", "the answer")
        self.assertFalse(self.was_run())

    def test_the_policy_is_in_force(self):
        # The console of every test is clean under this policy.
        with urllib.request.urlopen(self.server + "/") as response:
            self.assertEqual(response.headers["Content-Security-Policy"], POLICY)


if __name__ == "__main__":
    unittest.main()
