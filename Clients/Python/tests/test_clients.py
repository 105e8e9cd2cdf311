"""All four clients return the same responses, and these agree with the catalogs."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from conftest import CATALOGS, PROGRAMS, Server

from lsearch import AsyncClient, AsyncProgram, Client, ConnectionFailed, NotFound, Problem, Program, RequestRefused

Ask = Callable[..., Any]
LSEARCH = str(PROGRAMS / "lsearch")


@pytest.fixture(scope="module", params=["Client", "AsyncClient", "Program", "AsyncProgram"])
def ask(request: pytest.FixtureRequest, server: Server, cache: Path) -> Iterator[Ask]:
    """Calls a method of each client in turn: `ask("search", "rose", locale="de")`."""
    with asyncio.Runner() as runner:
        client: Client | Program | AsyncClient | AsyncProgram
        if request.param in ("Client", "AsyncClient"):
            client = (Client if request.param == "Client" else AsyncClient)(server.url, locale="de")
        else:
            kind = Program if request.param == "Program" else AsyncProgram
            client = kind([CATALOGS], locale="de", program=LSEARCH, arguments=["--cache", str(cache)])

        def ask(method: str, *arguments: Any, **options: Any) -> Any:
            result = getattr(client, method)(*arguments, **options)
            return runner.run(result) if asyncio.iscoroutine(result) else result

        yield ask
        ask("close")


def test_answers_are_in_the_language_of_the_client(ask: Ask) -> None:
    response = ask("search", "rosenstrauß", scope="weddings")
    assert (response["locale"], response["label"]) == ("de", "1 Treffer gefunden")
    assert response["hits"][0]["title"] == "Rosenstrauß"
    assert ask("search", "結婚", locale="ja")["label"] == "3件のアイテムが見つかりました"


def test_choices_are_told_to_the_log_of_queries(server: Server) -> None:
    with Client(server.url, locale="de") as client:
        hit = client.search("rosenstrauß")["hits"][0]
        client.click("rosenstrauß", hit["catalog"], hit["id"], place=1)
        client.conversion("rosenstrauß", hit["catalog"], hit["id"], place=1, locale="de")
        with pytest.raises(Problem):
            client.click("rosenstrauß", hit["catalog"], "none", place=1)
    log = httpx.get(
        server.admin_url + "/admin/v1/queries", params={"locale": "de"},
        headers={"Authorization": f"Bearer {server.token}"}).json()
    logged = next(one for one in log["queries"] if one["query"] == "rosenstrauß")
    assert (logged["clicks"], logged["conversions"]) == (1, 1)

    async def choose() -> None:
        async with AsyncClient(server.url, locale="de") as client:
            with pytest.raises(Problem):
                await client.conversion("rosenstrauß", "gifts", "none", place=1)
            await client.click("rosenstrauß", hit["catalog"], hit["id"], place=1)

    asyncio.run(choose())


def test_matches_are_python_slices(ask: Ask) -> None:
    hit = ask("search", "rosenstrauss", limit=1)["hits"][0]
    match = next(match for match in hit["matches"] if match["field"] == "title")
    assert hit["title"][match["start"]:match["end"]] == "Rosenstrauß"


def test_options_of_every_type_are_understood(ask: Ask) -> None:
    response = ask(
        "search", "", catalogs=("gifts", "cards"), facets=["scope", "catalog"], sort="price", reverse=True, limit=3, offset=1,
        filter=["year >= 2000", ["scope = weddings", "scope = birthdays"]], crop=20, highlight="html")
    year = [hit["year"] for hit in response["hits"]]
    amounts = [float(hit["price"]["amount"]) for hit in response["hits"]]
    assert len(year) == 3 and min(year) >= 2000
    assert amounts == sorted(amounts, reverse=True)
    scopes, catalogs = ({value["value"]: value["count"] for value in facet["values"]} for facet in response["facets"])
    assert set(catalogs) == {"gifts", "cards"} and sum(catalogs.values()) == response["total"]
    # A facet ignores only the conditions on itself, and this list is about scopes.
    assert scopes["weddings"] + scopes["birthdays"] == response["total"]
    assert all("highlighted" in hit for hit in response["hits"])


def test_ids_are_those_of_the_hits(ask: Ask) -> None:
    response = ask("ids", "rose", limit=1000)
    hits = ask("search", "rose", limit=100)["hits"]
    assert list(zip(response["catalogs"], response["ids"], strict=True)) == [(hit["catalog"], hit["id"]) for hit in hits]
    assert response["total"] == len(hits)


def test_suggestions_complete_and_correct(ask: Ask) -> None:
    assert ask("suggest", "gebur", limit=1)["completions"][0]["query"] == "Geburtstag"
    assert ask("suggest", "rsoen", limit=1)["corrections"][0]["query"] == "Rosen"


def test_a_refused_request_says_why_and_the_next_is_answered(ask: Ask) -> None:
    with pytest.raises(RequestRefused, match="colour"):
        ask("search", "rose", filter="colour = red", locale="en")
    assert ask("search", "rose")["total"] == 14


def test_any_text_is_a_query(ask: Ask) -> None:
    for query in ["", " ", "a&b=c#d?e", '"rote rose', "\u0001", "𝔞\u202e", "x" * 200]:
        assert ask("search", query)["query"] == query


def test_batches_keep_the_order_and_the_errors(server: Server) -> None:
    with Client(server.url, locale="de") as client:
        rose, refused, ids = client.batch(
            [{"q": "rose", "limit": 1}, {"q": "x", "scope": "nowhere"}, {"q": "結婚", "locale": "ja", "returns": "ids"}])
    assert isinstance(rose, dict) and rose["locale"] == "de"
    assert isinstance(refused, RequestRefused) and "nowhere" in str(refused)
    assert isinstance(ids, dict) and ids["locale"] == "ja" and "ids" in ids


def test_other_paths_of_the_server_are_read(server: Server) -> None:
    with Client(server.url, locale="de") as client:
        hit = client.search("gladiole")["hits"][0]
        record = client.record(hit["catalog"], hit["id"])
        assert record["texts"]["title"]["de"] == "Gladiole"
        assert client.similar(hit["catalog"], hit["id"], limit=2)["hits"]
        assert [scope["id"] for scope in client.scopes()["scopes"]][0] == "all"
        assert {catalog["id"] for catalog in client.catalogs()["catalogs"]} >= {"books", "gifts"}
        assert client.facet("scope", "rose")["facet"]["label"] == "Bereich"
        assert client.strings("Page")["strings"]


def test_the_async_client_has_the_same_paths(server: Server) -> None:
    async def all_at_once() -> list[Any]:
        async with AsyncClient(server.url, locale="de") as client:
            hit = (await client.search("gladiole"))["hits"][0]
            place = (hit["catalog"], hit["id"])
            return await asyncio.gather(
                client.record(*place), client.similar(*place), client.scopes(), client.catalogs(),
                client.facet("scope", "rose"), client.strings("Page"), client.batch([{"q": "rose"}]))

    responses = asyncio.run(all_at_once())
    assert all(responses) and len(responses) == 7


def test_a_missing_record_is_not_found(server: Server) -> None:
    with Client(server.url, locale="de") as client:
        for id in ["none", "..", "a/b", "ä?#%2F"]:
            with pytest.raises(NotFound) as caught:
                client.record("gifts", id)
            assert (caught.value.status, caught.value.code) == (404, "not-found")


def test_problems_have_a_code(server: Server) -> None:
    with Client(server.url) as client, pytest.raises(Problem) as caught:
        client.search("x" * 201 + " -y")
    assert (caught.value.status, caught.value.code) == (400, "bad-request")


def test_a_server_that_does_not_run_is_reported() -> None:
    with Client("http://127.0.0.1:1") as client, pytest.raises(ConnectionFailed, match="127.0.0.1:1"):
        client.search("rose")
