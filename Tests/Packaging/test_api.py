"""The list of a library's public declarations contains exactly those that its dependents can use."""

import subprocess
import sys
from pathlib import Path

from conftest import ROOT

sys.path.insert(0, str(ROOT / "Tests/API"))
from api import declarations, graphs, named, target  # noqa: E402

SOURCE = """
public protocol Shape { var area: Double { get }; func scaled(by factor: Double) -> Self }
extension Shape { public func doubled() -> Self { scaled(by: 2) } }
public struct Square: Shape, Hashable, Sendable {
    public private(set) var side: Double
    let cached = 1
    public var area: Double { side * side }
    public init(side: Double = 1) { self.side = side }
    public func scaled(by factor: Double) -> Square { Square(side: side * factor) }
    package func inspect() {}
    public enum Corner { case left, right(Int) }
}
struct Hidden: Shape { var area: Double { 0 }; func scaled(by factor: Double) -> Hidden { self } }
extension Int: Shape { public var area: Double { 0 }; public func scaled(by factor: Double) -> Int { self } }
extension Array where Element: Shape { public var total: Double { 0 } }
"""
LISTED = """\
Array: var total: Double { get } [Element conformance Shape]
Int: func scaled(by factor: Double) -> Int
Int: var area: Double { get }
Shape: func doubled() -> Self
Shape: func scaled(by factor: Double) -> Self [required]
Shape: var area: Double { get } [required]
Square.Corner: case left
Square.Corner: case right(Int)
Square: Equatable
Square: Hashable
Square: Sendable
Square: Shape
Square: enum Corner
Square: func scaled(by factor: Double) -> Square
Square: init(side: Double = 1)
Square: var area: Double { get }
Square: var side: Double { get }
Swift.Int: Shape
protocol Shape
struct Square
"""


def listed(folder: Path, source: str) -> list[str]:
    folder.mkdir()
    (folder / "Shapes.swift").write_text(source)
    subprocess.run(
        ["swiftc", "-parse-as-library", "-package-name", "shapes", "-module-name", "Shapes", "-emit-module", "Shapes.swift"], cwd=folder,
        check=True)
    library = graphs("Shapes", folder, target())
    return declarations(library, named(library))


def test_what_dependents_can_use_is_listed_once_and_in_an_order_of_its_own(tmp_path: Path) -> None:
    assert listed(tmp_path / "one", SOURCE) == LISTED.splitlines()
    assert listed(tmp_path / "other", "\n".join(reversed(SOURCE.splitlines()[-3:])) + "\n".join(SOURCE.splitlines()[:-3])) == LISTED.splitlines()


def test_a_changed_declaration_changes_its_line_alone(tmp_path: Path) -> None:
    changed = listed(tmp_path / "changed", SOURCE.replace("side: Double = 1", "side: Double"))
    assert set(changed) ^ set(LISTED.splitlines()) == {"Square: init(side: Double = 1)", "Square: init(side: Double)"}
