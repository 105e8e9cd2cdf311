# Controls a browser.

import json
import os
import shutil
import unittest
import urllib.parse
import urllib.request

import axe_core_python
from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

PATIENCE = 30  # seconds until a test gives up waiting
MARKUP = "<img src=x onerror=window.wasRun=1><b>rose</b>"

# Replaces some of the server's responses: `answers` maps the beginning of a path to JSON or to a page, and a
# text among the parameters can delay a response by milliseconds.
STAND_IN = """
(() => {
  const real = window.fetch;
  const stand = %s;
  window.fetch = async (address, options) => {
    const { pathname, search } = new URL(address, location);
    for (const [path, { status, body, page, contains, milliseconds }] of stand) {
      if (!pathname.startsWith(path) || (path === "/" && pathname !== path) || (contains && !search.includes(contains))) continue;
      if (milliseconds) {
        // Deaf to cancellation, as a network may be.
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
        return real(address);
      }
      if (status === 0) throw new TypeError("no network");
      if (page !== undefined) return new Response(page, { status, headers: { "Content-Type": "text/html" } });
      const type = status === 200 ? "application/json" : "application/problem+json";
      return new Response(JSON.stringify(body), { status, headers: { "Content-Type": type } });
    }
    return real(address, options);
  };
})();
"""


def server():
    """The address of the storefront, without a slash at the end."""
    address = os.environ.get("STOREFRONT_URL")
    if not address:
        raise RuntimeError("STOREFRONT_URL is not set; start the storefront with the sample catalogs and say where")
    return address.rstrip("/")


def program(variable, names):
    """A program named by a variable of the environment, or found on the path."""
    found = os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)
    if not found:
        raise RuntimeError(f"none of {', '.join(names)} is installed; install one, or name it in {variable}")
    return found


def browser(javascript=True):
    options = webdriver.ChromeOptions()
    options.binary_location = program("BROWSER", ["chromium", "chromium-browser", "google-chrome", "chrome"])
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--lang=en"):
        options.add_argument(argument)
    if not javascript:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(program("CHROMEDRIVER", ["chromedriver"])))


def answer(path, **parameters):
    """The server's response as JSON."""
    with urllib.request.urlopen(server() + path + "?" + urllib.parse.urlencode(parameters)) as response:
        return json.load(response)


def violations(driver):
    """What axe finds on the page of a browser."""
    if not driver.execute_script("return typeof window.axe === 'object'"):
        folder = os.path.dirname(axe_core_python.__file__)
        with open(os.environ.get("AXE", os.path.join(folder, "axe.min.js")), encoding="utf-8") as source:
            driver.execute_script(source.read())
    script = "const done = arguments[0]; axe.run(document, { resultTypes: ['violations'] }).then(done, (error) => done({ violations: [String(error)] }))"
    return [
        f"{one['id']}: {node['html']}" if isinstance(one, dict) else one
        for one in driver.execute_async_script(script)["violations"]
        for node in (one["nodes"] if isinstance(one, dict) else [None])
    ]


def hit(**members):
    usual = {"id": "h-1", "catalog": "hostile", "scope": None, "locale": "de", "title": "Rose", "matches": []}
    return {**usual, **members}


def found(*hits):
    return {
        "query": "rose", "locale": "de", "chain": ["de"], "scope": "all", "relaxed": None, "total": len(hits),
        "label": "found", "scopes": [{"id": "all", "label": "Alle", "count": len(hits)}], "hits": list(hits), "ns": 1,
    }  # fmt: skip


class BrowserTestCase(unittest.TestCase):
    """Tests in one browser, each of which must end with a clean console."""

    javascript = True

    @classmethod
    def setUpClass(cls):
        cls.server = server()
        cls.driver = browser(cls.javascript)
        cls.addClassCleanup(cls.driver.quit)

    def setUp(self):
        self.expected_messages = ()
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.window(1280, 800)

    def tearDown(self):
        messages = [entry["message"] for entry in self.driver.get_log("browser")]
        unexpected = [one for one in messages if not any(part in one for part in self.expected_messages)]
        self.assertEqual(unexpected, [], "the browser's console")

    def window(self, width, height, scheme="light"):
        command = self.driver.execute_cdp_cmd
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        command("Emulation.setDeviceMetricsOverride", size)
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            # No animation is running during a measurement.
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        command("Emulation.setEmulatedMedia", {"features": features})

    def before_scripts(self, source):
        """Runs a script in each document of this test, before those of the page."""
        command = self.driver.execute_cdp_cmd
        added = command("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        self.addCleanup(command, "Page.removeScriptToEvaluateOnNewDocument", added)

    def open(self, **parameters):
        self.show("/?" + urllib.parse.urlencode(parameters))

    def show(self, path):
        """Opens a page by its path."""
        self.driver.get(self.server + path)
        if self.javascript:
            self.until(lambda: self.attribute("#query", "role") == "combobox", "the script has begun")

    def until(self, condition, meaning):
        # The page may be replaced meanwhile.
        gone = (NoSuchElementException, StaleElementReferenceException, IndexError)

        def holds(_):
            try:
                return condition()
            except WebDriverException as error:
                # Chromium's error about an element of a page that it is about to replace.
                if "does not belong to the document" in (error.msg or ""):
                    return False
                raise

        waiting = WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05, ignored_exceptions=gone)
        waiting.until(holds, meaning)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def find_all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def texts(self, selector):
        """The texts of all elements of a selector, read at one moment, because the page may change between
        two calls."""
        script = "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)"
        return self.driver.execute_script(script, selector)

    def text(self, selector):
        return self.texts(selector)[0]

    def attribute(self, selector, name):
        return self.find(selector).get_dom_attribute(name)

    def is_focused(self, selector):
        return self.driver.execute_script("return document.activeElement.matches(arguments[0])", selector)

    def parameters(self):
        """The parameters in the address of the page."""
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.driver.current_url).query))

    def until_text(self, selector, expected):
        try:
            self.until(lambda: self.texts(selector)[:1] == [expected], expected)
        except Exception:
            self.assertEqual(self.texts(selector)[:1], [expected])
            raise


class ScriptedTestCase(BrowserTestCase):
    """Tests of the page with its script."""

    def stand_in(self, *stand):
        self.before_scripts(STAND_IN % json.dumps([list(one) for one in stand]))

    def type(self, text):
        field = self.find("#query")
        field.clear()
        field.send_keys(text)

    def choose_language(self, locale):
        Select(self.find("#language")).select_by_value(locale)
        self.until(lambda: self.attribute("html", "data-locale") == locale, locale)
        self.until(lambda: self.attribute("#query", "role") == "combobox", "the script has begun")
