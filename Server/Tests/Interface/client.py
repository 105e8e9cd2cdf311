# Clients of the tests: ordinary requests, and connections for arbitrary bytes.

import gzip
import http.client
import json
import os
import socket
import unittest
import urllib.parse

PATIENCE = 20  # seconds until a test gives up waiting


def server():
    """The address of the storefront, without a slash at the end."""
    address = os.environ.get("STOREFRONT_URL")
    if not address:
        raise RuntimeError("STOREFRONT_URL is not set; start the storefront with the sample catalogs and say where")
    return address.rstrip("/")


def admin_server():
    """The address of the admin listener and its token. Without them, tests that need them are skipped."""
    address, token = os.environ.get("STOREFRONT_ADMIN_URL"), os.environ.get("STOREFRONT_ADMIN_TOKEN")
    if not address or not token:
        raise unittest.SkipTest("STOREFRONT_ADMIN_URL and STOREFRONT_ADMIN_TOKEN are not set")
    return address.rstrip("/"), token


class Answer:
    """A complete response of the server."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def content(self):
        """The decompressed body."""
        return gzip.decompress(self.body) if self.headers.get("Content-Encoding") == "gzip" else self.body

    @property
    def json(self):
        return json.loads(self.content)

    @property
    def media_type(self):
        return self.headers.get_content_type() if "Content-Type" in self.headers else None

    def __repr__(self):
        return f"<{self.status} {dict(self.headers)} {self.body[:300]!r}>"


def ask(method, address, headers=None, body=None, client=None):
    """Sends a request as clients do, with no headers except the given ones, Host and Content-Length.

    It comes from the loopback address `client`, such as 127.0.0.2: the server counts wrong tokens by address.
    """
    parts = urllib.parse.urlsplit(address)
    source = (client, 0) if client else None
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE, source_address=source)
    try:
        target = parts.path + ("?" + parts.query if parts.query else "")
        connection.putrequest(method, target, skip_accept_encoding=True)
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


class Connection:
    """A connection on which any bytes can be sent."""

    def __init__(self, address, timeout=PATIENCE):
        parts = urllib.parse.urlsplit(address)
        self.socket = socket.create_connection((parts.hostname, parts.port or 80), timeout)
        self.file = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.socket.close()

    def send(self, data):
        """Sends bytes; returns whether the other side accepted them."""
        try:
            self.socket.sendall(data)
            return True
        except (ConnectionError, TimeoutError):
            return False

    def makefile(self, *_):
        """The file from which `http.client` reads a response, and which it would close afterwards."""
        return Unclosed(self.file)

    def answer(self):
        """The next response; `None` if the connection is closed without one."""
        reader = http.client.HTTPResponse(self)
        try:
            reader.begin()
            return Answer(reader.status, reader.headers, reader.read())
        except (http.client.RemoteDisconnected, ConnectionError):
            return None

    def answers(self):
        """All responses until the connection is closed. If it stays open, the test fails."""
        answers = []
        while answer := self.answer():
            answers.append(answer)
        return answers


class Unclosed:
    """A file that ignores `close()`."""

    def __init__(self, file):
        self.file = file

    def __getattr__(self, name):
        return getattr(self.file, name)

    def close(self):
        pass
