# Measures searches beside ten thousand idle connections.

import argparse
import contextlib
import errno
import http.client
import ipaddress
import resource
import selectors
import socket
import sys
import time
import urllib.parse

QUERIES = ("rose", "geburtstag", "hochzeit", "karte", "e", "blumen", "tulpe", "kuchen", "liebe", "buch")
REQUEST = "GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n"


def raise_file_limit(count):
    """Raises the limit of open files to this number, or as far as allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + 100
    if soft >= wanted:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, max(wanted, hard)))
    except (ValueError, PermissionError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        if hard < wanted:
            sys.exit(f"only {hard} files may be open at once; raise the limit with ulimit -n {wanted}")


def source_addresses(host):
    """Source addresses: each has ports of its own, and the loopback network has many."""
    if ipaddress.ip_address(host) in ipaddress.ip_network("127.0.0.0/8"):
        return [f"127.0.0.{number}" for number in range(2, 255)]
    return [""]


def opened(host, port, count, is_used, stack):
    """Opens connections; used ones send one request and stay open."""
    sources, connections = source_addresses(host), []
    while len(connections) < count:
        try:
            connection = socket.create_connection((host, port), 20, (sources[0], 0))
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL and len(sources) > 1:
                sources.pop(0)
                continue
            sys.exit(f"after {len(connections)} connections: {error}")
        connections.append(stack.enter_context(connection))
        if is_used:
            connection.sendall(REQUEST.format(host=host).encode())
            if not connection.recv(4096).startswith(b"HTTP/1.1 200"):
                sys.exit("the server did not answer /healthz with 200")
    return connections


def still_open(connections):
    """The number of connections that the server has not closed."""
    with selectors.DefaultSelector() as selector:
        for connection in connections:
            selector.register(connection, selectors.EVENT_READ)
        # No request is pending, so a readable connection has ended.
        return len(connections) - len(selector.select(0))


def measured(host, port, count):
    """The times of searches, one after the other on one connection; seconds, sorted."""
    connection = http.client.HTTPConnection(host, port, timeout=60)
    times = []
    for number in range(-len(QUERIES), count):
        query = urllib.parse.urlencode({"q": QUERIES[number % len(QUERIES)], "locale": "de"})
        started = time.perf_counter()
        connection.request("GET", "/v1/search?" + query)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            sys.exit(f"a search was answered with {answer.status}")
        if number >= 0:  # The first search of each query warms up.
            times.append(time.perf_counter() - started)
    connection.close()
    return sorted(times)


def percentile(times, part):
    return times[min(len(times) - 1, int(len(times) * part))] * 1e3


def main():
    parser = argparse.ArgumentParser(
        description="Measures searches with and without many idle connections beside them."
    )
    parser.add_argument("url", help="the address of the storefront")
    parser.add_argument("--connections", type=int, default=10_000, help="how many connections are idle (10000)")
    parser.add_argument("--searches", type=int, default=2_000, help="how many searches are measured each time (2000)")
    parser.add_argument("--used", action="store_true", help="each connection asks for /healthz once before it is idle")
    options = parser.parse_args()
    parts = urllib.parse.urlsplit(options.url)
    host, port = socket.gethostbyname(parts.hostname), parts.port or 80

    raise_file_limit(options.connections)
    without = measured(host, port, options.searches)
    with contextlib.ExitStack() as stack:
        connections = opened(host, port, options.connections, options.used, stack)
        beside = measured(host, port, options.searches)
        left = still_open(connections)

    print("| idle connections | p50 ms | p99 ms |\n|--:|--:|--:|")
    for count, times in ((0, without), (options.connections, beside)):
        print(f"| {count} | {percentile(times, 0.5):.3f} | {percentile(times, 0.99):.3f} |")
    ratios = (percentile(beside, part) / percentile(without, part) for part in (0.5, 0.99))
    print("| ratio |" + "".join(f" {ratio:.2f} |" for ratio in ratios))
    print(f"\n{left} of {options.connections} connections were open at the end.")


if __name__ == "__main__":
    main()
