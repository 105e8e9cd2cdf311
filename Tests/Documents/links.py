"""Checks that links between documents lead somewhere."""

import re

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)")


def problems(document, text):
    """Pairs of a line and what is wrong with a link on it."""
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


def anchors(text):
    """The anchors of headings, as GitHub and GitLab make them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.replace("`", "")).strip().lower().replace(" ", "-") for heading in headings}
