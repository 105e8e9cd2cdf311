// Tests of reading MO files.

import Localization
import Testing

@Suite struct MOFileTests {
    @Test(arguments: [false, true])
    func readsWhatMsgfmtWrites(isBigEndian: Bool) throws {
        let file = try MOFile(isBigEndian ? MOFixtures.bigEndian : MOFixtures.littleEndian)
        #expect(file.isBigEndian == isBigEndian)
        #expect(file.header.charset == "utf-8")
        #expect(file.entries.count == 4)
        #expect(file.gettext("Title") == "Поиск")
        #expect(file.pgettext("menu", "Title") == "Искать")
        #expect(file.gettext("at %lx") == "по %lx")
        let shown = [1, 3, 11, 22].map { file.ngettext("%ld byte", "%ld bytes", $0) }
        #expect(shown == ["%ld байт", "%ld байта", "%ld байтов", "%ld байта"])
        #expect(file.entry(for: "%ld byte")?.plural == "%ld bytes")
        #expect(file.entry(for: "Title", context: "none") == nil)
        #expect(file.damagedEntries == [])
    }

    @Test func answersWithTheOriginalWhereThereIsNoTranslation() throws {
        let file = try MOFile(MOFixtures.littleEndian)
        #expect(file.gettext("None") == "None")
        #expect(file.pgettext("none", "Title") == "Title")
        #expect(file.ngettext("one", "many", 1) == "one")
        #expect(file.npgettext("menu", "one", "many", 0) == "many")
    }

    @Test(arguments: [false, true])
    func readsContextsWithPlurals(isBigEndian: Bool) throws {
        let file = try MOFile(
            MOFixtures.file(
                [("", "Plural-Forms: nplurals=2; plural=n > 1;\n"), ("c\u{4}a\0b", "x\0y"), ("e", "")],
                isBigEndian: isBigEndian))
        #expect(file.npgettext("c", "a", "b", 0) == "x")
        #expect(file.npgettext("c", "a", "b", 2) == "y")
        let entry = file.entry(for: "a", context: "c")
        #expect(entry?.plural == "b")
        #expect(entry?.translations == ["x", "y"])
        #expect(file.gettext("e") == "")
    }

    @Test(arguments: [
        ("ISO-8859-15", [0xE4, 0xA4] as [UInt8], "ä€"), ("KOI8-R", [0xD0], "п"),
        ("EUC-JP", [0xC6, 0xFC], "日"),
        ("UTF-8", [0xC3, 0xA4], "ä"),
    ])
    func readsOtherCharsets(charset: String, translation: [UInt8], text: String) throws {
        let header = Array("Content-Type: text/plain; charset=\(charset)\n".utf8)
        let file = try MOFile(MOFixtures.file([([], header), (Array("a".utf8), translation)]))
        #expect(file.gettext("a") == text)
    }

    @Test(arguments: ["KLINGON", "../../etc/passwd", "a,b"])
    func refusesUnknownCharsets(name: String) {
        let bytes = MOFixtures.file([("", "Content-Type: text/plain; charset=\(name)\n")])
        #expect(throws: MOError.unknownCharset(name.lowercased())) { try MOFile(bytes) }
    }

    @Test func listsDamagedEntries() throws {
        let file = try MOFile(
            MOFixtures.file([(Array("a".utf8), [0x62]), (Array("b".utf8), [0xFF, 0x63])]))
        #expect(file.damagedEntries == [1])
        #expect(file.gettext("b") == "\u{FFFD}c")
    }

    @Test func keepsGoingWithABadPluralRule() throws {
        func file(_ rule: String) throws -> MOFile {
            try MOFile(MOFixtures.file([("", "Plural-Forms: \(rule)\n"), ("a\0b", "x\0y")]))
        }
        let unreadable = try file("nplurals=2; plural=n+;")
        #expect(unreadable.pluralFormsFailure == .expression(.unexpectedText(offset: 2)))
        #expect(unreadable.ngettext("a", "b", 1) == "x")
        #expect(try file("nplurals=2; plural=n;").ngettext("a", "b", 7) == "x")
        #expect(try file("nplurals=2; plural=1/(n-7);").ngettext("a", "b", 7) == "b")
    }

    @Test func becomesACatalog() throws {
        let file = try MOFile(MOFixtures.littleEndian)
        let catalog = try file.messageCatalog(locale: LocaleIdentifier("ru")!)
        #expect(catalog["menu"]?.text?.source == "Искать")
        #expect(catalog["Title"]?.text?.source == "Поиск")
        let localizer = Localizer([catalog])
        #expect(localizer("%ld byte", 3) == "3 байта")
        #expect(localizer("%ld byte", 11) == "11 байтов")
        let byIdentifier = try file.messageCatalog(locale: LocaleIdentifier("ru")!, keys: .identifier)
        #expect(byIdentifier.diagnostics.map(\.messageKey) == ["Message.Conflicting"])
    }

    @Test func readsTheZeroFormOfApple() throws {
        let file = try MOFile(
            MOFixtures.file([
                ("", "Plural-Forms: nplurals=2; plural=n != 1;\n"),
                ("K\u{4}%d file\0%d files", "%d Datei\0%d Dateien"),
                ("K|==|plural.zero\u{4}No files", "Keine Dateien"),
            ]))
        let localizer = Localizer([try file.messageCatalog(locale: LocaleIdentifier("de")!)])
        #expect([0, 1, 2].map { localizer("K", $0) } == ["Keine Dateien", "1 Datei", "2 Dateien"])
    }

    @Test func refusesAnAmbiguousPluralRule() throws {
        let file = try MOFile(
            MOFixtures.file([("", "Plural-Forms: nplurals=2; plural=n != 1;\n"), ("a\0b", "x\0y")]))
        let locale = LocaleIdentifier("ru")!
        #expect(throws: PluralMapping.Failure.self) { try file.messageCatalog(locale: locale) }
        let mapping = PluralMapping(indices: [.one: 0, .other: 1])
        #expect(try file.messageCatalog(locale: locale, mapping: mapping)["a"]?.plural.count == 2)
    }
}
