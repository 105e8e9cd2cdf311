#!/usr/bin/env python3
"""Writes the software bill of materials of built programs, as SPDX 2.3 in JSON: what they consist of, and what they load.

    sbom.py VERSION OUTPUT PROGRAM...

Swift packages come from SwiftPM's graph, with the versions that were built; shared libraries from the programs and the
system's list of packages; licenses from Packaging/debian/copyright, which must name each Swift package. The document depends
on its contents and the time of the commit only.
"""

import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
# Names of licenses in Debian's file, where SPDX has others.
SPDX = {"Expat": "MIT", "BSD-3-clause": "BSD-3-Clause", "Apache-2.0 with Runtime Library Exception": "Apache-2.0 WITH Swift-exception"}
# The package whose graph has all others.
SERVER = ("Server", ".build")


def printed(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def licenses() -> tuple[dict[str, str], dict[str, list[str]]]:
    """The license of each component, and the components that have no version because they are parts of others."""
    declared, parts = {}, {}
    for stanza in (ROOT / "Packaging/debian/copyright").read_text().split("\n\n"):
        members = dict(re.findall(r"^(\w+): (.*(?:\n .*)*)", stanza, re.M))
        names = members.get("Files", "").split()
        for name in names:
            declared[name] = SPDX.get(members["License"], members["License"])
        if within := re.match(r"In (\S+?)(?: and (\S+?))?[.,]", members.get("Comment", "")):
            for parent in filter(None, within.groups()):
                parts.setdefault(parent, []).extend(names)
    return declared, parts


def swift_packages(folder: str, scratch: str) -> dict[str, dict]:
    """The packages of SwiftPM's graph by name: version, address, and the names of those that they depend on."""
    text = printed("swift", "package", "--package-path", folder, "--scratch-path", scratch, "show-dependencies", "--format", "json")
    found = {}

    def name(node: dict) -> str:
        # Packages of this repository are one component.
        return "lsearch" if node["version"] == "unspecified" else node["url"].removesuffix(".git").rsplit("/", 1)[-1]

    def visit(node: dict) -> None:
        one = found.setdefault(name(node), {"version": node["version"], "url": node["url"].removesuffix(".git"), "uses": set()})
        one["uses"] |= {name(other) for other in node["dependencies"]} - {name(node)}
        for other in node["dependencies"]:
            visit(other)

    visit(json.loads(text[text.index("{"):]))
    return found


def libraries(programs: list[str]) -> dict[str, str]:
    """The system's packages whose libraries the programs name themselves, with versions."""
    files = set()
    for program in programs:
        needed = set(re.findall(r"\(NEEDED\).*\[(.+)\]", printed("readelf", "--wide", "--dynamic", program)))
        places = dict(re.findall(r"(\S+) => (/\S+)", printed("ldd", program)))
        files |= {places[library] for library in needed if library in places}
    packages = {}
    for file in sorted(files):
        # Debian's list has the path from before or after /lib became /usr/lib.
        for path in {file, str(pathlib.Path(file).resolve()), file.removeprefix("/usr"), "/usr" + file}:
            owner = subprocess.run(["dpkg-query", "--search", path], capture_output=True, text=True).stdout.partition(":")[0]
            if owner:
                packages[owner] = printed("dpkg-query", "--show", "--showformat", "${Version}", owner)
    return packages


def identifier(name: str) -> str:
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def component(name: str, version: str | None, location: str, license: str, purl: str | None) -> dict:
    """A package of the document."""
    one = {
        "name": name, "SPDXID": identifier(name), "downloadLocation": location, "filesAnalyzed": False, "licenseConcluded": license,
        "licenseDeclared": license, "copyrightText": "NOASSERTION"}
    if version:
        one["versionInfo"] = version
    if purl:
        one["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]
    return one


def document(version: str, programs: list[str]) -> dict:
    declared, parts = licenses()
    declared["lsearch"] = declared.pop("*")
    graph = swift_packages(*SERVER)
    unknown = sorted(graph.keys() - declared.keys())
    if unknown:
        raise ValueError(f"Packaging/debian/copyright does not say the license of {', '.join(unknown)}")
    packages, relations = [], [("SPDXRef-DOCUMENT", "DESCRIBES", identifier("lsearch"))]
    for name, one in sorted(graph.items()):
        own = name == "lsearch"
        purl = None if own else f"pkg:swift/{one['url'].removeprefix('https://')}@{one['version']}"
        location = "NOASSERTION" if own else f"git+{one['url']}.git@{one['version']}"
        packages.append(component(name, version if own else one["version"], location, declared[name], purl))
        relations += [(identifier(name), "DEPENDS_ON", identifier(other)) for other in sorted(one["uses"])]
        relations += [(identifier(name), "CONTAINS", identifier(part)) for part in sorted(parts.get(name, []))]
    for part in sorted({part for name in graph for part in parts.get(name, [])}):
        packages.append(component(part, None, "NOASSERTION", declared[part], None))
        relations += [(identifier(part), "CONTAINS", identifier(inner)) for inner in parts.get(part, [])]
        packages += [component(inner, None, "NOASSERTION", declared[inner], None) for inner in parts.get(part, [])]
    compiler = re.search(r"Swift version (\S+)", printed("swift", "--version"))[1]
    location = f"git+https://github.com/swiftlang/swift.git@swift-{compiler}-RELEASE"
    packages.append(component("swift", compiler, location, declared["swift"], f"pkg:swift/github.com/swiftlang/swift@{compiler}"))
    relations.append((identifier("lsearch"), "STATIC_LINK", identifier("swift")))
    machine = printed("dpkg", "--print-architecture").strip()
    for name, number in sorted(libraries(programs).items()):
        purl = f"pkg:deb/debian/{name}@{number}?arch={machine}"
        packages.append(component(name, number, "NOASSERTION", "NOASSERTION", purl))
        relations.append((identifier("lsearch"), "DYNAMIC_LINK", identifier(name)))
    time = datetime.datetime.fromisoformat(printed("git", "log", "-1", "--format=%cI").strip()).astimezone(datetime.timezone.utc)
    contents = hashlib.sha256(json.dumps([packages, relations]).encode()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"lsearch-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/lsearch-{version}-{contents[:32]}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: lsearch-Packaging-sbom.py"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in relations]}


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("sbom.py: name the version, the file to write, and the programs")
    try:
        text = json.dumps(document(sys.argv[1], sys.argv[3:]), indent=1, ensure_ascii=False) + "\n"
    except (ValueError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"sbom.py: {error}")
    pathlib.Path(sys.argv[2]).write_text(text)
