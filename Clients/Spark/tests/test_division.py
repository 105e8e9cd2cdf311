"""Catalogs are divided as `lsearch` reads them, wherever ranges end."""

import hashlib
import os
import random
import time
from array import array
from pathlib import Path

import pytest

from lsearch_spark import BulkError, catalogs, jobs, lines, slots
from lsearch_spark.catalogs import Table
from lsearch_spark.lines import Range


def test_slots_are_those_of_the_store_in_postgresql() -> None:
    # get_byte(sha256(int4send(catalog) || id), 0) << 2 | get_byte(…, 1) >> 6
    for catalog, id in [(1, b"a"), (7, "schön".encode()), (2**31 - 1, b"")]:
        bits = int.from_bytes(hashlib.sha256(catalog.to_bytes(4, "big") + id).digest(), "big")
        assert slots.slot(catalog, id) == bits >> 246


@pytest.mark.parametrize("parts", [1, 2, 3, 7, 1000, 1024])
def test_parts_have_neighbouring_slots_and_together_all(parts: int) -> None:
    assert [slot for part in range(parts) for slot in range(*slots.bounds(part, parts))] == list(range(slots.SLOTS))
    assert all(slots.part(slot, parts) == part for part in range(parts) for slot in range(*slots.bounds(part, parts)))


@pytest.mark.parametrize(
    "text", [b"", b"\n", b"a", b"a\n\nb\r\n \nccc", b"\xef\xbb\xbfa\nb\n", b"\n\n\n", b"long" * 20 + b"\nb", b"a\n" + b"x" * 50])
def test_lines_do_not_depend_on_the_ranges(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(text)
    plain = text.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    expected = [(number, line) for number, line in enumerate(plain, 1) if line.strip(b" \t\r")]
    for size in range(4, len(text) + 4):
        found, feeds = [], 0
        for part in lines.ranges(str(path), size):
            found += [tuple(line) for line in lines.lines(part, feeds)]
            feeds += lines.feeds(part)
        assert found == expected, size


def test_of_a_line_that_is_too_long_only_the_beginning_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LINE_LIMIT", 10)
    monkeypatch.setattr(lines, "BLOCK", 7)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"short\n" + b"x" * 100 + b"\nlast")
    for size in range(3, 130):
        found, feeds = [], 0
        for part in lines.ranges(str(path), size):
            found += [tuple(line) for line in lines.lines(part, feeds)]
            feeds += lines.feeds(part)
        assert found == [(1, b"short"), (2, b"x" * 11), (3, b"last")], size


@pytest.mark.parametrize(
    ("record", "id"),
    [
        (b'{"id":"a"}', b"a"), (b'{"title":{"id":"no"},"id":"b"}', b"b"), (b'{"id":"a","id":"c"}', b"c"), (b'{"id":-17}', b"-17"),
        (b'{"\\u0069d":"\\u00e4"}', "ä".encode()), (b'{"id":true}', b""), (b'{"id":1.5}', b""), (b"[1]", b""), (b"{", b""),
        (b'{"id":"\xff"}', b""), (b"[" * 100_000, b""), (b'{"id":' + b"9" * 5000 + b"}", b""),
    ],
)
def test_an_id_is_that_of_lsearch(record: bytes, id: bytes) -> None:
    assert catalogs.identifier(record) == id


def reference(text: bytes, separator: int) -> list[tuple[int, bytes]]:
    """The rows of a table, byte by byte as TableRowScanner of lsearch finds them."""
    rows, row, number, line, state = [], b"", 1, 1, "start"
    for byte in text:
        if state == "quoted":
            row += bytes([byte])
            if byte == ord('"'):
                state = "behind"
            line += byte == 10
            continue
        if byte == 10:
            if row not in (b"", b"\r"):
                rows.append((number, row))
            line += 1
            row, number, state = b"", line, "start"
            continue
        row += bytes([byte])
        if byte == separator:
            state = "start"
        elif byte == ord('"') and state in ("start", "behind"):
            state = "quoted"
        elif not (byte == 13 and state == "behind"):
            state = "plain"
    if row not in (b"", b"\r"):
        rows.append((number, row))
    return rows


@pytest.mark.parametrize("format", ["csv", "tsv"])
def test_rows_are_those_of_lsearch(format: str) -> None:
    table = Table(format)
    generator = random.Random(7)
    for _ in range(20_000):
        text = bytes(generator.choice(b'a",\t\n\r"') for _ in range(generator.randint(0, 14)))
        assert [tuple(row) for row in table.rows(text, 0)] == reference(text, table.separator[0]), text


def test_fields_are_without_their_quotation_marks() -> None:
    assert Table("csv").fields(b'a,"b ""c"", d",,"",e"f\r') == ["a", 'b "c", d', "", "", 'e"f']


def test_a_table_gives_each_part_its_heading_and_the_lines_of_rows(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b'\nid,title\r\n' + b"".join(b'%d,"two\nlines"\r\n\n' % n for n in range(50)))
    catalog = catalogs.catalog(str(path), 1)
    found: dict[int, list[tuple[int, bytes]]] = {0: [], 1: []}
    for part, _, chunk in catalogs.table_chunks(catalog, 2, 100):
        found[part] += zip(array("Q", chunk.numbers), chunk.text.split(b"\n")[:-1], strict=True)
    every = path.read_bytes().split(b"\n")
    assert all(every[number - 1] == line for part in found.values() for number, line in part)
    assert found[0][0] == found[1][0] == (2, b"id,title\r")
    assert len(found[0]) + len(found[1]) == 2 + 100


def test_what_cannot_be_divided_is_refused(tmp_path: Path) -> None:
    for name, text in [("a.json", b"[]"), ("a.jsonl", b"\xff\xfe{"), ("a.catalog.json", b""), (".jsonl", b"")]:
        (tmp_path / name).write_bytes(text)
        with pytest.raises(BulkError):
            catalogs.catalog(str(tmp_path / name), 1)
    with pytest.raises(BulkError, match="No such file"):
        catalogs.catalog(str(tmp_path / "b.jsonl"), 1)


def test_a_range_that_grew_shorter_ends(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"a\nb\n")
    assert [line.text for line in lines.lines(Range(str(path), 0, 100), 0)] == [b"a", b"b"]


def test_what_a_killed_driver_has_left_is_removed_after_a_day(tmp_path: Path) -> None:
    for name, age in [("unpublished-aaaaaaaa", 90_000), ("unpublished-bbbbbbbb", 80_000), ("other-aaaaaaaa", 90_000)]:
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.segment").touch()
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    with jobs.shared_folder(str(tmp_path), "unpublished") as folder:
        assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
            ["other-aaaaaaaa", "unpublished-bbbbbbbb", os.path.basename(folder)])
    assert not os.path.exists(folder)
