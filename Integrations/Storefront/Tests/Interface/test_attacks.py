# Does the storefront keep answering, whatever is sent to it? Bytes are sent as they are, past what clients would allow.

import concurrent.futures
import gzip
import json
import os
import re
import socket
import struct
import time
import unittest
import urllib.parse
import zlib

from interface import PATIENCE, Connection, admin_server, ask, server

READ_LIMIT = float(os.environ.get("STOREFRONT_READ_LIMIT", "30"))  # seconds that the server waits for a request
GRACE = 10  # seconds more that a test waits for it
BATCH = "POST /v1/search:batch HTTP/1.1"
JSON = "Content-Type: application/json"


class AttackTestCase(unittest.TestCase):
    """Tests after each of which the server must answer as before."""

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
        """The head of a request, up to the empty line behind it."""
        host = urllib.parse.urlsplit(self.server).netloc
        return "\r\n".join((line, f"Host: {host}", *headers, "", "")).encode("latin-1")

    def sent(self, data, half_closed=False):
        """All that the server answers until it closes the connection."""
        with Connection(self.server) as connection:
            if connection.send(data) and half_closed:
                connection.socket.shutdown(socket.SHUT_WR)
            return connection.answers()

    def asked(self, target):
        """The answer to a request with this target; `None` where there is none."""
        line = b"GET " + (target if isinstance(target, bytes) else target.encode()) + b" HTTP/1.1"
        answers = self.sent(self.head(line.decode("latin-1"), "Connection: close"))
        self.assertLessEqual(len(answers), 1)
        for answer in answers:
            self.assertHarmless(answer)
        return answers[0] if answers else None

    def posted(self, body, *headers):
        length = f"Content-Length: {len(body)}"
        answers = self.sent(self.head(BATCH, "Connection: close", JSON, length, *headers) + body)
        self.assertEqual(len(answers), 1)
        self.assertHarmless(answers[0])
        return answers[0]

    def assertHarmless(self, answer):
        """Nobody sees the insides of the server, and nothing failed."""
        self.assertIn(answer.status, {*range(200, 500), 503, 504}, answer)
        self.assertNotIn(b"root:", answer.body)
        self.assertNotRegex(answer.body, rb"\.swift\b|Fatal error|/usr/|/home/")


class SlowTests(AttackTestCase):
    def trickle(self, begun, seconds_apart=0.5):
        """The answers to a request that goes on a byte at a time, until the server closes the connection."""
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
        """Several such connections at a time, beside which the server answers."""
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
        connections = [Connection(self.server) for _ in range(20)]
        try:
            for connection in connections:
                connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.socket.settimeout(0.5)
                connection.send(request * 200)
            for _ in range(5):
                self.assertAlive()
        finally:
            for connection in connections:
                connection.__exit__()


class SizeTests(AttackTestCase):
    def test_a_body_that_says_it_is_too_large_is_not_read(self):
        for length in (2**30, 2**40, 2**63 - 1):
            with self.subTest(length), Connection(self.server) as connection:
                connection.send(self.head(BATCH, JSON, f"Content-Length: {length}"))
                self.assertEqual(connection.answer().status, 413)

    def test_a_body_that_waits_for_leave_does_not_get_it(self):
        with Connection(self.server) as connection:
            connection.send(self.head(BATCH, JSON, f"Content-Length: {2**40}", "Expect: 100-continue"))
            self.assertIn(connection.answer().status, {413, 417})

    def test_lengths_that_are_none_are_refused(self):
        for length in ("-1", "x", "1x", "0x10", str(2**64), "9" * 100, "1e3", "1 2", "+1", "", "1,2"):
            with self.subTest(length):
                for answer in self.sent(self.head(BATCH, JSON, f"Content-Length: {length}") + b"{}"):
                    self.assertEqual(answer.status, 400)

    def test_a_body_without_an_end_is_not_read_to_its_end(self):
        chunk = b"100000\r\n" + b" " * 2**20 + b"\r\n"
        with Connection(self.server) as connection:
            connection.send(self.head(BATCH, JSON, "Transfer-Encoding: chunked"))
            taken = 0
            while taken < 512 and connection.send(chunk):
                taken += 1
            self.assertLess(taken, 512, "half a gigabyte was taken")
            # What was sent in vain may take the answer along with it.
            answer = connection.answer()
            self.assertIn(answer and answer.status, {413, None})

    def test_headers_are_not_endless(self):
        for name, headers in (
            ("one", ["X-Large: " + "a" * 40_000]),
            ("a name", ["X" * 40_000 + ": a"]),
            ("many", [f"X-{number}: {number}" for number in range(10_000)]),
            ("the same", ["Cookie: a=b"] * 5_000),
            ("megabytes", ["X-Large: " + "a" * 5_000_000]),
        ):
            with self.subTest(name):
                answers = self.sent(self.head("GET /healthz HTTP/1.1", *headers))
                self.assertIn([answer.status for answer in answers], ([400], [431], []))

    def test_addresses_are_not_endless(self):
        for length in (40_000, 1_000_000):
            for target in (
                "/" + "a" * length,
                "/v1/search?q=" + "a" * length,
                "/?" + "a" * length,
                "/v1/records/gifts/" + "%61" * (length // 3),
            ):
                with self.subTest(target[:20], length=length):
                    answer = self.asked(target)
                    self.assertIn(answer and answer.status, {400, 414, None})
        self.assertEqual(self.asked("/v1/search?q=" + "%F0%9F%8C%B9" * 2001).status, 414)

    def test_parameters_may_be_many(self):
        many = "&".join(f"p{number}={number}" for number in range(1000))
        self.assertEqual(self.asked("/v1/search?q=rose&limit=1&" + many).status, 200)
        self.assertEqual(self.asked("/v1/search?" + "q=rose&" * 1000).status, 200)
        self.assertEqual(self.asked("/v1/search?" + "&" * 10_000).status, 200)
        self.assertEqual(self.asked("/v1/search?catalogs=" + "gifts," * 2000 + "gifts").status, 200)
        self.assertEqual(self.asked("/v1/search?q=rose&chain=" + "de," * 2000 + "de").status, 200)
        self.assertIn(self.asked("/v1/search?q=" + "a+" * 499 + "&relax=always").status, {200, 504})

    def test_numbers_may_be_anything(self):
        numbers = (
            "1e999",
            "-1e999",
            "-0",
            "9" * 30,
            "0" * 1000 + "1",
            "1.",
            ".5",
            "0x7fffffffffffffff",
            "NaN",
            "inf",
            "%2B1",
            "1_000",
        )
        for name in ("limit", "offset", "price", "year"):
            for number in (*numbers, *(f"{one}..{one}" for one in numbers)):
                with self.subTest(name, number=number[:40]):
                    self.assertIn(self.asked(f"/v1/search?q=rose&{name}={number}").status, {200, 400, 422})

    def test_a_batch_of_the_most_costly_searches_comes_to_an_end(self):
        request = {"q": "aehiklmn oprstu", "relax": "always", "limit": 100, "explain": True}
        answer = self.posted(json.dumps({"requests": [request] * 100}).encode())
        self.assertIn(answer.status, {200, 503, 504})

    def test_many_at_once_are_answered_or_told_to_come_again(self):
        with concurrent.futures.ThreadPoolExecutor(64) as pool:
            address = self.server + "/v1/search?q=gebrutstagskrate+bluemn&locale=de&relax=always&limit=100"
            answers = list(pool.map(lambda _: ask("GET", address), range(500)))
        self.assertLessEqual({answer.status for answer in answers}, {200, 503, 504})
        self.assertIn(200, {answer.status for answer in answers})
        for answer in answers:
            if answer.status == 503:
                self.assertRegex(answer.headers["Retry-After"], "^[0-9]+$")


class AddressTests(AttackTestCase):
    def test_what_is_not_utf8_is_refused(self):
        for spelling in ("%FF", "%C3%28", "%C0%AF", "%ED%A0%80", "%F4%90%80%80", "%E2%82", "a%80b", "%FE%FF"):
            with self.subTest(spelling):
                for target in (
                    "/v1/search?q=" + spelling,
                    "/v1/suggest?q=" + spelling,
                    "/v1/search?scope=" + spelling,
                    "/?q=" + spelling,
                ):
                    self.assertEqual(self.asked(target).status, 400, target)
                for target in (
                    "/v1/records/gifts/" + spelling,
                    "/v1/records/" + spelling + "/g-101",
                    "/v1/strings/" + spelling,
                ):
                    self.assertIn(self.asked(target).status, {400, 404}, target)

    def test_bytes_that_no_address_has_are_refused_or_read(self):
        for raw in (
            b"\xff",
            b"\xc3\xa4",
            b"\x00",
            b"\x01",
            b"\x7f",
            b"\t",
            b"<",
            b"{",
            b"|",
            b'"',
            b"\\",
            b"`",
            b"^",
            b"#a",
        ):
            with self.subTest(raw):
                answer = self.asked(b"/v1/search?q=a" + raw + b"b")
                self.assertIn(answer and answer.status, {200, 400, None})

    def test_percent_signs_may_stand_alone(self):
        for spelling in (
            "%",
            "%4",
            "%zz",
            "%%",
            "100%",
            "%u00e4",
            "%-1",
            "%00",
            "%0d%0aX-Injected:1",
            "%0A",
            "%25%30%30",
        ):
            with self.subTest(spelling):
                answer = self.asked("/v1/search?locale=en&q=" + spelling)
                self.assertIn(answer.status, {200, 400})
                self.assertIsNone(answer.headers.get("X-Injected"))
                self.assertIn(self.asked("/v1/records/gifts/" + spelling).status, {400, 404})
        for name in ("locale", "scope", "catalogs", "fields", "chain", "sort"):
            answer = self.asked(f"/v1/search?q=rose&{name}=de%0d%0aX-Injected:%201%0d%0a")
            self.assertEqual(answer.status, 400)
            self.assertIsNone(answer.headers.get("X-Injected"))

    def test_no_path_leads_out(self):
        up = (
            "../",
            "..%2f",
            "%2e%2e/",
            "%2e%2e%2f",
            "..%5c",
            "..\\",
            "%252e%252e%252f",
            "..;/",
            "....//",
            ".%2e/",
            "%c0%ae%c0%ae/",
            "/../",
            "./../",
        )
        for step in up:
            for target in (
                f"/assets/{step * 8}etc/passwd", f"/{step * 8}etc/passwd", f"/assets/page.css/{step * 8}etc/passwd",
                f"/v1/strings/{step * 8}etc/passwd", f"/v1/strings/{step}{step}Localizations",
                f"/v1/records/gifts/{step * 8}etc/passwd",
                f"/v1/records/{step}gifts/g-101", f"/assets/{step}page.mustache",
                f"/v1/search?locale={step * 8}etc/passwd",
                f"/v1/search?catalogs={step}gifts", f"/assets/{step}",
            ):  # fmt: skip
                with self.subTest(target):
                    answer = self.asked(target)
                    self.assertIn(answer and answer.status, {400, 404, None})

    def test_no_path_is_a_file_of_the_system(self):
        for target in (
            "//etc/passwd", "/assets//etc/passwd", "/assets/%2fetc/passwd", "/assets/%2Fetc%2Fpasswd",
            "/assets/page.css%00.svg", "/assets/.",
            "/assets/page.css%20", "/assets/C:%5Cwindows", "/assets/file:///etc/passwd", "/.git/config", "/%2e/%2e",
        ):  # fmt: skip
            with self.subTest(target):
                self.assertIn(self.asked(target).status, {400, 404})

    def test_targets_may_have_other_forms(self):
        for target in (
            "http://example.com/healthz",
            "HTTP://x/v1/search",
            "https://[::1/healthz",
            "http://",
            "healthz",
            "?q=a",
            "*",
            "",
            ":80",
            "a:b",
            "//",
            "///",
            "/./",
            "//v1/search",
            "/v1//search",
        ):
            for method in ("GET", "OPTIONS"):
                with self.subTest(target, method=method):
                    for answer in self.sent(self.head(f"{method} {target} HTTP/1.1", "Connection: close")):
                        self.assertHarmless(answer)
        for target in ("example.com:443", "/healthz", "127.0.0.1:22"):
            with self.subTest(target):
                answers = self.sent(self.head(f"CONNECT {target} HTTP/1.1", "Connection: close"))
                self.assertTrue(all(400 <= answer.status < 500 for answer in answers), answers)


class MessageTests(AttackTestCase):
    hidden = b"GET /v1/suggest?q=hidden HTTP/1.1\r\nHost: hidden\r\n\r\n"

    def assertRefused(self, data):
        """Nothing of it is taken for a request: there is at most a 400, and the connection is closed."""
        answers = self.sent(data)
        self.assertIn([answer.status for answer in answers], ([400], []))

    def test_bodies_have_one_length(self):
        chunked = "Transfer-Encoding: chunked"
        for headers in (
            ("Content-Length: 5", chunked), (chunked, "Content-Length: 5"), ("Content-Length: 5", "Content-Length: 60"),
            ("Content-Length: 5, 60",), (chunked, "Transfer-Encoding: identity"),
            ("Transfer-Encoding: chunked, identity",),
            ("Transfer-Encoding: xchunked",), ("Transfer-Encoding: \x0bchunked",), ("Content-Length : 5",),
            ("Content-Length: 5", " folded: 60"),
            ("Transfer-Encoding : chunked",), ("Transfer-Encoding\x00: chunked",), ("Content-Length\t: 5",),
            ("Content_Length: 5", "\x0bTransfer-Encoding: chunked"),
        ):  # fmt: skip
            with self.subTest(headers):
                self.assertRefused(self.head(BATCH, JSON, *headers) + b"0\r\n\r\n" + self.hidden)

    def test_chunks_have_sizes(self):
        for chunk in (
            b"-1\r\n", b"0x2\r\n{}\r\n", b"+2\r\n{}\r\n", b"g\r\n", b"\r\n", b"FFFFFFFFFFFFFFFFF\r\n{}",
            b"8000000000000000\r\n{}", b"2{}\r\n",
            b"2\r\n{}0\r\n\r\n", b"1\r\n{}\r\n", b"2\n{}\n", b" 2\r\n{}\r\n", b"2\r\r\n{}\r\n", b"2;a\x00\r\n{}\r\n",
        ):  # fmt: skip
            with self.subTest(chunk):
                answers = self.sent(
                    self.head(BATCH, JSON, "Transfer-Encoding: chunked") + chunk + b"0\r\n\r\n" + self.hidden,
                    half_closed=True,
                )
                self.assertLessEqual(len(answers), 1, "what stands behind a chunk that is none was answered")
                for answer in answers:
                    self.assertIn(answer.status, {400, 413})

    def test_chunks_may_be_extended_but_not_endlessly(self):
        body = b'{"requests": []}'
        chunked = self.head(BATCH, JSON, "Transfer-Encoding: chunked", "Connection: close")
        whole = b"".join(b"1;name=value\r\n%c\r\n" % byte for byte in body) + b"0\r\nTrailer: a\r\n\r\n"
        self.assertEqual([answer.status for answer in self.sent(chunked + whole)], [200])
        for endless in (b"1;" + b"a" * 1_000_000, b"0" * 1_000_000, b"0\r\n" + b"X: a\r\n" * 100_000):
            with self.subTest(endless[:20]):
                for answer in self.sent(chunked + endless + b"\r\n\r\n", half_closed=True):
                    self.assertIn(answer.status, {200, 400, 413})

    def test_a_message_is_http(self):
        for data in (
            b"\r\n\r\n\r\n", b"\n", b"\x00" * 1000, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"a" * 500,
            b"hello\r\n\r\n", b"GET\r\n\r\n",
            b"GET /\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/2.0\r\n\r\n", b"GET / http/1.1\r\n\r\n",
            b"GET / HTTP/1.1 \r\n\r\n",
            b"GET  / HTTP/1.1\r\nHost: a\r\n\r\n", b"GET / HTTP/1.1\r\n: a\r\n\r\n", b"GET / HTTP/1.1\r\nHost\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n",
            b"GET / HTTP/1.1\r\n Host: a\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/1.1\rHost: a\r\r",
            b"\xef\xbb\xbfGET / HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"GET / ICE/1.0\r\n\r\n", b"GET / RTSP/1.0\r\n\r\n",
        ):  # fmt: skip
            with self.subTest(data[:50]):
                for answer in self.sent(data, half_closed=True):
                    self.assertHarmless(answer)

    def test_methods_are_those_of_the_paths(self):
        for method in (
            "TRACE",
            "FOO",
            "get",
            "GET1",
            "G" * 10_000,
            "PROPFIND",
            "G\x00T",
            "GÄT",
            "PURGE",
            "LINK",
            "QUERY",
        ):
            with self.subTest(method[:20]):
                data = self.head(f"{method} /v1/search?q=secret HTTP/1.1", "Connection: close", "X-Secret: echo")
                for answer in self.sent(data):
                    self.assertIn(answer.status, {400, 404, 405})
                    self.assertNotIn(b"X-Secret", answer.body)

    def test_older_clients_are_answered_and_left(self):
        with Connection(self.server) as connection:
            connection.send(b"GET /healthz HTTP/1.0\r\n\r\n")
            self.assertEqual([answer.status for answer in connection.answers()], [200])
        with Connection(self.server) as connection:
            connection.send(b"GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" * 2)
            connection.socket.shutdown(socket.SHUT_WR)
            self.assertLessEqual({answer.status for answer in connection.answers()}, {200})

    def test_requests_may_be_sent_before_the_answers_are_read(self):
        with Connection(self.server) as connection:
            queries = [f"rose{number}" for number in range(100)]
            connection.send(b"".join(self.head(f"GET /v1/search?q={query} HTTP/1.1") for query in queries))
            for query in queries:
                self.assertEqual(connection.answer().json["query"], query)

    def test_a_client_may_have_nothing_more_to_say(self):
        with Connection(self.server) as connection:
            connection.send(self.head("GET /v1/search?q=rose HTTP/1.1"))
            connection.socket.shutdown(socket.SHUT_WR)
            self.assertLessEqual({answer.status for answer in connection.answers()}, {200})

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

    def test_requests_to_become_something_else_are_passed_over(self):
        for headers in (
            ("Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQAAP__"),
            ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
            ("X-HTTP-Method-Override: DELETE",), ("X-Forwarded-For: 127.0.0.1", "X-Forwarded-Host: evil"),
            ("X-Original-URL: /admin/v1/catalogs",),
        ):  # fmt: skip
            with self.subTest(headers), Connection(self.server) as connection:
                connection.send(self.head("GET /v1/search?q=rose HTTP/1.1", *headers))
                answer = connection.answer()
                self.assertEqual((answer.status, answer.json["query"]), (200, "rose"))


class BodyTests(AttackTestCase):
    def test_compressed_bodies_are_not_unpacked(self):
        large = b" " * 10_000_000
        for coding, body in (
            ("gzip", gzip.compress(large)),
            ("deflate", zlib.compress(large)),
            ("br", b"\x8b"),
            ("gzip, gzip", gzip.compress(gzip.compress(large))),
            ("x-gzip", gzip.compress(b"{}")),
        ):
            with self.subTest(coding):
                self.assertEqual(self.posted(body, f"Content-Encoding: {coding}").status, 415)

    def test_nothing_is_too_deep(self):
        for depth in (1_000, 1_100, 100_000):
            for opened, closed in (("[", "]"), ('{"a":', "}")):
                nested = opened * depth + "1" + closed * depth
                for body in (
                    nested, opened * depth, f'{{"requests": {nested}}}', f'{{"requests": [{nested}]}}',
                    f'{{"requests": [{{"q": {nested}}}]}}',
                    f'{{"requests": [{{"q": "rose", "own": {nested}}}]}}',
                    f'{{"requests": [{{"q": "rose", "catalogs": {nested}}}]}}',
                ):  # fmt: skip
                    with self.subTest(body[:40], depth=depth):
                        self.assertIn(self.posted(body.encode()).status, {200, 400, 413})

    def test_values_may_be_anything(self):
        values = (
            "1e999", "-1e999", "1e-999", "-0", "0.1", "9" * 400, "0." + "9" * 1000, "true", "null", "{}", "[]", "[[]]",
            '""', '"\\u0000"', '"\\ud800"',
            '"\\udc00\\ud800"', '"\\uD83C\\uDF39"', '"' + "a" * 100_000 + '"', '"\\x"', "NaN", "01", "1.", "'a'",
            '"a\nb"', '"\\ud83c"',
        )  # fmt: skip
        names = (
            "q",
            "locale",
            "chain",
            "scope",
            "limit",
            "offset",
            "catalogs",
            "fields",
            "sort",
            "reverse",
            "explain",
            "returns",
            "price",
            "year",
            "relax",
            "own",
        )
        for name in names:
            for value in values:
                with self.subTest(name, value=value[:40]):
                    answer = self.posted(
                        f'{{"requests": [{{"q": "rose", "{name}": {value}}}, {{"q": "rose"}}]}}'.encode()
                    )
                    self.assertIn(answer.status, {200, 400, 413, 414, 422})
                    if answer.status == 200:
                        self.assertEqual(answer.json["answers"][1]["query"], "rose")

    def test_bytes_may_be_anything(self):
        for body in (
            b"\xff" * 1000, b'{"requests": [{"q": "\xff"}]}', b'{"requests": [{"q": "\xed\xa0\x80"}]}',
            b'{"requests": [{"\xff": 1}]}', b"\x00" * 1000,
            '{"requests": []}'.encode("utf-16"), b'\xef\xbb\xbf{"requests": []}', b'{"requests": []}\x00',
            b'{"requests": [], "requests": [{"q": "a"}]}',
            b'{"requests": [' + b'{"q": "a"},' * 50_000 + b'{"q": "a"}]}', b'{"requests": [' + b"," * 10_000 + b"]}",
            b"{" + b'"a": 1,' * 50_000 + b'"requests": []}',
        ):  # fmt: skip
            with self.subTest(body[:40]):
                self.assertIn(self.posted(body).status, {200, 400, 413, 422})


class TokenTests(AttackTestCase):
    def setUp(self):
        super().setUp()
        self.admin, self.token = admin_server()
        if not self.admin:
            self.skipTest("STOREFRONT_ADMIN_URL and STOREFRONT_ADMIN_TOKEN are not set")

    def test_nobody_is_let_in_without_the_token(self):
        token = self.token
        values = (
            None, "", "Bearer", "Bearer ", token, "Basic " + token, "Basic OnRva2Vu", "Bearer" + token, "Bearer  x",
            f"Bearer {token}x", f"Bearer {token[:-1]}",
            f"Bearer {token[:1]}", f"Bearer x{token}", f"Bearer {token[:-1]}\xe4", f"Bearer {token} {token}",
            f"Bearer {token},x", "Bearer null",
            f'Bearer "{token}"', "Bearer " + "a" * len(token), "Bearer " + "a" * 20_000, f"Bearer {token}%00",
            "Bearer *", "Digest x",
        )  # fmt: skip
        for number, value in enumerate(values):
            for method, path in (
                ("GET", "/admin/v1/catalogs"), ("PUT", "/admin/v1/catalogs/stolen"),
                ("DELETE", "/admin/v1/catalogs/stolen"), ("GET", "/admin/v1/openapi.json"),
                ("POST", "/admin/v1/catalogs/stolen/records"), ("GET", "/admin/v1/nothing"),
                ("HEAD", "/admin/v1/catalogs"),
            ):  # fmt: skip
                with self.subTest(number, method=method, path=path):
                    headers = {"Content-Type": "application/json"} | (
                        {"Authorization": value} if value is not None else {}
                    )
                    answer = ask(method, self.admin + path, headers, b"{}" if method in {"PUT", "POST"} else None)
                    self.assertEqual(answer.status, 401, answer)
                    self.assertRegex(answer.headers["WWW-Authenticate"], "^Bearer")
                    if method != "HEAD":
                        self.assertEqual(answer.json["code"], "unauthorized")
                    self.assertNotIn(token.encode(), answer.body)
        for query in (f"?token={token}", f"?access_token={token}", f"?Authorization=Bearer+{token}"):
            self.assertEqual(ask("GET", self.admin + "/admin/v1/catalogs" + query).status, 401)

    def test_a_large_body_is_not_read_before_the_token(self):
        with Connection(self.admin) as connection:
            connection.send(
                self.head(
                    "POST /admin/v1/catalogs/stolen/records HTTP/1.1",
                    "Content-Type: application/x-ndjson",
                    f"Content-Length: {2**40}",
                )
            )
            self.assertEqual(connection.answer().status, 401)

    def test_the_public_listener_has_no_administration(self):
        headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"}
        for method, path in (
            ("GET", "/admin/v1/catalogs"),
            ("PUT", "/admin/v1/catalogs/stolen"),
            ("GET", "/admin/v1/openapi.json"),
            ("GET", "/admin"),
        ):
            with self.subTest(path, method=method):
                self.assertEqual(
                    ask(method, self.server + path, headers, b"{}" if method == "PUT" else None).status, 404
                )

    def test_the_token_stands_nowhere(self):
        for path in ("/metrics", "/v1/openapi.json", "/"):
            self.assertIsNone(re.search(re.escape(self.token).encode(), ask("GET", self.server + path).body))


if __name__ == "__main__":
    unittest.main()
