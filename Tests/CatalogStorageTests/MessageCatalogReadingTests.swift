// Files of translations become the records that translators search.

import CatalogSearch
import CatalogStorage
import Files
import Testing
import TestSupport

@Suite struct MessageCatalogReadingTests {
    private static let header = """
        msgid ""
        msgstr ""
        "Language: de\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"
        "Plural-Forms: nplurals=2; plural=n != 1;\\n"


        """

    /// The values of a field in a locale.
    private func values(_ record: CatalogRecord?, _ field: FieldName, _ identifier: String) -> [String] {
        record?.texts.filter { $0.field == field && $0.locale == locale(identifier) }.map(\.value) ?? []
    }

    /// The result of reading a folder.
    private func readFolder(
        _ files: [String: String], _ path: String = "Texts", sidecar: String? = nil
    ) throws -> Outcome {
        let system = InMemoryFileSystem(files)
        let location = CatalogLocator(fileSystem: system).locate([path])
        #expect(location.diagnostics == [])
        let file = try #require(location.files.first)
        #expect(location.files.count == 1)
        if let sidecar { system.set(file.sidecarPath, Array(sidecar.utf8)) }
        return read(file, in: system)
    }

    // MARK: gettext

    @Test func anEntryHasItsTranslationItsOriginalItsKeyAndItsComments() throws {
        let outcome = read(
            Self.header + """
                # Vom Übersetzer
                #. From the program
                #: main.c:1
                #, fuzzy, c-format
                msgid "Open the file"
                msgstr "Datei öffnen"

                msgid "Not translated"
                msgstr ""
                """, as: "app.po")
        #expect(outcome.diagnostics == [])
        #expect(outcome.ids == ["Open the file", "Not translated"])
        let record = outcome.records.first
        #expect(values(record, "title", "de") == ["Datei öffnen"])
        #expect(values(record, "title", "en") == ["Open the file"])
        #expect(values(record, "key", "en") == ["Open the file"])
        #expect(values(record, "comment", "en") == ["Vom Übersetzer\nFrom the program"])
        #expect(record?.additionalMembers == [.init(name: "state", json: #"["fuzzy"]"#)])
        #expect(record?.scope == nil)
        #expect(outcome.records.last?.texts.map(\.locale) == [locale("en"), locale("en")])
        #expect(outcome.records.last?.additionalMembers == [])
        #expect(outcome.reading.description.fields == ["title", "source", "key", "comment"])
    }

    @Test func allPluralFormsAreValuesOfTheTitle() {
        let outcome = read(
            Self.header + """
                msgctxt "files"
                msgid "%d file"
                msgid_plural "%d files"
                msgstr[0] "%d Datei"
                msgstr[1] "%d Dateien"
                """, as: "app.po")
        let record = outcome.records.first
        #expect(outcome.ids == ["files"])
        #expect(values(record, "title", "de") == ["%d Datei", "%d Dateien"])
        #expect(values(record, "title", "en") == ["%d file", "%d files"])
        #expect(values(record, "source", "en") == ["%d file", "%d files"])
        #expect(values(record, "key", "en") == ["files"])
    }

    @Test func aKeyInPlaceOfAnOriginalTextIsNoTitle() {
        let entries = [
            "NoItemsFoundTitle", "error.title", "GNOME_DESKTOP", "Open", "e.g.", "e-mail", "etc.", "Yes. No",
        ]
        let text = entries.map { "msgid \"\($0)\"\nmsgstr \"x\"\n\n" }.joined()
        let outcome = read(Self.header + text, as: "app.po")
        let withTitle = outcome.records.filter { !values($0, "title", "en").isEmpty }.map(\.id)
        #expect(withTitle == ["Open", "e.g.", "e-mail", "etc.", "Yes. No"])
        #expect(outcome.records.allSatisfy { values($0, "key", "en") == [$0.id] })
        // Without a translation, or with an equal one, the title is the original text.
        let same = read(
            Self.header + "msgid \"JavaScript\"\nmsgstr \"JavaScript\"\n\nmsgid \"a.b_cD\"\nmsgstr \"\"\n",
            as: "app.po")
        #expect(same.records.allSatisfy { values($0, "title", "en") == [$0.id] })
    }

    @Test func idsAreContextsOrOriginalTextsAndNoTwoAreTheSame() {
        let outcome = read(
            Self.header + """
                msgctxt "menu"
                msgid "Open"
                msgstr "Öffnen"

                msgctxt "menu"
                msgid "Close"
                msgstr "Schließen"

                msgctxt "alone"
                msgid "Open"
                msgstr "Auf"

                msgid "Open"
                msgstr "Offen"

                msgid "Open"
                msgstr "Doppelt"

                #~ msgctxt "menu"
                #~ msgid "Open"
                #~ msgstr "Aufmachen"
                """, as: "app.po")
        #expect(outcome.ids == ["menu|Open", "menu|Close", "alone", "Open", "Open#2", "menu|Open#2"])
        #expect(
            outcome.records.map { values($0, "key", "en") }
                == ["menu", "menu", "alone", "Open", "Open", "menu"].map { [$0] })
        #expect(outcome.records.last?.additionalMembers == [.init(name: "state", json: #"["obsolete"]"#)])
        #expect(outcome.diagnostics.map(\.messageKey) == ["PO.DuplicateEntry"])
        #expect(outcome.reading.skippedCount == 0)
    }

    @Test(arguments: [
        ("Language: fr\\n", "de.po", "fr"), ("Language: \\n", "de.po", "de"), ("", "po/pt_BR.po", "pt_BR"),
        ("", "app-1.2.ja.po", "ja"), ("", "it/LC_MESSAGES/git.po", "it"), ("", "messages.po", "en"),
        ("Language: sr@latin\\n", "de.po", "sr_Latn"), ("Language: ???\\n", "x/y.po", "en"),
    ])
    func theHeaderOrTheNameTellsTheLocale(field: String, name: String, expected: String) {
        let text = "msgid \"\"\nmsgstr \"\(field)Content-Type: text/plain; charset=UTF-8\\n\"\n\n"
        let outcome = read(text + "msgid \"One word\"\nmsgstr \"x\"\n", as: name)
        #expect(values(outcome.records.first, "title", expected).first == "x")
    }

    @Test func theSidecarSaysTheSourceLocaleAndTheFields() {
        let outcome = read(
            Self.header + "msgid \"Un fichier\"\nmsgstr \"Eine Datei\"\n", as: "app.po",
            sidecar: #"{"defaultLocale": "fr", "fields": ["title", "comment"], "label": "Texts"}"#)
        #expect(values(outcome.records.first, "title", "fr") == ["Un fichier"])
        #expect(outcome.reading.description.fields == ["title", "comment"])
        #expect(outcome.reading.description.label == .key("Texts"))
    }

    @Test func whatTheParserFindsIsReportedWithItsLineAndTheRestGoesOn() {
        let outcome = read(
            Self.header + "msgid \"First\"\nmsgstr \"Erster\nfoo\n\nmsgid \"Second\"\nmsgstr \"Zweiter\"\n",
            as: "app.po")
        #expect(outcome.ids == ["First", "Second"])
        #expect(outcome.diagnostics.map(\.messageKey) == ["PO.UnterminatedString", "PO.UnexpectedText"])
        #expect(outcome.diagnostics.map(\.line) == [8, 9])
        #expect(outcome.diagnostics.allSatisfy { $0.messageTable == "Diagnostics" && $0.severity == .error })
        #expect(outcome.diagnostics.last?.arguments == [.text("foo")])
    }

    @Test func aWarningIsNoError() {
        let outcome = read("msgid \"First\"\nmsgstr \"Erster\"\n", as: "de.po")
        #expect(outcome.diagnostics.map(\.messageKey) == ["PO.MissingHeader"])
        #expect(outcome.diagnostics.map(\.severity) == [.warning])
    }

    // MARK: Compiled files

    /// An MO file with these originals, which must be sorted, and translations.
    static func compiled(_ pairs: [(String, String)]) -> [UInt8] {
        var words: [UInt32] = [0x9504_12DE, 0, UInt32(pairs.count), 28, 28 + 8 * UInt32(pairs.count), 0, 0]
        var strings: [UInt8] = []
        let start = 28 + 16 * pairs.count
        for text in pairs.map(\.0) + pairs.map(\.1) {
            words += [UInt32(text.utf8.count), UInt32(start + strings.count)]
            strings += Array(text.utf8) + [0]
        }
        return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } } + strings
    }

    static let sample = compiled([
        ("", "Language: de\nContent-Type: text/plain; charset=UTF-8\n"),
        ("%d file\0%d files", "%d Datei\0%d Dateien"),
        ("menu\u{4}Open", "Öffnen"),
    ])

    @Test func aCompiledFileGivesTheSameRecords() {
        let outcome = read(Self.sample, as: "app.mo")
        #expect(outcome.diagnostics == [])
        #expect(outcome.ids == ["%d file", "menu"])
        #expect(values(outcome.records.first, "title", "de") == ["%d Datei", "%d Dateien"])
        #expect(values(outcome.records.last, "source", "en") == ["Open"])
    }

    @Test func aFileThatIsNoneIsReportedInTheWordsForIt() {
        let outcome = read("no MO file at all, but long enough", as: "app.mo")
        #expect(outcome.records == [])
        #expect(outcome.diagnostics.map(\.messageKey) == ["MO.BadMagic"])
        #expect(outcome.diagnostics.map(\.line) == [nil])
    }

    @Test func bytesThatAreNoTextAreReportedAndTheEntryIsKept() {
        var bytes = Self.sample
        bytes[bytes.count - 3] = 0xFF
        let outcome = read(bytes, as: "app.mo")
        #expect(outcome.ids == ["%d file", "menu"])
        #expect(outcome.diagnostics.map(\.messageKey) == ["Gettext.DamagedText"])
        #expect(outcome.diagnostics.map(\.arguments) == [[.text("menu")]])
    }

    // MARK: .strings

    @Test func theFormsOfAMessageAreOneRecordInTheLocaleOfTheFolder() {
        let outcome = read(
            """
            /* How many */
            "Items: %ld|==|plural.one" = "%ld Ding";
            "Items: %ld|==|plural.other" = "%ld Dinge";
            "Title" = "Titel"
            "Empty" = "";
            """, as: "de.lproj/Localizable.strings")
        #expect(outcome.ids == ["Items: %ld", "Title", "Empty"])
        #expect(values(outcome.records.first, "title", "de") == ["%ld Ding", "%ld Dinge"])
        #expect(values(outcome.records.first, "comment", "en") == ["How many"])
        #expect(outcome.faults.map(\.line) == [4])
        #expect(outcome.diagnostics.map(\.messageKey) == ["Strings.MissingSemicolon"])
        #expect(outcome.records.allSatisfy { $0.scope == nil })
    }

    @Test func aFolderOfFoldersIsOneCatalogWithTheTextsOfAllLocales() throws {
        let outcome = try readFolder([
            "Texts/de.lproj/Localizable.strings": "\"T\" = \"Titel\";\n\"New\" = \"Neu\";\n",
            "Texts/en.lproj/Localizable.strings": "/* c */\n\"Z\" = \"Last\";\n\"T\" = \"Title\";\n",
            "Texts/Base.lproj/Localizable.strings": "\"T\" = \"Title\";\n\"B\" = \"Base\";\n",
            "Texts/German.lproj/Localizable.strings": "\"T\" = \"Überschrift\";\n",
            "Texts/de.lproj/Errors.strings": "\"T\" = \"Fehler\";\n",
            "Texts/de.lproj/notes.txt": "", "Texts/README.md": "",
        ])
        #expect(outcome.diagnostics == [])
        #expect(
            outcome.ids == ["Errors/T", "Localizable/T", "Localizable/B", "Localizable/New", "Localizable/Z"])
        #expect(outcome.records.map(\.scope) == ["Errors"] + [String?](repeating: "Localizable", count: 4))
        let title = outcome.records[1]
        #expect(values(title, "title", "en") == ["Title"])
        #expect(values(title, "title", "de") == ["Überschrift", "Titel"])
        #expect(values(title, "source", "en") == ["Title"])
        #expect(values(outcome.records[4], "source", "en") == [])
        #expect(outcome.reading.description.id == "Texts")
        #expect(outcome.reading.description.scopes.map(\.id) == ["Errors", "Localizable"])
    }

    @Test func oneTableNeedsNoNameInTheIds() throws {
        let outcome = try readFolder(
            ["Texts/fr.lproj/Only.strings": "\"a\" = \"un\";"],
            sidecar: #"{"label": "L", "scopes": [{"id": "Only", "label": {"en": "All of it"}}]}"#)
        #expect(outcome.ids == ["a"])
        #expect(outcome.records.map(\.scope) == ["Only"])
        #expect(outcome.reading.description.label == .key("L"))
        #expect(outcome.reading.description.scopes.count == 1)
    }

    @Test func aFolderOfOneLocaleIsACatalog() throws {
        let outcome = try readFolder(
            [
                "Texts/fr.lproj/A.strings": "\"a\" = \"un\";",
                "Texts/fr.lproj/B.strings": "\"a\" = \"deux\";\n;\n",
                "Texts/de.lproj/A.strings": "\"a\" = \"eins\";",
            ], "Texts/fr.lproj/")
        #expect(outcome.reading.description.id == "fr")
        #expect(outcome.ids == ["A/a", "B/a"])
        #expect(outcome.records.map(\.texts.first?.locale) == [locale("fr"), locale("fr")])
        #expect(outcome.diagnostics.map(\.file) == ["Texts/fr.lproj/B.strings"])
        #expect(outcome.diagnostics.map(\.line) == [2])
    }

    @Test func aFileOfAFolderThatCannotBeReadIsReportedAndTheOthersAreUsed() throws {
        let system = InMemoryFileSystem([
            "T/fr.lproj/A.strings": "\"a\" = \"un\";", "T/de.lproj/A.strings": "\"a\" = \"eins\";",
        ])
        system.fail("T/de.lproj/A.strings", code: 13)
        let outcome = read(CatalogFile(path: "T", format: .localizations), in: system)
        #expect(outcome.ids == ["a"])
        #expect(outcome.diagnostics.map(\.file) == ["T/de.lproj/A.strings"])
        #expect(outcome.diagnostics.map(\.messageKey) == ["CatalogUnreadable: %@"])
    }

    @Test func aFolderOfOtherCatalogsBesideIsBoth() {
        let files = InMemoryFileSystem([
            "x/de.lproj/A.strings": "", "x/a.po": "", "x/b.jsonl": "", "x/c.mo": "", "x/D.strings": "",
            "y/de.lproj/Main.nib": "", "z/de.lproj/Main.nib": "", "z/a.po": "",
        ])
        let locator = CatalogLocator(fileSystem: files)
        #expect(
            locator.locate(["x"]).files.map(\.format) == [.localizations, .strings, .po, .jsonLines, .mo])
        #expect(
            locator.locate(["x", "x/de.lproj", "x/"]).files.map(\.id) == ["x", "D", "a", "b", "c", "de"])
        #expect(locator.locate(["y", "y/de.lproj"]).diagnostics.map(\.kind) == [.folderEmpty, .folderEmpty])
        #expect(locator.locate(["x/de.lproj", "z", "z/de.lproj"]).files.map(\.id) == ["de", "a"])
        #expect(locator.locate(["x", "z"]).diagnostics.map(\.kind) == [.nameTwice(id: "a")])
    }

    // MARK: Limits

    @Test(arguments: ["a.po", "a.mo", "de.lproj/A.strings"]) func aFileThatIsTooLargeIsRefused(name: String) {
        let files = InMemoryFileSystem([name: String(repeating: " ", count: 101)])
        var limits = CatalogReader.Limits()
        limits.fileSize = 100
        let reader = CatalogReader(CatalogFile(path: name)!, fileSystem: files, limits: limits)
        let reading = reader.read { (_: CatalogRecord) throws(Never) in }
        #expect(reading.recordCount == 0)
        #expect(reading.diagnostics.kept.map(\.kind) == [.tooLarge(bytes: 101, limit: 100)])
    }

    @Test func aPipeIsReadLikeAFile() throws {
        try withTemporaryFolder { (folder) throws in
            let path = folder + "/de.po"
            try makePipe(path, holding: Self.header + "msgid \"First\"\nmsgstr \"Erster\"\n")
            let file = try #require(CatalogFile(path: path))
            let outcome = read(file, in: LocalFileSystem())
            #expect(outcome.ids == ["First"])
            #expect(outcome.diagnostics == [])
        }
    }

    @Test func aFileIsReadOnceWithItsSizeAsProgress() {
        let files = InMemoryFileSystem(["a.mo": ""])
        files.set("a.mo", Self.sample)
        var reported: [Int?] = []
        _ = CatalogReader(CatalogFile(path: "a.mo")!, fileSystem: files).read(
            progress: { reported += [$0, $1] }, record: { (_: CatalogRecord) throws(Never) in })
        #expect(reported == [Self.sample.count, Self.sample.count])
    }

    @Test func equalEntriesBeyondNumberAreReadInLinearTime() {
        let entries = String(repeating: "msgid \"a\"\nmsgstr \"b\"\n\n", count: 20_000)
        let outcome = read(Self.header + entries, as: "de.po")
        #expect(outcome.records.count == 20_000)
        #expect(outcome.ids.last == "a#20000")
    }

    @Test func formsBeyondNumberAreReadInLinearTime() {
        let forms = (0..<20_000).map { "\"k|==|device.d\($0)\" = \"text \($0)\";\n" }.joined()
        let outcome = read("\"k\" = \"text\";\n" + forms, as: "de.lproj/A.strings")
        #expect(outcome.records.map { values($0, "title", "de").count } == [20_001])
    }
}
