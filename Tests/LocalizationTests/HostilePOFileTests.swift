// Malicious and randomly damaged PO files: each is read to its end, in bounded time.

import Localization
import TestSupport
import Testing

@Suite struct HostilePOFileTests {
    static let seed = """
        # Comment
        msgid ""
        msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"

        #. Hint
        #: a.swift:1 \u{2068}b c\u{2069}:2
        #, fuzzy, objc-format
        #| msgid "old"
        msgctxt "menu"
        msgid "%d \\"file\\"\\n"
        msgid_plural "%d files\\n"
        msgstr[0] "%d Datei\\303\\244\\n"
        msgstr[1] "%d Dateien\\x41\\n"

        #~| msgid "x"
        #~ msgid "ä😀"
        #~ msgstr "ö"

        """

    @Test func survivesAnyFile() {
        var generator = SeededGenerator(seed: 11)
        let pieces = [
            "msgid ", "msgstr ", "msgstr[", "\"", "\\", "#", "#~", "#| ", "\n", "\r", "[", "]", "\u{2068}",
            "\0",
        ]
        .map { Array($0.utf8) }
        var entries = 0
        for _ in 0..<400 {
            var bytes = Array(Self.seed.utf8)
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.insert(contentsOf: pieces.randomElement(using: &generator)!, at: place)
                case 2: bytes.remove(at: place)
                default: bytes.removeSubrange(place..<min(place + 7, bytes.count))
                }
            }
            let file = POFile(bytes)
            entries += file.entries.count
            for finding in file.diagnostics {
                #expect((0...bytes.count).contains(finding.place.byteOffset))
                _ = finding.arguments
            }
            let offsets = file.diagnostics.map(\.place.byteOffset)
            #expect(offsets == offsets.sorted())
        }
        #expect(entries > 400)
    }

    /// Each would take minutes if parsing took quadratic time.
    @Test(arguments: [
        "\"", "\\", "?", "msgid", "msgid \"", "msgstr[0] \"a\"", "msgstr \"a\" msgstr[1] \"b\"", "#, a,",
        "#| msgid \"",
        "#~", "msgctxt \"a\" ", "msgid \"a\" msgstr \"b\" ", "#: \u{2068}",
    ])
    func readsMillionsOfMistakesQuickly(piece: String) {
        let count = 20_000 / piece.utf8.count
        for separator in ["", "\n"] {
            let bytes = Array(String(repeating: piece + separator, count: count).utf8)
            let file = POFile(bytes)
            #expect(file.diagnostics.count <= 3 * bytes.count)
            #expect(!file.diagnostics.isEmpty)
        }
    }
}
