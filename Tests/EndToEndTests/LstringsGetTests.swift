// `lstrings get` and `lstrings dump`: the text that a program would show, and the content of a file.

import TestSupport
import Testing

@Suite struct LstringsGetTests {
    @Test(arguments: [
        (["-l", "de", "Title"], "Laden"), (["-l", "de_AT", "Title"], "Laden"),
        (["-l", "fr", "Title"], "Shop"),
        (["-l", "de", "Greeting: %@", "Ute"], "Hallo, Ute!"),
        (["-l", "ja", "Greeting: %@", "7"], "こんにちは、7さん！"),
        (["-l", "pl", "Files: %ld", "1"], "1 plik"), (["-l", "pl", "Files: %ld", "3"], "3 pliki"),
        (["-l", "pl", "Files: %ld", "5"], "5 plików"), (["-l", "pl", "Files: %ld", "22"], "22 pliki"),
        (["-l", "en", "Files: %ld", "1"], "1 file"), (["-l", "en", "Files: %ld", "1234"], "1,234 files"),
        (["-l", "de", "Files: %ld", "--", "-3"], "-3 Dateien"),
        (["-l", "pl", "--raw", "Files: %ld", "3"], "%ld pliki"),
        (["-l", "de", "--raw", "Greeting: %@"], "Hallo, %@!"),
        (["-l", "pl", "Title", "-p", "Localizations"], "Sklep"),
        (["-l", "de", "-t", "Localizable", "Bye"], "Auf Wiedersehen"),
    ])
    func aTextIsShownAsAProgramShowsIt(words: [String], text: String) throws {
        try withProject { (project) throws in
            let run = try project.run(["get"] + words)
            #expect(run.status == 0)
            #expect(run.output == text + "\n")
            #expect(run.errors == "")
        }
    }

    @Test func theLanguageIsThatOfTheEnvironment() throws {
        try withProject { (project) throws in
            let run = try project.run("get Title", environment: ["LANGUAGE": "ja:de"])
            #expect(run.output == "店\n")
        }
    }

    @Test func anArgumentThatIsNotShownIsReported() throws {
        try withProject { (project) throws in
            let run = try project.run(["get", "-l", "ar", "Greeting: %@", "Ute"])
            #expect(run.status == 0)
            #expect(run.output == "Hello, Ute!\n")
            #expect(
                run.errors.hasPrefix("lstrings: ar has no text for “Greeting: %@” in the table Localizable; ")
            )
        }
    }

    @Test(arguments: [["Nothing"], ["-t", "Other", "Title"], [""]]) func aMissingTextIsShownAsItsKey(
        words: [String]
    ) throws {
        try withProject { (project) throws in
            let run = try project.run(["get", "-l", "de"] + words)
            #expect(run.status == 1)
            #expect(run.output == words[words.count - 1] + "\n")
            #expect(run.errorLines.count == 1)
        }
    }

    @Test(arguments: [[], ["-l", "xx-yy", "Title"], ["-p", "Nowhere", "Title"], ["--unknown", "Title"]])
    func aWrongCommandLineIsAnError(words: [String]) throws {
        try withProject { (project) throws in
            let run = try project.run(["get"] + words)
            #expect(run.status == 2)
            #expect(run.output == "")
            #expect(!run.errors.isEmpty)
        }
    }
}

@Suite struct LstringsDumpTests {
    private func dump(_ text: String) throws -> ProgramRun {
        try withFiles(["a.strings": text]) { (folder) throws in try lstrings("dump a.strings", in: folder) }
    }

    @Test func entriesHaveKeyValueCommentAndLine() throws {
        let run = try dump("/* A name. */\n\"Title\" = \"L\\U00e4den\\n\";\n\n\"b\" = \"\";\n// c\nbare;\n")
        #expect(run.status == 0)
        #expect(run.errors == "")
        let entries = try run.json.elements
        #expect(entries.map(\.names) == Array(repeating: ["key", "value", "comment", "line"], count: 3))
        #expect(entries.map { $0["key"]?.text } == ["Title", "b", "bare"])
        #expect(entries.map { $0["value"]?.text } == ["Läden\n", "", "bare"])
        #expect(entries.map { $0["comment"]?.text } == ["A name.", nil, "c"])
        #expect(entries.map { $0["line"]?.integer } == [2, 4, 6])
    }

    @Test func valuesWithAStructureAreShownAsWritten() throws {
        let run = try dump("\"list\" = (1, \"x\");\n\"dictionary\" = { k = v; };\n\"data\" = <0fbd77>;\n")
        #expect(run.status == 0)
        let entries = try run.json.elements
        #expect(entries.allSatisfy { $0["value"] == .null })
        #expect(entries.map { $0["source"]?.text } == ["(1, \"x\")", "{ k = v; }", "<0fbd77>"])
    }

    @Test func ofABrokenFileTheRestIsShown() throws {
        let run = try dump("\"a\" = \"A\";\nbroken = ;\n\"b\" = \"B\";\n")
        #expect(run.status == 2)
        #expect(try run.json.elements.map { $0["key"]?.text } == ["a", "b"])
        #expect(run.errors.hasPrefix("lstrings: a.strings:2: "))
    }

    @Test func duplicatesAreShownAndReported() throws {
        let run = try dump("\"a\" = \"1\";\n\"a\" = \"2\";\n")
        #expect(run.status == 2)
        #expect(try run.json.elements.count == 2)
        #expect(run.errorLines.count == 1)
    }

    @Test func anEmptyFileHasNoEntries() throws {
        #expect(try dump("").output == "[]\n")
        let missing = try lstrings("dump nowhere.strings")
        #expect(missing.status == 2)
        #expect(missing.output == "")
        #expect(missing.errors == "lstrings: nowhere.strings: there is no such file; check the path\n")
    }
}
