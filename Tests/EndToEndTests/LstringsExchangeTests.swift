// Exchange between all formats: a file that returns unchanged changes no byte, and each change reaches the
// file of its message.

import TestSupport
import Testing

@Suite struct LstringsExchangeTests {
    /// Projects of every format, and one of `.strings` with `.stringsdict`.
    static let projects = FormatsInPlaceTests.projects + [mixed]

    private static func stringsdict(_ one: String, _ other: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        \t<key>n</key>
        \t<dict>
        \t\t<key>NSStringLocalizedFormatKey</key>
        \t\t<string>%#@count@</string>
        \t\t<key>count</key>
        \t\t<dict>
        \t\t\t<key>NSStringFormatSpecTypeKey</key>
        \t\t\t<string>NSStringPluralRuleType</string>
        \t\t\t<key>NSStringFormatValueTypeKey</key>
        \t\t\t<string>d</string>
        \t\t\t<key>one</key>
        \t\t\t<string>\(one)</string>
        \t\t\t<key>other</key>
        \t\t\t<string>\(other)</string>
        \t\t</dict>
        \t</dict>
        </dict>
        </plist>

        """
    }

    private static let mixed = FormatsInPlaceTests.Project(
        name: "strings and stringsdict",
        files: [
            "en.lproj/App.strings": "\"a\" = \"A\";\n", "de.lproj/App.strings": "\"a\" = \"Ä\";\n",
            "en.lproj/App.stringsdict": stringsdict("%d file", "%d files"),
            "de.lproj/App.stringsdict": stringsdict("%d Datei", "%d Dateien"),
        ], mistake: "", missing: "")

    @Test(
        arguments: projects,
        ["po", "xliff", "xliff2", "xcstrings", "stringsdict", "android", "mo", "strings", "html"])
    func whatComesBackUnchangedChangesNoByte(
        project: FormatsInPlaceTests.Project, format: String
    ) throws {
        try withProjectFiles(project.files) { (folder) throws in
            let export = try folder.run("export p --to \(format) -o o")
            #expect(export.status == 0, "\(export.errors)")
            let files = try folder.files("o").filter {
                format == "stringsdict" ? $0.hasSuffix(".stringsdict") : true
            }
            let run = try folder.run(["import"] + files + ["--into", "p"])
            for (name, text) in project.files {
                #expect(try folder.text("p/" + name) == text, "\(run.errors)")
            }
            #expect(try folder.files("p").count == project.files.count)
        }
    }

    /// A plain text that genstrings wrote, beside the plural forms that programs show.
    @Test(arguments: ["po", "xliff", "xcstrings", "android", "i18next", "arb", "stringsdict"])
    func formsBesideAPlainTextAreWhatIsExchanged(format: String) throws {
        let files = Self.mixed.files.mapValues { $0 + ($0.hasPrefix("\"") ? "\"n\" = \"%d files\";\n" : "") }
        try withProjectFiles(files) { (folder) throws in
            #expect(try folder.run("export p --to \(format) -o o").status == 0)
            let exported = try folder.files("o").filter { try folder.text($0).contains("Dateien") }
            try #require(exported.count == 1)
            let same = try folder.run(["import"] + exported + ["--into", "p"])
            for (name, text) in files { #expect(try folder.text("p/" + name) == text, "\(same.errors)") }
            try folder.replace("Dateien", by: "Akten", in: exported[0])
            let run = try folder.run(["import"] + exported + ["--into", "p"])
            #expect(try folder.text("p/de.lproj/App.stringsdict").contains("Akten"), "\(run.errors)")
            #expect(try folder.text("p/de.lproj/App.strings") == files["de.lproj/App.strings"])
        }
    }

    /// A plain text is written to its own file, even if no reader sees the text.
    @Test func aPlainTextBesideFormsGoesIntoItsOwnFile() throws {
        let files = Self.mixed.files.mapValues { $0 + ($0.hasPrefix("\"") ? "\"n\" = \"%d files\";\n" : "") }
        let others = ["de.lproj/App.strings": "\"n\" = \"%d Akten\";\n"]
        try withProjectFiles(files, besides: others) { (folder) throws in
            let run = try folder.run("import de.lproj/App.strings --into p")
            #expect(run.status == 0, "\(run.errors)")
            #expect(try folder.text("p/de.lproj/App.strings").hasSuffix("\"n\" = \"%d Akten\";\n"))
            #expect(try folder.text("p/de.lproj/App.stringsdict") == files["de.lproj/App.stringsdict"])
        }
    }

    @Test func aBrokenFileOfAnotherLanguageStopsNothing() throws {
        let files = [
            "en.lproj/L.strings": "\"a\" = \"Open\";\n\"b\" = \"Close\";\n",
            "de.lproj/L.strings": "\"a\" = \"Öffnen\";\n", "hi.lproj/L.strings": "\"a\" = \"खोलें;\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            #expect(try folder.run("pseudo p -l en_XA").status == 0)
            #expect(try folder.text("p/en-XA.lproj/L.strings").contains("Öþéñ"))
            let run = try folder.run("translate p -l hi --command cat")
            #expect(run.status == 2 && run.errors.contains("hi.lproj"))
            #expect(!(try folder.run("translate p -l de --command cat").errors.contains("hi.lproj")))
        }
    }

    /// A regional form is a source in every format, if there is no other.
    @Test func aRegionalFormIsTheSourceOfOtherFormats() throws {
        let files = [
            "locales/en-US.json": "{\n  \"a\": \"Open {{name}}\",\n  \"b\": \"Close\"\n}\n",
            "locales/fr.json": "{\n  \"a\": \"Ouvrir {{nom}}\"\n}\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            let run = try folder.run("check p --format json")
            #expect(run.output.contains("\"extra-argument\""))
            #expect(run.output.contains("\"missing-key\""))
            #expect(!run.output.contains("\"missing-table\""))
        }
    }

    /// If the forms of a message are in three states, each keeps its own state, even a new one whose text is
    /// not the source's.
    @Test(arguments: ["strings", "stringsdict", "po", "xliff", "xliff2", "html"])
    func statesOfACatalogComeBack(format: String) throws {
        func unit(_ state: String, _ text: String) -> String {
            "{ \"stringUnit\" : { \"state\" : \"\(state)\", \"value\" : \"\(text)\" } }"
        }
        let catalog = """
            {
              "sourceLanguage" : "en",
              "strings" : {
                "%lld files" : { "localizations" : {
                  "de" : { "variations" : { "plural" : {
                    "zero" : \(unit("translated", "Keine Datei")),
                    "one" : \(unit("new", "%lld Datei")),
                    "other" : \(unit("needs_review", "%lld Dateien"))
                  } } },
                  "en" : { "variations" : { "plural" : {
                    "one" : \(unit("translated", "%lld file")),
                    "other" : \(unit("translated", "%lld files"))
                  } } }
                } },
                "Open" : { "localizations" : { "de" : \(unit("new", "Offen")) } }
              },
              "version" : "1.0"
            }
            """
        try withProjectFiles(["App.xcstrings": catalog]) { (folder) throws in
            #expect(try folder.run("export p --to \(format) -o o").status == 0)
            let run = try folder.run(["import"] + folder.files("o") + ["--into", "p"])
            #expect(try folder.text("p/App.xcstrings") == catalog, "\(run.errors)")
        }
    }

    @Test(arguments: ["/* A */\n/* */", "//* A */", "/*\n*/\n/* A */", "/** A **/", "/* A */ /* B */"])
    func commentsOfAnyFormAreNoNotes(comment: String) throws {
        let files = [
            "en.lproj/App.strings": comment + "\n\"a\" = \"A\";\n",
            "de.lproj/App.strings": comment + "\n\"a\" = \"Ä\";\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            #expect(try folder.run("export p --to strings -o o").status == 0)
            let run = try folder.run(["import"] + folder.files("o") + ["--into", "p"])
            for (name, text) in files { #expect(try folder.text("p/" + name) == text, "\(run.errors)") }
        }
    }

    /// The changed plural form is in the file that has the message, and no other file changes.
    @Test(arguments: projects) func aChangedFormGoesWhereItsMessageIs(
        project: FormatsInPlaceTests.Project
    ) throws {
        try withProjectFiles(project.files) { (folder) throws in
            #expect(try folder.run("export p --to xliff -l de -o o").status == 0)
            try folder.replace("%d Dateien", by: "%d Akten", in: "o/de.xliff")
            let run = try folder.run("import o/de.xliff --into p")
            #expect(run.status == 0, "\(run.errors)")
            for (name, text) in project.files {
                let changed = try folder.text("p/" + name)
                // XLIFF also has the state of a target that changes.
                let expected = text.replacing("%d Dateien", with: "%d Akten")
                #expect(
                    changed == expected
                        || project.name.hasPrefix("xliff") && changed.contains("%d Akten"))
            }
        }
    }

    @Test func aFaultInOneLanguageKeepsNoOtherBack() throws {
        let files = [
            "en.lproj/L.strings": "\"a\" = \"A\";\n", "de.lproj/L.strings": "\"a\" = \"Ä\";\n",
            "hi.lproj/L.strings": "\"a\" = ;\n\"b\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            #expect(try folder.run("export p --to xliff -l de -o o").status == 0)
            let all = try folder.run("export p --to xliff -o all")
            #expect(all.status == 2 && all.errors.contains("hi.lproj"))
            #expect(try folder.files("all") == ["all/de.xliff", "all/en.xliff"])
        }
    }

    /// States of forms, stale keys, empty texts and Xcode's data about comments survive an exchange through
    /// `.strings` files.
    @Test func aCatalogComesThroughStringsFiles() throws {
        func unit(_ state: String, _ value: String) -> String {
            "{ \"stringUnit\" : { \"state\" : \"\(state)\", \"value\" : \"\(value)\" } }"
        }
        let states = ["new", "needs_review", "translated"]
        let days = states.flatMap { few in states.map { (few, $0) } }.map { few, one in
            """
            "%d days \(few) \(one)" : { "localizations" : {
            "en" : { "variations" : { "plural" : { "one" : \(unit("translated", "%d day")), "other" : \(unit("translated", "%d days")) } } },
            "pl" : { "variations" : { "plural" : { "few" : \(unit(few, "%d dni")), "many" : \(unit("translated", "%d dni")),
            "one" : \(unit(one, "%d dzień")), "other" : \(unit("translated", "%d dnia")) } } } } },
            """
        }
        let catalog = """
            { "sourceLanguage" : "en", "strings" : { \(days.joined(separator: "\n"))
            "Empty" : { "comment" : "c", "isCommentAutoGenerated" : true, "localizations" : { "pl" : \(unit("new", "")) } },
            "Next" : { "extractionState" : "stale", "localizations" : { "pl" : \(unit("translated", "Dalej")) } }
            }, "version" : "1.0" }
            """
        try withProjectFiles(["App.xcstrings": catalog]) { (folder) throws in
            #expect(try folder.run("import p/App.xcstrings --into q").status == 0)
            #expect(try folder.run("export q --to xcstrings -o o").status == 0)
            let text = try folder.text("o/App.xcstrings")
            for (few, one) in states.flatMap({ few in states.map { (few, $0) } }) {
                let entry = text.split(separator: "%d days \(few) \(one)")[1].split(separator: "\"pl\"")[1]
                let found = entry.split(separator: "\"state\" : \"").dropFirst().prefix(4).map {
                    String($0.prefix { $0 != "\"" })
                }
                #expect(found == [few, "translated", one, "translated"])
            }
            #expect(text.contains("\"isCommentAutoGenerated\" : true"))
            #expect(text.contains("\"Dalej\"") && text.contains("\"extractionState\" : \"stale\""))
            #expect(text.contains("\"value\" : \"\""))
        }
    }

    @Test func importOfAMissingFileIsAnError() throws {
        try withProjectFiles(["en.lproj/L.strings": "\"a\" = \"A\";\n"]) { (folder) throws in
            let run = try folder.run("import o/de.xliff --into p")
            #expect(run.status == 2 && !run.errors.contains("Nothing"))
        }
    }

    /// A link in a project or in the folder of an export must not change a file outside.
    @Test(arguments: ["file", "folder"]) func nothingIsWrittenThroughALinkThatLeadsOut(kind: String) throws {
        let files = ["en.lproj/L.strings": "\"a\" = \"A\";\n"]
        try withProjectFiles(files, besides: ["out/L.strings": "\"a\" = \"Ä\";\n"]) { (folder) throws in
            try makeFolder(folder.path + "/x")
            try link(folder.path + "/x/de.xliff", to: folder.path + "/out/L.strings")
            #expect(try folder.run("export p --to xliff -l de -o x").status == 2)
            #expect(try folder.text("out/L.strings") == "\"a\" = \"Ä\";\n")
            #expect(try folder.run("export p --to xliff -l de -o o").status == 0)
            try folder.replace("</source>", by: "</source><target>Å</target>", in: "o/de.xliff")
            if kind == "file" {
                try makeFolder(folder.path + "/p/de.lproj")
                try link(folder.path + "/p/de.lproj/L.strings", to: folder.path + "/out/L.strings")
            } else {
                try link(folder.path + "/p/de.lproj", to: folder.path + "/out")
            }
            // Nor is it read.
            #expect(try folder.run("export p --to po -l de -o o").status == 2)
            let run = try folder.run("import o/de.xliff --into p")
            #expect(run.status == 2 && run.errors.contains("symbolic link"), "\(run.errors)")
            #expect(try folder.text("out/L.strings") == "\"a\" = \"Ä\";\n")
            try folder.write("p/en.lproj/L.strings", "\"a\" = \"A\";\n\"b\" = \"B\";\n")
            #expect(try folder.run("sync p").status == 2)
            #expect(try folder.text("out/L.strings") == "\"a\" = \"Ä\";\n")
            // A link that the user names is followed.
            #expect(try folder.run("sync p/de.lproj/L.strings").status == 0)
        }
    }
}

extension LstringsExchangeTests {
    /// Qt's file of the source language may lack messages that the other files have with their source texts.
    @Test func theSourceLanguageGetsNothingThatOthersHave() throws {
        func file(_ language: String, _ messages: [(String, String)]) -> String {
            let all = messages.map {
                "<message><source>\($0.0)</source><translation>\($0.1)</translation></message>"
            }
            return "<TS language=\"\(language)\" sourcelanguage=\"en\"><context><name>M</name>" + all.joined()
                + "</context></TS>"
        }
        let files = [
            "app_en.ts": file("en", [("Open", "Open")]),
            "app_de.ts": file("de", [("Open", "Öffnen"), ("Close", "Schließen")]),
        ]
        try withProjectFiles(files) { (folder) throws in
            #expect(try folder.run("export p --to xcstrings -o o").status == 0)
            #expect(try folder.run("import o/app.xcstrings --into p").errors == "Nothing to change.\n")
        }
    }
}
