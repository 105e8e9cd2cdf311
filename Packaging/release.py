#!/usr/bin/env python3
"""Makes a release of the committed sources: sets its version everywhere, dates the changelog, commits and tags.

    release.py VERSION    for example 0.2.0, or 1.0.0-beta.1

The tag is vVERSION, as Swift packages that depend on this one, and pre-commit, expect it. Nothing is sent anywhere.
"""

import datetime
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
# SemVer 2.0.0, without build metadata, which does not order versions.
SEMVER = re.compile(
    r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*))?")
VERSION_FILE = "Sources/Support/ProgramVersion.swift"
# Each place that names the version, with what is around it. The pattern has the version as its second group.
PLACES = {
    VERSION_FILE: r'(programVersion = ")([^"]+)(")',
    "Server/Interface/openapi.json": r'("version": ")([^"]+)(")',
    "Server/Interface/admin.openapi.json": r'("version": ")([^"]+)(")',
    "Clients/Python/pyproject.toml": r'(\nversion = ")([^"]+)(")',
    "Clients/Spark/pyproject.toml": r'(\nversion = ")([^"]+)(")',
    "Server/Deployment/kubernetes.yaml": r"(/lsearchd:)(\S+)()",
    "Server/Deployment/kubernetes-shards.yaml": r"(/lsearchd:)(\S+)()",
    "Sources/TranslationTools/TranslationTools.docc/CheckingTranslations.md": r"(LSEARCH_VERSION: v|lsearch@v|rev: v)(\S+)()",
}


def order(version: str) -> tuple:
    """The precedence of a version (SemVer 2.0.0, section 11)."""
    match = SEMVER.fullmatch(version)
    if not match:
        raise ValueError(f"“{version}” is no version; write MAJOR.MINOR.PATCH, such as 0.2.0")
    *numbers, before = match.groups()
    parts = [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in before.split(".")] if before else []
    return (*map(int, numbers), not parts, parts)


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def changelog(text: str, version: str, day: str) -> str:
    """The changelog in which what is unreleased belongs to the version."""
    if f"\n## [{version}]" in text:
        raise ValueError(f"CHANGELOG.md has {version} already")
    head, heading, rest = text.partition("## [Unreleased]\n")
    entries = rest.split("\n## [")[0]
    if not heading or not re.search(r"^- ", entries, re.M):
        raise ValueError("CHANGELOG.md has no entries under “Unreleased”; write what changed")
    # This sentence is about the time before the first release.
    rest = re.sub(r"\nThe first version, which `--version` calls [^\n]*\n", "\nThe first version.\n", rest, count=1)
    return f"{head}{heading}\n## [{version}] - {day}\n{rest}"


def main() -> None:
    if len(sys.argv) != 2 or not sys.argv[1]:
        raise ValueError("name the version: make release VERSION=0.2.0")
    version = sys.argv[1]
    new = order(version)
    if git("status", "--porcelain"):
        raise ValueError("there are changes that are not committed; commit or remove them")
    tags = [tag[1:] for tag in git("tag", "--list", "v*").split() if SEMVER.fullmatch(tag[1:])]
    late = [tag for tag in tags if order(tag) >= new]
    if late:
        raise ValueError(f"{max(late, key=order)} is released already; a release has a higher version")
    # All are made before one is written.
    texts = {"CHANGELOG.md": changelog((ROOT / "CHANGELOG.md").read_text(), version, datetime.date.today().isoformat())}
    for name, pattern in PLACES.items():
        texts[name], count = re.subn(pattern, lambda match: match[1] + version + match[3], (ROOT / name).read_text())
        if not count:
            raise ValueError(f"{name} does not name the version any more; mend Packaging/release.py")
    for name, text in texts.items():
        (ROOT / name).write_text(text)
    git("commit", "--quiet", "--all", "--message", f"Release {version}")
    git("tag", "--annotate", f"v{version}", "--message", f"lsearch {version}")
    print(f"Tagged v{version}. To make what is published: make artifacts. To publish the commit: git push --follow-tags")


if __name__ == "__main__":
    try:
        main()
    except ValueError as error:
        sys.exit(f"release.py: {error}")
