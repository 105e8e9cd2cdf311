"""Rows of tables in CSV, and of queries to PostgreSQL. `mysqldump` reads dumps of MySQL."""

import csv
import io
from collections.abc import Iterator
from typing import IO, Any

from .mapping import Mapping, MappingError
from .rows import Row
from .tables import HEAD_SIZE, Continued, encoding_of, separator_of

FIELD_LIMIT = 16 << 20
"""The most characters of a field; the server takes no larger record."""


def csv_rows(file: IO[bytes], mapping: Mapping) -> Iterator[Row]:
    """The rows of a table with a heading. Rows that cannot be read have an error, and reading continues.

    The table's beginning determines its separator and its encoding if the mapping does not name them.
    """
    head = file.read(HEAD_SIZE)
    found, mark = encoding_of(head)
    encoding = mapping.settings.get("encoding", found)
    try:
        # Bytes that are not text become surrogates, so that messages can name their rows.
        beginning = head[mark:].decode(encoding, "surrogateescape" if encoding == "utf-8" else "replace")
        rest = io.BufferedReader(Continued(head if "encoding" in mapping.settings else head[mark:], file), HEAD_SIZE)
        text = io.TextIOWrapper(rest, encoding, errors="surrogateescape", newline="")
    except LookupError as error:
        raise MappingError(str(error)) from error
    separator = mapping.settings.get("separator") or separator_of(beginning)
    csv.field_size_limit(FIELD_LIMIT)
    try:
        reader = csv.reader(text, delimiter=separator, strict=True)
    except (TypeError, ValueError):
        raise MappingError("“separator” is not one character") from None
    try:
        heading = [name.strip() for name in next(reader, [])]
    except csv.Error as error:
        raise MappingError(f"the heading cannot be read: {error}") from error
    mapping.check(heading, f"; the separator is “{'TAB' if separator == chr(9) else separator}”, the encoding {encoding}")
    while True:
        line = reader.line_num + 1
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield Row(line, {}, f"the row cannot be read: {error}")
            continue
        if not fields:
            continue
        if len(fields) != len(heading):
            yield Row(line, {}, f"the row has {len(fields)} fields, the heading {len(heading)}")
        elif any("\udc80" <= character <= "\udcff" for field in fields for character in field):
            yield Row(line, {}, f"the row is not {encoding.removesuffix('-sig')}")
        else:
            yield Row(line, dict(zip(heading, fields, strict=True)))


def postgresql_rows(database: str, mapping: Mapping) -> Iterator[Row]:
    """The rows of the mapping's query, some thousand at a time.

    `database` is a connection string as for libpq; passwords should be in `~/.pgpass`.
    """
    try:
        import psycopg
        from psycopg import sql
    except ImportError as error:
        raise MappingError("psycopg is not installed: pip install 'lsearch[postgresql]'") from error
    try:
        with psycopg.connect(database) as connection:
            connection.read_only = True
            # A cursor on the server: the client never stores all rows.
            with connection.cursor(name="lsearch") as cursor:
                cursor.itersize = 5_000
                cursor.execute(sql.SQL(mapping.settings["query"]))
                names: list[str] | None = None
                for number, values in enumerate(cursor, 1):
                    if names is None:
                        names = [column.name for column in cursor.description or []]
                        mapping.check(names)
                    row: tuple[Any, ...] = values
                    yield Row(number, dict(zip(names, row, strict=True)))
    except psycopg.Error as error:
        raise MappingError(f"PostgreSQL: {str(error).strip()}") from error
