// When a file is read again after an edit, the parts that did not change are reused, and only those.

import Localization
import TestSupport
import Testing

@testable import TranslationTools

@Suite struct DocumentReadingTests {
    private static let catalog = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "Hi" : { "localizations" : {
              "de" : { "stringUnit" : { "state" : "translated", "value" : "Hallo" } },
              "fr" : { "stringUnit" : { "state" : "translated", "value" : "Salut\\u00e9" } } } }
          },
          "version" : "1.0"
        }
        """

    /// The texts of each locale and their revisions after each version of a file.
    private func revisions(_ versions: [String]) async -> [[String: Int]] {
        let memory = ReadFiles()
        memory.setEdited(true, "a.xcstrings")
        var revisions: [[String: Int]] = []
        for text in versions {
            let files = await memory.files("a.xcstrings", Array(text.utf8), as: "") {
                (previous: DocumentReading?, keepsUnits: Bool) -> DocumentReading? in
                await .concurrent(
                    Array(text.utf8), StringCatalogFormat(),
                    from: TranslationFileSource(
                        project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: []),
                        path: "a.xcstrings"), usesOwnSource: true,
                    keepsUnits: keepsUnits, reusing: previous)
            }
            revisions.append(
                Dictionary(
                    uniqueKeysWithValues: (files ?? []).map {
                        ("\($0.locale.identifier) \($0.catalog["Hi"]?.text?.source ?? "")", $0.revision)
                    }))
        }
        return revisions
    }

    @Test func anEditChangesTheRevisionOfItsLanguageAlone() async {
        let found = await revisions([
            Self.catalog, Self.catalog.replacing("Hallo", with: "Hallo!"),
            Self.catalog.replacing("Hallo", with: "Hallo!!"), Self.catalog.replacing("Hallo", with: "Na"),
        ])
        #expect(found.map { Set($0.keys) }[3] == ["en Hi", "de Na", "fr Salut\u{e9}"])
        #expect(found[3]["fr Salut\u{e9}"] == found[1]["fr Salut\u{e9}"])
        #expect(found[3]["en Hi"] == found[2]["en Hi"])
        #expect(Set(found.flatMap { $0.filter { $0.key.hasPrefix("de") }.values }).count == 4)
    }

    @Test(arguments: [
        (#""version""#, "\n\"version\"", true), (#""strings""#, "\n\"strings\"", false),
        (#"Salut\u00e9"#, "Salute\u{301}", false), (#""Hi""#, #""Hi" "#, true),
        (#"{ "localizations""#, #"{ "comment" : "Short", "localizations""#, false),
        (#"translated", "value" : "Salut"#, #"new", "value" : "Salut"#, false),
    ])
    func whatAnEditMovesOrChangesIsNew(old: String, new: String, isKept: Bool) async {
        let edited = Self.catalog.replacing("Hallo", with: "Hallo!")
        let found = await revisions([Self.catalog, edited, edited.replacing(old, with: new)])
        let french = found.map { $0.first { $0.key.hasPrefix("fr") }?.value }
        #expect((french[2] == french[1]) == isKept)
    }

    // MARK: Edits one after the other

    private static let variedCatalog = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "" : { },
            "a \\"quoted\\" key" : { "comment" : "A button.", "localizations" : {
              "en" : { "stringUnit" : { "state" : "translated", "value" : "Open %@" } },
              "fr" : { "stringUnit" : { "state" : "needs_review", "value" : "Ouvrir %@" } } } },
            "old" : { "extractionState" : "stale", "localizations" : {
              "de" : { "stringUnit" : { "state" : "translated", "value" : "Alt" } } } },
            "Files: %lld" : {
              "localizations" : {
                "de" : {
                  "variations" : {
                    "plural" : {
                      "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld Datei" } },
                      "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld Dateien" } }
                    }
                  }
                },
                "fr" : { "variations" : { "device" : {
                  "mac" : { "stringUnit" : { "state" : "translated", "value" : "Fichiers" } },
                  "other" : { "stringUnit" : { "state" : "new", "value" : "Fich\u{e9}" } } } } }
              }
            },
            "Name" : { "shouldTranslate" : false, "unknown" : 1 }, "Two" : { "localizations" : {
              "de" : { "stringUnit" : { "state" : "translated", "value" : "Zwei" } } } },
            "stale %@" : { "extractionState" : "stale", "localizations" : {
              "en" : { "stringUnit" : { "state" : "translated", "value" : "Stale" } } } },
            "Last" : { "localizations" : {
              "de" : { "stringUnit" : { "state" : "translated", "value" : "Ende" } } } }
          },
          "version" : "1.0"
        }
        """
    private static let po = """
        # A comment.
        msgid ""
        msgstr ""
        "Language: de\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"
        "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

        #. Seen by people.
        #: main.c:1
        #, c-format
        msgid "Open %s"
        msgstr "\u{d6}ffnen %s"

        # dangling

        msgctxt "menu"
        msgid "Close"
        msgstr ""

        #, fuzzy
        #| msgid "Fiel"
        msgid "%d file"
        msgid_plural "%d files"
        msgstr[0] "%d Datei"
        msgstr[1] ""
        "%d Dateien"
        msgid "Next"
        msgstr "Weiter"

        msgid "Split"

        msgstr "Geteilt"

        "und mehr"

        #. x-table: Other
        msgid "Key"
        msgstr "Schl\u{fc}ssel"

        #~ msgid "Gone"
        #~ msgstr "Weg"

        """
    private static let pieces = [
        "x", "\"", "\\", "%@", "%", "\n", "\r", ",", "}", "{", "\u{e4}", " ", "\n\n", "\", \"", ": ", "# a\n",
        "#, fuzzy\n", "msgstr \"\"\n", "msgid \"New\"\nmsgstr \"\"\n\n", "\"New\" : { }, ", "[", "1", "\\n",
        "\"comment\" : \"Note. File: a.c:1\", ", "\"extractionState\" : \"stale\", ",
        "\"fr\" : { \"stringUnit\" : { \"state\" : \"new\", \"value\" : \"V\" } }, ", "}, \"P\" : {",
        "<<<<<<<",
    ]

    private static let poHeader = """
        msgid ""
        msgstr ""
        "Language: de\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"
        "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

        """

    /// Entries that are more than a text and its translation; `%` is a number.
    private static let odd = [
        "", "# by itself\n", "#~ msgid \"old %\"\n#~ msgstr \"alt\"\n",
        "#, fuzzy\n#| msgid \"before\"\nmsgid \"after %\"\nmsgstr \"x\"\n",
        "msgctxt \"menu\"\nmsgid \"\"\n\"two %\"\n\" lines\"\nmsgstr \"\"\n\"zwei \"\n\"Zeilen\"\n",
        "msgid \"file %\"\nmsgid_plural \"files %\"\nmsgstr[0] \"Datei\"\nmsgstr[1] \"Dateien\"\n",
        "#. x-table: Other\nmsgid \"elsewhere %\"\nmsgstr \"anderswo\"\n",
    ]

    /// Entries with mistakes.
    private static let wrong = [
        "msgid \"twice\"\nmsgstr \"doppelt\"\n", "msgid \"open %\"\nmsgstr \"\\q\"\n", "msgid \"none %\"\n",
    ]

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func aLargeFileIsReadInPiecesAsItIsReadWhole(seed: UInt64) async {
        var generator = SeededGenerator(seed: seed)
        var text = Self.poHeader
        for number in 0..<8_000 {
            text +=
                "\n#: a.c:\(number)\nmsgid \"Text \(number)\"\nmsgstr \"Text \u{e4}\u{f6} Zahl \(number)\"\n"
            if Int.random(in: 0..<8, using: &generator) == 0 {
                text += "\n" + Self.odd.randomElement(using: &generator)!.replacing("%", with: "\(number)")
            }
            if seed > 3, Int.random(in: 0..<1_500, using: &generator) == 0 {
                text += "\n" + Self.wrong.randomElement(using: &generator)!.replacing("%", with: "\(number)")
            }
        }
        let source = TranslationFileSource(
            project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: []), path: "de.po",
            table: "Texts")
        let bytes = Array(text.utf8)
        #expect(POFormat().pieces(of: bytes, from: source) != nil)
        let pieces = await DocumentReading.concurrent(bytes, POFormat(), from: source, usesOwnSource: true)
        let whole = DocumentReading(bytes, POFormat(), from: source, usesOwnSource: true)
        #expect(pieces.map(described) == whole.map(described))
        let alone = await DocumentReading.concurrent(
            bytes, POFormat(), from: source, usesOwnSource: true, keepsUnits: false)
        #expect(alone.map(described) == whole.map(described))
    }

    private static let words = [
        "Alt", "Zwei", "Ende", "Dateien", "Ouvrir", "Open", "Fichiers", "ffnen", "Weiter", "Geteilt", "Datei",
    ]

    @Test(arguments: 1...4 as ClosedRange<UInt64>, ["a.xcstrings", "de.po"])
    func aFileIsReadAfterEditsAsItIsReadAnew(seed: UInt64, name: String) {
        let isCatalog = name == "a.xcstrings"
        let original = Array((isCatalog ? Self.variedCatalog : Self.po).utf8)
        func read(_ bytes: [UInt8], after previous: DocumentReading?) -> DocumentReading? {
            let source = TranslationFileSource(
                project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: []), path: name,
                table: "Texts")
            return isCatalog
                ? DocumentReading(
                    bytes, StringCatalogFormat(), from: source, usesOwnSource: true, reusing: previous)
                : DocumentReading(bytes, POFormat(), from: source, usesOwnSource: true, reusing: previous)
        }
        var generator = SeededGenerator(seed: seed)
        var bytes = original
        var reading = read(bytes, after: nil)
        var rereadings = 0
        for _ in 0..<400 {
            if Int.random(in: 0..<3, using: &generator) == 0 {
                bytes = original
                reading = read(bytes, after: reading)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let word = Self.words.randomElement(using: &generator)!
            if Bool.random(using: &generator), let found = text.firstRange(of: word) {
                // Changes as people type them.
                let new = ["x", "%", "\u{e4}", " ", "%@"].randomElement(using: &generator)!
                bytes = Array((text[..<found.upperBound] + new + text[found.upperBound...]).utf8)
            } else {
                let start = Int.random(in: 0...bytes.count, using: &generator)
                let length = Bool.random(using: &generator) ? 0 : Int.random(in: 0...3, using: &generator)
                bytes.replaceSubrange(
                    start..<min(bytes.count, start + length),
                    with: Self.pieces.randomElement(using: &generator)!.utf8)
            }
            let again = read(bytes, after: reading)
            let anew = read(bytes, after: nil)
            #expect(again.map(described) == anew.map(described), "\(String(decoding: bytes, as: UTF8.self))")
            if again?.contents.changed != nil { rereadings += 1 }
            reading = again
        }
        #expect(rereadings > 15)
    }

    /// All data about the files of a reading, except byte offsets.
    private func described(_ reading: DocumentReading) -> [String] { reading.files.flatMap(described) }

    private func described(_ file: LocalizationFile) -> [String] {
        var lines = ["\(file.locale.identifier) \(file.table) \(file.isOwnSource)"]
        for text in file.texts {
            lines.append(
                "\(text.position) \(text.identifier) = \(text.text ?? "") \(text.comment ?? "")")
        }
        for message in file.catalog.list {
            lines.append("\(message.position?.description ?? "") \(message.key) \(message.forms)")
        }
        lines += file.unitPositions.map { "\($0.key) \($0.value)" }.sorted()
        lines += file.formatFindings.map { "\($0.messageKey) \($0.position?.description ?? "")" }
        return lines + (file.ownSource.map(described) ?? [])
    }
}
