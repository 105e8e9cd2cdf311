#!/usr/bin/env python3
"""Measures how the cost of hostile inputs grows with their size.

    growth.py PROGRAMS [FAMILY...] [--counted] [--size BYTES]

PROGRAMS is the folder with the built programs. Each family of `families.py`, `catalogs.py`, `streams.py` and `marks.py`, or each whose name contains a given word, is run at n, 2n, 4n
and 8n; the exponent is the slope from 2n to 8n of what a run costs beyond one of an empty input. `--counted` counts instructions
with callgrind, which does not depend on the load of the machine, for inputs an eighth as large; the default is processor time. It needs a C compiler.
The exit status is 1 if an exponent is above the limit.
"""

import argparse
import math
import os
import pathlib
import resource
import re
import shutil
import subprocess
import sys
import tempfile

from catalogs import CATALOGS
from families import FAMILIES
from marks import MARKS
from streams import STREAMS

LIMIT = 1.15
# Shorter runs are not told from the start of the program.
LEAST_SECONDS = 0.08
LEAST_INSTRUCTIONS = 20_000_000


def bounded():
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (120, 120))


# Valgrind writes into the mask of a waiting thread, which the Swift runtime keeps in memory that cannot be written.
SHIM = """
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>
#include <sys/syscall.h>
int sigsuspend(const sigset_t *mask) { sigset_t copy = *mask; return syscall(SYS_rt_sigsuspend, &copy, 8); }
"""


def shim(folder):
    """A library that gives Valgrind a copy of the mask."""
    path = pathlib.Path(folder, "shim.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-o", path, "-"], input=SHIM, text=True, check=True)
    return path


class Runner:
    def __init__(self, programs, counted, preloaded=None):
        self.programs, self.counted = pathlib.Path(programs).resolve(), counted
        self.least = LEAST_INSTRUCTIONS if counted else LEAST_SECONDS
        # Hashing with a seed makes counts of instructions differ.
        self.environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "LANGUAGE": "en", "LC_ALL": "C.UTF-8"}
        if preloaded:
            self.environment["LD_PRELOAD"] = str(preloaded)

    def cost(self, family, size):
        """Instructions or seconds, the peak of memory in MB, and the size of the input."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            written = family.write(folder, size)
            command = [self.programs / family.arguments[0], *family.arguments[1:]]
            if self.counted:
                command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=counts", *command]
            with open(folder / "errors", "wb") as errors, open(folder / family.given if family.given else os.devnull, "rb") as given:
                process = subprocess.Popen(
                    command, cwd=folder, env=self.environment, stdin=given, stdout=subprocess.DEVNULL, stderr=errors,
                    preexec_fn=None if self.counted else bounded,
                )  # fmt: skip
                _, status, used = os.wait4(process.pid, 0)
            code = os.waitstatus_to_exitcode(status)
            if code not in (0, 1, 2):
                raise SystemExit(f"{family.name}, {size}: ended with {code}: {(folder / 'errors').read_text()[-500:]}")
            if self.counted:
                cost = int(re.search(r"^summary: (\d+)|^totals: (\d+)", (folder / "counts").read_text(), re.MULTILINE)[0].split()[1])
            else:
                cost = used.ru_utime + used.ru_stime
            return cost, used.ru_maxrss / 1024, written

    def check(self):
        """Programs without their folder end at once, and would cost nothing at any size."""
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.strings").write_text('"k" = "v";')
            command = [self.programs / "lstrings", "dump", "a.strings"]
            ran = subprocess.run(command, cwd=folder, env=self.environment, capture_output=True, text=True)
        if ran.returncode != 0:
            raise SystemExit(f"lstrings cannot be measured: {ran.stderr}")

    def row(self, family, most):
        """The sizes of the inputs, what they cost beyond an empty one, memory in MB, and the exponent."""
        start, _, _ = self.cost(family, 1)
        size = family.first
        while True:
            cost, _, written = self.cost(family, size)
            if written * 8 >= most or cost - start >= self.least:
                break
            size *= 2
        costs = [max(cost - start, 0), *(0, 0, 0)]
        for step in (1, 2, 3):
            cost, memory, written = self.cost(family, size << step)
            costs[step] = max(cost - start, 0)
        if costs[3] < self.least:
            return size, written, costs, memory, None
        return size, written, costs, memory, math.log2(costs[3] / max(costs[1], costs[3] / 64)) / 2


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("families", nargs="*")
    parser.add_argument("--counted", action="store_true", help="count instructions, with callgrind")
    parser.add_argument("--size", type=int, default=16 << 20, help="about the most bytes of an input (16 MiB)")
    options = parser.parse_intermixed_args()
    if options.counted and not shutil.which("valgrind"):
        sys.exit("valgrind is missing")
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(options.programs, options.counted, shim(folder) if options.counted else None)
        runner.check()
        measure(runner, options)


def measure(runner, options):
    unit = "million instructions" if options.counted else "ms"
    scale = 1e-6 if options.counted else 1e3
    print(f"| family | n | MB of 8n | {unit} at n, 2n, 4n, 8n | MB of memory | exponent |\n|---|--:|--:|---|--:|--:|", flush=True)
    above = 0
    for family in FAMILIES + CATALOGS + STREAMS + MARKS:
        if options.families and not any(word in family.name for word in options.families):
            continue
        size, written, costs, memory, exponent = runner.row(family, options.size // (8 if options.counted else 1))
        above += exponent is not None and exponent > LIMIT
        shown = "small" if exponent is None else f"{exponent:.2f}{' **above**' if exponent > LIMIT else ''}"
        steps = " ".join(f"{cost * scale:.0f}" for cost in costs)
        print(f"| {family.name} | {size} | {written / 1e6:.2f} | {steps} | {memory:.0f} | {shown} |", flush=True)
    sys.exit(1 if above else 0)


if __name__ == "__main__":
    main()
