"""One import: rows become records, which are sent while they are read."""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Literal, NamedTuple

from ..store import Store
from .mapping import Mapping, MappingError
from .rows import Row, RowError

LIMIT = 1_000
"""The most rows that are named."""


class LeftOut(NamedTuple):
    """A row that was left out."""

    place: int
    """The line in a file, or the number in the result of a database, from 1."""
    reason: str


@dataclass
class ImportReport:
    """The outcome of an import."""

    rows: int = 0
    loaded: int = 0
    new: int = 0
    deleted: int = 0
    revision: int | None = None
    left_out: list[LeftOut] = field(default_factory=list)
    """The first `LIMIT` rows that were left out, in their order."""
    left_out_count: int = 0
    remarks: list[LeftOut] = field(default_factory=list)
    """What the server says of rows if it has left out some of them only; its words say which."""

    def leave_out(self, place: int, reason: str) -> None:
        """Notes a row that was left out."""
        self.left_out_count += 1
        if len(self.left_out) < LIMIT:
            self.left_out.append(LeftOut(place, reason))


def import_rows(
    rows: Iterable[Row], mapping: Mapping, store: Store | None, *, mode: Literal["whole", "chunks", "replace"] = "whole"
) -> ImportReport:
    """Sends the records of all rows that fit the mapping.

    `whole`: sends all records or, if a failure occurs, none. `replace`: the same, and deletes other records
    of the catalog. `chunks`: records that were sent before a failure stay. Without a store, the rows are only
    checked.
    """
    report = ImportReport()
    places: array[int] = array("Q")
    records: Iterator[dict[str, Any]] = _records(rows, mapping, report, places)
    if store is None:
        for _ in records:
            pass
        return report
    # This is checked before anything is sent, because a replacement by nothing would delete all records.
    first = next(records, None)
    if first is None:
        if report.rows == 0 and mode != "replace":
            return report
        reason = report.left_out[0].reason if report.left_out else "there are no rows"
        raise MappingError(f"no row can be used ({reason}); nothing was imported")
    records = chain([first], records)
    if mapping.description is not None:
        store.put_catalog(mapping.catalog, mapping.description)
    if mode == "replace":
        response = store.replace(mapping.catalog, records)
    else:
        response = store.load(mapping.catalog, records, mode=mode)
    report.loaded, report.new, report.deleted = response["loaded"], response["new"], response.get("deleted", 0)
    report.revision = response.get("revision")
    found = [
        LeftOut(places[line - 1] if 0 < (line := problem.get("line") or 0) <= len(places) else 0, problem["message"])
        for problem in response["problems"]
    ]
    # The server also reports messages about records that it has loaded.
    if len(found) <= response["skipped"]:
        report.left_out = sorted(report.left_out + found)[:LIMIT]
    else:
        report.remarks = found[:LIMIT]
    report.left_out_count += response["skipped"]
    return report


def _records(
    rows: Iterable[Row], mapping: Mapping, report: ImportReport, places: "array[int]"
) -> Iterator[dict[str, Any]]:
    for row in rows:
        report.rows += 1
        try:
            if row.error is not None:
                raise RowError(row.error)
            record = mapping.record(row.values)
        except RowError as error:
            report.leave_out(row.place, str(error))
            continue
        places.append(row.place)
        yield record
