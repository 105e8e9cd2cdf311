"""Servers of a store in PostgreSQL start from the checkpoint that a cluster has built."""

import json
import re
import secrets
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from conftest import LSEARCH, PROGRAMS
from pyspark.sql import SparkSession
from temporary_postgresql import temporary_postgresql

from lsearch_spark import BulkError, build_store
from lsearch_spark.__main__ import main

TOKEN = secrets.token_hex(32)


@contextmanager
def server(store: str, folder: Path, *arguments: str) -> Iterator[tuple[dict[str, str], Path]]:
    """A server of a store: its addresses, and its log."""
    (folder / "token").write_text(TOKEN)
    log = folder / f"log-{secrets.token_hex(4)}"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [PROGRAMS / "lsearchd", "--listen", "127.0.0.1:0", "--store", store, "--admin-listen", "127.0.0.1:0",
             "--admin-token-file", folder / "token", "--catalog", folder / "none", "--locale", "en", *arguments], stderr=errors)
    try:
        addresses: dict[str, str] = {}
        for _ in range(1200):
            addresses = dict(re.findall(r"^lsearchd: (accepting changes|listening) at (http://[^/]*)/", log.read_text(), re.M))
            if len(addresses) == 2 or process.poll() is not None:
                break
            time.sleep(0.05)
        assert len(addresses) == 2, log.read_text()
        yield addresses, log
    finally:
        process.terminate()
        process.wait()


def call(method: str, address: str, body: str | None = None) -> Any:
    """The JSON of a response."""
    request = urllib.request.Request(address, None if body is None else body.encode(), method=method)
    request.add_header("Authorization", f"Bearer {TOKEN}")
    request.add_header("Content-Type", "application/x-ndjson" if address.endswith("/records") else "application/json")
    with urllib.request.urlopen(request) as response:
        text = response.read()
    return json.loads(text) if text else None


def found(addresses: dict[str, str]) -> list[Any]:
    """What searches find."""
    search = f"{addresses['listening']}/v1/search?returns=ids&limit=1000&locale=en"
    return [call("GET", f"{search}&q={word}")["ids"] for word in ("", "rose", "tulip", "new")]


def test_servers_start_from_a_checkpoint_of_a_cluster(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    with temporary_postgresql() as database:
        if database is None:
            pytest.skip("PostgreSQL is not installed")
        with server(database, tmp_path) as (addresses, _):
            admin = addresses["accepting changes"] + "/admin/v1/catalogs"
            # Ids may look like paths, and JSON may have several lines.
            for catalog in ("gifts", "cards"):
                call("PUT", f"{admin}/{catalog}", '{"defaultLocale": "en", "scopes": ["arts"]}')
                names = ["Rose", "Tulip"]
                lines = [json.dumps({"id": f"{catalog}/{n}", "type": "arts", "title": f"{names[n % 2]} {n}"}) for n in range(200)]
                call("POST", f"{admin}/{catalog}/records", "\n".join(lines))
            call("PUT", f"{admin}/gifts/records/x", '{"id": "x",\n"title": "Rose\\nof two lines"}')
            call("DELETE", f"{admin}/gifts/records/gifts%2F7")
            before = found(addresses)
        index = tmp_path / "checkpoints"
        built = build_store(database, index, parts=2, program=LSEARCH)
        assert (built.records, built.skipped, built.segments) == (400, 0, 4)
        with server(database, tmp_path, "--checkpoints", str(index)) as (addresses, log):
            assert "The store starts from a checkpoint" in log.read_text()
            assert found(addresses) == before and len(before[0]) == 400
            # It follows from there.
            admin = addresses["accepting changes"] + "/admin/v1/catalogs"
            call("PUT", f"{admin}/gifts/records/new", '{"id": "new", "title": "New rose"}')
            call("DELETE", f"{admin}/gifts/records/gifts%2F8")
            after = found(addresses)
            assert after[3] == ["new"] and "gifts/8" not in after[0] and len(after[0]) == 400
        # The same store without any checkpoint.
        with server(database, tmp_path) as (addresses, _):
            assert found(addresses) == after
        assert main(["build", "--store", database, "-o", str(tmp_path / "other"), "--program", LSEARCH, "--parts", "1"]) == 0


def test_a_store_that_cannot_be_read_is_told(spark: SparkSession, tmp_path: Path) -> None:
    with pytest.raises(BulkError, match="PostgreSQL: "):
        build_store(f"postgresql://nobody@/none?host={tmp_path}", tmp_path / "index", program=LSEARCH)
    assert main(["build", "a.jsonl", "--store", "postgresql:", "-o", str(tmp_path / "index")]) == 2
