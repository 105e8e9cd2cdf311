# Readers' choices on the page are counted, with and without JavaScript.

import json
import os
import time
import unittest
import urllib.parse
import urllib.request

from browsing import PATIENCE, BrowserTestCase


def clicks(query):
    """How often each record was chosen among the results of a query, and at which position."""
    request = urllib.request.Request(
        os.environ["STOREFRONT_ADMIN_URL"].rstrip("/") + "/admin/v1/queries?limit=1000",
        headers={"Authorization": "Bearer " + os.environ["STOREFRONT_ADMIN_TOKEN"]},
    )
    with urllib.request.urlopen(request) as response:
        entries = json.load(response)["queries"]
    return {
        click["id"]: (click["clicks"], click["place"])
        for entry in entries
        if entry["query"] == query
        for click in entry["clicked"]
    }


class Clicks:
    """The same with and without JavaScript; each has a query of its own."""

    def until_clicks(self, expected):
        end = time.monotonic() + PATIENCE
        while (counted := clicks(self.query)) != expected and time.monotonic() < end:
            time.sleep(0.2)
        self.assertEqual(counted, expected)

    def test_a_result_that_is_chosen_is_counted_once(self):
        self.open(locale="de", q=self.query)
        link = self.find_all("#hits h3 a")[1]
        path = urllib.parse.urlsplit(link.get_property("href")).path
        record = urllib.parse.unquote(path.rsplit("/", 1)[1])
        # The address is that of the record, without a parameter for the click.
        self.assertTrue(path.startswith("/c/"))
        link.click()
        self.until(lambda: urllib.parse.urlsplit(self.driver.current_url).path == path, "the record")
        self.until_clicks({record: (1, 2.0)})
        # A reload, and going back and forth, do not count as choices.
        self.driver.refresh()
        self.driver.back()
        self.until(lambda: self.find_all("#hits h3 a"), "the results")
        self.driver.forward()
        self.until(lambda: urllib.parse.urlsplit(self.driver.current_url).path == path, "the record")
        time.sleep(1)
        self.assertEqual(clicks(self.query), {record: (1, 2.0)})


class ClickTests(Clicks, BrowserTestCase):
    query = "rose rot"


class ClicksWithoutScriptTests(Clicks, BrowserTestCase):
    javascript = False
    query = "rose"


if __name__ == "__main__":
    unittest.main()
