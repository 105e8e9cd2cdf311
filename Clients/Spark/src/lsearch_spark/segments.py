"""Runs `lsearch` where the records are: on the workers."""

import json
import os
import subprocess
import tempfile
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .catalogs import Catalog, Chunk

LANGUAGES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that choose the language of messages: that of the user who starts a job, also on the workers."""


class Problem(NamedTuple):
    """What `lsearch` says of a record, or of the catalog."""

    file: str
    line: int
    """0 for the file as a whole."""
    severity: str
    message: str


class Segment(NamedTuple):
    """A part that was indexed."""

    catalog: int
    part: int
    file: str | None
    size: int
    records: int
    skipped: int
    errors: int
    warnings: int
    problems: list[Problem]
    failure: str = ""
    """Why there is no segment, in the words of `lsearch`: another try would give the same."""


def languages() -> dict[str, str]:
    """The variables of this process that choose the language of messages."""
    return {name: os.environ[name] for name in LANGUAGES if name in os.environ}


def environment(variables: Mapping[str, str]) -> dict[str, str]:
    """The environment of `lsearch` on a worker."""
    return {**{name: value for name, value in os.environ.items() if name not in LANGUAGES}, **variables}


def words(errors: str) -> str:
    """The messages of `lsearch` without its name."""
    return "; ".join(line.removeprefix("lsearch: ") for line in errors.strip().splitlines())[-2000:]


def segment(
    catalog: Catalog, part: int, chunks: Iterable[Chunk], folder: str, program: str, variables: Mapping[str, str]
) -> Segment:
    """Indexes one part of a catalog; raises `ChildProcessError` if another try may succeed."""
    with tempfile.TemporaryDirectory(prefix="lsearch-") as temporary:
        named = Path(temporary, os.path.basename(catalog.path))
        sidecar = Path(temporary, os.path.basename(catalog.sidecar_path))
        if catalog.sidecar:
            sidecar.write_bytes(catalog.sidecar)
        records, numbers = Path(temporary, "records"), Path(temporary, "numbers")
        with records.open("wb") as text, numbers.open("wb") as digits:
            for chunk in chunks:
                text.write(chunk.text)
                lines: array[int] = array("Q", chunk.numbers)
                digits.write(b"".join(b"%d\n" % number for number in lines))
        command = [program, "--no-config", "--catalog", str(named), "--build-segment", folder]
        if numbers.stat().st_size:
            command += ["--line-numbers", str(numbers)]
        with records.open("rb") as text:
            run = subprocess.run(command, stdin=text, capture_output=True, env=environment(variables))
    errors = run.stderr.decode(errors="replace")
    # Status 2: lsearch has said why, and would say it again.
    if run.returncode == 2:
        return Segment(catalog.number, part, None, 0, 0, 0, 0, 0, [], words(errors))
    if run.returncode != 0:
        raise ChildProcessError(f"{program} ended with status {run.returncode}: {words(errors)}")
    paths = {str(named): catalog.path, str(sidecar): catalog.sidecar_path}
    response: dict[str, Any] = json.loads(run.stdout)
    problems = [
        Problem(paths.get(item["file"], item["file"]), item.get("line") or 0, item["severity"], item["message"])
        for item in response["problems"]
    ]
    return Segment(
        catalog.number, part, response.get("file"), response["bytes"], response["records"], response["skipped"],
        response["errors"], response["warnings"], problems)


def publish(request: Mapping[str, Any], folder: str, program: str) -> str | None:
    """Makes a checkpoint of segments; returns why not, or nothing."""
    try:
        run = subprocess.run(
            [program, "--no-config", "--publish", folder], input=json.dumps(request).encode(), capture_output=True)
    except OSError as error:
        return f"{program} cannot be started: {error}"
    return None if run.returncode == 0 else words(run.stderr.decode(errors="replace")) or f"status {run.returncode}"
