#!/usr/bin/env python3
"""Makes a documentation catalog for docc of the guides: README.md, ARCHITECTURE.md, CONTRIBUTING.md, SECURITY.md, docs/.

    guides.py CATALOG

Links between guides become links of the catalog; links to other files keep their text only.
"""

import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
GROUPS = {
    "Using the programs": ["README.md", "docs/installing.md", "docs/searching.md", "docs/interactive.md", "docs/picking.md", "docs/batch.md",
                           "docs/catalogs.md", "docs/index-cache.md", "docs/translating.md", "docs/key-extraction.md", "docs/editors.md",
                           "docs/performance.md"],
    "Serving a shop": ["Server/README.md", "docs/meilisearch.md", "docs/insight.md", "docs/several-machines.md", "docs/bulk.md", "docs/importing.md",
                          "docs/runbook.md", "Clients/Spark/README.md"],
    "Coming from other tools": [f"docs/coming-from/{tool}.md" for tool in
                                ("meilisearch", "typesense", "algolia", "lucene", "gettext", "weblate", "xcode")],
    "Using the libraries": ["docs/libraries.md", "Examples/README.md"],
    "Contributing": ["CONTRIBUTING.md", "ARCHITECTURE.md", "docs/decisions.md", "docs/adding/locale.md",
                     "docs/adding/catalog-format.md", "docs/adding/check.md", "docs/adding/exchange-format.md",
                     "docs/adding/changing-the-index.md", "Benchmarks/README.md"],
    "Security": ["SECURITY.md"],
}
NAMES = {"README.md": "overview"}


def name(path: str) -> str:
    """The name of a guide's page."""
    if path in NAMES:
        return NAMES[path]
    parts = pathlib.PurePath(path).with_suffix("").parts
    if "coming-from" in parts:
        return f"coming-from-{parts[-1]}"
    return (parts[-2] if parts[-1] == "README" else parts[-1]).lower()


PAGES = {path: name(path) for paths in GROUPS.values() for path in paths}


def page(path: str, resources: pathlib.Path) -> str:
    """A guide as docc reads it."""
    document = ROOT / path
    text = document.read_text()
    definitions = dict(re.findall(r"^\[([^\]]+)\]: (\S+)$", text, re.MULTILINE))
    text = re.sub(r"^\[[^\]]+\]: \S+\n", "", text, flags=re.MULTILINE)

    def target(link):
        if re.match(r"[a-z]+:", link):
            return link
        file, _, anchor = link.partition("#")
        resolved = (document.parent / file).resolve() if file else document
        relative = str(resolved.relative_to(ROOT))
        if relative in PAGES:
            return f"doc:{PAGES[relative]}" + (f"#{heading(resolved.read_text(), anchor)}" if anchor else "")
        return None

    def image(match):
        source = (document.parent / match[2]).resolve()
        shutil.copy(source, resources)
        return f"![{match[1]}]({source.name})"

    def link(match):
        found = target(match[2])
        if found is None:
            return match[1]
        return f"<{found}>" if found.startswith("doc:") and "#" not in found else f"[{match[1]}]({found})"

    def reference(match):
        return f"[{match[1]}]({definitions[match[2]]})" if match[2] in definitions else match[0]

    parts = re.split(r"(^ *```.*?^ *```$)", text, flags=re.MULTILINE | re.DOTALL)
    for index in range(0, len(parts), 2):
        part = re.sub(r"<!--.*?-->\n?", "", parts[index], flags=re.DOTALL)
        part = re.sub(r"(?<!!)\[([^\]]+)\]\[([^\]]+)\]", reference, part)
        part = re.sub(r"!\[([^\]]*)\]\(([^)\s]+)\)", image, part)
        parts[index] = re.sub(r"(?<!!)\[((?:`[^`]*`|[^\]`])+)\]\(([^)\s]+)\)", link, part)
    return "".join(parts)


def heading(text: str, anchor: str) -> str:
    """The anchor that docc gives to the heading with such an anchor in a repository's page."""
    for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        plain = title.replace("`", "")
        if re.sub(r"[^\w\- ]", "", plain).strip().lower().replace(" ", "-") == anchor:
            return re.sub(r"[^\w.-]+", "-", plain).strip("-")
    return anchor


def main():
    catalog = pathlib.Path(sys.argv[1])
    resources = catalog / "Resources"
    resources.mkdir(parents=True)
    topics = "".join(
        f"\n### {title}\n\n" + "".join(f"- <doc:{PAGES[path]}>\n" for path in paths) for title, paths in GROUPS.items())
    (catalog / "Guides.md").write_text(
        "# Guides\n\n@Metadata {\n  @TechnologyRoot\n}\n\nHow to search, translate, serve a shop, and work on the project.\n\n"
        f"## Topics\n{topics}")
    for path, target in PAGES.items():
        (catalog / f"{target}.md").write_text(page(path, resources))


if __name__ == "__main__":
    main()
