#!/usr/bin/env python3
"""Runs what the documents show: commands, Python programs and Swift snippets, and checks links and sizes.

    documents.py [--write] [--programs FOLDER]... [DOCUMENT]...

FOLDER has programs that are built: lsearch, lstrings, lsearchd. The first FOLDER also has the
modules and object files of the libraries, for Swift snippets. --write replaces shown output that differs.
README.md in this folder describes the conventions for documents.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

import links
from markdown import Block, blocks
from shell import Shell
from swift import programs as swift_programs, run_snippets

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATTERNS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "Tests/README.md", "docs/**/*.md", "Server/README.md", "Clients/*/README.md",
            "Plugins/*/README.md", "Examples/README.md", "Benchmarks/README.md",
            "Sources/*/*.docc/GettingStarted.md"]
# The greatest size of a document in bytes.
SIZES = {"README.md": 8192, "CONTRIBUTING.md": 8192}
# The locations where `make` and the programs themselves expect built files.
PLACES = {
    "lsearch": [".build/debug", ".build/release"], "lstrings": [".build/release"], "lsearchd": [".build/release"],
}


class Report:
    """Counts the runs, and prints the problems."""

    def __init__(self):
        self.blocks = self.commands = self.snippets = self.failures = 0
        self.skipped = []

    def fail(self, path, line, message):
        self.failures += 1
        print(f"{path}:{line}: {message}", flush=True)


def clone(folder: pathlib.Path, programs: dict) -> pathlib.Path:
    """Copies the sources, without built files, and puts links to the programs at the locations of a build."""
    copy = folder / "lsearch"
    # The inputs of fuzz targets are most of all files, and no document uses them.
    left = shutil.ignore_patterns(".build", ".git", "__pycache__", "Corpus", "Findings")
    shutil.copytree(ROOT, copy, symlinks=True, ignore=left)
    for name, program in programs.items():
        for place in PLACES[name]:
            (copy / place).mkdir(parents=True, exist_ok=True)
            (copy / place / name).symlink_to(program)
    return copy


def run_document(document: pathlib.Path, programs: dict, folder: pathlib.Path, report: Report, write: bool):
    """Runs the console and Python blocks of a document in one shell, in their order."""
    path = document.relative_to(ROOT)
    shown = [block for block in blocks(document.read_text()) if block.skip or block.language in ("console", "python")]
    report.skipped += [(path, block.line, block.skip) for block in shown if block.skip]
    run = [block for block in shown if not block.skip]
    if not run:
        return
    replacements = []
    with Shell(clone(folder, programs), folder / "home") as shell:
        for block in run:
            report.blocks += 1
            for command in block.commands():
                report.commands += 1
                result = shell.run(command.text, python=block.language == "python")
                problem = command.problem(result)
                if problem and write and command.shown and block.language == "console":
                    replacements.append((command, result.output))
                elif problem:
                    report.fail(path, command.line, problem)
    if replacements:
        lines = document.read_text().split("\n")
        for command, output in reversed(replacements):
            start = command.line - 1 + command.height
            lines[start:start + len(command.shown)] = [
                (" " * command.indentation + line).rstrip() for line in output.rstrip("\n").split("\n")]
        document.write_text("\n".join(lines))


def check(documents, programs: dict, built: pathlib.Path, sources: pathlib.Path, report: Report, write: bool):
    """Checks and runs documents: the console blocks of each in a copy of its own, and Swift snippets, which change nothing, in `sources`."""
    for document in documents:
        path = document.relative_to(ROOT)
        text = document.read_text()
        for line, message in [*links.problems(document, text), *links.missing_suites(ROOT, text)]:
            report.fail(path, line, message)
        size = len(text.encode())
        if size > SIZES.get(str(path), size):
            report.fail(path, 1, f"{size} bytes; at most {SIZES[str(path)]}")
        with tempfile.TemporaryDirectory(prefix="lsearch-documents-") as name:
            folder = pathlib.Path(name)
            run_document(document, programs, folder, report, write)
        for line, snippets in swift_programs(blocks(text), isOne=document.name == "GettingStarted.md"):
            report.snippets += len(snippets)
            with tempfile.TemporaryDirectory(prefix="lsearch-documents-") as name:
                for place, message in run_snippets(snippets, built, sources, pathlib.Path(name)):
                    report.fail(path, place or line, message)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--programs", action="append", type=pathlib.Path, default=[])
    parser.add_argument("documents", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    folders = [folder.resolve() for folder in options.programs]
    programs = {
        name: folder / name for folder in reversed(folders) for name in PLACES if (folder / name).is_file()
    }
    missing = sorted(set(PLACES) - set(programs))
    if missing:
        sys.exit(f"documents: no program {', '.join(missing)} in the folders of --programs; build it first")
    documents = [path.resolve() for path in options.documents] or sorted(
        {path for pattern in PATTERNS for path in ROOT.glob(pattern)})

    report = Report()
    with tempfile.TemporaryDirectory(prefix="lsearch-documents-") as name:
        check(documents, programs, folders[0], clone(pathlib.Path(name), programs), report, options.write)
    for path, line, reason in report.skipped:
        print(f"{path}:{line}: not run: {reason}")
    print(
        f"documents: {len(documents)} documents, {report.blocks} blocks with {report.commands} commands run, "
        f"{len(report.skipped)} not run, {report.snippets} Swift snippets, {report.failures} failures")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
