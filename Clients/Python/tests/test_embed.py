"""The embedder answers each line by one line."""

import json
from collections.abc import Sequence

from lsearch.embed import FLOOR, MODEL, answers


def lengths(kind: str, texts: Sequence[str]) -> list[list[float]]:
    if kind not in ("query", "record"):
        raise ValueError(kind)
    return [[float(len(text)), 1.0] for text in texts]


def test_requests_are_answered_in_order() -> None:
    lines = ['{"id": 1, "kind": "record", "texts": ["a", "bcd"]}\n', '{"id": 2, "kind": "query", "texts": ["ef"]}\n']
    found = [json.loads(answer) for answer in answers(lines, lengths)]
    assert found == [
        {"id": 1, "vectors": [[1.0, 1.0], [3.0, 1.0]], "model": MODEL, "floor": FLOOR},
        {"id": 2, "vectors": [[2.0, 1.0]], "model": MODEL, "floor": FLOOR},
    ]


def test_what_cannot_be_answered_ends_nothing() -> None:
    lines = ["{", "[]", '{"id": 1}', '{"id": 2, "kind": "other", "texts": []}', '{"id": 3, "kind": "query", "texts": ["a"]}']
    found = [json.loads(answer) for answer in answers(lines, lengths)]
    assert ["error" in answer for answer in found] == [True, True, True, True, False]
