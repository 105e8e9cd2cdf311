// Exchange of several tables or projects at once: each text returns to its own table.

import TestSupport
import Testing

@Suite struct ExchangeOfSeveralTablesTests {
    /// The names of the tables differ only in the case of a letter.
    @Test(
        arguments: [
            "po", "xliff", "xliff2", "xcstrings", "android", "strings", "properties", "resx", "qt", "fluent",
            "arb",
            "i18next", "formatjs", "html",
        ])
    func eachOfSeveralTablesComesBack(format: String) throws {
        let files = [
            "en.lproj/Menu.strings": "\"open\" = \"Open\";\n",
            "de.lproj/Menu.strings": "\"open\" = \"Aufmachen\";\n",
            "en.lproj/menu.strings": "\"open\" = \"Is open\";\n",
            "de.lproj/menu.strings": "\"open\" = \"Ist offen\";\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            #expect(try folder.run("export p --to \(format) -o o").status == 0)
            let exported = try folder.files("o")
            for file in exported {
                for (old, new) in [("Aufmachen", "Auf"), ("Ist offen", "Ist auf")]
                where try folder.text(file).contains(old) {
                    try folder.replace(old, by: new, in: file)
                }
            }
            let run = try folder.run(["import"] + exported + ["--into", "p"])
            #expect(run.status == 0, "\(run.errors)")
            #expect(try folder.text("p/de.lproj/Menu.strings").contains("\"Auf\""), "\(run.errors)")
            #expect(try folder.text("p/de.lproj/menu.strings").contains("\"Ist auf\""), "\(run.errors)")
        }
    }

    @Test func aCatalogBesideFoldersIsPartOfTheirProject() throws {
        let catalog = """
            {
              "sourceLanguage" : "en",
              "strings" : {
                "Cold" : { "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "Kalt" } } } }
              },
              "version" : "1.0"
            }
            """
        let files = [
            "en.lproj/InfoPlist.strings": "\"Name\" = \"Weather\";\n",
            "de.lproj/InfoPlist.strings": "\"Name\" = \"Wetter\";\n", "Weather.xcstrings": catalog,
        ]
        try withProjectFiles(files) { (folder) throws in
            #expect(try folder.run("export p --to xliff -l de -o o").status == 0)
            try folder.replace("Kalt", by: "Frisch", in: "o/de.xliff")
            try folder.replace("Wetter", by: "Klima", in: "o/de.xliff")
            // Xcode imports a file only under the name that it has.
            #expect(try folder.text("o/de.xliff").contains("<file original=\"Weather.xcstrings\""))
            #expect(try folder.run("import o/de.xliff --into p").status == 0)
            #expect(try folder.text("p/Weather.xcstrings").contains("\"Frisch\""))
            #expect(try folder.text("p/de.lproj/InfoPlist.strings") == "\"Name\" = \"Klima\";\n")
            #expect(try folder.run("generate p --to swift").status == 0)
        }
    }

    @Test func severalProjectsShareAnXLIFFFile() throws {
        let files = [
            "App/en.lproj/L.strings": "\"a\" = \"A\";\n", "App/de.lproj/L.strings": "\"a\" = \"Ä\";\n",
            "Widget/en.lproj/L.strings": "\"a\" = \"B\";\n", "Widget/de.lproj/L.strings": "\"a\" = \"W\";\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            for format in ["xliff", "xliff2"] {
                #expect(try folder.run("export p --to \(format) -l de -o \(format)").status == 0)
                let text = try folder.text(format + "/de.xliff")
                #expect(text.contains("original=\"App/en.lproj/L.strings\""))
                #expect(text.contains("original=\"Widget/en.lproj/L.strings\""))
                try folder.replace(">W<", by: ">V<", in: format + "/de.xliff")
                #expect(try folder.run("import \(format)/de.xliff --into p").status == 0)
                #expect(try folder.text("p/Widget/de.lproj/L.strings") == "\"a\" = \"V\";\n")
                #expect(try folder.text("p/App/de.lproj/L.strings") == "\"a\" = \"Ä\";\n")
                try folder.write("p/Widget/de.lproj/L.strings", "\"a\" = \"W\";\n")
            }
        }
    }

    /// If a later export adds an entry or a file of XLIFF 2, it has an id of its own.
    @Test func identifiersOfXLIFF2AreDistinct() throws {
        let files = [
            "App/en.lproj/L.strings": "\"a\" = \"A\";\n", "App/de.lproj/L.strings": "\"a\" = \"Ä\";\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            #expect(try folder.run("export p --to xliff2 -l de -o o").status == 0)
            try makeFolder(folder.path + "/p/Widget")
            for language in ["en", "de"] {
                try makeFolder(folder.path + "/p/Widget/\(language).lproj")
                try folder.write("p/Widget/\(language).lproj/M.strings", "\"b\" = \"B\";\n")
            }
            #expect(try folder.run("export p --to xliff2 -l de -o o").status == 0)
            let text = try folder.text("o/de.xliff")
            let identifiers = text.split(separator: "<file ").dropFirst().map { $0.split(separator: "\"")[1] }
            #expect(identifiers.count == 2 && Set(identifiers).count == 2)
        }
    }

    /// Two tables have a message of the same key and text, but different translations.
    @Test func tablesWithEqualTextsShareAFile() throws {
        let files = [
            "en.lproj/A.strings": "\"Open\" = \"Open\";\n", "en.lproj/B.strings": "\"Open\" = \"Open\";\n",
            "de.lproj/A.strings": "\"Open\" = \"Öffnen\";\n", "de.lproj/B.strings": "\"Open\" = \"Offen\";\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            #expect(try folder.run("export p --to po -l de -o o --domain all").status == 0)
            try folder.replace("Offen", by: "Geöffnet", in: "o/de.po")
            #expect(try folder.run("import o/de.po --into p").status == 0)
            #expect(try folder.text("p/de.lproj/A.strings") == files["de.lproj/A.strings"])
            #expect(try folder.text("p/de.lproj/B.strings") == "\"Open\" = \"Geöffnet\";\n")
        }
    }
}
