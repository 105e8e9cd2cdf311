#!/usr/bin/env python3
"""Checks that targets declare what they import: a build that begins with nothing else finds no module that it did not order.

    declared.py PACKAGE...      folders of packages; modules that another dependency brings count as declared
"""

import json
import pathlib
import re
import subprocess
import sys

IMPORT = re.compile(r"^\s*(?:@\w+ )*(?:public |package |internal |fileprivate |private )?import (?:\w+ )?(\w+)", re.MULTILINE)


def undeclared(package):
    """Pairs of a source file and a module of the same package that its target does not depend on."""
    described = subprocess.run(
        ["swift", "package", "--package-path", package, "describe", "--type", "json"], check=True, capture_output=True, text=True
    ).stdout
    targets = {target["name"]: target for target in json.loads(described[described.index("{"):])["targets"]}

    def needed(name, seen):
        for other in targets[name].get("target_dependencies", []):
            if other not in seen:
                seen.add(other)
                needed(other, seen)
        return seen

    for name, target in targets.items():
        known = needed(name, {name})
        for source in sorted(pathlib.Path(package, target["path"]).rglob("*.swift")):
            for module in IMPORT.findall(source.read_text()):
                if module in targets and module not in known:
                    yield source, module


faults = [f"{source}: imports {module}, which its target does not depend on; add it in Package.swift"
          for package in sys.argv[1:] for source, module in undeclared(package)]
print("\n".join(faults) or "walls: all imports are declared")
sys.exit(1 if faults else 0)
