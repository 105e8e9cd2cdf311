# The paths and methods of the server; no other path exists.

import re
import unittest

from attack import AttackTestCase
from interface import InterfaceTestCase
from samples import READABLE, parameters


class PathTests(InterfaceTestCase):
    def test_what_is_not_there_is_not_found(self):
        for path in (
            "/nothing", "/v1", "/v1/", "/v1/nothing", "/v1/records", "/v1/records/gifts", "/v1/records/gifts/none",
            "/v1/records/none/g-101", "/v1/records/gifts/g-101/more", "/v1/strings/None", "/v1/strings/",
            "/assets/none.css", "/assets/", "/assets", "/admin/v1/catalogs", "/v2/search", "/V1/search",
        ):  # fmt: skip
            with self.subTest(path):
                self.assertProblem(self.get(path, locale="de"), 404, "not-found")

    def test_methods_that_a_path_does_not_know_are_named(self):
        for path in READABLE:
            for method in ("POST", "PUT", "PATCH", "DELETE"):
                with self.subTest(path, method=method):
                    answer = self.ask(method, path, {"Content-Type": "application/json"}, b"{}")
                    self.assertProblem(answer, 405, "method-not-allowed")
                    allowed = set(re.split(r"\s*,\s*", answer.headers["Allow"]))
                    self.assertLessEqual({"GET", "HEAD"}, allowed)
                    self.assertNotIn(method, allowed)
        answer = self.get("/v1/search:batch")
        self.assertProblem(answer, 405, "method-not-allowed")
        self.assertIn("POST", answer.headers["Allow"])

    def test_heads_are_those_of_the_answers(self):
        for path in READABLE:
            with self.subTest(path):
                got, head = self.get(path, **parameters(path)), self.ask("HEAD", path, **parameters(path))
                self.assertEqual((head.status, head.body), (200, b""))
                for name in (
                    "Content-Type", "Content-Language", "ETag", "Vary", "Cache-Control", "X-Content-Type-Options",
                ):  # fmt: skip
                    self.assertEqual(head.headers[name], got.headers[name], name)
        self.assertEqual(self.ask("HEAD", "/v1/records/gifts/none").status, 404)


class StrangePathTests(AttackTestCase):
    def test_no_path_leads_out(self):
        up = (
            "../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "..\\", "%252e%252e%252f", "..;/", "....//", ".%2e/",
            "%c0%ae%c0%ae/", "/../", "./../",
        )  # fmt: skip
        for step in up:
            for target in (
                f"/assets/{step * 8}etc/passwd", f"/{step * 8}etc/passwd", f"/assets/page.css/{step * 8}etc/passwd",
                f"/v1/strings/{step * 8}etc/passwd", f"/v1/strings/{step}{step}Localizations",
                f"/v1/records/gifts/{step * 8}etc/passwd", f"/v1/records/{step}gifts/g-101",
                f"/assets/{step}page.mustache", f"/assets/{step}", f"/v1/search?locale={step * 8}etc/passwd",
                f"/v1/search?catalogs={step}gifts",
            ):  # fmt: skip
                with self.subTest(target):
                    self.assertIn(self.asked(target).status, {400, 404})

    def test_no_path_is_a_file_of_the_system(self):
        for target in (
            "//etc/passwd", "/assets//etc/passwd", "/assets/%2fetc/passwd", "/assets/%2Fetc%2Fpasswd",
            "/assets/page.css%00.svg", "/assets/.", "/assets/page.css%20", "/assets/C:%5Cwindows",
            "/assets/file:///etc/passwd", "/.git/config", "/%2e/%2e",
        ):  # fmt: skip
            with self.subTest(target):
                self.assertIn(self.asked(target).status, {400, 404})

    def test_targets_may_have_other_forms(self):
        for target in (
            "http://example.com/healthz", "HTTP://x/v1/search", "https://[::1/healthz", "http://", "healthz", "?q=a",
            "*", "", ":80", "a:b", "//", "///", "/./", "//v1/search", "/v1//search",
        ):  # fmt: skip
            for method in ("GET", "OPTIONS"):
                with self.subTest(target, method=method):
                    answer = self.answered(self.head(f"{method} {target} HTTP/1.1", "Connection: close"))
                    self.assertIn(answer.status, {200, 204, 400, 404})
        for target in ("example.com:443", "/healthz", "127.0.0.1:22"):
            with self.subTest(target):
                answer = self.answered(self.head(f"CONNECT {target} HTTP/1.1", "Connection: close"))
                self.assertIn(answer.status, {400, 404, 405})


if __name__ == "__main__":
    unittest.main()
