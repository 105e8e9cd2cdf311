"""Release builds link what starts sooner, as far as the system has it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT

# Prints 0 for JSON, a message for anything else.
PROGRAM = """\
#include "CSimdJSON.h"
#include <cstdio>
#include <cstring>
int main(int, char **arguments) {
    uint8_t bytes[256] = {};
    if (!arguments[1]) { return 0; }
    strncpy(reinterpret_cast<char *>(bytes), arguments[1], 100);
    csimdjson_document document;
    int32_t error = csimdjson_parse(csimdjson_parser_create(), bytes, strlen(arguments[1]), &document);
    if (!csimdjson_is_valid_utf8(bytes, 100)) { return 3; }
    puts(error ? csimdjson_error_message(error) : "0");
}
"""


def archives(folder: Path, **variables: str) -> Path:
    subprocess.run(
        [ROOT / "Scripts/archives.sh", folder], cwd=ROOT, env=os.environ | {"ICU": "archives"} | variables, check=True)
    return folder


def options(folder: Path) -> list[str]:
    return subprocess.run(
        [ROOT / "Scripts/linker.sh", folder], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()


def test_packages_link_the_shared_libraries(tmp_path: Path) -> None:
    folder = archives(tmp_path / "archives", ICU="shared")
    assert not folder.exists()
    assert "-static-libgcc" not in options(folder)


def test_entries_for_pkg_config_name_the_archives(tmp_path: Path) -> None:
    folder = archives(tmp_path / "archives")
    for entry in folder.glob("*.pc"):
        found = re.search(r"^Libs: -L(\S+) (.*)$", entry.read_text(), re.M)
        assert found and found[1] == str(folder)
        for library in found[2].split():
            assert (folder / f"lib{library.removeprefix('-l')}.a").exists(), library


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = archives(tmp_path_factory.mktemp("linking") / "archives")
    if not (folder / "libsimdjson.a").exists():
        pytest.skip("simdjson is linked as a shared library here")
    shim = ROOT / "Sources/C/CSimdJSON"
    (folder / "program.cpp").write_text(PROGRAM)
    subprocess.run(
        [shutil.which("clang++") or "c++", "-std=c++17", "-I", shim / "include", folder / "program.cpp", shim / "CSimdJSON.cpp", "-L", folder,
         "-lsimdjson", "-lstdc++", "-static-libgcc", "-o", folder / "program"], check=True)
    return folder / "program"


def test_simdjson_is_loaded_when_json_is_read(program: Path) -> None:
    needed = subprocess.run(["readelf", "--dynamic", program], check=True, capture_output=True, text=True).stdout
    assert "simdjson" not in needed
    for text, printed in [("", ""), ('{"a": [1, "é"]}', "0\n"), ("[1, 2", None)]:
        run = subprocess.run([program, *([text] if text else [])], capture_output=True, text=True)
        assert run.returncode == 0
        assert run.stdout == printed if printed is not None else len(run.stdout) > 10


def test_a_missing_simdjson_is_named_when_json_is_read(program: Path, tmp_path: Path) -> None:
    # The library that is looked for has another name.
    damaged = tmp_path / "program"
    damaged.write_bytes(program.read_bytes().replace(b"libsimdjson.so.", b"libmissing0.so."))
    damaged.chmod(0o755)
    assert subprocess.run([damaged]).returncode == 0
    run = subprocess.run([damaged, "{}"], capture_output=True, text=True)
    assert run.returncode == 127
    assert "libmissing0.so." in run.stderr
