// `lstrings extract`: the keys of sources, as a template or in the source's files.

import TestSupport
import Testing

@Suite struct LstringsExtractTests {
    private static let sources = [
        "a.swift": """
        let title = NSLocalizedString("Title", value: "Store", comment: "The name.")
        func greet(_ name: String) { _ = String(localized: "New: \\(name)") }
        """,
        "b.swift": """
        _ = String(localized: "New: \\("x" as String)")
        tr(x + y)
        _ = NSLocalizedString("Broken", tableName: "Errors", comment: "")
        """,
    ]

    /// Runs a command in a project with sources.
    private func extract(
        _ options: String, sources: [String: String] = sources,
        _ body: (ProjectFolder, ProgramRun) throws -> Void
    ) throws {
        try withProject(sources) { (project) throws in
            try body(project, try project.run("extract " + options))
        }
    }

    @Test func withoutAFolderATemplateIsPrinted() throws {
        try extract("-r tr a.swift b.swift") { (project, run) throws in
            #expect(run.status == 0)
            #expect(run.output.contains("\nmsgctxt \"Title\"\nmsgid \"Store\"\nmsgstr \"\"\n"))
            #expect(
                run.output.contains("#: a.swift:2 b.swift:1\n")
                    || run.output.contains("#: a.swift:2\n#: b.swift:1\n"))
            #expect(run.output.contains("#. x-table: Errors\n"))
            #expect(
                run.errors
                    == "lstrings: b.swift:2: the key passed to tr is not a literal (x + y); write it as a string literal\n"
            )
            #expect(try project.isUntouched())
        }
    }

    @Test func keysOfCAndTextsOfInterfaceFilesAreRead() throws {
        let files = [
            "App/main.m":
                "NSLocalizedStringFromTable(@\"Open\", @\"Menu\", @\"A button.\"); ngettext(\"one\", \"many\", n);",
            "App/Base.lproj/Main.xib": "<document><label id=\"a-1\" text=\"Hello\"/></document>",
        ]
        try withFiles(files) { (folder) throws in
            let run = try lstrings("extract App -o en.lproj", in: folder)
            #expect(run.status == 0)
            func text(_ table: String) throws -> String {
                try contents(of: folder + "/en.lproj/\(table).strings")
            }
            #expect(try text("Menu") == "/* A button. */\n\"Open\" = \"Open\";\n")
            #expect(
                try text("Localizable")
                    == "\"one|==|plural.one\" = \"one\";\n\"one|==|plural.other\" = \"many\";\n")
            #expect(
                try text("Main")
                    == "/* Class = \"UILabel\"; text = \"Hello\"; ObjectID = \"a-1\"; */\n\"a-1.text\" = \"Hello\";\n"
            )
        }
    }

    @Test func whatTheSourceHasAlreadyStays() throws {
        try extract("-o Localizations/en.lproj a.swift b.swift") { (project, run) throws in
            #expect(run.status == 0)
            #expect(run.output == "")
            let text = try project.strings("en")
            let title = "\"Title\" = \"Shop\";\n"
            #expect(
                text == ShopTexts.english.replacing(title, with: title + "\"New: %@\" = \"New: %@\";\n"))
            #expect(try project.text("Localizations/en.lproj/Errors.strings") == "\"Broken\" = \"Broken\";\n")
        }
    }

    @Test func aDryRunWritesNothing() throws {
        try extract("-n -o Localizations/en.lproj -t Localizable a.swift b.swift") { (project, run) throws in
            #expect(run.status == 0)
            #expect(
                run.lines.filter { $0.hasPrefix("+") } == [
                    "+++ \(ShopTexts.path("en"))", "+\"New: %@\" = \"New: %@\";",
                ])
            #expect(try project.isUntouched())
            #expect(try names(inFolder: project.path + "/Localizations/en.lproj") == ["Localizable.strings"])
        }
    }

    @Test func routinesAndViewsAreReadAsOptionsSay() throws {
        let sources = ["c.swift": "tr(\"One\"); \"Two\".localized; Text(isOn ? \"Three\" : \"Four\")"]
        try extract("-r tr=Errors --routine .localized:0 --swift-ui c.swift", sources: sources) {
            (_, run) throws in
            #expect(run.errors == "")
            for key in ["One", "Two", "Three", "Four"] { #expect(run.output.contains("msgid \"\(key)\"\n")) }
            #expect(run.output.contains("#. x-table: Errors\n"))
        }
        try extract("-r tr:? c.swift", sources: sources) { (_, run) throws in
            #expect(run.status == 2)
            #expect(run.errors.contains("tr:?"))
        }
    }

    @Test func aSourceThatIsNotThereIsAnError() throws {
        try extract("c.swift") { (_, run) throws in
            #expect(run.status == 2)
            #expect(run.errors.contains("c.swift"))
        }
    }

    /// A file of one table and language gets the keys that it lacks.
    @Test func keysAreAddedToAFile() throws {
        let files = [
            "app.js": """
            import i18next from 'i18next';
            const a = i18next.t('menu.open'); const b = i18next.t('menu.close', 'Close it');

            """,
            "locales/en.json": "{\n  \"menu\": {\n    \"open\": \"Open\"\n  }\n}\n",
        ]
        try withFiles(files) { (folder) throws in
            let run = try lstrings("extract -o locales/en.json app.js", in: folder)
            #expect(run.status == 0)
            #expect(
                try contents(of: folder + "/locales/en.json")
                    == "{\n  \"menu\": {\n    \"open\": \"Open\",\n    \"close\": \"Close it\"\n  }\n}\n")
            #expect(try lstrings("extract -o new.json app.js", in: folder).status == 0)
            #expect(try contents(of: folder + "/new.json").contains("Close it"))
        }
    }
}
