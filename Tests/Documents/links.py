"""Checks that links between documents have a target, and that the suites that they name exist."""

import functools
import re

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)")


def problems(document, text):
    """Pairs of a line and the problem of a link on it."""
    isCode = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            isCode = not isCode
        if isCode:
            continue
        for match in LINK.finditer(re.sub(r"`[^`]*`", "``", line)):
            target = match[1] or match[2] or match[3]
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = (document.parent / path).resolve() if path else document
            if not file.exists():
                yield number, f"no file {path}"
            elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text()):
                yield number, f"no heading #{anchor} in {path or document.name}"


@functools.cache
def suites(root):
    """The names of all suites and folders of tests."""
    files = [path for path in root.glob("**/Tests/**/*.swift") if ".build" not in path.parts]
    names = {name for path in files for name in re.findall(r"\bstruct (\w+Tests)\b", path.read_text())}
    return names | {folder.name for path in files for folder in path.parents}


def missing_suites(root, text):
    """Pairs of a line and a suite of tests that does not exist."""
    for number, line in enumerate(text.split("\n"), 1):
        for suite in re.findall(r"`(\w+Tests)`", line):
            if suite not in suites(root):
                yield number, f"no suite {suite}"


def anchors(text):
    """The anchors of headings, as GitHub and GitLab make them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.replace("`", "")).strip().lower().replace(" ", "-") for heading in headings}
