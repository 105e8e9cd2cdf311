"""Hostile requests: what a client may send to each listener.

A request is a name, a listener (`search`, `admin` or `clients`), a method, a target, and for some a body. What must hold of each answer is
the same for all: see `target.py`.
"""

import json
import urllib.parse

CATALOG = "attacked"
# The same records for clients of Meilisearch.
INDEX = "attacked-index"
# Words of most records of the catalog, for phrases and requests that find everything.
COMMON = (
    "red rose in the garden of a small house with green leaves and white flowers for you on the table by an old window at home as"
    " long blue"
).split()
LETTERS = " ".join("abcdefghijklmnopqrstuvwxyz")

QUERIES = {
    "nothing": "",
    "a letter": "e",
    "all letters": LETTERS,
    "a phrase of common words": '"' + " ".join(COMMON[:30]) + '"',
    "phrases of common words": " ".join(f'"{first} {second}"' for first, second in zip(COMMON, COMMON[1:]))[:1_900],
    "common words": " ".join(COMMON),
    "33 words": " ".join(f"w{number}" for number in range(33)),
    "mistyped words": " ".join(f"gardne{letter}" for letter in LETTERS.split()),
    "a word of 200 letters": "a" * 200,
    "a word of 201 letters": "a" * 201,
    "2,001 letters": "a " * 1_001,
    "open quotes": '"' * 1_000,
    "open parentheses": "(" * 1_000,
    "operators": "OR " * 600,
    "exclusions": " ".join(f"-{letter}" for letter in LETTERS.split()),
    "only exclusions": "-" * 500 + "e",
    "fields": "title:" * 300 + "a",
    "unknown fields": " ".join(f"f{number}:a" for number in range(30)),
    "attributes": " ".join(f"price:{number}" for number in range(32)),
    "ranges": "price:1..9999999999999999999999999999999",
    "numbers": "9" * 200,
    "exponents": "1e999999999 -1e999999999 0x7fffffffffffffff NaN Infinity",
    "fractions": "1/0 0/0 ½½½ 1" + "½" * 150,
    "grouped digits": "1 " * 32,
    "marks on a letter": "a" + "\u0301" * 199,
    "marks alone": "\u0301 " * 32,
    "right to left": "\u202e\u2066rose\u2069 \u200f" * 10,
    "controls": "".join(map(chr, range(1, 32))) + "rose",
    "a null": "ro\0se",
    "private characters": "\ue000\uffff\U0010ffff\U000e0001" * 20,
    "joined emoji": "👩‍👩‍👧‍👦" * 30,
    "Thai": "กุหลาบแดงในสวนของบ้านหลังเล็ก" * 6,
    "Chinese": "小房子花园里的红玫瑰和白花" * 14,
    "Korean jamo": "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ" * 10,
    "Arabic": "الوردة الحمراء في الحديقة " * 8,
    "expanding letters": "ﷺ" * 190,
    "ligatures and sharp s": "ßﬃŒ" * 60,
    "capital dotted i": "İ" * 199,
    "format strings": "%@ %n %1$s %s%s%s%s %999999999d",
    "markup": "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>",
    "a path": "../../../../etc/passwd",
    "a statement": "'; DROP TABLE record; --",
    "a pattern": "(a+)+$ " + ".*" * 60,
    "wildcards": "*" * 60 + " ?" * 15,
    "separators": "-/_.,;:!?'’" * 18,
}

FILTERS = {
    "nesting": "(" * 3_000 + "stock > 1" + ")" * 3_000,
    "negations": "NOT " * 5_000 + "stock > 1",
    "alternatives": " OR ".join(f"stock = {number}" for number in range(5_000)),
    "a long list": f"color IN [{','.join(f'c{number}' for number in range(10_000))}]",
    "an unknown attribute": "x" * 5_000 + " = 1",
    "an open quote": 'color = "' + "a" * 5_000,
    "wrong types": "color > 1 AND stock = 'red' AND id EXISTS",
    "large numbers": "stock > 1e400 OR stock < -1e400 OR stock = " + "9" * 5_000,
    "no value": "stock >",
}

NAMES = [f"n{number}" for number in range(5_000)]
MEGABYTE = "<b>" * 350_000
# Out of canonical order: to compare such strings takes the square of their length.
MARKS = "a" + "\u0301\u0316" * 60_000


def target(path, **parameters):
    return path + "?" + urllib.parse.urlencode(parameters)


def search(**parameters):
    return target("/v1/search", **{"locale": "en", **parameters})


def queries():
    """Each query on all interfaces."""
    for name, query in QUERIES.items():
        for relax in ("auto", "always"):
            yield name, "search", "GET", search(q=query, relax=relax, limit=100, explain="true", chain="en,de,fr,ja,ar"), None
        yield name, "search", "GET", target("/v1/suggest", q=query, locale="en", limit=100), None
        yield name, "search", "GET", target("/v1/facets/color", q=query, locale="en", facetLimit=1_000), None
        yield name, "search", "GET", target("/", q=query), None
        yield name, "search", "POST", "/v1/search:batch", {"requests": [{"q": query, "locale": "en", "relax": "always", "limit": 100}] * 3}
        one = {"q": query, "limit": 100, "attributesToHighlight": ["*"], "showMatchesPosition": True, "showRankingScoreDetails": True}
        yield name, "clients", "POST", f"/indexes/{INDEX}/search", one
        yield name, "clients", "POST", "/multi-search", {"queries": [{"indexUid": INDEX, **one}] * 3}
        yield name, "clients", "POST", f"/indexes/{INDEX}/facet-search", {"facetName": "color", "facetQuery": query, "q": query}


def parameters():
    """Values of parameters, and of members of the protocol's requests."""
    for name, text in FILTERS.items():
        yield f"filter: {name}", "search", "GET", search(q="rose", filter=text[:20_000]), None
        yield f"filter: {name}", "search", "POST", "/v1/search:batch", {"requests": [{"q": "rose", "filter": text}]}
        yield f"filter: {name}", "clients", "POST", f"/indexes/{INDEX}/search", {"q": "rose", "filter": text}
        yield f"filter: {name}", "clients", "POST", f"/indexes/{INDEX}/documents/fetch", {"filter": text}
    for limit in ("-1", "101", "10000", "1e9", str(2**63), str(2**64), "9" * 500, "NaN", ""):
        yield f"limit {limit[:20]}", "search", "GET", search(q="e", limit=limit), None
        yield f"offset {limit[:20]}", "search", "GET", search(q="e", offset=limit), None
        yield f"price {limit[:20]}", "search", "GET", search(q="e", price=limit + ".."), None
    for number in (-1, 2**31, 2**63, 2**64, 1e308, 0.5):
        for member in ("limit", "offset", "page", "hitsPerPage", "cropLength", "rankingScoreThreshold"):
            yield f"{member}: {number}", "clients", "POST", f"/indexes/{INDEX}/search", {"q": "e", member: number}
    for member in ("chain", "catalogs", "fields", "facets", "sort", "scope", "ranges", "prefer", "locale", "currency", "moment"):
        yield f"many of {member}", "search", "GET", search(q="e", **{member: ",".join(NAMES)[:20_000]}), None
        yield f"many of {member} in a batch", "search", "POST", "/v1/search:batch", {"requests": [{"q": "e", member: NAMES}]}
    yield "a parameter many times", "search", "GET", "/v1/search?" + "q=e&" * 5_000, None
    yield "percent signs", "search", "GET", "/v1/search?q=%" + "%%" * 500 + "%FF%C0%AF%ED%A0%80", None
    marks = {"highlightPreTag": MEGABYTE, "highlightPostTag": MEGABYTE, "cropMarker": MEGABYTE}
    for member, text in marks.items():
        one = {"q": "e", "limit": 200, "attributesToHighlight": ["*"], "attributesToCrop": ["*"], member: text}
        yield f"{member} of a megabyte", "clients", "POST", f"/indexes/{INDEX}/search", one
        yield f"{member} of a megabyte, often", "clients", "POST", "/multi-search", {"queries": [{"indexUid": INDEX, **one}] * 10}
    for member in ("attributesToRetrieve", "attributesToHighlight", "attributesToCrop", "attributesToSearchOn", "facets", "sort", "locales"):
        yield f"{member}: one name, often", "clients", "POST", f"/indexes/{INDEX}/search", {"q": "e", "limit": 200, member: ["title"] * 50_000}
        yield f"{member}: many names", "clients", "POST", f"/indexes/{INDEX}/search", {"q": "e", "limit": 200, member: NAMES * 4}
    many = {"indexUid": INDEX, "q": "e", "limit": 1_000, "attributesToHighlight": ["*"]}
    yield "many searches at once", "clients", "POST", "/multi-search", {"queries": [many] * 2_000}
    yield "many searches in one list", "clients", "POST", "/multi-search", {"federation": {"limit": 1_000}, "queries": [many] * 500}
    yield "a weight that is no number", "clients", "POST", "/multi-search", {
        "federation": {}, "queries": [{"indexUid": INDEX, "q": "e", "federationOptions": {"weight": 1e308}}] * 9}
    yield "vectors", "clients", "POST", f"/indexes/{INDEX}/search", {"vector": [0.1] * 100_000, "hybrid": {"embedder": "x"}}


def bodies():
    """Bodies of broken JSON and other forms, as bytes, for each path that takes one."""
    paths = [
        ("search", "POST", "/v1/search:batch"), ("search", "POST", "/v1/clicks"), ("clients", "POST", "/multi-search"),
        ("clients", "POST", f"/indexes/{INDEX}/search"), ("clients", "PATCH", f"/indexes/{INDEX}/settings"), ("clients", "POST", "/keys"),
        ("clients", "POST", "/swap-indexes"), ("admin", "PUT", "/admin/v1/catalogs/other"), ("admin", "POST", "/admin/v1/keys"),
        ("admin", "PUT", f"/admin/v1/catalogs/{CATALOG}/records/r"), ("admin", "PUT", f"/admin/v1/catalogs/{CATALOG}/rules/r"),
    ]  # fmt: skip
    contents = {
        "nothing": b"", "brackets": b"[" * 500_000, "braces": b'{"a":' * 200_000, "nesting": b"[" * 200_000 + b"]" * 200_000,
        "an open text": b'"' + b"a" * 1_000_000, "blanks": b" " * 1_000_000, "zeros": b"\0" * 100_000, "no UTF-8": b'{"q": "\xff\xfe\xc0"}',
        "half a surrogate": b'{"q": "\\ud800"}', "UTF-16": '{"q": "e"}'.encode("utf-16"), "one member, often": b'{"q":"e",' * 1 + b'"q":"e",' * 100_000 + b'"q":"e"}',
        "many members": json.dumps({f"m{number}": number for number in range(50_000)}).encode(),
        "a long number": b'{"limit": ' + b"9" * 500_000 + b"}", "a long exponent": b'{"limit": 1e' + b"9" * 100_000 + b"}",
        "null": b"null", "a list": b"[1, 2, 3]", "a number": b"17", "members that are null": b'{"requests": null, "queries": null, "q": null}',
        "members of other types": b'{"requests": {}, "queries": 1, "q": [], "limit": "x", "filter": {}, "facets": 1}',
        "escapes": b'{"q": "' + b"\\u0061" * 100_000 + b'"}', "marks": f'{{"q": "{MARKS}", "{MARKS}": 1}}'.encode(), "compressed": b"\x1f\x8b\x08" + b"\0" * 1_000,
    }  # fmt: skip
    for listener, method, path in paths:
        for name, content in contents.items():
            yield f"{path.rsplit('/', 1)[-1]}: {name}", listener, method, path, content


def records():
    """Records, descriptions, rules and settings that a writer sends."""
    many = {f"de-x-l{number}": "rose" for number in range(20_000)}
    values = {
        "marks in names": {"title": "x", MARKS: "y", "more": {MARKS: "z"}},
        "a long word": {"title": {"en": "a" * 900_000}},
        "marks": {"title": {"en": "a" + "\u0301" * 400_000}},
        "expanding letters": {"title": {"en": "ﷺ" * 300_000}},
        "words": {"description": {"en": "a b " * 200_000}},
        "different words": {"description": {"en": " ".join(f"w{number}" for number in range(120_000))}},
        "locales": {"title": many},
        "keywords": {"title": "x", "keywords": {"en": ["rose"] * 100_000}},
        "members": {"title": "x", **{f"m{number}": number for number in range(40_000)}},
        "nesting": {"title": "x", "more": None},
        "values": {"title": "x", "color": [f"c{number}" for number in range(50_000)]},
        "numbers": {"title": "x", "price": 10**400, "year": -(10**300)},
        "controls": {"title": "\x1b[2J\u202e\0", "image": "javascript:alert(1)", "url": "data:text/html,x"},
        "no title": {"id": "r"},
        "another id": {"id": "../../x", "title": "x"},
        "too large": {"title": "a " * 12_000_000},
    }
    for name, value in values.items():
        body = json.dumps({"id": "r", **value}).encode()
        if name == "nesting":
            body = body.replace(b"null", b"[" * 100_000 + b"]" * 100_000)
        yield f"record: {name}", "admin", "PUT", f"/admin/v1/catalogs/{CATALOG}/records/r", body
        yield f"document: {name}", "clients", "POST", f"/indexes/{INDEX}/documents", b"[" + body + b"]"
    for path in ("r/../../x", "%00", "%2e%2e%2f", "r" * 5_000, "%ff"):
        yield f"id {path[:9]}", "admin", "PUT", f"/admin/v1/catalogs/{CATALOG}/records/{path}", b'{"id": "r", "title": "x"}'
    attributes = {f"a{number}": {"type": "number"} for number in range(20_000)}
    for name, value in {
        "attributes": {"attributes": attributes},
        "synonyms": {"synonyms": {"en": [[f"w{number}" for number in range(20_000)]]}},
        "scopes": {"scopes": [{"id": f"s{number}", "label": {"en": "S"}} for number in range(20_000)]},
        "labels": {"label": many},
        "fields": {"fields": [f"f{number}" for number in range(20_000)]},
        "a wrong locale": {"defaultLocale": "x" * 10_000},
    }.items():
        yield f"description: {name}", "admin", "PUT", "/admin/v1/catalogs/other", json.dumps({"defaultLocale": "en", **value}).encode()
    for name, value in {
        "pinned records": {"query": "rose", "pin": [f"r{number}" for number in range(50_000)]},
        "a filter": {"filter": FILTERS["nesting"], "pin": ["r"]},
        "a long query": {"query": "a" * 500_000, "pin": ["r"]},
    }.items():
        yield f"rule: {name}", "admin", "PUT", f"/admin/v1/catalogs/{CATALOG}/rules/r", json.dumps(value).encode()
    for name, value in {
        "synonyms": {"synonyms": {f"w{number}": ["rose"] for number in range(20_000)}},
        "stop words": {"stopWords": NAMES * 4},
        "attributes": {"filterableAttributes": NAMES * 4},
        "ranking rules": {"rankingRules": ["words"] * 10_000},
    }.items():
        yield f"settings: {name}", "clients", "PATCH", "/indexes/other-index/settings", json.dumps(value).encode()
    yield "lines of nothing", "admin", "POST", f"/admin/v1/catalogs/{CATALOG}/records", b"\n" * 2_000_000
    yield "broken lines", "admin", "POST", f"/admin/v1/catalogs/{CATALOG}/records", b'{"id": \n' * 100_000
    yield "one line of 20 MB", "admin", "POST", f"/admin/v1/catalogs/{CATALOG}/records", b'{"id": "r", "title": "' + b"a" * 20_000_000


def paths():
    """Paths and headers of other kinds, for all listeners."""
    for listener in ("search", "admin", "clients"):
        for path in (
            "/" + "a" * 30_000, "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/images/..%2f..%2fetc%2fpasswd", "/assets/%00", "/v1/strings/..%2f",
            "/v1/records/%ff/%fe", "/c/gifts/" + "%F0%9F%8C%B9" * 2_000, "/sitemap-99999999999999999999.xml", "/sitemap-0.xml", "/admin/",
            "/indexes/" + "x" * 1_000, "/tasks?limit=-1&from=99999999999999999999", "/metrics", "/;", "/?" + "&" * 20_000,
        ):  # fmt: skip
            for method in ("GET", "POST", "DELETE", "PROPFIND", "X" * 100):
                yield f"{method[:8]} {path[:20]}", listener, method, path, None


NEGOTIATED = ("/v1/search?q=rose&locale=en", "/v1/suggest?q=ros", "/v1/scopes", "/v1/strings/Page", "/", "/healthz")
HEADERS = [
    ("Accept-Language", ",".join(f"de-x-{number};q=0.{number % 1_000}" for number in range(1_500))), ("Accept-Language", "*;q=" + "9" * 20_000),
    ("Accept-Language", "-" * 20_000), ("Accept-Language", "en-" * 8_000), ("Accept-Language", "zh-Hant-TW-u-" + "co-x-" * 3_000),
    ("Accept-Encoding", ",".join(["gzip;q=0.001"] * 2_000)), ("Accept-Encoding", "gzip;q=NaN, identity;q=0, *;q=0"),
    ("If-None-Match", ",".join(f'W/"{number}"' for number in range(3_000))), ("If-None-Match", '"' + "a" * 30_000), ("If-None-Match", "W/" * 10_000),
    ("Search-After", "9" * 20_000), ("Search-After", "-1"), ("Search-After", str(2**63)), ("traceparent", "00-" + "f" * 30_000), ("traceparent", "\xff" * 55),
    ("Range", "bytes=" + ",".join(f"{number}-" for number in range(5_000))), ("X-Forwarded-For", ",".join(["127.0.0.1"] * 3_000)),
    ("Cookie", ";".join(f"a{number}=b" for number in range(3_000))), ("Authorization", "Bearer " + "x" * 30_000), ("Authorization", "Basic " + "=" * 30_000),
    ("Referer", "http://127.0.0.1/?q=" + "%41" * 9_000), ("Content-Type", "application/json;" + " a=b;" * 5_000), ("Connection", "close," * 5_000),
    ("Upgrade", "websocket"), ("Expect", "100-continue"), ("Host", "x" * 30_000), ("TE", "trailers," * 3_000), ("X-" + "y" * 20_000, "z"),
]  # fmt: skip
