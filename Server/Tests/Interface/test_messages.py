# Framing of requests: where one begins and ends, and which are rejected as malformed.

import unittest

from attack import BATCH, JSON, AttackTestCase
from client import Connection

CHUNKED = "Transfer-Encoding: chunked"


class MessageTests(AttackTestCase):
    # It follows rejected messages, and must not get a response.
    hidden = b"GET /v1/suggest?q=hidden HTTP/1.1\r\nHost: hidden\r\n\r\n"

    def test_lengths_that_are_none_are_refused(self):
        for length in ("-1", "x", "1x", "0x10", str(2**64), "9" * 100, "1e3", "1 2", "+1", "", "1,2"):
            with self.subTest(length):
                self.assertRefused(self.head(BATCH, JSON, f"Content-Length: {length}") + b"{}")

    def test_bodies_have_one_length(self):
        for headers in (
            ("Content-Length: 5", CHUNKED), (CHUNKED, "Content-Length: 5"), ("Content-Length: 5", "Content-Length: 60"),
            ("Content-Length: 5, 60",), (CHUNKED, "Transfer-Encoding: identity"),
            ("Transfer-Encoding: chunked, identity",), ("Transfer-Encoding: xchunked",),
            ("Transfer-Encoding: \x0bchunked",), ("Content-Length : 5",), ("Content-Length: 5", " folded: 60"),
            ("Transfer-Encoding : chunked",), ("Transfer-Encoding\x00: chunked",), ("Content-Length\t: 5",),
            ("Content_Length: 5", "\x0bTransfer-Encoding: chunked"),
        ):  # fmt: skip
            with self.subTest(headers):
                self.assertRefused(self.head(BATCH, JSON, *headers) + b"0\r\n\r\n" + self.hidden)

    def test_chunks_have_sizes(self):
        for chunk in (
            b"-1\r\n", b"0x2\r\n{}\r\n", b"+2\r\n{}\r\n", b"g\r\n", b"\r\n", b"FFFFFFFFFFFFFFFFF\r\n{}",
            b"8000000000000000\r\n{}", b"2{}\r\n", b"2\r\n{}0\r\n\r\n", b"1\r\n{}\r\n", b"2\n{}\n", b" 2\r\n{}\r\n",
            b"2\r\r\n{}\r\n", b"2;a\x00\r\n{}\r\n",
        ):  # fmt: skip
            with self.subTest(chunk):
                answer = self.answered(
                    self.head(BATCH, JSON, CHUNKED) + chunk + b"0\r\n\r\n" + self.hidden, half_closed=True
                )
                self.assertIn(answer.status, {400, 413})

    def test_chunks_may_be_extended(self):
        body = b'{"requests": []}'
        chunked = self.head(BATCH, JSON, CHUNKED, "Connection: close")
        extended = b"".join(b"1;name=value\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"
        self.assertEqual(self.answered(chunked + extended).status, 200)
        for size in (b"10;" + b"a" * 1_000_000, b"0" * 1_000_000 + b"10"):
            with self.subTest(size[:20]):
                answer = self.answered(chunked + size + b"\r\n" + body + b"\r\n0\r\n\r\n")
                self.assertIn(answer.status, {200, 400, 413})

    def test_a_message_is_http(self):
        for data in (
            b"\x00" * 1000, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"a" * 500, b"hello\r\n\r\n",
            b"GET\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/2.0\r\n\r\n",
            b"GET / http/1.1\r\n\r\n", b"GET / HTTP/1.1 \r\n\r\n", b"GET / HTTP/1.1\r\n: a\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n",
            b"GET / HTTP/1.1\r\n Host: a\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/1.1\rHost: a\r\r",
            b"\xef\xbb\xbfGET / HTTP/1.1\r\n\r\n", b"GET / ICE/1.0\r\n\r\n",
            b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        ):  # fmt: skip
            with self.subTest(data[:50]):
                self.assertRefused(data, half_closed=True)
        # Parsers may ignore the errors in these.
        for data in (b"GET  / HTTP/1.1\r\nHost: a\r\n\r\n", b"GET / RTSP/1.0\r\n\r\n"):
            with self.subTest(data[:50]):
                self.assertIn(self.answered(data, half_closed=True).status, {200, 400})

    def test_empty_lines_are_no_message(self):
        for data in (b"\r\n\r\n\r\n", b"\n"):
            self.assertEqual(self.sent(data, half_closed=True), [])

    def test_methods_are_those_of_the_paths(self):
        for method in (
            "TRACE", "FOO", "get", "GET1", "G" * 10_000, "PROPFIND", "G\x00T", "GÄT", "PURGE", "LINK", "QUERY",
        ):  # fmt: skip
            with self.subTest(method[:20]):
                answer = self.answered(
                    self.head(f"{method} /v1/search?q=secret HTTP/1.1", "Connection: close", "X-Secret: echo")
                )
                self.assertIn(answer.status, {400, 404, 405})
                self.assertNotIn(b"X-Secret", answer.body)

    def test_older_clients_are_answered_and_left(self):
        self.assertEqual(self.answered(b"GET /healthz HTTP/1.0\r\n\r\n").status, 200)
        kept = b"GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
        # The server may keep the connection open, but does not.
        self.assertEqual([answer.status for answer in self.sent(kept * 2)], [200])

    def test_requests_may_be_sent_before_the_answers_are_read(self):
        with Connection(self.server) as connection:
            queries = [f"rose{number}" for number in range(100)]
            connection.send(b"".join(self.head(f"GET /v1/search?q={query} HTTP/1.1") for query in queries))
            for query in queries:
                self.assertEqual(connection.answer().json["query"], query)

    def test_requests_to_become_something_else_are_passed_over(self):
        for headers in (
            ("Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQAAP__"),
            (
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ),
            ("X-HTTP-Method-Override: DELETE",), ("X-Forwarded-For: 127.0.0.1", "X-Forwarded-Host: evil"),
            ("X-Original-URL: /admin/v1/catalogs",),
        ):  # fmt: skip
            with self.subTest(headers), Connection(self.server) as connection:
                connection.send(self.head("GET /v1/search?q=rose HTTP/1.1", *headers))
                answer = connection.answer()
                self.assertEqual((answer.status, answer.json["query"]), (200, "rose"))


if __name__ == "__main__":
    unittest.main()
