#!/usr/bin/env python3
"""Checks which folders inside a target use which others, by the names that they declare.

    folders.py              compares the sources with the tables in ARCHITECTURE.md
    folders.py --write      writes what is used into the tables
    folders.py --why A B    where the folder A uses the folder B, such as CatalogSearch/Query CatalogSearch/Matching

A table begins with `<!-- folders: TARGET -->` and ends with `<!-- folders: end -->`. Its first column has a folder and its last column
the folders of the same target that this one uses: only those before it in the table. Where it uses another nevertheless, the table says so
in bold, and `--write` adds none in bold. `A … C` are the rows from A to C. Files beside the folders are the folder `.`, the last one if it has no row.

Folders of a target without a table are named in a paragraph that names the target.
"""

import collections
import pathlib
import re
import signal
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "ARCHITECTURE.md"
MOST_BYTES = 24_000
TABLE = re.compile(r"<!-- folders: (\S+) -->\n(.*?)<!-- folders: end -->", re.DOTALL)
MODIFIERS = r"(?:@\w+(?:\([^)\n]*\))?\s+)*(?:(?:public|package|internal|final|indirect|static|class|mutating|nonisolated(?:\(\w+\))?|private\(set\)|lazy|override|convenience)\s+)*"
# A type, function or value: at the left margin, or a member of an extension, four spaces from it.
TYPE = re.compile(rf"^((?:    )?){MODIFIERS}(?:struct|class|enum|protocol|actor|typealias)\s+`?(\w+)", re.MULTILINE)
FUNCTION = re.compile(rf"^{MODIFIERS}(?:func|let|var)\s+`?(\w+)", re.MULTILINE)
PRIVATE = re.compile(r"^ *(?:indirect )?(?:private|fileprivate) (?:indirect |final )?(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)", re.MULTILINE)
EXTENSION = re.compile(r"^(?:public |package )?extension ([\w.]+)[^{]*\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
MEMBER = re.compile(rf"^    {MODIFIERS}(?:func|var|let)\s+`?(\w+)", re.MULTILINE)
# Members that types of other modules have as well.
COMMON = {"allCases", "isValidUTF8", "relaxed", "problems", "serialized", "subtracting", "update", "Failure", "ArgumentClass", "AsyncIterator", "insert",
          "Event", "Response"}
ANY = re.compile(r"\b(?:func|var|let|case)\s+`?(\w+)|[(,]\s*(?:\w+ )?(\w+):")


def code(text):
    """Swift without comments, and of literals only what is interpolated."""
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r'"""(.*?)"""', '""', text, flags=re.DOTALL)
    return re.sub(r'"((?:\\\((?:[^()"]|\([^()]*\))*\)|\\.|[^"\\\n])*)"',
                  lambda literal: " ".join(re.findall(r"\\\(((?:[^()]|\([^()]*\))*)\)", literal[1])), text)


def folder_of(path, target, known):
    """The folder of a source file: the longest one that the table has; files beside the folders are in `.`."""
    parts = path.relative_to(target).parent.parts
    for count in range(len(parts), 0, -1):
        if "/".join(parts[:count]) in known:
            return "/".join(parts[:count])
    return parts[0] if parts else "."


def uses(target, known):
    """For each folder those that it uses, with the places: (file, name)."""
    files = {path: code(path.read_text()) for path in sorted(target.rglob("*.swift"))}
    folders = {path: folder_of(path, target, known) for path in files}
    types, nested, functions, members, others = (collections.defaultdict(set) for _ in range(5))
    for path, text in files.items():
        folder = folders[path]
        inside = "".join(match[2] for match in EXTENSION.finditer(text))
        for indentation, name in TYPE.findall(text):
            others[name].add(folder)
            (nested if indentation else types)[name].add(folder)
            if indentation and name not in COMMON:
                members[name].add(folder)
        for name in PRIVATE.findall(text):
            nested[name].add(folder)
        for name in FUNCTION.findall(text):
            functions[name].add(folder)
        for name in set(MEMBER.findall(inside)) - COMMON:
            members[name].add(folder)
        for pair in ANY.findall(text):
            others[pair[0] or pair[1]].add(folder)
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for path, text in files.items():
        folder = folders[path]
        found[folder]
        for name in set(re.findall(r"(?<!\w\.)\b[A-Z]\w*", text)):
            if folder not in types.get(name, {folder}) | nested[name] and len(types[name]) == 1:
                found[folder][next(iter(types[name]))].add((path, name))
        for name in set(re.findall(r"(?<![.\w])([a-z]\w*)\(", text)):
            if folder not in functions.get(name, {folder}) and folder not in others[name] and len(functions[name]) == 1:
                found[folder][next(iter(functions[name]))].add((path, name))
        for name in set(re.findall(r"\.(\w+)\b", text)):
            if members.get(name) and len(others[name]) == 1 and members[name] == others[name] and folder not in members[name] | nested[name]:
                found[folder][next(iter(members[name]))].add((path, "." + name))
    return found


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def spelled(folders, order):
    """Folders in the order of the table: `A … C` for three or more rows that follow each other."""
    texts, run = [], []
    for folder in order + [None]:
        if folder in folders:
            run.append(folder)
            continue
        texts += [f"{run[0]} … {run[-1]}"] if len(run) > 2 else run
        run = []
    return ", ".join(texts)


def read(text, order):
    """The folders in what `spelled` writes."""
    first, _, last = text.partition(" … ")
    return order[order.index(first):order.index(last) + 1] if last in order and first in order else [text]


def checked(match, problems, isWriting):
    """The table, with what its folders use."""
    name, table = match[1], match[2]
    lines = table.split("\n")
    rows = {cells(line)[0].strip("`"): index for index, line in enumerate(lines) if line.startswith("| `")}
    order = list(rows) + ["."] * ("." not in rows)
    found = uses(ROOT / name, rows)
    for folder in sorted(set(found) - set(order)):
        problems.append(f"{name}/{folder} has no row in the table of {DOCUMENT.name}")
    for folder, index in rows.items():
        if folder not in found:
            problems.append(f"the table of {DOCUMENT.name} has a row for {name}/{folder}, which does not exist")
            continue
        columns = cells(lines[index])
        said = {other for span in re.findall(r"`([^`]+)`", columns[-1]) for part in span.split(", ") for other in read(part, order)}
        admitted = set(re.findall(r"\*\*`([^`]+)`\*\*", columns[-1]))
        before = order[:order.index(folder)]
        used = found[folder]
        for other in sorted(used):
            path, word = min(used[other])
            where = f"{path.relative_to(ROOT)} uses {word} of {name}/{other}"
            if other not in before and other not in admitted:
                problems.append(f"{where}, which stands after {name}/{folder}")
            elif other not in said and not isWriting:
                problems.append(f"{where}, which {DOCUMENT.name} does not name in the row of {folder}")
        if isWriting:
            usual = spelled(set(used) - admitted, before)
            columns[-1] = ", ".join([f"`{usual}`"] * bool(usual) + [f"**`{other}`**" for other in order if other in used and other in admitted])
            lines[index] = "| " + " | ".join(columns) + " |"
        else:
            for other in sorted(said - set(used)):
                problems.append(f"{DOCUMENT.name} names {other} in the row of {name}/{folder}, which does not use it")
    return match[0].replace(table, "\n".join(lines))


def unnamed(text):
    """The folders of targets without a table that no paragraph names beside their target."""
    tables = {match[1] for match in TABLE.finditer(text)}
    for target in sorted([*ROOT.glob("Sources/*/"), *ROOT.glob("Server/Sources/*/")]):
        if str(target.relative_to(ROOT)) in tables:
            continue
        paragraphs = [part for part in text.split("\n\n") if re.search(rf"\b{target.name}[`/]", part)]
        for folder in sorted({path.relative_to(target).parts[0] for path in target.glob("*/**/*.swift")}):
            if not any(f"`{folder}`" in part or f"{target.name}/{folder}" in part for part in paragraphs):
                yield target.relative_to(ROOT) / folder


def main():
    text = DOCUMENT.read_text()
    if sys.argv[1:2] == ["--why"]:
        # `| head` ends this program without a message.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        for match in TABLE.finditer(text):
            first, second = sys.argv[2:4]
            if first.startswith(match[1].split("/")[-1] + "/"):
                rows = {cells(line)[0].strip("`") for line in match[2].split("\n") if line.startswith("| `")}
                used = uses(ROOT / match[1], rows)[first.split("/", 1)[1]]
                for path, word in sorted(used[second.split("/", 1)[1]]):
                    print(f"{path.relative_to(ROOT)}: {word}")
        return 0
    problems = [f"{folder} is not named beside its target in {DOCUMENT.name}" for folder in unnamed(text)]
    if len(text.encode()) > MOST_BYTES:
        problems.append(f"{DOCUMENT.name} has {len(text.encode())} bytes, more than {MOST_BYTES}")
    isWriting = sys.argv[1:2] == ["--write"]
    written = TABLE.sub(lambda match: checked(match, problems, isWriting), text)
    if isWriting:
        DOCUMENT.write_text(written)
    for problem in problems:
        print(f"walls: {problem}")
    if not problems:
        print("walls: folders use what ARCHITECTURE.md says")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
