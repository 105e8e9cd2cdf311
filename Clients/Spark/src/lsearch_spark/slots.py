"""Slots: how records are divided, for ever the same, whatever the number of parts."""

import hashlib

SLOTS = 1024
"""The number of slots."""


def slot(catalog: int, id: bytes) -> int:
    """The slot of a record: the first 10 bits of SHA-256 of the catalog's number (4 bytes, big-endian) and the id.

    Stores in PostgreSQL have the same slots.
    """
    digest = hashlib.sha256(catalog.to_bytes(4, "big", signed=True) + id).digest()
    return digest[0] << 2 | digest[1] >> 6


def part(slot: int, parts: int) -> int:
    """The part of a slot, if neighbouring slots are divided into this many parts, as shards of `lsearchd` divide them."""
    return ((slot + 1) * parts - 1) // SLOTS


def bounds(part: int, parts: int) -> tuple[int, int]:
    """The first slot of a part, and the first of the next one."""
    return SLOTS * part // parts, SLOTS * (part + 1) // parts
