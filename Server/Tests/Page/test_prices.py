# Prices in the reader's currency, and variants of a product.

import unittest
import urllib.parse

from browsing import ScriptedTestCase, answer
from selenium.webdriver.support.ui import Select


class PricesTests(ScriptedTestCase):
    def query(self):
        return urllib.parse.urlsplit(self.driver.current_url).query

    def prices(self, selector="#hits"):
        return self.texts(f"{selector} :is(.price, .no-price)")

    def choose_currency(self, code):
        Select(self.find("#currency")).select_by_value(code)
        self.until(lambda: self.parameters().get("currency", "") == code, code)
        self.until(lambda: self.attribute("#query", "role") == "combobox", "the script has begun")

    def test_the_chosen_currency_stays(self):
        self.show("/?q=rose&f.price=1..50&locale=de")
        self.choose_currency("JPY")
        # Amounts are not converted, so the range is removed.
        self.assertEqual(self.query(), "q=rose&locale=de&currency=JPY")
        found = answer("/v1/search", q="rose", locale="de", currency="JPY", limit=20)["hits"]
        expected = [one["price"]["text"] for one in found if one["price"]]
        self.assertEqual([one for one in self.prices() if "JPY" not in one], expected)
        self.type("rosen")
        self.until(lambda: self.driver.title.startswith("rosen "), "the answer")
        self.find("#filters [name='f.color'][value=red]").click()
        self.until(lambda: self.query() == "q=rosen&f.color=red&locale=de&currency=JPY", "a filter")
        self.choose_language("ja")
        self.assertEqual(self.query(), "q=rosen&f.color=red&locale=ja&currency=JPY")
        self.driver.back()
        self.until(lambda: self.attribute("html", "lang") == "de", "German")
        self.assertEqual(Select(self.find("#currency")).first_selected_option.get_dom_attribute("value"), "JPY")
        self.choose_currency("")
        self.assertEqual(self.query(), "q=rosen&f.color=red&locale=de")

    def test_suggested_records_have_the_chosen_currency(self):
        self.open(locale="de", currency="JPY")
        self.type("teddy")
        self.until(lambda: self.texts("#suggestions .record bdi") == ["4.200\u00a0¥"], "the price")
        self.find("#suggestions .record").click()
        self.until(lambda: self.texts("h1") == ["Teddybär"], "the record")
        self.assertEqual(self.query(), "locale=de&currency=JPY")
        self.choose_currency("USD")
        self.assertEqual(self.prices(".record .facts"), ["27,50\u00a0$"])

    def test_variants_are_links_with_what_differs(self):
        self.open(locale="de", q="t-shirt")
        self.assertEqual(len(self.find_all("#hits > li")), 1)
        self.assertIn("5", self.text(".variant-count"))
        self.find("#hits h3 a").click()
        self.until(lambda: self.texts(".variants li:first-child span") == ["weiß, S"], "the variants")
        self.assertEqual(self.attribute(".variants [aria-current]", "href"), "/c/gifts/g-108?locale=de")
        self.find(".variants li:nth-child(4) a").click()
        self.until(lambda: self.texts(".variants [aria-current] span:first-child") == ["schwarz, M"], "the black one")
        self.assertEqual(self.prices(".record .facts"), ["22,49\u00a0€"])
        similar = answer("/v1/records/gifts/g-155/similar", locale="de", limit=100)["hits"]
        self.assertTrue({"g-108", "g-153", "g-154", "g-155", "g-156"}.isdisjoint(one["id"] for one in similar))


if __name__ == "__main__":
    unittest.main()
