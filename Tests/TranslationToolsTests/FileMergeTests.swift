// Merges random changes in each format, and compares the result with a merge of dictionaries.

import Localization
import TestSupport
import Testing
import TranslationTools

/// Invariants: a change of one version is in the result, no entry is lost, only real conflicts are marked,
/// and which version is ours matters only for the order.
@Suite struct FileMergeTests {
    enum Style: String, CaseIterable, Sendable {
        case strings, xcstrings, stringsdict, android, xliff, po

        var path: String {
            switch self {
            case .strings: "de.lproj/Shop.strings"
            case .xcstrings: "Shop.xcstrings"
            case .stringsdict: "de.lproj/Shop.stringsdict"
            case .android: "values-de/strings.xml"
            case .xliff: "de.xliff"
            case .po: "de.po"
            }
        }

        var syntax: FileMerge.Syntax { TranslationFormats().format(ofFile: path)!.mergeSyntax! }
    }

    @Test(arguments: Style.allCases) func mergesAsDictionariesDo(style: Style) throws {
        for seed in 0..<Self.count {
            var generator = SeededGenerator(seed: seed)
            let base = Table(&generator)
            let (ours, theirs) = (base.changed(&generator), base.changed(&generator))
            let merged = ours.merged(with: theirs, base: base)
            let (own, other) = (ours.bytes(style), theirs.bytes(style))
            let outcome = FileMerge.merge(
                base: base.bytes(style), ours: own, theirs: other, syntax: style.syntax)
            guard case .merged(let bytes, let clashes) = outcome else {
                Issue.record("seed \(seed): \(outcome)")
                continue
            }
            let mirrored = FileMerge.merge(
                base: base.bytes(style), ours: other, theirs: own, syntax: style.syntax)
            guard case .merged(let otherBytes, let otherClashes) = mirrored else {
                Issue.record("seed \(seed): \(mirrored)")
                continue
            }
            #expect(clashes.count == merged.clashes.count, "seed \(seed)")
            #expect(otherClashes.count == clashes.count, "seed \(seed)")
            if clashes.isEmpty {
                #expect(Table.texts(bytes, style) == merged.texts, "seed \(seed)")
                #expect(Table.texts(otherBytes, style) == merged.texts, "seed \(seed)")
            } else {
                let text = String(decoding: bytes, as: UTF8.self)
                for value in merged.clashes { #expect(text.contains(value), "seed \(seed): \(value)") }
                #expect(text.contains("<<<<<<< ours\n") && text.contains("\n>>>>>>> theirs\n"))
            }
        }
    }

    @Test(arguments: [
        (Style.xcstrings, "{\n  \"a\" : \"A\",\n  \"b\" : \"B\" }\n"),
        (.android, "<resources>\n<string name=\"a\">A</string>\n<string name=\"b\">B</string></resources>\n"),
    ])
    func theEndOfAFileStaysOnItsLine(style: Style, text: String) {
        func merged(_ one: String, _ other: String) -> FileMerge.Outcome {
            FileMerge.merge(
                base: Array(text.utf8), ours: Array(one.utf8), theirs: Array(other.utf8), syntax: style.syntax
            )
        }
        let (a, b) = (text.replacing("A", with: "AA"), text.replacing("B", with: "BB"))
        for outcome in [merged(a, b), merged(b, a)] {
            guard case .merged(let bytes, _) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(String(decoding: bytes, as: UTF8.self) == a.replacing("B", with: "BB"))
        }
    }

    /// Xcode writes a blank line between the braces of an entry without texts.
    @Test func anEntryThatOneVersionAddsWithoutTextsIsClosedAsTheOther() {
        let empty = "{\n  \"strings\" : {\n    \"a\" : {\n\n    }\n  }\n}"
        let base = "{\n  \"strings\" : {\n\n  }\n}"
        let full = empty.replacing("{\n\n    }", with: "{\n      \"comment\" : \"A\"\n    }")
        #expect(Self.merged(base, full, empty, .json) == full)
        #expect(Self.merged(base, empty, full, .json) == full)
        #expect(Self.merged(empty, empty, full, .json) == full)
        #expect(Self.merged(base, empty, base, .json) == empty)
    }

    /// For a longer test, increase this a hundredfold.
    private static let count: UInt64 = 20

    @Test(arguments: Style.allCases) func mergingAFileWithItselfOrItsBaseChangesNothing(style: Style) {
        var generator = SeededGenerator(seed: 7)
        let base = Table(&generator)
        let changed = base.changed(&generator).bytes(style)
        let old = base.bytes(style)
        for (first, second) in [(changed, changed), (changed, old), (old, changed)] {
            #expect(
                FileMerge.merge(base: old, ours: first, theirs: second, syntax: style.syntax)
                    == .merged(changed, clashes: []))
        }
    }

    @Test func commentsOfBothVersionsAreKept() {
        let base = "/* One. */\n\"a\" = \"A\";\n\n// Two.\n\"b\" = \"B\"; // end\n"
        let ours = "/* One. */\n/* Ours. */\n\"a\" = \"A\";\n\n// Two.\n\"b\" = \"B\"; // end 2\n"
        let theirs = "/* One. */\n/* Theirs. */\n\"a\" = \"A!\";\n\n\"b\" = \"B!\"; // end\n"
        #expect(
            Self.merged(base, ours, theirs, .strings)
                == "/* One. */\n/* Ours. */\n/* Theirs. */\n\"a\" = \"A!\";\n\n\"b\" = \"B!\"; // end 2\n")
    }

    @Test func encodingAndLineBreaksStay() throws {
        let versions = ["A", "B", "A"].enumerated().map { index, text in
            "\"a\" = \"\(text)\";\r\n\"b\" = \"ü\(index == 2 ? "!" : "")\";\r\n"
        }
        let files = versions.map { [0xFF, 0xFE] + TextEncoding.utf16LittleEndian.encoded($0) }
        let wanted =
            [0xFF, 0xFE] + TextEncoding.utf16LittleEndian.encoded("\"a\" = \"B\";\r\n\"b\" = \"ü!\";\r\n")
        #expect(
            FileMerge.merge(base: files[0], ours: files[1], theirs: files[2], syntax: .strings)
                == .merged(wanted, clashes: []))
    }

    @Test func datesInHeadersDoNotClashAndFlagsAreJoined() {
        func file(_ date: String, _ name: String, _ flags: String, _ text: String, more: String = "")
            -> String
        {
            """
            msgid ""
            msgstr ""
            "PO-Revision-Date: \(date)\\n"
            "Last-Translator: \(name)\\n"
            "Plural-Forms: nplurals=2; plural=n != 1;\\n"

            # A note.
            #: a.c:1
            #, \(flags)
            msgid "%d file"
            msgid_plural "%d files"
            msgstr[0] "%d Datei"
            msgstr[1] "\(text)"
            \(more)
            """
        }
        let base = file("2026-01-01 10:00+0000", "A", "fuzzy, c-format", "%d Datein")
        let ours = file("2026-02-02 10:00+0000", "Ours", "c-format", "%d Dateien")
        let theirs = file(
            "2026-03-03 10:00+0000", "Theirs", "fuzzy, c-format, no-wrap", "%d Datein",
            more: "\nmsgid \"x\"\nmsgstr \"y\"\n")
        #expect(
            Self.merged(base, ours, theirs, .po)
                == file(
                    "2026-03-03 10:00+0000", "Theirs", "c-format, no-wrap", "%d Dateien",
                    more: "\nmsgid \"x\"\nmsgstr \"y\"\n"))
    }

    @Test func aTranslationThatWasReviewedIsNoLongerFuzzy() {
        let base = "#: a.c:1\n#, fuzzy\nmsgid \"a\"\nmsgstr \"A\"\n\nmsgid \"b\"\nmsgstr \"\"\n"
        let ours = "#: a.c:1\nmsgid \"a\"\nmsgstr \"B\"\n\nmsgid \"b\"\nmsgstr \"\"\n"
        let theirs = "#: a.c:2\n#, fuzzy\nmsgid \"a\"\nmsgstr \"A\"\n\nmsgid \"b\"\nmsgstr \"B\"\n"
        #expect(
            Self.merged(base, ours, theirs, .po)
                == "#: a.c:2\nmsgid \"a\"\nmsgstr \"B\"\n\nmsgid \"b\"\nmsgstr \"B\"\n")
    }

    @Test func whatOneVersionRemovedAndTheOtherChangedIsMarked() {
        #expect(
            Self.merged(
                "\"a\" = \"A\";\n\"b\" = \"B\";\n", "\"b\" = \"B\";\n", "\"a\" = \"C\";\n\"b\" = \"B\";\n",
                .strings)
                == "<<<<<<< ours\n=======\n\"a\" = \"C\";\n>>>>>>> theirs\n\"b\" = \"B\";\n")
    }

    @Test func aVersionThatCannotBeReadIsNamed() {
        let good = Array("\"a\" = \"A\";\n".utf8)
        let bad = Array("\"a\" = \"A\n".utf8)
        #expect(
            FileMerge.merge(base: good, ours: good, theirs: bad, syntax: .strings) == .unreadable(.theirs))
        #expect(FileMerge.merge(base: bad, ours: good, theirs: good, syntax: .strings) == .unreadable(.base))
        #expect(FileMerge.merge(base: [], ours: good, theirs: [0xFF], syntax: .json) == .unreadable(.ours))
        #expect(
            FileMerge.merge(base: [], ours: Array("<a>".utf8), theirs: good, syntax: .xml)
                == .unreadable(.ours))
    }

    private static func merged(
        _ base: String, _ ours: String, _ theirs: String, _ format: FileMerge.Syntax
    ) -> String? {
        let outcome = FileMerge.merge(
            base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), syntax: format)
        guard case .merged(let bytes, _) = outcome else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Texts by key, in some order.
private struct Table {
    private(set) var texts: [String: String] = [:]
    private(set) var order: [String] = []
    private(set) var clashes: [String] = []

    init(_ generator: inout SeededGenerator) {
        order = (0..<12).map { "key \($0)" }.shuffled(using: &generator).suffix(8)
        for key in order { texts[key] = "text of " + key }
    }

    func changed(_ generator: inout SeededGenerator) -> Table {
        var table = self
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let key = "key \(Int.random(in: 0..<14, using: &generator))"
            switch Int.random(in: 0..<5, using: &generator) {
            case 0:
                table.texts[key] = nil
                table.order.removeAll { $0 == key }
            case 1 where table.order.count > 1: table.order.append(table.order.remove(at: 0))
            default:
                if table.texts[key] == nil {
                    table.order.insert(key, at: Int.random(in: 0...table.order.count, using: &generator))
                }
                table.texts[key] = "text \(Int.random(in: 0..<3, using: &generator)) of \(key)"
            }
        }
        return table
    }

    func merged(with other: Table, base: Table) -> Table {
        var table = self
        for key in Set(texts.keys).union(other.texts.keys).union(base.texts.keys) {
            let (mine, theirs, old) = (texts[key], other.texts[key], base.texts[key])
            if mine == theirs || theirs == old {
                table.texts[key] = mine
            } else if mine == old {
                table.texts[key] = theirs
            } else {
                table.clashes.append((mine ?? theirs)!)
            }
        }
        return table
    }

    func bytes(_ style: FileMergeTests.Style) -> [UInt8] {
        // Xcode sorts its keys; entries in any other order are merged as well.
        let entries = order.map { ($0, texts[$0]!) }
        let parts: (head: String, entries: [String], foot: String) =
            switch style {
            case .strings:
                ("/* A shop. */\n\n", entries.map { "/* About \($0). */\n\"\($0)\" = \"\($1)\";\n\n" }, "")
            case .xcstrings:
                (
                    "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {\n",
                    [
                        entries.map { key, text in
                            """
                                "\(key)" : {
                                  "comment" : "About \(key).",
                                  "localizations" : {
                                    "de" : {
                                      "stringUnit" : {
                                        "state" : "translated",
                                        "value" : "\(text)"
                                      }
                                    }
                                  }
                                }
                            """
                        }.joined(separator: ",\n")
                    ], "\n  },\n  \"version\" : \"1.0\"\n}\n"
                )
            case .stringsdict:
                (
                    "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n<dict>\n",
                    entries.map { key, text in
                        """
                        \t<key>\(key)</key>
                        \t<dict>
                        \t\t<key>NSStringLocalizedFormatKey</key>
                        \t\t<string>%#@n@</string>
                        \t\t<key>n</key>
                        \t\t<dict>
                        \t\t\t<key>NSStringFormatSpecTypeKey</key>
                        \t\t\t<string>NSStringPluralRuleType</string>
                        \t\t\t<key>NSStringFormatValueTypeKey</key>
                        \t\t\t<string>ld</string>
                        \t\t\t<key>other</key>
                        \t\t\t<string>\(text)</string>
                        \t\t</dict>
                        \t</dict>

                        """
                    }, "</dict>\n</plist>\n"
                )
            case .android:
                (
                    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<resources>\n",
                    entries.map { "    <!-- About. -->\n    <string name=\"\($0)\">\($1)</string>\n" },
                    "</resources>\n"
                )
            case .xliff:
                (
                    "<xliff version=\"1.2\"><file original=\"Shop.strings\" source-language=\"en\" target-language=\"de\">\n<body>\n",
                    entries.map {
                        "  <trans-unit id=\"\($0)\">\n    <source>s</source>\n    <target>\($1)</target>\n  </trans-unit>\n"
                    }, "</body>\n</file></xliff>\n"
                )
            case .po:
                (
                    "msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n",
                    entries.map { "\n# About.\n#: \($0):1\nmsgid \"\($0)\"\nmsgstr \"\"\n\"\($1)\"\n" }, ""
                )
            }
        return Array((parts.head + parts.entries.joined() + parts.foot).utf8)
    }

    /// The texts in a file, by the readers of its format.
    static func texts(_ bytes: [UInt8], _ style: FileMergeTests.Style) -> [String: String] {
        var texts: [String: String] = [:]
        if style == .strings {
            for entry in StringsFile(bytes).entries { texts[entry.key] = entry.text }
            return texts
        }
        let locale = LocaleIdentifier("de")!
        let source = TranslationFileSource(
            project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: []), path: style.path,
            locale: locale, table: "Shop")
        let format = TranslationFormats().format(ofFile: style.path)!
        for table in format.read(bytes, from: source).tables where table.locale == locale {
            for unit in table.units {
                let message = unit.translation
                texts[unit.key] =
                    message?.plural[.other]?.source ?? message?.substitutions["n"]?[.other]?.source
                    ?? message?.text?.source
            }
        }
        return texts
    }
}
