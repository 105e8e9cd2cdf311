// A JSON list is read element by element, and only broken elements are lost.

import CatalogSearch
import CatalogStorage
import Testing

@Suite struct JSONListReaderTests {
    private func readList(_ text: String, blockSize: Int = 16, itemSize: Int = 1 << 20) -> Outcome {
        read(text, as: "shop.json", blockSize: blockSize, itemSize: itemSize)
    }

    /// The lines with problems.
    private func lines(_ outcome: Outcome) -> [Int?] { outcome.diagnostics.map(\.line) }

    /// The limit decides where an element that is never closed ends, not the block in which it was read.
    @Test func brokenElementsEndAlikeInBlocksOfAnySize() {
        let long = String(repeating: "y", count: 60)
        let text =
            "[\n {\"id\":\"a\",\"k\":[1,\n {\"id\":\"b\"},\n {\"id\":\"c\",\"note\":\"\(long)\"}\n]}\n]\n"
        let whole = read(text, as: "shop.json", blockSize: 1 << 16, itemSize: 40)
        let cut = read(text, as: "shop.json", blockSize: 16, itemSize: 40)
        #expect(whole.ids == ["b"])
        #expect(cut.records == whole.records)
        #expect(cut.faults == whole.faults)
    }

    @Test(arguments: [
        #"[{"id":"a"},{"id":"b"},{"id":"c"}]"#,
        "\u{FEFF}[\r\n  {\"id\": \"a\"},\r\n  {\"id\":\r\n\"b\", \"x\": [{\"y\": \"]}\\\"{[,\"}]},{\"id\":\"c\"}\r\n]\r\n",
        "[\n{\n\"id\":\"a\",\n\"x\":\n[\n{\n\"y\":1\n},\n{\n\"z\":[]\n}\n]\n}\n,\n{\"id\":\"b\"}\n,{\"id\":\"c\"}]",
        "{\"id\":\"a\"}\n{\"id\":\"b\"} {\"id\":\"c\"}",
    ])
    func wellFormedListsAreReadHoweverLaidOut(text: String) {
        for blockSize in [16, 19, 32, 1 << 16] {
            let outcome = readList(text, blockSize: blockSize)
            #expect(outcome.ids == ["a", "b", "c"])
            #expect(outcome.diagnostics == [])
        }
    }

    @Test func anUnusableElementIsReportedByTheLineItBeginsOn() {
        let outcome = readList(
            """
            [ {"id": "a"},
              {
                "id": "b",
                "year": "soon"
              },
              [1, {"id": "x"}], "text, with ]", 7, null,
              {"id": "a"}, {"title": "\\ud800"}
            ]
            """)
        #expect(outcome.ids == ["a"])
        #expect(
            outcome.faults == [
                Fault(line: 2, kind: .wrongType(member: "year", expected: .integer)),
                Fault(line: 6, kind: .notObject), Fault(line: 6, kind: .notObject),
                Fault(line: 6, kind: .notObject), Fault(line: 6, kind: .notObject),
                Fault(line: 7, kind: .duplicateIdentifier(id: "a", firstLine: 1)),
                Fault(line: 7, kind: .unpairedSurrogate),
            ])
        #expect(outcome.reading.skippedCount == 7)
    }

    /// Lists with a broken element on line 2, between two good ones.
    @Test(arguments: [
        #"{"id":"x" "title":"y"},"#, #"{"id":"x","title":"y,"#, #"{"id":"x,"title":"y"},"#,
        #"{"id":"x","title":"y","#,
        #"{"id":"x","keywords":["y","z"},"#, #"{"id":"x","keywords":["y","z","#, #"{"id":"x"]},"#,
        #"{"id":"x","t":{"a":1},"#,
        #"{"id":"x"}},"#, #"{id:1},"#, #"{"id":x},"#, "nonsense,", #"{"id":"x\"},"#, #""text,"#, "-,", "}:,",
        ",",
    ])
    func aBrokenElementLeavesItsNeighboursAlone(line: String) {
        for (before, between) in [("[\n", "\n"), ("[\n  ", "\n  ")] {
            let text =
                before.replacing("\n", with: "") + #"{"id":"a"},"# + between + line + between
                + #"{"id":"b"},"# + between + #"{"id":"c"}]"#
            let outcome = readList(text)
            #expect(outcome.ids.first == "a", "\(line)")
            #expect(outcome.ids.last == "c", "\(line)")
            #expect(outcome.ids.contains("b"), "\(line) \(outcome.diagnostics)")
            #expect(lines(outcome).contains(2), "\(line)")
        }
    }

    @Test func aCommaTooManyOrTooFewIsReported() {
        #expect(lines(readList("[\n{\"id\":1},\n,{\"id\":2}\n]")) == [3])
        #expect(lines(readList("[{\"id\":1},\n]")) == [2])
        let missing = readList("[{\"id\":1}\n{\"id\":2}\n,{\"id\":3}]")
        #expect(missing.ids == ["1", "3"])
        #expect(lines(missing) == [2])
    }

    @Test func aListThatEndsTooSoonGoesOn() {
        let outcome = readList("[{\"id\":1}],\n{\"id\":2}]\n")
        #expect(outcome.ids == ["1", "2"])
        #expect(lines(outcome) == [1])
    }

    @Test(arguments: [
        "[{\"id\":1}", "[{\"id\":1},\n", "[{\"id\":1},\n{\"id\":", "[{\"id\":1},\n\"", "[{\"id\":1},[",
    ])
    func aListCutOffIsReported(text: String) {
        let outcome = readList(text)
        #expect(outcome.ids == ["1"])
        #expect(outcome.reading.diagnostics.errorCount == 1)
    }

    @Test func anEmptyListIsAWarning() {
        for text in ["[]", "", " [ \n ] "] {
            #expect(readList(text).faults == [Fault(line: nil, kind: .empty)])
        }
    }

    @Test func elementsThatAreTooLongArePassedOver() {
        let long = "{\"id\":\"x\",\n\"title\":\"" + String(repeating: "[{\\\"", count: 2000) + "\"}"
        for blockSize in [16, 100, 1 << 16] {
            let outcome = readList(
                "[{\"id\":1},\(long),\n{\"id\":2},\"\(String(repeating: "x", count: 500))\",\n{\"id\":3},\(String(repeating: "7", count: 300))]",
                blockSize: blockSize, itemSize: 100)
            #expect(outcome.ids == ["1", "2", "3"])
            #expect(
                outcome.faults == [
                    Fault(line: 1, kind: .tooLong(bytes: long.utf8.count, limit: 100)),
                    Fault(line: 3, kind: .tooLong(bytes: 502, limit: 100)),
                    Fault(line: 4, kind: .tooLong(bytes: 300, limit: 100)),
                ])
        }
    }

    @Test func theByteThatIsNotUTF8IsNamedWithItsOwnLine() {
        let bytes = Array("[{\"id\":\"a\"}, {\"id\":\n\"b".utf8) + [0x80] + Array("\"},{\"id\":\"c\"}]".utf8)
        let outcome = read(bytes, as: "shop.json")
        #expect(outcome.ids == ["a", "c"])
        #expect(outcome.faults == [Fault(line: 2, kind: .invalidUTF8(byte: 3))])
    }

    @Test func aListBrokenInEveryElementEndsSoon() {
        let text = "[\n" + String(repeating: " {\"id\":\"x\",\"k\":[1,\n", count: 20_000)
        let outcome = readList(text, blockSize: 1 << 12, itemSize: 1 << 16)
        #expect(outcome.records == [])
        #expect(outcome.reading.diagnostics.errorCount > 0)
    }
}
