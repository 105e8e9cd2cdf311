// `lstrings extract`: what it does with the answer of the program that reads Swift sources. A shell script replaces it.

import TestSupport
import Testing

@Suite struct LstringsExtractTests {
    private static let answer = #"""
        {"protocol":1}
        {"key":"Title","value":"Store","comment":"The name.","file":"a.swift","line":3,"column":1}
        {"key":"New: %@","file":"a.swift","line":4,"column":1,"arguments":["object"]}
        {"key":"New: %@","file":"b.swift","line":1,"column":1,"arguments":["object"]}
        {"key":"Broken","table":"Errors","file":"b.swift","line":9,"column":1}
        {"finding":"dynamic-key","arguments":["tr","x + y"],"file":"b.swift","line":2,"column":3}
        """#

    /// Runs a command with a program that prints an answer and exits with a status.
    private func extract(
        _ options: String, answer: String = answer, ending: String = "exit 0",
        _ body: (ProjectFolder, ProgramRun) throws -> Void
    ) throws {
        let script = "#!/bin/sh\necho \"$@\" > arguments\ncat answer\n\(ending)\n"
        try withProject(["extractor": script, "answer": answer]) { (project) throws in
            try setPermissions(0o700, of: project.path + "/extractor")
            let run = try project.run(
                "extract " + options, environment: ["LSTRINGS_EXTRACT": project.path + "/extractor"])
            try body(project, run)
        }
    }

    @Test func withoutAFolderATemplateIsPrinted() throws {
        try extract("Sources") { (project, run) throws in
            #expect(run.status == 0)
            #expect(run.output.contains("\nmsgctxt \"Title\"\nmsgid \"Store\"\nmsgstr \"\"\n"))
            #expect(
                run.output.contains("#: a.swift:4 b.swift:1\n")
                    || run.output.contains("#: a.swift:4\n#: b.swift:1\n"))
            #expect(run.output.contains("#. x-table: Errors\n"))
            #expect(
                run.errors
                    == "lstrings: b.swift:2: the key passed to tr is not a literal (x + y); write it as a string literal\n"
            )
            #expect(try project.isUntouched())
        }
    }

    /// No other program is needed.
    @Test func keysOfCAndTextsOfInterfaceFilesAreRead() throws {
        let files = [
            "App/main.m":
                "NSLocalizedStringFromTable(@\"Open\", @\"Menu\", @\"A button.\"); ngettext(\"one\", \"many\", n);",
            "App/Base.lproj/Main.xib": "<document><label id=\"a-1\" text=\"Hello\"/></document>",
        ]
        try withFiles(files) { (folder) throws in
            let run = try lstrings(
                "extract App -o en.lproj", environment: ["LSTRINGS_EXTRACT": "/nonexistent"], in: folder)
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
        try extract("-o Localizations/en.lproj Sources") { (project, run) throws in
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
        try extract("-n -o Localizations/en.lproj -t Localizable Sources") { (project, run) throws in
            #expect(run.status == 0)
            #expect(
                run.lines.filter { $0.hasPrefix("+") } == [
                    "+++ \(ShopTexts.path("en"))", "+\"New: %@\" = \"New: %@\";",
                ])
            #expect(try project.isUntouched())
            #expect(try names(inFolder: project.path + "/Localizations/en.lproj") == ["Localizable.strings"])
        }
    }

    @Test func optionsArePassedOn() throws {
        try extract("-r tr=Errors --routine .localized:0 --swift-ui Sources -t None") { (project, _) throws in
            #expect(
                try project.text("arguments")
                    == "--swift-ui --routine tr=Errors --routine .localized:0 -- Sources\n")
        }
    }

    @Test func aSourceThatCannotBeReadIsAnError() throws {
        let finding = #"{"finding":"unreadable-file","arguments":["No such file"],"file":"c.swift"}"#
        try extract("c.swift", answer: Self.answer + "\n" + finding, ending: "exit 2") { (_, run) throws in
            #expect(run.status == 2)
            #expect(run.output.contains("msgid \"Store\""))
            #expect(run.errors.contains("lstrings: c.swift: "))
        }
    }

    @Test(arguments: ["{\"protocol\":2}", "", "rubbish", "{\"protocol\":1}\n{\"key\":"])
    func anAnswerThatIsNotUnderstoodIsAnError(answer: String) throws {
        try extract("-o Localizations/en.lproj Sources", answer: answer) { (project, run) throws in
            #expect(run.status == 2)
            #expect(run.errorLines.count == 1)
            #expect(run.errors.hasPrefix("lstrings: the response of "))
            #expect(try project.isUntouched())
        }
    }

    /// A truncated answer would have only a part of the keys.
    @Test(arguments: ["exit 1", "kill -SEGV $$"]) func aProgramThatBreaksOffIsAnError(ending: String) throws {
        try extract("-o Localizations/en.lproj Sources", ending: ending) { (project, run) throws in
            #expect(run.status == 2)
            #expect(run.errors.contains("extractor could not be run ("))
            #expect(try project.isUntouched())
        }
    }

    @Test func aMissingProgramIsTold() throws {
        try withProject { (project) throws in
            let run = try project.run(
                "extract Sources", environment: ["LSTRINGS_EXTRACT": "/nowhere/extractor"])
            #expect(run.status == 2)
            #expect(
                run.errors
                    == "lstrings: /nowhere/extractor could not be run (No such file or directory); reinstall it\n"
            )
            #expect(try project.run("extract").status == 2)
        }
    }
}
