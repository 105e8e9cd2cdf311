"""Parts of a file by ranges of bytes, and the numbers of their lines."""

import os
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

LINE_LIMIT = 16 << 20
"""The most bytes of a line that `lsearch` reads. Of a longer one only the beginning is passed on, which `lsearch` reports."""
BLOCK = 1 << 22
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Range(NamedTuple):
    """The lines of a file that begin in a range of bytes."""

    path: str
    start: int
    end: int


class Line(NamedTuple):
    """A line without its line feed."""

    number: int
    """From 1, in the file."""
    text: bytes


def ranges(path: str, size: int) -> list[Range]:
    """Divides a file into ranges of this many bytes; an empty file has one."""
    length = os.stat(path).st_size
    return [Range(path, start, min(start + size, length)) for start in range(0, max(length, 1), size)]


def feeds(part: Range) -> int:
    """The number of line feeds in a range."""
    count = 0
    with open(part.path, "rb") as file:
        file.seek(part.start)
        rest = part.end - part.start
        while rest > 0 and (block := file.read(min(BLOCK, rest))):
            count += block.count(b"\n")
            rest -= len(block)
    return count


def lines(part: Range, feeds_before: int) -> Iterator[Line]:
    """The lines that begin in a range, without blank ones.

    `feeds_before` is the number of line feeds before the range.
    """
    number = feeds_before + 1
    with open(part.path, "rb", buffering=1 << 20) as file:
        if part.start > 0:
            file.seek(part.start - 1)
            if file.read(1) != b"\n":
                position = part.start + _pass(file.readline(BLOCK), file)
                number += 1
            else:
                position = part.start
        else:
            position = len(BYTE_ORDER_MARK) if file.read(3) == BYTE_ORDER_MARK else 0
            file.seek(position)
        while position < part.end:
            text = file.readline(LINE_LIMIT + 1)
            if not text:
                return
            position += len(text)
            if not text.endswith(b"\n"):
                position += _pass(text, file) - len(text)
            text = text.removesuffix(b"\n")
            if text.strip(b" \t\r"):
                yield Line(number, text)
            number += 1


def _pass(text: bytes, file: BinaryIO) -> int:
    """Reads to the end of a line of which this much was read; returns the length of all of it with its line feed."""
    length = len(text)
    while text and not text.endswith(b"\n"):
        text = file.readline(BLOCK)
        length += len(text)
    return length
