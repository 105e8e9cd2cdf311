// Changes of Fluent's files: only the bytes of a text change, and any text is read back unchanged.

import Localization
import Testing
@testable import TranslationTools

@Suite struct FluentEditorTests {
    private static func edited(_ old: String, _ texts: KeyValuePairs<String, String>) throws -> String {
        try FluentFormatTests.edited(old, texts)
    }

    @Test(arguments: [
        "", " ", "a", " a ", "a\nb", "\na\n", "\n\n", "a\n\nb", "a\n  \nb", "  a\n b\n  c", "a\n    b\n    c",
        "{", "}", "{}", "a { b", "a } b", "{ $x", "{ $x }", "{\"", "\\", "[a", "*a\n[b\n.c", "a\n}b",
        "a\r\nb", "\t a\t",
        "x = y", "# a", "{ $n ->\n    [one] a\n   *[other] b\n} c\nd", "{\"a\"}", "é 漢字 👍",
    ])
    func anyTextComesBack(text: String) throws {
        for old in ["", "a = before\n", "a =\n    before\n      it\n\nz = last", "z = last"] {
            let file = try Self.edited(old, ["a": text, "a.b": text])
            let (units, findings) = FluentFormatTests.read(file)
            #expect(findings.isEmpty, "\(file)")
            let texts = units.filter { $0.key != "z" }.map(\.translation?.text?.source)
            #expect(texts == [text, text], "\(file)")
            #expect(try FluentFormatTests.edited(file, units) == file)
        }
    }

    @Test func anEditChangesOnlyItsBytes() throws {
        let file = "\u{FEFF}# note\r\na   =  One { $x }\r\n\r\n    two\r\n   .b=Three  \r\nc = Four"
        #expect(
            try Self.edited(file, ["a": "One { $x }\n\nfive", "a.b": "Thirty", "c": "For"])
                == "\u{FEFF}# note\r\na   =  One { $x }\r\n\r\n    five\r\n   .b=Thirty  \r\nc = For")
        #expect(
            try Self.edited(file, ["a": "One { $x }", "c": "Four\nmore"])
                == "\u{FEFF}# note\r\na   =  One { $x }\r\n   .b=Three  \r\nc = Four\r\n    more")
    }

    @Test func newMessagesFollowTheirNeighbours() throws {
        let project = LocalizationProject(sourceLocale: FluentFormatTests.english, files: [])
        let source = TranslationFileSource(project: project, path: "locales/en/app.ftl", table: "app")
        let text =
            "a = A\n    .x = X\n    .y = Y\nb = B\nc =\n    { NUMBER($files) ->\n        [one] C\n       *[other] Cs\n    }\n"
        let english = try #require(
            LocalizationFile.files(of: Array(text.utf8), FluentFormat(), from: source)?.first)
        let units = [
            TranslationUnit(key: "a.y", translation: Message(key: "a.y", text: "Ypsilon")),
            TranslationUnit(key: "b", translation: Message(key: "b", text: "Be")),
            TranslationUnit(key: "c", translation: Message(key: "c", plural: [.one: "Ce", .other: "Ces"])),
        ]
        let table = TranslationTable(
            name: "app", sourceLocale: english.locale, locale: FluentFormatTests.german, units: units)
        let (bytes, findings) = FluentFormat().edited(
            Array("## Group\n\na = Ah\n\n# about d\nd = De\n".utf8), at: "locales/de/app.ftl", with: table,
            following: english)
        #expect(findings.isEmpty)
        #expect(
            String(decoding: try #require(bytes), as: UTF8.self) == """
                ## Group

                a = Ah
                    .y = Ypsilon
                b = Be
                c =
                    { NUMBER($files) ->
                        [one] Ce
                       *[other] Ces
                    }

                # about d
                d = De

                """)
    }

    @Test func aCommentAtTheEndIsNotThatOfANewMessage() throws {
        #expect(try Self.edited("# a note", ["a": "A"]) == "# a note\n\na = A\n")
        #expect(try Self.edited("# a note\n\n", ["a": "A"]) == "# a note\n\na = A\n")
    }

    @Test func aCategoryIsAddedWhereItBelongs() throws {
        let file = "a =\r\n    { $n ->\r\n        [one] plik\r\n       *[other] pliku\r\n    }\r\nb = c\r\n"
        let message = Message(
            key: "a", plural: [.one: "plik", .few: "pliki", .many: "dużo\nplików", .other: "{ $n } pliku"])
        let changed = try FluentFormatTests.edited(file, [TranslationUnit(key: "a", translation: message)])
        #expect(
            changed
                == "a =\r\n    { $n ->\r\n        [one] plik\r\n        [few] pliki\r\n        [many]\r\n            dużo\r\n            plików\r\n       *[other] { $n } pliku\r\n    }\r\nb = c\r\n"
        )
        let (units, findings) = FluentFormatTests.read(changed)
        #expect(findings.isEmpty && units.first?.translation?.plural == message.plural)
    }

    @Test func textsBecomePluralsAndBack() throws {
        let message = Message(key: "a", plural: [.one: "{ $files } Datei", .other: "{ $files } Dateien"])
        let plural = try FluentFormatTests.edited(
            "a = Dateien\n    .b = c\n", [TranslationUnit(key: "a", translation: message)])
        #expect(
            plural
                == "a =\n    { $files ->\n        [one] { $files } Datei\n       *[other] { $files } Dateien\n    }\n    .b = c\n"
        )
        #expect(try Self.edited(plural, ["a": "Dateien"]) == "a = Dateien\n    .b = c\n")
    }

    @Test(arguments: ["a b", "1a", "a.b.c", "-t.a", "", "ä", "-"])
    func aKeyThatIsNoNameIsLeftOut(key: String) throws {
        let table = TranslationTable(
            name: "app", sourceLocale: FluentFormatTests.english, locale: FluentFormatTests.german,
            units: [TranslationUnit(key: key, translation: Message(key: key, text: "x"))])
        let (bytes, findings) = FluentFormat().edited(nil, at: "de/a.ftl", with: table, following: nil)
        #expect(bytes == [] && findings.map(\.messageKey) == ["Text.KeyNotAllowed"])
    }

    @Test func aNewNameIsTakenOverByReferences() {
        let text = Array(
            "a = A\n    .b = B\nc = { a } { a.b } { -a } { $a } { A() }\n-a = T\nd = { $x ->\n   *[a] { a }\n }\n"
                .utf8)
        func renamed(_ key: String, _ newKey: String) -> String {
            String(
                decoding: FluentFormat().renaming(key, to: newKey, in: text).applied(to: text), as: UTF8.self)
        }
        #expect(
            renamed("a", "new")
                == "new = A\n    .b = B\nc = { new } { new.b } { -a } { $a } { A() }\n-a = T\nd = { $x ->\n   *[a] { new }\n }\n"
        )
        #expect(renamed("a.b", "a.x").contains(".x = B\nc = { a } { a.x }"))
        #expect(renamed("-a", "-brand").contains("{ -brand } { $a } { A() }\n-brand = T"))
        for (key, newKey) in [("a", "c"), ("a", "-x"), ("a.b", "c.b"), ("a", "x y"), ("none", "x")] {
            #expect(FluentFormat().renaming(key, to: newKey, in: text).isEmpty)
        }
    }

    @Test func theCommentOfAnAttributeIsAboveItsMessage() throws {
        let text = Array("a = A\n    .b = B\n".utf8)
        let edit = try #require(FluentFormat().commenting("lint:ignore x\ny", at: 11, in: text))
        #expect([edit].applied(to: text) == Array("# lint:ignore x\n# y\na = A\n    .b = B\n".utf8))
    }

    @Test func versionsAreMergedMessageByMessage() {
        func merge(_ ours: String, _ theirs: String) -> FileMerge.Outcome {
            let base = "a = A\n    .x = X\nb =\n    one\n    two\nc = C\n"
            return FileMerge.merge(
                base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), syntax: .fluent)
        }
        let ours = "a = A\n    .x = Changed\nb =\n    one\n    two\nc = C\n"
        let theirs = "a = A\n    .x = X\nb =\n    one\n    three\n# new\nd = D\nc = C\n"
        #expect(
            merge(ours, theirs)
                == .merged(
                    Array("a = A\n    .x = Changed\nb =\n    one\n    three\n# new\nd = D\nc = C\n".utf8),
                    clashes: []))
        guard case .merged(_, clashes: ["c"]) = merge("c = D\n", "c = E\n") else {
            Issue.record("what both changed is a clash")
            return
        }
    }
}
