# Results follow the query, the order, the scope and the page.

import unittest

from browsing import ScriptedTestCase, answer
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select


class SearchingTests(ScriptedTestCase):
    def test_results_follow_what_is_typed(self):
        self.open(locale="de")
        self.until_text("#label", "228 Treffer gefunden")
        self.type("geburtstag")
        self.until_text("#label", "67 Treffer gefunden")
        self.assertEqual(len(self.find_all("#hits > li")), 20)
        self.assertEqual(self.text("#hits > li:first-child h3 mark"), "Geburtstag")
        self.assertEqual(self.parameters(), {"q": "geburtstag", "locale": "de"})
        self.assertIn("geburtstag", self.driver.title)
        self.assertEqual(self.attribute("#label", "role"), "status")

    def test_the_server_and_the_script_show_the_same(self):
        shown = """
            const all = (selector) => [...document.querySelectorAll(selector)];
            return [
              document.title,
              ...all("#label, #relaxed, #shown, #hits h3, #hits p > *, #hits mark").map((one) => one.textContent),
              ...all("#scopes a, #hits a, #help a, #pages a[href]").map((one) => one.textContent + one.getAttribute("href")),
              ...all("#answer [lang]").map((one) => one.lang),
              ...all("#order option").map((one) => one.value + one.selected),
            ]"""
        for parameters in (
            {"locale": "de", "q": "rose"},
            {"locale": "ar", "q": "", "offset": "20", "sort": "title"},
            {"locale": "ja", "q": "結婚", "scope": "weddings"},
            {"locale": "ja", "q": "rose"},
            {"locale": "de", "q": "geburtstga"},
            {"locale": "en", "q": "zzzzzz"},
        ):
            with self.subTest(parameters):
                self.open(**parameters)
                served = self.driver.execute_script(shown)
                # Repeating the search by script must show the same results.
                self.driver.execute_script("document.getElementById('hits').replaceChildren('gone')")
                self.find("#scopes a[aria-current]").click()
                self.until(lambda: self.text("#hits") != "gone", "the answer")
                if "offset" in parameters:
                    self.driver.back()
                    self.until(lambda: self.parameters().get("offset") == parameters["offset"], "the page before")
                    self.until(lambda: self.attribute("#hits", "start") == "21", "the results before")
                self.assertEqual(self.driver.execute_script(shown), served)

    def test_a_late_answer_to_an_earlier_question_is_not_shown(self):
        self.stand_in(("/", {"contains": "q=rosen&", "milliseconds": 1500}))
        self.open(locale="de")
        self.type("rosen")
        self.until(lambda: self.parameters().get("q") == "rosen", "the question")
        strings = answer("/v1/strings/Page", locale="de")["strings"]
        self.until_text("#label", strings["Searching"])
        self.type("geburtstag")
        self.until_text("#label", "67 Treffer gefunden")
        shown = "const done = arguments[0]; setTimeout(() => done(document.getElementById('label').textContent), 2000)"
        self.assertEqual(self.driver.execute_async_script(shown), "67 Treffer gefunden")

    def test_results_are_paged(self):
        self.open(locale="en")
        self.assertFalse(self.find("#previous").is_displayed())
        self.find("#next").click()
        self.until_text("#shown", "21–40 of 228")
        self.assertEqual(self.parameters()["offset"], "20")
        self.assertTrue(self.is_focused("#results"))
        self.find("#previous").click()
        self.until_text("#shown", "1–20 of 228")

    def test_results_are_put_into_another_order_and_back(self):
        self.open(locale="de", q="rose")
        for order, parameters in (("price", {"sort": "price"}), ("price:desc", {"sort": "price", "reverse": "true"})):
            Select(self.find("#order")).select_by_value(order)
            expected = answer("/v1/search", q="rose", locale="de", limit=20, **parameters)
            titles = [one["title"] for one in expected["hits"]]
            self.until(lambda titles=titles: self.texts("#hits h3") == titles, order)
            self.assertEqual(self.parameters()["sort"], order)
            self.assertTrue(self.is_focused("#order"))
        self.driver.back()
        self.until(lambda: self.find("#order").get_property("value") == "price", "the order before")

    def test_orders_are_those_that_the_results_have(self):
        def values():
            return [one.get_dom_attribute("value") for one in self.find_all("#order option")]

        self.open(locale="en", q="many waters")
        self.assertEqual(values(), ["relevance", "title", "title:desc"])
        self.type("rose")
        self.until(lambda: "price:desc" in values(), "orders by price")

    def test_pages_have_numbers(self):
        self.open(locale="en")
        self.assertEqual(self.texts("#pages ol a"), ["1", "2", "3", "12"])
        self.find("#pages ol li:nth-child(3) a").click()
        self.until_text("#shown", "41–60 of 228")
        self.assertEqual(self.texts("#pages [aria-current=page]"), ["3"])
        self.assertEqual(self.parameters()["offset"], "40")
        self.driver.back()
        self.until_text("#shown", "1–20 of 228")

    def test_scopes_show_their_counts_and_narrow_the_results(self):
        self.open(locale="de")
        self.type("rose")
        self.until_text("#label", "14 Treffer gefunden")
        self.assertEqual(self.texts("#scopes a"), ["Alle 14", "Geburtstage 3", "Hochzeiten 5", "Trauerfälle 2"])
        self.find("#scopes [data-scope=weddings]").send_keys(Keys.ENTER)
        self.until_text("#label", "5 Treffer gefunden")
        self.assertEqual(self.texts("#scopes [aria-current=true]"), ["Hochzeiten 5"])
        self.assertTrue(self.is_focused("[data-scope=weddings]"))
        self.assertEqual(self.parameters(), {"q": "rose", "scope": "weddings", "locale": "de"})
        # The address can be shared.
        self.driver.refresh()
        self.until_text("#label", "5 Treffer gefunden")
        self.assertEqual(self.texts("#scopes [aria-current=true]"), ["Hochzeiten 5"])


if __name__ == "__main__":
    unittest.main()
