"""Connects to Spark, and brings this package to its workers."""

import atexit
import os
import shutil
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from py4j.protocol import Py4JError
from pyspark import SparkConf, SparkContext
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from .errors import BulkError

DAY = 86_400


@contextmanager
def context(name: str, master: str | None = None) -> Iterator[SparkContext]:
    """A connection to Spark; one that is already open stays open.

    `master` is the address of a cluster; by default what `spark-submit` says, or all cores of this machine.
    """
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    active = SparkSession.getActiveSession()
    settings = SparkConf()
    if master is None and not settings.contains("spark.master"):
        # The second number: tries of a task, as many as on a cluster.
        master = "local[*,4]"
    builder = SparkSession.builder.appName(name).config("spark.ui.showConsoleProgress", False)
    session = active or (builder.master(master) if master else builder).getOrCreate()
    try:
        session.sparkContext.addPyFile(_archive())
        yield session.sparkContext
    except (Py4JError, PySparkException) as error:
        raise BulkError(reason(str(error))) from error
    finally:
        if active is None:
            session.stop()


@cache
def _archive() -> str:
    """This package in an archive from which the workers import it. Spark takes each name from one folder only."""
    folder = tempfile.mkdtemp(prefix="lsearch-spark-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = os.path.join(folder, "lsearch_spark.zip")
    with zipfile.ZipFile(path, "w") as archive:
        for source in sorted(Path(__file__).parent.glob("*.py")):
            archive.write(source, f"lsearch_spark/{source.name}")
    return path


def reason(message: str) -> str:
    """The line of a long message of Spark that says why a task failed."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    errors = [line for line in lines if not line.startswith(("at ", "File ", "Traceback", "Driver stacktrace", "^", "~"))]
    known = ("ChildProcessError:", "FileNotFoundError:", "PermissionError:", "OSError:", "MemoryError", "psycopg.")
    return next((line for line in errors if line.startswith(known)), errors[0] if errors else message)


@contextmanager
def shared_folder(parent: str, name: str) -> Iterator[str]:
    """A folder that all workers write into, removed at the end with what failed tasks have left.

    Those of drivers that were killed are removed after a day.
    """
    try:
        os.makedirs(parent, mode=0o700, exist_ok=True)
        for old in Path(parent).glob(f"{name}-????????"):
            if time.time() - old.stat().st_mtime > DAY:
                shutil.rmtree(old, ignore_errors=True)
        folder = tempfile.mkdtemp(prefix=f"{name}-", dir=parent)
    except OSError as error:
        raise BulkError(f"{error.filename}: {error.strerror}") from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
