"""A shop in Flask with the client library of Meilisearch, against `lsearchd --meilisearch-listen`.

    export MEILISEARCH_URL=http://127.0.0.1:7700
    MEILISEARCH_ADMIN_KEY=TOKEN python meilisearch_shop.py gifts.jsonl      # fills the index, and prints the key for searches
    MEILISEARCH_SEARCH_KEY=KEY flask --app meilisearch_shop run
"""

import json
import os
import secrets
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from flask import Flask, render_template_string, request, url_for
from markupsafe import Markup, escape
from meilisearch import Client
from meilisearch.errors import MeilisearchApiError, MeilisearchError
from meilisearch.models.task import TaskInfo

INDEX = "products"
IMAGES = Path(__file__).resolve().parents[3] / "Catalogs/images"
LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "ja": "日本語"}
TEXTS = ["title", "summary", "keywords"]
FACETS = {"type": "Occasion", "color": "Color", "brand": "Brand"}
ORDERS = {"": "Relevance", "price:asc": "Price, lowest first", "price:desc": "Price, highest first", "added:desc": "Newest"}
SETTINGS = {
    "searchableAttributes": [*TEXTS, "brand"],
    "filterableAttributes": list(FACETS),
    "sortableAttributes": ["price", "added"],
    "localizedAttributes": [{"attributePatterns": [f"*.{language}"], "locales": [language]} for language in LANGUAGES],
    "faceting": {"sortFacetValuesBy": {"*": "count"}},
}
# The marks around matches until texts are escaped. No text can contain them, because they are chosen at
# random whenever the shop starts.
OPEN, CLOSE = secrets.token_hex(8), secrets.token_hex(8)

PAGE = """<!doctype html>
<html lang="{{ language }}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{ query or "All products" }} – Gift shop</title>
<style>
body { max-width: 68rem; margin: 0 auto; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; color: #24292f; background: #fafafa }
header, form { display: flex; gap: .75rem; align-items: center } header { justify-content: space-between } h1 { margin: 0 }
a { color: #0a5c8f; text-decoration: none } a:hover { text-decoration: underline } mark { background: #ffe58a; color: inherit }
input, select, button { font: inherit; padding: .4rem .7rem; border: 1px solid #bbb; border-radius: .4rem; background: #fff } input { flex: 1 }
main { display: grid; grid-template-columns: 12rem 1fr; gap: 2rem } h2 { margin: 1rem 0 .25rem; font-size: 1rem }
aside ul, ol { list-style: none; margin: 0; padding: 0 } small { color: #667 } [aria-current] { font-weight: bold; color: inherit }
ol { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1rem }
li.product { padding: 1rem; border: 1px solid #ddd; border-radius: .6rem; background: #fff } li h3, li p { margin: .3rem 0 }
li.product p { font-size: .9rem } li img { width: 5rem; border-radius: .4rem } nav { display: flex; gap: .75rem; margin: 1rem 0 }
</style>
<header><h1><a href="{{ url_for('search') }}">Gift shop</a></h1>
<nav>{% for code, name in languages.items() %}<a href="{{ link(lang=code) }}" hreflang="{{ code }}"
{%- if code == language %} aria-current="true"{% endif %}>{{ name }}</a>{% endfor %}</nav></header>
<form>
<input type="search" name="q" value="{{ query }}" placeholder="Search gifts" aria-label="Search gifts">
<select name="sort" aria-label="Order">{% for value, label in orders.items() %}
<option value="{{ value }}"{% if value == order %} selected{% endif %}>{{ label }}</option>{% endfor %}</select>
<input type="hidden" name="lang" value="{{ language }}">
{% for facet, values in chosen.items() %}{% for value in values %}<input type="hidden" name="{{ facet }}" value="{{ value }}">
{% endfor %}{% endfor %}<button>Search</button></form>
<main><aside>{% for facet, label in facets.items() if counts[facet] %}<h2>{{ label }}</h2>
<ul id="{{ facet }}">{% for value, count in counts[facet].items() %}
<li><a href="{{ toggled(facet, value) }}"{% if value in chosen[facet] %} aria-current="true"{% endif %}>{{ value }}</a>
<small>{{ count }}</small></li>
{%- endfor %}</ul>{% endfor %}</aside>
<section>
{% if response.totalHits %}<p>{{ response.totalHits }} {{ "product" if response.totalHits == 1 else "products" }}</p>
<ol>{% for hit in response.hits %}
<li class="product" id="{{ hit.id }}"><img src="{{ hit.image }}" alt="">
<h3>{{ marked(hit._formatted.title) }}</h3><p>{{ marked(hit._formatted.summary) }}</p><b>€{{ "%.2f" | format(hit.price) }}</b></li>
{%- endfor %}</ol>
{% else %}<p>Nothing found{% if query %} for “{{ query }}”{% endif %}. <a href="{{ url_for('search', lang=language) }}">Show all products</a></p>
{% endif %}{% if response.totalPages > 1 %}<nav aria-label="Pages">
{% for page in range(1, response.totalPages + 1) %}<a href="{{ link(page=page) }}"
{%- if page == response.page %} aria-current="page"{% endif %}>{{ page }}</a>
{% endfor %}</nav>{% endif %}</section></main>
"""


def fill(admin: Client, products: Iterable[dict[str, Any]]) -> str:
    """Fills the index with records of a catalog, and returns a key that may only search it."""

    def finished(task: TaskInfo) -> None:
        ended = admin.wait_for_task(task.task_uid, timeout_in_ms=60_000)
        if ended.status != "succeeded":
            raise RuntimeError(ended.error)

    index = admin.index(INDEX)
    finished(index.update_settings(SETTINGS))
    # Amounts are texts in the catalog; an index sorts numbers.
    finished(index.add_documents([product | {"price": float(product["price"]["amount"])} for product in products], "id"))
    name = f"Visitors of {INDEX}"
    known = [key.key for key in admin.get_keys({"limit": 1000}).results if key.name == name]
    return known[0] if known else admin.create_key({"name": name, "actions": ["search"], "indexes": [INDEX], "expiresAt": None}).key


def marked(texts: dict[str, str]) -> Markup:
    """A text in the reader's language, escaped, with its matches in <mark>."""
    text = str(escape(texts.get(language(), texts["en"])))
    return Markup(text.replace(OPEN, "<mark>").replace(CLOSE, "</mark>"))


def language() -> str:
    requested = request.args.get("lang")
    return requested if requested in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or "en"


def condition(facet: str, value: str) -> str:
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'{facet} = "{quoted}"'


def link(**changes: Any) -> str:
    """The address of this page with other parameters; it leads to the first page of the results."""
    arguments: dict[str, Any] = {name: values for name, values in request.args.lists() if name != "page"}
    return url_for("search", **(arguments | changes))


def toggled(facet: str, value: str) -> str:
    """The address of this page with a value of a facet added, or removed if it is chosen."""
    values = request.args.getlist(facet)
    return link(**{facet: [other for other in values if other != value] if value in values else [*values, value]})


def create_app(url: str | None = None, search_key: str | None = None) -> Flask:
    """The shop; `url` is the address of the server for clients of Meilisearch, and the key only needs to
    permit searches."""
    app = Flask(__name__, static_folder=IMAGES, static_url_path="/images")
    client = Client(url or os.environ["MEILISEARCH_URL"], search_key or os.environ["MEILISEARCH_SEARCH_KEY"], timeout=10)

    @app.get("/")
    def search() -> str:
        locale, order = language(), request.args.get("sort", "")
        chosen = {facet: request.args.getlist(facet) for facet in FACETS}
        # Values of one facet are alternatives, and each facet restricts the others.
        conditions = {facet: [condition(facet, value) for value in values] for facet, values in chosen.items() if values}
        common = {
            "indexUid": INDEX, "q": request.args.get("q", ""), "locales": [locale],
            "attributesToSearchOn": ["brand", *(f"{text}.{locale}" for text in TEXTS)],
        }
        queries: list[dict[str, Any]] = [common | {
            "filter": list(conditions.values()), "facets": list(FACETS), "sort": [order] if order in ORDERS and order else [],
            "page": max(request.args.get("page", 1, type=int), 1), "hitsPerPage": 12,
            "attributesToHighlight": ["title", "summary"], "highlightPreTag": OPEN, "highlightPostTag": CLOSE,
        }]
        # A facet with chosen values counts the records that each other value would add.
        for facet in conditions:
            others = [alternatives for other, alternatives in conditions.items() if other != facet]
            queries.append(common | {"filter": others, "facets": [facet], "limit": 0})
        response, *further = client.multi_search(queries)["results"]
        counts = response["facetDistribution"]
        for each in further:
            counts |= each["facetDistribution"]
        for facet, values in chosen.items():
            counts[facet] |= {value: 0 for value in values if value not in counts[facet]}
        return render_template_string(
            PAGE, response=response, counts=counts, query=common["q"], order=order, language=locale, chosen=chosen,
            languages=LANGUAGES, facets=FACETS, orders=ORDERS, link=link, toggled=toggled, marked=marked)

    @app.errorhandler(MeilisearchError)
    def failed(error: MeilisearchError) -> tuple[str, int]:
        if isinstance(error, MeilisearchApiError) and error.status_code == 400:
            return "This cannot be searched for.", 400
        return "The search is not available. Try again in a moment.", 503

    return app


if __name__ == "__main__":
    administration = Client(os.environ["MEILISEARCH_URL"], os.environ["MEILISEARCH_ADMIN_KEY"])
    with open(sys.argv[1], encoding="utf-8") as records:
        print(fill(administration, map(json.loads, records)))
