#!/usr/bin/env python3
"""Checks that each promise of SECURITY.md names tests, and that these are there."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def kinds():
    """The kinds of `attack.py`, without running it."""
    table = re.search(r"^KINDS = \{(.*?)^\}", (ROOT / "Tests/Attack/attack.py").read_text(), re.MULTILINE | re.DOTALL)[1]
    return set(re.findall(r'"([^"]+)":', table))


def main():
    text = (ROOT / "SECURITY.md").read_text()
    promises = text[text.index("## What is promised"):text.index("## How this is tested")]
    paragraphs = [paragraph for paragraph in promises.split("\n\n") if paragraph.startswith(("**", "*Tests:*"))]
    files = {path.name for folder in ("Tests", "Server/Tests") for path in (ROOT / folder).rglob("*") if ".build" not in path.parts}
    known = kinds()
    faults = []
    for promise, tests in zip(paragraphs, [*paragraphs[1:], ""]):
        if promise.startswith("*Tests:*"):
            continue
        name = promise.split("**")[1]
        if not tests.startswith("*Tests:*"):
            faults.append(f"“{name}” names no tests")
            continue
        named, _, attacks = tests.partition("attack:")
        for test in re.findall(r"`([^`]+)`", named):
            found = test + ".swift" in files or test in files or (ROOT / test).is_dir()
            if not found:
                faults.append(f"“{name}” names {test}, which is not there")
        for kind in re.findall(r"`([^`]+)`", attacks):
            if kind not in known and not (ROOT / "Tests/Attack" / kind).exists():
                faults.append(f"“{name}” names the attack {kind}, which is not there")
    for fault in faults:
        print(f"SECURITY.md: {fault}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
