# Bodies of batches: contents and encodings.

import gzip
import unittest
import zlib

from attack import AttackTestCase


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
                    f'{{"requests": [{{"q": {nested}}}]}}', f'{{"requests": [{{"q": "rose", "own": {nested}}}]}}',
                    f'{{"requests": [{{"q": "rose", "catalogs": {nested}}}]}}',
                ):  # fmt: skip
                    with self.subTest(body[:40], depth=depth):
                        self.assertIn(self.posted(body.encode()).status, {200, 400, 413})

    def test_values_may_be_anything(self):
        values = (
            "1e999", "-1e999", "1e-999", "-0", "0.1", "9" * 400, "0." + "9" * 1000, "true", "null", "{}", "[]", "[[]]",
            '""', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\uD83C\\uDF39"', '"' + "a" * 100_000 + '"',
            '"\\x"', "NaN", "01", "1.", "'a'", '"a\nb"', '"\\ud83c"',
        )  # fmt: skip
        names = (
            "q", "locale", "chain", "scope", "limit", "offset", "catalogs", "fields", "sort", "reverse", "explain",
            "returns", "price", "year", "relax", "own",
        )  # fmt: skip
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
            b'{"requests": [{"\xff": 1}]}', b"\x00" * 1000, '{"requests": []}'.encode("utf-16"),
            b'\xef\xbb\xbf{"requests": []}', b'{"requests": []}\x00',
            b'{"requests": [], "requests": [{"q": "a"}]}',
            b'{"requests": [' + b'{"q": "a"},' * 50_000 + b'{"q": "a"}]}', b'{"requests": [' + b"," * 10_000 + b"]}",
            b"{" + b'"a": 1,' * 50_000 + b'"requests": []}',
        ):  # fmt: skip
            with self.subTest(body[:40]):
                self.assertIn(self.posted(body).status, {200, 400, 413, 422})


if __name__ == "__main__":
    unittest.main()
