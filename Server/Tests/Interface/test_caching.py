# Known responses are not sent again, and long responses are compressed.

import unittest

from interface import InterfaceTestCase
from samples import NEGOTIATED, parameters


class CachingTests(InterfaceTestCase):
    def test_what_has_not_changed_is_not_sent_again(self):
        for path in NEGOTIATED:
            etag = self.get(path, **parameters(path)).headers["ETag"]
            self.assertEqual(self.get(path, **parameters(path)).headers["ETag"], etag, "the same answer")
            for header in (etag, etag.removeprefix("W/"), f'"x", {etag}', f'W/"x" ,{etag}, "y"', "*", f'"a,b", {etag}'):
                for method in ("GET", "HEAD"):
                    with self.subTest(path, header=header, method=method):
                        answer = self.ask(method, path, {"If-None-Match": header}, **parameters(path))
                        self.assertEqual((answer.status, answer.body), (304, b""))
                        self.assertEqual(answer.headers["ETag"], etag)
                        self.assertIn("accept-language", answer.headers["Vary"].lower())
            for header in ('"x"', 'W/"x"', etag[:-1], "", ",", '"*"', "x" * 3000):
                with self.subTest(path, header=header[:40]):
                    self.assertEqual(self.get(path, {"If-None-Match": header}, **parameters(path)).status, 200)

    def test_other_answers_have_other_names(self):
        etags = [
            self.get("/v1/search", headers, **parameters).headers["ETag"]
            for headers, parameters in (
                (None, {"q": "rose", "locale": "de"}), (None, {"q": "rose", "locale": "ja"}),
                (None, {"q": "tulpe", "locale": "de"}), (None, {"q": "rose", "locale": "de", "limit": 5}),
                (None, {"q": "rose", "locale": "de", "explain": "true"}),
                ({"Accept-Language": "ar"}, {"q": "rose"}), ({"Accept-Language": "fr"}, {"q": "rose"}),
            )
        ]  # fmt: skip
        self.assertEqual(len(set(etags)), len(etags))

    def test_problems_are_told_again(self):
        self.assertEqual(self.get("/v1/search", {"If-None-Match": "*"}, scope="teas").status, 400)
        self.assertEqual(self.get("/v1/records/gifts/none", {"If-None-Match": "*"}).status, 404)

    def test_answers_are_compressed_only_for_those_who_want_it(self):
        for header, expected in (
            (None, {None}), ("", {None}), ("identity", {None}), ("gzip", {"gzip"}), ("GZIP", {"gzip"}),
            ("br, gzip;q=0.5", {"gzip"}), ("gzip;q=0", {None}), ("gzip;q=0, *", {None}), ("gzip; q=0.000", {None}),
            ("br", {None}), ("identity;q=0, gzip", {"gzip"}), ("*", {None, "gzip"}), ("identity;q=0", {None, "gzip"}),
            ("*;q=0", {None}), ("gzip;q=abc", {None, "gzip"}), ("gzipped", {None}), ("deflate", {None}),
            (";;;", {None}), ("gzip;q=0.1, identity;q=0.9", {None, "gzip"}),
        ):  # fmt: skip
            with self.subTest(header):
                headers = {"Accept-Encoding": header} if header is not None else None
                answer = self.get("/v1/search", headers, q="e", locale="de", limit=100)
                self.assertEqual(answer.status, 200)
                self.assertIn(answer.headers.get("Content-Encoding"), expected)
                self.assertEqual(len(answer.json["hits"]), 100)

    def test_what_is_small_is_not_compressed(self):
        self.assertIsNone(self.get("/healthz", {"Accept-Encoding": "gzip"}).headers.get("Content-Encoding"))


if __name__ == "__main__":
    unittest.main()
