# The reader is informed about problems, and can continue.

import html
import unittest

from browsing import MARKUP, ScriptedTestCase, answer


class ProblemsTests(ScriptedTestCase):
    def test_problems_are_told_in_the_words_of_the_server(self):
        escaped = html.escape("Geht nicht " + MARKUP)
        self.stand_in(("/", {"status": 400, "page": f"<div id=problem><p>{escaped}</p></div>"}))
        self.open(locale="de")
        self.type("rose")
        self.until(lambda: self.texts("#problem p"), "the problem")
        self.assertEqual(self.text("#problem p").strip(), "Geht nicht " + MARKUP)
        self.assertEqual(self.attribute("#problem", "role"), "alert")

    def test_an_address_that_cannot_be_answered_does_not_spoil_the_next_question(self):
        self.expected_messages = ("400",)
        self.open(locale="de", offset="nonsense")
        self.assertIn("nonsense", self.text("#problem p"))
        self.type("rose")
        self.until_text("#label", "14 Treffer gefunden")
        self.assertEqual(self.texts("#problem p"), [])
        self.assertEqual(self.parameters(), {"q": "rose", "locale": "de"})

    def test_an_unreachable_server_is_told_and_asked_again(self):
        strings = answer("/v1/strings/Page", locale="de")["strings"]
        self.stand_in(("/", {"status": 0, "contains": "q=rose&"}))
        self.open(locale="de")
        self.type("rose")
        self.until(lambda: self.texts("#problem p"), "the problem")
        self.assertEqual(self.text("#problem p").strip(), strings["UnreachableError"])
        self.assertEqual(self.text("#problem button"), strings["RetryButton"])
        self.find("#problem button").click()
        self.assertTrue(self.is_focused("#query"))
        self.type("rosen")
        self.until_text("#label", "11 Treffer gefunden")
        self.assertEqual(self.texts("#problem p"), [])

    def test_being_offline_is_told_until_it_is_over(self):
        self.expected_messages = ("ERR_INTERNET_DISCONNECTED",)
        strings = answer("/v1/strings/Page", locale="de")["strings"]
        self.open(locale="de")
        self.type("rosen")
        self.until_text("#label", "11 Treffer gefunden")
        self.driver.set_network_conditions(offline=True, latency=0, throughput=-1)
        try:
            self.until(lambda: self.texts("#problem p"), "the problem")
            self.assertEqual(self.text("#problem p").strip(), strings["OfflineError"])
        finally:
            self.driver.delete_network_conditions()
        self.until(lambda: not self.texts("#problem p"), "back again")
        self.assertEqual(self.text("#label"), "11 Treffer gefunden")


if __name__ == "__main__":
    unittest.main()
