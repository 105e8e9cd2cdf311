# Suggestions are shown, and chosen by keyboard and by click.

import unittest

from browsing import ScriptedTestCase
from selenium.webdriver.common.keys import Keys


class SuggestionsTests(ScriptedTestCase):
    def test_suggestions_are_taken_with_the_keyboard_alone(self):
        self.open(locale="de")
        field = self.find("#query")
        self.assertEqual(field.get_dom_attribute("aria-expanded"), "false")
        self.type("gebur")
        self.until(lambda: self.find_all("#suggestions [role=option]"), "suggestions")
        self.assertEqual(field.get_dom_attribute("aria-expanded"), "true")
        self.assertIsNone(field.get_dom_attribute("aria-activedescendant"))
        self.assertTrue(self.texts("#suggestions [role=option]")[0].startswith("Geburtstag "))
        self.assertEqual(self.text("#suggestion-count"), f"{len(self.find_all('#suggestions li'))} Vorschläge")

        field.send_keys(Keys.ARROW_DOWN)
        active = field.get_dom_attribute("aria-activedescendant")
        self.assertEqual(self.attribute("#suggestions [aria-selected=true]", "id"), active)
        field.send_keys(Keys.ARROW_UP)
        self.assertIsNone(field.get_dom_attribute("aria-activedescendant"))
        field.send_keys(Keys.ARROW_UP)
        self.assertEqual(self.attribute("#suggestions li:last-child", "aria-selected"), "true")

        field.send_keys(Keys.ESCAPE)
        self.assertEqual(field.get_dom_attribute("aria-expanded"), "false")
        self.assertEqual(field.get_property("value"), "gebur")
        field.send_keys(Keys.ARROW_DOWN)
        self.until(lambda: self.find("#suggestions").is_displayed(), "suggestions again")
        field.send_keys(Keys.ARROW_DOWN, Keys.ENTER)
        self.assertEqual(field.get_property("value"), "Geburtstag")
        self.until_text("#label", "67 Treffer gefunden")
        self.assertFalse(self.find("#suggestions").is_displayed())
        self.assertEqual(self.parameters()["q"], "Geburtstag")
        field.send_keys(Keys.ESCAPE)
        self.until_text("#label", "228 Treffer gefunden")
        self.assertEqual(field.get_property("value"), "")

    def test_suggestions_are_taken_with_a_click(self):
        self.open(locale="de")
        self.type("gebur")
        self.until(lambda: self.find_all("#suggestions [role=option]"), "suggestions")
        self.find("#suggestions li").click()
        self.until_text("#label", "67 Treffer gefunden")
        self.assertTrue(self.is_focused("#query"))

    def test_a_mistyped_word_is_corrected(self):
        self.open(locale="de")
        self.type("rsoen")
        self.until(lambda: self.find_all("#suggestions [role=option]"), "a correction")
        self.assertTrue(self.texts("#suggestions [role=option]")[0].startswith("Meinten Sie „Rosen“?"))
        self.until(lambda: self.text("#relaxed").startswith("Keine exakten Treffer. Ähnlich: „Rosen“"), "what was found")
        self.find("#query").send_keys(Keys.ARROW_DOWN, Keys.ENTER)
        self.until_text("#label", "11 Treffer gefunden")
        self.assertEqual(self.find("#query").get_property("value"), "Rosen")
        self.until(lambda: self.text("#relaxed").startswith("Ähnliche Treffer auch für"), "an exact answer")


    def test_records_are_suggested_with_their_pictures(self):
        self.open(locale="de")
        self.type("gladiole")
        self.until(lambda: self.find_all("#suggestions li.record img"), "a record")
        self.until(lambda: self.find("#suggestions li.record img").get_property("naturalWidth") > 0, "its picture")
        self.assertIn("Gladiole", self.text("#suggestions li.record"))
        self.find("#query").send_keys(Keys.ARROW_UP, Keys.ENTER)
        self.until(lambda: self.driver.current_url.endswith("/c/gifts/g-101?locale=de"), "the record")

    def test_the_field_of_a_record_page_searches(self):
        self.show("/c/gifts/g-101?locale=de")
        self.type("gebur")
        self.until(lambda: self.find_all("#suggestions [role=option]"), "suggestions")
        self.find("#query").send_keys(Keys.ARROW_DOWN, Keys.ENTER)
        self.until_text("#label", "67 Treffer gefunden")
        self.assertEqual(self.parameters(), {"q": "Geburtstag", "locale": "de"})


if __name__ == "__main__":
    unittest.main()
