"""The separator and the encoding of a table, detected from its beginning as `lsearch` detects them."""

import codecs
import io
from typing import IO

HEAD_SIZE = 1 << 16
"""The number of bytes that decide."""
SEPARATORS = ",;\t|"
MARKS = [(codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"), (codecs.BOM_UTF8, "utf-8")]
NO_LETTERS = frozenset({0xFF, 0x81, 0x8D, 0x8F, 0x90, 0x9D, *range(0x20)} - {0x09, 0x0A, 0x0D})
"""Bytes that no text in Windows-1252 has."""


def encoding_of(head: bytes) -> tuple[str, int]:
    """The encoding of a table, and the length of its byte order mark."""
    for mark, name in MARKS:
        if head.startswith(mark):
            return name, len(mark)
    if len(head) >= 4 and head.count(0) * 3 > len(head):
        if head[1] == head[3] == 0:
            return "utf-16-le", 0
        if head[0] == head[2] == 0:
            return "utf-16-be", 0
    text = head.decode("utf-8", "surrogateescape")
    invalid = [ord(character) - 0xDC00 for character in text if "\udc80" <= character <= "\udcff"]
    if head and len(head) == HEAD_SIZE and invalid:
        # The last character may continue after the beginning.
        invalid = invalid[:-1] if "\udc80" <= text[-1] <= "\udcff" else invalid
    valid = sum(not character.isascii() for character in text) - len(invalid)
    if len(invalid) > valid and not NO_LETTERS & set(head):
        return "cp1252", 0
    return "utf-8", 0


def separator_of(text: str) -> str:
    """The mark that occurs most often outside quotation marks in the first line with text; a comma if none does."""
    counts = dict.fromkeys(SEPARATORS, 0)
    quoted = False
    for character in text.lstrip("\r\n"):
        if character == '"':
            quoted = not quoted
        elif not quoted and character == "\n":
            break
        elif not quoted and character in counts:
            counts[character] += 1
    return max(SEPARATORS, key=counts.__getitem__)


class Continued(io.RawIOBase):
    """A file whose beginning was already read."""

    def __init__(self, head: bytes, file: IO[bytes]) -> None:
        self._head, self._file = head, file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:  # type: ignore[no-untyped-def]
        part = self._head[: len(buffer)] if self._head else self._file.read(len(buffer))
        self._head = self._head[len(part):]
        buffer[: len(part)] = part
        return len(part)
