// Is the answer of the program that reads Swift sources understood, and every other one refused?

import Localization
import TestSupport
import Testing
import TranslationTools

@testable import lstrings

@Suite struct ExtractionAnswerTests {
    private static let start = #"{"protocol":1}"# + "\n"

    private func read(_ lines: String) -> ExtractionAnswer? {
        ExtractionAnswer(Array((Self.start + lines).utf8))
    }

    @Test func keysHaveTheirFacts() throws {
        let answer = try #require(
            read(
                #"{"key":"Title","value":"Shop","comment":"A name.","table":"Main","file":"a.swift","line":3,"column":9}"#
                    + "\n" + #"{"key":"Bye","file":"b.swift","line":1,"arguments":["integer"],"news":true}"#))
        #expect(answer.keys.map(\.key) == ["Title", "Bye"])
        #expect(answer.keys.map(\.table) == ["Main", "Localizable"])
        #expect(answer.keys.map(\.value) == ["Shop", nil])
        #expect(answer.keys.map(\.comment) == ["A name.", nil])
        #expect(answer.keys.map(\.reference) == ["a.swift:3", "b.swift:1"])
        #expect(answer.findings.isEmpty)
    }

    @Test(arguments: [
        ("dynamic-key", "Extract.DynamicKey", Severity.warning),
        ("uncertain-type", "Extract.UncertainType", .note),
        ("unreadable-file", "Extract.UnreadableFile", .error), ("not-a-file", "Extract.NotAFile", .error),
    ])
    func findingsHaveAMessageAndASeverity(identifier: String, key: String, severity: Severity) throws {
        let answer = try #require(
            read(
                "{\"finding\":\"\(identifier)\",\"arguments\":[\"tr\",1,\"x\"],\"file\":\"a.swift\",\"line\":7}"
            ))
        let finding = try #require(answer.findings.first)
        #expect(finding.messageKey == key)
        #expect(finding.severity == severity)
        #expect(finding.facts == ["tr", "x"])
        #expect(finding.file == "a.swift")
        #expect(finding.position?.line == 7)
    }

    @Test func aKeyThatIsUsedTwiceIsOneMessageWithTwoPlaces() throws {
        let answer = try #require(
            read(
                """
                {"key":"a","file":"x.swift","line":1}
                {"key":"b","table":"Other","file":"x.swift","line":2}
                {"key":"a","comment":"Later.","file":"y.swift","line":3}
                """))
        let tables = answer.tables(sourceLocale: LocaleIdentifier("en")!)
        #expect(tables.map(\.name) == ["Localizable", "Other"])
        let unit = try #require(tables.first?.units.first)
        #expect(unit.references == ["x.swift:1", "y.swift:3"])
        #expect(unit.comment == "Later.")
        #expect(unit.source?.principalText == "a")
    }

    @Test(arguments: [
        "", "\n", "no JSON", "{}", "[]", "1", #"{"protocol":2}"#, #"{"protocol":"1"}"#, #"{"protocol":1.5}"#,
        #"{"key":"a","file":"a.swift","line":1}"#, "{\"protocol\":1}\n{\"key\":",
        "{\"protocol\":1}\nrubbish\n",
        "{\"protocol\":1}\n\u{0}",
    ])
    func anythingElseIsNoAnswer(output: String) { #expect(ExtractionAnswer(Array(output.utf8)) == nil) }

    @Test func anAnswerMayBeEmpty() throws {
        #expect(try #require(read("")).keys.isEmpty)
        // What is neither a key nor a finding is for later versions.
        #expect(try #require(read("{\"note\":1}\n[1]\n\"x\"\n{\"key\":7}")).keys.isEmpty)
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func damagedAnswersAreRefusedOrRead(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bytes = Array(
            (Self.start + #"{"key":"Titel","file":"a.swift","line":3}"# + "\n"
                + #"{"finding":"dynamic-key","arguments":["tr"],"file":"a.swift","line":9223372036854775807}"#)
                .utf8)
        for _ in 0..<3 {
            bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        guard let answer = ExtractionAnswer(bytes) else { return }
        #expect(answer.keys.count + answer.findings.count <= 2)
        #expect(answer.tables(sourceLocale: LocaleIdentifier("en")!).count <= 1)
    }
}
