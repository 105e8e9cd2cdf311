# The sample catalogs and texts that the storefront serves during the tests.

import json
import re

from interface import FOLDER

ROOT = FOLDER.parents[1]
CATALOGS = sorted((ROOT / "Catalogs").glob("*.jsonl"))
PAGE_FILES = FOLDER.parent / "Page" / "assets"
# The files that the page loads.
ASSETS = sorted(path.relative_to(PAGE_FILES).as_posix() for path in PAGE_FILES.rglob("*") if path.is_file())
# Paths whose responses are in the client's language.
NEGOTIATED = (
    "/v1/search", "/v1/suggest", "/v1/scopes", "/v1/catalogs", "/v1/records/gifts/g-101", "/v1/strings/Page",
)  # fmt: skip
READABLE = (
    *NEGOTIATED, "/v1/records/gifts/g-101/similar", "/v1/openapi.json", "/healthz", "/readyz", "/", "/c/gifts/g-101",
    "/images/g-101.svg", "/robots.txt", "/sitemap.xml", "/sitemap-1.xml", *(f"/assets/{name}" for name in ASSETS),
)  # fmt: skip


def parameters(path):
    """The parameters of a usual request; other ones are rejected."""
    return {"q": "rose", "locale": "de"} if path in {"/v1/search", "/v1/suggest", "/"} else {"locale": "de"}


# The scripts of some languages.
WRITING = {"de": r"[äöüßa-z]", "ar": r"[\u0600-\u06ff]", "ja": r"[\u3040-\u30ff\u4e00-\u9fff]"}


def records(path):
    """The records of a catalog's file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def product_count(path):
    """The number of products of a catalog's file: records with the same `product` are variants of one."""
    return len({record.get("product", record["id"]) for record in records(path)})


def table(locale, name):
    """A table of texts: by key a text or its plural forms."""
    path = ROOT / "Localizations" / f"{locale}.lproj" / f"{name}.strings"
    strings = {}
    for written in re.finditer(
        r'^"((?:[^"\\]|\\.)+)" = "((?:[^"\\]|\\.)*)";$', path.read_text(encoding="utf-8"), re.MULTILINE
    ):
        key, value = (re.sub(r"\\(.)", r"\1", text) for text in written.groups())
        key, _, category = key.partition("|==|plural.")
        if category:
            strings.setdefault(key, {})[category] = value
        else:
            strings[key] = value
    return strings
