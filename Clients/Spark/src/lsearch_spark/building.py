"""Builds the index of catalogs of any size: a checkpoint whose segments many processes have built."""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from pyspark import SparkContext

from . import catalogs, jobs, lines, segments, stores
from .catalogs import Catalog, Chunk
from .errors import BulkError
from .lines import Range
from .segments import Problem, Segment

PART_SIZE = 128 << 20
"""How many bytes of a catalog make a segment. It does not depend on the cluster, so that the bytes of an index do not."""
RANGE_SIZE = 32 << 20
"""How many bytes of a catalog a task divides."""
PROBLEM_LIMIT = 1000
"""The most problems that are named."""

Key = tuple[int, int]
"""The place of a part among all parts, and of a chunk in the file."""


class Built(NamedTuple):
    """What was built."""

    mark: str
    """Identifies the content: 32 hexadecimal digits. The same records give the same mark."""
    records: int
    skipped: int
    segments: int
    size: int
    """The bytes of all segments."""
    problems: list[Problem]
    """The first `PROBLEM_LIMIT`, in the order of the catalogs."""
    further: int
    """How many problems are not named."""


def build(
    paths: Sequence[str | os.PathLike[str]], output: str | os.PathLike[str], *, parts: int | None = None,
    strict: bool = False, program: str = "lsearch", master: str | None = None,
) -> Built:
    """Indexes catalogs, and publishes the index as the newest checkpoint of the folder `output`.

    All workers must see the catalogs and the folder at the same paths, and have the program. Nothing is published, and `BulkError`
    is raised, if a catalog cannot be read, or, with `strict`, if a record cannot be used.
    """
    folder = os.path.abspath(output)
    found = [catalogs.catalog(os.fspath(path), number) for number, path in enumerate(paths, 1)]
    ids = [catalog.id for catalog in found]
    if not found or len(set(ids)) < len(ids):
        raise BulkError("name at least one catalog, and no two of the same name")
    if parts is not None and not 1 <= parts <= 1024:
        raise BulkError("a catalog has 1 to 1,024 parts")
    counts = [parts or min(1024, -(-max(catalog.size, 1) // PART_SIZE)) for catalog in found]
    with jobs.shared_folder(folder, "unpublished") as staging, jobs.context("lsearch build", master) as spark:
        built = _segments(spark, found, counts, staging, program)
        _check(built, found, strict)
        described = [_described(catalog, built) for catalog in found]
        mark = hashlib.sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()[:32]
        return _publish(built, described, 0, mark, staging, folder, program)


def build_store(
    address: str, output: str | os.PathLike[str], *, parts: int | None = None, strict: bool = False,
    program: str = "lsearch", master: str | None = None,
) -> Built:
    """Indexes all catalogs of a store in PostgreSQL at the present moment, and publishes a checkpoint from which its servers start.

    `address` is a connection string as for libpq; the role needs to read the tables. All workers reach the same server.
    """
    folder = os.path.abspath(output)
    if parts is not None and not 1 <= parts <= 1024:
        raise BulkError("a catalog has 1 to 1,024 parts")
    with (
        jobs.shared_folder(folder, "unpublished") as staging, stores.moment(address) as moment,
        jobs.context("lsearch build", master) as spark,
    ):
        found = [stored.catalog for stored in moment.catalogs]
        counts = [parts or min(1024, -(-max(catalog.size, 1) // PART_SIZE)) for catalog in found]
        work = [(catalog, part, count) for catalog, count in zip(found, counts, strict=True) for part in range(count)]
        variables, snapshot = segments.languages(), moment.snapshot

        def index(item: tuple[Catalog, int, int]) -> Segment:
            catalog, part, count = item
            return segments.segment(
                catalog, part, stores.chunks(address, snapshot, catalog, part, count), staging, program, variables)

        built = spark.parallelize(work, len(work)).map(index).collect() if work else []
        # A store has taken its records once; what does not fit the present description is only told.
        _check(built, found, strict)
        described = [
            _described(stored.catalog, built) | {
                "revision": str(stored.revision), "descriptionRevision": str(stored.description_revision)}
            for stored in moment.catalogs
        ]
        return _publish(built, described, moment.revision, moment.mark, staging, folder, program)


# MARK: On the cluster


def _segments(
    spark: SparkContext, found: list[Catalog], counts: list[int], staging: str, program: str
) -> list[Segment]:
    """Divides and indexes all catalogs."""
    firsts = [sum(counts[:place]) for place in range(len(counts))]
    work = _work(spark, found)
    owners = [(catalog, part) for catalog, count in zip(found, counts, strict=True) for part in range(count)]
    variables = segments.languages()

    def divide(item: tuple[int, int, Range, int]) -> Iterator[tuple[Key, Chunk]]:
        place, order, part, feeds = item
        catalog = found[place]
        if catalog.format == "jsonl":
            for number, chunk in catalogs.json_chunks(catalog, part, feeds, counts[place]):
                yield (firsts[place] + number, order), chunk
        else:
            for number, order, chunk in catalogs.table_chunks(catalog, counts[place], RANGE_SIZE):
                yield (firsts[place] + number, order), chunk

    def index(items: Iterable[tuple[Key, Chunk]]) -> Iterator[Segment]:
        for place, group in groupby(items, lambda item: item[0][0]):
            catalog, part = owners[place]
            yield segments.segment(catalog, part, (chunk for _, chunk in group), staging, program, variables)

    divided = spark.parallelize(work, len(work)).flatMap(divide)
    ordered = divided.repartitionAndSortWithinPartitions(len(owners), lambda key: key[0])
    built = ordered.mapPartitions(index).collect()
    done = {segment.catalog for segment in built}
    for catalog in found:
        if catalog.number not in done:
            # Without records lsearch still says what is wrong with the catalog.
            built.append(segments.segment(catalog, 0, [], staging, program, variables))
    return sorted(built, key=lambda segment: (segment.catalog, segment.part))


def _work(spark: SparkContext, found: list[Catalog]) -> list[tuple[int, int, Range, int]]:
    """The ranges of all catalogs, with the place of the catalog, the place in it, and the number of line feeds before."""
    ranges = [
        (place, order, part)
        for place, catalog in enumerate(found)
        for order, part in enumerate(lines.ranges(catalog.path, RANGE_SIZE))
        # A row of a table may have several lines, so only from the beginning it is known where rows begin.
        if catalog.format == "jsonl" or order == 0
    ]
    feeds = spark.parallelize([part for _, _, part in ranges], len(ranges)).map(lines.feeds).collect()
    work, before, last = [], 0, -1
    for (place, order, part), count in zip(ranges, feeds, strict=True):
        before = 0 if place != last else before
        work.append((place, order, part, before))
        before, last = before + count, place
    return work


# MARK: On the driver


def _check(built: list[Segment], found: list[Catalog], strict: bool) -> None:
    """Raises `BulkError` if these segments are not to be published."""
    for segment in built:
        if segment.failure:
            catalog = found[segment.catalog - 1]
            raise BulkError(f"{catalog.path}, part {segment.part + 1}: {segment.failure}")
    for catalog in found:
        own = [segment for segment in built if segment.catalog == catalog.number]
        errors = [problem for segment in own for problem in segment.problems if problem.severity == "error"]
        unusable = not any(segment.records or segment.skipped for segment in own)
        if errors and (strict or unusable):
            problem = min(errors, key=lambda problem: problem.line)
            raise BulkError(f"{place(problem)}: {problem.message}; nothing was published")


def place(problem: Problem) -> str:
    """File and line of a problem."""
    return f"{problem.file}:{problem.line}" if problem.line else problem.file


def _problems(built: list[Segment]) -> tuple[list[Problem], int]:
    """The first problems in the order of the catalogs, and the number of the others."""
    kept: list[Problem] = []
    total = 0
    for _, group in groupby(built, lambda segment: segment.catalog):
        own = list(group)
        # Each part reads the sidecar, and the heading of a table, whose problems count once.
        shared = set.intersection(*(set(segment.problems) for segment in own)) if len(own) > 1 else set()
        named = [problem for segment in own[1:] for problem in segment.problems if problem not in shared]
        kept += sorted(own[0].problems + named, key=lambda problem: problem.line)
        total += sum(segment.errors + segment.warnings for segment in own) - len(shared) * (len(own) - 1)
    return kept[:PROBLEM_LIMIT], total - len(kept[:PROBLEM_LIMIT])


def _described(catalog: Catalog, built: list[Segment]) -> dict[str, Any]:
    """A catalog as `lsearch --publish` reads it."""
    return {
        "id": catalog.id,
        "revision": "0",
        "descriptionRevision": "0",
        "description": catalog.sidecar.decode(errors="replace"),
        "segments": [segment.file for segment in built if segment.catalog == catalog.number and segment.file],
    }


def _publish(
    built: list[Segment], described: list[dict[str, Any]], revision: int, mark: str, staging: str, folder: str, program: str
) -> Built:
    request: dict[str, Any] = {"folder": staging, "revision": str(revision), "mark": mark, "catalogs": described}
    refusal = segments.publish(request, folder, program)
    if refusal:
        raise BulkError(refusal)
    problems, further = _problems(built)
    return Built(
        mark, sum(segment.records for segment in built), sum(segment.skipped for segment in built),
        sum(1 for segment in built if segment.file), sum(segment.size for segment in built), problems, further)
