# Helpers for tests that write catalogs and records, and check that searches follow.

import json
import urllib.parse

from client import admin_server, ask, server
from interface import Document, InterfaceTestCase

CATALOG = "interface-tests"
PATH = f"/admin/v1/catalogs/{CATALOG}"
DESCRIPTION = {
    "label": {"en": "Teas", "de": "Tees"}, "defaultLocale": "en",
    "scopes": [{"id": "black", "label": {"en": "Black tea", "de": "Schwarztee"}}],
}  # fmt: skip
TEA = {
    "id": "t-1", "type": "black", "title": {"en": "Zwqassam leaves", "de": "Zwqassamblätter"}, "year": 2024,
    "price": {"amount": "7.90", "currency": "EUR"}, "origin": {"garden": "Mangalam"},
}  # fmt: skip


class AdminTestCase(InterfaceTestCase):
    """Tests with a catalog of their own, which is deleted afterwards."""

    document_name = "admin.openapi.json"

    @classmethod
    def setUpClass(cls):
        cls.server, cls.token = admin_server()
        cls.document = Document(cls.document_name)
        cls.public = server()

    def setUp(self):
        self.remove(CATALOG)
        self.addCleanup(self.remove, CATALOG)

    def remove(self, catalog):
        self.assertIn(self.ask("DELETE", "/admin/v1/catalogs/" + catalog).status, {204, 404})

    def ask(self, method, path, headers=None, body=None, **parameters):
        return super().ask(
            method, path, {"Authorization": "Bearer " + self.token, **(headers or {})}, body, **parameters
        )

    def send(self, method, path, value, **headers):
        """Sends JSON; the argument `If_Match` sets the header `If-Match`."""
        media_type = "application/merge-patch+json" if method == "PATCH" else "application/json"
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        named = {name.replace("_", "-"): one for name, one in headers.items()}
        return self.ask(method, path, {"Content-Type": media_type, **named}, body)

    def put_catalog(self):
        self.assertEqual(self.send("PUT", PATH, DESCRIPTION).status, 201)

    def search(self, **parameters):
        query = urllib.parse.urlencode({"locale": "en", "catalogs": CATALOG, **parameters})
        return ask("GET", f"{self.public}/v1/search?{query}")

    def assertFound(self, identifiers, **parameters):
        """Checks that the next search finds these records: a write is visible when acknowledged."""
        answer = self.search(**parameters)
        self.assertEqual(answer.status, 200, answer)
        self.assertEqual([hit["id"] for hit in answer.json["hits"]], identifiers)
        return answer


class RecordsTestCase(AdminTestCase):
    """Tests with an existing empty catalog."""

    def setUp(self):
        super().setUp()
        self.put_catalog()
