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


if __name__ == "__main__":
    unittest.main()
