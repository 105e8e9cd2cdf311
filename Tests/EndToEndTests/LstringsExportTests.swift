// `lstrings export`: which files it writes, and which it leaves unchanged.

import TestSupport
import Testing

@Suite struct LstringsExportTests {
    private static let epoch = ["SOURCE_DATE_EPOCH": "1000000000"]

    /// The paths of all files below a folder, sorted.
    private func files(below folder: String, _ prefix: String = "") throws -> [String] {
        try names(inFolder: folder).flatMap { (name) throws -> [String] in
            let path = folder + "/" + name
            return (try? names(inFolder: path)) == nil
                ? [prefix + name] : try files(below: path, prefix + name + "/")
        }
    }

    @Test(arguments: [
        ("po", ["ar.po", "de.po", "en.po", "ja.po", "pl.po"]), ("pot", ["Localizable.pot"]),
        ("mo", ["ar", "de", "en", "ja", "pl"].map { $0 + "/LC_MESSAGES/Localizable.mo" }),
        ("mo --domain shop", ["ar", "de", "en", "ja", "pl"].map { $0 + "/LC_MESSAGES/shop.mo" }),
        ("xliff", ["ar.xliff", "de.xliff", "en.xliff", "ja.xliff", "pl.xliff"]),
        ("xcstrings", ["Localizable.xcstrings"]),
        ("stringsdict -l de", ["de.lproj/Localizable.strings", "de.lproj/Localizable.stringsdict"]),
        ("po --locale de -l pt_BR", ["de.po", "pt_BR.po"]), ("po Localizations/de.lproj", ["de.po"]),
        ("pot --domain shop", ["shop.pot"]),
    ])
    func filesStandWhereTheirReadersLook(options: String, expected: [String]) throws {
        try withProject { (project) throws in
            let run = try project.run("export -o out/deep --to " + options)
            #expect(run.status == 0)
            #expect(run.output == "")
            #expect(try files(below: project.path + "/out/deep") == expected)
            #expect(run.errors.hasPrefix("\(expected.count) file"))
            #expect(try project.isUntouched())
        }
    }

    /// Data that a format cannot represent is counted: the project's Polish has a message that the source
    /// lacks.
    @Test(arguments: [("android", true), ("i18next", true), ("po", false), ("xliff", false)])
    func translationsOfGoneMessagesAreCounted(format: String, isSaid: Bool) throws {
        try withProject { (project) throws in
            let run = try project.run("export -l pl -o out --to " + format)
            #expect(run.status == 0)
            #expect(run.errors.contains("1, the first of them “Old”") == isSaid)
        }
    }

    @Test(arguments: ["app.qm", "memory.tmx", "de.yml"])
    func onlyKnownFormatsAreDumped(name: String) throws {
        try withProject([name: "x"]) { (project) throws in
            let run = try project.run("dump " + name)
            #expect(run.status == 2)
            #expect(run.output == "" && run.errors.hasPrefix("lstrings: \(name): the format is not known"))
        }
    }

    @Test func severalTablesAreSeveralDomainsOrOne() throws {
        let errors = [
            "Localizations/en.lproj/Errors.strings": "\"E\" = \"Shop\";\n",
            "Localizations/de.lproj/Errors.strings": "\"E\" = \"Geschäft\";\n",
        ]
        try withProject(errors) { (project) throws in
            #expect(try project.run("export --to po -l de -o a").status == 0)
            #expect(try files(below: project.path + "/a") == ["Errors/de.po", "Localizable/de.po"])
            #expect(try project.run("export --to po -l de -o b --domain all").status == 0)
            #expect(try files(below: project.path + "/b") == ["de.po"])
            let merged = try project.text("b/de.po")
            #expect(merged.contains("\"Project-Id-Version: all\\n\""))
            // Both texts are exported although their source texts are equal.
            #expect(merged.contains("msgstr \"Laden\"") && merged.contains("msgstr \"Geschäft\""))
            #expect(try project.run("import b/de.po").errors == "Nothing to change.\n")
            #expect(try project.run("export --to mo -l de -o c --domain all").status == 0)
            #expect(try files(below: project.path + "/c") == ["de/LC_MESSAGES/all.mo"])
            #expect(try project.run("export --to po -l de -t Errors -o d").status == 0)
            #expect(try files(below: project.path + "/d") == ["de.po"])
        }
    }

    @Test func exportingAgainChangesNothing() throws {
        try withProject { (project) throws in
            for format in ["po", "pot", "mo", "xliff", "stringsdict", "xcstrings"] {
                let command = "export -o out --to " + format
                #expect(try project.run(command, environment: Self.epoch).status == 0)
                let all = try files(below: project.path + "/out")
                let before = try all.map { try bytes(of: project.path + "/out/" + $0) }
                // The clock advances.
                #expect(
                    try project.run(command, environment: ["SOURCE_DATE_EPOCH": "1100000000"]).status == 0)
                let after = try all.map { try bytes(of: project.path + "/out/" + $0) }
                if format != "mo" { #expect(before == after, "\(format)") }
                #expect(try project.run(command, environment: Self.epoch).status == 0)
            }
            #expect(try project.text("out/de.po").contains("POT-Creation-Date: 2001-09-09 01:46+0000\\n"))
        }
    }

    @Test func theIdentifierIsTheSourceTextOrTheKey() throws {
        try withProject { (project) throws in
            #expect(try project.run("export --to po -l de -o out").status == 0)
            #expect(
                try project.text("out/de.po").contains(
                    "msgctxt \"Title\"\nmsgid \"Shop\"\nmsgstr \"Laden\"\n"))
            #expect(try project.run("export --to po -l de -o out --msgid key").status == 0)
            #expect(try project.text("out/de.po").contains("\nmsgid \"Title\"\nmsgstr \"Laden\"\n"))
            #expect(try project.run("import --msgid key out/de.po").errors == "Nothing to change.\n")
            #expect(try project.isUntouched())
        }
    }

    @Test func theByteOrderOfMOFilesIsChosen() throws {
        try withProject { (project) throws in
            for (order, mark) in [("little", [0xDE, 0x12, 0x04, 0x95]), ("big", [0x95, 0x04, 0x12, 0xDE])] {
                #expect(try project.run("export --to mo -l de -o out --byte-order \(order)").status == 0)
                let file = project.path + "/out/de/LC_MESSAGES/Localizable.mo"
                #expect(try bytes(of: file).prefix(4).map(Int.init) == mark)
                #expect(
                    try project.run("import out/de/LC_MESSAGES/Localizable.mo").errors
                        == "Nothing to change.\n")
            }
        }
    }

    @Test func contextsStandOnlyWhereTheyAreNeeded() throws {
        let own = [
            "Localizations/en.lproj/Own.strings": "\"Open\" = \"Open\";\n\"Title\" = \"Shop\";\n",
            "Localizations/de.lproj/Own.strings": "\"Open\" = \"Öffnen\";\n\"Title\" = \"Laden\";\n",
        ]
        try withProject(own) { (project) throws in
            #expect(try project.run("export --to po -l de -t Own -o out --context needed").status == 0)
            let text = try project.text("out/de.po")
            #expect(text.contains("\n\nmsgid \"Open\"\nmsgstr \"Öffnen\"\n"))
            #expect(text.contains("\n\nmsgctxt \"Title\"\nmsgid \"Shop\"\nmsgstr \"Laden\"\n"))
            #expect(try project.run("import -t Own out/de.po").errors == "Nothing to change.\n")
        }
    }

    @Test(arguments: [
        "--to po", "--to pdf -o out", "-o out", "--to xliff --domain shop -o out",
        "--to po -o out --msgid x",
        "--to po -o out --context x", "--to mo -o out --byte-order x", "--to po -o out -l xx-yy",
        "--to po -o out Nowhere", "--to po -o out --source fr",
    ])
    func aWrongCommandLineWritesNothing(options: String) throws {
        try withProject { (project) throws in
            let run = try project.run("export " + options)
            #expect(run.status == 2)
            #expect(!run.errors.isEmpty)
            #expect(try names(inFolder: project.path) == ["Localizations"])
        }
    }

    /// A folder has the path of the file to write.
    @Test func whatCannotBeWrittenIsReportedAndTheRestIsWritten() throws {
        try withProject(["out/de.po/x": "", "out/pl.po": "old"]) { (project) throws in
            let run = try project.run("export --to po -o out")
            #expect(run.status == 2)
            #expect(
                run.errorLines == [
                    "lstrings: out/de.po: it cannot be written (Is a directory) and is unchanged; "
                        + "free up space or check the permissions"
                ])
            #expect(try project.text("out/pl.po").contains("Sklep"))
            #expect(try names(inFolder: project.path + "/out/de.po") == ["x"])
        }
        try withProject(["out": "a file"]) { (project) throws in
            let run = try project.run("export --to mo -l de -o out")
            #expect(run.status == 2)
            #expect(run.errorLines.count == 1)
            #expect(try project.text("out") == "a file")
        }
    }

    /// Unreadable translations must not be exported as missing.
    @Test func nothingIsExportedFromAProjectThatCannotBeRead() throws {
        try withProject { (project) throws in
            try makeFolder(project.path + "/Localizations/de.lproj/X.strings")
            let run = try project.run("export --to po -o out")
            #expect(run.status == 2)
            #expect(run.errorLines.count == 1)
            #expect(try names(inFolder: project.path) == ["Localizations"])
        }
    }
}

/// `lstrings export --update`: changes the file of a translator.
@Suite struct LstringsUpdateTests {
    @Test func aTranslatorsFileIsBroughtUpToDate() throws {
        try withProject { (project) throws in
            #expect(try project.run("export --to po -l de -o out").status == 0)
            try project.replace(
                "Last-Translator: ", by: "Last-Translator: Ida <ida@example.org>", in: "out/de.po")
            try project.replace("msgctxt \"Bye\"", by: "# A farewell.\nmsgctxt \"Bye\"", in: "out/de.po")
            let file = "Localizations/de.lproj/Localizable.strings"
            try project.replace("\"Laden\"", by: "\"Geschäft\"", in: file)
            #expect(try project.run("export --to po --update out/de.po").status == 0)
            let text = try project.text("out/de.po")
            #expect(text.contains("Ida <ida@example.org>"))
            #expect(text.contains("# A farewell."))
            #expect(text.contains("msgstr \"Geschäft\""))
            // Nothing is left to do, and the program identifies the file by its content.
            #expect(
                try project.run("export --to po --update out/de.po").errors.hasSuffix("0 files written.\n"))
            try project.write("out/broken.po", "msgid \"a\nmsgstr")
            #expect(try project.run("export --to po -l de --update out/broken.po").status == 2)
            #expect(try project.text("out/broken.po") == "msgid \"a\nmsgstr")
            #expect(try project.run("export --to xliff --update out/de.po").status == 2)
        }
    }

    /// Xcode 15 keeps the texts of a storyboard in a catalog beside it, and `Base.lproj` has none.
    @Test(arguments: ["xliff", "po"]) func aFolderOfStoryboardsIsNoProjectOfItsOwn(format: String) throws {
        let files = [
            "App/Base.lproj/Main.storyboard": "<document/>",
            "App/mul.lproj/Main.xcstrings":
                #"""
            {"sourceLanguage": "en", "strings": {"a-1.title": {"localizations": {
              "de": {"stringUnit": {"state": "translated", "value": "Oben"}},
              "en": {"stringUnit": {"state": "translated", "value": "Top"}}}}}, "version": "1.0"}
            """#,
        ]
        try withFiles(files) { (folder) throws in
            let run = try lstrings("export App --to \(format) -l de -o out", in: folder)
            #expect(run.status == 0, "\(run)")
            #expect(try contents(of: folder + "/out/de." + format).contains("Oben"))
        }
    }
}
