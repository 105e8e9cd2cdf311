# Requests that are too large, too expensive, or too many at a time.

import concurrent.futures
import json
import unittest

from attack import BATCH, JSON, AttackTestCase
from client import Connection, ask


class OversizedRequestTests(AttackTestCase):
    def assertNotTaken(self, data):
        """The response is 400, or lost because the server closed a connection with unread bytes."""
        self.assertIn([answer.status for answer in self.sent(data)], ([400], []))

    def test_a_body_that_says_it_is_too_large_is_not_read(self):
        for length in (2**30, 2**40, 2**63 - 1):
            with self.subTest(length), Connection(self.server) as connection:
                connection.send(self.head(BATCH, JSON, f"Content-Length: {length}"))
                self.assertEqual(connection.answer().status, 413)

    def test_a_body_that_waits_for_leave_does_not_get_it(self):
        with Connection(self.server) as connection:
            connection.send(self.head(BATCH, JSON, f"Content-Length: {2**40}", "Expect: 100-continue"))
            self.assertIn(connection.answer().status, {413, 417})

    def test_a_body_without_an_end_is_not_read_to_its_end(self):
        chunk = b"100000\r\n" + b" " * 2**20 + b"\r\n"
        with Connection(self.server) as connection:
            connection.send(self.head(BATCH, JSON, "Transfer-Encoding: chunked"))
            taken = 0
            while taken < 512 and connection.send(chunk):
                taken += 1
            self.assertLess(taken, 512, "half a gigabyte was taken")
            # Unread bytes may cause the loss of the response.
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
                self.assertNotTaken(self.head("GET /healthz HTTP/1.1", *headers))

    def test_trailers_are_not_endless(self):
        body = b"10\r\n" + b'{"requests": []}' + b"\r\n0\r\n"
        chunked = self.head(BATCH, JSON, "Transfer-Encoding: chunked", "Connection: close") + body
        self.assertEqual(self.answered(chunked + b"X: a\r\n\r\n").status, 200)
        for count in (1_000, 100_000):
            with self.subTest(count):
                self.assertNotTaken(chunked + b"X: a\r\n" * count + b"\r\n")

    def test_addresses_are_not_endless(self):
        for length in (40_000, 1_000_000):
            for target in (
                "/" + "a" * length,
                "/v1/search?q=" + "a" * length,
                "/?" + "a" * length,
                "/v1/records/gifts/" + "%61" * (length // 3),
            ):
                with self.subTest(target[:20], length=length):
                    self.assertNotTaken(self.head(f"GET {target} HTTP/1.1", "Connection: close"))
        self.assertEqual(self.asked("/v1/search?q=" + "%F0%9F%8C%B9+" * 2001 + "-x").status, 414)

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


if __name__ == "__main__":
    unittest.main()
