# The page loads its files at once and only once.

import unittest

from browsing import ScriptedTestCase
from test_template import MODULES


class LoadingTests(ScriptedTestCase):
    def test_no_module_waits_for_another(self):
        self.open(locale="de")
        script = """
            return performance.getEntriesByType("resource").filter((one) => one.name.endsWith(".js"))
              .map((one) => [one.name.split("/").pop(), one.startTime, one.responseEnd])"""
        loaded = self.driver.execute_script(script)
        self.assertEqual(sorted(name for name, _, _ in loaded), sorted(MODULES))
        end = next(end for name, _, end in loaded if name == "page.js")
        # Modules known only from imports would be loaded later.
        self.assertEqual([name for name, start, _ in loaded if start >= end], [])

    def test_a_picture_that_cannot_be_loaded_leaves_a_letter(self):
        self.expected_messages = ("/images/",)
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/images/*"]})
        self.addCleanup(self.driver.execute_cdp_cmd, "Network.setBlockedURLs", {"urls": []})
        for path in ("/?locale=en&q=gladiolus", "/c/gifts/g-101?locale=en"):
            with self.subTest(path):
                self.show(path)
                self.until(lambda: self.texts(".picture > span")[:1] == ["G"], "the letter")
                # Those further down are not loaded yet.
                self.assertEqual(self.find(".picture").find_elements("css selector", "img"), [])

    def test_pictures_in_a_row_stand_in_one_line(self):
        for width in (390, 1280):
            with self.subTest(width):
                self.window(width, 844)
                self.open(locale="en", q="rose", view="grid")
                script = "return [...document.querySelectorAll('#hits .picture')].slice(0, 2).map((one) => one.getBoundingClientRect().top)"
                first, second = self.driver.execute_script(script)
                self.assertEqual(first, second)


if __name__ == "__main__":
    unittest.main()
