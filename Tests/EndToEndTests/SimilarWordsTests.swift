// Checks queries with words that no record has: similar words are searched, and the response says so.

import Testing

@Suite struct SimilarWordsTests {
    @Test func theResponseSaysWhatWasLookedFor() throws {
        let run = try searchShop("-l de geburtstga")
        #expect(run.status == 0)
        #expect(
            run.lines.prefix(3) == [
                "3 Treffer gefunden",
                "Keine exakten Treffer. Ähnlich: „Geburtstag“ statt „geburtstga“",
                "Alle (3) · Geburtstage (2) · Hochzeiten (1)",
            ])
        #expect(
            try searchShop("-l en brthday crad").lines[1]
                == "No exact matches. Similar: “Birthday” instead of “brthday”, “Card” instead of “crad”")
        #expect(
            try searchShop("-l de --relax always ofen").lines.prefix(2) == [
                "1 Treffer gefunden", "Alle (1)",
            ])
        #expect(
            try searchShop("-l de --relax always ring geburtstga").lines[1]
                == "Keine exakten Treffer. Ähnlich: „Geburtstag“ statt „geburtstga“")
    }

    @Test func whatMatchesStrictlyIsNotRelaxed() throws {
        for relax in ["", " --relax auto", " --relax never"] {
            #expect(try searchShop("-l de torte" + relax).lines == searchShop("-l de torte").lines)
        }
        #expect(try searchShop("-l de --relax never geburtstga").status == 1)
        #expect(try searchShop("-l de zzzzzz").status == 1)
    }

    @Test func programsAreToldInAMember() throws {
        let strict = try searchShop("-l de --format json --relax never geburtstga")
        #expect(strict.status == 1)
        #expect(try strict.json["relaxed"] == .null)
        let run = try searchShop("-l de --format json geburtstga")
        #expect(run.status == 0)
        let relaxed = try run.json["relaxed"]
        #expect(relaxed?.names == ["kind", "words"])
        #expect(relaxed?["kind"] == "typos")
        #expect(relaxed?["words"]?.elements.map { $0["word"] } == ["geburtstga"])
        #expect(relaxed?["words"]?.elements.map { $0["found"] } == [["Geburtstag"]])
        #expect(try searchShop("-l de --format jsonl geburtstga").jsonLines.count == 3)
    }

    @Test func theExplanationSaysByWhichKind() throws {
        let explained = try searchShop("-l de --explain geburtstga").lines
        #expect(explained.contains { $0.contains("gleich bis auf einen Tippfehler") })
    }

    @Test func eachRequestOfABatchSaysItself() throws {
        let run = try searchShop(
            "--batch -l de",
            input: """
                {"q":"geburtstga","relax":"never"}
                {"q":"geburtstga","limit":1}
                {"q":"torte","relax":"always"}
                {"q":"geburtstga","relax":"auto","returns":"ids"}
                """)
        let responses = try run.jsonLines
        #expect(responses.map { $0["total"] } == [0, 3, 1, 3])
        #expect(responses.map { $0["relaxed"]?["kind"] } == [nil, "typos", nil, "typos"])
    }

    @Test func aBatchCompletesAndCorrects() throws {
        let run = try searchShop(
            "--batch -l de",
            input: """
                {"q":"gebu","returns":"suggestions"}
                {"q":"geburtstga","returns":"suggestions","limit":1}
                {"q":"gebu","returns":"suggestions","scope":"x"}
                """)
        let responses = try run.jsonLines
        #expect(
            responses[0].names == ["query", "locale", "chain", "scope", "completions", "corrections", "ns"])
        #expect(
            responses[0]["completions"]?.elements.map { $0["word"] } == ["Geburtstag", "Geburtstagstorte"])
        #expect(responses[0]["completions"]?.elements.map { $0["count"] } == [3, 1])
        #expect(responses[1]["corrections"]?.elements.map { $0["query"] } == ["Geburtstag"])
        #expect(responses[1]["corrections"]?.elements.map { $0["kind"] } == ["typos"])
        #expect(responses[2]["error"]?["line"] == 3)
    }

    @Test func synonymsOfTheSidecarAreFound() throws {
        let sidecar = #"{"defaultLocale":"de","synonyms":{"de":[["Backofen","Ofen"]],"x!":[["a","b"]]}}"#
        try withFiles(["shop.jsonl": Shop.records, "shop.catalog.json": sidecar]) { folder throws in
            for _ in 0..<2 {
                // The second run reads the index.
                let run = try lsearch(
                    ["-l", "de", "--cache", folder + "/cache", "-c", folder + "/shop.jsonl", "backofen"])
                #expect(run.lines.first == "1 Treffer gefunden")
                #expect(
                    run.lines.dropFirst().first == "Ähnliche Treffer auch für: „Ofen“ statt „backofen“")
            }
        }
    }
}
