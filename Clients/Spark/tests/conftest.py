"""A cluster of two workers, for all tests. `LSEARCH_PROGRAMS` is the folder with `lsearch`."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

ROOT = Path(__file__).resolve().parents[3]
PROGRAMS = Path(os.environ.get("LSEARCH_PROGRAMS", ROOT / ".build/debug"))
LSEARCH = str(PROGRAMS / "lsearch")
# Messages of the programs are in English, and Spark looks for no other name of this machine.
os.environ |= {"LANGUAGE": "en", "LC_ALL": "C.UTF-8", "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_HOSTNAME": "127.0.0.1"}
os.environ["PYSPARK_PYTHON"] = sys.executable


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """A connection that all tests share: starting one takes seconds.

    Spark's own form of a standalone cluster for tests: master and workers run in the driver, executors in processes of their own.
    """
    session = (
        SparkSession.builder.master("local-cluster[2,1,512]").appName("tests").config("spark.ui.enabled", False)
        .config("spark.ui.showConsoleProgress", False).config("spark.executor.memory", "512m")
        .config("spark.driver.bindAddress", "127.0.0.1").getOrCreate())
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
