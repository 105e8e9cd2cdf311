#!/usr/bin/env python3
"""Compares the public API of each library product with the list in this folder, so that no change of it goes unnoticed.

    api.py [--write] [--built FOLDER]

FOLDER has what `make check` built (.build/debug). --write brings the lists in line with the libraries. The commit then
shows what dependents can see of it, which decides on the next version (Semantic Versioning).

A list has a line for each public declaration: what it belongs to, and how the compiler writes it. Protocols that the
compiler adds to almost every type are left out, and so is all that depends on the order of sources.
"""

import argparse
import collections
import concurrent.futures
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTS = pathlib.Path(__file__).resolve().parent
# Whether a type has these depends only on the compiler's version, or follows from another one.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}


def products() -> list[str]:
    """The libraries that the package offers. Each is one module of the same name."""
    return sorted(re.findall(r'\.library\(name: "(\w+)"', (ROOT / "Package.swift").read_text()))


def module_maps(built: pathlib.Path) -> list[str]:
    """Options with which the compiler finds the C modules behind the libraries."""
    options = []
    for folder in sorted((ROOT / "Sources/C").iterdir()):
        maps = [folder / "module.modulemap", folder / "include/module.modulemap", built / f"{folder.name}.build/module.modulemap"]
        options += [f"-fmodule-map-file={found}" for found in maps if found.exists()][:1]
    headers = subprocess.run(["pkg-config", "--cflags-only-I", "icu-i18n", "libxml-2.0"], check=True, capture_output=True, text=True)
    return [word for option in [*options, *headers.stdout.split()] for word in ("-Xcc", option)]


def graphs(module: str, modules: pathlib.Path, options: list[str]) -> list[dict]:
    """The symbol graphs of a library: its own declarations, and those that it adds to types of other modules."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "swift", "symbolgraph-extract", "-module-name", module, "-I", str(modules), *options, "-minimum-access-level", "public",
            "-skip-synthesized-members", "-skip-inherited-docs", "-output-dir", folder]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode:
            sys.exit(f"api: the public symbols of {module} cannot be read; build it first\n{result.stderr}")
        return [json.loads(file.read_text()) for file in pathlib.Path(folder).iterdir()]


def target() -> list[str]:
    """The option that names the machine for which the libraries are built."""
    output = subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    return ["-target", json.loads(output)["target"]["triple"]]


def named(library: list[dict]) -> dict[str, str]:
    """The names of a library's symbols by their identifiers."""
    return {symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"]) for graph in library for symbol in graph["symbols"]}


def demangled(identifiers: list[str]) -> dict[str, str]:
    """The names of types by their identifiers, such as Swift.Int by s:Si."""
    command = ["swift", "demangle", "--compact", *(f"${identifier.replace(':', '')}" for identifier in identifiers)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines() if identifiers else []
    return dict(zip(identifiers, lines))


def declarations(library: list[dict], names: dict[str, str]) -> list[str]:
    """One line for each declaration of a library, sorted. `names` has the names of all libraries' symbols by their identifiers."""
    conformances, required = collections.defaultdict(set), set()
    for relation in (relation for graph in library for relation in graph["relationships"]):
        if relation["kind"] in ("conformsTo", "inheritsFrom"):
            parent = relation.get("targetFallback", "").partition(".")[2] or names.get(relation["target"], relation["target"])
            conformances[relation["source"]].add(parent)
        elif relation["kind"] == "requirementOf":
            required.add(relation["source"])
    lines, own = set(), set()
    for symbol in (symbol for graph in library for symbol in graph["symbols"]):
        identifier = symbol["identifier"]["precise"]
        own.add(identifier)
        *parents, _ = symbol["pathComponents"]
        text = " ".join("".join(fragment["spelling"] for fragment in symbol["declarationFragments"]).split())
        parent = f"{'.'.join(parents)}: " if parents else ""
        extension = symbol.get("swiftExtension", {})
        conditions = [f"{one['lhs']} {one['kind']} {one['rhs']}" for one in extension.get("constraints", [])]
        condition = f" [{', '.join(sorted(conditions))}]" if conditions else ""
        # A conforming type must have the requirements of a protocol.
        requirement = " [required]" if identifier in required else ""
        lines.add(parent + text + condition + requirement)
        name = ".".join(symbol["pathComponents"])
        lines |= {f"{name}: {protocol}" for protocol in conformances[identifier] - IMPLIED}
    # Types of other modules to which the library adds conformances to protocols of its own.
    protocols = set(names.values())
    foreign = {source: added & protocols for source, added in conformances.items() if source not in own and added & protocols}
    types = demangled(sorted(foreign))
    lines |= {f"{types[source]}: {protocol}" for source, added in foreign.items() for protocol in added}
    return sorted(lines)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--built", type=pathlib.Path, default=ROOT / ".build/debug")
    options = parser.parse_args()
    built = options.built.resolve()
    flags = [*target(), *module_maps(built)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        found = dict(zip(products(), threads.map(lambda module: graphs(module, built / "Modules", flags), products())))
    names = {identifier: name for library in found.values() for identifier, name in named(library).items()}
    # A library without public declarations has no list.
    texts = {f"{module}.txt": "".join(f"{line}\n" for line in declarations(library, names)) for module, library in found.items()}
    changed = False
    for name in sorted(texts.keys() | {path.name for path in LISTS.glob("*.txt")}):
        path = LISTS / name
        before, after = path.read_text() if path.exists() else "", texts.get(name, "")
        if before == after:
            continue
        changed = True
        if options.write and after:
            path.write_text(after)
        elif options.write:
            path.unlink()
        else:
            lines = difflib.unified_diff(before.splitlines(), after.splitlines(), f"Tests/API/{name}", "now", n=0, lineterm="")
            print("\n".join(lines))
    if changed and not options.write:
        print("api: the public API is not what Tests/API lists; if it shall change, run Tests/API/api.py --write, and say in CHANGELOG.md"
              " what dependents must change")
        return 1
    print(f"api: {sum(text.count(chr(10)) for text in texts.values())} public declarations of {len(texts)} libraries are as listed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
