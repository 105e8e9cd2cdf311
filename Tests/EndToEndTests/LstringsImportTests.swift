// `lstrings import`: changes the translated values, and no other byte.

import TestSupport
import Testing

@Suite struct LstringsImportTests {
    /// Each format with its German file.
    static let formats = [
        ("po", "out/de.po"), ("mo", "out/de/LC_MESSAGES/Localizable.mo"), ("xliff", "out/de.xliff"),
        ("xcstrings", "out/Localizable.xcstrings"), ("stringsdict", "out/de.lproj/Localizable.stringsdict"),
    ]

    @Test(arguments: formats) func whatWasExportedComesBackWithoutAChange(format: String, file: String) throws
    {
        try withProject { (project) throws in
            #expect(try project.run("export -o out --to " + format).status == 0)
            var files = [file]
            if format != "xcstrings" {
                files = ["ar", "de", "en", "ja", "pl"].map { locale in
                    file.utf8.firstRange(of: "de".utf8).map {
                        file[..<$0.lowerBound] + locale + file[$0.upperBound...]
                    } ?? file
                }
            }
            let run = try project.run(["import"] + files)
            #expect(run.status == 0)
            #expect(run.errors == "Nothing to change.\n")
            #expect(try project.isUntouched())
        }
    }

    /// The changed text in the format: before and after.
    @Test(arguments: [
        ("po", "out/de.po"), ("xliff", "out/de.xliff"), ("xcstrings", "out/Localizable.xcstrings"),
    ])
    func aChangedTextChangesItsOwnBytes(format: String, file: String) throws {
        try withProject { (project) throws in
            #expect(try project.run("export -o out --to " + format).status == 0)
            try project.replace("Laden", by: "Geschäft", in: file)
            try project.replace("%ld Dateien", by: "%ld Akten", in: file)
            let run = try project.run("import " + file)
            #expect(run.status == 0)
            #expect(run.output == "")
            #expect(run.errors == "2 messages changed in 1 file.\n")
            let expected = ShopTexts.german.replacing("\"Laden\"", with: "\"Geschäft\"")
                .replacing("%ld Dateien", with: "%ld Akten")
            #expect(try project.strings("de") == expected)
            #expect(try project.strings("pl") == ShopTexts.polish)
            #expect(try project.run("import " + file).errors == "Nothing to change.\n")
        }
    }

    @Test func pluralFormsOfAStringsdictComeBack() throws {
        try withProject { (project) throws in
            #expect(try project.run("export -o out --to stringsdict").status == 0)
            try project.replace("Dateien", by: "Akten", in: "out/de.lproj/Localizable.stringsdict")
            // The folder or an option names the language.
            let file = "out/de.lproj/Localizable.stringsdict"
            #expect(try project.run("import " + file).errors == "1 message changed in 1 file.\n")
            #expect(
                try project.strings("de") == ShopTexts.german.replacing("Dateien", with: "Akten"))
            try project.write("Localizable.stringsdict", try project.text(file))
            #expect(try project.run("import Localizable.stringsdict").status == 2)
            #expect(try project.run("import -l de Localizable.stringsdict").status == 0)
        }
    }

    @Test func aDryRunShowsADifferenceAndWritesNothing() throws {
        try withProject { (project) throws in
            #expect(try project.run("export -o out --to po").status == 0)
            try project.replace("Sklep", by: "Sklepik", in: "out/pl.po")
            for option in ["-n", "--dry-run"] {
                let run = try project.run("import \(option) out/pl.po")
                #expect(run.status == 0)
                #expect(
                    run.output == """
                        --- Localizations/pl.lproj/Localizable.strings
                        +++ Localizations/pl.lproj/Localizable.strings
                        @@ -1,4 +1,4 @@
                        -"Title" = "Sklep";
                        +"Title" = "Sklepik";
                         "Greeting: %@" = "Witaj!";
                         "Files: %ld|==|plural.one" = "%ld plik";
                         "Files: %ld|==|plural.few" = "%ld pliki";

                        """)
                #expect(run.errors == "1 message would change in 1 file.\n")
                #expect(try project.isUntouched())
            }
        }
    }

    @Test func newTranslationsComeWhereTheSourceHasThem() throws {
        try withProject { (project) throws in
            #expect(try project.run("export -o out --to po").status == 0)
            try project.replace(
                "msgid \"Goodbye\"\nmsgstr \"\"", by: "msgid \"Goodbye\"\nmsgstr \"Żegnaj\"", in: "out/pl.po")
            #expect(try project.run("import out/pl.po").errors == "1 message changed in 1 file.\n")
            #expect(
                try project.strings("pl")
                    == ShopTexts.polish.replacing("\"Old\"", with: "\"Bye\" = \"Żegnaj\";\n\"Old\""))
        }
    }

    @Test func aNewLocaleGetsItsFile() throws {
        try withProject { (project) throws in
            #expect(try project.run("export -o out --to po -l pt_BR").status == 0)
            try project.replace("msgstr \"\"\n\n#. %@", by: "msgstr \"Loja\"\n\n#. %@", in: "out/pt_BR.po")
            #expect(try project.run("import out/pt_BR.po").status == 0)
            #expect(
                try project.text("Localizations/pt-BR.lproj/Localizable.strings").contains(
                    "\"Title\" = \"Loja\";"))
        }
    }

    @Test func severalFilesForOneTableAreMergedInTheirOrder() throws {
        try withProject { (project) throws in
            for (name, text) in [("one", "Eins"), ("two", "Zwei")] {
                try project.write(
                    name + ".po",
                    "msgid \"\"\nmsgstr \"Language: de\\nContent-Type: text/plain; charset=UTF-8\\n\"\n\n"
                        + "msgctxt \"Title\"\nmsgid \"Shop\"\nmsgstr \"\(text)\"\n")
            }
            #expect(try project.run("import one.po two.po").status == 0)
            #expect(try project.strings("de") == ShopTexts.german.replacing("Laden", with: "Zwei"))
        }
    }

    /// A catalog may omit the texts of its source language, which are then unchanged.
    @Test func aCatalogWithoutSourceTextsLeavesTheSourceAsItIs() throws {
        let catalog = #"""
            {"sourceLanguage":"en","version":"1.0","strings":{"Title":{"localizations":{
            "de":{"stringUnit":{"state":"translated","value":"Geschäft"}}}}}}
            """#
        try withProject(["Localizable.xcstrings": catalog]) { (project) throws in
            let run = try project.run("import Localizable.xcstrings")
            #expect(run.status == 0)
            #expect(try project.strings("en") == ShopTexts.english)
            #expect(try project.strings("de") == ShopTexts.german.replacing("Laden", with: "Geschäft"))
        }
    }

    @Test func filesOfOtherTablesAreNamedOrRefused() throws {
        try withProject { (project) throws in
            #expect(try project.run("export -o out --to xcstrings").status == 0)
            try project.replace("Laden", by: "Geschäft", in: "out/Localizable.xcstrings")
            try project.write("Other.xcstrings", try project.text("out/Localizable.xcstrings"))
            let refused = try project.run("import Other.xcstrings")
            #expect(refused.status == 2)
            #expect(refused.errorLines.count == 2)
            #expect(
                refused.errors.hasPrefix(
                    "lstrings: Other.xcstrings: there is no table “Other”; specify one of Localizable with --table\n"
                ))
            #expect(try project.isUntouched())
            #expect(try project.run("import --table Localizable Other.xcstrings").status == 0)
            #expect(try project.strings("de").contains("Geschäft"))
        }
    }
}

/// Files that contain more than translations: sources, several folders.
@Suite struct LstringsImportSourcesTests {
    private static let catalog = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "Open" : {
              "comment" : "A button. ",
              "extractionState" : "manual",
              "localizations" : {
                "de" : {
                  "stringUnit" : {
                    "state" : "needs_review",
                    "value" : "Öffnen"
                  }
                }
              }
            },
            "Say" : {
              "localizations" : {
                "en" : {
                  "stringSet" : {
                    "state" : "translated",
                    "values" : [
                      "Say it",
                      "Tell me"
                    ]
                  }
                }
              },
              "shouldTranslate" : false
            }
          },
          "version" : "1.0"
        }
        """

    @Test func aStringCatalogIsASource() throws {
        try withFiles(["Shop.xcstrings": Self.catalog]) { (folder) throws in
            let run = try lstrings("import Shop.xcstrings --into Texts", in: folder)
            #expect(run.status == 0)
            #expect(run.errors == "3 messages changed in 2 files.\n")
            #expect(
                try contents(of: folder + "/Texts/en.lproj/Shop.strings") == """
                    /* A button.  */
                    /* Flag: xcode-manual */
                    "Open" = "Open";

                    /* Flag: xcode-untranslatable */
                    "Say|==|stringSet.1" = "Say it";
                    "Say|==|stringSet.2" = "Tell me";

                    """)
            #expect(
                try lstrings("import Shop.xcstrings --into Texts", in: folder).errors
                    == "Nothing to change.\n")
            #expect(try lstrings("check Texts --fail-on warning", in: folder).status == 0)
            // If the same catalog is written again, nothing is lost.
            #expect(try lstrings("export Texts --to xcstrings -o .", in: folder).status == 0)
            #expect(try contents(of: folder + "/Shop.xcstrings") == Self.catalog)
            // Nor is anything lost in a new one.
            #expect(try lstrings("export Texts --to xcstrings -o new", in: folder).status == 0)
            #expect(
                try contents(of: folder + "/new/Shop.xcstrings")
                    == Self.catalog.replacing("button. ", with: "button."))
        }
    }

    @Test func aBrokenCatalogIsNotOverwritten() throws {
        try withProject(["out/Localizable.xcstrings": "{ broken"]) { (project) throws in
            #expect(try project.run("export --to xcstrings -o out").status == 2)
            #expect(try project.text("out/Localizable.xcstrings") == "{ broken")
        }
    }

    @Test func eachTargetGetsItsOwnTable() throws {
        func file(_ target: String) -> String {
            """
            <file original="\(target)/en.lproj/InfoPlist.strings" source-language="en" target-language="de"><body>
            <trans-unit id="Name"><source>\(target)</source><target>\(target) de</target></trans-unit></body></file>
            """
        }
        let files = [
            "App/en.lproj/InfoPlist.strings": "\"Name\" = \"App\";\n",
            "Widget/en.lproj/InfoPlist.strings": "\"Name\" = \"Widget\";\n",
            "de.xliff": "<xliff version=\"1.2\">\(file("Widget"))\(file("App"))</xliff>",
        ]
        try withFiles(files) { (folder) throws in
            // The target is one of the folders, or the folder of both.
            #expect(try lstrings("import de.xliff --into App", in: folder).status == 2)
            #expect(
                try contents(of: folder + "/App/de.lproj/InfoPlist.strings") == "\"Name\" = \"App de\";\n")
            #expect(try lstrings("import de.xliff --into .", in: folder).status == 0)
            #expect(
                try contents(of: folder + "/App/de.lproj/InfoPlist.strings") == "\"Name\" = \"App de\";\n")
            #expect(
                try contents(of: folder + "/Widget/de.lproj/InfoPlist.strings")
                    == "\"Name\" = \"Widget de\";\n")
        }
    }

    @Test func aTableOfTheFolderAboveTheOthersComesBack() throws {
        let files = Dictionary(
            ["App", "App/Widget", "App/Share"].flatMap { folder in
                ["en", "de"].map {
                    ("\(folder)/\($0).lproj/InfoPlist.strings", "\"Name\" = \"\(folder) \($0)\";\n")
                }
            }
        ) { $1 }
        try withFiles(files) { (folder) throws in
            #expect(try lstrings("export App --to xliff -o out", in: folder).status == 0)
            let path = folder + "/out/de.xliff"
            let text = try contents(of: path).replacing("App de", with: "Neu")
            try makeFile(path, text)
            #expect(try lstrings("import out/de.xliff --into App", in: folder).status == 0)
            #expect(try contents(of: folder + "/App/de.lproj/InfoPlist.strings") == "\"Name\" = \"Neu\";\n")
            #expect(
                try contents(of: folder + "/App/Share/de.lproj/InfoPlist.strings")
                    == files["App/Share/de.lproj/InfoPlist.strings"])
        }
    }

    @Test func tablesOfFoldersComeBackThroughFilesInFolders() throws {
        func file(_ folder: String, _ target: String) -> String {
            """
              <file original="\(folder)en.lproj/Localizable.strings" source-language="en" target-language="de" datatype="plaintext">
                <body>
                  <trans-unit id="a" xml:space="preserve">
                    <source>A</source>
                    <target>\(target)</target>
                  </trans-unit>
                </body>
              </file>

            """
        }
        let text =
            "<xliff xmlns=\"urn:oasis:names:tc:xliff:document:1.2\" version=\"1.2\">\n"
            + file("", "Ah") + file("Widget/", "Äh") + "</xliff>\n"
        try withFiles(["x/de.xliff": text]) { (folder) throws in
            for format in [
                "po", "properties", "resx", "strings", "stringsdict", "xcstrings", "xliff", "android",
            ] {
                #expect(try lstrings("export x --to \(format) -o \(format)", in: folder).status == 0)
                let files = try files(inFolder: folder + "/" + format)
                let run = try lstrings(["import"] + files + ["--into", "x"], in: folder)
                #expect(run.status == 0, "\(format): \(run.errors)")
                #expect(try contents(of: folder + "/x/de.xliff") == text, "\(format)")
            }
        }
    }

    /// The paths of all files in a folder and those below it.
    private func files(inFolder folder: String) throws -> [String] {
        try names(inFolder: folder).flatMap { name -> [String] in
            let path = folder + "/" + name
            return name.contains(".") && !name.hasSuffix(".lproj") ? [path] : try files(inFolder: path)
        }
    }

    @Test func exportsNameWrongSpecifiers() throws {
        try withProject { (project) throws in
            let file = "Localizations/de.lproj/Localizable.strings"
            try project.replace("Hallo, %@!", by: "Hallo, %d!", in: file)
            let run = try project.run("export --to po -o out")
            #expect(run.status == 0)
            #expect(run.errors.contains("argument-type") || run.errors.contains("[extra-argument]"))
            #expect(try project.text("out/de.po").contains("Hallo, %d!"))
            // A translation that a program would show wrongly is not finished.
            let statistics = try project.run("stats --format json").output
            #expect(statistics.contains(#""locale":"de","total":4,"translated":3,"review":1"#))
        }
    }

    @Test func theOnlyTableNeedsNoName() throws {
        try withFiles(["T/en.lproj/Menu.strings": "\"Open\" = \"Open it\";\n"]) { (folder) throws in
            #expect(try lstrings("get Open -l en --path T", in: folder).output == "Open it\n")
        }
    }

    @Test func aTableWithoutASourceWritesNoFile() throws {
        try withProject(["Localizations/de.lproj/Extra.strings": "\"a\" = \"b\";\n"]) { (project) throws in
            _ = try project.run("export --to xcstrings -o out")
            #expect(try names(inFolder: project.path + "/out") == ["Localizable.xcstrings"])
        }
    }

    /// Without a template each PO file has keys of its own, and Android's names say less than keys.
    @Test func namesOfAndroidFindTheirMessagesInEachPOFile() throws {
        func file(_ language: String, _ entries: String) -> String {
            """
            msgid ""
            msgstr ""
            "Language: \(language)\\n"
            "Content-Type: text/plain; charset=UTF-8\\n"
            "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

            \(entries)
            """
        }
        let files = [
            "po/be.po": file("be", "msgid \"Open\"\nmsgstr \"Адкрыць\"\n"),
            "po/da.po": file(
                "da",
                """
                msgid "Modulus Divide"
                msgstr "Modulodivision"

                msgid "Sum of %d"
                msgstr "Sum af %d"

                msgid "Sum of (%d)"
                msgstr ""

                #~ msgid "Modulus divide"
                #~ msgstr "Modulo-division"

                """),
            // Both headers name one language, and only the name of the file tells the script.
            "po/sr.po": file("sr", "msgid \"Base\"\nmsgstr \"Основа\"\n"),
            "po/sr@latin.po": file("sr", "msgid \"Base\"\nmsgstr \"Osnova\"\n"),
        ]
        try withFiles(files) { (folder) throws in
            #expect(try lstrings("export po --to android -o out", in: folder).status == 0)
            let paths = ["be", "da", "sr", "b+sr+Latn"].map { "out/values-\($0)/strings.xml" }
            #expect(
                try lstrings("import --into po " + paths.joined(separator: " "), in: folder).errors
                    == "Nothing to change.\n")
            let danish = try contents(of: folder + "/" + paths[1])
            try makeFile(folder + "/" + paths[1], danish.replacing(">Modulodivision<", with: ">Modulo<"))
            #expect(try lstrings("import --into po " + paths[1], in: folder).status == 0)
            let changed = try contents(of: folder + "/po/da.po")
            #expect(
                changed == files["po/da.po"]!.replacing("\"Modulodivision\"", with: "\"Modulo\""))
        }
    }
}
