"""Indexes and searches catalogs of any size with `lsearch`, on Apache Spark.

`build` divides catalogs by slots, builds a segment of each part with `lsearch --build-segment`, and publishes them as a checkpoint,
which `lsearch`, `lsearchd` and `ask` search. `ask` responds to a file of requests with `lsearch --batch`.
"""

from .asking import BatchReport, ask
from .building import Built, build, build_store
from .errors import BulkError

__all__ = ["BatchReport", "BulkError", "Built", "ask", "build", "build_store"]
