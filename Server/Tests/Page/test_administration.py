# The page for operators in a browser: it works without a script, with the keyboard, in small windows and both schemes.

import json
import os
import tempfile
import unittest
import urllib.error
import urllib.request

import axe_core_python
from browsing import BrowserTestCase
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

CATALOG = "page-tests"


def administration(method, path, body=None):
    """Sends a request to the administration interface."""
    address = os.environ["STOREFRONT_ADMIN_URL"].rstrip("/") + "/admin/v1" + path
    request = urllib.request.Request(address, method=method, data=None if body is None else json.dumps(body).encode())
    request.add_header("Authorization", "Bearer " + os.environ["STOREFRONT_ADMIN_TOKEN"])
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as answer:
        return answer.read()


@unittest.skipUnless(os.environ.get("STOREFRONT_ADMIN_URL"), "STOREFRONT_ADMIN_URL is not set")
class AdministrationTests(BrowserTestCase):
    # The page has no script, and requests none.
    javascript = True

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = os.environ["STOREFRONT_ADMIN_URL"].rstrip("/")
        cls.token = os.environ["STOREFRONT_ADMIN_TOKEN"]
        administration("PUT", f"/catalogs/{CATALOG}", {})
        cls.addClassCleanup(administration, "DELETE", f"/catalogs/{CATALOG}")
        for number, title in enumerate(["First zzquince", "Second zzquince", "Third zzquince"]):
            record = {"id": f"q-{number}", "title": {"en": title, "de": title}}
            administration("PUT", f"/catalogs/{CATALOG}/records/q-{number}", record)

    def setUp(self):
        super().setUp()
        self.driver.get(self.server + "/admin/?locale=en")
        self.driver.delete_all_cookies()

    def show(self, path):
        self.driver.get(self.server + path)

    def sign_in(self, locale="en"):
        self.show(f"/admin/?locale={locale}")
        self.find("#token").send_keys(self.token, Keys.ENTER)
        self.until(lambda: self.find_all("#logout"), "signed in")

    def fill(self, **fields):
        for name, text in fields.items():
            field = self.find(f"form.sheet-form [name='{name}']")
            field.clear()
            field.send_keys(text)

    def axe(self):
        with open(os.path.join(os.path.dirname(axe_core_python.__file__), "axe.min.js"), encoding="utf-8") as source:
            self.driver.execute_script(source.read())
        script = "const done = arguments[0]; axe.run(document, { resultTypes: ['violations'] }).then(done, (error) => done({ violations: [String(error)] }))"
        violations = self.driver.execute_async_script(script)["violations"]
        return [f"{one['id']}: {node['html']}" for one in violations for node in one["nodes"]]

    def make_rule(self, name, **fields):
        self.show(f"/admin/rule?catalog={CATALOG}&locale=en")
        self.fill(id=name, **fields)
        self.find("form.sheet-form button").click()
        self.until(lambda: self.find_all("#rule-list"), "the list of rules")
        self.addCleanup(self.forget, name)

    def forget(self, name):
        try:
            administration("DELETE", f"/catalogs/{CATALOG}/rules/{name}")
        except urllib.error.HTTPError:
            pass

    def test_who_is_not_signed_in_sees_nothing(self):
        self.show("/admin/rules?locale=en")
        self.assertTrue(self.find_all("#token"))
        self.find("#token").send_keys("a-guess-of-somebody", Keys.ENTER)
        # The browser logs the status of the response.
        self.expected_messages = ("401",)
        self.until(lambda: self.find_all("#problem .problem"), "the problem")
        self.assertFalse(self.find_all("#logout"))

    def test_the_token_stays_out_of_addresses_pages_and_scripts(self):
        self.sign_in()
        for view in ("", "search?q=zzquince", "queries", "rules", "keys", "import"):
            self.show(f"/admin/{view}")
            self.assertNotIn(self.token, self.driver.current_url)
            self.assertNotIn(self.token, self.driver.page_source)
        (cookie,) = self.driver.get_cookies()
        self.assertTrue(cookie["httpOnly"] and cookie["sameSite"] == "Strict" and cookie["path"] == "/admin")
        self.assertEqual(self.driver.execute_script("return document.cookie"), "")
        self.find("#logout").click()
        self.until(lambda: self.find_all("#token"), "signed out")
        self.show("/admin/keys")
        self.assertTrue(self.find_all("#token"))

    def test_a_rule_is_made_seen_and_deleted(self):
        self.sign_in()
        self.make_rule("autumn", query="zzquince", pin="1 q-2", hide="q-0")
        self.show("/admin/search?q=zzquince&in=en&locale=en")
        self.assertEqual(self.texts("#hits h2"), ["Third zzquince", "Second zzquince"])
        self.assertIn(f"{CATALOG}/autumn", self.text("#applied"))
        self.assertTrue(any("autumn" in text for text in self.texts("#hits li:first-child .points li")))
        self.show(f"/admin/rules?catalog={CATALOG}&locale=en")
        self.find("#rule-list h2 a").click()
        self.until(lambda: self.find_all("#pin"), "the form")
        self.assertEqual(self.find("#pin").get_property("value"), "1 q-2")
        self.fill(pin="nonsense")
        self.expected_messages = ("422",)
        self.find("form.sheet-form button").click()
        self.until(lambda: self.find_all("#problem .problem"), "the problem")
        self.assertEqual(self.find("#pin").get_property("value"), "nonsense")
        self.show(f"/admin/rules?catalog={CATALOG}&locale=en")
        self.find("#rule-list summary").click()
        self.find("#rule-list form button").click()
        self.until(lambda: not self.find_all("#rule-list li"), "no rules")

    def key(self):
        """The browser test's key in the list."""
        places = [place for place, one in enumerate(self.texts("#key-list h2")) if one == "Browser test"]
        return self.find_all("#key-list > li")[places[0]]

    def press(self, action):
        """Opens the form of an action for the browser test's key, and sends it."""
        form = self.key().find_element(By.CSS_SELECTOR, f"form[action='{action}']")
        form.find_element(By.XPATH, "../summary").click()
        form.find_element(By.CSS_SELECTOR, "button").click()

    def test_keys_are_made_replaced_and_deleted(self):
        self.sign_in()
        self.show("/admin/keys?locale=en")
        self.fill(name="Browser test", actions="search", indexes=CATALOG)
        self.find("form[action='/admin/key'] button").click()
        self.until(lambda: self.find_all("#secret"), "the secret")
        secret = self.text("#secret")
        self.show("/admin/keys?locale=en")
        self.assertNotIn(secret, self.driver.page_source)
        self.press("/admin/replace-key")
        self.until(lambda: self.find_all("#secret"), "the new secret")
        self.assertNotEqual(self.text("#secret"), secret)
        self.assertEqual(self.texts("#key-list h2").count("Browser test"), 1)
        self.press("/admin/delete-key")
        self.until(lambda: "Browser test" not in self.texts("#key-list h2"), "the key is gone")

    def test_a_file_is_imported(self):
        name = "page-tests-import"
        self.addCleanup(administration, "DELETE", f"/catalogs/{name}")
        self.sign_in()
        self.show("/admin/import?locale=en")
        with tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8") as file:
            file.write("Artikelnr.;Bezeichnung\n1;Tasse\n2;Kanne\n")
            file.flush()
            self.fill(catalog=name, map="Artikelnr.=id,Bezeichnung=title[de]")
            self.find("#file").send_keys(file.name)
            self.find("form.sheet-form button").click()
            # The page is loaded again by itself.
            self.until(lambda: self.find_all("#import td"), "the numbers of records")
        self.assertEqual(self.texts("#import td"), ["2", "2", "0", "0"])
        self.assertEqual(self.axe(), [])

    def test_a_search_in_another_language_is_told_in_the_readers(self):
        self.sign_in()
        self.show("/admin/search?q=zzquince&in=de&locale=en")
        self.assertIn("3 items", self.text("#label"))
        self.assertEqual(len(self.texts("#hits h2")), 3)

    def test_what_is_asked_is_listed(self):
        public = os.environ["STOREFRONT_URL"].rstrip("/")
        urllib.request.urlopen(f"{public}/v1/search?q=zzqxw+unheard&locale=de&relax=never").read()
        self.sign_in()

        def listed():
            self.show("/admin/queries?result=none&of=de&locale=en")
            return "zzqxw unheard" in self.texts("tbody th")

        self.until(listed, "the query")
        Select(self.find("#result")).select_by_value("any")
        self.fill(since="yesterday")
        self.expected_messages = ("400",)
        self.find("form.sheet-form button").click()
        self.until(lambda: self.find_all("#problem .problem"), "the problem")

    VIEWS = (
        "", "search?q=zzquince", "search?q=zzquince&prefer=id+%3D+q-2+*+1.4", "queries", f"rules?catalog={CATALOG}", f"rule?catalog={CATALOG}",
        f"learned?catalog={CATALOG}", "keys", "import", "none")

    def test_axe_finds_nothing_in_any_view(self):
        self.expected_messages = ("404",)
        self.show("/admin/?locale=en")
        self.assertEqual(self.axe(), [])
        self.sign_in()
        self.make_rule("autumn", query="zzquince", pin="1 q-2", hide="q-0")
        self.make_rule("winter", query="zzquince", hide="q-2")
        for scheme in ("light", "dark"):
            for width in (1280, 320):
                self.window(width, 800, scheme)
                for view in self.VIEWS:
                    with self.subTest(view, scheme=scheme, width=width):
                        self.show(f"/admin/{view}{'&' if '?' in view else '?'}locale=en")
                        self.assertEqual(self.axe(), [])

    def test_nothing_is_wider_than_a_small_window_in_any_language(self):
        self.expected_messages = ("404",)
        self.sign_in()
        self.window(320, 640)
        locales = [option.get_dom_attribute("value") for option in self.find_all("#language option")]
        self.assertGreaterEqual(len(locales), 19)
        for locale in locales:
            for view in self.VIEWS:
                with self.subTest(view, locale=locale):
                    self.show(f"/admin/{view}{'&' if '?' in view else '?'}locale={locale}")
                    width = self.driver.execute_script("return document.scrollingElement.scrollWidth")
                    self.assertLessEqual(width, 320)
                    # The direction is right to left where the texts are.
                    script = "return new Intl.Locale(document.documentElement.lang).getTextInfo?.().direction ?? document.dir"
                    self.assertEqual(self.driver.execute_script("return document.dir"), self.driver.execute_script(script))

    def test_the_keyboard_reaches_everything_in_order(self):
        self.sign_in()
        self.show("/admin/search?locale=en")
        reached = []
        for _ in range(15):
            self.driver.switch_to.active_element.send_keys(Keys.TAB)
            script = "const one = document.activeElement; return one.id || one.className || one.textContent.trim()"
            reached.append(self.driver.execute_script(script))
        expected = ["skip", "Administration", "language", "Choose", "logout", "Catalogs", "Search", "Queries", "Rules", "Keys", "Import"]
        self.assertEqual(reached, expected + ["query", "in", "prefer", "Search"])


if __name__ == "__main__":
    unittest.main()
