# Clients take turns, and no client gets more by claiming to be many.

import contextlib
import http.client
import json
import unittest
import urllib.parse

from attack import BATCH, JSON, AttackTestCase
from client import PATIENCE, Connection

# More requests than one client may have waiting.
MANY = 150
# They last as long as permitted, so that all of them run at the same time.
EXPENSIVE = json.dumps({
    "requests": [{"q": "gebrutstag hochziet blumne kuhcen", "locale": "de", "relax": "always", "limit": 100}] * 100
}).encode()  # fmt: skip


class FairnessTests(AttackTestCase):
    def setUp(self):
        super().setUp()
        self.parts = urllib.parse.urlsplit(self.server)

    def connected(self, stack, source):
        connection = http.client.HTTPConnection(
            self.parts.hostname, self.parts.port, timeout=PATIENCE, source_address=(source, 0)
        )
        connection.connect()
        return stack.enter_context(contextlib.closing(connection))

    def begin(self, stack, source, headers=lambda number: {}):
        """Sends many batches of expensive searches at once from one address."""
        connections = [self.connected(stack, source) for _ in range(MANY)]
        for number, connection in enumerate(connections):
            sent = {"Content-Type": "application/json", **headers(number)}
            connection.request("POST", "/v1/search:batch", EXPENSIVE, sent)
        return connections

    def finish(self, connections):
        """The responses to these batches, by status."""
        answers = {}
        for connection in connections:
            answer = connection.getresponse()
            answers.setdefault(answer.status, []).append((answer.headers, answer.read()))
        self.assertLessEqual(set(answers), {200, 429, 503, 504})
        return answers

    def assertLimited(self, answers):
        self.assertIn(429, answers)
        for headers, body in answers[429]:
            self.assertRegex(headers["Retry-After"], "^[0-9]+$")
            self.assertEqual(json.loads(body)["code"], "too-many-searches")
            self.assertTrue(json.loads(body)["detail"])

    def test_a_client_with_many_searches_leaves_room_for_others(self):
        with contextlib.ExitStack() as stack:
            other = self.connected(stack, "127.0.0.3")
            connections = self.begin(stack, "127.0.0.2")
            for number in range(20):
                other.request("GET", f"/v1/search?q=rose&locale=en&offset={number}")
                answer = other.getresponse()
                self.assertEqual((answer.status, json.loads(answer.read())["query"]), (200, "rose"))
            self.assertLimited(self.finish(connections))

    def test_a_client_does_not_become_many_by_saying_so(self):
        def headers(number):
            return {"X-Forwarded-For": f"192.0.2.{number}", "Forwarded": f"for=192.0.2.{number}"}

        with contextlib.ExitStack() as stack:
            self.assertLimited(self.finish(self.begin(stack, "127.0.0.2", headers)))

    def test_unfinished_bodies_share_a_budget(self):
        size = 2 << 20
        with contextlib.ExitStack() as stack:
            connections = [stack.enter_context(Connection(self.server)) for _ in range(20)]
            for connection in connections:
                connection.send(self.head(BATCH, JSON, f"Content-Length: {size}") + b" " * (size - 1))
            # Late connections are refused; the others complete.
            refused = []
            for connection in connections:
                connection.socket.settimeout(0.2)
                with contextlib.suppress(TimeoutError):
                    refused.append(connection.answer())
            self.assertIn(503, [answer.status for answer in filter(None, refused)])
            for answer in filter(None, refused):
                self.assertIn((answer.status, answer.json["code"]), {(503, "too-busy"), (408, "request-timeout")})
                if answer.status == 503:
                    self.assertRegex(answer.headers["Retry-After"], "^[0-9]+$")
        # Released memory is available to others.
        self.assertEqual(self.posted(b'{"requests": []}' + b" " * (size - 100)).status, 200)


if __name__ == "__main__":
    unittest.main()
