# The back button returns to the previous view.

import unittest

from browsing import ScriptedTestCase
from selenium.webdriver.common.keys import Keys


class HistoryTests(ScriptedTestCase):
    def test_the_back_button_goes_back_step_by_step(self):
        self.open(locale="de")
        self.type("ros")
        self.until(lambda: self.parameters().get("q") == "ros", "the first letters")
        self.find("#query").send_keys("e")
        self.until_text("#label", "14 Treffer gefunden")
        self.find("#scopes [data-scope=weddings]").send_keys(Keys.ENTER)
        self.until_text("#label", "5 Treffer gefunden")
        self.driver.back()
        self.until_text("#label", "14 Treffer gefunden")
        self.assertEqual(self.texts("#scopes [aria-current=true]"), ["Alle 14"])
        # Letters typed without a pause are one step.
        self.driver.back()
        self.until_text("#label", "228 Treffer gefunden")
        self.assertEqual(self.find("#query").get_property("value"), "")
        self.driver.forward()
        self.until_text("#label", "14 Treffer gefunden")
        self.assertEqual(self.find("#query").get_property("value"), "rose")

    def test_the_back_button_returns_to_the_language_before(self):
        self.open(locale="de", q="rose")
        self.choose_language("ar")
        self.driver.back()
        self.until(lambda: self.attribute("html", "lang") == "de", "German")
        self.assertEqual(self.attribute("html", "dir"), "ltr")
        self.assertEqual(self.find("#language").get_property("value"), "de")


if __name__ == "__main__":
    unittest.main()
