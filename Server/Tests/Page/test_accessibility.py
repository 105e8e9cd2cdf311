# The page works with the keyboard, with screen readers, and on small screens.

import unittest

from browsing import ScriptedTestCase, violations
from selenium.webdriver.common.keys import Keys


class AccessibilityTests(ScriptedTestCase):
    def axe(self):
        return violations(self.driver)

    def test_axe_finds_nothing_in_any_language(self):
        self.open(locale="en", q="")
        locales = [option.get_dom_attribute("value") for option in self.find_all("#language option")]
        self.assertGreaterEqual(len(locales), 19)
        for locale in locales:
            for path in (f"/?locale={locale}", f"/c/gifts/g-108?locale={locale}&currency=JPY"):
                with self.subTest(path):
                    self.show(path)
                    self.assertEqual(self.axe(), [])

    def test_axe_finds_nothing_in_any_state(self):
        for scheme in ("light", "dark"):
            for width in (1280, 390):
                with self.subTest(scheme=scheme, width=width):
                    self.window(width, 844, scheme)
                    self.open(locale="de", q="")
                    self.type("rsoen")
                    self.until(lambda: self.find_all("#suggestions [role=option]"), "suggestions")
                    self.assertEqual(self.axe(), [])
                    self.find("#query").send_keys(Keys.ARROW_DOWN)
                    self.assertEqual(self.axe(), [])
                    self.find("#query").send_keys(Keys.ESCAPE)
                    self.type("zzzzzz")
                    self.until(lambda: self.find_all("#help"), "nothing found")
                    self.assertEqual(self.axe(), [])
                    self.show("/?locale=de&view=grid")
                    self.assertEqual(self.axe(), [])
                    self.show("/?locale=de&f.color=red&f.price=..50")
                    if width < 960:
                        self.find(".sheet").click()
                    self.find("#filters summary").click()
                    self.assertEqual(self.axe(), [])
                    self.show("/c/gifts/g-155?locale=de&currency=JPY")
                    self.find(".languages summary").click()
                    self.assertEqual(self.axe(), [])

    def test_nothing_is_wider_than_a_small_window_in_any_language(self):
        self.window(320, 640)
        self.open(locale="en", q="")
        locales = [option.get_dom_attribute("value") for option in self.find_all("#language option")]
        for locale in locales:
            for path in (f"/?locale={locale}", f"/?q=zzzzzz&locale={locale}", f"/?f.color=red&locale={locale}", f"/c/gifts/g-108?locale={locale}&currency=JPY"):
                with self.subTest(path):
                    self.show(path)
                    width = self.driver.execute_script("return document.scrollingElement.scrollWidth")
                    self.assertLessEqual(width, 320)
                    if sheets := self.find_all(".sheet"):
                        sheets[0].click()
                        script = "const list = document.querySelector('.choices'); return list.scrollWidth <= list.clientWidth"
                        self.assertTrue(self.driver.execute_script(script))

    def test_the_first_result_is_in_the_upper_third_of_a_phone(self):
        self.window(360, 740)
        self.open(locale="en", q="")
        locales = [option.get_dom_attribute("value") for option in self.find_all("#language option")]
        for locale in locales:
            for parameters in ({}, {"q": "rose"}, {"q": "rose", "view": "grid"}):
                with self.subTest(locale=locale, **parameters):
                    self.open(locale=locale, **parameters)
                    # A notice that similar words were also found is before the results.
                    script = "return document.querySelector('#relaxed, #hits > li').getBoundingClientRect().top"
                    self.assertLess(self.driver.execute_script(script), 740 / 3)

    def test_suggestions_are_whole_in_a_small_window(self):
        for width in (320, 360, 390, 480, 600):
            with self.subTest(width):
                self.window(width, 640)
                self.open(locale="de", q="")
                self.type("geb")
                self.until(lambda: self.find_all("#suggestions [role=option]"), "suggestions")
                script = "const list = document.getElementById('suggestions'); return [...list.querySelectorAll('span')]" \
                    ".every((one) => one.getBoundingClientRect().right <= list.getBoundingClientRect().right)"  # fmt: skip
                self.assertTrue(self.driver.execute_script(script))

    def test_the_keyboard_reaches_everything_in_order(self):
        self.window(800, 800)
        self.open(locale="de", q="rosen")
        reached = []
        for _ in range(16):
            self.driver.switch_to.active_element.send_keys(Keys.TAB)
            script = "const one = document.activeElement; return one.id || one.className || one.dataset.scope || " \
                "one.closest('form, ol')?.id || one.parentElement.className"  # fmt: skip
            reached.append(self.driver.execute_script(script))
        expected = ["skip", "site", "language", "currency", "query", "search-form", "all", "birthdays", "weddings", "funerals"]
        expected += ["sheet", "view-list", "view-grid", "order", "hits", "hits"]
        self.assertEqual(reached, expected)

    def test_the_keyboard_passes_the_panel_at_the_side(self):
        self.open(locale="de", q="rosen")
        self.find("#scopes li:last-child a").send_keys(Keys.TAB)
        self.assertTrue(self.is_focused("#filters > .skip"))
        self.assertTrue(self.find("#filters > .skip").is_displayed())
        self.driver.switch_to.active_element.send_keys(Keys.TAB)
        self.assertTrue(self.is_focused("#filter-form [name='f.catalog']"))
        self.find("#filters > .skip").send_keys(Keys.ENTER)
        self.until(lambda: self.is_focused("#results"), "the results")

    def test_the_first_link_leads_to_the_content(self):
        self.open(locale="de", q="rosen")
        self.driver.switch_to.active_element.send_keys(Keys.TAB)
        self.assertTrue(self.find(".skip").is_displayed())
        self.find(".skip").send_keys(Keys.ENTER)
        self.until(lambda: self.is_focused("#content"), "the content")


if __name__ == "__main__":
    unittest.main()
