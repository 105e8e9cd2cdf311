#!/usr/bin/env python3
"""Replays random typing against a server with a query log, counts by itself, and compares.

    replay.py SEARCH_URL ADMIN_URL TOKEN [SEARCHES [SEED]]

The server must trust the proxy 127.0.0.1, so that each search can come from a client of its own, and must have counted nothing
today. Its log is read over the administration interface.
"""

import collections
import json
import random
import sys
import time
import urllib.parse
import urllib.request

WORDS = ["rose", "gladiole", "tee", "kaffee", "buch", "zebra", "qqqq", "xyzzy", "Grüner Tee", "ROSE", "a  b", "jasmin"]
LOCALES = ["de", "de_AT", "en", "fr"]


def ask(url, client=None, token=None, body=None):
    request = urllib.request.Request(url, data=body)
    if client:
        request.add_header("X-Forwarded-For", client)
    if token:
        request.add_header("Authorization", "Bearer " + token)
    if body is not None:
        request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or "null")


def replay(search, admin, token, count, seed):
    """The number of searches, and the differences between the server's counts and ours."""
    pick = random.Random(seed)
    ours = collections.defaultdict(lambda: collections.Counter())
    for number in range(count):
        # Each search has a client of its own, so that only its own keystrokes are one search.
        client = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        locale = pick.choice(LOCALES)
        query = pick.choice(WORDS) + pick.choice(["", "", " " + pick.choice(WORDS)])
        start = pick.randint(1, len(query)) if pick.random() < 0.7 else len(query)
        hit = None
        for end in range(start, len(query) + 1):
            typed = query[:end]
            if not typed.strip():
                continue
            parameters = urllib.parse.urlencode({"q": typed, "locale": locale, "limit": 3})
            answer = ask(f"{search}/v1/search?{parameters}", client)
            hit = answer["hits"][0] if answer["hits"] else None
        # A further page is not a search.
        if pick.random() < 0.2:
            parameters = urllib.parse.urlencode({"q": query, "locale": locale, "offset": 3})
            ask(f"{search}/v1/search?{parameters}", client)
        key = (" ".join(query.split()).lower(), locale)
        ours[key]["searches"] += 1
        ours[key]["none"] += all(scope["count"] == 0 for scope in answer["scopes"])
        relaxed = answer["relaxed"]
        ours[key]["relaxed"] += bool(relaxed and relaxed["kind"] != "forms" and hit)
        ours[key]["total"] = answer["total"]
        if hit and pick.random() < 0.3:
            click = {"query": query, "locale": locale, "catalog": hit["catalog"], "id": hit["id"], "place": 1}
            ask(f"{search}/v1/clicks", client, body=json.dumps(click).encode())
            ours[key]["clicks"] += 1
    time.sleep(4)
    listed = ask(f"{admin}/admin/v1/queries?limit=1000", token=token)
    theirs = {(one["query"], one["locale"]): one for one in listed["queries"]}
    names = ["searches", "none", "relaxed", "clicks", "total"]
    differences = [
        (key, name, theirs.get(key, {}).get(name), ours[key][name] if key in ours else None)
        for key in sorted(set(ours) | set(theirs))
        for name in names
        if (theirs.get(key, {}).get(name)) != (ours[key][name] if key in ours else None)
    ]
    if any(listed["others"].values()):
        differences.append(("others", listed["others"]))
    order = [(-one["searches"], one["query"], one["locale"]) for one in listed["queries"]]
    if order != sorted(order):
        differences.append(("order", order))
    return len(theirs), differences


def main(search, admin, token, count="400", seed="1"):
    queries, differences = replay(search, admin, token, int(count), int(seed))
    print(f"{count} searches, {queries} queries, {len(differences)} differences")
    for difference in differences[:20]:
        print(*difference)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
