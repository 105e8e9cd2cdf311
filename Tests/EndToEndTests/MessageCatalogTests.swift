// Checks translations as catalogs: a phrase in any language finds its earlier translations.

import TestSupport
import Testing

@Suite struct MessageCatalogTests {
    private static let files = [
        "Texts/de.lproj/Localizable.strings": """
        "NothingTitle" = "Nichts gefunden";
        "Files: %ld|==|plural.one" = "%ld Datei";
        "Files: %ld|==|plural.other" = "%ld Dateien";
        """,
        "Texts/en.lproj/Localizable.strings": """
        /* Above an empty list */
        "NothingTitle" = "Nothing found";
        "Files: %ld|==|plural.one" = "%ld file";
        "Files: %ld|==|plural.other" = "%ld files";
        """,
        "Texts/de.lproj/Errors.strings": "\"Refused\" = \"Zugriff verweigert\";\n",
        "Texts/en.lproj/Errors.strings": "\"Refused\" = \"Nothing is allowed\";\n",
        "po/de.po": """
        msgid ""
        msgstr "Content-Type: text/plain; charset=UTF-8\\n"

        #, fuzzy
        msgctxt "menu"
        msgid "Open the file"
        msgstr "Datei öffnen"

        msgid "Broken"
        msgstr "Kaputt
        """,
    ]

    private func search(_ words: String) throws -> ProgramRun {
        try withFiles(Self.files) { (folder) throws in try lsearch(words, in: folder) }
    }

    @Test func anOriginalPhraseLeadsToItsRendering() throws {
        let run = try search("-c Texts -l de nothing found")
        #expect(run.errors == "")
        #expect(
            run.lines == [
                "1 Treffer gefunden", "Alle (1) · Localizable (1)", "", "Titel            Katalog  Bereich",
                "Nichts gefunden  Texts    Localizable", "    Nothing found",
            ])
    }

    @Test func keysAndCommentsAreSearched() throws {
        #expect(try search("-c Texts -l de --format json NothingTitle").ids == ["Localizable/NothingTitle"])
        #expect(try search("-c Texts -l de --format json above list").ids == ["Localizable/NothingTitle"])
    }

    @Test func aScopeIsATable() throws {
        #expect(try search("-c Texts -l en --format json nothing").ids.count == 2)
        let run = try search("-c Texts -l en -s Errors nothing")
        #expect(run.lines.prefix(2) == ["1 item found", "All (2) · Errors (1) · Localizable (1)"])
    }

    @Test func everyPluralFormIsFoundAndShown() throws {
        let run = try search("-c Texts -l de --relax never dateien")
        #expect(run.lines.suffix(2) == ["%ld Datei  Texts    Localizable", "    %ld Dateien"])
        let hit = try search("-c Texts -l de --format json --relax never dateien").json["hits"]?.elements
            .first
        #expect(hit?["title"] == "%ld Datei")
        #expect(hit?["titles"] == ["%ld Datei", "%ld Dateien"])
        #expect(hit?["matches"]?.elements.first?["index"] == 1)
    }

    @Test func oneLocaleIsACatalogOfItsOwn() throws {
        let run = try search("-c Texts/de.lproj --list-catalogs --format json")
        #expect(try run.json.elements.map { $0["id"] } == ["de"])
        #expect(try run.json.elements.map { $0["count"] } == [3])
    }

    @Test func aPOFileIsSearchedAndWhatIsWrongIsReportedWithItsLine() throws {
        let run = try search("-c po -l en --format json menu")
        #expect(run.status == 0)
        #expect(run.errors.hasPrefix("lsearch: po/de.po:10: the string "))
        #expect(run.errorLines.count == 1)
        let hit = try run.json["hits"]?.elements.first
        #expect(hit?["id"] == "menu")
        #expect(hit?["state"] == ["fuzzy"])
        #expect(hit?["title"] == "Open the file")
        #expect(try search("-c po --strict menu").status == 2)
    }

    @Test func compiledFilesAreRefusedInTheirOwnWords() throws {
        try withFiles(["de.mo": "nothing of the kind, and more of it"]) { (folder) throws in
            let run = try lsearch("-c de.mo x", in: folder)
            #expect(run.status == 2)
            #expect(
                run.errors
                    == "lsearch: de.mo: this is not an MO file; make it with lstrings export or msgfmt\n")
        }
    }
}
