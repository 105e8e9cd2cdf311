// Catalogs and their sidecars.

import CatalogSearch
import FuzzRunner

@testable import CatalogStorage
@testable import Files

enum CatalogTargets {
    static let all =
        [
            catalog(
                "json-lines", "shop.jsonl",
                """
                {"id":"a","type":"t","title":{"de":"Glück","en":"Luck \\ud83c\\udf40"},"keywords":{"de":["x","y"]},"year":2001}
                {"id":"b","price":{"amount":"51.90","currency":"EUR"},"popularity":0.5,"title":"日本語\\n","x":[1,{"y":null}]}
                {"id":3,"summary":["a","b"],"title":{"zh_CN":"a","zh_Hans_CN":"b","??":"c"}}

                """),
            catalog(
                "json", "shop.json",
                """
                [ {"id":"a","type":"t","title":{"de":"Glück"},"keywords":{"de":["x","y"]},"year":2001},
                {"id":"b","price":{"amount":"51.90","currency":"EUR"},"title":"日本語\\n","x":[1,{"y":null}]},
                {"id":3,"summary":["a","b"]} ]

                """),
            catalog(
                "csv", "shop.csv",
                """
                id,type,title[de],title[en],keywords[de],year,price[EUR],popularity,note
                a,t,"Glück, ""viel""\nmehr",Luck,x;y,2001,51.90,0.5,
                b,,日本語,,,,,,"z"

                """),
        ] + [sidecar, record]

    /// The result of reading.
    private struct Outcome: Equatable {
        var records: [CatalogRecord] = []
        var reading: CatalogReading
    }

    private static let itemSize = 400

    private static func read(_ bytes: [UInt8], as name: String, blockSize: Int) -> Outcome {
        let files = InMemoryFileSystem()
        files.set(name, bytes)
        var limits = CatalogReader.Limits()
        limits.blockSize = blockSize
        limits.itemSize = itemSize
        var records: [CatalogRecord] = []
        let reader = CatalogReader(CatalogFile(path: name)!, fileSystem: files, limits: limits)
        let reading = reader.read { records.append($0) }
        return Outcome(records: records, reading: reading)
    }

    /// A format of catalogs. The first byte of an input determines the size of the blocks that are read.
    private static func catalog(_ name: String, _ file: String, _ seed: String) -> FuzzTarget {
        FuzzTarget(name, limit: 2_048, seeds: { [[0] + seed.utf8, [200] + seed.utf8] }) {
            { input in
                let bytes = Array(input.dropFirst())
                let outcome = read(bytes, as: file, blockSize: 16 + Int(input.first ?? 0))
                let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
                invariant(
                    outcome.reading.diagnostics.kept.allSatisfy { (1...lines).contains($0.line ?? 1) },
                    "findings name lines of the file")
                invariant(outcome.reading.recordCount == outcome.records.count, "records are counted")
                invariant(
                    Set(outcome.records.map { Array($0.id.utf8) }).count == outcome.records.count,
                    "ids are unique")
                invariant(
                    outcome == read(bytes, as: file, blockSize: 1 << 16), "the size of blocks does not matter"
                )
            }
        }
    }

    private static let sidecar = FuzzTarget(
        "sidecar", limit: 2_048,
        seeds: """
            {"label": {"en": "A", "de": "B"}, "defaultLocale": "de", "fields": ["title", "author"], "title": "title",
             "scopes": [{"id": "b", "label": {"en": "C"}}, "c", {"id": "d", "label": "Key"}],
             "synonyms": {"en": [["bike", "bicycle"]]}}
            """
    ) { bytes in
        let files = InMemoryFileSystem()
        files.set("shop.catalog.json", bytes)
        let sidecar = CatalogSidecar(of: CatalogFile(path: "shop.jsonl")!, fileSystem: files)
        let scopes = sidecar.description.scopes.map(\.id)
        invariant(Set(scopes).count == scopes.count, "scopes are unique")
    }

    /// A record from a request is the same as one from a line of a file.
    private static let record = FuzzTarget(
        "record", limit: 1_024,
        seeds:
            "{\"id\":\"a\",\"type\":\"t\",\"title\":{\"de\":\"Glück\",\"en\":\"Luck \\ud83c\\udf40\"},\"year\":2001}",
        "{\"id\":\"b\",\"price\":{\"amount\":\"51.90\",\"currency\":\"EUR\"},\"popularity\":0.5,\"title\":\"x\\n\"}"
    ) { bytes in
        let reader = JSONRecordReader(CatalogDescription(id: "shop"), sizeLimit: itemSize)
        let reading = reader.read(bytes)
        guard !bytes.contains(0x0A), let record = reading.record else { return }
        let line = read(bytes, as: "shop.jsonl", blockSize: 1 << 16)
        // A file may begin with a byte order mark; a record may not.
        invariant(line.records == [record], "a record is read as a line is")
    }
}
