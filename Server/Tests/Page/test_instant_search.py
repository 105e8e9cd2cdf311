# A page of another site with InstantSearch's adapter for Meilisearch (instant-meilisearch) works unchanged: a page sends the
# requests of the adapter, and shows what its widgets show.

import functools
import http.server
import json
import os
import re
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.request

from browsing import ScriptedTestCase, browser, program

TOKEN = "b2c1f0d9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1"
DOCUMENTS = [
    {"id": 1, "name": "Red kettle", "brand": "Nordwind", "price": 19.5, "colors": ["red"], "image": "/1.jpg"},
    {"id": 2, "name": "Blue kettle", "brand": "Nordwind", "price": 24, "colors": ["blue", "red"], "image": "/2.jpg"},
    {"id": 3, "name": "Blue teapot", "brand": "Ledru", "price": 40, "colors": ["blue"], "image": "/3.jpg"},
]
PAGE = """<!DOCTYPE html><html lang="en"><title>Shop</title><input id="box"><ol id="hits"></ol><ul id="brands"></ul><p id="stats"></p>
<script>
const common = { attributesToHighlight: ["*"], highlightPreTag: "__ais-highlight__", highlightPostTag: "__/ais-highlight__" };
let latest = 0;
async function show(query, brands) {
  const turn = ++latest;
  const base = { indexUid: "shop", q: query, facets: ["brand", "colors", "price"], ...common };
  const filter = brands.length ? [brands.map((brand) => `"brand"="${brand}"`)] : [];
  const queries = [
    { ...base, limit: 2, offset: 0, filter, sort: ["price:desc"] },
    // The other values of the chosen facet.
    { ...base, facets: ["brand"], hitsPerPage: 1, page: 1, filter: [] },
  ];
  const response = await fetch(`${SERVER}/multi-search`, {
    method: "POST", mode: "cors",
    headers: {
      Authorization: `Bearer ${KEY}`, "Content-Type": "application/json",
      "X-Meilisearch-Client": "Meilisearch instant-meilisearch (v0.27.0) ; Meilisearch JavaScript (v0.51.0)",
    },
    body: JSON.stringify({ queries }),
  });
  const { results: [found, others] } = await response.json();
  // Answers may overtake one another; as in InstantSearch, an older one changes nothing.
  if (turn !== latest) return;
  const list = (id, texts) => document.getElementById(id).replaceChildren(...texts.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
  list("hits", found.hits.map((hit) => hit._formatted.name));
  list("brands", Object.entries(others.facetDistribution.brand).map(([name, count]) => `${name} ${count}`));
  const { min, max } = found.facetStats.price;
  document.getElementById("stats").textContent = `${found.estimatedTotalHits} ${min}-${max} ${others.totalPages}`;
}
const chosen = new URLSearchParams(location.search).getAll("brand");
document.getElementById("box").addEventListener("input", (event) => show(event.target.value, chosen));
show("", chosen);
</script>"""


class Site(http.server.BaseHTTPRequestHandler):
    """Answers with the page."""

    def __init__(self, page, *arguments):
        self.page = page
        super().__init__(*arguments)

    def do_GET(self):
        self.send_response(200 if "favicon" not in self.path else 204)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        if "favicon" not in self.path:
            self.wfile.write(self.page[0].encode())

    def log_message(self, *_):
        pass


class InstantSearchTests(ScriptedTestCase):
    @classmethod
    def setUpClass(cls):
        page = [""]
        site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Site, page))
        cls.addClassCleanup(site.server_close)
        cls.addClassCleanup(site.shutdown)
        threading.Thread(target=site.serve_forever, daemon=True).start()
        cls.site = f"http://127.0.0.1:{site.server_address[1]}"
        cls.address = cls.start(cls.site)
        cls.ask("PATCH", "/indexes/shop/settings", {"filterableAttributes": ["brand", "colors", "price"], "sortableAttributes": ["price"]})
        cls.ask("POST", "/indexes/shop/documents", DOCUMENTS)
        key = cls.ask("POST", "/keys", {"actions": ["search"], "indexes": ["shop"], "expiresAt": None})["key"]
        page[0] = PAGE.replace("<script>", f"<script>const SERVER = {json.dumps(cls.address)}, KEY = {json.dumps(key)};", 1)
        cls.driver = browser()
        cls.addClassCleanup(cls.driver.quit)

    @classmethod
    def start(cls, origin):
        """Starts a server that permits the site, and returns the address for clients of Meilisearch."""
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        command = [program("STOREFRONT_PROGRAM", ["lsearchd"]), "--listen", "127.0.0.1:0", "--store", folder.name + "/store.sqlite"]
        command += ["--meilisearch-listen", "127.0.0.1:0", "--allow-origin", origin, "--localizations", "../../../Localizations"]
        log = open(folder.name + "/log", "w+")
        cls.addClassCleanup(log.close)
        environment = {**os.environ, "LSEARCHD_ADMIN_TOKEN": TOKEN, "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
        server = subprocess.Popen(command, stderr=log, env=environment)
        cls.addClassCleanup(server.wait)
        cls.addClassCleanup(server.terminate)
        for _ in range(300):
            log.seek(0)
            if found := re.search(r"clients of Meilisearch at (http://[^/]*)/", log.read()):
                return found[1]
            if server.poll() is not None:
                break
            time.sleep(0.1)
        log.seek(0)
        raise RuntimeError(log.read())

    @classmethod
    def ask(cls, method, path, body):
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        request = urllib.request.Request(cls.address + path, json.dumps(body).encode(), headers, method=method)
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def test_widgets_show_hits_facets_and_figures(self):
        self.driver.get(self.site)
        self.until_text("#stats", "3 19.5-40 3")
        self.assertEqual(self.texts("#hits li"), ["Blue teapot", "Blue kettle"])
        self.assertEqual(self.texts("#brands li"), ["Ledru 1", "Nordwind 2"])

    def test_words_are_marked_while_they_are_typed(self):
        self.driver.get(self.site)
        self.until_text("#stats", "3 19.5-40 3")
        self.find("#box").send_keys("ket")
        self.until_text("#stats", "2 19.5-24 2")
        marked = ["Blue __ais-highlight__ket__/ais-highlight__tle", "Red __ais-highlight__ket__/ais-highlight__tle"]
        # The figures of "ke" are the same.
        self.until(lambda: self.texts("#hits li") == marked, "the marks of all that was typed")

    def test_a_chosen_value_keeps_the_others_in_its_facet(self):
        self.driver.get(self.site + "/?brand=Ledru")
        self.until_text("#stats", "1 40-40 3")
        self.assertEqual(self.texts("#hits li"), ["Blue teapot"])
        self.assertEqual(self.texts("#brands li"), ["Ledru 1", "Nordwind 2"])


if __name__ == "__main__":
    unittest.main()
