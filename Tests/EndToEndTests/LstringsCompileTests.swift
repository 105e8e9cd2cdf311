// `lstrings compile`: what it writes for programs, and what it refuses.

import TestSupport
import Testing

@Suite struct LstringsCompileTests {
    private static let catalog = #"""
        {
          "sourceLanguage" : "en",
          "strings" : {
            "%lld items" : { "localizations" : {
              "de" : { "variations" : { "plural" : {
                "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld Stück" } },
                "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld Stücke" } } } } } } },
            "Brand" : { "shouldTranslate" : false, "localizations" : {
              "en" : { "stringUnit" : { "state" : "translated", "value" : "Corner \"Shop\"" } } } },
            "Buy" : { "localizations" : { "de" : { "stringUnit" : { "state" : "needs_review", "value" : "Kaufen" } } } },
            "Empty" : { "localizations" : { "de" : { "stringUnit" : { "state" : "new", "value" : "" } } } },
            "Old" : { "extractionState" : "stale", "localizations" : {
              "de" : { "stringUnit" : { "state" : "translated", "value" : "Alt" } } } },
            "Tap" : { "localizations" : { "de" : { "variations" : { "device" : {
              "mac" : { "stringUnit" : { "state" : "translated", "value" : "Klicken" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "Tippen" } } } } } } }
          },
          "version" : "1.0"
        }
        """#

    private func withCatalog(_ text: String = catalog, _ body: (String) throws -> Void) throws {
        try withFiles(["Shop.xcstrings": text]) { (folder) throws in try body(folder) }
    }

    @Test func aCatalogBecomesFilesForEachLanguage() throws {
        try withCatalog { folder in
            let run = try lstrings("compile Shop.xcstrings -o App", in: folder)
            #expect(run.status == 0)
            #expect(run.errors == "3 files written.\n")
            // Texts to be reviewed and stale texts are compiled, but new ones are not; a text that is not to
            // be translated is the same in all languages.
            #expect(
                try contents(of: folder + "/App/de.lproj/Shop.strings") == #"""
                    "Brand" = "Corner \"Shop\"";
                    "Buy" = "Kaufen";
                    "Tap" = "Tippen";
                    "Old" = "Alt";

                    """#)
            let varying = try contents(of: folder + "/App/de.lproj/Shop.stringsdict")
            #expect(varying.contains("<string>%lld Stück</string>"))
            #expect(varying.contains("<key>mac</key>\n\t\t\t<string>Klicken</string>"))
            #expect(!varying.contains("Kaufen"))
            #expect(
                try contents(of: folder + "/App/en.lproj/Shop.strings").contains(#""Empty" = "Empty";"#))
        }
    }

    @Test(arguments: [("", false), ("%lld items", true)])
    func aTextWithoutAFormThatItNeedsIsNotTranslatedYet(form: String, isWritten: Bool) throws {
        let catalog = Self.catalog.replacing(
            #""translated", "value" : "%lld Stücke""#, with: #""new", "value" : "\#(form)""#)
        try withCatalog(catalog) { folder in
            #expect(try lstrings("compile Shop.xcstrings -o App", in: folder).status == 0)
            let varying = try contents(of: folder + "/App/de.lproj/Shop.stringsdict")
            #expect(varying.contains("Stück") == isWritten && varying.contains("Klicken"))
        }
    }

    @Test func noFileIsEmpty() throws {
        let catalog = #"""
            { "sourceLanguage" : "en", "strings" : { "n" : { "localizations" : { "en" : { "variations" : { "plural" : {
            "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld item" } },
            "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld items" } } } } } } } }, "version" : "1.0" }
            """#
        try withCatalog(catalog) { (folder) throws in
            #expect(try lstrings("compile Shop.xcstrings -o App", in: folder).status == 0)
            #expect(try names(inFolder: folder + "/App/en.lproj") == ["Shop.stringsdict"])
        }
    }

    @Test func everythingFitsIntoStringsFiles() throws {
        try withCatalog { folder in
            #expect(
                try lstrings("compile Shop.xcstrings -o App --to strings -l de", in: folder).status == 0)
            #expect(try names(inFolder: folder + "/App") == ["de.lproj"])
            #expect(try names(inFolder: folder + "/App/de.lproj") == ["Shop.strings"])
            let strings = try contents(of: folder + "/App/de.lproj/Shop.strings")
            #expect(strings.contains(#""%lld items|==|plural.one" = "%lld Stück";"#))
            // This is for readers without plural forms.
            #expect(strings.contains(#""%lld items" = "%lld Stücke";"#))
        }
    }

    @Test func aDryRunPrintsPathsAlone() throws {
        try withCatalog { folder in
            let run = try lstrings("compile Shop.xcstrings -o App --dry-run", in: folder)
            #expect(run.status == 0)
            #expect(
                run.lines == [
                    "App/en.lproj/Shop.strings", "App/de.lproj/Shop.strings", "App/de.lproj/Shop.stringsdict",
                ])
            #expect(try names(inFolder: folder) == ["Shop.xcstrings"])
        }
    }

    @Test func formsThatAreNoMoreDoNotStay() throws {
        try withCatalog { folder in
            #expect(try lstrings("compile Shop.xcstrings -o App", in: folder).status == 0)
            try makeFile(
                folder + "/Shop.xcstrings",
                #"""
                { "sourceLanguage" : "en", "strings" : { "Buy" : { "localizations" : {
                "de" : { "stringUnit" : { "state" : "translated", "value" : "Kaufen" } } } } }, "version" : "1.0" }
                """#)
            #expect(try lstrings("compile Shop.xcstrings -o App", in: folder).status == 0)
            #expect(
                try !contents(of: folder + "/App/de.lproj/Shop.stringsdict").contains("Klicken"))
            // The same command again changes no file.
            #expect(
                try lstrings("compile Shop.xcstrings -o App", in: folder).errors == "0 files written.\n")
        }
    }

    @Test func otherFormatsAreCompiledAsWell() throws {
        let german = """
            msgid ""
            msgstr ""
            "Language: de\\n"
            "Content-Type: text/plain; charset=UTF-8\\n"
            "Plural-Forms: nplurals=2; plural=n != 1;\\n"

            msgid "Buy"
            msgstr "Kaufen"

            #, fuzzy
            msgid "Sell"
            msgstr "Verkauf"

            """
        try withFiles(["po/de.po": german]) { (folder) throws in
            #expect(try lstrings("compile po -o App -l de", in: folder).status == 0)
            let name = try names(inFolder: folder + "/App/de.lproj")
            #expect(name.count == 1)
            let strings = try contents(of: folder + "/App/de.lproj/" + (name.first ?? ""))
            #expect(strings == "\"Buy\" = \"Kaufen\";\n")
        }
    }

    @Test func sourcesAreNotOverwritten() throws {
        try withProject { (project) throws in
            let run = try project.run("compile Localizations -o Localizations -l de")
            #expect(run.status == 2)
            #expect(
                run.errors.contains(
                    "Localizations/de.lproj/Localizable.strings: this file is one of those that are compiled")
            )
            #expect(try project.strings("de") == ShopTexts.german)
        }
    }

    @Test func aTextThatCannotBeReadFailsAndTheOthersAreWritten() throws {
        let catalog = Self.catalog.replacing(
            #""needs_review", "value" : "Kaufen""#, with: #""translated", "value" : 7"#)
        try withCatalog(catalog) { folder in
            let run = try lstrings("compile Shop.xcstrings -o App", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("Shop.xcstrings:10: "))
            let strings = try contents(of: folder + "/App/de.lproj/Shop.strings")
            #expect(strings.contains("Tippen") && !strings.contains("Buy"))
        }
        try withCatalog("{\"sourceLanguage\" : \"en\", \"strings\" : {") { folder in
            let run = try lstrings("compile Shop.xcstrings -o App", in: folder)
            #expect(run.status == 2)
            #expect(try names(inFolder: folder) == ["Shop.xcstrings"])
        }
    }

    @Test func twoTablesOfOneNameAreRefused() throws {
        try withFiles(["a/Shop.xcstrings": Self.catalog, "b/Shop.xcstrings": Self.catalog]) {
            (folder) throws in
            let run = try lstrings("compile a b -o App -l de", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("two projects have this table"))
        }
    }
}
