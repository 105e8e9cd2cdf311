"""The bill of materials names all parts of the programs, in a form that other tools read, and each version is
pinned."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PROGRAMS, ROOT
from spdx_tools.spdx.parser.parse_anything import parse_file
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sbom") / "lsearch.spdx.json"
    programs = [PROGRAMS / name for name in ("lsearch", "lstrings", "lsearchd")]
    subprocess.run([sys.executable, ROOT / "Packaging/sbom.py", "1.2.3", path, *programs], check=True)
    return path


def test_it_is_valid_spdx(written: Path) -> None:
    document = parse_file(str(written))
    assert [message.validation_message for message in validate_full_spdx_document(document)] == []
    assert [package.version for package in document.packages if package.name == "lsearch"] == ["1.2.3"]


def test_it_has_swift_packages_what_they_contain_and_shared_libraries(written: Path) -> None:
    document = json.loads(written.read_text())
    packages = {package["name"]: package for package in document["packages"]}
    assert packages["swift-nio"]["licenseDeclared"] == "Apache-2.0"
    assert packages["swift-argument-parser"]["licenseDeclared"] == "Apache-2.0 WITH Swift-exception"
    assert packages["GRDB.swift"]["externalRefs"][0]["referenceLocator"].startswith("pkg:swift/github.com/groue/GRDB.swift@7.")
    assert any(name.startswith("libsqlite3") and "versionInfo" in package for name, package in packages.items())
    relations = {
        (one["spdxElementId"], one["relationshipType"], one["relatedSpdxElement"]) for one in document["relationships"]}
    assert ("SPDXRef-swift-crypto", "CONTAINS", "SPDXRef-boringssl") in relations
    assert ("SPDXRef-hummingbird", "DEPENDS_ON", "SPDXRef-swift-nio") in relations
    # Everything except the product itself is a part of something.
    assert {one["SPDXID"] for one in packages.values()} == {other for _, _, other in relations}


def test_the_manifest_of_the_server_pins_every_package(written: Path) -> None:
    manifest = (ROOT / "Server/Package.swift").read_text()
    pinned = dict(re.findall(r'/([\w.-]+?)(?:\.git)?", exact: "([\d.]+)"', manifest)) | dict(
        re.findall(r'\("([\w-]+)", "\w+", "([\d.]+)"\)', manifest))
    used = {
        package["name"]: package["versionInfo"] for package in json.loads(written.read_text())["packages"]
        if package["downloadLocation"].startswith("git+") and package["name"] != "swift"}
    assert used == pinned


def test_the_same_programs_have_the_same_bill(written: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.json"
    subprocess.run([sys.executable, ROOT / "Packaging/sbom.py", "1.2.3", again, *(PROGRAMS / name for name in ("lsearch", "lstrings", "lsearchd"))], check=True)
    assert again.read_bytes() == written.read_bytes()
