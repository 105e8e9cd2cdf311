# The texts and queries of the measurements.

import json
import random
import re
import sys

KINDS = ("word", "prefix", "infix", "and")
FIELDS = ("title", "summary", "keywords", "description")
SEPARATOR = "\x1f"  # between fields, so that no match spans two of them


def texts(options):
    """The id and the searched text of each record that has texts in the locale."""
    with options.records.open(encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            found = [(record.get(field) or {}).get(options.locale) for field in FIELDS]
            found = [SEPARATOR.join(one) if isinstance(one, list) else one for one in found if one]
            if found:
                yield record["id"], SEPARATOR.join(found)


def queries(options):
    """The distinct queries: those of the file, and words of the texts until there are enough."""
    found = {}
    for query in map(json.loads, options.queries.read_text(encoding="utf-8").splitlines()):
        if (query["catalog"], query["locale"]) == (options.catalog, options.locale) and query["kind"] in KINDS:
            found[tuple(query["q"].split())] = True
    chance = random.Random(7)
    lines = [text for _, text in texts(options)]
    if not lines:
        sys.exit(f"{options.records} has no texts in {options.locale}")
    for _ in range(100 * options.count):
        if len(found) >= options.count:
            break
        if words := made_query(chance.choice(KINDS), chance.choice(lines), chance):
            found[words] = True
    return list(found)


def made_query(kind, text, chance):
    """A query of a kind, made of a text; `None` if the text has no such words."""
    words = re.findall(r"[^\W\d_]{4,}|[\u3040-\u30ff\u4e00-\u9fff]{2,}", text)
    if not words:
        return None
    word = chance.choice(words)
    is_dense = word[0] > "\u3000"
    match kind:
        case "word":
            return (word,)
        case "prefix" if len(word) > 5 or is_dense:
            return (word[: 2 if is_dense else chance.randint(3, 5)],)
        case "infix" if len(word) > 8 or is_dense and len(word) > 3:
            start = chance.randint(1, len(word) - (2 if is_dense else 6))
            return (word[start : start + (2 if is_dense else chance.randint(4, 6))],)
        case "and":
            other = chance.choice(words)
            return (word, other) if other != word else None
    return None
