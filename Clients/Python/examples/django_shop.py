"""A shop in Django, whose products are in its own database: a search gives their ids in the order of rank, and the database gives
the rows. A saved product is written to the server's store at once.

    LSEARCH_URL=http://127.0.0.1:8080 LSEARCH_ADMIN_URL=http://127.0.0.1:8081 LSEARCH_TOKEN=... python django_shop.py runserver
"""

import os
import sys
from typing import Any

import django
from django.conf import settings
from django.core.management import execute_from_command_line

if not settings.configured:
    settings.configure(
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ.get("SHOP_DATABASE", ":memory:")}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        LANGUAGES=[("de", "Deutsch"), ("en", "English"), ("ja", "日本語")],
        LANGUAGE_CODE="en",
        MIDDLEWARE=["django.middleware.locale.LocaleMiddleware"],
        ROOT_URLCONF=__name__,
        SECRET_KEY=os.environ.get("SHOP_SECRET", "for this example only"),
        ALLOWED_HOSTS=["127.0.0.1", "localhost", "testserver"],
        USE_I18N=True,
    )
    django.setup()

from django.db import models  # noqa: E402
from django.db.models.signals import post_delete, post_save  # noqa: E402
from django.http import HttpRequest, JsonResponse  # noqa: E402
from django.urls import path  # noqa: E402
from django.utils.translation import get_language  # noqa: E402

from lsearch import AsyncClient, Client, LsearchError, NotFound, Store  # noqa: E402

URL = os.environ.get("LSEARCH_URL", "http://127.0.0.1:8080")
CATALOG = "shop"
client = Client(URL)
store = Store(os.environ.get("LSEARCH_ADMIN_URL", "http://127.0.0.1:8081"), token=os.environ.get("LSEARCH_TOKEN", ""))


class Product(models.Model):  # type: ignore[misc]  # Django has no types
    """A product with its title in two languages."""

    title_de = models.CharField(max_length=200)
    title_en = models.CharField(max_length=200)
    price = models.DecimalField(max_digits=9, decimal_places=2)

    class Meta:
        app_label = "shop"


def saved(sender: Any, instance: Any, **_: Any) -> None:
    """Writes the record of a saved product."""
    store.put(
        CATALOG,
        {
            "id": str(instance.pk),
            "title": {"de": instance.title_de, "en": instance.title_en},
            "price": {"amount": str(instance.price), "currency": "EUR"},
        },
    )


def deleted(sender: Any, instance: Any, **_: Any) -> None:
    """Removes the record of a deleted product."""
    try:
        store.delete(CATALOG, str(instance.pk))
    except NotFound:
        pass


post_save.connect(saved, Product)
post_delete.connect(deleted, Product)


def search(request: HttpRequest) -> JsonResponse:
    """Products from the database, in the order of the search."""
    try:
        response = client.ids(request.GET.get("q", ""), locale=get_language(), catalogs=[CATALOG], limit=20)
    except LsearchError as error:
        return JsonResponse({"error": str(error)}, status=getattr(error, "status", 503))
    rows = Product.objects.in_bulk([int(id) for id in response["ids"]])
    title = "title_de" if get_language() == "de" else "title_en"
    # A row that was deleted a moment ago is missing.
    found = [rows[int(id)] for id in response["ids"] if int(id) in rows]
    return JsonResponse(
        {"label": response["label"], "products": [{"title": getattr(row, title), "price": str(row.price)} for row in found]})


async def suggest(request: HttpRequest) -> JsonResponse:
    """Completions, by an asynchronous view, which blocks no thread."""
    async with AsyncClient(URL) as suggesting:
        suggestions = await suggesting.suggest(request.GET.get("q", ""), locale=get_language(), catalogs=[CATALOG])
    return JsonResponse({"completions": [completion["query"] for completion in suggestions["completions"]]})


urlpatterns = [path("search", search), path("suggest", suggest)]

if __name__ == "__main__":
    execute_from_command_line(sys.argv)
