// Reading any broken file does not crash, and diagnostics name existing lines.

import CatalogSearch
import CatalogStorage
import Testing
import TestSupport

@Suite struct MutationTests {
    private static let lines = """
        {"id":"a","type":"t","title":{"de":"Glück","en":"Luck \\ud83c\\udf40"},"keywords":{"de":["x","y"]},"year":2001}
        {"id":"b","price":{"amount":"51.90","currency":"EUR"},"popularity":0.5,"title":"日本語\\n","x":[1,{"y":null}]}
        {"id":3,"summary":["a","b"],"title":{"zh_CN":"a","zh_Hans_CN":"b","??":"c"}}

        """
    private static let list = "[\n " + lines.dropLast().replacing("\n", with: ",\n ") + "\n]\n"
    private static let table = """
        id,type,title[de],title[en],keywords[de],year,price[EUR],popularity,note
        a,t,"Glück, ""viel""\nmehr",Luck,x;y,2001,51.90,0.5,
        b,,日本語,,,,,,"z"

        """
    private static let translations = """
        msgid ""
        msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"

        # Übersetzt
        #, fuzzy
        msgctxt "menu"
        msgid "Open"
        msgstr "Öffnen"

        msgid "%d file"
        msgid_plural "%d files"
        msgstr[0] "%d Datei"
        msgstr[1] "%d Dateien"

        #~ msgctxt "menu"
        #~ msgid "Open"
        #~ msgstr "Auf"

        """
    private static let strings = """
        /* How many */
        "Items: %ld|==|plural.one" = "%ld Ding";
        "Items: %ld|==|plural.other" = "%ld \\"Dinge\\" \\U00e4";
        Title = Titel; // behind
        "List" = ( a, { b = <0fbd>; } );

        """
    /// Bytes with a meaning in some format, and others.
    private static let splinters: [[UInt8]] = [
        [0x22], [0x5C], [0x0A], [0x0D], [0x2C], [0x7B], [0x7D], [0x5B], [0x5D], [0x3A], [0], [0xFF], [0xC3],
        [0xED, 0xA0, 0x80], Array("\\ud800".utf8), Array("\\udc00".utf8), Array("null".utf8),
        Array("-1e999".utf8),
        [0xEF, 0xBB, 0xBF], [0x09], Array("\"id\":".utf8),
    ]

    private func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.insert(contentsOf: Self.splinters.randomElement(using: &random)!, at: place)
            case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2 where place < bytes.count: bytes.remove(at: place)
            case 3:
                let end = min(bytes.count, place + Int.random(in: 0...40, using: &random))
                bytes.insert(
                    contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
            default:
                bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...9, using: &random)))
            }
        }
        return bytes
    }

    @Test(arguments: [("shop.jsonl", lines), ("shop.json", list), ("shop.csv", table), ("shop.tsv", table)])
    func mutatedFilesAreReadToTheirEnd(name: String, text: String) {
        readMutations(of: Array(text.utf8), as: name, count: 2500)
    }

    @Test(arguments: ["de.po", "app.mo", "de.lproj/Localizable.strings"])
    func mutatedTranslationsAreReadToTheirEnd(name: String) {
        let bytes =
            switch name {
            case "de.po": Array(Self.translations.utf8)
            case "app.mo": MessageCatalogReadingTests.sample
            default: Array(Self.strings.utf8)
            }
        readMutations(of: bytes, as: name, count: 300)
    }

    private func readMutations(of original: [UInt8], as name: String, count: Int) {
        var random = SeededGenerator(seed: 20_260)
        for _ in 0..<count {
            let bytes = mutated(original, &random)
            let blockSize = Int.random(in: 16...200, using: &random)
            let outcome = read(bytes, as: name, blockSize: blockSize, itemSize: 400)
            // In translations, a carriage return alone ends a line too.
            let lineCount = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
            #expect(outcome.diagnostics.allSatisfy { (1...lineCount).contains($0.line ?? 1) })
            #expect(outcome.reading.recordCount == outcome.records.count)
            #expect(Set(outcome.ids.map { Array($0.utf8) }).count == outcome.ids.count)
            #expect(outcome.reading.skippedCount <= outcome.reading.diagnostics.errorCount)
            // The size of blocks does not matter.
            let whole = read(bytes, as: name, blockSize: 1 << 16, itemSize: 400)
            #expect(whole.records == outcome.records)
            #expect(whole.faults == outcome.faults)
        }
    }
}
