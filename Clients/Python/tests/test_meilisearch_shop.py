"""The shop with the client library of Meilisearch in `examples`, as its visitors see it."""

import html
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conftest import CATALOGS, Server
from flask.testing import FlaskClient
from meilisearch import Client
from meilisearch.errors import MeilisearchApiError
from meilisearch_shop import FACETS, INDEX, create_app, fill

PRODUCTS: list[dict[str, Any]] = [json.loads(line) for line in (CATALOGS / "gifts.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def admin(server: Server) -> Client:
    return Client(server.meilisearch_url, server.token)


@pytest.fixture(scope="module")
def search_key(admin: Client) -> Iterator[str]:
    """The key of visitors of a filled index, which later tests do not find."""
    key = fill(admin, PRODUCTS)
    yield key
    admin.delete_key(key)
    admin.delete_index(INDEX)


@pytest.fixture(scope="module")
def visitor(server: Server, search_key: str) -> FlaskClient:
    return create_app(server.meilisearch_url, search_key).test_client()


def shown(page: str) -> list[str]:
    """The ids of a page's products."""
    return re.findall(r'<li class="product" id="([^"]*)">', page)


def all_pages(visitor: FlaskClient, address: str) -> list[str]:
    """The ids of all products of a search, by following the links to its pages."""
    first = visitor.get(address).text
    links = re.findall(r'<nav aria-label="Pages">(.*?)</nav>', first, re.S)
    addresses = re.findall(r'href="([^"]*)"', links[0]) if links else [address]
    return [product for each in addresses for product in shown(visitor.get(html.unescape(each)).text)]


def values(page: str, facet: str) -> dict[str, tuple[int, str]]:
    """The values of a facet with their counts and links, in order."""
    part = re.findall(rf'<ul id="{facet}">(.*?)</ul>', page, re.S)
    rows = re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)</a>\s<small>(\d+)</small>', part[0]) if part else []
    return {html.unescape(value): (int(count), html.unescape(link)) for link, value, count in rows}


def counted(facet: str, fits: Callable[[dict[str, Any]], bool]) -> dict[str, int]:
    """How many matching records have each value of a facet, counted without a search."""
    counts: Counter[str] = Counter()
    for product in filter(fits, PRODUCTS):
        value = product.get(facet, [])
        counts.update({value} if isinstance(value, str) else set(value))
    return dict(counts)


def counts_of(page: str, facet: str) -> dict[str, int]:
    return {value: count for value, (count, _) in values(page, facet).items()}


def has(product: dict[str, Any], text: str) -> bool:
    return text in " ".join([product["title"]["en"], product["summary"]["en"], *product["keywords"]["en"], product["brand"]]).lower()


def test_it_finds_titles_in_the_readers_language(visitor: FlaskClient) -> None:
    page = visitor.get("/?q=rosenstrauss", headers={"Accept-Language": "de-AT"})
    assert page.status_code == 200 and shown(page.text) == ["g-128", "g-119"]
    assert '<html lang="de">' in page.text and "<h3><mark>Rosenstrauß</mark></h3>" in page.text and "€45.00" in page.text
    japanese = visitor.get("/?q=ウェディング&lang=ja").text
    assert shown(japanese) and "<mark>ウェディング</mark>" in japanese and shown(visitor.get("/?q=ウェディング&lang=en").text) == []


def test_it_lists_every_product_once_on_its_pages(visitor: FlaskClient) -> None:
    assert f"<p>{len(PRODUCTS)} products</p>" in visitor.get("/").text and len(shown(visitor.get("/").text)) == 12
    assert sorted(all_pages(visitor, "/")) == sorted(product["id"] for product in PRODUCTS)


@pytest.mark.parametrize("query", ["", "candle"])
def test_its_facets_count_what_a_query_finds(visitor: FlaskClient, query: str) -> None:
    page = visitor.get("/", query_string={"q": query, "lang": "en"}).text
    assert sorted(all_pages(visitor, f"/?q={query}&lang=en")) == sorted(p["id"] for p in PRODUCTS if has(p, query))
    for facet in FACETS:
        counts = counts_of(page, facet)
        assert counts == counted(facet, lambda product: has(product, query)) != {}
        assert list(counts.values()) == sorted(counts.values(), reverse=True)


def test_its_facets_restrict_each_other(visitor: FlaskClient) -> None:
    page = visitor.get("/").text
    for facet, value in [("color", "red"), ("color", "gold"), ("type", "birthdays")]:
        page = visitor.get(values(page, facet)[value][1]).text

    def colors(product: dict[str, Any]) -> bool:
        return not {"red", "gold"}.isdisjoint(product.get("color", []))

    def birthday(product: dict[str, Any]) -> bool:
        return bool(product["type"] == "birthdays")

    expected = [product for product in PRODUCTS if colors(product) and birthday(product)]
    assert f"<p>{len(expected)} products</p>" in page
    assert sorted(all_pages(visitor, "/?color=red&color=gold&type=birthdays")) == sorted(p["id"] for p in expected)
    assert counts_of(page, "color") == counted("color", birthday)
    assert counts_of(page, "type") == counted("type", colors)
    assert counts_of(page, "brand") == counted("brand", lambda product: colors(product) and birthday(product))
    # The link of a chosen value removes it.
    fewer = visitor.get(values(page, "color")["gold"][1]).text
    assert counts_of(fewer, "type") == counted("type", lambda product: "red" in product.get("color", []))


@pytest.mark.parametrize(("order", "direction"), [("price:asc", 1), ("price:desc", -1)])
def test_it_sorts_by_price(visitor: FlaskClient, order: str, direction: int) -> None:
    prices = {product["id"]: float(product["price"]["amount"]) * direction for product in PRODUCTS}
    listed = [prices[product] for product in all_pages(visitor, f"/?sort={order}")]
    assert listed == sorted(prices.values())


def test_it_says_that_nothing_is_found(visitor: FlaskClient) -> None:
    page = visitor.get("/?q=zwqxj&color=red")
    assert page.status_code == 200 and "Nothing found for “zwqxj”" in page.text and shown(page.text) == []
    # The chosen value can still be removed.
    assert values(page.text, "color")["red"] == (0, "/?q=zwqxj")
    # A page after the last one has a link back.
    assert 'href="/?page=1"' in visitor.get("/?page=1000").text and visitor.get("/?page=x").text == visitor.get("/").text


def test_it_escapes_what_visitors_type(visitor: FlaskClient) -> None:
    script = '"><script>alert(1)</script>'
    page = visitor.get("/", query_string={"q": script, "color": script, "sort": script, "lang": script})
    assert page.status_code == 200 and "<script" not in page.text and html.escape(script) in page.text.replace("&#34;", "&quot;")


def test_values_of_visitors_stay_values_in_filters(visitor: FlaskClient) -> None:
    for value in ['x" OR color = "red', "x\\", 'x\\" OR color = "red', "'", "`"]:
        page = visitor.get("/", query_string={"color": value})
        assert page.status_code == 200 and "Nothing found" in page.text, value


def test_it_marks_matches_in_texts_that_look_like_markup(visitor: FlaskClient, admin: Client) -> None:
    title = "<b>Zwqrose</b> <mark>& <img src=x onerror=alert(1)>"
    admin.index(INDEX).add_documents([PRODUCTS[0] | {"id": "markup", "title": {"en": title}, "price": 1.0}])
    try:
        page = visitor.get("/?q=zwqrose&lang=en").text
    finally:
        admin.index(INDEX).delete_document("markup")
    expected = "&lt;b&gt;<mark>Zwqrose</mark>&lt;/b&gt; &lt;mark&gt;&amp; &lt;img src=x onerror=alert(1)&gt;"
    assert shown(page) == ["markup"] and f"<h3>{expected}</h3>" in page


def test_the_key_of_visitors_only_searches_products(server: Server, search_key: str, visitor: FlaskClient) -> None:
    client = Client(server.meilisearch_url, search_key)
    index = client.index(INDEX)
    attempts: list[Callable[[], Any]] = [
        lambda: index.add_documents([{"id": "forbidden"}]), lambda: index.delete_document("g-101"), index.delete_all_documents,
        index.get_settings, index.delete, client.get_keys, lambda: client.index("others").search(""),
    ]
    for forbidden in attempts:
        with pytest.raises(MeilisearchApiError) as refused:
            forbidden()
        assert (refused.value.status_code, refused.value.code) == (403, "invalid_api_key")
    assert index.search("")["estimatedTotalHits"] == len(PRODUCTS)
    assert f"<p>{len(PRODUCTS)} products</p>" in visitor.get("/").text


def test_filling_again_changes_neither_key_nor_products(admin: Client, search_key: str) -> None:
    assert fill(admin, PRODUCTS) == search_key
    assert admin.index(INDEX).get_stats().number_of_documents == len(PRODUCTS)


def test_it_says_when_the_search_is_away(server: Server, search_key: str) -> None:
    assert create_app("http://127.0.0.1:1", search_key).test_client().get("/?q=rose").status_code == 503
    assert create_app(server.meilisearch_url, "wrong").test_client().get("/?q=rose").status_code == 503
    assert create_app(server.meilisearch_url, search_key).test_client().get("/?q=" + "x" * 201 + "+-y").status_code == 400
