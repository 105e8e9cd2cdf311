# Tenants of one index: each response equals that of a server without other tenants' documents.

import base64
import contextlib
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import random
import secrets
import tempfile
import time
import unittest

from durability import Server

PROGRAM = os.environ.get("STOREFRONT_PROGRAM")
# More of them for a run by hand.
REQUESTS = int(os.environ.get("TENANT_REQUESTS", "400"))
SEED = int(os.environ.get("TENANT_SEED", "1"))

# Two tenants that a comparison without accents confuses, and one with a quote.
TENANTS = ["cafe", "café", "o'neil \"x\""]
WORDS = ["kettle", "filter", "grinder", "roast", "bean", "crema", "ristretto", "lungo"]
COLORS = ["red", "green", "blue"]
SETTINGS = {
    "searchableAttributes": ["title", "note", "only*"],
    "filterableAttributes": ["tenant", "color", "price", "maker", "only*"],
    "sortableAttributes": ["price", "title"],
}
FACETS = ["tenant", "color", "price", "maker", "only0", "only1", "only2", "onlyx"]
# Members that differ between two responses to the same request.
OWN = {"processingTimeMs", "requestUid", "indexUid", "_federation"}


def documents(tenant, chance):
    """Documents of a tenant; some words and values are unique to it, and many are common to all tenants."""
    number = TENANTS.index(tenant)
    for place in range(60):
        words = [chance.choice(WORDS) for _ in range(chance.randint(1, 4))]
        if chance.random() < 0.4:
            words.append(f"secret{number}{chance.choice('abc')}")
        # An attribute that no other tenant's documents have.
        own = {f"only{number}": chance.choice(WORDS)} if chance.random() < 0.2 else {}
        yield own | {
            "id": f"t{number}-{place}", "tenant": tenant, "title": " ".join(words), "note": chance.choice(WORDS),
            "color": chance.choice([*COLORS, f"shade{number}"]), "price": chance.randint(1, 40) + number * 100,
            "maker": f"maker{number}{chance.randint(0, 3)}",
        }  # fmt: skip


def token(key, rules):
    """A token as the client libraries sign it."""

    def encoded(value):
        return base64.urlsafe_b64encode(value).rstrip(b"=")

    parts = [{"alg": "HS256", "typ": "JWT"}]
    parts.append({"apiKeyUid": key["uid"], "searchRules": rules, "exp": int(time.time()) + 3600})
    signed = b".".join(encoded(json.dumps(part).encode()) for part in parts)
    signature = hmac.new(key["key"].encode(), signed, hashlib.sha256).digest()
    return (signed + b"." + encoded(signature)).decode()


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def without(value, names):
    """A response without some members."""
    if isinstance(value, dict):
        return {name: without(one, names) for name, one in value.items() if name not in names}
    return [without(one, names) for one in value] if isinstance(value, list) else value


@unittest.skipUnless(PROGRAM, "STOREFRONT_PROGRAM does not name lsearchd")
class TenantTests(unittest.TestCase):
    def setUp(self):
        self.chance = random.Random(SEED)
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.server = Server(PROGRAM, folder, secrets.token_hex(32), clients=True)
        self.addCleanup(self.server.kill)
        self.connection = http.client.HTTPConnection("127.0.0.1", self.server.ports["clients"], timeout=30)
        self.enterContext(contextlib.closing(self.connection))

    def ask(self, method, path, value=None, key=None, headers=None):
        headers = {"Authorization": f"Bearer {key or self.server.token}", **(headers or {})}
        if value is not None:
            headers["Content-Type"] = "application/json"
        self.connection.request(method, path, None if value is None else json.dumps(value), headers)
        answer = self.connection.getresponse()
        body = answer.read()
        return answer.status, json.loads(body) if body else None, answer.headers

    def done(self, method, path, value):
        """Waits until a change is complete."""
        status, task, _ = self.ask(method, path, value)
        self.assertEqual(status, 202, task)
        for _ in range(500):
            task = self.ask("GET", f"/tasks/{task.get('taskUid', task.get('uid'))}")[1]
            if task["status"] not in ("enqueued", "processing"):
                break
            time.sleep(0.02)
        self.assertEqual(task["status"], "succeeded", task)

    def fill(self, index, given):
        self.done("POST", "/indexes", {"uid": index, "primaryKey": "id"})
        self.done("PATCH", f"/indexes/{index}/settings", SETTINGS)
        self.done("POST", f"/indexes/{index}/documents", given)

    def filter(self):
        """A condition; some would find another tenant's documents."""
        chance = self.chance
        return chance.choice([
            None, None, f"tenant = {quoted(chance.choice(TENANTS))}", "tenant EXISTS", "NOT tenant = cafe",
            f"color = {chance.choice(COLORS)} OR tenant = {quoted(chance.choice(TENANTS))}", "price >= 0",
            [[f"tenant = {quoted(one)}" for one in TENANTS]], f"maker IN [maker{chance.randint(0, 2)}0, maker11]",
            f"price < {chance.randint(1, 250)}", f"tenant != {quoted(chance.choice(TENANTS))}",
        ])  # fmt: skip

    def search(self):
        """A random search."""
        chance = self.chance
        words = [*WORDS, *(f"secret{number}{letter}" for number in range(3) for letter in "abc"), "maker1", "kettel", ""]
        query = " ".join(chance.choice(words) for _ in range(chance.randint(0, 2)))
        request = {"q": query[: chance.randint(1, len(query))] if query and chance.random() < 0.5 else query}
        if condition := self.filter():
            request["filter"] = condition
        if chance.random() < 0.5:
            request["facets"] = chance.sample(FACETS, chance.randint(1, 4)) if chance.random() < 0.7 else ["*"]
        if chance.random() < 0.3:
            request["attributesToSearchOn"] = [chance.choice(["title", "note", "only", "only0", "only1", "onlyx", "nope", "*"])]
        if chance.random() < 0.3:
            request["sort"] = [chance.choice(["price:asc", "price:desc", "title:asc"])]
        if chance.random() < 0.3:
            request |= {"hitsPerPage": chance.randint(1, 10), "page": chance.randint(1, 4)}
        else:
            request |= {"offset": chance.choice([0, 0, 5, 50]), "limit": chance.choice([1, 20, 200])}
        if chance.random() < 0.3:
            request["matchingStrategy"] = chance.choice(["all", "last"])
        if chance.random() < 0.3:
            request["attributesToHighlight"] = ["*"]
        return request

    def question(self):
        """The path of a random request without its index, and its body; `{}` stands for the index."""
        kind = self.chance.random()
        if kind < 0.6:
            return "/indexes/{}/search", self.search()
        if kind < 0.8:
            facet = self.chance.choice(FACETS)
            query = self.chance.choice(["", "m", "maker", "shade", "c", "caf", "2", "r"])
            body = {"facetName": facet, "facetQuery": query, "q": self.search()["q"]}
            if condition := self.filter():
                body["filter"] = condition
            return "/indexes/{}/facet-search", body
        queries = []
        for _ in range(self.chance.randint(1, 3)):
            query = self.search() | {"indexUid": "{}"}
            queries.append(query)
        if self.chance.random() < 0.5:
            for query in queries:
                for name in ("hitsPerPage", "page", "offset", "limit", "facets"):
                    query.pop(name, None)
            return "/multi-search", {"federation": {"limit": 50}, "queries": queries}
        return "/multi-search", {"queries": queries}

    def test_a_tenant_alone_gets_the_same_answers(self):
        given = {tenant: list(documents(tenant, self.chance)) for tenant in TENANTS}
        mixed = [one for group in given.values() for one in group]
        self.chance.shuffle(mixed)
        self.fill("shop", mixed)
        for number, tenant in enumerate(TENANTS):
            self.fill(f"alone{number}", [one for one in mixed if one["tenant"] == tenant])
        key = self.ask("POST", "/keys", {"actions": ["search"], "indexes": ["shop"], "expiresAt": None})[1]
        tokens = [token(key, {"shop": {"filter": f"tenant = {quoted(tenant)}"}}) for tenant in TENANTS]
        tags = []
        found = 0
        for _ in range(REQUESTS):
            path, body = self.question()
            # Tenants send the same request one after the other, so that a cache could mix them up.
            for number in self.chance.sample(range(len(TENANTS)), len(TENANTS)):
                shop = json.loads(json.dumps(body).replace("{}", "shop"))
                headers = {"If-None-Match": self.chance.choice(tags)} if tags and self.chance.random() < 0.3 else None
                status, answer, received = self.ask("POST", path.format("shop"), shop, tokens[number], headers)
                alone = json.loads(json.dumps(body).replace("{}", f"alone{number}"))
                expected = self.ask("POST", path.format(f"alone{number}"), alone)
                comment = f"tenant {number}: {path} {json.dumps(body)}"
                self.assertEqual(status, expected[0], f"{comment}: {answer}")
                self.assertEqual(without(answer, OWN), without(expected[1], OWN), comment)
                if tag := received.get("ETag"):
                    tags.append(tag)
                text = json.dumps(without(answer, {"query", "facetQuery"}))
                for other in range(len(TENANTS)):
                    if other != number:
                        for own in (f'"t{other}-', f'"maker{other}', f'"shade{other}'):
                            self.assertNotIn(own, text, comment)
                found += f'"t{number}-' in text or '"count"' in text
        # Questions that find nothing prove little.
        self.assertGreater(found, REQUESTS)
        # A token permits only searches of this index, and a token that was changed permits nothing.
        other = next(one for one in tokens if one != tokens[0])
        forged = ".".join([*tokens[0].split(".")[:2], other.split(".")[2]])
        for method, path, used in [
            ("GET", "/indexes/shop/documents", tokens[0]), ("GET", "/indexes/shop/documents/t1-0", tokens[0]),
            ("GET", "/stats", tokens[0]), ("GET", "/indexes/shop/settings", tokens[0]), ("GET", "/keys", tokens[0]),
            ("GET", "/indexes/alone1/search", tokens[0]), ("GET", "/indexes/shop/search", forged),
            ("GET", "/tasks", tokens[0]), ("DELETE", "/indexes/shop", tokens[0]),
        ]:  # fmt: skip
            self.assertEqual(self.ask(method, path, key=used)[0], 403, f"{method} {path}")


if __name__ == "__main__":
    unittest.main()
