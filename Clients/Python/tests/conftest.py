"""A server of the sample catalogs with a store, for all tests. `LSEARCH_PROGRAMS` is the folder with
`lsearch` and `lsearchd`."""

import os
import re
import secrets
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from temporary_postgresql import temporary_postgresql

ROOT = Path(__file__).resolve().parents[3]
PROGRAMS = Path(os.environ.get("LSEARCH_PROGRAMS", ROOT / ".build/debug"))
CATALOGS = ROOT / "Catalogs"
# Messages of the programs are in English.
os.environ |= {"LANGUAGE": "en", "LC_ALL": "C.UTF-8"}


class Server(NamedTuple):
    """A running server."""

    url: str
    admin_url: str
    meilisearch_url: str
    token: str


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the indexes of all programs, as the value of `$XDG_CACHE_HOME`."""
    return tmp_path_factory.mktemp("caches") / "lsearch"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    token = secrets.token_hex(32)
    (folder / "token").write_text(token)
    log = folder / "log"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [PROGRAMS / "lsearchd", "--listen", "127.0.0.1:0", "--catalog", CATALOGS, "--cache", cache,
             "--store", folder / "store.sqlite", "--admin-listen", "127.0.0.1:0", "--admin-token-file", folder / "token",
             "--meilisearch-listen", "127.0.0.1:0", "--locale", "en", "--query-log", folder / "queries.sqlite"], stderr=errors)
    try:
        for _ in range(600):
            urls = dict(re.findall(r"^lsearchd: (.*) at (http://[^/]*)/$", log.read_text(), re.M))
            if len(urls) == 3 or process.poll() is not None:
                break
            time.sleep(0.05)
        assert len(urls) == 3, log.read_text()
        yield Server(urls["listening"], urls["accepting changes"], urls["answering clients of Meilisearch"], token)
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    """The address of an empty database in a server of PostgreSQL of its own; without one, tests are skipped."""
    with temporary_postgresql() as address:
        if address is None:
            pytest.skip("PostgreSQL is not installed")
        yield address
