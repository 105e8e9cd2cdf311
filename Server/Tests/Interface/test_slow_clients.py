# Clients that send slowly, do not read, or disconnect do not delay others.

import concurrent.futures
import contextlib
import json
import os
import socket
import struct
import time
import unittest

from attack import BATCH, JSON, AttackTestCase
from client import PATIENCE, Connection

READ_LIMIT = float(os.environ.get("STOREFRONT_READ_LIMIT", "30"))  # seconds that the server waits for a request
GRACE = 10  # additional seconds that a test waits


class SlowClientTests(AttackTestCase):
    def trickle(self, begun, seconds_apart=0.5):
        """The responses to a request sent one byte at a time, until the server closes the connection."""
        started = time.monotonic()
        with Connection(self.server, timeout=seconds_apart) as connection:
            connection.send(begun)
            while time.monotonic() - started < READ_LIMIT + GRACE:
                try:
                    if not connection.socket.recv(1, socket.MSG_PEEK):
                        return []
                    connection.socket.settimeout(PATIENCE)
                    return connection.answers()
                except ConnectionError:
                    return []
                except TimeoutError:
                    connection.send(b"x")
        self.fail("the server still waits for the rest of the request")

    def slowly(self, begun, count=20):
        """Several such connections at a time, while the server answers others."""
        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            waiting = [pool.submit(self.trickle, begun) for _ in range(count)]
            while not all(one.done() for one in waiting):
                self.assertAlive()
                time.sleep(1)
            return [one.result() for one in waiting]

    def test_nobody_is_waited_for_in_the_request_line(self):
        for answers in self.slowly(b"GET /v1/search?q="):
            self.assertLessEqual({answer.status for answer in answers}, {400, 408})

    def test_nobody_is_waited_for_in_the_headers(self):
        for answers in self.slowly(self.head("GET /healthz HTTP/1.1", "X-Slow: ")[:-4]):
            self.assertLessEqual({answer.status for answer in answers}, {400, 408})

    def test_nobody_is_waited_for_in_the_body(self):
        for answers in self.slowly(self.head(BATCH, JSON, "Content-Length: 100000") + b'{"requests": ['):
            self.assertEqual([answer.status for answer in answers], [408])
            self.assertEqual(answers[0].json["code"], "request-timeout")

    def test_nobody_is_waited_for_in_a_chunk(self):
        begun = self.head(BATCH, JSON, "Transfer-Encoding: chunked") + b"186a0\r\n{"
        for answers in self.slowly(begun):
            self.assertEqual([answer.status for answer in answers], [408])

    def test_those_who_do_not_read_keep_nobody_waiting(self):
        request = self.head("GET /v1/search?q=e&locale=en&limit=100&explain=true HTTP/1.1")
        with contextlib.ExitStack() as stack:
            for _ in range(20):
                connection = stack.enter_context(Connection(self.server))
                connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.socket.settimeout(0.5)
                connection.send(request * 200)
            for _ in range(5):
                self.assertAlive()

    def test_a_client_may_have_nothing_more_to_say(self):
        answer = self.answered(self.head("GET /v1/search?q=rose HTTP/1.1"), half_closed=True)
        self.assertEqual((answer.status, answer.json["query"]), (200, "rose"))

    def test_clients_may_go_at_any_time(self):
        batch = json.dumps({"requests": [{"q": "e", "relax": "always", "limit": 100}] * 100}).encode()
        for name, data in (
            ("before the request", b""),
            ("in the request line", b"GET /v1/sea"),
            ("in the headers", self.head("GET /v1/search?q=rose HTTP/1.1")[:-10]),
            ("in the body", self.head(BATCH, JSON, "Content-Length: 1000") + b"{"),
            ("before the answer", self.head(BATCH, JSON, f"Content-Length: {len(batch)}") + batch),
            ("in the answer", self.head("GET /v1/search?q=e&limit=100&explain=true HTTP/1.1") * 50),
        ):
            for resets in (False, True):
                with self.subTest(name, resets=resets):
                    for _ in range(50):
                        with Connection(self.server) as connection:
                            if resets:
                                linger = struct.pack("ii", 1, 0)
                                connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                            connection.send(data)
                            if name == "in the answer":
                                connection.socket.recv(100)
                    self.assertAlive()


if __name__ == "__main__":
    unittest.main()
