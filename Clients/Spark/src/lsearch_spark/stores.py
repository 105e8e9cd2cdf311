"""Stores of `lsearchd` in PostgreSQL: their records at one moment, by slots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from . import slots
from .catalogs import Catalog, Chunk
from .errors import BulkError
from .lines import LINE_LIMIT

if TYPE_CHECKING:
    import psycopg

RECORD_SIZE = 1 << 10
"""How many bytes a record is taken to have when a store is divided."""
CHUNK_SIZE = 4 << 20
# A fixed name, because a catalog's id may look like a path.
NAME = "catalog"


class StoredCatalog(NamedTuple):
    """A catalog of a store."""

    catalog: Catalog
    revision: int
    description_revision: int


class Moment(NamedTuple):
    """A store at one moment, which workers see as long as the connection of `moment` is open."""

    snapshot: str
    revision: int
    mark: str
    catalogs: list[StoredCatalog]


@contextmanager
def connection(address: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection that only reads, all at one moment; raises `BulkError` if there is none."""
    try:
        import psycopg
    except ImportError as error:
        raise BulkError("psycopg is not installed: pip install 'lsearch-spark[postgresql]'") from error
    try:
        with psycopg.connect(address) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True
            yield connection
    except psycopg.Error as error:
        raise BulkError(f"PostgreSQL: {str(error).strip()}") from error


@contextmanager
def moment(address: str) -> Iterator[Moment]:
    """The present moment of a store."""
    with connection(address) as reader:
        head = reader.execute("SELECT revision, replace(mark::text, '-', '') FROM lsearch.store").fetchone()
        exported = reader.execute("SELECT pg_export_snapshot()").fetchone()
        if head is None or exported is None:
            raise BulkError("PostgreSQL: the store has no revision")
        rows = reader.execute(
            "SELECT number, id, description, revision, descriptionRevision, recordCount FROM lsearch.catalog"
            " WHERE description IS NOT NULL ORDER BY id")
        catalogs = [
            StoredCatalog(
                Catalog(
                    f"{NAME}.jsonl", number, bytes(id).decode(), "jsonl", bytes(description), f"{NAME}.catalog.json",
                    count * RECORD_SIZE),
                revision, described)
            for number, id, description, revision, described, count in rows
        ]
        yield Moment(exported[0], head[0], head[1], catalogs)


def chunks(address: str, snapshot: str, catalog: Catalog, part: int, parts: int) -> Iterator[Chunk]:
    """The records of a part, in the order of their ids."""
    first, end = slots.bounds(part, parts)
    with connection(address) as reader:
        # The text comes from the server that has exported it, and is no parameter here.
        reader.execute(f"SET TRANSACTION SNAPSHOT '{_checked(snapshot)}'".encode())
        with reader.cursor(name="lsearch") as cursor:
            cursor.itersize = 2_000
            cursor.execute(
                "SELECT json FROM lsearch.record WHERE catalog = %s AND slot >= %s AND slot < %s AND json IS NOT NULL ORDER BY id",
                [catalog.number, first, end])
            texts: list[bytes] = []
            size = 0
            for (json,) in cursor:
                # In JSON a line feed is only ever space between values.
                texts.append(bytes(json)[: LINE_LIMIT + 1].replace(b"\n", b" "))
                size += len(texts[-1])
                if size > CHUNK_SIZE:
                    yield Chunk(b"", b"\n".join(texts) + b"\n")
                    texts, size = [], 0
            if texts:
                yield Chunk(b"", b"\n".join(texts) + b"\n")


def _checked(snapshot: str) -> str:
    if not snapshot.replace("-", "").isalnum():
        raise BulkError(f"PostgreSQL: {snapshot} is no snapshot")
    return snapshot
