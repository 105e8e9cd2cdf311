// Known findings are not reported, new ones are, and a damaged baseline does not stop the check.

import TestSupport
import Testing
import TranslationTools

@Suite struct BaselineTests {
    private static func finding(_ check: String, _ key: String, line: Int = 1, _ facts: FormatValue...)
        -> Finding
    {
        Finding(
            check: check, severity: .warning, path: "de.lproj/T.strings",
            position: SourcePosition(line: line, column: 1, byteOffset: line), table: "T",
            locale: LocaleIdentifier("de")!, key: key, messageKey: check, facts: facts)
    }

    @Test func writesSortedLinesAndReadsThemBack() {
        let findings = [
            Self.finding("urls", "b", .text("a\tb\\\n#c\r")), Self.finding("brackets", "a", .text("(")),
            Self.finding("brackets", "a", .text("(")),
        ]
        let text = Baseline(findings).text
        #expect(
            text == ##"""
                lstrings-baseline 1
                brackets	T	de	a	brackets	(
                brackets	T	de	a	brackets	(
                urls	T	de	b	urls	a\tb\\\n\#c\r

                """##)
        let read = Baseline(parsing: Array(text.utf8))
        #expect(read == Baseline(findings.reversed()))
        #expect(read.diagnostics == [])
        #expect(read.filter(findings).new == [])
        #expect(read.filter(findings).unneeded == 0)
    }

    @Test func linesAndNumbersDoNotMatterAndCountsDo() {
        let baseline = Baseline([Self.finding("max-length", "a", line: 3, .integer(12), .integer(8))])
        let moved = Self.finding("max-length", "a", line: 90, .integer(13), .integer(8))
        #expect(baseline.filter([moved]).new == [])
        let second = Self.finding("max-length", "a", line: 91, .integer(20), .integer(8))
        #expect(baseline.filter([moved, second]).new == [second])
    }

    @Test func countsWhatIsNotFoundAnyMore() {
        let baseline = Baseline([
            Self.finding("urls", "a"), Self.finding("urls", "b"), Self.finding("urls", "b"),
        ])
        let result = baseline.filter([Self.finding("urls", "b")])
        #expect(result.new == [])
        #expect(result.unneeded == 2)
    }

    @Test func skipsCommentsBlankLinesAndByteOrderMarks() {
        let text = "\u{FEFF}# known\r\nlstrings-baseline 1\r\n\r\n# more\nurls\tT\tde\ta\turls\r\n"
        let baseline = Baseline(parsing: Array(text.utf8))
        #expect(baseline.diagnostics == [])
        #expect(baseline.filter([Self.finding("urls", "a")]).new == [])
    }

    @Test func reportsLinesThatAreNoneAndUsesTheOthers() {
        let text = "lstrings-baseline 1\nurls\tT\nurls\tT\tde\ta\turls\n\\x\t\t\t\t\n"
        let baseline = Baseline(parsing: Array(text.utf8))
        #expect(baseline.diagnostics.map(\.place.line) == [2, 4])
        #expect(baseline.diagnostics.map(\.messageKey) == ["Baseline.InvalidLine", "Baseline.InvalidLine"])
        #expect(baseline.filter([Self.finding("urls", "a")]).new == [])
    }

    @Test func refusesFilesThatAreNoBaseline() {
        let baseline = Baseline(parsing: Array("{\"version\": 2}\nurls\tT\tde\ta\turls\n".utf8))
        #expect(baseline.diagnostics.map(\.messageKey) == ["Baseline.UnknownVersion"])
        #expect(baseline.filter([Self.finding("urls", "a")]).new.count == 1)
        #expect(Baseline(parsing: []).diagnostics == [])
    }

    @Test(arguments: 0..<20)
    func readsDamagedFilesToTheirEnd(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bytes = Array(Baseline((0..<20).map { Self.finding("urls", "key\($0)") }).text.utf8)
        for _ in 0..<8 {
            bytes[Int.random(in: 20..<bytes.count, using: &generator)] = .random(
                in: 0...255, using: &generator)
        }
        let result = Baseline(parsing: bytes).filter((0..<20).map { Self.finding("urls", "key\($0)") })
        // A damaged line only hides its own finding.
        #expect(result.new.count <= 16)
    }
}
