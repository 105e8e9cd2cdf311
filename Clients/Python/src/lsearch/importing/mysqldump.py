"""Rows of a dump by `mysqldump`: SQL with INSERT statements."""

import mmap
import os
import re
import tempfile
from collections.abc import Iterator
from typing import IO

from .mapping import Mapping, MappingError
from .rows import Row

TEXT = rb"'(?:[^'\\]++|\\.|'')*+'"
QUOTED = TEXT + rb'|"(?:[^"\\]++|\\.|"")*+"|`(?:[^`]++|``)*+`'
COMMENT = rb"--[^\n]*+|#[^\n]*+|/\*.*?\*/"
# Triggers and procedures, which contain statements.
PROCEDURE = rb"DELIMITER\s+;;.*?\nDELIMITER\s+;"
SPACE = re.compile(rb"(?:\s++|;|" + COMMENT + rb"|" + PROCEDURE + rb")*+", re.DOTALL)
STATEMENT = re.compile(rb"""(?:[^;'"`/#-]++|""" + QUOTED + rb"|" + COMMENT + rb"|[/-])*+;", re.DOTALL)
NAME = rb"`((?:[^`]|``)+)`"
TABLE = re.compile(rb"CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?" + NAME + rb"\s*\(", re.IGNORECASE)
COLUMN = re.compile(rb"^\s*" + NAME, re.MULTILINE)
INSERT = re.compile(
    rb"(?:INSERT|REPLACE)\s+(?:IGNORE\s+)?INTO\s+" + NAME + rb"\s*(?:\(([^)]*)\)\s*)?VALUES\s*", re.IGNORECASE)
# Expressions in a row are skipped, up to this many nested parentheses.
NESTING = 4


def _parentheses(depth: int) -> bytes:
    inner = rb"|" + _parentheses(depth - 1) if depth > 1 else b""
    return rb"\((?:[^()'\"`]++|" + QUOTED + inner + rb")*+\)"


TUPLE = re.compile(rb"\s*(" + _parentheses(NESTING) + rb")\s*[,;]", re.DOTALL)
VALUE = re.compile(
    rb"\s*(?:(NULL)|([-+]?[0-9.]+(?:e[-+]?[0-9]+)?)|(?:_\w+\s*)?(" + TEXT + rb")|(true|false)"
    rb"|(?:_binary\s*)?(0x[0-9a-f]+|b'[01]*'))\s*([,)])", re.DOTALL | re.IGNORECASE)
ESCAPE = re.compile(rb"\\(.)|''", re.DOTALL)
ESCAPED = {b"0": b"\0", b"b": b"\b", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"Z": b"\x1a", b"%": b"\\%", b"_": b"\\_"}


def mysql_rows(file: IO[bytes], mapping: Mapping) -> Iterator[Row]:
    """The rows of one table of a dump. Rows that cannot be read have an error, and reading continues."""
    with _mapped(file) as dump:
        if len(dump) == 0:
            raise MappingError("the dump is empty")
        yield from _rows(dump, mapping.settings["table"].encode(), mapping)


def _mapped(file: IO[bytes]) -> "mmap.mmap":
    """The bytes of a file; the content of a pipe is copied to a temporary file."""
    try:
        if os.fstat(file.fileno()).st_size > 0:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        pass
    copy = tempfile.TemporaryFile()
    while block := file.read(1 << 20):
        copy.write(block)
    copy.flush()
    if copy.tell() == 0:
        raise MappingError("the dump is empty")
    return mmap.mmap(copy.fileno(), 0, access=mmap.ACCESS_READ)


def _rows(dump: mmap.mmap, table: bytes, mapping: Mapping) -> Iterator[Row]:
    columns: list[str] | None = None
    found = False
    # The position up to which lines are counted.
    line, counted, position = 1, 0, 0
    while True:
        space = SPACE.match(dump, position)
        assert space
        start = space.end()
        statement = STATEMENT.match(dump, start)
        if not statement:
            break
        position = statement.end()
        if (head := TABLE.match(dump, start, position)) and _name(head[1]) == table:
            columns = [_name(name).decode(errors="replace") for name in COLUMN.findall(dump[head.end() : position])]
            found = True
        elif (head := INSERT.match(dump, start, position)) and _name(head[1]) == table:
            found = True
            if head[2]:
                names = [_name(name.strip().strip(b"`")).decode(errors="replace") for name in head[2].split(b",")]
            elif columns is None:
                raise MappingError("the dump has no CREATE TABLE; dump with --complete-insert, or with table definitions")
            else:
                names = columns
            mapping.check(names)
            place = head.end()
            while place < position:
                line += dump[counted:place].count(b"\n")
                counted = place
                whole = TUPLE.match(dump, place, position)
                if not whole:
                    yield Row(line, {}, "the rest of the statement cannot be read")
                    break
                lead = dump[place : whole.start(1)].count(b"\n")
                yield _row(dump, whole.start(1), whole.end(1), names, line + lead)
                place = whole.end()
    rest = dump[start : start + 100].strip()
    if not found:
        raise MappingError(f"the dump has no table “{table.decode(errors='replace')}”")
    if rest:
        line += dump[counted:start].count(b"\n")
        yield Row(line, {}, "the dump ends within a statement")


def _name(name: bytes) -> bytes:
    return name.replace(b"``", b"`")


def _row(dump: mmap.mmap, start: int, end: int, names: list[str], line: int) -> Row:
    """The row between two parentheses."""
    values: list[str | bytes | None] = []
    place = start + 1
    while place < end:
        match = VALUE.match(dump, place, end)
        if not match:
            return Row(line, {}, f"the value of “{names[len(values)] if len(values) < len(names) else '?'}” cannot be read")
        _, number, text, flag, binary, _ = match.groups()
        try:
            if text is not None:
                plain = ESCAPE.sub(_unescaped, text[1:-1])
                values.append(plain.decode())
            elif number is not None:
                values.append(number.decode())
            elif flag is not None:
                values.append("1" if flag.lower() == b"true" else "0")
            else:
                values.append(binary)
        except UnicodeDecodeError:
            return Row(line, {}, f"the value of “{names[len(values)] if len(values) < len(names) else '?'}” is not UTF-8")
        place = match.end()
    if len(values) != len(names):
        return Row(line, {}, f"the row has {len(values)} values, the table {len(names)} columns")
    return Row(line, dict(zip(names, values, strict=True)))


def _unescaped(match: "re.Match[bytes]") -> bytes:
    """A character after a backslash (MySQL 8.4 manual, 11.1.1), or a doubled quotation mark."""
    return b"'" if match[1] is None else ESCAPED.get(match[1], match[1])
