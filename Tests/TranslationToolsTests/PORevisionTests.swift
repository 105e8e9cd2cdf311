// A PO file follows its template, and keeps the bytes of unchanged entries.

import Localization
import Testing

@testable import TranslationTools

@Suite struct PORevisionTests {
    private static let header = """
        # The team's file.
        msgid ""
        msgstr ""
        "Language: pl\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"
        "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"


        """
    private static let english = LocaleIdentifier("en")!
    private static let polish = LocaleIdentifier("pl")!

    private func revision(
        _ template: String, _ old: String?, removesObsolete: Bool = false
    ) -> PORevision {
        let bytes = old.map { Array($0.utf8) }
        let source = POFormat.messages(of: Array(template.utf8), path: "a.pot", sourceLocale: Self.english)
        let known = bytes.map {
            POFormat.messages(of: $0, path: "pl.po", sourceLocale: Self.english, locale: Self.polish)
        }
        let changes = Synchronizer(source: source, removesObsolete: removesObsolete)
            .changes(in: known?.catalog, locale: Self.polish)
        var revision = PORevision(
            template: POFile(Array(template.utf8)), old: bytes, locale: Self.polish)
        revision.apply(changes.edits.edits)
        return revision
    }

    private func synchronized(_ template: String, _ old: String) -> String {
        let revision = revision(template, old)
        return String(decoding: revision.serialized(changeCount: revision.changeCount), as: UTF8.self)
    }

    @Test func aFileInLineKeepsItsBytes() {
        let body = """
            #  Keep   it short.
            #: a.c:1
            msgctxt   "menu"
            msgid "Open"
            msgstr ""
            "Ot"
            "wórz"
            #~ msgid "Old"
            #~ msgstr "Stare"

            """
        let old = Self.header + body
        #expect(synchronized("#: a.c:1\nmsgctxt \"menu\"\nmsgid \"Open\"\nmsgstr \"\"\n", old) == old)
        #expect(revision("#: a.c:1\nmsgctxt \"menu\"\nmsgid \"Open\"\nmsgstr \"\"\n", old).changeCount == 0)
    }

    @Test func whatOnlyTheLanguageHasIsKept() {
        func message(_ note: String, _ name: String) -> String {
            """
            #. Count of \(name)s.
            #. x-category: \(note)
            #, objc-format
            msgctxt "\(name)"
            msgid "%ld \(name)"
            msgid_plural "%ld \(name)s"

            """
        }
        let template =
            message("one,other", "file") + "msgstr[0] \"%ld file\"\nmsgstr[1] \"%ld files\"\n\n"
            + message("one,other", "folder") + "msgstr[0] \"%ld folder\"\nmsgstr[1] \"%ld folders\"\n"
        let old =
            Self.header + message("one,few,many", "file")
                + """
                msgstr[0] "%ld plik"
                msgstr[1] "%ld pliki"
                msgstr[2] "%ld plik\u{f3}w"

                #, objc-format
                msgctxt "file|==|plural.other"
                msgid "%ld files"
                msgstr "%ld pliku"

                """
        #expect(
            synchronized(template, old)
                == old + "\n" + message("one,few,many", "folder")
                + "msgstr[0] \"\"\nmsgstr[1] \"\"\nmsgstr[2] \"\"\n")
        let first = message("one,other", "file") + "msgstr[0] \"\"\nmsgstr[1] \"\"\n"
        #expect(revision(first, old).changeCount == 0)
        // A form of a text that changed is obsolete.
        let changed = revision(template.replacing("%ld files", with: "%ld documents"), old)
        #expect(changed.entries.contains { $0.isObsolete && $0.translations == ["%ld pliku"] })
    }

    @Test func aTranslationOfARenamedMessageKeepsItsLines() {
        let old =
            Self.header
                + """
                #, c-format
                msgid "cannot create a folder for %s"
                msgstr ""
                "nie mo\u{17c}na "
                "utworzy\u{107} folderu %s"

                """
        let template = "#, c-format\nmsgid \"cannot create a folder for %s now\"\nmsgstr \"\"\n"
        #expect(
            synchronized(template, old)
                == Self.header.dropLast() + """

                    #, fuzzy, c-format
                    #| msgid "cannot create a folder for %s"
                    msgid "cannot create a folder for %s now"
                    msgstr ""
                    "nie mo\u{17c}na "
                    "utworzy\u{107} folderu %s"

                    """)
    }

    @Test func newMessagesAreAddedAndMissingOnesBecomeObsolete() {
        let template = """
            msgid "First"
            msgstr ""

            #: b.c:7
            msgid "Open"
            msgstr ""

            msgid "%d file"
            msgid_plural "%d files"
            msgstr[0] ""
            msgstr[1] ""
            """
        let old =
            Self.header
            + "#: b.c:1\nmsgid \"Open\"\nmsgstr \"\"\n\"Otwórz\"\n\nmsgid \"Bye\"\nmsgstr \"Pa\"\n"
        #expect(
            synchronized(template, old) == Self.header.dropLast() + """

                msgid "First"
                msgstr ""

                #: b.c:7
                msgid "Open"
                msgstr ""
                "Otwórz"

                msgid "%d file"
                msgid_plural "%d files"
                msgstr[0] ""
                msgstr[1] ""
                msgstr[2] ""

                #~ msgid "Bye"
                #~ msgstr "Pa"

                """)
        let removed = revision(template, old, removesObsolete: true)
        #expect(!removed.entries.contains { $0.isObsolete })
        #expect(removed.changeCount == 4)
    }

    @Test func aChangedTextKeepsItsTranslationForReview() throws {
        let old = Self.header + "# Note.\nmsgid \"Open the file\"\nmsgstr \"Otwórz plik\"\n"
        let revision = revision("msgid \"Open the files\"\nmsgstr \"\"\n", old)
        let entry = try #require(revision.entries.first)
        #expect(revision.entries.count == 1)
        #expect(entry.isFuzzy && entry.previousIdentifier == "Open the file")
        #expect(entry.translations == ["Otwórz plik"] && entry.translatorComments == ["Note."])
    }

    @Test func aTextThatBeginsToCountKeepsItsTranslationForReview() throws {
        let old = Self.header + "msgid \"file\"\nmsgstr \"plik\"\n"
        let revision = revision("msgid \"file\"\nmsgid_plural \"files\"\nmsgstr[0] \"\"\n", old)
        let entry = try #require(revision.entries.first)
        #expect(entry.isFuzzy && entry.translations == ["plik", "plik", "plik"])
    }

    @Test func aNewLanguageGetsItsRuleAndSuggestionsAreMarked() throws {
        var new = revision(
            "msgid \"Yes\"\nmsgstr \"\"\n\nmsgid \"%d file\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"\"\n",
            nil)
        var yes = TranslationUnit(
            key: "Yes", translation: Message(key: "Yes", text: "Tak"), state: .needsReview)
        yes.previousSource = "Yes!"
        let files = TranslationUnit(
            key: "%d file",
            translation: Message(
                key: "%d file", plural: [.one: "%d plik", .few: "%d pliki", .many: "%d plików"]),
            state: .needsReview)
        new.apply([.set(yes), .set(files)])
        let file = POFile(new.serialized(changeCount: new.changeCount))
        #expect(file.hasPluralForms && file.pluralForms.count == 3)
        #expect(file.header["Language"] == "pl")
        #expect(file.diagnostics.isEmpty)
        #expect(file.entries.map(\.isFuzzy) == [true, true])
        #expect(file.entries[0].previousIdentifier == "Yes!")
        #expect(file.entries[1].translations == ["%d plik", "%d pliki", "%d plików"])
    }

    @Test func lineBreaksOfTheFileStay() {
        let old = (Self.header + "msgid \"A\"\nmsgstr \"Ą\"\n").replacing("\n", with: "\r\n")
        let new = synchronized("msgid \"A\"\nmsgstr \"\"\n\nmsgid \"B\"\nmsgstr \"\"\n", old)
        #expect(new == old + "\r\nmsgid \"B\"\r\nmsgstr \"\"\r\n")
    }

    // MARK: Contexts

    @Test func contextsThatTellTextsApartAreNoKeys() {
        func shared(_ text: String) -> Set<String> { SharedContexts.find(in: Array(text.utf8)) }
        let two =
            "msgctxt \"me\\\"nu\"\nmsgid \"Open\"\nmsgstr \"\"\nmsgctxt \"me\\\"nu\"\nmsgid \"Close\"\nmsgstr \"\"\n"
        #expect(shared(two) == ["me\"nu"])
        #expect(shared(two.replacing("Close", with: "Open")) == [])
        #expect(shared("#~ msgctxt \"a\"\n#~ msgid \"b\"\n" + two.replacing("Close", with: "Open")) == [])
        #expect(shared("msgctxt \"\"\n\"a\"\nmsgid \"\"\n\"b\"\nmsgstr \"\"\n") == [])
        let read = GettextImport(
            POFile(Array(two.utf8)), table: "a", sourceLocale: LocaleIdentifier("en")!, locale: Self.polish,
            sharedContexts: shared(two))
        #expect(read.tables[0].units.map(\.key) == ["me\"nu|Open", "me\"nu|Close"])
        #expect(read.diagnostics.isEmpty)
    }

    /// Entries that GNU msgfmt distinguishes are not merged into one.
    @Test(arguments: [
        ("msgctxt \"GUI\"\nmsgid \"Interface\"\nmsgstr \"\"\n\nmsgid \"GUI\"\nmsgstr \"\"\n", ["GUI"]),
        ("msgid \"GUI\"\nmsgstr \"\"\n\nmsgctxt \"GUI\"\nmsgid \"Interface\"\nmsgstr \"\"\n", ["GUI"]),
        (
            "#~ msgctxt \"menu\"\n#~ msgid \"Open\"\n#~ msgstr \"a\"\n\n#~ msgctxt \"menu\"\n#~ msgid \"Close\"\n#~ msgstr \"b\"\n",
            ["menu"]
        ),
        (
            "msgctxt \"menu\"\nmsgid \"Open\"\nmsgstr \"a\"\n\n#~ msgctxt \"menu\"\n#~ msgid \"\"\n#~ \"Close\"\n#~ msgstr \"b\"\n",
            ["menu"]
        ),
        ("msgctxt \"key\"\nmsgid \"Interface\"\nmsgstr \"\"\n\nmsgid \"GUI\"\nmsgstr \"\"\n", []),
    ])
    func contextsAreNoTextsOfOtherEntries(text: String, shared: [String]) {
        let found = SharedContexts.find(in: Array(text.utf8))
        #expect(found == Set(shared))
        let read = GettextImport(
            POFile(Array((Self.header + text).utf8)), table: "a", sourceLocale: LocaleIdentifier("en")!,
            locale: Self.polish, sharedContexts: found)
        #expect(read.diagnostics.isEmpty)
        #expect(Set(read.tables[0].units.map(\.key)).count == 2)
    }

    @Test func obsoleteEntriesOfOneTextAreNoMistake() {
        let text = "#~ msgid \"Open\"\n#~ msgstr \"a\"\n\n#~ msgid \"Open\"\n#~ msgstr \"b\"\n"
        let read = GettextImport(
            POFile(Array((Self.header + text).utf8)), table: "a", sourceLocale: LocaleIdentifier("en")!,
            locale: Self.polish)
        #expect(read.diagnostics.isEmpty)
    }
}
