// Parsers list a thousand findings about a file, and count the others.

import Testing

@testable import Localization

@Suite struct FurtherFindingsTests {
    private static let escapes = String(repeating: #"\q"#, count: 5_000)

    @Test func aThousandFindingsOfAStringsFileAreListed() throws {
        let file = StringsFile(text: "\"a\" = \"\(Self.escapes)\";\n")
        #expect(file.diagnostics.count == FurtherFindings.limit + 1)
        let last = try #require(file.diagnostics.last)
        #expect(last.kind == .furtherFindings(4_000, .warning))
        #expect(last.place.byteOffset == 7 + 2 * 1_000)
        #expect(last.messageKey == "FurtherFindings: %ld")
        #expect(file["a"]?.text == String(repeating: "q", count: 5_000))
    }

    @Test func anErrorIsListedBehindAThousandWarnings() {
        let file = StringsFile(text: "\"a\" = \"\(Self.escapes)\"\n\"b\" = \"x\";\n")
        #expect(file.diagnostics.last?.kind == .furtherFindings(4_000, .warning))
        #expect(file.diagnostics.count { $0.severity == .error } == 1)
        #expect(file.diagnostics.count == FurtherFindings.limit + 2)
    }

    @Test func aFileWithFewFindingsListsAll() {
        let text = String(repeating: #"\q"#, count: FurtherFindings.limit)
        let file = StringsFile(text: "\"a\" = \"\(text)\";\n")
        #expect(file.diagnostics.count == FurtherFindings.limit)
        #expect(file.diagnostics.allSatisfy { $0.kind == .unknownEscape(#"\q"#) })
    }

    @Test func findingsThatAreTakenBackAreNotCounted() {
        // The lowercase `\u0041` is not the second half of a surrogate pair, so the first half is an error.
        let file = StringsFile(text: "\"a\" = \"\(Self.escapes)\\Ud83d\\u0041\";\n")
        // The parser reads `\u` again after it has given up the pair: one more warning.
        #expect(file.diagnostics.last?.kind == .furtherFindings(4_001, .warning))
        #expect(file.diagnostics.count { $0.severity == .error } == 1)
    }

    @Test func tenThousandErrorsOfAPOFileAreListed() {
        let text = (0..<12_000).map { "msgid \"\($0)\"\nmsgstr \"\\q\"\n" }.joined(separator: "\n")
        let file = POFile(Array(text.utf8))
        #expect(file.diagnostics.count == 10 * FurtherFindings.limit + 1)
        // One finding for each entry, and one for the missing header.
        #expect(file.diagnostics.last?.kind == .furtherFindings(2_001, .error))
        #expect(file.entries.count == 12_000)
    }
}
