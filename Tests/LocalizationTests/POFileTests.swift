// Tests of reading PO files, and of their diagnostics.

import Localization
import Testing

@Suite struct POFileTests {
    static let header = """
        msgid ""
        msgstr "Content-Type: text/plain; charset=UTF-8\\n"
        "Plural-Forms: nplurals=2; plural=(n != 1);\\n"


        """

    /// Parses a text after a header of three lines and a blank one.
    static func file(_ text: String) -> POFile { POFile(Array((header + text).utf8)) }

    /// The findings in the form `MissingHeader 1:1`.
    static func findings(_ file: POFile) -> [String] {
        file.diagnostics.map { "\($0.messageKey.dropFirst(3)) \($0.place)" }
    }

    @Test func readsFlagsOnLinesOfTheirOwn() throws {
        let file = Self.file(
            "#, fuzzy\n#= c-format, range: 0..10\n#| msgctxt \"old\"\nmsgid \"%d\"\nmsgstr \"%d\"\n")
        let entry = try #require(file.entries.last)
        #expect(entry.isFuzzy && entry.hasLineOfStickyFlags && entry.flags == ["c-format", "range: 0..10"])
        #expect(entry.previousContext == "old")
        let line = try #require(Self.file("#=====\n#, c-format\nmsgid \"a\"\nmsgstr \"\"\n").entries.last)
        #expect(
            !line.hasLineOfStickyFlags && line.flags == ["c-format"] && line.translatorComments.count == 1)
    }

    @Test func readsEverythingThatAnEntryHas() {
        let file = POFile(
            Array(
                """
                # Translators of the world.
                #, fuzzy
                msgid ""
                msgstr "Language: de\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"

                # A remark.
                #. A hint.
                #.  indented
                #: a.swift:1 b.swift:2
                #: \u{2068}file name.swift\u{2069}:3
                #, fuzzy, objc-format, range: 0..10
                #| msgctxt "old"
                #| msgid "old %d"
                #| msgid_plural "olds %d"
                msgctxt "menu"
                msgid "%d file"
                msgid_plural ""
                "%d "
                "files"
                msgstr[0] "%d Datei"
                msgstr[1] "%d Dateien"

                #~ # Another remark.
                #~ #, python-format
                #~| msgid "Oldest"
                #~ msgid "Older"
                #~ msgstr "Älter"

                """.utf8))
        #expect(file.diagnostics == [])
        #expect(file.header["language"] == "de")
        #expect(file.headerComment == "Translators of the world.")
        #expect(file.headerFlags == ["fuzzy"])
        #expect(file.entries.count == 2)
        let entry = file.entries[0]
        #expect(entry.translatorComments == ["A remark."])
        #expect(entry.extractedComments == ["A hint.", " indented"])
        #expect(entry.references == ["a.swift:1", "b.swift:2", "file name.swift:3"])
        #expect(entry.flags == ["objc-format", "range: 0..10"])
        #expect(entry.isFuzzy && !entry.isObsolete)
        #expect(
            [entry.previousContext, entry.previousIdentifier, entry.previousPlural] == [
                "old", "old %d", "olds %d",
            ])
        #expect([entry.context, entry.identifier, entry.plural] == ["menu", "%d file", "%d files"])
        #expect(entry.translations == ["%d Datei", "%d Dateien"])
        #expect(file.entries[1].translatorComments == ["Another remark."])
        #expect(file.entries[1].flags == ["python-format"])
        #expect(entry.position?.description == "15:1")
        #expect(file.entries[1].isObsolete)
        #expect(file.entries[1].previousIdentifier == "Oldest")
        #expect(file.entries[1].translations == ["Älter"])
        #expect(file.pluralForms.count == 2)
    }

    @Test func readsTheEscapesOfC() {
        let file = Self.file(#"msgid "\n\t\\\"\r\a\b\f\v\101\x42\303\244" msgstr "\n""#)
        #expect(file.entries[0].identifier == "\n\t\\\"\r\u{7}\u{8}\u{C}\u{B}ABä")
        #expect(Self.findings(file) == ["TrailingLineBreak 5:1"])
    }

    @Test(arguments: [
        ("ISO-8859-15", [0xE4, 0xA4] as [UInt8], "ä€"), ("KOI8-R", [0xD0], "п"),
        ("EUC-JP", [0xC6, 0xFC], "日"),
        // The second byte of this character is an ASCII backslash.
        ("Shift_JIS", [0x95, 0x5C], "表"),
    ])
    func readsOtherCharsets(charset: String, bytes: [UInt8], text: String) {
        let header =
            "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=\(charset)\\n\"\n\nmsgid \"a\"\nmsgstr \""
        let file = POFile(Array(header.utf8) + bytes + Array("\"\n?\n".utf8))
        #expect(file.entries.first?.translations == [text])
        #expect(Self.findings(file) == ["UnexpectedText 6:1"])
        #expect(file.diagnostics.first?.place.byteOffset == header.utf8.count + bytes.count + 2)
    }

    static let mistakes = [
        ("msgid \"a\\q\"\nmsgstr \"b\"\n", ["InvalidEscape 5:9"], ["aq"]),
        ("msgid \"a\\777\"\nmsgstr \"b\"\n", ["InvalidSequence 5:1", "InvalidEscape 5:9"], ["a\u{FFFD}"]),
        ("msgid \"a\\x\"\nmsgstr \"b\"\n", ["InvalidEscape 5:9"], ["ax"]),
        ("msgid \"a\nmsgstr \"b\"\n", ["UnterminatedString 5:7"], ["a"]),
        ("# x\nmsgstr \"b\"\n\nmsgid \"c\"\nmsgstr \"d\"\n", ["MissingIdentifier 6:1"], ["c"]),
        ("msgid \"a\"\n\n# x\nmsgid \"c\"\nmsgstr \"d\"\n", ["MissingTranslation 5:1"], ["a", "c"]),
        ("msgid \"a\"\nmsgid \"c\"\nmsgstr \"d\"\n", ["MissingTranslation 5:1"], ["a", "c"]),
        ("msgid \"a\"\nmsgstr\nmsgid \"c\"\nmsgstr \"d\"\n", ["MissingString 6:1"], ["a", "c"]),
        ("msgid \"a\"\nmsgstr \"b\"\nmsgstr \"c\"\n", ["RepeatedKeyword 7:1"], ["a"]),
        (
            "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr \"c\"\n",
            ["WrongFormCount 5:1", "TranslationWithoutIndex 7:1"], ["a"]
        ),
        ("msgid \"a\"\nmsgstr[0] \"c\"\n", ["IndexWithoutPlural 6:1"], ["a"]),
        (
            "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[1] \"c\"\nmsgstr[0] \"d\"\n",
            ["IndexOutOfOrder 7:1", "IndexOutOfOrder 8:1"], ["a"]
        ),
        (
            "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\nmsgstr[99999999999999999999] \"d\"\n",
            ["WrongFormCount 5:1", "IndexOutOfOrder 8:1"], ["a"]
        ),
        ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\n", ["WrongFormCount 5:1"], ["a"]),
        ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\nmsgstr[1] \"\"\n", ["EmptyForm 5:1"], ["a"]),
        ("msgid \"a\"\nmsgid_plural \"b\"\n", ["MissingTranslation 5:1"], ["a"]),
        (
            "msgid \"a\"\nmsgstr \"b\"\n\n#~ msgid \"a\"\n#~ msgstr \"c\"\n",
            ["DuplicateObsoleteEntry 8:4"], ["a", "a"]
        ),
        (
            "#~ msgid \"a\"\n#~ msgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"\n\nmsgid \"a\"\nmsgstr \"\"\n",
            ["DuplicateObsoleteEntry 8:1", "DuplicateEntry 11:1"], ["a", "a", "a"]
        ),
        ("msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"\n", ["DuplicateEntry 8:1"], ["a", "a"]),
        ("msgid \"\\na\"\nmsgstr \"b\"\n", ["LeadingLineBreak 5:1"], ["\na"]),
        ("msgid \"a\"\nmsgstr \"b\\n\"\n", ["TrailingLineBreak 5:1"], ["a"]),
        ("msgid \"a\\0b\"\nmsgstr \"c\"\n", ["NullCharacter 5:1"], ["a\0b"]),
        ("<<<<<<< ours\nmsgid \"a\"\nmsgstr \"b\"\n", ["UnexpectedText 5:1"], ["a"]),
        ("domain \"x\"\nmsgid \"a\"\nmsgstr \"b\"\n", ["UnexpectedText 5:1"], ["a"]),
        ("# x\n\"stray\"\nmsgid \"a\"\nmsgstr \"b\"\n", ["UnexpectedText 6:1"], ["a"]),
        ("msgid \"a\"\nmsgstr[x] \"b\"\n", ["MissingTranslation 5:1", "UnexpectedText 6:1"], ["a"]),
        ("# the end\n", ["CommentWithoutEntry 5:10"], []),
    ]

    @Test(arguments: mistakes)
    func findsMistakesAndGoesOn(text: String, findings: [String], identifiers: [String]) {
        let file = Self.file(text)
        #expect(Self.findings(file) == findings)
        #expect(file.entries.map(\.identifier) == identifiers)
    }

    @Test(arguments: [
        "msgid \"a\"\nmsgstr \"b\"\n",
        "msgctxt \"x\"\nmsgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"b\"\n",
        "#~ msgid \"a\"\n#~ msgstr \"b\"\n\n#~ msgctxt \"x\"\n#~ msgid \"a\"\n#~ msgstr \"c\"\n",
        "msgid \"a\" msgstr \"\"\n",
        "msgid \"a\"\r\nmsgstr \"b\"\r\n",
        "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n",
        "msgctxt \"\"\nmsgid \"\"\nmsgstr \"empty\"\n",
        "#: a\n\n\n#. b\n\nmsgid \"\"\n\"a\"\nmsgstr \"\"\n\n\"b\"\n",
    ])
    func staysQuietWhereAllIsWell(text: String) {
        #expect(Self.findings(Self.file(text)) == [])
    }

    @Test func placesFormsByTheirNumbers() {
        let file = Self.file("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[1] \"c\"\nmsgstr[0] \"d\"\n")
        #expect(file.entries[0].translations == ["d", "c"])
    }

    @Test(arguments: [
        ("nplurals=2", "PluralForms.MissingExpression", 0), ("plural=n", "PluralForms.InvalidCount", 0),
        ("nplurals=2; plural=n+;", "PluralForms.UnexpectedText", 1),
        ("nplurals=2; plural=99999999999999999999;", "PluralForms.NumberTooLarge", 1),
        ("nplurals=2; plural=1/n;", "PluralForms.DivisionByZero", 0),
        ("nplurals=2; plural=n;", "PluralForms.IndexOutOfRange", 2),
        ("nplurals=2; plural=\(String(repeating: "(", count: 200))n;", "PluralForms.TooComplex", 0),
    ])
    func findsBadPluralForms(field: String, key: String, argumentCount: Int) {
        let file = POFile(Array("msgid \"\"\nmsgstr \"Plural-Forms: \(field)\\n\"\n".utf8))
        #expect(file.diagnostics.map(\.messageKey) == ["PO." + key])
        #expect(file.diagnostics.first?.arguments.count == argumentCount)
        #expect(file.pluralFormsFailure != nil)
    }

    @Test func findsWhatTheHeaderLacks() {
        #expect(Self.findings(POFile([])) == ["MissingHeader 1:1"])
        let plural = "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\nmsgstr[1] \"d\"\n"
        #expect(Self.findings(POFile(Array(plural.utf8))) == ["MissingHeader 1:1", "MissingPluralForms 1:1"])
        let template = "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n\"\n"
        #expect(Self.findings(POFile(Array(template.utf8))) == [])
    }

    @Test func findsWhatIsWrongWithTheEncoding() {
        let text = Self.header + "msgid \"ä\"\nmsgstr \"b\"\n"
        #expect(Self.findings(POFile([0xEF, 0xBB, 0xBF] + Array(text.utf8))) == ["ByteOrderMark 1:1"])
        let wide = TextEncoding.utf16LittleEndian.encoded("\u{FEFF}" + text)
        #expect(Self.findings(POFile(wide)) == ["WideEncoding 1:1"])
        #expect(POFile(wide).entries.first?.identifier == "ä")
        let unknown = text.replacing("UTF-8", with: "KLINGON")
        #expect(Self.findings(POFile(Array(unknown.utf8))) == ["UnknownCharset 1:1"])
        let invalid =
            Array(Self.header.utf8) + Array("msgid \"a".utf8) + [0xFF] + Array("\"\nmsgstr \"b\"\n".utf8)
        #expect(Self.findings(POFile(invalid)) == ["InvalidSequence 5:9"])
        #expect(POFile(invalid).entries.first?.identifier == "a\u{FFFD}")
    }
}
