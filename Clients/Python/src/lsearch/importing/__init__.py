"""Imports the products of a shop into a server's store: from PostgreSQL, from dumps of MySQL, and from CSV.

A mapping says which column becomes which member of a record. `lsearch-import` is the command line.
"""

from .mapping import Mapping, MappingError
from .rows import Row, RowError
from .running import ImportReport, LeftOut, import_rows

__all__ = ["ImportReport", "LeftOut", "Mapping", "MappingError", "Row", "RowError", "import_rows"]
