// Every fault is reported with its line, and everything else is read.

import CatalogSearch
import CatalogStorage
import Files
import Testing
import TestSupport

@Suite struct RecordFaultTests {
    /// Wrong lines, and the diagnostic of each.
    private static let faults: [(line: String, kind: CatalogDiagnostic.Kind)] = [
        (#"{"title":"x"}"#, .noIdentifier),
        (#"{"id":""}"#, .noIdentifier),
        (#"{"id":null}"#, .noIdentifier),
        (#"{"id":1.5}"#, .wrongType(member: "id", expected: .text)),
        (#"{"id":"first"}"#, .duplicateIdentifier(id: "first", firstLine: 1)),
        (#"[1]"#, .notObject),
        (#""x""#, .notObject),
        (#"7"#, .notObject),
        (#"{"id":"x","type":3}"#, .wrongType(member: "type", expected: .text)),
        (#"{"id":"x","title":3}"#, .wrongType(member: "title", expected: .localizedText)),
        (#"{"id":"x","title":[3]}"#, .wrongType(member: "title", expected: .text)),
        (#"{"id":"x","keywords":true}"#, .wrongType(member: "keywords", expected: .localizedTexts)),
        (#"{"id":"x","title":{"de":{}}}"#, .wrongType(member: "title[de]", expected: .text)),
        (#"{"id":"x","keywords":{"de":["a",1]}}"#, .wrongType(member: "keywords[de]", expected: .text)),
        (#"{"id":"x","year":"soon"}"#, .wrongType(member: "year", expected: .integer)),
        (#"{"id":"x","year":2001.5}"#, .wrongType(member: "year", expected: .integer)),
        (#"{"id":"x","year":1e300}"#, .wrongType(member: "year", expected: .integer)),
        (#"{"id":"x","popularity":"1"}"#, .wrongType(member: "popularity", expected: .number)),
        (#"{"id":"x","price":5}"#, .noCurrency(member: "price", mapping: "price=price[…]")),
        (#"{"id":"x","price":{"amount":5}}"#, .wrongType(member: "price", expected: .price)),
        (#"{"id":"x","price":{"currency":"EUR"}}"#, .wrongType(member: "price", expected: .price)),
        (
            #"{"id":"x","price":{"amount":"5,1","currency":"EUR"}}"#,
            .invalidNumber(member: "price", text: "5,1")
        ),
        (#"{"id":"x","title":"\ud800"}"#, .unpairedSurrogate),
        (#"{"id":"x","title":"\ud800\ud800"}"#, .unpairedSurrogate),
        (#"{"id":"x","title":"\\\udc00"}"#, .unpairedSurrogate),
        (#"{"id":"x","title":"\uDC00\uD800"}"#, .unpairedSurrogate),
    ]

    @Test func aPriceInWordsIsReportedAndTheRecordIsUsedWithoutIt() {
        let outcome = read(#"{"id":"x","price":"on request","title":"Ring"}"#)
        #expect(outcome.ids == ["x"])
        #expect(outcome.records[0].price == nil)
        #expect(outcome.faults == [Fault(line: 1, kind: .invalidPrice(member: "price", text: "on request"))])
        #expect(outcome.reading.skippedCount == 0)
    }

    @Test func everyFaultIsReportedByItsLineAndTheRestIsRead() {
        let lines =
            [#"{"id":"first"}"#] + Self.faults.map(\.line) + [
                #"{"id":"last","title":"\\ud800 \ud83d\ude00"}"#
            ]
        let outcome = read(lines.joined(separator: "\n"))
        #expect(outcome.ids == ["first", "last"])
        #expect(
            outcome.faults
                == Self.faults.enumerated().map { Fault(line: $0.offset + 2, kind: $0.element.kind) })
        #expect(outcome.reading.skippedCount == Self.faults.count)
        #expect(outcome.reading.recordCount == 2)
        #expect(outcome.diagnostics.allSatisfy { $0.severity == .error && $0.file == "shop.jsonl" })
    }

    @Test(arguments: [
        "{", "{\"id\":\"x\"", "{\"id\":\"x}", "{\"id\" \"x\"}", "{'id':'x'}", "{\"id\":x}", "{\"id\":01}",
        "}", "{}{}",
        "{\"id\":\"\\x\"}", "{\"id\":\"\t\"}", "\u{1}", "nul", "{\"id\":1,}",
        String(repeating: "[", count: 5000), String(repeating: "{\"a\":", count: 5000),
    ])
    func brokenJSONIsReportedInTheParsersWords(line: String) {
        let outcome = read("{\"id\":\"a\"}\n\(line)\n{\"id\":\"b\"}\n")
        #expect(outcome.ids == ["a", "b"])
        #expect(outcome.diagnostics.map(\.line) == [2])
        let first = outcome.diagnostics.first
        #expect(first?.kind.code == .invalidJSON)
        #expect(first?.arguments.first?.text?.isEmpty == false)
    }

    @Test func theByteThatIsNotUTF8IsNamed() {
        let outcome = read(
            Array("{\"id\":\"a\"}\n  {\"id\":\"b".utf8) + [0xFF] + Array("\"}\r\n{\"id\":\"".utf8) + [0xC3]
                + Array("\"}\n{\"id\":\"".utf8) + [0xED, 0xA0, 0x80] + Array("\"}\n{\"id\":\"c\"}".utf8))
        #expect(outcome.ids == ["a", "c"])
        #expect(
            outcome.faults == [
                Fault(line: 2, kind: .invalidUTF8(byte: 11)), Fault(line: 3, kind: .invalidUTF8(byte: 8)),
                Fault(line: 4, kind: .invalidUTF8(byte: 8)),
            ])
    }

    @Test(arguments: [[0xFF, 0xFE, 0x7B, 0x00], [0xFE, 0xFF, 0x00, 0x7B], [0xFF, 0xFE]])
    func aFileInUTF16IsReportedOnce(bytes: [UInt8]) {
        let outcome = read(bytes)
        #expect(outcome.records == [])
        #expect(outcome.faults == [Fault(line: 1, kind: .invalidUTF8(byte: 1))])
    }

    @Test(arguments: ["", "\n", "\u{FEFF}", "  \r\n\n"])
    func anEmptyFileIsAWarning(text: String) {
        let outcome = read(text)
        #expect(outcome.faults == [Fault(line: nil, kind: .empty)])
        #expect(outcome.diagnostics[0].severity == .warning)
    }

    @Test func linesThatAreTooLongArePassedOver() {
        let long = "{\"id\":\"" + String(repeating: "x", count: 5000) + "\"}"
        for blockSize in [16, 64, 1 << 14] {
            let outcome = read(
                "{\"id\":1}\n\(long)\n{\"id\":2}\n\(long)", blockSize: blockSize, itemSize: 100)
            #expect(outcome.ids == ["1", "2"])
            let kind = CatalogDiagnostic.Kind.tooLong(bytes: 5009, limit: 100)
            #expect(outcome.faults == [Fault(line: 2, kind: kind), Fault(line: 4, kind: kind)])
        }
    }

    @Test func allFaultsAreCountedAndTheFirstKept() {
        let text = String(repeating: "{\"id\":\"a\",\"title\":{\"?\":\"x\"}}\n", count: 50)
        let outcome = read(text, diagnosticCount: 5)
        #expect(outcome.reading.diagnostics.errorCount == 49)
        #expect(outcome.reading.diagnostics.warningCount == 50)
        #expect(outcome.diagnostics.count == 10)
        #expect(outcome.reading.skippedCount == 49)
    }

    @Test func anIdOfMegabytesIsShownInPart() {
        let id = String(repeating: "é", count: 10_000)
        let outcome = read("{\"id\":\"\(id)\"}\n{\"id\":\"\(id)\"}")
        #expect(outcome.ids == [id])
        let shown = String(repeating: "é", count: 100) + "…"
        #expect(outcome.faults == [Fault(line: 2, kind: .duplicateIdentifier(id: shown, firstLine: 1))])
    }

    @Test func aFileThatCannotBeReadIsReported() throws {
        let files = InMemoryFileSystem(["a.jsonl": "{\"id\":1}"])
        files.fail("a.jsonl", code: 13)
        #expect(
            read(CatalogFile(path: "a.jsonl")!, in: files).diagnostics.map(\.messageKey) == [
                "CatalogUnreadable: %@"
            ])
        #expect(read(CatalogFile(path: "b.jsonl")!, in: files).faults == [Fault(line: nil, kind: .missing)])
        try withTemporaryFolder { (folder) throws in
            try makeFolder(folder + "/a.jsonl")
            try link(folder + "/b.jsonl", to: "/dev/zero")
            for (name, key) in [("a.jsonl", "CatalogUnreadable: %@"), ("b.jsonl", "FileNotRegular")] {
                let outcome = read(CatalogFile(path: folder + "/" + name)!, in: LocalFileSystem())
                #expect(outcome.diagnostics.map(\.messageKey) == [key])
            }
        }
    }

    @Test func aPipeIsReadLikeAFile() throws {
        try withTemporaryFolder { (folder) throws in
            let path = folder + "/a.jsonl"
            try makePipe(path, holding: "{\"id\":1}\n{\"id\":2}\n")
            let outcome = read(CatalogFile(path: path)!, in: LocalFileSystem())
            #expect(outcome.ids == ["1", "2"])
            #expect(outcome.diagnostics == [])
        }
    }
}
