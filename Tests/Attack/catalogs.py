"""Families of catalogs, their sidecars and indexes."""

import json

from families import Family, each


def catalog(records):
    return "".join(json.dumps(record) + "\n" for record in records)


def sidecar(**members):
    return json.dumps({"defaultLocale": "en", **members})


def titles(size, more=lambda number: {}):
    return catalog({"id": str(number), "title": f"rose {number}", **more(number)} for number in range(size))


def search(name, files, query="rose", options=(), first=500):
    return Family(name, ["lsearch", "--no-cache", "--locale", "en", "--catalog", "shop.jsonl", *options, query], files, first)


CATALOGS = [
    search("catalog: records", lambda n: {"shop.jsonl": titles(n)}),
    search("catalog: one id", lambda n: {"shop.jsonl": '{"id": "a", "title": "rose"}\n' * n}),
    search("catalog: broken lines", lambda n: {"shop.jsonl": '{"id": \n' * n + titles(1)}),
    search("catalog: members of a record", lambda n: {"shop.jsonl": titles(1, lambda _: {f"m{i}": i for i in range(n)})}),
    search("catalog: keywords of a record", lambda n: {"shop.jsonl": titles(1, lambda _: {"keywords": {"en": [f"rose {i}" for i in range(n)]}})}),
    search("catalog: prices of a record", lambda n: {"shop.jsonl": titles(1, lambda _: {
        "prices": [{"amount": "1", "currency": "EUR", "market": f"m{i}"} for i in range(n)]})}),
    search("catalog: words of a text", lambda n: {"shop.jsonl": titles(1, lambda _: {"description": {"en": each("word{0} ", n)}})}),
    search("catalog: one word", lambda n: {"shop.jsonl": titles(1, lambda _: {"description": {"en": "ab" * n}})}),
    search("catalog: one word of accents", lambda n: {"shop.jsonl": titles(1, lambda _: {"description": {"en": "á̈" * n}})}),
    search("catalog: marks on a letter", lambda n: {"shop.jsonl": titles(1, lambda _: {"description": {"en": "a" + "\u0301\u0323" * n}})}),
    search("catalog: a text in Thai", lambda n: {"shop.jsonl": titles(1, lambda _: {"description": {"th": "กุหลาบแดง" * n}})}),
    Family("catalog: a word of a text in Thai", ["lsearch", "--no-cache", "--catalog", "shop.jsonl", "--locale", "th", "กุหลาบ"], lambda n: {
        "shop.jsonl": titles(1, lambda _: {"description": {"th": "กุหลาบแดงในสวน" * n}})}),
    search("catalog: a text in Japanese", lambda n: {"shop.jsonl": titles(1, lambda _: {"description": {"ja": "赤いバラ" * n}})}),
    search("catalog: locales", lambda n: {"shop.jsonl": titles(n, lambda i: {"description": {f"de-x-{i}": "rose"}})}),
    search("catalog: locales of a record", lambda n: {"shop.jsonl": titles(1, lambda _: {"description": {f"de-x-{i}": "rose" for i in range(n)}})}),
    search("catalog: brackets in a line", lambda n: {"shop.jsonl": "[" * n + "\n" + titles(1)}),
    search("catalog: numbers of many digits", lambda n: {"shop.jsonl": '{"id": "a", "title": "rose", "price": ' + "9" * n + "}\n"}),
    search("catalog: escapes", lambda n: {"shop.jsonl": '{"id": "a", "title": "rose ' + "\\u00e4" * n + '"}\n'}),
    Family("JSON catalog: records", ["lsearch", "--no-cache", "--catalog", "shop.json", "rose"], lambda n: {
        "shop.json": json.dumps({"records": [{"id": str(i), "title": f"rose {i}"} for i in range(n)]})}),
    Family("CSV catalog: records", ["lsearch", "--no-cache", "--catalog", "shop.csv", "rose"], lambda n: {
        "shop.csv": "id,title\n" + each("{0},rose {0}\n", n)}),
    Family("CSV catalog: columns", ["lsearch", "--no-cache", "--catalog", "shop.csv", "rose"], lambda n: {
        "shop.csv": "id,title," + ",".join(f"c{i}" for i in range(n)) + "\n1,rose," + ",".join(["x"] * n) + "\n"}),
    Family("CSV catalog: open quotes", ["lsearch", "--no-cache", "--catalog", "shop.csv", "rose"], lambda n: {
        "shop.csv": "id,title\n1,rose\n" + '2,"a\n' * n}),
    Family("CSV catalog: quotes in a value", ["lsearch", "--no-cache", "--catalog", "shop.csv", "rose"], lambda n: {
        "shop.csv": 'id,title\n1,rose\n2,"' + '""' * n + '"\n'}),
    *(
        search(f"sidecar: {what}", lambda n, members=members: {"shop.jsonl": titles(1), "shop.catalog.json": sidecar(**members(n))}, first=100)
        for what, members in (
            ("attributes", lambda n: {"attributes": {f"a{i}": {"type": "number"} for i in range(n)}}),
            ("synonyms of a word", lambda n: {"synonyms": {"en": [[f"rose{i}" for i in range(n)]]}}),
            ("lists of synonyms", lambda n: {"synonyms": {"en": [[f"a{i}", f"b{i}"] for i in range(n)]}}),
            ("unknown members", lambda n: {f"unknown{i}": i for i in range(n)}),
            ("scopes", lambda n: {"scopes": [{"id": f"s{i}", "name": {"en": f"S {i}"}} for i in range(n)]}),
            ("names of the catalog", lambda n: {"name": {f"de-x-{i}": "a" for i in range(n)}}),
            ("rules", lambda n: {"rules": [{"query": f"q{i}", "pin": ["0"]} for i in range(n)]}),
            ("nested lists", lambda n: {"x": json.loads("[" * min(n, 900) + "]" * min(n, 900))}),
        )
    ),
    Family("index: built", ["lsearch", "--cache", "cache", "--rebuild", "--catalog", "shop.jsonl", "rose"], lambda n: {"shop.jsonl": titles(n)}),
]
