"""Compiles and runs the Swift snippets of a document against the built libraries."""

import json
import pathlib
import subprocess

from markdown import matches, printed

# Targets whose object files a snippet is linked with: all of the kit, none of the programs.
PROGRAMS = {"ModelContextProtocol", "ProgramSupport", "lsearch", "lstrings"}
LIBRARIES = ["-lsimdjson", "-lstemmer", "-lstdc++"]


def programs(blocks, isOne):
    """The Swift programs of a document: the first line of each, and its blocks. Each section (`## …`) is a program, or the
    document is one."""
    sections = {}
    for block in blocks:
        if block.language == "swift" and not block.skip:
            sections.setdefault("" if isOne else block.section, []).append(block)
    return [(section[0].line, section) for section in sections.values()]


def run_snippets(snippets, folder: pathlib.Path, sources: pathlib.Path, work: pathlib.Path):
    """The problems of a program: pairs of a line of the document and a message."""
    lines = []
    for block in snippets:
        lines.append(f'#sourceLocation(file: "snippet", line: {block.line + 1})')
        lines += block.lines
    imports = [line for line in lines if line.startswith("import ")]
    body = [line if not line.startswith("import ") else "" for line in lines]
    (work / "main.swift").write_text("\n".join([*dict.fromkeys(imports), *body]) + "\n")
    folders = [*(sources / "Sources").iterdir(), *(sources / "Sources/C").iterdir()]
    objects = [
        path for target in sorted(folders) if target.name not in PROGRAMS for path in object_files(folder / f"{target.name}.build")
    ]
    modules = [*folder.glob("C*.build/module.modulemap"), *(sources / "Sources/C").glob("*Library/module.modulemap")]
    flags = subprocess.run(
        ["pkg-config", "--libs", "icu-i18n", "libxml-2.0"], check=True, capture_output=True,
        text=True).stdout.split()
    built = subprocess.run(
        ["swiftc", "-swift-version", "6", "-I", str(folder / "Modules"),
         *(flag for module in modules for flag in ("-Xcc", f"-fmodule-map-file={module}")), "-o", "snippet", "main.swift", *objects, *flags,
         *LIBRARIES], cwd=work, capture_output=True, text=True)
    if built.returncode != 0:
        errors = [line for line in built.stderr.split("\n") if line.startswith("snippet:") and " error: " in line]
        if not errors:
            return [(None, built.stderr)]
        return [(int(error.split(":")[1]), error.split(" error: ")[1]) for error in errors]
    run = subprocess.run(
        [str(work / "snippet")], cwd=sources, env={"LANG": "en_US.UTF-8", "HOME": str(work)}, capture_output=True, text=True,
        timeout=120)
    shown = [line for block in snippets for line in printed(block.lines, "swift")]
    if run.returncode != 0 or not matches(shown, run.stdout):
        return [(None, f"status {run.returncode}; shown {shown}; printed:\n{run.stdout}{run.stderr}")]
    return []


def object_files(folder: pathlib.Path):
    """The object files of a target, without those of sources that were removed since."""
    files = folder / "output-file-map.json"
    if not files.exists():
        return sorted(str(path) for path in folder.glob("**/*.o"))
    entries = json.loads(files.read_text()).values()
    return [str(folder / pathlib.Path(entry["object"]).name) for entry in entries if "object" in entry]
