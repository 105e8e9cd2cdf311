# Each request of a batch gets the same response as alone.

import gzip
import json
import unittest

from interface import InterfaceTestCase
from samples import WRITING


class BatchTests(InterfaceTestCase):
    def batch(self, requests, headers=None, **parameters):
        body = requests if isinstance(requests, bytes) else json.dumps({"requests": requests}).encode()
        return self.ask(
            "POST", "/v1/search:batch", {"Content-Type": "application/json", **(headers or {})}, body, **parameters
        )

    def test_answers_stand_in_the_order_of_the_requests(self):
        queries = ["rose", "geburtstag", "", "結婚", "zzzz", "rose"]
        answers = self.batch([{"q": query, "locale": "de"} for query in queries]).json["answers"]
        self.assertEqual([answer["query"] for answer in answers], queries)
        for query, answer in zip(queries, answers, strict=True):
            alone = self.get("/v1/search", q=query, locale="de").json
            self.assertEqual({**answer, "ns": 0}, {**alone, "ns": 0})

    def test_errors_stand_in_the_place_of_their_requests(self):
        wrong = [
            {"q": "rose", "scope": "teas"}, {"q": "rose", "limit": -1}, {"q": 1}, {}, [], "rose",
            {"q": "rose", "locale": "xx"},
        ]  # fmt: skip
        requests = [one for request in wrong for one in (request, {"q": "rose"})]
        answers = self.batch(requests).json["answers"]
        self.assertEqual(["error" in answer for answer in answers], [True, False] * len(wrong))

    def test_each_request_has_its_language(self):
        requests = [{"q": "", "locale": locale, "limit": 0} for locale in ("de", "ja", "ar")]
        answers = self.batch(requests, {"Accept-Language": "fr"}).json["answers"]
        self.assertEqual([answer["locale"] for answer in answers], ["de", "ja", "ar"])
        self.assertEqual([answer["scopes"][0]["label"] for answer in answers], ["Alle", "すべて", "الكل"])
        wrong = [{"q": "rose", "locale": locale, "scope": "teas"} for locale in ("en", *WRITING)]
        messages = [answer["error"]["message"] for answer in self.batch(wrong).json["answers"]]
        for (locale, writing), message in zip(WRITING.items(), messages[1:], strict=True):
            self.assertRegex(message, writing, locale)
        self.assertEqual(len(set(messages)), len(wrong), "each language has words of its own")

    def test_requests_say_what_parameters_say(self):
        request = {
            "q": "e", "locale": "de", "chain": ["de"], "scope": "birthdays", "limit": 3, "offset": 1,
            "catalogs": ["gifts", "cards"], "fields": ["title", "summary"], "sort": "price", "reverse": True,
            "explain": True, "returns": "hits", "price": "1..100", "year": "1990..", "relax": "auto",
        }  # fmt: skip
        parameters = {
            **request, "chain": "de", "catalogs": "gifts,cards", "fields": "title,summary", "reverse": "true",
            "explain": "true",
        }  # fmt: skip
        answer = self.batch([request]).json["answers"][0]
        self.assertGreater(len(answer["hits"]), 0)
        self.assertEqual({**answer, "ns": 0}, {**self.get("/v1/search", **parameters).json, "ns": 0})
        nothing = {key: None for key in request if key != "q"}
        answer = self.batch([{"q": "e", **nothing}]).json["answers"][0]
        self.assertEqual(answer["total"], self.get("/v1/search", q="e").json["total"])

    def test_a_batch_has_so_many_requests_at_most(self):
        self.assertEqual(self.batch([]).json["answers"], [])
        self.assertEqual(len(self.batch([{"q": "rose", "limit": 1}] * 100).json["answers"]), 100)
        self.assertProblem(self.batch([{"q": "rose"}] * 101), 422, "page-too-large")

    def test_bodies_are_json_of_the_right_form(self):
        for body in (
            b"", b" ", b"{", b"null", b"[]", b'"x"', b"{}", b'{"requests": null}', b'{"requests": {}}',
            b'{"requests": "x"}', b'{"requests": []} x', b'{"requests": [}', b'{"requests": ["\xff"]}', b"\x00",
            b'{"Requests": []}',
        ):  # fmt: skip
            with self.subTest(body):
                self.assertProblem(self.batch(body, {"Accept-Language": "de"}), 400, "bad-request")

    def test_bodies_of_other_types_are_refused(self):
        body = b'{"requests": []}'
        for media_type in (
            "text/plain", "application/x-www-form-urlencoded", "application/xml", "application/jsonx", "x",
        ):  # fmt: skip
            with self.subTest(media_type):
                self.assertProblem(self.batch(body, {"Content-Type": media_type}), 415, "unsupported-media-type")
        for media_type in ("application/json; charset=utf-8", "Application/JSON", "application/json;charset=UTF-8"):
            with self.subTest(media_type):
                self.assertEqual(self.batch(body, {"Content-Type": media_type}).status, 200)
        self.assertProblem(self.batch(gzip.compress(body), {"Content-Encoding": "gzip"}), 415, "unsupported-media-type")


if __name__ == "__main__":
    unittest.main()
