# The page is in the chosen language, and marks texts in other languages.

import unittest

from browsing import ScriptedTestCase, answer


class LanguagesTests(ScriptedTestCase):
    def test_another_language_changes_all_texts(self):
        self.open(locale="de", q="rose")
        for locale, tag, direction in (("ja", "ja", "ltr"), ("ar", "ar", "rtl"), ("zh_Hans", "zh-Hans", "ltr")):
            with self.subTest(locale):
                self.choose_language(locale)
                strings = answer("/v1/strings/Page", locale=locale)["strings"]
                label = answer("/v1/search", q="rose", locale=locale, relax="auto", limit=0)["label"]
                self.assertEqual(self.attribute("html", "lang"), tag)
                self.assertEqual(self.attribute("html", "dir"), direction)
                self.assertEqual(self.text("#label"), label)
                self.assertEqual(self.text(".search > button"), strings["SearchButton"])
                self.assertEqual(self.attribute("#query", "placeholder"), strings["SearchPlaceholder"])
                self.assertEqual(self.attribute(".scopes", "aria-label"), strings["ScopesLabel"])
                self.assertEqual(self.driver.title, "rose · " + strings["PageTitle"])
                self.assertEqual(self.parameters()["locale"], locale)
                field, button = self.find("#query").rect["x"], self.find(".search > button").rect["x"]
                self.assertEqual(button < field, direction == "rtl")

    def test_prices_and_years_are_written_as_the_language_does(self):
        self.open(locale="de")
        self.type("gladiole 2001")
        self.until_text("#label", "1 Treffer gefunden")
        self.assertEqual(self.text("#hits .price").replace("\u00a0", " "), "51,99 €")
        self.assertEqual(self.text("#hits .year mark"), "2001")
        self.choose_language("ar")
        self.type("2001")
        self.until(lambda: self.texts("#hits .year") == ["٢٠٠١"], "the digits of Arabic")
        self.assertEqual(self.texts("#hits .year mark"), ["٢٠٠١"])
        self.assertEqual(self.texts("#scopes .count")[0], "١")

    def test_texts_of_another_language_say_so(self):
        self.open(locale="de")
        self.type("gather ye")
        self.until_text("#label", "1 Treffer gefunden")
        self.assertEqual(self.attribute("#hits h3", "lang"), "en")
        self.assertEqual(self.texts("#hits .tag")[0], "Englisch")
        # The language of the title is unrelated to the match.
        self.open(locale="ja")
        self.type("bridal bouquet")
        self.until(lambda: self.texts("#hits h3") == ["バラの花束"], "found by an English word")
        self.assertEqual(self.attribute("#hits h3", "lang"), "ja")
        self.assertEqual(self.attribute("#hits .other [lang]", "lang"), "en")
        self.assertEqual(self.texts("#hits .tag"), ["ウェディング"])


if __name__ == "__main__":
    unittest.main()
