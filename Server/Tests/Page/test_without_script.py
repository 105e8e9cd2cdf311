# The page works without JavaScript.

import unittest
import urllib.parse

from browsing import MARKUP, BrowserTestCase, answer
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select


class WithoutScriptTests(BrowserTestCase):
    javascript = False

    # Without JavaScript the tests cannot run scripts either, and only read elements.
    def texts(self, selector):
        return [one.text for one in self.driver.find_elements(By.CSS_SELECTOR, selector)]

    def test_the_form_finds(self):
        self.open(locale="de")
        self.find("#query").send_keys("geburtstag")
        self.find(".search > button").click()
        self.until_text("#label", "67 Treffer gefunden")
        self.assertEqual(self.text("#hits h3 mark"), "Geburtstag")
        self.assertEqual(self.parameters(), {"q": "geburtstag", "locale": "de"})
        self.assertEqual(self.find_all("#hits button"), [])

    def test_links_lead_to_scopes_and_orders(self):
        self.open(locale="de", q="rose")
        self.find("#scopes [data-scope=weddings]").click()
        self.until_text("#label", "5 Treffer gefunden")
        Select(self.find("#order")).select_by_value("price")
        self.find("#order-form button").click()
        self.until(lambda: self.parameters().get("sort") == "price", "the order")
        self.assertEqual(self.parameters(), {"q": "rose", "scope": "weddings", "locale": "de", "sort": "price"})
        # A new query keeps all of these choices.
        self.find("#query").clear()
        self.find("#query").send_keys("rosen", Keys.ENTER)
        self.until_text("#label", "4 Treffer gefunden")
        self.until(lambda: self.parameters().get("q") == "rosen", "the query")
        self.assertEqual(self.parameters(), {"q": "rosen", "scope": "weddings", "locale": "de", "sort": "price"})

    def test_results_are_a_list_or_side_by_side(self):
        self.open(locale="de", q="rose")
        first, second = self.find_all("#hits > li")[:2]
        self.assertLess(first.rect["y"], second.rect["y"])
        self.find("#view-grid").click()
        self.until(lambda: self.parameters().get("view") == "grid", "the layout")
        first, second = self.find_all("#hits > li")[:2]
        self.assertEqual(first.rect["y"], second.rect["y"])
        # A new query, a sort order and the page of a record keep the choice.
        self.find("#query").send_keys("n", Keys.ENTER)
        self.until(lambda: self.parameters().get("q") == "rosen", "the query")
        self.assertEqual(self.parameters(), {"q": "rosen", "locale": "de", "view": "grid"})
        self.find("#hits h3 a").click()
        self.until(lambda: self.find_all("article.record"), "the record")
        self.assertEqual(self.parameters(), {"locale": "de", "view": "grid"})
        self.driver.back()
        self.find("#view-list").click()
        self.until(lambda: "view" not in self.parameters(), "the list")

    def test_the_form_of_the_panel_filters(self):
        self.open(locale="de", q="rose")
        self.find("#filters [name='f.color'][value=white]").click()
        self.find("#filters [name='f.color'][value=red]").click()
        self.find("[name='to.price']").send_keys("50,00")
        self.find(".apply .plain").click()
        self.until_text("#label", "3 Treffer gefunden")
        self.assertEqual(
            urllib.parse.urlsplit(self.driver.current_url).query,
            "q=rose&f.color=red&f.color=white&f.price=..50&locale=de",
        )
        self.assertEqual(self.find("[name='to.price']").get_property("value"), "50")
        # Scopes, orders and a new query keep the filters; a chip removes one of them.
        self.find("#scopes [data-scope=funerals]").click()
        self.until_text("#label", "1 Treffer gefunden")
        Select(self.find("#order")).select_by_value("added:desc")
        self.find("#order-form button").click()
        self.until(lambda: self.parameters().get("sort") == "added:desc", "the order")
        self.find("#chips li a").click()
        self.until(lambda: "f.price" not in self.parameters(), "without the price")
        self.assertEqual(self.parameters()["scope"], "funerals")
        self.find("#clear").click()
        self.until(lambda: "f.color" not in self.parameters(), "without filters")
        self.assertEqual(self.find_all("#chips"), [])
        self.driver.back()
        self.until(lambda: self.find("#filters [name='f.color'][value=red]").get_property("checked"), "the filters")

    def test_the_panel_is_a_sheet_in_a_small_window(self):
        self.window(390, 844)
        self.open(locale="de", q="rose")
        self.assertFalse(self.find("#filters").is_displayed())
        self.find(".sheet").click()
        self.until(lambda: self.find("#filters").is_displayed(), "the sheet")
        self.find("#filters [name='f.color'][value=white]").click()
        self.find(".apply .plain").click()
        self.until(lambda: self.parameters().get("f.color") == "white", "the filter")
        self.assertIn("1", self.find(".sheet").text)
        self.find(".sheet").click()
        self.find(".close").click()
        self.until(lambda: not self.find("#filters").is_displayed(), "closed")

    def test_links_lead_through_the_pages(self):
        self.open(locale="de")
        self.find("#next").click()
        self.until_text("#shown", "21–40 von 228")
        self.assertEqual(len(self.find_all("#hits > li")), 20)
        self.find("#previous").click()
        self.until_text("#shown", "1–20 von 228")

    def test_titles_lead_to_records_and_back(self):
        self.open(locale="de", q="gladiole")
        self.find("#hits h3 a").click()
        self.until(lambda: self.text("h1") == "Gladiole", "the record")
        self.assertEqual(self.driver.current_url, self.server + "/c/gifts/g-101?locale=de")
        self.assertIn("51,99", self.text(".record .price"))
        self.assertEqual(self.attribute(".buy", "href"), "https://shop.example/gifts/g-101")
        self.assertTrue(self.find(".record img").get_property("complete"))
        folded = self.find(".languages details")
        self.assertIsNone(folded.get_dom_attribute("open"))
        folded.find_element(By.TAG_NAME, "summary").click()
        self.assertTrue(folded.find_element(By.TAG_NAME, "dd").is_displayed())
        self.find(".crumbs a[href*=scope]").click()
        self.until(lambda: self.parameters().get("scope") == "birthdays", "the scope")
        self.driver.back()
        self.until(lambda: self.text("h1") == "Gladiole", "the record")
        self.driver.back()
        self.until(lambda: self.parameters().get("q") == "gladiole", "the search")
        self.show("/c/gifts/g-101?locale=de")
        similar = self.find("#similar h3 a")
        title = similar.text
        similar.click()
        self.until(lambda: self.text("h1") == title, "a similar record")

    def test_a_record_is_shown_in_another_language(self):
        self.show("/c/gifts/g-101?locale=de")
        Select(self.find("#language")).select_by_value("ja")
        self.find("#language-form button").click()
        self.until(lambda: self.text("h1") == "グラジオラス", "Japanese")
        self.assertEqual(self.driver.current_url, self.server + "/c/gifts/g-101?locale=ja")

    def test_a_currency_is_chosen_and_stays(self):
        self.open(locale="de", q="t-shirt")
        Select(self.find("#currency")).select_by_value("JPY")
        self.find("#currency-form button").click()
        self.until(lambda: self.texts("#hits .price") == ["ab 3.300 ¥"], "yen")
        self.assertEqual(self.parameters(), {"q": "t-shirt", "locale": "de", "currency": "JPY"})
        self.find("#hits h3 a").click()
        self.until(lambda: self.texts(".record .facts .price") == ["3.300 ¥"], "yen")
        self.find(".variants li:nth-child(3) a").click()
        self.until(lambda: self.texts(".record .facts .price") == ["3.600 ¥"], "another size")
        self.assertEqual(self.driver.current_url, self.server + "/c/gifts/g-154?locale=de&currency=JPY")
        Select(self.find("#currency")).select_by_value("")
        self.find("#currency-form button").click()
        self.until(lambda: self.texts(".record .facts .price") == ["21,99 €"], "euros again")

    def test_where_nothing_is_found_links_lead_to_something(self):
        self.open(locale="en", q="gldiolus zzzzqq", scope="weddings")
        self.assertTrue(self.find_all("#popular h3 a"))
        self.open(locale="en", q="グラジオラス", scope="weddings")
        link = self.find("#help .offer a[href*='locale=ja']")
        self.assertIn("Japanese", link.text)
        link.click()
        self.until(lambda: self.attribute("html", "lang") == "ja", "Japanese")

    def test_page_numbers_lead_to_pages(self):
        self.open(locale="de")
        self.find("#pages ol li:last-child a").click()
        self.until_text("#shown", "221–228 von 228")

    def test_a_button_changes_the_language(self):
        self.open(locale="de", q="rose")
        Select(self.find("#language")).select_by_value("ar")
        self.find("#language-form button").click()
        self.until(lambda: self.attribute("html", "lang") == "ar", "Arabic")
        self.assertEqual(self.attribute("html", "dir"), "rtl")
        self.assertEqual(self.parameters(), {"q": "rose", "locale": "ar"})
        self.assertEqual(self.text(".site"), answer("/v1/strings/Page", locale="ar")["strings"]["PageTitle"])

    def test_an_address_that_cannot_be_answered_does_not_spoil_the_next_question(self):
        self.expected_messages = ("400",)
        self.open(locale="de", offset="nonsense")
        self.assertIn("nonsense", self.text("#problem p"))
        self.find("#query").send_keys("rose", Keys.ENTER)
        self.until_text("#label", "14 Treffer gefunden")

    def test_markup_in_the_query_is_text(self):
        self.open(locale="de", q='"><img src=x onerror=alert(1)>' + MARKUP)
        self.assertEqual(self.find_all("img[src=x], body b"), [])
        self.assertTrue(self.find("#query").get_dom_attribute("value").endswith(MARKUP))


if __name__ == "__main__":
    unittest.main()
