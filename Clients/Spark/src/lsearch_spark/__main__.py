"""The command line: `lsearch-spark build` and `lsearch-spark ask`."""

import argparse
import sys
from collections.abc import Sequence

from . import asking, building
from .errors import BulkError

DONE, INCOMPLETE, FAILED = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command. Returns 0 if all was done, 1 if records or requests were left out, 2 if nothing was done."""
    options = _parser().parse_args(arguments)
    try:
        return _build(options) if options.command == "build" else _ask(options)
    except BulkError as error:
        print(f"lsearch-spark: {error}", file=sys.stderr)
    except OSError as error:
        print(f"lsearch-spark: {error.filename or ''}: {error.strerror}", file=sys.stderr)
    return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lsearch-spark", description="Indexes and searches catalogs of any size with lsearch, on Apache Spark.",
        epilog="Exit status: 0 all was done, 1 records or requests were left out, 2 nothing was done.")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--master", metavar="URL",
        help="the cluster, such as spark://host:7077 (default: that of spark-submit, or this machine)")
    common.add_argument("--program", metavar="PATH", default="lsearch", help="lsearch on the workers and here (default: lsearch)")
    commands = parser.add_subparsers(dest="command", required=True)
    build = commands.add_parser("build", parents=[common], help="index catalogs")
    build.add_argument("catalogs", nargs="*", metavar="CATALOG", help="a catalog of JSON Lines, or a table (.csv, .tsv)")
    build.add_argument("--store", metavar="URL", help="index the store of lsearchd in this database of PostgreSQL instead")
    build.add_argument("-o", "--output", required=True, metavar="DIR", help="the folder of the index")
    build.add_argument("--parts", type=int, metavar="N", help="segments of each catalog, 1 to 1024 (default: one for 128 MiB)")
    build.add_argument("--strict", action="store_true", help="publish nothing if a record cannot be used")
    ask = commands.add_parser("ask", parents=[common], help="answer a file of requests")
    ask.add_argument("requests", metavar="REQUESTS", help="a file of requests as for lsearch --batch")
    ask.add_argument("-c", "--catalog", required=True, metavar="DIR", help="the folder of an index, or a catalog")
    ask.add_argument("-o", "--output", required=True, metavar="FILE", help="the file of the answers")
    ask.add_argument("-l", "--locale", metavar="L", help="the language of requests that name none")
    return parser


def _build(options: argparse.Namespace) -> int:
    if options.store and options.catalogs:
        raise BulkError("name catalogs or a store, not both")
    settings = {name: getattr(options, name) for name in ("parts", "strict", "program", "master")}
    built = (
        building.build_store(options.store, options.output, **settings) if options.store
        else building.build(options.catalogs, options.output, **settings))
    for problem in built.problems:
        print(f"lsearch-spark: {building.place(problem)}: {problem.message}", file=sys.stderr)
    if built.further:
        print(f"lsearch-spark: {built.further} further messages", file=sys.stderr)
    print(f"{built.records} records in {built.segments} segments, {built.size} bytes; {built.skipped} left out; mark {built.mark}")
    return INCOMPLETE if built.skipped else DONE


def _ask(options: argparse.Namespace) -> int:
    arguments = [f"--locale={options.locale}"] if options.locale else []
    report = asking.ask(
        options.requests, options.output, options.catalog, arguments=arguments, program=options.program, master=options.master)
    for refusal in report.refusals:
        print(f"lsearch-spark: {options.requests}:{refusal.line}: {refusal.message}", file=sys.stderr)
    if report.refused > len(report.refusals):
        print(f"lsearch-spark: {report.refused - len(report.refusals)} further messages", file=sys.stderr)
    print(f"{report.responses} answers, {report.refused} of them refusals")
    return INCOMPLETE if report.refused else DONE


if __name__ == "__main__":
    sys.exit(main())
