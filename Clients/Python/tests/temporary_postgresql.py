"""A server of PostgreSQL for tests."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def temporary_postgresql() -> Iterator[str | None]:
    """The address of an empty database in a server of its own, on a socket in a temporary folder; `None` if it is not installed."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not programs:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="lsearch-postgresql-"))
    prefix: list[str] = []
    if os.geteuid() == 0:
        # The server refuses to run as root.
        prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        shutil.chown(folder, "postgres")
    subprocess.run(
        [*prefix, programs[-1], "-D", folder / "data", "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"],
        cwd=folder, check=True, stdout=subprocess.DEVNULL)
    server = subprocess.Popen(
        [*prefix, programs[-1].with_name("postgres"), "-D", folder / "data", "-k", folder, "-c", "listen_addresses=",
         "-c", "fsync=off"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        ready = [str(programs[-1].with_name("pg_isready")), "-q", "-h", str(folder)]
        for _ in range(600):
            if subprocess.run(ready).returncode == 0:
                break
            time.sleep(0.05)
        yield f"postgresql://postgres@/postgres?host={folder}"
    finally:
        server.send_signal(signal.SIGQUIT)
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)
