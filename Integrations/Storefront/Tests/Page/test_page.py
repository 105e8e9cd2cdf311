# Does the page of the storefront do for its readers what it should, with and without its script?

import json
import os
import unittest
import urllib.request

import axe_core_python
from browsing import BrowserTestCase, answer
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
MARKUP = "<img src=x onerror=window.wasRun=1><b>rose</b>"

# Stands in for the server's answers of some kind: `answers` maps the beginning of a path to JSON, and a text among
# the parameters may delay an answer by milliseconds.
STAND_IN = """
(() => {
  const real = window.fetch;
  const stand = %s;
  window.fetch = async (address, options) => {
    const { pathname, search } = new URL(address, location);
    for (const [path, { status, body, contains, milliseconds }] of stand) {
      if (!pathname.startsWith(path) || (contains && !search.includes(contains))) continue;
      if (milliseconds) {
        // Deaf to cancellation, as a network may be.
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
        return real(address);
      }
      if (status === 0) throw new TypeError("no network");
      const type = status === 200 ? "application/json" : "application/problem+json";
      return new Response(JSON.stringify(body), { status, headers: { "Content-Type": type } });
    }
    return real(address, options);
  };
})();
"""


def hit(**members):
    usual = {"id": "h-1", "catalog": "hostile", "scope": None, "locale": "de", "title": "Rose", "matches": []}
    return {**usual, **members}


def found(*hits):
    return {
        "query": "rose", "locale": "de", "chain": ["de"], "scope": "all", "relaxed": None, "total": len(hits),
        "label": "found", "scopes": [{"id": "all", "label": "Alle", "count": len(hits)}], "hits": list(hits), "ns": 1,
    }  # fmt: skip


class ScriptedPageTests(BrowserTestCase):
    def stand_in(self, *stand):
        self.before_scripts(STAND_IN % json.dumps([list(one) for one in stand]))

    def type(self, text):
        field = self.find("#query")
        field.clear()
        field.send_keys(text)

    def choose_language(self, locale):
        Select(self.find("#language")).select_by_value(locale)
        self.until(lambda: self.attribute("html", "data-locale") == locale, locale)

    def was_run(self):
        return self.driver.execute_script("return window.wasRun === 1")

    # Searching

    def test_results_follow_what_is_typed(self):
        self.open(locale="de")
        self.until_text("#label", "228 Artikel gefunden")
        self.type("geburtstag")
        self.until_text("#label", "19 Artikel gefunden")
        self.assertEqual(len(self.find_all("#hits > li")), 19)
        self.assertEqual(self.text("#hits > li:first-child h3 mark"), "Geburtstag")
        self.assertEqual(self.parameters(), {"q": "geburtstag", "locale": "de"})
        self.assertIn("geburtstag", self.driver.title)
        self.assertEqual(self.attribute("#label", "role"), "status")

    def test_prices_and_years_are_written_as_the_language_does(self):
        self.open(locale="de")
        self.type("gladiole 2001")
        self.until_text("#label", "1 Artikel gefunden")
        self.assertEqual(self.text("#hits .price").replace("\u00a0", " "), "51,99 €")
        self.assertEqual(self.text("#hits .year mark"), "2001")
        self.choose_language("ar")
        self.type("2001")
        self.until(lambda: self.texts("#hits .year") == ["٢٠٠١"], "the digits of Arabic")
        self.assertEqual(self.texts("#hits .year mark"), ["٢٠٠١"])
        self.assertEqual(self.texts("#scopes .count")[0], "١")

    def test_the_server_and_the_script_show_the_same(self):
        shown = """
            const all = (selector) => [...document.querySelectorAll(selector)];
            return [
              document.title,
              ...all("#label, #relaxed, #shown, #hits h3, #hits p > *, #hits mark").map((one) => one.textContent),
              ...all("#scopes a, #orders a, #pages a[href]").map((one) => one.textContent + one.getAttribute("href")),
              ...all("#hits [lang]").map((one) => one.lang),
            ]"""
        for parameters in (
            {"locale": "de", "q": "rose"},
            {"locale": "ar", "q": "", "offset": "20", "sort": "title"},
            {"locale": "ja", "q": "結婚", "scope": "weddings"},
            {"locale": "ja", "q": "rose"},
            {"locale": "de", "q": "geburtstga"},
            {"locale": "en", "q": "zzzzzz"},
        ):
            with self.subTest(parameters):
                self.open(**parameters)
                served = self.driver.execute_script(shown)
                # Asked again by the script, what was shown must come back.
                self.driver.execute_script("document.getElementById('hits').replaceChildren('gone')")
                self.find("#scopes a[aria-current]").click()
                self.until(lambda: self.text("#hits") != "gone", "the answer")
                if "offset" in parameters:
                    self.driver.back()
                    self.until(lambda: self.parameters().get("offset") == parameters["offset"], "the page before")
                    self.until(lambda: self.attribute("#hits", "start") == "21", "the results before")
                self.assertEqual(self.driver.execute_script(shown), served)

    def test_matches_count_unicode_scalars(self):
        title = "🌹👩🏽‍🌾 Rose"
        start = len(title) - 4
        matches = [{"field": "title", "start": start, "end": start + 4}]
        self.stand_in(("/v1/search", {"status": 200, "body": found(hit(title=title, matches=matches))}))
        self.open(locale="de")
        self.type("rose")
        self.until_text("#label", "found")
        self.assertEqual(self.texts("#hits mark"), ["Rose"])
        self.assertEqual(self.text("#hits h3"), title)

    def test_matches_in_texts_that_are_not_shown_are_shown(self):
        own = hit(keywords=["Blume", "Rose"], origin="Rosenheim", matches=[
            {"field": "keywords", "index": 1, "start": 0, "end": 4}, {"field": "origin", "start": 0, "end": 4},
        ])  # fmt: skip
        self.stand_in(("/v1/search", {"status": 200, "body": found(own)}))
        self.open(locale="de")
        self.type("rose")
        self.until_text("#label", "found")
        self.assertEqual(self.texts("#hits .other"), ["Stichwörter Rose", "origin Rosenheim"])

    def test_a_late_answer_to_an_earlier_question_is_not_shown(self):
        self.stand_in(("/v1/search", {"contains": "q=rosen&", "milliseconds": 1500}))
        self.open(locale="de")
        self.type("rosen")
        self.until(lambda: self.parameters().get("q") == "rosen", "the question")
        strings = answer("/v1/strings/Page", locale="de")["strings"]
        self.until_text("#label", strings["Searching"])
        self.type("geburtstag")
        self.until_text("#label", "19 Artikel gefunden")
        shown = "const done = arguments[0]; setTimeout(() => done(document.getElementById('label').textContent), 2000)"
        self.assertEqual(self.driver.execute_async_script(shown), "19 Artikel gefunden")

    def test_results_are_paged(self):
        self.open(locale="en")
        self.assertFalse(self.find("#previous").is_displayed())
        self.find("#next").click()
        self.until_text("#shown", "21–40 of 228")
        self.assertEqual(self.parameters()["offset"], "20")
        self.assertTrue(self.is_focused("#results"))
        self.find("#previous").click()
        self.until_text("#shown", "1–20 of 228")

    def test_results_are_put_into_another_order(self):
        self.open(locale="de", q="rose")
        self.find("#orders [data-sort=price]").click()
        self.until(lambda: self.attribute("#orders [data-sort=price]", "aria-current") == "true", "the order")
        expected = answer("/v1/search", q="rose", locale="de", sort="price", limit=20)
        self.assertEqual(self.texts("#hits h3"), [one["title"] for one in expected["hits"]])
        self.assertEqual(self.parameters()["sort"], "price")

    # Scopes

    def test_scopes_show_their_counts_and_narrow_the_results(self):
        self.open(locale="de")
        self.type("rose")
        self.until_text("#label", "14 Artikel gefunden")
        self.assertEqual(self.texts("#scopes a"), ["Alle 14", "Geburtstage 3", "Hochzeiten 5", "Trauerfälle 2"])
        self.find("#scopes [data-scope=weddings]").send_keys(Keys.ENTER)
        self.until_text("#label", "5 Artikel gefunden")
        self.assertEqual(self.texts("#scopes [aria-current=true]"), ["Hochzeiten 5"])
        self.assertTrue(self.is_focused("[data-scope=weddings]"))
        self.assertEqual(self.parameters(), {"q": "rose", "scope": "weddings", "locale": "de"})
        # The address can be given to others.
        self.driver.refresh()
        self.until_text("#label", "5 Artikel gefunden")
        self.assertEqual(self.texts("#scopes [aria-current=true]"), ["Hochzeiten 5"])

    # Suggestions

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
        self.until_text("#label", "19 Artikel gefunden")
        self.assertFalse(self.find("#suggestions").is_displayed())
        self.assertEqual(self.parameters()["q"], "Geburtstag")
        field.send_keys(Keys.ESCAPE)
        self.until_text("#label", "228 Artikel gefunden")
        self.assertEqual(field.get_property("value"), "")

    def test_suggestions_are_taken_with_a_click(self):
        self.open(locale="de")
        self.type("gebur")
        self.until(lambda: self.find_all("#suggestions [role=option]"), "suggestions")
        self.find("#suggestions li").click()
        self.until_text("#label", "19 Artikel gefunden")
        self.assertTrue(self.is_focused("#query"))

    def test_a_mistyped_word_is_corrected(self):
        self.open(locale="de")
        self.type("rsoen")
        self.until(lambda: self.find_all("#suggestions [role=option]"), "a correction")
        self.assertTrue(self.texts("#suggestions [role=option]")[0].startswith("Meinten Sie „Rosen“?"))
        self.assertTrue(self.text("#relaxed").startswith("Keine genauen Treffer. Ähnlich: „Rosen“"))
        self.find("#query").send_keys(Keys.ARROW_DOWN, Keys.ENTER)
        self.until_text("#label", "4 Artikel gefunden")
        self.assertEqual(self.find("#query").get_property("value"), "Rosen")
        self.until(lambda: not self.find("#relaxed").is_displayed(), "an exact answer")

    # Languages

    def test_another_language_changes_all_texts_at_once(self):
        self.open(locale="de", q="rose")
        self.driver.execute_script("window.isTheSame = true")
        for locale, tag, direction in (("ja", "ja", "ltr"), ("ar", "ar", "rtl"), ("zh_Hans", "zh-Hans", "ltr")):
            with self.subTest(locale):
                self.choose_language(locale)
                strings = answer("/v1/strings/Page", locale=locale)["strings"]
                label = answer("/v1/search", q="rose", locale=locale, relax="auto", limit=0)["label"]
                self.assertEqual(self.attribute("html", "lang"), tag)
                self.assertEqual(self.attribute("html", "dir"), direction)
                self.assertEqual(self.text("#label"), label)
                for element in self.find_all("[data-text]"):
                    key = element.get_dom_attribute("data-text")
                    self.assertEqual(element.get_property("textContent"), strings[key])
                self.assertEqual(self.attribute("#query", "placeholder"), strings["SearchPlaceholder"])
                self.assertEqual(self.attribute(".scopes", "aria-label"), strings["ScopesLabel"])
                self.assertEqual(self.driver.title, "rose · " + strings["PageTitle"])
                self.assertEqual(self.parameters()["locale"], locale)
                field, button = self.find("#query").rect["x"], self.find(".search > button").rect["x"]
                self.assertEqual(button < field, direction == "rtl")
        self.assertTrue(self.driver.execute_script("return window.isTheSame"))

    def test_texts_of_another_language_say_so(self):
        self.open(locale="de")
        self.type("gather ye")
        self.until_text("#label", "1 Artikel gefunden")
        self.assertEqual(self.attribute("#hits h3", "lang"), "en")
        self.assertEqual(self.texts("#hits .tag")[0], "Englisch")
        # What matched is not what says in which language the title is.
        self.open(locale="ja")
        self.type("bridal bouquet")
        self.until(lambda: self.texts("#hits h3") == ["バラの花束"], "found by an English word")
        self.assertEqual(self.attribute("#hits h3", "lang"), "ja")
        self.assertEqual(self.attribute("#hits .other [lang]", "lang"), "en")
        self.assertEqual(self.texts("#hits .tag"), ["ウェディング"])

    # One record

    def test_a_record_opens_with_its_texts_in_all_languages(self):
        self.open(locale="de")
        self.type("gladiole")
        self.until_text("#label", "1 Artikel gefunden")
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

    # History

    def test_the_back_button_goes_back_step_by_step(self):
        self.open(locale="de")
        self.type("ros")
        self.until(lambda: self.parameters().get("q") == "ros", "the first letters")
        self.find("#query").send_keys("e")
        self.until_text("#label", "14 Artikel gefunden")
        self.find("#scopes [data-scope=weddings]").send_keys(Keys.ENTER)
        self.until_text("#label", "5 Artikel gefunden")
        self.driver.back()
        self.until_text("#label", "14 Artikel gefunden")
        self.assertEqual(self.texts("#scopes [aria-current=true]"), ["Alle 14"])
        # All that was typed in one go is one step.
        self.driver.back()
        self.until_text("#label", "228 Artikel gefunden")
        self.assertEqual(self.find("#query").get_property("value"), "")
        self.driver.forward()
        self.until_text("#label", "14 Artikel gefunden")
        self.assertEqual(self.find("#query").get_property("value"), "rose")

    def test_the_back_button_returns_to_the_language_before(self):
        self.open(locale="de", q="rose")
        self.choose_language("ar")
        self.driver.back()
        self.until(lambda: self.attribute("html", "lang") == "de", "German")
        self.assertEqual(self.attribute("html", "dir"), "ltr")
        self.assertEqual(self.find("#language").get_property("value"), "de")

    # Markup

    def test_markup_in_the_query_is_text(self):
        self.open(locale="de", q=MARKUP)
        self.assertEqual(self.find("#query").get_property("value"), MARKUP)
        self.assertEqual(self.find_all("main img, main b"), [])
        self.open(locale="de")
        self.type(MARKUP)
        self.until(lambda: self.parameters().get("q") == MARKUP, "the question")
        self.until(lambda: MARKUP in self.driver.title, "the answer")
        self.assertEqual(self.find_all("main img, main b"), [])
        self.assertFalse(self.was_run())

    def test_markup_in_answers_is_text(self):
        matches = [{"field": "title", "start": 0, "end": 4}, {"field": MARKUP, "start": 0, "end": 4}]
        hostile = hit(title=MARKUP, summary=MARKUP, year=1, price={"amount": "1", "text": MARKUP}, matches=matches)
        hostile[MARKUP] = MARKUP
        body = found(hostile)
        body["label"] = MARKUP
        body["scopes"][0]["label"] = MARKUP
        body["relaxed"] = {"kind": "typos", "words": [{"word": MARKUP, "found": [MARKUP]}]}
        record = {"id": "h-1", "catalog": "hostile", "scope": None, "texts": {"title": {"de": MARKUP, MARKUP: [MARKUP]}}}
        suggested = {"query": MARKUP, "word": MARKUP, "kind": "typos", "count": 1}
        self.stand_in(
            ("/v1/search", {"status": 200, "body": body}),
            ("/v1/records", {"status": 200, "body": record}),
            ("/v1/suggest", {"status": 200, "body": {"completions": [suggested], "corrections": [suggested]}}),
        )
        self.open(locale="de")
        self.type("rose")
        self.until_text("#label", MARKUP)
        self.until(lambda: self.find_all("#suggestions li"), "suggestions")
        self.assertEqual(self.text("#hits h3"), MARKUP)
        self.assertEqual(self.texts("#hits mark"), ["<img", "<img"])
        self.find("#query").send_keys(Keys.ESCAPE)
        self.find("#hits h3 button").click()
        self.until(lambda: self.find("#details").is_displayed(), "the record")
        self.assertEqual(self.text("#details-title"), MARKUP)
        self.assertEqual(self.find_all("body img, body b"), [])
        self.assertFalse(self.was_run())

    def test_the_policy_is_in_force(self):
        # The console of every test is clean under it.
        with urllib.request.urlopen(self.server + "/") as response:
            self.assertEqual(response.headers["Content-Security-Policy"], POLICY)

    # What goes wrong

    def test_problems_are_told_in_the_words_of_the_server(self):
        problem = {"status": 400, "title": "Geht nicht", "detail": MARKUP}
        self.stand_in(("/v1/search", {"status": 400, "body": problem}))
        self.open(locale="de")
        self.type("rose")
        self.until(lambda: self.texts("#problem p"), "the problem")
        self.assertEqual(self.text("#problem p").strip(), "Geht nicht " + MARKUP)
        self.assertEqual(self.attribute("#problem", "role"), "alert")

    def test_an_address_that_cannot_be_answered_does_not_spoil_the_next_question(self):
        self.expected_messages = ("400",)
        self.open(locale="de", scope="nonsense")
        self.assertIn("nonsense", self.text("#problem p"))
        self.type("rose")
        self.until_text("#label", "14 Artikel gefunden")
        self.assertEqual(self.texts("#problem p"), [])
        self.assertEqual(self.parameters(), {"q": "rose", "locale": "de"})

    def test_an_unreachable_server_is_told_and_asked_again(self):
        strings = answer("/v1/strings/Page", locale="de")["strings"]
        self.stand_in(("/v1/search", {"status": 0, "contains": "q=rose&"}))
        self.open(locale="de")
        self.type("rose")
        self.until(lambda: self.texts("#problem p"), "the problem")
        self.assertEqual(self.text("#problem p").strip(), strings["UnreachableError"])
        self.assertEqual(self.text("#problem button"), strings["RetryButton"])
        self.find("#problem button").click()
        self.assertTrue(self.is_focused("#query"))
        self.type("rosen")
        self.until_text("#label", "4 Artikel gefunden")
        self.assertEqual(self.texts("#problem p"), [])

    def test_being_offline_is_told_until_it_is_over(self):
        self.expected_messages = ("ERR_INTERNET_DISCONNECTED",)
        strings = answer("/v1/strings/Page", locale="de")["strings"]
        self.open(locale="de")
        self.type("rosen")
        self.until_text("#label", "4 Artikel gefunden")
        self.driver.set_network_conditions(offline=True, latency=0, throughput=-1)
        try:
            self.until(lambda: self.texts("#problem p"), "the problem")
            self.assertEqual(self.text("#problem p").strip(), strings["OfflineError"])
        finally:
            self.driver.delete_network_conditions()
        self.until(lambda: not self.texts("#problem p"), "back again")
        self.assertEqual(self.text("#label"), "4 Artikel gefunden")

    # Accessibility and layout

    def axe(self):
        if not self.driver.execute_script("return typeof window.axe === 'object'"):
            folder = os.path.dirname(axe_core_python.__file__)
            with open(os.environ.get("AXE", os.path.join(folder, "axe.min.js")), encoding="utf-8") as source:
                self.driver.execute_script(source.read())
        script = "const done = arguments[0]; axe.run(document).then(done, (error) => done({ violations: [String(error)] }))"
        violations = self.driver.execute_async_script(script)["violations"]
        return [
            f"{one['id']}: {node['html']}" if isinstance(one, dict) else one
            for one in violations
            for node in (one["nodes"] if isinstance(one, dict) else [None])
        ]

    def test_axe_finds_nothing_in_any_language(self):
        self.open(locale="en", q="")
        locales = [option.get_dom_attribute("value") for option in self.find_all("#language option")]
        self.assertGreaterEqual(len(locales), 19)
        for locale in locales:
            with self.subTest(locale):
                self.choose_language(locale)
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
                    self.find("#hits h3 button").click()
                    self.until(lambda: self.find("#details").is_displayed(), "the record")
                    self.assertEqual(self.axe(), [])
                    self.find("#details form button").click()
                    self.type("zzzzzz")
                    self.until(lambda: self.find("#hint").is_displayed(), "nothing found")
                    self.assertEqual(self.axe(), [])

    def test_nothing_is_wider_than_a_small_window_in_any_language(self):
        self.window(320, 640)
        self.open(locale="en", q="")
        for option in self.find_all("#language option"):
            locale = option.get_dom_attribute("value")
            with self.subTest(locale):
                self.choose_language(locale)
                width = self.driver.execute_script("return document.scrollingElement.scrollWidth")
                self.assertLessEqual(width, 320)

    def test_the_keyboard_reaches_everything_in_order(self):
        self.open(locale="de", q="rosen")
        reached = []
        for _ in range(14):
            self.driver.switch_to.active_element.send_keys(Keys.TAB)
            script = "const one = document.activeElement; return one.id || one.className || one.dataset.scope || " \
                "one.dataset.sort || one.closest('form')?.id || one.closest('ol')?.id"  # fmt: skip
            reached.append(self.driver.execute_script(script))
        expected = ["skip", "language", "query", "search-form", "all", "birthdays", "weddings", "funerals"]
        expected += ["relevance", "title", "price", "year", "hits", "hits"]
        self.assertEqual(reached, expected)

    def test_the_first_link_leads_to_the_results(self):
        self.open(locale="de", q="rosen")
        self.driver.switch_to.active_element.send_keys(Keys.TAB)
        self.assertTrue(self.find(".skip").is_displayed())
        self.find(".skip").send_keys(Keys.ENTER)
        self.until(lambda: self.is_focused("#results"), "the results")


class PlainPageTests(BrowserTestCase):
    """The page where there is no script."""

    javascript = False

    # Without JavaScript there is no script of the tests either: everything is asked through elements.
    def texts(self, selector):
        return [one.text for one in self.driver.find_elements(By.CSS_SELECTOR, selector)]

    def test_the_form_finds(self):
        self.open(locale="de")
        self.find("#query").send_keys("geburtstag")
        self.find(".search > button").click()
        self.until_text("#label", "19 Artikel gefunden")
        self.assertEqual(self.text("#hits h3 mark"), "Geburtstag")
        self.assertEqual(self.parameters(), {"q": "geburtstag", "locale": "de"})
        self.assertEqual(self.find_all("#hits button"), [])

    def test_links_lead_to_scopes_and_orders(self):
        self.open(locale="de", q="rose")
        self.find("#scopes [data-scope=weddings]").click()
        self.until_text("#label", "5 Artikel gefunden")
        self.find("#orders [data-sort=price]").click()
        self.until(lambda: self.parameters().get("sort") == "price", "the order")
        self.assertEqual(self.parameters(), {"q": "rose", "scope": "weddings", "locale": "de", "sort": "price"})
        # A new question keeps all of that.
        self.find("#query").clear()
        self.find("#query").send_keys("rosen", Keys.ENTER)
        self.until_text("#label", "1 Artikel gefunden")
        self.assertEqual(self.parameters(), {"q": "rosen", "scope": "weddings", "locale": "de", "sort": "price"})

    def test_links_lead_through_the_pages(self):
        self.open(locale="de")
        self.find("#next").click()
        self.until_text("#shown", "21–40 von 228")
        self.assertEqual(len(self.find_all("#hits > li")), 20)
        self.find("#previous").click()
        self.until_text("#shown", "1–20 von 228")

    def test_a_button_changes_the_language(self):
        self.open(locale="de", q="rose")
        Select(self.find("#language")).select_by_value("ar")
        self.find("#language-form button").click()
        self.until(lambda: self.attribute("html", "lang") == "ar", "Arabic")
        self.assertEqual(self.attribute("html", "dir"), "rtl")
        self.assertEqual(self.parameters(), {"q": "rose", "locale": "ar"})
        self.assertEqual(self.text("h1"), answer("/v1/strings/Page", locale="ar")["strings"]["PageTitle"])

    def test_an_address_that_cannot_be_answered_does_not_spoil_the_next_question(self):
        self.expected_messages = ("400",)
        self.open(locale="de", scope="nonsense")
        self.assertIn("nonsense", self.text("#problem p"))
        self.find("#query").send_keys("rose", Keys.ENTER)
        self.until_text("#label", "14 Artikel gefunden")

    def test_markup_in_the_query_is_text(self):
        self.open(locale="de", q='"><img src=x onerror=alert(1)>' + MARKUP)
        self.assertEqual(self.find_all("body img, body b"), [])
        self.assertTrue(self.find("#query").get_dom_attribute("value").endswith(MARKUP))


if __name__ == "__main__":
    unittest.main()
