// Checks `lstrings translate`, `memory`, `sync --memory`, `check --glossary`, and badges.

import TestSupport
import Testing

@Suite struct LstringsAssistanceTests {
    /// A project whose German table lacks two texts.
    private static let files = [
        "Localizations/en.lproj/App.strings": """
        "open" = "Open the folder";
        "hello" = "Hello, %@";
        "n|==|plural.one" = "%ld file";
        "n|==|plural.other" = "%ld files";

        """,
        "Localizations/de.lproj/App.strings": "\"open\" = \"Verzeichnis öffnen\";\n",
    ]
    private static let german = "Localizations/de.lproj/App.strings"

    /// A command that responds to each request, plain texts with `TEXT`.
    private static func translator(_ text: String) -> String {
        #"sed -E 's/^\{"id":([0-9]+),.*"forms".*/{"id":\1,"translation":{"one":"%ld Datei","other":"%ld Dateien"}}/; "#
            + #"s/^\{"id":([0-9]+),"key.*/{"id":\1,"translation":""# + text + #""}/'"#
    }

    @Test func responsesOfAProgramAreTakenForReview() throws {
        try withFiles(Self.files) { folder throws in
            let run = try lstrings(
                ["translate", "-l", "de", "--command", Self.translator("Hallo, %@")], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(
                try contents(of: folder + "/" + Self.german) == """
                    "open" = "Verzeichnis öffnen";
                    /* Flag: fuzzy */
                    "hello" = "Hallo, %@";
                    /* Flag: fuzzy */
                    "n|==|plural.one" = "%ld Datei";
                    "n|==|plural.other" = "%ld Dateien";

                    """)
        }
    }

    /// The command keeps the requests and answers none of them, so nothing is written.
    @Test func requestsTellWhatAPersonWouldLookUp() throws {
        let more = [
            "Localizations/en.lproj/App.strings": """
            "open" = "Open the folder";
            /* Button.
               Screenshot: pictures/close.png */
            "close" = "Close the folder %1$@ of %2$ld";
            "hello" = "Hello";

            """,
            "Localizations/glossary.csv": "en,de\nfolder,Ordner\n",
            "Sources/Shop.swift": """
            let text = NSLocalizedString("open", comment: "")
                show(NSLocalizedString("close", tableName: "App", comment: ""))

            """,
            "memory/de.po": #"""
            msgid ""
            msgstr ""
            "Language: de\n"
            "Content-Type: text/plain; charset=UTF-8\n"

            msgid "Close the folder %1$@ of %2$ld?"
            msgstr "Ordner %1$@ von %2$ld schließen?"

            """#,
        ]
        try withFiles(Self.files.merging(more) { $1 }) { folder throws in
            let run = try lstrings(
                [
                    "translate", "-l", "de", "--sources", "Sources", "--memory", "memory", "--command",
                    "cat > requests.jsonl; exit 3",
                ], in: folder)
            #expect(run.status == 2)
            let lines = try contents(of: folder + "/requests.jsonl").split(separator: "\n")
            #expect(lines.count == 2)
            let request = try JSON(String(try #require(lines.first)))
            #expect(request["key"]?.text == "close")
            #expect(request["placeholders"]?.elements.compactMap(\.text) == ["%1$@", "%2$ld"])
            let term = request["terms"]?.elements.first
            #expect(term?["term"]?.text == "folder")
            #expect(term?["translations"]?.elements.compactMap(\.text) == ["Ordner"])
            let similar = request["similar"]?.elements.first
            #expect(similar?["translation"]?.text == "Ordner %1$@ von %2$ld schließen?")
            #expect(similar?["file"]?.text == "memory/de.po")
            let neighbours = request["neighbours"]?.elements ?? []
            #expect(neighbours.compactMap { $0["key"]?.text } == ["open", "hello"])
            #expect(neighbours.first?["translation"]?.text == "Verzeichnis öffnen")
            #expect(neighbours.last?["translation"] == nil)
            let use = request["uses"]?.elements.first
            #expect(use?["file"]?.text == "Sources/Shop.swift")
            #expect(use?["line"] == 2)
            #expect(
                use?["code"]?.text == #"show(NSLocalizedString("close", tableName: "App", comment: ""))"#)
            #expect(request["screenshots"]?.elements.compactMap(\.text) == ["pictures/close.png"])
            let plain = try JSON(String(try #require(lines.last)))
            #expect(Set(["placeholders", "terms", "uses", "screenshots"]).isDisjoint(with: plain.names))
        }
    }

    /// JSON cannot say that a text is only suggested.
    @Test func filesWithoutMarksAreFilledOnRequest() throws {
        let files = [
            "locales/en.json": #"{"hello": "Hello, %@", "open": "Open"}"# + "\n",
            "locales/de.json": #"{"open": "Öffnen"}"# + "\n",
        ]
        try withFiles(files) { folder throws in
            let translate = ["translate", "-l", "de", "--command", Self.translator("Hallo, %@")]
            let left = try lstrings(translate, in: folder)
            #expect(
                left.status == 0 && left.errors.contains("locales/de.json")
                    && left.errors.contains("--unmarked"))
            #expect(try contents(of: folder + "/locales/de.json") == files["locales/de.json"])
            let run = try lstrings(translate + ["--unmarked"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.errors.contains("locales/de.json"))
            let text = try contents(of: folder + "/locales/de.json")
            #expect(text.contains(#""hello": "Hallo, %@""#) && text.contains(#""open": "Öffnen""#))
        }
    }

    @Test func requestsOfPOFilesWithNamesHaveTheirTexts() throws {
        func po(_ language: String, _ text: String) -> String {
            """
            msgid ""
            msgstr ""
            "Language: \(language)\\n"
            "Content-Type: text/plain; charset=UTF-8\\n"

            msgid "SAVE_BUTTON"
            msgstr "\(text)"

            """
        }
        try withFiles(["po/en.po": po("en", "Save all"), "po/de.po": po("de", "")]) { folder throws in
            let run = try lstrings(
                ["translate", "-l", "de", "--command", "cat > requests.jsonl; exit 3", "po"], in: folder)
            #expect(run.status == 2)
            let request = try JSON(try contents(of: folder + "/requests.jsonl"))
            #expect(request["source"]?.text == "SAVE_BUTTON")
            #expect(request["sourceText"]?.text == "Save all")
        }
    }

    @Test func aResponseWithAMistakeIsLeftOut() throws {
        try withFiles(Self.files) { folder throws in
            let run = try lstrings(
                ["translate", "-l", "de", "--command", Self.translator("Hallo, %d")], in: folder)
            #expect(run.status == 1)
            #expect(run.errors.contains("hello"))
            let text = try contents(of: folder + "/" + Self.german)
            #expect(text.contains("%ld Dateien") && !text.contains("Hallo"))
        }
    }

    @Test(arguments: [
        "exit 3", "sleep 60", "true", "cat", "echo '{\"id\":0,\"translation\":\"Hallo\"}'",
        "echo nonsense; cat",
        "echo '{\"id\":77,\"translation\":\"x\"}'", "yes | head -c 100000", "kill -9 $$",
        "no-such-command-here",
    ])
    func aProgramThatFailsChangesNothing(command: String) throws {
        try withFiles(Self.files) { folder throws in
            let run = try lstrings(
                ["translate", "-l", "de", "--timeout", "1", "--command", command], in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("nothing was changed"))
            #expect(try contents(of: folder + "/" + Self.german) == Self.files[Self.german])
        }
    }

    @Test func similarTextsAreFoundAndFilledForReview() throws {
        let memory = [
            "memory/de.po": #"""
            msgid ""
            msgstr ""
            "Language: de\n"
            "Content-Type: text/plain; charset=UTF-8\n"
            "Plural-Forms: nplurals=2; plural=n != 1;\n"

            msgid "Hello, dear %@"
            msgstr "Hallo, %@"

            msgid "%ld file"
            msgid_plural "%ld files"
            msgstr[0] "%ld Datei"
            msgstr[1] "%ld Dateien"

            """#,
            "broken.tmx": "<tmx>",
        ]
        try withFiles(Self.files.merging(memory) { $1 }) { folder throws in
            let found = try lstrings(["memory", "Hello, %@", "-l", "de", "--memory", "memory"], in: folder)
            #expect(found.status == 0)
            #expect(found.output.hasSuffix("%\tHallo, %@\tHello, dear %@\tmemory/de.po\n"), "\(found.output)")
            let run = try lstrings(
                ["sync", "-l", "de", "--memory", "memory", "--memory", "broken.tmx"], in: folder)
            #expect(run.status == 0)
            #expect(run.errors.contains("broken.tmx"))
            let text = try contents(of: folder + "/" + Self.german)
            #expect(text.contains("/* Previous: \"Hello, dear %@\" */"))
            #expect(text.contains("\"hello\" = \"Hallo, %@\";"))
            #expect(text.contains("\"n|==|plural.other\" = \"%ld Dateien\";"))
            #expect(text.contains("/* Flag: fuzzy */"))
            #expect(
                try lstrings(["memory", "Quite another text", "-l", "de", "--memory", "memory"], in: folder)
                    .status == 1)
        }
    }

    @Test func theGlossaryOfTheProjectIsUsed() throws {
        let glossary = ["Localizations/glossary.csv": "en,de\nfolder,Ordner\n", "bad.csv": "x\n"]
        try withFiles(Self.files.merging(glossary) { $1 }) { folder throws in
            let check = "check --select glossary-term"
            let run = try lstrings(check, in: folder)
            #expect(run.status == 1)
            #expect(run.output.hasPrefix("Localizations/de.lproj/App.strings:1:10: warning: "))
            #expect(run.output.contains("Ordner"))
            let bad = try lstrings(check + " --glossary bad.csv", in: folder)
            #expect(bad.status == 0)
            #expect(bad.errors.contains("bad.csv"))
        }
    }

    @Test func aBadgeShowsThePercentage() throws {
        try withFiles(Self.files) { folder throws in
            let run = try lstrings("stats --format badge", in: folder)
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("<svg ") && run.output.contains(">33%<"))
        }
    }
}
