"""The content of requests and the meaning of responses: the part that all clients share. No function here
waits."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from .errors import Busy, Changed, NotFound, Problem, RequestRefused
from .types import Filter, SearchRequest

LISTS = frozenset({"chain", "catalogs", "fields", "facets", "context"})


@dataclass(frozen=True)
class Call:
    """A request over HTTP, without the address of the server."""

    method: str
    path: str
    parameters: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None


def get(*segments: str, after: int | None = None, **options: Any) -> Call:
    """A request for the path of these segments under `/v1`, with the options as parameters."""
    headers = {} if after is None else {"Search-After": str(after)}
    return Call("GET", path("v1", *segments), parameters(options), headers)


def path(*segments: str) -> str:
    """The path of the segments. Ids may contain any character, slashes and periods too."""
    # Clients remove segments of only periods unless they are escaped.
    return "".join(
        "/" + ("%2E" * len(segment) if segment in (".", "..") else quote(segment, safe=":")) for segment in segments)


def parameters(options: Mapping[str, Any]) -> dict[str, str]:
    """Options as parameters of an address."""
    return {name: parameter(name, value) for name, value in options.items() if value is not None}


def parameter(name: str, value: Any) -> str:
    """An option as the parameter of an address."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if name == "filter":
        return filter_text(value)
    if name == "prefer" and not isinstance(value, str):
        return json.dumps(list(value))
    if name in LISTS:
        values = [value] if isinstance(value, str) else list(value)
        if any("," in item for item in values):
            raise RequestRefused(f"an item of “{name}” contains a comma; use batch() for this request")
        return ",".join(values)
    return str(value)


def filter_text(value: Filter) -> str:
    """A filter in one line: all items of a list must hold, and one item of each list within it."""
    if isinstance(value, str):
        return value
    groups = [[item] if isinstance(item, str) else list(item) for item in value]
    return " AND ".join("(" + " OR ".join(f"({choice})" for choice in group) + ")" for group in groups if group)


def request_object(query: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """A search as an object of a batch."""
    return {"q": query} | {name: plain(value) for name, value in options.items() if value is not None}


def plain(value: Any) -> Any:
    """Sequences of any kind as lists, which JSON has."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(item) for item in value]
    return value


def batch(searches: Iterable[SearchRequest], locale: str | None) -> Call:
    """Several searches in one request; `locale` is used for searches that name none."""
    objects = [request_object(search["q"], in_locale(search, locale)) for search in searches]
    body = json.dumps({"requests": objects}).encode()
    return Call("POST", "/v1/search:batch", parameters({"locale": locale}), {"Content-Type": "application/json"}, body)


def choice(path: str, query: str, catalog: str, id: str, place: int, locale: str | None) -> Call:
    """A result that a reader chose or bought, for the query log."""
    chosen = {"query": query, "catalog": catalog, "id": id, "place": place} | ({"locale": locale} if locale else {})
    return Call("POST", f"/v1/{path}", {}, {"Content-Type": "application/json"}, json.dumps(chosen).encode())


def in_locale(options: Mapping[str, Any], locale: str | None) -> Mapping[str, Any]:
    """The options with this locale, unless they name the languages to search."""
    named = options.get("locale") is not None or options.get("chain")
    return options if locale is None or named else {**options, "locale": locale}


def decode(status: int, headers: Mapping[str, str], body: bytes) -> Any:
    """The JSON of a response; `None` if it is empty.

    Raises `Problem` for a response that reports an error, and for one that is not from the server.
    """
    if 200 <= status < 300:
        try:
            return json.loads(body) if body else None
        except ValueError as error:
            raise Problem(status, "no-json", "The answer is not JSON", str(error)) from error
    try:
        problem = json.loads(body)
    except ValueError:
        problem = None
    if not isinstance(problem, dict):
        # A proxy responded.
        problem = {"title": f"The server answered {status}"}
    facts = (status, str(problem.get("code", "")), str(problem.get("title", "")), str(problem.get("detail", "")))
    if status == 404:
        raise NotFound(*facts)
    if status == 412:
        raise Changed(*facts)
    if status in (429, 503):
        seconds = headers.get("Retry-After", "")
        raise Busy(*facts, int(seconds) if seconds.isdecimal() else None)
    raise Problem(*facts, problems=problem.get("problems") or ())


def batch_item(item: Any) -> Any:
    """A response of a batch; an error becomes the value `RequestRefused`, so that the others are not lost."""
    if isinstance(item, dict) and "error" in item:
        return RequestRefused(str(item["error"].get("message", item["error"])))
    return item
