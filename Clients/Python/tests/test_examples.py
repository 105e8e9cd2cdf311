"""The shops in `examples`, as their visitors see them."""

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import Server


def test_the_flask_shop_shows_hits_in_the_readers_language(server: Server) -> None:
    from flask_shop import create_app

    visitor = create_app(server.url).test_client()
    page = visitor.get("/?q=rosenstrauß", headers={"Accept-Language": "de"})
    assert page.status_code == 200
    assert "<mark>Rosenstrauß</mark>" in page.text and "45,00\u00a0€" in page.text and '<html lang="de">' in page.text
    assert visitor.get("/suggest?q=gebur", headers={"Accept-Language": "de"}).json[0] == "Geburtstag"  # type: ignore[index]


def test_the_flask_shop_escapes_what_visitors_type(server: Server) -> None:
    from flask_shop import create_app

    page = create_app(server.url).test_client().get("/", query_string={"q": '"><script>alert(1)</script>'})
    assert "<script>" not in page.text


def test_the_flask_shop_says_when_the_search_is_away(server: Server) -> None:
    from flask_shop import create_app

    assert create_app("http://127.0.0.1:1").test_client().get("/?q=rose").status_code == 503
    assert create_app(server.url).test_client().get("/?q=" + "x" * 201 + "+-y").status_code == 400


@pytest.fixture
def django_shop(server: Server) -> Iterator[Any]:
    os.environ |= {"LSEARCH_URL": server.url, "LSEARCH_ADMIN_URL": server.admin_url, "LSEARCH_TOKEN": server.token}
    sys.modules.pop("django_shop", None)
    import django_shop
    from django.db import connection

    with connection.schema_editor() as editor:
        editor.create_model(django_shop.Product)
    django_shop.store.put_catalog(django_shop.CATALOG, {"defaultLocale": "en"})
    yield django_shop
    django_shop.store.delete_catalog(django_shop.CATALOG)


def test_the_django_shop_finds_its_rows(django_shop: Any) -> None:
    from django.test import Client as Visitor

    visitor = Visitor()

    def titles(query: str, language: str) -> list[str]:
        response = visitor.get("/search", {"q": query}, headers={"Accept-Language": language}).json()
        return [product["title"] for product in response["products"]]

    rows = [
        django_shop.Product.objects.create(title_de="Zwqmärchen", title_en="Zwqtale", price="7.90"),
        django_shop.Product.objects.create(title_de="Rotes Zwqmärchen", title_en="Red zwqtale", price="8.90"),
    ]
    assert titles("zwqmaerchen", "de") == ["Zwqmärchen", "Rotes Zwqmärchen"]
    assert titles("zwqtale red", "en") == ["Red zwqtale"]
    rows[0].title_en = "Zwqlegend"
    rows[0].save()
    assert titles("zwqlegend", "en") == ["Zwqlegend"]
    rows[1].delete()
    assert titles("zwqmaerchen", "de") == ["Zwqmärchen"]
    completions = visitor.get("/suggest", {"q": "zwqleg"}, headers={"Accept-Language": "en"}).json()["completions"]
    assert completions == ["Zwqlegend"]
    assert visitor.get("/search", {"q": "x" * 201 + " -y"}).status_code == 400
