// Does every counterpart that the documentation lists exist, and has it the test that is named?

import TestSupport
import Testing

@Suite struct CounterpartsTests {
    private static let rows = Result { () throws -> [[String]] in
        let page = try contents(
            of: packageFolder + "/Sources/SearchInterface/SearchInterface.docc/Counterparts.md")
        return page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| there") }.map {
            $0.split(separator: "|").map { String($0.drop { $0 == " " }.trimmingSuffix(" ")) }
        }
    }

    /// All sources below a folder, as one text.
    private static func sources(_ folder: String) throws -> String {
        var text = ""
        for name in try allNames(inFolder: folder) {
            if name.hasSuffix(".swift") {
                text += try contents(of: folder + "/" + name)
            } else if !name.contains(".") {
                text += try sources(folder + "/" + name)
            }
        }
        return text
    }

    @Test func everyRowNamesATestThatThereIs() throws {
        let rows = try Self.rows.get()
        #expect(rows.count > 80)
        let tests = try Self.sources(packageFolder + "/Tests/SearchInterfaceTests")
        for row in rows {
            #expect(row.count == 3, "\(row)")
            let test = row[2].filter { $0 != "`" }.split(separator: ".")
            guard test.count == 2, let suite = tests.firstRange(of: "@Suite struct \(test[0]) {") else {
                Issue.record("\(row)")
                continue
            }
            let rest = tests[suite.upperBound...]
            let end = rest.firstRange(of: "@Suite ")?.lowerBound ?? rest.endIndex
            #expect(rest[..<end].contains("func \(test[1])("), "\(row)")
        }
    }

    @Test func everyRowNamesAMemberThatThereIs() throws {
        // Every name behind a word that declares one, and initializers.
        let words = try Self.sources(packageFolder + "/Sources/SearchInterface").split {
            !($0.isLetter || $0.isNumber || $0 == "_")
        }
        let keywords: Set<Substring> = ["class", "struct", "protocol", "func", "var", "let", "public"]
        let declared = Set(zip(words, words.dropFirst()).filter { keywords.contains($0.0) }.map(\.1))
        for row in try Self.rows.get() {
            let names = row[1].split(separator: "``").filter { $0 != ", " }
            #expect(!names.isEmpty, "\(row)")
            for name in names {
                let parts = name.split(separator: "/", maxSplits: 1)
                #expect(parts.count == 2, "\(row)")
                // A type, and a member without its labels; the documentation's links hold these.
                #expect(parts.allSatisfy { declared.contains($0.prefix { $0 != "(" }) }, "\(name)")
            }
        }
    }
}

extension Substring {
    /// The text without what stands at its end.
    fileprivate func trimmingSuffix(_ character: Character) -> Substring {
        var text = self
        while text.last == character { text.removeLast() }
        return text
    }
}
