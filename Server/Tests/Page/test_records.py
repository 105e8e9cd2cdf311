# Each record has a page, and results show pictures without moving.

import unittest

from browsing import ScriptedTestCase
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys


class RecordsTests(ScriptedTestCase):
    def test_a_title_leads_to_the_record_and_back(self):
        self.open(locale="de")
        self.type("gladiole")
        self.until_text("#label", "1 Treffer gefunden")
        self.find("#hits h3 a").send_keys(Keys.ENTER)
        self.until(lambda: self.texts("h1") == ["Gladiole"], "the record")
        self.assertIn("Gladiole", self.driver.title)
        self.driver.back()
        self.until_text("#label", "1 Treffer gefunden")
        self.assertEqual(self.find("#query").get_property("value"), "gladiole")

    def test_a_click_on_the_picture_leads_to_the_record(self):
        self.open(locale="de", q="gladiole")
        ActionChains(self.driver).move_to_element(self.find("#hits .picture")).click().perform()
        self.until(lambda: self.texts("h1") == ["Gladiole"], "the record")

    def test_languages_other_than_the_readers_are_folded(self):
        self.show("/c/gifts/g-101?locale=de")
        self.assertEqual(self.attribute("h1", "lang"), "de")
        self.assertTrue(self.texts(".languages [lang=ja] dd"))
        self.assertFalse(self.find(".languages [lang=ja] dd").is_displayed())
        self.assertNotIn("Deutsch", self.texts(".languages summary"))

    def test_pictures_have_their_place_before_they_are_loaded(self):
        moves = """
            window.moves = 0;
            new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.moves += entry.value; })
              .observe({ type: "layout-shift", buffered: true });"""
        for path in ("/?locale=en&q=rose", "/c/gifts/g-101?locale=en"):
            for width in (1280, 390):
                with self.subTest(path, width=width):
                    self.window(width, 800)
                    self.show(path)
                    self.driver.execute_script(moves)
                    done = "return [...document.images].filter((one) => one.complete).length"
                    self.until(lambda done=done: self.driver.execute_script(done) > 0, "pictures")
                    self.assertLess(self.driver.execute_script("return window.moves"), 0.01)
        self.show("/?locale=en")
        for image in self.find_all("#hits img"):
            self.assertEqual(image.get_dom_attribute("loading"), "lazy")
            self.assertTrue(image.get_dom_attribute("width") and image.get_dom_attribute("height"))

    def test_texts_take_a_few_lines(self):
        self.window(390, 844)
        self.open(locale="en", q="")
        script = "return Math.max(...[...document.querySelectorAll('#hits > li')].map((one) => one.offsetHeight))"
        self.assertLess(self.driver.execute_script(script), 400)

    def test_there_is_no_page_of_no_record(self):
        self.expected_messages = ("404",)
        self.driver.get(self.server + "/c/gifts/nothing?locale=en")
        self.assertIn("no longer available", self.text("#problem p"))


if __name__ == "__main__":
    unittest.main()
