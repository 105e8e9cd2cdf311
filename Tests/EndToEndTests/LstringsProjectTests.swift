// What a project is: its source language, its tables, and the files that belong to it.

import TestSupport
import Testing

@Suite struct LstringsProjectTests {
    @Test func aRegionalFormOfEnglishIsTheSource() throws {
        let files = [
            "en-US.lproj/L.strings": "\"a\" = \"Apples %@\";\n\"b\" = \"B\";\n",
            "fr.lproj/L.strings": "\"a\" = \"Pommes %d\";\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            let run = try folder.run("check p")
            #expect(run.status == 1)
            #expect(run.output.contains("[argument-type]") && run.output.contains("[missing-key]"))
        }
    }

    @Test func thePropertyListNamesTheSource() throws {
        let files = [
            "App/fr.lproj/L.strings": "\"a\" = \"Pommes\";\n\"b\" = \"B\";\n",
            "App/en.lproj/L.strings": "\"a\" = \"Apples\";\n",
            "Info.plist":
                "<plist><dict><key>CFBundleDevelopmentRegion</key>\n<string>fr</string></dict></plist>",
        ]
        try withProjectFiles(files) { (folder) throws in
            let run = try folder.run("check p")
            #expect(run.output.contains("en.lproj") && run.output.contains("[missing-key]"))
            #expect(!(try folder.run("check p --source en")).output.contains("[missing-key]"))
        }
    }

    @Test func withoutASourceNothingIsFine() throws {
        let files = ["fr.lproj/L.strings": "\"a\" = \"A\";\n", "de.lproj/L.strings": "\"a\" = \"A\";\n"]
        try withProjectFiles(files) { (folder) throws in
            let run = try folder.run("check p")
            #expect(
                run.status == 1 && run.output.contains("source language en")
                    && run.output.contains("[missing-table]"))
        }
    }

    @Test func theFilesOfAnAndroidModuleAreOneTable() throws {
        func resources(_ strings: String) -> String { "<resources>\n\(strings)\n</resources>\n" }
        let files = [
            "res/values/food.xml": resources("<string name=\"b\">Bread</string>"),
            "res/values/fruit.xml": resources("<string name=\"a\">Apple %d</string>"),
            "res/values-de/strings.xml": resources(
                "<string name=\"a\">Apfel %d</string>\n<string name=\"b\">Brot</string>"),
        ]
        try withProjectFiles(files) { (folder) throws in
            #expect(try folder.run("check p").status == 0)
            // A text of a new language is written to the file that is named like the file of its source text.
            #expect(try folder.run("export p/res --to po -l de -o o").status == 0)
            try folder.replace("Language: de", by: "Language: fr", in: "o/de.po")
            #expect(try folder.run("import o/de.po --into p/res").status == 0)
            #expect(try folder.text("p/res/values-fr/food.xml").contains("Brot"))
            #expect(try folder.text("p/res/values-fr/fruit.xml").contains("Apfel %d"))
        }
    }

    @Test func newAndroidFilesHaveElements() throws {
        let files = [
            "en.lproj/strings.strings": "\"h\" = \"<b>Bold</b> &lt;i> R&amp;D\"; \"p\" = \"R&D < 3\";\n",
            "fr.lproj/strings.strings": "\"h\" = \"<b>Gras</b> &lt;i> R&amp;D\"; \"p\" = \"R&D < 3\";\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            #expect(try folder.run("export p --to android -l fr -o o").status == 0)
            let text = try folder.text("o/values-fr/strings.xml")
            #expect(text.contains("<b>Gras</b> &lt;i> R&amp;D"))
            #expect(text.contains("R&amp;D &lt; 3"))
        }
    }

    @Test func whatGettextDoesNotCompileIsNoTranslation() throws {
        let header = "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
        let files = [
            "app.pot": header + "\nmsgid \"Open\"\nmsgstr \"\"\n\nmsgid \"Close\"\nmsgstr \"\"\n",
            "fa.po": header
                + "\"Language: Persian\\n\"\n\nmsgid \"Open\"\nmsgstr \"X\"\n\n#~ msgid \"Close\"\n#~ msgstr \"Y\"\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            #expect(try folder.run("check p").output.contains("[missing-key]"))
            let stats = try folder.run("stats p --format json").output
            #expect(stats.contains("\"locale\":\"fa\",\"total\":2,\"translated\":1"), "\(stats)")
            #expect(try folder.run("get -p p -l fa Close").output == "Close\n")
        }
    }

    @Test func anEmptyTextIsNoTranslation() throws {
        let files = [
            "en.lproj/L.strings": "\"a\" = \"Apple\";\n\"b\" = \"Bread\";\n\"c\" = \"\";\n",
            "de.lproj/L.strings": "\"a\" = \"\";\n\"b\" = \"Brot\";\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            let stats = try folder.run("stats p --format json").output
            #expect(stats.contains("\"locale\":\"de\",\"total\":2,\"translated\":1"), "\(stats)")
        }
    }

    @Test func bothNamesOfNorwegianReadTheSameTexts() throws {
        let files = [
            "en.lproj/L.strings": "\"k\" = \"Open\";\n", "nb.lproj/L.strings": "\"k\" = \"Åpne\";\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            for locale in ["no_NO", "no", "nb-NO"] {
                #expect(try folder.run("get -p p -l \(locale) k").output == "Åpne\n")
            }
        }
    }

    @Test func aDumpReadsFilesOfNoProject() throws {
        let files = [
            "en.lproj/L.strings": "\"k\" = \"Open\";\n", "de.lproj/L.strings": "\"k\" = \"Öffnen\";\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            #expect(try folder.run("export p --to mo -l de -o o").status == 0)
            let run = try folder.run("dump o/de/LC_MESSAGES/L.mo")
            #expect(run.status == 0 && run.output.contains("\"value\":\"Öffnen\""))
        }
    }

    @Test func damagedVersionsAreMergedLineByLine() throws {
        let files = [
            "base": "\"a\" = \"A\"\n\"b\" = \"B\";\n\"c\" = \"C\";\n",
            "ours": "\"a\" = \"A\"\n\"n\" = \"N\";\n\"b\" = \"B\";\n\"c\" = \"O\";\n",
            "theirs": "\"a\" = \"X\"\n\"b\" = \"B\";\n\"c\" = \"T\";\n",
        ]
        try withProjectFiles(files) { (folder) throws in
            let run = try folder.run("merge-file p/base p/ours p/theirs de.lproj/L.strings")
            #expect(run.status == 1)
            let merged = """
                "a" = "X"
                "n" = "N";
                "b" = "B";
                <<<<<<< ours
                "c" = "O";
                =======
                "c" = "T";
                >>>>>>> theirs

                """
            #expect(try folder.text("p/ours") == merged)
        }
    }
}

extension ProjectFolder {
    /// The paths of all files in a folder and those below it, sorted.
    func files(_ folder: String) throws -> [String] {
        try names(inFolder: path + "/" + folder).flatMap { name -> [String] in
            let inner = folder + "/" + name
            return (try? files(inner)) ?? [inner]
        }.sorted()
    }
}

func withProjectFiles(
    _ files: [String: String], besides others: [String: String] = [:],
    _ body: (ProjectFolder) throws -> Void
) throws {
    let all = Dictionary(uniqueKeysWithValues: files.map { ("p/" + $0.key, $0.value) })
    try withFiles(all.merging(others) { $1 }) { (folder) throws in try body(ProjectFolder(path: folder)) }
}
