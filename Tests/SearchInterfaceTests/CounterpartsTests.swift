// Each counterpart in the documentation exists and has a test: the compiler proves it by
// `Counterparts.swift`, which refers to all of them and is generated from the documentation.

import TestSupport
import Testing

@Suite struct CounterpartsTests {
    private static let folder = packageFolder + "/Sources/SearchInterface/SearchInterface.docc"

    /// The rows of the documentation: UIKit's member, the links to its counterparts, and a test, by heading.
    private static func sections() throws -> [(heading: String, rows: [[String]])] {
        var sections: [(heading: String, rows: [[String]])] = []
        for line in try contents(of: folder + "/Counterparts.md").split(separator: "\n") {
            if line.hasPrefix("## ") {
                sections.append((String(line.dropFirst(3)), []))
            } else if line.hasPrefix("| "), !line.hasPrefix("| there") {
                let cells = line.split(separator: "|").map {
                    String($0.drop { $0 == " " }.trimmingSuffix(" "))
                }
                sections[sections.count - 1].rows.append(cells)
            }
        }
        return sections.filter { !$0.rows.isEmpty }
    }

    /// Members of protocols are referred to through a type that conforms.
    private static let protocols: Set = [
        "SearchBarDelegate", "SearchControllerDelegate", "SearchDisplayDelegate", "SearchResultsUpdating",
    ]

    /// The expression that refers to the member of a link such as `SearchBar/insertText(_:)`.
    private static func reference(to link: String) -> String? {
        let parts = link.split(separator: "/", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        let type = protocols.contains(parts[0]) ? "Conforming\(parts[0])" : parts[0]
        if !parts[1].contains("(") { return "\\\(type).\(parts[1])" }
        return "\(type).\(parts[1].hasSuffix("()") ? String(parts[1].dropLast(2)) : parts[1])"
    }

    /// The source that refers to all counterparts and their tests.
    private static func source(_ sections: [(heading: String, rows: [[String]])]) -> String {
        var lines = [
            "// Generated from Counterparts.md, see `CounterpartsTests`; not to be edited.",
            "// swift-format-ignore-file", "",
            "import SearchInterface", "",
            "private func counterpart<Member, Test>(_ member: Member, test: Test) {}", "",
            "private func counterparts<",
            protocols.sorted().map { "    Conforming\($0): \($0) & SendableMetatype" }.joined(
                separator: ",\n"),
            ">(",
            protocols.sorted().map { "    _: Conforming\($0).Type" }.joined(separator: ",\n"),
            ") {",
        ]
        for section in sections {
            lines.append("    // \(section.heading)")
            for row in section.rows {
                for link in row[1].split(separator: "``") where link != ", " {
                    let member = reference(to: String(link)) ?? "\(link)"
                    lines.append("    counterpart(\(member), test: \(row[2].filter { $0 != "`" }))")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    @Test func everyRowIsCompiled() throws {
        let sections = try Self.sections()
        #expect(sections.reduce(0) { $0 + $1.rows.count } > 80)
        for row in sections.flatMap(\.rows) {
            #expect(row.count == 3, "\(row)")
            #expect(row.last?.filter { $0 != "`" }.split(separator: ".").count == 2, "no test: \(row)")
            #expect(row[1].contains("``"), "no counterpart: \(row)")
        }
        let path = packageFolder + "/Tests/SearchInterfaceTests/Counterparts.swift"
        let expected = Self.source(sections)
        if try contents(of: path) != expected {
            try makeFile(path, expected)
            Issue.record(
                "Counterparts.swift differed from Counterparts.md and was generated: build the tests again")
        }
    }
}

extension Substring {
    /// The text without the character at its end.
    fileprivate func trimmingSuffix(_ character: Character) -> Substring {
        var text = self
        while text.last == character { text.removeLast() }
        return text
    }
}
