// Checks the members of JSON responses, as documented.

import Testing

@Suite struct JSONResponseTests {
    @Test func theResponseIsOneLineWithTheDocumentedMembers() throws {
        let run = try searchShop("--locale de_DE --format json geburtstag")
        #expect(run.lines.count == 1)
        let response = try run.json
        #expect(
            response.names == [
                "query", "locale", "chain", "scope", "relaxed", "total", "label", "scopes", "hits", "ns",
            ])
        #expect(response["query"] == "geburtstag")
        #expect(response["locale"] == "de_DE")
        #expect(response["chain"] == ["de_DE", "de", "en"])
        #expect(response["scope"] == "all")
        #expect(response["relaxed"] == .null)
        #expect(response["total"] == 3)
        #expect(response["label"] == "3 Treffer gefunden")
        #expect((response["ns"]?.integer ?? 0) > 0)
    }

    @Test func scopesHaveIdLabelAndCount() throws {
        let scopes = try searchShop("-l de --format json geburtstag").json["scopes"]
        #expect(scopes?.elements.map(\.names) == Array(repeating: ["id", "label", "count"], count: 3))
        #expect(scopes?.elements.map { $0["id"] } == ["all", "birthdays", "weddings"])
        #expect(scopes?.elements.map { $0["label"] } == ["Alle", "Geburtstage", "Hochzeiten"])
        #expect(scopes?.elements.map { $0["count"] } == [3, 2, 1])
    }

    @Test func aHitHasTheDocumentedMembers() throws {
        let hit = try searchShop("-l de --format json torte kerzen 20").json["hits"]?.elements.first
        #expect(
            hit?.names == [
                "id", "catalog", "scope", "locale", "title", "summary", "year", "price", "matches",
            ])
        #expect(hit?["id"] == "torte")
        #expect(hit?["catalog"] == "shop")
        #expect(hit?["scope"] == "birthdays")
        #expect(hit?["locale"] == "de")
        #expect(hit?["title"] == "Geburtstagstorte")
        #expect(hit?["summary"] == "Mit Kerzen")
        #expect(hit?["year"] == 2001)
        #expect(hit?["price"]?.names == ["amount", "currency", "text"])
        #expect(hit?["price"]?["amount"] == "20.00")
        #expect(hit?["price"]?["currency"] == "EUR")
        #expect(hit?["price"]?["text"] == "20,00\u{A0}€")
        let matches = hit?["matches"]?.elements ?? []
        #expect(matches.map(\.names) == Array(repeating: ["field", "start", "end"], count: 3))
        #expect(matches.map { $0["field"] } == ["title", "summary", "price"])
        #expect(matches.map { $0["start"] } == [11, 4, 0])
        #expect(matches.map { $0["end"] } == [16, 10, 5])
    }

    @Test func placesCountUnicodeScalars() throws {
        // Composed and decomposed letters, an emoji of several scalars.
        let catalog = #"{"id":"a","title":"👩‍👩‍👧 e\u0301te\u0301 Rose"}"#
        let hit = try withFiles(["a.jsonl": catalog]) { (folder) throws in
            try lsearch("--format json rose été -c \(folder)").json["hits"]?.elements.first
        }
        let matches = hit?["matches"]?.elements ?? []
        #expect(matches.map { $0["start"] } == [6, 12])
        #expect(matches.map { $0["end"] } == [11, 16])
    }

    @Test func membersThatTheSearchDoesNotKnowAreGivenBack() throws {
        let hit = try searchShop("-l de --format json gemälde").json["hits"]?.elements.first
        #expect(hit?["color"] == "blue")
        #expect(hit?["tags"] == ["a", 1])
    }

    @Test func jsonLinesAreTheHitsOfTheResponse() throws {
        let run = try searchShop("-l de --format jsonl geburtstag")
        #expect(run.status == 0)
        #expect(try run.jsonLines == searchShop("-l de --format json geburtstag").json["hits"]?.elements)
        #expect(try searchShop("--format jsonl zzz").output == "")
        #expect(try searchShop("--format jsonl zzz").status == 1)
    }

    @Test func explanationsAreMembersOfTheirOwn() throws {
        let hit = try searchShop("-l en --format json --explain OIL 1890").json["hits"]?.elements.first
        #expect(hit?.names.suffix(3) == ["matches", "explanation", "rank"])
        let words = hit?["explanation"]?.elements ?? []
        #expect(words.map { $0["word"] } == ["OIL", "1890"])
        #expect(words[0]["places"]?.elements.first?["match"] == "wholeWord")
        #expect(words[0]["places"]?.elements.first?["rule"] == "bothCollations")
        #expect(words[0]["places"]?.elements.first?["text"] == "Oil")
        #expect(words[1]["numbers"] == ["year"])
        #expect(hit?["rank"]?.elements.count == 8)
    }

    @Test func textsThatNeedEscapesComeThrough() throws {
        let title = #""a \" \\ \n \t \u0001 \u2028 \ud83d\ude00 /""#
        try withFiles(["a.jsonl": #"{"id":"a\"b","title":\#(title)}"#]) { (folder) throws in
            let run = try lsearch("--format json -c \(folder)")
            #expect(run.lines.count == 1)
            let hit = try run.json["hits"]?.elements.first
            #expect(hit?["id"] == #"a"b"#)
            #expect(hit?["title"] == "a \" \\ \n \t \u{1} \u{2028} 😀 /")
        }
    }
}
