"""Programs that do not respond as `lsearch --batch` does."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from conftest import CATALOGS, PROGRAMS

from lsearch import AsyncProgram, Program, ProgramStopped

LSEARCH = str(PROGRAMS / "lsearch")
# Answers each line with its request. The query “silent” gets no response, and “end” ends the program.
ECHO = r"""#!/bin/sh
while read -r line; do
    case $line in
        *silent*) ;;
        *end*) echo "last words" >&2; exit 3 ;;
        *) printf '{"query": %s}\n' "$(printf '%s' "$line" | sed 's/.*"q": \("[^"]*"\).*/\1/')" ;;
    esac
done
"""


@pytest.fixture
def echo(tmp_path: Path) -> str:
    path = tmp_path / "echo"
    path.write_text(ECHO)
    path.chmod(0o755)
    return str(path)


def run(program: Program | AsyncProgram, *queries: str) -> list[Any]:
    """The responses or errors of searches, one after the other."""

    async def awaited() -> list[Any]:
        results: list[Any] = []
        for query in queries:
            try:
                result: Any = program.search(query)
                results.append(await result if asyncio.iscoroutine(result) else result)
            except ProgramStopped as error:
                results.append(error)
        closing: Any = program.close()
        if closing is not None:
            await closing
        return results

    return asyncio.run(awaited())


@pytest.mark.parametrize("kind", [Program, AsyncProgram])
def test_a_program_that_ends_is_reported_and_started_again(kind: type[Program | AsyncProgram], echo: str) -> None:
    first, error, last = run(kind(program=echo), "a", "end", "b")
    assert (first, last) == ({"query": "a"}, {"query": "b"})
    assert isinstance(error, ProgramStopped)
    assert "ended with status 3: last words" in str(error)


@pytest.mark.parametrize("kind", [Program, AsyncProgram])
def test_a_late_answer_is_never_taken_for_that_to_the_next_request(
    kind: type[Program | AsyncProgram], echo: str
) -> None:
    error, response = run(kind(program=echo, timeout=0.3), "silent", "b")
    assert isinstance(error, ProgramStopped) and "no answer in 0.3 seconds" in str(error)
    # A loaded machine may need more time to start a program; any other response is wrong.
    assert isinstance(response, ProgramStopped) or response == {"query": "b"}


@pytest.mark.parametrize("kind", [Program, AsyncProgram])
def test_a_program_that_does_not_exist_is_named(kind: type[Program | AsyncProgram]) -> None:
    (error,) = run(kind(program="/nowhere/lsearch"), "a")
    assert isinstance(error, ProgramStopped) and "/nowhere/lsearch cannot be started" in str(error)


def test_options_that_the_program_refuses_are_reported() -> None:
    (error,) = run(Program(program=LSEARCH, arguments=["--no-such-option"]), "a")
    assert isinstance(error, ProgramStopped) and "no-such-option" in str(error)


def test_threads_share_a_program(cache: Path) -> None:
    queries = ["rose", "geburtstag", "tulpe", "hochzeit"] * 5
    responses: dict[int, str] = {}
    with Program([CATALOGS], locale="de", program=LSEARCH, arguments=["--cache", str(cache)]) as program:

        def ask(number: int) -> None:
            responses[number] = program.search(queries[number], limit=0)["query"]

        threads = [threading.Thread(target=ask, args=[number]) for number in range(len(queries))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [responses[number] for number in range(len(queries))] == queries
