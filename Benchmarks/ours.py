#!/usr/bin/env python3
"""Connects a benchmark to `lsearch --batch`.

  ours.py LSEARCH CATALOG CACHE      reads requests {"locale", "q"}, answers each at once with {"total", "ids", "ns"}

Each request searches only the texts of its locale, for the words as typed. `ns` is the time that lsearch measured inside the search.
"""
import json
import subprocess
import sys


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    program, catalog, cache = sys.argv[1:]
    with subprocess.Popen(
            [program, "--batch", "--cache", cache, "--catalog", catalog],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE) as lsearch:
        for line in sys.stdin:
            asked = json.loads(line)
            request = {
                "q": asked["q"], "locale": asked["locale"], "chain": [asked["locale"]], "limit": 10,
                "relax": "never", "returns": "ids"}
            lsearch.stdin.write(json.dumps(request).encode() + b"\n")
            lsearch.stdin.flush()
            answer = json.loads(lsearch.stdout.readline())
            if "error" in answer:
                sys.exit(f"{line.strip()}: {answer['error']['message']}")
            print(json.dumps({name: answer[name] for name in ("total", "ids", "ns")}), flush=True)


if __name__ == "__main__":
    main()
