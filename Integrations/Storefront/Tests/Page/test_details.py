# A record's details show all of its texts.

import unittest

from browsing import ScriptedTestCase
from selenium.webdriver.common.keys import Keys


class DetailsTests(ScriptedTestCase):
    def test_a_record_opens_with_its_texts_in_all_languages(self):
        self.open(locale="de")
        self.type("gladiole")
        self.until_text("#label", "1 Treffer gefunden")
        self.find("#hits h3 button").send_keys(Keys.ENTER)
        self.until(lambda: self.find("#details").is_displayed(), "the record")
        self.assertEqual(self.text("#details-title"), "Gladiole")
        self.assertEqual(self.texts("#details-texts h3")[:2], ["Deutsch", "Arabisch"])
        self.assertIn("Japanisch", self.texts("#details-texts h3"))
        self.assertTrue(self.texts("#details-texts dd[lang=ja]"))
        self.assertTrue(self.texts("#details-texts dd[lang=ar]"))
        self.assertEqual(self.text("#details .price").replace("\u00a0", " "), "51,99 €")
        self.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.until(lambda: not self.find("#details").is_displayed(), "closed")
        self.assertTrue(self.is_focused("#hits h3 button"))
        self.find("#hits h3 button").click()
        self.until(lambda: self.find("#details").is_displayed(), "the record")
        self.find("#details form button").click()
        self.until(lambda: not self.find("#details").is_displayed(), "closed")


if __name__ == "__main__":
    unittest.main()
