// The content of written MO files.

import Localization
import TestSupport
import Testing
import TranslationTools

@Suite struct MOWriterTests {
    static let document: PODocument = {
        var fuzzy = POEntry(identifier: "fuzzy", translations: ["x"])
        fuzzy.isFuzzy = true
        var obsolete = POEntry(identifier: "obsolete", translations: ["x"])
        obsolete.isObsolete = true
        return PODocument(
            header: GettextHeader(
                "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"),
            entries: [
                POEntry(identifier: "b", translations: ["ä"]),
                POEntry(identifier: "untranslated", translations: [""]),
                POEntry(context: "menu", identifier: "b", translations: ["😀"]), fuzzy, obsolete,
                POEntry(identifier: "%d file", plural: "%d files", translations: ["%d Datei", "%d Dateien"]),
                POEntry(context: "", identifier: "", translations: ["empty"]),
            ])
    }()

    @Test(arguments: [false, true])
    func writesWhatIsTranslated(isBigEndian: Bool) throws {
        let written = MOWriter(Self.document, isBigEndian: isBigEndian)
        #expect(written.diagnostics == [])
        let file = try MOFile(written.bytes)
        #expect(file.isBigEndian == isBigEndian)
        #expect(file.header == Self.document.header)
        #expect(file.gettext("b") == "ä")
        #expect(file.pgettext("menu", "b") == "😀")
        #expect(file.pgettext("", "") == "empty")
        #expect(file.ngettext("%d file", "%d files", 2) == "%d Dateien")
        #expect(file.entries.count == 4)
    }

    /// The table that `msgfmt` 0.21 writes for the same messages.
    @Test func writesTheHashTableOfMsgfmt() throws {
        let bytes = MOWriter(
            PODocument(
                header: GettextHeader("Content-Type: text/plain; charset=UTF-8\n"),
                entries: ["alpha", "beta", "gamma", "delta"].map {
                    POEntry(identifier: $0, translations: ["x"])
                })
        ).bytes
        func word(_ offset: Int) -> UInt32 {
            bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        #expect(word(20) == 7)
        #expect(stride(from: 0, to: 28, by: 4).map { word(Int(word(24)) + $0) } == hashTable)
    }

    private let hashTable: [UInt32] = [1, 3, 0, 0, 4, 2, 5]

    @Test func refusesWhatTheFormatHasNoPlaceFor() throws {
        let document = PODocument(
            header: GettextHeader(""),
            entries: [
                POEntry(identifier: "a\0", translations: ["x"]),
                POEntry(identifier: "a\u{4}b", translations: ["x"]),
                POEntry(context: "c\u{4}", identifier: "d", translations: ["x"]),
                POEntry(context: "c", identifier: "d\u{4}", translations: ["y"]),
                POEntry(identifier: "e", translations: ["1"]), POEntry(identifier: "e", translations: ["2"]),
            ])
        let written = MOWriter(document)
        #expect(
            written.diagnostics.map(\.messageKey) == [
                "Gettext.NullCharacter", "Gettext.ContextSeparator", "Gettext.ContextSeparator",
                "Gettext.DuplicatePart",
            ])
        let file = try MOFile(written.bytes)
        #expect(file.gettext("e") == "1")
        #expect(file.pgettext("c", "d\u{4}") == "y")
    }

    /// Texts that are equal in Swift but not in gettext are two messages; the order is that of the bytes.
    @Test func sortsAndComparesByBytes() throws {
        var generator = SeededGenerator(seed: 3)
        let letters = ["a", "b", "é", "e\u{301}", "\u{1}", "日", "😀", "A"]
        var identifiers: Set<[UInt8]> = []
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                letters.randomElement(using: &generator)!
            }
            identifiers.insert(Array(text.joined().utf8))
        }
        let shuffled = identifiers.sorted { $0.lexicographicallyPrecedes($1) }.shuffled(using: &generator)
        let entries = shuffled.map {
            POEntry(identifier: String(decoding: $0, as: UTF8.self), translations: ["x"])
        }
        let written = MOWriter(PODocument(header: GettextHeader(""), entries: entries))
        #expect(written.diagnostics == [])
        let file = try MOFile(written.bytes)
        let read = file.entries.map { Array($0.identifier.utf8) }
        #expect(read == identifiers.sorted { $0.lexicographicallyPrecedes($1) })
    }
}
