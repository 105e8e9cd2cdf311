// Checks `--localizations`: edits take effect at once, and mistakes in them are reported.

import TestSupport
import Testing

@Suite struct LocalizationsTests {
    /// Searches the shop with a German table of the test's own.
    private func search(_ words: String, table: String) throws -> ProgramRun {
        try withFiles(["de.lproj/Localizable.strings": table]) { (folder) throws in
            try searchShop("-l de --localizations \(folder) \(words)").moved(from: folder)
        }
    }

    @Test func anEditIsSeenAtOnce() throws {
        #expect(try search("zzz", table: "\"NoItemsFoundTitle\" = \"Nix da\";").lines[0] == "Nix da")
        let first = try search("zzz", table: "\"NoItemsFoundTitle\" = \"Leider nichts\";")
        #expect(first.lines[0] == "Leider nichts")
        #expect(first.errors == "")
    }

    @Test func whatIsNotTriedOutIsTheProgramsOwn() throws {
        let run = try search("torte", table: "\"ColumnTitle\" = \"Überschrift\";")
        #expect(run.lines[0] == "1 Treffer gefunden")
        #expect(run.lines[3].hasPrefix("Überschrift "))
    }

    @Test func pluralFormsMayBeTriedOut() throws {
        let table = """
            "Items found: %ld|==|plural.one" = "%ld Ding";
            "Items found: %ld|==|plural.other" = "%ld Dinge";
            """
        #expect(try search("torte", table: table).lines[0] == "1 Ding")
        #expect(try search("geburtstag", table: table).lines[0] == "3 Dinge")
    }

    @Test func aMissingSemicolonIsReportedAndTheOtherEntriesAreUsed() throws {
        let run = try search("zzz", table: "\"ScopeAll\" = \"Alles\"\n\"NoItemsFoundTitle\" = \"Nix da\";\n")
        #expect(run.status == 1)
        #expect(
            run.errors
                == "lsearch: de.lproj/Localizable.strings:1: nach dem Eintrag „ScopeAll“ fehlt \";\"; ergänzen\n"
        )
        #expect(run.lines == ["Nix da", "Alles (0)"])
    }

    @Test func aFormatThatDoesNotFitIsReportedAndNotShown() throws {
        let table = """
            "NoItemsFoundTitle" = "Nix da";
            "Items found: %ld|==|plural.one" = "%s Ding";
            "Items found: %ld|==|plural.other" = "%s Dinge";
            """
        let run = try search("geburtstag", table: table)
        #expect(run.status == 0)
        #expect(
            run.errors
                == "lsearch: de.lproj/Localizable.strings:2: „Items found: %ld“: Die Übersetzung enthält %s, das Programm übergibt aber %ld; korrigieren\n"
        )
        // The program's own text replaces it.
        #expect(run.lines[0] == "3 Treffer gefunden")
        #expect(try search("zzz", table: table).lines[0] == "Nix da")
    }

    @Test func aPlaceholderTooManyIsReportedAndNotShown() throws {
        let run = try search("torte", table: "\"Count: %1$@ %2$ld\" = \"%1$@ %2$ld %3$ld\";")
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("lsearch: de.lproj/Localizable.strings:1: „Count: %1$@ %2$ld“: "))
        #expect(run.lines[1] == "Alle (1) · Geburtstage (1)")
    }

    @Test func errorsMayBeTriedOutToo() throws {
        try withFiles([
            "de.lproj/Errors.strings": "\"NoCatalogs\" = \"x\";\n\"CatalogMissing\" = \"weg damit\";"
        ]) {
            (folder) throws in
            let run = try searchShop("-l de --localizations \(folder) -c none.jsonl")
            #expect(run.errors == "lsearch: none.jsonl: weg damit\n")
        }
    }

    @Test func aFolderWithoutTranslationsIsReportedAndTheSearchGoesOn() throws {
        for folder in ["/nonexistent", "/dev"] {
            let run = try searchShop("-l de --localizations \(folder) torte")
            #expect(run.status == 0)
            #expect(
                run.errors
                    == "lsearch: \(folder): keine .lproj-Ordner vorhanden; den Ordner angeben, der sie enthält\n"
            )
            #expect(run.lines[0] == "1 Treffer gefunden")
        }
    }

    @Test func bytesThatAreNoTextAreReportedAndTheOtherEntriesAreUsed() throws {
        try withTemporaryFolder { (folder) throws in
            try makeFolder(folder + "/de.lproj")
            try makeFile(
                folder + "/de.lproj/Localizable.strings",
                Array("\"ScopeAll\" = \"".utf8) + [0xFF]
                    + Array("\";\n\"NoItemsFoundTitle\" = \"Nix da\";\n".utf8))
            let run = try searchShop("-l de --localizations \(folder) zzz")
            #expect(run.errorLines.count == 1)
            #expect(run.errors.contains("Localizable.strings:1: "))
            #expect(run.lines[0] == "Nix da")
        }
    }

    @Test func aLanguageThatTheProgramDoesNotSpeakMayBeTriedOut() throws {
        try withFiles(["eo.lproj/Localizable.strings": "\"NoItemsFoundTitle\" = \"Nenio trovita\";"]) {
            (folder) throws in
            let run = try searchShop("-l eo --localizations \(folder) zzz")
            #expect(run.lines == ["Nenio trovita", "All (0)"])
            #expect(run.errors == "")
        }
    }
}

extension ProgramRun {
    /// The same run with paths relative to a folder.
    fileprivate func moved(from folder: String) -> ProgramRun {
        var run = self
        run.errors = errors.replacing(folder + "/", with: "")
        return run
    }
}
