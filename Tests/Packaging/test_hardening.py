"""Programs that are built with the options of release builds resist exploits."""

import os
import subprocess
from pathlib import Path

from conftest import ROOT

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "small", targets: [.target(name: "CSmall"), .executableTarget(name: "small", dependencies: ["CSmall"])])
"""
HEADER = "int length_of_copy(const char *text);\n"
C = """\
#include "small.h"
#include <string.h>
int length_of_copy(const char *text) {
    char copy[64];
    strncpy(copy, text, sizeof copy - 1);
    copy[63] = 0;
    return (int)strlen(copy);
}
"""
SWIFT = 'import CSmall\nprint(length_of_copy("rose"))\n'


def hardened(program: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ROOT / "Packaging/hardened.sh", program], capture_output=True, text=True)


def test_release_builds_are_hardened(tmp_path: Path) -> None:
    for name, text in {
        "Package.swift": MANIFEST, "Sources/CSmall/include/small.h": HEADER, "Sources/CSmall/small.c": C, "Sources/small/main.swift": SWIFT
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    options = subprocess.run(
        ["make", "--no-print-directory", "--eval", "options:;@echo $(RELEASE)", "options"], cwd=ROOT, env=environment, check=True,
        capture_output=True, text=True).stdout.split()
    subprocess.run(["swift", "build", "--quiet", *options], cwd=tmp_path, check=True)
    program = tmp_path / ".build/release/small"
    assert subprocess.run([program], capture_output=True, text=True).stdout == "4\n"
    result = hardened(program)
    assert result.returncode == 0, result.stderr


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    (tmp_path / "soft.c").write_text('int main(void) { return 0; }\n')
    subprocess.run(
        ["clang", "-no-pie", "-Wl,-z,norelro", "-Wl,-z,lazy", "-Wl,-z,execstack", "-Wl,-rpath,$ORIGIN", "soft.c", "-o", "soft"], cwd=tmp_path,
        check=True)
    result = hardened(tmp_path / "soft")
    assert result.returncode == 1
    for word in ["position-independent", "read-only", "bound late", "executable stack", "stack protector", "folder of its own"]:
        assert word in result.stderr, result.stderr
