// Tests of the parser, and of its diagnostics and recovery for invalid files.

import Localization
import Testing

@Suite struct StringsParserTests {
    @Test(arguments: [
        (#""a" = "b";"#, "a", "b"),
        (#"'a' = 'b';"#, "a", "b"),
        (#"a.b-c_d/e:f$1 = 42;"#, "a.b-c_d/e:f$1", "42"),
        (#""a";"#, "a", "a"),
        (#"a;"#, "a", "a"),
        ("\"a\"\u{2028}=\u{2029}\"b\";", "a", "b"),
        (#""a"/* c */=/* d */"b"/* e */;"#, "a", "b"),
        ("\"a\" = \"line\nline\";", "a", "line\nline"),
        (#""a" = "it's";"#, "a", "it's"),
        (#""a" = "\a\b\f\n\r\t\v\\\"\'";"#, "a", "\u{7}\u{8}\u{C}\n\r\t\u{B}\\\"'"),
        (#""a" = "\U00e4\U41!";"#, "a", "ä\u{41}!"),
        (#""a" = "\Ud83d\UDE00";"#, "a", "😀"),
        (#""a" = "\101\12\0";"#, "a", "A\n\0"),
        (#""a" = "\200\341\373\2533";"#, "a", "\u{A0}Æß«3"),
        ("{ \"a\" = \"b\"; }", "a", "b"),
    ])
    func readsEntry(source: String, key: String, text: String) {
        let file = StringsFile(text: source)
        #expect(file.pairs == [[key, text]])
        #expect(file.findings() == [])
    }

    @Test(arguments: [
        (#""a" = "b""#, [["a", "b"]], ["MissingSemicolon 1:10"]),
        ("\"a\" = \"b\"\n\"c\" = \"d\";", [["a", "b"], ["c", "d"]], ["MissingSemicolon 1:10"]),
        ("\"a\" = \"b;\n\"c\" = \"d\";", [["a", "b"], ["c", "d"]], ["MissingQuote 1:9"]),
        (
            "\"a\" = \"b\n\"c\" = \"d\";", [["a", "b"], ["c", "d"]],
            ["MissingQuote 1:9", "MissingSemicolon 1:9"]
        ),
        ("\"a\" = \"b;", [["a", "b"]], ["MissingQuote 1:9"]),
        ("\"a = \"b\";\n\"c\" = \"d\";", [["c", "d"]], ["MissingEqualsSign 1:7"]),
        ("a\" = \"b\";\n\"c\" = \"d\";", [["c", "d"]], ["MissingEqualsSign 1:2"]),
        ("\"a\" \"b\";\n\"c\" = \"d\";", [["c", "d"]], ["MissingEqualsSign 1:4"]),
        ("\"a\" = ;\n\"c\" = \"d\";", [["c", "d"]], ["MissingValue 1:7"]),
        (
            "\"a\" = \"b \"c\" d\";\n\"e\" = \"f\";", [["a", "b \"c\" d"], ["e", "f"]],
            ["UnescapedQuote 1:10"]
        ),
        (
            "<<<<<<< HEAD\n\"a\" = \"b\";\n=======\n\"a2\" = \"b\";", [["a", "b"], ["a2", "b"]],
            ["UnexpectedText 1:1", "UnexpectedText 3:1"]
        ),
        ("\"a\" = \"b\";;\n\"c\" = \"d\";", [["a", "b"], ["c", "d"]], ["UnexpectedText 1:11"]),
        ("/* open\n\"a\" = \"b\";", [["a", "b"]], ["UnterminatedComment 1:1"]),
        ("/* open\n\"x\" = \"y\";\n/* c */\n\"a\" = \"b\";", [["a", "b"]], ["CommentInsideComment 3:1"]),
        ("\"a\" = \"1\";\n\"a\" = \"2\";", [["a", "1"], ["a", "2"]], ["DuplicateKey 2:1"]),
        ("{ \"a\" = \"b\";", [["a", "b"]], ["MissingClosingBrace 1:1"]),
        ("{ a = ; }\n", [], ["MissingValue 1:7"]),
        ("{ a = b; } c = d;", [["a", "b"], ["c", "d"]], ["TextAfterClosingBrace 1:12"]),
        ("\"a\" = { b = (c; };\n\"e\" = \"f\";", [["e", "f"]], ["UnterminatedValue 1:7"]),
    ])
    func saysWhatIsWrongAndKeepsTheRest(source: String, pairs: [[String]], findings: [String]) {
        let file = StringsFile(text: source)
        #expect(file.pairs == pairs)
        #expect(file.findings() == findings)
        #expect(file.serialized() == Array(source.utf8))
    }

    @Test func diagnosesEachDoubtfulEscape() {
        let file = StringsFile(text: #""a" = "\q\u00e4\U!\Ud83d!\Ude00\376\777";"#)
        #expect(file["a"]?.text == "qäU!\u{FFFD}!\u{FFFD}\u{FFFD}\u{FFFD}")
        #expect(
            file.findings() == [
                "UnknownEscape 1:8", "LowercaseUnicodeEscape 1:10", "UnicodeEscapeWithoutDigits 1:16",
                "UnpairedSurrogate 1:19", "UnpairedSurrogate 1:26", "UndefinedOctalEscape 1:32",
                "UndefinedOctalEscape 1:36",
            ])
    }

    /// Exports of translation platforms write it, as JSON may.
    @Test func readsAnEscapedSlashAsASlash() {
        let file = StringsFile(text: #""a\/b" = "1\/2 \( \-";"#)
        #expect(file["a/b"]?.text == "1/2 ( -")
        #expect(file.findings() == ["UnknownEscape 1:16", "UnknownEscape 1:19"])
    }

    @Test(arguments: [
        ("{ b = c; }", StringsEntry.StructuredForm.dictionary), ("( b, \"c)\" )", .array), ("<0f bd>", .data),
        ("{ b = { c = (d, \"}\"); }; /* } */ }", .dictionary),
    ])
    func keepsStructuredValuesVerbatim(source: String, form: StringsEntry.StructuredForm) {
        let file = StringsFile(text: "\"a\" = \(source);\n\"e\" = \"f\";")
        #expect(file["a"]?.value == .structured(form, source: source))
        #expect(file["a"]?.text == nil)
        #expect(file["e"]?.text == "f")
        #expect(file.findings(atLeast: .note) == ["StructuredValue 1:7"])
    }

    @Test func givesTheLastOfDuplicates() {
        let file = StringsFile(text: "a = 1;\nb = 2;\na = 3;")
        #expect(file["a"]?.text == "3")
        #expect(file.keys == ["b", "a"])
        #expect(
            file.diagnostics.map(\.kind).filter { $0 != .portability(.unquotedText) } == [
                .duplicateKey(key: "a", firstLine: 1)
            ])
    }

    @Test func attachesComments() {
        let file = StringsFile(
            text: """
                /* Header */

                /* First */
                // Second
                "a" = "b"; // Behind
                // Alone

                "c" = /* Inside */ "d";
                "e" = "f"; /* For g */ "g" = "h";
                """)
        #expect(
            file.entries.map(\.comments) == [["First", "Second", "Behind"], ["Inside"], [], ["For g"]])
        #expect(file["a"]?.comment == "First\nSecond\nBehind")
    }

    @Test func saysWhereEachPartIs() throws {
        let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + "// ä\r\n\t\"ö\" = \"ü\" ;\r\"x\" = \"y\";".utf8
        let file = StringsFile(bytes)
        let entry = try #require(file["ö"])
        #expect(entry.position == SourcePosition(line: 2, column: 2, byteOffset: 11))
        #expect(entry.valuePosition == SourcePosition(line: 2, column: 8, byteOffset: 18))
        #expect(file.sourceText(in: entry.byteRange) == "\"ö\" = \"ü\" ;")
        #expect(file.sourceText(in: entry.keyRange) == "\"ö\"")
        #expect(file.sourceText(in: entry.valueRange) == "\"ü\"")
        #expect(file["x"]?.position.line == 3)
    }

    @Test(arguments: ["bplist00\u{1}", "<?xml version=\"1.0\"?><plist/>"])
    func recognizesCompiledPropertyLists(source: String) {
        #expect(StringsFile(text: source).findings() == ["PropertyList 1:1"])
    }

    @Test(arguments: [
        ("fÃ¼r", "für"), ("donâ€™t", "don’t"), ("ÃœberprÃ¼fen", "Überprüfen"), ("ÐŸÑ€Ð¸Ð²ÐµÑ‚", "Привет"),
        ("æ—¥æœ¬", "日本"), ("LÃ¤nge", "Länge"),
    ])
    func recognizesDoublyEncodedText(text: String, repaired: String) {
        let file = StringsFile(text: "\"a\" = \"\(text)\";")
        #expect(file.diagnostics.contains { $0.kind == .mojibake(text: text, repaired: repaired) })
    }

    @Test(arguments: [
        "AMANHÃ…", "ENREGISTRÉ…", "MAÇÃ»", "É", "Ñandú", "naïve café’s", "50 °C", "«Ünïcödé»", "Ä", "ESPAÑA",
        "日本",
        "Å", "Ô…",
    ])
    func takesGoodTextForGood(text: String) {
        #expect(StringsFile(text: "\"a\" = \"\(text)\";").findings() == [])
    }

    @Test func notesWhatReadersTakeDifferently() {
        let file = StringsFile(text: "'a' = \"\\Ud83d\\Ude00\";\n\"b\";\nc;\nd = \"\\341ä\";")
        #expect(
            file.findings(atLeast: .note) == [
                "Portability.SingleQuotes 1:1", "Portability.EscapedSurrogatePair 1:8",
                "Portability.ImpliedValue 2:1", "Portability.UnquotedText 3:1", "Portability.OctalEscape 4:6",
                "Portability.NoByteOrderMark 4:10",
            ])
    }
}
