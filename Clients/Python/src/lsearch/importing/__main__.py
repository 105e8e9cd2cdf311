"""The command line: `lsearch-import`."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Literal

from ..errors import LsearchError, Problem
from ..store import Store
from ..types import LineProblem, LoadReport
from .mapping import Mapping, MappingError
from .mysqldump import mysql_rows
from .rows import Row
from .running import ImportReport, import_rows
from .sources import csv_rows, postgresql_rows

DONE, INCOMPLETE, FAILED = 0, 1, 2
SHOWN_LINES = 20
"""The most lines that are named for one reason."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs an import. Returns 0 if all rows were imported, 1 if some were left out, 2 if none was imported."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.catalog is not None:
        if options.file is not None or options.check or options.chunks or options.database:
            parser.error("--catalog takes one file, and neither --check, --chunks nor --database")
        return _import_file(options)
    if options.map is not None:
        parser.error("--map needs --catalog; a mapping in a file has its own columns")
    try:
        mapping = Mapping.read(options.mapping)
        if options.check:
            report = import_rows(_rows(options, mapping), mapping, None)
        else:
            mode: Literal["whole", "chunks", "replace"] = (
                "replace" if options.replace else "chunks" if options.chunks else "whole")
            with Store(options.server, token=_token(options), timeout=3600) as store:
                report = import_rows(_rows(options, mapping), mapping, store, mode=mode)
    except (MappingError, LsearchError) as error:
        print(f"lsearch-import: {error}", file=sys.stderr)
        return FAILED
    except OSError as error:
        print(f"lsearch-import: {error.filename or ''}: {error.strerror}", file=sys.stderr)
        return FAILED
    _print(report, options)
    return INCOMPLETE if report.left_out_count else DONE


def _import_file(options: argparse.Namespace) -> int:
    """Sends a file as a shop system exported it; the server reads it."""
    name = options.mapping
    try:
        with open(name, "rb") as file, Store(options.server, token=_token(options), timeout=3600) as store:
            report = store.import_file(options.catalog, file, name, map=options.map, replace=options.replace)
    except Problem as error:
        _print_problems(name, error.problems)
        print(f"lsearch-import: {error}", file=sys.stderr)
        return FAILED
    except (MappingError, LsearchError, ValueError) as error:
        print(f"lsearch-import: {error}", file=sys.stderr)
        return FAILED
    except OSError as error:
        print(f"lsearch-import: {error.filename or ''}: {error.strerror}", file=sys.stderr)
        return FAILED
    _print_problems(name, report["problems"])
    print(_counts(report))
    return INCOMPLETE if report["skipped"] else DONE


def _print_problems(name: str, problems: Sequence[LineProblem]) -> None:
    for problem in problems:
        place = f"{name}:{problem['line']}" if "line" in problem else name
        print(f"lsearch-import: {place}: {problem['message']}", file=sys.stderr)


def _counts(report: LoadReport) -> str:
    deleted = f"; {report['deleted']} records deleted" if "deleted" in report else ""
    return f"{report['loaded']} imported, {report['new']} of them new; {report['skipped']} left out{deleted}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lsearch-import",
        usage="%(prog)s [OPTIONS] MAPPING [FILE]\n       %(prog)s [OPTIONS] --catalog ID [--map COLUMN=MEMBER,...] FILE",
        description="Imports products into the store of lsearchd: by a mapping from PostgreSQL, dumps of MySQL and CSV, or with --catalog "
        "an export of a shop system or a spreadsheet as it is.",
        epilog="Exit status: 0 all rows were imported, 1 some were left out, 2 none was imported.")
    parser.add_argument("mapping", metavar="MAPPING", help="the file (JSON) that says which column is which member")
    parser.add_argument("file", nargs="?", metavar="FILE", help="the table or the dump (default: standard input)")
    parser.add_argument(
        "--catalog", metavar="ID", help="import FILE (CSV, TSV, JSON, JSON Lines) without a mapping in a file into this catalog")
    parser.add_argument(
        "--map", metavar="COLUMN=MEMBER,...", help="what the columns of FILE are, as for lsearch: \"Artikelnr.=id,Preis=price[EUR]\"")
    parser.add_argument(
        "--database", metavar="URL", default="", help="the database in PostgreSQL (default: $PGHOST, $PGDATABASE, …)")
    parser.add_argument(
        "--server", metavar="URL", default="http://127.0.0.1:8081",
        help="where lsearchd accepts changes (default: http://127.0.0.1:8081)")
    parser.add_argument("--token-file", metavar="FILE", help="the file with the token for changes (default: $LSEARCHD_ADMIN_TOKEN)")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--replace", action="store_true", help="delete the catalog's other records; all or nothing")
    mode.add_argument("--chunks", action="store_true", help="show large imports in parts; what was sent before a failure stays")
    mode.add_argument("--check", action="store_true", help="only say which rows do not fit the mapping; needs no server")
    return parser


def _token(options: argparse.Namespace) -> str:
    if options.token_file:
        with open(options.token_file, encoding="utf-8") as file:
            return file.read()
    token = os.environ.get("LSEARCHD_ADMIN_TOKEN")
    if not token:
        raise MappingError("name the token of the server by --token-file, or in LSEARCHD_ADMIN_TOKEN")
    return token


def _rows(options: argparse.Namespace, mapping: Mapping) -> Iterator[Row]:
    if mapping.source == "postgresql":
        yield from postgresql_rows(options.database, mapping)
        return
    read = csv_rows if mapping.source == "csv" else mysql_rows
    if options.file in (None, "-"):
        yield from read(sys.stdin.buffer, mapping)
    else:
        with open(options.file, "rb") as file:
            yield from read(file, mapping)


def _print(report: ImportReport, options: argparse.Namespace) -> None:
    name = options.file or "row"
    places: dict[str, list[int]] = {}
    for place, reason in report.left_out:
        places.setdefault(reason, []).append(place)
    for reason, lines in places.items():
        if len(lines) == 1:
            print(f"lsearch-import: {name}:{lines[0]}: left out: {reason}", file=sys.stderr)
        else:
            shown = ", ".join(map(str, lines[:SHOWN_LINES])) + (", …" if len(lines) > SHOWN_LINES else "")
            print(f"lsearch-import: {name}: {len(lines)} rows left out: {reason}: lines {shown}", file=sys.stderr)
    if report.left_out_count > len(report.left_out):
        print(f"lsearch-import: {report.left_out_count - len(report.left_out)} more rows were left out", file=sys.stderr)
    for place, reason in report.remarks:
        print(f"lsearch-import: {name}:{place}: {reason}", file=sys.stderr)
    if options.check:
        print(f"{report.rows} rows, {report.left_out_count} do not fit")
    else:
        print(
            f"{report.rows} rows: {report.loaded} imported, {report.new} of them new; {report.left_out_count} left out"
            + (f"; {report.deleted} records deleted" if options.replace else ""))


if __name__ == "__main__":
    sys.exit(main())
