# The administration requires the token, and reveals nothing without it.

import json
import unittest

from administration import PATH, AdminTestCase
from attack import AttackTestCase
from client import Connection, admin_server, ask
from interface import FOLDER


class TokenTests(AttackTestCase):
    def setUp(self):
        super().setUp()
        self.admin, self.token = admin_server()

    def test_nobody_is_let_in_without_the_token(self):
        token = self.token
        values = (
            None, "", "Bearer", "Bearer ", token, "Basic " + token, "Basic OnRva2Vu", "Bearer" + token, "Bearer  x",
            f"Bearer {token}x", f"Bearer {token[:-1]}", f"Bearer {token[:1]}", f"Bearer x{token}",
            f"Bearer {token[:-1]}\xe4", f"Bearer {token} {token}", f"Bearer {token},x", f'Bearer "{token}"',
            f"Bearer {token}%00", "Bearer " + "a" * len(token), "Bearer " + "a" * 20_000, "Bearer null", "Bearer *",
            "Digest x",
        )  # fmt: skip
        for number, value in enumerate(values):
            for method, path in (
                ("GET", "/admin/v1/catalogs"), ("PUT", "/admin/v1/catalogs/stolen"),
                ("DELETE", "/admin/v1/catalogs/stolen"), ("GET", "/admin/v1/openapi.json"),
                ("POST", "/admin/v1/catalogs/stolen/records"), ("GET", "/admin/v1/nothing"),
                ("HEAD", "/admin/v1/catalogs"),
            ):  # fmt: skip
                with self.subTest(number, method=method, path=path):
                    headers = {"Content-Type": "application/json"}
                    if value is not None:
                        headers["Authorization"] = value
                    body = b"{}" if method in {"PUT", "POST"} else None
                    answer = ask(method, self.admin + path, headers, body, client=f"127.0.1.{number + 1}")
                    self.assertEqual(answer.status, 401, answer)
                    self.assertRegex(answer.headers["WWW-Authenticate"], "^Bearer")
                    if method != "HEAD":
                        self.assertEqual(answer.json["code"], "unauthorized")
                    self.assertNotIn(token.encode(), answer.body)
        for query in (f"?token={token}", f"?access_token={token}", f"?Authorization=Bearer+{token}"):
            self.assertEqual(ask("GET", self.admin + "/admin/v1/catalogs" + query).status, 401)

    def test_an_address_has_some_guesses(self):
        def guess(client, token="wrong"):
            return ask("GET", self.admin + "/admin/v1/catalogs", {"Authorization": "Bearer " + token}, client=client)

        for _ in range(20):
            self.assertEqual(guess("127.0.2.1").status, 401)
        answer = guess("127.0.2.1")
        self.assertEqual((answer.status, answer.json["code"]), (429, "too-many-attempts"))
        self.assertGreater(int(answer.headers["Retry-After"]), 0)
        self.assertEqual(guess("127.0.2.2").status, 401)
        self.assertEqual(guess("127.0.2.2", self.token).status, 200)

    def test_a_large_body_is_not_read_before_the_token(self):
        with Connection(self.admin) as connection:
            line, media_type = "POST /admin/v1/catalogs/stolen/records HTTP/1.1", "Content-Type: application/x-ndjson"
            connection.send(self.head(line, media_type, f"Content-Length: {2**40}"))
            self.assertEqual(connection.answer().status, 401)

    def test_the_public_listener_has_no_administration(self):
        headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"}
        for method, path in (
            ("GET", "/admin/v1/catalogs"), ("PUT", "/admin/v1/catalogs/stolen"), ("GET", "/admin/v1/openapi.json"),
            ("GET", "/admin"),
        ):  # fmt: skip
            with self.subTest(path, method=method):
                answer = ask(method, self.server + path, headers, b"{}" if method == "PUT" else None)
                self.assertEqual(answer.status, 404)

    def test_the_token_stands_nowhere(self):
        for path in ("/v1/openapi.json", "/"):
            self.assertNotIn(self.token.encode(), ask("GET", self.server + path).body)


class AdmissionTests(AdminTestCase):
    def test_the_document_is_served(self):
        served = self.get("/admin/v1/openapi.json").json
        self.assertEqual(served, json.loads((FOLDER / self.document_name).read_text(encoding="utf-8")))

    def test_metrics_are_as_prometheus_reads_them(self):
        answer = self.get("/metrics")
        self.assertEqual(answer.headers.get_param("version"), "0.0.4")
        for line in filter(None, answer.body.decode().split("\n")):
            self.assertRegex(
                line, r'^(# .*|[a-zA-Z_:][a-zA-Z0-9_:]*(\{([a-zA-Z_]\w*="([^"\\]|\\.)*",?)*\})? [-+]?[0-9a-zA-Z.+-]+)$'
            )

    def test_nothing_is_told_without_the_token(self):
        for path in ("/admin/v1/catalogs", "/metrics", "/admin/v1/openapi.json", PATH, PATH + "/records"):
            answer = ask("GET", self.server + path, {"Accept-Language": "de"})
            self.assertEqual((answer.status, answer.headers["Content-Language"]), (401, "de"))
            self.assertEqual(self.document.differences("GET", path, answer), [])


if __name__ == "__main__":
    unittest.main()
