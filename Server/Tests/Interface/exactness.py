#!/usr/bin/env python3
"""Compares filters, facets, orders, groups and prices with SQLite, on random records and random questions.

  exactness.py LSEARCH [QUESTIONS] [--records COUNT] [--seed SEED]

asks `lsearch --batch` over indexes of several ages; `test_exactness.py` asks a server. The rules are in SQL: conditions are EXISTS,
counts are COUNT(DISTINCT), and a window function chooses the price of each record, and the record that stands for its group.
It prints each difference with the question and what both found, and how many questions found something.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from exactness_questions import Question
from exactness_records import CATALOG, SIDECAR, Reference, record


def compare(reference, ask, count, chance, report=print):
    """Sends questions, some at a time, and returns how many differed and how many found something."""
    different = found = 0
    while count > 0:
        questions = [Question(reference, chance) for _ in range(min(count, 100))]
        count -= len(questions)
        for question, answer in zip(questions, ask([one.request for one in questions]), strict=True):
            differences = question.differences(answer)
            found += answer.get("total", 0) > 0
            if differences:
                different += 1
                report(
                    json.dumps(question.request, ensure_ascii=False),
                    *(f"\n  {name}: SQLite {one}, answer {two}" for name, one, two in differences),
                )
    return different, found


# More questions for a run by hand.


def write(folder, records):
    (folder / f"{CATALOG}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    (folder / f"{CATALOG}.catalog.json").write_text(json.dumps(SIDECAR), encoding="utf-8")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("lsearch")
    arguments.add_argument("questions", type=int, nargs="?", default=1_000)
    arguments.add_argument("--records", type=int, default=400)
    arguments.add_argument("--seed", type=int, default=1)
    chosen = arguments.parse_args()
    chance = random.Random(chosen.seed)
    records = [record(number, chance) for number in range(chosen.records)]
    total = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder, records)
        for meaning, options in [
            ("indexed in memory", ["--no-cache"]),
            ("an index in files", ["--cache", str(folder / "cache")]),
            ("an updated index", ["--cache", str(folder / "cache")]),
        ]:
            if meaning == "an updated index":
                # Some records are new, some have changed, some are deleted.
                records = [one for one in records if chance.random() < 0.9]
                records = [
                    record(int(one["id"][1:]), chance) | {"id": one["id"]} if chance.random() < 0.1 else one
                    for one in records
                ]
                records += [record(chosen.records + number, chance) for number in range(chosen.records // 10)]
                write(folder, records)
            program = subprocess.Popen(
                [chosen.lsearch, "--batch", *options, "--catalog", str(folder / f"{CATALOG}.jsonl")],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
            )  # fmt: skip

            def ask(requests, program=program):
                answers = []
                for request in requests:
                    program.stdin.write(json.dumps(request) + "\n")
                    program.stdin.flush()
                    answers.append(json.loads(program.stdout.readline()))
                return answers

            different, found = compare(Reference(records), ask, chosen.questions, chance)
            program.stdin.close()
            program.wait()
            print(f"{meaning}: {chosen.questions} questions, {found} found something, {different} differ")
            total += different
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
