// `lstrings sync`: every locale follows the source, and no translation is lost.

import TestSupport
import Testing

@Suite struct LstringsSyncTests {
    @Test func newMessagesAreAddedWhereTheSourceHasThemAndMarked() throws {
        try withProject { (project) throws in
            let run = try project.run("sync")
            #expect(run.status == 0)
            #expect(run.output == "")
            #expect(run.errors == "4 messages changed in 2 files.\n")
            #expect(
                try project.strings("pl").hasSuffix(
                    """
                    "Files: %ld|==|plural.other" = "%ld pliku";
                    /* Flag: untranslated */
                    "Bye" = "Goodbye";
                    /* Flag: unmatched */
                    "Old" = "Stare";

                    """))
            // One form for each plural category of the language.
            #expect(try project.strings("ar").contains("\"Files: %ld|==|plural.two\" = \"%ld files\";\n"))
            #expect(try project.strings("en") == ShopTexts.english)
            #expect(try project.strings("de") == ShopTexts.german)
            #expect(try project.run("sync").errors == "Nothing to change.\n")
        }
    }

    @Test func textsThatNoSourceUsesAreRemovedFromAllLanguages() throws {
        let app = "let a = [\"Title\", \"Greeting: %@\", \"Files: %ld\"]"
        try withProject(["App/App.swift": app]) { (project) throws in
            let run = try project.run("sync --remove-unused --sources App")
            #expect(run.status == 0)
            #expect(
                try project.strings("en") == ShopTexts.english.replacing("\"Bye\" = \"Goodbye\";\n", with: "")
            )
            #expect(try !project.strings("de").contains("Bye"))
            #expect(try !project.strings("ar").contains("Bye"))
            // Keys that were obsolete before are marked in the same way.
            #expect(try project.strings("pl").contains("/* Flag: unmatched */\n\"Old\""))
            #expect(try project.run("check --select unused-key --sources App").status == 0)
            #expect(try project.run("sync --remove-unused --sources App").errors == "Nothing to change.\n")
        }
        try withProject(["App/App.swift": app]) { (project) throws in
            #expect(try project.run("sync --remove-unused --sources App --keep By?").status == 0)
            #expect(try project.strings("en") == ShopTexts.english)
        }
    }

    @Test(arguments: ["--record", "--previous Localizations", "--remove-unused --sources App"])
    func optionsForStringsFilesAreRefusedWhereThereAreOtherFormats(option: String) throws {
        let po = """
            msgid ""
            msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"

            msgid "Open"
            msgstr "\u{d6}ffnen"

            """
        try withProject(["App/App.swift": "let a = \"Title\"", "po/de.po": po]) { (project) throws in
            let run = try project.run("sync Localizations po \(option)")
            #expect(run.status == 2)
            #expect(run.errors.contains(option.prefix { $0 != " " }))
            #expect(run.errors.contains("po/de.po"))
            #expect(try project.isUntouched())
            #expect(try project.run("sync Localizations \(option)").status == 0)
        }
    }

    @Test func nothingIsRemovedWhereThereAreNoSources() throws {
        try withProject(["App/notes.txt": "x"]) { (project) throws in
            #expect(try project.run("sync --remove-unused").status == 2)
            #expect(try project.run("sync --remove-unused --sources App").status == 2)
            #expect(try project.run("sync --remove-unused --sources Nowhere").status == 2)
            #expect(try project.isUntouched())
        }
    }

    @Test func aDryRunWritesNothing() throws {
        try withProject { (project) throws in
            let run = try project.run("sync -n")
            #expect(run.status == 0)
            #expect(run.lines.filter { $0.hasPrefix("+++ ") }.count == 2)
            #expect(run.lines.contains("+/* Flag: unmatched */"))
            #expect(run.errors == "4 messages would change in 2 files.\n")
            #expect(try project.isUntouched())
        }
    }

    @Test func aRenamedKeyKeepsItsTranslation() throws {
        try withProject { (project) throws in
            try project.replace("\"Title\"", by: "\"Titles\"", in: ShopTexts.path("en"))
            let run = try project.run("sync Localizations/de.lproj")
            #expect(run.status == 0)
            #expect(
                run.errors.hasPrefix(
                    "lstrings: \(ShopTexts.path("de")):3: “Title” was taken for the earlier name"))
            let text = try project.strings("de")
            #expect(text.contains("/* Flag: fuzzy */\n"))
            #expect(text.contains("/* Previous key: \"Title\" */\n\"Titles\" = \"Laden\";\n"))
            #expect(try project.strings("pl") == ShopTexts.polish)
        }
    }

    @Test func withTheEarlierSourceChangedTextsAreMarked() throws {
        try withProject(["Earlier/en.lproj/Localizable.strings": ShopTexts.english]) { (project) throws in
            try project.replace("Hello", by: "Good day", in: ShopTexts.path("en"))
            try project.replace("\"Bye\"", by: "\"Farewell\"", in: ShopTexts.path("en"))
            #expect(try project.run("sync --previous Earlier Localizations/ja.lproj").status == 0)
            #expect(
                try project.strings("ja") == """
                    "Title" = "店";
                    /* Flag: fuzzy */
                    /* Previous: "Hello, %@!" */
                    "Greeting: %@" = "こんにちは、%@さん！";
                    "Files: %ld|==|plural.other" = "%ld個のファイル";
                    /* Flag: fuzzy */
                    /* Previous key: "Bye" */
                    "Farewell" = "さようなら";

                    """)
            #expect(try project.run("sync --previous Nowhere").status == 2)
        }
    }

    // MARK: The source texts that the translations follow

    private static let recorded = "Localizations/.synced/Localizable.strings"

    @Test func nothingIsRecordedUnlessAsked() throws {
        try withProject { (project) throws in
            #expect(try project.run("sync").status == 0)
            #expect(try !names(inFolder: project.path + "/Localizations").contains(".synced"))
        }
    }

    @Test func aRecordedTextThatChangesIsFoundUntilItsTranslationsFollow() throws {
        try withProject { (project) throws in
            #expect(try project.run("sync --record").status == 0)
            #expect(try project.text(Self.recorded) == ShopTexts.english)
            let check = "check --select source-changed,unfinished --fail-on note Localizations"
            #expect(try !project.run(check).output.contains("source-changed"))

            // The source changes: the check fails until `sync` marks the translations.
            try project.replace("Goodbye", by: "See you", in: ShopTexts.path("en"))
            let found = try project.run(check)
            #expect(found.status == 1)
            let line =
                "\(ShopTexts.path("en")):8:9: warning: the translations follow an earlier text, “Goodbye”"
            #expect(found.lines.contains { $0.hasPrefix(line) && $0.hasSuffix("[source-changed]") })
            #expect(try project.run("sync").status == 0)
            #expect(try project.text(Self.recorded) == project.strings("en"))
            let marked = "/* Flag: fuzzy */\n/* Previous: \"Goodbye\" */\n\"Bye\" = \"さようなら\";"
            #expect(try project.strings("ja").contains(marked))

            // The marks make the check fail until the texts are translated.
            let ja = "check --select source-changed,unfinished --fail-on note Localizations/ja.lproj"
            #expect(try project.run(ja).status == 1)
            try project.replace(marked, by: "\"Bye\" = \"またね\";", in: ShopTexts.path("ja"))
            #expect(try project.run(ja).status == 0)
            #expect(try project.run("sync").errors == "Nothing to change.\n")
        }
    }

    /// Otherwise the languages that were left out would seem to follow the new text.
    @Test func aPartOfTheLanguagesLeavesTheRecordAsItIs() throws {
        try withProject { (project) throws in
            #expect(try project.run("sync --record").status == 0)
            try project.replace("Goodbye", by: "See you", in: ShopTexts.path("en"))
            for part in ["-l ja", "Localizations/de.lproj", "-n"] {
                #expect(try project.run("sync " + part).status == 0)
                #expect(try project.text(Self.recorded) == ShopTexts.english)
            }
            #expect(try project.run("sync").status == 0)
            #expect(try project.text(Self.recorded).contains("See you"))
            #expect(try project.strings("de").contains("/* Previous: \"Goodbye\" */"))
        }
    }

    /// An option tells the program that the translations changed together with the source.
    @Test func recordingAgainTakesTheTranslationsAsTheyAre() throws {
        try withProject { (project) throws in
            #expect(try project.run("sync --record").status == 0)
            let japanese = try project.strings("ja")
            try project.replace("Goodbye", by: "See you", in: ShopTexts.path("en"))
            #expect(try project.run("sync --record").errors == "1 message changed in 1 file.\n")
            #expect(try project.strings("ja") == japanese)
            #expect(try project.run("sync").errors == "Nothing to change.\n")
        }
    }

    @Test func aDamagedRecordIsNotOverwritten() throws {
        try withProject { (project) throws in
            #expect(try project.run("sync --record").status == 0)
            try project.replace("\"Title\"", by: "\"Title", in: Self.recorded)
            let damaged = try project.text(Self.recorded)
            let run = try project.run("sync")
            #expect(run.status == 2)
            #expect(run.errors.hasPrefix("lstrings: \(Self.recorded):"))
            #expect(try project.text(Self.recorded) == damaged)
        }
    }

    @Test func obsoleteMessagesAreRemovedOnRequest() throws {
        try withProject { (project) throws in
            #expect(try project.run("sync --remove-obsolete Localizations/pl.lproj").status == 0)
            #expect(try !project.strings("pl").contains("Old"))
        }
    }

    @Test func aNewLocaleIsMade() throws {
        try withProject { (project) throws in
            #expect(try project.run("sync -l pt_BR --locale he").status == 0)
            let text = try project.text("Localizations/pt-BR.lproj/Localizable.strings")
            #expect(text.contains("/* Flag: untranslated */\n\"Title\" = \"Shop\";\n"))
            #expect(text.contains("\"Files: %ld|==|plural.many\" = \"%ld files\";\n"))
            #expect(try project.text("Localizations/he.lproj/Localizable.strings").contains("plural.two"))
            #expect(try project.strings("pl") == ShopTexts.polish)
        }
    }

    /// Unreadable translations would be considered missing.
    @Test func aProjectThatCannotBeReadIsNotTouched() throws {
        try withProject { (project) throws in
            try makeFolder(project.path + "/Localizations/ja.lproj/Errors.strings")
            let run = try project.run("sync")
            #expect(run.status == 2)
            #expect(run.errorLines.count == 1)
            #expect(try project.isUntouched())
        }
    }

    /// A missing quote hides an entry, which is neither new nor obsolete.
    @Test(arguments: ["de", "en"]) func aFileThatIsBrokenStaysAsItIs(locale: String) throws {
        try withProject { (project) throws in
            let path = ShopTexts.path(locale)
            try project.replace("\"Title\"", by: "\"Title", in: path)
            let broken = try project.strings(locale)
            let run = try project.run("sync --remove-obsolete")
            #expect(run.status == 2)
            #expect(run.errors.hasPrefix("lstrings: \(path):"))
            #expect(try project.strings(locale) == broken)
            // The other languages follow the source unless the source is broken.
            #expect((try project.strings("pl") == ShopTexts.polish) == (locale == "en"))
        }
    }

    @Test func aTableWithoutASourceIsReported() throws {
        try withProject(["Localizations/de.lproj/Only.strings": "\"a\" = \"b\";"]) { (project) throws in
            let run = try project.run("sync -t Only")
            #expect(run.status == 2)
            // A broken table does not stop the others.
            #expect(try project.run("sync").status == 0)
            #expect(
                run.errors.contains(
                    "lstrings: Localizations/de.lproj/Only.strings: the table Only has no file "))
            #expect(try project.text("Localizations/de.lproj/Only.strings") == "\"a\" = \"b\";")
        }
    }

    @Test func twoFoldersForALanguageAreReported() throws {
        try withProject(["Localizations/German.lproj/Localizable.strings": "\"Title\" = \"alt\";\n"]) {
            (project) throws in
            let run = try project.run("sync Localizations/de.lproj")
            #expect(run.status == 0)
            #expect(
                run.errorLines == [
                    "lstrings: Localizations/German.lproj: Localizations/de.lproj is also for de, and its files "
                        + "take precedence; merge the two folders", "Nothing to change.",
                ])
        }
    }

    @Test func aFolderInTheFilesPlaceLeavesEverythingAsItIs() throws {
        try withProject { (project) throws in
            try makeFolder(project.path + "/Localizations/fr.lproj")
            try makeFolder(project.path + "/Localizations/fr.lproj/Localizable.strings")
            #expect(try project.run("sync -l fr").status == 2)
            #expect(try names(inFolder: project.path + "/Localizations/fr.lproj/Localizable.strings") == [])
        }
    }
}
