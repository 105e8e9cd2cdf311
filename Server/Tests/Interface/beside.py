# Measures the searches of an ordinary client while another client has many connections, on each public
# address in turn, and while there are connections that do not read.

import argparse
import contextlib
import multiprocessing
import selectors
import socket
import time
import urllib.parse

from idle import percentile, raise_file_limit
from samples import READABLE, parameters
from starvation import measured

# The body of a POST request.
BATCH = b'{"requests": [{"q": "rose", "limit": 100, "explain": true}, {"q": "e", "limit": 100, "explain": true}]}'
CLICK = b'{"catalog": "gifts", "id": "g-101", "query": "rose", "locale": "de"}'
MORE = (
    ("GET", "/sitemap-2.xml"), ("GET", "/none"), ("OPTIONS", "/v1/search"), ("HEAD", "/"), ("POST", "/v1/search:batch"), ("POST", "/v1/clicks"),
    ("GET", "/v1/facets/scope"), ("GET", "/v1/search?q=e&limit=100&explain=true"), ("GET", "/v1/search?q=gebrutstag&relax=always"),
)  # fmt: skip


def request(method, path):
    """The bytes of a request."""
    body = {"/v1/search:batch": BATCH, "/v1/clicks": CLICK}.get(path, b"")
    if method == "GET" and "?" not in path:
        path += "?" + urllib.parse.urlencode(parameters(path))
    head = [f"{method} {path} HTTP/1.1", "Host: shop", "Accept-Encoding: gzip"]
    if body:
        head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*head, "", ""]).encode() + body


def opened(address, source):
    connection = socket.create_connection(address, 30, (source, 0))
    connection.setblocking(False)
    return connection


class Crowd(multiprocessing.Process):
    """One client with many connections, which send one request after the other. Two requests are always
    pending, so that responses need not be parsed."""

    def __init__(self, address, source, count, sent, over, reads=True):
        super().__init__(daemon=True)
        self.address, self.source, self.count, self.sent, self.over, self.reads = address, source, count, sent, over, reads

    def run(self):
        raise_file_limit(self.count)
        with selectors.DefaultSelector() as selector, contextlib.ExitStack() as stack:
            for _ in range(self.count):
                self.open(selector, stack)
            while not self.over.is_set():
                for key, _ in selector.select(0.1):
                    try:
                        if key.fileobj.recv(1 << 20) == b"":
                            raise ConnectionError
                        # It sends one request for each received piece of a response, which is more than
                        # enough.
                        key.fileobj.send(self.sent)
                    except BlockingIOError:
                        pass
                    except OSError:
                        selector.unregister(key.fileobj)
                        key.fileobj.close()
                        self.open(selector, stack)
                if not self.reads:
                    time.sleep(0.1)

    def open(self, selector, stack):
        with contextlib.suppress(OSError):
            connection = stack.enter_context(contextlib.closing(opened(self.address, self.source)))
            connection.send(self.sent * (2 if self.reads else 100))
            if self.reads:
                selector.register(connection, selectors.EVENT_READ)


def row(name, times, statuses):
    answers = " ".join(f"{status}: {count}" for status, count in sorted(statuses.items()))
    cells = [name, len(times), f"{percentile(times, 0.5):.1f}", f"{percentile(times, 0.99):.1f}", f"{times[-1] * 1e3:.0f}", answers]
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Measures an ordinary client's searches beside many connections of another one.")
    parser.add_argument("url", help="the address of the storefront with the sample catalogs, on the loopback network")
    parser.add_argument("--seconds", type=float, default=5, help="how long each measurement takes (5)")
    parser.add_argument("--connections", type=int, default=64, help="how many connections the other client has (64)")
    parser.add_argument("--silent", type=int, default=40, help="how many connections do not read (40)")
    options = parser.parse_args()
    parts = urllib.parse.urlsplit(options.url)
    host, port = socket.gethostbyname(parts.hostname), parts.port or 80
    print("| beside | searches | p50 ms | p99 ms | longest ms | answers |\n|---|--:|--:|--:|--:|---|")
    measured(host, port, 2)
    row("nobody", *measured(host, port, options.seconds))
    every = [("GET", path) for path in READABLE] + list(MORE)
    crowds = [(f"{options.connections}: {method} {path}", options.connections, request(method, path), True) for method, path in every]
    long = request("GET", "/v1/search?q=e&limit=100&explain=true")
    crowds.append((f"{options.silent} that do not read", options.silent, long, False))
    for name, count, sent, reads in crowds:
        over = multiprocessing.Event()
        crowd = Crowd((host, port), "127.0.0.2", count, sent, over, reads)
        crowd.start()
        time.sleep(0.5)
        row(name, *measured(host, port, options.seconds))
        over.set()
        crowd.join()


if __name__ == "__main__":
    main()
