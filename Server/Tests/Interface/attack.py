# Sends arbitrary bytes, as no client library would, and checks that the storefront still responds.

import socket
import unittest
import urllib.parse

from client import Connection, ask, server

BATCH = "POST /v1/search:batch HTTP/1.1"
JSON = "Content-Type: application/json"


class AttackTestCase(unittest.TestCase):
    """Tests after each of which the server must respond as before."""

    @classmethod
    def setUpClass(cls):
        cls.server = server()

    def setUp(self):
        self.assertAlive()

    def tearDown(self):
        self.assertAlive()

    def assertAlive(self):
        self.assertEqual(ask("GET", self.server + "/healthz").body.strip(), b"ok")
        answer = ask("GET", self.server + "/v1/search?q=rose&locale=en")
        self.assertEqual((answer.status, answer.json["query"]), (200, "rose"))
        self.assertGreater(answer.json["total"], 0)

    def head(self, line, *headers):
        """The head of a request, with the empty line at its end."""
        host = urllib.parse.urlsplit(self.server).netloc
        return "\r\n".join((line, f"Host: {host}", *headers, "", "")).encode("latin-1")

    def sent(self, data, half_closed=False):
        """All responses of the server until it closes the connection."""
        with Connection(self.server) as connection:
            if connection.send(data) and half_closed:
                connection.socket.shutdown(socket.SHUT_WR)
            return connection.answers()

    def answered(self, data, half_closed=False):
        """The only response before the server closes the connection."""
        answers = self.sent(data, half_closed)
        self.assertEqual(len(answers), 1, answers)
        self.assertHarmless(answers[0])
        return answers[0]

    def asked(self, target):
        """The response to a request with this target."""
        line = b"GET " + (target if isinstance(target, bytes) else target.encode()) + b" HTTP/1.1"
        return self.answered(self.head(line.decode("latin-1"), "Connection: close"))

    def posted(self, body, *headers):
        """The response to a batch with this body."""
        length = f"Content-Length: {len(body)}"
        return self.answered(self.head(BATCH, "Connection: close", JSON, length, *headers) + body)

    def assertHarmless(self, answer):
        """The response reveals no internals, and is not a server error."""
        self.assertIn(answer.status, {*range(200, 500), 503, 504}, answer)
        self.assertNotIn(b"root:", answer.body)
        self.assertNotRegex(answer.body, rb"\.swift\b|Fatal error|/usr/|/home/")

    def assertRefused(self, data, half_closed=False):
        """The bytes are rejected as a request: the response is 400, and the connection is closed."""
        self.assertEqual(self.answered(data, half_closed).status, 400)
