"""Rows from any source."""

import datetime
import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID


class RowError(Exception):
    """Why a row cannot be used."""


class Row(NamedTuple):
    """A row: its values by column, or why it cannot be read."""

    place: int
    """The line in a file, or the number in the result of a database, from 1."""
    values: Mapping[str, Any]
    """`None` is a missing value."""
    error: str | None = None


def text_of(value: Any) -> str:
    """A value from any source as text; raises `RowError` if it has none."""
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() | UUID():
            return str(value)
        case Decimal():
            return format(value, "f")
        case float():
            return repr(value)
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case dict() | list():
            return json.dumps(value, ensure_ascii=False)
    raise RowError("a binary value" if isinstance(value, bytes) else f"a value of the type {type(value).__name__}")
