// The layout of written PO files.

import Localization
import TestSupport
import Testing
import TranslationTools

@Suite struct POWriterTests {
    static func text(_ entries: [POEntry]) -> String {
        let document = PODocument(header: GettextHeader("Language: de"), entries: entries)
        let text = String(decoding: document.serialized(), as: UTF8.self)
        return String(text.dropFirst("msgid \"\"\nmsgstr \"Language: de\\n\"\n\n".count))
    }

    @Test func writesEverythingThatAnEntryHas() {
        var entry = POEntry(
            context: "menu", identifier: "%d file", plural: "%d files", translations: ["a", "b"])
        entry.translatorComments = ["A remark.", ""]
        entry.extractedComments = ["A hint."]
        entry.references = ["a.swift:1", "file name.swift:3", "b.swift:2"]
        entry.flags = ["objc-format"]
        entry.isFuzzy = true
        entry.previousContext = "old"
        entry.previousIdentifier = "old\ntext"
        var obsolete = POEntry(identifier: "x\ny", translations: ["z"])
        obsolete.isObsolete = true
        obsolete.previousIdentifier = "w"
        #expect(
            Self.text([obsolete, entry]) == """
                # A remark.
                #
                #. A hint.
                #: a.swift:1 \u{2068}file name.swift\u{2069}:3 b.swift:2
                #, fuzzy, objc-format
                #| msgctxt "old"
                #| msgid ""
                #| "old\\n"
                #| "text"
                msgctxt "menu"
                msgid "%d file"
                msgid_plural "%d files"
                msgstr[0] "a"
                msgstr[1] "b"

                #~| msgid "w"
                #~ msgid ""
                #~ "x\\n"
                #~ "y"
                #~ msgstr "z"

                """)
    }

    @Test func escapesWhatCDoes() {
        let entry = POEntry(
            identifier: "\"\\\t\r\u{7}\u{8}\u{B}\u{C}\u{1B}1\u{7F}é\u{2028}", translations: ["line\n"])
        #expect(
            Self.text([entry]) == #"msgid "\"\\\t\r\a\b\v\f\0331\177é"# + "\u{2028}\"\n" + #"msgstr "line\n""#
                + "\n")
    }

    @Test func writesACompleteHeader() {
        var options = GettextOptions(project: "shop 1.0", creationDate: "2024-05-01 12:00+0000")
        options.bugAddress = "https://shop.test/bugs"
        options.headerComment = "Texts of the shop."
        let table = TranslationTable(
            name: "T", sourceLocale: LocaleIdentifier("en")!, locale: LocaleIdentifier("zh_Hant")!, units: [])
        #expect(
            String(decoding: GettextExport(table, options: options).document.serialized(), as: UTF8.self)
                == """
                # Texts of the shop.
                msgid ""
                msgstr ""
                "Project-Id-Version: shop 1.0\\n"
                "Report-Msgid-Bugs-To: https://shop.test/bugs\\n"
                "POT-Creation-Date: 2024-05-01 12:00+0000\\n"
                "PO-Revision-Date: 2024-05-01 12:00+0000\\n"
                "Last-Translator: \\n"
                "Language-Team: Chinese (Traditional)\\n"
                "Language: zh_TW\\n"
                "MIME-Version: 1.0\\n"
                "Content-Type: text/plain; charset=UTF-8\\n"
                "Content-Transfer-Encoding: 8bit\\n"
                "Plural-Forms: nplurals=1; plural=0;\\n"
                "X-Generator: lstrings\\n"

                """)
    }

    @Test func marksTemplates() {
        let table = TranslationTable(name: "T", sourceLocale: LocaleIdentifier("en")!, locale: nil, units: [])
        let document = GettextExport(table, options: GettextOptions(project: "p")).document
        let file = POFile(document.serialized())
        #expect(file.headerFlags == ["fuzzy"])
        #expect(file.header["Plural-Forms"] == "nplurals=INTEGER; plural=EXPRESSION;")
        #expect(file.header["Language"] == "")
        #expect(PODocument(file) == document)
    }

    @Test(arguments: [
        ("de", "de"), ("pt_BR", "pt_BR"), ("zh_Hans", "zh_CN"), ("zh_Hant", "zh_TW"), ("zh_Hant_HK", "zh_HK"),
        ("sr_Latn", "sr@latin"), ("sr_Cyrl", "sr"), ("uz_Cyrl_UZ", "uz_UZ@cyrillic"),
        ("ca_valencia", "ca@valencia"), ("en_Shaw", "en@shaw"),
        ("de-u-co-phonebk", "de"),
    ])
    func namesLocalesAsGettextDoes(locale: String, name: String) {
        #expect(LocaleIdentifier(locale)!.gettextName == name)
    }

    /// A field's value cannot begin another field.
    @Test func keepsFieldsOnTheirLines() {
        let field = GettextHeader.Field(name: "A", value: "b\nC: d")
        #expect(GettextHeader(fields: [field]).text == "A: b C: d\n")
    }

    /// Invariant: written entries are read back unchanged.
    @Test func isReadBack() {
        var generator = SeededGenerator(seed: 5)
        let pieces = [
            "a", "\"", "\\", "\n", "\r", "\t", "é", "😀", "\u{1}", "\u{7F}", "1", "#", "|==|", "\u{2028}", " ",
        ]
        func text() -> String {
            (0..<Int.random(in: 0...6, using: &generator)).map { _ in pieces.randomElement(using: &generator)!
            }.joined()
        }
        func lines() -> [String] {
            (0..<Int.random(in: 0...2, using: &generator)).map { _ in
                text().filter { !$0.isNewline || $0 == "\u{2028}" }
            }
        }
        var entries: [POEntry] = []
        for index in 0..<400 {
            var entry = POEntry(identifier: "\(index)" + text(), translations: [text()])
            if index % 3 == 0 { entry.context = text() }
            if index % 4 == 0 {
                entry.plural = text()
                entry.translations = [text(), text()]
            }
            entry.translatorComments = lines()
            entry.extractedComments = lines()
            entry.references = ["a b.swift:\(index)", "c.swift"]
            entry.flags = index % 5 == 0 ? ["objc-format"] : []
            entry.isFuzzy = index % 7 == 0
            entry.isObsolete = index >= 300
            if index % 6 == 0 { entry.previousIdentifier = text() }
            entries.append(entry)
        }
        let document = PODocument(
            header: GettextHeader("Plural-Forms: nplurals=2; plural=n>1;"), entries: entries)
        let file = POFile(document.serialized())
        let read = file.entries.map { entry in
            var entry = entry
            (entry.position, entry.identifierPosition, entry.translationPositions) = (nil, nil, [])
            return entry
        }
        #expect(read.count == entries.count)
        for (one, other) in zip(read, entries) { #expect(one == other) }
        #expect(PODocument(file).header == document.header)
    }
}
