"""A cluster builds an index, and responds to requests over it, as `lsearch` does alone."""

import json
import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import LSEARCH
from pyspark.sql import SparkSession

from lsearch_spark import BulkError, ask, build
from lsearch_spark.__main__ import main

RECORDS = 600
WORDS = ["rose", "tulip", "birthday", "cake", "red", "tea pot", "-red rose", "naïve", "zebra", "", "id:r-17"]


def records() -> str:
    """A catalog with records that cannot be used."""
    names = ["Rose", "Tulip", "Birthday cake", "Red tea pot", "Naïve painting"]
    lines = [
        json.dumps({"id": f"r-{n}", "type": "gifts" if n % 3 else "arts", "title": f"{names[n % 5]} {n}", "year": 1900 + n % 120},
                   ensure_ascii=False)
        for n in range(RECORDS)
    ]
    lines[100] = "{"
    lines[300] = lines[20]
    lines.insert(50, "")
    return "\n".join(lines)


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    path = tmp_path / "shop.jsonl"
    path.write_text(records())
    (tmp_path / "shop.catalog.json").write_text('{"defaultLocale": "en", "label": "Shop", "scopes": ["arts"]}')
    return path


def content(folder: Path) -> dict[str, bytes]:
    """The files of an index."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "lock"}


def batch(catalog: Path, requests: str) -> list[dict[str, Any]]:
    """What `lsearch --batch` returns alone."""
    run = subprocess.run(
        [LSEARCH, "--no-config", "--no-cache", "--batch", "-l", "en", "-c", catalog], input=requests.encode(), capture_output=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def plain(response: dict[str, Any]) -> dict[str, Any]:
    """A response without what differs from run to run."""
    return {name: value for name, value in response.items() if name not in ("ns", "line")}


def test_an_index_of_a_cluster_answers_as_the_catalog(spark: SparkSession, catalog: Path, tmp_path: Path) -> None:
    built = build([catalog], tmp_path / "index", parts=3, program=LSEARCH)
    assert (built.records, built.skipped, built.segments, built.further) == (RECORDS - 2, 2, 3, 0)
    # What lsearch itself says of the catalog, with the same lines.
    run = subprocess.run([LSEARCH, "--no-config", "--no-cache", "-c", catalog, "x"], capture_output=True, text=True)
    assert [f"lsearch: {problem.file}:{problem.line}: {problem.message}" for problem in built.problems] == [
        line for line in run.stderr.splitlines() if ": " in line and str(catalog) in line]
    assert len(content(tmp_path / "index")) == 4

    requests = [json.dumps({"q": word, "limit": limit, "facets": ["scope"]}) for word in WORDS for limit in (0, 7, 50)]
    lines = [*requests, "", "{", '{"q": 5}', *requests]
    (tmp_path / "requests").write_text("\n".join(lines))
    report = ask(tmp_path / "requests", tmp_path / "answers", tmp_path / "index", arguments=["-l", "en"], program=LSEARCH)
    assert (report.responses, report.refused) == (len(lines) - 1, 2)
    responses = [json.loads(line) for line in (tmp_path / "answers").read_text().splitlines()]
    assert [response["line"] for response in responses] == [number for number, line in enumerate(lines, 1) if line]
    assert [plain(response) for response in responses] == [plain(response) for response in batch(catalog, "\n".join(lines))]
    assert [refusal.line for refusal in report.refusals] == [len(requests) + 2, len(requests) + 3]
    assert sorted(path.name for path in tmp_path.iterdir() if "-" in path.name) == []


def test_a_table_is_built_as_lsearch_reads_it(spark: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "books.csv"
    rows = [f'b{n},"Book, ""{n}""\nwith two lines",{1900 + n}' for n in range(40)]
    path.write_text("\n".join(["id,title[en],year", *rows, "short", 'b3,"again",1'])  + "\n")
    built = build([path], tmp_path / "index", parts=2, program=LSEARCH)
    assert (built.records, built.skipped) == (40, 2)
    assert [problem.line for problem in built.problems] == [82, 83]
    requests = "\n".join(json.dumps({"q": word, "limit": 50}) for word in ["book", "17", "lines", '"two lines"'])
    assert [plain(response) for response in batch(tmp_path / "index", requests)] == [plain(response) for response in batch(path, requests)]


def test_nothing_is_published_if_something_is_wrong(
    spark: SparkSession, catalog: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    index = tmp_path / "index"
    build([catalog], index, parts=1, program=LSEARCH)
    before = content(index)
    for arguments, message in [
        (["build", str(catalog), "-o", str(index), "--strict"], "shop.jsonl:102: broken JSON"),
        (["build", str(tmp_path / "none.jsonl"), "-o", str(index)], "none.jsonl: No such file or directory"),
        (["build", str(catalog), str(catalog), "-o", str(index)], "no two of the same name"),
        (["build", str(catalog), "-o", str(index), "--parts", "2000"], "1 to 1,024 parts"),
        (["ask", str(tmp_path / "none"), "-c", str(index), "-o", str(tmp_path / "out")], "No such file"),
        (["ask", str(catalog), "-c", str(tmp_path / "nothing"), "-o", str(tmp_path / "out")], "there is no such folder"),
        (["ask", str(catalog), "-c", str(index), "-l", "not a locale", "-o", str(tmp_path / "out")], "locale"),
    ]:
        assert main([*arguments, "--program", LSEARCH]) == 2
        assert message in capsys.readouterr().err
        assert content(index) == before
        assert not (tmp_path / "out").exists()
    with pytest.raises(BulkError, match="FileNotFoundError"):
        build([catalog], index, program="/nowhere/lsearch")
    assert content(index) == before


def test_a_killed_worker_is_replaced_and_the_bytes_are_the_same(spark: SparkSession, catalog: Path, tmp_path: Path) -> None:
    # A program that is slow enough to be met while it runs, and kills its executor once.
    slow = tmp_path / "slow"
    slow.write_text(f"""#!/bin/sh
case "$*" in *--build-segment*) if mkdir {tmp_path}/once 2>/dev/null; then touch {tmp_path}/met; sleep 60; fi ;; esac
exec {LSEARCH} "$@"
""")
    slow.chmod(0o755)
    killed: list[int] = []

    def kill() -> None:
        for _ in range(600):
            if (tmp_path / "met").exists():
                found = subprocess.run(["pgrep", "-f", "CoarseGrainedExecutorBackend"], capture_output=True, text=True).stdout
                own = [int(pid) for pid in found.split() if is_below(int(pid), {os.getpid()})]
                busy = [pid for pid in own if any(is_below(sleeper, {pid}) for sleeper in sleepers(slow))]
                if busy:
                    os.kill(busy[0], signal.SIGKILL)
                    killed.append(busy[0])
                    return
            time.sleep(0.1)

    killer = threading.Thread(target=kill)
    killer.start()
    built = build([catalog], tmp_path / "killed", parts=2, program=str(slow))
    killer.join()
    assert killed
    assert built == build([catalog], tmp_path / "calm", parts=2, program=LSEARCH)
    assert content(tmp_path / "killed") == content(tmp_path / "calm")


def is_below(process: int, parents: set[int]) -> bool:
    """Whether a process was started by one of these, or by one that was."""
    while process > 1:
        if process in parents:
            return True
        try:
            process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return False
    return False


def sleepers(program: Path) -> list[int]:
    """The processes that run a program."""
    found = subprocess.run(["pgrep", "-f", str(program)], capture_output=True, text=True).stdout
    return [int(pid) for pid in found.split()]
