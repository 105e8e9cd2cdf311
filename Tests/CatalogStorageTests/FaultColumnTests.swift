// Diagnostics name the byte at which JSON is invalid.

import CatalogStorage
import Testing

@Suite struct FaultColumnTests {
    @Test(arguments: [
        (#"{"id":x}"#, 7), (#"{"id" 1}"#, 7), (#"{"id":1"#, 8), (#"{"id":1,}"#, 9), (#"{"id":"x}"#, 10),
        (#"{"id":"\x"}"#, 8), (#"{"id":"\u12G4"}"#, 8), (#"{"id":01}"#, 8), (#"{"id":1.}"#, 9),
        (#"{"id":1e+}"#, 10),
        (#"{"id":-}"#, 8), (#"{"id":nul}"#, 10), (#"{"id":[1 2]}"#, 10), (#"{"id":[1,]}"#, 10),
        (#"{"id":[}"#, 8),
        (#"{id:1}"#, 2), (#"{}{}"#, 3), (#"}"#, 1), ("{\"id\":\"a\tb\"}", 9), (#"{"a":{"b":tru"#, 14),
    ])
    func ofALine(line: String, column: Int) {
        #expect(read("\n" + line).diagnostics.map(\.column) == [column])
        #expect(read("\n  " + line + "  \r\n").diagnostics.map(\.column) == [column + 2])
    }

    @Test func ofAnElement() {
        let outcome = read("[{\"id\":1}, {\"id\":x},\n{\n\"id\":x},,\n{\"id\":2}]", as: "shop.json")
        #expect(outcome.ids == ["1", "2"])
        #expect(outcome.diagnostics.map(\.line) == [1, 2, 3])
        // The second item breaks on a later line.
        #expect(outcome.diagnostics.map(\.column) == [18, nil, 9])
    }

    @Test func ofASurrogate() {
        #expect(read(#"{"id":"\\\ud800"}"#).diagnostics.map(\.column) == [10])
    }

    @Test func ofASidecar() {
        let outcome = read("{\"id\":1}", sidecar: "{\n\"label\": x}")
        #expect(outcome.diagnostics.map(\.line) == [2])
        #expect(outcome.diagnostics.map(\.column) == [10])
    }

    /// A number that no double holds is a text, so that the record is not lost for it.
    @Test func numbersBeyondAllBoundsAreNoFault() {
        #expect(read(#"{"id":1,"x":1e999}"#).diagnostics.isEmpty)
    }
}
