"""Clients of a server, `lsearchd`."""

from collections.abc import Iterable, Iterator
from typing import Any, Unpack, cast

import httpx

from . import requests
from .closing import AsyncClosing, Closing
from .errors import ConnectionFailed, RequestRefused
from .requests import Call
from .types import (
    Catalogs,
    CountOptions,
    FacetResponse,
    IdentifierResponse,
    Record,
    Scopes,
    SearchOptions,
    SearchRequest,
    SearchResponse,
    Strings,
    SuggestionOptions,
    Suggestions,
)

TIMEOUT = 10.0
"""Seconds until a client gives up; more than the server's own `--search-time`."""


def http_address(url: str) -> tuple[str, str | None]:
    """The address for httpx, and the path of a socket: `unix:/run/lsearchd.sock` names one."""
    if url.startswith("unix:"):
        return "http://localhost", url.removeprefix("unix:")
    return url.rstrip("/"), None


def send(http: httpx.Client, call: Call, content: bytes | Iterator[bytes] | None) -> Any:
    """The content of the response to a call; raises `ConnectionFailed`, or the error that the response
    reports."""
    response = respond(http, call, content)
    return requests.decode(response.status_code, response.headers, response.content)


def respond(http: httpx.Client, call: Call, content: bytes | Iterator[bytes] | None) -> httpx.Response:
    """The response to a call, with any status; raises `ConnectionFailed`."""
    try:
        return http.request(call.method, call.path, params=call.parameters, headers=call.headers, content=content)
    except httpx.HTTPError as error:
        raise ConnectionFailed(f"{http.base_url}: {error or type(error).__name__}") from error


class Client(Closing):
    """A client of a server. Several threads may share one; it keeps connections open until it is closed.

    `url` is the server's address, or `unix:PATH`. `locale` is used if a search names none. `after` of a
    search is the revision of a change that the response must include, such as the one that `Store` returned.
    """

    def __init__(self, url: str = "http://127.0.0.1:8080", *, locale: str | None = None, timeout: float = TIMEOUT) -> None:
        address, socket = http_address(url)
        transport = httpx.HTTPTransport(uds=socket) if socket else None
        self._http = httpx.Client(base_url=address, timeout=timeout, transport=transport)
        self._locale = locale

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def search(self, q: str = "", *, after: int | None = None, **options: Unpack[SearchOptions]) -> SearchResponse:
        """A page of the records that the query finds; an empty query finds all."""
        return cast(SearchResponse, self._send(self._get("search", after=after, q=q, **options)))

    def ids(self, q: str = "", *, after: int | None = None, **options: Unpack[SearchOptions]) -> IdentifierResponse:
        """The ids of the records, for a shop that has the records itself; up to 10,000."""
        return cast(IdentifierResponse, self._send(self._get("search", after=after, q=q, returns="ids", **options)))

    def suggest(self, q: str, **options: Unpack[SuggestionOptions]) -> Suggestions:
        """Completions of the last word, and corrections."""
        return cast(Suggestions, self._send(self._get("suggest", q=q, **options)))

    def facet(self, attribute: str, q: str = "", **options: Unpack[CountOptions]) -> FacetResponse:
        """The values of an attribute among the records that the query and the rest of the filter find."""
        return cast(FacetResponse, self._send(self._get("facets", attribute, q=q, **options)))

    def batch(
        self, searches: Iterable[SearchRequest]
    ) -> list[SearchResponse | IdentifierResponse | Suggestions | RequestRefused]:
        """Several searches in one request, up to 100; one that fails gives a `RequestRefused` at
        its position."""
        batch = self._send(requests.batch(searches, self._locale))
        return [requests.batch_item(item) for item in batch["answers"]]

    def record(self, catalog: str, id: str, *, locale: str | None = None) -> Record:
        """A record in all its languages; raises `NotFound` if there is none."""
        return cast(Record, self._send(self._get("records", catalog, id, locale=locale)))

    def similar(self, catalog: str, id: str, *, locale: str | None = None, limit: int | None = None) -> SearchResponse:
        """Records that share the scope and words of this one."""
        return cast(SearchResponse, self._send(self._get("records", catalog, id, "similar", locale=locale, limit=limit)))

    def scopes(self, *, locale: str | None = None) -> Scopes:
        """All scopes, with their labels and numbers of records."""
        return cast(Scopes, self._send(self._get("scopes", locale=locale)))

    def catalogs(self, *, locale: str | None = None) -> Catalogs:
        """All catalogs, with their labels and numbers of records."""
        return cast(Catalogs, self._send(self._get("catalogs", locale=locale)))

    def strings(self, table: str, *, locale: str | None = None) -> Strings:
        """The texts of a table, for a front end."""
        return cast(Strings, self._send(self._get("strings", table, locale=locale)))

    def click(self, query: str, catalog: str, id: str, *, place: int, locale: str | None = None) -> None:
        """Reports that a reader chose the result at this position, from 1; raises `NotFound` if the server
        has no query log."""
        self._send(requests.choice("clicks", query, catalog, id, place, locale or self._locale))

    def conversion(self, query: str, catalog: str, id: str, *, place: int, locale: str | None = None) -> None:
        """Reports that a reader bought the result at this position, as `click` does."""
        self._send(requests.choice("conversions", query, catalog, id, place, locale or self._locale))

    def _get(self, *segments: str, **options: Any) -> Call:
        return requests.get(*segments, **requests.in_locale(options, self._locale))

    def _send(self, call: Call) -> Any:
        return send(self._http, call, call.body)


class AsyncClient(AsyncClosing):
    """As `Client`, for asyncio and Trio: each method is awaited, and many may wait at once."""

    def __init__(self, url: str = "http://127.0.0.1:8080", *, locale: str | None = None, timeout: float = TIMEOUT) -> None:
        address, socket = http_address(url)
        transport = httpx.AsyncHTTPTransport(uds=socket) if socket else None
        self._http = httpx.AsyncClient(base_url=address, timeout=timeout, transport=transport)
        self._locale = locale

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def search(self, q: str = "", *, after: int | None = None, **options: Unpack[SearchOptions]) -> SearchResponse:
        """A page of the records that the query finds; an empty query finds all."""
        return cast(SearchResponse, await self._send(self._get("search", after=after, q=q, **options)))

    async def ids(self, q: str = "", *, after: int | None = None, **options: Unpack[SearchOptions]) -> IdentifierResponse:
        """The ids of the records, for a shop that has the records itself; up to 10,000."""
        return cast(IdentifierResponse, await self._send(self._get("search", after=after, q=q, returns="ids", **options)))

    async def suggest(self, q: str, **options: Unpack[SuggestionOptions]) -> Suggestions:
        """Completions of the last word, and corrections."""
        return cast(Suggestions, await self._send(self._get("suggest", q=q, **options)))

    async def facet(self, attribute: str, q: str = "", **options: Unpack[CountOptions]) -> FacetResponse:
        """The values of an attribute among the records that the query and the rest of the filter find."""
        return cast(FacetResponse, await self._send(self._get("facets", attribute, q=q, **options)))

    async def batch(
        self, searches: Iterable[SearchRequest]
    ) -> list[SearchResponse | IdentifierResponse | Suggestions | RequestRefused]:
        """Several searches in one request, up to 100; one that fails gives a `RequestRefused` at
        its position."""
        batch = await self._send(requests.batch(searches, self._locale))
        return [requests.batch_item(item) for item in batch["answers"]]

    async def record(self, catalog: str, id: str, *, locale: str | None = None) -> Record:
        """A record in all its languages; raises `NotFound` if there is none."""
        return cast(Record, await self._send(self._get("records", catalog, id, locale=locale)))

    async def similar(
        self, catalog: str, id: str, *, locale: str | None = None, limit: int | None = None
    ) -> SearchResponse:
        """Records that share the scope and words of this one."""
        return cast(
            SearchResponse, await self._send(self._get("records", catalog, id, "similar", locale=locale, limit=limit)))

    async def scopes(self, *, locale: str | None = None) -> Scopes:
        """All scopes, with their labels and numbers of records."""
        return cast(Scopes, await self._send(self._get("scopes", locale=locale)))

    async def catalogs(self, *, locale: str | None = None) -> Catalogs:
        """All catalogs, with their labels and numbers of records."""
        return cast(Catalogs, await self._send(self._get("catalogs", locale=locale)))

    async def strings(self, table: str, *, locale: str | None = None) -> Strings:
        """The texts of a table, for a front end."""
        return cast(Strings, await self._send(self._get("strings", table, locale=locale)))

    async def click(self, query: str, catalog: str, id: str, *, place: int, locale: str | None = None) -> None:
        """Reports that a reader chose the result at this position, from 1; raises `NotFound` if the server
        has no query log."""
        await self._send(requests.choice("clicks", query, catalog, id, place, locale or self._locale))

    async def conversion(self, query: str, catalog: str, id: str, *, place: int, locale: str | None = None) -> None:
        """Reports that a reader bought the result at this position, as `click` does."""
        await self._send(requests.choice("conversions", query, catalog, id, place, locale or self._locale))

    def _get(self, *segments: str, **options: Any) -> Call:
        return requests.get(*segments, **requests.in_locale(options, self._locale))

    async def _send(self, call: Call) -> Any:
        try:
            response = await self._http.request(
                call.method, call.path, params=call.parameters, headers=call.headers, content=call.body)
        except httpx.HTTPError as error:
            raise ConnectionFailed(f"{self._http.base_url}: {error or type(error).__name__}") from error
        return requests.decode(response.status_code, response.headers, response.content)
