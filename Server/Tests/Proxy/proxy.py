#!/usr/bin/env python3
"""Checks that the shipped configuration of nginx gives nobody what is another's.

    proxy.py LSEARCHD

Starts a server that everybody may search and one that needs a key, each behind a real nginx with Deployment/nginx.conf. Clients ask with
and without the key, for foreign hosts, and when the server behind the proxy has stopped.
"""

import contextlib
import http.client
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve()
SERVER = HERE.parents[2]
CATALOGS = next(folder / "Catalogs" for folder in HERE.parents if (folder / "Catalogs").is_dir())
TOKEN = "0123456789abcdef0123456789abcdef"
# Names that the sample catalogs do not have.
HOSTS = ("one.example", "two.example")
PATIENCE = 30  # seconds


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(port):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    sys.exit(f"nothing listens at port {port}")


@contextlib.contextmanager
def running(*command, **options):
    """A program, which is ended afterwards if it still runs."""
    process = subprocess.Popen([str(part) for part in command], **options)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def configuration(folder, server, port):
    """The shipped configuration with other ports and folders, and with a second host of the same shop."""
    text = (SERVER / "Deployment" / "nginx.conf").read_text()
    for shipped, other in (
        ("server 127.0.0.1:8080;", f"server 127.0.0.1:{server} max_fails=0;"),
        ("listen 80", f"listen 127.0.0.1:{port}"),
        ("/var/cache/nginx/lsearchd", f"{folder}/cache"),
        ("server_name shop.example;", f"server_name {' '.join(HOSTS)};"),
    ):
        assert shipped in text, shipped
        text = text.replace(shipped, other)
    kinds = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    # Its workers have no rights to this folder.
    user = "user root;\n" if os.geteuid() == 0 else ""
    return f"{user}pid {folder}/pid;\nerror_log stderr crit;\nevents {{}}\nhttp {{\naccess_log off;\n{kinds}{text}\n}}\n"


class Shop:
    """A server behind nginx."""

    def __init__(self, stack, program, *options):
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        self.port, self.proxy = free_port(), free_port()
        environment = {**os.environ, "LSEARCHD_ADMIN_TOKEN": TOKEN, "LANGUAGE": "en"}
        command = [
            program, "--listen", f"127.0.0.1:{self.port}", "--catalog", CATALOGS, "--no-cache", "--store", f"{folder}/store.sqlite",
            "--trusted-proxy", "127.0.0.1", *options,
        ]  # fmt: skip
        self.server = stack.enter_context(running(*command, env=environment, stderr=subprocess.DEVNULL))
        wait_for(self.port)
        file = pathlib.Path(folder, "nginx.conf")
        file.write_text(configuration(folder, self.port, self.proxy))
        nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        subprocess.run([nginx, "-t", "-q", "-c", file, "-e", "stderr"], check=True)
        stack.enter_context(running(nginx, "-c", file, "-e", "stderr", "-g", "daemon off;"))
        wait_for(self.proxy)

    def ask(self, path, host=HOSTS[0], key=None, headers=()):
        """The status and text of a response; `None` and an empty text if the connection is closed instead."""
        connection = http.client.HTTPConnection("127.0.0.1", self.proxy, timeout=PATIENCE)
        sent = {"Host": host, "Accept-Language": "en", **dict(headers), **({"Authorization": f"Bearer {key}"} if key else {})}
        try:
            connection.request("GET", path, headers=sent)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except http.client.RemoteDisconnected:
            return None, ""
        finally:
            connection.close()

    def stop(self):
        self.server.terminate()
        self.server.wait(PATIENCE)


def check(what, holds):
    print(("ok      " if holds else "WRONG   ") + what, flush=True)
    return holds


def private(stack, program):
    shop = Shop(stack, program, "--no-public-search")
    paths = ["/v1/search?q=rose&locale=en", "/v1/records/gifts/g-101", "/", "/c/gifts/g-101", "/v1/scopes"]
    for path in paths * 2:
        yield check(f"with the key: {path}", shop.ask(path, key=TOKEN)[0] == 200)
        yield check(f"without a key after it: {path}", shop.ask(path)[0] == 401)
        yield check(f"with a wrong key after it: {path}", shop.ask(path, key=TOKEN[::-1])[0] == 401)
    shop.stop()
    time.sleep(1.1)
    for path in paths:
        for name, key in (("without a key", None), ("with a wrong key", TOKEN[::-1]), ("with the key", TOKEN)):
            status, text = shop.ask(path, key=key)
            yield check(f"{name} when the server has stopped: {path}", status in {502, 504} and "rose" not in text.lower())


def public(stack, program):
    shop = Shop(stack, program)
    pages = ["/", "/?q=rose", "/c/gifts/g-101", "/robots.txt", "/sitemap.xml"]
    for path in pages:
        for host in ("evil.example", "127.0.0.1"):
            yield check(f"no answer for {host}: {path}", shop.ask(path, host=host)[0] is None)
        for first, second in (HOSTS, HOSTS[::-1]):
            _, text = shop.ask(path, host=first)
            yield check(f"{first} is not told to {second}: {path}", first not in shop.ask(path, host=second)[1])
            yield check(f"no host is named without --site: {path}", not re.search(r"(one|two|evil)\.example", text))
        # A client to which the proxy's rules do not apply, such as one behind another cache.
        yield check(f"the address in a request line is not told either: {path}", "evil" not in shop.ask(f"http://evil.example{path}")[1])
    path = "/v1/search?q=rose&locale=en"
    yield check("a search is answered", shop.ask(path)[0] == 200)
    yield check("a search with a key is answered", shop.ask("/v1/search?q=tea&locale=en", key=TOKEN)[0] == 200)
    shop.stop()
    time.sleep(1.1)
    yield check("an answer for everybody is kept when the server has stopped", shop.ask(path)[0] == 200)
    yield check("it is kept for its host alone", shop.ask(path, host=HOSTS[1])[0] in {502, 504})
    yield check("it is not sent to who asks for a newer one", shop.ask(path, headers={"Search-After": "1"}.items())[0] in {502, 504})
    yield check("an answer to a request with a key is not kept", shop.ask("/v1/search?q=tea&locale=en")[0] in {502, 504})


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with contextlib.ExitStack() as stack:
        outcomes = [*private(stack, sys.argv[1]), *public(stack, sys.argv[1])]
    wrong = outcomes.count(False)
    print(f"{len(outcomes)} checked, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
