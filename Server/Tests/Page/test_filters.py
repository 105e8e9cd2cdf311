# The panel of filters: a choice takes effect at once, and is in the address.

import unittest
import urllib.parse

from browsing import ScriptedTestCase, answer
from selenium.webdriver.common.keys import Keys


class FiltersTests(ScriptedTestCase):
    def value(self, attribute, value):
        return self.find(f"#filters [name='f.{attribute}'][value='{value}']")

    def count(self, attribute, value):
        return int(self.value(attribute, value).find_element("xpath", "following-sibling::span[2]").text)

    def query(self):
        return urllib.parse.urlsplit(self.driver.current_url).query

    def test_a_choice_takes_effect_at_once_and_keeps_its_place(self):
        self.open(locale="de")
        white = self.count("color", "white")
        self.value("color", "red").click()
        self.until(lambda: self.query() == "f.color=red&locale=de", "the address")
        self.until(lambda: self.texts("#chips li:first-child span:first-child") == ["Farbe: rot"], "the chip")
        self.assertTrue(self.value("color", "red").get_property("checked"))
        self.assertTrue(self.is_focused("#filters [name='f.color'][value=red]"))
        # The counts of the attribute's other values do not change.
        self.assertEqual(self.count("color", "white"), white)
        found = answer("/v1/search", q="", locale="de", filter="color = red", facets="brand")
        self.assertEqual(self.text("#label"), found["label"])
        for one in found["facets"][0]["values"]:
            self.assertEqual(self.count("brand", one["value"]), one["count"])
        self.value("color", "white").send_keys(Keys.SPACE)
        self.until(lambda: self.query() == "f.color=red&f.color=white&locale=de", "both")
        self.until(lambda: len(self.find_all("#chips li")) == 3, "both chips")

    def test_the_back_button_returns_to_the_filters_before(self):
        self.open(locale="de", q="rose")
        before = self.text("#label")
        self.value("color", "red").click()
        self.until(lambda: self.text("#label") != before, "red ones")
        self.value("color", "white").click()
        self.until(lambda: len(self.find_all("#chips li")) == 3, "white ones, too")
        self.driver.back()
        self.until(lambda: len(self.find_all("#chips li")) == 2, "red ones")
        self.assertFalse(self.value("color", "white").get_property("checked"))
        self.driver.back()
        self.until_text("#label", before)
        self.driver.forward()
        self.until(lambda: self.value("color", "red").get_property("checked"), "red ones")
        self.assertEqual(self.query(), "q=rose&f.color=red&locale=de")

    def test_chips_remove_what_was_chosen(self):
        self.show("/?f.color=red&f.onSale=true&f.price=..50&locale=de")
        self.assertEqual([one.split(":")[0] for one in self.texts("#chips li")[:-1]], ["Preis", "Farbe", "Im Angebot"])
        self.find("#chips li a").click()
        self.until(lambda: self.query() == "f.color=red&f.onSale=true&locale=de", "without the price")
        self.until(lambda: len(self.find_all("#chips li")) == 3, "two chips")
        self.find("#clear").click()
        self.until_text("#label", "228 Treffer gefunden")
        self.assertEqual(self.query(), "locale=de")

    def test_a_range_is_read_in_the_readers_notation(self):
        self.open(locale="de", q="rose")
        field = self.find("[name='from.price']")
        self.assertRegex(field.get_dom_attribute("placeholder"), r"^\d+,\d\d\u00a0€$")
        field.send_keys("12,50", Keys.ENTER)
        self.until(lambda: self.query() == "q=rose&f.price=12.5..&locale=de", "the address")
        self.until(lambda: "12,50" in self.text("#chips li"), "the chip")
        self.assertEqual(self.find("[name='from.price']").get_property("value"), "12,5")
        self.value("color", "red").click()
        self.until(lambda: self.query() == "q=rose&f.color=red&f.price=12.5..&locale=de", "both")
        self.until(lambda: len(self.find_all("#chips li")) == 3, "both chips")
        self.find("[name='from.price']").clear()
        self.until(lambda: self.query() == "q=rose&f.color=red&locale=de", "without the range")

    def test_a_slider_chooses_a_range(self):
        self.open(locale="de", q="rose")
        thumb = lambda end: self.find(f"[data-facet=price] [data-end={end}]")  # noqa: E731
        self.assertGreater(len(self.find_all("[data-facet=price] rect.chosen")), 1)
        thumb("lower").send_keys(Keys.ARROW_RIGHT)
        # Until the answer is shown, the slider may be replaced at any time.
        self.until(lambda: self.query() != "q=rose&locale=de", "the address")
        self.until(lambda: len(self.find_all("#chips li")) == 2, "the chip")
        least = thumb("lower").get_property("value")
        self.assertEqual(self.query(), f"q=rose&f.price={least}..&locale=de")
        self.assertTrue(self.is_focused("[data-facet=price] [data-end=lower]"))
        # Its first position is no limit.
        thumb("lower").send_keys(Keys.HOME)
        self.until(lambda: self.query() == "q=rose&locale=de", "without the range")
        # One thumb pushes the other along.
        self.until(lambda: not self.find_all("#chips li"), "no chip")
        thumb("upper").send_keys(Keys.HOME)
        self.until(lambda: "f.price=.." in self.query(), "an upper limit")

    def test_values_are_looked_up_by_their_beginning(self):
        self.show("/?locale=de&find.brand=a")
        values = lambda: self.texts("[data-facet=brand] .values label span:first-of-type")  # noqa: E731
        self.assertEqual(values(), ["Atelier Silberlaub"])
        field = self.find("[name='find.brand']")
        field.clear()
        field.send_keys("ti")
        self.until(lambda: values() == ["Tinte & Tee"], "another beginning")
        # Nothing else changes.
        self.assertEqual(self.text("#label"), "228 Treffer gefunden")
        self.assertTrue(self.is_focused("[name='find.brand']"))
        self.assertEqual(self.query(), "locale=de&find.brand=a")
        self.value("brand", "Tinte & Tee").click()
        self.until(lambda: self.query() == "f.brand=Tinte+%26+Tee&locale=de", "the filter")
        self.until(lambda: len(values()) > 5, "all values")

    def test_what_is_typed_meanwhile_stays(self):
        self.stand_in(["/", {"contains": "f.color", "milliseconds": 500}])
        self.open(locale="de", q="rose")
        self.value("color", "red").click()
        self.find("[name='to.price']").send_keys("20")
        self.until(lambda: self.find_all("#chips li"), "the answer")
        self.assertEqual(self.find("[name='to.price']").get_property("value"), "20")
        self.assertTrue(self.is_focused("[name='to.price']"))
        self.driver.switch_to.active_element.send_keys("0", Keys.ENTER)
        self.until(lambda: self.query() == "q=rose&f.color=red&f.price=..200&locale=de", "both")

    def test_a_range_that_is_no_number_is_a_problem_that_passes(self):
        self.expected_messages = ("400",)
        self.open(locale="de", q="rose")
        self.find("[name='to.price']").send_keys("viel", Keys.ENTER)
        self.until(lambda: "viel" in self.text("#problem p"), "the problem")
        self.type("rosen")
        self.until(lambda: self.query() == "q=rosen&locale=de" and not self.find_all("#problem p"), "the next search")

    def test_a_new_query_scope_page_and_order_keep_the_filters(self):
        self.show("/?f.color=white&locale=de")
        self.find("#next").click()
        self.until(lambda: self.query() == "f.color=white&locale=de&offset=20", "the next page")
        self.until(lambda: self.texts("#pages [aria-current]") == ["2"], "its number")
        self.find("#scopes [data-scope=funerals]").click()
        self.until(lambda: self.query() == "scope=funerals&f.color=white&locale=de", "the scope")
        self.type("rose")
        self.until(lambda: self.query() == "q=rose&scope=funerals&f.color=white&locale=de", "the query")
        self.choose_language("fr")
        self.assertEqual(self.query(), "q=rose&scope=funerals&f.color=white&locale=fr")
        self.assertEqual(self.texts("#chips li:first-child span:first-child")[0].split(":")[1].strip(), "blanc")

    def test_the_sheet_stays_open_while_its_choices_take_effect(self):
        self.window(390, 844)
        self.open(locale="de")
        self.find(".sheet").click()
        self.find("[data-facet=color] summary").click()
        script = "const list = document.querySelector('.choices'); list.scrollTop = 300; return list.scrollTop"
        scroll = self.driver.execute_script(script)
        self.value("color", "red").click()
        self.until(lambda: self.find_all("#chips li"), "the filter")
        script = "const panel = document.getElementById('filters'); return [panel.matches(':popover-open'), panel.querySelector('.choices').scrollTop, " \
            "panel.querySelector('[data-facet=color] details').open]"  # fmt: skip
        self.assertEqual(self.driver.execute_script(script), [True, scroll, True])
        self.assertTrue(self.is_focused("#filters [name='f.color'][value=red]"))
        self.find(".apply .scripted").click()
        self.until(lambda: not self.find("#filters").is_displayed(), "closed")
        self.find(".sheet").click()
        self.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.until(lambda: not self.find("#filters").is_displayed(), "closed")

    def test_nothing_moves_while_the_panel_is_shown(self):
        # Layout shifts are recorded from the beginning.
        self.before_scripts(
            "window.shifts = []; new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((one) => one.value)))"
            ".observe({ type: 'layout-shift', buffered: true })"
        )
        self.show("/?f.color=red&locale=de")
        self.until(lambda: self.driver.execute_script("return document.readyState") == "complete", "loaded")
        # A hundredth of the value that browsers consider good: slightly wider digits do not count as a panel
        # that moves.
        self.assertLess(sum(self.driver.execute_script("return window.shifts")), 0.001)


if __name__ == "__main__":
    unittest.main()
