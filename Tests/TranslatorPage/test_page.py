# The page for translators in Chromium: typed texts are saved, and imported into their files.

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Server/Tests/Page"))
from browsing import PATIENCE, browser, violations  # noqa: E402

MARKUP = "</script><img src=x onerror=window.wasRun=1><!--<script>"
# A right-to-left override, and a line separator, as `.strings` files spell them.
CONTROLS = "a\\U202Eb\\U2028c"
SOURCE = f"""
/* Title; File: App.swift:3
   max-length: 9 */
"Albums" = "Albums";
"Delete" = "Delete %@";
"n|==|plural.one" = "%ld photo";
"n|==|plural.other" = "%ld photos";
"{MARKUP}" = "{MARKUP}";
"controls" = "{CONTROLS}";
"""
MANY = 100_000


class PageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.driver = browser()
        cls.addClassCleanup(cls.driver.quit)
        behavior = {"behavior": "allow", "downloadPath": str(cls.folder)}
        cls.driver.execute_cdp_cmd("Browser.setDownloadBehavior", behavior)

    def setUp(self):
        self.driver.get_log("browser")

    def tearDown(self):
        # Under the page's policy, a wrong hash would be an error.
        self.assertEqual([one["message"] for one in self.driver.get_log("browser")], [], "the browser's console")

    def lstrings(self, *arguments):
        program = pathlib.Path(os.environ.get("LSEARCH_PROGRAMS", ROOT / ".build/check/debug")) / "lstrings"
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "en", "LSEARCH_DATA": str(ROOT)}
        run = subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stderr

    def project(self, name, source, locale, translations=""):
        for language, text in (("en", source), (locale, translations)):
            file = self.folder / name / f"{language}.lproj" / "App.strings"
            file.parent.mkdir(parents=True)
            file.write_text(text)
        self.lstrings("export", "--to", "html", "-l", locale, "-o", f"{name}/out", name)
        self.driver.get((self.folder / name / "out" / f"{locale}.html").as_uri())
        return file

    def until(self, condition, meaning):
        WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05).until(lambda _: condition(), meaning)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def fields(self, key):
        script = "return [...document.querySelectorAll('.message')].find((one) => one.querySelector('.key').textContent === arguments[0])"
        return self.driver.execute_script(script, key).find_elements(By.CSS_SELECTOR, "textarea")

    def fill(self, key, *texts):
        fields = self.fields(key)
        self.assertEqual(len(fields), len(texts))
        for field, text in zip(fields, texts):
            field.clear()
            field.send_keys(text)

    def saved(self, locale):
        file = self.folder / f"{locale}.translated.json"
        file.unlink(missing_ok=True)
        self.find("body").send_keys(Keys.CONTROL, "s")
        # Chromium creates the file before it has its bytes.
        self.until(lambda: file.exists() and file.stat().st_size > 0, "the saved file")
        return file

    def test_texts_come_back_as_they_were_typed(self):
        for locale, direction, album, forms in (
            ("de", "ltr", "Alben", ("%ld Foto", "%ld Fotos")),
            ("ar", "rtl", "ألبومات", ("لا صور", "صورة", "صورتان", "%ld صور", "%ld صورة", "%ld من الصور")),
        ):
            with self.subTest(locale):
                file = self.project(f"typed-{locale}", SOURCE, locale)
                self.assertEqual(self.find("html").get_dom_attribute("dir"), direction)
                self.assertEqual(self.fields("Albums")[0].get_dom_attribute("dir"), direction)
                self.fill("Albums", album)
                self.fill("n", *forms)
                self.until(lambda: self.find("#count-changed").text in "2٢", "two changes")
                # The typed text is there again.
                kept = "return Object.values(localStorage).join()"
                self.until(lambda: forms[-1] in self.driver.execute_script(kept), "what the browser keeps")
                # This opens another tab instead of a reload, because Chromium sometimes loses the data that
                # the only page of a folder has just stored.
                page, before = self.driver.current_url, self.driver.current_window_handle
                self.driver.switch_to.new_window("tab")
                self.driver.get(page)
                self.assertEqual(self.fields("Albums")[0].get_property("value"), album)
                self.assertEqual([field.get_property("value") for field in self.fields("n")], list(forms))
                self.driver.close()
                self.driver.switch_to.window(before)
                saved = self.saved(locale)
                self.assertEqual(len(json.loads(saved.read_text())["tables"][0]["units"]), 2)
                self.lstrings("import", saved, "--into", f"typed-{locale}")
                text = file.read_text()
                for one in (album, *forms):
                    self.assertIn(f'= "{one}";', text)
                self.assertNotIn("Flag:", text)
                self.driver.execute_script("localStorage.clear()")

    def test_a_saved_file_is_opened_where_the_source_is_the_same(self):
        self.project("opened", SOURCE, "de")
        self.fill("Albums", "Alben")
        self.fill("Delete", "%@ löschen")
        saved = self.saved("de")
        self.driver.execute_script("localStorage.clear()")
        self.project("opened-later", SOURCE.replace("Delete %@", "Remove %@"), "de")
        self.find("#file").send_keys(str(saved))
        self.until(lambda: self.find("#count-changed").text == "1", "one text")
        self.assertEqual(self.fields("Albums")[0].get_property("value"), "Alben")
        self.assertEqual(self.fields("Delete")[0].get_property("value"), "")

    def test_a_field_says_what_is_too_long_or_missing(self):
        self.project("said", SOURCE, "de", '"Delete" = "%@ löschen";')
        self.fill("Albums", "Fotobücher")
        self.assertEqual(len(self.driver.find_elements(By.CSS_SELECTOR, ".counter.over")), 1)
        self.fill("Delete", "Löschen")
        self.assertIn("%@", self.driver.find_element(By.CSS_SELECTOR, ".lacks:not(:empty)").text)
        self.fields("Delete")[0].send_keys(" ")
        # The button puts the placeholder at the cursor.
        self.driver.execute_script("document.querySelector('.part').click()")
        self.assertEqual(self.fields("Delete")[0].get_property("value"), "Löschen %@")
        self.assertEqual(self.driver.find_elements(By.CSS_SELECTOR, ".lacks:not(:empty)"), [])

    def test_possible_mistakes_are_listed_the_most_severe_first(self):
        translations = '"Albums" = "Alben ";\n"Delete" = "%d löschen";\n"n|==|plural.one" = "%ld Foto";\n"n|==|plural.other" = "%ld Fotos";'
        self.project("remarks", SOURCE, "de", translations)
        self.assertEqual(self.find("#count-remarks").text, "2")
        self.driver.execute_script("document.querySelector('input[value=remarks]').click()")
        keys = [one.text for one in self.driver.find_elements(By.CSS_SELECTOR, ".message .key")]
        self.assertEqual(keys, ["Delete", "Albums"])
        self.assertEqual(self.find(".remarks li").get_dom_attribute("data-severity"), "error")
        # The checks said it of another text.
        self.fill("Delete", "%@ löschen")
        self.assertEqual(self.find("#count-remarks").text, "1")
        self.driver.execute_script("localStorage.clear()")

    def test_no_text_becomes_markup_or_turns_the_page(self):
        self.project("hostile", SOURCE, "de", f'"{MARKUP}" = "{MARKUP}";')
        self.assertEqual(self.fields(MARKUP)[0].get_property("value"), MARKUP)
        self.fill("Albums", MARKUP)
        self.assertEqual(self.driver.find_elements(By.CSS_SELECTOR, "#list img, #list script"), [])
        self.assertIsNone(self.driver.execute_script("return window.wasRun ?? null"))
        shown = [one.text for one in self.driver.find_elements(By.CSS_SELECTOR, ".source .control")]
        self.assertEqual(shown, ["U+202E", "U+2028"])

    def test_a_text_of_any_length_is_shown(self):
        many = "\\U202E" * 150_000 + "%@ " * 20_000
        self.project("long", SOURCE + f'"long" = "{many}";', "de", '"long" = "%@";')
        self.assertEqual(len(self.driver.find_elements(By.CSS_SELECTOR, ".message")), 6)
        self.fill("Albums", "Alben")
        self.assertEqual(self.find("#count-changed").text, "1")
        self.driver.execute_script("localStorage.clear()")

    def test_axe_finds_nothing_and_nothing_is_wider_than_a_small_window(self):
        for locale in ("de", "ar"):
            self.project(f"seen-{locale}", SOURCE, locale, '/* Flag: fuzzy */ "Albums" = "Albums 2";')
            self.fill("Delete", "x")
            for width in (1280, 320):
                for scheme in ("light", "dark"):
                    with self.subTest(locale=locale, width=width, scheme=scheme):
                        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
                        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
                        features = [{"name": "prefers-color-scheme", "value": scheme}]
                        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
                        self.assertEqual(violations(self.driver), [])
                        self.assertLessEqual(self.driver.execute_script("return document.scrollingElement.scrollWidth"), width)
            self.driver.execute_script("localStorage.clear()")
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_a_hundred_thousand_texts_are_shown_in_portions(self):
        self.project("many", "".join(f'"k{number}" = "Text {number}";\n' for number in range(MANY)), "de")
        self.assertLess(len(self.driver.find_elements(By.CSS_SELECTOR, ".message")), 200)
        self.find("#search").send_keys(f"text {MANY - 1}")
        self.until(lambda: len(self.driver.find_elements(By.CSS_SELECTOR, ".message")) == 1, "the last text")
        self.fill(f"k{MANY - 1}", "Text")
        self.assertEqual(len(json.loads(self.saved("de").read_text())["tables"][0]["units"]), 1)


if __name__ == "__main__":
    unittest.main()
