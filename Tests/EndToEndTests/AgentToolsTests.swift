// Checks `lsearch mcp` and `lstrings mcp`: conversations of agents, line by line.

import TestSupport
import Testing

@Suite struct AgentToolsTests {
    /// A call as a line.
    private static func call(_ tool: String, _ arguments: String) -> String {
        #"{"jsonrpc":"2.0","id":"\#(tool)","method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
            + "\n"
    }

    /// The results of calls.
    private static func results(_ run: ProgramRun) throws -> [(isError: Bool, text: String)] {
        #expect(run.status == 0)
        #expect(run.errors == "")
        return try run.jsonLines.map { response in
            let result = try #require(response["result"])
            let text = try #require(result["content"]?.elements.first?["text"]?.text)
            return (result["isError"] == .boolean(true), text)
        }
    }

    // MARK: lsearch

    @Test func searchesAreThoseOfABatch() throws {
        let request = #"{"q":"geburtstag","locale":"de","limit":2,"crop":0}"#
        let run = try searchShop("mcp -l de", input: Self.call("search", request))
        let found = try JSON(try #require(try Self.results(run).first).text)
        let batch = try searchShop("--batch -l de", input: request).json
        #expect(found.names == batch.names)
        for name in batch.names where name != "ns" { #expect(found[name] == batch[name]) }
    }

    @Test func recordsAndCatalogsAreThereForAgents() throws {
        let all = try searchShop("--batch -l de", input: #"{"q":"torte","limit":1}"#).json
        let hit = try #require(all["hits"]?.elements.first)
        let (id, catalog) = (try #require(hit["id"]?.text), try #require(hit["catalog"]?.text))
        let run = try searchShop(
            "mcp -l de",
            input: Self.call("record", #"{"catalog":"\#(catalog)","id":"\#(id)"}"#)
                + Self.call("similar", #"{"catalog":"\#(catalog)","id":"\#(id)","limit":2}"#)
                + Self.call("catalogs", "{}") + Self.call("record", #"{"catalog":"\#(catalog)","id":"none"}"#)
        )
        let results = try Self.results(run)
        #expect(results.map(\.isError) == [false, false, false, true])
        #expect(try JSON(results[0].text)["texts"]?.names.contains("title") == true)
        let similar = try JSON(results[1].text)["hits"]?.elements.compactMap { $0["id"]?.text } ?? []
        #expect(!similar.isEmpty && !similar.contains(id))
        #expect(
            try JSON(results[2].text)["catalogs"]?["catalogs"]?.elements.first?["id"]?.text
                == catalog)
    }

    @Test func theWordIsFoundAfterAnOption() throws {
        let run = try searchShop("-l de mcp")
        #expect(run.status == 1)
    }

    // MARK: lstrings

    private static func lstringsServer(in folder: String, _ input: String) throws -> ProgramRun {
        try run(.lstrings, ["mcp"], input: Array(input.utf8), in: folder)
    }

    private static let files = [
        "Localizations/en.lproj/App.strings": """
        "hello" = "Hello, %@";
        "n|==|plural.one" = "%ld file";
        "n|==|plural.other" = "%ld files";
        "save" = "Save";

        """,
        "Localizations/pl.lproj/App.strings": """
        "n|==|plural.one" = "%ld plik";
        "n|==|plural.other" = "%ld pliku";
        "save" = "Zapisz";

        """,
    ]

    @Test func aMissingPluralIsFoundFilledAndChecked() throws {
        try withFiles(Self.files) { folder throws in
            let run = try Self.lstringsServer(
                in: folder,
                Self.call("missing", #"{"locale":"pl"}"#)
                    + Self.call(
                        "fill",
                        #"{"locale":"pl","translations":[{"key":"n","translation":{"one":"%ld plik","few":"%ld pliki","many":"%ld plików","other":"%ld pliku"}}]}"#
                    ) + Self.call("check", #"{"locale":"pl","key":"n","severity":"warning"}"#)
                    + Self.call("lookup", #"{"text":"PLIKÓW"}"#))
            let results = try Self.results(run)
            #expect(results.map(\.isError) == [false, false, false, false])
            let missing = try JSON(results[0].text)["messages"]?.elements ?? []
            #expect(missing.compactMap { $0["key"]?.text } == ["hello", "n"])
            #expect(missing[1]["forms"]?.elements.compactMap(\.text) == ["one", "few", "many", "other"])
            #expect(missing[1]["placeholders"]?.elements.compactMap(\.text) == ["%ld"])
            #expect(missing[1]["neighbours"]?.elements.compactMap { $0["key"]?.text } == ["hello", "save"])
            #expect(try JSON(results[1].text)["changed"] == 1)
            let check = try JSON(results[2].text)
            #expect(check["errors"] == 0 && check["warnings"] == 0)
            #expect(check["findings"]?.elements.isEmpty == true)
            let found = try JSON(results[3].text)["messages"]?.elements.first
            #expect(found?["translations"]?["pl"]?["state"]?.text == "needsReview")
            #expect(
                try contents(of: folder + "/Localizations/pl.lproj/App.strings") == """
                    /* Flag: fuzzy */
                    "n|==|plural.one" = "%ld plik";
                    "n|==|plural.few" = "%ld pliki";
                    "n|==|plural.many" = "%ld plików";
                    "n|==|plural.other" = "%ld pliku";
                    "save" = "Zapisz";

                    """)
        }
    }

    @Test func argumentsOutOfRangeAreRefusedBriefly() throws {
        try withFiles(Self.files) { folder throws in
            let long = String(repeating: "x", count: 100_000)
            let run = try Self.lstringsServer(
                in: folder,
                [#"{"limit":-1}"#, #"{"limit":0}"#, #"{"locale":"\#(long)"}"#]
                    .map { Self.call("missing", $0) }.joined() + Self.call("missing", #"{"limit":1}"#))
            let results = try Self.results(run)
            #expect(results.map(\.isError) == [true, true, true, false])
            #expect(results[0].text.contains("limit") && results[0].text == results[1].text)
            #expect(results[2].text.count < 300 && results[2].text.contains("x…"))
        }
    }

    @Test func whatCannotBeReadIsReportedBesideTheMessages() throws {
        let catalog = """
            {"sourceLanguage":"en","strings":{"a":{},"w":{"localizations":{"de":{"variations":{"width":{}}}}}},"version":"1.0"}
            """
        try withFiles(["L.xcstrings": catalog]) { folder throws in
            let run = try Self.lstringsServer(in: folder, Self.call("missing", #"{"locale":"de"}"#))
            let response = try JSON(try #require(try Self.results(run).first).text)
            #expect(Set(response.names).count == response.names.count)
            #expect(response["messages"]?.elements.compactMap { $0["key"]?.text } == ["a", "w"])
            #expect(response["diagnostics"]?.elements.count == 1)
        }
    }

    @Test func whatMustNotBeWrittenIsRefusedWithItsReason() throws {
        try withFiles(Self.files) { folder throws in
            let run = try Self.lstringsServer(
                in: folder,
                Self.call(
                    "fill",
                    #"{"locale":"pl","translations":[{"key":"hello","translation":"Cześć, %d"},{"key":"save","translation":"Zachowaj"},{"key":"n","translation":"plik"},{"key":"none","translation":"x"},{"key":"hello"}]}"#
                ))
            let response = try JSON(try #require(try Self.results(run).first).text)
            #expect(response["changed"] == 0)
            #expect(
                Set(response["problems"]?.elements.compactMap { $0["key"]?.text } ?? [])
                    == ["hello", "save", "n", "none"])
            #expect(
                try contents(of: folder + "/Localizations/pl.lproj/App.strings")
                    == Self.files["Localizations/pl.lproj/App.strings"])
        }
    }

    /// JSON cannot represent the state of a translation, which the response reports.
    @Test func filesWithoutStatesAreFilled() throws {
        let files = [
            "locales/en.json": #"{"title": "Hello, {{name}}", "save": "Save"}"# + "\n",
            "locales/pl.json": #"{"title": "Cześć, {{name}}"}"# + "\n",
        ]
        try withFiles(files) { folder throws in
            let run = try Self.lstringsServer(
                in: folder,
                Self.call("missing", #"{"locale":"pl"}"#)
                    + Self.call(
                        "fill", #"{"locale":"pl","translations":[{"key":"save","translation":"Zapisz"}]}"#))
            let results = try Self.results(run)
            let missing = try JSON(results[0].text)["messages"]?.elements ?? []
            #expect(missing.compactMap { $0["key"]?.text } == ["save"])
            let response = try JSON(results[1].text)
            #expect(response["changed"] == 1)
            #expect(response["unmarked"]?.elements.compactMap(\.text) == ["locales/pl.json"])
            #expect(
                try contents(of: folder + "/locales/pl.json")
                    == #"{"title": "Cześć, {{name}}","save": "Zapisz"}"# + "\n")
        }
    }
}
