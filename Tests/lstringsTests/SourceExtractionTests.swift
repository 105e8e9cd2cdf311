// The keys of sources become messages, grouped by table, and faults are reported.

import Localization
import TestSupport
import Testing
import TranslationTools

@testable import lstrings

@Suite struct SourceExtractionTests {
    private func extraction(_ sources: [String: String]) -> SourceExtraction {
        SourceExtraction(
            SourceUses(
                sources.map { SourceFile(path: $0.key, bytes: Array($0.value.utf8), language: .swift) }))
    }

    @Test func aKeyThatIsUsedTwiceIsOneMessageWithTwoPlaces() throws {
        let found = extraction([
            "x.swift": """
            localizer("a")
            NSLocalizedString("b", tableName: "Other", value: "B", comment: "")
            """,
            "y.swift": "\n\nNSLocalizedString(\"a\", comment: \"Later.\")",
        ])
        let tables = found.tables(sourceLocale: LocaleIdentifier("en")!)
        #expect(tables.map(\.name) == ["Localizable", "Other"])
        let unit = try #require(tables.first?.units.first)
        #expect(unit.references == ["x.swift:1", "y.swift:3"])
        #expect(unit.comment == "Later.")
        #expect(unit.source?.principalText == "a")
        #expect(tables.last?.units.first?.source?.principalText == "B")
        #expect(found.findings.isEmpty)
    }

    @Test(arguments: [
        ("import SwiftUI\nText(\"a\")", true), ("@_exported import SwiftUI\r\n", true),
        ("// import SwiftUI", false),
        ("import SwiftUIX", false), ("let a = \"import SwiftUI\"", false), ("", false),
    ])
    func aSourceImportsSwiftUIByALineOfItsOwn(source: String, imports: Bool) {
        #expect(SourceFile.importsSwiftUI(Array(source.utf8)) == imports)
    }

    @Test(arguments: [
        ("localizer(name)", "Extract.DynamicKey", Severity.warning, ["localizer", "name"]),
        ("String(localized: \"\\(name)\")", "Extract.UncertainType", .note, ["%@", "name"]),
        ("f(", "Extract.SyntaxError", .warning, []),
    ])
    func findingsHaveAMessageAndASeverity(source: String, key: String, severity: Severity, facts: [String])
        throws
    {
        let finding = try #require(extraction(["a.swift": "\n" + source]).findings.first)
        #expect(finding.messageKey == key)
        #expect(finding.severity == severity)
        #expect(finding.arguments as? [String] == facts)
        #expect(finding.file == "a.swift")
        #expect(finding.line == 2)
    }

    @Test func differentWordsAboutOneKeyAreReported() {
        let source = """
            NSLocalizedString("a", comment: "one")
            NSLocalizedString("a", comment: "")
            NSLocalizedString("a", tableName: "T", comment: "two")
            NSLocalizedString("a", value: "A", comment: "two")
            NSLocalizedString("a", value: "B", comment: "one")
            """
        let found = extraction(["a.swift": source]).findings
        #expect(found.map(\.messageKey) == ["Extract.ConflictingComment", "Extract.ConflictingValue"])
        #expect(
            found.map { $0.arguments as? [String] } == [
                ["a", "Localizable", "one", "a.swift:1"], ["a", "Localizable", "A", "a.swift:4"],
            ])
        #expect(found.map(\.line) == [4, 5])
    }
}
