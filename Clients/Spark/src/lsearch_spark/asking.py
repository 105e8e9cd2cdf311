"""Answers a file of requests: each worker asks `lsearch --batch`."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from . import jobs, lines, segments
from .errors import BulkError
from .lines import Range

RANGE_SIZE = 1 << 20
"""How many bytes of requests a task gets."""
REFUSAL_LIMIT = 1000
"""The most refused requests that are named."""


class Refusal(NamedTuple):
    """A request that failed."""

    line: int
    message: str


class Part(NamedTuple):
    """A part of the responses."""

    file: str
    responses: int
    refused: int
    refusals: list[Refusal]
    failure: str = ""


class BatchReport(NamedTuple):
    """How many requests there were, and which failed."""

    responses: int
    """The number of requests, refused ones included."""
    refused: int
    refusals: list[Refusal]
    """The first `REFUSAL_LIMIT` refused requests, in their order."""


def ask(
    requests: str | os.PathLike[str], output: str | os.PathLike[str], catalog: str | os.PathLike[str], *,
    arguments: Sequence[str] = (), program: str = "lsearch", master: str | None = None,
) -> BatchReport:
    """Responds to requests as `lsearch --batch` does, and writes the responses in the order of the requests.

    Each response has a first member `line`: the line of its request. `catalog` is the folder of an index that `build` has made; all
    workers must see it, the requests, and the folder of `output`. `arguments` are further options for `lsearch`, such as `--locale=de`.
    """
    source, target, index = (os.path.abspath(path) for path in (requests, output, catalog))
    variables = segments.languages()
    command = [program, "--no-config", "--batch", "--catalog", index, *arguments]
    try:
        ranges = lines.ranges(source, RANGE_SIZE)
    except OSError as error:
        raise BulkError(f"{error.filename}: {error.strerror}") from error
    if not os.path.exists(index):
        raise BulkError(f"{index}: there is no such folder")
    folder = os.path.dirname(target)
    with (
        jobs.shared_folder(folder, f".{os.path.basename(target)}") as staging,
        jobs.context("lsearch ask", master) as spark,
    ):
        feeds = spark.parallelize(ranges, len(ranges)).map(lines.feeds).collect()
        before = [sum(feeds[:place]) for place in range(len(feeds))]
        work = list(zip(range(len(ranges)), ranges, before, strict=True))

        def respond(item: tuple[int, Range, int]) -> Part:
            place, part, feeds = item
            return _respond(part, feeds, os.path.join(staging, f"{place:08}"), command, segments.environment(variables))

        parts = spark.parallelize(work, len(work)).map(respond).collect()
        failure = next((part.failure for part in parts if part.failure), None)
        if failure is not None:
            raise BulkError(failure)
        whole = os.path.join(staging, "answers")
        with open(whole, "wb") as joined:
            for part in parts:
                if part.responses:
                    with open(part.file, "rb") as file:
                        shutil.copyfileobj(file, joined, 1 << 20)
        os.replace(whole, target)
    refusals = [refusal for part in parts for refusal in part.refusals]
    return BatchReport(sum(part.responses for part in parts), sum(part.refused for part in parts), refusals[:REFUSAL_LIMIT])


def _respond(part: Range, feeds: int, target: str, command: list[str], environment: dict[str, str]) -> Part:
    """Answers the requests that begin in a range; raises `ChildProcessError` if another try may succeed."""
    with tempfile.TemporaryFile() as requests, tempfile.TemporaryFile() as responses, tempfile.TemporaryFile() as errors:
        numbers = []
        for line in lines.lines(part, feeds):
            numbers.append(line.number)
            requests.write(line.text + b"\n")
        if not numbers:
            return Part(target, 0, 0, [])
        requests.seek(0)
        run = subprocess.run(command, stdin=requests, stdout=responses, stderr=errors, env=environment)
        responses.seek(0)
        errors.seek(0)
        words = segments.words(errors.read().decode(errors="replace"))
        if run.returncode not in (0, 2):
            raise ChildProcessError(f"{command[0]} ended with status {run.returncode}: {words}")
        refusals: list[Refusal] = []
        count = 0
        # A name of its own: Spark may run a task twice at the same time.
        with tempfile.NamedTemporaryFile(dir=os.path.dirname(target), delete=False) as file:
            for number, (text, refusal) in zip(numbers, _numbered(numbers, responses), strict=False):
                file.write(text)
                count += 1
                if refusal is not None:
                    refusals.append(Refusal(number, refusal))
        if count < len(numbers):
            Path(file.name).unlink()
            if run.returncode == 2:
                return Part(target, 0, 0, [], words or f"{command[0]} has answered {count} of {len(numbers)} requests")
            raise ChildProcessError(f"{command[0]} has answered {count} of {len(numbers)} requests: {words}")
        os.replace(file.name, target)
        return Part(target, count, len(refusals), refusals[:REFUSAL_LIMIT])


def _numbered(numbers: list[int], responses: IO[bytes]) -> Iterator[tuple[bytes, str | None]]:
    """The responses with the lines of their requests, and why a request was refused."""
    for number, line in zip(numbers, responses, strict=False):
        if line.startswith(b'{"error":'):
            error = json.loads(line)["error"]
            error["line"] = number
            text = json.dumps({"line": number, "error": error}, ensure_ascii=False, separators=(",", ":"))
            yield text.encode() + b"\n", error["message"]
        else:
            yield b'{"line":%d,' % number + line[1:], None
