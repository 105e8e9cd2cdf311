"""Catalogs of JSON Lines and tables, divided into parts as `lsearch` reads them."""

import json
import mmap
import os
import re
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from . import lines, slots
from .errors import BulkError
from .lines import BYTE_ORDER_MARK, LINE_LIMIT, Line, Range

EXTENSIONS = {"jsonl": "jsonl", "ndjson": "jsonl", "csv": "csv", "tsv": "tsv"}
SIDECAR_LIMIT = 16 << 20


class Catalog(NamedTuple):
    """A catalog in a file."""

    path: str
    number: int
    """Its place among the catalogs, from 1: the number that a new store would give it."""
    id: str
    format: str
    sidecar: bytes
    """The file that describes it; empty if there is none."""
    sidecar_path: str
    size: int


class Chunk(NamedTuple):
    """Records of one part that are near each other in the file."""

    numbers: bytes
    """The number of the line on which each line of `text` is in the file: an array of unsigned 64-bit numbers."""
    text: bytes


def catalog(path: str, number: int) -> Catalog:
    """Looks at a catalog; raises `BulkError` if it cannot be divided."""
    path = os.path.abspath(path)
    name = os.path.basename(path)
    id, dot, extension = name.rpartition(".")
    format = EXTENSIONS.get(extension.lower())
    if not (id and dot and format) or name.lower().endswith(".catalog.json"):
        raise BulkError(f"{path}: only catalogs of JSON Lines (.jsonl, .ndjson) and tables (.csv, .tsv) can be divided")
    sidecar_path = os.path.join(os.path.dirname(path), f"{id}.catalog.json")
    try:
        with open(path, "rb") as file:
            if file.read(2) in (b"\xff\xfe", b"\xfe\xff"):
                raise BulkError(f"{path}:1: the file is UTF-16; convert it to UTF-8")
            size = os.fstat(file.fileno()).st_size
        sidecar = Path(sidecar_path).read_bytes() if os.path.exists(sidecar_path) else b""
    except OSError as error:
        raise BulkError(f"{error.filename}: {error.strerror}") from error
    if len(sidecar) > SIDECAR_LIMIT:
        raise BulkError(f"{sidecar_path}: the file has more than {SIDECAR_LIMIT} bytes")
    return Catalog(path, number, id, format, sidecar, sidecar_path, size)


def identifier(record: bytes) -> bytes:
    """The id of a record of JSON Lines as `lsearch` reads it; nothing if `lsearch` will report the line."""
    try:
        value = json.loads(record.decode())
    except (ValueError, RecursionError):
        return b""
    id = value.get("id") if isinstance(value, dict) else None
    if isinstance(id, int) and not isinstance(id, bool):
        id = str(id)
    return id.encode(errors="surrogatepass") if isinstance(id, str) else b""


class Collector:
    """Collects records by part, in the order of the file."""

    def __init__(self, catalog: Catalog, parts: int) -> None:
        self._catalog = catalog
        self._parts = parts
        self._clear()

    def _clear(self) -> None:
        self._numbers: list[array[int]] = [array("Q") for _ in range(self._parts)]
        self._texts: list[list[bytes]] = [[] for _ in range(self._parts)]
        self.size = 0

    def add(self, id: bytes, number: int, text: bytes) -> None:
        """Adds a record that begins on a line; a row of a table may have several lines."""
        part = slots.part(slots.slot(self._catalog.number, id), self._parts)
        self._numbers[part].extend(range(number, number + text.count(b"\n") + 1))
        self._texts[part].append(text)
        self.size += len(text) + 1

    def chunks(self) -> Iterator[tuple[int, Chunk]]:
        """What was collected since the last call, by part."""
        for part, (numbers, texts) in enumerate(zip(self._numbers, self._texts, strict=True)):
            if texts:
                yield part, Chunk(numbers.tobytes(), b"\n".join(texts) + b"\n")
        self._clear()


def json_chunks(catalog: Catalog, part: Range, feeds_before: int, parts: int) -> Iterator[tuple[int, Chunk]]:
    """The records of JSON Lines that begin in a range."""
    collector = Collector(catalog, parts)
    for line in lines.lines(part, feeds_before):
        collector.add(identifier(line.text), line.number, line.text)
    yield from collector.chunks()


# MARK: Tables


class Table:
    """Cuts a table into rows exactly as `lsearch` does: a quotation mark opens a quoted field at the field's beginning only."""

    def __init__(self, format: str) -> None:
        self.separator = b"," if format == "csv" else b"\t"
        other = re.escape(self.separator) + rb"\n"
        # A quoted field, up to the end of the file if it is never closed; text behind it is reported by lsearch.
        quoted = rb'"[^"]*+(?:"\r*"[^"]*+)*+(?:"|\Z)[^' + other + rb"]*+"
        plain = rb'(?:[^"' + other + rb"][^" + other + rb"]*+)?"
        field = rb"(?:" + quoted + rb"|" + plain + rb")"
        self._row = re.compile(field + rb"(?:" + re.escape(self.separator) + field + rb")*+")
        self._field = re.compile(field)

    def rows(self, text: "mmap.mmap | bytes", start: int) -> Iterator[Line]:
        """The rows without blank ones; of a row that is too long only the beginning."""
        number, position, end = 1, start, len(text)
        while position < end:
            match = self._row.match(text, position)
            assert match
            stop = match.end()
            row = text[position : min(stop, position + LINE_LIMIT + 1)]
            if row not in (b"", b"\r"):
                yield Line(number, row)
            number += 1 + (row.count(b"\n") if stop - position == len(row) else text[position:stop].count(b"\n"))
            position = stop + 1

    def fields(self, row: bytes) -> list[str]:
        """The texts of the fields."""
        fields, position = [], 0
        row = row.removesuffix(b"\r")
        while True:
            match = self._field.match(row, position)
            assert match
            text = match.group()
            if text.startswith(b'"'):
                text = text[1:].rpartition(b'"')[0].replace(b'""', b'"')
            fields.append(text.decode(errors="replace"))
            position = match.end() + 1
            if position > len(row):
                return fields


def table_chunks(catalog: Catalog, parts: int, size: int) -> Iterator[tuple[int, int, Chunk]]:
    """The rows of a table as (part, order, chunk), each chunk of about this many bytes. Every part begins with the heading."""
    table = Table(catalog.format)
    if catalog.size == 0:
        return
    with open(catalog.path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        rows = table.rows(text, len(BYTE_ORDER_MARK) if text[:3] == BYTE_ORDER_MARK else 0)
        heading = next(rows, None)
        if heading is None:
            return
        numbers = array("Q", range(heading.number, heading.number + heading.text.count(b"\n") + 1))
        for part in range(parts):
            yield part, 0, Chunk(numbers.tobytes(), heading.text + b"\n")
        names = [name.strip(" \t") for name in table.fields(heading.text)]
        column = names.index("id") if "id" in names else len(names)
        collector, order = Collector(catalog, parts), 1
        for row in rows:
            fields = table.fields(row.text)
            collector.add(fields[column].encode() if column < len(fields) else b"", row.number, row.text)
            if collector.size > size:
                for part, chunk in collector.chunks():
                    yield part, order, chunk
                order += 1
        for part, chunk in collector.chunks():
            yield part, order, chunk
