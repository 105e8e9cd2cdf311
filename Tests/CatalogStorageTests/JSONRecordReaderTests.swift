// A single object gives the same record as a line of a catalog.

import CatalogSearch
import CatalogStorage
import Testing

@Suite struct JSONRecordReaderTests {
    private static let description = CatalogDescription(
        id: "teas", defaultLocale: locale("de"), fields: ["title", "origin"])
    private static let sidecar = #"{"defaultLocale": "de", "fields": ["title", "origin"]}"#

    @Test(arguments: [
        #"{"id": "t-1", "type": "black", "title": {"en": "Assam", "de": "Assam"}, "year": 2024}"#,
        #"  {"id": 7, "title": "Tee", "origin": ["Indien", "Nepal"], "organic": true, "x": [1e2, {}]}  "#,
        #"{"id": "t", "price": {"amount": 7.90, "currency": "EUR", "was": 9}, "popularity": 0.5}"#,
        #"{"id": "t", "title": {"xx_nonsense-": "?", "pt_br": "a", "pt_BR": "b"}}"#,
        "{\"id\": \"t\", \"title\":\t\"a\", \"title\": \"b\"}\r",
        #"{"title": "no id"}"#, #"{"id": ""}"#, #"{"id": {}}"#, #"{"id": "t", "year": "x"}"#,
        #"{"id": "t", "price": 5}"#, #"{"id": "t", "origin": 5}"#, #"["id"]"#, #"{"id": "t""#,
        #"{"id": "\ud800"}"#,
        #"{"id": "t"} {"id": "u"}"#, "{\"id\": \"\u{1}\"}",
    ])
    func objectIsReadAsTheLineOfACatalogIs(json: String) {
        let expected = read(json + "\n", sidecar: Self.sidecar)
        let reading = JSONRecordReader(Self.description, file: "shop.jsonl").read(Array(json.utf8))
        #expect(reading.record == expected.records.first)
        #expect(reading.diagnostics == expected.diagnostics)
        #expect(reading.record != nil || !reading.diagnostics.isEmpty)
    }

    @Test func oneReaderReadsManyObjects() {
        let reader = JSONRecordReader(Self.description)
        let broken = reader.read(Array("{".utf8), line: 3)
        #expect(broken.record == nil)
        #expect(broken.diagnostics.map(\.line) == [3])
        // Neither a fault nor the id of an earlier object matters.
        for _ in 0..<2 {
            let reading = reader.read(Array(#"{"id": "a", "title": "Tee"}"#.utf8))
            #expect(reading.record == CatalogRecord(id: "a", texts: [.init(.title, locale("de"), "Tee")]))
            #expect(reading.diagnostics.isEmpty)
        }
    }

    @Test(arguments: [
        (#"{"default": [0.5, -1]}"#, ["default"]),
        (#"{"a": [[1]], "b": {"embeddings": [2, 1]}}"#, ["a", "b"]),
        (#"{"a": {"embeddings": [[3, 4]], "regenerate": false}, "b": null}"#, ["a"]),
        ("null", []), ("{}", []),
    ])
    func vectorsBelongToRecords(json: String, names: [String]) throws {
        let reading = JSONRecordReader(Self.description).read(
            Array(#"{"id": "a", "_vectors": \#(json)}"#.utf8))
        let record = try #require(reading.record)
        #expect(record.vectors.map(\.name) == names)
        #expect(record.additionalMembers.isEmpty && reading.diagnostics.isEmpty)
    }

    @Test(arguments: [
        "5", "[1, 2]", #"{"default": []}"#, #"{"default": [0, 0]}"#, #"{"default": ["1"]}"#,
        #"{"default": {"embeddings": null}}"#, #"{"default": [[1], [2]]}"#, #"{"default": [1, [2]]}"#,
        #"{"default": [1e309]}"#, #"{"default": [null, 1]}"#,
    ])
    func aRecordIsUsedWithoutAVectorThatIsNone(json: String) {
        let reading = JSONRecordReader(Self.description).read(
            Array(#"{"id": "a", "_vectors": \#(json)}"#.utf8))
        #expect(reading.record == nil || reading.record == CatalogRecord(id: "a"))
        #expect(reading.diagnostics.count == 1)
    }

    @Test func lengthIsLimited() {
        let json = Array(#"{"id": "a"}"#.utf8)
        #expect(JSONRecordReader(Self.description, sizeLimit: json.count).read(json).record != nil)
        let reading = JSONRecordReader(Self.description, sizeLimit: json.count - 1).read(json)
        #expect(reading.record == nil)
        #expect(reading.diagnostics.map(\.kind) == [.tooLong(bytes: json.count, limit: json.count - 1)])
    }

    @Test func nothingIsBrokenJSON() {
        for json in ["", " \n "] {
            let reading = JSONRecordReader(Self.description).read(Array(json.utf8))
            #expect(reading.record == nil)
            #expect(reading.diagnostics.map(\.messageKey) == ["RecordInvalidJSON: %@"])
        }
    }
}
