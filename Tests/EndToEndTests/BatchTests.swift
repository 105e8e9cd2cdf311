// Checks batches: each request gets its response in order, and a bad one does not stop the others.

import Testing

@Suite struct BatchTests {
    @Test func requestsAreAnsweredInTheirOrder() throws {
        let queries = ["torte", "zzz", "ring", "karte"]
        let run = try searchShop(
            "--batch -l de", input: queries.map { "{\"q\":\"\($0)\"}\n" }.joined())
        #expect(run.status == 0)
        #expect(run.errors == "")
        let responses = try run.jsonLines
        #expect(responses.map { $0["query"]?.text } == queries)
        #expect(responses.map { $0["total"] } == [1, 0, 1, 1])
    }

    @Test func manyRequestsAtOnceAreAnsweredAsEachAlone() throws {
        let words = ["torte", "zzz", "ring", "karte", "e", "geburtstag"]
        let lines = (0..<150).map { number in
            number % 7 == 3 ? "{\"q\":\(number)}" : "{\"q\":\"\(words[number % words.count])\",\"limit\":3}"
        }
        let run = try searchShop("--batch -l de", input: lines.map { $0 + "\n" }.joined())
        #expect(run.status == 2)
        let responses = try run.jsonLines
        try #require(responses.count == lines.count)
        var alone: [String: JSON] = [:]
        for (number, line) in lines.enumerated() {
            if number % 7 == 3 {
                #expect(responses[number]["error"]?["line"] == JSON(integerLiteral: number + 1))
                continue
            }
            let expected = try alone[line] ?? searchShop("--batch -l de", input: line).json
            alone[line] = expected
            for name in expected.names where name != "ns" {
                #expect(responses[number][name] == expected[name])
            }
        }
    }

    @Test func aResponseIsThatOfTheCommandLine() throws {
        let single = try searchShop("-l de --format json geburtstag").json
        let batch = try searchShop("--batch -l de", input: #"{"q":"geburtstag"}"#).json
        #expect(single.names == batch.names)
        for name in single.names where name != "ns" { #expect(single[name] == batch[name]) }
    }

    @Test func whoKeepsTheRecordsElsewhereGetsTheirIdsAlone() throws {
        let hits = try searchShop("--batch -l de", input: #"{"q":"e","limit":3}"#).json
        let ids = try searchShop("--batch -l de", input: #"{"q":"e","limit":3,"returns":"ids"}"#).json
        #expect(
            ids["ids"]?.elements.compactMap(\.text) == hits["hits"]?.elements.compactMap { $0["id"]?.text })
        #expect(ids["catalogs"]?.elements.count == 3)
        #expect(ids["total"] == hits["total"])
        #expect(ids["scopes"] == hits["scopes"])
        #expect(ids["hits"] == nil)
    }

    @Test func aBadLineIsReportedWithItsNumberAndTheOthersAreAnswered() throws {
        let run = try searchShop(
            "--batch -l de",
            input: """
                {"q":"torte"}

                {"q":
                {"q":"ring"}
                """)
        #expect(run.status == 2)
        let responses = try run.jsonLines
        #expect(responses.count == 3)
        #expect(responses[0]["total"] == 1)
        #expect(responses[1].names == ["error"])
        #expect(responses[1]["error"]?.names == ["line", "message"])
        #expect(responses[1]["error"]?["line"] == 3)
        #expect(responses[1]["error"]?["message"]?.text?.hasPrefix("fehlerhaftes JSON (") == true)
        #expect(responses[2]["total"] == 1)
    }

    @Test(arguments: [
        ("[1]", "the request is not a JSON object; send {\"q\": \"…\"}"),
        (#"{"query":"a"}"#, "a request has no “query”; did you mean “q”?"),
        (#"{"q":null}"#, "the request has no q; send {\"q\": \"…\"}"),
        (#"{"q":5}"#, "“q” must be a text; correct the request"),
        (
            #"{"q":"a","limit":-1}"#,
            "“-1” is not a valid value for limit; specify a whole number, 0 or greater"
        ),
        (#"{"q":"a","limit":1.5}"#, "“limit” must be a whole number; correct the request"),
        (#"{"q":"a","offset":"1"}"#, "“offset” must be a whole number; correct the request"),
        (#"{"q":"a","chain":"de"}"#, "“chain” must be a list; correct the request"),
        (#"{"q":"a","fields":[1]}"#, "“fields” must be a list; correct the request"),
        (#"{"q":"a","reverse":1}"#, "“reverse” must be true or false; correct the request"),
        (
            #"{"q":"a","locale":"xx"}"#,
            "there is no language “xx”; use a code such as de or pt_BR"
        ),
        (#"{"q":"a","catalogs":["x"]}"#, "there is no catalog “x”; choose one of shop"),
        (
            #"{"q":"a","fields":["x"]}"#,
            "no catalog has a field “x”; choose one of title, summary, description, keywords, scope, catalog"
        ),
        (#"{"q":"a","scope":"x"}"#, "there is no scope “x”; choose one of all, birthdays, weddings"),
        (
            #"{"q":"a","sort":"size"}"#,
            "no catalog has an attribute “size”; choose one of relevance, title, scope, catalog, year, price, popularity, id"
        ),
        (#"{"q":"a","price":"9..1"}"#, "the range “9..1” of price is empty; put the smaller number first"),
        (
            #"{"q":"a","relax":"on"}"#,
            "“on” is not a valid value for relax; choose one of auto, always, never"
        ),
    ])
    func eachMistakeHasItsMessage(request: String, message: String) throws {
        let run = try searchShop("--batch", input: request + "\n{\"q\":\"ring\"}\n")
        let responses = try run.jsonLines
        #expect(responses.map { $0["error"]?["message"]?.text } == [message, nil])
        #expect(responses[0]["error"]?["line"] == 1)
        #expect(responses[1]["total"] == 1)
        #expect(run.status == 2)
    }

    @Test func bytesThatAreNoTextAreCounted() throws {
        let input = Array(#"{"q":"a"#.utf8) + [0xFF] + Array("\"}\n{\"q\":\"ring\"}\n".utf8)
        let responses = try lsearch(["--batch"], input: input).jsonLines
        #expect(
            responses[0]["error"]?["message"] == "byte 8 of the request is not valid UTF-8; send UTF-8")
        #expect(responses[1]["error"] == nil)
    }

    @Test func aRequestBeyondTheLimitIsPassedOver() throws {
        let long = #"{"q":"\#(String(repeating: "a", count: 1 << 20))"}"#
        let responses = try searchShop("--batch", input: long + "\n{\"q\":\"ring\"}\n").jsonLines
        #expect(
            responses[0]["error"]?["message"]
                == "the request has 1,048,584 bytes, more than the 1,048,576 that are allowed; shorten it")
        #expect(responses[1]["total"] == 1)
    }

    @Test func aQueryBeyondTheLimitIsReportedInItsPlace() throws {
        let long = #"{"q":"\#(String(repeating: "a", count: 100_000))","relax":"never"}"#
        let responses = try searchShop("--batch -l de", input: long + "\n{\"q\":\"ring\"}\n").jsonLines
        #expect(
            responses[0]["error"]?["message"]
                == "die Suchanfrage hat 100.000 Zeichen, erlaubt sind höchstens 2.000; Suchanfrage kürzen")
        #expect(responses[1]["total"] == 1)
    }

    @Test func aRequestSaysItsOwnLocaleScopePageAndOrder() throws {
        let run = try searchShop(
            "--batch -l en",
            input: """
                {"q":"geburtstag","locale":"de_DE","scope":"Geburtstage","limit":1,"offset":1,"relax":"never"}
                {"q":"","sort":"price","reverse":true,"limit":3}
                {"q":"geburtstag","chain":["de","en"],"fields":["keywords"],"catalogs":["shop"]}
                {"q":"","year":"1999..2001","price":"..10"}
                """)
        let responses = try run.jsonLines
        #expect(responses[0]["locale"] == "de_DE")
        #expect(responses[0]["label"] == "2 Treffer gefunden")
        #expect(responses[0]["scope"] == "birthdays")
        #expect(try hits(responses[0]) == ["torte"])
        #expect(responses[1]["label"] == "5 items found")
        #expect(try hits(responses[1]) == ["ring", "torte", "karte"])
        #expect(responses[2]["chain"] == ["de", "en"])
        #expect(try hits(responses[2]) == ["ring"])
        #expect(try hits(responses[3]) == ["karte"])
    }

    @Test func whatARequestLeavesOutTheCommandLineSays() throws {
        let run = try searchShop(
            "--batch -l de --scope weddings --sort year -n 1 --explain", input: "{\"q\":\"\"}\n")
        #expect(try run.json["scope"] == "weddings")
        #expect(try run.ids == ["oel"])
        #expect(try run.json["hits"]?.elements[0]["rank"] != nil)
    }

    @Test func noRequestsAreNoError() throws {
        for input in ["", "\n\n  \n"] {
            let run = try searchShop("--batch", input: input)
            #expect(run.status == 0)
            #expect(run.output == "")
        }
    }

    @Test func aLastLineWithoutLineBreakIsARequestToo() throws {
        #expect(try searchShop("--batch", input: #"{"q":"ring"}"#).jsonLines.count == 1)
        #expect(try searchShop("--batch", input: "{\"q\":\"ring\"}\r\n").jsonLines.count == 1)
    }

    private func hits(_ response: JSON) throws -> [String?] {
        try #require(response["hits"]).elements.map { $0["id"]?.text }
    }
}
